// SPDX-License-Identifier: MIT
//
// Meshes: the trees agree on pairs, volumes hold what they should, hands move what touches, the tree follows its mesh,
// and a mesh that is dropped.

const length = ({ x, y, z }) => Math.hypot(x, y, z);
const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const CUBE = `# a cube of quads
v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 4\nv 4 0 4\nv 4 4 4\nv 0 4 4
f 1/1 4/2 3/3 2/4\nf -4 -3 -2 -1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n`;

/** Drops files on the page, as the browser does. */
async function drop(page, files) {
  const data = await page.evaluateHandle(files => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

export default async function (visitor, assert) {
  // Every tree with every volume finds the same pairs: the mesh through the other, at places from the link.
  const places = '0_0_140_0_0_0_105_10_150_0_0_0_-115_0_175_0_0_0';
  let first;
  for (const builder of ['bins', 'middle', 'octants', 'morton']) {
    for (const volume of ['box', 'sphere', 'oriented', 'mixed']) {
      await visitor.open(`#/meshes?speed=0&builder=${builder}&volume=${volume}&at=${places}`);
      const { report, pairs, touching, stats, volumes, volume: inside } = await visitor.ask('state');
      assert.deepEqual([report.border, report.reversed, report.nonManifold, inside > 0], [0, 0, 0, true]);
      const found = [pairs.map(String).sort(), touching.sort()].join(';');
      first ??= found;
      assert.ok(pairs.length > 20 && touching.length > 0);
      assert.equal(found, first, `${builder}, ${volume}`);
      assert.ok(volumes.length > 8 && volumes.length <= stats.leaves);
      const kinds = new Set(volumes.map(it => it.kind));
      if (volume !== 'mixed') assert.equal(kinds.size, 1);
    }
  }
  const { segments, manifold } = await visitor.ask('state');
  assert.ok(segments.every(it => it.crosses) && Math.abs(length(manifold.normal) - 1) < 1e-5 && manifold.depth > 0);
  await visitor.shoot('meshes-touching');

  // After the push of the contact no pair touches; a drag away parts them, too.
  let state = await visitor.ask('state');
  const { normal, depth } = state.manifold, { at } = state.things[1];
  const out = ['x', 'y', 'z'].map(it => Math.round(100 * (at[it] + (depth + 0.02) * normal[it])));
  await visitor.open(`#/meshes?speed=0&at=0_0_140_0_0_0_${out.join('_')}_0_0_0_-115_0_175_0_0_0`);
  assert.equal((await visitor.ask('state')).pairs.length, 0);
  await visitor.open(`#/meshes?speed=0&at=${places}`);
  state = await visitor.ask('state');
  const { seen } = state.things[1];
  await visitor.drag([seen.at.x, seen.at.y], [seen.at.x + 1.6, seen.at.y + 0.8]);
  const after = await visitor.ask('state');
  assert.ok(after.chosen === 1 && after.pairs.length === 0 && after.nearest.distance > 0.1);
  assert.ok(Math.abs(after.nearest.distance - length(sub(after.nearest.pointA, after.nearest.pointB))) < 1e-4);
  await visitor.shoot('meshes-apart');

  // It bends: the points move, the tree is of the same triangles, and gives the volumes of where they are.
  await visitor.open('#/meshes?speed=0&bend=on&level=9');
  const before = await visitor.ask('state');
  await visitor.ask('step', 40);
  state = await visitor.ask('state');
  assert.notEqual(state.top, before.top);
  assert.deepEqual(state.triangles, before.triangles);
  assert.notDeepEqual(state.volumes[0].center, before.volumes[0].center);
  await visitor.shoot('meshes-bent');

  // A mesh from a file, dropped on another page; one that is broken is refused, and the page goes on.
  const { page } = visitor;
  await visitor.open('#/circles');
  await drop(page, { 'cube.obj': CUBE });
  await page.waitForFunction(() => window.playground.state().triangles?.[0] === 12);
  state = await visitor.ask('state');
  assert.deepEqual([state.report.border, state.report.reversed, state.fault], [0, 0, '']);
  assert.ok(Math.abs(Math.cbrt(state.volume) - 2 * 1.6 / Math.sqrt(3)) < 1e-3);
  await visitor.shoot('meshes-own');
  await drop(page, { 'broken.obj': 'v 0 0 0\nf 1 2 9\n' });
  await page.waitForFunction(() => window.playground.state().fault);
  state = await visitor.ask('state');
  assert.match(state.fault, /imp3_triangles_make/);
  assert.ok(state.triangles[0] > 1000);
}
