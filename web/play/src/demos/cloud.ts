// SPDX-License-Identifier: MIT
//
// The convex hull of a cloud of points, built anew whenever one of them moves.

import type { Shape3, Vec3 } from 'impinge';
import { choice, demo, shuffle, slider, toggle } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, scale3, STRAIGHT, vec3, ZERO3 } from '../frame/geometry3';
import { webgl } from '../frame/gl';
import { HAND_KEYS3, hands3, type Thing3 } from '../frame/hands3';
import { someWay } from '../frame/kinds3';
import { meshOf, type Mesh } from '../frame/mesh';
import { Scene3 } from '../frame/scene3';
import { View3 } from '../frame/view3';

const MIDDLE = vec3(0, 0, 1.5);

export default demo({
  id: 'cloud',
  title: 'Hull of a cloud',
  sentence: 'The smallest convex shape around points, however they lie: built while you drag them.',
  chapter: 'In space',
  order: 4,
  space: true,
  about: [
    'A skin is drawn tight around the points. Those that it touches are its corners, yellow; the grey ones lie ' +
    'inside. Drag a point through the skin and watch faces come and go. A click puts another point there.',
    'Corners minus edges plus faces is 2, as Euler found, for every hull with a volume. Points of a lattice lie in ' +
    'one plane by fours and more: they share a face, and which side of it a point is on is decided exactly, whatever ' +
    'rounding would say.',
    'Points in one plane, on one line, or twice in one place make no trouble: `dimension` says what they are.',
  ],
  keys: [HAND_KEYS3.choose, HAND_KEYS3.move, HAND_KEYS3.away, HAND_KEYS3.fine, HAND_KEYS3.view, HAND_KEYS3.add,
    HAND_KEYS3.remove],
  view: box(-3, -2, 3, 2),
  controls: {
    kind: choice('Cloud', 'ball', {
      ball: 'In a ball', shell: 'On a sphere', box: 'In a box', lattice: 'Lattice', plane: 'In a plane',
      line: 'On a line',
    }, { restart: true }),
    count: slider('Points', 40, 1, 300, { restart: true }),
    solid: toggle('Solid', false),
    spin: slider('One goes around', 12, -90, 90, { unit: '°/s' }),
    seed: shuffle(),
  },
  card: { kind: 'shell', count: 60, spin: 20, solid: true },

  start({ imp, values, random }) {
    const { imp3 } = imp, view = new View3(vec3(0, 0, 1.45), 9), scene = new Scene3(view, 4);
    function some(i: number): Vec3 {
      const between = (high: number) => random.between(-high, high);
      switch (values.kind) {
        case 'ball': return scale3(someWay(random), 1.35 * Math.cbrt(random()));
        case 'shell': return scale3(someWay(random), 1.3);
        case 'box': return vec3(between(1.3), between(0.9), between(0.8));
        case 'lattice': {
          const step = (by: number) => Math.floor(i / by) % 4 - 1.5;
          return scale3(vec3(step(1), step(4), step(16)), 0.6);
        }
        case 'plane': return vec3(between(1.3), between(1.3), 0);
        default: return scale3(vec3(1, 0.5, 0.5), Math.round(64 * between(1.2)) / 64);  // floats lie on it exactly
      }
    }
    const cloud: Thing3[] = Array.from({ length: values.count }, (_, i) => ({ at: add3(some(i), MIDDLE), size: 0 }));

    let hull: Shape3 | undefined, mesh: Mesh | undefined;
    let corner: boolean[] = [], edges = 0, faces = 0, volume = 0;
    function forget(): void {
      hull?.free();
      if (mesh) webgl()?.forget(mesh);
      hull = mesh = undefined;
    }
    function ask(): void {
      forget();
      corner = cloud.map(() => false);
      edges = faces = volume = 0;
      if (!cloud.length) return;
      hull = imp3.hull(cloud.map(it => it.at));
      mesh = meshOf(hull);
      const name = ({ x, y, z }: Vec3) => [x, y, z].map(Math.fround).join();
      const corners = new Set(Array.from({ length: hull.count }, (_, i) => name(hull!.vertex(i))));
      corner = cloud.map(it => corners.has(name(it.at)));
      faces = hull.faceCount();
      edges = mesh.edges.length;
      volume = hull.mass(1).volume;
    }
    const hold = hands3<Thing3>(imp3, view, {
      things: () => cloud, changed: ask,
      add(at) {
        const made = { at, size: 0 };
        cloud.push(made);
        return made;
      },
      remove: it => void cloud.splice(cloud.indexOf(it), 1),
    });
    ask();

    return {
      ...hold.handlers,
      step(dt) {
        if (hold.chosen || !cloud.length || !values.spin) return;
        const { c, s } = imp.imp2.rot(values.spin * dt * Math.PI / 180), first = cloud[0]!, { x, y, z } = first.at;
        first.at = vec3(c * x - s * y, s * x + c * y, z);
        ask();
      },
      draw(painter) {
        scene.begin();
        const small = cloud.length > 120;
        if (mesh) {
          const look = values.solid ? {} : { ghost: true, alpha: 0.3, floats: false };
          scene.solid(mesh, { p: ZERO3, q: STRAIGHT }, 'free', look);
        }
        scene.paint(painter);
        // From far to near, so that nearer ones lie on top.
        const order = cloud.map((_, i) => i).sort((i, k) => view.depth(cloud[k]!.at) - view.depth(cloud[i]!.at));
        for (const i of order) {
          if (values.solid && !corner[i]) continue;
          const width = (corner[i] ? 4 : 2.5) * (small ? 0.7 : 1);
          scene.point(painter, cloud[i]!.at, corner[i] ? 'free' : 'helper', { width });
        }
        if (hold.chosen) scene.point(painter, hold.chosen.at, 'answer', { width: 5, chosen: true });
        hold.draw(painter, scene);
      },
      answers: () => {
        const flat = hull?.report ? hull.report.dimension < 3 : true, count = hull?.count ?? 0;
        return [
          flat ? ['corners', count, 'answer']
            : ['corners − edges + faces', `${count} − ${edges} + ${faces} = ${count - edges + faces}`, 'answer'],
          ['points inside', `${hull?.report?.inside ?? 0} of ${cloud.length}`],
          ['volume', `${volume.toFixed(3)} m³`],
          ['dimension', hull?.report?.dimension ?? 'no point'],
        ];
      },
      state: () => ({
        things: cloud.map(it => ({ at: it.at, seen: view.flat(it.at) })), corner, corners: hull?.count ?? 0, edges,
        faces, volume, report: hull?.report, chosen: cloud.findIndex(it => it === hold.chosen), eye: view.eye,
      }),
      stop: forget,
    };
  },
});
