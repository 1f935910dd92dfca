// SPDX-License-Identifier: MIT
//
// Marble run: marbles come down through channel, bowl and hole, none gets out on the way, and are put at the top again.

export default async function (visitor, assert) {
  await visitor.open('#/marbles?count=2');
  let rounds = 0;
  for (let i = 0; i < 8 && !rounds; i++) {
    await visitor.ask('step', 500);
    const now = await visitor.ask('state');
    rounds = now.rounds;
    for (const { at, kind } of now.bodies) {
      if (kind === 2) assert.ok(Math.hypot(at.x, at.y) < 5.2 && at.z > 0.2, JSON.stringify(at));
    }
  }
  assert.ok(rounds > 0);
}
