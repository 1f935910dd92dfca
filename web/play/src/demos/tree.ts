// SPDX-License-Identifier: MIT
//
// The tree: the order in which an index puts its things, drawn level by level, what becomes of it when they move, and
// questions to it. The library shows nobody its blocks; the splits here are made as it makes them
// (docs/architecture.md), the answers and the tests are its own.

import { button, choice, demo, shuffle, slider } from '../frame/demo';
import { box, vec, type Box, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';

const FILL = 14, DEEPEST = 7, CHART = 300;
const ROOM = box(-7.8, -4.8, 7.8, 4.8), MEETING = box(-3.6, -2.2, 3.6, 2.2);

interface Thing {
  /** Its lower corner. */
  at: Vec;
  size: Vec;
  to: Vec;
}
interface Mark {
  at: Vec;
}

export default demo({
  id: 'tree',
  title: 'Tree',
  sentence: 'Boxes within boxes: all things are halved, and halved again, until few share a block.',
  chapter: 'Many things',
  order: 2,
  about: [
    'All things are split in two across the axis on which they are spread widest, and each part again, until ' +
    'fourteen are left: a block, with room for two more. Move the depth and see the bounds of the parts. This is a ' +
    'picture of the order, drawn by the page: the library keeps its blocks to itself.',
    'Let things move: bounds follow, but who shares a block stays, so bounds grow into each other. The index puts in ' +
    'order anew what has grown, part by part, and hardly needs `rebuild`. Let all come together, though: no bounds ' +
    'grow, all is mixed up within, and each is held against too many. Rebuild, and half of the tests are gone.',
    'The answers are those of the library, live: drag a corner of the box, an end of the ray, or the point, and see ' +
    'what is found.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.fine],
  view: box(-8.4, -5.4, 8.4, 5.4),
  controls: {
    ask: choice('Ask', 'box', { box: 'In a box', ray: 'On a ray', nearest: 'Nearest' }),
    depth: slider('Depth', 3, 0, DEEPEST),
    move: choice('Things', 'stay', { stay: 'Stay', wander: 'Wander', meet: 'Come together' }),
    speed: slider('Speed', 2, 0.5, 8, { step: 0.5, unit: 'm/s' }),
    count: slider('How many', 600, 20, 1000, { step: 20, restart: true }),
    rebuild: button('Rebuild', 'b'),
    seed: shuffle(),
  },
  card: { count: 200, depth: 3 },

  start({ imp, values, random, card }) {
    const { imp2 } = imp;
    const n = values.count, sides = new Float32Array(4 * n), large = card ? 2 : 1;
    const within = ({ lower, upper }: Box): Vec =>
      vec(random.between(lower.x, upper.x), random.between(lower.y, upper.y));
    const things = Array.from({ length: n }, (): Thing => {
      const at = within(ROOM), side = () => large * random.between(0.08, 0.22);
      return { at, size: vec(side(), side()), to: at };
    });
    function writeSides(): void {
      things.forEach(({ at, size }, i) => sides.set([at.x, at.y, at.x + size.x, at.y + size.y], 4 * i));
    }
    writeSides();
    const boxes = Array.from({ length: n }, (_, i) => {
      const [x0, y0, x1, y1] = sides.subarray(4 * i);
      return box(x0!, y0!, x1!, y1!);
    });
    const index = imp2.index();
    index.add(boxes.map(box => ({ box })));

    // The order: the left part of a split gets a power of two of the blocks

    let parts: number[][][] = [];  // by depth; a block is at all depths from its own on
    const blocks = Math.ceil(n / FILL);
    function split(part: number[], blocks: number, depth: number): void {
      for (let d = depth; d <= (blocks === 1 ? DEEPEST : depth); d++) (parts[d] ??= []).push(part);
      if (blocks === 1) return;
      const twice = (i: number, axis: number) => sides[4 * i + axis]! + sides[4 * i + axis + 2]!;
      const spread = (axis: number) => {
        const mean = part.reduce((sum, i) => sum + twice(i, axis), 0) / part.length;
        return part.reduce((sum, i) => sum + Math.abs(twice(i, axis) - mean), 0);
      };
      const axis = spread(1) > spread(0) ? 1 : 0, sorted = [...part].sort((a, b) => twice(a, axis) - twice(b, axis));
      let half = 1;
      while (2 * half < blocks) half *= 2;
      const left = Math.floor(part.length * half / blocks);
      split(sorted.slice(0, left), half, depth + 1);
      split(sorted.slice(left), blocks - half, depth + 1);
    }
    function putInOrder(): void {
      parts = [];
      split(things.map((_, i) => i), blocks, 0);
    }
    function boundsOf(part: readonly number[]): Box {
      const bounds = box(Infinity, Infinity, -Infinity, -Infinity), { lower, upper } = bounds;
      for (const i of part) {
        lower.x = Math.min(lower.x, sides[4 * i]!);
        lower.y = Math.min(lower.y, sides[4 * i + 1]!);
        upper.x = Math.max(upper.x, sides[4 * i + 2]!);
        upper.y = Math.max(upper.y, sides[4 * i + 3]!);
      }
      return bounds;
    }
    putInOrder();

    // The questions

    const marks: Mark[] = [{ at: vec(-3, -2) }, { at: vec(2.5, 1.5) }];
    const [a, b] = marks as [Mark, Mark];
    let found: number[] = [];
    const asked = (): Box =>
      box(Math.min(a.at.x, b.at.x), Math.min(a.at.y, b.at.y), Math.max(a.at.x, b.at.x), Math.max(a.at.y, b.at.y));
    const way = (): Vec => vec(b.at.x - a.at.x, b.at.y - a.at.y);
    function ask(): void {
      if (values.ask === 'box') found = [...index.queryBox(asked())];
      else if (values.ask === 'ray') found = index.castRay({ origin: a.at, motion: way() }, n).map(it => it.thing);
      else found = index.nearest({ point: a.at }, 10).map(it => it.thing);
    }
    let pairs = 0, tests = 0, past: number[] = [];
    function askPairs(): void {
      pairs = index.pairs().pairs.length / 2;
      tests = Number(index.stats().tests);
    }
    ask();
    askPairs();

    // Moving, each to a place and then to another one; and the order anew

    let rebuilt: { before: number; after: number } | undefined;
    function move(dt: number): void {
      const most = values.speed * dt;
      for (const thing of things) {
        const { at, to } = thing, x = to.x - at.x, y = to.y - at.y, far = Math.sqrt(x * x + y * y);
        if (far <= most) thing.to = within(values.move === 'meet' ? MEETING : ROOM);
        else thing.at = vec(at.x + x * most / far, at.y + y * most / far);
      }
      writeSides();
      index.move(null, sides);
    }
    function rebuild(): void {
      askPairs();
      const before = tests;
      index.rebuild();
      putInOrder();
      askPairs();
      rebuilt = { before, after: tests };
    }

    const used = () => (values.ask === 'nearest' ? [a] : marks);
    const hold = hands<Mark>({
      things: used,
      hit: (it, at, reach) => Math.hypot(it.at.x - at.x, it.at.y - at.y) <= Math.max(reach, 0.25),
      changed: ask,
    });
    const said = (count: number) => count.toLocaleString('en');

    return {
      ...hold.handlers,
      step(dt) {
        if (values.move !== 'stay') {
          move(dt);
          ask();
          askPairs();
        }
        past = [...past, tests].slice(-CHART);
      },
      press: rebuild,
      changed(name) {
        if (name === 'move') for (const thing of things) thing.to = thing.at;  // at once, not when it is where it went
        ask();
      },
      draw(painter) {
        if (values.ask === 'box') painter.box(asked(), 'answer', { faint: true, width: 2 });
        painter.boxes(sides, 'free');
        painter.boxes(sides, 'touching', found);
        for (const part of parts[values.depth]!) {
          painter.box(boundsOf(part), 'still', { hollow: true, width: 2 });
        }
        if (values.ask === 'ray') painter.arrow(a.at, way(), 'answer');
        for (const it of used()) painter.point(it.at, 'answer', { width: 5, chosen: it === hold.chosen });
        hold.draw(painter);
      },
      answers: () => [
        ['found', `${found.length} of ${n}`, 'touching'],
        ['blocks', blocks],
        ['pairs that overlap', pairs],
        ['tests to know them', said(tests), 'answer'],
        ['before Rebuild', rebuilt ? said(rebuilt.before) : '–'],
        ['after Rebuild', rebuilt ? said(rebuilt.after) : '–'],
      ],
      charts: () => [{
        title: 'Tests to know all pairs',
        from: 0,
        to: CHART - 1,
        lines: [{ name: 'in each step', role: 'answer', said: said(tests),
                  points: past.map((y, i) => vec(CHART - past.length + i, y)) }],
      }],
      state: () => ({
        ask: values.ask, found, marks: marks.map(it => it.at), sides: [...sides], parts: parts.map(it => it.length),
        pairs, tests, rebuilt,
        bounds: parts[DEEPEST]!.reduce((sum, part) => {
          const { lower, upper } = boundsOf(part);
          return sum + upper.x - lower.x + upper.y - lower.y;
        }, 0),
      }),
      stop: () => index.free(),
    };
  },
});
