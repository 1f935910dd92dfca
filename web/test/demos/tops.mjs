// SPDX-License-Identifier: MIT
//
// Tops go around as fast as gravity turns their angular momentum; without spin they fall. The nut flips, but not with
// a short crossbar, and keeps its angular momentum and energy.

export default async function (visitor, assert) {
  const ups = async () => (await visitor.ask('state')).bodies.filter(it => it.kind === 2).map(it => it.up.z);
  await visitor.open('#/tops');
  await visitor.ask('step', 120);
  const said = await visitor.ask('answers');
  const [around, right] = ['goes around by', 'm g l / L'].map(it => parseFloat(said[it]));
  assert.ok(Math.abs(around / right - 1) < 0.15, `${around}, ${right}`);
  for (const up of await ups()) assert.ok(up > 0.9);
  await visitor.open('#/tops?spin=0');
  await visitor.ask('step', 120);
  for (const up of await ups()) assert.ok(up < 0.8);

  for (const [link, flips] of [['', true], ['&bar=0.6', false]]) {
    await visitor.open(`#/tops?scene=nut${link}`);
    const before = await visitor.ask('state');
    await visitor.ask('step', 600);
    const after = await visitor.ask('state'), [a, b] = [before, after].map(({ momenta: [it] }) => it);
    const size = Math.hypot(a.x, a.y, a.z), off = Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
    assert.ok(off < 1e-3 * size && Math.abs(after.energy / before.energy - 1) < 0.01, `${off / size}, ${after.energy}`);
    assert.equal(after.flips > 0, flips, `${after.flips}`);
  }
}
