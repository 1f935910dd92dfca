// SPDX-License-Identifier: MIT
//
// A chain and a ball that is heavier by far, and a wall for it to break. world.ts has the world with its hands.

import { AXIS2_DISTANCE, BODY_DYNAMIC, type Body, type Joint } from 'impinge';
import { button, demo, slider } from '../frame/demo';
import { box, vec, type Vec } from '../frame/geometry';
import { greatest, known, statesOf } from '../frame/joined';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS } from '../frame/world';

const LONG = 12, RADIUS = 1.2, LINK = 1;  // of the chain and the ball [m]; a link [kg]
const TOP: Vec = vec(0, 15);
const BRICK = vec(0.5, 0.3);  // half of one [m]

export default demo({
  id: 'chain',
  title: 'Ball and chain',
  sentence: 'A ball ten thousand times as heavy as a link, and the chain does not stretch.',
  chapter: 'A world',
  order: 15,
  about: [
    'Links are tied by joints, and so is the ball. The whole chain is solved at once, from the ball up to the nail ' +
    'and back, in every part of a step. So it is as long as it is, whatever hangs on it.',
    'Make the ball heavier. Engines that go from joint to joint, a few times over, see such a chain stretch by ' +
    'metres; here `apart` says how far the two halves of any joint are from each other.',
    'Drag the ball and let it swing into the wall. Cut the chain, and what is left of it swings on.',
  ],
  keys: WORLD_KEYS,
  view: box(-12, -1, 14, 16.5),
  shares: ['world'],
  controls: {
    ratio: slider('Ball', 1000, 1, 10000, { step: 1, unit: 'links', restart: true }),
    links: slider('Links', 24, 3, 60, { restart: true }),
    ...WORLD_CONTROLS,
    cut: button('Cut', 'x'),
  },

  start({ imp, values, held }) {
    const { imp2 } = imp, kind = BODY_DYNAMIC, material = { friction: 0.6 };
    const brick = imp2.box(box(-BRICK.x, -BRICK.y, BRICK.x, BRICK.y));
    let farthest = 0;  // of all joints in all steps [m]
    const it = sandbox({
      imp, values, held, arrow: 1 / (values.ratio * LINK * GRAVITY / 60),
      add: at => it.put(brick, { kind, at, density: 50, material }),
      answers: () => [
        ['apart', `${(1000 * apart()).toFixed(3)} mm`],
        ['at most', `${(1000 * farthest).toFixed(3)} mm`],
        ['bears', `${(pull() / 1000).toFixed(0)} kN`],
      ],
    });
    it.ground(-60, -1, 60, 0, material);
    for (let row = 0; row < 12; row++) {
      for (let i = 0; i < 3; i++) {
        const x = 5 + 2 * BRICK.x * (i + (row % 2) / 2), y = BRICK.y * (2 * row + 1);
        it.put(brick, { kind, at: vec(x, y), density: 50, material });
      }
    }

    // Let go at 1.2 rad to the left.
    const joints: Joint[] = [], { links } = values, step = LONG / links, lean = imp2.pose(vec(0, 0), -1.2).q;
    const along = (far: number) => vec(TOP.x + lean.s * far, TOP.y - lean.c * far);
    const link = imp2.capsule(vec(0, step / 2), vec(0, -step / 2), 0.06), ball = imp2.circle(vec(0, 0), RADIUS);
    let before: Body = { id: 0n };  // the world
    for (let i = 0; i <= links; i++) {
      const last = i === links, at = along(last ? LONG + RADIUS : (i + 0.5) * step);
      const area = last ? Math.PI * RADIUS * RADIUS : 0.12 * step + Math.PI * 0.06 * 0.06;
      const mass = last ? values.ratio * LINK : LINK;
      const piece = it.put(last ? ball : link, { kind, at, angle: -1.2, density: mass / area, material });
      const joint = it.tell(world => world.addJoint(world.jointRevolute(before, piece.body, along(i * step))));
      joints.push(joint);
      before = piece.body;
    }

    const states = () => statesOf(it.world, joints);
    const apart = () => greatest(states().map(({ values }) => values[AXIS2_DISTANCE]!));
    const pull = () => greatest(states().map(({ force: { x, y } }) => Math.sqrt(x * x + y * y)));

    return {
      ...it.running,
      step(dt) {
        it.running.step!(dt);
        farthest = Math.max(farthest, apart());
      },
      press() {
        const [joint] = joints.splice(joints.length >> 1, 1);
        if (joint) known(() => it.tell(world => world.removeJoint(joint)));
      },
      state: () => ({ ...it.running.state(), apart: apart(), farthest, pull: pull(), joints: joints.length }),
    };
  },
});
