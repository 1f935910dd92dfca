// SPDX-License-Identifier: MIT
//
// Sweep and prune: a line goes over the sorted ends of all intervals and holds what begins against what it is in just
// now. The picture does it by hand; the library's index of that kind tells the pairs for comparison.

import { INDEX_SWEEP } from 'impinge';
import { choice, demo, shuffle, slider } from '../frame/demo';
import { add, box, clamp, inBox, scale, sub, vec, type Box, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';
import type { Role } from '../frame/painter';

const ROOM = box(-4, -1.6, 7.6, 5);
const STRIPS = { x: box(-4, -5, 7.6, -2.1), y: box(-7.6, -1.6, -4.5, 5) };
type Axis = 'x' | 'y';

interface Thing {
  at: Vec;
  half: Vec;
}
interface Line {
  at: Vec;
  half?: undefined;
}
interface End {
  value: number;
  begins: boolean;
  of: number;
}

export default demo({
  id: 'prune',
  title: 'Sweep and prune',
  sentence: 'A line goes over the sorted ends of intervals; only what it is in is compared.',
  chapter: 'Many things',
  order: 3,
  about: [
    'Each box is an interval on the axis. Their ends are sorted, and a line goes from one to the next. Where an ' +
    'interval begins, its box is held against those that the line is in just now: the active list, yellow. Where it ' +
    'ends, it leaves the list. Boxes whose intervals never meet are never compared.',
    'Pause, and `.` moves the line to the next end; or drag the line. Drag the boxes into one column across the ' +
    'axis: now all of them are active at once, and nothing is saved. The other axis would have been better.',
    'The index of this kind cuts the plane into strips, so that only few are active at once. In the end it has to ' +
    'know the same pairs.',
  ],
  keys: [['N P', 'next, previous box; the line is the first'], HAND_KEYS.move, HAND_KEYS.fine, HAND_KEYS.add,
    HAND_KEYS.remove],
  view: box(-8, -5.4, 8, 5.4),
  pace: 0.4,
  controls: {
    axis: choice('Along', 'x', { x: 'x', y: 'y' }),
    count: slider('Boxes', 16, 2, 40, { restart: true }),
    size: slider('Size', 1, 0.4, 2, { step: 0.1, unit: 'm', restart: true }),
    seed: shuffle(),
  },
  card: { count: 12, size: 1.3 },

  start({ imp, values, random, card }) {
    const { imp2 } = imp;
    const other = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x');

    function makeThing(at: Vec): Thing {
      const half = scale(vec(random.between(0.35, 0.8), random.between(0.3, 0.6)), values.size);
      return { at: vec(clamp(at.x, ROOM.lower.x + half.x, ROOM.upper.x - half.x),
                       clamp(at.y, ROOM.lower.y + half.y, ROOM.upper.y - half.y)), half };
    }
    const most = scale(vec(0.8, 0.6), values.size), lowest = add(ROOM.lower, most), highest = sub(ROOM.upper, most);
    const things = Array.from({ length: values.count }, () =>
      makeThing(vec(random.between(lowest.x, highest.x), random.between(lowest.y, highest.y))));
    /** As floats, which is what the index compares. */
    const round = ({ x, y }: Vec): Vec => vec(Math.fround(x), Math.fround(y));
    const boxOf = ({ at, half }: Thing): Box => ({ lower: round(sub(at, half)), upper: round(add(at, half)) });

    const line: Line = { at: vec(ROOM.lower.x - 0.2, ROOM.lower.y - 0.2) };

    // All follows from where the line is

    let ends: End[] = [], passed = 0, active: number[] = [], tests = 0;
    let pairs: [number, number][] = [], known: [number, number][] = [], compared: number[] = [], newest = -1;
    function sweep(): void {
      const { axis } = values, boxes = things.map(boxOf), at = Math.fround(line.at[axis]), across = other(axis);
      // Touching counts: at one place, what begins comes before what ends.
      ends = boxes
        .flatMap(({ lower, upper }, of) =>
          [{ value: lower[axis], begins: true, of }, { value: upper[axis], begins: false, of }])
        .sort((a, b) => a.value - b.value || Number(b.begins) - Number(a.begins) || a.of - b.of);
      passed = tests = 0;
      active = [];
      pairs = [];
      compared = [];
      newest = -1;
      for (const { value, begins, of } of ends) {
        if (value > at) break;
        passed++;
        newest = begins ? of : -1;
        compared = begins ? active : [];
        active = begins ? [...active, of] : active.filter(it => it !== of);
        if (!begins) continue;
        tests += compared.length;
        for (const it of compared) {
          const a = boxes[it]!, b = boxes[of]!;
          if (a.lower[across] > b.upper[across] || b.lower[across] > a.upper[across]) continue;
          pairs.push([Math.min(it, of), Math.max(it, of)]);
        }
      }
      pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    }
    function askIndex(): void {
      const index = imp2.index({ kind: INDEX_SWEEP });
      index.add(things.map(it => ({ box: boxOf(it) })));
      const { pairs } = index.pairs();
      known = Array.from({ length: pairs.length / 2 }, (_, k) => [pairs[2 * k]!, pairs[2 * k + 1]!]);
      index.free();
    }
    function anew(): void {
      sweep();
      askIndex();
    }
    anew();

    const isLine = (it: Thing | Line): it is Line => it === line;
    const hold = hands<Thing | Line>({
      things: () => [line, ...things],
      hit(it, at, reach) {
        if (isLine(it)) return Math.abs(at[values.axis] - it.at[values.axis]) <= reach;
        return inBox(boxOf(it), at, reach);
      },
      add(at) {
        const thing = makeThing(at);
        things.push(thing);
        return thing;
      },
      remove(it) {
        if (!isLine(it)) things.splice(things.indexOf(it), 1);
      },
      changed: it => (isLine(it) ? sweep() : anew()),
    });

    return {
      ...hold.handlers,
      step() {
        if (hold.held) return;
        const next = ends[passed];
        line.at = next ? { ...line.at, [values.axis]: next.value } : vec(ROOM.lower.x - 0.2, ROOM.lower.y - 0.2);
        sweep();
      },
      changed: sweep,
      draw(painter) {
        const { axis } = values, boxes = things.map(boxOf), at = line.at[axis];
        const inPair = new Set(pairs.flat()), isActive = new Set(active);
        const role = (i: number): Role => (inPair.has(i) ? 'touching' : isActive.has(i) ? 'free' : 'still');
        const order = ends.filter(it => it.begins).map(it => it.of);
        painter.box(ROOM, 'helper', { hollow: true, dashed: true });

        // The things; those that the line is not in are pale
        things.forEach((it, i) => {
          painter.box(boxes[i]!, role(i), { faint: !isActive.has(i), chosen: it === hold.chosen });
        });
        for (const it of compared) {
          const met = pairs.some(([a, b]) => a === Math.min(it, newest) && b === Math.max(it, newest));
          const look = { dashed: !met, width: met ? 3 : 1.5 };
          painter.segment(things[it]!.at, things[newest]!.at, met ? 'answer' : 'helper', look);
        }

        // Their intervals, one above the other in the order of their beginnings
        const strip = STRIPS[axis], across = other(axis);
        const row = (strip.upper[across] - strip.lower[across]) / (order.length || 1);
        const place = (along: number, from: number): Vec => (axis === 'x' ? vec(along, from) : vec(from, along));
        order.forEach((i, k) => {
          const top = strip.upper[across] - k * row, low = boxes[i]!.lower[axis], high = boxes[i]!.upper[axis];
          const interval = { lower: place(low, top - 0.8 * row), upper: place(high, top - 0.2 * row) };
          painter.box(interval, role(i), { faint: !isActive.has(i) });
        });
        ends.forEach(({ value, begins }, k) => {
          const look = { width: card ? 2 : 2.5, hollow: !begins };
          painter.point(place(value, strip.upper[across] + 0.22), k < passed ? 'answer' : 'helper', look);
        });
        const from = axis === 'x' ? strip.lower.y : strip.lower.x, to = axis === 'x' ? ROOM.upper.y : ROOM.upper.x;
        painter.segment(place(at, from), place(at, to), 'answer', { width: hold.chosen === line ? 5 : 2.5 });
        hold.draw(painter);
      },
      answers: () => [
        ['ends passed', `${passed} of ${ends.length}`],
        ['active now', active.length, 'free'],
        ['tests so far', tests],
        ['each with each', things.length * (things.length - 1) / 2],
        ['pairs so far', pairs.length, 'touching'],
        ['pairs, says the index', known.length, 'answer'],
      ],
      state: () => ({
        axis: values.axis, line: line.at[values.axis], passed, ends: ends.length, active, tests, pairs, known,
        things: things.map(({ at, half }) => ({ at, half })),
      }),
    };
  },
});
