// SPDX-License-Identifier: MIT
//
// A tower of floors that are felt from above only, with a crowd that jumps up through them and drops down again. Each
// of the crowd is a character; the floors are obstacles that all of them share, and every other one moves. Boxes stand
// stacked on those that do not: they are bodies of a world that has the same floors, and meet none of the crowd.

import { BODY_DYNAMIC, BODY_KINEMATIC } from 'impinge';
import type { Body as Handle, Character2, CharacterDef2, Obstacle2, Shape2 } from 'impinge';
import { Body } from '../frame/body';
import { button, demo, shuffle, slider, toggle } from '../frame/demo';
import { box, vec } from '../frame/geometry';

const FLOORS = 8, RISE = 1.2, HALF = 3, THICK = 0.12;
const GRAVITY = 15, JUMP = 6.6;
const STACKS = 4, STACKED = 3, HALF_BOX = 0.17;
const NONE = vec(0, 0), ABOVE = vec(0, 1);

export default demo({
  id: 'tower',
  title: 'One-way tower',
  sentence: 'Floors that are felt from above only: a crowd jumps up through them, stands, rides, and drops down again.',
  chapter: 'In motion',
  order: 5,
  about: [
    'A floor says which side of it is felt: `oneWay`. Who comes from below or from the side passes, and stands on it ' +
    'once its feet are above. Nothing has to be switched on and off, and no floor is in two states: it is asked for ' +
    'each character by itself.',
    'Every other floor moves, and takes along who stands on it. Those who have reached the top drop down again, ' +
    'floor by floor: `drop` lets one through what it stands on, and through nothing else.',
    'The boxes are bodies of a world with the same floors. The lowest of each stack drops, and the others come down ' +
    'to where it lay: they still stand on a floor that holds them.',
    'Red would be who is caught inside of a floor.',
  ],
  keys: [['D', 'all drop'], ['B', 'boxes drop']],
  view: box(-5, -0.6, 5, 11.4),
  controls: {
    crowd: slider('Crowd', 12, 1, 60, { restart: true }),
    moving: toggle('Floors move', true),
    drop: button('All drop', 'd'),
    boxes: button('Boxes drop', 'b'),
    seed: shuffle(),
  },

  start({ imp, values, random }) {
    const { imp2 } = imp, shapes: Shape2[] = [], bodies: Body[] = [], obstacles: Obstacle2[] = [];
    const stand = (shape: Shape2, at = NONE, oneWay = NONE) => {
      const body = new Body(imp2, shape, at), compound = imp2.compoundOfShape(shape);
      shapes.push(shape);
      bodies.push(body);
      obstacles.push({
        compound, pose: body.pose, velocity: NONE, angularVelocity: 0, oneWay, tolerance: 0, tangentSpeed: 0,
        id: BigInt(bodies.length),
      });
    };
    stand(imp2.box(box(-6, -0.6, 6, 0)));
    stand(imp2.box(box(-6, -0.6, -5, 14)));
    stand(imp2.box(box(5, -0.6, 6, 14)));
    const first = bodies.length;
    for (let i = 1; i <= FLOORS; i++) {
      stand(imp2.box(box(-HALF, -THICK, HALF, 0)), vec(i % 2 ? 0 : random.between(-1, 1), i * RISE), ABOVE);
    }

    const world = imp2.world({ gravity: vec(0, -GRAVITY) });
    const block = imp2.box(box(-HALF_BOX, -HALF_BOX, HALF_BOX, HALF_BOX));
    const grounds = bodies.map(({ at }, i) => {
      const handle = world.addBody({ kind: BODY_KINEMATIC, pose: imp2.pose(at, 0) });
      world.addCollider(handle, shapes[i]!, { oneWay: i < first ? NONE : ABOVE, material: { friction: 0.8 } });
      return handle;
    });
    const boxes: { handle: Handle; figure: Body; stack: number }[] = [];
    for (let stack = 0; stack < STACKS; stack++) {
      const floor = FLOORS - 1 - 2 * stack, x = stack % 2 ? -1.2 : 1.2;  // those do not move
      for (let i = 0; i < STACKED; i++) {
        const at = vec(x, floor * RISE + (2 * i + 1) * HALF_BOX), figure = new Body(imp2, block, at);
        const handle = world.addBody({ kind: BODY_DYNAMIC, pose: imp2.pose(at, 0) });
        world.addCollider(handle, block, { density: 1, material: { friction: 0.8 } });
        boxes.push({ handle, figure, stack });
      }
    }
    const show = () => {
      for (const { handle, figure } of boxes) {
        const { p, q } = world.getBody(handle).pose;
        figure.at = p;
        figure.angle = Math.atan2(q.s, q.c);
      }
    };
    /** The lowest of each stack, by where they are. */
    const dropBoxes = () => {
      for (let stack = 0; stack < STACKS; stack++) {
        const [lowest] = boxes.filter(it => it.stack === stack).sort((a, b) => a.figure.at.y - b.figure.at.y);
        world.dropThrough(lowest!.handle);
      }
    };
    const floorOf = (id: bigint | undefined) => Math.max(Number(id ?? 0n) - first, 0);

    const shape = imp2.capsule(vec(0, 0.16), vec(0, 0.64), 0.16);
    const def: CharacterDef2 = { shape, gravity: GRAVITY, airAcceleration: 12, acceleration: 30 };
    const crowd = Array.from({ length: values.crowd }, () => ({
      it: { position: vec(random.between(-4, 4), 0.05) } as Character2,
      up: true, wait: random.between(0, 1), inside: false,
    }));
    type One = (typeof crowd)[number];
    let all = false, most = 0;

    function wanted(one: One, dt: number) {
      const { it } = one, floor = it.grounded ? floorOf(it.ground) : -1;
      most = Math.max(most, floor);
      if (floor === FLOORS) one.up = false;
      if (it.grounded && floor === 0) one.up = true;
      one.wait -= it.grounded ? dt : 0;
      const acts = it.grounded && one.wait <= 0, drop = acts && (all || !one.up) && floor > 0;
      if (acts) one.wait = random.between(0.1, 0.6);
      const x = it.position!.x, towards = Math.abs(x) > HALF - 0.6 ? -Math.sign(x) : 0;
      return { velocity: vec(1.5 * towards, 0), jump: acts && one.up && !drop ? JUMP : 0, drop };
    }
    /** Feet in a floor from which it has been stood on would be a fault. */
    const isInside = ({ it }: One) => (it.inside ?? 0) > 0;

    return {
      press(name) {
        if (name === 'boxes') {
          dropBoxes();
          return;
        }
        all = true;
        for (const one of crowd) one.up = false;
      },
      step(dt) {
        for (let i = 0; i < FLOORS; i++) {
          const k = first + i, { x } = bodies[k]!.at, speed = obstacles[k]!.velocity!.x || (i % 4 === 1 ? 1 : -1);
          const goes = values.moving && i % 2 === 1 ? (Math.abs(x) > 1.6 ? -Math.sign(x) : speed) : 0;
          obstacles[k]!.velocity = vec(goes, 0);
          world.setVelocity(grounds[k]!, vec(goes, 0), 0);
        }
        world.step(dt);
        show();
        for (const one of crowd) {
          one.it = imp2.characterMove(one.it, def, wanted(one, dt), { obstacles }, dt);
          one.inside = isInside(one);
        }
        all = false;
        for (let k = first; k < bodies.length; k++) {
          const body = bodies[k]!, { x } = obstacles[k]!.velocity!;
          body.at = vec(body.at.x + dt * x, body.at.y);
          obstacles[k]!.pose = body.pose;
        }
      },
      draw(painter) {
        bodies.forEach((it, i) => {
          it.draw(painter, 'still');
          if (i >= first) painter.felt(vec(HALF, 0), vec(-HALF, 0), { pose: it.pose });
        });
        for (const { figure } of boxes) figure.draw(painter, 'still', { matter: 'asleep' });
        crowd.forEach(({ it: { position }, inside }, i) => {
          const { x, y } = position!, look = { radius: 0.16, ...(!inside && { matter: i }) };
          painter.polygon([vec(x, y + 0.16), vec(x, y + 0.64)], 'touching', look);
        });
      },
      answers: () => [
        ['highest floor reached', `${most} of ${FLOORS}`, most === FLOORS ? 'answer' : undefined],
        ['standing', `${crowd.filter(({ it }) => it.grounded).length} of ${crowd.length}`],
        ['inside of a floor', crowd.filter(it => it.inside).length],
      ],
      state: () => ({
        crowd: crowd.map(({ it: { position, velocity, grounded, ground, inside } }) =>
          ({ at: position, velocity, floor: grounded ? floorOf(ground) : -1, inside: inside ?? 0 })),
        floors: bodies.slice(first).map(({ at }) => at), most,
        boxes: boxes.map(({ figure: { at, angle }, stack }) => ({ at, angle, stack })),
      }),
      stop() {
        world.free();
        for (const { compound } of obstacles) compound.free();
        for (const it of [...shapes, shape, block]) it.free();
      },
    };
  },
});
