// SPDX-License-Identifier: MIT
//
// One heavy box against many that sleep, where nothing has weight. world.ts has the world with its hands.

import { BODY_DYNAMIC, type Plane } from 'impinge';
import { demo, slider } from '../frame/demo';
import { box, vec } from '../frame/geometry';
import { sandbox, WORLD_CONTROLS, WORLD_KEYS, type Sandbox } from '../frame/world';

const SIDE = 0.5, HEAVY = 3;  // [m]
const STUFF = { friction: 0.4 };
const SETTLE = 120;  // steps: by then all are asleep

/** A wall that sleeps, and a heavy box on its way to it. */
export function buildWall(imp2: Plane, it: Sandbox, { columns, rows, speed, density }:
                          { columns: number; rows: number; speed: number; density: number }): void {
  const square = (side: number) => imp2.box(box(-side / 2, -side / 2, side / 2, side / 2)), small = square(SIDE);
  const kind = BODY_DYNAMIC, material = STUFF;
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      it.put(small, { kind, at: vec(i * SIDE, (j - (rows - 1) / 2) * SIDE), density: 1, material });
    }
  }
  for (let i = 0; i < SETTLE && it.world.stats().awake; i++) it.world.step(1 / 60);
  it.pieces.forEach(it.look);
  it.put(square(HEAVY), { kind, at: vec(-9, 0.2), velocity: vec(speed, 0), density, material });
}

export default demo({
  id: 'smash',
  title: 'Smash',
  sentence: 'A wall of sleeping boxes, and a heavy one that wakes them all.',
  chapter: 'A world',
  order: 6,
  about: [
    'There is no gravity. The wall has had time to fall asleep: grey boxes cost nothing until something that is ' +
    'awake touches one, and then all that hang together by contacts wake at once.',
    'Momentum is what stays: all boxes together have as much as the heavy one brought along, to rounding, whatever ' +
    'they do to each other. Your hand is from outside, and changes it.',
    'Watch the times below while it goes through: a thousand boxes, all awake, in one thread of your browser.',
  ],
  keys: WORLD_KEYS,
  view: box(-11, -9, 19, 9),
  shares: ['world'],
  controls: {
    columns: slider('Columns', 16, 2, 40, { restart: true }),
    rows: slider('Rows', 24, 2, 25, { restart: true }),
    speed: slider('Speed', 12, 1, 60, { unit: 'm/s', restart: true }),
    density: slider('How heavy', 20, 1, 100, { unit: '×', restart: true }),
    ...WORLD_CONTROLS,
  },
  card: { columns: 10, rows: 16 },

  start({ imp, values, held }) {
    const it = sandbox({
      imp, values, held, gravity: 0, arrow: 0.2,
      add: at => it.put(imp.imp2.circle(vec(0, 0), SIDE), { kind: BODY_DYNAMIC, at, density: 1, material: STUFF }),
      answers: () => [['momentum', `${momentum().x.toFixed(1)} N s`, 'answer']],
    });
    buildWall(imp.imp2, it, values);

    const momentum = () => it.pieces.reduce(
      (sum, { state: { mass, velocity } }) => vec(sum.x + mass * velocity.x, sum.y + mass * velocity.y), vec(0, 0));
    return { ...it.running, state: () => ({ ...it.running.state(), momentum: momentum() }) };
  },
});
