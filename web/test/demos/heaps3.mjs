// SPDX-License-Identifier: MIT
//
// Heaps of concave things: what falls comes to lie on the ground or on others; bowls lie in each other, where their
// parts are not so coarse that they tip onto a facet.

export default async function (visitor, assert) {
  const moving = async () => (await visitor.ask('state')).bodies.filter(it => it.kind === 2);
  for (const what of ['hares', 'hooks']) {
    await visitor.open(`#/heaps3?what=${what}&count=4&tolerance=15`);
    assert.ok(Number((await visitor.ask('answers'))['convex parts']) > 2);
    await visitor.ask('step', 150);
    for (const { at, velocity } of await moving()) {
      assert.ok(at.z > 0 && at.z < 2.6 && Math.hypot(velocity.x, velocity.y, velocity.z) < 3, JSON.stringify(at));
    }
  }
  await visitor.open('#/heaps3?what=bowls&count=6&tolerance=4');
  await visitor.ask('step', 200);
  const bowls = await moving();
  assert.equal(bowls.length, 6);
  for (const { up } of bowls) assert.ok(up.z > 0.9, JSON.stringify(up));
  for (let k = 0; k < 3; k++) {
    // The upper one of each three is less than its own height above the lower one.
    const [low, high] = [bowls[k].at, bowls[k + 3].at], apart = high.z - low.z;
    assert.ok(apart > 0.1 && apart < 0.5 && Math.hypot(high.x - low.x, high.y - low.y) < 0.3, `${apart}`);
  }
}
