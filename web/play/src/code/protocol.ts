// SPDX-License-Identifier: MIT
//
// What the page and the worker say to each other: code and steps go in, a picture and lines come out. A picture is a
// list of calls of the painter, which the page makes in the worker's stead.

import type { Painter } from '../frame/painter';

/** What code may draw with: the painter's figures. */
export const FIGURES = ['circle', 'box', 'polygon', 'rings', 'segment', 'line', 'arrow', 'point', 'label'] as const;
export type Figure = (typeof FIGURES)[number];
export type Draw = Pick<Painter, Figure>;

export type Ask = { code: string } | { dt: number };

export interface Told {
  calls: [figure: Figure, given: unknown[]][];
  /** What was printed. */
  lines: string[];
  /** Whether there is something to do at each step. */
  moves: boolean;
  /** Why it has stopped; empty when it has not. */
  fault: string;
}
