// SPDX-License-Identifier: MIT
//
// From a shape of the library to what is drawn of it: faces, and edges where faces meet at an angle. Triangles, boxes
// and hulls are the library's own faces; what is round is turned on a lathe around its axis, finely enough for the eye.

import { SHAPE3_CAPSULE, SHAPE3_CONE, SHAPE3_CYLINDER, SHAPE3_SPHERE, type Shape3, type Vec3 } from 'impinge';
import { across, add3, cross3, scale3, sub3, unit3, UP, vec3, length3, ZERO3 } from './geometry3';

export interface Facet {
  /** Numbers of points, counter-clockwise from outside. */
  corners: number[];
  normal: Vec3;
  /** Of each corner, where the surface is round. */
  normals?: Vec3[] | undefined;
}
/** From one point to another, and the normals of the faces that meet there. */
export type Edge = readonly [from: Vec3, to: Vec3, left: Vec3, right: Vec3];
export interface Mesh {
  points: Vec3[];
  facets: Facet[];
  edges: Edge[];
  /** Whether its outline is drawn where it bends away: it has too few edges to be told by. */
  round: boolean;
}

const ROUND = 40;  // sides of what is round

/** Faces of the library. */
function flatMesh(shape: Shape3): Mesh {
  const points = Array.from({ length: shape.count }, (_, i) => shape.vertex(i));
  const facets: Facet[] = [], edges: Edge[] = [], seen = new Map<string, Vec3>();
  for (let i = 0; i < shape.faceCount(); i++) {
    const { normal, vertices } = shape.face(i), corners = [...vertices];
    facets.push({ corners, normal });
    corners.forEach((from, k) => {
      const to = corners[(k + 1) % corners.length]!, name = `${Math.min(from, to)}_${Math.max(from, to)}`;
      const other = seen.get(name);
      if (other) edges.push([points[from]!, points[to]!, other, normal]);
      seen.set(name, normal);
    });
  }
  return { points, facets, edges, round: false };
}

/** A place on the lathe: along the axis, away from it, and the normal the same way; `edge` where there is a rim. */
interface Turn {
  along: number;
  away: number;
  normal: readonly [along: number, away: number];
  edge?: boolean;
}

/** Rows of places around an axis; places that follow each other are joined, but where one is told to begin anew. */
function lathe(origin: Vec3, axis: Vec3, strips: readonly (readonly Turn[])[]): Mesh {
  const right = across(axis), front = cross3(axis, right);
  const points: Vec3[] = [], facets: Facet[] = [], edges: Edge[] = [];
  const way = (i: number) => {
    const angle = i / ROUND * 2 * Math.PI;
    return add3(scale3(right, Math.cos(angle)), scale3(front, Math.sin(angle)));
  };
  const ways = Array.from({ length: ROUND }, (_, i) => way(i));
  for (const strip of strips) {
    const first = points.length;
    for (const { along, away } of strip) {
      for (const it of ways) points.push(add3(add3(origin, scale3(axis, along)), scale3(it, away)));
    }
    const number = (row: number, i: number) => first + row * ROUND + i % ROUND;
    const normal = (row: number, i: number) => {
      const [along, away] = strip[row]!.normal;
      return unit3(add3(scale3(axis, along), scale3(ways[i % ROUND]!, away)));
    };
    for (let row = 0; row + 1 < strip.length; row++) {
      for (let i = 0; i < ROUND; i++) {
        const corners = [number(row, i), number(row, i + 1), number(row + 1, i + 1), number(row + 1, i)];
        const normals = [normal(row, i), normal(row, i + 1), normal(row + 1, i + 1), normal(row + 1, i)];
        // At the axis two corners are one.
        const used = [0, 1, 2, 3].filter(k => (k !== 1 || strip[row]!.away) && (k !== 2 || strip[row + 1]!.away));
        const flat = strip[row]!.along === strip[row + 1]!.along;
        facets.push({ corners: used.map(k => corners[k]!), normal: unit3(normals.reduce(add3)),
          normals: flat ? undefined : used.map(k => normals[k]!) });
      }
    }
    strip.forEach((turn, row) => {
      for (let i = 0; i < ROUND && turn.edge; i++) {
        const end = scale3(axis, row ? 1 : -1);
        edges.push([points[number(row, i)]!, points[number(row, i + 1)]!, end, normal(row, i)]);
      }
    });
  }
  return { points, facets, edges, round: true };
}

/** A quarter of a circle from the axis outward, or from outside to the axis. */
function dome(center: number, radius: number, from: number, to: number): Turn[] {
  return Array.from({ length: 9 }, (_, i) => {
    const angle = (from + (to - from) * i / 8) * Math.PI / 2;
    const along = Math.sin(angle), away = i === 0 && from === -1 || i === 8 && to === 1 ? 0 : Math.cos(angle);
    return { along: center + radius * along, away: radius * away, normal: [along, away] as const };
  });
}

/** A ball or a capsule with lines around it, which show that it turns: around its middle, and over both ends. */
export function striped(mesh: Mesh): Mesh {
  const { points } = mesh, rows = points.length / ROUND, middle = rows >> 1, edges: Edge[] = [];
  const line = (a: number, b: number) => edges.push([points[a]!, points[b]!, ZERO3, ZERO3]);
  for (let i = 0; i < ROUND; i++) line(middle * ROUND + i, middle * ROUND + (i + 1) % ROUND);
  for (let row = 0; row + 1 < rows; row++) {
    for (const i of [0, ROUND / 2]) line(row * ROUND + i, (row + 1) * ROUND + i);
  }
  return { ...mesh, edges };
}

/** A convex piece of a plane, seen from both sides; its corners are given around its middle. */
export function patch(points: Vec3[], normal: Vec3): Mesh {
  const corners = points.map((_, i) => i);
  const back = scale3(normal, -1);
  const edges = points.map((it, i): Edge => [it, points[(i + 1) % points.length]!, normal, back]);
  const facets = [{ corners, normal }, { corners: [...corners].reverse(), normal: back }];
  return { points, facets, edges, round: false };
}

/** What is drawn of a shape; of a half-space nothing. */
export function meshOf(shape: Shape3): Mesh {
  const { kind, radius, a, b } = shape, between = sub3(b, a), size = length3(between);
  switch (kind) {
    case SHAPE3_SPHERE:
      return lathe(a, UP, [[...dome(0, radius, -1, 0), ...dome(0, radius, 0, 1).slice(1)]]);
    case SHAPE3_CAPSULE: {
      const axis = size ? unit3(between) : UP;
      return lathe(a, axis, [[...dome(0, radius, -1, 0), ...dome(size, radius, 0, 1)]]);
    }
    case SHAPE3_CYLINDER: case SHAPE3_CONE: {
      const axis = size ? unit3(between) : vec3(1, 0, 0), { discA, discB } = shape;
      const slope = [discA - discB, size || 1] as const;
      const cap = (along: number, away: number, up: 1 | -1): Turn[] => {
        const rim = [{ along, away: 0, normal: [up, 0] as const }, { along, away, normal: [up, 0] as const }];
        return up > 0 ? rim.reverse() : rim;
      };
      const wall: Turn[] = [
        { along: 0, away: discA, normal: slope, edge: discA > 0 },
        { along: size, away: discB, normal: slope, edge: discB > 0 },
      ];
      return lathe(a, axis, [...(discA ? [cap(0, discA, -1)] : []), wall, ...(discB ? [cap(size, discB, 1)] : [])]);
    }
    default: return flatMesh(shape);
  }
}
