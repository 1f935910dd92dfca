// SPDX-License-Identifier: MIT
//
// Hourglass: all runs down, nothing gets out, also when it is turned or shaken; with friction there is a heap, without
// none.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  await visitor.open('#/hourglass?count=300');
  await visitor.ask('step', 120);
  const first = await state();
  assert.ok(first.flow > 20 && first.above < 300, JSON.stringify(first));
  await visitor.ask('step', 780);
  let now = await state();
  assert.ok(now.above < 10 && now.outside === 0, JSON.stringify(now));
  assert.ok(now.heap > 5 && now.heap < 45, `a heap of ${now.heap}°`);
  const { time, heap } = now;

  // Turned: it stands again after less than four seconds, and it begins anew.
  await visitor.page.locator('#control-turn').click();
  for (let i = 0; i < 12; i++) {
    await visitor.ask('step', 20);
    now = await state();
    assert.equal(now.outside, 0, `at ${now.angle}`);
  }
  assert.ok(Math.abs(now.angle - Math.PI) < 1e-3 && now.time > 0 && now.time < Math.min(time, 2), JSON.stringify(now));
  assert.ok(now.above > 150);

  // By hand, and back by keys.
  await visitor.drag([0, 3], [3, 0]);
  await visitor.ask('step', 150);
  now = await state();
  assert.ok(Math.abs(now.angle - Math.PI / 2) < 0.1, `${now.angle}`);
  await visitor.page.locator('.stage canvas').focus();
  await visitor.keys('q', 'q');
  await visitor.ask('step', 60);
  assert.ok(Math.abs((await state()).angle - now.angle - Math.PI / 6) < 1e-3);
  assert.equal((await state()).outside, 0);

  await visitor.open('#/hourglass?count=300&friction=0&rolling=0');
  await visitor.ask('step', 900);
  now = await state();
  assert.ok(now.above === 0 && now.heap < Math.min(5, heap / 2), `without friction: ${now.heap}°, not ${heap}°`);
}
