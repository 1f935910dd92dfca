// SPDX-License-Identifier: MIT
//
// Pyramid: it stands, sleeps and stays as it is to the last bit; what is pulled follows the finger and wakes the rest;
// arrows of contacts are there when they are asked for. What is tried of hands holds for all worlds.

import { moving, grey, pull } from '../world.mjs';

export default async function (visitor, assert) {
  const { page } = visitor, state = () => visitor.ask('state');
  await visitor.open('#/pyramid?base=10');
  assert.ok((await grey(visitor, moving(await state()))).every(it => !it), 'all are awake at first');
  await visitor.ask('step', 240);
  let now = await state();
  const boxes = moving(now);
  assert.equal(boxes.length, 55);
  for (const { at, angle, awake } of boxes) {
    assert.ok(!awake && Math.abs(angle) < 0.005 && Math.abs(at.y - Math.floor(at.y) - 0.5) < 0.02, JSON.stringify(at));
  }
  assert.ok((await grey(visitor, boxes)).every(it => it), 'what sleeps is grey');
  assert.equal((await visitor.ask('answers')).awake, 0);
  assert.equal((await visitor.ask('answers')).hash.replace(' ', ''), now.hash);
  await visitor.ask('step', 60);
  assert.equal((await state()).hash, now.hash);

  // The topmost is lifted, by a corner or not, and all that it had stood on has woken up.
  const top = boxes.at(-1).at, to = { x: top.x + 2, y: top.y + 1.5 };
  const drop = await pull(visitor, { x: top.x + 0.3, y: top.y + 0.2 }, { x: to.x + 0.3, y: to.y + 0.2 }, 90);
  now = await state();
  const held = moving(now).at(-1), { x, y } = held.at;
  const c = Math.cos(held.angle), s = Math.sin(held.angle);
  const point = { x: x + 0.3 * c - 0.2 * s, y: y + 0.3 * s + 0.2 * c };
  assert.ok(Math.hypot(point.x - to.x - 0.3, point.y - to.y - 0.2) < 0.1, JSON.stringify([point, to]));
  assert.ok(now.held && held.awake);
  await drop();
  await visitor.ask('step', 60);
  now = await state();
  assert.ok(!now.held && moving(now).at(-1).at.y < y - 1, 'it falls when it is let go');
  assert.ok(moving(now).some(it => !it.awake) || now.contacts > 0);

  // Keys: the next one, pulled upward while the key is down; taken out; another thing by a click.
  await page.locator('.stage canvas').focus();
  await visitor.keys('Escape', 'n');
  const { chosen, bodies } = await state();
  assert.equal(bodies[chosen].kind, 2);
  await page.keyboard.down('ArrowLeft');
  await visitor.ask('step', 30);
  await page.keyboard.up('ArrowLeft');
  assert.ok((await state()).bodies[chosen].at.x < bodies[chosen].at.x - 0.3);
  await visitor.keys('Delete');
  assert.equal((await state()).bodies.length, bodies.length - 1);
  await visitor.click(5, 8);
  assert.equal((await state()).bodies.length, bodies.length);

  // Contacts: what stands on the ground has an arrow there.
  await visitor.open('#/pyramid?base=2');
  await visitor.ask('step', 120);
  const above = [{ x: -0.02, y: 0.12 }, { x: 0.02, y: 0.12 }, { x: 0, y: 0.12 }];
  assert.ok(!(await visitor.colours(above)).includes('blue'));
  await page.locator('#control-contacts').click();
  assert.ok((await visitor.colours(above)).includes('blue'));
}
