// SPDX-License-Identifier: MIT
//
// Polygons: the library's yes and its push agree with the projections that are shown; two squares that are drawn corner
// by corner have gaps and overlaps known beforehand.

const close = (a, b, by = 0.03) => Math.abs(a - b) < by;

export default async function (visitor, assert) {
  // Drawn by clicks: a square becomes A, another becomes B, 1.5 m to the right of it and 0.5 m up.
  const square = async (x, y) => {
    for (const [dx, dy] of [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]) await visitor.click(x + dx, y + dy);
  };
  await visitor.open('#/polygons?spin=0');
  await visitor.click(-8, -5);
  assert.equal((await visitor.ask('state')).drawn.length, 1);
  await visitor.keys('Escape');
  await square(-8, -4.5);
  let state = await visitor.ask('state');
  assert.equal(state.drawn.length, 0);
  assert.ok(close(state.pair[0].at.x, -7) && close(state.pair[0].at.y, -3.5));
  await square(-3, -4);
  state = await visitor.ask('state');
  assert.ok(close(state.pair[1].at.x, -2) && close(state.pair[1].at.y, -3));
  assert.equal(state.sides.length, 8);
  assert.equal(state.touching, false);
  assert.ok(close(state.sides[state.best].gap, 3));

  // The same by the keyboard alone: a cursor that Enter clicks at, and the first corner again at the end.
  await visitor.open('#/polygons?spin=0');
  await visitor.page.locator('.stage canvas').focus();
  await visitor.keys('ArrowRight');  // the square is beside the triangle
  for (const way of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown']) {
    for (let i = 0; i < 10; i++) await visitor.keys(way);
    await visitor.keys('Enter');
  }
  const { drawn } = await visitor.ask('state');
  assert.equal(drawn.length, 4);
  const side = drawn[1].y - drawn[0].y;
  assert.ok(side > 1 && close(drawn[1].x - drawn[2].x, side, 1e-6) && close(drawn[3].y, drawn[0].y, 1e-6));
  for (let i = 0; i < 10; i++) await visitor.keys('ArrowRight');
  await visitor.keys('Enter');
  state = await visitor.ask('state');
  assert.equal(state.drawn.length, 0);
  const { at } = state.pair[0];
  assert.ok(close(at.x, drawn[0].x - side / 2, 1e-5) && close(at.y, drawn[0].y + side / 2, 1e-5));
  await visitor.keys('Escape', 'Enter');
  assert.equal((await visitor.ask('state')).drawn.length, 0, 'the cursor is gone');
  await visitor.open('#/polygons?spin=0');
  await square(-8, -4.5);
  await square(-3, -4);

  // Dragged onto it, the least overlap is the push, and the arrow keys free it.
  await visitor.drag([-2, -3], [-5.5, -3]);
  state = await visitor.ask('state');
  assert.equal(state.touching, true);
  assert.ok(close(state.push.x, 0.5) && close(state.push.y, 0));
  assert.ok(close(state.sides[state.best].gap, -0.5));
  for (let i = 0; i < 6; i++) await visitor.keys('ArrowRight');
  state = await visitor.ask('state');
  assert.equal(state.touching, false);
  assert.ok(close(state.sides[state.best].gap, 0.1));
  await visitor.keys('q');
  assert.ok(close((await visitor.ask('state')).pair[1].angle, Math.PI / 36, 1e-6));

  // Another side is looked at by keys, and by a click on its row; both are in the link.
  await visitor.keys('x', 'x');
  assert.equal((await visitor.ask('state')).shown, 1);
  await visitor.keys('z');
  assert.equal((await visitor.ask('frame')).values.axis, 1);
  await visitor.click(7, 0.1);
  assert.equal((await visitor.ask('state')).shown, 3);

  // While they turn: apart exactly when there is a gap, and pushed by as much as they overlap.
  for (const link of ['a=8&b=3', 'a=4&b=7&seed=3', 'a=3&b=3&seed=8']) {
    await visitor.open(`#/polygons?${link}&spin=90`);
    await visitor.drag([-0.7, 0.9], [-2.4, 0.7]);
    await visitor.keys('Escape');
    const seen = new Set();
    for (let i = 0; i < 20; i++) {
      await visitor.ask('step', 12);
      const { sides, best, touching, push } = await visitor.ask('state'), { gap } = sides[best];
      seen.add(touching);
      if (Math.abs(gap) > 1e-5) assert.equal(touching, gap < 0);
      if (touching) assert.ok(close(Math.hypot(push.x, push.y), -gap, 1e-5));
    }
    assert.ok(seen.has(true));
  }
}
