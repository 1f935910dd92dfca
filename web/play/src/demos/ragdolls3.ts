// SPDX-License-Identifier: MIT
//
// Ragdolls that fall down stairs in space: eleven parts each, balls in cones and hinges with limits. world3.ts has the
// world with its hands.

import {
  AXIS3_DISTANCE, AXIS3_SWING_Z, AXIS3_TWIST, AXIS_LIMITED, BODY_DYNAMIC, BODY_STATIC, type Body, type Joint,
  type Shape3, type Vec3,
} from 'impinge';
import { demo, shuffle, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, scale3, sub3, vec3, ZERO3 } from '../frame/geometry3';
import { greatest, statesOf } from '../frame/joined';
import { View3 } from '../frame/view3';
import { sandbox3, WORLD_CONTROLS3, WORLD_KEYS3, type Piece3 } from '../frame/world3';

const STEPS = 12, DEEP = 0.42, HIGH = 0.27, WIDE = 3;  // of the stairs [m]
const TOP = STEPS * HIGH, FIRST = -3;  // how high, and where they begin [m]

// A part is a capsule of a doll that stands and looks along x: which one bears it (-1 for none), whether by a hinge,
// from its joint to its other end, how thick, and how far it turns.
type Part = readonly [bears: number, hinge: boolean, from: Vec3, to: Vec3, thick: number, lower: number, upper: number];
const both = (part: (side: number) => Part): Part[] => [part(1), part(-1)];
const PARTS: readonly Part[] = [
  [-1, false, vec3(0, 0, 1), vec3(0, 0, 1.1), 0.14, 0, 0],
  [0, false, vec3(0, 0, 1.2), vec3(0, 0, 1.45), 0.15, -0.4, 0.4],
  [1, false, vec3(0, 0, 1.62), vec3(0, 0, 1.74), 0.1, -0.5, 0.5],
  ...both(side => [0, false, vec3(0, 0.1 * side, 0.95), vec3(0, 0.1 * side, 0.55), 0.08, -0.8, 0.8]),
  ...both(side => [side > 0 ? 3 : 4, true, vec3(0, 0.1 * side, 0.5), vec3(0, 0.1 * side, 0.1), 0.06, 0, 2.2]),
  ...both(side => [1, false, vec3(0, 0.22 * side, 1.48), vec3(0, 0.26 * side, 1.22), 0.05, -1.2, 1.2]),
  ...both(side => [side > 0 ? 7 : 8, true, vec3(0, 0.27 * side, 1.18), vec3(0, 0.3 * side, 0.95), 0.045, -2.2, 0]),
];

export default demo({
  id: 'ragdolls3',
  title: 'Ragdolls in space',
  sentence: 'Dolls tumble down a flight of stairs; elbows and knees are hinges, hips and shoulders balls.',
  chapter: 'A world in space',
  order: 9,
  space: true,
  about: [
    'Each doll is eleven capsules and ten joints, all with limits and a little friction: elbows and knees bend one ' +
    'way, hips and shoulders swing to all sides, so far.',
    'All joints of a doll are solved at once, together with what it touches: `apart` says how far the two halves of ' +
    'any joint are from each other. Throw another one with Enter or a click, or drag one by its hand.',
  ],
  keys: WORLD_KEYS3,
  view: box(-6, -3.4, 6, 3.9),
  shares: ['world3', 'joined'],
  controls: {
    count: slider('Dolls', 5, 1, 12, { restart: true }),
    stiff: slider('Friction in joints', 5, 1, 60, { unit: 'N m', restart: true }),
    ...WORLD_CONTROLS3,
    seed: shuffle(),
  },
  card: { count: 2 },

  start(context) {
    const { imp: { imp3 }, values, random } = context, kind = BODY_DYNAMIC, material = { friction: 0.6 };
    const view = new View3(vec3(0, 0, 1.2), 15, 0.35, 0.4);
    let joints: Joint[] = [], group = 0, farthest = 0;
    const it = sandbox3(context, {
      view, reach: 11, arrow: 0.02,
      thrown: at => doll(sub3(at, vec3(0, 0, 1.2)), ZERO3),
      answers: () => [
        ['dolls', group], ['apart', `${(1000 * apart()).toFixed(2)} mm`],
        ['at most', `${(1000 * farthest).toFixed(2)} mm`],
      ],
      beside: {
        save: () => ({ joints: [...joints], group, farthest }),
        load(kept) {
          ({ joints, group, farthest } = kept as { joints: Joint[]; group: number; farthest: number });
          joints = [...joints];
        },
      },
    });
    it.ground(12, 6, material);
    const block = (from: number, to: number, top: number) => it.put(
      imp3.box({ lower: vec3((from - to) / 2, -WIDE, -top / 2), upper: vec3((to - from) / 2, WIDE, top / 2) }),
      { kind: BODY_STATIC, at: vec3((from + to) / 2, 0, top / 2), material });
    block(FIRST - 4, FIRST, TOP);
    for (let i = 1; i < STEPS; i++) block(FIRST + DEEP * (i - 1), FIRST + DEEP * i, TOP - HIGH * i);

    const shapes: Shape3[] = PARTS.map(([, , from, to, thick]) => {
      const half = scale3(sub3(to, from), 0.5);
      return imp3.capsule(scale3(half, -1), half, thick);
    });
    function doll(at: Vec3, velocity: Vec3): Piece3 {
      const bodies: Body[] = [], first: Piece3[] = [];
      group++;
      PARTS.forEach(([bears, hinge, from, to, , lower, upper], i) => {
        const piece = it.put(shapes[i]!, {
          kind, at: add3(at, scale3(add3(from, to), 0.5)), velocity, density: 1000, material, group,
        });
        first.push(piece);
        bodies.push(piece.body);
        if (bears < 0) return;
        it.tell(world => {
          const on = add3(at, from), other = bodies[bears]!;
          const joint = hinge ? world.jointHinge(other, piece.body, on, vec3(0, 1, 0))
            : world.jointBall(other, piece.body, on);
          for (let axis = AXIS3_TWIST; axis <= (hinge ? AXIS3_TWIST : AXIS3_SWING_Z); axis++) {
            joint.axes[axis] = { kind: AXIS_LIMITED, lower, upper, damping: values.stiff / 10, most: values.stiff };
          }
          joints.push(world.addJoint(joint));
        });
      });
      return first[0]!;
    }
    for (let i = 0; i < values.count; i++) {
      const at = vec3(FIRST - 0.4 - 0.9 * Math.floor(i / 3), 1.5 * ((i % 3) - 1), TOP + 0.05);
      doll(at, vec3(random.between(1.5, 3), random.between(-0.3, 0.3), 0));
    }
    it.begin();

    const apart = () => greatest(statesOf(it.world, joints).map(({ values }) => values[AXIS3_DISTANCE]!));
    return {
      ...it.running,
      step(dt) {
        it.running.step(dt);
        farthest = Math.max(farthest, apart());
      },
      state: () => ({ ...it.running.state(), apart: apart(), farthest, joints: statesOf(it.world, joints).length }),
    };
  },
});
