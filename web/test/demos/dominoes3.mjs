// SPDX-License-Identifier: MIT
//
// Domino spiral: the wave takes them one after the other; the last ones lean on each other in the middle.

export default async function (visitor, assert) {
  await visitor.open('#/dominoes3?count=30');
  await visitor.ask('step', 120);
  const some = (await visitor.ask('state')).fallen;
  assert.ok(some > 5 && some < 25, `${some}`);
  await visitor.ask('step', 240);
  const all = (await visitor.ask('state')).fallen;
  assert.ok(all >= 27, `${all}`);
}
