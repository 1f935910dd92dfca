// SPDX-License-Identifier: MIT
//
// Chance that is the same every time: mulberry32, by Tommy Ettinger (public domain). 2^32 states are enough for a
// picture.

export interface Random {
  /** In [0, 1). */
  (): number;
  between(low: number, high: number): number;
  /** 0 to below - 1. */
  whole(below: number): number;
}

export function seeded(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return Object.assign(next, {
    between: (low: number, high: number) => low + (high - low) * next(),
    whole: (below: number) => Math.floor(next() * below),
  });
}
