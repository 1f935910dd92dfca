// SPDX-License-Identifier: MIT
//
// Rest: with the library's rule everything lies after a while, a ball that loses nothing keeps its energy, and the bars
// say which of the two a contact was. Without a rule what lies hops for ever.

export default async function (visitor, assert) {
  for (const rate of [30, 60, 240]) {
    await visitor.open(`#/rest?rate=${rate}&left=impact&right=off&restitution=0.8`);
    let bounces = 0;
    for (let i = 0; i < 90; i++) {
      await visitor.ask('step', 10);
      const { rooms: [{ last }] } = await visitor.ask('state');
      if (!last) continue;
      assert.equal(last.closing > last.caused, last.after > 1e-3, `${rate} Hz: ${JSON.stringify(last)}`);
      bounces += last.after > 1e-3;
    }
    const { rooms: [library, off], energy } = await visitor.ask('state');
    assert.ok(bounces > 5, `${bounces}`);
    assert.ok(library.fastest < 1e-3, `${rate} Hz: ${library.fastest}`);
    assert.ok(off.fastest > 0.5 * 9.8 / rate, `${rate} Hz, off: ${off.fastest}`);
    assert.ok(Math.abs(energy.impact - 1) < 1e-3, `${rate} Hz: ${energy.impact}`);
    assert.ok(Math.abs(energy.off - 1) > 10 * Math.abs(energy.impact - 1), `${rate} Hz, off: ${energy.off}`);
    assert.ok(library.balls.length === 7 && library.balls.every(({ x, y }) => Math.abs(x + 2.17) < 2 && y > 0.17));
  }

  // By hand: one more where one clicks, in that room alone, and it falls.
  await visitor.open('#/rest');
  await visitor.click(1, 3);
  await visitor.ask('step', 30);
  const { rooms } = await visitor.ask('state');
  assert.deepEqual(rooms.map(it => it.balls.length), [7, 8]);
  assert.ok(rooms[1].balls[7].y < 2.5);
}
