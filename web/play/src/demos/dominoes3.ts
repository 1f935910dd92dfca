// SPDX-License-Identifier: MIT
//
// Dominoes along a spiral. world3.ts has the world with its hands.

import { BODY_DYNAMIC } from 'impinge';
import { demo, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { scale3, UP, vec3, ZERO3 } from '../frame/geometry3';
import { View3 } from '../frame/view3';
import { GRAVITY, sandbox3, WORLD_CONTROLS3, WORLD_KEYS3, type Piece3 } from '../frame/world3';

const THICK = 0.18, WIDE = 0.6, HIGH = 1.1;  // [m]
const INNER = 1.4, PITCH = 1.35;  // of the spiral: where it ends, and from turn to turn [m]
const TIPPED = 0.6;  // how far up its axis looks, from which on one counts as fallen

export default demo({
  id: 'dominoes3',
  title: 'Domino spiral',
  sentence: 'A nudge of the outermost one, and the wave runs around to the middle.',
  chapter: 'A world in space',
  order: 2,
  space: true,
  about: [
    'Each domino falls on the next one, which stands a little turned. The wave soon has a speed of its own, whatever ' +
    'the first push was.',
    'Too far apart, they do not reach each other; too near, the row leans on itself and stands. Without friction ' +
    'they slip away from below.',
    'Stop the wave with a ball, or take out a domino: then go back in time and let it run.',
  ],
  keys: WORLD_KEYS3,
  view: box(-8.5, -5, 8.5, 5),
  shares: ['world3'],
  controls: {
    count: slider('Dominoes', 110, 10, 180, { step: 5, restart: true }),
    gap: slider('Gap, of the height', 45, 25, 120, { step: 5, unit: '%', restart: true }),
    friction: slider('Friction', 0.5, 0, 1, { step: 0.05, restart: true }),
    ...WORLD_CONTROLS3,
  },
  card: { count: 60 },

  start(context) {
    const { imp: { imp2, imp3 }, values, look } = context, { count, friction } = values, material = { friction };
    const places: { at: { c: number; s: number }; out: number }[] = [];
    for (let i = 0, angle = 0; i < count; i++) {
      const out = INNER + PITCH * angle / (2 * Math.PI);
      places.push({ at: imp2.rot(angle), out });
      angle += (THICK + values.gap / 100 * HIGH) / out;
    }
    const far = places.at(-1)!.out + 0.9, view = new View3(vec3(0, 0, 0.2), 3.4 * far, 0.3, 0.62);
    look(box(-1.12 * far, -0.8 * far, 1.12 * far, 0.8 * far));

    const ball = imp3.sphere(ZERO3, 0.4);
    const it = sandbox3(context, {
      view, reach: 1.5 * far, arrow: 0.5 / (GRAVITY / 60 * THICK * WIDE * HIGH),
      thrown: at => it.put(ball, { kind: BODY_DYNAMIC, at, density: 1, material }),
      answers: () => [['fallen', `${fallen()} of ${count}`]],
    });
    it.ground(far + 0.6, far + 0.6, material);
    const shape = imp3.box({
      lower: vec3(-WIDE / 2, -THICK / 2, -HIGH / 2), upper: vec3(WIDE / 2, THICK / 2, HIGH / 2),
    });
    const row: Piece3[] = places.reverse().map(({ at: { c, s }, out }) => it.put(shape, {
      kind: BODY_DYNAMIC, at: vec3(c * out, s * out, HIGH / 2), density: 1, material,
      turn: { x: vec3(c, s, 0), y: vec3(-s, c, 0), z: UP },
    }));
    const fallen = () => row.filter(({ pose: { q } }) => q.z.z < TIPPED).length;

    const first = row[0]!, { p, q } = first.pose;  // inward is against its y
    const push = scale3(q.y, -1.2 * first.state.mass);
    it.tell(world => world.applyImpulse(first.body, push, vec3(p.x, p.y, HIGH)));
    it.look(first);
    it.begin();
    return { ...it.running, state: () => ({ ...it.running.state(), fallen: fallen() }) };
  },
});
