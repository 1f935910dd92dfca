// SPDX-License-Identifier: MIT
//
// When does a ball that bounces come to rest? Two rules beside each other, and the speeds that they compare.
// particles.ts has the particles with their hands.

import { REST_CLASSIC, REST_IMPACT, REST_OFF, SOLID_HALF_SPACE } from 'impinge';
import { choice, demo, slider, type Answer } from '../frame/demo';
import { box, clamp, vec, type Vec } from '../frame/geometry';
import { energyOf, grains, PARTICLE_KEYS, type Grain } from '../frame/particles';
import type { Painter, Role } from '../frame/painter';

const HALF = 2, APART = 2.17;  // half the width of a room, and from the middle of the picture to that of each [m]
const BALL = 0.18, FALL = 3.4;  // its radius, and from how high it falls [m]
const SLOW = 0.1;  // `restSpeed`: slower impacts never bounce [m/s]
const BAR = 0.13, MOST = 3.6;  // how wide a bar is, and how high at most; 1 m is 1 m/s [m]
const CURVE = 20;  // of the energies, so many seconds are shown
const STEP = 1 / 60;

const RULES = { impact: REST_IMPACT, classic: REST_CLASSIC, off: REST_OFF };
type Rule = keyof typeof RULES;
const NAMES: Record<Rule, string> = { impact: 'Library', classic: 'Classic', off: 'Off' };
const ROLES: Record<Rule, Role> = { impact: 'answer', classic: 'free', off: 'touching' };
const EVERY = Object.keys(RULES) as Rule[];
const FLOOR = { kind: SOLID_HALF_SPACE, half: vec(0, 1), id: 1n };

/** The last contact of a ball: speeds upward and downward [m/s]. */
interface Contact {
  /** What the forces of the step cause, as the rule counts it. */
  caused: number;
  /** At which the ball closes in on what is below. */
  closing: number;
  /** As the step ends. */
  after: number;
}

export default demo({
  id: 'rest',
  title: 'Rest',
  sentence: 'A ball that bounces less and less, and the rule that says when it lies.',
  chapter: 'A world',
  order: 11,
  about: [
    'Gravity makes a ball that lies on the floor a little faster in every step, and the floor has to take that away ' +
    'again. If this bounced, the ball would hop for ever. So a rule has to tell a bounce from lying.',
    'The bars at the chosen ball are its last contact, 1 m for 1 m/s. Grey: what the rule holds to be the work of ' +
    'the forces. Yellow: the speed at which it closes in; red, if it bounces. Blue: the speed that it then has.',
    'The library lets bounce what comes faster than twice what one step causes, its grey bar, with the speed that it ' +
    'has when it touches. The classic rule takes the speed at the end of the step, and bounces what the forces have ' +
    'not caused. Off: all of it bounces.',
    'The curves below are the energy of a ball that should bounce for ever, with each rule. Try few steps in a ' +
    'second. Click to add a ball, drag and throw one.',
  ],
  keys: PARTICLE_KEYS,
  view: box(-4.4, -0.8, 4.4, 5.4),
  shares: ['particles'],
  controls: {
    left: choice<Rule>('Left', 'impact', NAMES, { restart: true }),
    right: choice<Rule>('Right', 'off', NAMES, { restart: true }),
    restitution: slider('Restitution', 0.6, 0, 1, { step: 0.05, restart: true }),
    rate: choice<'30' | '60' | '240'>('Steps', '60', { 30: '30 Hz', 60: '60 Hz', 240: '240 Hz' }, { restart: true }),
    gravity: slider('Gravity', 9.8, 0.2, 25, { step: 0.2, unit: 'm/s²', restart: true }),
  },

  start({ imp, values, held }) {
    const { imp2 } = imp, { gravity, restitution } = values, time = 1 / Number(values.rate);
    const down = vec(0, -gravity), kind = SOLID_HALF_SPACE;
    let owed = 0, run = 0;  // steps, in time [s]

    /** One of the two rooms. A step has one sub-step: what the rule compares is then that of the step. */
    function room(rule: Rule, side: number) {
      const middle = side * APART;
      const particles = imp2.particles({
        gravity: down, subSteps: 1, collide: true, material: { restitution }, rest: RULES[rule], restSpeed: SLOW,
      });
      const solids = [
        FLOOR, { kind, pose: { p: vec(middle - HALF, 0), q: { c: 1, s: 0 } }, half: vec(1, 0), id: 2n },
        { kind, pose: { p: vec(middle + HALF, 0), q: { c: 1, s: 0 } }, half: vec(-1, 0), id: 3n },
      ];
      const add = (at: Vec) => it.put({
        position: vec(clamp(at.x, middle - HALF + BALL, middle + HALF - BALL), Math.max(at.y, BALL)),
        mass: 1, radius: BALL,
      });
      const it = grains({
        particles, held, add,
        gone(grain) {
          if (grain === watched) watched = it.all[0];
        },
      });
      let watched: Grain | undefined = add(vec(middle - 1.3, BALL + FALL));
      let last: Contact | undefined;
      add(vec(middle + 0.3, BALL + FALL / 2));
      for (let k = 0; k < 5; k++) add(vec(middle + 1.4, (2.4 * k + 1.2) * BALL));  // a pile

      const look = () => {
        const { number } = watched!, ball = particles.get(number);
        let impulse = 0;  // upward; the mass is 1
        for (const { a, b, impulse: { y } } of particles.contacts()) {
          impulse += a === number ? -y : b === number ? y : 0;
        }
        if (impulse <= 0) return;
        const after = ball.velocity.y, bounces = after > 1e-3, caused = gravity * time;
        if (rule === 'impact') {
          const closing = bounces ? impulse / (1 + restitution) : impulse - after;
          last = { caused: Math.max(2 * caused, SLOW), closing, after };
        } else {
          last = { caused: rule === 'off' ? 0 : caused, closing: impulse - after, after };
        }
      };
      return {
        it, rule, middle, particles,
        get watched() {
          return watched;
        },
        get last() {
          return last;
        },
        step() {
          const { chosen } = it;
          if (chosen && chosen !== watched) [watched, last] = [chosen, undefined];
          it.step(() => particles.step(solids, time));
          if (watched) look();
        },
        fastest: () => Math.max(0, ...it.all.map(({ number }) => {
          const { velocity } = particles.get(number);
          return Math.hypot(velocity.x, velocity.y);
        })),
      };
    }
    type Room = ReturnType<typeof room>;
    const rooms = [room(values.left, -1), room(values.right, 1)] as const;
    let active: Room = rooms[0];
    const roomAt = (at: Vec) => (active = at.x < 0 ? rooms[0] : rooms[1]);

    // A ball alone that loses nothing, with every rule
    const ideal = EVERY.map(rule => {
      const particles = imp2.particles({
        gravity: down, subSteps: 1, material: { restitution: 1 }, rest: RULES[rule], restSpeed: SLOW,
      });
      particles.add([{ position: vec(0, FALL), mass: 1, radius: 0 }]);
      const whole = energyOf(particles, [0], gravity);
      return { rule, particles, points: [] as Vec[], kept: () => energyOf(particles, [0], gravity) / whole };
    });

    function stepOnce(): void {
      for (const it of rooms) it.step();
      for (const { particles } of ideal) particles.step([FLOOR], time);
    }

    function drawBars(painter: Painter, { watched, last, rule }: Room): void {
      if (!watched || !last) return;
      const { caused, closing, after } = last, bounces = after > 1e-3, rise = Math.max(after, 0);
      const bars: [number, Role, string][] = [
        [caused, 'still', 'forces'], [closing, bounces ? 'touching' : 'free', 'closing'], [rise, 'answer', 'after'],
      ];
      const x0 = watched.at.x + BALL + 0.12;
      bars.forEach(([speed, role], k) => {
        const x = x0 + k * (BAR + 0.05), height = Math.min(speed, MOST);
        if (height > 0) painter.box(box(x, 0, x + BAR, height), role);
      });
      if (rule !== 'off') {
        const y = Math.min(caused, MOST);
        painter.segment(vec(x0 - 0.06, y), vec(x0 + 3 * BAR + 0.16, y), 'helper', { dashed: true });
      }
    }

    return {
      step(dt) {
        run += dt;
        for (owed += dt; owed > time / 2; owed -= time) stepOnce();
        for (const { points, kept } of ideal) {
          points.push(vec(run, 100 * kept()));
          if (points.length * STEP > CURVE) points.shift();
        }
      },
      draw(painter) {
        for (const it of rooms) {
          const { middle } = it, left = middle - HALF, right = middle + HALF;
          painter.box(box(left, -0.2, right, 0), 'still');
          painter.box(box(left - 0.15, -0.2, left, 4.6), 'still');
          painter.box(box(right, -0.2, right + 0.15, 4.6), 'still');
          painter.label(vec(middle, -0.2), NAMES[it.rule], { role: ROLES[it.rule], dy: 13 });
          it.it.draw(painter);
          if (it.watched) painter.point(it.watched.at, 'still', { width: 3 });
          drawBars(painter, it);
        }
      },
      answers: () => rooms.flatMap(({ rule, last, fastest }): Answer[] => [
        [`${NAMES[rule]}: closing at`, last ? `${last.closing.toFixed(3)} m/s` : '–',
          last && (last.after > 1e-3 ? 'touching' : 'free')],
        [`${NAMES[rule]}: by forces`, last && rule !== 'off' ? `${last.caused.toFixed(3)} m/s` : '–',
          last && rule !== 'off' ? 'still' : undefined],
        [`${NAMES[rule]}: after it`, last ? `${Math.max(last.after, 0).toFixed(3)} m/s` : '–', last && 'answer'],
        [`${NAMES[rule]}: fastest ball`, `${fastest().toFixed(3)} m/s`],
      ]),
      charts: () => [{
        title: 'Energy, restitution 1', unit: '%', from: Math.max(0, run - CURVE), to: Math.max(run, CURVE), top: 200,
        lines: ideal.map(({ rule, points }) => ({
          name: NAMES[rule], role: ROLES[rule], points, said: points.length ? `${points.at(-1)!.y.toFixed(1)} %` : '',
        })),
      }],
      grab: (at, reach) => roomAt(at).it.handlers.grab(at, reach),
      click: at => roomAt(at).it.handlers.click(at),
      hover: (at, reach) => rooms.some(({ it }) => it.handlers.hover(at, reach)),
      key: (key, fine) => active.it.handlers.key(key, fine),
      state: () => ({
        run, energy: Object.fromEntries(ideal.map(({ rule, kept }) => [rule, kept()])),
        rooms: rooms.map(({ rule, it, last, particles, fastest }) => ({
          rule, last, fastest: fastest(), hash: String(particles.hash()), balls: it.all.map(ball => ball.at),
        })),
      }),
      stop() {
        for (const { particles } of [...rooms, ...ideal]) particles.free();
      },
    };
  },
});
