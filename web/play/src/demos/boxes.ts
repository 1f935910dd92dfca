// SPDX-License-Identifier: MIT
//
// Upright boxes. The index names the pairs that might touch, and here each of them does; crowd.ts asks.

import { crowd, CROWD_VIEW } from '../frame/crowd';
import { demo, shuffle, slider } from '../frame/demo';
import { add, inBox, scale, sub, vec } from '../frame/geometry';
import { HAND_KEYS } from '../frame/hands';

export default demo({
  id: 'boxes',
  title: 'Boxes',
  sentence: 'Upright boxes that drift about. What touches turns red, to the last bit.',
  chapter: 'Two things',
  order: 1,
  about: [
    'Click to add a box, drag to move one. Boxes that touch are red, all others yellow. The arrow is the push: the ' +
    'shortest way for the second box to come free of the first.',
    'Touching counts: two boxes with one side or only a corner in common are red, and one bit farther apart they are ' +
    'yellow. Move a box with the arrow keys until it just meets another.',
    'An index finds the pairs whose bounds meet; `collide` is asked about those alone.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.fine, HAND_KEYS.add, HAND_KEYS.remove],
  view: CROWD_VIEW,
  shares: ['crowd'],
  controls: {
    count: slider('Boxes', 18, 0, 60, { restart: true }),
    size: slider('Size', 1.6, 0.4, 4, { step: 0.1, unit: 'm', restart: true }),
    speed: slider('Speed', 0.4, 0, 3, { step: 0.1, unit: 'm/s' }),
    seed: shuffle(),
  },
  card: { count: 11, size: 2.4, speed: 0.8 },

  start({ imp, values, random }) {
    return crowd({
      name: 'boxes', imp, values, random,
      make() {
        const half = scale(vec(random.between(0.3, 0.7), random.between(0.3, 0.7)), values.size);
        return { half, shape: imp.imp2.box({ lower: scale(half, -1), upper: half }) };
      },
      hit: ({ half }, at, reach) => inBox({ lower: scale(half, -1), upper: half }, at, reach),
      draw: (painter, { half }, at, role, chosen) =>
        painter.box({ lower: sub(at, half), upper: add(at, half) }, role, { chosen }),
      tell: ({ half }) => ({ half }),
    });
  },
});
