// SPDX-License-Identifier: MIT
//
// Tree: what is found in the box that one drags, by four comparisons; the point finds the ten nearest. Things that come
// together are put in order anew by the button.

export default async function (visitor, assert) {
  await visitor.drag([2.5, 1.5], [0.5, 0.5]);
  let { found, marks: [a, b], sides, parts } = await visitor.ask('state');
  assert.ok(Math.abs(b.x - 0.5) < 0.05 && parts[0] === 1 && parts[1] === 2);
  const inside = [];
  for (let i = 0; i < sides.length / 4; i++) {
    const [x0, y0, x1, y1] = sides.slice(4 * i);
    if (x0 <= b.x && a.x <= x1 && y0 <= b.y && a.y <= y1) inside.push(i);
  }
  assert.ok(inside.length > 0);
  assert.deepEqual(found, inside);
  const middle = i => ({ x: (sides[4 * i] + sides[4 * i + 2]) / 2, y: (sides[4 * i + 1] + sides[4 * i + 3]) / 2 });
  await visitor.page.locator('#control-depth').fill('0');
  const colours = await visitor.colours(Array.from({ length: sides.length / 4 }, (_, i) => middle(i)));
  const wrong = colours.filter((it, i) => it !== (inside.includes(i) ? 'red' : 'yellow'));
  assert.ok(wrong.length < colours.length / 20, `${wrong.length} of ${colours.length} have another colour`);
  assert.equal((await visitor.ask('answers')).found, `${inside.length} of ${colours.length}`);
  await visitor.page.locator('label[for="control-ask-nearest"]').click();
  assert.equal((await visitor.ask('state')).found.length, 10);
  await visitor.page.locator('.stage canvas').focus();
  await visitor.keys('n', 'ArrowLeft');
  assert.ok(Math.abs((await visitor.ask('state')).marks[0].x - a.x + 0.1) < 1e-6);

  const fresh = await visitor.ask('state');
  await visitor.page.locator('label[for="control-move-meet"]').click();
  await visitor.ask('step', 600);
  const mixed = await visitor.ask('state');
  assert.notDeepEqual(mixed.sides, fresh.sides);
  assert.ok(mixed.tests > 2 * fresh.tests, `${mixed.tests} tests, ${fresh.tests} at first`);
  await visitor.page.locator('#control-rebuild').click();
  const rebuilt = await visitor.ask('state');
  assert.deepEqual(rebuilt.sides, mixed.sides);
  assert.deepEqual(rebuilt.found, mixed.found);
  assert.equal(rebuilt.pairs, mixed.pairs);
  assert.equal(rebuilt.rebuilt.before, mixed.tests);
  assert.equal(rebuilt.rebuilt.after, rebuilt.tests);
  assert.ok(rebuilt.tests < mixed.tests / 1.5, `${mixed.tests} tests, ${rebuilt.tests} after`);
  assert.ok(rebuilt.bounds < mixed.bounds / 2, 'the picture is in order, too');
  const said = await visitor.ask('answers');
  assert.equal(said['after Rebuild'], rebuilt.tests.toLocaleString('en'));
}
