// SPDX-License-Identifier: MIT
//
// Smash: the wall sleeps until it is hit, then wakes as a whole; momentum stays what it was.

import { moving, grey } from '../world.mjs';

export default async function (visitor, assert) {
  const first = await visitor.ask('state'), all = moving(first), heavy = all.at(-1);
  assert.equal(all.length, 16 * 24 + 1);
  assert.deepEqual([heavy.awake, heavy.velocity.x], [true, 12]);
  assert.ok(all.slice(0, -1).every(it => !it.awake && it.velocity.x === 0));
  const some = [...all.slice(0, 20), heavy], asleep = await grey(visitor, some);
  assert.ok(asleep.slice(0, -1).every(it => it) && !asleep.at(-1), 'what sleeps is grey');
  assert.equal((await visitor.ask('answers')).awake, 1);

  await visitor.ask('step', 20);
  assert.ok(moving(await visitor.ask('state')).slice(0, -1).every(it => !it.awake), 'nothing has touched it yet');
  await visitor.ask('step', 100);
  const later = moving(await visitor.ask('state'));
  assert.ok(later.every(it => it.awake));
  assert.ok(later.at(-1).velocity.x < 10, 'it has been slowed');
  const sum = axis => later.reduce((all, { mass, velocity }) => all + mass * velocity[axis], 0);
  const wanted = heavy.mass * 12;
  assert.ok(Math.abs(heavy.mass - 20 * 9) < 1e-3);
  assert.ok(Math.abs(sum('x') - wanted) < 1e-5 * wanted, `${sum('x')}, not ${wanted}`);
  assert.ok(Math.abs(sum('y')) < 1e-5 * wanted, `${sum('y')}`);
}
