// SPDX-License-Identifier: MIT
//
// Two convex polygons and the test of separating axes, side by side with what the library says. The projections are the
// page's own sums, for the eyes; whether the two touch, and the push, is the library's answer.

import { Body } from '../frame/body';
import { button, demo, shuffle, slider } from '../frame/demo';
import { add, box, dot, inBox, length, place, scale, sub, vec, type Box, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';
import type { Painter } from '../frame/painter';

const MOST = 8;  // corners of one
const TABLE = box(5.2, -5.2, 8.8, 5.2);

/** What of a polygon is seen along an axis [m]. */
interface Interval {
  low: number;
  high: number;
}
function project(corners: readonly Vec[], axis: Vec): Interval {
  const all = corners.map(it => dot(it, axis));
  return { low: Math.min(...all), high: Math.max(...all) };
}

/** The outward normals of the sides of an outline that runs counter-clockwise. */
const normals = (corners: readonly Vec[]): Vec[] => corners.map((from, i) => {
  const side = sub(corners[(i + 1) % corners.length]!, from);
  return scale(vec(side.y, -side.x), 1 / length(side));
});

export default demo({
  id: 'polygons',
  title: 'Polygons',
  sentence: 'Two convex polygons, their shadows on every axis, and the axis that parts them.',
  chapter: 'Two things',
  order: 3,
  about: [
    'Two convex polygons are apart exactly when, looked at along one of their sides, there is a gap between them. On ' +
    'the right is every side of both: the shadow of A above that of B, gaps blue, what lies over each other red. One ' +
    'gap is enough to know that they do not touch.',
    'The marked row is the side with the widest gap, or the least overlap. In the picture it has its axis, and a ' +
    'dashed line that parts the two; when they touch, the push goes along it, to where B is dashed. Click another ' +
    'row to see that side.',
    'Drag the two, turn them by the knob, bring them together. Or draw: click corners on the free ground, and the ' +
    'first one again at the end. What you draw becomes A, then B; dents are filled, as these shapes are convex.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.turn, HAND_KEYS.fine, HAND_KEYS.point,
    ['Z X', 'side before, next side'], ['Esc', 'let go, forget what is drawn']],
  view: box(-8.6, -5.5, 9.2, 5.5),
  controls: {
    a: slider('Corners of A', 5, 3, MOST, { restart: true }),
    b: slider('Corners of B', 3, 3, MOST, { restart: true }),
    axis: slider('Side shown (0: the best)', 0, 0, 2 * MOST),
    spin: slider('B turns while nothing is chosen', 12, -90, 90, { unit: '°/s' }),
    done: button('Take the drawing', 't'),
    seed: shuffle(),
  },
  card: { a: 6, b: 4, spin: 24 },

  start({ imp, values, random, set }) {
    const { imp2 } = imp;

    function someBody(corners: number, at: Vec): Body {
      const wide = random.between(1.5, 2.1), high = random.between(1.3, 1.9);
      const points = Array.from({ length: corners }, (_, i) => {
        const { c, s } = imp2.rot((i + random.between(-0.3, 0.3)) * 2 * Math.PI / corners);
        return vec(wide * c, high * s);
      });
      return new Body(imp2, imp2.polygon(points), at, random.between(0, 2));
    }
    const pair: [Body, Body] = [someBody(values.a, vec(-4.3, 0.6)), someBody(values.b, vec(-0.7, 0.9))];

    interface Side {
      axis: Vec;
      a: Interval;
      b: Interval;
      gap: number;
    }
    let sides: Side[] = [];
    let best = 0;
    let touching = false;
    let push = vec(0, 0), contact = vec(0, 0);
    function ask(): void {
      const [a, b] = pair.map(it => it.points.map(v => place(it.pose, v))) as [Vec[], Vec[]];
      // Every axis goes from A to B.
      sides = [...normals(a), ...normals(b).map(it => scale(it, -1))].map(axis => {
        const ofA = project(a, axis), ofB = project(b, axis);
        return { axis, a: ofA, b: ofB, gap: ofB.low - ofA.high };
      });
      best = sides.reduce((best, it, i) => (it.gap > sides[best]!.gap ? i : best), 0);
      const { count, normal, depth, points } = imp2.collide(pair[0].shape, pair[0].pose, pair[1].shape, pair[1].pose);
      touching = count > 0;
      push = scale(normal, depth);
      if (touching) contact = points[0]!.point;
    }
    const shown = () => (values.axis >= 1 && values.axis <= sides.length ? values.axis - 1 : best);

    const hold = hands<Body>({
      things: () => pair, hit: (it, at, reach) => it.hit(at, reach), knob: () => 2.4, changed: ask,
    });
    ask();

    // The drawing

    let drawn: Vec[] = [];
    let next: 0 | 1 = 0;
    function take(): void {
      if (drawn.length < 3) return;
      const rough = imp2.polygon(drawn), flat = rough.count < 3;
      const middle = flat ? vec(0, 0) : rough.mass(1).centroid;
      rough.free();
      if (flat) return;  // all on one line: a polygon needs one more corner, beside it
      pair[next].shape.free();
      pair[next] = new Body(imp2, imp2.polygon(drawn.map(it => sub(it, middle))), middle);
      next = next ? 0 : 1;
      drawn = [];
      hold.choose(undefined);
      ask();
    }

    // The table of all sides

    const rowHeight = () => Math.min((TABLE.upper.y - TABLE.lower.y) / sides.length, 0.9);
    const row = (i: number): Box => {
      const high = rowHeight(), top = high * sides.length / 2 - i * high;
      return box(TABLE.lower.x, top - high, TABLE.upper.x, top);
    };
    function drawTable(painter: Painter): void {
      const widest = Math.max(...sides.map(it => Math.max(it.a.high, it.b.high) - Math.min(it.a.low, it.b.low)));
      const left = TABLE.lower.x + 0.75, by = (TABLE.upper.x - 0.15 - left) / widest;
      sides.forEach((it, i) => {
        const { lower, upper } = row(i), y = (lower.y + upper.y) / 2, thick = 0.17 * (upper.y - lower.y);
        const first = Math.min(it.a.low, it.b.low), thin = { width: 0.7 };
        const bar = (low: number, high: number, y0: number, y1: number) =>
          box(left + (low - first) * by, y + y0 * thick, left + (high - first) * by, y + y1 * thick);
        if (i === shown()) painter.box(row(i), 'answer', { faint: true });
        const way = scale(it.axis, 0.44), from = sub(vec(TABLE.lower.x + 0.38, y), scale(way, 0.5));
        painter.arrow(from, way, 'helper', { width: 1.2 });
        painter.box(bar(it.a.low, it.a.high, 0.15, 1.6), 'free', thin);
        painter.box(bar(it.b.low, it.b.high, -1.6, -0.15), 'free', thin);
        const both = [Math.max(it.a.low, it.b.low), Math.min(it.a.high, it.b.high)] as const;
        if (it.gap > 0) painter.box(bar(it.a.high, it.b.low, -1.6, 1.6), 'answer', thin);
        else painter.box(bar(...both, -1.6, 1.6), 'touching', thin);
      });
    }

    /** The side that is shown, in the picture: its axis beside the two, with both shadows. */
    function drawAxis(painter: Painter): void {
      const { axis, a, b, gap } = sides[shown()]!, across = vec(axis.y, -axis.x);
      const down = dot(across, vec(-0.6, -0.8)) < 0 ? scale(across, -1) : across;  // away from the table
      const corners = pair.map(it => it.points.map(v => place(it.pose, v)));
      const beside = Math.max(...corners.flat().map(it => dot(it, down))) + 0.7;
      const on = (along: number, off = 0) => add(scale(axis, along), scale(down, beside + off));
      const ends = { low: Math.min(a.low, b.low) - 0.6, high: Math.max(a.high, b.high) + 0.6 };
      painter.arrow(on(ends.low), scale(axis, ends.high - ends.low), 'helper', { width: 1.5 });
      [a, b].forEach((it, i) => {
        for (const along of [it.low, it.high]) {
          const off = (v: Vec) => Math.abs(dot(v, axis) - along);
          const corner = corners[i]!.reduce((best, v) => (off(v) < off(best) ? v : best));
          painter.segment(corner, on(along), 'helper', { dashed: true, faint: true });
        }
        const near = 0.05 + 0.22 * i, far = 0.22 + 0.22 * i;
        painter.polygon([on(it.low, near), on(it.high, near), on(it.high, far), on(it.low, far)], 'free');
        painter.label(on(i ? it.high + 0.25 : it.low - 0.25, 0.13 + 0.22 * i), i ? 'B' : 'A', { dy: 0 });
      });
      const words = `${gap > 0 ? 'gap' : 'overlap'} ${Math.abs(gap).toFixed(2)} m`;
      painter.segment(on(a.high), on(b.low), gap > 0 ? 'answer' : 'touching', { width: 4 });
      const beyond = Math.abs(down.x) > 0.5 ? { dx: 14 * Math.sign(down.x), dy: 0 } : { dy: down.y < 0 ? 16 : -16 };
      painter.label(on((a.high + b.low) / 2, 0.44), words, { role: gap > 0 ? 'answer' : 'touching', ...beyond });
      if (gap <= 0) return;
      const half = (a.high + b.low) / 2, top = Math.min(...corners.flat().map(it => dot(it, down))) - 0.6 - beside;
      painter.segment(on(half, top), on(half), 'answer', { dashed: true, width: 1.6 });
    }

    return {
      ...hold.handlers,
      click(at, reach) {
        const told = sides.findIndex((_, i) => inBox(row(i), at));
        if (told >= 0) {
          set('axis', told + 1 === values.axis ? 0 : told + 1);
        } else if (drawn.length >= 3 && length(sub(at, drawn[0]!)) <= 2 * reach) {
          take();
        } else {
          drawn.push(at);
          if (drawn.length === MOST) take();
          if (drawn.length === MOST) drawn = [];  // they were all on one line
        }
      },
      key(key, fine) {
        const by = { z: -1, x: 1 }[key.toLowerCase()];
        if (by) {
          set('axis', (Math.min(values.axis, sides.length) + by + sides.length + 1) % (sides.length + 1));
        } else if (key === 'Escape' && drawn.length) {
          drawn = [];
        } else if (key === 'Backspace' && drawn.length) {
          drawn.pop();
        } else {
          return hold.handlers.key(key, fine);
        }
        return true;
      },
      press(name) {
        if (name === 'done') take();
      },
      step(dt) {
        if (hold.chosen || drawn.length) return;
        pair[1].angle += values.spin * dt * Math.PI / 180;
        ask();
      },
      draw(painter) {
        for (const it of pair) it.draw(painter, touching ? 'touching' : 'free', { chosen: it === hold.chosen });
        drawAxis(painter);
        if (touching) {
          const [, b] = pair;
          b.draw(painter, 'free', { pose: { ...b.pose, p: add(b.at, push) }, hollow: true, dashed: true });
          painter.arrow(contact, push, 'answer');
          painter.point(contact, 'answer', { width: 3 });
        }
        pair.forEach((it, i) => painter.label(it.at, i ? 'B' : 'A', { dy: 0 }));
        drawTable(painter);
        if (drawn.length) {
          painter.line(drawn, 'answer', { dashed: true });
          drawn.forEach((at, i) => painter.point(at, 'answer', { width: i ? 3 : 6, hollow: !i }));
          const words = drawn.length < 3 ? `${next ? 'B' : 'A'} is drawn` : 'click here to end';
          painter.label(drawn[0]!, words, { role: 'answer', dy: -16 });
        }
        hold.draw(painter);
      },
      answers: () => [
        ['the two', touching ? 'touch' : 'are apart', touching ? 'touching' : 'free'],
        ['sides with a gap', `${sides.filter(it => it.gap > 0).length} of ${sides.length}`],
        [sides[best]!.gap > 0 ? 'widest gap' : 'least overlap', `${Math.abs(sides[best]!.gap).toFixed(3)} m`, 'answer'],
        ['push', touching ? `${length(push).toFixed(3)} m` : 'none', touching ? 'answer' : undefined],
      ],
      state: () => ({
        pair: pair.map(it => ({ at: it.at, angle: it.angle, corners: it.points.map(v => place(it.pose, v)) })),
        sides, best, shown: shown(), touching, push, drawn, chosen: pair.findIndex(it => it === hold.chosen),
      }),
      stop() {
        for (const { shape } of pair) shape.free();
      },
    };
  },
});
