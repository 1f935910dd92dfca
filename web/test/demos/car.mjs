// SPDX-License-Identifier: MIT
//
// Car: it stands on its springs, drives where it is told, and its wheels stay on their axles.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  await visitor.ask('step', 120);
  const still = await state();
  assert.ok(still.springs.every(x => x > 0.002 && x < 0.1), `springs give ${still.springs} m`);
  assert.ok(Math.abs(still.speed) < 0.1, `${still.speed} m/s`);
  await visitor.page.locator('.stage canvas').focus();
  await visitor.page.keyboard.down('ArrowRight');
  await visitor.ask('step', 240);
  const now = await state();
  assert.ok(now.car.x > still.car.x + 4, `${still.car.x} m to ${now.car.x} m`);
  assert.ok(now.aside < 5e-3, `hubs ${now.aside} m aside`);
  await visitor.page.keyboard.up('ArrowRight');
}
