// SPDX-License-Identifier: MIT
//
// Hull of a cloud: Euler's formula, a lattice by hand, clouds without a volume, and points that hands move and make.

export default async function (visitor, assert) {
  for (const link of ['kind=ball', 'kind=ball&count=300', 'kind=shell&count=200&seed=3', 'kind=box&count=100']) {
    await visitor.open(`#/cloud?${link}&spin=0`);
    const { corners, edges, faces, corner, report, things } = await visitor.ask('state');
    assert.equal(corners - edges + faces, 2, link);
    assert.equal(corner.filter(Boolean).length, corners);
    assert.equal(corners + report.inside + report.welded, things.length);
    if (link.includes('shell')) assert.equal(report.inside, 0);
  }
  await visitor.open('#/cloud?kind=lattice&count=300&spin=0');
  const { corners, edges, faces, volume, report } = await visitor.ask('state');
  assert.deepEqual([corners, edges, faces, report.inside + report.welded], [8, 12, 6, 300 - 8]);
  assert.ok(report.welded > 8);  // every corner is there several times
  assert.ok(Math.abs(volume - 1.8 ** 3) < 1e-4);
  for (const [link, dimension] of [['plane', 2], ['line', 1], ['ball&count=1', 0], ['ball&count=3', 2]]) {
    await visitor.open(`#/cloud?kind=${link}&spin=0`);
    const state = await visitor.ask('state');
    assert.deepEqual([state.report.dimension, state.volume < 1e-6], [dimension, true], link);
  }

  // A corner that is drawn out makes the hull larger; a click makes a point, and a key takes it away.
  await visitor.open('#/cloud?count=30&spin=0');
  let state = await visitor.ask('state');
  const top = state.things.reduce((best, it) => (it.seen.y > best.seen.y ? it : best));
  await visitor.drag([top.seen.x, top.seen.y], [top.seen.x, top.seen.y + 0.4]);
  const larger = await visitor.ask('state');
  assert.ok(larger.volume > state.volume + 0.01);
  await visitor.click(-2.4, 0.3);
  state = await visitor.ask('state');
  assert.deepEqual([state.things.length, state.chosen], [31, 30]);
  assert.ok(state.corner[30] && state.volume > larger.volume);
  await visitor.keys('Delete');
  state = await visitor.ask('state');
  assert.ok(Math.abs(state.volume - larger.volume) < 1e-6);
  for (let i = 0; i < 30; i++) await visitor.keys('n', 'Delete');
  assert.equal((await visitor.ask('state')).things.length, 0);
  await visitor.keys('Enter');
  assert.equal((await visitor.ask('state')).report.dimension, 0);
}
