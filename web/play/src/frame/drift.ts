// SPDX-License-Identifier: MIT
//
// Things that drift about a room and turn back at its walls, so that a picture lives. This is no physics: they pass
// through each other, and what they do when they touch is for the demo to show.

import { add, scale, vec, type Box, type Vec } from './geometry';
import type { Random } from './random';

export interface Drifting {
  at: Vec;
  /** From its place to its sides [m]. */
  half: Vec;
  /** Of length 1. */
  heading: Vec;
}

/** Any direction alike: a point of the circle, made longer. Sines differ from browser to browser, roots do not. */
export function someHeading(random: Random): Vec {
  for (;;) {
    const v = vec(random.between(-1, 1), random.between(-1, 1)), size = Math.sqrt(v.x * v.x + v.y * v.y);
    if (size > 0.1 && size <= 1) return scale(v, 1 / size);
  }
}

/** Moves a thing by so many metres. One that is outside, in whole or in part, comes back. */
export function drift(it: Drifting, by: number, { lower, upper }: Box): void {
  it.at = add(it.at, scale(it.heading, by));
  const { at, half, heading } = it;
  if (at.x - half.x < lower.x) heading.x = Math.abs(heading.x);
  if (at.x + half.x > upper.x) heading.x = -Math.abs(heading.x);
  if (at.y - half.y < lower.y) heading.y = Math.abs(heading.y);
  if (at.y + half.y > upper.y) heading.y = -Math.abs(heading.y);
}
