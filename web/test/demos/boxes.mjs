// SPDX-License-Identifier: MIT
//
// Boxes: a click adds, a drag moves, Delete removes; and what is red is what touches, by four comparisons.

import { crowdIsRight } from '../crowd.mjs';

const touch = (a, b) =>
  Math.abs(a.at.x - b.at.x) <= a.half.x + b.half.x && Math.abs(a.at.y - b.at.y) <= a.half.y + b.half.y;

export default async function (visitor, assert) {
  await crowdIsRight(visitor, assert, touch);

  await visitor.open('#/boxes?count=0&size=2');
  await visitor.click(-2, 0);
  await visitor.click(3, 0);
  let { things } = await visitor.ask('state');
  assert.equal(things.length, 2);
  assert.deepEqual(things.map(it => it.touching), [false, false]);
  await visitor.drag([3, 0], [-1.5, 0]);
  ({ things } = await visitor.ask('state'));
  assert.ok(Math.abs(things[1].at.x + 1.5) < 0.05);
  assert.deepEqual(things.map(it => it.touching), [true, true]);
  for (let i = 0; i < 40; i++) await visitor.keys('ArrowRight');
  ({ things } = await visitor.ask('state'));
  assert.ok(Math.abs(things[1].at.x - 2.5) < 0.05);
  assert.deepEqual(things.map(it => it.touching), [false, false]);
  await visitor.keys('Delete');
  assert.equal((await visitor.ask('state')).things.length, 1);
  assert.equal((await visitor.ask('answers'))['boxes'], 1);
}
