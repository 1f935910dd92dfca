// SPDX-License-Identifier: MIT
//
// A box that turns, and what is in it. world.ts has the world with its hands.

import { BODY_DYNAMIC, BODY_KINEMATIC, type Plane } from 'impinge';
import { demo, shuffle, slider } from '../frame/demo';
import { box, place, sub, vec, type Vec } from '../frame/geometry';
import type { Random } from '../frame/random';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS, type Piece, type Sandbox } from '../frame/world';

const HALF = 6, THICK = 0.5;  // of the room inside, and of its walls [m]

/** The drum with so many things in it, and what puts in another one. */
export function fillDrum(imp2: Plane, it: Sandbox, random: Random,
                         { count, spin }: { count: number; spin: number }): { drum: Piece; thing(at: Vec): Piece } {
  const far = HALF + THICK, material = { friction: 0.5 };
  const walls = [
    box(-far, -far, far, -HALF), box(-far, HALF, far, far),
    box(-far, -HALF, -HALF, HALF), box(HALF, -HALF, far, HALF),
  ];
  const drum = it.put(walls.map(wall => imp2.box(wall)), { kind: BODY_KINEMATIC, angularVelocity: spin, material });
  const shapes = [
    imp2.box(box(-0.22, -0.22, 0.22, 0.22)), imp2.circle(vec(0, 0), 0.22), imp2.box(box(-0.34, -0.14, 0.34, 0.14)),
    imp2.capsule(vec(-0.2, 0), vec(0.2, 0), 0.15),
  ];
  const thing = (at: Vec) =>
    it.put(shapes[random.whole(shapes.length)]!, { kind: BODY_DYNAMIC, at, density: 1, material });
  const across = Math.ceil(Math.sqrt(count)), step = Math.min(2 * (HALF - 0.5) / across, 0.8);
  for (let i = 0; i < count; i++) {
    thing(vec((i % across - (across - 1) / 2) * step, (Math.floor(i / across) - (across - 1) / 2) * step));
  }
  return { drum, thing };
}

export default demo({
  id: 'tumbler',
  title: 'Tumbler',
  sentence: 'A box that turns and never lets anything in it come to rest.',
  chapter: 'A world',
  order: 5,
  about: [
    'The walls are four shapes on one body. It is kinematic: it goes as fast as it is told, and nothing that hits it ' +
    'changes that. What lies in it is carried up, slides and tumbles down.',
    'Turn it faster, and things stick to the wall: from about 1.3 rad/s on, what is farthest out no longer falls.',
    'Nothing here ever sleeps: this is what a step costs when all is awake.',
  ],
  keys: WORLD_KEYS,
  view: box(-9.2, -9.2, 9.2, 9.2),
  shares: ['world'],
  controls: {
    count: slider('Things', 180, 10, 600, { step: 10, restart: true }),
    spin: slider('Turns by', 0.6, 0, 3, { step: 0.1, unit: 'rad/s' }),
    ...WORLD_CONTROLS,
    seed: shuffle(),
  },
  card: { count: 90 },

  start({ imp, values, held, random }) {
    const it = sandbox({
      imp, values, held, arrow: 0.6 / (0.2 * GRAVITY / 60),
      add: at => thing(at),
      answers: () => [['outside', outside().length, outside().length ? 'touching' : undefined]],
    });
    const { drum, thing } = fillDrum(imp.imp2, it, random, values);

    /** What is not in the room any more, as the walls see it. */
    function outside(): Piece[] {
      const { p, q } = drum.state.pose, back = { p: vec(0, 0), q: { c: q.c, s: -q.s } };
      return it.pieces.filter(piece => {
        const { x, y } = place(back, sub(piece.at, p));
        return Math.max(Math.abs(x), Math.abs(y)) > HALF;
      });
    }

    return {
      ...it.running,
      changed(name) {
        if (name === 'spin') it.world.setVelocity(drum.body, vec(0, 0), values.spin);
      },
      state: () => ({ ...it.running.state(), outside: outside().length }),
    };
  },
});
