// SPDX-License-Identifier: MIT
//
// Impacts: nothing gains energy, nothing leaves between walls, balls alone keep their momentum, and paper holds.

import { moving } from '../world.mjs';

export default async function (visitor, assert) {
  const go = async (scene, steps, speed = 20) => {
    await visitor.open(`#/impacts?scene=${scene}&speed=${speed}`);
    const before = await visitor.ask('state');
    await visitor.ask('step', steps);
    const after = await visitor.ask('state');
    assert.ok(after.energy < 1.001, `${scene}: energy ${after.energy}`);
    if (scene !== 'paper') assert.ok(after.energy > 0.9999, `${scene}: energy ${after.energy}`);
    // A sheet of paper is light: it leaves twice as fast as the bullet came, and what is 200 m away is gone.
    if (scene !== 'paper') assert.equal(moving(after).length, moving(before).length);
    return { before, after };
  };

  // Before anything reaches a wall: the momentum is what it was.
  const cradle = await go('cradle', 14);
  assert.ok(Math.abs(cradle.after.momentum.x / cradle.before.momentum.x - 1) < 1e-3);

  for (const speed of [20, 400]) {
    const { after } = await go('break', 600, speed);
    assert.ok(moving(after).every(({ at }) => Math.abs(at.x) < 5.5 && Math.abs(at.y) < 3), `break at ${speed} m/s`);
  }

  const { after: plates } = await go('plates', 60, 100);
  const [ball] = moving(plates);
  assert.ok(Math.abs(ball.at.y) < 0.12, `between the plates: ${ball.at.y}`);

  const { after: paper } = await go('paper', 20, 400);
  assert.equal(paper.through, 0);
}
