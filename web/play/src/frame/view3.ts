// SPDX-License-Identifier: MIT
//
// How space is looked at: an eye that goes around a point. What it sees is put on a plane through that point, in metres
// there; from then on the frame's own camera, painter and pointers do what they do in the plane: zoom, pan, fit.

import type { Vec3 } from 'impinge';
import { clamp, vec, type Vec } from './geometry';
import { add3, cross3, dot3, scale3, sub3, UP, vec3 } from './geometry3';

const NEAR = 0.05;  // of the distance

export class View3 {
  constructor(public target: Vec3, private readonly distance: number, private yaw = 0.6, private pitch = 0.42) {}

  /** By parts of a turn. Never over the pole. */
  orbit(yaw: number, pitch: number): void {
    this.yaw = (this.yaw + yaw) % (2 * Math.PI);
    this.pitch = clamp(this.pitch + pitch, -1.5, 1.5);
  }

  /** From the point that is looked at to the eye, to the right, and up on the picture. */
  get back(): Vec3 {
    const c = Math.cos(this.pitch);
    return vec3(Math.sin(this.yaw) * c, -Math.cos(this.yaw) * c, Math.sin(this.pitch));
  }
  get right(): Vec3 {
    return vec3(Math.cos(this.yaw), Math.sin(this.yaw), 0);
  }
  get up(): Vec3 {
    return cross3(this.back, this.right);
  }
  get eye(): Vec3 {
    return add3(this.target, scale3(this.back, this.distance));
  }
  /** Away from the eye, along the floor. */
  get ahead(): Vec3 {
    return cross3(UP, this.right);
  }
  get far(): number {
    return this.distance;
  }

  /** How far in front of the eye. */
  depth(p: Vec3): number {
    return dot3(sub3(this.eye, p), this.back);
  }
  /** Whether it is in front of the eye. */
  sees(p: Vec3): boolean {
    return this.depth(p) > NEAR * this.distance;
  }
  /** Where it is on the picture. */
  flat(p: Vec3): Vec {
    const by = this.distance / Math.max(this.depth(p), NEAR * this.distance), from = sub3(p, this.target);
    return vec(dot3(from, this.right) * by, dot3(from, this.up) * by);
  }
  /** How large a metre is there, beside one at the point that is looked at. */
  size(p: Vec3): number {
    return this.distance / Math.max(this.depth(p), NEAR * this.distance);
  }
  /** From the eye through a place on the picture, far beyond. */
  ray(at: Vec): { origin: Vec3; motion: Vec3 } {
    const through = add3(this.target, add3(scale3(this.right, at.x), scale3(this.up, at.y)));
    return { origin: this.eye, motion: scale3(sub3(through, this.eye), 8) };
  }
  /** The place there that is as far away as another one. */
  at(at: Vec, like: Vec3): Vec3 {
    const { origin, motion } = this.ray(at), back = this.back;
    return add3(origin, scale3(motion, this.depth(like) / -dot3(motion, back)));
  }
  /** The step in space that is this step on the picture, as far away as that place. */
  step(by: Vec, like: Vec3): Vec3 {
    const less = 1 / this.size(like);
    return add3(scale3(this.right, by.x * less), scale3(this.up, by.y * less));
  }

  /** The columns of what turns a place into clip space, for a picture that is so wide and high [m] around a middle. */
  matrix(middle: Vec, width: number, height: number): Float32Array {
    const { right, up, back, eye, distance } = this, near = NEAR * distance, far = 40 * distance;
    const row = (v: Vec3) => [v.x, v.y, v.z, -dot3(v, eye)];
    const x = row(scale3(right, distance)), y = row(scale3(up, distance)), w = row(scale3(back, -1));
    const clip = [
      x.map((it, i) => (it - middle.x * w[i]!) * 2 / width),
      y.map((it, i) => (it - middle.y * w[i]!) * 2 / height),
      w.map((it, i) => it * (far + near) / (far - near) - (i === 3 ? 2 * far * near / (far - near) : 0)),
      w,
    ];
    return Float32Array.from({ length: 16 }, (_, i) => clip[i % 4]![i >> 2]!);
  }
}
