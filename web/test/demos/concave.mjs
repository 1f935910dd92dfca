// SPDX-License-Identifier: MIT
//
// Concave outlines: the push frees the probe, parts cover the outline, crossings are named, drawings are closed.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');
  const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 0.05;

  // Where the push ends, the probe touches hardly any more; a little farther it is free.
  let now = await state();
  assert.ok(now.touching && now.contacts > 0 && now.parts > 1);
  const { probe: { at }, push } = now;
  const around = ({ x, y }) => [[-0.3, 0], [0.3, 0], [0, -0.3], [0, 0.3]].map(([u, v]) => ({ x: x + u, y: y + v }));
  assert.ok((await visitor.colours(around(at))).filter(it => it === 'red').length > 2);
  assert.equal((await visitor.ask('answers')).depth, `${Math.hypot(push.x, push.y).toFixed(3)} m`);
  const depth = Math.hypot(push.x, push.y);
  const out = { x: at.x + push.x * (1 + 0.2 / depth), y: at.y + push.y * (1 + 0.2 / depth) };
  await visitor.drag([at.x, at.y], [out.x, out.y]);
  now = await state();
  assert.ok(near(now.probe.at, out));
  assert.equal(now.touching, false);
  assert.ok(now.distance > 0.1 && now.distance < 0.25, `${now.distance}`);
  assert.deepEqual(await visitor.colours(around(out)), Array(4).fill('yellow'));
  assert.equal((await visitor.ask('answers')).distance, `${now.distance.toFixed(3)} m`);
  const { angle } = now.probe;
  await visitor.keys('q', 'ArrowLeft');
  now = await state();
  assert.ok(now.probe.angle > angle && near(now.probe.at, { x: out.x - 0.1, y: out.y }));

  // A corner of the star is moved by keys, one is added to an edge by a click, and taken away.
  await visitor.keys('n', 'ArrowUp', 'ArrowUp');
  assert.ok(near((await state()).rings[0][0], { x: 0, y: 4.6 }));
  await visitor.click(-6.5, -4.5);
  assert.equal((await state()).rings[0].length, 15);
  await visitor.keys('Delete');
  assert.equal((await state()).rings[0].length, 14);

  // What crosses itself is refused, with the place; a corner is dragged, and it is cut.
  await visitor.open('#/concave?outline=bow');
  now = await state();
  assert.match(now.refused.message, /imp2_region_make/);
  assert.ok(near(now.refused.at, { x: 0, y: 0 }));
  assert.equal(now.parts, 0);
  await visitor.shoot('concave-crossing');
  await visitor.drag([4, 3], [-1, -2.6]);
  now = await state();
  assert.equal(now.refused, undefined);
  assert.ok(now.parts > 0);

  // Holes are holes: a ball in the middle of one touches nothing.
  await visitor.open('#/concave?outline=hole&probe=ball');
  await visitor.drag([1.9, 2.9], [-2, 0]);
  now = await state();
  assert.equal(now.rings.length, 3);
  assert.equal(now.touching, false);

  // One's own: four corners by clicks, and the first again.
  await visitor.keys('d');
  for (const corner of [[-4, -3], [4, -3], [0, -1], [0, 3]]) await visitor.click(...corner);
  now = await state();
  assert.ok(now.drawing && now.parts === 0);
  await visitor.click(-4, -3);
  now = await state();
  assert.ok(!now.drawing);
  assert.equal(now.rings[0].length, 4);
  assert.ok(now.parts > 1, 'it has a notch');
  assert.equal((await visitor.ask('frame')).values.outline, 'own');

  // The same by keyboard alone: two corners at once would be one.
  await visitor.keys('d');
  for (const way of ['ArrowLeft', 'ArrowRight', 'ArrowUp']) {
    await visitor.keys('Enter');
    for (let i = 0; i < 10; i++) await visitor.keys(way);
  }
  await visitor.keys('c');
  now = await state();
  assert.deepEqual([now.drawing, now.rings[0].length, now.parts], [false, 3, 1]);
  await visitor.shoot('concave-own');
}
