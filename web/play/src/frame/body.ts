// SPDX-License-Identifier: MIT
//
// A shape of the library at a place, for hands and painter: whether a finger is on it is asked of the library, too, and
// what is drawn are the library's own corners.

import type { Plane, Shape2 } from 'impinge';
import type { Pose, Vec } from './geometry';
import type { Thing } from './hands';
import type { Look, Painter, Role } from './painter';

/** A shape, wherever somebody says that it is. */
export abstract class Figure {
  readonly points: readonly Vec[];
  readonly radius: number;

  constructor(readonly shape: Shape2) {
    this.points = Array.from({ length: shape.count }, (_, i) => shape.vertex(i));
    this.radius = shape.radius;
  }

  abstract get pose(): Pose;

  hit(at: Vec, reach: number): boolean {
    return this.shape.closest(this.pose, at).distance <= reach;
  }

  draw(painter: Painter, role: Role, look: Look = {}): void {
    painter.polygon(this.points, role, { pose: this.pose, radius: this.radius, ...look });
  }
}

/** One that is put where it is. */
export class Body extends Figure implements Thing {
  constructor(private readonly imp2: Plane, shape: Shape2, public at: Vec, public angle = 0) {
    super(shape);
  }

  get pose(): Pose {
    return this.imp2.pose(this.at, this.angle);
  }
}
