// SPDX-License-Identifier: MIT
//
// Circles: as boxes, and the pairs that touch are fewer than those that the index names.

import { crowdIsRight } from '../crowd.mjs';

const apart = (a, b) => Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y) - a.radius - b.radius;

export default async function (visitor, assert) {
  await crowdIsRight(visitor, assert, (a, b) => apart(a, b) <= 0, async pairs => {
    assert.ok(parseInt((await visitor.ask('answers'))['pairs asked about'], 10) >= pairs);
  });

  await visitor.open('#/circles?count=0&radius=1');
  await visitor.keys('Enter', 'Enter');
  let { things, chosen } = await visitor.ask('state');
  assert.equal(chosen, 1);
  assert.deepEqual(things.map(it => it.touching), [true, true]);
  for (let i = 0; i < 30; i++) await visitor.keys('ArrowUp');
  await visitor.keys('p', 'Shift+ArrowLeft');
  ({ things, chosen } = await visitor.ask('state'));
  assert.equal(chosen, 0);
  assert.ok(Math.abs(things[0].at.x + 0.01) < 1e-6);
  assert.deepEqual(things.map(it => it.touching), [false, false]);
}
