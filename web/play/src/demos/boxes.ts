// SPDX-License-Identifier: MIT
//
// Upright boxes. The index names the pairs that might touch, `collide` says which do, and where.

import { demo, shuffle, slider } from '../frame/demo';
import { drift, someHeading } from '../frame/drift';
import { add, box, inBox, scale, sub, vec, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';

const ROOM = box(-8, -5, 8, 5);

export default demo({
  id: 'boxes',
  title: 'Boxes',
  sentence: 'Upright boxes that drift about. What touches turns red, to the last bit.',
  chapter: 'Two things',
  order: 1,
  about: [
    'Click to add a box, drag to move one. Boxes that touch are red, all others yellow. The arrow is the push: the ' +
    'shortest way for the second box to come free of the first.',
    'Touching counts: two boxes with one side or only a corner in common are red, and one bit farther apart they are ' +
    'yellow. Move a box with the arrow keys until it just meets another.',
    'An index finds the pairs whose bounds meet; `collide` is asked about those alone.',
  ],
  keys: [HAND_KEYS.choose, HAND_KEYS.move, HAND_KEYS.fine, HAND_KEYS.add, HAND_KEYS.remove],
  view: box(-8.4, -5.4, 8.4, 5.4),
  controls: {
    count: slider('Boxes', 18, 0, 60, { restart: true }),
    size: slider('Size', 1.6, 0.4, 4, { step: 0.1, unit: 'm', restart: true }),
    speed: slider('Speed', 0.4, 0, 3, { step: 0.1, unit: 'm/s' }),
    seed: shuffle(),
  },
  card: { count: 11, size: 2.4, speed: 0.8 },

  start({ imp, values, random }) {
    const { imp2 } = imp;

    function makeCrate(at: Vec) {
      const half = scale(vec(random.between(0.3, 0.7), random.between(0.3, 0.7)), values.size);
      const shape = imp2.box({ lower: scale(half, -1), upper: half });
      return { at, half, shape, heading: someHeading(random), touching: false };
    }
    type Crate = ReturnType<typeof makeCrate>;
    const crates: Crate[] = [];
    for (let i = 0; i < values.count; i++) {
      crates.push(makeCrate(vec(random.between(-7.2, 7.2), random.between(-4.2, 4.2))));
    }

    let asked = 0;
    let meetings: { at: Vec; push: Vec }[] = [];
    function ask(): void {
      const poses = crates.map(it => imp2.pose(it.at, 0));
      const index = imp2.index();
      index.add(crates.map((it, i) => ({ box: it.shape.bounds(poses[i]!) })));
      const { pairs } = index.pairs();
      asked = pairs.length / 2;
      meetings = [];
      for (const crate of crates) crate.touching = false;
      for (let k = 0; k < pairs.length; k += 2) {
        const i = pairs[k]!, j = pairs[k + 1]!, a = crates[i]!, b = crates[j]!;
        const { count, normal, depth, points } = imp2.collide(a.shape, poses[i]!, b.shape, poses[j]!);
        if (count === 0) continue;
        a.touching = b.touching = true;
        meetings.push({ at: points[0]!.point, push: scale(normal, depth) });
      }
      index.free();
    }

    const hold = hands({
      things: () => crates,
      hit: ({ at, half }, there, reach) => inBox({ lower: sub(at, half), upper: add(at, half) }, there, reach),
      add(at) {
        const crate = makeCrate(at);
        crates.push(crate);
        return crate;
      },
      remove(crate) {
        crate.shape.free();
        crates.splice(crates.indexOf(crate), 1);
      },
      changed: ask,
    });
    ask();

    return {
      ...hold.handlers,
      step(dt) {
        for (const crate of crates) if (crate !== hold.held) drift(crate, values.speed * dt, ROOM);
        ask();
      },
      draw(painter) {
        painter.box(ROOM, 'helper', { hollow: true, dashed: true });
        for (const crate of crates) {
          const { at, half, touching } = crate;
          painter.box({ lower: sub(at, half), upper: add(at, half) }, touching ? 'touching' : 'free',
            { chosen: crate === hold.chosen });
        }
        for (const { at, push } of meetings) painter.arrow(at, push, 'answer');
        for (const { at } of meetings) painter.point(at, 'answer', { width: 3 });
        hold.draw(painter);
      },
      answers: () => [
        ['boxes', crates.length],
        ['that touch', crates.filter(it => it.touching).length],
        ['pairs asked about', `${asked} of ${crates.length * (crates.length - 1) / 2}`],
        ['pairs that touch', meetings.length],
      ],
      state: () => ({
        things: crates.map(({ at, half, touching }) => ({ at, half, touching })),
        pairs: meetings.length,
        chosen: crates.findIndex(it => it === hold.chosen),
      }),
      stop() {
        for (const { shape } of crates) shape.free();
      },
    };
  },
});
