// SPDX-License-Identifier: MIT
//
// Concave things in heaps: meshes that are taken apart into convex parts when the page opens. solids3.ts makes the
// meshes; world3.ts has the world with its hands.

import { BODY_DYNAMIC, type Compound3 } from 'impinge';
import { choice, demo, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { vec3 } from '../frame/geometry3';
import type { Edge, Mesh } from '../frame/mesh';
import { bowl, drawnSolid, hare, hook, numbersOf } from '../frame/solids3';
import type { Surface } from '../frame/surfaces3';
import { View3 } from '../frame/view3';
import { sandbox3, WORLD_CONTROLS3, WORLD_KEYS3, type Piece3 } from '../frame/world3';

const TURNS = [0.8566748838545029, 0.733891856627126, 0.6287067210378087, 0.5385972572236101];  // fill a cube evenly

export default demo({
  id: 'heaps3',
  title: 'Heaps of concave things',
  sentence: 'Hares, hooks and bowls fall in a heap: hollows are hollow, and bowls lie in each other.',
  chapter: 'A world in space',
  order: 6,
  space: true,
  about: [
    'A mesh that moves is taken apart into convex parts: `meshDecompose`. No point of a part is farther out of the ' +
    'mesh than the tolerance, which is proved and not sampled. All that are alike share the parts.',
    'Hooks hang in each other, and bowls stack as bowls do. The hull of each would fill them.',
    'A greater tolerance means fewer parts, which are coarser. Drag one, or throw another.',
  ],
  keys: WORLD_KEYS3,
  view: box(-6, -3.4, 6, 3.9),
  shares: ['solids3', 'world3'],
  controls: {
    what: choice('Things', 'hares', { hares: 'Hares', hooks: 'Hooks', bowls: 'Bowls' }, { restart: true }),
    count: slider('How many', 14, 1, 40, { restart: true }),
    tolerance: slider('Tolerance', 8, 4, 25, { unit: 'cm', restart: true }),
    friction: slider('Friction', 0.5, 0, 1, { step: 0.05, restart: true }),
    ...WORLD_CONTROLS3,
  },
  card: { count: 6, tolerance: 15 },

  start(context) {
    const { imp: { imp2, imp3 }, values, look } = context, { what, count, tolerance, friction } = values;
    const view = new View3(vec3(0, 0, 1.2), 16, 0.6, 0.36), material = { friction };
    look(box(-6, -3.4, 6, 3.9));
    const { surface, edges }: { surface: Surface; edges: Edge[] } = what === 'hooks' ? hook(0.4)
      : { surface: what === 'bowls' ? bowl(imp2, 0.8, 0.14) : hare(imp2, 0.7), edges: [] };
    const solid = imp3.triangles({ points: numbersOf(surface), corners: surface.corners });
    const parts: Compound3 = imp3.meshDecompose(solid, { tolerance: tolerance / 100 }), { fit } = parts;
    const mesh: Mesh = drawnSolid(surface, edges), density = fit!.solidVolume / fit!.volume;

    const fall = (at: ReturnType<typeof vec3>, number: number): Piece3 => {
      const [x, y, z, w] = TURNS.map(it => 2 * (it * number % 1) - 1) as [number, number, number, number];
      const upright = what === 'bowls';
      return it.putMesh(parts, mesh, {
        kind: BODY_DYNAMIC, at, density, material, ...(!upright && { turn: imp3.rotOfQuat({ x, y, z, w }) }),
      });
    };
    let thrown = count;
    const it = sandbox3(context, {
      view, reach: 11, arrow: 0.05,
      thrown: at => fall(at, ++thrown),
      answers: () => [['convex parts', parts.partCount], ['out of the mesh', `${(100 * fit!.outwards).toFixed(1)} cm`]],
      beside: {
        save: () => thrown,
        load(kept) {
          thrown = kept as number;
        },
      },
    });
    it.ground(6, 6, material);
    for (let i = 0; i < count; i++) {
      const column = what === 'bowls' ? 3 : 9, k = i % column;
      fall(what === 'bowls' ? vec3(2.2 * (k - 1), 0, 0.3 + 0.5 * Math.floor(i / column))
        : vec3(2 * (k % 3 - 1), 2 * (Math.floor(k / 3) - 1), 1.5 + 2.2 * Math.floor(i / column)), i + 1);
    }
    it.begin();
    return {
      ...it.running,
      stop() {
        it.running.stop!();
        solid.free();
      },
    };
  },
});
