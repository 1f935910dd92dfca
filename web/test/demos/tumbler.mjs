// SPDX-License-Identifier: MIT
//
// Tumbler: it turns as fast as it is told, also when that is changed, and nothing gets out of it.

import { DYNAMIC } from '../world.mjs';

export default async function (visitor, assert) {
  const turned = (a, b) => ((b - a) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI);
  const drum = async () => (await visitor.ask('state')).bodies.find(it => it.kind !== DYNAMIC);
  await visitor.ask('step', 300);
  const { angle } = await drum();
  assert.ok(Math.abs(turned(0, angle) - 0.6 * 5) < 1e-3, `${angle}`);
  await visitor.page.locator('#control-spin').fill('2');
  await visitor.ask('step', 120);
  assert.ok(Math.abs(turned(angle, (await drum()).angle) - 2 * 2) < 1e-3);

  const { bodies, outside } = await visitor.ask('state'), { angle: now } = await drum();
  const c = Math.cos(now), s = Math.sin(now);
  let highest = -Infinity;
  for (const { at: { x, y }, kind } of bodies) {
    if (kind !== DYNAMIC) continue;
    assert.ok(Math.max(Math.abs(c * x + s * y), Math.abs(c * y - s * x)) < 6, `${x}, ${y}`);
    highest = Math.max(highest, y);
  }
  assert.equal(outside, 0);
  assert.equal((await visitor.ask('answers')).outside, 0);
  assert.ok(highest > 4, 'things are carried up');
}
