// SPDX-License-Identifier: MIT
//
// Ground that bends: whatever it does, what rides on it stays on it; the trampoline throws; waves go up and down, and
// back in time the sheet is as it was.

export default async function (visitor, assert) {
  for (const motion of ['waves', 'ripples', 'throws']) {
    await visitor.open(`#/bends3?motion=${motion}&count=6`);
    let highest = 0;
    for (let i = 0; i < 20; i++) {
      await visitor.ask('step', 12);
      const { above } = await visitor.ask('state');
      assert.equal(above.length, 6);
      assert.ok(Math.min(...above) > 0, `${motion}: ${above}`);
      highest = Math.max(highest, ...above);
    }
    if (motion === 'throws') assert.ok(highest > 1, `${highest}`);
  }
  await visitor.open('#/bends3?what=balls&count=1&high=0.5&friction=1');
  await visitor.ask('step', 240);
  const heights = [];
  for (let i = 0; i < 20; i++) {
    await visitor.ask('step', 10);
    heights.push((await visitor.ask('state')).crest);
  }
  assert.ok(Math.max(...heights) - Math.min(...heights) > 0.8, `${heights}`);
  await visitor.ask('step', 4);  // to a moment that is kept
  const before = await visitor.ask('state');
  await visitor.ask('step', 1);
  await visitor.keys(',');
  const after = await visitor.ask('state');
  assert.equal(after.hash, before.hash);
  assert.equal(after.crest, before.crest);
}
