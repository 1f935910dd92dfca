// SPDX-License-Identifier: MIT
//
// The ways of the rectangle study (tools/impinge/study_rectangle_ways.h), here in doubles: whether two rectangles
// touch, as each way sees it, and how many sums, products, quotients and comparisons it took.

import { add, scale, sub, vec, type Vec } from './geometry';

export interface Rectangle {
  center: Vec;
  half: Vec;
  q: { c: number; s: number };
}
export interface Said {
  touch: boolean;
  operations: number;
}
type Ask = (a: Rectangle, b: Rectangle, count: Count) => boolean;
interface Count {
  made: number;
}

const LEFT = 1, RIGHT = 2, BELOW = 4, ABOVE = 8;
const cross = (v: Vec, w: Vec) => v.x * w.y - v.y * w.x;
const dot = (v: Vec, w: Vec) => v.x * w.x + v.y * w.y;
const back = ({ c, s }: { c: number; s: number }, v: Vec) => vec(c * v.x + s * v.y, c * v.y - s * v.x);

/** All four corners, from the rectangle's centre. */
function cornersOf({ q, half }: Rectangle, count: Count): Vec[] {
  count.made += 8;
  const x = vec(q.c * half.x, q.s * half.x), y = vec(-q.s * half.y, q.c * half.y);
  const up = add(x, y), down = sub(x, y);
  return [scale(up, -1), down, up, scale(down, -1)];
}
/** The centre of B from that of A. */
function apartOf(a: Rectangle, b: Rectangle, count: Count): Vec {
  count.made += 2;
  return sub(b.center, a.center);
}
/** Points moved, and turned so that r, whose middle is the origin then, stands upright. */
function upright(r: Rectangle, move: Vec, points: Vec[], count: Count): Vec[] {
  const turned = r.q.c !== 1 || r.q.s !== 0;
  count.made += 2 + (turned ? 8 : 2) * points.length;
  return points.map(v => (turned ? back(r.q, add(v, move)) : add(v, move)));
}
function within(half: Vec, v: Vec, count: Count): boolean {
  count.made += 2;
  return Math.abs(v.x) <= half.x && Math.abs(v.y) <= half.y;
}
/** Whether the line through v along d meets the upright rectangle. */
function lineMeets(half: Vec, v: Vec, d: Vec, count: Count): boolean {
  count.made += 7;
  return Math.abs(cross(v, d)) <= half.x * Math.abs(d.y) + half.y * Math.abs(d.x);
}
function diagonalsMeet(a: Rectangle, b: Vec[], apart: Vec, count: Count): boolean {
  const seen = upright(a, apart, [vec(0, 0), b[1]!, b[2]!], count), start = seen[0]!;
  const met = seen.slice(1).map(v => {
    count.made += 6;
    const d = sub(v, start);
    const near = Math.abs(start.x) <= a.half.x + Math.abs(d.x) && Math.abs(start.y) <= a.half.y + Math.abs(d.y);
    return lineMeets(a.half, start, d, count) && near;
  });
  return met.some(Boolean);
}
function cornersInside(a: Vec[], b: Rectangle, apart: Vec, count: Count): boolean {
  return upright(b, scale(apart, -1), a, count).map(v => within(b.half, v, count)).some(Boolean);
}
/** All feet of v on the edges between corners; 0 / 0 on an edge without length is no foot on it. */
function feetOnEdges(corners: Vec[], v: Vec, count: Count): boolean {
  return corners.every((corner, i) => {
    count.made += 13;
    const edge = sub(corners[(i + 1) % 4]!, corner), foot = dot(sub(v, corner), edge) / dot(edge, edge);
    return foot >= 0 && foot <= 1;
  });
}
function byLines(a: Rectangle, b: Rectangle, published: boolean, count: Count): boolean {
  const apart = apartOf(a, b, count), corners = upright(a, apart, cornersOf(b, count), count), { half } = a;
  const codes = corners.map(v => {
    count.made += 4;
    return (v.x < -half.x ? LEFT : 0) | (v.x > half.x ? RIGHT : 0) | (v.y < -half.y ? BELOW : 0)
      | (v.y > half.y ? ABOVE : 0);
  });
  if (codes.some(code => !code)) return true;
  if (codes.reduce((all, code) => all & code)) return false;
  const across = LEFT | RIGHT, up = BELOW | ABOVE;
  for (let i = 0; i < 4; ++i) {
    const next = (i + 1) % 4, both = codes[i]! | codes[next]!, v = corners[i]!, w = corners[next]!;
    if (codes[i]! & codes[next]!) continue;
    const opposite = (both & across) === across || (both & up) === up;
    if (published ? opposite : both === across || both === up) return true;
    if (published) {
      count.made += 7;
      const side = both & LEFT ? -half.x : half.x;
      if (Math.abs(v.y + (side - v.x) / (w.x - v.x) * (w.y - v.y)) <= half.y) return true;
    } else {
      count.made += 2;
      if (lineMeets(half, v, sub(w, v), count)) return true;
    }
  }
  return within(b.half, upright(b, scale(apart, -1), [vec(0, 0)], count)[0]!, count);
}

const ASK = {
  circles(a, b, count) {
    count.made += 6;
    const apart = apartOf(a, b, count), radii = Math.hypot(a.half.x, a.half.y) + Math.hypot(b.half.x, b.half.y);
    return dot(apart, apart) <= radii * radii;
  },
  cornersPublished(a, b, count) {
    const apart = apartOf(a, b, count);
    if (cornersInside(cornersOf(a, count), b, apart, count)) return true;
    const corner = cornersOf(b, count)[0]!;
    return within(a.half, upright(a, apart, [corner], count)[0]!, count);
  },
  corners(a, b, count) {
    const apart = apartOf(a, b, count);
    return cornersInside(cornersOf(a, count), b, apart, count) || diagonalsMeet(a, cornersOf(b, count), apart, count);
  },
  feetPublished(a, b, count) {
    const apart = apartOf(a, b, count), ofA = cornersOf(a, count), ofB = cornersOf(b, count);
    for (const corner of ofA) {
      count.made += 2;
      if (feetOnEdges(ofB, sub(corner, apart), count)) return true;
    }
    count.made += 2;
    return feetOnEdges(ofA, add(ofB[0]!, apart), count);
  },
  feet(a, b, count) {
    count.made += 4;
    const apart = apartOf(a, b, count), ofA = cornersOf(a, count), ofB = cornersOf(b, count);
    const start = add(apart, ofB[0]!), whole = add(b.half, b.half);
    for (const corner of ofA) {
      count.made += 12;
      const foot = back(b.q, sub(corner, start));
      if (foot.x >= 0 && foot.x <= whole.x && foot.y >= 0 && foot.y <= whole.y) return true;
    }
    return diagonalsMeet(a, ofB, apart, count);
  },
  outcodesPublished: (a, b, count) => byLines(a, b, true, count),
  outcodes: (a, b, count) => byLines(a, b, false, count),
  axes(a, b, count) {
    count.made += 22;
    const apart = apartOf(a, b, count), xOfA = vec(a.q.c, a.q.s), xOfB = vec(b.q.c, b.q.s);
    const c = Math.abs(dot(xOfA, xOfB)), s = Math.abs(cross(xOfA, xOfB)), fromA = back(a.q, apart);
    if (Math.abs(fromA.x) > a.half.x + (c * b.half.x + s * b.half.y)
      || Math.abs(fromA.y) > a.half.y + (s * b.half.x + c * b.half.y)) return false;
    count.made += 16;
    const fromB = back(b.q, apart);
    return Math.abs(fromB.x) <= b.half.x + (c * a.half.x + s * a.half.y)
      && Math.abs(fromB.y) <= b.half.y + (s * a.half.x + c * a.half.y);
  },
} satisfies Record<string, Ask>;

export type Way = keyof typeof ASK;
export const ALL_WAYS = Object.keys(ASK) as Way[];

export function askWay(way: Way, a: Rectangle, b: Rectangle): Said {
  const count = { made: 0 };
  return { touch: ASK[way](a, b, count), operations: count.made };
}
