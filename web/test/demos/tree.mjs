// SPDX-License-Identifier: MIT
//
// Tree: what is found in the box that one drags, by four comparisons; the point finds the ten nearest.

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
  await visitor.page.locator('label[for="control-ask-nearest"]').click();
  assert.equal((await visitor.ask('state')).found.length, 10);
  await visitor.page.locator('.stage canvas').focus();
  await visitor.keys('n', 'ArrowLeft');
  assert.ok(Math.abs((await visitor.ask('state')).marks[0].x - a.x + 0.1) < 1e-6);
}
