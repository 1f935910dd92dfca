// SPDX-License-Identifier: MIT
//
// A car on rough ground: each wheel slides along its suspension against a spring, and a motor drives it. world.ts has
// the world with its hands.

import { AXIS2_X, AXIS2_Y, AXIS_LIMITED, BODY_DYNAMIC, BODY_STATIC } from 'impinge';
import { demo, shuffle, slider } from '../frame/demo';
import { box, vec, type Vec } from '../frame/geometry';
import { greatest, known, statesOf } from '../frame/joined';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS } from '../frame/world';

const WHEEL = 0.45, HALF = 1.1;  // radius, and from the middle of the car to an axle [m]
const FAR = 40;  // of the ground, to both sides, and between two of its corners
const APART = 0.8;
const LIFT = 0.25;  // of a wheel at most, up and down [m]

export default demo({
  id: 'car',
  title: 'Car',
  sentence: 'Wheels on springs with motors, and ground that shakes them.',
  chapter: 'A world',
  order: 16,
  about: [
    '`addWheels` ties wheels to a car: each slides along its suspension and turns about its hub, and no way else. ' +
    'Springs are as stiff as their frequency says for what each bears. `driveWheel` is the motor.',
    'Soften the springs, make the ground rougher, and drive with the arrow keys or the pads. What the springs give ' +
    'is told below; beyond 25 cm they stop.',
  ],
  keys: [['←→', 'drive'], ...WORLD_KEYS.filter(([key]) => key !== '←↑↓→')],
  pads: [['ArrowLeft', '←', 'drive left', 'left'], ['ArrowRight', '→', 'drive right', 'right']],
  view: box(-10, -3, 10, 7),
  shares: ['world'],
  controls: {
    hertz: slider('Springs', 2, 1, 6, { step: 0.25, unit: 'Hz' }),
    ratio: slider('Damped', 0.5, 0, 1, { step: 0.1 }),
    rough: slider('Ground', 0.4, 0, 1, { step: 0.1, unit: 'm', restart: true }),
    speed: slider('Speed', 12, 0, 30, { unit: 'rad/s' }),
    ...WORLD_CONTROLS,
    seed: shuffle(),
  },

  start({ imp, values, held, random }) {
    const { imp2 } = imp, kind = BODY_DYNAMIC, material = { friction: 0.9 };
    const crate = imp2.box(box(-0.3, -0.3, 0.3, 0.3));
    const it = sandbox({
      imp, values, held: () => false, arrow: 1 / (400 * GRAVITY / 60),
      add: at => it.put(crate, { kind, at, density: 40, material }),
      answers: () => [
        ['speed', `${Math.abs(car.state.velocity.x).toFixed(1)} m/s`],
        ['springs', springs().map(x => `${(100 * x).toFixed(1)} cm`).join(', ')],
      ],
    });

    const points: Vec[] = [];
    for (let x = -FAR; x <= FAR; x += APART) {
      points.push(vec(x, Math.abs(x) < 3 ? 0 : values.rough * random.between(-0.5, 0.5)));
    }
    points.slice(1).forEach((to, i) => {
      const from = points[i]!;
      it.put(imp2.polygon([vec(from.x, -2), vec(to.x, -2), to, from]), { kind: BODY_STATIC, material });
    });

    const car = it.put([imp2.box(box(-1.5, -0.25, 1.5, 0.25)), imp2.box(box(-0.8, 0.25, 0.5, 0.7))], {
      kind, at: vec(0, 1.1), density: 200, material, noSleep: true,
    });
    const round = imp2.circle(vec(0, 0), WHEEL);
    // Springs of 1 Hz with all damping: what others are is found from these.
    const wheels = [-HALF, HALF].map(x => ({
      body: it.put(round, { kind, at: vec(x, 0.5), density: 60, material: { friction: 1.2 }, noSleep: true }).body,
      hertz: 1, dampingRatio: 1, travelUp: LIFT, travelDown: LIFT,
    }));
    const axles = it.tell(world => world.addWheels(car.body, vec(0, 1), wheels));
    const first = axles.map(axle => it.world.getJointDef(axle).axes[AXIS2_X]!);

    let drive = 0;
    function suspend(): void {
      const { hertz, ratio, speed } = values;
      axles.forEach((axle, i) => known(() => {
        const { stiffness = 0, damping = 0 } = first[i]!;
        it.tell(world => world.setAxis(axle, AXIS2_X, {
          kind: AXIS_LIMITED, lower: -LIFT, upper: LIFT, stiffness: hertz * hertz * stiffness,
          damping: hertz * ratio * damping,
        }));
        it.tell(world => world.driveWheel(axle, drive * speed, 700));
      }));
    }
    suspend();
    const springs = () => statesOf(it.world, axles).map(({ values }) => values[AXIS2_X]!);
    const aside = () => greatest(statesOf(it.world, axles).map(({ values }) => Math.abs(values[AXIS2_Y]!)));

    return {
      ...it.running,
      key: (key, fine) => key === 'ArrowLeft' || key === 'ArrowRight' || it.running.key!(key, fine),
      follow: () => ({ at: car.at, least: 40 }),
      step(dt) {
        const want = (held('ArrowRight') ? 1 : 0) - (held('ArrowLeft') ? 1 : 0);
        if (want !== drive) {
          drive = want;
          suspend();
        }
        it.running.step!(dt);
      },
      changed: suspend,
      state: () => ({
        ...it.running.state(), car: car.at, speed: car.state.velocity.x, springs: springs(), aside: aside(),
      }),
    };
  },
});
