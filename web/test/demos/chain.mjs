// SPDX-License-Identifier: MIT
//
// Ball and chain: joints do not come apart, also where the ball meets the wall, and where the chain is cut.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  for (const ratio of [1, 300, 10000]) {
    await visitor.open(`#/chain?ratio=${ratio}`);
    await visitor.ask('step', 60);
    const { farthest, pull } = await state();
    assert.ok(farthest < 5e-4, `1 : ${ratio}, joints ${farthest} m apart`);
    await visitor.ask('step', 180);  // through the wall
    const { farthest: then } = await state();
    assert.ok(then < 5e-3, `1 : ${ratio}, joints ${then} m apart`);
    assert.ok(pull > ratio * 5, `${pull} N`);
  }
  await visitor.open('#/chain');
  await visitor.ask('step', 30);
  const before = await state();
  await visitor.page.locator('#control-cut').click();
  await visitor.ask('step', 120);
  const after = await state();
  assert.equal(after.joints, before.joints - 1);
  assert.ok(after.apart < 5e-3, `cut, joints ${after.apart} m apart`);
}
