// SPDX-License-Identifier: MIT
//
// A picture of space: what is drawn is laid down in `solid` and `line`, and `paint` draws it all, with WebGL or, where
// there is none, face by face from far to near on the canvas of the plane. Points, arrows and words lie above it and
// are the painter's, so that answers are never hidden and look as they do in the plane.

import type { Pose3, Vec3 } from 'impinge';
import { vec, type Vec } from './geometry';
import { add3, dot3, outline, placed, scale3, sub3, STRAIGHT, turned, vec3 } from './geometry3';
import { LAMP, webgl, type Colour, type Lines, type Solid } from './gl';
import { patch, type Facet, type Mesh } from './mesh';
import { COLOUR, EDGE, type Look, type Painter, type Role } from './painter';
import type { Paint } from './palette';
import { isDark } from './theme';
import type { View3 } from './view3';

export interface SolidLook {
  /** Lets through what is behind it. */
  ghost?: boolean;
  /** Of what lets through: 0 to 1. */
  alpha?: number;
  /** Without its shadow on the floor, as what lets through is if not told otherwise. */
  floats?: boolean;
  /** No edges. */
  smooth?: boolean;
  /** Its own colours, whatever its role. */
  paint?: Paint;
  /** Others stand on it: without WebGL it is drawn before them. */
  under?: boolean;
  /** Its mesh is of this picture alone. */
  once?: boolean;
}

const channel = (colour: string, k: number) => parseInt(colour.slice(2 * k + 1, 2 * k + 3), 16) / 255;
const colour = (name: string, alpha = 1): Colour =>
  [channel(name, 0), channel(name, 1), channel(name, 2), name.length > 7 ? alpha * channel(name, 3) : alpha];

function columns({ p, q }: Pose3): Float32Array {
  return Float32Array.of(q.x.x, q.x.y, q.x.z, 0, q.y.x, q.y.y, q.y.z, 0, q.z.x, q.z.y, q.z.z, 0, p.x, p.y, p.z, 1);
}

interface Laid extends Solid {
  pose: Pose3;
  under: boolean;
}

/** A piece of what is drawn without WebGL. */
interface Piece {
  depth: number;
  draw(): void;
}

export class Scene3 {
  private solids: Laid[] = [];
  private readonly loose: Mesh[] = [];  // of this picture alone
  private lines: (Lines & { pairs: [Vec3, Vec3][] })[] = [];

  /** How far its grid goes, 0 for none; and how far around what is looked at things throw shadows on each other [m]. */
  constructor(readonly view: View3, private readonly floor: number, private readonly reach = 0) {}

  begin(): void {
    for (const it of this.loose.splice(0)) webgl()?.forget(it);
    this.solids = [];
    this.lines = [];
  }

  solid(mesh: Mesh, pose: Pose3, role: Role, look: SolidLook = {}): void {
    const { ghost = false, alpha = 0.28, floats = ghost, smooth = false, under = false } = look;
    const { fill, edge } = look.paint ?? { fill: COLOUR[role], edge: EDGE[role] };
    if (look.once) this.loose.push(mesh);
    this.solids.push({
      mesh, pose, place: columns(pose), fill: colour(fill, ghost ? alpha : 1), ghost, shadow: !floats, under,
      edge: colour(edge, ghost ? Math.min(2.4 * alpha, 0.9) : 1), width: smooth ? 0 : ghost ? 1 : 1.3,
    });
  }

  /** A pale piece of a plane, from both sides. */
  sheet(points: readonly Vec3[], normal: Vec3, role: Role, alpha: number): void {
    const p = scale3(points.reduce(add3), 1 / points.length), mesh = patch(points.map(it => sub3(it, p)), normal);
    this.solid(mesh, { p, q: STRAIGHT }, role, { ghost: true, alpha, once: true });
  }

  /** Lines that what lies before them hides. */
  line(pairs: [Vec3, Vec3][], role: Role, { width = 1.3, alpha = 1 } = {}): void {
    const ends = Float32Array.from(pairs.flatMap(([a, b]) => [a.x, a.y, a.z, b.x, b.y, b.z]));
    this.lines.push({ ends, pairs, colour: colour(EDGE[role], alpha), width });
  }

  private grid(): void {
    const n = this.floor, pairs: [Vec3, Vec3][] = [], middle: [Vec3, Vec3][] = [];
    for (let i = -n; i <= n; i++) {
      (i ? pairs : middle).push([vec3(i, -n, 0), vec3(i, n, 0)], [vec3(-n, i, 0), vec3(n, i, 0)]);
    }
    this.line(pairs, 'helper', { width: 1, alpha: 0.26 });
    this.line(middle, 'helper', { width: 1.2, alpha: 0.5 });
  }

  /** Draws all that was laid down. */
  paint(painter: Painter): void {
    if (this.floor) this.grid();
    const { view } = this, gl = webgl(), { camera } = painter, { width, height } = painter.size;
    const shade: Colour = isDark() ? [0, 0, 0, 0.32] : [0.1, 0.14, 0.2, 0.1];
    this.solids.sort((a, b) => view.depth(b.pose.p) - view.depth(a.pose.p));
    if (!gl) {
      this.paintStill(painter, shade);
      return;
    }
    const { x, y, z } = view.eye, middle = camera.world(camera.width / 2, camera.height / 2);
    gl.draw({
      width, height, ratio: width / camera.width, eye: [x, y, z], solids: this.solids, lines: this.lines, shade,
      ...(this.reach && { lit: { center: view.target, radius: this.reach } }),
      matrix: view.matrix(middle, camera.width / camera.scale, camera.height / camera.scale),
    });
    painter.image(gl.canvas);
  }

  // Without WebGL

  private paintStill(painter: Painter, shade: Colour): void {
    const { view } = this, eye = view.eye, flat = (v: Vec3) => view.flat(v), pieces: Piece[] = [];
    const css = ([r, g, b, a]: Colour, light = 1) =>
      `rgb(${[r, g, b].map(it => Math.round(255 * Math.min(it * light, 1))).join(' ')} / ${a})`;
    for (const { pairs, colour, width } of this.lines) {
      for (const [a, b] of pairs) {
        if (view.sees(a) && view.sees(b)) painter.facet([flat(a), flat(b)], undefined, css(colour), width);
      }
    }
    for (const { mesh, pose, shadow } of this.solids) {
      if (!shadow || this.reach) continue;
      const down = mesh.points.map(it => placed(pose, it)).map(({ x, y }) => flat(vec3(x, y, 0)));
      painter.facet(outline(down), css(shade));
    }
    for (const { mesh, pose, fill, edge, ghost, width, under } of this.solids) {
      const points = mesh.points.map(it => placed(pose, it)), far = view.depth(pose.p);
      const piece = ({ corners, normal }: Facet) => {
        const all = corners.map(k => points[k]!), n = turned(pose.q, normal);
        if (dot3(sub3(eye, all[0]!), n) <= 0 || !all.every(it => view.sees(it))) return;
        const light = 0.68 + 0.14 * n.z + 0.26 * Math.max(dot3(n, LAMP), 0);
        // Round things have no edges, but seams that would shine through.
        const seam = mesh.round ? (ghost ? undefined : css(fill, light)) : width ? css(edge) : undefined;
        pieces.push({
          // Faces of one convex shape never hide each other: all lie where it lies, as far as ghosts are concerned.
          depth: ghost ? far - 1e3 : under ? 1e6 : all.reduce((sum, it) => sum + view.depth(it), 0) / all.length,
          draw: () => painter.facet(all.map(flat), css(fill, light), seam, width || 1),
        });
      };
      mesh.facets.forEach(piece);
    }
    pieces.sort((a, b) => b.depth - a.depth);
    for (const it of pieces) it.draw();
  }

  // Above it all

  /** The outline of a solid, as what is chosen has it. */
  mark(painter: Painter, mesh: Mesh, pose: Pose3): void {
    const points = mesh.points.map(it => placed(pose, it));
    if (points.every(it => this.view.sees(it))) {
      const flat = outline(points.map(it => this.view.flat(it)));
      painter.polygon(flat, 'helper', { hollow: true, chosen: true, width: 1.4 });
    }
  }
  arrow(painter: Painter, from: Vec3, by: Vec3, role: Role, look: Look = {}): void {
    const to = add3(from, by);
    if (!this.view.sees(from) || !this.view.sees(to)) return;
    const a = this.view.flat(from), b = this.view.flat(to);
    painter.arrow(a, vec(b.x - a.x, b.y - a.y), role, look);
  }
  segment(painter: Painter, from: Vec3, to: Vec3, role: Role, look: Look = {}): void {
    const { view } = this;
    if (view.sees(from) && view.sees(to)) painter.segment(view.flat(from), view.flat(to), role, look);
  }
  polygon(painter: Painter, points: readonly Vec3[], role: Role, look: Look = {}): void {
    if (points.every(it => this.view.sees(it))) painter.polygon(points.map(it => this.view.flat(it)), role, look);
  }
  point(painter: Painter, at: Vec3, role: Role, look: Look = {}): void {
    if (this.view.sees(at)) painter.point(this.view.flat(at), role, look);
  }
  label(painter: Painter, at: Vec3, words: string, look: { role?: Role; dx?: number; dy?: number } = {}): void {
    if (this.view.sees(at)) painter.label(this.view.flat(at), words, look);
  }
  flat(at: Vec3): Vec {
    return this.view.flat(at);
  }
}
