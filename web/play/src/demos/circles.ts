// SPDX-License-Identifier: MIT
//
// Circles. The bounds of two circles may meet where the circles do not: the index asks too often, never too rarely.

import { crowd, CROWD_VIEW } from '../frame/crowd';
import { demo, shuffle, slider } from '../frame/demo';
import { length, vec } from '../frame/geometry';
import { HAND_KEYS } from '../frame/hands';

export default demo({
  id: 'circles',
  title: 'Circles',
  sentence: 'Circles that drift about, with the points where they meet and the way out.',
  chapter: 'Two things',
  order: 2,
  about: [
    'Click to add a circle, drag to move one. Circles that touch are red, all others yellow. The dot is the point of ' +
    'contact, midway between the two surfaces; the arrow is the push that parts them.',
    'The index compares upright boxes around the circles. The boxes of two circles may meet while the circles do ' +
    'not, so it names more pairs than there are, and misses none: compare the two numbers.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.fine, HAND_KEYS.add, HAND_KEYS.remove],
  view: CROWD_VIEW,
  shares: ['crowd'],
  controls: {
    count: slider('Circles', 18, 0, 60, { restart: true }),
    radius: slider('Radius', 0.8, 0.2, 2, { step: 0.1, unit: 'm', restart: true }),
    speed: slider('Speed', 0.4, 0, 3, { step: 0.1, unit: 'm/s' }),
    seed: shuffle(),
  },
  card: { count: 12, radius: 1.2, speed: 0.8 },

  start({ imp, values, random }) {
    return crowd({
      name: 'circles', imp, values, random,
      make() {
        const radius = values.radius * random.between(0.5, 1.2);
        return { radius, half: vec(radius, radius), shape: imp.imp2.circle(vec(0, 0), radius) };
      },
      hit: ({ radius }, at, reach) => length(at) <= radius + reach,
      draw: (painter, { radius }, at, role, chosen) => painter.circle(at, radius, role, { chosen }),
      tell: ({ radius }) => ({ radius }),
    });
  },
});
