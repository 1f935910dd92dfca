// SPDX-License-Identifier: MIT
//
// Code that is typed runs, and what is wrong with it is told: a fault of the library, of the language, no end.

export default async function (visitor, assert) {
  const { page } = visitor;
  const type = async code => {
    await page.click('.cm-content');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(code);
  };
  const until = (test, given) => page.waitForFunction(test, given);

  await visitor.ask('step', 5);
  assert.match((await visitor.ask('state')).lines[0], /the ball weighs 2\.01/);

  await type(`const s = imp2.circle({ x: 0, y: 0 }, 1), at = x => imp2.pose({ x, y: 0 }, 0);
    print(imp2.distance(s, at(0), s, at(3)).distance);
    draw.circle({ x: 0, y: 0 }, 1, 'free');
    draw.circle({ x: 3, y: 0 }, 1, 'touching');`);
  await until(() => window.playground.state().lines[0] === '1');
  assert.equal((await visitor.ask('state')).fault, '');
  assert.deepEqual(await visitor.ask('answers'), { 'line 1': '1' });
  const places = [{ x: 0, y: 0.2 }, { x: 3, y: 0.2 }, { x: 1.5, y: 0.2 }];
  assert.deepEqual(await visitor.colours(places), ['yellow', 'red', 'grey']);

  for (const [code, words] of [
    ["print('here');\n\nimp2.circle({ x: NaN, y: 0 }, 1);", /^line 3: .*center: a number is not finite/],
    ['let a = ;', /Unexpected token/],
    ['draw.circle(1, 2, 3, () => 4);', /could not be cloned/],
    ["each(() => { throw new Error('later'); });", /later/],
    ['for (;;);', /no answer/],
  ]) {
    await type(code);
    await until(words => new RegExp(words).test(window.playground.state().fault), words.source);
    assert.match((await visitor.ask('answers')).stopped, words);
  }
  // After that there is another worker, and the page has never stopped.
  await type("print('back');");
  await until(() => window.playground.state().lines[0] === 'back');

  // It is kept, until the example is wanted again.
  await visitor.reload();
  await page.evaluate(() => window.playground.settled());
  await until(() => window.playground.state().lines[0] === 'back');
  await page.click('#control-example');
  await until(() => /the ball weighs/.test(window.playground.state().lines[0]));
  await page.waitForTimeout(600);
  assert.equal(await page.evaluate(() => localStorage.getItem('impinge.code')), null);
}
