// SPDX-License-Identifier: MIT
//
// Ragdolls that fall down stairs: ten parts each, joints with limits. world.ts has the world with its hands.

import {
  AXIS2_DISTANCE, AXIS2_TURN, AXIS_LIMITED, BODY_DYNAMIC, BODY_STATIC, type Body, type Joint, type Shape2,
} from 'impinge';
import { button, demo, shuffle, slider } from '../frame/demo';
import { add, box, scale, sub, vec, type Vec } from '../frame/geometry';
import { greatest, known, statesOf } from '../frame/joined';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS, type Piece } from '../frame/world';

const STEPS = 14, DEEP = 0.5, HIGH = 0.32;  // of the stairs [m]
const TOP = STEPS * HIGH;

// A part is a capsule of a doll that stands and looks to the right: which one bears it (-1 for none), from its joint to
// its other end, how thick, and how far it turns against the one that bears it.
const PARTS: readonly (readonly [bears: number, from: Vec, to: Vec, thick: number, lower: number, upper: number])[] = [
  [-1, vec(0, 1), vec(0, 1.45), 0.13, 0, 0],
  [0, vec(0, 1.6), vec(0, 1.74), 0.1, -0.6, 0.6],
  [0, vec(0, 0.95), vec(0, 0.55), 0.08, -0.4, 1.9], [0, vec(0, 0.95), vec(0, 0.55), 0.08, -0.4, 1.9],
  [2, vec(0, 0.5), vec(0, 0.1), 0.06, -2.2, 0], [3, vec(0, 0.5), vec(0, 0.1), 0.06, -2.2, 0],
  [0, vec(0, 1.48), vec(0, 1.22), 0.05, -1, 2.6], [0, vec(0, 1.48), vec(0, 1.22), 0.05, -1, 2.6],
  [6, vec(0, 1.18), vec(0, 0.94), 0.045, 0, 2.3], [7, vec(0, 1.18), vec(0, 0.94), 0.045, 0, 2.3],
];

export default demo({
  id: 'ragdolls',
  title: 'Ragdolls on stairs',
  sentence: 'Dolls fall down a flight of stairs, and no limb leaves its socket.',
  chapter: 'A world',
  order: 17,
  about: [
    'Each doll is ten capsules and nine joints. A joint lets a limb turn from here to there; at its limit it stops, ' +
    'and a little friction keeps limbs from dangling. Parts of one doll pass by each other, those of two do not.',
    'All joints of a doll are solved at once, so whatever lies on it, `apart` stays a matter of tenths of a ' +
    'millimetre. Drop another one with Enter or a click, drag one by its foot, and throw it.',
  ],
  keys: WORLD_KEYS,
  view: box(-4.5, -1, 11.5, 8.5),
  shares: ['world', 'joined'],
  controls: {
    count: slider('Dolls', 6, 1, 20, { restart: true }),
    stiff: slider('Friction in joints', 5, 0, 60, { unit: 'N m' }),
    ...WORLD_CONTROLS,
    kick: button('Kick', 'k'),
    seed: shuffle(),
  },
  card: { count: 3 },

  start({ imp, values, held, random }) {
    const { imp2 } = imp, kind = BODY_DYNAMIC, material = { friction: 0.6 };
    let group = 0, farthest = 0;
    const joints: { joint: Joint; lower: number; upper: number }[] = [], trunks: Piece[] = [];
    const it = sandbox({
      imp, values, held, arrow: 1 / (80 * GRAVITY / 60),
      add: at => doll(sub(at, vec(0, 1.2)), 0, 0),
      answers: () => [
        ['dolls', group], ['apart', `${(1000 * apart()).toFixed(2)} mm`],
        ['at most', `${(1000 * farthest).toFixed(2)} mm`],
      ],
    });
    it.ground(-12, -1, 0, TOP, material);
    for (let i = 0; i < STEPS; i++) it.ground(i * DEEP, -1, (i + 1) * DEEP, TOP - (i + 1) * HIGH, material);
    it.ground(STEPS * DEEP, -1, 60, 0, material);
    it.put(imp2.polygon([vec(-12, TOP), vec(-7, TOP), vec(-12, TOP + 3)]), { kind: BODY_STATIC, material });

    const shapes: Shape2[] = PARTS.map(([, from, to, thick]) => {
      const half = scale(sub(to, from), 0.5);
      return imp2.capsule(scale(half, -1), half, thick);
    });
    const axis = (lower: number, upper: number) =>
      ({ kind: AXIS_LIMITED, lower, upper, damping: values.stiff / 10, most: values.stiff || 1e-3 });

    /** One that stands there and leans. */
    function doll(at: Vec, speed: number, spin: number): Piece {
      group++;
      const bodies: Body[] = [];
      let trunk: Piece | undefined;
      PARTS.forEach(([bears, from, to, , lower, upper], i) => {
        const place = add(at, scale(add(from, to), 0.5));
        const piece = it.put(shapes[i]!, {
          kind, at: place, density: 300, material, group, angularVelocity: spin,
          velocity: vec(speed - spin * (place.y - at.y), spin * (place.x - at.x)),
        });
        bodies.push(piece.body);
        trunk ??= piece;
        if (bears < 0) return;
        it.tell(world => {
          const joint = world.jointRevolute(bodies[bears]!, piece.body, add(at, from));
          joint.axes[AXIS2_TURN] = axis(lower, upper);
          joints.push({ joint: world.addJoint(joint), lower, upper });
        });
      });
      trunks.push(trunk!);
      return trunk!;
    }
    for (let i = 0; i < values.count; i++) {
      const at = vec(-0.5 - 1.1 * (i % 5), TOP + 0.05 + 2 * Math.floor(i / 5));
      doll(at, random.between(3, 5), -random.between(0, 0.6));
    }

    const states = () => statesOf(it.world, joints.map(({ joint }) => joint));
    const apart = () => greatest(states().map(({ values }) => values[AXIS2_DISTANCE]!));
    const past = () => greatest(joints.map(({ joint, lower, upper }) => {
      const turn = known(() => it.world.getJoint(joint))?.values[AXIS2_TURN] ?? lower;
      return Math.max(lower - turn, turn - upper);
    }));

    return {
      ...it.running,
      step(dt) {
        it.running.step!(dt);
        farthest = Math.max(farthest, apart());
      },
      press() {
        for (const trunk of trunks) {
          if (!it.pieces.includes(trunk)) continue;
          const by = scale(vec(random.between(-1, 2), random.between(2, 4)), 3 * trunk.state.mass);
          it.tell(world => world.applyImpulse(trunk.body, by, trunk.state.center));
        }
      },
      changed() {
        for (const { joint, lower, upper } of joints) {
          known(() => it.tell(world => world.setAxis(joint, AXIS2_TURN, axis(lower, upper))));
        }
      },
      state: () => ({ ...it.running.state(), apart: apart(), farthest, past: past(), joints: states().length }),
    };
  },
});
