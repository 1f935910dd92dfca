// SPDX-License-Identifier: MIT
//
// Blocks: the pairs are right whatever the length, the curve fills in, and has a valley.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');

  await visitor.open('#/blocks?count=200&crowd=crowds&block=2');
  for (let i = 0; i < 10; i++) {
    await visitor.ask('step', 5);
    const { sides, pairs, boxes, tests } = await state(), touching = new Set();
    let count = 0;
    for (let a = 0; a < 4 * boxes; a += 4) {
      for (let b = 0; b < a; b += 4) {
        const [ax0, ay0, ax1, ay1] = sides.slice(a, a + 4), [bx0, by0, bx1, by1] = sides.slice(b, b + 4);
        if (!(ax0 <= bx1 && bx0 <= ax1 && ay0 <= by1 && by0 <= ay1)) continue;
        count++;
        touching.add(a).add(b);
      }
    }
    assert.equal(pairs, count);
    assert.equal((await visitor.ask('answers'))['pairs that touch'], count);
    // What is in the block that is looked at is under its blue; that is a few.
    const middles = Array.from({ length: boxes }, (_, k) => sides.slice(4 * k, 4 * k + 4))
      .map(([x0, y0, x1, y1]) => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 }));
    const colours = await visitor.colours(middles);
    const wrong = colours.filter((it, k) => it !== (touching.has(4 * k) ? 'red' : 'yellow'));
    assert.ok(wrong.length < boxes / 10, `${wrong.length} of ${boxes} have another colour`);
    assert.ok(tests < boxes * (boxes - 1) / 2);
  }

  // Another length: the same pairs by other tests.
  await visitor.open('#/blocks?speed=0');
  await visitor.ask('step');
  const before = await state();
  assert.equal(before.boxes, 2000);
  await visitor.page.locator('#control-block').fill('16');
  await visitor.ask('step');
  const after = await state();
  assert.equal(after.block, 16);
  assert.equal(after.pairs, before.pairs);
  assert.ok(after.tests > before.tests);
  assert.equal(after.curve.length, 2);

  // All sizes, by the key; in the end the best one is taken.
  await visitor.page.locator('.stage canvas').focus();
  await visitor.keys('t');
  assert.ok((await state()).trying);
  await visitor.ask('step', 31 * 12 + 1);
  const tried = await state();
  assert.equal(tried.trying, false);
  assert.equal(tried.curve.length, 31);
  const [least] = [...tried.curve].sort((a, b) => a.y - b.y);
  assert.equal(tried.block, least.x);
  assert.ok(tried.curve.at(-1).y > 2 * least.y, 'long blocks are worse');
  assert.match(visitor.page.url(), new RegExp(`speed=0`));
  await visitor.page.waitForTimeout(200);
  await visitor.shoot('blocks-tried');

  // A block is chosen by a click, and another one by the keys.
  await visitor.click(10, 10);
  const { spot } = await state();
  assert.ok(Math.abs(spot.x - 10) < 0.2 && Math.abs(spot.y - 10) < 0.2);
  await visitor.keys('ArrowRight', 'ArrowUp');
  const moved = (await state()).spot;
  assert.ok(Math.abs(moved.x - spot.x - tried.block) < 1e-6 && Math.abs(moved.y - spot.y - tried.block) < 1e-6);

  // Sixty steps and pictures a second: as many as there are here, and their cost in processor time, as others may want
  // this machine as well.
  await visitor.open('#/blocks');
  await visitor.page.click('#pause');
  const client = await visitor.page.context().newCDPSession(visitor.page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    (await client.send('Performance.getMetrics')).metrics.find(it => it.name === 'TaskDuration').value;
  const idle = await busy();
  const [frames, steps] = await visitor.page.evaluate(() => new Promise(done => {
    const steps = () => window.playground.frame().steps, first = steps();
    let began = 0, frames = 0;
    requestAnimationFrame(function next(now) {
      began ||= now;
      if (now - began < 5000) requestAnimationFrame(next);
      else done([frames, steps() - first].map(it => it * 1000 / (now - began)));
      frames++;
    });
  }));
  const cost = (await busy() - idle) * 1000 / (5 * frames);
  const told = `${frames.toFixed(1)} frames and ${steps.toFixed(1)} steps a second, ${cost.toFixed(1)} ms for each`;
  console.log(`2,000 boxes: ${told}`);
  assert.ok(frames > 20 && cost > 1 && cost < 1000 / 60, told);
  await client.detach();
}
