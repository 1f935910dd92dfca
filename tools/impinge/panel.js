// SPDX-License-Identifier: MIT
//
// The panel and the hands: what is said about things, the lists, stepping, keys and the mouse. A list has only those
// rows in the document that are in view, so it may be of any length.

'use strict';

// Words

const where = s => (data.files.length > 1 ? data.files[s.file][0] + ': ' : '') + s.path;
const line = (...children) => make('div', {}, ...children);
const dim = text => make('span', { className: 'dim', textContent: text });
const bold = text => make('b', { textContent: text });
const code = text => make('code', { textContent: text });
const kindOf = s => s.point ? 'point' : KINDS[s.kind];
const layerOf = s => dim(s.layer !== s.name ? ' ' + s.layer : '');

function describe(s) {
  const { area, length, holes } = measure(s);
  const words = [kindOf(s)];
  if (s.kind !== 1) words.push(number(s.x1 - s.x0) + ' × ' + number(s.y1 - s.y0) + ' m');
  else if (!s.point) words.push('radius ' + number(s.radius) + ' m');
  if (s.kind === 6 || s.kind === REGION) words.push(count(s.v.length / 2, 'corner'));
  if (s.kind === REGION) words.push(count(holes, 'hole'), count(partCount(s), 'convex part'));
  if (s.kind === CHAIN) words.push(count(partCount(s), 'segment'));
  if (s.line) words.push('length ' + number(s.kind === CHAIN ? length : length / 2) + ' m');
  else if (!s.point) words.push('area ' + number(area) + ' m²');
  if (s.closed) words.push('closed');
  if (s.oneSided) words.push('felt from one side');
  if (s.fixed) words.push('static');
  if (!s.solid) words.push('not solid');
  return words.join(', ');
}

function aboutShape(s, part) {
  const all = [line(bold(s.name), layerOf(s)), line(describe(s))];
  if (part >= 0) {
    all.push(line('here: ', bold((s.kind === CHAIN ? 'segment ' : 'part ') + part),
                  s.kind === CHAIN ? '' : ', ' + count(cornerCount(s, part), 'corner')));
  }
  all.push(line(code(where(s))));
  for (const p of s.pairs.slice(0, 6)) {
    all.push(line(p.depth > 0 ? 'overlaps ' : 'touches ', bold((p.a === s ? p.b : p.a).name),
                  p.depth > 0 ? ' by ' + number(p.depth) + ' m' : ''));
  }
  if (s.pairs.length > 6) all.push(line(dim('and ' + grouped(s.pairs.length - 6) + ' more')));
  if (!s.pairs.length) all.push(line(dim('free')));
  for (const h of s.hits) {
    all.push(line('moved: ' + HITS[h.kind] + ' ', bold(h.target.name), ' at t = ' + number(h.time)));
  }
  return all;
}

function aboutPair(p) {
  const back = p.b.fixed && !p.a.fixed, sign = back ? -1 : 1;
  const all = [line(bold(p.a.name), p.depth > 0 ? ' overlaps ' : ' touches ', bold(p.b.name))];
  if (p.depth > 0) {
    all.push(line('free when ', bold((back ? p.a : p.b).name), ' goes ' + number(p.depth) + ' m along (' +
                  +(p.nx * sign).toFixed(4) + ', ' + +(p.ny * sign).toFixed(4) + ')'));
  }
  if (partCount(p.a) > 1 || partCount(p.b) > 1) {
    for (const m of p.meetings.slice(0, 6)) {
      all.push(line(dim('part ' + m.partA + ' and part ' + m.partB + ': ' +
                        (m.depth > 0 ? number(m.depth) + ' m deep' : 'touch'))));
    }
    if (p.meetings.length > 6) all.push(line(dim('and ' + count(p.meetings.length - 6, 'more pair') + ' of parts')));
  }
  all.push(line(code(where(p.a))), line(code(where(p.b))));
  return all;
}

const timeOf = h => h.kind === SWEEP_HIT ? 't = ' + number(h.time) : '';
const about = {
  shapes: s => aboutShape(s, -1),
  contacts: aboutPair,
  hits: h => [line(bold(h.mover.name), ' ' + HITS[h.kind] + ' ', bold(h.target.name), ' ' + timeOf(h)),
              line(code(where(h.mover))), line(code(where(h.target)))],
  notes: n => [line(dim(NOTES[n.kind] + ' '), n.text), code(n.path)],
};

function showTip(s, px, py) {
  const tip = $('tip');
  tip.style.display = s ? 'block' : 'none';
  if (!s) return;
  tip.replaceChildren(...aboutShape(s, hoveredPart));
  const w = tip.offsetWidth, h = tip.offsetHeight;
  tip.style.left = Math.max(4, px + 16 + w > width ? px - w - 12 : px + 16) + 'px';
  tip.style.top = Math.max(4, py + 16 + h > height ? py - h - 12 : py + 16) + 'px';
}

// Lists

const ROW = 26, TALL = 12e6;  // pixels of a row, and of the longest list that browsers can scroll
const layers = new Map();
for (const s of objects) {
  if (!layers.has(s.layer)) layers.set(s.layer, { type: 'layers', name: s.layer || '(none)', items: [], shown: true });
  layers.get(s.layer).items.push(s);
}

// Of each list: what is in it, the words to search, whether its layers are shown; and of a row what stands before the
// text, the text and what stands at its end.
const lists = {
  hits: { title: 'Hits', items: hits.slice().sort((a, b) => a.kind - b.kind || a.time - b.time || a.id - b.id),
    words: h => h.mover.name + '\n' + h.target.name, shown: h => h.mover.shown && h.target.shown,
    row: h => ['', [h.mover.name, dim(' ' + HITS[h.kind] + ' '), h.target.name], timeOf(h)] },
  contacts: { title: 'Contacts', items: pairs.slice().sort((a, b) => b.depth - a.depth || a.id - b.id),
    words: p => p.a.name + '\n' + p.b.name, shown: p => p.a.shown && p.b.shown,
    row: p => ['', [p.a.name, dim(' and '), p.b.name], p.depth > 0 ? number(p.depth) + ' m' : 'touch'] },
  shapes: { title: 'Shapes', items: objects,
    words: s => s.name + '\n' + s.layer, shown: s => s.shown,
    row: s => [make('i', { className: isHit(s) ? 'hit' : '' }), [s.name, layerOf(s)], kindOf(s)] },
  layers: { title: 'Layers', items: [...layers.values()],
    words: l => l.name, shown: () => true,
    row: l => [make('input', { type: 'checkbox', checked: l.shown }), [l.name], grouped(l.items.length)] },
  notes: { title: 'Notes', items: notes.slice().sort((a, b) => b.kind - a.kind),
    words: n => n.path + '\n' + n.text, shown: () => true,
    row: n => ['', [dim(NOTES[n.kind] + ' '), n.text], ''] },
};
let tab = hits.length ? 'hits' : pairs.length ? 'contacts' : 'shapes', query = '', found = {};
const last = {};  // what was chosen of each type

// What of a list the search and the layers leave.
function listed(type) {
  const list = lists[type], fits = item => (item.key ??= list.words(item).toLowerCase()).includes(query);
  return found[type] ||= list.items.filter(item => list.shown(item) && (!query || fits(item)));
}

const scroller = $('scroll');
let scrollHigh = 1;  // its height; asking for it each time would lay the page out each time

// The first row in view, as a fraction. Of a list that is taller than a browser can scroll, only each share is kept.
function firstRow(items) {
  const tall = Math.min(items.length * ROW, TALL) - scrollHigh;
  return tall > 0 ? Math.min(1, scroller.scrollTop / tall) * (items.length - scrollHigh / ROW) : 0;
}

function drawList() {
  const items = listed(tab), first = firstRow(items), rows = [];
  for (let i = Math.floor(first); i < items.length && i < first + scrollHigh / ROW; i++) {
    const item = items[i], [sign, words, end] = lists[tab].row(item);
    const row = make('div', { className: item === chosen ? 'row on' : 'row', onclick: () => take(item) }, sign,
      make('span', { className: 'what' }, ...words),
      make('span', { className: item.depth > 0 ? 'num deep' : 'num', textContent: end }));
    row.style.cssText = 'height:' + ROW + 'px;top:' + (i - first) * ROW + 'px';
    rows.push(row);
  }
  $('rows').replaceChildren(...rows);
}

function openList(type) {
  if (type !== tab) scroller.scrollTop = 0;
  tab = type;
  for (const button of $('tabs').children) button.setAttribute('aria-selected', button.dataset.type === tab);
  const items = listed(tab), all = lists[tab].items.length;
  $('spacer').style.height = Math.min(items.length * ROW, TALL) + 'px';
  $('found').textContent = items.length < all ? grouped(items.length) + ' of ' + grouped(all) : grouped(all);
  redraw(LIST);
}

// Scrolls as little as needed to have a row in view.
function reveal(index, items) {
  const first = firstRow(items), fits = scrollHigh / ROW;
  const wanted = index < first ? index - 1 : index + 1 > first + fits ? index + 2 - fits : first;
  if (wanted !== first) {
    const share = Math.max(0, Math.min(1, wanted / Math.max(items.length - fits, 1e-9)));
    scroller.scrollTop = share * (Math.min(items.length * ROW, TALL) - scrollHigh);
  }
}

function refilter() {
  found = {};
  openList(tab);
  showSteps();
}

// Choosing and stepping

function showSteps() {
  for (const [id, type, one] of [['by-contact', 'contacts', 'contact'], ['by-shape', 'shapes', 'shape']]) {
    const items = listed(type), at = chosen && chosen.type === type ? items.indexOf(chosen) : -1;
    $(id).hidden = !lists[type].items.length;
    $(id).querySelector('output').textContent = at >= 0
      ? one + ' ' + grouped(at + 1) + ' of ' + grouped(items.length) : count(items.length, one);
  }
}

function choose(item) {
  const old = chosen;
  chosen = item;
  if (item) last[item.type] = item;
  $('detail').replaceChildren(...item ? about[item.type](item) : ['Choose a shape or a row to see more of it.']);
  $('detail').classList.toggle('none', !item);
  if (!item !== !old) scrollHigh = scroller.clientHeight;  // the pane is of another height now
  showSteps();
  redraw(PICTURE | LIST);
}

function goTo(item) {
  const place = item.type === 'notes' ? objects.find(s => s.path === item.path && s.file === item.file) : item;
  if (place) lookAt(place);
}

function step(type, by) {
  const items = listed(type);
  if (!items.length) return;
  let at = items.indexOf(chosen && chosen.type === type ? chosen : last[type]);
  at = at < 0 ? (by > 0 ? 0 : items.length - 1) : (at + by + items.length) % items.length;
  show(items[at], at);
}

// Chooses a thing, has its row in view, unless the search or the layers leave it out, and goes to its place.
function show(item, at) {
  choose(item);
  if (tab !== item.type) openList(item.type);
  if (at >= 0) reveal(at, listed(item.type));
  goTo(item);
}

// A row was clicked.
function take(item) {
  if (item.type === 'layers') {
    item.shown = !item.shown;
    for (const s of item.items) s.shown = item.shown;
    forgetPaths();
    refilter();
    redraw();
    return;
  }
  choose(item);
  goTo(item);
}

function buildDeepest() {
  const [deepest] = lists.contacts.items;
  $('deepest').hidden = !(deepest?.depth > 0);
  if ($('deepest').hidden) return;
  fillDeepest(number(deepest.depth) + ' m', [deepest.a.name, deepest.b.name], '');
  $('deepest').onclick = () => show(deepest, listed('contacts').indexOf(deepest));
}

function buildPanel() {
  const touching = objects.filter(isHit).length, deep = pairs.filter(p => p.depth > 0).length;
  document.title = 'Impinge check: ' + data.files.map(f => f[0].split('/').pop()).join(', ');
  for (const f of data.files) {
    $('files').append(line(f[0]), line(f[1] + '; 1 unit = ' + number(f[2]) + ' m'));
  }
  const tile = (value, label) => $('tiles').append(line(bold(grouped(value)), dim(label)));
  tile(objects.length, 'shapes');
  tile(touching, 'touch');
  tile(deep, 'overlaps');
  const met = hits.filter(h => h.kind === SWEEP_HIT).length;  // on the way: the others start in or at something
  tile(data.move ? met : pairs.length - deep, data.move ? 'first hits' : 'just touch');
  if (data.seams) $('files').append(line(count(data.seams, 'pair') + ' within one structure not counted'));
  Object.assign(document.body.dataset, { objects: objects.length, pairs: pairs.length, touching, hits: hits.length });
  for (const type in lists) {
    if (!lists[type].items.length) continue;
    const button = make('button', { textContent: lists[type].title, onclick: () => openList(type) });
    button.dataset.type = type;
    button.setAttribute('role', 'tab');
    $('tabs').append(button);
  }
}

function buildLegend() {
  const square = (colour, more) =>
    `<rect x="2" y="2" width="22" height="11" rx="2" fill="var(${colour})" stroke="var(${colour}-edge)" ${more}/>`;
  const arrow = (colour, width) => `<path d="M2 7.5H20" stroke="var(${colour})" stroke-width="${width}"/>` +
                                   `<path d="M24 7.5l-7-3.5v7z" fill="var(${colour})"/>`;
  const seam = '<path d="M13 2V13" stroke="var(--shade)" stroke-dasharray="3 2"/>';
  const ticks = '<path d="M2 5H24M5 5v5M10 5v5M15 5v5M20 5v5" stroke="var(--free-edge)" fill="none"/>';
  const dot = '<circle cx="13" cy="7.5" r="3.6" fill="var(--point)" stroke="var(--point-edge)"/>';
  const rows = [[square('--hit', ''), 'touching'], [square('--free', ''), 'free'],
    [square('--free', 'fill-opacity=".3" stroke-dasharray="4 3"'), 'not solid'], [dot, 'contact point'],
    [arrow('--normal', 1.6), 'normal'], [arrow('--push', 3.5), 'push (true length)']];
  if (objects.some(s => s.kind === REGION)) rows.push([square('--free', '') + seam, 'seam of parts']);
  if (objects.some(s => s.oneSided)) rows.push([ticks, 'felt from one side']);
  if (data.move) rows.push([arrow('--way', 1.6), 'way to the hit']);
  $('legend').innerHTML = rows.map(r => `<svg width="26" height="15">${r[0]}</svg><span>${r[1]}</span>`).join('');
}

// Hands

// The topmost thing at a point; lines may be missed by a few pixels.
function pick(px, py) {
  const x = fromX(px), y = fromY(py), slack = 4 / view.scale;
  const near = s => x >= s.x0 - slack && x <= s.x1 + slack && y >= s.y0 - slack && y <= s.y1 + slack;
  for (let i = levels.length - 1; i >= 0; i--) {
    const items = levels[i].bundles.filter(near).flatMap(b => b.items.filter(s =>
      s.shown && near(s) && contains(s, x, y, s.line || s.point ? slack : 0)));
    if (items.length) return items.sort(before).pop();
  }
  return null;
}

function point(px, py) {
  const s = px === undefined ? null : pick(px, py), part = s ? partAt(s, fromX(px), fromY(py)) : -1;
  canvas.classList.toggle('over', !!s);
  if (s !== hovered || part !== hoveredPart) { hovered = s; hoveredPart = part; redraw(0); }
  showTip(s, px, py);
}

const fingers = new Map();
let moved = 0;
canvas.addEventListener('pointerdown', e => {
  fingers.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
  moved = 0;
  canvas.setPointerCapture(e.pointerId);
});
canvas.addEventListener('pointermove', e => {
  const old = fingers.get(e.pointerId), now = { x: e.offsetX, y: e.offsetY };
  if (!old) { point(now.x, now.y); return; }
  moved += Math.hypot(now.x - old.x, now.y - old.y);
  canvas.classList.add('drag');
  showTip(null);
  if (fingers.size === 2) {
    const other = [...fingers].find(f => f[0] !== e.pointerId)[1];
    const before = Math.hypot(old.x - other.x, old.y - other.y), after = Math.hypot(now.x - other.x, now.y - other.y);
    if (before > 0) zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
    pan((now.x - old.x) / 2, (now.y - old.y) / 2);
  } else {
    pan(now.x - old.x, now.y - old.y);
  }
  fingers.set(e.pointerId, now);
});
const release = e => {
  if (fingers.delete(e.pointerId) && moved < 4) {
    choose(pick(e.offsetX, e.offsetY));
    point(e.offsetX, e.offsetY);
  }
  canvas.classList.remove('drag');
};
canvas.addEventListener('pointerup', release);
canvas.addEventListener('pointercancel', release);
canvas.addEventListener('pointerleave', () => { if (!fingers.size) point(); });
canvas.addEventListener('wheel', e => {
  e.preventDefault();
  zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.03 : 0.0015)), e.offsetX, e.offsetY);
}, { passive: false });
canvas.addEventListener('dblclick', fit);

function toggleParts() {
  showParts = !showParts;
  $('parts').setAttribute('aria-pressed', showParts);
  redraw();
}
const keys = { f: fit, n: () => step('contacts', 1), p: () => step('contacts', -1), j: () => step('shapes', 1),
  k: () => step('shapes', -1), d: () => $('deepest').onclick?.(), s: toggleParts, '+': () => zoom(1.3), '=': () => zoom(1.3), '-': () => zoom(1 / 1.3),
  '/': () => $('query').focus(), Escape: () => choose(null), ArrowLeft: () => pan(80, 0), ArrowRight: () => pan(-80, 0),
  ArrowUp: () => pan(0, 80), ArrowDown: () => pan(0, -80) };
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.target === $('query')) {
    if (e.key === 'Enter') step(about[tab] ? tab : 'shapes', e.shiftKey ? -1 : 1);
    if (e.key === 'Escape') { $('query').value = query = ''; $('query').blur(); refilter(); }
    return;
  }
  if (e.target === scroller && e.key.startsWith('Arrow')) return;
  const act = keys[e.key] || keys[e.key.toLowerCase()];
  if (act) { act(); e.preventDefault(); }
});
$('query').addEventListener('input', () => {
  query = $('query').value.trim().toLowerCase();
  scroller.scrollTop = 0;
  refilter();
});
scroller.addEventListener('scroll', () => redraw(LIST));
const buttons = { fit: 'f', in: '+', out: '-', parts: 's', 'contact-on': 'n', 'contact-back': 'p', 'shape-on': 'j',
  'shape-back': 'k' };
for (const id in buttons) $(id).onclick = keys[buttons[id]];
$('parts').hidden = !objects.some(s => s.kind === REGION);
$('parts').setAttribute('aria-pressed', showParts);

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  readColours();
  redraw();
}
const asked = new URLSearchParams(location.hash.slice(1)).get('theme');
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
setTheme(asked || (prefersDark.matches ? 'dark' : 'light'));
prefersDark.addEventListener('change', e => setTheme(e.matches ? 'dark' : 'light'));
$('theme').onclick = () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');

function resize() {
  scrollHigh = scroller.clientHeight;
  redraw(LIST);
  if (canvas.clientWidth === width && canvas.clientHeight === height && ratio === (devicePixelRatio || 1)) return;
  ratio = devicePixelRatio || 1;
  width = canvas.clientWidth; height = canvas.clientHeight;
  for (const c of [canvas, $('ground')]) {
    c.width = Math.max(1, Math.round(width * ratio)); c.height = Math.max(1, Math.round(height * ratio));
  }
  drawGround(); drawMarks();  // at once: setting the size has wiped them
}
buildPanel();
buildDeepest();
buildLegend();
resize();
refilter();
choose(null);
fit();
if (glide) glide.time = 0;
stale |= PICTURE | LIST;
frame(0);
document.body.dataset.ms = Math.ceil(performance.now() - began);
const watch = new ResizeObserver(resize);
watch.observe(canvas);
watch.observe(scroller);
