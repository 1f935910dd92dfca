// SPDX-License-Identifier: MIT
//
// A level with a character: slopes, stairs, a lift, surfaces that are felt from above only, a tunnel. `characterMove`
// is all that moves it; what stands around it is told as obstacles, which need no world.

import { CHARACTER2_JUMPED, CHARACTER2_STEPPED } from 'impinge';
import type { Character2, CharacterDef2, Obstacle2, Shape2 } from 'impinge';
import { Body } from '../frame/body';
import { choice, demo, slider, toggle } from '../frame/demo';
import { add, box, vec, type Vec } from '../frame/geometry';

const GRAVITY = 15;
const READABLE = 28;  // pixels per metre, at least
const LIFT = { x: 5, low: 0.2, high: 4, speed: 1.5 };  // its top [m], [m/s]
const NONE = vec(0, 0), ABOVE = vec(0, 1);
const PLACES: Record<string, Vec> = {
  floor: vec(8.5, 0.1), stairs: vec(-12.5, 0.1), slope: vec(-5.8, 0.1), lift: vec(5, 0.5), above: vec(10.2, 0.1),
  tunnel: vec(11.6, 0.1),
};

/** What stands: boxes by their corners; what can be passed from below; slopes. */
const BLOCKS = [
  [-14, -1, 14, 0], [-15, -1, -14, 7], [14, -1, 15, 7], [-1, 0, 1, 2.3], [6.05, 3.8, 8, 4], [12.2, 1.2, 14, 2.6],
  ...Array.from({ length: 6 }, (_, i) => [-11 + 0.5 * i, 0, -7.4, 0.3 * (i + 1)]),
] as const;
const SHELVES = [[9, 1.25, 11.4, 1.4], [9, 2.65, 11.4, 2.8], [9, 4.05, 11.4, 4.2]] as const;
const SLOPES = [[vec(-5, 0), vec(-1, 0), vec(-1, 2.3)], [vec(1, 2.3), vec(1, 0), vec(3.3, 0)]];

export default demo({
  id: 'platformer',
  title: 'Platformer',
  sentence: 'A character that walks, jumps, climbs stairs, rides a lift, and drops through what is felt from above.',
  chapter: 'In motion',
  order: 4,
  about: [
    'Walk with ← and →, jump with ↑, crouch with ↓, drop through a thin shelf with ↓ and ↑ together: keys, or the ' +
    'buttons in the picture where there is a touch screen. Nothing here ' +
    'is a body: `characterMove` sweeps a capsule through what it is told of, and says whether it stands, and on what.',
    'Steps up to a quarter of its height are climbed, slopes up to 50 degrees are walked on, and what is steeper ' +
    'lets it slide. It stays on the ground down stairs, and goes with the lift. The arrow is the normal of what it ' +
    'stands on.',
    'The tunnel on the right is lower than the character: crouch, and it does not rise again before there is room.',
  ],
  keys: [['← →', 'walk'], ['↑', 'jump'], ['↓', 'crouch'], ['↓ ↑', 'drop through a shelf']],
  pads: [
    ['ArrowLeft', '←', 'walk left', 'left'], ['ArrowRight', '→', 'walk right', 'left'],
    ['ArrowDown', '↓', 'crouch', 'right'], ['ArrowUp', '↑', 'jump', 'right'],
  ],
  view: box(-15, -1.4, 15, 8),
  controls: {
    begin: choice('Begin', 'floor', {
      floor: 'on the floor', stairs: 'at the stairs', slope: 'at the slope', lift: 'on the lift',
      above: 'below the shelves', tunnel: 'at the tunnel',
    }, { restart: true }),
    speed: slider('Speed', 4, 1, 12, { unit: 'm/s' }),
    jump: slider('Jump', 7, 2, 12, { unit: 'm/s' }),
    alone: toggle('Walks by itself', false),
  },
  card: { alone: true, begin: 'stairs' },

  start({ imp, values, held }) {
    const { imp2 } = imp;
    const shapes: Shape2[] = [], bodies: Body[] = [], obstacles: Obstacle2[] = [];
    const stand = (shape: Shape2, oneWay = NONE, at = vec(0, 0)) => {
      const body = new Body(imp2, shape, at), compound = imp2.compoundOfShape(shape);
      shapes.push(shape);
      bodies.push(body);
      obstacles.push({
        compound, pose: body.pose, velocity: NONE, angularVelocity: 0, oneWay, tolerance: 0, tangentSpeed: 0,
        id: BigInt(bodies.length),
      });
      return bodies.length - 1;
    };
    for (const [x0, y0, x1, y1] of BLOCKS) stand(imp2.box(box(x0, y0, x1, y1)));
    for (const [x0, y0, x1, y1] of SHELVES) stand(imp2.box(box(x0, y0, x1, y1)), ABOVE);
    for (const corners of SLOPES) stand(imp2.polygon(corners));
    const lift = stand(imp2.box(box(-1, -0.2, 1, 0)), NONE, vec(LIFT.x, LIFT.low));
    let rising = true;

    const tall = imp2.capsule(vec(0, 0.3), vec(0, 1.5), 0.3), small = imp2.capsule(vec(0, 0.3), vec(0, 0.7), 0.3);
    const def: CharacterDef2 =
      { shape: tall, crouched: small, gravity: GRAVITY, airAcceleration: 20, acceleration: 60 };
    let hero: Character2 = { position: PLACES[values.begin]!, velocity: NONE };
    let way = 1, jumps = 0, steps = 0, stuck = 0;

    /** What it does by itself: on until something holds it, then a jump, and back when that does not help. */
    function wander() {
      const still = Math.abs(hero.velocity!.x) < 0.1;
      stuck = still ? stuck + 1 : 0;
      if (stuck > 60) [way, stuck] = [-way, 0];
      return { velocity: vec(way * values.speed, 0), jump: stuck > 5 ? values.jump : 0 };
    }
    function asked() {
      const left = held('ArrowLeft'), right = held('ArrowRight'), up = held('ArrowUp'), down = held('ArrowDown');
      if (values.alone && !left && !right && !up && !down) return wander();
      const velocity = vec(values.speed * (Number(right) - Number(left)), 0);
      return { velocity, jump: up && !down ? values.jump : 0, crouch: down, drop: up && down };
    }

    return {
      key: key => key.startsWith('Arrow'),
      step(dt) {
        const top = bodies[lift]!.at.y;
        rising = rising ? top < LIFT.high : top <= LIFT.low;
        obstacles[lift]!.velocity = vec(0, rising ? LIFT.speed : -LIFT.speed);
        hero = imp2.characterMove(hero, def, asked(), { obstacles }, dt);
        jumps += hero.flags! & CHARACTER2_JUMPED ? 1 : 0;
        steps += hero.flags! & CHARACTER2_STEPPED ? 1 : 0;
        bodies[lift]!.at = vec(LIFT.x, top + dt * obstacles[lift]!.velocity.y);
        obstacles[lift]!.pose = bodies[lift]!.pose;
      },
      draw(painter) {
        bodies.forEach((it, i) => {
          it.draw(painter, 'still', i === lift ? { matter: 'driven' } : {});
          const [, , right, left] = it.points;
          if (obstacles[i]!.oneWay!.y > 0) painter.felt(right!, left!, { pose: it.pose });
        });
        const { x, y } = hero.position!, height = hero.crouched ? 0.7 : 1.5;
        painter.polygon([vec(x, y + 0.3), vec(x, y + height)], 'free', { radius: 0.3, matter: 0 });
        if (hero.grounded) painter.arrow(hero.position!, hero.groundNormal!, 'answer', { width: 1.5 });
      },
      follow: () => ({ at: add(hero.position!, vec(0, 1.5)), least: READABLE }),
      answers: () => [
        ['it', hero.grounded ? 'stands' : hero.sliding ? 'slides' : 'is in the air',
          hero.grounded ? 'answer' : undefined],
        ['speed', `${Math.hypot(hero.velocity!.x, hero.velocity!.y).toFixed(1)} m/s`],
        ['jumps', jumps], ['steps climbed', steps],
      ],
      state: () => ({
        at: hero.position, velocity: hero.velocity, grounded: !!hero.grounded, crouched: !!hero.crouched, jumps, steps,
        lift: bodies[lift]!.at.y, ground: Number(hero.ground ?? 0) - 1, liftId: lift, shelves: BLOCKS.length,
      }),
      stop() {
        for (const { compound } of obstacles) compound.free();
        for (const shape of [...shapes, tall, small]) shape.free();
      },
    };
  },
});
