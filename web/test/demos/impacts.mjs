// SPDX-License-Identifier: MIT
//
// Impacts: no energy is lost or gained, nothing leaves the picture, balls alone keep their momentum. Paper holds as
// long as all impacts of a step are answered; where bullets pass, the page says how often, and calls it wrong.

import { moving } from '../world.mjs';

export default async function (visitor, assert) {
  const { page } = visitor;
  const inPicture = async ({ bodies }, scene) => {
    const canvas = await page.locator('.stage canvas').boundingBox();
    for (const { at } of moving({ bodies })) {
      const { x, y } = await visitor.at(at.x, at.y);
      assert.ok(x > canvas.x && x < canvas.x + canvas.width && y > canvas.y && y < canvas.y + canvas.height, scene);
    }
  };
  /** What the page says, and whether as right (answer) or wrong (touching). */
  const said = label => page.evaluate(label => {
    const it = [...document.querySelectorAll('.answers div')].find(it => it.querySelector('dt').textContent === label);
    return [it.querySelector('dd').textContent, it.className];
  }, label);
  const go = async (scene, steps, speed = 20, more = '') => {
    await visitor.open(`#/impacts?scene=${scene}&speed=${speed}${more}`);
    const before = await visitor.ask('state');
    await visitor.ask('step', steps);
    const after = await visitor.ask('state');
    assert.ok(Math.abs(after.energy - 1) < 1e-3, `${scene}: energy ${after.energy}`);
    assert.equal(moving(after).length, moving(before).length);
    await page.waitForFunction(text => document.querySelector('.answers').textContent.includes(text),
      `${(100 * after.energy).toFixed(3)} %`);
    assert.equal((await said('energy'))[1], 'answer');
    return { before, after };
  };

  // Before anything reaches a wall: the momentum is what it was.
  const cradle = await go('cradle', 14);
  assert.ok(Math.abs(cradle.after.momentum.x / cradle.before.momentum.x - 1) < 1e-3);

  for (const speed of [20, 400]) {
    const { after } = await go('break', 600, speed);
    assert.ok(moving(after).every(({ at }) => Math.abs(at.x) < 5.5 && Math.abs(at.y) < 3), `break at ${speed} m/s`);
  }

  const { after: plates } = await go('plates', 60, 100);
  const [ball] = moving(plates);
  assert.ok(Math.abs(ball.at.y) < 0.12, `between the plates: ${ball.at.y}`);

  for (const [speed, more] of [[20, ''], [400, '&most=many']]) {
    const { after: paper } = await go('paper', 600, speed, more);
    assert.equal(paper.passed, 0, `${speed} m/s`);
    assert.deepEqual(await said('passed through paper'), ['none', 'answer']);
    await inPicture(paper, `paper at ${speed} m/s`);
  }
  await visitor.open('#/impacts?scene=paper&speed=400&most=few');
  await visitor.ask('step', 60);
  const few = await visitor.ask('state');
  assert.ok(few.passed > 0);
  const words = `${few.passed} times`;
  await page.waitForFunction(words => document.querySelector('.answers').textContent.includes(words), words);
  assert.equal((await said('energy'))[1], Math.abs(few.energy - 1) < 1e-3 ? 'answer' : 'touching');
  assert.deepEqual(await said('passed through paper'), [words, 'touching']);
  await inPicture(few, 'paper with few impacts');
}
