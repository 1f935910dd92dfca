// SPDX-License-Identifier: MIT
//
// A run in the plane, unpacked (unpack.js) and drawn. Outlines are made paths once, in metres around their body; a frame sets where they are.
// What stands is one path for each of its looks.

'use strict';

const TURN = 2 * Math.PI / 16384;

// Of each frame x, y and angle of each mover as whole numbers, and which are awake.
const poses = [0, 1, 2].map(() => new Int32Array(data.frames * movers));
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
    for (let n = from.number(); n > 0; n--) { from.number(); from.number(); from.skip(2); }
  }
  contactStarts[data.frames] = from.at;
}
function contactsOf(frame) {
  const from = reader(contactBytes, contactStarts[frame]), unit = 16 * data.unit, all = [];
  let x = 0, y = 0;
  for (let n = from.number(); n > 0; n--) {
    x += from.number(); y += from.number();
    const way = from.byte() * 2 * Math.PI / 256, level = from.byte();
    all.push({ x: x * unit, y: y * unit, nx: Math.cos(way), ny: Math.sin(way), impulse: 2 ** ((level - 128) / 12) });
  }
  return all;
}

// Shapes

const bodies = data.bodies.map(([kind, name], id) => ({ id, kind, name, mover: -1, shapes: [], colour: id * 7 % COLOURS }));
data.movers.forEach((id, mover) => { bodies[id].mover = mover; });
const shapes = data.shapes.map(([body, kind, name, path, flags, radius, v, rings]) => {
  const s = { body: bodies[body], kind, name, path, radius, v, rings: rings || [0, v.length / 2], closed: !!(flags & 1),
              oneSided: !!(flags & 2), ...box() };
  s.line = kind === CHAIN || v.length === 4 && !radius;
  for (let i = 0; i < v.length; i += 2) grow(s, v[i] - radius, v[i + 1] - radius, v[i] + radius, v[i + 1] + radius);
  close(s);
  s.path2d = trace(new Path2D(), s, 0, 0, 0);
  if (kind === 1 && bodies[body].kind !== STATIC) { s.path2d.moveTo(v[0], v[1]); s.path2d.lineTo(v[0] + radius, v[1]); }  // a spoke tells how it turns
  bodies[body].shapes.push(s);
  return s;
});
for (const b of bodies) {
  const all = around(b.shapes);
  b.reach = b.shapes.length ? Math.hypot(Math.max(-all.x0, all.x1), Math.max(-all.y0, all.y1)) : 0;
}
const oneSided = shapes.filter(s => s.oneSided);
const moving = data.movers.map(id => bodies[id]), standing = bodies.filter(b => b.kind === STATIC);
const ground = new Path2D(), lines = new Path2D();
for (const b of standing) for (const s of b.shapes) (s.line ? lines : ground).addPath(s.path2d);

// Where the middle of a body is between two frames, and how it is turned.
function poseOf(b, time) {
  const f = Math.min(Math.floor(time), lastFrame), part = time - f, i = f * movers + b.mover, k = f < lastFrame ? i + movers : i;
  const at = n => poses[n][i] + (poses[n][k] - poses[n][i]) * part;
  const angle = at(2) * TURN;
  return { x: at(0) * data.unit, y: at(1) * data.unit, c: Math.cos(angle), s: Math.sin(angle), angle };
}

// Over the frame before.
function velocityOf(b, time) {
  const f = Math.max(1, Math.min(lastFrame, Math.ceil(time))), p = poseOf(b, f - 1), q = poseOf(b, f);
  return lastFrame < 1 ? { x: 0, y: 0, spin: 0 } : { x: (q.x - p.x) / frameTime, y: (q.y - p.y) / frameTime,
                                                     spin: (q.angle - p.angle) / frameTime };
}
const isAwake = (b, time) => awake[Math.min(Math.floor(time), lastFrame) * movers + b.mover] === 1;

// Where ends of links are.
function endOf(end, time) {
  if (!end.length) return placeOf(end, time);
  if (end.length === 2) return end;
  const [id, x, y] = end, p = poseOf(bodies[id], time);
  return [p.x + p.c * x - p.s * y, p.y + p.s * x + p.c * y];
}

// View: metres to pixels, y up

const canvas = $('canvas'), g = canvas.getContext('2d', { alpha: false });
const view = { x: 0, y: 0, scale: 1 };
let width = 1, height = 1, ratio = 1, colours = {};
let now = 0, chosen = null, marked = null, showContacts = false, showVelocities = false, following = false;
const toX = x => (x - view.x) * view.scale + width / 2, toY = y => (view.y - y) * view.scale + height / 2;
const fromX = x => (x - width / 2) / view.scale + view.x, fromY = y => view.y - (y - height / 2) / view.scale;

// Everything that matters: what moves, where it begins, and where it goes unless it falls out of the world; and what
// stands, unless that is so large that nothing could be seen.
function fitBox() {
  const still = box(), begin = box(), way = box();
  for (const b of standing) for (const s of b.shapes) grow(still, s.x0, s.y0, s.x1, s.y1);
  for (const b of moving) {
    const p = poseOf(b, 0);
    grow(begin, p.x - b.reach, p.y - b.reach, p.x + b.reach, p.y + b.reach);
  }
  const reach = (frame, inside) => {
    let i = 0;
    for (const [count, r] of cloud ? cloud.groups : []) {
      for (const end = i + count; i < end; i++) {
        const [x, y] = placeOf(i, frame);
        if (!inside || x > inside.x0 && x < inside.x1 && y > inside.y0 && y < inside.y1) grow(begin, x - r, y - r, x + r, y + r);
      }
    }
  };
  reach(0);
  for (const [, ...ends] of cloud ? cloud.links : []) {
    for (const end of ends) if (end.length === 2) grow(begin, end[0], end[1], end[0], end[1]);
  }
  const all = { ...begin };
  if (standing.length) grow(all, still.x0, still.y0, still.x1, still.y1);
  const slack = 0.25 * Math.max(all.x1 - all.x0, all.y1 - all.y0);
  for (const b of moving) {
    for (const f of [lastFrame >> 2, lastFrame >> 1, lastFrame]) {
      const p = poseOf(b, f);
      if (p.x > all.x0 - slack && p.x < all.x1 + slack && p.y > all.y0 - slack && p.y < all.y1 + slack) {
        grow(begin, p.x - b.reach, p.y - b.reach, p.x + b.reach, p.y + b.reach);
      }
    }
  }
  const near = { x0: all.x0 - slack, y0: all.y0 - slack, x1: all.x1 + slack, y1: all.y1 + slack };
  for (const f of [lastFrame >> 2, lastFrame >> 1, lastFrame]) reach(f, near);
  const wide = Math.max(begin.x1 - begin.x0, begin.y1 - begin.y0), limit = 1.5 * wide;
  if (!moving.length && !grains) return still;
  for (const b of standing) {
    for (const s of b.shapes) {
      grow(way, Math.max(s.x0, begin.x0 - limit), Math.max(s.y0, begin.y0 - limit), Math.min(s.x1, begin.x1 + limit),
           Math.min(s.y1, begin.y1 + limit));
    }
  }
  if (way.x1 >= way.x0 && way.y1 >= way.y0) grow(begin, way.x0, way.y0, way.x1, way.y1);
  return begin;
}
function fit() {
  const b = fitBox();
  if (!(b.x1 >= b.x0)) return;
  view.x = (b.x0 + b.x1) / 2; view.y = (b.y0 + b.y1) / 2;
  view.scale = 0.92 * Math.min(width / Math.max(b.x1 - b.x0, 1e-9), (height - 30) / Math.max(b.y1 - b.y0, 1e-9));
}

// Drawing

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['paper', 'grid', 'axis', 'text', 'dim', 'ground', 'ground-edge', 'driven', 'driven-edge', 'asleep',
                      'asleep-edge', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'edge', 'contact', 'velocity', 'mark', 'line',
                      'blue', 'red', 'green', 'violet']) {
    colours[name] = style.getPropertyValue('--' + name).trim();
  }
}

const pixels = () => g.setTransform(ratio, 0, 0, ratio, 0, 0);
const metres = () => g.setTransform(view.scale * ratio, 0, 0, -view.scale * ratio, toX(0) * ratio, toY(0) * ratio);

function gridStep() {
  let step = 10 ** Math.floor(Math.log10(80 / view.scale));
  while (step * view.scale < 40) step *= step * view.scale < 20 ? 5 : 2;
  return step;
}

function drawGrid() {
  const step = gridStep();
  for (let i = Math.ceil(fromX(0) / step); i * step < fromX(width); i++) {
    g.fillStyle = i ? colours.grid : colours.axis;
    g.fillRect(Math.round(toX(i * step)), 0, 1, height);
  }
  for (let i = Math.ceil(fromY(height) / step); i * step < fromY(0); i++) {
    g.fillStyle = i ? colours.grid : colours.axis;
    g.fillRect(0, Math.round(toY(i * step)), width, 1);
  }
}

// How long is a metre, with a rim, on whatever is there.
function drawScale() {
  const step = gridStep(), y = height - 12, x = 14, wide = step * view.scale, words = number(step) + ' m';
  g.font = '11px system-ui, sans-serif';
  g.textAlign = 'left';
  g.fillStyle = g.strokeStyle = colours.paper;
  g.lineWidth = 4;
  g.fillRect(x - 2, y - 2, wide + 4, 6);
  g.strokeText(words, x, y - 5);
  g.fillStyle = colours.dim;
  g.fillRect(x, y, wide, 2);
  g.fillText(words, x, y - 5);
}

const ORIGIN = { x: 0, y: 0, c: 1, s: 0 };
const poseNow = (b, time) => b.mover >= 0 ? poseOf(b, time) : ORIGIN;
function within(p) {  // metres of a body
  const scale = view.scale * ratio;
  g.setTransform(p.c * scale, -p.s * scale, -p.s * scale, -p.c * scale, toX(p.x) * ratio, toY(p.y) * ratio);
}

// A one-sided chain has ticks on its right, where it is felt.
function drawTicks(time) {
  pixels();
  g.beginPath();
  for (const s of oneSided) {
    const p = poseNow(s.body, time), at = (x, y) => [toX(p.x + p.c * x - p.s * y), toY(p.y + p.s * x + p.c * y)];
    eachSide(s, (ax, ay, bx, by) => {
      const [x, y] = at(ax, ay), [ex, ey] = at(bx, by), dx = ex - x, dy = ey - y;
      const seen = Math.hypot(dx, dy) > 4 && stretch(x, y, ex, ey);
      if (seen) tickSide(g, x, y, dx, dy, ...seen);
    });
  }
  g.strokeStyle = colours['ground-edge'];
  g.lineWidth = 1.2;
  g.stroke();
}

function drawGround() {
  metres();
  g.lineWidth = 1.2 / view.scale;
  g.fillStyle = colours.ground; g.strokeStyle = colours['ground-edge'];
  g.fill(ground); g.stroke(ground);
  g.lineWidth = 2 / view.scale;
  g.stroke(lines);
}

function paint(b, p, time) {
  const sleeps = b.kind !== KINEMATIC && !isAwake(b, time);
  within(p);
  g.fillStyle = b.kind === KINEMATIC ? colours.driven : sleeps ? colours.asleep : colours['c' + b.colour];
  g.strokeStyle = b.kind === KINEMATIC ? colours['driven-edge'] : sleeps ? colours['asleep-edge'] : colours.edge;
  g.lineWidth = 1.1 / view.scale;
  for (const s of b.shapes) {
    if (!s.line) g.fill(s.path2d);
    g.stroke(s.path2d);
  }
}

function drawBodies(time) {
  for (const b of moving) {
    const p = poseOf(b, time), reach = b.reach * view.scale + 4, x = toX(p.x), y = toY(p.y);
    if (x > -reach && x < width + reach && y > -reach && y < height + reach) paint(b, p, time);
  }
}

// What is under the surface of a liquid.
function drawLiquid() {
  pixels();
  g.fillStyle = g.strokeStyle = colours.velocity;
  g.lineWidth = 1.2;
  const far = 2 * (width + height);
  for (const [x, y, nx, ny] of cloud.surfaces) {
    // From the place on it that is nearest to the middle of the picture.
    const off = (view.x - x) * nx + (view.y - y) * ny, px = toX(view.x - off * nx), py = toY(view.y - off * ny);
    const ax = px - ny * far, ay = py - nx * far, bx = px + ny * far, by = py + nx * far;
    g.beginPath();
    g.moveTo(ax, ay); g.lineTo(bx, by);
    g.globalAlpha = 0.6;
    g.stroke();
    g.lineTo(bx - nx * far, by + ny * far); g.lineTo(ax - nx * far, ay + ny * far);
    g.globalAlpha = 0.1;
    g.fill();
  }
  g.globalAlpha = 1;
}

// Rods are thick, springs and bungees broken lines.
function drawLinks(time) {
  for (const [kinds, wide, dash] of [[[1], 2.4, []], [[2], 1.4, []], [[3, 4], 1.4, [5, 3]]]) {
    g.lineWidth = wide;
    g.setLineDash(dash);
    g.strokeStyle = colours['ground-edge'];
    g.beginPath();
    for (const [kind, a, b] of cloud.links) {
      if (!kinds.includes(kind)) continue;
      const [ax, ay] = endOf(a, time), [bx, by] = endOf(b, time);
      g.moveTo(toX(ax), toY(ay)); g.lineTo(toX(bx), toY(by));
    }
    g.stroke();
  }
  g.setLineDash([]);
}

// A joint is a ring at its anchor with lines to the middles of what moves; where both anchors are apart, as of a rope, a
// line between them. Until it breaks.
function drawJoints(time) {
  pixels();
  g.strokeStyle = colours.mark;
  g.lineWidth = 1.4;
  g.beginPath();
  for (const [from, to, gone = Infinity] of data.joints) {
    if (time >= gone) continue;
    const ends = [from, to], [a, b] = ends.map(end => placeOnPage(end, time));
    g.moveTo(...a); g.lineTo(...b);
    ends.forEach((end, i) => {
      const [x, y] = [a, b][i], middle = end.length > 2 && poseOf(bodies[end[0]], time);
      if (middle) { g.moveTo(toX(middle.x), toY(middle.y)); g.lineTo(x, y); }
      g.moveTo(x + 2.5, y); g.arc(x, y, 2.5, 0, 2 * Math.PI);
    });
  }
  g.stroke();
  drawCouplings(time);
}
const placeOnPage = (end, time) => endOf(end, time).map((x, i) => i ? toY(x) : toX(x));

// A coupling is a broken line between what it couples; of two distances it is a rope, from wheel to wheel.
function drawCouplings(time) {
  g.strokeStyle = colours.velocity;
  for (const rope of [0, 1]) {
    g.setLineDash(rope ? [] : [5, 3]);
    g.beginPath();
    for (const [a, b, is, gone] of data.couplings ?? []) {
      if (is !== rope || (gone >= 0 && time >= gone)) continue;
      const [from, to] = [a, b].map(joint => placeOnPage(data.joints[joint][rope ? 0 : 1], time));
      g.moveTo(...from); g.lineTo(...to);
    }
    g.stroke();
  }
  g.setLineDash([]);
}

// Each group in one go: there may be many thousands. What is only a few pixels wide is drawn as a square.
function drawParticles(time) {
  pixels();
  drawLinks(time);
  g.lineWidth = 1;
  g.strokeStyle = colours.edge;
  let i = 0, colour = 0;
  for (const [count, radius] of cloud.groups) {
    const r = Math.max(1.5, radius * view.scale), round = r > 2;
    g.fillStyle = colours['c' + (colour++ * 5 + 1) % COLOURS];
    g.beginPath();
    for (const end = i + count; i < end; i++) {
      const [mx, my] = placeOf(i, time), x = toX(mx), y = toY(my);
      if (x < -r || y < -r || x > width + r || y > height + r) continue;
      if (round) { g.moveTo(x + r, y); g.arc(x, y, r, 0, 2 * Math.PI); } else g.rect(x - r, y - r, 2 * r, 2 * r);
    }
    g.fill();
    if (r > 3) g.stroke();
  }
}

function drawContacts(time) {
  g.strokeStyle = g.fillStyle = colours.contact;
  const size = Math.max(0.25, Math.min(1, view.scale / 50)), dot = 2 * size;  // small where they crowd
  g.lineWidth = 1.6 * size;
  for (const c of contactsOf(Math.round(time))) {
    const x = toX(c.x), y = toY(c.y), long = size * (6 + 5 * Math.log2(1 + 20 * c.impulse));
    g.beginPath();
    g.moveTo(x - c.nx * long / 2, y + c.ny * long / 2);
    g.lineTo(x + c.nx * long / 2, y - c.ny * long / 2);
    g.stroke();
    g.fillRect(x - dot, y - dot, 2 * dot, 2 * dot);
  }
}

function drawVelocities(time) {
  g.strokeStyle = colours.velocity;
  g.lineWidth = 1.6;
  g.beginPath();
  for (const b of moving) {
    const v = velocityOf(b, time), p = poseOf(b, time), x = toX(p.x), y = toY(p.y);
    const dx = v.x * 0.2 * view.scale, dy = -v.y * 0.2 * view.scale, l = Math.hypot(dx, dy);
    if (l < 2) continue;
    g.moveTo(x, y); g.lineTo(x + dx, y + dy);
    const h = Math.min(7, l / 2) / l;
    g.moveTo(x + dx - h * (dx + 0.6 * dy), y + dy - h * (dy - 0.6 * dx));
    g.lineTo(x + dx, y + dy);
    g.lineTo(x + dx - h * (dx - 0.6 * dy), y + dy - h * (dy + 0.6 * dx));
  }
  g.stroke();
}

function drawChosen(time) {
  within(poseNow(chosen, time));
  g.strokeStyle = colours.mark;
  g.lineWidth = 2.5 / view.scale;
  for (const s of chosen.shapes) g.stroke(s.path2d);
}

// The two that were the deepest in each other, and a ring where.
function drawMarked(time) {
  for (const s of marked.shapes) {
    within(poseNow(s.body, time));
    g.strokeStyle = colours.mark;
    g.lineWidth = 2.5 / view.scale;
    g.stroke(s.path2d);
  }
  if (Math.round(time) !== marked.frame) return;
  pixels();
  for (const [colour, wide] of [['paper', 6], ['contact', 3]]) {
    g.strokeStyle = colours[colour];
    g.lineWidth = wide;
    g.beginPath();
    g.arc(toX(marked.place[0]), toY(marked.place[1]), 13, 0, 2 * Math.PI);
    g.stroke();
  }
}

function draw() {
  if (following && chosen && chosen.mover >= 0) {
    const p = poseOf(chosen, now);
    view.x = p.x; view.y = p.y;
  }
  pixels();
  g.fillStyle = colours.paper;
  g.fillRect(0, 0, width, height);
  drawGrid();
  g.lineJoin = 'round';
  drawGround();
  drawBodies(now);
  drawTicks(now);
  if (data.joints) drawJoints(now);
  if (cloud) { drawParticles(now); drawLiquid(); }
  pixels();
  if (showVelocities) drawVelocities(now);
  if (showContacts) drawContacts(now);
  if (chosen) drawChosen(now);
  if (marked) drawMarked(now);
  pixels();
  drawScale();
}

// The topmost body at a pixel: what moves is drawn over what stands.
function bodyAt(px, py) {
  const slack = 4 / view.scale, x = fromX(px), y = fromY(py);
  for (const list of [moving, standing]) {
    for (let i = list.length; i-- > 0;) {
      const b = list[i], p = poseNow(b, now);
      const dx = x - p.x, dy = y - p.y, u = p.c * dx + p.s * dy, w = p.c * dy - p.s * dx;
      for (const s of b.shapes) {
        if (u < s.x0 - slack || u > s.x1 + slack || w < s.y0 - slack || w > s.y1 + slack) continue;
        g.setTransform(1, 0, 0, 1, 0, 0);
        g.lineWidth = 2 * slack;
        if (!s.line && g.isPointInPath(s.path2d, u, w) || g.isPointInStroke(s.path2d, u, w)) return b;
      }
    }
  }
  return null;
}

// What the timeline asks: words, and how the view moves

const ORBITS = false;
const kindOf = shape => KINDS[shape.kind];
const placeText = p => 'at ' + p.x.toFixed(3) + ', ' + p.y.toFixed(3) + ' m, ' + (p.angle * 180 / Math.PI).toFixed(1) + '°';
const motionText = v => number(Math.hypot(v.x, v.y)) + ' m/s, ' + number(v.spin) + ' rad/s';
function zoom(by, px = width / 2, py = height / 2) {
  const x = fromX(px), y = fromY(py);
  view.scale = Math.max(1e-6, Math.min(1e6, view.scale * by));
  view.x = x - (px - width / 2) / view.scale; view.y = y + (py - height / 2) / view.scale;
  redraw();
}
function drag(dx, dy) { view.x -= dx / view.scale; view.y += dy / view.scale; }

// The scale stays as it is as long as the smaller one can be seen well.
function lookAt({ shapes: two, place: [x, y] }) {
  const share = Math.min(...two.map(s => s.size)) * view.scale / Math.min(width, height);
  if (share > 0) view.scale *= share > 0.7 ? 0.6 / share : share < 0.1 ? 0.25 / share : 1;
  view.x = x; view.y = y;
}
