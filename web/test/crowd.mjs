// SPDX-License-Identifier: MIT
//
// A crowd that drifts: what is red is what touches, by arithmetic of the test's own.

/** `each` is called after every look. */
export async function crowdIsRight(visitor, assert, touch, each = () => {}) {
  for (let i = 0; i < 30; i++) {
    await visitor.ask('step', 10);
    const { things, pairs } = await visitor.ask('state');
    let count = 0;
    things.forEach((a, k) => {
      const others = things.filter((b, m) => m !== k && touch(a, b));
      count += others.length;
      assert.equal(a.touching, others.length > 0);
    });
    assert.equal(2 * pairs, count);
    await each(pairs);
    // By the colours, too; on one that touches there may be an arrow.
    const colours = await visitor.colours(things.map(it => it.at));
    things.forEach(({ touching }, k) => assert.equal(colours[k] === 'yellow', !touching, `${k} is ${colours[k]}`));
  }
}
