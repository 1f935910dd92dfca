// SPDX-License-Identifier: MIT
//
// Sand that runs through a waist: grains that collide, rub and roll, in a glass that is one body of a world.

import { BODY_KINEMATIC, type Shape2 } from 'impinge';
import { button, demo, shuffle, slider, type Answer } from '../frame/demo';
import { box, place, vec, type Box, type Pose, type Vec } from '../frame/geometry';
import { GRAVITY } from '../frame/world';

const WIDE = 2.2, NECK = 2.5, HIGH = 4, THICK = 0.25;  // half of the inside; where the cone ends; walls [m]
const SAND = 1.43;  // radius of a grain, times the root of the count: all of them together are always as much [m]
const FAST = 1.5;  // how fast the glass turns at most [rad/s]
const PART = 0.7;  // of a grain's radius: a wall moves no farther in one step of the world
const EASE = 5;  // how soon it slows before it is there [1/s]
const STILL = 0.4;  // what is slower lies [m/s]
const MEAN = 30;  // steps over which the heap is looked at
const PAST = 20;  // seconds in the chart
const STEP = 1 / 60;

/** A straight line through places, by least squares: y = height + rise x. */
interface Slope {
  rise: number;
  height: number;
}
function fit(points: readonly Vec[]): Slope | undefined {
  if (points.length < 4) return undefined;
  const n = points.length, x = points.reduce((sum, it) => sum + it.x, 0) / n;
  const y = points.reduce((sum, it) => sum + it.y, 0) / n;
  const across = points.reduce((sum, it) => sum + (it.x - x) ** 2, 0);
  const rise = points.reduce((sum, it) => sum + (it.x - x) * (it.y - y), 0) / across;
  return { rise, height: y - rise * x };
}

export default demo({
  id: 'hourglass',
  title: 'Hourglass',
  sentence: 'Grains that rub and roll run through a waist and lie in a heap. Turn it.',
  chapter: 'A world',
  order: 14,
  about: [
    'Sand does not run like water: how much of it comes out in a second hardly depends on how much lies above. The ' +
    'chart of the flow is nearly flat until the last grains.',
    'A heap is as steep as friction lets it be. Balls roll away even where friction is high; what holds them is ' +
    'rolling resistance, here in parts of a grain\'s radius. The blue lines are fitted to the two sides of the heap.',
    'With much of both, or a narrow waist, grains form an arch that carries all others, and nothing runs any more. ' +
    'Turn the glass with its button, or drag it round.',
  ],
  keys: [['Q E', 'tilt it'], ['Shift', 'with these: finely']],
  view: box(-5, -4.7, 5, 5.2),
  controls: {
    count: slider('Grains', 700, 200, 2000, { step: 100, restart: true }),
    waist: slider('Waist', 6, 3, 12, { unit: 'grains', restart: true }),
    friction: slider('Friction', 0.6, 0, 1, { step: 0.05, restart: true }),
    rolling: slider('Rolling resistance', 0.05, 0, 0.5, { step: 0.01, unit: 'radii', restart: true }),
    turn: button('Turn it', 't'),
    seed: shuffle(),
  },
  card: { count: 400 },

  start({ imp, values, random }) {
    const { imp2 } = imp, { count, friction } = values;
    const radius = SAND / Math.sqrt(count), waist = values.waist * radius;
    const material = { friction, rollingResistance: values.rolling * radius };
    const world = imp2.world({ gravity: vec(0, -GRAVITY) });
    const particles = imp2.particles({ gravity: vec(0, -GRAVITY), collide: true, turn: true, material });

    // The glass: four cones, four walls, two lids
    const far = WIDE + THICK, top = HIGH + THICK;
    const half = [
      [vec(waist, 0), vec(WIDE, NECK), vec(far, NECK), vec(far, 0)],
      [vec(WIDE, NECK), vec(WIDE, HIGH), vec(far, HIGH), vec(far, NECK)],
    ];
    const lid = [vec(-far, HIGH), vec(far, HIGH), vec(far, top), vec(-far, top)];
    const walls: Vec[][] = [1, -1].flatMap(y => [
      lid.map(it => vec(it.x, y * it.y)),
      ...[1, -1].flatMap(x => half.map(points => points.map(it => vec(x * it.x, y * it.y)))),
    ]);
    const body = world.addBody({ kind: BODY_KINEMATIC, pose: imp2.pose(vec(0, 0), 0) });
    const shapes: Shape2[] = walls.map(points => imp2.polygon(points));
    for (const shape of shapes) world.addCollider(body, shape, { material });
    let pose: Pose = world.getBody(body).pose;

    // Grains in rows, in bands of two colours
    const pitch = 2.25 * radius, bands: [number[], number[]] = [[], []], radii: number[] = [];
    const items = [];
    for (let row = 0; items.length < count; row++) {
      const y = 0.15 * NECK + row * pitch, room = Math.min(WIDE, waist + (WIDE - waist) * y / NECK) - 1.3 * radius;
      const across = Math.max(Math.floor(2 * room / pitch), 0);
      for (let i = 0; i <= across && items.length < count; i++) {
        const size = radius * random.between(0.8, 1.1);
        const x = (i - across / 2) * pitch + random.between(-0.05, 0.05) * radius;
        bands[Math.floor(y / 0.5) % 2]!.push(items.length);
        radii.push(size);
        items.push({ position: vec(x, y), radius: size, mass: Math.PI * size * size });
      }
    }
    particles.add(items);

    let places = particles.positions(), before = places;
    let angle = 0, target = 0;  // of the glass
    let time = 0;  // since it stands
    let above = 0, hand = false;
    let past: number[] = [];  // how many were above, in each step since it stands
    let heaps: [Slope[], Slope[]] = [[], []];  // of the left and the right side, in the last steps

    /** Whether it stands on one of its lids, and gravity has what it wants. */
    const stands = () => Math.abs(pose.q.s) < 0.02 && Math.abs(target - angle) < 1e-3;
    const flow = () => (past.length > 60 ? past.at(-61)! - above : NaN);
    const heap = (side: 0 | 1): Slope | undefined => {
      const all = heaps[side], n = all.length;
      if (n < MEAN / 2) return undefined;
      return {
        rise: all.reduce((sum, it) => sum + it.rise, 0) / n, height: all.reduce((sum, it) => sum + it.height, 0) / n,
      };
    };
    const steep = (slope: Slope) => Math.atan(Math.abs(slope.rise)) * 180 / Math.PI;
    function meanAngle(): number {
      const slopes = [heap(0), heap(1)].filter(it => it !== undefined);
      return slopes.reduce((sum, it) => sum + steep(it), 0) / slopes.length;
    }

    /** How many are above the waist, as gravity sees it. */
    function countAbove(): number {
      const { c } = pose.q, s = pose.q.s, up = c < 0 ? -1 : 1;
      let sum = 0;
      for (let i = 0; i < count; i++) sum += up * (c * places[2 * i + 1]! - s * places[2 * i]!) > 0 ? 1 : 0;
      return sum;
    }

    /** What lies highest in each column of the lower half, and a line through each side. */
    function lookAtHeap(): void {
      const columns = 2 * Math.floor((WIDE - radius) / (3 * radius)), wide = 2 * (WIDE - radius) / columns;
      const tops = Array<number>(columns).fill(-Infinity), least = STILL * STEP;
      for (let i = 0; i < count; i++) {
        const x = places[2 * i]!, y = places[2 * i + 1]!;
        if (y > -0.5 * waist || Math.hypot(x - before[2 * i]!, y - before[2 * i + 1]!) > least) continue;
        const column = Math.floor((x + WIDE - radius) / wide);
        if (y + radii[i]! > (tops[column] ?? Infinity)) tops[column] = y + radii[i]!;
      }
      const points = tops.map((y, k) => vec((k + 0.5) * wide - WIDE + radius, y)).filter(({ x, y }) =>
        y > -HIGH + 3 * radius && Math.abs(x) > 0.7 * waist);
      heaps.forEach((all, side) => {
        const slope = fit(points.filter(it => (side ? it.x : -it.x) > 0));
        if (slope) all.push(slope);
        if (!slope || all.length > MEAN) all.shift();
      });
    }

    function tilt(by: number): void {
      target += by;
    }
    const isOutside = (i: number) => {
      const { c, s } = pose.q, x = places[2 * i]!, y = places[2 * i + 1]!;
      return Math.abs(c * x + s * y) > WIDE + THICK || Math.abs(c * y - s * x) > HIGH + THICK;
    };
    const outside = () => radii.filter((_, i) => isOutside(i)).length;
    const inside: Box = box(-far, -top, far, top);

    return {
      step(dt) {
        const left = target - angle, size = Math.abs(left);
        const spin = Math.sign(left) * Math.min(FAST, EASE * size + 0.05, size / dt);
        world.setVelocity(body, vec(0, 0), spin);
        const steps = Math.max(Math.ceil(Math.abs(spin) * Math.hypot(far, top) * dt / (PART * radius)), 1);
        for (let k = 0; k < steps; k++) {
          world.stepParticles(particles, dt / steps);
          world.step(dt / steps);
        }
        angle += spin * dt;
        pose = world.getBody(body).pose;
        before = places;
        places = particles.positions();
        above = countAbove();
        if (!stands()) {
          [time, past, heaps] = [0, [], [[], []]];
          return;
        }
        past.push(above);
        if (past.length > PAST * 60 + 60) past.shift();
        if (above) time += dt;
        lookAtHeap();
      },
      draw(painter) {
        for (const points of walls) painter.polygon(points, 'still', { pose });
        for (const [k, band] of bands.entries()) painter.circles(places, radii, k ? 'helper' : 'free', band);
        for (const side of [0, 1] as const) {
          const slope = heap(side), x = (side ? 1 : -1) * (WIDE - radius);
          if (!slope) continue;
          const { rise, height } = slope, y = height + rise * x;
          painter.segment(vec(0, height), vec(x, y), 'answer', { width: 3 });
          painter.segment(vec(x, y), vec(0, y), 'answer', { dashed: true, width: 1.5 });
          const words = `${steep(slope).toFixed(0)}°`;
          painter.label(vec(x, y), words, { role: 'answer', dx: side ? 34 : -34, dy: -6 });
        }
      },
      answers(): Answer[] {
        const speed = flow(), mean = meanAngle();
        return [
          ['time', `${time.toFixed(1)} s`], ['above', `${above} of ${count}`],
          ['flow', Number.isNaN(speed) ? '–' : `${speed} / s`],
          ['still to go', above && speed > 0 ? `${(above / speed).toFixed(0)} s` : above ? '–' : 'all is down'],
          ['heap', Number.isNaN(mean) ? '–' : `${mean.toFixed(1)}°`, 'answer'],
          ['outside', outside(), outside() ? 'touching' : undefined],
        ];
      },
      charts() {
        const points: Vec[] = [];
        for (let i = 60; i < past.length; i += 6) points.push(vec(i * STEP, past[i - 60]! - past[i]!));
        const said = points.length ? `${points.at(-1)!.y} / s` : '';
        const lines = [{ name: 'grains', role: 'free' as const, points, said }];
        const top = 1.2 * Math.max(...points.map(it => it.y), 1);
        return [{ title: 'Flow', unit: '/ s', from: 1, to: PAST + 1, top, lines }];
      },
      grab(at) {
        const { c, s } = pose.q, local = place({ p: vec(0, 0), q: { c, s: -s } }, at);
        if (Math.abs(local.x) > inside.upper.x || Math.abs(local.y) > inside.upper.y) return undefined;
        let last = Math.atan2(at.y, at.x);
        hand = true;
        return {
          move(to) {
            const now = Math.atan2(to.y, to.x), by = now - last;
            tilt(by - 2 * Math.PI * Math.round(by / (2 * Math.PI)));
            last = now;
          },
          drop() {
            hand = false;
          },
        };
      },
      hover: at => !!at && Math.abs(at.x) < far && Math.abs(at.y) < top,
      key(key, fine) {
        const way = { q: 1, e: -1 }[key.toLowerCase()];
        if (!way) return false;
        tilt(way * (fine ? 1 : 15) * Math.PI / 180);
        return true;
      },
      press() {
        // On to the next lid, from wherever it is.
        target = Math.PI * (Math.floor(target / Math.PI + 0.01) + 1);
      },
      state: () => ({
        time, above, angle, hand, flow: flow(), heap: meanAngle(), outside: outside(), count,
        hash: String(particles.hash()),
      }),
      stop() {
        particles.free();
        world.free();
        for (const shape of shapes) shape.free();
      },
    };
  },
});
