// SPDX-License-Identifier: MIT
//
// The picture: shapes, contacts, and what is marked in them.
//
// What makes it quick: things are packed into bundles of neighbours of about one size. A bundle is a handful of paths
// in metres, made once, so that a frame of ten thousand shapes is some hundred calls. Where only a few are in view they
// are drawn one by one, with all that there is to see. What is chosen or pointed at lies on a canvas of its own, so
// that pointing redraws nothing else. Nothing is drawn unless something changed.

'use strict';

const began = performance.now();

// Data

const SWEEP_HIT = 1, SWEEP_OVERLAP = 3;
const HITS = ['', 'meets', 'touches and presses', 'starts inside', ''];
const NOTES = ['taken', 'repaired', 'left out'];
const SAMPLE = { version: '', files: [['no data', 'sample', 1, '']], hits: [], notes: [], seams: 0,
  objects: [[1, 'ball', '', '', 0, 2, 0.9, [0, 0.85]], [3, 'pill', '', '', 0, 2, 0.3, [2, 1, 2, 2]],
            [7, 'frame', '', '', 0, 3, 0, [-3, -2, 3, -2, 3, 0, -3, 0, -1, -1.5, -1, -0.5, 1, -0.5, 1, -1.5], [0, 4, 8],
             [0, 4, 8, 12, 16], [0, 1, 7, 4, 1, 2, 6, 7, 2, 3, 5, 6, 3, 0, 4, 5],
             [-1, 1, -1, 3, -1, 2, -1, 0, -1, 3, -1, 1, -1, 0, -1, 2]],
            [8, 'ledge', '', '', 0, 7, 0, [-2, 2, -3, 1, -4, 1], [0, 3]]],
  pairs: [[0, 2, 0, -1, 0.05, [[0, 2, 0, -1, 0, -0.025, 0.05]]]] };
const text = document.getElementById('data').textContent;
const data = text.startsWith('/*') ? SAMPLE : JSON.parse(text);

// Everything that can be chosen has a type, which is also the list that it stands in.
const objects = data.objects.map((o, id) => {
  let [kind, name, layer, path, file, flags, radius, v, rings, starts, loop, beyond] = o;
  if (kind === CHAIN) {  // its segments are parts, too
    const n = v.length / 2, parts = flags & 8 ? n : n - 1;
    starts = Array.from({ length: parts + 1 }, (_, p) => 2 * p);
    loop = Array.from({ length: 2 * parts }, (_, k) => (k + 1 >> 1) % n);
  }
  const b = box();
  for (let i = 0; i < v.length; i += 2) grow(b, v[i] - radius, v[i + 1] - radius, v[i] + radius, v[i + 1] + radius);
  return close(b, { type: 'shapes', id, kind, name, layer, path, file, fixed: !!(flags & 1), solid: !!(flags & 2),
    oneSided: !!(flags & 4), closed: !!(flags & 8), radius, v, rings: rings || [0, v.length / 2], starts, loop, beyond,
    line: kind === CHAIN || v.length === 4 && !radius, point: v.length === 2 && !radius, shown: true,
    pairs: [], hits: [] });
});
const pairs = data.pairs.map((p, id) => {
  const b = box(), meetings = [], [first, second, nx, ny, depth] = p;
  let worst = null;  // the deepest meeting of two parts: it is shown amid its points
  for (const m of p[5]) {
    const meeting = { partA: m[0], partB: m[1], nx: m[2], ny: m[3], points: [], depth: -Infinity };
    for (let i = 4; i < m.length; i += 3) {
      meeting.points.push({ x: m[i], y: m[i + 1] });
      meeting.depth = Math.max(meeting.depth, m[i + 2]);
      grow(b, m[i], m[i + 1], m[i], m[i + 1]);
    }
    meetings.push(meeting);
    if (!worst || meeting.depth > worst.depth) worst = meeting;
  }
  const atX = worst.points.reduce((sum, c) => sum + c.x, 0) / worst.points.length;
  const atY = worst.points.reduce((sum, c) => sum + c.y, 0) / worst.points.length;
  const pair = close(b, { type: 'contacts', id, a: objects[first], b: objects[second], nx, ny, depth, meetings,
    atX, atY });
  pair.a.pairs.push(pair); pair.b.pairs.push(pair);
  return pair;
});
const hits = data.hits.map((h, id) => {
  const hit = { type: 'hits', id, mover: objects[h[0]], target: objects[h[1]], kind: h[2], time: h[3],
    x: h[6], y: h[7] };
  hit.mover.hits.push(hit);
  return hit;
});
const notes = data.notes.map(n => ({ type: 'notes', kind: n[0], file: n[1], path: n[2], text: n[3] }));

// Geometry

// Parts: the convex parts of a region, the segments of a chain; everything else is one part itself.
const partCount = s => s.starts ? s.starts.length - 1 : 1;
const cornerCount = (s, p) => s.starts[p + 1] - s.starts[p];
function tracePart(path, s, p, ox, oy) {
  for (let i = s.starts[p]; i < s.starts[p + 1]; i++) {
    const at = 2 * s.loop[i];
    path[i > s.starts[p] ? 'lineTo' : 'moveTo'](s.v[at] - ox, s.v[at + 1] - oy);
  }
  path.closePath();
  return path;
}

// Visits the sides of a part: ends x, y, x, y, and the part beyond.
function eachPartSide(s, p, visit) {
  const v = s.v, first = s.starts[p], end = s.starts[p + 1];
  for (let i = first; i < end; i++) {
    const a = 2 * s.loop[i], b = 2 * s.loop[i + 1 < end ? i + 1 : first];
    visit(v[a], v[a + 1], v[b], v[b + 1], s.beyond ? s.beyond[i] : -1);
  }
}

function sideDistance(ax, ay, bx, by, x, y) {
  const dx = bx - ax, dy = by - ay, l = dx * dx + dy * dy;
  const t = l > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / l)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

function contains(s, x, y, slack) {
  let inside = false, best = Infinity;
  eachSide(s, (ax, ay, bx, by) => {
    if (ay > y !== by > y && x < ax + (bx - ax) * (y - ay) / (by - ay)) inside = !inside;
    best = Math.min(best, sideDistance(ax, ay, bx, by, x, y));
  });
  return inside && s.kind !== CHAIN || best <= s.radius + slack;
}

// The part that is under a point, or nearest to it; -1 when the thing has only itself.
function partAt(s, x, y) {
  let best = Infinity, part = -1;
  for (let p = 0; partCount(s) > 1 && p < partCount(s); p++) {
    let inside = s.kind === REGION, near = Infinity;
    eachPartSide(s, p, (ax, ay, bx, by) => {
      if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) inside = false;
      else if (s.kind === CHAIN) near = Math.min(near, sideDistance(ax, ay, bx, by, x, y));
    });
    if (inside) return p;
    if (near < best) { best = near; part = p; }
  }
  return part;
}

// Area, length of the outline and number of holes, found when somebody asks.
function measure(s) {
  if (s.area === undefined) {
    const turns = s.rings.map(() => 0);
    s.length = 0;
    eachSide(s, (ax, ay, bx, by, ring) => {
      turns[ring] += ((ax - s.x) * (by - s.y) - (bx - s.x) * (ay - s.y)) / 2;
      s.length += Math.hypot(bx - ax, by - ay);
    });
    s.area = turns.reduce((sum, turn) => sum + turn) + s.length * s.radius + Math.PI * s.radius * s.radius;
    s.holes = turns.filter(turn => turn < 0).length;
  }
  return s;
}

// Parts that follow each other are neighbours, so they are bundled as they come, with one path for each shade. A part
// has none of its neighbours' shades.
function partBundles(s) {
  if (!s.bundles) {
    const shades = [];
    s.bundles = [];
    for (let p = 0; p < partCount(s); p++) {
      if (p % 128 === 0) s.bundles.push({ ...box(), from: p, to: Math.min(p + 128, partCount(s)), paths: [] });
      const bundle = s.bundles[s.bundles.length - 1];
      let taken = 0, shade = 0;
      eachPartSide(s, p, (ax, ay, bx, by, beyond) => {
        if (beyond >= 0 && beyond < p) taken |= 1 << shades[beyond];
        grow(bundle, ax, ay, ax, ay);
      });
      while (taken >> shade & 1) shade++;
      shades.push(shade);
      tracePart(bundle.paths[shade] ||= new Path2D(), s, p, s.x, s.y);
    }
  }
  return s.bundles;
}

// Bundles: neighbours of about one size, packed by columns and rows

const DIRECT = 500;  // as many are drawn one by one
const FINE = 4;      // each level holds things of up to FINE times the size of the one below

function pack(items, most) {
  const bundles = [], columns = Math.ceil(Math.sqrt(items.length / most)), wide = Math.ceil(items.length / columns);
  const byX = items.slice().sort((a, b) => a.x - b.x);
  for (let i = 0; i < byX.length; i += wide) {
    const column = byX.slice(i, i + wide).sort((a, b) => a.y - b.y);
    for (let k = 0; k < column.length; k += most) {
      const some = column.slice(k, k + most);
      bundles.push(close(around(some), { items: some, looks: null, specks: null, step: 0 }));
    }
  }
  return bundles;
}

// What stands first, then what moves; large before small, so that small things on top can be seen and pointed at.
const levels = [], pairBundles = pairs.length ? pack(pairs, 256) : [];
{
  const bySize = new Map();
  for (const s of objects) {
    const level = s.point ? -Infinity : Math.ceil(Math.log(Math.max(s.size, 1e-12)) / Math.log(FINE));
    if (!bySize.has(level)) bySize.set(level, []);
    bySize.get(level).push(s);
  }
  for (const [level, items] of bySize) levels.push({ size: FINE ** level, bundles: pack(items, 128) });  // 0 of points
  levels.sort((a, b) => b.size - a.size);
}
const before = (s, t) => t.fixed - s.fixed || t.size - s.size || s.id - t.id;
const isHit = s => s.pairs.length > 0;

// One path for each look, in metres around the bundle's middle: static, movable, not solid, lines; free and touching.
function looksOf(bundle) {
  if (!bundle.looks) {
    bundle.looks = Array(8).fill(null);
    for (const s of bundle.items) {
      if (!s.shown || s.point) continue;
      const look = 2 * (s.line ? 3 : !s.solid ? 2 : s.fixed ? 0 : 1) + isHit(s);
      trace(bundle.looks[look] ||= new Path2D(), s, bundle.x, bundle.y, 0);
    }
  }
  return bundle.looks;
}

// What is smaller than a pixel becomes a speck of one to three; each place has one, red if anything in it is.
function specksOf(bundle) {
  const step = 2 ** Math.ceil(Math.log2(1.5 / view.scale));
  if (!bundle.specks || bundle.step !== step) {
    const places = new Map();
    for (const s of bundle.items) {
      if (!s.shown) continue;
      const i = Math.floor((s.x - bundle.x) / step), k = Math.floor((s.y - bundle.y) / step), key = i + k * 2 ** 26;
      places.set(key, places.get(key) || isHit(s));
    }
    bundle.step = step;
    bundle.specks = [new Path2D(), new Path2D()];
    for (const [key, red] of places) {
      const k = Math.round(key / 2 ** 26), i = key - k * 2 ** 26;
      bundle.specks[+red].rect(i * step, k * step, step, step);
    }
  }
  return bundle.specks;
}

function forgetPaths() {
  for (const level of levels) for (const b of level.bundles) b.looks = b.specks = null;
}

// View: metres to pixels, y up

const canvas = $('canvas'), marks = canvas.getContext('2d'), ground = $('ground').getContext('2d', { alpha: false });
const view = { x: 0, y: 0, scale: 1 };
const still = matchMedia('(prefers-reduced-motion: reduce)');
const PICTURE = 1, LIST = 2, ASKED = 4;  // what a frame has to do besides the marks
let width = 1, height = 1, ratio = 1, stale = 0, glide = null, showParts = true, colours = {};
let hovered = null, hoveredPart = -1, chosen = null;
const toX = x => (x - view.x) * view.scale + width / 2, toY = y => (view.y - y) * view.scale + height / 2;
const fromX = x => (x - width / 2) / view.scale + view.x, fromY = y => view.y - (y - height / 2) / view.scale;
const inView = s => toX(s.x1) >= -40 && toX(s.x0) <= width + 40 && toY(s.y0) >= -40 && toY(s.y1) <= height + 40;
const clampScale = scale => Math.max(1e-20, Math.min(1e20, scale));

function redraw(what = PICTURE) {
  if (!(stale & ASKED)) requestAnimationFrame(frame);
  stale |= what | ASKED;
}

// Goes to a place: its way on the screen is straight, also while the scale changes.
function glideTo(x, y, scale) {
  glide = { x, y, scale: clampScale(scale), from: { ...view }, start: null, time: still.matches ? 0 : 260 };
  redraw();
}
function follow(now) {
  glide.start ??= now - 16;
  const t = glide.time ? Math.min(1, (now - glide.start) / glide.time) : 1, e = t * t * (3 - 2 * t), from = glide.from;
  view.scale = t < 1 ? from.scale * (glide.scale / from.scale) ** e : glide.scale;
  const rest = t < 1 ? (1 - e) * from.scale / view.scale : 0;
  view.x = glide.x - (glide.x - from.x) * rest;
  view.y = glide.y - (glide.y - from.y) * rest;
  if (t === 1) glide = null;
}
function fit() {
  const shown = objects.filter(s => s.shown), all = shown.length ? shown : objects;
  if (!all.length) return;
  const b = close(around(all)), high = Math.max(height - 60, 50);  // below the buttons
  const scale = 0.92 * Math.min(width / (b.x1 - b.x0), high / (b.y1 - b.y0), 1e3 / (b.size || 1));
  glideTo(b.x, b.y + 20 / scale, scale);
}
function pan(dx, dy) {
  view.x -= dx / view.scale; view.y += dy / view.scale;
  glide = null;
  redraw();
}
function zoom(factor, px = width / 2, py = height / 2) {
  const x = fromX(px), y = fromY(py);
  view.scale = clampScale(view.scale * factor);
  view.x = x - (px - width / 2) / view.scale;
  view.y = y + (py - height / 2) / view.scale;
  glide = null;
  redraw();
}

// Goes to a thing. The scale stays as it is as long as the thing can be seen well.
function lookAt(item) {
  const s = item.type === 'hits' ? item.mover : item, room = Math.min(width, height);
  const [x, y, size] = s.type !== 'contacts' ? [s.x, s.y, s.size]
    : [s.atX, s.atY, Math.max(2 * s.depth, Math.min(s.a.size || Infinity, s.b.size || Infinity))];
  const share = size > 0 && size < Infinity ? size * view.scale / room : 0.25;
  glideTo(x, y, share > 0.7 ? view.scale * 0.6 / share : share < 0.1 ? view.scale * 0.25 / share : view.scale);
}

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['paper', 'grid', 'axis', 'text', 'dim', 'free', 'free-edge', 'hit', 'hit-edge', 'shade', 'normal',
                      'push', 'way', 'point', 'point-edge', 'panel', 'line']) {
    colours[name] = style.getPropertyValue('--' + name).trim();
  }
}

// Units of drawing: pixels, or metres around a point. The point is moved in doubles, so that far away is as sharp.
const pixels = g => g.setTransform(ratio, 0, 0, ratio, 0, 0);
const metres = (g, x, y) =>
  g.setTransform(view.scale * ratio, 0, 0, -view.scale * ratio, toX(x) * ratio, toY(y) * ratio);

// Drawing: the ground

function gridStep() {
  const rough = 80 / view.scale, power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(k => k * power).find(k => k >= rough) || rough;
}

function drawGrid(g) {
  const step = gridStep();
  const lines = (from, to, rule) => {
    for (let i = Math.floor(from / step); i <= Math.ceil(to / step); i++) {
      g.fillStyle = i ? colours.grid : colours.axis;
      rule(i * step);
    }
  };
  lines(fromX(0), fromX(width), x => g.fillRect(Math.round(toX(x)), 0, 1, height));
  lines(fromY(height), fromY(0), y => g.fillRect(0, Math.round(toY(y)), width, 1));
}

function drawScale(g) {
  const step = gridStep();
  const size = step * view.scale, right = width - 16, bottom = height - 18;
  g.fillStyle = colours.panel;
  g.fillRect(right - size - 10, bottom - 22, size + 20, 30);
  g.strokeStyle = g.fillStyle = colours.dim;
  g.lineWidth = 1.5;
  g.font = '11px system-ui, sans-serif';
  g.beginPath();
  g.moveTo(right - size, bottom - 5); g.lineTo(right - size, bottom);
  g.lineTo(right, bottom); g.lineTo(right, bottom - 5);
  g.stroke();
  g.textAlign = 'center';
  g.fillText(number(step) + ' m', right - size / 2, bottom - 6);
}

// Arrows of one colour, drawn at once: from (x, y) in pixels by (dx, dy).
function drawArrows(g, arrows, colour, thick) {
  const lines = new Path2D(), heads = new Path2D();
  for (const [x, y, dx, dy] of arrows) {
    const length = Math.hypot(dx, dy);
    if (length < 3) continue;
    const ux = dx / length, uy = dy / length, head = Math.min(4 + 2 * thick, length * 0.6), tx = x + dx, ty = y + dy;
    lines.moveTo(x, y); lines.lineTo(tx - ux * head * 0.8, ty - uy * head * 0.8);
    heads.moveTo(tx, ty);
    heads.lineTo(tx - ux * head - uy * head * 0.5, ty - uy * head + ux * head * 0.5);
    heads.lineTo(tx - ux * head + uy * head * 0.5, ty - uy * head - ux * head * 0.5);
    heads.closePath();
  }
  g.strokeStyle = g.fillStyle = colour;
  g.lineWidth = thick;
  g.stroke(lines);
  g.fill(heads);
}

// Drawing: shapes

// A long outline is made anew when the scale has doubled, without what is smaller than a pixel then.
const isLong = s => s.v.length > 4000;
function outlineOf(s) {
  const coarse = isLong(s) ? 2 ** Math.floor(Math.log2(1 / view.scale)) : 0;
  if (!s.outline || s.coarse !== coarse) {
    s.outline = trace(new Path2D(), s, s.x, s.y, coarse);
    s.coarse = coarse;
  }
  return s.outline;
}

function drawPoint(g, s) {
  const x = toX(s.x), y = toY(s.y);
  pixels(g);
  g.beginPath();
  g.moveTo(x, y - 5); g.lineTo(x + 5, y); g.lineTo(x, y + 5); g.lineTo(x - 5, y); g.closePath();
  g.lineWidth = 1;
  g.fill(); g.stroke();
}

function drawShape(g, s) {
  const red = isHit(s);
  g.fillStyle = colours[red ? 'hit' : 'free'];
  g.strokeStyle = colours[red ? 'hit-edge' : 'free-edge'];
  if (s.point) { drawPoint(g, s); return; }
  metres(g, s.x, s.y);
  if (!s.line) {
    g.globalAlpha = s.solid ? (s.fixed ? 0.72 : 0.92) : 0.3;
    g.fill(outlineOf(s));
    g.globalAlpha = 1;
  }
  if (s.kind === REGION && showParts) drawParts(g, s);
  const dashed = !s.solid && s.size * view.scale < 2e4;
  if (dashed) g.setLineDash([5 / view.scale, 4 / view.scale]);
  metres(g, s.x, s.y);
  g.lineWidth = (isLong(s) ? 1 / ratio : s.line ? 3.4 : s.kind === REGION ? 2 : 1.2) / view.scale;
  g.stroke(outlineOf(s));
  if (s.line && !isLong(s)) {  // within its dark rim
    g.strokeStyle = g.fillStyle;
    g.lineWidth = 2 / view.scale;
    g.stroke(outlineOf(s));
  }
  if (dashed) g.setLineDash([]);
  if (s.oneSided) drawTicks(g, s);
}

// Parts by faint shades, seams by dashes; dashes keep their places on the seam when the picture is moved. Parts that are
// too many or too small to be told apart are not drawn.
function drawParts(g, s) {
  if (partCount(s) < 2 || s.size * view.scale < 8 * Math.sqrt(partCount(s))) return;
  const bundles = partBundles(s).filter(inView);
  if (bundles.length > 16) return;
  g.fillStyle = colours.shade;
  for (const bundle of bundles) {
    for (let shade = 1; shade < bundle.paths.length; shade++) {
      g.globalAlpha = 0.07 * shade;
      if (bundle.paths[shade]) g.fill(bundle.paths[shade]);
    }
  }
  pixels(g);
  g.beginPath();
  const drawSeams = p => eachPartSide(s, p, (ax, ay, bx, by, beyond) => {
    const x = toX(ax), y = toY(ay), dx = toX(bx) - x, dy = toY(by) - y;
    const seen = beyond > p && stretch(x, y, x + dx, y + dy);
    if (!seen) return;
    const dash = 7 / Math.hypot(dx, dy), t = Math.floor(seen[0] / dash) * dash;
    g.moveTo(x + t * dx, y + t * dy); g.lineTo(x + seen[1] * dx, y + seen[1] * dy);
  });
  for (const bundle of bundles) for (let p = bundle.from; p < bundle.to; p++) drawSeams(p);
  g.globalAlpha = bundles.length > 4 ? 0.3 : 0.75;
  g.lineWidth = 1;
  g.setLineDash([4, 3]);
  g.stroke();
  g.setLineDash([]);
  g.globalAlpha = 1;
}

// A one-sided chain is felt from its right: there it has ticks.
function drawTicks(g, s) {
  pixels(g);
  g.beginPath();
  eachSide(s, (ax, ay, bx, by) => {
    const x = toX(ax), y = toY(ay), dx = toX(bx) - x, dy = toY(by) - y;
    const seen = Math.hypot(dx, dy) > 4 && stretch(x, y, x + dx, y + dy);
    if (seen) tickSide(g, x, y, dx, dy, ...seen);
  });
  g.strokeStyle = colours[isHit(s) ? 'hit-edge' : 'free-edge'];
  g.lineWidth = 1.2;
  g.stroke();
}

// Thousands at once.
function drawBundles(g, bundles, size) {
  const specks = size < 2;
  for (let look = 0; look < (specks ? 2 : 8); look++) {
    const red = look & 1, kind = look >> 1;
    g.fillStyle = colours[red ? 'hit' : 'free'];
    g.strokeStyle = kind === 3 ? g.fillStyle : colours[red ? 'hit-edge' : 'free-edge'];
    g.lineWidth = 1 / ratio / view.scale;  // one pixel of the screen: more takes ten times as long
    for (const b of bundles) {
      const path = specks ? specksOf(b)[look] : looksOf(b)[look];
      if (!path) continue;
      metres(g, b.x, b.y);
      g.globalAlpha = specks ? 1 : [0.72, 0.92, 0.3, 1][kind];
      if (kind !== 3) g.fill(path);
      g.globalAlpha = 1;
      if (!specks && (size >= 8 || kind === 3)) g.stroke(path);
    }
  }
}

function drawShapes(g) {
  let room = DIRECT;
  for (const level of levels) {
    const bundles = level.bundles.filter(inView), size = level.size * view.scale;
    const most = bundles.reduce((sum, b) => sum + b.items.length, 0);
    if ((size >= 2 || !level.size) && most <= 4 * DIRECT) {
      const items = bundles.flatMap(b => b.items.filter(s => s.shown && inView(s)));
      if (items.length <= room) {
        for (const s of items.sort(before)) drawShape(g, s);
        room -= items.length;
        continue;
      }
    }
    drawBundles(g, bundles, size);
  }
}

// Drawing: contacts and hits

function drawPairs(g, some) {
  const normals = [], pushes = [];
  for (const p of some) {
    // The push moves what can move: B along the normal, or A against it when only B stands still.
    const sign = p.b.fixed && !p.a.fixed ? -1 : 1, length = p.depth * view.scale * sign;
    for (const m of p.meetings) {
      for (const c of m.points) {
        const x = toX(c.x), y = toY(c.y), seen = x > -40 && x < width + 40 && y > -40 && y < height + 40;
        if (seen) normals.push([x, y, m.nx * 24 * sign, -m.ny * 24 * sign]);
      }
    }
    pushes.push([toX(p.atX), toY(p.atY), p.nx * length, -p.ny * length]);
  }
  pixels(g);
  drawArrows(g, normals, colours.normal, 1.5);
  drawArrows(g, pushes, colours.push, 3.5);
  g.beginPath();
  for (const [x, y] of normals) { g.moveTo(x + 3.4, y); g.arc(x, y, 3.4, 0, 2 * Math.PI); }
  g.fillStyle = colours.point; g.fill();
  g.lineWidth = 1; g.strokeStyle = colours['point-edge']; g.stroke();
}

function drawContacts(g) {
  const bundles = pairBundles.filter(inView);
  if (bundles.reduce((sum, b) => sum + b.items.length, 0) > 5000) return;  // red alone tells it better
  const near = bundles.flatMap(b => b.items.filter(p => p.a.shown && p.b.shown && inView(p)));
  g.globalAlpha = chosen && chosen.type !== 'notes' ? 0.4 : 1;  // what is chosen is drawn again, above
  if (near.reduce((sum, p) => sum + p.meetings.length, 0) <= 400) drawPairs(g, near);
  else drawDots(g, near);
  g.globalAlpha = 1;
}

function drawDots(g, near) {
  pixels(g);
  g.beginPath();
  const r = Math.max(0.8, Math.min(2.2, view.scale * 0.1));
  for (const p of near) g.rect(toX(p.atX) - r, toY(p.atY) - r, 2 * r, 2 * r);
  g.fillStyle = colours.point;
  g.fill();
}

function drawHits(g, some) {
  const ways = [];
  g.strokeStyle = colours.way;
  for (const h of some) {
    const dx = data.move[0] * h.time, dy = data.move[1] * h.time, s = h.mover;
    metres(g, s.x + dx, s.y + dy);
    g.lineWidth = 1.4 / view.scale;
    g.setLineDash([6 / view.scale, 4 / view.scale]);
    g.stroke(outlineOf(s));
    ways.push([toX(s.x), toY(s.y), dx * view.scale, -dy * view.scale]);
  }
  g.setLineDash([]);
  pixels(g);
  drawArrows(g, ways, colours.way, 1.6);
  g.beginPath();
  for (const h of some) { g.moveTo(toX(h.x) + 3.4, toY(h.y)); g.arc(toX(h.x), toY(h.y), 3.4, 0, 2 * Math.PI); }
  g.fill();
}

function drawGround() {
  const g = ground;
  pixels(g);
  g.globalAlpha = 1;
  g.fillStyle = colours.paper;
  g.fillRect(0, 0, width, height);
  drawGrid(g);
  drawShapes(g);
  drawContacts(g);
  const moved = data.move ? hits.filter(h => h.kind !== SWEEP_OVERLAP && h.mover.shown && inView(h.mover)) : [];
  if (moved.length <= 300) drawHits(g, moved);
  pixels(g);
  drawScale(g);
  document.body.dataset.drawn = '1';
}

// Drawing: marks, which lie above

function markShape(g, s, part) {
  g.strokeStyle = colours.text;
  metres(g, s.x, s.y);
  g.lineWidth = 3 / view.scale;
  if (!s.point) g.stroke(outlineOf(s));
  if (part >= 0 && showParts) {
    const path = tracePart(new Path2D(), s, part, s.x, s.y);
    g.globalAlpha = 0.15;
    g.fillStyle = colours.text;
    if (s.kind === REGION) g.fill(path);
    g.globalAlpha = 1;
    g.lineWidth = (s.kind === CHAIN ? 5 : 1.5) / view.scale;
    g.stroke(path);
  }
  const size = s.size * view.scale;
  if (size < 12) {  // a ring, so that it is found
    pixels(g);
    g.lineWidth = 2;
    g.beginPath(); g.arc(toX(s.x), toY(s.y), 12, 0, 2 * Math.PI); g.stroke();
  }
}

function drawMarks() {
  const g = marks;
  pixels(g);
  g.clearRect(0, 0, width, height);
  if (hovered) markShape(g, hovered, hoveredPart);
  if (!chosen) return;
  const { type, a, b, mover, target } = chosen;
  for (const s of { shapes: [chosen], contacts: [a, b], hits: [mover, target], notes: [] }[type]) markShape(g, s, -1);
  if (type === 'shapes') drawPairs(g, chosen.pairs.slice(0, 300));
  if (type === 'contacts') drawPairs(g, [chosen]);
  if (type === 'hits') drawHits(g, [chosen]);
}

function frame(now) {
  const what = stale;
  stale = 0;
  if (glide) follow(now);
  if (what & PICTURE) drawGround();
  if (what & LIST) drawList();
  drawMarks();
  if (glide) redraw();
}
