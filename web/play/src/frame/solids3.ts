// SPDX-License-Identifier: MIT
//
// Closed meshes for worlds: bowls, rings, hares, hooks, bolts and nuts. Sines are the library's, so that they are the
// same in every browser.

import type { Plane, Vec3 } from 'impinge';
import { dot3, scale3, unit3, vec3 } from './geometry3';
import type { Edge, Mesh } from './mesh';
import { closed, drawn, normalsOf, rings, type Surface } from './surfaces3';

const circle = (imp2: Plane, sides: number, part = 1) =>
  Array.from({ length: sides }, (_, i) => imp2.rot(2 * Math.PI * part * i / sides));

/** A bowl, its bottom at the origin: outside up, over the rim, inside down. */
export function bowl(imp2: Plane, radius: number, thick: number, sides = 28, rows = 7): Surface {
  const around = circle(imp2, sides);
  const row = (out: number, up: number) => around.map(({ c, s }) => vec3(out * c, out * s, up));
  const all = Array.from({ length: 2 * rows }, (_, i) => {
    const inside = i >= rows, k = inside ? 2 * rows - 1 - i : i, { c, s } = imp2.rot(Math.PI / 2 * (k + 1) / rows);
    const far = inside ? radius - thick : radius;
    return row(far * s, radius - far * c);
  });
  return closed(all, vec3(0, 0, 0), vec3(0, 0, thick));
}

export function torus(imp2: Plane, radius: number, thick: number, sides = 24, rows = 12): Surface {
  const tube = circle(imp2, rows);
  return rings(tube.map(t => circle(imp2, sides).map(({ c, s }) =>
    vec3((radius + thick * t.c) * c, (radius + thick * t.c) * s, thick * t.s))), true);
}

// Where it bulges, by how much, and how sharply.
const BULGES: readonly (readonly [Vec3, number, number])[] = [
  [unit3(vec3(0.75, 0, 0.75)), 0.55, 9], [unit3(vec3(0.28, 0.3, 1)), 1.5, 60], [unit3(vec3(0.28, -0.3, 1)), 1.5, 60],
  [unit3(vec3(-1, 0, -0.1)), 0.3, 30], [unit3(vec3(0.6, 0.6, -0.8)), 0.35, 20],
  [unit3(vec3(0.6, -0.6, -0.8)), 0.35, 20],
];

/** Something like a hare that sits: a ball with a head, ears, feet and a tail. */
export function hare(imp2: Plane, size: number, rows = 32, sides = 36): Surface {
  const far = (d: Vec3) => BULGES.reduce((sum, [way, more, sharp]) =>
    sum + more / (1 + sharp * (1 - dot3(way, d))) ** 2, 0.75 + 0.12 * (1 - d.z));
  const at = (d: Vec3) => scale3(d, size * far(d));
  const all = Array.from({ length: rows - 1 }, (_, row) => {
    const { c: out, s: up } = imp2.rot(Math.PI * ((row + 1) / rows - 0.5));
    return circle(imp2, sides).map(({ c, s }) => at(vec3(out * c, out * s, up)));
  });
  return closed(all, at(vec3(0, 0, -1)), at(vec3(0, 0, 1)));
}

// Corners of a hook, counter-clockwise, and its inside as strips of four of them.
const HOOK = [
  [0, 0], [4, 0], [4, 3], [1, 3], [1, 4], [3, 4], [3, 3.5], [4, 3.5],
  [4, 5], [0, 5], [0, 2], [3, 2], [3, 1], [1, 1], [1, 1.5], [0, 1.5],
] as const;
const STRIPS = [
  [0, 1, 12, 13], [0, 13, 14, 15], [1, 2, 11, 12], [2, 3, 10, 11], [3, 4, 9, 10], [4, 5, 8, 9], [5, 6, 7, 8],
] as const;

/** An S of square bar of one unit. */
export function hook(unit: number): { surface: Surface; edges: Edge[] } {
  const side = (z: number) => HOOK.map(([x, y]) => vec3((x - 2) * unit, (y - 2.5) * unit, z * unit));
  const points = [...side(-0.5), ...side(0.5)], count = HOOK.length, corners: number[] = [], edges: Edge[] = [];
  const up = vec3(0, 0, 1), down = vec3(0, 0, -1), normals = HOOK.map(([x, y], i) => {
    const [u, v] = HOOK[(i + 1) % count]!;
    return unit3(vec3(v - y, x - u, 0));
  });
  HOOK.forEach((_, i) => {
    const k = (i + 1) % count, before = normals[(i + count - 1) % count]!;
    corners.push(i, k, count + k, i, count + k, count + i);
    edges.push([points[i]!, points[k]!, normals[i]!, down], [points[count + i]!, points[count + k]!, normals[i]!, up],
      [points[i]!, points[count + i]!, before, normals[i]!]);
  });
  for (const [a, b, c, d] of STRIPS) {
    corners.push(c, b, a, d, c, a, count + a, count + b, count + c, count + a, count + c, count + d);
  }
  return { surface: { points, corners }, edges };
}

/** A round thread along z of so many pitches; `gap` more is that of a nut, whose outside is `outer` wide. */
export function thread(imp2: Plane, radius: number, pitch: number, pitches: number, gap = 0, outer = 0): Surface {
  const sides = 48, each = 12, count = pitches * each + 1, ridge = 0.16 * pitch;
  const height = (k: number) => pitch * (k / each - pitches / 2), around = circle(imp2, sides);
  const row = (k: number) => around.map(({ c, s }, i) => {
    const out = radius + gap + ridge * imp2.rot(2 * Math.PI * (k / each - pitches / 2 - i / sides)).c;
    return vec3(out * c, out * s, height(k));
  });
  const rows = Array.from({ length: count }, (_, k) => row(outer ? count - 1 - k : k));
  if (!outer) return closed(rows, vec3(0, 0, height(0)), vec3(0, 0, height(count - 1)));
  const wall = (k: number) => around.map(({ c, s }) => vec3(outer * c, outer * s, height(k)));
  return rings([...rows, wall(0), wall(count - 1)], true);
}

/** What is drawn of it. */
export const drawnSolid = (surface: Surface, edges: Edge[] = []): Mesh =>
  ({ ...drawn(surface, normalsOf(surface)), edges });

export const numbersOf = ({ points }: Surface): Float32Array =>
  Float32Array.from(points.flatMap(({ x, y, z }) => [x, y, z]));
