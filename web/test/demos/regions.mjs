// SPDX-License-Identifier: MIT
//
// Circle and polygon: region, distance and touch against the nearest point of every side, one after the other.

const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
const dot = (a, b) => a.x * b.x + a.y * b.y;

/** The nearest of all sides' points: which side, which part of it, how far. */
function nearest(corners, at) {
  return corners.map((from, i) => {
    const along = sub(corners[(i + 1) % corners.length], from);
    const part = Math.min(Math.max(dot(sub(at, from), along) / dot(along, along), 0), 1);
    const point = { x: from.x + part * along.x, y: from.y + part * along.y };
    return { i, part, distance: Math.hypot(at.x - point.x, at.y - point.y) };
  }).reduce((a, b) => (b.distance < a.distance ? b : a));
}

export default async function (visitor, assert) {
  const seen = new Set();
  let wrong = 0;
  for (const link of ['corners=3&radius=0.5', 'corners=6&radius=2&seed=4']) {
    await visitor.open(`#/regions?${link}&speed=3`);
    for (let i = 0; i < 40; i++) {
      await visitor.ask('step', 12);
      const { corners, ball, region, touching, sidesTouch, distance } = await visitor.ask('state');
      const { i: side, part, distance: far } = nearest(corners, ball.at);
      seen.add(region.kind).add(touching);
      wrong += sidesTouch !== touching;
      assert.ok(touching || !sidesTouch || region.kind === 'corner', 'sides alone are wrong at corners only');
      if (region.kind === 'side') assert.ok(region.number === side && part > 0 && part < 1);
      if (region.kind === 'corner') {
        assert.ok(region.number === (side + Math.round(part)) % corners.length && part % 1 === 0);
      }
      if (region.kind === 'inside') continue;
      assert.ok(Math.abs(distance + ball.radius - far) < 1e-4);
      if (Math.abs(distance) > 1e-4) assert.equal(touching, distance < 0);
    }
  }
  assert.ok(seen.has('side') && seen.has('corner') && seen.has(true) && seen.has(false));
  assert.ok(wrong > 0, 'a test of sides alone has never been wrong');

  // By hand: into the middle, and out again.
  await visitor.open('#/regions?speed=0');
  assert.equal((await visitor.ask('state')).touching, false);
  await visitor.drag([-5, 2.6], [0, 0]);
  let state = await visitor.ask('state');
  assert.deepEqual([state.region.kind, state.touching], ['inside', true]);
  assert.ok(Math.hypot(state.push.x, state.push.y) > state.ball.radius);
  for (let i = 0; i < 65; i++) await visitor.keys('ArrowRight');
  state = await visitor.ask('state');
  assert.ok(Math.abs(state.ball.at.x - 6.5) < 0.05);
  assert.equal(state.touching, false);
  await visitor.keys('n', 'e');
  assert.ok(Math.abs((await visitor.ask('state')).angle - (0.3 - Math.PI / 36)) < 1e-6);
}
