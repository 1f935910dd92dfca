// SPDX-License-Identifier: MIT
//
// What a demo is: a module in demos/ that exports one object made by `demo(...)`. It declares what the page shows
// around the picture, and `start` gives back what the frame calls. Whoever writes one needs to read this file,
// painter.ts and, for things that can be dragged, hands.ts.
//
//     export default demo({
//       id: 'circles', ...                        words, for the gallery and the page
//       controls: { count: slider(...) },         their values are kept in the link
//       start({ imp, values, random }) {          values.count is a number, live
//         const { imp2 } = imp;
//         return { step(dt) {}, draw(painter) {}, state: () => ({}), stop() {} };
//       },
//     });
//
// Rules: lengths are metres, y goes up. A demo draws with the painter alone and takes chance from `random` alone, so
// that the same link shows the same thing on every machine; sines are the library's (`imp2.pose`), as browsers differ
// in them. It frees in `stop` what it made. It may throw anywhere: the frame stops it and shows the message.

import type { Impinge } from 'impinge';
import type { Chart } from './chart';
import type { Box, Vec } from './geometry';
import type { Painter, Role } from './painter';
import type { Random } from './random';

/** The gallery's headings, in order. */
export const CHAPTERS = [
  'Two things', 'In motion', 'Many things', 'Any outline', 'In space', 'A world', 'A world in space', 'Your own',
] as const;

// Controls

/** A control with `restart` starts the demo anew when it is changed; others are read from `values` as they are. */
interface Common {
  label: string;
  restart?: boolean;
}
export interface Slider extends Common {
  kind: 'slider';
  value: number;
  from: number;
  to: number;
  step: number;
  unit: string;
}
export interface Choice<O extends string = string> extends Common {
  kind: 'choice';
  value: O;
  options: Record<O, string>;
}
export interface Toggle extends Common {
  kind: 'toggle';
  value: boolean;
}
/** A button: `press` of the running demo is called with its name. It has no value. */
export interface Button extends Common {
  kind: 'button';
  key: string;
}
/** A button that starts the demo with other random numbers. Its value is the seed. */
export interface Shuffle extends Common {
  kind: 'shuffle';
  value: number;
}
export type Control = Slider | Choice | Toggle | Button | Shuffle;
export type Controls = Record<string, Control>;

export function slider(label: string, value: number, from: number, to: number,
                       more: { step?: number; unit?: string; restart?: boolean } = {}): Slider {
  return { kind: 'slider', label, value, from, to, step: 1, unit: '', ...more };
}
/** One of several: `options` are the names in the link, with the words on the page. */
export function choice<O extends string>(label: string, value: NoInfer<O>, options: Record<O, string>,
                                         more: { restart?: boolean } = {}): Choice<O> {
  return { kind: 'choice', label, value, options, ...more };
}
export function toggle(label: string, value: boolean, more: { restart?: boolean } = {}): Toggle {
  return { kind: 'toggle', label, value, ...more };
}
/** `key` presses it too, and is listed with the keys. */
export function button(label: string, key = ''): Button {
  return { kind: 'button', label, key };
}
export function shuffle(label = 'Shuffle'): Shuffle {
  return { kind: 'shuffle', label, value: 1, restart: true };
}

type ValueOf<C> = C extends Choice<infer O> ? O : C extends Toggle ? boolean : number;
export type Values<C> = { [K in keyof C & string as C[K] extends Button ? never : K]: ValueOf<C[K]> };
export type Value = string | number | boolean;

// The demo

export interface Demo<C extends Controls = Controls> {
  /** Its name in links: one lower-case word. */
  id: string;
  title: string;
  /** One sentence, for the gallery. */
  sentence: string;
  chapter: (typeof CHAPTERS)[number];
  /** Its place in the chapter. */
  order: number;
  /** What is shown and what is worth trying: paragraphs. Words `in ticks` are set as code. */
  about: string[];
  /** Files of frame/ that "view source" shows too, by their names: where what is shown is done there. */
  shares?: readonly string[];
  /** Keys and what they do, beside those that the frame has: [['N', 'next one']]. See hands.ts. */
  keys?: readonly (readonly [key: string, what: string])[];
  /** Keys for fingers, in the lower corners of the picture, where there is a touch screen. */
  pads?: readonly Pad[];
  /** What the picture shows at first [m]; in space of the plane through what is looked at. */
  view: Box;
  /** Whether it is in space: then it draws with scene3.ts, and the ground is its own. */
  space?: boolean;
  /** How long a step takes [s], where each is to be looked at; 1/60 if left out. */
  pace?: number;
  controls: C;
  /** Other values for the picture in the gallery. */
  card?: Partial<Values<C>>;
  start(context: Context<Values<C>>): Running;
}

/** A key, the sign on it, what it does, and in which corner it is. */
export type Pad = readonly [key: string, sign: string, words: string, side: 'left' | 'right'];

export interface Context<V> {
  /** The library, loaded: `const { imp2 } = imp`. */
  imp: Impinge;
  /** What the controls say, now. */
  values: Readonly<V>;
  /** Seeded: the same numbers after every start. */
  random: Random;
  /** Whether this is the small picture in the gallery. */
  card: boolean;
  /** A place on the page for what is neither picture nor control. */
  panel: HTMLElement;
  /** A bar below the picture, for what is used while one looks at it. */
  foot: HTMLElement;
  /** Whether a key is down, by its name: 'ArrowLeft', 'a'. For demos that are steered. */
  held(key: string): boolean;
  /** Changes a control, and so the link: for values that are set in the picture as well. Never restarts. */
  set<K extends keyof V & string>(name: K, value: V[K]): void;
  /** Looks at something else than `view`. */
  look(box: Box): void;
  /** Asks for a new picture; needed only where nothing was stepped, touched or pressed. */
  redraw(): void;
}

/** What follows a finger or the mouse until it goes up. */
export interface Follower {
  move?(to: Vec): void;
  /** It has gone up where it went down, before it is dropped. */
  click?(): void;
  drop?(): void;
}

/** What is said about the picture: ['touching', '3 of 20']. A role gives it its colour: ['axes', 'yes', 'touching']. */
export type Answer = readonly [label: string, value: string | number, role?: Role];

export interface Running {
  /** When all is there that is shown, where that takes a while. */
  ready?: Promise<unknown>;
  /** One step of `dt` seconds, always 1/60 or `pace`. Left out where nothing moves by itself. */
  step?(dt: number): void;
  draw(painter: Painter): void;
  /** What the camera stays with where all that there is would be smaller than so many pixels per metre. */
  follow?(): { at: Vec; least: number };
  /** Short facts beside the picture, asked for after drawing. */
  answers?(): Answer[];
  /** Charts below the answers, for what numbers over time or over a parameter tell. */
  charts?(): Chart[];
  /** Plain data: what a test wants to see. */
  state(): object;
  /** A finger or the mouse goes down. Give back a follower to hold it; otherwise it moves the camera, or is a click. */
  grab?(at: Vec, reach: number): Follower | undefined;
  /** Down and up again in one place, where nothing was grabbed. */
  click?(at: Vec, reach: number): void;
  /** The empty ground is dragged, by parts of the picture's height: in space one goes around. Else the camera moves. */
  around?(by: Vec): void;
  /** The mouse is here with no button down, or has left; true shows a hand. */
  hover?(at: Vec | undefined, reach: number): boolean | void;
  /** A key, by its name; true when it meant something. `fine` is with Shift. */
  key?(key: string, fine: boolean): boolean;
  /** A button of the controls. */
  press?(name: string): void;
  /** A control without `restart` was changed. Only where reading `values` is not enough. */
  changed?(name: string): void;
  /**
   * Where things are, in whole numbers, for the link; undefined as long as none has been moved, or where some have come
   * or gone, as a link does not make them. And the other way round. `hands` has both.
   */
  places?(): number[] | undefined;
  place?(places: readonly number[]): void;
  /** The end: free shapes and indexes. */
  stop?(): void;
}

/** Says that an object is a demo, and gives its values their types. */
export function demo<C extends Controls>(it: Demo<C>): Demo {
  return it as unknown as Demo;
}
