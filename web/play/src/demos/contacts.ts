// SPDX-License-Identifier: MIT
//
// Two shapes of space: apart, their nearest points and a plane that parts them; touching, the points of contact, how
// deep each is, and the push.

import type { Manifold3, Nearest3, Vec3 } from 'impinge';
import { button, choice, demo, shuffle, slider, toggle } from '../frame/demo';
import { box } from '../frame/geometry';
import { across, add3, cross3, dot3, mix3, scale3, sub3, turnBy, unit3, UP, vec3 } from '../frame/geometry3';
import { Body3, freeAll, HAND_KEYS3, hands3 } from '../frame/hands3';
import { KINDS3, someShape } from '../frame/kinds3';
import { Scene3 } from '../frame/scene3';
import { View3 } from '../frame/view3';

export default demo({
  id: 'contacts',
  title: 'Pairs of shapes',
  sentence: 'Two shapes of any kind: the plane that parts them, or the points of contact and the way out.',
  chapter: 'In space',
  order: 2,
  space: true,
  about: [
    'While the two are apart, blue are their nearest points, and the pale plane between them is one that neither ' +
    'reaches: that there is one is the same as that they do not touch.',
    'When they touch, `collide` gives up to four points of contact, each with its depth, and the way out: the ' +
    'shortest push that parts them. It takes B to where the pale one is. Push apart, and see that they only touch.',
    'Drag a shape, or turn it by its knob. With a margin, points are given before the two touch, as a world wants ' +
    'them.',
  ],
  keys: [HAND_KEYS3.choose, HAND_KEYS3.move, HAND_KEYS3.away, HAND_KEYS3.turn, HAND_KEYS3.fine, HAND_KEYS3.view],
  view: box(-3, -2, 3, 2),
  controls: {
    a: choice('A', 'box', KINDS3, { restart: true }),
    b: choice('B', 'hull', KINDS3, { restart: true }),
    margin: slider('Margin', 0, 0, 0.5, { step: 0.01, unit: 'm' }),
    spin: slider('B turns while nothing is chosen', 15, -90, 90, { unit: '°/s' }),
    axis: toggle('Plane that parts them', true),
    push: button('Push apart', 'x'),
    seed: shuffle(),
  },
  card: { a: 'box', b: 'box', spin: 25 },

  start({ imp, values, random }) {
    const { imp3 } = imp, view = new View3(vec3(0, 0, 1.1), 10), scene = new Scene3(view, 5);
    const way = () => unit3(vec3(random.between(-1, 1), random.between(-1, 1), random.between(0.3, 1)));
    const a = new Body3(imp3, someShape(imp3, values.a, random), vec3(-0.7, 0, 1.1), imp3.rot(way(), 0.35));
    const b = new Body3(imp3, someShape(imp3, values.b, random), vec3(0.75, 0.1, 1.35),
      imp3.rot(way(), random.between(0.5, 2)));
    const pair = [a, b];

    let nearest: Nearest3, manifold: Manifold3, touching = false;
    function ask(): void {
      nearest = imp3.distance(a.shape, a.pose, b.shape, b.pose);
      manifold = imp3.collide(a.shape, a.pose, b.shape, b.pose, values.margin);
      touching = imp3.overlap(a.shape, a.pose, b.shape, b.pose);
    }
    const hold = hands3<Body3>(imp3, view, { things: () => pair, changed: ask });
    ask();
    const push = () => scale3(manifold.normal, touching ? manifold.depth : 0);

    return {
      ...hold.handlers,
      changed: ask,
      press(name) {
        if (name !== 'push' || !touching) return;
        const { moveA, moveB } = imp3.manifoldPush(manifold, 1, 1);
        a.at = add3(a.at, moveA);
        b.at = add3(b.at, moveB);
        hold.choose(b);  // it would turn on, and touch again
        ask();
      },
      step(dt) {
        if (hold.chosen) return;
        b.turn = turnBy(imp3, b.turn, vec3(0.3, 0.2, 1), values.spin * dt * Math.PI / 180);
        ask();
      },
      draw(painter) {
        scene.begin();
        // What is deep inside is seen when the two let it through.
        for (const it of pair) {
          it.draw(scene, touching ? 'touching' : 'free', touching ? { ghost: true, alpha: 0.5, floats: false } : {});
        }
        const middle = mix3(nearest.pointA, nearest.pointB, 0.5);
        if (values.axis && !touching && nearest.distance > 0) {
          const { normal } = nearest, upright = sub3(UP, scale3(normal, normal.z));
          const u = Math.abs(normal.z) < 0.95 ? unit3(upright) : across(normal), v = cross3(normal, u);
          const corner = (a: number, b: number) => add3(middle, add3(scale3(u, 1.3 * a), scale3(v, 1.3 * b)));
          scene.sheet([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], normal, 'answer', 0.13);
        }
        if (touching) {
          const to = { ...b.pose, p: add3(b.at, push()) };
          scene.solid(b.mesh, to, 'free', { ghost: true, alpha: 0.16 });
        }
        scene.paint(painter);
        pair.forEach((it, i) => scene.label(painter, it.at, i ? 'B' : 'A', { dy: 0 }));
        if (!touching) {
          scene.segment(painter, nearest.pointA, nearest.pointB, 'answer', { width: 2.4 });
          for (const it of [nearest.pointA, nearest.pointB]) scene.point(painter, it, 'answer');
          scene.label(painter, middle, `${nearest.distance.toFixed(3)} m`, { role: 'answer', dx: 10, dy: -10 });
        }
        const { normal, points, depth } = manifold;
        if (points.length > 2) scene.polygon(painter, around(points.map(it => it.point)), 'answer', { faint: true });
        for (const { point, depth: deep } of points) {
          const half = scale3(normal, deep / 2);
          scene.segment(painter, sub3(point, half), add3(point, half), 'answer', { width: 2.4 });
          scene.point(painter, point, 'answer', { width: 3.5, hollow: deep < 0 });
        }
        if (touching) {
          const from = points.reduce((sum, it) => add3(sum, scale3(it.point, 1 / points.length)), vec3(0, 0, 0));
          scene.arrow(painter, from, scale3(normal, Math.max(depth, 0.5)), 'answer', { width: 2.5 });
          scene.label(painter, add3(from, scale3(normal, Math.max(depth, 0.5))), `${depth.toFixed(3)} m`,
            { role: 'answer', dx: 10, dy: -8 });
        }
        hold.draw(painter, scene);
      },
      answers: () => [
        ['the two', touching ? 'touch' : 'are apart', touching ? 'touching' : 'free'],
        [touching ? 'depth' : 'distance', `${(touching ? manifold.depth : nearest.distance).toFixed(4)} m`, 'answer'],
        ['points of contact', manifold.count],
        ['normal', touching || manifold.count ? words(manifold.normal) : words(nearest.normal)],
      ],
      state: () => ({
        pair: pair.map(it => ({ at: it.at, turn: it.turn, seen: hold.seen(it) })), nearest, manifold, touching,
        chosen: pair.findIndex(it => it === hold.chosen), eye: view.eye,
      }),
      stop: () => freeAll(pair),
    };

    /** Points of a convex face, in order around their middle. */
    function around(points: readonly Vec3[]): Vec3[] {
      const middle = scale3(points.reduce(add3), 1 / points.length);
      const u = across(manifold.normal), v = cross3(manifold.normal, u);
      const angle = (p: Vec3) => Math.atan2(dot3(sub3(p, middle), v), dot3(sub3(p, middle), u));
      return [...points].sort((p, q) => angle(p) - angle(q));
    }
    function words({ x, y, z }: Vec3): string {
      return [x, y, z].map(it => it.toFixed(2)).join(', ');
    }
  },
});
