// SPDX-License-Identifier: MIT
//
// Circles. The bounds of two circles may meet where the circles do not: the index asks too often, never too rarely.

import { demo, shuffle, slider } from '../frame/demo';
import { drift, someHeading } from '../frame/drift';
import { box, length, scale, sub, vec, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';

const ROOM = box(-8, -5, 8, 5);

export default demo({
  id: 'circles',
  title: 'Circles',
  sentence: 'Circles that drift about, with the points where they meet and the way out.',
  chapter: 'Two things',
  order: 2,
  about: [
    'Click to add a circle, drag to move one. Circles that touch are red, all others yellow. The dot is the point of ' +
    'contact, midway between the two surfaces; the arrow is the push that parts them.',
    'The index compares upright boxes around the circles. The boxes of two circles may meet while the circles do ' +
    'not, so it names more pairs than there are, and misses none: compare the two numbers.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.fine, HAND_KEYS.add, HAND_KEYS.remove],
  view: box(-8.4, -5.4, 8.4, 5.4),
  controls: {
    count: slider('Circles', 18, 0, 60, { restart: true }),
    radius: slider('Radius', 0.8, 0.2, 2, { step: 0.1, unit: 'm', restart: true }),
    speed: slider('Speed', 0.4, 0, 3, { step: 0.1, unit: 'm/s' }),
    seed: shuffle(),
  },
  card: { count: 12, radius: 1.2, speed: 0.8 },

  start({ imp, values, random }) {
    const { imp2 } = imp;

    function makeBall(at: Vec) {
      const radius = values.radius * random.between(0.5, 1.2);
      const shape = imp2.circle(vec(0, 0), radius);
      return { at, radius, half: vec(radius, radius), shape, heading: someHeading(random), touching: false };
    }
    type Ball = ReturnType<typeof makeBall>;
    const balls: Ball[] = [];
    for (let i = 0; i < values.count; i++) {
      balls.push(makeBall(vec(random.between(-7.2, 7.2), random.between(-4.2, 4.2))));
    }

    let asked = 0;
    let meetings: { at: Vec; push: Vec }[] = [];
    function ask(): void {
      const poses = balls.map(it => imp2.pose(it.at, 0));
      const index = imp2.index();
      index.add(balls.map((it, i) => ({ box: it.shape.bounds(poses[i]!) })));
      const { pairs } = index.pairs();
      asked = pairs.length / 2;
      meetings = [];
      for (const ball of balls) ball.touching = false;
      for (let k = 0; k < pairs.length; k += 2) {
        const i = pairs[k]!, j = pairs[k + 1]!, a = balls[i]!, b = balls[j]!;
        const { count, normal, depth, points } = imp2.collide(a.shape, poses[i]!, b.shape, poses[j]!);
        if (count === 0) continue;
        a.touching = b.touching = true;
        meetings.push({ at: points[0]!.point, push: scale(normal, depth) });
      }
      index.free();
    }

    const hold = hands({
      things: () => balls,
      hit: ({ at, radius }, there, reach) => length(sub(there, at)) <= radius + reach,
      add(at) {
        const ball = makeBall(at);
        balls.push(ball);
        return ball;
      },
      remove(ball) {
        ball.shape.free();
        balls.splice(balls.indexOf(ball), 1);
      },
      changed: ask,
    });
    ask();

    return {
      ...hold.handlers,
      step(dt) {
        for (const ball of balls) if (ball !== hold.held) drift(ball, values.speed * dt, ROOM);
        ask();
      },
      draw(painter) {
        painter.box(ROOM, 'helper', { hollow: true, dashed: true });
        for (const ball of balls) {
          painter.circle(ball.at, ball.radius, ball.touching ? 'touching' : 'free', { chosen: ball === hold.chosen });
        }
        for (const { at, push } of meetings) painter.arrow(at, push, 'answer');
        for (const { at } of meetings) painter.point(at, 'answer', { width: 3 });
        hold.draw(painter);
      },
      answers: () => [
        ['circles', balls.length],
        ['that touch', balls.filter(it => it.touching).length],
        ['pairs asked about', `${asked} of ${balls.length * (balls.length - 1) / 2}`],
        ['pairs that touch', meetings.length],
      ],
      state: () => ({
        things: balls.map(({ at, radius, touching }) => ({ at, radius, touching })),
        pairs: meetings.length,
        chosen: balls.findIndex(it => it === hold.chosen),
      }),
      stop() {
        for (const { shape } of balls) shape.free();
      },
    };
  },
});
