// SPDX-License-Identifier: MIT
//
// Pairs of shapes: what is said of two agrees, and a push parts them.

const length = ({ x, y, z }) => Math.hypot(x, y, z);
const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });

export default async function (visitor, assert) {
  const seen = new Set();
  const kinds = ['box', 'hull', 'triangle', 'sphere', 'capsule', 'cylinder', 'cone'];
  for (const [i, a] of kinds.entries()) {
    for (const b of [a, kinds[(i + 1) % kinds.length], kinds[(i + 3) % kinds.length]]) {
      await visitor.open(`#/contacts?a=${a}&b=${b}&seed=${i + 1}`);
      for (let k = 0; k < 3; k++) {
        await visitor.ask('step', 40);
        const { touching, nearest, manifold } = await visitor.ask('state');
        seen.add(touching);
        assert.equal(touching, manifold.count > 0, `${a}, ${b}`);
        assert.equal(touching, nearest.distance <= 0, `${a}, ${b}`);
        assert.equal(manifold.points.length, manifold.count);
        assert.ok(Math.abs(length(nearest.normal) - 1) < 1e-5);
        assert.ok(Math.abs(length(sub(nearest.pointA, nearest.pointB)) - Math.abs(nearest.distance)) < 1e-3);
        if (touching) assert.ok(Math.abs(manifold.depth + nearest.distance) < 1e-3, `${a}, ${b}`);
      }
      await visitor.ask('press', 'push');
      await visitor.ask('step', 1);
      const { nearest } = await visitor.ask('state');
      assert.ok(nearest.distance > -1e-4, `${a}, ${b}: ${nearest.distance}`);
    }
  }
  assert.equal(seen.size, 2);

  // By hand: B is taken away, and with a margin has points again before it touches.
  await visitor.open('#/contacts?a=sphere&b=sphere&spin=0');
  let state = await visitor.ask('state');
  assert.equal(state.touching, true);
  const { x, y } = state.pair[1].seen.at;
  await visitor.drag([x, y], [x + 1, y]);
  state = await visitor.ask('state');
  assert.deepEqual([state.touching, state.manifold.count], [false, 0]);
  assert.match((await visitor.ask('answers'))['the two'], /apart/);
  const { distance } = state.nearest;
  assert.ok(Math.abs(length(sub(state.pair[0].at, state.pair[1].at)) - 1.7 - distance) < 1e-4);
  await visitor.page.waitForFunction(() => location.hash.includes('at='));
  await visitor.follow(`${await visitor.page.evaluate(() => location.hash)}&margin=0.5`);
  state = await visitor.ask('state');
  assert.equal(state.manifold.count, distance < 0.5 ? 1 : 0);
}
