// SPDX-License-Identifier: MIT
//
// A sweep against tests at the ends of steps: the one knows when and where two things meet, the others may never see
// it.

import type { Hit2, Shape2 } from 'impinge';
import { SWEEP_HIT, SWEEP_OVERLAP, SWEEP_TOUCH } from 'impinge';
import { Body } from '../frame/body';
import { choice, demo, slider, toggle } from '../frame/demo';
import { add, box, clamp, length, place, scale, sub, vec, type Pose, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';
import type { Role } from '../frame/painter';

const FAR = 16;  // the longest motion to a side [m]
const TRAVEL = 2, REST = 1;  // how long the motion is shown, and then its end [s]

const MEETS: Record<number, string> =
  { [SWEEP_HIT]: 'on the way', [SWEEP_TOUCH]: 'at once', [SWEEP_OVERLAP]: 'overlaps already' };

export default demo({
  id: 'sweep',
  title: 'Sweep',
  sentence: 'When and where a fast thing first meets another, and what tests at the ends of steps never see.',
  chapter: 'In motion',
  order: 1,
  about: [
    'The yellow shape is about to move along its arrow. The red one is where it is stopped: `sweep` gives the first ' +
    'touch, its time as a part of the motion, the point and the normal. Drag the tip of the arrow to aim, or ' +
    'anything else to move it.',
    'A game that moves first and tests afterwards looks only at the dashed outlines, the ends of its steps. Here it ' +
    'looks four times and flies through the thin wall. Add steps until one of them happens to touch: a faster shape ' +
    'or a thinner wall needs more, the sweep needs one call at any speed.',
    'With a turn the shape spins on its way, and `timeOfImpact` answers: never too late, and so near that no eye can ' +
    'tell the gap.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.turn, HAND_KEYS.fine],
  view: box(-9, -5.6, 9, 5.6),
  controls: {
    shape: choice('Shape', 'circle', {
      circle: 'Circle', capsule: 'Capsule', box: 'Box', polygon: 'Polygon',
    }, { restart: true }),
    x: slider('Motion to the right', 12.4, -FAR, FAR, { step: 0.01, unit: 'm' }),
    y: slider('Motion upward', -0.8, -FAR, FAR, { step: 0.01, unit: 'm' }),
    turn: slider('Turn', 0, -360, 360, { step: 5, unit: '°' }),
    steps: slider('Steps with a test at the end', 4, 1, 30),
    tests: toggle('Show those tests', true),
  },
  card: { shape: 'polygon', x: 12.4, y: -1.2, turn: 180, steps: 4 },

  start({ imp, values, set }) {
    const { imp2 } = imp;
    const makers: Record<typeof values.shape, () => Shape2> = {
      circle: () => imp2.circle(vec(0, 0), 0.7),
      capsule: () => imp2.capsule(vec(0, -0.5), vec(0, 0.5), 0.4),
      box: () => imp2.box(box(-0.6, -0.6, 0.6, 0.6)),
      polygon: () => imp2.polygon([vec(-0.7, -0.6), vec(0.7, -0.6), vec(0, 0.8)], 0.1),
    };
    const mover = new Body(imp2, makers[values.shape](), vec(-6, 1));
    const obstacles = [
      { name: 'the wall', body: new Body(imp2, imp2.capsule(vec(0, -2.6), vec(0, 2.6), 0.06), vec(1.2, 0.4)) },
      { name: 'the box', body: new Body(imp2, imp2.box(box(-0.9, -0.9, 0.9, 0.9)), vec(5.4, 2.6), 0.4) },
      { name: 'the circle', body: new Body(imp2, imp2.circle(vec(0, 0), 1), vec(4.2, -3.4)) },
      { name: 'the polygon', body: new Body(imp2,
        imp2.polygon([vec(-1.3, -0.7), vec(0.4, -1.1), vec(1.4, 0), vec(0.5, 1.1), vec(-1, 0.8)]), vec(-3.6, -3.2)) },
    ];
    // The tip of the arrow is a thing as well: what hands do to it is the motion.
    const motion = () => vec(values.x, values.y);
    const tip = {
      get at() {
        return add(mover.at, motion());
      },
      set at(to: Vec) {
        const cut = (way: number) => clamp(Math.round(way * 100) / 100, -FAR, FAR);
        set('x', cut(to.x - mover.at.x));
        set('y', cut(to.y - mover.at.y));
      },
    };
    const angle = () => values.turn * Math.PI / 180;
    const poseAt = (time: number): Pose =>
      imp2.pose(add(mover.at, scale(motion(), time)), mover.angle + angle() * time);

    let clock = 0;
    let first: { hit: Hit2; name: string; body: Body } | undefined;
    let tests: { time: number; touches: boolean }[] = [];
    function ask(): void {
      const mine = { shape: mover.shape, pose: mover.pose, motion: motion(), turn: angle() };
      first = undefined;
      for (const { name, body } of obstacles) {
        const still = { shape: body.shape, pose: body.pose, motion: vec(0, 0) };
        const hit = mine.turn ? imp2.timeOfImpact(still, mine) : imp2.sweep(still, mine);
        if (hit.kind in MEETS && (!first || hit.time < first.hit.time)) first = { hit, name, body };
      }
      tests = Array.from({ length: values.steps }, (_, i) => {
        const time = (i + 1) / values.steps, pose = poseAt(time);
        return { time, touches: obstacles.some(({ body }) => imp2.overlap(mover.shape, pose, body.shape, body.pose)) };
      });
    }
    const missed = () => !!first && !tests.some(it => it.touches);

    const things = [...obstacles.map(it => it.body), mover, tip];
    const hold = hands<{ at: Vec; angle?: number }>({
      things: () => things,
      hit: (thing, at, reach) =>
        thing instanceof Body ? thing.hit(at, reach) : length(sub(at, thing.at)) <= 2 * reach,
      knob: () => 2,
      changed: ask,
    });
    ask();

    const when = ({ time, kind }: Hit2) => `${time.toFixed(4)}${kind === SWEEP_HIT ? '' : `, ${MEETS[kind]}`}`;

    return {
      ...hold.handlers,
      step(dt) {
        clock = (clock + dt) % (TRAVEL + REST);
      },
      changed: ask,
      draw(painter) {
        const end = add(mover.at, motion()), stopped = first?.hit.time ?? 1;
        if (!values.turn) {
          const corners = [mover.at, end].flatMap(at => mover.points.map(v => place(imp2.pose(at, mover.angle), v)));
          const path = new Body(imp2, imp2.polygon(corners, mover.radius), vec(0, 0));
          path.draw(painter, 'helper', { faint: true });
          path.shape.free();
        }
        for (const { body } of obstacles) {
          body.draw(painter, body === first?.body ? 'touching' : 'still', { chosen: body === hold.chosen });
        }
        if (values.tests) {
          for (const { time, touches } of tests) {
            const role: Role = touches ? 'touching' : 'free', pose = poseAt(time);
            mover.draw(painter, role, { pose, hollow: true, dashed: true, width: 2 });
          }
        }
        mover.draw(painter, 'free', { faint: true, chosen: mover === hold.chosen });
        if (first) mover.draw(painter, 'touching', { pose: poseAt(stopped), faint: true });
        const now = Math.min(clock / TRAVEL, stopped);
        mover.draw(painter, first && now === stopped ? 'touching' : 'free', { pose: poseAt(now) });
        painter.arrow(mover.at, motion(), 'helper', { width: 2 });
        painter.point(tip.at, 'helper', { hollow: true, width: 5, chosen: hold.chosen === tip });
        if (first) {
          painter.arrow(first.hit.point, scale(first.hit.normal, 1.2), 'answer');
          painter.point(first.hit.point, 'answer');
          const above = { role: 'answer', dx: motion().x > 0 ? -1 : 1, dy: -12 - 0.9 / painter.pixel } as const;
          painter.label(poseAt(stopped).p, `time ${stopped.toFixed(3)}`, above);
        }
        hold.draw(painter);
      },
      answers: () => [
        ['first meets', first ? first.name : 'nothing', first ? 'touching' : 'free'],
        ['when', first ? when(first.hit) : 'never'],
        ['normal', first ? `${first.hit.normal.x.toFixed(3)}, ${first.hit.normal.y.toFixed(3)}` : 'none'],
        ['tests that touch', `${tests.filter(it => it.touches).length} of ${tests.length}${missed() ? ': missed' : ''}`,
          missed() ? 'touching' : undefined],
      ],
      state: () => ({
        mover: { at: mover.at, angle: mover.angle }, motion: motion(),
        first: first && { name: first.name, ...first.hit },
        tests, missed: missed(), chosen: things.findIndex(it => it === hold.chosen),
      }),
      stop() {
        for (const { shape } of [mover, ...obstacles.map(it => it.body)]) shape.free();
      },
    };
  },
});
