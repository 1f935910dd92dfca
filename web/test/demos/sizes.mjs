// SPDX-License-Identifier: MIT
//
// Large on small: what is large stays where it was put, upright and asleep, and nothing is squashed.

import { moving } from '../world.mjs';

export default async function (visitor, assert) {
  const large = async ratio => {
    await visitor.open(`#/sizes?ratio=${ratio}&heap=0`);
    await visitor.ask('step', 420);
    const state = await visitor.ask('state');
    assert.ok(moving(state).every(it => !it.awake || it.at.x > 3), 'all but the ball sleeps');
    return { ...state, boxes: moving(state).filter(it => Math.abs(it.mass - 9) < 1e-3) };
  };
  for (const ratio of [4, 7, 10]) {
    const { boxes: [onThree, onTower], small, deepest } = await large(ratio);
    assert.equal(small, 3 / ratio);
    let tower = 0;
    for (let k = 0; k < 5; k++) tower += small * ratio ** (k / 4);
    const given = [small + 1.5 - onThree.at.y, tower - 1.5 - onTower.at.y];
    given.forEach(it => assert.ok(it > 0 && it < 0.35 * small, `${ratio}: ${given}`));
    for (const { angle, at } of [onThree, onTower]) {
      assert.ok(Math.abs(angle) < 0.01 && Math.min(Math.abs(at.x + 7), Math.abs(at.x + 1)) < 0.05);
    }
    assert.ok(deepest > 0 && deepest < 0.25 * small, `${deepest}`);
  }
}
