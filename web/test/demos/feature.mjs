// SPDX-License-Identifier: MIT
//
// Sphere and triangle: region, distance and touch against the nearest points of face, edges and corners, one after the
// other.

const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const dot = (a, b) => a.x * b.x + a.y * b.y + a.z * b.z;
const cross = (a, b) => ({ x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x });
const length = a => Math.sqrt(dot(a, a));

function nearest(corners, at) {
  const [a, b, c] = corners, normal = cross(sub(b, a), sub(c, a)), all = [];
  const above = dot(sub(at, a), normal) / length(normal);
  const inside = corners.every((from, i) => dot(cross(sub(corners[(i + 1) % 3], from), sub(at, from)), normal) > 0);
  if (inside) return { kind: 'face', distance: Math.abs(above) };
  corners.forEach((from, i) => {
    const along = sub(corners[(i + 1) % 3], from);
    const part = Math.min(Math.max(dot(sub(at, from), along) / dot(along, along), 0), 1);
    const point = { x: from.x + part * along.x, y: from.y + part * along.y, z: from.z + part * along.z };
    const kind = part === 0 || part === 1 ? 'corner' : 'edge', number = (i + (part === 1 ? 1 : 0)) % 3;
    all.push({ kind, number, distance: length(sub(at, point)) });
  });
  return all.reduce((best, it) => (it.distance < best.distance ? it : best));
}

export default async function (visitor, assert) {
  const seen = new Set();
  for (const radius of [0.3, 1.2]) {
    await visitor.open(`#/feature?radius=${radius}&speed=60`);
    for (let i = 0; i < 60; i++) {
      await visitor.ask('step', 6);
      const { corners, ball, region, distance, touching } = await visitor.ask('state');
      const found = nearest(corners, ball.at);
      assert.equal(region.kind, found.kind);
      if (region.kind !== 'face') assert.equal(region.number, found.number);
      if (!touching) assert.ok(Math.abs(found.distance - radius - distance) < 1e-4);
      assert.equal(touching, found.distance <= radius);
      seen.add(region.kind).add(touching);
    }
  }
  assert.ok(seen.has('edge') && seen.has('corner') && seen.has(true));

  // By hand: over the middle of the face, and down on it.
  await visitor.open('#/feature?speed=0');
  await visitor.keys('n', 'n', ...Array.from({ length: 19 }, () => 'ArrowLeft'));
  let state = await visitor.ask('state');
  assert.deepEqual([state.region.kind, state.touching], ['face', true]);
  await visitor.keys(...Array.from({ length: 8 }, () => 'ArrowUp'));
  state = await visitor.ask('state');
  assert.equal(state.touching, false);
}
