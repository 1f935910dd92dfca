// SPDX-License-Identifier: MIT
//
// Ball and chain in space: joints do not come apart, whatever hangs on them, also through the wall; cut, it falls.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  for (const ratio of [10, 1000, 10000]) {
    await visitor.open(`#/chain3?ratio=${ratio}`);
    await visitor.ask('step', 60);
    const { farthest, pull } = await state();
    assert.ok(farthest < 2e-4 && pull > 5 * ratio, `1 : ${ratio}, joints ${farthest} m apart, ${pull} N`);
    await visitor.ask('step', 120);
    const { farthest: then } = await state();
    assert.ok(then < 5e-3, `1 : ${ratio}, joints ${then} m apart`);
  }
  await visitor.open('#/chain3');
  const { joints } = await state();
  await visitor.ask('step', 30);
  await visitor.page.locator('#control-cut').click();
  await visitor.ask('step', 90);
  const after = await state();
  assert.equal(after.joints, joints - 1);
  assert.ok(after.bodies.at(-1).at.z < 1, `the ball is ${after.bodies.at(-1).at.z} m high`);
}
