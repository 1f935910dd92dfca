// SPDX-License-Identifier: MIT
//
// Tight fits: a nut goes by its pitch, whichever way it is turned; rings of a chain stay in each other; the burr holds.

export default async function (visitor, assert) {
  for (const turn of [3, -3]) {
    await visitor.open(`#/fits3?turn=${turn}`);
    await visitor.ask('step', 90);
    const { turned, went } = await visitor.ask('state');
    assert.ok(Math.sign(turned) === Math.sign(turn) && Math.abs(turned) > 2, `${turned}`);
    assert.ok(Math.abs(went - 0.5 * turned / (2 * Math.PI)) < 0.06, `${went} of ${turned}`);
  }
  await visitor.open('#/fits3?scene=chain&links=4');
  await visitor.ask('step', 120);
  const rings = (await visitor.ask('state')).bodies.slice(1);
  assert.equal(rings.length, 4);
  for (let i = 1; i < 4; i++) {
    const apart = rings[i - 1].at.z - rings[i].at.z;
    assert.ok(apart > 0.9 && apart < 1.3, `${apart}`);
  }
  await visitor.open('#/fits3?scene=burr');
  await visitor.ask('step', 120);
  const bars = (await visitor.ask('state')).bodies.slice(1);
  assert.equal(bars.length, 6);
  for (const { at } of bars) {
    const { x, y, z } = bars[0].at;
    assert.ok(Math.hypot(at.x - x, at.y - y, at.z - z) < 0.06, JSON.stringify(at));
  }
}
