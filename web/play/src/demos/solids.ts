// SPDX-License-Identifier: MIT
//
// All kinds of shapes of space, and what each is asked alone: the nearest point, the farthest in a direction, the box
// around it, its mass and how it resists turning.

import { choice, demo, shuffle, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, dot3, length3, scale3, sub3, turned, unit3, vec3 } from '../frame/geometry3';
import { Body3, freeAll, HAND_KEYS3, hands3, type Thing3 } from '../frame/hands3';
import { KINDS3, someShape, type Kind3 } from '../frame/kinds3';
import { Scene3 } from '../frame/scene3';
import { View3 } from '../frame/view3';
import type { Vec3 } from 'impinge';

const CENTER = vec3(0, 0, 1.2);

export default demo({
  id: 'solids',
  title: 'Shapes of space',
  sentence: 'Boxes, hulls, triangles, spheres, capsules, cylinders and cones, each with what can be asked of it.',
  chapter: 'In space',
  order: 1,
  space: true,
  about: [
    'Every kind of convex shape. The blue point goes around; every shape says which of its points is nearest to it, ' +
    'and how far that is. A shape that contains the point, or touches another one, is red.',
    'Drag a shape to move it, turn it by its knob, drag the empty ground to go around, pinch or use the wheel to ' +
    'come nearer. The blue point can be dragged, too.',
    'Or ask something else: which point of a shape is its `support`, the farthest in the direction from the middle ' +
    'to the blue point; the upright `bounds`; or `mass`, with the principal axes, longer where it is harder to turn.',
  ],
  keys: [HAND_KEYS3.choose, HAND_KEYS3.move, HAND_KEYS3.away, HAND_KEYS3.turn, HAND_KEYS3.fine, HAND_KEYS3.view],
  view: box(-5.6, -3.7, 5.6, 3.7),
  controls: {
    ask: choice('Asked for', 'closest', {
      closest: 'Nearest point', support: 'Support', bounds: 'Bounds', mass: 'Mass',
    }),
    speed: slider('The point goes around', 20, -90, 90, { unit: '°/s' }),
    seed: shuffle('Other hulls'),
  },
  card: { speed: 30 },

  start({ imp, values, random }) {
    const { imp3 } = imp, view = new View3(vec3(0, 0, 0.7), 13), scene = new Scene3(view, 6);
    const kinds = Object.keys(KINDS3) as Kind3[];
    const bodies = kinds.map((kind, i) => {
      const { c, s } = imp.imp2.rot(i / kinds.length * 2 * Math.PI);
      const body = new Body3(imp3, someShape(imp3, kind, random), vec3(3.2 * c, 3.2 * s, 1.1));
      body.turn = imp3.rot(unit3(vec3(random.between(-1, 1), random.between(-1, 1), 0.5)), random.between(0, 0.8));
      return body;
    });
    const probe: Thing3 = { at: vec3(1.7, 0, 1.5), size: 0 };

    interface Said {
      touches: boolean;
      nearest: Vec3;
      distance: number;
      support: Vec3;
    }
    let said: Said[] = [];
    function ask(): void {
      const way = sub3(probe.at, CENTER), direction = length3(way) > 1e-3 ? way : vec3(0, 0, 1);
      said = bodies.map(({ shape, pose }) => {
        const { closest, distance } = shape.closest(pose, probe.at);
        const others = bodies.some(it => it.shape !== shape && imp3.overlap(shape, pose, it.shape, it.pose));
        const support = shape.support(pose, direction).point;
        return { touches: others || distance <= 0, nearest: closest, distance, support };
      });
    }
    const things = [...bodies, probe];
    const hold = hands3<Thing3>(imp3, view, { things: () => things, changed: ask });
    ask();
    const nearest = () => said.reduce((best, it, i) => (it.distance < said[best]!.distance ? i : best), 0);

    return {
      ...hold.handlers,
      step(dt) {
        if (hold.chosen === probe) return;
        const { c, s } = imp.imp2.rot(values.speed * dt * Math.PI / 180), { x, y, z } = probe.at;
        probe.at = vec3(c * x - s * y, s * x + c * y, z);
        ask();
      },
      draw(painter) {
        scene.begin();
        bodies.forEach((it, i) => it.draw(scene, said[i]!.touches ? 'touching' : 'free'));
        if (values.ask === 'bounds') {
          for (const { shape, pose } of bodies) {
            const { lower: l, upper: u } = shape.bounds(pose), pairs: [Vec3, Vec3][] = [];
            const corner = (i: number) => vec3(i & 1 ? u.x : l.x, i & 2 ? u.y : l.y, i & 4 ? u.z : l.z);
            for (let i = 0; i < 8; i++) {
              for (const k of [1, 2, 4]) if (!(i & k)) pairs.push([corner(i), corner(i | k)]);
            }
            scene.line(pairs, 'answer', { width: 1.6, alpha: 0.8 });
          }
        }
        scene.paint(painter);
        if (values.ask === 'closest') {
          said.forEach((it, i) => {
            const first = i === nearest();
            scene.segment(painter, probe.at, it.nearest, first ? 'answer' : 'helper', { dashed: !first });
            scene.point(painter, it.nearest, first ? 'answer' : 'helper', { width: first ? 4 : 3 });
          });
          const { nearest: to, distance } = said[nearest()]!;
          scene.label(painter, scale3(add3(probe.at, to), 0.5), `${distance.toFixed(2)} m`,
            { role: 'answer', dx: 8, dy: -10 });
        } else if (values.ask === 'support') {
          const way = unit3(sub3(probe.at, CENTER));
          scene.arrow(painter, CENTER, sub3(probe.at, CENTER), 'helper');
          for (const it of said) {
            scene.arrow(painter, it.support, scale3(way, 0.7), 'answer');
            scene.point(painter, it.support, 'answer');
          }
        } else if (values.ask === 'mass') {
          for (const { shape, pose } of bodies) {
            const { centroid, axes, principal, volume } = shape.mass(1), at = add3(turned(pose.q, centroid), pose.p);
            if (!volume) continue;
            const most = Math.max(principal.x, principal.y, principal.z);
            const all = [[axes.x, principal.x], [axes.y, principal.y], [axes.z, principal.z]] as const;
            for (const [axis, inertia] of all) {
              const long = scale3(turned(pose.q, axis), 1.3 * inertia / most);
              scene.segment(painter, sub3(at, long), add3(at, long), 'answer', { width: 2 });
            }
            scene.point(painter, at, 'answer', { width: 3.5 });
          }
        }
        scene.point(painter, probe.at, 'answer', { width: 6, chosen: hold.chosen === probe });
        hold.draw(painter, scene);
      },
      answers() {
        const i = nearest(), touching = said.filter(it => it.touches).length;
        const mass = bodies.reduce((sum, it) => sum + it.shape.mass(1).volume, 0);
        return [
          ['nearest', KINDS3[kinds[i]!].toLowerCase(), 'answer'],
          ['distance', `${said[i]!.distance.toFixed(3)} m`],
          ['touching', `${touching} of ${bodies.length}`, touching ? 'touching' : undefined],
          ['volume of all', `${mass.toFixed(2)} m³`],
        ];
      },
      state: () => ({
        things: things.map(it => ({ at: it.at, turn: it.turn, seen: hold.seen(it) })), kinds, said,
        faces: bodies.map(it => it.shape.faceCount()), eye: view.eye,
        off: said.map(({ nearest: to }) => Math.sqrt(dot3(sub3(to, probe.at), sub3(to, probe.at)))),
      }),
      stop: () => freeAll(bodies),
    };
  },
});
