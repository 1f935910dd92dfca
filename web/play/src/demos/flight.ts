// SPDX-License-Identifier: MIT
//
// A sweep in space: when and where a thing that flies, and may turn on its way, first meets another.

import type { Hit3, Vec3 } from 'impinge';
import { SWEEP_HIT, SWEEP_OVERLAP, SWEEP_TOUCH } from 'impinge';
import { choice, demo, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, rotOf, scale3, sub3, vec3, ZERO3 } from '../frame/geometry3';
import { Body3, freeAll, HAND_KEYS3, hands3, type Thing3 } from '../frame/hands3';
import { KINDS3, someShape } from '../frame/kinds3';
import { Scene3 } from '../frame/scene3';
import { View3 } from '../frame/view3';

const TRAVEL = 2, REST = 1;  // how long the motion is shown, and then its end [s]
const GHOSTS = 5;
const MEETS: Record<number, string> =
  { [SWEEP_HIT]: 'on the way', [SWEEP_TOUCH]: 'at once', [SWEEP_OVERLAP]: 'overlaps already' };

export default demo({
  id: 'flight',
  title: 'Sweep in space',
  sentence: 'A thing flies along an arrow, and turns if you like: when, where and how does it meet another?',
  chapter: 'In space',
  order: 5,
  space: true,
  about: [
    'The yellow shape is about to fly along the arrow. Where it is red it is stopped: `sweep` gives the time, as a ' +
    'part of the motion, the point and the normal. The pale ones are on the way.',
    'Drag the tip of the arrow to aim, or any shape to move it, and turn it by its knob. With a turn the shape spins ' +
    'while it flies, and `timeOfImpact` answers: never too late, and so near that no eye can tell the gap.',
    'However fast it flies, it does not pass through the thin wall: one call looks at all of the way.',
  ],
  keys: [HAND_KEYS3.choose, HAND_KEYS3.move, HAND_KEYS3.away, HAND_KEYS3.turn, HAND_KEYS3.fine, HAND_KEYS3.view],
  view: box(-5.2, -3.1, 5.2, 3.1),
  controls: {
    shape: choice('Shape', 'box', KINDS3, { restart: true }),
    turn: slider('Turn', 0, -360, 360, { step: 5, unit: '°' }),
    size: slider('Its size', 0.6, 0.2, 1, { step: 0.05, restart: true }),
  },
  card: { shape: 'box', turn: 180 },

  start({ imp, values, random }) {
    const { imp3 } = imp, view = new View3(vec3(0, 0, 1), 13), scene = new Scene3(view, 6);
    const mover = new Body3(imp3, someShape(imp3, values.shape, random, values.size), vec3(-3.6, -0.4, 1.2),
      imp3.rot(vec3(0.4, 0.3, 1), 0.5));
    const wall = { lower: vec3(-0.04, -1.3, -1), upper: vec3(0.04, 1.3, 1) };
    const obstacles = [
      { name: 'the wall', body: new Body3(imp3, imp3.box(wall), vec3(0.4, -0.2, 1), imp3.rot(vec3(0, 0, 1), 0.2)) },
      { name: 'the ball', body: new Body3(imp3, imp3.sphere(ZERO3, 0.8), vec3(3.1, -1.6, 0.8)) },
      { name: 'the column',
        body: new Body3(imp3, imp3.cylinder(vec3(0, 0, -1.2), vec3(0, 0, 1.2), 0.5), vec3(-0.9, 2.4, 1.2)) },
      { name: 'the stone', body: new Body3(imp3, someShape(imp3, 'hull', random), vec3(3.4, 1.8, 0.95)) },
      { name: 'the hat', body: new Body3(imp3, someShape(imp3, 'cone', random), vec3(-1.4, -2.4, 0.6)) },
    ];
    const tip: Thing3 = { at: vec3(3.9, 0.2, 1.1), size: 0 };
    const motion = () => sub3(tip.at, mover.at);
    const turn = () => scale3(vec3(0.2, 0.3, 0.93), values.turn * Math.PI / 180);
    const poseAt = (time: number) => {
      const { x, y, z } = rotOf(imp3, scale3(turn(), time)), by = (v: Vec3) =>
        add3(add3(scale3(x, v.x), scale3(y, v.y)), scale3(z, v.z));
      return { p: add3(mover.at, scale3(motion(), time)),
        q: { x: by(mover.turn.x), y: by(mover.turn.y), z: by(mover.turn.z) } };
    };

    let clock = 0;
    let first: { hit: Hit3; name: string; body: Body3 } | undefined;
    function ask(): void {
      const mine = { shape: mover.shape, pose: mover.pose, motion: motion(), turn: turn() };
      first = undefined;
      for (const { name, body } of obstacles) {
        const still = { shape: body.shape, pose: body.pose, motion: ZERO3 };
        const hit = values.turn ? imp3.timeOfImpact(still, mine) : imp3.sweep(still, mine);
        if (hit.kind in MEETS && (!first || hit.time < first.hit.time)) first = { hit, name, body };
      }
    }
    const words = ({ x, y, z }: Vec3) => [x, y, z].map(it => it.toFixed(2)).join(', ');
    const things: Thing3[] = [...obstacles.map(it => it.body), mover, tip];
    const hold = hands3<Thing3>(imp3, view, { things: () => things, changed: ask });
    ask();

    return {
      ...hold.handlers,
      changed: ask,
      step(dt) {
        clock = (clock + dt) % (TRAVEL + REST);
      },
      draw(painter) {
        const stopped = first?.hit.time ?? 1, now = Math.min(clock / TRAVEL, stopped);
        scene.begin();
        for (const { body } of obstacles) body.draw(scene, body === first?.body ? 'touching' : 'still');
        mover.draw(scene, 'free', { ghost: true, alpha: 0.3 });
        for (let i = 1; i < GHOSTS; i++) {
          scene.solid(mover.mesh, poseAt(stopped * i / GHOSTS), 'free', { ghost: true, alpha: 0.12 });
        }
        if (now < stopped) {
          scene.solid(mover.mesh, poseAt(stopped), first ? 'touching' : 'free', { ghost: true, alpha: 0.35 });
        }
        scene.solid(mover.mesh, poseAt(now), first && now === stopped ? 'touching' : 'free');
        scene.paint(painter);
        scene.arrow(painter, mover.at, motion(), 'helper', { width: 2 });
        scene.point(painter, tip.at, 'helper', { hollow: true, width: 6, chosen: hold.chosen === tip });
        if (first) {
          const { hit } = first;
          scene.arrow(painter, hit.point, scale3(hit.normal, 0.9), 'answer', { width: 2.4 });
          scene.point(painter, hit.point, 'answer');
          scene.label(painter, add3(hit.point, scale3(hit.normal, 0.9)), `time ${hit.time.toFixed(3)}`,
            { role: 'answer', dy: -14 });
        }
        hold.draw(painter, scene);
      },
      answers: () => [
        ['first meets', first ? first.name : 'nothing', first ? 'touching' : 'free'],
        ['when', first ? first.hit.time.toFixed(4) : 'never'],
        ['how', first ? MEETS[first.hit.kind]! : 'it flies by'],
        ['normal', first ? words(first.hit.normal) : 'none'],
      ],
      state: () => ({
        mover: { at: mover.at, turn: mover.turn }, motion: motion(), first: first && { name: first.name, ...first.hit },
        things: things.map(it => ({ at: it.at, turn: it.turn, seen: hold.seen(it) })),
        chosen: things.findIndex(it => it === hold.chosen), eye: view.eye,
      }),
      stop: () => freeAll([mover, ...obstacles.map(it => it.body)]),
    };
  },
});
