// SPDX-License-Identifier: MIT
//
// Snapshots: every frame is found again to the bit, and goes on as it went, what hands have done included; a push makes
// another future, with the old one beside it; and what is kept has no more room than it is given.

import { pull } from '../world.mjs';

export default async function (visitor, assert) {
  const { page } = visitor, state = () => visitor.ask('state'), hashes = new Map();
  const run = async frames => {
    for (let i = 0; i < frames; i++) {
      await visitor.ask('step');
      const { now, hash } = await state();
      hashes.set(now, hash);
    }
  };
  const go = frame => page.locator('#time').fill(String(frame));

  for (const scene of ['pile', 'tumbler', 'smash']) {
    // A hand pulls, a click adds and a key removes something on the way.
    await visitor.follow(`#/snapshots?scene=${scene}`);
    await page.locator('.stage canvas').focus();
    hashes.clear();
    await run(40);
    const { bodies } = await state(), some = bodies.find(it => it.kind === 2).at;
    const drop = await pull(visitor, some, { x: some.x + 2, y: some.y + 2 }, 0);
    await run(20);
    await drop();
    await visitor.click(5.5, 5.5);
    await run(30);
    await visitor.keys('n', 'Delete');
    await run(60);
    let now = await state();
    assert.deepEqual([now.first, now.now, now.last, now.fork], [0, 150, 150, -1], scene);
    assert.ok(new Set(hashes.values()).size > 140, 'something goes on');

    // To any frame, in any order, and on from there to the end.
    for (const frame of [149, 3, 60, 42, 118]) {
      await go(frame);
      now = await state();
      assert.deepEqual([now.now, now.hash, now.last], [frame, hashes.get(frame), 150]);
    }
    await go(20);
    await visitor.ask('step', 130);
    now = await state();
    assert.deepEqual([now.now, now.hash, now.compared, now.equal, now.fork], [150, hashes.get(150), 130, 130, -1]);
    assert.equal((await visitor.ask('answers'))['again and equal'], '130 of 130');
    await visitor.ask('step');
    assert.equal((await state()).last, 151);
  }

  // Another future: the same until a push, then ever farther from the old one, which is drawn beside it.
  await visitor.follow('#/snapshots?push=0.5');
  hashes.clear();
  await run(120);
  await go(60);
  await page.locator('#push').click();
  let now = await state();
  assert.deepEqual([now.now, now.last, now.fork, now.compared], [60, 60, 60, 0]);
  await visitor.ask('step');
  now = await state();
  assert.ok(now.old === hashes.get(61) && now.hash !== now.old && now.apart > 0 && now.apart < 0.1, `${now.apart}`);
  await visitor.ask('step', 59);
  now = await state();
  assert.ok(now.old === hashes.get(120) && now.apart > 0.05, `${now.apart}`);
  assert.equal(now.outlines.length, now.bodies.length);
  await visitor.shootBoth('snapshots-pushed');
  await visitor.ask('step');
  assert.equal((await state()).old, undefined, 'the old future has no more than it had');

  // Again, by its button: from the push on, and all that comes is what came.
  const pushed = (await state()).hash;
  await page.locator('#again').click();
  assert.deepEqual([(await state()).now, (await state()).hash], [60, hashes.get(60)]);
  await visitor.ask('step', 61);
  now = await state();
  assert.deepEqual([now.hash, now.compared, now.equal], [pushed, 61, 61]);

  // What is left alone goes on as it had: the old future is this one.
  await visitor.follow('#/snapshots');
  hashes.clear();
  await run(100);
  await page.locator('.stage canvas').focus();
  await visitor.keys('j', 'j', 'Shift+L');
  assert.equal((await state()).now, 81);
  await visitor.click(-6.5, 7);
  assert.equal((await state()).last, 81);
  await visitor.keys('Delete');
  await visitor.ask('step', 5);
  now = await state();
  assert.deepEqual([now.now, now.hash, now.old, now.apart], [86, hashes.get(86), hashes.get(86), 0]);

  // With the bar in hand one can still stop the clock, which Space has no other use for there.
  await page.locator('#time').focus();
  await visitor.keys('Space');
  assert.equal((await visitor.ask('frame')).paused, false);
  await visitor.keys('Space', 'Home');
  now = await state();
  assert.deepEqual([(await visitor.ask('frame')).paused, now.now], [true, now.first]);

  // A bounded room, also where it becomes smaller.
  await visitor.open('#/snapshots');
  await visitor.ask('step', 300);
  await go(50);
  await page.locator('#push').click();
  await visitor.ask('step', 120);
  await page.locator('#control-room').fill('512');
  await visitor.ask('step', 1);
  now = await state();
  assert.ok(now.bytes <= 512 * 1024 && now.last - now.first > 20, `${now.bytes}, ${now.first} to ${now.last}`);
  await visitor.open('#/snapshots?room=512');
  await visitor.ask('step', 200);
  now = await state();
  assert.ok(now.first > 0 && now.bytes <= 512 * 1024 && now.bytes > 500 * 1024, JSON.stringify([now.first, now.bytes]));
  await go(now.first + 2);
  await page.locator('#push').click();
  await visitor.ask('step', 120);
  now = await state();
  assert.ok(now.bytes <= 512 * 1024 && now.last - now.first > 10, `${now.first} to ${now.last}`);
  await go(now.first);
  await visitor.ask('step', now.last - now.first);
  now = await state();
  assert.deepEqual([now.now, now.equal], [now.last, now.last - now.first]);
}
