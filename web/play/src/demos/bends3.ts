// SPDX-License-Identifier: MIT
//
// Ground that bends: a mesh of a kinematic body whose points get new places before each step. surfaces3.ts joins the
// points, solids3.ts makes the hares; world3.ts has the world with its hands.

import { BODY_DYNAMIC, BODY_KINEMATIC, type Vec3 } from 'impinge';
import { choice, demo, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { vec3, ZERO3 } from '../frame/geometry3';
import type { Edge, Mesh } from '../frame/mesh';
import { drawnSolid, hare, numbersOf } from '../frame/solids3';
import { drawnBoth, sheet } from '../frame/surfaces3';
import { View3 } from '../frame/view3';
import { sandbox3, WORLD_CONTROLS3, WORLD_KEYS3, type Piece3, type WorldState3 } from '../frame/world3';

const HALF = 5, RIM = 1.1;  // of the sheet: half of its side, and how high its rim is [m]
const FINE = 2 ** 16;  // heights are whole parts: what is left of a sum that should be nothing is no place
const SAG = 0.6, KICK = 0.72;  // parts of a period: it sags up to here, and has thrown up to there

/** From 0 to 1 between two times, and level at both. */
function eased(from: number, to: number, time: number): number {
  const k = Math.min(Math.max((time - from) / (to - from), 0), 1);
  return k * k * (3 - 2 * k);
}

export default demo({
  id: 'bends3',
  title: 'Ground that bends',
  sentence: 'A sheet that waves, ripples or throws, and what rides on it.',
  chapter: 'A world in space',
  order: 11,
  space: true,
  about: [
    'The sheet is one mesh of a kinematic body. Before each step `setTargetPoints` says where its points are to be ' +
    'when the step ends; the tree of its triangles is refitted, and nothing is made anew.',
    'Contacts know how fast the surface moves where they are: it carries, drags and throws, and nothing comes ' +
    'through it. What sleeps on it is woken.',
    'Make the waves higher until things slide, or let the trampoline throw them. Drag one, or throw another.',
  ],
  keys: WORLD_KEYS3,
  view: box(-6, -3.4, 6, 3.9),
  shares: ['solids3', 'surfaces3', 'world3'],
  controls: {
    motion: choice('The sheet', 'waves', { waves: 'Waves', ripples: 'Ripples', throws: 'Trampoline' }),
    what: choice('Things', 'all', { all: 'Both', balls: 'Balls', hares: 'Hares' }, { restart: true }),
    count: slider('How many', 14, 1, 40, { restart: true }),
    high: slider('Height', 0.35, 0, 0.8, { step: 0.05, unit: 'm' }),
    long: slider('Length of a wave', 5, 2, 10, { step: 0.5, unit: 'm' }),
    period: slider('Period', 2.5, 1, 6, { step: 0.25, unit: 's' }),
    friction: slider('Friction', 0.6, 0, 1, { step: 0.05, restart: true }),
    ...WORLD_CONTROLS3,
  },
  card: { what: 'balls', count: 8 },

  start(context) {
    const { imp: { imp2, imp3 }, values, look, card } = context, { what, count, friction } = values;
    const view = new View3(vec3(0, 0, 0.6), 17, 0.6, 0.42), material = { friction };
    look(box(-6, -3.4, 6, 3.9));
    const cells = card ? 14 : 24, wide = 2 * HALF / cells;

    // Phase and height are kept, not found from the time: what the sliders do at once would be a jump.
    let phase = 0, high = 0, kinds = { waves: 0, ripples: 0, throws: 0 };
    const sine = (turns: number) => imp2.rot(2 * Math.PI * (turns - Math.round(turns))).s;
    function heightAt(x: number, y: number): number {
      const { long } = values, rim = Math.max(Math.abs(x), Math.abs(y)) / HALF, part = phase - Math.floor(phase);
      const waves = sine(x / long - phase) + 0.4 * sine(1.3 * y / long + 0.8 * phase);
      const ripples = sine(Math.hypot(x, y) / long - phase);
      const pull = eased(0, SAG, part) - 2.5 * eased(SAG, KICK, part) + 1.5 * eased(KICK, 1, part);
      const throws = -1.5 * pull * Math.max(0, 1 - (x * x + y * y) / (HALF * HALF)) ** 2;
      const height = RIM * rim ** 6 + high * (kinds.waves * waves + kinds.ripples * ripples + kinds.throws * throws);
      return Math.round(height * FINE) / FINE;
    }
    const rows = () => Array.from({ length: cells + 1 }, (_, j) => Array.from({ length: cells + 1 }, (_, i) => {
      const x = i * wide - HALF, y = j * wide - HALF;
      return vec3(x, y, heightAt(x, y));
    }));
    let points = rows();

    /** With a line along every fourth row of points. */
    function drawnSheet(): Mesh {
      const edges: Edge[] = [];
      for (let j = 0; j <= cells; j += 4) {
        for (let i = 0; i < cells; i++) {
          const [along, next] = points.slice(i, i + 2) as [Vec3[], Vec3[]], row = points[j]!;
          edges.push([row[i]!, row[i + 1]!, ZERO3, ZERO3], [along[j]!, next[j]!, ZERO3, ZERO3]);
        }
      }
      return { ...drawnBoth(sheet(points)), edges };
    }

    function drive(dt: number): void {
      phase += dt / values.period;
      high += (values.high - high) * Math.min(1, 2 * dt);
      for (const kind of ['waves', 'ripples', 'throws'] as const) {
        kinds[kind] += ((values.motion === kind ? 1 : 0) - kinds[kind]) * Math.min(1, 2 * dt);
      }
      points = rows();
      const all = numbersOf({ points: points.flat(), corners: [] });
      it.tell(world => world.setTargetPoints(ground.colliders[0]!, all, dt));
    }

    const ball = imp3.sphere(ZERO3, 0.35), body = hare(imp2, 0.42);
    const solid = what === 'balls' ? undefined : imp3.triangles({ points: numbersOf(body), corners: body.corners });
    const parts = solid && imp3.meshDecompose(solid, { tolerance: 0.08 }), mesh = drawnSolid(body);
    const fall = (at: Vec3, number: number): Piece3 => {
      const how = { kind: BODY_DYNAMIC, at, density: 1, material };
      return parts && (what === 'hares' || number % 2) ? it.putMesh(parts, mesh, how) : it.put(ball, how);
    };
    let thrown = count;
    const it = sandbox3(context, {
      view, reach: 10, arrow: 0.1, drive,
      thrown: at => fall(at, ++thrown),
      answers: () => [['points of the sheet', (cells + 1) ** 2]],
      beside: {
        save: () => ({ phase, high, kinds: { ...kinds }, points, thrown }),
        load(kept) {
          ({ phase, high, points, thrown } = kept as { phase: number; high: number; points: Vec3[][]; thrown: number });
          kinds = { ...(kept as { kinds: typeof kinds }).kinds };
        },
      },
    });
    const surface = sheet(points);
    const ground = it.putMesh(
      imp3.triangles({ points: numbersOf(surface), corners: surface.corners }), { ...drawnBoth(surface) },
      { kind: BODY_KINEMATIC, material, looks: { under: true, bent: drawnSheet } });
    for (let i = 0; i < count; i++) {
      const k = i % 16;
      fall(vec3(1.7 * (k % 4 - 1.5), 1.7 * (Math.floor(k / 4) - 1.5), 1 + 1.1 * Math.floor(i / 16)), i);
    }
    it.begin();
    const { running } = it;
    return {
      ...running,
      state() {
        const state = running.state() as WorldState3;
        const above = state.bodies.filter(({ kind }) => kind === BODY_DYNAMIC)
          .map(({ at: { x, y, z } }) => z - heightAt(x, y));
        return { ...state, above, crest: heightAt(values.long / 4, 0) };
      },
      stop() {
        running.stop!();
        solid?.free();
      },
    };
  },
});
