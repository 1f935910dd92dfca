// SPDX-License-Identifier: MIT
//
// A shape of the library at a place, for hands and painter: whether a finger is on it is asked of the library, too, and
// what is drawn are the library's own corners.

import type { Plane, Shape2 } from 'impinge';
import type { Pose, Vec } from './geometry';
import type { Thing } from './hands';
import type { Look, Painter, Role } from './painter';

export class Body implements Thing {
  readonly points: readonly Vec[];
  readonly radius: number;

  constructor(private readonly imp2: Plane, readonly shape: Shape2, public at: Vec, public angle = 0) {
    this.points = Array.from({ length: shape.count }, (_, i) => shape.vertex(i));
    this.radius = shape.radius;
  }

  get pose(): Pose {
    return this.imp2.pose(this.at, this.angle);
  }

  hit(at: Vec, reach: number): boolean {
    return this.shape.closest(this.pose, at).distance <= reach;
  }

  draw(painter: Painter, role: Role, look: Look = {}): void {
    painter.polygon(this.points, role, { pose: this.pose, radius: this.radius, ...look });
  }
}
