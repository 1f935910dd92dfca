// SPDX-License-Identifier: MIT
//
// Joints of pieces that hands may take away: a joint goes with its body, and comes back where time is gone back in.

import { ERR_HANDLE, ImpingeError, type Joint } from 'impinge';

/** What the library says, or nothing of what is gone. */
export function known<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (met) {
    if (met instanceof ImpingeError && met.fault === ERR_HANDLE) return undefined;
    throw met;
  }
}

/** States of the joints that are there. */
export function statesOf<S>(world: { getJoint(joint: Joint): S }, joints: readonly Joint[]): S[] {
  return joints.flatMap(joint => known(() => world.getJoint(joint)) ?? []);
}

/** The greatest of such numbers, 0 if there are none; a loop, as there may be many. */
export const greatest = (numbers: readonly number[]): number => numbers.reduce((a, b) => (b > a ? b : a), 0);
