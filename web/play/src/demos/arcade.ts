// SPDX-License-Identifier: MIT
//
// Things without spin in a room that stands still, by `respondArcade`: what touches answers first, then the thing
// moves, and it moves by sweeps, so that nothing is passed through at any speed. The order of a step is what this file
// is about.

import type { Hit2, Shape2 } from 'impinge';
import { SWEEP_HIT, SWEEP_OVERLAP, SWEEP_TOUCH } from 'impinge';
import { Body } from '../frame/body';
import { button, demo, shuffle, slider, toggle } from '../frame/demo';
import { add, box, clamp, dot, inBox, length, scale, sub, vec, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';

const ROOM = box(-8, -5, 8, 5), THICK = 0.2;
const GRAVITY = 9.81;
const MARGIN = 0.001;  // nearer than this counts as standing on it [m]
const SKIN = MARGIN / 2;  // what a sweep leaves free, so that rounding makes no overlap of a touch [m]
const KICK = 60;  // five times as far in a step as a wall is thick [m/s]
const AWAKE = 3;  // how long a thing rests before it rains again [s]

const SLOPES = [
  ...[10, 20, 30, 40, 50].map((angle, i) => ({ angle, at: vec(-6 + 3 * i, -2.6), way: -1 })),
  ...[45, 35, 25, 15].map((angle, i) => ({ angle, at: vec(-4.5 + 3 * i, 1), way: 1 })),
];
const tan = (degrees: number) => Math.tan(degrees * Math.PI / 180);
const angleOf = (friction: number) => `${(Math.atan(friction) * 180 / Math.PI).toFixed(1)}°`;

export default demo({
  id: 'arcade',
  title: 'Arcade room',
  sentence: 'Things fall, bounce, slide and come to rest, on slopes that hold them and slopes that do not.',
  chapter: 'In motion',
  order: 3,
  about: [
    'Things rain on slopes: yellow in flight, red where they bounce or slide, grey once they stand still. Each slope ' +
    'says how steep it is: blue ones hold what has come to rest, red ones do not. A slope holds when the tangent of ' +
    'its angle is no more than the static friction. What slides already is slowed by the lesser friction alone.',
    '`respondArcade` is the whole answer to a contact, for things that do not spin: bounce, friction, and standing ' +
    'really still. Throw something, or kick all: things move by sweeps, so the thin walls hold at any speed. Without ' +
    'sweeps they move first and are pushed out afterwards; kick them then.',
    'Things take no notice of each other: this is about one thing against a room that stands still.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.add, HAND_KEYS.remove, ['K', 'kick all']],
  view: box(-8.6, -5.5, 8.6, 5.5),
  controls: {
    bounce: slider('Bounce', 0.4, 0, 1, { step: 0.05 }),
    friction: slider('Friction', 0.3, 0, 1.5, { step: 0.05 }),
    static: slider('Static friction', 0.6, 0, 1.5, { step: 0.05 }),
    count: slider('Things', 24, 0, 80, { restart: true }),
    sweeps: toggle('Move by sweeps', true),
    rain: toggle('What has rested rains again', true),
    kick: button('Kick all', 'k'),
    seed: shuffle(),
  },
  card: { count: 20, bounce: 0.5 },

  start({ imp, values, random }) {
    const { imp2 } = imp;

    // The room: it never moves, so that its poses and its index are made once.
    const wall = (x0: number, y0: number, x1: number, y1: number) =>
      new Body(imp2, imp2.box(box(x0, y0, x1, y1)), vec(0, 0));
    const { lower, upper } = ROOM;
    const left = lower.x - THICK, right = upper.x + THICK, floor = lower.y - THICK, roof = upper.y + THICK;
    const standing = [
      wall(left, floor, right, lower.y), wall(left, upper.y, right, roof),
      wall(left, lower.y, lower.x, upper.y), wall(upper.x, lower.y, right, upper.y),
      ...SLOPES.map(({ angle, at, way }) =>
        new Body(imp2, imp2.box(box(-1.3, -0.08, 1.3, 0.08)), at, way * angle * Math.PI / 180)),
    ].map(body => ({ body, shape: body.shape, pose: body.pose }));
    const index = imp2.index();
    index.add(standing.map(({ shape, pose }) => ({ box: shape.bounds(pose) })));

    class Mover extends Body {
      velocity = vec(0, 0);
      touching = false;
      rested = 0;  // for how long [s]
      before = this.at;

      get resting(): boolean {
        return this.touching && length(this.velocity) < 1e-3;
      }
    }
    const makers: (() => Shape2)[] = [
      () => imp2.circle(vec(0, 0), random.between(0.2, 0.4)),
      () => imp2.capsule(vec(0, -0.2), vec(0, 0.2), random.between(0.18, 0.26)),
      () => imp2.box(box(-0.25, -0.25, 0.25, 0.25)),
    ];
    const above = () => vec(random.between(-7.4, 7.4), random.between(3, 4.5));
    const movers: Mover[] = [];
    const make = (at: Vec) => {
      const it = new Mover(imp2, makers[movers.length % makers.length]!(), at);
      movers.push(it);
      return it;
    };
    for (let i = 0; i < values.count; i++) make(vec(random.between(-7.4, 7.4), random.between(-1, 4.5)));

    /** What of the room a thing could meet within a step: around it, as far as it is fast. */
    function near(it: Mover, dt: number) {
      const reach = length(it.velocity) * dt + MARGIN, bounds = it.shape.bounds(it.pose), by = vec(reach, reach);
      const around = { lower: sub(bounds.lower, by), upper: add(bounds.upper, by) };
      return Array.from(index.queryBox(around), i => standing[i]!);
    }

    function step(it: Mover, dt: number): void {
      const surface = { restitution: values.bounce, friction: values.friction };
      const fall = vec(0, -GRAVITY * dt);
      const respond = (normal: Vec) => {
        it.touching = true;
        it.velocity = imp2.respondArcade(it.velocity, normal, surface, fall, values.static);
      };
      it.velocity = add(it.velocity, fall);
      it.touching = false;
      const around = near(it, dt);
      for (const { shape, pose } of around) {
        const { count, normal } = imp2.collide(shape, pose, it.shape, it.pose, MARGIN);
        if (count > 0) respond(normal);
      }
      if (!values.sweeps) {
        it.at = add(it.at, scale(it.velocity, dt));
        for (const { shape, pose } of around) {
          const { count, normal, depth } = imp2.collide(shape, pose, it.shape, it.pose);
          if (count > 0) it.at = add(it.at, scale(normal, depth));
        }
        return;
      }
      // To the first touch, bounce, and on with the time that is left; in a tight corner that is given up.
      for (let tries = 0, time = dt; tries < 4 && time > 0; tries++) {
        const motion = scale(it.velocity, time);
        let first: Hit2 | undefined;
        for (const { shape, pose } of around) {
          const hit = imp2.cast(shape, pose, it.shape, it.pose, motion);
          const meets = hit.kind === SWEEP_HIT || hit.kind === SWEEP_TOUCH || hit.kind === SWEEP_OVERLAP;
          if (meets && (!first || hit.time < first.time)) first = hit;
        }
        if (!first) {
          it.at = add(it.at, motion);
          break;
        }
        const closing = -dot(motion, first.normal);
        const part = closing > 0 ? Math.max(first.time - SKIN / closing, 0) : first.time;
        if (first.kind === SWEEP_OVERLAP) it.at = add(it.at, scale(first.normal, first.depth + SKIN));
        else it.at = add(it.at, scale(motion, part));
        time -= time * part;
        respond(first.normal);
      }
    }

    /** The friction of what stands: where the static one is smaller, the other is taken. */
    const holding = () => Math.max(values.static, values.friction);

    let lost = 0;
    function drop(it: Mover): void {
      it.at = above();
      it.velocity = vec(0, 0);
      it.rested = 0;
    }

    const hold = hands<Mover>({
      things: () => movers,
      hit: (it, at, reach) => it.hit(at, reach),
      add: make,
      remove(it) {
        it.shape.free();
        movers.splice(movers.indexOf(it), 1);
      },
      changed(it) {  // no hand takes anything through a wall
        it.at = vec(clamp(it.at.x, lower.x + 0.5, upper.x - 0.5), clamp(it.at.y, lower.y + 0.5, upper.y - 0.5));
      },
    });

    return {
      ...hold.handlers,
      press(name) {
        if (name !== 'kick') return;
        for (const it of movers) it.velocity = scale(vec(random.between(-1, 1), random.between(-1, 1)), KICK);
      },
      step(dt) {
        for (const it of movers) {
          if (it === hold.held) {  // it is thrown when it is let go
            it.velocity = scale(sub(it.at, it.before), 1 / dt);
            it.touching = false;
          } else {
            step(it, dt);
          }
          it.before = it.at;
          it.rested = it.resting && it !== hold.chosen ? it.rested + dt : 0;
          if (values.rain && it.rested > AWAKE + (movers.indexOf(it) % 7) / 3) drop(it);
          if (it !== hold.held && !inBox(ROOM, it.at, 4)) {
            lost++;
            drop(it);
          }
        }
      },
      draw(painter) {
        for (const { body } of standing) body.draw(painter, 'still');
        for (const { angle, at, way } of SLOPES) {
          const role = tan(angle) <= holding() ? 'answer' : 'touching';
          const { c, s } = imp2.rot(way * angle * Math.PI / 180), below = 0.1 + 17 * painter.pixel;
          painter.label(add(at, scale(vec(s, -c), below)), `${angle}°`, { role, dy: 0 });
        }
        for (const it of movers) {
          it.draw(painter, it.resting ? 'still' : it.touching ? 'touching' : 'free', { chosen: it === hold.chosen });
        }
        hold.draw(painter);
      },
      answers: () => [
        ['at rest', `${movers.filter(it => it.resting).length} of ${movers.length}`, 'still'],
        ['through a wall', lost, lost ? 'touching' : undefined],
        ['rest up to', angleOf(holding()), 'answer'],
        ['are slowed up to', angleOf(values.friction)],
      ],
      state: () => ({
        things: movers.map(({ at, velocity, touching, resting }) => ({ at, velocity, touching, resting })),
        lost, chosen: movers.findIndex(it => it === hold.chosen),
      }),
      stop() {
        index.free();
        for (const { shape } of [...standing, ...movers]) shape.free();
      },
    };
  },
});
