// SPDX-License-Identifier: MIT
//
// Hands in space, for pages like those of hands.ts: a thing is dragged in the plane that one looks at and turned by its
// knob, keys do both, and what is not a thing is the view, which goes around.
//
//     const hold = hands3(imp3, view, { things: () => bodies });
//     return { ...hold.handlers, draw(painter) { ...; hold.draw(painter, scene); }, ... };

import type { Rot3, Shape3, Space, Vec3 } from 'impinge';
import { SWEEP_NEVER } from 'impinge';
import type { Follower } from './demo';
import { add, length, sub, vec, type Vec } from './geometry';
import { add3, axisOf, rotOf, scale3, STRAIGHT, turnBy, UP, vec3 } from './geometry3';
import { arrow } from './hands';
import { meshOf, type Mesh } from './mesh';
import type { Painter, Role } from './painter';
import type { Scene3, SolidLook } from './scene3';
import type { View3 } from './view3';

export interface Thing3 {
  at: Vec3;
  /** Only for things that may be turned. */
  turn?: Rot3;
  /** How large it is in the hand [m]; 0 for a point. */
  size: number;
  /** When a ray meets it, as a part of the ray; undefined for never. */
  hit?(origin: Vec3, motion: Vec3): number | undefined;
}

/** A shape, put somewhere. */
export class Body3 implements Thing3 {
  readonly mesh: Mesh;

  constructor(private readonly imp3: Space, readonly shape: Shape3, public at: Vec3, public turn: Rot3 = STRAIGHT) {
    this.mesh = meshOf(shape);
  }

  get pose() {
    return { p: this.at, q: this.turn };
  }
  get size(): number {
    return this.shape.reach + this.shape.radius;
  }
  hit(origin: Vec3, motion: Vec3): number | undefined {
    const { kind, time } = this.imp3.ray(this.shape, this.pose, origin, motion);
    return kind === SWEEP_NEVER ? undefined : time;
  }
  draw(scene: Scene3, role: Role, look?: SolidLook): void {
    scene.solid(this.mesh, this.pose, role, look);
  }
}

export interface Rules3<T extends Thing3> {
  things(): readonly T[];
  /** Makes a thing and puts it among the others. */
  add?(at: Vec3): T;
  remove?(thing: T): void;
  changed?(thing: T): void;
}

export const HAND_KEYS3 = {
  choose: ['N P', 'next, previous one'],
  move: ['←↑↓→', 'move the chosen one'],
  away: ['W S', 'away, nearer'],
  turn: ['Q E T G', 'turn it'],
  fine: ['Shift', 'with these: finely'],
  view: ['J L I K', 'go around'],
  add: ['Enter', 'add one'],
  remove: ['Del', 'remove it'],
} as const;

const ORBIT: Record<string, readonly [number, number]> = { j: [-0.1, 0], l: [0.1, 0], i: [0, 0.1], k: [0, -0.1] };

export function hands3<T extends Thing3>(imp3: Space, view: View3, rules: Rules3<T>) {
  let chosen: T | undefined;
  let held: T | undefined;
  let moved = false;
  let count = rules.things().length;  // -1 when hands have made or removed some
  let pixel = 0.01;

  const change = (thing: T, act: () => void) => {
    act();
    moved = true;
    rules.changed?.(thing);
  };
  const knobOf = (thing: T): Vec | undefined => {
    if (!thing.turn || !view.sees(thing.at)) return undefined;
    const off = (thing.size * view.size(thing.at) + 16 * pixel) * Math.SQRT1_2;
    return add(view.flat(thing.at), vec(off, off));
  };
  const onKnob = (at: Vec, reach: number): boolean => {
    const knob = chosen && knobOf(chosen);
    return !!knob && length(sub(at, knob)) <= 2 * reach + 3 * pixel;
  };
  /** What is nearest to the eye there; else the point that is nearest to the place. */
  function find(at: Vec, reach: number): T | undefined {
    const { origin, motion } = view.ray(at);
    let best: T | undefined, first = Infinity;
    for (const thing of rules.things()) {
      const time = thing.hit?.(origin, motion);
      if (time !== undefined && time < first) [best, first] = [thing, time];
    }
    let least = 2 * reach;
    for (const thing of rules.things()) {
      const off = thing.size < 4 * reach && view.sees(thing.at) ? length(sub(view.flat(thing.at), at)) : Infinity;
      if (off <= least && (!best || best.size >= 4 * reach)) [best, least] = [thing, off];
    }
    return best;
  }

  function grab(at: Vec, reach: number): Follower | undefined {
    const turning = onKnob(at, reach), thing = turning ? chosen : find(at, reach);
    if (!thing) return undefined;
    chosen = held = thing;
    let last = at;
    return {
      move(to) {
        const by = sub(to, last);
        last = to;
        change(thing, () => {
          if (turning && thing.turn) {
            const way = add3(scale3(view.up, by.x), scale3(view.right, -by.y));
            const radius = Math.max(thing.size * view.size(thing.at), 30 * pixel);
            thing.turn = turnBy(imp3, thing.turn, way, length(by) / radius);
          } else {
            thing.at = add3(thing.at, view.step(by, thing.at));
          }
        });
      },
      drop() {
        held = undefined;
      },
    };
  }

  function add_(at: Vec3): boolean {
    if (!rules.add) return false;
    chosen = rules.add(at);
    count = -1;
    rules.changed?.(chosen);
    return true;
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
    const name = key.toLowerCase(), thing = chosen, way = arrow(key), around = ORBIT[name];
    if (around) {
      view.orbit(...around);
      return true;
    }
    const along = way ? add3(scale3(view.right, way.x), scale3(UP, way.y))
      : name === 'w' ? view.ahead : name === 's' ? scale3(view.ahead, -1) : undefined;
    if (along && thing) {
      change(thing, () => { thing.at = add3(thing.at, scale3(along, fine ? 0.01 : 0.1)); });
      return true;
    }
    const sign = { q: 1, e: -1, t: 1, g: -1 }[name];
    if (sign && thing?.turn) {
      const axis = name === 'q' || name === 'e' ? UP : view.right, { turn } = thing;
      change(thing, () => { thing.turn = turnBy(imp3, turn, axis, sign * (fine ? Math.PI / 1800 : Math.PI / 36)); });
      return true;
    }
    switch (name) {
      case 'n': return choose(1);
      case 'p': return choose(-1);
      case 'escape': return !!chosen && !(chosen = undefined);
      case 'delete': case 'backspace': return remove();
      case 'enter': return add_(view.target);
      default: return false;
    }
  }

  // Places, for links: whole centimetres, and thousandths of a radian about three axes

  function places(): number[] | undefined {
    const things = rules.things();
    if (!moved || things.length !== count) return undefined;
    return things.flatMap(({ at, turn }) => {
      const axis = turn ? axisOf(imp3, turn) : undefined;
      const three = (v: Vec3, unit: number) => [v.x * unit, v.y * unit, v.z * unit];
      return [...three(at, 100), ...(axis ? three(axis, 1000) : [])];
    }).map(it => Math.round(it) || 0);
  }
  function place(places: readonly number[]): void {
    const things = rules.things(), rest = [...places];
    if (rest.length !== things.reduce((sum, it) => sum + (it.turn ? 6 : 3), 0)) return;
    const next = (unit: number) => vec3(rest.shift()! / unit, rest.shift()! / unit, rest.shift()! / unit);
    for (const thing of things) {
      change(thing, () => {
        thing.at = next(100);
        if (thing.turn) thing.turn = rotOf(imp3, next(1000));
      });
    }
  }

  return {
    handlers: {
      grab, key, places, place,
      hover: (at: Vec | undefined, reach: number) => !!at && (onKnob(at, reach) || !!find(at, reach)),
      click(at: Vec) {
        if (rules.add) add_(view.at(at, view.target));
        else chosen = undefined;
      },
      around(by: Vec) {
        view.orbit(-by.x, -by.y);
      },
    },
    get chosen(): T | undefined {
      return chosen;
    },
    get held(): T | undefined {
      return held;
    },
    choose(thing: T | undefined): void {
      chosen = thing;
    },
    remove,
    /** Where a thing and its knob are on the picture: for tests. */
    seen: (thing: T) => ({ at: view.flat(thing.at), knob: knobOf(thing) }),
    /** Marks what is chosen, and draws its knob above everything. */
    draw(painter: Painter, scene: Scene3): void {
      pixel = painter.pixel;
      if (!chosen) return;
      if (chosen instanceof Body3) scene.mark(painter, chosen.mesh, chosen.pose);
      const knob = knobOf(chosen);
      if (!knob) return;
      painter.segment(view.flat(chosen.at), knob, 'helper', { faint: true });
      painter.point(knob, 'helper', { hollow: true, width: 9 });
      painter.label(knob, '↻', { dy: 0.5 });
    },
  };
}

/** Frees what has a shape. */
export function freeAll(things: readonly unknown[]): void {
  for (const it of things) if (it instanceof Body3) it.shape.free();
}
