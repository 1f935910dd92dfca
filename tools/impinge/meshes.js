// SPDX-License-Identifier: MIT
//
// The page of `impinge check` in space, of meshes and of scenes: bodies, where they touch, lists of both, and hands to go
// around them. mesh_page.c and check_space_page.c tell the form of the data; what is long may be bytes in base 64.

'use strict';

const $ = id => document.getElementById(id);
const make = (tag, attributes, ...children) => {
  const e = Object.assign(document.createElement(tag), attributes);
  e.append(...children);
  return e;
};
const number = v => v === 0 ? '0' : Math.abs(v) >= 1e5 || Math.abs(v) < 1e-4 ? v.toExponential(2) : String(+v.toPrecision(4));
const count = (n, one, many = one + 's') => n.toLocaleString('en') + ' ' + (n === 1 ? one : many);
const place = v => '(' + v.map(number).join(', ') + ')';
const data = (() => { try { return JSON.parse($('data').textContent); } catch (e) { return { bodies: [], findings: [], clearance: 0 }; } })();

function bytes(text, Kind) {
  if (typeof text !== 'string') return Kind.from(text);
  const raw = atob(text), out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return new Kind(out.buffer);
}

// The scene: everything as seen from its middle, so that floats are enough wherever it lies.

const lower = [Infinity, Infinity, Infinity], upper = [-Infinity, -Infinity, -Infinity];
for (const b of data.bodies.filter(b => !b.endless)) {
  for (let k = 0; k < 3; k++) {
    lower[k] = Math.min(lower[k], b.lower[k]);
    upper[k] = Math.max(upper[k], b.upper[k]);
  }
}
const any = upper[0] >= lower[0], middle = any ? scale(add(lower, upper), 0.5) : [0, 0, 0];
const radius = any && Math.hypot(...sub(upper, lower)) / 2 || 1;
const placed = (pose, v) => [0, 1, 2].map(k => pose[k] + pose[3 + k] * v[0] + pose[6 + k] * v[1] + pose[9 + k] * v[2] - middle[k]);

// Corner, normal of the triangle, whether it touches something: seven numbers for each corner.
function solidOf(b) {
  const points = bytes(b.points, Float32Array), corners = b.corners ? bytes(b.corners, Uint32Array) : Uint32Array.from({ length: points.length / 3 }, (_, i) => i);
  const hit = b.hit === true ? corners.keys() : bytes(b.hit, Uint32Array);
  const at = new Float32Array(points.length), out = new Float32Array(corners.length * 7), lit = new Set(hit);
  for (let i = 0; i < points.length; i += 3) at.set(placed(b.pose, [points[i], points[i + 1], points[i + 2]]), i);
  for (let t = 0; t < corners.length; t += 3) {
    const p = [0, 1, 2].map(k => [...at.subarray(3 * corners[t + k], 3 * corners[t + k] + 3)]);
    const n = unit(cross(sub(p[1], p[0]), sub(p[2], p[0]))), mark = lit.has(t / 3) ? 1 : 0;
    for (let k = 0; k < 3; k++) out.set([...p[k], ...n, mark], (t + k) * 7);
  }
  return out;
}

// Edges of the volumes of a level: [kind, center, half, turn] of each.
function edgesOf(b, level) {
  const v = bytes(b.levels[level], Float32Array), out = [];
  for (let i = 0; i < v.length; i += 16) {
    const c = [...v.subarray(i + 1, i + 4)], h = [...v.subarray(i + 4, i + 7)], axes = [7, 10, 13].map(k => [...v.subarray(i + k, i + k + 3)]);
    const at = s => placed(b.pose, s.reduce((sum, k, j) => add(sum, scale(axes[j], k * h[j])), c));
    if (v[i] === 1) {
      for (let plane = 0; plane < 3; plane++) {
        const ring = k => { const p = [...c]; p[plane] += h[0] * Math.cos(k); p[(plane + 1) % 3] += h[0] * Math.sin(k); return placed(b.pose, p); };
        for (let k = 0; k < 24; k++) out.push(...ring(k * Math.PI / 12), ...ring((k + 1) * Math.PI / 12));
      }
      continue;
    }
    for (let k = 0; k < 3; k++) {
      for (const [s, t] of [[-1, -1], [-1, 1], [1, 1], [1, -1]]) {
        const end = e => { const p = [0, 0, 0]; p[k] = e; p[(k + 1) % 3] = s; p[(k + 2) % 3] = t; return at(p); };
        out.push(...end(-1), ...end(1));
      }
    }
  }
  return Float32Array.from(out);
}

const TINTS = [[0.96, 0.78, 0.30], [0.45, 0.66, 0.95], [0.55, 0.80, 0.56], [0.80, 0.62, 0.92], [0.95, 0.64, 0.48], [0.45, 0.80, 0.82], [0.78, 0.78, 0.80]];
const outlineOf = b => Float32Array.from((b.outline || []).flatMap((_, i, all) => i % 3 ? [] : placed(b.pose, all.slice(i, i + 3))));
const bodies = data.bodies.map((b, i) => ({ ...b, id: i, shown: !b.hidden, fill: b.tint || TINTS[b.stands ? 6 : i % TINTS.length], data: solidOf(b), outline: outlineOf(b), edges: [] }));
const findings = data.findings.map((f, i) => ({ ...f, id: i, a: bodies[f.a], b: bodies[f.b] }));
const shift = ends => ends.map((v, i) => v - middle[i % 3]);
const spots = [];  // what one steps through: regions, bodies within others, and the nearest points
for (const f of findings) {
  for (const r of f.regions || []) {
    const span = sub(r.upper, r.lower);
    spots.push({ f, r, at: sub(r.middle, middle), size: Math.hypot(...span) / 2, ends: shift(bytes(r.segments, Float32Array)) });
  }
  if (f.inside !== null && f.touch) {
    const inner = f.inside === 'a' ? f.a : f.b;
    spots.push({ f, at: sub(scale(add(inner.lower, inner.upper), 0.5), middle), size: Math.hypot(...sub(inner.upper, inner.lower)) / 2 });
  }
  if (f.point) {
    // Contact points as crosses; of a move the way of the point that hits.
    const long = 0.01 * radius, ends = f.touch ? [] : [...sub(f.point, scale(data.move, f.time)), ...f.point];
    const points = f.touch ? bytes(f.points, Float32Array) : Float32Array.from(f.point);
    for (let i = 0; i < points.length; i += 3) {
      for (let k = 0; k < 3; k++) for (const end of [-long, long]) ends.push(...[0, 1, 2].map(j => points[i + j] + (j === k ? end : 0)));
    }
    const sizes = [f.a, f.b].filter(b => !b.endless).map(b => Math.hypot(...sub(b.upper, b.lower)) / 2);
    spots.push({ f, at: sub(f.point, middle), size: Math.max(Math.min(...sizes), 4 * long), points: points.length / 3, ends: Float32Array.from(shift(ends)) });
  } else if (!f.touch) {
    const ends = Float32Array.from([...sub(f.point_a, middle), ...sub(f.point_b, middle)]);
    spots.push({ f, at: sub(scale(add(f.point_a, f.point_b), 0.5), middle), size: f.distance, ends });
  }
}

// The picture

const eye = new Eye(), drawer = drawerOn($('canvas')), canvas = drawer.canvas;
let level = -1, clear = false, chosen = null, waiting = false;
eye.radius = radius;
const colourOf = name => {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16) / 255);
};
const aspect = () => (canvas.clientWidth || 1) / (canvas.clientHeight || 1);

function linesNow() {
  const lines = bodies.filter(b => b.shown && b.outline.length).map(b => ({ ends: b.outline, colour: colourOf('--text'), alpha: 0.4, behind: 0, width: 1 }));
  if (level >= 0) {
    for (const b of bodies) {
      if (!b.shown || level >= b.levels.length) continue;
      b.edges[level] ||= edgesOf(b, level);
      const alpha = Math.min(0.55, 60 / Math.sqrt(b.edges[level].length));  // many are paler
      lines.push({ ends: b.edges[level], colour: colourOf('--text'), alpha, behind: alpha / 4, width: 1 });
    }
  }
  for (const s of spots) {
    if (!s.ends || !s.f.a.shown || !s.f.b.shown) continue;
    const on = s === chosen;
    lines.push({ ends: s.ends, colour: colourOf(on ? '--on-line' : s.f.touch ? '--hit-edge' : '--way'), alpha: 1, behind: 0.4, width: on ? 5 : 3 });
  }
  return lines;
}

function draw() {
  waiting = false;
  const ratio = drawer instanceof Still ? 1 : Math.min(2, devicePixelRatio || 1);
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio)), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  drawer.draw({ eye, width, height, ratio, solids: bodies.filter(b => b.shown), lines: linesNow(), hit: colourOf('--hit'), alpha: clear ? 0.25 : 1 });
  document.body.dataset.frames = 1 + +(document.body.dataset.frames || 0);
}
function renew() {
  if (!waiting) requestAnimationFrame(draw);
  waiting = true;
}

// Words

const name = b => b.file.replace(/.*[\\/]/, '') + (bodies.filter(o => o.file === b.file).length > 1 ? ' (' + b.id + ')' : '');
const line = (...children) => make('div', {}, ...children);
const dim = text => make('span', { className: 'dim', textContent: text });
const bold = text => make('b', { textContent: text });

function aboutSpot({ f, r }) {
  const all = [line(bold(name(f.a)), f.touch ? ' touches ' : f.time !== undefined ? ' is hit by ' : ' is near ', bold(name(f.b)))];
  if (r) {
    all.push(line(count(r.pairs, 'pair') + ' of triangles around ' + place(r.middle)));
    all.push(line(sub(r.upper, r.lower).map(number).join(' × ') + ' m, a line of ' + number(r.length) + ' m'));
  } else if (f.touch && f.points) {
    all.push(line(count(spots.find(s => s.f === f).points, 'contact point') + ', the deepest at ' + place(f.point)));
  } else if (f.time !== undefined) {
    all.push(line('Moved by ' + place(data.move) + ' m ', bold(name(f.b)), ' hits it after ' + number(f.time) + ' of the way'), line(dim('at ' + place(f.point))));
  } else if (f.touch) {
    all.push(line(bold(name(f.inside === 'a' ? f.a : f.b)), ' lies in the other'));
  } else {
    all.push(line(number(f.distance) + ' m apart'), line(dim(place(f.point_a) + ' to ' + place(f.point_b))));
  }
  if (f.depth !== undefined) {
    all.push(line(number(f.depth) + ' m deep; ', bold(name(f.b)), ' comes free along ' + place(f.normal)));
  }
  return all;
}
function aboutBody(b) {
  if (data.scene) return [line(bold(b.file)), line(dim(b.format + (b.stands ? ', stands' : ''))), ...b.notes.map(n => line(dim(n)))];
  return [line(bold(b.file)), line(dim(b.format + ', '), count(b.triangles, 'triangle') + (b.closed ? ', closed, ' + number(b.volume) + ' m³' : ', open')),
          line(sub(b.upper, b.lower).map(number).join(' × ') + ' m'), ...b.notes.map(n => line(dim(n)))];
}

function choose(spot, look = true) {
  chosen = spot;
  $('detail').replaceChildren(...(spot ? aboutSpot(spot) : [dim('Choose a contact, or step through them.')]));
  document.querySelectorAll('.row').forEach(row => row.classList.toggle('on', row.spot === spot && !!spot));
  if (spot && look) eye.fit(spot.at, Math.max(spot.size * 1.6, radius * 0.06), aspect());
  $('step').textContent = spots.length ? (spot ? spots.indexOf(spot) + 1 : 0) + ' of ' + spots.length : 'none';
  renew();
}
function step(by) {
  if (!spots.length) return;
  const at = spots.indexOf(chosen);
  choose(spots[at < 0 ? (by > 0 ? 0 : spots.length - 1) : (at + by + spots.length) % spots.length]);
}
const deepest = spots.filter(s => s.f.depth !== undefined).sort((a, b) => b.f.depth - a.f.depth)[0];
function fit() {
  eye.fit([0, 0, 0], radius, aspect());
  choose(null, false);
}

// Lists

function showContacts() {
  const rows = [];
  for (const f of findings) {
    const end = f.time !== undefined ? 'at ' + number(f.time) : !f.touch ? number(f.distance) + ' m' : f.depth !== undefined ? number(f.depth) + ' m deep' : count(f.pairs, 'pair');
    const mine = spots.filter(s => s.f === f), head = make('div', { className: 'row', spot: mine.length === 1 ? mine[0] : undefined, tabIndex: 0, onclick: () => choose(mine[0]) },
      make('i', { className: f.touch ? 'hit' : 'near' }), make('span', { className: 'what' }, name(f.a), dim(f.touch ? ' and ' : f.time !== undefined ? ' hit by ' : ' near '), name(f.b)), make('span', { className: 'num', textContent: end }));
    rows.push(head);
    if (mine.length < 2) continue;
    mine.slice(0, 200).forEach((s, i) => rows.push(make('div', { className: 'row inner', spot: s, tabIndex: 0, onclick: () => choose(s) },
      make('span', { className: 'what' }, 'region ' + (i + 1)), make('span', { className: 'num', textContent: count(s.r ? s.r.pairs : 0, 'pair') }))));
    if (mine.length > 200) rows.push(make('div', { className: 'row inner' }, dim('and ' + (mine.length - 200) + ' more')));
  }
  return rows.length ? rows : [make('div', { className: 'row' }, dim('Nothing touches.'))];
}
function showBodies() {
  return bodies.map(b => {
    const box = make('input', { type: 'checkbox', checked: b.shown, ariaLabel: 'Show ' + b.file, onchange: () => { b.shown = box.checked; renew(); } });
    const tint = make('i');
    tint.style.background = `rgb(${b.fill.map(v => v * 255).join()})`;
    return make('div', { className: 'row', onclick: event => { if (event.target !== box) $('detail').replaceChildren(...aboutBody(b)); } },
      box, tint, make('span', { className: 'what', textContent: name(b) }), make('span', { className: 'num', textContent: data.scene ? b.format : b.triangles.toLocaleString('en') }));
  });
}
function show(tab) {
  for (const it of ['contacts', 'bodies']) $('tab-' + it).setAttribute('aria-selected', it === tab);
  $('scroll').replaceChildren(...(tab === 'contacts' ? showContacts() : showBodies()));
  if (chosen) choose(chosen, false);
}

// Hands

const pointers = new Map();
canvas.addEventListener('pointerdown', e => {
  canvas.setPointerCapture(e.pointerId);
  pointers.set(e.pointerId, e);
  canvas.classList.add('drag');
});
for (const end of ['pointerup', 'pointercancel']) {
  canvas.addEventListener(end, e => {
    pointers.delete(e.pointerId);
    canvas.classList.toggle('drag', pointers.size > 0);
  });
}
canvas.addEventListener('pointermove', e => {
  const before = pointers.get(e.pointerId);
  if (!before) return;
  const x = e.clientX - before.clientX, y = e.clientY - before.clientY, high = canvas.clientHeight;
  if (pointers.size === 2) {
    const other = [...pointers].find(([id]) => id !== e.pointerId)[1];
    const apart = p => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY) || 1;
    eye.zoom(apart(before) / apart(e));
    eye.pan(x / 2 / high, y / 2 / high);
  } else if (before.buttons & 6 || e.shiftKey) {
    eye.pan(x / high, y / high);
  } else {
    eye.orbit(-x * 0.008, y * 0.008);
  }
  pointers.set(e.pointerId, e);
  renew();
});
canvas.addEventListener('contextmenu', e => e.preventDefault());
canvas.addEventListener('wheel', e => {
  e.preventDefault();
  eye.zoom(Math.exp(Math.max(-100, Math.min(100, e.deltaY)) * 0.0015));
  renew();
}, { passive: false });

function setLevel(to) {
  const most = Math.max(-1, ...bodies.map(b => b.levels.length - 1));
  level = Math.max(-1, Math.min(most, to));
  $('level').max = most;
  $('level').value = level;
  $('level-text').textContent = level < 0 ? 'tree off' : 'level ' + level;
  renew();
}
const toggle = (id, value) => $(id).setAttribute('aria-pressed', value);
const setClear = to => { clear = to; toggle('clear', to); renew(); };
const setUp = to => { eye.yUp = to; toggle('up', to); renew(); };
const keys = { d: () => deepest && choose(deepest), n: () => step(1), p: () => step(-1), f: fit, x: () => setClear(!clear), u: () => setUp(!eye.yUp),
  ']': () => setLevel(level + 1), '[': () => setLevel(level - 1), '+': () => eye.zoom(0.8), '=': () => eye.zoom(0.8), '-': () => eye.zoom(1.25),
  ArrowLeft: () => eye.orbit(0.1, 0), ArrowRight: () => eye.orbit(-0.1, 0), ArrowUp: () => eye.orbit(0, -0.1), ArrowDown: () => eye.orbit(0, 0.1), Escape: () => choose(null) };
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || (e.target.tagName === 'INPUT' && e.key.startsWith('Arrow'))) return;
  if (e.key === 'Enter' && e.target.onclick) e.target.onclick(e);
  const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (!act) return;
  e.preventDefault();
  act();
  renew();
});

// Begin

const setTheme = to => { document.documentElement.dataset.theme = to; renew(); };
setTheme(new URLSearchParams(location.hash.slice(1)).get('theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
$('theme').onclick = () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
$('fit').onclick = fit;
$('in').onclick = () => { eye.zoom(0.8); renew(); };
$('out').onclick = () => { eye.zoom(1.25); renew(); };
$('back').onclick = () => step(-1);
$('on').onclick = () => step(1);
$('deepest').onclick = keys.d;
$('deepest').hidden = !deepest;
$('levels').hidden = !!data.scene;
$('clear').onclick = () => setClear(!clear);
$('up').onclick = () => setUp(!eye.yUp);
$('level').oninput = () => setLevel(+$('level').value);
$('tab-contacts').onclick = () => show('contacts');
$('tab-bodies').onclick = () => show('bodies');
addEventListener('resize', renew);
const touching = findings.filter(f => f.touch).length;
const regions = spots.filter(s => s.r).length;
const tile = (value, text) => make('div', {}, bold(value.toLocaleString('en')), dim(text));
const parts = data.parts;
if (parts) $('tiles').replaceChildren(tile(parts.count, 'convex parts'), tile(+parts.outwards.toPrecision(3), 'm out of the mesh'), tile(+parts.tolerance.toPrecision(3), 'm tolerance'));
else $('tiles').replaceChildren(tile(bodies.length, bodies.length === 1 ? 'body' : 'bodies'), tile(touching, touching === 1 ? 'pair touches' : 'pairs touch'),
  data.scene ? tile(spots.reduce((n, s) => n + (s.f.touch ? s.points : 0), 0), 'points') : tile(regions, regions === 1 ? 'region' : 'regions'),
  data.scene ? tile(findings.length - touching, findings.length - touching === 1 ? 'hit' : 'hits') : data.clearance > 0 ? tile(findings.length - touching, 'too near') : tile(bodies.reduce((n, b) => n + b.triangles, 0), 'triangles'));
$('files').textContent = data.scene || bodies.map(name).join(', ');
if (drawer instanceof Still) $('still').hidden = false;
if (drawer instanceof Still) $('clear').hidden = true;
setLevel(-1);
setUp(data.up !== 'z');
$('tabs').hidden = !!parts;
show(parts ? 'bodies' : 'contacts');
if (parts) {
  document.title = document.querySelector('h1').textContent = 'Impinge decompose';
  $('detail').replaceChildren(dim('Choose a part, or the mesh.'));
}
fit();
draw();
Object.assign(document.body.dataset, { bodies: bodies.length, spots: spots.length, touching, drawn: drawer instanceof Still ? 'still' : 'webgl' });
