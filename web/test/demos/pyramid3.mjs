// SPDX-License-Identifier: MIT
//
// Pyramid in space: it stands and sleeps; what is thrown flies where one looks and wakes it; a hand lifts what it
// holds; and from any moment on the bar the same comes again, to the bit. What is tried of hands and time holds for
// all worlds of space.

export default async function (visitor, assert) {
  const { page } = visitor, state = () => visitor.ask('state');
  await visitor.open('#/pyramid3?base=3');
  await visitor.ask('step', 90);
  let now = await state();
  const boxes = now.bodies.filter(it => it.kind === 2), top = boxes.at(-1), { energy, hash } = now;
  assert.equal(boxes.length, 14);
  for (const { at, up, awake } of boxes) {
    assert.ok(!awake && up.z > 0.9999 && Math.abs(at.z - Math.floor(at.z) - 0.5) < 0.01, JSON.stringify(at));
  }
  assert.equal((await visitor.ask('answers')).hash.replace(' ', ''), hash);

  // A click throws a ball at the topmost box.
  await visitor.click(top.seen.x, top.seen.y);
  await visitor.ask('step', 1);
  assert.equal((await state()).bodies.length, 16);
  await visitor.ask('step', 59);
  now = await state();
  const thrown = now.hash, hit = now.bodies.filter(it => it.kind === 2)[13];
  assert.ok(Math.hypot(hit.at.x - top.at.x, hit.at.y - top.at.y) > 0.3 && now.energy !== energy, JSON.stringify(hit));

  // Back by the bar, to where it flies, and on again.
  await page.locator('#time').fill('120');
  now = await state();
  assert.deepEqual([now.steps, now.bodies.length, now.hash === thrown], [120, 16, false]);
  await visitor.ask('step', 30);
  assert.equal((await state()).hash, thrown);
  await page.locator('#time').fill('90');
  assert.deepEqual([(await state()).hash, (await state()).bodies.length], [hash, 15]);
  await page.locator('.stage canvas').focus();
  await visitor.keys(',');
  assert.equal((await state()).steps, 84);

  // A hand lifts the topmost one, and lets it fall.
  const a = await visitor.at(top.seen.x, top.seen.y), b = await visitor.at(top.seen.x, top.seen.y + 1.5);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await visitor.ask('step', 60);
  const lifted = await state(), { at } = lifted.bodies[lifted.chosen];
  assert.ok(lifted.held && at.z > top.at.z + 0.6 && lifted.bodies[lifted.chosen].awake, JSON.stringify(at));
  await page.mouse.up();
  await visitor.ask('step', 60);
  now = await state();
  assert.ok(!now.held && now.bodies[lifted.chosen].at.z < at.z - 0.4);
}
