// SPDX-License-Identifier: MIT
//
// Shapes of space: faces, distances, hands that move, turn and go around, and what touches when all lie in one place.

const near = (a, b, by = 1e-4) => Math.abs(a - b) < by;
const length = ({ x, y, z }) => Math.hypot(x, y, z);
const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });

export default async function (visitor, assert) {
  let state = await visitor.ask('state');
  assert.deepEqual(state.faces.map((it, i) => (state.kinds[i] === 'hull' ? it > 6 : it)), [6, true, 2, 0, 0, 0, 0]);
  for (let i = 0; i < 20; i++) {
    await visitor.ask('step', 30);
    state = await visitor.ask('state');
    state.said.forEach(({ distance }, k) => assert.ok(near(Math.abs(distance), state.off[k])));
  }
  const probe = state.things.at(-1).at, ball = state.things[state.kinds.indexOf('sphere')].at;
  assert.ok(near(state.said[state.kinds.indexOf('sphere')].distance, length(sub(probe, ball)) - 0.85));

  // A drag moves a thing in the plane that one looks at; its knob turns it; the empty ground goes around.
  const { x, y } = state.things[0].seen.at;
  await visitor.drag([x, y], [x + 0.5, y + 0.6]);
  let after = await visitor.ask('state');
  const by = sub(after.things[0].at, state.things[0].at), to = sub(state.eye, state.things[0].at);
  assert.ok(length(by) > 0.5 && length(by) < 1.1, JSON.stringify(by));
  assert.ok(Math.abs(by.x * to.x + by.y * to.y + by.z * to.z) < 0.15 * length(by) * length(to), 'it stays as far away');
  assert.deepEqual(after.things[0].turn, state.things[0].turn);
  const { knob } = after.things[0].seen;
  await visitor.drag([knob.x, knob.y], [knob.x + 0.8, knob.y]);
  const turned = await visitor.ask('state');
  assert.deepEqual(turned.things[0].at, after.things[0].at);
  assert.ok(length(sub(turned.things[0].turn.x, after.things[0].turn.x)) > 0.2);
  assert.ok(near(length(turned.things[0].turn.x), 1));
  await visitor.drag([-5, 3], [-3, 3]);
  after = await visitor.ask('state');
  assert.ok(length(sub(after.eye, turned.eye)) > 1 && near(length(after.eye), length(turned.eye), 1));
  assert.deepEqual(after.things.map(it => it.at), turned.things.map(it => it.at));
  await visitor.keys('j', 'i');
  assert.ok(length(sub((await visitor.ask('state')).eye, after.eye)) > 0.5);

  // Everything asked for is drawn.
  for (const ask of ['support', 'bounds', 'mass']) {
    await visitor.open(`#/solids?ask=${ask}`);
    await visitor.ask('step', 2);
    await visitor.shoot(`solids-${ask}`);
  }

  // All in one place touch, and contain the point.
  const places = [...Array.from({ length: 7 }, () => '0_0_100_0_0_0'), '0_0_100'].join('_');
  await visitor.open(`#/solids?at=${places}&speed=0`);
  state = await visitor.ask('state');
  assert.ok(state.said.every(it => it.touches));
  assert.equal((await visitor.ask('answers')).touching, '7 of 7');
}
