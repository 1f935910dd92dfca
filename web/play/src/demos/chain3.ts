// SPDX-License-Identifier: MIT
//
// A chain in space and a ball that is heavier by far, and a wall for it to break. world3.ts has the world with its
// hands.

import { AXIS3_DISTANCE, BODY_DYNAMIC, type Body, type Joint, type Vec3 } from 'impinge';
import { button, demo, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, length3, scale3, vec3, ZERO3 } from '../frame/geometry3';
import { greatest, known, statesOf } from '../frame/joined';
import { View3 } from '../frame/view3';
import { sandbox3, WORLD_CONTROLS3, WORLD_KEYS3 } from '../frame/world3';

const LONG = 7, RADIUS = 0.8, LINK = 1, THICK = 0.06;  // of the chain and the ball [m]; a link [kg]
const NAIL = vec3(0, 0, 9), LEAN = 1.1;
const BRICK = vec3(0.35, 0.35, 0.25);  // half of one [m]

export default demo({
  id: 'chain3',
  title: 'Ball and chain in space',
  sentence: 'A ball up to ten thousand times as heavy as a link swings through a wall; the chain does not stretch.',
  chapter: 'A world in space',
  order: 8,
  space: true,
  about: [
    'Links are capsules, tied by balls and sockets; the whole chain is solved at once. Make the ball heavier: ' +
    '`apart`, how far the two halves of any joint are from each other, stays below what one could see.',
    'Drag the ball aside and let it swing. Cut the chain, and what is left of it swings on.',
  ],
  keys: WORLD_KEYS3,
  view: box(-8.5, -5, 8.5, 5.4),
  shares: ['world3', 'joined'],
  controls: {
    ratio: slider('Ball', 1000, 1, 10000, { unit: 'links', restart: true }),
    links: slider('Links', 20, 3, 40, { restart: true }),
    ...WORLD_CONTROLS3,
    cut: button('Cut', 'x'),
  },

  start(context) {
    const { imp: { imp3 }, values } = context, { ratio, links } = values;
    const kind = BODY_DYNAMIC, material = { friction: 0.6 };
    const view = new View3(vec3(0.6, 0, 4.4), 22, 0.3, 0.22);
    let joints: Joint[] = [], farthest = 0;
    const stone = imp3.sphere(ZERO3, 0.25);
    const it = sandbox3(context, {
      view, reach: 14, arrow: 1 / (ratio * LINK * 0.4),
      thrown: at => it.put(stone, { kind, at, density: 500, material }),
      answers: () => [
        ['apart', `${(1000 * apart()).toFixed(3)} mm`], ['at most', `${(1000 * farthest).toFixed(3)} mm`],
        ['bears', `${(pull() / 1000).toFixed(0)} kN`],
      ],
      beside: {
        save: () => ({ joints: [...joints], farthest }),
        load(kept) {
          ({ joints, farthest } = kept as { joints: Joint[]; farthest: number });
          joints = [...joints];
        },
      },
    });
    it.ground(14, 8, material);
    const brick = imp3.box({ lower: scale3(BRICK, -1), upper: BRICK });
    for (let row = 0; row < 8; row++) {
      for (let i = 0; i < 6; i++) {
        const y = 2 * BRICK.y * (i - 2.5 + (row % 2) / 2), at = vec3(2.2, y, BRICK.z * (2 * row + 1));
        it.put(brick, { kind, at, density: 200, material });
      }
    }

    const step = LONG / links, turn = imp3.rot(vec3(0, 1, 0), LEAN), down = scale3(turn.z, -1);
    const along = (far: number): Vec3 => add3(NAIL, scale3(down, far));
    const half = Math.max(step / 2 - THICK, 0.02);
    const link = imp3.capsule(vec3(0, 0, half), vec3(0, 0, -half), THICK), ball = imp3.sphere(ZERO3, RADIUS);
    const volume = Math.PI * THICK * THICK * (2 * half + 4 / 3 * THICK), whole = 4 / 3 * Math.PI * RADIUS ** 3;
    let before: Body = { id: 0n };  // the world
    for (let i = 0; i <= links; i++) {
      const last = i === links;
      const piece = it.put(last ? ball : link, {
        kind, at: along(last ? LONG + RADIUS : (i + 0.5) * step), turn, material, group: 1,
        density: last ? ratio * LINK / whole : LINK / volume,
      });
      joints.push(it.tell(world => world.addJoint(world.jointBall(before, piece.body, along(i * step)))));
      before = piece.body;
    }
    it.begin();

    const states = () => statesOf(it.world, joints);
    const apart = () => greatest(states().map(({ values }) => values[AXIS3_DISTANCE]!));
    const pull = () => greatest(states().map(({ force }) => length3(force)));
    return {
      ...it.running,
      step(dt) {
        it.running.step(dt);
        farthest = Math.max(farthest, apart());
      },
      press() {
        const [joint] = joints.splice(joints.length >> 1, 1);
        if (joint) known(() => it.tell(world => world.removeJoint(joint)));
      },
      state: () => ({ ...it.running.state(), apart: apart(), farthest, pull: pull(), joints: states().length }),
    };
  },
});
