// SPDX-License-Identifier: MIT
//
// Triangle meshes that pages make themselves, and what is drawn of one: all triangles, round where they bend little.

import type { Plane, Vec3 } from 'impinge';
import { add3, cross3, scale3, sub3, unit3, vec3 } from './geometry3';
import type { Mesh } from './mesh';

export interface Surface {
  points: Vec3[];
  /** Three numbers of points for each triangle, counter-clockwise from outside. */
  corners: number[];
}

/** A row of rings of equally many points, joined to each other; the last one to the first where they go around. */
export function rings(rows: readonly Vec3[][], around: boolean): Surface {
  const sides = rows[0]!.length, corners: number[] = [];
  for (let row = 0; row < (around ? rows.length : rows.length - 1); row++) {
    for (let i = 0; i < sides; i++) {
      const here = row * sides, next = (row + 1) % rows.length * sides, k = (i + 1) % sides;
      corners.push(here + i, here + k, next + k, here + i, next + k, next + i);
    }
  }
  return { points: rows.flat(), corners };
}

/** Rows of equally many points, joined to each other. */
export function sheet(rows: readonly Vec3[][]): Surface {
  const wide = rows[0]!.length, corners: number[] = [];
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let i = 0; i + 1 < wide; i++) {
      const a = row * wide + i, b = a + wide;
      corners.push(a, a + 1, b + 1, a, b + 1, b);
    }
  }
  return { points: rows.flat(), corners };
}

/** What is drawn of a surface that is seen from both sides. */
export function drawnBoth(surface: Surface): Mesh {
  const mesh = drawn(surface, normalsOf(surface)), turn = (it: Vec3) => scale3(it, -1);
  const back = mesh.facets.map(({ corners, normal, normals }) => ({
    corners: [...corners].reverse(), normal: turn(normal), normals: normals && [...normals].reverse().map(turn),
  }));
  return { ...mesh, facets: [...mesh.facets, ...back] };
}

/** A tube along a knot that goes three times around a ring while it goes around it twice. */
export function knot(imp2: Plane, size: number, rows = 168, sides = 12): Surface {
  const on = (i: number) => {
    const twice = imp2.rot(4 * Math.PI * i / rows), thrice = imp2.rot(6 * Math.PI * i / rows);
    const out = 1.05 + 0.42 * thrice.c;
    return vec3(out * twice.c, out * twice.s, 0.55 * thrice.s);
  };
  const all = Array.from({ length: rows }, (_, i) => {
    const before = on(i - 0.5), after = on(i + 0.5), along = sub3(after, before), out = add3(after, before);
    const side = unit3(cross3(along, out)), up = unit3(cross3(side, along)), middle = on(i);
    return Array.from({ length: sides }, (_, k) => {
      const { c, s } = imp2.rot(2 * Math.PI * k / sides);
      return scale3(add3(middle, add3(scale3(up, 0.2 * c), scale3(side, 0.2 * s))), size);
    });
  });
  return rings(all, true);
}

/** A ball with bumps. */
export function bumpy(imp2: Plane, size: number, rows = 26, sides = 40): Surface {
  const all = Array.from({ length: rows - 1 }, (_, row) => {
    const down = imp2.rot(Math.PI * (row + 1) / rows - Math.PI / 2), waves = imp2.rot(6 * Math.PI * (row + 1) / rows);
    return Array.from({ length: sides }, (_, i) => {
      const { c, s } = imp2.rot(2 * Math.PI * i / sides), five = imp2.rot(10 * Math.PI * i / sides);
      const far = size * (1 + 0.16 * down.c * waves.s * five.c);
      return scale3(vec3(down.c * c, down.c * s, down.s), far);
    });
  });
  return closed(all, vec3(0, 0, -size), vec3(0, 0, size));
}

/** Rings from one point to another, around what is within. */
export function closed(rows: readonly Vec3[][], first: Vec3, end: Vec3): Surface {
  const { points, corners } = rings(rows, false), sides = rows[0]!.length;
  const bottom = points.length, top = bottom + 1, last = bottom - sides;
  for (let i = 0; i < sides; i++) {
    const k = (i + 1) % sides;
    corners.push(bottom, k, i, top, last + i, last + k);
  }
  return { points: [...points, first, end], corners };
}

/** The mean normal of the triangles around each point. */
export function normalsOf({ points, corners }: Surface): Vec3[] {
  const sums = points.map(() => vec3(0, 0, 0));
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
    const area = cross3(sub3(points[b]!, points[a]!), sub3(points[c]!, points[a]!));
    for (const k of [a, b, c]) {
      const sum = sums[k]!;
      sum.x += area.x;
      sum.y += area.y;
      sum.z += area.z;
    }
  }
  return sums.map(unit3);
}

/** What is drawn of some of its triangles, or of all. A triangle that bends away from its corners' normals is flat. */
export function drawn({ points, corners }: Surface, normals: readonly Vec3[], some?: Iterable<number>): Mesh {
  const numbers = some ?? Array.from({ length: corners.length / 3 }, (_, i) => i), facets = [];
  for (const i of numbers) {
    const three = corners.slice(3 * i, 3 * i + 3), [a, b, c] = three.map(k => points[k]!) as [Vec3, Vec3, Vec3];
    const normal = unit3(cross3(sub3(b, a), sub3(c, a))), each = three.map(k => normals[k]!);
    const bends = each.some(it => it.x * normal.x + it.y * normal.y + it.z * normal.z < 0.7);
    facets.push({ corners: three, normal, normals: bends ? undefined : each });
  }
  return { points: points as Vec3[], facets, edges: [], round: true };
}
