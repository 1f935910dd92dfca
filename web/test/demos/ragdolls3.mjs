// SPDX-License-Identifier: MIT
//
// Ragdolls in space: they come down the stairs, and limbs stay in their sockets.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  await visitor.open('#/ragdolls3?count=5');
  const before = await state();
  await visitor.ask('step', 240);
  const now = await state(), moving = now.bodies.filter(it => it.kind === 2);
  assert.equal(now.joints, 50);
  assert.ok(now.farthest < 3e-3, `${now.farthest} m apart`);
  const lower = now.bodies.filter((it, i) => it.kind === 2 && it.at.z < before.bodies[i].at.z - 1);
  assert.ok(lower.length > 10, `${lower.length} parts have come down`);
  assert.ok(moving.every(({ at }) => at.z > 0), 'none is in the ground');
}
