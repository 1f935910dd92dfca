// SPDX-License-Identifier: MIT
//
// What surfaces are made of, in two rows. world.ts has the world with its hands.

import { BODY_DYNAMIC, BODY_STATIC } from 'impinge';
import { demo, slider } from '../frame/demo';
import { add, box, length, place, sub, vec, type Vec } from '../frame/geometry';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS, type Piece } from '../frame/world';

const STEPS = 11;  // 0, 0.1, ... 1
const BALL = 0.4, BLOCK = 0.35, LONG = 9, THICK = 0.2;
const SLOPE = vec(0, -6.5);  // its middle [m]
const PLACES = Array.from({ length: STEPS }, (_, i) => 1.5 * (i - (STEPS - 1) / 2));  // from left to right

export default demo({
  id: 'materials',
  title: 'Bounce and friction',
  sentence: 'Eleven balls and eleven blocks, from nothing at all to all there is.',
  chapter: 'A world',
  order: 4,
  about: [
    'Above, restitution from 0 to 1. A ball that falls from a height comes back to it times the square of its ' +
    'restitution: the dashed lines. The blue points are how high each has really come back at first.',
    'Below, friction from 1 to 0 on one slope. A block stays when its friction is no less than the tangent of the ' +
    'angle: blue numbers stay, red ones slide.',
    'Of two materials that meet, the friction is their geometric mean, and the restitution the larger one. The slope ' +
    'has a friction of 1, so each block wears the square of what is written under it.',
  ],
  keys: WORLD_KEYS,
  view: box(-10, -13.4, 10, 7),
  shares: ['world'],
  controls: {
    height: slider('Fall from', 5, 1, 6, { step: 0.5, unit: 'm', restart: true }),
    angle: slider('Slope', 20, 0, 40, { unit: '°', restart: true }),
    ...WORLD_CONTROLS,
  },

  start({ imp, values, held }) {
    const { imp2 } = imp, { height } = values, kind = BODY_DYNAMIC;
    const angle = values.angle * Math.PI / 180, turn = imp2.rot(-angle), holds = turn.s === 0 ? 0 : -turn.s / turn.c;
    const it = sandbox({
      imp, values, held, arrow: 1 / (GRAVITY / 60),
      add: at => it.put(ball, { kind, at, density: 1, material: { friction: 0.5, restitution: 0.5 } }),
      answers: () => [
        ['the slope holds from', holds.toFixed(2), 'answer'],
        ['blocks that stay', `${blocks.filter(stays).length} of ${STEPS}`],
      ],
    });
    it.ground(-9, -THICK, 9, 0);
    it.ground(-100, -14, 100, -13);

    const ball = imp2.circle(vec(0, 0), BALL);
    const balls = PLACES.map((x, i) => {
      const restitution = i / (STEPS - 1), at = vec(x, BALL + height);
      const piece = it.put(ball, { kind, at, density: 1, material: { restitution } });
      return { piece, restitution, x, back: 0, fell: false };
    });

    // From the left, which is up, what clings most: then nothing runs into another one.
    const slope = { p: SLOPE, q: turn };
    const plank = imp2.box(box(-LONG, -THICK, LONG, 0));
    it.put(plank, { kind: BODY_STATIC, at: SLOPE, angle: -angle, material: { friction: 1 } });
    const block = imp2.box(box(-BLOCK, -BLOCK, BLOCK, BLOCK));
    const blocks = PLACES.map((x, i) => {
      const friction = 1 - i / (STEPS - 1), from = place(slope, vec(x, BLOCK));
      const material = { friction: friction * friction };
      return { piece: it.put(block, { kind, at: from, angle: -angle, density: 1, material }), friction, x, from };
    });
    const stays = ({ piece, from }: { piece: Piece; from: Vec }) => length(sub(piece.at, from)) < 0.05;

    return {
      ...it.running,
      step(dt) {
        it.running.step!(dt);
        for (const one of balls) {  // the first way up, until it falls again
          const { velocity } = one.piece.state, rose = one.back > 0;
          if (one.fell || !(velocity.y > 0)) one.fell ||= rose;
          else one.back = Math.max(one.back, one.piece.at.y - BALL);
        }
      },
      draw(painter) {
        for (const { restitution, x } of balls) {
          const y = BALL + restitution * restitution * height;
          painter.segment(vec(x - 0.6, y), vec(x + 0.6, y), 'helper', { dashed: true });
        }
        it.running.draw(painter);
        for (const { restitution, back, x } of balls) {
          if (back > 0) painter.point(vec(x, BALL + back), 'answer');
          painter.label(vec(x, -THICK), restitution.toFixed(1), { dy: 12 });
        }
        for (const { friction, x } of blocks) {
          const role = friction >= holds ? 'answer' : 'touching';
          painter.label(add(place(slope, vec(x, 0)), vec(0, -THICK)), friction.toFixed(1), { role, dy: 14 });
        }
      },
      state: () => ({
        ...it.running.state(), holds,
        balls: balls.map(({ restitution, back }) => ({ restitution, back })),
        blocks: blocks.map(({ friction, piece, from }) => ({ friction, slid: length(sub(piece.at, from)) })),
      }),
    };
  },
});
