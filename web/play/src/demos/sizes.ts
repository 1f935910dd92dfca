// SPDX-License-Identifier: MIT
//
// Large on small. world.ts has the world with its hands; here are three ways of asking much of a solver.

import { BODY_DYNAMIC } from 'impinge';
import { demo, shuffle, slider } from '../frame/demo';
import { box, vec } from '../frame/geometry';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS } from '../frame/world';

const LARGE = 3;  // [m]
const FLOORS = 5;

export default demo({
  id: 'sizes',
  title: 'Large on small',
  sentence: 'Ten to one and more, the large ones on top: what the small ones have to carry.',
  chapter: 'A world',
  order: 3,
  about: [
    'A large box on three small ones; a tower that is widest at the top; a large ball on a heap. All are of the same ' +
    'stuff, so ten times as large is a hundred times as heavy.',
    'A contact gives a little, like a spring as stiff as the lighter of the two can bear. So what is small gives ' +
    'under what is large, and more so with the square of the ratio: the overlap is that of the worst contact.',
    'Drag anything, large or small: the spring gives each as much as it needs.',
  ],
  keys: WORLD_KEYS,
  view: box(-10.5, -1, 10.5, 8),
  shares: ['world'],
  controls: {
    ratio: slider('Large to small', 10, 4, 30, { unit: ': 1', restart: true }),
    heap: slider('In the heap', 90, 0, 400, { step: 10, restart: true }),
    ...WORLD_CONTROLS,
    seed: shuffle(),
  },
  card: { heap: 50 },

  start({ imp, values, held, random }) {
    const { imp2 } = imp, small = LARGE / values.ratio, density = 1, material = { friction: 0.6 };
    const square = (side: number) => imp2.box(box(-side / 2, -side / 2, side / 2, side / 2));
    const kind = BODY_DYNAMIC;
    let deepest = 0;
    const it = sandbox({
      imp, values, held, arrow: 1 / (LARGE * LARGE * GRAVITY / 60),
      add: at => it.put(square(LARGE / 2), { kind, at, density, material }),
      answers: () => {
        const masses = it.pieces.filter(piece => piece.moves).map(piece => piece.state.mass);
        return [
          ['heaviest to lightest', `${(Math.max(...masses) / Math.min(...masses)).toFixed(0)} : 1`],
          ['deepest overlap', `${(1000 * deepest).toFixed(1)} mm`, 'answer'],
        ];
      },
    });
    it.ground(-100, -1, 100, 0);

    // A large box on three small ones.
    for (const k of [-1, 0, 1]) {
      it.put(square(small), { kind, at: vec(-7 + k * (LARGE - small) / 2, small / 2), density, material });
    }
    it.put(square(LARGE), { kind, at: vec(-7, small + LARGE / 2), density, material });

    // From small to large, upward.
    let top = 0;
    for (let k = 0; k < FLOORS; k++) {
      const side = small * values.ratio ** (k / (FLOORS - 1));
      it.put(square(side), { kind, at: vec(-1, top + side / 2), density, material });
      top += side;
    }

    // A heap between two walls, and the ball.
    it.ground(3, 0, 3.3, 5);
    it.ground(9.4, 0, 9.7, 5);
    const width = 6.1, size = Math.min(1.2 * small, 0.6), across = Math.floor(width / (1.1 * size));
    for (let i = 0; i < values.heap; i++) {
      const part = random.between(0.5, 1) * size;
      const at = vec(3.3 + (i % across + 0.5) * width / across, (Math.floor(i / across) + 0.5) * 1.1 * size);
      it.put(i % 2 ? imp2.circle(vec(0, 0), part / 2) : square(part), { kind, at, density, material });
    }
    const high = (Math.ceil(values.heap / across) + 1) * 1.1 * size;
    it.put(imp2.circle(vec(0, 0), LARGE / 2), { kind, at: vec(6.35, high + LARGE / 2), density, material });

    return {
      ...it.running,
      step(dt) {
        it.running.step!(dt);
        deepest = Math.max(0, ...it.world.contacts().map(({ manifold }) => manifold.depth));
      },
      state: () => ({ ...it.running.state(), deepest, small }),
    };
  },
});
