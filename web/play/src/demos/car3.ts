// SPDX-License-Identifier: MIT
//
// A car in space on rough ground: sprung wheels, steered and driven, and bars against rolling. world3.ts has the world.

import {
  AXIS3_X, AXIS3_Y, AXIS3_Z, BODY_DYNAMIC, BODY_STATIC, type Coupling, type Plane,
} from 'impinge';
import { demo, slider, toggle } from '../frame/demo';
import { box, clamp } from '../frame/geometry';
import { add3, dot3, length3, scale3, STRAIGHT, sub3, turned, vec3 } from '../frame/geometry3';
import { greatest, known, statesOf } from '../frame/joined';
import { drawnBoth, sheet } from '../frame/surfaces3';
import { View3 } from '../frame/view3';
import { sandbox3, WORLD_CONTROLS3, type Piece3 } from '../frame/world3';

const SIDE = 65, CELL = 1.25, MIDDLE = CELL * (SIDE - 1) / 2;  // of the ground: samples, and from one to the next [m]
const BASE = 2.6, TRACK = 1.6, WHEEL = 0.42;  // from axle to axle, from left to right, radius [m]
const ROUND = 24, GATES = 16;  // where it goes by itself [m]
const GRIP = 5;  // to the side, before it would roll over [m/s^2]

/** Hills, and bumps as long as the car. */
function heightAt(imp2: Plane, x: number, y: number, rough: number): number {
  return 1.4 * imp2.rot(0.11 * x).s * imp2.rot(0.13 * y).c + 0.4 * rough * imp2.rot(0.9 * x + 0.7 * y).s
    + 0.3 * rough * imp2.rot(1.1 * y - 0.5 * x).s;
}

export default demo({
  id: 'car3',
  title: 'Car on hills',
  sentence: 'Four sprung wheels with motors and steering on hills; bars keep it from rolling.',
  chapter: 'A world in space',
  order: 10,
  space: true,
  about: [
    'Drive with the arrow keys, or the pads in the picture. `addWheels` ties four wheels to a body, and finds ' +
    'springs for what each of them bears. `driveWheel` and `steerWheel` do what they say; the inner wheel is turned ' +
    'more than the outer one.',
    'A bar against rolling is a coupling: of two wheels the one that is up pushes the other up. Take the bars away, ' +
    'and see how it leans in a curve. The ground is a height field.',
  ],
  keys: [['←↑↓→', 'steer, drive, brake'], ['J L I K', 'go around'], [',', 'back in time']],
  pads: [
    ['ArrowLeft', '←', 'steer left', 'left'], ['ArrowRight', '→', 'steer right', 'left'],
    ['ArrowDown', '↓', 'brake, go back', 'right'], ['ArrowUp', '↑', 'drive', 'right'],
  ],
  view: box(-7, -4, 7, 4.6),
  shares: ['world3', 'joined'],
  controls: {
    rough: slider('Bumps', 0.3, 0, 1, { step: 0.05, restart: true }),
    hertz: slider('Springs', 1.5, 0.75, 4, { step: 0.25, unit: 'Hz', restart: true }),
    speed: slider('Speed', 9, 2, 20, { unit: 'm/s' }),
    bars: toggle('Bars against rolling', true),
    alone: toggle('Drives by itself', true),
    ...WORLD_CONTROLS3,
  },

  start(context) {
    const { imp, values, held } = context, { imp2, imp3 } = imp, { rough, hertz } = values, kind = BODY_DYNAMIC;
    const high = (x: number, y: number) => heightAt(imp2, x, y, rough);
    const start = vec3(0, -ROUND, 0), view = new View3(vec3(0, -ROUND, 1.2), 15, 0.5, 0.42);
    let goal = 1, angle = 0;
    const it = sandbox3(context, {
      view, reach: 15, arrow: 0.002,
      answers: () => [
        ['speed', `${length3(car.state.velocity).toFixed(1)} m/s`, 'answer'],
        ['leans', `${(Math.asin(clamp(car.pose.q.y.z, -1, 1)) * 180 / Math.PI).toFixed(1)}°`],
        ['springs', springs().map(x => `${(100 * x).toFixed(0)}`).join(', ') + ' cm'],
        ['hubs aside', `${(1000 * aside()).toFixed(2)} mm`],
      ],
      beside: {
        save: () => ({ goal, angle, target: view.target }),
        load(kept) {
          ({ goal, angle, target: view.target } = kept as { goal: number; angle: number; target: typeof view.target });
        },
      },
    });
    const heights = new Float32Array(SIDE * SIDE);
    const rows = Array.from({ length: SIDE }, (_, row) => Array.from({ length: SIDE }, (_, column) => {
      const x = CELL * column, y = CELL * row, z = high(x - MIDDLE, y - MIDDLE);
      heights[row * SIDE + column] = z;
      return vec3(x, y, z);
    }));
    const hills = imp3.heightField({ heights, columns: SIDE, rows: SIDE, stepX: CELL, stepY: CELL });
    it.putMesh(hills, drawnBoth(sheet(rows)), {
      kind: BODY_STATIC, at: vec3(-MIDDLE, -MIDDLE, 0), material: { friction: 1 }, looks: { under: true },
    });

    const lift = vec3(start.x, start.y, greatest([-1, 0, 1].map(x => high(x, -ROUND))) + 0.3);
    const car: Piece3 = it.put([
      imp3.box({ lower: vec3(-1.9, -0.7, -0.3), upper: vec3(1.9, 0.7, 0.3) }),
      imp3.box({ lower: vec3(-1.3, -0.6, 0.3), upper: vec3(0.7, 0.6, 0.8) }),
    ], { kind, at: add3(lift, vec3(0, 0, 0.9)), density: 250, material: { friction: 0.3 }, group: 1, noSleep: true });
    const round = imp3.cylinder(vec3(0, -0.12, 0), vec3(0, 0.12, 0), WHEEL);
    // Left and right in front, left and right behind.
    const wheels = [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([ahead, left]) => it.put(round, {
      kind, at: add3(lift, vec3(ahead! * BASE / 2, left! * TRACK / 2, 0.45)), density: 200, group: 1, noSleep: true,
      material: { friction: 1.2 },
    }));
    const axles = it.tell(world => world.addWheels(car.body, STRAIGHT, wheels.map(({ body }) => (
      { body, hertz, dampingRatio: 0.5, travelUp: 0.25, travelDown: 0.12 }))));
    let bars: Coupling[] = [];
    function bar(): void {
      for (const coupling of bars.splice(0)) known(() => it.tell(world => world.removeCoupling(coupling)));
      if (!values.bars) return;
      bars = [0, 2].flatMap(i => known(() => it.tell(world =>
        world.addCoupling(world.couplingRollBar(axles[i]!, axles[i + 1]!, 3e4)))) ?? []);
    }
    bar();
    it.begin();

    const springs = () => statesOf(it.world, axles).map(({ values }) => values[AXIS3_Z]!);
    const aside = () => greatest(statesOf(it.world, axles).flatMap(({ values }) =>
      [Math.abs(values[AXIS3_X]!), Math.abs(values[AXIS3_Y]!)]));

    const gate = () => {
      const { c, s } = imp2.rot(2 * Math.PI * goal / GATES - Math.PI / 2);
      return vec3(ROUND * c, ROUND * s, 0);
    };
    /** What a driver wants: how fast, and how sharply to the left [1/m]. */
    function wanted(): { pace: number; curve: number } {
      const left = Number(held('ArrowLeft')) - Number(held('ArrowRight'));
      const ahead = Number(held('ArrowUp')) - Number(held('ArrowDown')), v = length3(car.state.velocity);
      const sharp = Math.min(GRIP / Math.max(v * v, 1), 0.25);
      if (!values.alone || left || ahead) return { pace: ahead * values.speed, curve: left * sharp };
      let to = sub3(gate(), car.at);
      if (to.x * to.x + to.y * to.y < 36) {
        goal = (goal + 1) % GATES;
        to = sub3(gate(), car.at);
      }
      const x = dot3(to, car.pose.q.x), y = dot3(to, car.pose.q.y);
      return { pace: values.speed, curve: clamp(2 * y / (x * x + y * y), -sharp, sharp) };
    }
    function drive(): void {
      const { pace, curve } = wanted();
      angle += clamp(curve - angle, -0.01, 0.01);  // hands take their time
      axles.forEach((axle, i) => known(() => it.tell(world => {
        world.driveWheel(axle, pace / WHEEL, 600);
        if (i < 2) world.steerWheel(axle, imp.imp.atan2(BASE * angle, 1 - (i ? -1 : 1) * TRACK / 2 * angle));
      })));
    }

    return {
      ...it.running,
      key: (key, fine) => key.startsWith('Arrow') || it.running.key!(key, fine),
      step(dt) {
        drive();
        it.running.step(dt);
        const at = add3(car.at, turned(car.pose.q, vec3(0, 0, 0.3)));
        view.target = add3(view.target, scale3(sub3(at, view.target), 0.12));  // the eye goes with it, softly
      },
      changed: name => {
        if (name === 'bars') bar();
      },
      state: () => ({
        ...it.running.state(), car: car.at, up: car.pose.q.z.z, lean: car.pose.q.y.z,
        speed: length3(car.state.velocity), springs: springs(), aside: aside(), goal,
      }),
    };
  },
});
