// SPDX-License-Identifier: MIT
//
// A crowd of things of one kind that drift about a room: added, dragged, removed, and at every step asked who touches
// whom. The index names the pairs whose bounds meet; `collide` is asked about those alone.

import type { Impinge, Shape2 } from 'impinge';
import type { Running } from './demo';
import { drift, someHeading, type Drifting } from './drift';
import { box, scale, vec, type Vec } from './geometry';
import { hands } from './hands';
import type { Painter, Role } from './painter';
import type { Random } from './random';

/** Half its width and height, and its shape around the origin. */
export interface Body {
  half: Vec;
  shape: Shape2;
}

export interface CrowdRules<B extends Body> {
  /** What they are called: 'boxes'. */
  name: string;
  imp: Impinge;
  random: Random;
  values: Readonly<{ count: number; speed: number }>;
  make(): B;
  /** Whether one that stands at the origin is at a place, or nearer to it than `reach`. */
  hit(body: B, at: Vec, reach: number): boolean;
  draw(painter: Painter, body: B, at: Vec, role: Role, chosen: boolean): void;
  /** What tests see of one, beside its place and whether it touches. */
  tell(body: B): object;
}

const ROOM = box(-8, -5, 8, 5);
export const CROWD_VIEW = box(-8.4, -5.4, 8.4, 5.4);

export function crowd<B extends Body>({ name, imp, random, values, make, hit, draw, tell }: CrowdRules<B>): Running {
  const { imp2 } = imp;
  interface One extends Drifting {
    body: B;
    touching: boolean;
  }
  const all: One[] = [];
  function add(at: Vec): One {
    const body = make(), one = { at, body, half: body.half, heading: someHeading(random), touching: false };
    all.push(one);
    return one;
  }
  for (let i = 0; i < values.count; i++) add(vec(random.between(-7.2, 7.2), random.between(-4.2, 4.2)));

  let asked = 0;
  let meetings: { at: Vec; push: Vec }[] = [];
  function ask(): void {
    const poses = all.map(it => imp2.pose(it.at, 0));
    const index = imp2.index();
    index.add(all.map((it, i) => ({ box: it.body.shape.bounds(poses[i]!) })));
    const { pairs } = index.pairs();
    asked = pairs.length / 2;
    meetings = [];
    for (const one of all) one.touching = false;
    for (let k = 0; k < pairs.length; k += 2) {
      const i = pairs[k]!, j = pairs[k + 1]!, a = all[i]!, b = all[j]!;
      const { count, normal, depth, points } = imp2.collide(a.body.shape, poses[i]!, b.body.shape, poses[j]!);
      if (count === 0) continue;
      a.touching = b.touching = true;
      meetings.push({ at: points[0]!.point, push: scale(normal, depth) });
    }
    index.free();
  }

  const hold = hands<One>({
    things: () => all,
    hit: ({ at, body }, there, reach) => hit(body, vec(there.x - at.x, there.y - at.y), reach),
    add,
    remove(one) {
      one.body.shape.free();
      all.splice(all.indexOf(one), 1);
    },
    changed: ask,
  });
  ask();

  return {
    ...hold.handlers,
    step(dt) {
      for (const one of all) if (one !== hold.held) drift(one, values.speed * dt, ROOM);
      ask();
    },
    draw(painter) {
      painter.box(ROOM, 'helper', { hollow: true, dashed: true });
      for (const one of all) draw(painter, one.body, one.at, one.touching ? 'touching' : 'free', one === hold.chosen);
      for (const { at, push } of meetings) painter.arrow(at, push, 'answer');
      for (const { at } of meetings) painter.point(at, 'answer', { width: 3 });
      hold.draw(painter);
    },
    answers: () => [
      [name, all.length],
      ['that touch', all.filter(it => it.touching).length],
      ['pairs asked about', `${asked} of ${all.length * (all.length - 1) / 2}`],
      ['pairs that touch', meetings.length],
    ],
    state: () => ({
      things: all.map(({ at, body, touching }) => ({ at, ...tell(body), touching })),
      pairs: meetings.length,
      chosen: all.findIndex(it => it === hold.chosen),
    }),
    stop() {
      for (const { body } of all) body.shape.free();
    },
  };
}
