// SPDX-License-Identifier: MIT
//
// Clock: a tooth with each swing there and back, hands in their ratios, ropes as long as they are; with too light
// a weight it swings less and less.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  await visitor.open('#/clock');
  const before = await state();
  await visitor.ask('step', 1800);
  const now = await state();
  assert.ok(now.beats > 25 && now.beats < 35, `${now.beats} beats`);
  const teeth = -now.escape / (2 * Math.PI) * 15;
  assert.ok(Math.abs(teeth - now.beats / 2) < 1, `${teeth} teeth in ${now.beats} beats`);
  assert.ok(Math.abs(now.beat / now.alone - 1) < 0.05, `${now.beat} s a beat, not ${now.alone}`);
  assert.ok(Math.abs(12 * now.hour - now.minute) < 1e-5, `${now.hour}, ${now.minute}`);
  assert.ok(Math.abs(20 * now.drum - now.escape) < 1e-4, `${now.drum}, ${now.escape}`);
  const sunk = before.weight.y - now.weight.y, risen = now.counter.y - before.counter.y;
  assert.ok(sunk > 0.005 && Math.abs(risen - 2 * sunk) < 1e-4, `${sunk} m down, ${risen} m up`);
  assert.ok(Math.abs(sunk + 0.5 * 0.07 * now.drum) < 1e-4, `${sunk} m, the drum by ${now.drum}`);

  // What falls keeps it going: how far it swings after a minute, with a weight and with one that the small one holds.
  const swings = [];
  for (const weight of [1.8, 0.4]) {
    await visitor.open(`#/clock?weight=${weight}`);
    await visitor.ask('step', 3600);
    let most = 0;
    for (let i = 0; i < 12; i++) {
      await visitor.ask('step', 10);
      most = Math.max(most, Math.abs((await state()).swing));
    }
    swings.push(most);
  }
  assert.ok(swings[0] > 0.14 && swings[1] < 0.8 * swings[0], `${swings}`);
}
