// SPDX-License-Identifier: MIT
//
// Sweep and prune: a step is an end, the active list is what the line is in, and in the end all pairs are known.

export default async function (visitor, assert) {
  const state = () => visitor.ask('state');

  for (const axis of ['x', 'y']) {
    await visitor.page.locator(`label[for="control-axis-${axis}"]`).click();
    await visitor.page.locator('.stage canvas').focus();
    await visitor.keys('r');
    let now = await state();
    assert.deepEqual([now.axis, now.passed, now.active, now.pairs], [axis, 0, [], []]);
    for (let k = 1; now.passed < now.ends; k++) {
      const before = now.passed;
      await visitor.keys('.');
      now = await state();
      assert.ok(now.passed > before && now.passed - k < 3, 'one end, or those at one place');
      now.things.forEach(({ at, half }, i) => {
        const inside = now.line >= at[axis] - half[axis] - 1e-5 && now.line < at[axis] + half[axis] - 1e-5;
        assert.equal(now.active.includes(i), inside, `${axis} ${k} ${i}`);
      });
      if (k === 9) {
        await visitor.shoot(`prune-${axis}`);
        // Near a corner no line ends; other boxes and the one that sweeps may lie on it.
        const corners = now.things.map(({ at, half }) => ({ x: at.x - 0.8 * half.x, y: at.y - 0.8 * half.y }));
        const colours = await visitor.colours(corners), met = now.pairs.flat();
        corners.forEach((v, i) => {
          const on = now.things.findLastIndex(
            ({ at, half }) => Math.abs(v.x - at.x) <= half.x && Math.abs(v.y - at.y) <= half.y);
          if (on !== i || Math.abs(v[axis] - now.line) < 0.1) return;
          const colour = met.includes(i) ? 'red' : now.active.includes(i) ? 'yellow' : 'grey';
          assert.equal(colours[i], colour, `${axis} ${i}`);
        });
      }
      const answers = await visitor.ask('answers');
      assert.equal(answers['active now'], now.active.length);
      assert.equal(answers['pairs so far'], now.pairs.length);
    }
    assert.ok(now.known.length > 0);
    assert.deepEqual(now.pairs, now.known);
    assert.ok(now.tests >= now.pairs.length && now.tests < now.things.length * (now.things.length - 1) / 2);
    await visitor.keys('.');
    assert.equal((await state()).passed, 0);
  }

  // The line is dragged to the right end, and back and forth by the keys; a box is added and dragged onto another.
  await visitor.open('#/prune?count=2&size=0.4');
  let now = await state();
  await visitor.drag([now.line, -3], [7.8, -3]);
  now = await state();
  assert.equal(now.passed, 4);
  for (let k = 0; k < 120; k++) await visitor.keys('ArrowLeft');
  assert.equal((await state()).passed, 0);
  for (let k = 0; k < 120; k++) await visitor.keys('ArrowRight');
  const [{ at }] = (await state()).things;
  await visitor.keys('Enter');
  const added = (await state()).things[2];
  await visitor.drag([added.at.x, added.at.y], [at.x, at.y]);
  now = await state();
  assert.ok(now.pairs.some(([a, b]) => a === 0 && b === 2), JSON.stringify(now));
  assert.deepEqual(now.pairs, now.known);
  await visitor.keys('Delete');
  assert.equal((await state()).things.length, 2);
}
