// SPDX-License-Identifier: MIT
//
// The rectangle study, live: ways to ask whether two turned rectangles touch that have been passed around for decades,
// and what each looks at. The exact answer is the library's, the others are of rectangle_ways.ts; the picture repeats
// what a way looks at.

import { choice, demo, type Answer } from '../frame/demo';
import { add, box, length, place, scale, sub, vec, type Pose, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';
import type { Painter } from '../frame/painter';
import { ALL_WAYS, askWay, type Said, type Way } from '../frame/rectangle_ways';

const WAYS: Record<Way, string> = {
  circles: 'Circles',
  cornersPublished: 'Corners, published',
  corners: 'Corners, corrected',
  feetPublished: 'Feet, published',
  feet: 'Feet, corrected',
  outcodesPublished: 'Outcodes, published',
  outcodes: 'Outcodes, corrected',
  axes: 'Separating axes',
};
/** What a way looks at, and why it errs when it does. */
const WORDS: Record<Way, { looks: string; errs: string }> = {
  circles: { looks: 'do the circles meet?', errs: 'the circles meet, the rectangles do not' },
  cornersPublished: { looks: 'a corner of A in B, or one of B in A?', errs: 'only the blue corner of B is tried' },
  corners: { looks: 'a corner of A in B, or a diagonal of B that meets A?', errs: '' },
  feetPublished: {
    looks: 'feet on the edges: of all corners of A, of one of B', errs: 'only the blue corner of B is tried',
  },
  feet: { looks: 'feet of the corners of A; the diagonals of B', errs: '' },
  outcodesPublished: {
    looks: 'four bits for each corner of B: above, below, right, left', errs: 'opposite bits are taken for a crossing',
  },
  outcodes: { looks: 'the same bits; open edges against the corners of A', errs: '' },
  axes: { looks: 'do the shadows part on one of four axes?', errs: '' },
};

/** Named pairs: middle, half sizes, angle in degrees, for A and for B. */
const CASES: Record<string, { words: string; numbers: number[] }> = {
  past: { words: 'An edge passes a corner', numbers: [0, -0.4, 0.9, 0.5, 0, 0.3, 0.823, 1.5, 0.2, -30] },
  crossed: { words: 'Crossed bars', numbers: [0, 0, 1.6, 0.3, 10, 0, 0, 1.6, 0.3, 80] },
  poking: { words: 'A corner pokes through', numbers: [0, -0.6, 1.5, 0.5, 0, 0.2, 0.9, 0.8, 0.8, 135] },
  right: { words: 'The right corner pokes through', numbers: [0, -0.6, 1.5, 0.5, 0, 0.2, 0.9, 0.8, 0.8, 45] },
  inside: { words: 'A corner inside', numbers: [-0.6, -0.2, 0.9, 0.6, 15, 0.7, 0.4, 0.8, 0.6, 50] },
  nested: { words: 'One inside the other', numbers: [0, 0, 1.5, 1, 10, 0.3, 0.2, 0.5, 0.3, 40] },
  near: { words: 'Bars side by side', numbers: [-0.1, -0.4, 1.6, 0.25, 20, 0.1, 0.4, 1.6, 0.25, 20] },
  thin: { words: 'No height at all', numbers: [0, 0, 1.5, 0, 30, 0, 0.1, 1.2, 0.4, -25] },
};
const words = <T extends { words: string }>(cases: Record<string, T>) =>
  Object.fromEntries(Object.entries(cases).map(([name, it]) => [name, it.words]));

interface Rect {
  name: string;
  at: Vec;
  angle: number;
  half: Vec;
}
/** A corner that is dragged to make its rectangle larger or smaller. */
interface Grip {
  of: Rect;
  at: Vec;
  angle?: undefined;
}

export default demo({
  id: 'rectangles',
  title: 'Rectangle study',
  sentence: 'Ways to ask whether two rectangles touch. Some that are passed around err.',
  chapter: 'Two things',
  order: 8,
  about: [
    'Do two turned rectangles touch? Games have asked this for decades, and some of the answers that are passed ' +
    'around are wrong now and then. All of them are asked here about the same two rectangles, and held against ' +
    '`imp2.overlap`, which is exact. Beside each answer stands how many sums, products and comparisons it took.',
    'Begin with the named cases and see which way errs; choose a way to see in the picture what it looks at. Then ' +
    'drag the rectangles, turn them by the knob, and pull the ringed corner to change their size. Can you fool one ' +
    'that is called corrected?',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.turn, HAND_KEYS.fine],
  view: box(-2.9, -2.2, 2.9, 2.2),
  controls: {
    pair: choice('Case', 'past', words(CASES), { restart: true }),
    way: choice('Look at', 'outcodesPublished', WAYS),
  },
  card: { pair: 'crossed', way: 'cornersPublished' },

  start({ imp, values, card }) {
    const { imp2 } = imp;
    const numbers = CASES[values.pair]!.numbers;
    const [a, b] = [0, 5].map((i): Rect => ({
      name: i ? 'B' : 'A', at: vec(numbers[i]!, numbers[i + 1]!), half: vec(numbers[i + 2]!, numbers[i + 3]!),
      angle: numbers[i + 4]! * Math.PI / 180,
    })) as [Rect, Rect];
    const poseOf = (it: Rect): Pose => imp2.pose(it.at, it.angle);
    /** From the lower left one on, counter-clockwise in the rectangle's frame: as the library numbers them. */
    const cornersOf = (it: Rect): Vec[] => {
      const { x, y } = it.half, pose = poseOf(it);
      return [vec(-x, -y), vec(x, -y), vec(x, y), vec(-x, y)].map(v => place(pose, v));
    };
    /** A place, seen from a rectangle that stands upright. */
    const from = (it: Rect, v: Vec): Vec => {
      const { q } = poseOf(it), w = sub(v, it.at);
      return vec(q.c * w.x + q.s * w.y, q.c * w.y - q.s * w.x);
    };
    const within = (it: Rect, v: Vec): boolean => {
      const w = from(it, v);
      return Math.abs(w.x) <= it.half.x && Math.abs(w.y) <= it.half.y;
    };

    let exact = false;
    let said = {} as Record<Way, Said>;
    function ask(): void {
      const [one, other] = [a, b].map(it => ({ center: it.at, half: it.half, q: poseOf(it).q }));
      const shapes = [a, b].map(({ half }) => imp2.box({ lower: scale(half, -1), upper: half }));
      exact = imp2.overlap(shapes[0]!, poseOf(a), shapes[1]!, poseOf(b));
      shapes.forEach(it => it.free());
      said = Object.fromEntries(ALL_WAYS.map(way => [way, askWay(way, one!, other!)])) as typeof said;
    }
    ask();

    const grips: Grip[] = [a, b].map(of => ({ of, at: vec(0, 0) }));
    const settle = () => grips.forEach(it => { it.at = cornersOf(it.of)[2]!; });
    settle();
    const isRect = (it: Rect | Grip): it is Rect => it === a || it === b;
    const hold = hands<Rect | Grip>({
      things: () => [a, b, ...grips],
      hit(it, at, reach) {
        if (!isRect(it)) return length(sub(it.at, at)) <= Math.max(reach, 0.06);
        const v = from(it, at);
        return Math.abs(v.x) <= it.half.x + reach && Math.abs(v.y) <= it.half.y + reach;
      },
      knob: it => (isRect(it) ? it.half.x + 0.3 : 0),
      changed(it) {
        if (!isRect(it)) {
          const v = from(it.of, it.at);
          it.of.half = vec(Math.max(v.x, 0), Math.max(v.y, 0));
        }
        settle();
        ask();
      },
    });

    // What each way looks at

    function edge(painter: Painter, v: Vec, w: Vec, decided: boolean): void {
      painter.segment(v, w, decided ? 'answer' : 'helper', { width: decided ? 4 : 2 });
    }
    function tried(painter: Painter, v: Vec, other: Rect): void {
      painter.point(v, within(other, v) ? 'touching' : 'answer', { width: 5 });
    }
    function feetOn(painter: Painter, v: Vec, of: Rect): void {
      const corners = cornersOf(of), inside = within(of, v);
      corners.forEach((p, i) => {
        const along = sub(corners[(i + 1) % 4]!, p), size = along.x * along.x + along.y * along.y;
        if (!size) return;
        const t = ((v.x - p.x) * along.x + (v.y - p.y) * along.y) / size, foot = add(p, scale(along, t));
        painter.segment(v, foot, 'helper', { width: 1, dashed: true, faint: !inside });
        painter.point(foot, t >= 0 && t <= 1 ? 'answer' : 'helper', { width: 2 });
      });
    }
    function diagonals(painter: Painter): void {
      const corners = cornersOf(b);
      painter.segment(corners[0]!, corners[2]!, 'answer', { width: 2 });
      painter.segment(corners[1]!, corners[3]!, 'answer', { width: 2 });
    }
    function outcodes(painter: Painter, published: boolean): void {
      const { half } = a, pose = poseOf(a), far = 9;
      for (const side of [-1, 1]) {
        painter.segment(vec(side * half.x, -far), vec(side * half.x, far), 'helper', { pose, dashed: true });
        painter.segment(vec(-far, side * half.y), vec(far, side * half.y), 'helper', { pose, dashed: true });
      }
      const corners = cornersOf(b), codes = corners.map(v => {
        const { x, y } = from(a, v);
        return (x < -half.x ? 1 : 0) | (x > half.x ? 2 : 0) | (y < -half.y ? 4 : 0) | (y > half.y ? 8 : 0);
      });
      codes.forEach((code, i) => {
        const next = codes[(i + 1) % 4]!, both = code | next, opposite = (both & 3) === 3 || (both & 12) === 12;
        const sure = !(code & next) && (published ? opposite : both === 3 || both === 12);
        edge(painter, corners[i]!, corners[(i + 1) % 4]!, sure);
        painter.point(corners[i]!, code ? 'helper' : 'touching', { width: 4 });
        const away = sub(corners[i]!, b.at), size = length(away) || 1;
        const beside = { dx: 26 * Math.sign(away.x || 1), dy: -16 * away.y / size };
        painter.label(corners[i]!, code.toString(2).padStart(4, '0'), beside);
      });
    }
    /** The shadows on the axis on which they are farthest apart, or overlap least. */
    function shadows(painter: Painter): void {
      const axes = [a, b].flatMap(it => [poseOf(it).q, { c: -poseOf(it).q.s, s: poseOf(it).q.c }]);
      const span = (it: Rect, { c, s }: { c: number; s: number }) => {
        const along = cornersOf(it).map(v => v.x * c + v.y * s);
        return [Math.min(...along), Math.max(...along)] as const;
      };
      const gap = (axis: { c: number; s: number }) => {
        const [a0, a1] = span(a, axis), [b0, b1] = span(b, axis);
        return Math.max(a0 - b1, b0 - a1);
      };
      const axis = axes.reduce((best, it) => (gap(it) > gap(best) ? it : best)), { c, s } = axis;
      const on = (t: number, row: number) => vec(c * t - s * row, s * t + c * row);
      const sides = [a, b].flatMap(cornersOf).map(v => v.y * c - v.x * s), row = Math.min(...sides) - 0.25;
      painter.segment(on(-9, row), on(9, row), 'helper', { width: 1 });
      for (const [i, it] of [a, b].entries()) {
        const [low, high] = span(it, axis), here = row + (i ? 0.05 : -0.05);
        painter.segment(on(low, here), on(high, here), gap(axis) > 0 ? 'free' : 'touching', { width: 5 });
        for (const t of [low, high]) {
          const off = (v: Vec) => Math.abs(v.x * c + v.y * s - t);
          const corner = cornersOf(it).reduce((best, v) => (off(v) < off(best) ? v : best));
          painter.segment(corner, on(t, here), 'helper', { width: 1, dashed: true, faint: true });
        }
      }
    }
    const LOOK: Record<Way, (painter: Painter) => void> = {
      circles(painter) {
        for (const it of [a, b]) painter.circle(it.at, length(it.half), 'answer', { hollow: true, width: 2 });
      },
      cornersPublished(painter) {
        for (const v of cornersOf(a)) tried(painter, v, b);
        tried(painter, cornersOf(b)[0]!, a);
      },
      corners(painter) {
        diagonals(painter);
        for (const v of cornersOf(a)) tried(painter, v, b);
      },
      feetPublished(painter) {
        for (const v of cornersOf(a)) feetOn(painter, v, b);
        feetOn(painter, cornersOf(b)[0]!, a);
        LOOK.cornersPublished(painter);
      },
      feet(painter) {
        for (const v of cornersOf(a)) feetOn(painter, v, b);
        LOOK.corners(painter);
      },
      outcodesPublished: painter => outcodes(painter, true),
      outcodes: painter => outcodes(painter, false),
      axes: shadows,
    };

    let time = 0;
    return {
      ...hold.handlers,
      changed: ask,
      ...(card && {
        step(dt: number) {
          time += dt;
          b.angle = (80 * Math.PI) / 180 + time * 0.3;
          a.angle = (10 * Math.PI) / 180 - time * 0.1;
          ask();
        },
      }),
      draw(painter) {
        const role = exact ? 'touching' : 'free';
        for (const it of [a, b]) {
          painter.polygon(cornersOf(it), role, { faint: true, width: 2, chosen: it === hold.chosen });
          if (!it.half.x || !it.half.y) painter.segment(cornersOf(it)[0]!, cornersOf(it)[2]!, role);
        }
        if (!card) {
          for (const it of grips) {
            painter.point(it.at, 'helper', { hollow: true, width: 7, chosen: it === hold.chosen });
          }
        }
        LOOK[values.way](painter);
        if (card) return;
        for (const it of [a, b]) painter.label(place(poseOf(it), vec(-0.6 * it.half.x, 0)), it.name, { dy: 0 });
        const { lower, upper } = painter.view, foot = vec((lower.x + upper.x) / 2, lower.y);
        const { looks, errs } = WORDS[values.way];
        painter.label(foot, looks, { dy: -78 });
        if (said[values.way].touch !== exact) painter.label(foot, `Wrong: ${errs}.`, { dy: -58 });
        hold.draw(painter);
      },
      answers: () => [
        ['exact: imp2.overlap', exact ? 'yes' : 'no', exact ? 'touching' : 'free'],
        ...Object.entries(WAYS).map(([name, label]): Answer => {
          const { touch, operations } = said[name as Way];
          const told = `${touch ? 'yes' : 'no'}${touch === exact ? '' : ', wrong'}`;
          return [`${label} · ${operations} operations`, told, touch ? 'touching' : 'free'];
        }),
      ],
      state: () => ({
        exact, said, rects: [a, b].map(({ at, angle, half }) => ({ at, angle, half })), grips: grips.map(it => it.at),
      }),
    };
  },
});
