// SPDX-License-Identifier: MIT
//
// A marble run: two meshes, a channel that winds down and a bowl with a hole. world3.ts has the world with its hands.

import { BODY_DYNAMIC, BODY_STATIC, type Plane, type Vec3 } from 'impinge';
import { demo, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, length3, scale3, UP, vec3, ZERO3 } from '../frame/geometry3';
import { drawnBoth, sheet, type Surface } from '../frame/surfaces3';
import { View3 } from '../frame/view3';
import { GRAVITY, sandbox3, WORLD_CONTROLS3, WORLD_KEYS3, type Piece3 } from '../frame/world3';

const MARBLE = 0.24, ROLLING = 0.004;  // radius, and the lever of what brakes its rolling [m]
const OUT = 4.2, TOP = 7.8, LOW = 3.8, TURNS = 1.9, WIDE = 0.62;  // of the channel, to the middle of its floor [m]
const RIM = 3.8, HOLE = 0.5, DEEP = 3, BOWL = 0.9;  // of the bowl, and the height of its hole [m]
const BEHIND = 24, FIRST = 2.5;  // steps from marble to marble, and how fast one is sent on its way [m/s]

/** The channel: half a pipe along a helix, and at its end a straight piece over the bowl. */
function channel(imp2: Plane, rows = 150, sides = 14): Surface {
  const end = 2 * Math.PI * TURNS, all: Vec3[][] = [];
  for (let i = 0; i <= rows; i++) {
    const part = i / rows, { c, s } = imp2.rot(end * part), out = vec3(c, s, 0);
    // At last it comes in, to let them fall into the bowl near its rim.
    const closer = Math.max(part - 0.86, 0) / 0.14, far = OUT - 1.9 * closer * closer;
    const middle = vec3(far * c, far * s, TOP + (LOW - TOP) * part);
    all.push(Array.from({ length: sides + 1 }, (_, k) => {
      const { c: deep, s: side } = imp2.rot(Math.PI * 1.16 * (k / sides - 0.5));
      return add3(middle, add3(scale3(out, -WIDE * side), scale3(UP, WIDE * (1 - deep))));
    }));
  }
  return sheet(all);
}

/** The bowl: steep at its rim, where it turns what comes fast. */
function bowl(imp2: Plane, rows = 22, sides = 48): Surface {
  return sheet(Array.from({ length: rows + 1 }, (_, row) => {
    const out = HOLE + (RIM - HOLE) * row / rows, part = (out - HOLE) / (RIM - HOLE);
    return Array.from({ length: sides + 1 }, (_, i) => {
      const { c, s } = imp2.rot(2 * Math.PI * (i % sides) / sides);
      return vec3(out * c, out * s, BOWL + DEEP * part * (0.25 + 0.75 * part * part));
    });
  }));
}

export default demo({
  id: 'marbles',
  title: 'Marble run',
  sentence: 'Marbles on two meshes: down a winding channel, around in a bowl, through its hole.',
  chapter: 'A world in space',
  order: 4,
  space: true,
  about: [
    'The channel and the bowl are triangles, and nothing of that is felt: no marble jumps where two of them meet. ' +
    'The lines show how the marbles roll. What has fallen through the hole is put at the top again.',
    'Without friction they slide, and are faster: nothing goes into turning. With restitution they bounce down, and ' +
    'some get out.',
    'Throw in more of them by clicks, or drag one out of the channel.',
  ],
  keys: WORLD_KEYS3,
  view: box(-7.6, -5.4, 7.6, 6.2),
  shares: ['surfaces3', 'world3'],
  controls: {
    count: slider('Marbles', 16, 1, 40, { restart: true }),
    restitution: slider('Restitution', 0.2, 0, 0.95, { step: 0.05, restart: true }),
    friction: slider('Friction', 0.4, 0, 1, { step: 0.05, restart: true }),
    ...WORLD_CONTROLS3,
  },
  card: { count: 10 },

  start(context) {
    const { imp: { imp2, imp3 }, values } = context, { count, restitution, friction } = values;
    const material = { friction, restitution, rollingResistance: ROLLING };
    const view = new View3(vec3(0, 0, 4), 22, 0.5, 0.42);
    const ball = imp3.sphere(ZERO3, MARBLE), start = vec3(OUT, 0.4, TOP + MARBLE + 0.02);
    let rounds = 0, fastest = 0, since = 0, waiting: readonly Piece3[] = [];  // to be let go at the top, one by one
    const it = sandbox3(context, {
      view, reach: 10, arrow: 3 / (GRAVITY / 60 * 0.06),
      thrown: at => marble(at),
      answers: () => [['through the hole', rounds, 'answer'], ['fastest', `${fastest.toFixed(1)} m/s`]],
      beside: {
        save: () => ({ rounds, since, waiting }),
        load(kept) {
          ({ rounds, since, waiting } = kept as { rounds: number; since: number; waiting: readonly Piece3[] });
        },
      },
    });
    const marble = (at: Vec3): Piece3 => it.put(ball, { kind: BODY_DYNAMIC, at, density: 1, material });
    it.ground(6.4, 6.4, { friction: 0.8 });
    for (const surface of [channel(imp2), bowl(imp2)]) {
      const points = Float32Array.from(surface.points.flatMap(({ x, y, z }) => [x, y, z]));
      it.putMesh(imp3.triangles({ points, corners: surface.corners }), drawnBoth(surface), {
        kind: BODY_STATIC, material: { friction, restitution },
      });
    }
    for (let i = 0; i < count; i++) wait(marble(start));
    it.begin();

    function wait(piece: Piece3): void {
      waiting = [...waiting, piece];
      it.tell(world => world.setEnabled(piece.body, false));
      it.look(piece);
    }
    function letGo(piece: Piece3): void {
      if (!it.pieces.includes(piece)) return;
      it.tell(world => {
        world.setPose(piece.body, { p: start, q: piece.pose.q });
        world.setVelocity(piece.body, vec3(0, FIRST, 0), ZERO3);
        world.setEnabled(piece.body, true);
      });
      it.look(piece);
    }

    return {
      ...it.running,
      step(dt) {
        const [next, ...others] = waiting;
        if (next && since-- <= 0) {
          letGo(next);
          [waiting, since] = [others, BEHIND];
        }
        it.running.step(dt);
        fastest = 0;
        for (const piece of it.pieces) {
          if (!piece.moves || !piece.state.enabled) continue;
          fastest = Math.max(fastest, length3(piece.state.velocity));
          if (piece.at.z > 0.7 || Math.hypot(piece.at.x, piece.at.y) > RIM) continue;
          rounds++;
          wait(piece);
        }
      },
      state: () => ({ ...it.running.state(), rounds, fastest }),
    };
  },
});
