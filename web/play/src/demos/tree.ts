// SPDX-License-Identifier: MIT
//
// The tree: the order in which an index puts its things, drawn level by level, and questions to it. The library shows
// nobody its blocks; the splits here are made as it makes them (docs/architecture.md), the answers are its own.

import { choice, demo, shuffle, slider } from '../frame/demo';
import { box, vec, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';

const LANES = 16, DEEPEST = 6;

interface Mark {
  at: Vec;
}

export default demo({
  id: 'tree',
  title: 'Tree',
  sentence: 'Boxes within boxes: all things are halved, and halved again, until sixteen share a block.',
  chapter: 'Many things',
  order: 2,
  about: [
    'All things are split in two across the axis on which they are spread widest, and each part again, until sixteen are ' +
    'left: a block. Move the depth and see the bounds of the parts. This is a picture of the order, drawn by the page: ' +
    'the library keeps its blocks to itself.',
    'The answers are those of the library, live: drag a corner of the box, an end of the ray, or the point, and see what ' +
    'is found.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.fine],
  view: box(-8.4, -5.4, 8.4, 5.4),
  controls: {
    ask: choice('Ask', 'box', { box: 'In a box', ray: 'On a ray', nearest: 'Nearest' }),
    depth: slider('Depth', 3, 0, DEEPEST),
    count: slider('Things', 400, 20, 1000, { step: 20, restart: true }),
    seed: shuffle(),
  },
  card: { count: 200, depth: 3 },

  start({ imp, values, random, card }) {
    const { imp2 } = imp;
    const n = values.count, sides = new Float32Array(4 * n), size = card ? 2 : 1;
    for (let i = 0; i < n; i++) {
      const x = random.between(-7.8, 7.8), y = random.between(-4.8, 4.8);
      sides.set([x, y, x + size * random.between(0.08, 0.22), y + size * random.between(0.08, 0.22)], 4 * i);
    }
    const index = imp2.index();
    index.add(Array.from({ length: n }, (_, i) =>
      ({ box: { lower: vec(sides[4 * i]!, sides[4 * i + 1]!), upper: vec(sides[4 * i + 2]!, sides[4 * i + 3]!) } })));

    // The order: the left part of a split gets a power of two of the blocks
    const levels: Float32Array[] = [];
    let deepest = 0;
    function split(things: number[], blocks: number, depth: number): void {
      const bounds = [Infinity, Infinity, -Infinity, -Infinity];
      for (const i of things) {
        for (let k = 0; k < 4; k++) bounds[k] = (k < 2 ? Math.min : Math.max)(bounds[k]!, sides[4 * i + k]!);
      }
      // A block is drawn at all depths from its own on.
      for (let d = depth; d <= (blocks === 1 ? DEEPEST : depth); d++) levels[d] = Float32Array.of(...(levels[d] ?? []), ...bounds);
      deepest = Math.max(deepest, depth);
      if (blocks === 1) return;
      const middle = (i: number, axis: number) => sides[4 * i + axis]! + sides[4 * i + axis + 2]!;
      const spread = (axis: number) => {
        const mean = things.reduce((sum, i) => sum + middle(i, axis), 0) / things.length;
        return things.reduce((sum, i) => sum + Math.abs(middle(i, axis) - mean), 0);
      };
      const axis = spread(1) > spread(0) ? 1 : 0;
      let half = 1;
      while (2 * half < blocks) half *= 2;
      const sorted = [...things].sort((a, b) => middle(a, axis) - middle(b, axis)), left = Math.floor(things.length * half / blocks);
      split(sorted.slice(0, left), half, depth + 1);
      split(sorted.slice(left), blocks - half, depth + 1);
    }
    const blocks = Math.ceil(n / LANES);
    split(Array.from({ length: n }, (_, i) => i), blocks, 0);

    const marks: Mark[] = [{ at: vec(-3, -2) }, { at: vec(2.5, 1.5) }];
    const [a, b] = marks as [Mark, Mark];
    let found: number[] = [];
    function ask(): void {
      const lower = vec(Math.min(a.at.x, b.at.x), Math.min(a.at.y, b.at.y)), upper = vec(Math.max(a.at.x, b.at.x), Math.max(a.at.y, b.at.y));
      if (values.ask === 'box') found = [...index.queryBox({ lower, upper })];
      else if (values.ask === 'ray') found = index.castRay({ origin: a.at, motion: vec(b.at.x - a.at.x, b.at.y - a.at.y) }, n).map(it => it.thing);
      else found = index.nearest({ point: a.at }, 10).map(it => it.thing);
    }
    ask();
    const used = () => (values.ask === 'nearest' ? [a] : marks);
    const hold = hands<Mark>({
      things: used,
      hit: (it, at, reach) => Math.hypot(it.at.x - at.x, it.at.y - at.y) <= Math.max(reach, 0.25),
      changed: ask,
    });

    return {
      ...hold.handlers,
      changed: ask,
      draw(painter) {
        const level = levels[values.depth]!;
        if (values.ask === 'box') painter.box(box(a.at.x, a.at.y, b.at.x, b.at.y), 'answer', { faint: true, width: 2 });
        painter.boxes(sides, 'free');
        painter.boxes(sides, 'touching', found);
        for (let k = 0; k < level.length; k += 4) {
          painter.box(box(level[k]!, level[k + 1]!, level[k + 2]!, level[k + 3]!), 'still', { hollow: true, width: 2 });
        }
        if (values.ask === 'ray') painter.arrow(a.at, vec(b.at.x - a.at.x, b.at.y - a.at.y), 'answer');
        for (const it of used()) painter.point(it.at, 'answer', { width: 5, chosen: it === hold.chosen });
        hold.draw(painter);
      },
      answers: () => [['found', found.length, 'touching'], ['of things', n], ['blocks of sixteen', blocks], ['levels of splits', deepest]],
      state: () => ({ ask: values.ask, found, marks: marks.map(it => it.at), sides: [...sides], parts: levels.map(it => it.length / 4) }),
      stop: () => index.free(),
    };
  },
});
