// SPDX-License-Identifier: MIT
//
// A run over a floor of a thousand tiles, each a body by itself. Nothing says that they belong together; what slides
// should feel none of the joints all the same.

import { BODY_DYNAMIC, BODY_STATIC } from 'impinge';
import { demo, slider, toggle } from '../frame/demo';
import { box, vec } from '../frame/geometry';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS, type Piece } from '../frame/world';

const TILES = 1000, TILE = 0.25, END = TILES * TILE / 2;
const START = -END + 6, APART = 3;

export default demo({
  id: 'tiles',
  title: 'Tile run',
  sentence: 'A box, a capsule and a ball slide over a thousand tiles, and should notice none of them.',
  chapter: 'A world',
  order: 9,
  about: [
    'Every tile is a body of its own, flush with its neighbours. Without friction what slides should keep its speed ' +
    'and its height for all of the run: at a joint there is nothing. The figures say how far the worst of the three ' +
    'is from that.',
    'The marks are the joints. Take something in hand, and let it slide from elsewhere.',
  ],
  keys: WORLD_KEYS,
  view: box(-4, -1.6, 8, 3),
  shares: ['world'],
  controls: {
    speed: slider('Speed', 20, 1, 60, { unit: 'm/s', restart: true }),
    joints: toggle('Joints', true),
    ...WORLD_CONTROLS,
  },

  start({ imp, values, held, look }) {
    const { imp2 } = imp, { speed } = values, kind = BODY_DYNAMIC, smooth = { friction: 0 };
    let high = 0, lost = 0, turned = 0, run = 0;
    const it = sandbox({
      imp, values, held, arrow: 4 / (GRAVITY / 60),
      answers: () => [
        ['tiles passed', Math.min(TILES, Math.floor(run / TILE))],
        ['off its height', `${(1000 * high).toFixed(2)} mm`, high < 1e-3 * TILE ? 'answer' : 'touching'],
        ['speed lost', `${(100 * lost).toFixed(2)} %`, lost < 1e-3 ? 'answer' : 'touching'],
        ['turned', `${(turned * 180 / Math.PI).toFixed(2)}°`],
      ],
    });
    // Not pieces: of a thousand only those in the picture are drawn.
    const tile = imp2.box(box(0, -TILE, TILE, 0)), corner = (i: number) => vec(i * TILE - END, 0);
    for (let i = 0; i < TILES; i++) {
      const body = it.world.addBody({ kind: BODY_STATIC, pose: imp2.pose(corner(i), 0) });
      it.world.addCollider(body, tile, { material: smooth });
    }
    const shapes = [
      imp2.box(box(-0.5, 0, 0.5, 0.6)), imp2.capsule(vec(-0.4, 0.3), vec(0.4, 0.3), 0.3), imp2.circle(vec(0, 0.4), 0.4),
    ];
    const things = shapes.map((shape, i) => {
      const at = vec(START + i * APART, 0), velocity = vec(speed, 0);
      return it.put(shape, { kind, at, velocity, density: 1, material: smooth, noSleep: true });
    });
    const onWay = ({ at }: Piece) => at.x < END - 1 && Math.abs(at.y) < 1;
    const follow = () => {
      const { x } = things[0]!.at;
      look(box(x - 4, -1.6, x + 8, 3));
    };
    follow();

    return {
      ...it.running,
      step(dt) {
        it.running.step!(dt);
        run = Math.max(run, things[0]!.at.x - START);
        // The first moments are for coming to lie, and who is pulled at is not counted.
        if (run > 1 && !it.chosen) {
          for (const { state: { velocity, angularVelocity: spin, pose }, at } of things.filter(onWay)) {
            high = Math.max(high, Math.abs(at.y));
            lost = Math.max(lost, 1 - velocity.x / speed);
            if (!(Math.abs(spin) > 20)) turned = Math.max(turned, Math.abs(pose.q.s));
          }
        }
        if (onWay(things[0]!)) follow();
      },
      draw(painter) {
        const middle = Math.round((things[0]!.at.x + END) / TILE), far = Math.round(30 / TILE);
        const first = Math.max(middle - far, 0), end = Math.min(middle + far, TILES);
        for (let i = first; i < end; i++) {
          const { x } = corner(i);
          painter.box(box(x, -TILE, x + TILE, 0), 'still');
          if (values.joints) painter.segment(vec(x, -0.06), vec(x, 0.06), 'helper');
        }
        it.running.draw(painter);
      },
      stop() {
        it.running.stop!();
        tile.free();
      },
      state: () => ({ ...it.running.state(), high, lost, turned, run, speed, things: things.map(({ at }) => at) }),
    };
  },
});
