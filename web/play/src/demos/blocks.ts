// SPDX-License-Identifier: MIT
//
// Blocks: a crowd in a grid, and how the number of tests follows from the length of a block. Thousands of boxes move,
// so all is in arrays of numbers and nothing is made in a step.

import { INDEX_GRID, type Index2 } from 'impinge';
import { button, choice, demo, shuffle, slider } from '../frame/demo';
import { box, clamp, inBox, vec, type Vec } from '../frame/geometry';
import { arrow } from '../frame/hands';

const WIDTH = 96, HEIGHT = 60, SHORTEST = 1, LONGEST = 16, BETWEEN = 0.5;
const STEPS_EACH = 12;  // for one length, when all are tried

export default demo({
  id: 'blocks',
  title: 'Blocks',
  sentence: 'A crowd of thousands. Who is held against whom is told by where they are.',
  chapter: 'Many things',
  order: 1,
  about: [
    'Two thousand boxes move, and in every step all pairs that touch are listed. To hold each against each would ' +
    'take two million tests. The index sorts them into square blocks instead, and looks only at neighbours.',
    'How long should a block be? In long ones each box meets many others; of short ones there are many to look ' +
    'through. Try all sizes and see the curve fill in: there is a valley, and it is wide. Where hardly two boxes ' +
    'would share a block, the index takes blocks four times as long; that is why the curve begins with what comes ' +
    'again later.',
    'Click a block, or walk about with the arrow keys: what lies in it is held against the blocks around it.',
  ],
  keys: [['←↑↓→', 'to another block']],
  view: box(-1, -1, WIDTH + 1, HEIGHT + 1),
  controls: {
    count: slider('Boxes', 2000, 100, 6000, { step: 100, restart: true }),
    block: slider('Length of a block', 6, SHORTEST, LONGEST, { step: BETWEEN, unit: 'm' }),
    crowd: choice('They stand', 'evenly', { evenly: 'Evenly', crowds: 'In crowds' }, { restart: true }),
    speed: slider('Speed', 2, 0, 10, { step: 0.5, unit: 'm/s' }),
    tryAll: button('Try all sizes', 't'),
    seed: shuffle(),
  },
  card: { count: 300, block: 8 },

  start({ imp, values, random, card, set, redraw }) {
    const { imp2 } = imp;
    const n = values.count;

    const centre = new Float32Array(2 * n), half = new Float32Array(2 * n), heading = new Float32Array(2 * n);
    const sides = new Float32Array(4 * n), touches = new Uint8Array(n);
    const touching = new Int32Array(n), free = new Int32Array(n);
    const crowds = Array.from({ length: 7 }, () =>
      vec(random.between(12, WIDTH - 12), random.between(10, HEIGHT - 10)));
    const bell = () => random() + random() + random() - 1.5;
    for (let i = 0; i < n; i++) {
      const size = card ? 2.6 : 1, around = crowds[i % crowds.length]!, even = values.crowd === 'evenly';
      half[2 * i] = size * random.between(0.2, 0.5);
      half[2 * i + 1] = size * random.between(0.2, 0.5);
      centre[2 * i] = clamp(even ? random.between(0, WIDTH) : around.x + 9 * bell(), 1, WIDTH - 1);
      centre[2 * i + 1] = clamp(even ? random.between(0, HEIGHT) : around.y + 9 * bell(), 1, HEIGHT - 1);
      heading[2 * i] = random.between(-1, 1);
      heading[2 * i + 1] = random.between(-1, 1);
    }

    function move(by: number): void {
      for (let i = 0; i < 2 * n; i++) {
        const far = i & 1 ? HEIGHT : WIDTH, h = half[i]!, at = centre[i]! + by * heading[i]!;
        if (at - h < 0) heading[i] = Math.abs(heading[i]!);
        if (at + h > far) heading[i] = -Math.abs(heading[i]!);
        centre[i] = at;
        const side = 2 * i - (i & 1);  // 4 (i / 2) + (i & 1)
        sides[side] = at - h;
        sides[side + 2] = at + h;
      }
    }

    let index: Index2 | undefined;
    function fill(): void {
      index?.free();
      index = imp2.index({ kind: INDEX_GRID, cellSize: values.block });
      index.add(Array.from({ length: n }, (_, i) =>
        ({ box: { lower: vec(sides[4 * i]!, sides[4 * i + 1]!), upper: vec(sides[4 * i + 2]!, sides[4 * i + 3]!) } })));
    }

    let pairCount = 0, tests = 0, touchingCount = 0;
    const sums = new Map<number, { tests: number; steps: number }>();  // by length of a block
    function ask(): void {
      index!.move(null, sides);
      const { pairs } = index!.pairs();
      pairCount = pairs.length / 2;
      tests = Number(index!.stats().tests);
      touches.fill(0);
      for (let k = 0; k < pairs.length; k++) touches[pairs[k]!] = 1;
      touchingCount = 0;
      for (let i = 0, others = 0; i < n; i++) {
        if (touches[i]) touching[touchingCount++] = i;
        else free[others++] = i;
      }
    }
    function record(): void {
      const sum = sums.get(values.block) ?? { tests: 0, steps: 0 };
      sum.tests += tests;
      sum.steps++;
      sums.set(values.block, sum);
    }
    const curve = (): Vec[] => [...sums]
      .map(([length, sum]) => vec(length, Math.round(sum.tests / sum.steps))).sort((a, b) => a.x - b.x);
    const best = (): Vec | undefined => curve().sort((a, b) => a.y - b.y)[0];
    move(0);
    fill();
    ask();

    // All sizes, one after the other; then the best one
    let trying = 0;
    function tryNext(): void {
      const length = SHORTEST + BETWEEN * Math.floor((trying - 1) / STEPS_EACH);
      trying++;
      if (length > LONGEST) {
        trying = 0;
        set('block', best()!.x);
      } else if (length !== values.block) {
        set('block', length);
      } else {
        return;
      }
      fill();
    }

    let spot = vec(WIDTH / 2, HEIGHT / 2);
    const floor = (x: number) => Math.floor(x / values.block) * values.block;
    const cell = (at: Vec) => vec(floor(at.x), floor(at.y));
    const walk = (to: Vec) => { spot = vec(clamp(to.x, 0, WIDTH - 0.01), clamp(to.y, 0, HEIGHT - 0.01)); };
    /** Boxes of a block: those with their lower corner in it. */
    function inside(): number {
      const { x, y } = cell(spot), end = values.block;
      let found = 0;
      for (let i = 0; i < n; i++) {
        const u = sides[4 * i]! - x, v = sides[4 * i + 1]! - y;
        if (u >= 0 && u < end && v >= 0 && v < end) found++;
      }
      return found;
    }

    return {
      step(dt) {
        if (trying) tryNext();
        move(values.speed * dt);
        ask();
        record();
      },
      click(at) {
        if (inBox(box(0, 0, WIDTH, HEIGHT), at)) walk(at);
      },
      key(name) {
        const way = arrow(name);
        if (way) walk(vec(spot.x + way.x * values.block, spot.y + way.y * values.block));
        return !!way;
      },
      press() {
        trying = 1;
      },
      changed() {
        trying = 0;
        fill();
        ask();
        redraw();
      },
      draw(painter) {
        const { x, y } = cell(spot), b = values.block;
        painter.boxes(sides, 'free', free.subarray(0, n - touchingCount));
        painter.boxes(sides, 'touching', touching.subarray(0, touchingCount));
        if (b > 3 * painter.pixel) {
          const look = { width: 1, faint: true };
          for (let u = 0; u <= WIDTH; u += b) painter.segment(vec(u, 0), vec(u, HEIGHT), 'helper', look);
          for (let v = 0; v <= HEIGHT; v += b) painter.segment(vec(0, v), vec(WIDTH, v), 'helper', look);
        }
        painter.box(box(0, 0, WIDTH, HEIGHT), 'helper', { hollow: true });
        if (card) return;
        const inside = (x0: number, y0: number, x1: number, y1: number) =>
          box(Math.max(x0, 0), Math.max(y0, 0), Math.min(x1, WIDTH), Math.min(y1, HEIGHT));
        painter.box(inside(x - b, y - b, x + 2 * b, y + 2 * b), 'answer', { hollow: true, dashed: true, width: 2 });
        painter.box(inside(x, y, x + b, y + b), 'answer', { faint: true, width: 2 });
      },
      answers() {
        const all = n * (n - 1) / 2;
        return [
          ['tests in this step', tests.toLocaleString('en')],
          ['each with each', all.toLocaleString('en')],
          ['times fewer', tests ? Math.round(all / tests) : '–'],
          ['pairs that touch', pairCount],
          ['boxes in this block', inside()],
          ['fewest tests at', best() ? `${best()!.x} m` : '–', 'answer'],
        ];
      },
      charts: () => [{
        title: 'Tests in a step',
        across: 'length of a block [m]',
        from: SHORTEST,
        to: LONGEST,
        mark: values.block,
        lines: [
          { name: 'blocks', role: 'answer', points: curve(), said: tests.toLocaleString('en') },
          { name: 'each with each', role: 'helper', points: [],
            said: `${(n * (n - 1) / 2).toLocaleString('en')}, far above` },
        ],
      }],
      state: () => ({
        boxes: n, block: values.block, tests, pairs: pairCount, touching: touchingCount, curve: curve(), spot,
        inside: inside(), trying: trying > 0, sides: n <= 200 ? [...sides] : [],
      }),
      stop: () => index?.free(),
    };
  },
});
