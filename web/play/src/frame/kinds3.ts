// SPDX-License-Identifier: MIT
//
// Shapes of space that pages have in common: one of each kind, all about as large.

import type { Shape3, Space, Vec3 } from 'impinge';
import { add3, scale3, sub3, unit3, vec3, ZERO3 } from './geometry3';
import type { Random } from './random';

export const KINDS3 = {
  box: 'Box', hull: 'Hull', triangle: 'Triangle', sphere: 'Sphere', capsule: 'Capsule', cylinder: 'Cylinder',
  cone: 'Cone',
} as const;
export type Kind3 = keyof typeof KINDS3;

/** A direction, all alike likely. */
export function someWay(random: Random): Vec3 {
  for (;;) {
    const v = vec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    const size = v.x * v.x + v.y * v.y + v.z * v.z;
    if (size <= 1 && size > 0.01) return unit3(v);
  }
}

/** A stone: the hull of some points of a rough ball, its middle at the origin. */
function stone(imp3: Space, random: Random, size: number): Shape3 {
  const points = Array.from({ length: 18 }, () => scale3(someWay(random), size * random.between(0.85, 1.05)));
  const rough = imp3.hull(points), { centroid } = rough.mass(1);
  rough.free();
  return imp3.hull(points.map(it => sub3(it, centroid)));
}

/** One of a kind. */
export function someShape(imp3: Space, kind: Kind3, random: Random, size = 1): Shape3 {
  const at = (x: number, y: number, z: number) => scale3(vec3(x, y, z), size);
  switch (kind) {
    case 'box': return imp3.box({ lower: at(-0.9, -0.65, -0.55), upper: at(0.9, 0.65, 0.55) });
    case 'hull': return stone(imp3, random, size);
    case 'triangle': {
      const corners = [at(-1.1, -0.7, 0), at(1.2, -0.5, 0), at(0.1, 1.1, 0)] as const;
      const middle = scale3(corners.reduce(add3, ZERO3), 1 / 3), [a, b, c] = corners.map(it => sub3(it, middle));
      return imp3.triangle(a!, b!, c!);
    }
    case 'sphere': return imp3.sphere(ZERO3, 0.85 * size);
    case 'capsule': return imp3.capsule(at(0, 0, -0.6), at(0, 0, 0.6), 0.5 * size);
    case 'cylinder': return imp3.cylinder(at(0, 0, -0.7), at(0, 0, 0.7), 0.75 * size);
    case 'cone': return imp3.cone(at(0, 0, -0.6), at(0, 0, 1), 0.9 * size, 0);
  }
}
