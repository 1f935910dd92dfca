// SPDX-License-Identifier: MIT
//
// Bullets through paper: each sheet has a hole of each bullet, whatever its speed, where its line meets the sheet; and
// none gets past the wall.

export default async function (visitor, assert) {
  for (const [link, shots] of [['speed=2000&thick=0.1&sheets=20', 4], ['speed=90&slow=3', 3], ['speed=600', 4]]) {
    await visitor.open(`#/paper?${link}`);
    const sheets = link.includes('sheets') ? 20 : 8;
    await visitor.ask('step', 40 * shots + 10);
    const { crossed, past, passed, holes } = await visitor.ask('state');
    assert.equal(past, 0, link);
    const most = sheets * (shots + 1), least = Math.max(passed, sheets * (shots - 1));
    assert.ok(crossed >= least && crossed <= most, `${link}: ${crossed}`);
    for (const { y, z } of holes) assert.ok(Math.abs(y) < 1.5 && z > 0.3 && z < 2.7, `${link}: ${y}, ${z}`);
  }
}
