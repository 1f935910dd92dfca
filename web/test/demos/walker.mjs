// SPDX-License-Identifier: MIT
//
// A character in space: it climbs the stairs by keys, jumps, rides lift and table, and walks all around by itself.

export default async function (visitor, assert) {
  const { page } = visitor, state = () => visitor.ask('state');
  const walk = async (key, steps) => {
    await page.keyboard.down(key);
    await visitor.ask('step', steps);
    await page.keyboard.up(key);
  };
  await page.locator('.stage canvas').focus();
  await visitor.ask('step', 20);
  await walk('ArrowRight', 110);
  let now = await state();
  assert.ok(now.grounded && now.at.z > 0.9 && now.climbed > 3, JSON.stringify(now.at));
  await walk('x', 2);
  await visitor.ask('step', 10);
  assert.ok(!(await state()).grounded && (await state()).jumps === 1);

  await visitor.open('#/walker?begin=lift');
  await visitor.ask('step', 60);
  now = await state();
  assert.ok(now.grounded && now.at.z > 0.8 && Math.abs(now.at.z - now.lift) < 0.05, JSON.stringify([now.at, now.lift]));
  await visitor.open('#/walker?begin=table');
  const before = (await state()).at;
  await visitor.ask('step', 60);
  now = await state();
  assert.ok(now.grounded && Math.hypot(now.at.x - before.x, now.at.y - before.y) > 0.5, JSON.stringify(now.at));

  await visitor.open('#/walker?alone=on&begin=hills');
  const heights = [];
  for (let i = 0; i < 10; i++) {
    await visitor.ask('step', 60);
    heights.push((await state()).at.z);
  }
  assert.ok(Math.max(...heights) > 1.5 && Math.min(...heights) > -0.1, JSON.stringify(heights));
}
