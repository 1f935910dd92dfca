// SPDX-License-Identifier: MIT
//
// Vectors, rotations and poses of space as the library has them, and the few sums that pages of space need.

import type { Pose3, Rot3, Space, Vec3 } from 'impinge';
import { vec, type Vec } from './geometry';

export const vec3 = (x: number, y: number, z: number): Vec3 => ({ x, y, z });
export const ZERO3 = vec3(0, 0, 0);
export const UP = vec3(0, 0, 1);

export const add3 = (a: Vec3, b: Vec3): Vec3 => vec3(a.x + b.x, a.y + b.y, a.z + b.z);
export const sub3 = (a: Vec3, b: Vec3): Vec3 => vec3(a.x - b.x, a.y - b.y, a.z - b.z);
export const scale3 = (a: Vec3, by: number): Vec3 => vec3(a.x * by, a.y * by, a.z * by);
export const dot3 = (a: Vec3, b: Vec3): number => a.x * b.x + a.y * b.y + a.z * b.z;
export const cross3 = (a: Vec3, b: Vec3): Vec3 =>
  vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
export const length3 = (a: Vec3): number => Math.sqrt(dot3(a, a));
export const unit3 = (a: Vec3): Vec3 => scale3(a, 1 / (length3(a) || 1));
export const mix3 = (a: Vec3, b: Vec3, part: number): Vec3 => add3(scale3(a, 1 - part), scale3(b, part));

/** Any unit vector across another one. */
export function across(a: Vec3): Vec3 {
  const thin = Math.abs(a.x) < Math.abs(a.y) ? vec3(1, 0, 0) : vec3(0, 1, 0);
  return unit3(cross3(a, thin));
}

export const turned = ({ x, y, z }: Rot3, v: Vec3): Vec3 =>
  add3(add3(scale3(x, v.x), scale3(y, v.y)), scale3(z, v.z));
export const turnedBack = ({ x, y, z }: Rot3, v: Vec3): Vec3 => vec3(dot3(x, v), dot3(y, v), dot3(z, v));
export const placed = ({ p, q }: Pose3, v: Vec3): Vec3 => add3(turned(q, v), p);

export const STRAIGHT: Rot3 = { x: vec3(1, 0, 0), y: vec3(0, 1, 0), z: vec3(0, 0, 1) };
const times = (a: Rot3, b: Rot3): Rot3 => ({ x: turned(a, b.x), y: turned(a, b.y), z: turned(a, b.z) });

/** Turned on about an axis of the world. Made orthogonal anew, so that many turns are one still. */
export function turnBy(imp3: Space, q: Rot3, axis: Vec3, angle: number): Rot3 {
  if (!(length3(axis) > 1e-6) || !angle) return q;
  const { x, y } = times(imp3.rot(unit3(axis), angle), q), straight = unit3(x);
  const up = unit3(sub3(y, scale3(straight, dot3(y, straight))));
  return { x: straight, y: up, z: cross3(straight, up) };
}

/** A rotation as its axis times its angle, and the other way round. */
export function axisOf(imp3: Space, q: Rot3): Vec3 {
  const quat = imp3.rotToQuat(q), size = length3(quat);
  return size < 1e-9 ? ZERO3 : scale3(vec3(quat.x, quat.y, quat.z), 2 * Math.atan2(size, quat.w) / size);
}
export function rotOf(imp3: Space, axis: Vec3): Rot3 {
  const angle = length3(axis);
  return angle < 1e-9 ? STRAIGHT : imp3.rot(axis, angle);
}

/** The outline around points of the plane, counter-clockwise (Andrew's chain). */
export function outline(points: readonly Vec[]): Vec[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (all: readonly Vec[]) => {
    const chain: Vec[] = [];
    for (const p of all) {
      while (chain.length > 1) {
        const a = chain[chain.length - 2]!, b = chain[chain.length - 1]!;
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted.map(({ x, y }) => vec(x, y)) : [...half(sorted), ...half(sorted.reverse())];
}
