// SPDX-License-Identifier: MIT
//
// Rectangle study: who errs in the named cases, and that two rectangles follow the hands.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  const CORNERS = ['cornersPublished', 'feetPublished'];
  const wrong = {
    past: ['circles', 'outcodesPublished'], crossed: CORNERS, poking: CORNERS, right: [], inside: [], nested: [],
    near: ['circles'], thin: null,
  };
  for (const [pair, names] of Object.entries(wrong)) {
    await visitor.page.locator('#control-pair').selectOption(pair);
    const { exact, said } = await state();
    assert.equal(exact, !['past', 'near'].includes(pair), pair);
    const erring = Object.keys(said).filter(name => said[name].touch !== exact);
    if (names) assert.deepEqual(erring, names, pair);
    for (const name of ['corners', 'feet', 'outcodes', 'axes']) {
      assert.equal(said[name].touch, exact, `${name} ${pair}`);
    }
    for (const { operations } of Object.values(said)) assert.ok(operations >= 8 && operations <= 184);
    const answers = await visitor.ask('answers');
    assert.equal(answers['exact: imp2.overlap'], exact ? 'yes' : 'no');
    for (const [name, words] of [['axes', 'Separating axes'], ['circles', 'Circles']]) {
      const { touch, operations } = said[name];
      const told = `${touch ? 'yes' : 'no'}${touch === exact ? '' : ', wrong'}`;
      assert.equal(answers[`${words} · ${operations} operations`], told);
    }
  }

  // Drawn for each way.
  const ways = await visitor.page.$$eval('#control-way option', options => options.map(it => it.value));
  assert.equal(ways.length, 8);
  await visitor.page.locator('#control-pair').selectOption('crossed');
  for (const way of ways) {
    await visitor.page.locator('#control-way').selectOption(way);
    await visitor.page.waitForTimeout(50);
    await visitor.shoot(`rectangles-${way}`);
  }

  // B is dragged away from the bars' crossing, then turned; a corner changes its size.
  await visitor.page.locator('#control-way').selectOption('circles');
  assert.deepEqual(await visitor.colours([{ x: 1.2, y: 0.2 }]), ['red']);
  await visitor.drag([0.1, 0.8], [2.1, 0.8]);
  assert.deepEqual(await visitor.colours([{ x: 0.8, y: 0.15 }]), ['yellow']);
  let now = await state();
  assert.ok(Math.abs(now.rects[1].at.x - 2) < 0.05);
  assert.equal(now.exact, false);
  const { angle } = now.rects[1];
  await visitor.keys('q', 'q', 'Shift+ArrowUp');
  now = await state();
  assert.ok(now.rects[1].angle > angle + 0.1);
  const grip = now.grips[1], { half } = now.rects[1];
  await visitor.drag([grip.x, grip.y], [grip.x + 0.3, grip.y + 0.2]);
  now = await state();
  assert.ok(Math.hypot(now.rects[1].half.x - half.x, now.rects[1].half.y - half.y) > 0.2);
  assert.equal(now.rects[0].half.x, 1.6);
  // The same by the keyboard: A, then B, then the grip of A.
  await visitor.keys('Escape', 'n', 'n', 'n', 'ArrowRight');
  now = await state();
  assert.ok(now.rects[0].half.x > 1.6);
}
