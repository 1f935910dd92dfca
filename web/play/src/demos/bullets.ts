// SPDX-License-Identifier: MIT
//
// Bullets: segments against many shapes. The index names the boxes that a bullet enters, soonest first; `ray` is asked
// about the shapes in them, until the next box is entered later than the best hit.

import type { Shape2 } from 'impinge';
import { SWEEP_NEVER, SWEEP_OVERLAP, SWEEP_REST } from 'impinge';
import { Body } from '../frame/body';
import { choice, demo, shuffle, slider, toggle } from '../frame/demo';
import { drift, someHeading } from '../frame/drift';
import { add, box, dot, length, place, scale, sub, vec, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';

const ROOM = box(-8, -5, 8, 5);
const OFF = 0.001;  // from the surface, where a bullet flies on [m]

export default demo({
  id: 'bullets',
  title: 'Bullets',
  sentence: 'Segments shot at many shapes: what each one hits first, where, and which way the surface looks.',
  chapter: 'In motion',
  order: 2,
  about: [
    'Every bullet is a segment from the gun. `ray` says where it first meets a shape, and the normal there; shapes ' +
    'that are hit are red. Drag the gun, turn it by its knob, let the bullets bounce.',
    'An index finds the shapes worth asking about: it names the boxes that a bullet enters, the soonest first, and ' +
    'the search ends when the next box lies behind the best hit. Compare the numbers with asking every shape.',
    'Put the gun inside a shape: every bullet then hits at once. Click to add a shape.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.turn, HAND_KEYS.fine, HAND_KEYS.add, HAND_KEYS.remove],
  view: box(-8.4, -5.4, 8.4, 5.4),
  controls: {
    gun: choice('Gun', 'fan', { fan: 'Fan', beam: 'Beam' }),
    bullets: slider('Bullets', 48, 1, 240),
    width: slider('Width of the fan', 360, 0, 360, { step: 5, unit: '°' }),
    range: slider('Range', 12, 1, 30, { unit: 'm' }),
    bounces: slider('Bounces', 0, 0, 6),
    normals: toggle('Normals', true),
    count: slider('Shapes', 26, 0, 80, { restart: true }),
    speed: slider('Speed of the shapes', 0.4, 0, 3, { step: 0.1, unit: 'm/s' }),
    seed: shuffle(),
  },
  card: { bullets: 40, count: 16 },

  start({ imp, values, random }) {
    const { imp2 } = imp;
    class Target extends Body {
      readonly heading = someHeading(random);
      readonly half = vec(this.shape.reach, this.shape.reach);
      hits = 0;
    }
    const makers: (() => Shape2)[] = [
      () => imp2.circle(vec(0, 0), random.between(0.25, 0.6)),
      () => imp2.box(box(-random.between(0.3, 0.7), -0.3, 0.5, random.between(0.2, 0.5))),
      () => imp2.capsule(vec(-random.between(0.2, 0.6), 0), vec(0.4, 0), random.between(0.12, 0.25)),
      () => imp2.polygon([vec(-0.5, -0.4), vec(0.6, -0.3), vec(random.between(-0.3, 0.3), random.between(0.4, 0.8))]),
    ];
    const gun = { at: vec(0, 0), angle: 0 };
    const targets: Target[] = [];
    const make = (at: Vec) => {
      const it = new Target(imp2, makers[targets.length % makers.length]!(), at, random.between(0, 6));
      targets.push(it);
      return it;
    };
    for (let i = 0; i < values.count; i++) {
      let at = vec(0, 0);
      while (length(at) < 1.5) at = vec(random.between(-7.2, 7.2), random.between(-4.3, 4.3));
      make(at);
    }

    interface Path {
      points: Vec[];
      /** Where it has hit, and which way the surface looks there. */
      hits: { at: Vec; normal: Vec; time: number; target: number }[];
    }
    let paths: Path[] = [];
    let asked = 0, shot = 0;
    function shoot(): void {
      const poses = targets.map(it => it.pose), index = imp2.index();
      index.add(targets.map((it, i) => ({ box: it.shape.bounds(poses[i]!) })));
      for (const it of targets) it.hits = 0;
      asked = shot = 0;

      const first = (origin: Vec, motion: Vec) => {
        let best: Path['hits'][number] | undefined;
        shot++;
        for (const { thing, value } of targets.length ? index.castRay({ origin, motion }, targets.length) : []) {
          if (best && value > best.time) break;
          const hit = imp2.ray(targets[thing]!.shape, poses[thing]!, origin, motion);
          asked++;
          if (hit.kind === SWEEP_NEVER || hit.kind === SWEEP_REST || (best && hit.time >= best.time)) continue;
          const at = hit.kind === SWEEP_OVERLAP ? origin : hit.point;
          best = { at, normal: hit.normal, time: hit.time, target: thing };
        }
        return best;
      };
      const fly = (from: Vec, motion: Vec): Path => {
        const path: Path = { points: [from], hits: [] };
        let origin = from, left = motion;
        for (let k = 0; k <= values.bounces; k++) {
          const hit = first(origin, left);
          path.points.push(hit ? hit.at : add(origin, left));
          if (!hit) break;
          path.hits.push(hit);
          targets[hit.target]!.hits++;
          const into = dot(left, hit.normal);
          if (into >= 0) break;  // it began inside
          origin = add(hit.at, scale(hit.normal, OFF));
          left = scale(sub(left, scale(hit.normal, 2 * into)), 1 - hit.time);
        }
        return path;
      };

      const n = values.bullets, { p, q } = imp2.pose(gun.at, gun.angle);
      paths = Array.from({ length: n }, (_, i) => {
        if (values.gun === 'beam') {
          const across = n > 1 ? 4 * (i / (n - 1) - 0.5) : 0;
          return fly(place({ p, q }, vec(0, across)), vec(q.c * values.range, q.s * values.range));
        }
        // A full circle has no two ends.
        const part = values.width === 360 ? i / n : n > 1 ? i / (n - 1) - 0.5 : 0;
        const { c, s } = imp2.rot(gun.angle + part * values.width * Math.PI / 180);
        return fly(p, vec(c * values.range, s * values.range));
      });
      index.free();
    }

    const hold = hands<Target | typeof gun>({
      things: () => [...targets, gun],
      hit: (it, at, reach) => (it instanceof Target ? it.hit(at, reach) : length(sub(at, it.at)) <= 0.3 + reach),
      knob: it => (it === gun ? 1.2 : 1),
      add: make,
      remove(it) {
        if (!(it instanceof Target)) return;
        it.shape.free();
        targets.splice(targets.indexOf(it), 1);
      },
      changed: shoot,
    });
    shoot();

    return {
      ...hold.handlers,
      changed: shoot,
      step(dt) {
        for (const it of targets) if (it !== hold.held) drift(it, values.speed * dt, ROOM);
        shoot();
      },
      draw(painter) {
        for (const it of targets) it.draw(painter, it.hits ? 'touching' : 'free', { chosen: it === hold.chosen });
        for (const { points } of paths) painter.line(points, 'helper', { width: 1 });
        const hits = paths.flatMap(it => it.hits);
        const size = Math.max(0.4, 14 * painter.pixel);
        if (values.normals) {
          for (const { at, normal } of hits) painter.arrow(at, scale(normal, size), 'answer', { width: 1.4 });
        }
        for (const { at } of hits) painter.point(at, 'answer', { width: 2.5 });
        if (values.gun === 'beam') {
          const q = imp2.rot(gun.angle), half = vec(-2 * q.s, 2 * q.c);
          painter.segment(sub(gun.at, half), add(gun.at, half), 'still', { width: 4 });
        }
        painter.circle(gun.at, 0.25, 'still', { chosen: hold.chosen === gun });
        hold.draw(painter);
      },
      answers: () => [
        ['bullets that hit', `${paths.filter(it => it.hits.length).length} of ${paths.length}`],
        ['shapes that are hit', `${targets.filter(it => it.hits).length} of ${targets.length}`, 'touching'],
        ['shapes asked about', asked, 'answer'],
        ['without an index', (shot * targets.length).toLocaleString('en')],
      ],
      state: () => ({
        gun: { ...gun },
        targets: targets.map(({ at, angle, hits, points, radius }) => ({ at, angle, hits, points, radius })),
        paths, asked, shot, chosen: [...targets, gun].findIndex(it => it === hold.chosen),
      }),
      stop() {
        for (const { shape } of targets) shape.free();
      },
    };
  },
});
