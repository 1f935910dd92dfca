// SPDX-License-Identifier: MIT
//
// A pyramid of boxes. world.ts has the world with its hands; here it is set up.

import { BODY_DYNAMIC } from 'impinge';
import { demo, slider } from '../frame/demo';
import { box, vec } from '../frame/geometry';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS } from '../frame/world';

export default demo({
  id: 'pyramid',
  title: 'Pyramid',
  sentence: 'Boxes on boxes: they settle, come to rest and fall asleep. Pull one out.',
  chapter: 'A world',
  order: 1,
  about: [
    'Each row stands on the one below, and the lowest carries all. After a moment everything is at rest and falls ' +
    'asleep: grey boxes cost a step nothing. What touches one that is moved wakes up, and what is tied to it by ' +
    'contacts does too.',
    'Drag a box with the pointer: a spring pulls at the point that you hold. Click to drop a heavy ball. Contacts ' +
    'show what is passed on at each point in a step: an arrow is as long as the impulse.',
    'The hash is of all poses and velocities. The same steps give the same hash in every browser, on every machine.',
  ],
  keys: WORLD_KEYS,
  view: box(-9, -1, 9, 15),
  shares: ['world'],
  controls: {
    base: slider('Boxes in the lowest row', 14, 2, 44, { restart: true }),
    friction: slider('Friction', 0.6, 0, 1, { step: 0.05, restart: true }),
    ...WORLD_CONTROLS,
  },
  card: { base: 9 },

  start({ imp, values, held, look }) {
    const { imp2 } = imp, { base, friction } = values, material = { friction };
    const side = base + 4;
    look(box(-side / 2, -1 - 0.05 * side, side / 2, base + 2));

    // The lowest points carry half a row each: as long as a few boxes are high.
    const weight = GRAVITY / 60;
    const it = sandbox({
      imp, values, held, arrow: 4 / (weight * (base + 4)),
      add: at => it.put(imp2.circle(vec(0, 0), 0.7), { kind: BODY_DYNAMIC, at, density: 5, material }),
    });
    it.ground(-100, -1, 100, 0, material);
    const shape = imp2.box(box(-0.5, -0.5, 0.5, 0.5));
    for (let row = 0; row < base; row++) {
      for (let i = 0; i < base - row; i++) {
        it.put(shape, { kind: BODY_DYNAMIC, at: vec(i - (base - row - 1) / 2, row + 0.5), density: 1, material });
      }
    }
    return it.running;
  },
});
