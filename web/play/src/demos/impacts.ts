// SPDX-License-Identifier: MIT
//
// Impacts, one after the other, several in a step: a cradle, a break shot, a ball between two plates, bullets and
// paper. Nothing weighs anything, so that what is seen is what impacts do, and nothing else.

import { BODY_DYNAMIC, BODY_STATIC, LOCK2_ROTATION } from 'impinge';
import { choice, demo, slider } from '../frame/demo';
import { box, vec, type Vec } from '../frame/geometry';
import { sandbox, WORLD_CONTROLS, WORLD_KEYS, type Piece, type Sandbox } from '../frame/world';

const BALL = 0.25;
const IDEAL = { friction: 0, restitution: 1 };
const ROOM = [[-5.7, -3.2, 5.7, -3], [-5.7, 3, 5.7, 3.2], [-5.7, -3, -5.5, 3], [5.5, -3, 5.7, 3]] as const;
const SHEET = vec(0.0025, 2.95);  // half its sizes: it leaves no way around it
const ANSWERED = { few: 4, usual: 32, many: 1024 };  // impacts of a body in a step
type Scene = 'cradle' | 'break' | 'plates' | 'paper';

export default demo({
  id: 'impacts',
  title: 'Impacts',
  sentence: 'A cradle, a break shot, a ball between two plates, bullets through paper: one impact after the other.',
  chapter: 'A world',
  order: 10,
  about: [
    'A step is a sixtieth of a second, and much may happen in it. The ball between the plates meets them many times; ' +
    'in the cradle an impact goes from ball to ball. Each is answered at its own moment, the ' +
    'earliest first, and what is left of the step goes on from there.',
    'Balls are perfectly elastic here, so no energy should be lost: the figure says how much there is, of what there ' +
    'was. Momentum is told beside; plates that stand take some.',
    'Paper is elastic, too, a hundredth as heavy as a bullet, and a hundredth as thick. It reaches from wall to wall ' +
    'and does not turn, so who is on which side of a sheet tells who has passed through it.',
    'Nothing passes as long as all impacts of a step are answered. But between a bullet and a wall paper goes to and ' +
    'fro ever faster, and a step answers 32 impacts of a body, unless it is told another number: with more than that ' +
    'two bodies overlap until the next step, a bullet may come out on the other side, and energy is off. Try 400 m/s ' +
    'with few, and with many.',
  ],
  keys: WORLD_KEYS,
  view: box(-6, -3.5, 6, 3.5),
  shares: ['world'],
  controls: {
    scene: choice<Scene>('Scene', 'break', {
      cradle: 'Cradle', break: 'Break', plates: 'Plates', paper: 'Paper',
    }, { restart: true }),
    speed: slider('Speed', 20, 1, 400, { unit: 'm/s', restart: true }),
    most: choice<keyof typeof ANSWERED>('Impacts answered', 'usual', {
      few: '4', usual: '32', many: '1024',
    }, { restart: true }),
    ...WORLD_CONTROLS,
  },
  card: { speed: 8 },

  start({ imp, values, held }) {
    const { imp2 } = imp, { speed } = values, kind = BODY_DYNAMIC;
    const it: Sandbox = sandbox({
      imp, values, held, gravity: 0, arrow: 1 / (speed * BALL * BALL), impacts: ANSWERED[values.most],
      answers: () => [
        ['energy', `${(100 * kept()).toFixed(3)} %`, Math.abs(kept() - 1) < 1e-3 ? 'answer' : 'touching'],
        ['momentum', `${momentum().x.toFixed(3)}, ${momentum().y.toFixed(3)} N s`],
        ...(values.scene === 'paper'
          ? [['passed through paper', passed ? `${passed} times` : 'none', passed ? 'touching' : 'answer'] as const]
          : []),
      ],
    });
    const ball = imp2.circle(vec(0, 0), BALL), paper = imp2.box(box(-SHEET.x, -SHEET.y, SHEET.x, SHEET.y));
    const roll = (at: Vec, velocity = vec(0, 0)) =>
      it.put(ball, { kind, at, velocity, bullet: true, noSleep: true, density: 1, material: IDEAL });
    const sheets: Piece[] = [], bullets: Piece[] = [];

    const wall = (sides: readonly [number, number, number, number]) =>
      it.put(imp2.box(box(...sides)), { kind: BODY_STATIC, material: IDEAL });

    const scenes: Record<Scene, () => void> = {
      cradle() {
        for (let i = 0; i < 5; i++) roll(vec(2 * i * BALL * 1.02 - 1, 0));
        roll(vec(-4, 0), vec(speed, 0));
        wall([5, -1, 5.2, 1]);
        wall([-5.2, -1, -5, 1]);
      },
      break() {
        for (let row = 0; row < 5; row++) {
          for (let i = 0; i <= row; i++) roll(vec(1 + row * BALL * 1.74, (2 * i - row) * BALL * 1.005));
        }
        roll(vec(-4, 0.03), vec(speed, 0));
        ROOM.forEach(wall);
      },
      plates() {
        const gap = 0.1;
        for (const y of [-1, 1]) {
          it.put(imp2.box(box(-5, -0.1, 5, 0.1)),
            { kind: BODY_STATIC, at: vec(0, y * (BALL + gap + 0.1)), material: IDEAL });
        }
        roll(vec(-4.5, 0), vec(speed / 40, speed));
      },
      paper() {
        for (let i = 0; i < 3; i++) {
          sheets.push(it.put(paper, {
            kind, at: vec(1.5 * i - 0.5, 0), density: 0.07, locks: LOCK2_ROTATION, noSleep: true, bullet: true,
            material: IDEAL,
          }));
        }
        ROOM.forEach(wall);
        for (let i = 0; i < 3; i++) bullets.push(roll(vec(-5, 0.6 * (i - 1)), vec(speed * (1 - 0.1 * i), 0)));
      },
    };
    scenes[values.scene]();

    const moving = () => it.pieces.filter(piece => piece.moves).map(piece => piece.state);
    const energy = () => moving().reduce((sum, { mass, inertia, velocity: v, angularVelocity: spin }) =>
      sum + 0.5 * (mass * (v.x * v.x + v.y * v.y) + inertia * spin * spin), 0);
    const momentum = () => moving().reduce((sum, { mass, velocity: v }) =>
      vec(sum.x + mass * v.x, sum.y + mass * v.y), vec(0, 0));
    const first = energy(), kept = () => energy() / first;
    /** Of each bullet, which sheets are behind it. */
    const order = () => bullets.flatMap(({ at }) => sheets.map(sheet => sheet.at.x < at.x));
    let before = order(), passed = 0;

    return {
      ...it.running,
      step(dt) {
        it.running.step!(dt);
        const now = order();
        passed += now.filter((behind, i) => behind !== before[i]).length;
        before = now;
      },
      state: () => ({ ...it.running.state(), energy: kept(), momentum: momentum(), passed }),
    };
  },
});
