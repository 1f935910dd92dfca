// SPDX-License-Identifier: MIT
//
// Dominoes: all fall, one after the other, and lie asleep; where none reaches the next one, only the first falls.

import { moving } from '../world.mjs';

export default async function (visitor, assert) {
  await visitor.ask('step', 900);
  const { fallen, ...state } = await visitor.ask('state');
  assert.equal(fallen.length, 24);
  fallen.forEach((step, i) => assert.ok(step > (fallen[i - 1] ?? 0), `${fallen}`));
  assert.ok(moving(state).every(it => !it.awake && Math.abs(it.angle) > 0.5));
  assert.equal((await visitor.ask('answers')).fallen, '24 of 24');

  await visitor.open('#/dominoes?gap=120');
  await visitor.ask('step', 600);
  const far = await visitor.ask('state');
  assert.ok(far.fallen[0] > 0 && far.fallen.slice(1).every(step => step < 0), `${far.fallen}`);
  const [, second] = moving(far);
  assert.ok(Math.abs(second.angle) < 0.01);
}
