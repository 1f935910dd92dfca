// SPDX-License-Identifier: MIT
//
// Bullets: what the index and `ray` say together, against small steps along every bullet and a distance of our own.

const place = ({ at, angle }, v) => ({
  x: at.x + Math.cos(angle) * v.x - Math.sin(angle) * v.y, y: at.y + Math.sin(angle) * v.x + Math.cos(angle) * v.y,
});

/** How far a place is from a shape: its corners' outline with round corners. 0 inside. */
function distance(target, at) {
  const corners = target.points.map(v => place(target, v)), n = corners.length;
  let best = Infinity, inside = n > 2;
  corners.forEach((from, i) => {
    const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
    const d = sub(corners[(i + 1) % n], from), w = sub(at, from);
    const part = Math.min(Math.max((d.x * w.x + d.y * w.y) / (d.x * d.x + d.y * d.y || 1), 0), 1);
    best = Math.min(best, Math.hypot(w.x - part * d.x, w.y - part * d.y));
    if (d.x * w.y - d.y * w.x < 0) inside = false;
  });
  return inside ? 0 : Math.max(best - target.radius, 0);
}

export default async function (visitor, assert) {
  const check = ({ targets, paths }) => {
    for (const { points, hits } of paths) {
      points.slice(1).forEach((to, k) => {
        const from = points[k], hit = hits[k];
        for (let part = k ? 0.02 : 0; part < 0.99; part += 0.01) {  // free on the way
          const at = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
          assert.ok(targets.every(it => distance(it, at) > 0), 'a bullet has passed through something');
        }
        if (hit) assert.ok(distance(targets[hit.target], to) < 1e-3, 'a bullet has stopped at nothing');
      });
    }
  };
  await visitor.open('#/bullets');
  let state = await visitor.ask('state');
  check(state);
  assert.ok(state.asked < state.shot * state.targets.length / 4);
  assert.equal(state.paths.length, 48);

  await visitor.open('#/bullets?bounces=3&bullets=24&speed=0');
  state = await visitor.ask('state');
  check(state);
  assert.ok(state.shot > 24);

  // The gun is dragged and turned; one bullet to the right hits what is put in its way, and no longer when that is
  // gone.
  await visitor.open('#/bullets?count=0&bullets=1&width=0&range=10');
  assert.equal((await visitor.ask('state')).paths[0].hits.length, 0);
  await visitor.drag([0, 0], [-5, 0]);
  await visitor.click(0, 0);
  state = await visitor.ask('state');
  const [hit] = state.paths[0].hits, { radius } = state.targets[0];
  assert.ok(Math.abs(hit.at.x + radius) < 0.03 && hit.normal.x < -0.99);
  assert.ok(Math.abs(hit.time - (5 - radius) / 10) < 0.005);
  await visitor.keys('n', 'q');  // the gun is next
  assert.ok(Math.abs((await visitor.ask('state')).gun.angle - Math.PI / 36) < 1e-6);
  await visitor.keys('p', 'Delete');
  state = await visitor.ask('state');
  assert.equal(state.targets.length, 0);
  assert.equal(state.paths[0].hits.length, 0);
}
