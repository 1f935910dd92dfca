// SPDX-License-Identifier: MIT
//
// A sphere and a triangle. Whose region the sphere's centre is in, the face's, an edge's or a corner's, decides what is
// nearest; it is worked out here, for the eyes, in the classic order: face, edges, corners. Distance, nearest point and
// push are the library's.

import type { Vec3 } from 'impinge';
import { demo, slider, toggle } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, cross3, dot3, length3, placed, scale3, sub3, turnBy, unit3, vec3, ZERO3 } from '../frame/geometry3';
import { Body3, freeAll, HAND_KEYS3, hands3 } from '../frame/hands3';
import { Scene3 } from '../frame/scene3';
import { View3 } from '../frame/view3';

const FAR = 2.2;  // regions have no end; they are shown so far [m]
const NAMES = ['A', 'B', 'C'] as const;

type Region = { kind: 'face' | 'edge' | 'corner'; number: number };

/** Whose region a point is in. */
function regionOf([a, b, c]: readonly [Vec3, Vec3, Vec3], p: Vec3): Region {
  const corners = [a, b, c], normal = cross3(sub3(b, a), sub3(c, a));
  const beside = corners.map((from, i) => {
    const along = sub3(corners[(i + 1) % 3]!, from);
    return dot3(sub3(p, from), cross3(along, normal)) > 0;  // beyond the side
  });
  if (!beside.includes(true)) return { kind: 'face', number: 0 };
  for (let i = 0; i < 3; i++) {
    const from = corners[i]!, along = sub3(corners[(i + 1) % 3]!, from);
    const part = dot3(sub3(p, from), along) / dot3(along, along);
    if (beside[i] && part > 0 && part < 1) return { kind: 'edge', number: i };
  }
  const far = corners.map(it => length3(sub3(p, it)));
  return { kind: 'corner', number: far.indexOf(Math.min(...far)) };
}

export default demo({
  id: 'feature',
  title: 'Sphere and triangle',
  sentence: 'The space around a triangle belongs to its face, its edges and its corners. Where is the centre?',
  chapter: 'In space',
  order: 3,
  space: true,
  about: [
    'Every place is nearest to the face, to an edge or to a corner. The dashed lines part their regions in the plane ' +
    'of the triangle; the one that the centre of the sphere is in, seen straight down on that plane, is blue, and so ' +
    'is the nearest point.',
    'A game asks in the classic order: the face first, then the edges, then the corners. The two touch when the ' +
    'nearest point is no farther than the radius. The arrow is the push that parts them; at an edge or a corner it ' +
    'leans away from it, so that a ball rolls off instead of being thrown up.',
    'Drag the sphere or the triangle; the triangle is turned by its knob.',
  ],
  keys: [HAND_KEYS3.choose, HAND_KEYS3.move, HAND_KEYS3.away, HAND_KEYS3.turn, HAND_KEYS3.fine, HAND_KEYS3.view],
  view: box(-3.9, -2.6, 3.9, 2.6),
  controls: {
    radius: slider('Radius of the sphere', 0.5, 0.1, 1.2, { step: 0.05, unit: 'm', restart: true }),
    speed: slider('It goes around while nothing is chosen', 25, -90, 90, { unit: '°/s' }),
    regions: toggle('Regions', true),
  },
  card: { radius: 0.6, speed: 40 },

  start({ imp, values }) {
    const { imp3 } = imp, view = new View3(vec3(0, 0, 1), 10, 0.5, 0.62), scene = new Scene3(view, 5);
    const local: [Vec3, Vec3, Vec3] = [vec3(-1.5, -0.9, 0), vec3(1.6, -0.7, 0), vec3(-0.1, 1.6, 0)];
    const triangle = new Body3(imp3, imp3.triangle(...local), vec3(0, 0, 1),
      turnBy(imp3, imp3.rot(vec3(1, 0, 0), 0.25), vec3(0, 0, 1), 0.2));
    const ball = new Body3(imp3, imp3.sphere(ZERO3, values.radius), vec3(2, 0.3, 1.3));

    let corners = local, region: Region = { kind: 'face', number: 0 };
    let answer = { touching: false, distance: 0, nearest: ZERO3, push: ZERO3 };
    function ask(): void {
      const { a, b, c } = triangle.shape;
      corners = [placed(triangle.pose, a), placed(triangle.pose, b), placed(triangle.pose, c)];
      region = regionOf(corners, ball.at);
      const { pointA, distance } = imp3.distance(triangle.shape, triangle.pose, ball.shape, ball.pose);
      const { count, normal, depth } = imp3.collide(triangle.shape, triangle.pose, ball.shape, ball.pose);
      const nearest = triangle.shape.closest(triangle.pose, ball.at).closest;
      answer = { touching: count > 0, distance, nearest: count ? nearest : pointA, push: scale3(normal, depth) };
    }
    const pair = [triangle, ball];
    const hold = hands3<Body3>(imp3, view, { things: () => pair, changed: ask });
    ask();

    const side = (i: number) => unit3(sub3(corners[(i + 1) % 3]!, corners[i]!));
    /** Outward of a side, in the plane. */
    const normal = () => unit3(cross3(sub3(corners[1], corners[0]), sub3(corners[2], corners[0])));
    const outward = (i: number) => cross3(side(i), normal());
    function shown(): Vec3[] {
      const { kind, number: i } = region, at = corners[i]!, far = (k: number) => scale3(outward(k), FAR);
      if (kind === 'face') return [...corners];
      if (kind === 'edge') return [at, corners[(i + 1) % 3]!, add3(corners[(i + 1) % 3]!, far(i)), add3(at, far(i))];
      const from = far((i + 2) % 3), to = far(i), middle = scale3(unit3(add3(from, to)), FAR);
      return [at, add3(at, from), add3(at, middle), add3(at, to)];
    }
    const name = () => region.kind === 'face' ? 'face' : region.kind === 'corner' ? `corner ${NAMES[region.number]}`
      : `edge ${NAMES[region.number]}${NAMES[(region.number + 1) % 3]}`;

    return {
      ...hold.handlers,
      step(dt) {
        if (hold.chosen) return;
        const { c, s } = imp.imp2.rot(values.speed * dt * Math.PI / 180), { x, y, z } = ball.at;
        ball.at = vec3(c * x - s * y, s * x + c * y, z);
        ask();
      },
      draw(painter) {
        scene.begin();
        triangle.draw(scene, answer.touching ? 'touching' : 'free');
        ball.draw(scene, answer.touching ? 'touching' : 'free', { ghost: true, alpha: 0.55, floats: false });
        if (values.regions) scene.sheet(shown(), normal(), 'answer', region.kind === 'face' ? 0.5 : 0.2);
        scene.paint(painter);
        if (values.regions) {
          for (let i = 0; i < 3; i++) {
            for (const k of [i, (i + 2) % 3]) {
              const end = add3(corners[i]!, scale3(outward(k), FAR));
              scene.segment(painter, corners[i]!, end, 'helper', { dashed: true });
            }
          }
        }
        const { kind, number: i } = region;
        if (kind === 'edge') scene.segment(painter, corners[i]!, corners[(i + 1) % 3]!, 'answer', { width: 3.5 });
        if (kind === 'corner') scene.point(painter, corners[i]!, 'answer', { width: 7 });
        corners.forEach((at, k) => scene.label(painter, at, NAMES[k]!, { dy: 14 }));
        scene.segment(painter, ball.at, answer.nearest, 'helper', { dashed: true });
        scene.point(painter, ball.at, 'helper', { width: 3 });
        scene.point(painter, answer.nearest, 'answer');
        if (answer.touching) scene.arrow(painter, answer.nearest, answer.push, 'answer', { width: 2.5 });
        hold.draw(painter, scene);
      },
      answers: () => [
        ['the two', answer.touching ? 'touch' : 'are apart', answer.touching ? 'touching' : 'free'],
        ['region', name(), 'answer'],
        ['distance', `${answer.distance.toFixed(3)} m`],
        ['push', answer.touching ? `${length3(answer.push).toFixed(3)} m` : 'none',
          answer.touching ? 'answer' : undefined],
      ],
      state: () => ({
        corners, region, ...answer, ball: { at: ball.at, radius: values.radius },
        things: pair.map(it => ({ at: it.at, turn: it.turn, seen: hold.seen(it) })), eye: view.eye,
      }),
      stop: () => freeAll(pair),
    };
  },
});
