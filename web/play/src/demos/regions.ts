// SPDX-License-Identifier: MIT
//
// A circle and a polygon. Whose region the circle's centre is in, a side's or a corner's, decides what is nearest; it
// is worked out here, for the eyes. Distance, nearest point and push are the library's.

import { Body } from '../frame/body';
import { demo, shuffle, slider, toggle } from '../frame/demo';
import { drift, someHeading } from '../frame/drift';
import { add, box, dot, length, place, scale, sub, vec, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';

const ROOM = box(-8, -5, 8, 5);
const FAR = 60;  // regions have no end; this is out of sight [m]

export default demo({
  id: 'regions',
  title: 'Circle and polygon',
  sentence: 'The plane around a polygon belongs to its sides and corners. Where is the centre of the circle?',
  chapter: 'Two things',
  order: 4,
  about: [
    'Every place outside is nearest to a side, in the grey strips, or to a corner, in the wedges between them. The ' +
    'region of the circle’s centre is blue, and so is the nearest point. The two touch when it is no farther than ' +
    'the radius: when the centre is within the dashed line.',
    'Move the circle past a corner and watch the region change. There a test of the sides alone is wrong: it says ' +
    'that they touch as long as the circle reaches over the lines of all sides, though it may be well clear of the ' +
    'corner.',
    'When they touch, the arrow is the push that parts them, even when the centre is inside.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.turn, HAND_KEYS.fine],
  view: box(-8.4, -5.4, 8.4, 5.4),
  controls: {
    corners: slider('Corners', 5, 3, 8, { restart: true }),
    radius: slider('Radius of the circle', 1, 0.1, 3, { step: 0.1, unit: 'm', restart: true }),
    speed: slider('It drifts while nothing is chosen', 0.6, 0, 3, { step: 0.1, unit: 'm/s' }),
    regions: toggle('Regions', true),
    seed: shuffle(),
  },
  card: { radius: 1.4, speed: 1.2 },

  start({ imp, values, random }) {
    const { imp2 } = imp;
    const size = vec(random.between(2.2, 3), random.between(1.7, 2.4));
    const polygon = new Body(imp2, imp2.polygon(Array.from({ length: values.corners }, (_, i) => {
      const { c, s } = imp2.rot((i + random.between(-0.25, 0.25)) * 2 * Math.PI / values.corners);
      return vec(size.x * c, size.y * s);
    })), vec(0, 0), 0.3);
    class Ball extends Body {
      readonly half = vec(values.radius, values.radius);
      readonly heading = someHeading(random);
    }
    const ball = new Ball(imp2, imp2.circle(vec(0, 0), values.radius), vec(-5, 2.6));

    let corners: Vec[] = [], normals: Vec[] = [];
    let region = { kind: 'side', number: 0 };
    let answer = { touching: false, sidesTouch: false, distance: 0, nearest: vec(0, 0), push: vec(0, 0) };
    function ask(): void {
      const n = polygon.points.length, center = ball.at;
      corners = polygon.points.map(v => place(polygon.pose, v));
      const along = corners.map((from, i) => sub(corners[(i + 1) % n]!, from));
      normals = along.map(it => scale(vec(it.y, -it.x), 1 / length(it)));
      // The side that is farthest below the centre: its own strip, or the wedge at one of its ends, is the region.
      const heights = corners.map((v, i) => dot(sub(center, v), normals[i]!));
      const top = heights.indexOf(Math.max(...heights));
      const part = dot(sub(center, corners[top]!), along[top]!) / dot(along[top]!, along[top]!);
      if (heights[top]! <= 0) region = { kind: 'inside', number: top };
      else if (part < 0) region = { kind: 'corner', number: top };
      else if (part > 1) region = { kind: 'corner', number: (top + 1) % n };
      else region = { kind: 'side', number: top };

      const { closest, distance } = polygon.shape.closest(polygon.pose, center);
      const { count, normal, depth } = imp2.collide(polygon.shape, polygon.pose, ball.shape, ball.pose);
      answer = {
        touching: count > 0, sidesTouch: heights[top]! <= values.radius,
        distance: distance - values.radius, nearest: closest,
        push: scale(normal, depth),
      };
    }

    const things = [polygon, ball];
    const hold = hands<Body>({
      things: () => things, hit: (it, at, reach) => it.hit(at, reach),
      knob: it => (it === polygon ? 3.6 : values.radius + 0.6), changed: ask,
    });
    ask();

    const strip = (i: number): Vec[] => {
      const from = corners[i]!, to = corners[(i + 1) % corners.length]!, out = scale(normals[i]!, FAR);
      return [from, add(from, out), add(to, out), to];
    };
    const wedge = (i: number): Vec[] => {
      const at = corners[i]!, before = normals[(i + normals.length - 1) % normals.length]!;
      return [vec(0, 0), before, add(before, normals[i]!), normals[i]!].map(way => add(at, scale(way, FAR)));
    };
    const words = () => `${region.kind === 'inside' ? 'inside, side' : region.kind} ${region.number + 1}`;

    return {
      ...hold.handlers,
      step(dt) {
        if (hold.chosen) return;
        drift(ball, values.speed * dt, ROOM);
        polygon.angle += 0.1 * values.speed * dt;
        ask();
      },
      draw(painter) {
        const { touching, nearest, push } = answer;
        if (values.regions) {
          corners.forEach((_, i) => painter.polygon(strip(i), 'still', { faint: true, width: 1 }));
          if (region.kind === 'side') painter.polygon(strip(region.number), 'answer', { faint: true });
          if (region.kind === 'corner') painter.polygon(wedge(region.number), 'answer', { faint: true });
        }
        polygon.draw(painter, touching ? 'touching' : 'free', { chosen: hold.chosen === polygon });
        polygon.draw(painter, 'helper', { radius: values.radius, hollow: true, dashed: true });
        ball.draw(painter, touching ? 'touching' : 'free', { chosen: hold.chosen === ball });
        const corner = corners[region.number]!, next = corners[(region.number + 1) % corners.length]!;
        if (region.kind === 'corner') painter.point(corner, 'answer', { width: 7, hollow: true });
        else painter.segment(corner, next, 'answer', { width: 3 });
        painter.segment(ball.at, nearest, 'answer', { width: 2 });
        painter.point(ball.at, 'helper', { width: 3 });
        painter.point(nearest, 'answer');
        if (touching) painter.arrow(ball.at, push, 'answer');
        painter.label(ball.at, words(), { dy: values.radius / painter.pixel + 14 });
        hold.draw(painter);
      },
      answers: () => [
        ['the two', answer.touching ? 'touch' : 'are apart', answer.touching ? 'touching' : 'free'],
        answer.touching ? ['push', `${length(answer.push).toFixed(3)} m`, 'answer']
          : ['distance', `${answer.distance.toFixed(3)} m`, 'answer'],
        ['region', words()],
        ['the sides alone say', answer.sidesTouch === answer.touching ? 'the same' : 'touch: wrong',
          answer.sidesTouch === answer.touching ? undefined : 'touching'],
      ],
      state: () => ({
        corners, ball: { at: ball.at, radius: values.radius }, angle: polygon.angle, region, ...answer,
        chosen: things.findIndex(it => it === hold.chosen),
      }),
      stop() {
        for (const { shape } of things) shape.free();
      },
    };
  },
});
