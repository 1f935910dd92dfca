// SPDX-License-Identifier: MIT
//
// What all pages with shapes on them share: words, boxes, outlines as paths. A shape has v: [x, y, ...], radius, rings:
// where each ring begins and the last one ends, in vertices, kind, and closed for chains.

'use strict';

const REGION = 7, CHAIN = 8;
const KINDS = ['', 'circle', 'segment', 'capsule', 'box', 'oriented box', 'polygon', 'region', 'chain'];

const $ = id => document.getElementById(id);
const make = (tag, attributes, ...children) => {
  const e = Object.assign(document.createElement(tag), attributes);
  e.append(...children);
  return e;
};
const number = v => v === 0 ? '0' : Math.abs(v) >= 1e5 || Math.abs(v) < 1e-4 ? v.toExponential(2)
                                  : String(+v.toPrecision(4));
const grouped = n => n.toLocaleString('en');
const count = (n, one) => grouped(n) + ' ' + one + (n === 1 ? '' : 's');

// The row of the deepest overlap: how deep, between whom, and when.
const fillDeepest = (depth, [a, b], when) => $('deepest').append(
  make('span', { className: 'num deep', textContent: depth }),
  make('span', { className: 'what' }, a, make('span', { className: 'dim', textContent: ' and ' }), b),
  make('span', { className: 'num', textContent: when }));

// Boxes: begun empty, grown, and closed when all is in.
const box = () => ({ x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity, x: 0, y: 0, size: 0 });
function grow(b, x0, y0, x1, y1) {
  if (x0 < b.x0) b.x0 = x0;
  if (y0 < b.y0) b.y0 = y0;
  if (x1 > b.x1) b.x1 = x1;
  if (y1 > b.y1) b.y1 = y1;
}
function close(b, properties) {
  b.x = (b.x0 + b.x1) / 2; b.y = (b.y0 + b.y1) / 2;
  b.size = Math.max(b.x1 - b.x0, b.y1 - b.y0);
  return Object.assign(b, properties);
}
function around(items) {
  const b = box();
  for (const s of items) grow(b, s.x0, s.y0, s.x1, s.y1);
  return b;
}

// Visits every side of every ring: ends x, y, x, y, and the ring. The circle's one vertex is a side of no length.
function eachSide(s, visit) {
  const v = s.v;
  for (let r = 0; r + 1 < s.rings.length; r++) {
    const first = s.rings[r], end = s.rings[r + 1];
    for (let i = first; i < end; i++) {
      const k = i + 1 < end ? i + 1 : first;
      if (k !== first || s.kind !== CHAIN || s.closed) visit(v[2 * i], v[2 * i + 1], v[2 * k], v[2 * k + 1], r);
    }
  }
}

// Adds to the path of a canvas, which is in pixels, the ticks of a side from (x, y) by (dx, dy), on its right, as far as
// they begin within parts t to u of it.
function tickSide(g, x, y, dx, dy, t, u) {
  const length = Math.hypot(dx, dy), n = Math.max(1, Math.round(length / 12));
  for (let i = Math.max(0, Math.floor(t * n)); i < n && i <= u * n; i++) {
    const px = x + (i + 0.5) / n * dx, py = y + (i + 0.5) / n * dy;
    g.moveTo(px, py); g.lineTo(px - dy / length * 6, py + dx / length * 6);
  }
}

// The stretch from t to u of a side in pixels that is in the picture; null when there is none.
function stretch(ax, ay, bx, by) {
  if (ax < 0 && bx < 0 || ax > width && bx > width || ay < 0 && by < 0 || ay > height && by > height) return null;
  let t = 0, u = 1;
  for (const [d, low, high] of [[bx - ax, -ax, width - ax], [by - ay, -ay, height - ay]]) {
    if (d !== 0) { t = Math.max(t, Math.min(low / d, high / d)); u = Math.min(u, Math.max(low / d, high / d)); }
  }
  return t < u ? [t, u] : null;
}

// Adds the outline to a path, as seen from (ox, oy). Holes run the other way round, so that filling leaves them out.
// Vertices that are nearer to the one before than `coarse` are left out.
function trace(path, s, ox, oy, coarse) {
  const v = s.v, r = s.radius;
  if (v.length === 2) {
    path.moveTo(v[0] - ox + r, v[1] - oy);
    path.arc(v[0] - ox, v[1] - oy, r, 0, 2 * Math.PI);
    return path;
  }
  for (let ring = 0; ring + 1 < s.rings.length; ring++) {
    const first = s.rings[ring], end = s.rings[ring + 1], n = end - first;
    let px = Infinity, py = Infinity;
    for (let i = first; i < end; i++) {
      const x = v[2 * i] - ox, y = v[2 * i + 1] - oy;
      if (Math.abs(x - px) + Math.abs(y - py) < coarse) continue;
      px = x; py = y;
      if (r > 0) {
        const k = first + (i - first + 1) % n, h = first + (i - first + n - 1) % n;
        const before = Math.atan2(v[2 * i + 1] - v[2 * h + 1], v[2 * i] - v[2 * h]) - Math.PI / 2;
        const after = Math.atan2(v[2 * k + 1] - v[2 * i + 1], v[2 * k] - v[2 * i]) - Math.PI / 2;
        path[i > first ? 'lineTo' : 'moveTo'](x + r * Math.cos(before), y + r * Math.sin(before));
        path.arc(x, y, r, before, after);
      } else {
        path[i > first ? 'lineTo' : 'moveTo'](x, y);
      }
    }
    if (s.kind !== CHAIN || s.closed) path.closePath();
  }
  return path;
}
