// SPDX-License-Identifier: MIT
//
// Things that lie about and can be taken in hand: chosen, dragged, turned by a knob, moved by the arrow keys, added by
// a click and removed. Most demos spread what `hands` gives back into what their `start` returns, so that the same
// hands and keys do the same everywhere:
//
//     const it = hands({ things: () => balls, hit: (ball, at, reach) => ... });
//     return { ...it.handlers, draw(painter) { ...; it.draw(painter); }, ... };

import type { Follower } from './demo';
import { add, inBox, length, scale, sub, vec, type Vec } from './geometry';
import type { Painter } from './painter';

export interface Thing {
  at: Vec;
  /** [rad]; only for things that may be turned. */
  angle?: number;
}

export interface Rules<T extends Thing> {
  /** In the order in which they are drawn: the last lies on top. */
  things(): readonly T[];
  /** Whether a thing is at a place, or nearer to it than `reach`. */
  hit(thing: T, at: Vec, reach: number): boolean;
  /** Makes a thing at a place and puts it among the others. */
  add?(at: Vec): T;
  remove?(thing: T): void;
  /** How far from its place a thing has its knob [m]; for things with an angle. */
  knob?(thing: T): number;
  /** A thing was moved, turned, added or removed. */
  changed?(thing: T): void;
}

/** For `keys` of demos, as far as they use these. */
export const HAND_KEYS = {
  move: ['←↑↓→', 'move the chosen one'],
  turn: ['Q E', 'turn it'],
  fine: ['Shift', 'with these: finely'],
  choose: ['N P', 'next, previous one'],
  add: ['Enter', 'add one'],
  remove: ['Del', 'remove it'],
  point: ['←↑↓→ Enter', 'while none is chosen: a cursor, a click'],
} as const;

const ARROWS: Record<string, Vec> =
  { ArrowLeft: vec(-1, 0), ArrowRight: vec(1, 0), ArrowUp: vec(0, 1), ArrowDown: vec(0, -1) };

/** The direction of an arrow key. */
export const arrow = (key: string): Vec | undefined => ARROWS[key];

export function hands<T extends Thing>(rules: Rules<T>) {
  let chosen: T | undefined;
  let held: T | undefined;
  let middle = vec(0, 0);  // of the picture: where keys add
  let moved = false;
  let count = rules.things().length;  // -1 when hands have made or removed some: no link makes these again

  const knobOf = (thing: T): Vec | undefined => {
    if (!rules.knob || thing.angle === undefined) return undefined;
    return add(thing.at, scale(vec(Math.cos(thing.angle), Math.sin(thing.angle)), rules.knob(thing)));
  };
  const onKnob = (at: Vec, reach: number): boolean => {
    const knob = chosen && knobOf(chosen);
    return !!knob && length(sub(at, knob)) <= 2 * reach;
  };
  const find = (at: Vec, reach: number): T | undefined => {
    const things = [...rules.things()].reverse();
    return things.find(it => rules.hit(it, at, 0)) ?? things.find(it => rules.hit(it, at, reach));
  };
  const change = (thing: T, act: () => void) => {
    act();
    moved = true;
    rules.changed?.(thing);
  };

  function grab(at: Vec, reach: number): Follower | undefined {
    const turning = onKnob(at, reach);
    const thing = turning ? chosen : find(at, reach);
    if (!thing) return undefined;
    chosen = held = thing;
    const offset = sub(thing.at, at);
    return {
      move(to) {
        change(thing, () => {
          if (turning) thing.angle = Math.atan2(to.y - thing.at.y, to.x - thing.at.x);
          else thing.at = add(to, offset);
        });
      },
      drop() {
        held = undefined;
      },
    };
  }

  function click(at: Vec): void {
    chosen = rules.add?.(at);
    if (!chosen) return;
    count = -1;
    rules.changed?.(chosen);
  }

  function remove(): boolean {
    if (!chosen || !rules.remove) return false;
    const gone = chosen, things = rules.things(), place = things.indexOf(gone);
    chosen = things[place + 1] ?? things[place - 1];
    count = -1;
    change(gone, () => rules.remove!(gone));
    return true;
  }

  function choose(by: number): boolean {
    const things = rules.things(), now = chosen ? things.indexOf(chosen) : by > 0 ? -1 : 0;
    chosen = things[(now + by + things.length) % things.length];
    return things.length > 0;
  }

  function key(key: string, fine: boolean): boolean {
    const way = arrow(key), thing = chosen;
    if (way && thing) {
      change(thing, () => { thing.at = add(thing.at, scale(way, fine ? 0.01 : 0.1)); });
      return true;
    }
    switch (key.toLowerCase()) {
      case 'n': return choose(1);
      case 'p': return choose(-1);
      case 'escape': return !!chosen && !(chosen = undefined);
      case 'delete': case 'backspace': return remove();
      case 'enter': return !!rules.add && (click(middle), true);
      case 'q': case 'e': {
        if (thing?.angle === undefined) return false;
        const by = (key.toLowerCase() === 'q' ? 1 : -1) * (fine ? Math.PI / 1800 : Math.PI / 36);
        change(thing, () => { thing.angle = thing.angle! + by; });
        return true;
      }
      default: return false;
    }
  }

  // Places, for links: whole centimetres, and thousandths of a radian

  function places(): number[] | undefined {
    const things = rules.things();
    if (!moved || things.length !== count) return undefined;
    return things.flatMap(({ at, angle }) =>
      [at.x * 100, at.y * 100, ...(angle === undefined ? [] : [angle * 1000])].map(it => Math.round(it)));
  }
  function place(places: readonly number[]): void {
    const things = rules.things(), rest = [...places];
    if (rest.length !== things.reduce((sum, it) => sum + (it.angle === undefined ? 2 : 3), 0)) return;
    for (const thing of things) {
      change(thing, () => {
        thing.at = vec(rest.shift()! / 100, rest.shift()! / 100);
        if (thing.angle !== undefined) thing.angle = rest.shift()! / 1000;
      });
    }
  }

  return {
    /** What a demo hands on to the frame. */
    handlers: {
      grab, click, key, places, place,
      hover: (at: Vec | undefined, reach: number) => !!at && (onKnob(at, reach) || !!find(at, reach)),
    },
    get chosen(): T | undefined {
      return chosen;
    },
    /** What a finger holds: it should not be moved by anything else. */
    get held(): T | undefined {
      return held;
    },
    choose(thing: T | undefined): void {
      chosen = thing;
    },
    remove,
    /** Draws the knob of what is chosen, above everything. */
    draw(painter: Painter): void {
      const { lower, upper } = painter.view, knob = chosen && knobOf(chosen);
      middle = scale(add(lower, upper), 0.5);
      if (!chosen || !knob || !inBox(painter.view, knob, 1 / painter.pixel)) return;
      painter.segment(chosen.at, knob, 'helper');
      painter.point(knob, 'helper', { hollow: true, width: 5 });
    },
  };
}
