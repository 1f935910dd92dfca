// SPDX-License-Identifier: MIT
//
// Time: playing, scrubbing, plots with a cursor; and the hands: mouse, keys, buttons. Nothing is drawn unless something
// changed.

'use strict';

let begun = false, playing = false, asked = 0, lastTick = 0;

// Figures: [kinetic, potential, depth, contacts, awake, ms], and of particles contacts and impacts

const figures = data.figures;
const lowest = Math.min(...figures.map(f => f[1]));
const plots = [
  { title: 'energy', unit: 'J', lines: [
    { name: 'all', colour: 'blue', of: f => f[0] + f[1] - lowest }, { name: 'moving', colour: 'green', of: f => f[0] }] },
  { title: 'deepest penetration', unit: 'm', lines: [{ name: '', colour: 'red', of: f => f[2] }] },
  { title: '', unit: '', lines: [{ name: 'pairs that touch', colour: 'violet', of: f => f[3] },
                                 { name: 'awake', colour: 'green', of: f => f[4] }] },
  ...grains ? [{ title: 'particles:', unit: '', lines: [{ name: 'contacts', colour: 'violet', of: f => f[6] },
                                                        { name: 'bounces', colour: 'red', of: f => f[7] }] }] : [],
  { title: 'a step', unit: 'ms', even: true, lines: [{ name: '', colour: 'blue', of: f => f[5] }] },
];

// What is even has outliers that are not worth the room: they end at the top.
function buildPlots() {
  for (const plot of plots) {
    plot.values = plot.lines.map(line => Float64Array.from(figures, line.of));
    plot.most = Math.max(1e-12, ...plot.values.map(v => v.reduce((a, b) => Math.max(a, b), 0)));
    if (plot.even) plot.most = Math.min(plot.most, 4 * plot.values[0].slice().sort()[lastFrame >> 1] || plot.most);
    plot.label = make('span', {});
    plot.canvas = make('canvas', { title: 'Click or drag to go there' });
    const names = plot.lines.filter(l => l.name).flatMap(l => [make('i', { style: `background:var(--${l.colour})` }), l.name]);
    $('plots').append(make('figure', {}, make('figcaption', {}, make('span', {}, plot.title ? plot.title + ' ' : '', ...names),
                                              plot.label), plot.canvas));
    plot.canvas.setAttribute('role', 'img');
    plot.canvas.setAttribute('aria-label', (plot.title || 'pairs that touch, and bodies awake') + ' over time');
    const go = e => {
      const r = plot.canvas.getBoundingClientRect();
      seek((e.clientX - r.left) / r.width * lastFrame);
    };
    plot.canvas.onpointerdown = e => { pause(); plot.canvas.setPointerCapture(e.pointerId); go(e); };
    plot.canvas.onpointermove = e => { if (e.buttons & 1) go(e); };
  }
}

// Lines are drawn once, the cursor with each frame.
function drawPlot(plot) {
  const c = plot.canvas, w = c.clientWidth, h = c.clientHeight, pen = c.getContext('2d');
  const key = w + ' ' + h + ' ' + ratio + document.documentElement.dataset.theme;
  const x = f => lastFrame ? f / lastFrame * (w - 2) + 1 : 1, y = v => h - 3 - Math.min(1, v / plot.most) * (h - 8);
  if (plot.key !== key) {
    plot.key = key;
    plot.back = make('canvas', { width: Math.max(1, w * ratio), height: Math.max(1, h * ratio) });
    c.width = plot.back.width; c.height = plot.back.height;
    const back = plot.back.getContext('2d');
    back.scale(ratio, ratio);
    plot.values.forEach((values, i) => {
      back.strokeStyle = colours[plot.lines[i].colour];
      back.lineWidth = 1.4;
      back.beginPath();
      values.forEach((v, f) => back.lineTo(x(f), y(v)));
      back.stroke();
    });
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, c.width, c.height);
  pen.drawImage(plot.back, 0, 0);
  pen.scale(ratio, ratio);
  pen.fillStyle = colours.dim;
  pen.fillRect(x(now) - 0.5, 0, 1, h);
  const f = Math.round(now);
  plot.lines.forEach((line, i) => {
    pen.fillStyle = colours[line.colour];
    pen.beginPath();
    pen.arc(x(f), y(plot.values[i][f]), 3, 0, 7);
    pen.fill();
  });
  plot.label.textContent = plot.lines.map((l, i) => number(plot.values[i][f])).join(', ') + ' ' + plot.unit;
}

// Words

const clock = frame => (frame * frameTime).toFixed(2);
function tell() {
  const f = Math.round(now), [, , depth, contacts, awakeNow] = figures[f];
  const tile = (value, name) => make('div', {}, make('b', { textContent: value }), make('span', { textContent: name }));
  $('tiles').replaceChildren(tile(grouped(moving.length), 'movers'), tile(grouped(contacts), 'pairs touch'),
                             tile(grouped(moving.length - awakeNow), 'asleep'),
                             ...grains ? [tile(grouped(grains), 'particles'), tile(grouped(figures[f][6]), 'their contacts'),
                                          tile(grouped(figures[f][7]), 'bounces')] : []);
  $('scrub').value = f;
  $('time').textContent = clock(f) + ' / ' + clock(lastFrame) + ' s';
  $('scrub').setAttribute('aria-valuetext', `${clock(f)} seconds, deepest penetration ${number(depth)} m`);
  tellChosen();
}
function tellChosen() {
  const line = (...children) => make('div', {}, ...children);
  $('follow').hidden = !chosen || chosen.mover < 0;
  if (marked) {
    const [a, b] = marked.shapes, path = s => line(make('code', { textContent: s.path }));
    return $('detail').replaceChildren(line(make('b', { textContent: a.name }), ' and ', make('b', { textContent: b.name }),
      ' are deepest in each other here: ' + number(data.deepest[0]) + ' m'), path(a), path(b));
  }
  if (!chosen) return $('detail').replaceChildren(make('span', { className: 'dim', textContent: 'Click a body to see its motion.' }));
  const all = [line(make('b', { textContent: chosen.name }),
                    chosen.shapes.length > 1 ? ', ' + count(chosen.shapes.length, 'shape')
                                             : chosen.shapes.length ? ', ' + kindOf(chosen.shapes[0]) : '')];
  if (chosen.mover >= 0) {
    const v = velocityOf(chosen, now), p = poseOf(chosen, now);
    all.push(line(placeText(p)),
             line(motionText(v) + ', ' +
                  (chosen.kind === KINEMATIC ? 'kinematic' : isAwake(chosen, now) ? 'awake' : 'asleep')));
  } else {
    all.push(line('static'));
  }
  if (chosen.shapes.length) all.push(line(make('code', { textContent: chosen.shapes[0].path })));
  $('detail').replaceChildren(...all);
}

// The row of the deepest overlap of all: it says how deep, who and when, and goes there.
function buildDeepest() {
  $('deepest').hidden = !data.deepest;
  if (!data.deepest) return;
  const [depth, at] = data.deepest, both = data.deepest.slice(-2).map(i => shapes[i]);
  const deepest = { shapes: both, frame: Math.min(lastFrame, Math.ceil(at / data.stride)), place: data.deepest.slice(2, -2) };
  fillDeepest(number(depth) + ' m', both.map(s => s.name), (at / data.hz).toFixed(2) + ' s');
  $('deepest').onclick = () => goTo(deepest);
}

function goTo(place) {
  pause();
  if (following) toggles.follow();
  chosen = null;
  marked = place;
  lookAt(place);
  seek(place.frame);
}

function buildLegend() {
  const item = (fill, edge, name) =>
    make('span', {}, make('i', { style: `background:var(--${fill});border-color:var(--${edge})` }), name);
  const some = kind => bodies.some(b => b.kind === kind), items = [];
  if (moving.length) items.push(item('c0', 'edge', 'awake'), item('asleep', 'asleep-edge', 'asleep'));
  if (some(KINEMATIC)) items.push(item('driven', 'driven-edge', 'kinematic'));
  if (some(STATIC)) items.push(item('ground', 'ground-edge', 'static'));
  $('legend').replaceChildren(...items);
  $('file').textContent = `${data.file}: ${count(data.steps, 'step')} at ${number(data.hz)} Hz, state ${data.hash}`
    + (data.lost ? `; ${data.lost} fell out of it` : '')
    + (data.particlesLost ? `; ${count(data.particlesLost, 'particle')} fell out of it` : '');
}

// Time

function redraw() {
  if (begun && !asked) asked = requestAnimationFrame(frame);
}
function frame(at) {
  asked = 0;
  if (playing) {
    // A frame may be of a time before it was asked for.
    now += Math.min(0.1, Math.max(0, at - lastTick) / 1000) * +$('speed').value / frameTime;
    lastTick = at;
    if (now >= lastFrame) { now = lastFrame; pause(); }
    redraw();
  }
  draw();
  plots.forEach(drawPlot);
  tell();
}
function seek(to) {
  now = Math.max(0, Math.min(lastFrame, Math.round(to)));
  redraw();
}
function pause() {
  playing = false;
  $('play').textContent = '▶';
  $('play').setAttribute('aria-label', 'Play');
}
function play() {
  if (now >= lastFrame) now = 0;
  playing = true;
  lastTick = performance.now();
  $('play').textContent = '❚❚';
  $('play').setAttribute('aria-label', 'Pause');
  redraw();
}
const step = by => { pause(); seek(Math.round(now) + by); };

// Hands

const flag = (id, value) => { $(id).setAttribute('aria-pressed', value); redraw(); };
const toggles = {
  contacts: () => flag('contacts', showContacts = !showContacts),
  velocities: () => flag('velocities', showVelocities = !showVelocities),
  follow: () => flag('follow', following = !following && !!chosen),
};
function choose(b) {
  chosen = b;
  marked = null;
  if (!b && following) toggles.follow();
  redraw();
}
const all = () => { if (following) toggles.follow(); fit(); redraw(); };
const keys = {
  ' ': () => playing ? (pause(), redraw()) : play(), arrowleft: e => step(e.shiftKey ? -10 : -1),
  arrowright: e => step(e.shiftKey ? 10 : 1), home: () => step(-Infinity), end: () => step(Infinity),
  d: () => $('deepest').onclick?.(), c: toggles.contacts, v: toggles.velocities, t: toggles.follow, f: all, '+': () => zoom(1.3), '=': () => zoom(1.3),
  '-': () => zoom(1 / 1.3), escape: () => choose(null),
};
addEventListener('keydown', e => {
  const act = keys[e.key.toLowerCase()];
  const own = e.target.tagName === 'SELECT' || e.target.tagName === 'BUTTON' && (e.key === ' ' || e.key === 'Enter');
  if (!act || own || e.ctrlKey || e.metaKey || e.altKey) return;
  act(e);
  e.preventDefault();
});
const buttons = { play: ' ', back: 'arrowleft', on: 'arrowright', fit: 'f', in: '+', out: '-', contacts: 'c', velocities: 'v',
  follow: 't' };
for (const id in buttons) $(id).onclick = e => keys[buttons[id]](e);
$('scrub').oninput = () => { pause(); seek(+$('scrub').value); };

const touches = new Map();  // pointers that are down; two of them zoom
let moved = 0;
canvas.onpointerdown = e => {
  touches.set(e.pointerId, e);
  moved = touches.size > 1 ? 99 : 0;
  try { canvas.setPointerCapture(e.pointerId); } catch { /* a test has no pointer */ }
};
canvas.onpointermove = e => {
  const last = touches.get(e.pointerId);
  if (!last) return;
  const other = [...touches.values()].find(t => t.pointerId !== e.pointerId), r = canvas.getBoundingClientRect();
  if (other) {
    const far = t => Math.hypot(t.clientX - other.clientX, t.clientY - other.clientY);
    zoom(far(e) / Math.max(1, far(last)), other.clientX - r.left, other.clientY - r.top);
    if (ORBITS) slide((e.clientX - last.clientX) / 2, (e.clientY - last.clientY) / 2);
  } else {
    drag(e.clientX - last.clientX, e.clientY - last.clientY, e);
    moved += Math.abs(e.clientX - last.clientX) + Math.abs(e.clientY - last.clientY);
    if (moved > 4 && following && !ORBITS) toggles.follow();
    canvas.classList.toggle('drag', moved > 4);
    redraw();
  }
  touches.set(e.pointerId, e);
};
canvas.onpointerup = canvas.onpointercancel = e => {
  const r = canvas.getBoundingClientRect();
  if (touches.delete(e.pointerId) && moved <= 4 && e.type === 'pointerup') {
    choose(bodyAt(e.clientX - r.left, e.clientY - r.top));
  }
  canvas.classList.remove('drag');
};
canvas.addEventListener('wheel', e => {
  const r = canvas.getBoundingClientRect();
  zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.03 : 0.0015)), e.clientX - r.left, e.clientY - r.top);
  e.preventDefault();
}, { passive: false });

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  readColours();
  redraw();
}
const hash = new URLSearchParams(location.hash.slice(1));
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
setTheme(hash.get('theme') || (prefersDark.matches ? 'dark' : 'light'));
prefersDark.addEventListener('change', e => setTheme(e.matches ? 'dark' : 'light'));
$('theme').onclick = () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');

function resize() {
  if (canvas.clientWidth === width && canvas.clientHeight === height && ratio === (devicePixelRatio || 1)) return;
  ratio = devicePixelRatio || 1;
  width = canvas.clientWidth; height = canvas.clientHeight;
  canvas.width = Math.max(1, Math.round(width * ratio)); canvas.height = Math.max(1, Math.round(height * ratio));
  if (begun) frame(performance.now());  // at once: setting the size has wiped it
}

// #frame=120 begins there, at rest; else it plays, unless the visitor wants things still.
async function begin() {
  unpackPoses(await inflate(data.poses));
  unpackContacts(await inflate(data.contacts));
  if (cloud) unpackParticles(await inflate(data.grains));
  if (data.bends) unpackBends(await inflate(data.bent));
  buildLegend();
  buildDeepest();
  buildPlots();
  $('scrub').max = lastFrame;
  for (const name of ['contacts', 'velocities']) if (hash.has(name)) toggles[name]();
  begun = true;
  seek(+hash.get('frame') || 0);
  resize();
  fit();
  frame(performance.now());
  new ResizeObserver(resize).observe(canvas);
  document.body.dataset.ready = 1;
  if (!hash.has('frame') && !matchMedia('(prefers-reduced-motion: reduce)').matches) play();
}
const ready = begin().catch(e => {
  $('fault').hidden = false;
  $('fault').textContent = 'This page cannot be shown: ' + e.message + '. It wants a browser of 2023 or later.';
});
