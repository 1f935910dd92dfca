// SPDX-License-Identifier: MIT
//
// What fits into each other: a chain of rings and a nut on a bolt, by distance fields, and a burr puzzle of boxes.
// solids3.ts makes the meshes; world3.ts has the world with its hands.

import { BODY_DYNAMIC, BODY_STATIC, type Shape3, type Vec3 } from 'impinge';
import { choice, demo, slider, type Answer } from '../frame/demo';
import { box } from '../frame/geometry';
import { cross3, scale3, vec3, ZERO3 } from '../frame/geometry3';
import { drawnSolid, numbersOf, thread, torus } from '../frame/solids3';
import type { Surface } from '../frame/surfaces3';
import { View3 } from '../frame/view3';
import { sandbox3, WORLD_CONTROLS3, WORLD_KEYS3, type Piece3 } from '../frame/world3';

const RADIUS = 0.8, PITCH = 0.5, GAP = 0.02;  // of the thread [m]
const RING = 0.7, THICK = 0.15;
const AIR = 0.01;  // around each piece of the burr

// The burr: six bars of two by two by six, two along each axis. Where bars cross, digits say in turn whose a cell is.
const BARS: readonly (readonly [Vec3, Vec3])[] = [
  [vec3(-3, -1, 0), vec3(3, 1, 2)], [vec3(-3, -1, -2), vec3(3, 1, 0)], [vec3(0, -3, -1), vec3(2, 3, 1)],
  [vec3(-2, -3, -1), vec3(0, 3, 1)], [vec3(-1, 0, -3), vec3(1, 2, 3)], [vec3(-1, -2, -3), vec3(1, 0, 3)],
];
const OWNERS = '30305511001300445211004100242020';

/** Cells of each piece: the first slides out, and then the others come apart. */
function burr(): Vec3[][] {
  const pieces: Vec3[][] = BARS.map(() => []);
  let crossing = 0;
  for (let i = 0; i < 216; i++) {
    const at = vec3(Math.floor(i / 36) - 3, Math.floor(i / 6) % 6 - 3, i % 6 - 3);
    const owners = BARS.flatMap(([a, b], k) => (at.x >= a.x && at.x < b.x && at.y >= a.y && at.y < b.y &&
      at.z >= a.z && at.z < b.z ? [k] : []));
    if (owners.length) pieces[owners.length > 1 ? Number(OWNERS[crossing++]) : owners[0]!]!.push(at);
  }
  return pieces;
}

export default demo({
  id: 'fits3',
  title: 'Tight fits',
  sentence: 'A nut that goes along its bolt, a chain of rings, and a puzzle that holds itself together.',
  chapter: 'A world in space',
  order: 7,
  space: true,
  about: [
    'Nut, bolt and rings are meshes with a distance field, `meshAddField`: they touch each other by it, as exactly ' +
    'as its cells are small. A turn of the nut moves it by the pitch of the thread, as the answers compare.',
    'The burr is six bars that lock each other. One is whole: pull it out along its length, and the others come ' +
    'apart. Each is a body of boxes with a hundredth of their width of air.',
    'Drag a ring of the chain.',
  ],
  keys: WORLD_KEYS3,
  view: box(-6, -3.4, 6, 3.9),
  shares: ['solids3', 'world3'],
  controls: {
    scene: choice('Scene', 'nut', { nut: 'Nut on a bolt', chain: 'Chain', burr: 'Burr puzzle' }, { restart: true }),
    turn: slider('The nut turns', 3, -6, 6, { step: 0.5, unit: 'rad/s' }),
    links: slider('Rings of the chain', 5, 2, 8, { restart: true }),
    friction: slider('Friction', 0.2, 0, 1, { step: 0.05, restart: true }),
    ...WORLD_CONTROLS3,
  },
  card: { links: 3 },

  start(context) {
    const { imp: { imp2, imp3 }, values, look } = context, { scene, links, friction } = values, material = { friction };
    const view = new View3(vec3(0, 0, scene === 'burr' ? 0.9 : 2.2), scene === 'burr' ? 10 : 15, 0.6, 0.3);
    look(box(-6, -3.4, 6, 3.9));
    const ball = imp3.sphere(ZERO3, 0.2);
    const it = sandbox3(context, {
      view, reach: 10, arrow: 0.02,
      thrown: at => it.put(ball, { kind: BODY_DYNAMIC, at, density: 1, material }),
      answers: scene === 'nut' ? ofNut : () => [],
      beside: {
        save: () => turned,
        load(kept) {
          turned = kept as number;
        },
      },
    });
    const fitted = (surface: Surface, cell: number) => {
      const solid = imp3.triangles({ points: numbersOf(surface), corners: surface.corners });
      imp3.meshAddField(solid, cell);
      return { solid, mesh: drawnSolid(surface) };
    };
    let turned = 0, start = 0, nut: Piece3 | undefined;

    it.ground(6, 6, { friction: 0.6 });
    if (scene === 'nut') {
      const at = vec3(0, 0, 2.5), bolt = fitted(thread(imp2, RADIUS, PITCH, 10), 2 * GAP);
      const ring = fitted(thread(imp2, RADIUS, PITCH, 2, GAP, 1.6 * RADIUS), 2 * GAP);
      it.putMesh(bolt.solid, bolt.mesh, { kind: BODY_STATIC, at, material });
      nut = it.putMesh(ring.solid, ring.mesh, { kind: BODY_DYNAMIC, at, density: 1, material, noSleep: true });
      start = nut.at.z;
    } else if (scene === 'chain') {
      const { solid, mesh } = fitted(torus(imp2, RING, THICK), 0.06), apart = 2 * (RING - THICK) - 0.01;
      const high = 0.9 + RING + apart * (links - 1);
      for (let i = 0; i < links; i++) {
        const turn = imp3.rot(i % 2 ? vec3(1, 0, 0) : vec3(0, 1, 0), Math.PI / 2);
        it.putMesh(solid, mesh, {
          kind: i ? BODY_DYNAMIC : BODY_STATIC, at: vec3(0, 0, high - apart * i), turn, density: 1, material,
        });
      }
    } else {
      const side = 0.3, half = vec3(side / 2, side / 2, side / 2);
      for (const cells of burr()) {
        // Cells side by side along x are one box.
        const shapes: Shape3[] = [];
        for (const from of cells) {
          const is = (k: number) => cells.some(({ x, y, z }) => x === from.x + k && y === from.y && z === from.z);
          if (is(-1)) continue;
          let long = 1;
          while (is(long)) long++;
          const air = AIR * side, low = scale3(from, side);
          shapes.push(imp3.box({
            lower: vec3(low.x + air, low.y + air, low.z + air),
            upper: vec3(low.x + long * side - air, low.y + 2 * half.y - air, low.z + 2 * half.z - air),
          }));
        }
        it.put(shapes, { kind: BODY_DYNAMIC, at: vec3(0, 0, 3 * side + 0.02), density: 1, material });
      }
    }
    it.begin();

    function ofNut(): Answer[] {
      const went = nut!.at.z - start, goes = PITCH * turned / (2 * Math.PI);
      return [['turned by', `${turned.toFixed(2)} rad`], ['went', `${went.toFixed(3)} m`],
        ['turns times pitch', `${goes.toFixed(3)} m`, Math.abs(went - goes) < 3 * GAP ? 'answer' : undefined]];
    }
    const { running } = it;
    return {
      ...running,
      step(dt) {
        const before = nut?.pose.q.x;
        // At the ends of the bolt it turns no further.
        const ends = nut && Math.abs(nut.at.z - start) > 4 * PITCH && (nut.at.z > start) === (values.turn > 0);
        if (nut) {
          const { velocity, angularVelocity: { x, y } } = nut.state;
          it.tell(world => world.setVelocity(nut!.body, velocity, vec3(x, y, ends ? 0 : values.turn)));
        }
        running.step(dt);
        if (nut && before) turned += cross3(before, nut.pose.q.x).z;
      },
      state: () => ({ ...running.state(), turned, went: nut ? nut.at.z - start : 0 }),
    };
  },
});
