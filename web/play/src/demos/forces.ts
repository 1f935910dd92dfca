// SPDX-License-Identifier: MIT
//
// Every kind of force at once: weight, air and its gusts, a pool, springs, what pulls, what bursts. particles.ts has
// the particles with their hands.

import {
  END_PARTICLE, FORCE_ATTRACTOR, FORCE_BUNGEE, FORCE_BUOYANCY, FORCE_DRAG, FORCE_EXPLOSION, FORCE_SPRING, SOLID_BOX,
  SOLID_HALF_SPACE, type Force2,
} from 'impinge';
import { demo, slider, toggle } from '../frame/demo';
import { box, length, sub, vec, type Vec } from '../frame/geometry';
import { HAND_KEYS } from '../frame/hands';
import { grains, type Grain } from '../frame/particles';

const SIDE = 6.6, BANK = -1.7, SHORE = 0.8, SURFACE = -1.9, BOTTOM = -4.4;  // of the ground and the pool [m]
const DENSITIES = [0.2, 0.4, 0.6, 0.8, 0.95, 1.2, 1.6];  // of the balls; that of the water is 1
const BALL = 0.33, DROP = 0.06, KNOT = 0.07;  // radii [m]
const DROP_MASS = 0.02, KNOT_MASS = 0.04;  // [kg]
const DROPS = 1, BALLS = 2, KNOTS = 4, ALL = DROPS | BALLS | KNOTS;  // groups
const LIFE = 5;  // of a drop [s]
const NET = { at: vec(-2.8, 3.6), columns: 7, rows: 5, step: 0.4, stiffness: 150, damping: 0.2 };
const GUST = 4, NEAR = 0.8, BURST = 3;  // size of a gust, softening of what pulls, reach of what bursts [m]
const EVERY = 1.3, SHOWN = 0.11;  // from arrow to arrow, and how long one is for 1 m/s [m]
const RING = 20;  // steps that a burst is seen
const READ = 9;  // pixels of a ball's radius, from which on its number is written on it

/** '.95', which fits on a ball. */
const short = (density: number) => String(density).replace(/^0/, '');

export default demo({
  id: 'forces',
  title: 'Forces',
  sentence: 'A fountain, a net, floating balls: in wind, under weight, pulled by the pointer and blown apart.',
  chapter: 'A world',
  order: 12,
  about: [
    'The arrows are the air. Gusts are waves that the wind carries along; the net shows them best. Drag is what the ' +
    'air does to what moves in it, so without drag there is no wind either.',
    'In the pool each ball displaces its circle. Numbers are densities, that of the water is 1: less floats, more ' +
    'sinks, and as much of a ball is under as its number says.',
    'The pointer pulls, or pushes below 0. Click to let something burst there. Drag balls and knots of the net.',
  ],
  keys: [HAND_KEYS.choose, ['←↑↓→', 'pull the chosen one'], ['Enter', 'burst'], HAND_KEYS.remove],
  view: box(-6.8, -4.8, 6.8, 4.6),
  shares: ['particles'],
  controls: {
    wind: slider('Wind', 4, -12, 12, { step: 0.5, unit: 'm/s' }),
    gusts: slider('Gusts', 4, 0, 12, { step: 0.5, unit: 'm/s' }),
    drag: slider('Drag', 0.06, 0, 0.4, { step: 0.02, unit: 'N s/m' }),
    pull: slider('Pointer pulls', 20, -80, 80, { step: 5, unit: 'm³/s²' }),
    burst: slider('A burst gives', 12, 0, 30, { unit: 'm/s' }),
    fountain: slider('Fountain', 50, 0, 120, { step: 5, unit: '/ s' }),
    water: slider('Density of water', 1, 0, 3, { step: 0.1 }),
    gravity: slider('Gravity', 9.8, 0, 20, { step: 0.2, unit: 'm/s²', restart: true }),
    net: toggle('A net of springs', true, { restart: true }),
  },

  start({ imp, values, held, random, redraw }) {
    const { imp2 } = imp, gravity = vec(0, -values.gravity);
    const particles = imp2.particles({ gravity, collide: true, material: { friction: 0.2, restitution: 0.4 } });
    const still = { c: 1, s: 0 };
    const block = (x0: number, y0: number, x1: number, y1: number, id: bigint) => ({
      kind: SOLID_BOX, pose: { p: vec((x0 + x1) / 2, (y0 + y1) / 2), q: still },
      half: vec((x1 - x0) / 2, (y1 - y0) / 2), id,
    });
    const wall = (at: Vec, half: Vec, id: bigint) => ({ kind: SOLID_HALF_SPACE, pose: { p: at, q: still }, half, id });
    const solids = [
      block(-SIDE - 1, BOTTOM - 1, SHORE, BANK, 1n), wall(vec(0, BOTTOM), vec(0, 1), 2n),
      wall(vec(-SIDE, 0), vec(1, 0), 3n), wall(vec(SIDE, 0), vec(-1, 0), 4n),
    ];

    // What there is
    const it = grains({
      particles, held,
      gone(grain) {
        threads = threads.filter(thread => !thread.ends.includes(grain));
      },
    });
    const balls = DENSITIES.map((density, i) => {
      const position = vec(SHORE + 0.5 + i * 0.79, SURFACE + 0.6), mass = density * Math.PI * BALL * BALL;
      return { density, grain: it.put({ position, mass, radius: BALL, groups: BALLS }) };
    });
    const knots: Grain[] = [];
    let threads: { ends: readonly [Grain] | readonly [Grain, Grain]; from: Vec; length: number }[] = [];
    function thread(kind: number, a: Grain, b: Grain | Vec): void {
      const other = 'number' in b ? b : undefined, at = other ? other.at : b as Vec, size = length(sub(at, a.at));
      const { stiffness: strength, damping } = NET;
      particles.addForce({
        kind, a: { kind: END_PARTICLE, particle: a.number }, strength, damping, length: size,
        b: other ? { kind: END_PARTICLE, particle: other.number } : { point: at },
      });
      threads.push({ ends: other ? [a, other] : [a], from: at, length: size });
    }
    if (values.net) {
      const { at, columns, rows, step } = NET;
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const position = vec(at.x + column * step, at.y - (row + 1) * step);
          const knot = it.put({ position, mass: KNOT_MASS, radius: KNOT, groups: KNOTS, damping: 0.2 }, 'still');
          const left = column ? knots.at(-1) : undefined, above = knots[knots.length - columns];
          if (left) thread(FORCE_SPRING, knot, left);
          if (above) thread(FORCE_SPRING, knot, above);
          else thread(FORCE_BUNGEE, knot, vec(position.x, at.y));
          knots.push(knot);
        }
      }
    }
    let drops: { number: number; born: number }[] = [], owed = 0, time = 0;

    // Forces that the controls and the pointer change
    let center = vec(3, 1.5);
    const winds = (): [Force2, Force2] => {
      const air = { kind: FORCE_DRAG, vector: vec(values.wind, 0), strength: values.gusts, length: GUST };
      return [
        { ...air, groups: BALLS | KNOTS, linear: values.drag },
        { ...air, groups: DROPS, linear: values.drag / 4 },  // smaller ones have less
      ];
    };
    const pool = (): Force2 => ({
      kind: FORCE_BUOYANCY, groups: ALL, vector: vec(0, 1), center: vec(0, SURFACE), strength: values.water,
      linear: 0.5 * values.water,
    });
    const puller = (): Force2 => ({ kind: FORCE_ATTRACTOR, groups: ALL, center, strength: values.pull, length: NEAR });
    const forces = () => [...winds(), pool(), puller()];
    const numbers = forces().map(force => particles.addForce(force));

    let bursts: { at: Vec; age: number }[] = [];
    /** As much speed for each kind of thing, whatever it weighs; of balls the light ones fly farther. */
    function burst(at: Vec): void {
      const masses = [[DROPS, DROP_MASS], [KNOTS, KNOT_MASS], [BALLS, 0.2]] as const;
      for (const [groups, mass] of masses) {
        particles.addForce({ kind: FORCE_EXPLOSION, groups, center: at, strength: values.burst * mass, length: BURST });
      }
      bursts.push({ at, age: 0 });
      redraw();
    }

    // The air is asked by things that have no choice but to go with it
    const air = imp2.particles({ subSteps: 1 });
    const windAt = air.addForce(winds()[0]);
    const spots: Vec[] = [];
    for (let x = -5.85; x < SIDE; x += EVERY) {
      for (let y = -1.2; y < 4.8; y += EVERY) spots.push(vec(Math.fround(x), Math.fround(y)));
    }
    air.add(spots.map(position => ({ position, mass: 1, groups: BALLS })));
    let speeds: Vec[] = spots.map(() => vec(0, 0));
    function askAir(dt: number): void {
      air.setForce(windAt, { ...winds()[0], linear: 1e6 });
      spots.forEach((position, i) => air.set(i, { position, mass: 1, groups: BALLS }));
      air.step([], dt);
      const places = air.positions();
      speeds = spots.map(({ x, y }, i) => vec((places[2 * i]! - x) / dt, (places[2 * i + 1]! - y) / dt));
    }

    function runFountain(dt: number): void {
      time += dt;
      const old = drops.filter(it => time - it.born > LIFE);
      if (old.length) particles.remove(old.map(it => it.number));
      drops = drops.filter(it => time - it.born <= LIFE);
      for (owed += values.fountain * dt; owed >= 1; owed--) {
        const position = vec(-4.9 + random.between(-0.1, 0.1), BANK + 0.3 + random.between(0, 0.15));
        const velocity = vec(random.between(-0.6, 0.9), random.between(8, 9.2));
        const drop = { position, velocity, mass: DROP_MASS, radius: DROP, groups: DROPS };
        drops.push({ number: particles.add([drop])[0]!, born: time });
      }
    }

    const fastest = () => Math.max(...speeds.map(length));
    return {
      step(dt) {
        forces().forEach((force, i) => particles.setForce(numbers[i]!, force));
        runFountain(dt);
        it.step(() => particles.step(solids, dt));
        askAir(dt);
        bursts = bursts.map(({ at, age }) => ({ at, age: age + 1 })).filter(({ age }) => age < RING);
      },
      draw(painter) {
        if (values.water) painter.box(box(SHORE, BOTTOM, SIDE, SURFACE), 'answer', { faint: true });
        painter.box(box(-SIDE, BOTTOM, SHORE, BANK), 'still');
        painter.box(box(-SIDE, BOTTOM - 0.3, SIDE, BOTTOM), 'still');
        spots.forEach((at, i) => {
          const { x, y } = speeds[i]!, by = vec(x * SHOWN, y * SHOWN);
          painter.arrow(vec(at.x - by.x / 2, at.y - by.y / 2), by, 'helper', { faint: true, width: 1.2 });
        });
        painter.box(box(-5.2, BANK, -4.6, BANK + 0.3), 'still');
        const places = particles.positions(), radii = new Float32Array(places.length / 2).fill(DROP);
        painter.circles(places, radii, 'answer', drops.map(drop => drop.number));
        for (const { ends: [a, b], from, length: size } of threads) {
          const to = b ? b.at : from;
          painter.strained(a.at, to, 2 * (length(sub(to, a.at)) / size - 1), { width: 1.5 });
        }
        if (values.net) {
          const end = NET.at.x + (NET.columns - 1) * NET.step;
          painter.box(box(NET.at.x - 0.2, NET.at.y, end + 0.2, NET.at.y + 0.12), 'still');
        }
        it.draw(painter);
        const readable = BALL > READ * painter.pixel;
        for (const { density, grain } of balls) {
          if (readable && it.all.includes(grain)) painter.label(grain.at, short(density), { dy: 0 });
        }
        if (values.pull) {
          painter.circle(center, NEAR / 2, 'helper', { hollow: true, dashed: true });
          painter.point(center, values.pull > 0 ? 'answer' : 'touching', { width: 5 });
        }
        for (const { at, age } of bursts) {
          painter.circle(at, BURST * (age + 1) / RING, 'touching', { hollow: true, faint: age > RING / 2 });
        }
      },
      answers: () => [
        ['particles', particles.count().count], ['forces', particles.stats().forces],
        ['fastest air', `${fastest().toFixed(1)} m/s`, 'helper'], ['impacts in a step', particles.stats().impacts],
      ],
      grab(at, reach) {
        const taken = it.handlers.grab(at, reach);
        if (taken || !values.pull) return taken;
        let moved = false;
        center = at;
        return {
          move(to) {
            moved ||= length(sub(to, at)) > reach;
            center = to;
          },
          drop() {
            if (!moved) burst(at);
          },
        };
      },
      click: burst,
      hover(at, reach) {
        if (at) center = at;
        return it.handlers.hover(at, reach);
      },
      key(key, fine) {
        if (key === 'Enter') burst(center);
        return key === 'Enter' || it.handlers.key(key, fine);
      },
      state: () => ({
        balls: balls.filter(({ grain }) => it.all.includes(grain))
          .map(({ density, grain: { at } }) => ({ density, at })),
        knots: knots.map(knot => knot.at), drops: drops.length, center, air: speeds, bursts: bursts.length,
        hash: String(particles.hash()),
      }),
      stop() {
        particles.free();
        air.free();
      },
    };
  },
});
