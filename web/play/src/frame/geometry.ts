// SPDX-License-Identifier: MIT
//
// Vectors, boxes and poses as the library has them, and the few sums that the page itself needs. What a demo shows
// about shapes is asked of the library.

export interface Vec {
  x: number;
  y: number;
}
export interface Box {
  lower: Vec;
  upper: Vec;
}
/** The point v lies at q v + p. */
export interface Pose {
  p: Vec;
  q: { c: number; s: number };
}

export const vec = (x: number, y: number): Vec => ({ x, y });
export const box = (x0: number, y0: number, x1: number, y1: number): Box =>
  ({ lower: vec(x0, y0), upper: vec(x1, y1) });
export const place = ({ p, q }: Pose, v: Vec): Vec => vec(q.c * v.x - q.s * v.y + p.x, q.s * v.x + q.c * v.y + p.y);

export const add = (a: Vec, b: Vec): Vec => vec(a.x + b.x, a.y + b.y);
export const sub = (a: Vec, b: Vec): Vec => vec(a.x - b.x, a.y - b.y);
export const scale = (a: Vec, by: number): Vec => vec(a.x * by, a.y * by);
export const dot = (a: Vec, b: Vec): number => a.x * b.x + a.y * b.y;
export const length = (a: Vec): number => Math.hypot(a.x, a.y);
export const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

/** The nearest point whose coordinates are whole steps. */
export const snap = ({ x, y }: Vec, step: number): Vec => vec(Math.round(x / step) * step, Math.round(y / step) * step);

/** Whether a point is in a box, or nearer to it than `reach`. */
export const inBox = (b: Box, at: Vec, reach = 0): boolean =>
  at.x >= b.lower.x - reach && at.x <= b.upper.x + reach && at.y >= b.lower.y - reach && at.y <= b.upper.y + reach;
export const middle = (b: Box): Vec => vec((b.lower.x + b.upper.x) / 2, (b.lower.y + b.upper.y) / 2);
