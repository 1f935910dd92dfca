// SPDX-License-Identifier: MIT
//
// Car on hills: it goes around by itself as far as its speed says, on its wheels; by keys it turns to their side;
// without bars it leans more.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  await visitor.open('#/car3');
  await visitor.ask('step', 180);
  let way = 0, far = 0, last = (await state()).car;
  for (let i = 0; i < 15; i++) {
    await visitor.ask('step', 20);
    const { car, speed, up } = await state();
    way += speed / 3;
    far += Math.hypot(car.x - last.x, car.y - last.y, car.z - last.z);
    last = car;
    assert.ok(up > 0.7, `${up}`);
  }
  const now = await state();
  assert.ok(way > 30 && far > 0.9 * way, `${far} m far, of ${way}`);
  assert.ok(now.goal > 3 && now.aside < 3e-3, `gate ${now.goal}, hubs ${now.aside} m aside`);

  await visitor.open('#/car3?alone=off&rough=0');
  await visitor.page.locator('.stage canvas').focus();
  for (const key of ['ArrowUp', 'ArrowLeft']) await visitor.page.keyboard.down(key);
  await visitor.ask('step', 240);
  const turned = await state();
  for (const key of ['ArrowUp', 'ArrowLeft']) await visitor.page.keyboard.up(key);
  assert.ok(turned.car.y > -22, `${turned.car.x}, ${turned.car.y}`);

  const leans = [];
  for (const bars of ['on', 'off']) {
    await visitor.open(`#/car3?rough=0&speed=14&bars=${bars}`);
    await visitor.ask('step', 200);
    let sum = 0;
    for (let i = 0; i < 4; i++) {
      await visitor.ask('step', 30);
      const { springs } = await state();
      sum += Math.abs(springs[0] - springs[1]) + Math.abs(springs[2] - springs[3]);
    }
    leans.push(sum);
  }
  assert.ok(leans[0] < 0.8 * leans[1], `${leans}`);
}
