// SPDX-License-Identifier: MIT
//
// Sweep in space: the time of a ball against the wall by hand, turns that are never late, and what hands change.

const dot = (a, b) => a.x * b.x + a.y * b.y + a.z * b.z;
const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });

export default async function (visitor, assert) {
  await visitor.open('#/flight?shape=sphere');
  let state = await visitor.ask('state');
  const wall = state.things[0], n = wall.turn.x, radius = 0.85 * 0.6, { at } = state.mover;
  const time = (-0.04 - radius - dot(sub(at, wall.at), n)) / dot(state.motion, n);
  assert.equal(state.first.name, 'the wall');
  assert.ok(Math.abs(state.first.time - time) < 1e-5, `${state.first.time}, ${time}`);
  assert.ok(Math.abs(dot(state.first.normal, n) + 1) < 1e-5);

  // Every shape, straight and turning: it is stopped by the wall, and no later than its middle is there.
  for (const shape of ['box', 'hull', 'triangle', 'capsule', 'cylinder', 'cone']) {
    for (const turn of [0, 200]) {
      await visitor.open(`#/flight?shape=${shape}&turn=${turn}`);
      const { first, mover, motion } = await visitor.ask('state');
      const late = (-0.04 - dot(sub(mover.at, wall.at), n)) / dot(motion, n);
      assert.ok(first && first.name === 'the wall' && first.time > 0.2 && first.time < late, `${shape}, ${turn}`);
    }
  }

  // The tip is dragged up and away: then nothing is met.
  await visitor.open('#/flight');
  state = await visitor.ask('state');
  const tip = state.things.at(-1).seen.at;
  await visitor.drag([tip.x, tip.y], [-3.5, 2.9]);
  state = await visitor.ask('state');
  assert.equal(state.first, undefined);
  assert.equal((await visitor.ask('answers'))['first meets'], 'nothing');
  await visitor.ask('step', 30);

  // The wall is taken out of the way by keys, and the stone behind it or nothing is met.
  await visitor.open('#/flight');
  await visitor.keys('n', ...Array.from({ length: 40 }, () => 'ArrowUp'));
  state = await visitor.ask('state');
  assert.ok(state.first?.name !== 'the wall');
  await visitor.keys('s', 'Shift+w', 'e', 't');
  assert.equal((await visitor.ask('frame')).error, '');
}
