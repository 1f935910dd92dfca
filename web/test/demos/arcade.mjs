// SPDX-License-Identifier: MIT
//
// Arcade room: slopes below the angle of friction hold, steeper ones do not; a bounce is as high as its square; and
// nothing passes a wall at any speed, as long as sweeps move it.

export default async function (visitor, assert) {
  const things = async () => (await visitor.ask('state')).things;
  const bare = 'count=0&rain=off';

  // Dropped on the slopes of 20 and 50 degrees: one comes to rest there to the last bit, the other goes on down.
  await visitor.open(`#/arcade?${bare}&bounce=0`);
  await visitor.click(-3, -1.8);
  await visitor.click(6, -1.6);
  await visitor.ask('step', 90);
  let [gentle, steep] = await things();
  assert.ok(gentle.resting && Math.abs(gentle.at.x + 3) < 0.2 && gentle.at.y > -3);
  assert.ok(steep.at.x > 6.3 || steep.at.y < -3.5);
  const { at } = gentle;
  await visitor.ask('step', 300);
  [gentle, steep] = await things();
  assert.deepEqual(gentle.at, at);
  assert.ok(steep.resting && steep.at.y < -4.5, 'it has come to rest on the floor');

  // With less static friction the same slope does not hold.
  await visitor.page.locator('#control-static').focus();
  await visitor.keys('Home');
  await visitor.page.locator('#control-friction').focus();
  await visitor.keys('Home');
  await visitor.ask('step', 60);
  assert.ok((await things())[0].at.x > at.x + 0.5);

  // A ball that falls freely onto the floor comes back to a quarter of the height with a bounce of one half.
  await visitor.open(`#/arcade?${bare}&bounce=0.5`);
  await visitor.click(7.4, 2);
  const [{ at: from }] = await things();
  let low = from.y, high = -Infinity, risen = false;
  for (let i = 0; i < 150; i++) {
    await visitor.ask('step', 1);
    const [{ at: { y }, velocity }] = await things();
    risen ||= velocity.y > 0;
    if (!risen) low = Math.min(low, y);
    else if (velocity.y < 0) break;
    else high = Math.max(high, y);
  }
  assert.ok(risen);
  const share = (high + 5 - 0.3) / (from.y + 5 - 0.3);
  assert.ok(share > 0.2 && share < 0.3, `${share}`);

  // Kicked at 60 m/s, again and again: all stay inside. Without sweeps, not all do.
  await visitor.open('#/arcade?count=40&bounce=1');
  for (let i = 0; i < 5; i++) {
    await visitor.keys('k');
    await visitor.ask('step', 60);
    const inside = (await things()).every(it => Math.abs(it.at.x) < 8 && Math.abs(it.at.y) < 5);
    assert.ok(inside);
  }
  assert.equal((await visitor.ask('state')).lost, 0);
  await visitor.open('#/arcade?count=40&bounce=1&sweeps=off');
  await visitor.keys('k');
  await visitor.ask('step', 120);
  assert.ok((await visitor.ask('state')).lost > 0);
}
