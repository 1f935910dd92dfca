// SPDX-License-Identifier: MIT
//
// Ragdolls: they come down, limbs stay in their sockets and within their limits; one more falls where one clicks.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  await visitor.open('#/ragdolls');
  const before = await state();
  await visitor.ask('step', 400);
  const now = await state();
  assert.equal(now.joints, before.joints);
  assert.ok(now.farthest < 2e-3 && now.past < 0.02, `${now.farthest} m apart, ${now.past} rad past limits`);
  const lower = now.bodies.filter((it, i) => it.kind === 2 && it.at.y < before.bodies[i].at.y - 1);
  assert.ok(lower.length > 10, `${lower.length} parts have come down`);
  await visitor.click(2, 7);
  await visitor.page.locator('#control-kick').click();
  await visitor.ask('step', 200);
  const more = await state();
  assert.equal(more.joints, now.joints + 9);
  assert.ok(more.farthest < 5e-3, `${more.farthest} m apart`);
}
