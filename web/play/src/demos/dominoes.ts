// SPDX-License-Identifier: MIT
//
// A row of dominoes, each taller than the one before. world.ts has the world with its hands.

import { BODY_DYNAMIC } from 'impinge';
import { demo, slider } from '../frame/demo';
import { box, vec } from '../frame/geometry';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS } from '../frame/world';

const FIRST = 0.5;  // the height of the first one [m]
const THIN = 1 / 6;  // how thick one is, for a height of 1
const TIPPED = 0.5;  // sine of the angle from which on one counts as fallen

export default demo({
  id: 'dominoes',
  title: 'Dominoes',
  sentence: 'A nudge of the smallest one brings down the tallest.',
  chapter: 'A world',
  order: 2,
  about: [
    'The first domino gets a push; from there on each takes the next one with it, and the wave grows faster with ' +
    'them. The last one here is thirty times as heavy as the first.',
    'Too far apart, they no longer reach each other; too near, the row leans on itself and stands.',
    'Drag any of them, or click to drop a ball among them.',
  ],
  keys: WORLD_KEYS,
  view: box(-9, -1, 9, 6),
  shares: ['world'],
  controls: {
    count: slider('Dominoes', 24, 2, 30, { restart: true }),
    growth: slider('Each taller by', 8, 0, 15, { unit: '%', restart: true }),
    gap: slider('Gap, of the height', 45, 10, 120, { step: 5, unit: '%', restart: true }),
    friction: slider('Friction', 0.4, 0, 1, { step: 0.05, restart: true }),
    ...WORLD_CONTROLS,
  },
  card: { count: 16 },

  start({ imp, values, held, look }) {
    const { imp2 } = imp, { count, friction } = values, material = { friction }, kind = BODY_DYNAMIC;
    const heights = Array.from({ length: count }, (_, i) => FIRST * (1 + values.growth / 100) ** i);
    const places: number[] = [];  // of their middles, from left to right
    let end = 0;
    for (const height of heights) {
      places.push(end + THIN * height / 2);
      end += (THIN + values.gap / 100) * height;
    }
    const tall = heights.at(-1)!, left = -(end + tall) / 2;
    look(box(left - 0.8, -0.12 * tall - 0.4, -left + 0.3, Math.max(1.3 * tall, FIRST + 1)));

    const it = sandbox({
      imp, values, held, arrow: 1.5 / (THIN * tall * GRAVITY / 60),
      add: at => it.put(imp2.circle(vec(0, 0), 0.3 * FIRST + 0.1 * tall), { kind, at, density: 1, material }),
      answers: () => [['fallen', `${fallen.filter(step => step >= 0).length} of ${count}`]],
    });
    it.ground(left - 30, -1, -left + 30, 0, material);
    const row = heights.map((height, i) => it.put(
      imp2.box(box(-THIN * height / 2, -height / 2, THIN * height / 2, height / 2)),
      { kind, at: vec(left + places[i]!, height / 2), density: 1, material }));
    const fallen = row.map(() => -1);  // at which step
    let steps = 0;

    const first = row[0]!;
    it.world.applyImpulse(first.body, vec(0.6 * first.state.mass, 0), vec(first.at.x, FIRST));
    it.look(first);

    return {
      ...it.running,
      step(dt) {
        it.running.step!(dt);
        steps++;
        row.forEach(({ state: { pose: { q } } }, i) => {
          if (fallen[i]! < 0 && Math.abs(q.s) > TIPPED) fallen[i] = steps;
        });
      },
      state: () => ({ ...it.running.state(), fallen }),
    };
  },
});
