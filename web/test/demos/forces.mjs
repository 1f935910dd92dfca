// SPDX-License-Identifier: MIT
//
// Forces: balls float as deep as their density says, by the area of a segment of a circle; wind carries what it should
// and is drawn as told; what pulls pulls, what bursts drives apart.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  const calm = 'wind=0&gusts=0&pull=0&fountain=0';
  const mean = all => all.reduce((sum, it) => sum + it.x, 0) / all.length;

  await visitor.open(`#/forces?${calm}`);
  await visitor.ask('step', 900);
  const still = await state();
  assert.equal(still.balls.length, 7);
  for (const { density, at } of still.balls) {
    const height = Math.max(-1, Math.min(1, (at.y + 1.9) / 0.33));  // of its centre above the water, in radii
    const under = (Math.acos(height) - height * Math.sqrt(1 - height * height)) / Math.PI;
    if (density < 1) assert.ok(Math.abs(under - density) < 0.02, `${density}: ${under} under`);
    else assert.ok(Math.abs(at.y + 4.4 - 0.33) < 0.01, `${density} has sunk to ${at.y}`);
  }
  assert.ok(still.air.every(({ x, y }) => x === 0 && y === 0));

  await visitor.open('#/forces?wind=8&gusts=0&pull=0');
  await visitor.ask('step', 300);
  const windy = await state();
  assert.ok(windy.air.every(({ x, y }) => Math.abs(x - 8) < 0.05 && Math.abs(y) < 0.05), JSON.stringify(windy.air[0]));
  assert.ok(mean(windy.knots) > mean(still.knots) + 0.2, 'the net is blown aside');
  assert.ok(windy.drops > 200 && windy.drops <= 251, `${windy.drops}`);
  await visitor.open('#/forces?wind=0&gusts=8&pull=0');
  await visitor.ask('step', 60);
  const speeds = (await state()).air.map(({ x, y }) => Math.hypot(x, y));
  const least = Math.min(...speeds), most = Math.max(...speeds);
  assert.ok(most > least + 1 && most < 8.01, `${least} to ${most}`);

  // The pointer pulls, and what bursts below the net drives it up.
  const far = ({ balls }) => Math.hypot(balls[0].at.x - 1.3, balls[0].at.y);
  await visitor.open(`#/forces?${calm.replace('pull=0', 'pull=80')}`);
  const { x, y } = await visitor.at(1.3, 0);
  await visitor.page.mouse.move(x, y);
  await visitor.ask('step', 120);
  const near = await state();
  assert.ok(Math.hypot(near.center.x - 1.3, near.center.y) < 0.1);
  assert.ok(far(near) < far(still) - 0.5, `${far(near)}, not ${far(still)}`);

  await visitor.open(`#/forces?${calm}`);
  await visitor.ask('step', 60);
  const before = await state(), lowest = before.knots.at(-4);
  await visitor.click(lowest.x, lowest.y - 0.5);
  assert.equal((await state()).bursts, 1);
  await visitor.ask('step', 10);
  assert.ok((await state()).knots.at(-4).y > lowest.y + 0.2);
}
