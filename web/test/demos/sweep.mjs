// SPDX-License-Identifier: MIT
//
// Sweep: the time of a circle against the wall by hand, tests at the ends of steps by hand, and what hands change.

const close = (a, b, by = 1e-4) => Math.abs(a - b) < by;

export default async function (visitor, assert) {
  // A circle of 0.7 flies level from (-6, 1) at a wall of radius 0.06 at x = 1.2.
  await visitor.open('#/sweep?x=12&y=0&steps=3');
  let state = await visitor.ask('state');
  assert.equal(state.first.name, 'the wall');
  assert.ok(close(state.first.time, (7.2 - 0.76) / 12));
  assert.ok(close(state.first.normal.x, -1) && close(state.first.normal.y, 0));
  assert.ok(close(state.first.point.x, 1.2 - 0.06) && close(state.first.point.y, 1));
  assert.equal(state.missed, true);
  assert.match((await visitor.ask('answers'))['tests that touch'], /0 of 3: missed/);

  // More steps: each test is right, and one of them sees the wall.
  for (const steps of [5, 10, 30]) {
    await visitor.open(`#/sweep?x=12&y=0&steps=${steps}`);
    state = await visitor.ask('state');
    assert.equal(state.tests.length, steps);
    for (const { time, touches } of state.tests.filter(it => it.time < 0.75)) {  // the box is behind
      assert.equal(touches, Math.abs(-6 + 12 * time - 1.2) <= 0.76);
    }
    assert.equal(state.missed, state.tests.every(it => !it.touches));
  }
  assert.equal(state.missed, false);

  // The tip is dragged: away from everything, and the link says so.
  await visitor.drag([6, 1], [-6, 5]);
  state = await visitor.ask('state');
  assert.ok(close(state.motion.x, 0, 0.06) && close(state.motion.y, 4, 0.06));
  assert.equal(state.first, undefined);
  assert.match(await visitor.page.evaluate(() => location.hash), /y=(3\.9|4)/);

  // The wall is taken away by mouse: then the circle meets nothing; keys bring it back.
  await visitor.open('#/sweep?x=9&y=0');
  await visitor.drag([1.2, 1], [1.2, -4.5]);
  assert.equal((await visitor.ask('state')).first, undefined);
  for (let i = 0; i < 40; i++) await visitor.keys('ArrowUp');
  state = await visitor.ask('state');
  assert.equal(state.first.name, 'the wall');

  // By keys alone: the last thing is the tip.
  await visitor.open('#/sweep?x=12&y=0');
  await visitor.keys('p', 'ArrowUp', 'Shift+ArrowLeft');
  const { motion } = await visitor.ask('state');
  assert.deepEqual(motion, { x: 11.99, y: 0.1 });

  // With a turn it is met no later than it may be, and as near as no eye can tell.
  await visitor.open('#/sweep?shape=box&x=12&y=0&turn=90');
  state = await visitor.ask('state');
  const t = state.first.time, angle = t * Math.PI / 2;
  const reach = 0.6 * (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)));
  assert.ok(close(-6 + 12 * t + reach + 0.06, 1.2, 2e-3));
}
