// SPDX-License-Identifier: MIT
//
// Clock: a tooth with each swing there and back, hands in their ratios, ropes as long as they are; without a weight it
// stops.

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

  await visitor.open('#/clock?weight=0');
  await visitor.ask('step', 2400);
  const { beats } = await state();
  await visitor.ask('step', 600);
  const later = await state();
  assert.ok(later.escape > -2 && Math.abs(later.swing) < 0.06, `${beats} beats, ${later.escape}, ${later.swing}`);
}
