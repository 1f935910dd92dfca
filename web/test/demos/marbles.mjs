// SPDX-License-Identifier: MIT
//
// Marble run: every marble comes down through channel, bowl and hole, and is put at the top again.

export default async function (visitor, assert) {
  await visitor.open('#/marbles?count=2');
  let rounds = 0;
  for (let i = 0; i < 15 && rounds < 2; i++) {
    await visitor.ask('step', 120);
    const now = await visitor.ask('state');
    rounds = now.rounds;
    for (const { at, kind } of now.bodies) {
      if (kind === 2) assert.ok(Math.hypot(at.x, at.y) < 5.2 && at.z > 0.2, JSON.stringify(at));
    }
  }
  assert.ok(rounds >= 2, `${rounds}`);
}
