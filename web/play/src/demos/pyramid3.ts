// SPDX-License-Identifier: MIT
//
// A pyramid of boxes in space. world3.ts has the world with its hands; here it is set up.

import { BODY_DYNAMIC } from 'impinge';
import { demo, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { vec3, ZERO3 } from '../frame/geometry3';
import { View3 } from '../frame/view3';
import { GRAVITY, sandbox3, WORLD_CONTROLS3, WORLD_KEYS3 } from '../frame/world3';

const APART = 1.08;  // from box to box in a row [m]

export default demo({
  id: 'pyramid3',
  title: 'Pyramid in space',
  sentence: 'Boxes, four under each. Throw a ball at them, or pull one out.',
  chapter: 'A world in space',
  order: 1,
  space: true,
  about: [
    'Every box stands on four, and those of the lowest layer carry all. After a moment everything is at rest and ' +
    'falls asleep: grey boxes cost a step nothing.',
    'Click to throw a heavy ball at what is seen there. Drag a box: a spring pulls at the point that you hold, and ' +
    'what you let go flies on. Drag the ground to go around, pinch or use the wheel to come nearer.',
    'The bar below the picture goes back in time. From there the same comes again, with the same hash, until you ' +
    'interfere: it is of all poses and velocities, the same in every browser, on every machine.',
  ],
  keys: WORLD_KEYS3,
  view: box(-9, -5, 9, 6),
  shares: ['world3'],
  controls: {
    base: slider('Boxes along the lowest layer', 7, 1, 12, { restart: true }),
    friction: slider('Friction', 0.6, 0, 1, { step: 0.05, restart: true }),
    density: slider('Density of the ball', 6, 1, 30),
    ...WORLD_CONTROLS3,
  },
  card: { base: 5 },

  start(context) {
    const { imp: { imp3 }, values, look } = context, { base, friction } = values, material = { friction };
    const size = base + 3, view = new View3(vec3(0, 0, 0.36 * size), 3 * size, 0.6, 0.36);
    look(box(-0.85 * size, -0.5 * size, 0.85 * size, 0.62 * size));

    const ball = imp3.sphere(ZERO3, 0.6);
    const it = sandbox3(context, {
      view, reach: 1.7 * size, arrow: 1.5 / (GRAVITY / 60 * base),
      thrown: at => it.put(ball, { kind: BODY_DYNAMIC, at, density: values.density, material }),
    });
    it.ground(1.15 * size, 1.15 * size, material);
    const shape = imp3.box({ lower: vec3(-0.5, -0.5, -0.5), upper: vec3(0.5, 0.5, 0.5) });
    for (let layer = 0; layer < base; layer++) {
      const count = base - layer, place = (i: number) => (i - (count - 1) / 2) * APART;
      for (let i = 0; i < count * count; i++) {
        const at = vec3(place(i % count), place(Math.floor(i / count)), layer + 0.5);
        it.put(shape, { kind: BODY_DYNAMIC, at, density: 1, material });
      }
    }
    it.begin();
    return it.running;
  },
});
