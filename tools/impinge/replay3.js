// SPDX-License-Identifier: MIT
//
// A run in space, unpacked (unpack.js) and drawn (space.js): the timeline is that of the plane. A shape's triangles and
// edges are made numbers for the card once, as seen from its body's centre of mass; a frame sets where they are. Those of
// a mesh that bends are made anew when it is drawn at another time.

'use strict';

// Of each frame x, y, z of the centre of mass and x, y, z, w of the quaternion of each mover, and which are awake.
const poses = [0, 1, 2, 3, 4, 5, 6].map(() => new Int32Array(data.frames * movers));
const awake = new Uint8Array(data.frames * movers);
function unpackPoses(bytes) {
  const from = reader(bytes);
  for (let f = 0; f < data.frames; f++) {
    const now = f * movers, last = now - movers, before = last - movers;
    for (const part of poses) {
      for (let i = 0; i < movers; i++) {
        const expected = f === 0 ? 0 : f === 1 ? part[last + i] : 2 * part[last + i] - part[before + i];
        part[now + i] = expected + from.number() | 0;
      }
    }
    for (let i = 0, bits = 0; i < movers; i++) {
      if (!(i & 7)) bits = from.byte();
      awake[now + i] = bits >> (i & 7) & 1;
    }
  }
}

// Where each frame's contacts begin; they are read when they are drawn.
let contactBytes = null;
const contactStarts = new Int32Array(data.frames + 1);
function unpackContacts(bytes) {
  const from = reader(contactBytes = bytes);
  for (let f = 0; f < data.frames; f++) {
    contactStarts[f] = from.at;
    for (let n = from.number(); n > 0; n--) { from.number(); from.number(); from.number(); from.skip(4); }
  }
  contactStarts[data.frames] = from.at;
}
function contactsOf(frame) {
  const from = reader(contactBytes, contactStarts[frame]), all = [];
  let at = [0, 0, 0];
  for (let n = from.number(); n > 0; n--) {
    at = at.map(v => v + from.number());
    const normal = [0, 0, 0].map(() => (from.byte() - 128) / 127), level = from.byte();
    all.push({ at: scale(at, 16 * data.unit), normal, impulse: 2 ** ((level - 128) / 12) });
  }
  return all;
}

// Shapes

// Corners with the normal of their triangle, as space.js has them.
function facesOf(v, out = new Float32Array(v.length / 3 * 7)) {
  for (let i = 0, at = 0; i < v.length; i += 9) {
    const [a, b, c] = [0, 3, 6].map(k => [v[i + k], v[i + k + 1], v[i + k + 2]]), n = unit(cross(sub(b, a), sub(c, a)));
    for (const p of [a, b, c]) {
      out.set([...p, ...n, 0], at);
      at += 7;
    }
  }
  return out;
}
// How large a shape is by coordinates of its points, and how far from the middle of its body it reaches.
function measure(s, coordinates) {
  s.lower = [Infinity, Infinity, Infinity]; s.upper = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < coordinates.length; i++) {
    s.lower[i % 3] = Math.min(s.lower[i % 3], coordinates[i]); s.upper[i % 3] = Math.max(s.upper[i % 3], coordinates[i]);
  }
  s.size = Math.hypot(...sub(s.upper, s.lower));
  s.reach = Math.max(Math.hypot(...s.lower), Math.hypot(...s.upper));
}

// A mesh that bends: its triangles and all their edges by numbers of points, and places for them at the time it is drawn.
function bentOf(corners) {
  const seen = new Set(), ends = [];
  for (let i = 0; i < corners.length; i += 3) {
    for (const [a, b] of [[0, 1], [1, 2], [2, 0]].map(two => two.map(k => corners[i + k]).sort((p, q) => p - q))) {
      const key = `${a} ${b}`;
      if (!seen.has(key)) ends.push(a, b);
      seen.add(key);
    }
  }
  const points = new Float32Array(3 * corners.length), faces = new Float32Array(7 * corners.length);
  return { bent: { corners, ends, frames: [] }, points, faces, edges: new Float32Array(3 * ends.length), at: -1 };
}

// Places of the points of each mesh that bends, by frames; frames in which it stays have the same numbers.
function unpackBends(bytes) {
  const from = reader(bytes), meshes = data.bends.map(([shape, count]) => [shapes[shape].bent.frames, count]);
  for (let f = 0; f < data.frames; f++) {
    for (const [frames, count] of meshes) {
      const last = frames[f - 1], before = frames[f - 2] ?? last;
      if (!from.byte()) { frames.push(last); continue; }
      const all = new Int32Array(3 * count);
      for (let axis = 0; axis < 3; axis++) {
        for (let k = axis; k < all.length; k += 3) all[k] = (last ? 2 * last[k] - before[k] : 0) + from.number();
      }
      frames.push(all);
    }
  }
  for (const [shape] of data.bends) {
    const s = shapes[shape], frames = s.bent.frames;
    bendTo(s, 0);
    measure(s, [0, 1, 2, 3, 4].flatMap(k => Array.from(frames[lastFrame * k >> 2], v => v * data.unit)));
  }
}

// Sets where the triangles and edges of a mesh are that bends, between two frames.
function bendTo(s, time) {
  if (!s.bent || s.at === time) return;
  const { corners, ends, frames } = s.bent, f = Math.min(Math.floor(time), lastFrame), part = time - f;
  const from = frames[f], to = frames[Math.min(f + 1, lastFrame)];
  const put = (out, order) => order.forEach((point, i) => {
    for (let k = 0; k < 3; k++) out[3 * i + k] = (from[3 * point + k] * (1 - part) + to[3 * point + k] * part) * data.unit;
  });
  put(s.points, corners);
  put(s.edges, ends);
  facesOf(s.points, s.faces);
  s.at = time;
}
const bodies = data.bodies.map(([kind, name], id) => ({ id, kind, name, mover: -1, shapes: [], colour: id * 7 % COLOURS }));
data.movers.forEach((id, mover) => { bodies[id].mover = mover; });
const shapes = [];
for (const [body, kind, name, path, form] of data.shapes) {
  const like = typeof form === 'number' ? shapes[form] : null;
  const s = like ? { ...like } : form.length === 1 ? bentOf(form[0]) :
    { faces: facesOf(form[0]), points: form[0], edges: Float32Array.from(form[1]) };
  Object.assign(s, { body: bodies[body], kind, name, path });
  if (!like && !s.bent) measure(s, s.edges);
  bodies[body].shapes.push(s);
  shapes.push(s);
}
const moving = data.movers.map(id => bodies[id]);

// Where the middle of a body is between two frames, and how it is turned.
function poseOf(b, time) {
  const f = Math.min(Math.floor(time), lastFrame), part = time - f, i = f * movers + b.mover, k = f < lastFrame ? i + movers : i;
  const at = n => poses[n][i] + (poses[n][k] - poses[n][i]) * part;
  const [x, y, z, w] = [3, 4, 5, 6].map(at), long = Math.hypot(x, y, z, w) || 1;
  return { at: [at(0) * data.unit, at(1) * data.unit, at(2) * data.unit], q: [x / long, y / long, z / long, w / long] };
}
function modelOf(b, time) {
  if (b.mover < 0) return STAYS;
  const { at, q: [x, y, z, w] } = poseOf(b, time);
  return Float32Array.of(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
                         2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
                         2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0, ...at, 1);
}

// Over the frame before.
function velocityOf(b, time) {
  const f = Math.max(1, Math.min(lastFrame, Math.ceil(time)));
  if (lastFrame < 1) return { way: [0, 0, 0], spin: 0 };
  const p = poseOf(b, f - 1), q = poseOf(b, f), same = Math.abs(p.q.reduce((sum, v, i) => sum + v * q.q[i], 0));
  return { way: scale(sub(q.at, p.at), 1 / frameTime), spin: 2 * Math.acos(Math.min(1, same)) / frameTime };
}
const isAwake = (b, time) => awake[Math.min(Math.floor(time), lastFrame) * movers + b.mover] === 1;

// Particles are spheres of one form, each placed by itself; what has no size is as large as a dot.

const BALL = ballOf(cloud && grains > 3000 ? 0 : 1);
function ballOf(halvings) {
  const v = [];
  for (const x of [-1, 1]) for (const y of [-1, 1]) for (const z of [-1, 1]) v.push([[x, 0, 0], [0, y, 0], [0, 0, z]]);
  let all = v;
  for (let n = 0; n < halvings; n++) {
    all = all.flatMap(([a, b, c]) => {
      const [p, q, r] = [[a, b], [b, c], [c, a]].map(([s, t]) => unit(add(s, t)));
      return [[a, p, r], [p, b, q], [r, q, c], [p, q, r]];
    });
  }
  return Float32Array.from(all.flat().flatMap(p => [...p, ...p, 0]));  // as round as light shows
}
const grainSizes = cloud ? cloud.groups.flatMap(([count, radius], k) => Array(count).fill([radius, (k * 5 + 1) % COLOURS])) : [];
function grainSolids(time) {
  const dot = 0.004 * eye.distance;
  return grainSizes.map(([radius, colour], i) => {
    const r = Math.max(radius, dot);
    return { data: BALL, fill: rgb(colours['c' + colour]), model: Float32Array.of(r, 0, 0, 0, 0, r, 0, 0, 0, 0, r, 0, ...placeOf(i, time), 1) };
  });
}
function endOf(end, time) {
  if (!end.length) return placeOf(end, time);
  return end.length === 3 ? end : placedBy(modelOf(bodies[end[0]], time), end[1], end[2], end[3]);
}
// Rods are thick.
function linkLines(time) {
  return [[k => k === 1, 2.4], [k => k > 1, 1.4]].flatMap(([is, wide]) =>
    freshLines(cloud.links.filter(([kind]) => is(kind)).map(([, a, b]) => [endOf(a, time), endOf(b, time)]), 'ground-edge', wide));
}
// A joint is lines from its anchors to the middles of what moves, and between them where they are apart. Until it breaks.
function jointLines(time) {
  return freshLines(data.joints.filter(([, , gone = Infinity]) => time < gone).flatMap(([from, to]) => {
    const ends = [from, to], at = ends.map(end => endOf(end, time));
    return [at, ...ends.flatMap((end, i) => end.length > 3 ? [[poseOf(bodies[end[0]], time).at, at[i]]] : [])];
  }), 'mark', 1.6);
}
// A coupling is a line between what it couples: of two distances from wheel to wheel, as the rope goes.
function couplingLines(time) {
  return freshLines((data.couplings ?? []).filter(([, , , gone]) => gone < 0 || time < gone).map(([a, b, rope]) =>
    [a, b].map(joint => endOf(data.joints[joint][rope ? 0 : 1], time))), 'velocity', 1.6);
}
// The surface of a liquid: a net of lines around what one looks at.
function liquidLines() {
  return cloud.surfaces.flatMap(([x, y, z, ...n]) => {
    const u = unit(cross(n, Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0])), v = cross(n, u), at = [x, y, z], far = eye.radius;
    const middle = add(at, sub(sub(home, at), scale(n, dot(sub(home, at), n))));
    return freshLines(Array.from({ length: 13 }, (_, i) => (i - 6) / 6 * far).flatMap(k => [[u, v], [v, u]].map(([a, b]) =>
      [-far, far].map(end => add(middle, add(scale(a, k), scale(b, end)))))), 'velocity', 1)
      .map(it => ({ ...it, alpha: 0.35, behind: 0.12 }));
  });
}

// View: up is against gravity

const eye = new Eye(), drawer = drawerOn($('canvas')), canvas = drawer.canvas;
let width = 1, height = 1, ratio = 1, colours = {};
let now = 0, chosen = null, marked = null, showContacts = false, showVelocities = false, following = false;
let home = [0, 0, 0];  // the middle of all that is seen
eye.yUp = Math.abs(data.gravity[1]) > Math.abs(data.gravity[2]);

// All that moves, where it begins and where it goes unless it is lost; and what stands near it.
function fit() {
  const middles = [], add3 = (p, reach) => middles.push([p, reach]);
  for (const b of moving) {
    const reach = Math.max(0, ...b.shapes.map(s => s.reach));
    add3(poseOf(b, 0).at, reach);
  }
  for (let i = 0; i < grains; i++) add3(placeOf(i, 0), grainSizes[i][0]);
  if (!middles.length) for (const s of shapes) add3(scale(add(s.lower, s.upper), 0.5), s.size / 2);
  if (!middles.length) add3([0, 0, 0], 1);
  const around = list => {
    const lower = [0, 1, 2].map(i => Math.min(...list.map(([p, r]) => p[i] - r)));
    const upper = [0, 1, 2].map(i => Math.max(...list.map(([p, r]) => p[i] + r)));
    return [scale(add(lower, upper), 0.5), Math.hypot(...sub(upper, lower)) / 2];
  };
  let [middle, radius] = around(middles);
  const near = ([p, r]) => Math.hypot(...sub(p, middle)) + r < 3 * radius;
  for (const f of [lastFrame >> 2, lastFrame >> 1, lastFrame]) {
    for (const b of moving) {
      const it = [poseOf(b, f).at, Math.max(0, ...b.shapes.map(s => s.reach))];
      if (near(it)) middles.push(it);
    }
  }
  for (const s of shapes) {
    const it = [scale(add(s.lower, s.upper), 0.5), s.size / 2];
    if (s.body.mover < 0 && near(it)) middles.push(it);
  }
  [middle, radius] = around(middles);
  eye.radius = radius;
  home = middle;
  eye.fit(middle, 0.7 * radius, width / height);
}

// Drawing

const rgb = text => {
  const hex = text.replace('#', '');
  return [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16) / 255);
};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['dim', 'ground', 'ground-edge', 'driven', 'driven-edge', 'asleep', 'asleep-edge', 'c0', 'c1', 'c2',
                      'c3', 'c4', 'c5', 'contact', 'velocity', 'mark', 'blue', 'red', 'green', 'violet']) {
    colours[name] = style.getPropertyValue('--' + name).trim();
  }
}
function colourNow(b) {
  if (b.kind === STATIC) return ['ground', 'ground-edge'];
  if (b.kind === KINEMATIC) return ['driven', 'driven-edge'];
  return isAwake(b, now) ? ['c' + b.colour, 'dim'] : ['asleep', 'asleep-edge'];
}
const line = (ends, colour, width, more) => ({ ends, colour: rgb(colours[colour]), width, alpha: 1, behind: 0, ...more });

// A segment of lines that are of this frame alone.
function freshLines(segments, colour, wide) {
  return segments.length ? [line(segments.flat(2), colour, wide, { fresh: true, behind: 0.4 })] : [];
}
function contactLines() {
  const long = 0.025 * eye.distance;
  return freshLines(contactsOf(Math.round(now)).map(({ at, normal, impulse }) => {
    const half = scale(normal, long * Math.min(1, 0.25 + 0.08 * Math.log2(1 + 20 * impulse)));
    return [sub(at, half), add(at, half)];
  }), 'contact', 2.4);
}
function velocityLines() {
  return freshLines(moving.map(b => [poseOf(b, now).at, scale(velocityOf(b, now).way, 0.2)])
    .filter(([, way]) => Math.hypot(...way) > 1e-3 * eye.radius).map(([at, way]) => [at, add(at, way)]), 'velocity', 2);
}
function markLines() {
  const two = marked ? marked.shapes : chosen ? chosen.shapes : [];
  const lines = two.map(s => line(s.edges, 'mark', 2.5, { model: modelOf(s.body, now), behind: 0.3, fresh: !!s.bent }));
  if (!marked || Math.round(now) !== marked.frame) return lines;
  const at = marked.place, long = 0.03 * eye.distance;
  return [...lines, ...freshLines([[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(v => [sub(at, scale(v, long)), add(at, scale(v, long))]),
                                  'contact', 3)];
}
function draw() {
  if (following && chosen && chosen.mover >= 0) eye.target = poseOf(chosen, now).at;
  const solids = [], lines = [];
  for (const b of bodies) {
    const model = modelOf(b, now), [fill, edge] = colourNow(b);
    for (const s of b.shapes) {
      bendTo(s, now);
      solids.push({ data: s.faces, fill: rgb(colours[fill]), model, fresh: !!s.bent });
      lines.push(line(s.edges, edge, 1, { model, alpha: 0.7, fresh: !!s.bent }));
    }
  }
  if (cloud) {
    solids.push(...grainSolids(now));
    lines.push(...linkLines(now), ...liquidLines());
  }
  if (data.joints) lines.push(...jointLines(now), ...couplingLines(now));
  lines.push(...markLines(), ...showVelocities ? velocityLines() : [], ...showContacts ? contactLines() : []);
  drawer.draw({ eye, width: canvas.width, height: canvas.height, ratio, solids, lines, hit: rgb(colours.contact), alpha: 1 });
}

// The nearest body at a pixel, by the triangles that the ray of the eye meets.
function bodyAt(px, py) {
  const k = 2 * Eye.HALF / height, at = eye.at;
  const way = add(add(scale(eye.back, -1), scale(eye.right, (px - width / 2) * k)), scale(eye.up, (height / 2 - py) * k));
  let best = Infinity, found = null;
  for (const b of bodies) {
    const m = modelOf(b, now), from = sub(at, [m[12], m[13], m[14]]);
    const back = v => [dot(v, [m[0], m[1], m[2]]), dot(v, [m[4], m[5], m[6]]), dot(v, [m[8], m[9], m[10]])];
    const o = back(from), d = back(way);
    for (const s of b.shapes) {
      for (let i = 0; i < s.points.length; i += 9) {
        const time = meets(o, d, s.points, i);
        if (time < best) { best = time; found = b; }
      }
    }
  }
  return found;
}
// Möller and Trumbore 1997.
function meets(o, d, v, i) {
  const a = [v[i], v[i + 1], v[i + 2]], e = sub([v[i + 3], v[i + 4], v[i + 5]], a), f = sub([v[i + 6], v[i + 7], v[i + 8]], a);
  const p = cross(d, f), k = dot(e, p), t = sub(o, a), u = dot(t, p) / k, q = cross(t, e), w = dot(d, q) / k;
  const time = dot(f, q) / k;
  return k && u >= 0 && w >= 0 && u + w <= 1 && time > 0 ? time : Infinity;
}

// What the timeline asks: words, and how the view moves

const ORBITS = true;
const kindOf = shape => shape.kind;
const placeText = p => 'at ' + p.at.map(v => v.toFixed(3)).join(', ') + ' m';
const motionText = v => number(Math.hypot(...v.way)) + ' m/s, ' + number(v.spin) + ' rad/s';
function zoom(by) {
  eye.zoom(1 / by);
  redraw();
}
function slide(dx, dy) {
  if (following) toggles.follow();
  eye.pan(dx / height, dy / height);
}
function drag(dx, dy, e) {
  if (e.shiftKey || e.buttons & 6) slide(dx, dy);
  else eye.orbit(-dx * 0.008, dy * 0.008);
}
function lookAt({ shapes: two, place }) {
  eye.target = place;
  eye.distance = Math.min(eye.distance, 8 * Math.min(...two.map(s => s.size)));
}
canvas.addEventListener('contextmenu', e => e.preventDefault());
