// SPDX-License-Identifier: MIT
//
// Rollback: both machines have the same hashes, whatever the network does, and those of two machines that hear each
// other at once, which guess nothing; a fault is seen. A player who is steered goes at once on its own machine, and
// later on the other.

const LATE = {
  none: 'delay=0&jitter=off', some: 'delay=8', much: 'delay=20&loss=on', lost: 'delay=3&jitter=off&loss=on',
};

export default async function (visitor, assert) {
  const { page } = visitor, state = () => visitor.ask('state');

  /** The hashes of confirmed frames, as far as they are seen after a tick. */
  async function run(link, ticks) {
    await visitor.follow(`#/rollback?${link}`);
    const hashes = new Map();
    for (let i = 0; i < ticks; i++) {
      await visitor.ask('step');
      const { compared, last } = await state();
      if (compared) hashes.set(compared - 1, last);
    }
    return hashes;
  }

  const truth = await run(LATE.none, 240);
  assert.equal(truth.size, 239);
  assert.ok(new Set([...truth.values()].map(([hash]) => hash)).size > 230, 'something goes on');
  assert.equal((await state()).again, 0, 'nothing is guessed');
  for (const name of ['some', 'much', 'lost']) {
    const hashes = await run(LATE[name], 240), now = await state();
    assert.ok(now.compared > 190 && now.equal === now.compared, `${name}: ${now.equal} of ${now.compared}`);
    assert.ok(now.again > 30 && hashes.size > 60, `${name}: ${now.again} again, ${hashes.size} seen`);
    for (const [frame, both] of hashes) assert.deepEqual(both, truth.get(frame), `${name}, frame ${frame}`);
    assert.ok(now.snapshot > 500 && now.snapshot < 20000, `${now.snapshot}`);
    const said = await visitor.ask('answers');
    assert.equal(said['confirmed and equal'], `${now.equal} of ${now.compared}`);
    assert.equal(said['its hash, machine 2'].replace(' ', ''), now.last[1]);
  }

  // One input that arrives for the wrong frame.
  await visitor.follow('#/rollback');
  await visitor.ask('step', 100);
  let now = await state();
  assert.equal(now.equal, now.compared);
  await page.locator('#control-fault').click();
  await visitor.ask('step', 150);
  now = await state();
  assert.ok(now.equal < now.compared - 50 && now.last[0] !== now.last[1], `${now.equal} of ${now.compared}`);

  // By keys: at once here, late there.
  await visitor.follow('#/rollback?delay=20&jitter=off&things=0');
  await visitor.ask('step', 30);
  const before = await state();
  await page.locator('.stage canvas').focus();
  await page.keyboard.down('ArrowUp');
  await visitor.ask('step', 15);
  now = await state();
  assert.deepEqual(now.taken, [true, false]);
  assert.ok(now.players[0][0].y > before.players[0][0].y + 0.3, 'it goes on its own machine');
  const there = now.players[1][0].y;
  await visitor.ask('step', 15);
  now = await state();
  assert.ok(now.players[1][0].y > there + 0.5, 'and then on the other');
  await page.keyboard.up('ArrowUp');
  await page.keyboard.down('s');
  await visitor.ask('step', 5);
  assert.deepEqual((await state()).taken, [true, true]);
  await page.keyboard.up('s');
  await visitor.ask('step', 120);
  now = await state();
  assert.deepEqual(now.players[0], now.players[1], 'with all hands off both see the same');
  assert.equal(now.equal, now.compared);

  // By a finger, in the right arena: it goes where that is.
  const target = { x: -1.5, y: 1 }, px = await visitor.at(4.3 + target.x, target.y);
  await page.mouse.move(px.x, px.y);
  await page.mouse.down();
  await visitor.ask('step', 180);
  const { x, y } = (await state()).players[1][1];
  await page.mouse.up();
  assert.ok(Math.hypot(x - target.x, y - target.y) < 0.8, `${x}, ${y}`);
}
