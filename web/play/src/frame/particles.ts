// SPDX-License-Identifier: MIT
//
// Particles with hands: what demos of particles share. A finger pulls with a cable that is a stiff spring, which the
// library solves with all else; an arrow key is a force. So nothing is ever put somewhere.

import { END_PARTICLE, LINK_CABLE } from 'impinge';
import type { Particle2, Particles2 } from 'impinge';
import type { Follower } from './demo';
import { dot, length, scale, sub, vec, type Vec } from './geometry';
import { arrow, HAND_KEYS, hands, type Thing } from './hands';
import type { Painter, Role } from './painter';

export const PARTICLE_KEYS =
  [HAND_KEYS.choose, ['←↑↓→', 'pull the chosen one'], HAND_KEYS.add, HAND_KEYS.remove] as const;

const STIFF = 20;  // how fast the cable of a finger swings, without its damping [1/s]
const LOOSE = 0.01;  // its length [m]
const PULL = 25;  // what an arrow key gives [m/s^2]
const FAR = 60;  // what is farther from the origin is gone [m]

/** A particle that can be taken in hand, and where it was after the last step. */
export interface Grain extends Thing {
  readonly number: number;
  readonly radius: number;
  readonly mass: number;
  readonly role: Role;
}

export interface GrainRules {
  particles: Particles2;
  held(key: string): boolean;
  /** Makes what a click adds. */
  add?(at: Vec): Grain;
  /** One is gone, by hand or because it was too far away. */
  gone?(grain: Grain): void;
}

export interface Grains {
  /** All that can be taken in hand, in the order in which they came. */
  readonly all: readonly Grain[];
  readonly chosen: Grain | undefined;
  choose(grain: Grain | undefined): void;
  put(particle: Particle2, role?: Role): Grain;
  remove(grain: Grain): void;
  /** Pulls by finger and keys, has the library make a step, and reads where all are. */
  step(make: () => void): void;
  draw(painter: Painter): void;
  /** What the demo hands on to the frame. */
  readonly handlers: {
    grab(at: Vec, reach: number): Follower | undefined;
    click(at: Vec): void;
    hover(at: Vec | undefined, reach: number): boolean;
    key(key: string, fine: boolean): boolean;
  };
}

export function grains({ particles, held, add, gone }: GrainRules): Grains {
  let all: readonly Grain[] = [];
  let finger: { grain: Grain; to: Vec; link: number } | undefined;

  function put(particle: Particle2, role: Role = 'free'): Grain {
    const { position = vec(0, 0), radius = 0, mass = 0 } = particle;
    const grain = { number: particles.add([particle])[0]!, radius, mass, role, at: position };
    all = [...all, grain];
    return grain;
  }

  function letGo(): void {
    if (finger) particles.removeLink(finger.link);
    finger = undefined;
  }

  function remove(grain: Grain): void {
    if (finger?.grain === grain) letGo();
    particles.remove([grain.number]);
    all = all.filter(it => it !== grain);
    gone?.(grain);
  }

  const hold = hands<Grain>({
    things: () => all,
    hit: (it, at, reach) => length(sub(at, it.at)) <= it.radius + reach,
    ...(add && { add }),
    remove,
  });

  /** The cable from a particle to the finger, which is somewhere else now. */
  function pullTo(grain: Grain, to: Vec): void {
    letGo();
    const { number: particle, mass } = grain;
    const link = particles.addLink({
      kind: LINK_CABLE, a: { kind: END_PARTICLE, particle }, b: { point: to }, length: LOOSE,
      stiffness: mass * STIFF * STIFF, damping: 2 * mass * STIFF,
    });
    finger = { grain, to, link };
  }

  // Not its places: what moves by itself is not kept in a link.
  const { click, hover } = hold.handlers;
  return {
    get all() {
      return all;
    },
    get chosen() {
      return hold.chosen;
    },
    choose: grain => hold.choose(grain),
    put, remove,
    step(make) {
      const { chosen } = hold;
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        if (chosen && held(key)) particles.applyForce(chosen.number, scale(arrow(key)!, PULL * chosen.mass));
      }
      make();
      const places = particles.positions();
      for (const grain of all) {
        grain.at = vec(places[2 * grain.number]!, places[2 * grain.number + 1]!);
        if (dot(grain.at, grain.at) < FAR * FAR) continue;
        if (hold.chosen === grain) hold.choose(undefined);
        remove(grain);
      }
    },
    draw(painter) {
      for (const grain of all) painter.circle(grain.at, grain.radius, grain.role, {
        chosen: grain === hold.chosen, ...(grain.role === 'free' && { matter: grain.number }),
      });
      if (finger) {
        painter.segment(finger.grain.at, finger.to, 'answer');
        painter.point(finger.to, 'answer');
      }
      hold.draw(painter);
    },
    handlers: {
      click, hover,
      key: (key, fine) => (hold.chosen && !!arrow(key)) || hold.handlers.key(key, fine),
      grab(at, reach) {
        const taken = hold.handlers.grab(at, reach), grain = hold.chosen;
        if (!taken || !grain) return undefined;
        pullTo(grain, at);
        return {
          move(to) {
            if (finger) pullTo(finger.grain, to);
          },
          drop() {
            letGo();
            taken.drop?.();
          },
        };
      },
    },
  };
}

/** The energy of some of them that fall: of motion, and of height [J]. */
export function energyOf(particles: Particles2, numbers: Iterable<number>, gravity: number): number {
  let sum = 0;
  for (const number of numbers) {
    const { mass, position, velocity } = particles.get(number);
    sum += mass * (0.5 * dot(velocity, velocity) + gravity * position.y);
  }
  return sum;
}
