// SPDX-License-Identifier: MIT
//
// Bridge: the wheel gets over it, links bear what lies on it; cut, it falls; with a limit links break.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  const tightest = ({ links }) => Math.max(...links.map(it => it.tension));

  await visitor.open('#/bridge');
  await visitor.ask('step', 60);
  const alone = await state();
  let farthest = -Infinity, lowest = Infinity, most = 0;
  for (let i = 0; i < 60; i++) {
    await visitor.ask('step', 10);
    const now = await state();
    farthest = Math.max(farthest, now.wheel.x);
    lowest = Math.min(lowest, now.wheel.y);
    most = Math.max(most, tightest(now));
  }
  assert.ok(farthest > 6 && lowest > -0.5, `to ${farthest}, down to ${lowest}`);
  assert.ok(most > 1.5 * tightest(alone) && most < 10000, `${tightest(alone)} N alone, ${most} N under the wheel`);
  assert.equal((await state()).links.length, alone.whole);

  // A swipe from above to below in the middle cuts what it crosses.
  await visitor.open('#/bridge');
  await visitor.ask('step', 60);
  await visitor.drag([0.05, 3], [0.05, -3]);
  const cut = await state();
  assert.ok(cut.links.length < cut.whole);
  await visitor.ask('step', 120);
  const fallen = await state();
  assert.ok(Math.min(...fallen.planks.map(it => it.y)) < -0.5, 'it hangs');

  await visitor.page.locator('#control-cut').click();
  assert.equal((await state()).links.length, cut.links.length - 1);

  // A click drops a box, and the planks carry it.
  await visitor.open('#/bridge');
  const before = (await state()).bodies.length;
  await visitor.click(0, 1.5);
  await visitor.ask('step', 120);
  const { bodies } = await state();
  assert.equal(bodies.length, before + 1);
  assert.ok(Math.abs(bodies.at(-1).at.y - 0.5) < 0.5, `${bodies.at(-1).at.y}`);

  await visitor.open('#/bridge?wheel=500&breaks=on&limit=1');
  await visitor.ask('step', 400);
  const broken = await state();
  assert.ok(broken.links.length < broken.whole && broken.wheel.y < -1, JSON.stringify(broken.wheel));
}
