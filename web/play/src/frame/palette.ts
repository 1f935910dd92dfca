// SPDX-License-Identifier: MIT
//
// How bodies of a world look: as on the page of `impinge run`, from which the colours are. Each has one of a few of its
// own, so that one can be followed among many; what sleeps is grey, what goes as it is told violet, what stands stone.

/** The number of a body, which gives it its colour, or what else it is. */
export type Matter = number | 'asleep' | 'driven' | 'ground';

export interface Paint {
  readonly fill: string;
  readonly edge: string;
}

type Palette = Record<Exclude<Matter, number>, Paint> & { readonly fills: readonly string[]; readonly edge: string };

const LIGHT: Palette = {
  fills: ['#f4c430', '#6bb7f0', '#f0915e', '#7fcf9a', '#ef8fb4', '#a9a4f0'], edge: '#1b243099',
  asleep: { fill: '#d5dae1', edge: '#a9b2bf' }, driven: { fill: '#b9a3e3', edge: '#5d3fa8' },
  ground: { fill: '#c9d0da', edge: '#7d8999' },
};
const DARK: Palette = {
  fills: ['#cfa52a', '#3f86bd', '#c06a3c', '#4a9a67', '#b85d83', '#706ac0'], edge: '#ffffff88',
  asleep: { fill: '#2a323d', edge: '#4d5967' }, driven: { fill: '#5c4a8c', edge: '#b79df5' },
  ground: { fill: '#333d4a', edge: '#6b7888' },
};

export function paintOf(matter: Matter, dark: boolean): Paint {
  const palette = dark ? DARK : LIGHT, { fills, edge } = palette;
  return typeof matter === 'number' ? { fill: fills[matter % fills.length]!, edge } : palette[matter];
}
