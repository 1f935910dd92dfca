// SPDX-License-Identifier: MIT
//
// Bounce and friction: the square of the restitution, to what a ball goes on within a step; a block stays where its
// friction is more than the tangent of the slope's angle. By the test's own tangent and squares.

export default async function (visitor, assert) {
  for (const [height, angle] of [[5, 20], [2, 33]]) {
    await visitor.open(`#/materials?height=${height}&angle=${angle}`);
    await visitor.ask('step', 300);
    const { balls, blocks, holds } = await visitor.ask('state'), tangent = Math.tan(angle * Math.PI / 180);
    assert.deepEqual([balls.length, blocks.length], [11, 11]);
    const slack = Math.sqrt(2 * 9.81 * height) / 60;
    for (const { restitution, back } of balls) {
      const wanted = restitution ** 2 * height;
      assert.ok(Math.abs(back - wanted) < slack, `restitution ${restitution}: ${back}, not ${wanted}`);
    }
    assert.ok(Math.abs(balls[10].back - height) < 0.03 * height);
    assert.ok(Math.abs(holds - tangent) < 1e-5);
    for (const { friction, slid } of blocks) {
      if (friction > tangent) assert.ok(slid < 0.01, `${friction} has slid ${slid}`);
      else assert.ok(slid > 1, `${friction} has slid no more than ${slid}`);
    }
    assert.equal((await visitor.ask('answers'))['blocks that stay'],
      `${blocks.filter(({ friction }) => friction > tangent).length} of 11`);
  }
}
