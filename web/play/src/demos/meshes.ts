// SPDX-License-Identifier: MIT
//
// Meshes: the levels of a mesh's tree, by what builds it and what it has around its triangles; another mesh and a
// sphere that are moved through it; and a tree that follows its mesh while that bends.

import type { Compound3, CompoundNearest3, ImpingeError, Manifold3, MeshPair3, Vec3, Volume3 } from 'impinge';
import {
  BVH3_BINS, BVH3_MIDDLE, BVH3_MORTON, BVH3_OCTANTS, RAY3_CLOSEST, VOLUME3_BOX, VOLUME3_MIXED, VOLUME3_ORIENTED,
  VOLUME3_SPHERE,
} from 'impinge';
import { button, choice, demo, slider, toggle } from '../frame/demo';
import { chooseFiles, dropped, onDrop, type Dropped } from '../frame/dropped';
import { box } from '../frame/geometry';
import {
  across, add3, cross3, dot3, length3, mix3, placed, scale3, STRAIGHT, sub3, turned, unit3, vec3, ZERO3,
} from '../frame/geometry3';
import { webgl } from '../frame/gl';
import { Body3, freeAll, HAND_KEYS3, hands3, type Thing3 } from '../frame/hands3';
import type { Mesh } from '../frame/mesh';
import { isMesh, readObj } from '../frame/obj';
import { Scene3 } from '../frame/scene3';
import { bumpy, drawn, knot, normalsOf, type Surface } from '../frame/surfaces3';
import { View3 } from '../frame/view3';

const BUILDERS = { bins: BVH3_BINS, middle: BVH3_MIDDLE, octants: BVH3_OCTANTS, morton: BVH3_MORTON };
const VOLUMES = { box: VOLUME3_BOX, sphere: VOLUME3_SPHERE, oriented: VOLUME3_ORIENTED, mixed: VOLUME3_MIXED };
const SIZE = 1.6;   // of a mesh from a file [m]
const SWAY = 0.09;  // how far a point goes when the mesh bends [m]

const flat = (points: readonly Vec3[]) => Float32Array.from(points.flatMap(({ x, y, z }) => [x, y, z]));

/** A mesh that is put somewhere, and what is drawn of it. */
class MeshBody implements Thing3 {
  turn = STRAIGHT;
  size = 0;
  private kept: { normals: Vec3[]; picture: Mesh } | undefined;  // made when asked for

  constructor(readonly surface: Surface, readonly compound: Compound3, public at: Vec3) {
    this.size = compound.reach;
  }
  get pose() {
    return { p: this.at, q: this.turn };
  }
  private get made() {
    const normals = this.kept?.normals ?? normalsOf(this.surface);
    this.kept ??= { normals, picture: drawn(this.surface, normals) };
    return this.kept;
  }
  get normals(): Vec3[] {
    return this.made.normals;
  }
  get picture(): Mesh {
    return this.made.picture;
  }
  bend(points: Vec3[]): void {
    this.forget();
    this.surface.points = points;
  }
  forget(): void {
    if (this.kept) webgl()?.forget(this.kept.picture);
    this.kept = undefined;
  }
  free(): void {
    this.forget();
    this.compound.free();
  }
}

/** Edges of a box; of a sphere what is seen of its outline, all in the frame of the mesh. */
function outlineOf({ kind, center, half, turn }: Volume3, eye: Vec3): [Vec3, Vec3][] {
  const pairs: [Vec3, Vec3][] = [];
  if (kind === VOLUME3_SPHERE) {
    const to = sub3(eye, center), far = length3(to), r = half.x;
    if (far <= r) return pairs;
    const way = unit3(to), right = across(way), up = cross3(way, right);
    const middle = add3(center, scale3(way, r * r / far)), radius = r * Math.sqrt(1 - r * r / (far * far)), n = 36;
    const on = (i: number) => {
      const angle = i % n / n * 2 * Math.PI;
      return add3(middle, add3(scale3(right, radius * Math.cos(angle)), scale3(up, radius * Math.sin(angle))));
    };
    for (let i = 0; i < n; i++) pairs.push([on(i), on(i + 1)]);
    return pairs;
  }
  const corner = (i: number) => add3(center, turned(turn, vec3(
    i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z)));
  const corners = Array.from({ length: 8 }, (_, i) => corner(i));
  for (let i = 0; i < 8; i++) {
    for (const k of [1, 2, 4]) if (!(i & k)) pairs.push([corners[i]!, corners[i | k]!]);
  }
  return pairs;
}

export default demo({
  id: 'meshes',
  title: 'Meshes',
  sentence: 'Thousands of triangles against thousands: their trees, what touches, and a mesh that bends.',
  chapter: 'In space',
  order: 6,
  space: true,
  about: [
    'A mesh is asked through a tree of volumes: where two volumes are apart, none of their triangles can touch. Move ' +
    'the slider to see the volumes level by level, from two or eight to those around a few triangles. Compare how ' +
    'tightly boxes, spheres and turned boxes lie; mixed takes of the three whichever is cheapest for its size.',
    'Drag the ball and the bumpy mesh through the other one. Triangles that touch are red; the blue line is the ' +
    'curve along which the two surfaces cross, pair by pair of triangles; the arrow is the push out of it, one ' +
    'contact made of all pairs. While they are apart it is the shortest way between them.',
    'Let it bend: in every step all points move, and the tree is not built again but follows, from its leaves up.',
    'Drop a mesh (OBJ) on the page to see your own. Nothing leaves this machine.',
  ],
  keys: [HAND_KEYS3.choose, HAND_KEYS3.move, HAND_KEYS3.away, HAND_KEYS3.turn, HAND_KEYS3.fine, HAND_KEYS3.view],
  view: box(-3.6, -2.4, 3.6, 2.4),
  controls: {
    mesh: choice('Mesh', 'knot', { knot: 'Knot', bumpy: 'Bumpy ball', own: 'Your own' }),
    builder: choice('Its tree', 'bins', {
      bins: 'By surface area', middle: 'Through the middle', octants: 'By octants', morton: 'By Morton code',
    }),
    volume: choice('Volumes', 'mixed', {
      box: 'Upright boxes', sphere: 'Spheres', oriented: 'Turned boxes', mixed: 'Mixed',
    }),
    level: slider('Level', 4, 0, 9),
    volumes: toggle('Show volumes', true),
    bend: toggle('It bends', false),
    speed: slider('The others go around', 15, -90, 90, { unit: '°/s' }),
    open: button('Open a mesh', 'o'),
  },
  card: { level: 4, speed: 30 },

  start({ imp, values, card, set, redraw }) {
    const { imp2, imp3 } = imp, view = new View3(vec3(0, 0, 1.35), 10, 0.5, 0.5), scene = new Scene3(view, 4);
    let fault = '', time = 0;

    function bodyOf(surface: Surface, at: Vec3, like?: MeshBody): MeshBody {
      const tree = { kind: BUILDERS[values.builder], volume: VOLUMES[values.volume], narrow: true };
      const compound = imp3.triangles({ points: flat(surface.points), corners: surface.corners, tree });
      const body = new MeshBody(surface, compound, like?.at ?? at);
      if (like) body.turn = like.turn;
      return body;
    }
    /** From a file: its middle at the origin, as large as the others. */
    function readOwn(files: Dropped): Surface | undefined {
      const found = [...files].find(([path]) => isMesh(path));
      if (!found) return undefined;
      const { points, corners } = readObj(new TextDecoder().decode(found[1]));
      const raw = imp3.triangles({ points, corners: [...corners], soup: true });
      const { lower, upper } = raw.bounds({ p: ZERO3, q: STRAIGHT });
      raw.free();
      const middle = mix3(lower, upper, 0.5), size = SIZE / (length3(sub3(upper, middle)) || 1);
      const all = Array.from({ length: points.length / 3 }, (_, i) =>
        scale3(sub3(vec3(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!), middle), size));
      return { points: all, corners: [...corners] };
    }
    function surfaceOf(): Surface {
      fault = '';
      if (values.mesh === 'bumpy') return bumpy(imp2, 1.2, card ? 18 : 40, card ? 28 : 60);
      try {
        const own = values.mesh === 'own' ? readOwn(dropped(paths => paths.some(isMesh)) ?? new Map()) : undefined;
        if (own) return own;
      } catch (thrown) {
        fault = (thrown as ImpingeError).message;
      }
      return card ? knot(imp2, 1, 96, 8) : knot(imp2, 1);
    }

    // The mesh, and how it bends: a wave that goes through it, each point along its normal

    let main = bodyOf(surfaceOf(), vec3(0, 0, 1.4)), rest = main.surface.points, along = main.normals;
    let waves = rest.map(({ x, y, z }) => imp2.rot(3 * x + 2 * y + 4 * z));
    function renew(surface: Surface): void {
      const next = bodyOf(surface, main.at, main);
      main.free();
      main = next;
    }
    function begin(): void {
      time = 0;
      renew(surfaceOf());
      rest = main.surface.points;
      along = main.normals;
      waves = rest.map(({ x, y, z }) => imp2.rot(3 * x + 2 * y + 4 * z));
      hold.choose(undefined);
      ask();
    }
    let rebuilt = 0;
    function bend(dt: number): void {
      time += dt;
      const { c, s } = imp2.rot(2 * time % (2 * Math.PI));
      const points = rest.map((it, i) => {
        const by = SWAY * (waves[i]!.s * c + waves[i]!.c * s);
        return add3(it, scale3(along[i]!, by));
      });
      rebuilt = imp3.meshMove(main.compound, flat(points)).rebuilt;
      main.bend(points);
    }

    // What is moved through it

    const other = bodyOf(bumpy(imp2, 0.55, card ? 14 : 26, card ? 20 : 40), vec3(1.75, 0.3, 1.6));
    const ball = new Body3(imp3, imp3.sphere(ZERO3, 0.3), vec3(-1.3, -0.2, 1.75));
    const round = imp3.compoundOfShape(ball.shape);

    interface Said {
      pairs: MeshPair3[];
      manifold: Manifold3 | undefined;
      nearest: CompoundNearest3 | undefined;
      touching: number[];
      spots: Vec3[];
      push: Vec3;
    }
    let said: Said, before: CompoundNearest3 | undefined;
    const pieces: Mesh[] = [];
    function ask(): void {
      const { compound, pose } = main, found = imp3.meshMeet(compound, pose, other.compound, other.pose);
      const { pairs } = found, meet = pairs.length > 0;
      // The last answer is where the next search begins.
      const known = before && before.partA < compound.partCount ? before : undefined;
      before = meet ? undefined : imp3.meshDistance(compound, pose, other.compound, other.pose, {}, known);
      const { manifolds, normal, depth } = imp3.compoundCollide(compound, pose, round, ball.pose);
      said = {
        pairs, nearest: before,
        manifold: meet ? imp3.meshManifold(compound, pose, other.compound, other.pose, found) : undefined,
        touching: [...imp3.meshTouching(compound, pose, ball.shape, ball.pose).parts],
        spots: manifolds.flatMap(({ manifold }) => manifold.points.map(it => it.point)), push: scale3(normal, depth),
      };
    }
    /** What is drawn of the triangles that touch. */
    function pick(): void {
      for (const it of pieces.splice(0)) webgl()?.forget(it);
      const some = (body: MeshBody, parts: number[]) =>
        drawn(body.surface, body.normals, new Set(parts.map(it => body.compound.source(it))));
      pieces.push(some(main, [...said.pairs.map(it => it.partA), ...said.touching]));
      pieces.push(some(other, said.pairs.map(it => it.partB)));
    }
    const hit = (body: () => MeshBody) => (origin: Vec3, motion: Vec3) => {
      const { part, time } = imp3.meshRay(body().compound, body().pose, origin, motion, RAY3_CLOSEST);
      return part < 0 ? undefined : time;
    };
    // What is in the hand stays there while its mesh is made anew.
    const held: Thing3 = {
      get at() { return main.at; },
      set at(at: Vec3) { main.at = at; },
      get turn() { return main.turn; },
      set turn(turn) { main.turn = turn; },
      get size() { return main.size; },
      hit: hit(() => main),
    };
    const second: Thing3 = Object.assign(other, { hit: hit(() => other) });
    const things: Thing3[] = [held, second, ball];
    const hold = hands3<Thing3>(imp3, view, { things: () => things, changed: ask });
    ask();
    const forget = onDrop(files => {
      if (![...files.keys()].some(isMesh)) return;
      set('mesh', 'own');
      begin();
      redraw();
    });

    return {
      ...hold.handlers,
      step(dt) {
        if (values.bend) bend(dt);
        if (!hold.chosen) {
          const { c, s } = imp2.rot(values.speed * dt * Math.PI / 180);
          for (const it of [other, ball]) it.at = vec3(c * it.at.x - s * it.at.y, s * it.at.x + c * it.at.y, it.at.z);
        }
        ask();
      },
      changed(name) {
        if (name === 'mesh') begin();
        else if (name === 'builder' || name === 'volume') renew(main.surface);
        ask();
        redraw();
      },
      press: () => chooseFiles('.obj'),
      draw(painter) {
        scene.begin();
        pick();
        const { pairs, manifold, nearest, touching, spots, push } = said;
        scene.solid(main.picture, main.pose, 'free');
        scene.solid(other.picture, other.pose, 'free');
        ball.draw(scene, touching.length ? 'touching' : 'free', { ghost: true, alpha: 0.6, floats: false });
        pieces.forEach((it, i) => {
          scene.solid(it, (i ? other : main).pose, 'touching', { floats: true, smooth: true });
        });
        if (values.volumes) {
          const { p, q } = main.pose, off = sub3(view.eye, p);
          const eye = vec3(dot3(q.x, off), dot3(q.y, off), dot3(q.z, off));
          const lines = imp3.meshVolumes(main.compound, values.level).flatMap(it => outlineOf(it, eye));
          const world = lines.map(([a, b]): [Vec3, Vec3] => [placed(main.pose, a), placed(main.pose, b)]);
          scene.line(world, 'helper', { width: 1.2, alpha: 0.75 });
        }
        scene.paint(painter);
        for (const { crossing: { from, to } } of pairs) scene.segment(painter, from, to, 'answer', { width: 2.5 });
        if (manifold?.count) {
          const all = manifold.points.map(it => it.point), from = scale3(all.reduce(add3), 1 / all.length);
          for (const it of all) scene.point(painter, it, 'answer', { width: 3.5 });
          scene.arrow(painter, from, scale3(manifold.normal, manifold.depth), 'answer', { width: 2.5 });
        } else if (nearest) {
          const { pointA, pointB, distance } = nearest.nearest;
          scene.segment(painter, pointA, pointB, 'answer', { dashed: true });
          for (const it of [pointA, pointB]) scene.point(painter, it, 'answer', { width: 3 });
          const words = `${distance.toFixed(2)} m`;
          if (!card) scene.label(painter, mix3(pointA, pointB, 0.5), words, { role: 'answer', dy: -12 });
        }
        for (const it of spots) scene.point(painter, it, 'answer', { width: 3 });
        if (spots.length) scene.arrow(painter, ball.at, push, 'answer', { width: 2.5 });
        const chosen = hold.chosen === held ? main : hold.chosen === second ? other : undefined;
        if (chosen) scene.mark(painter, chosen.picture, chosen.pose);
        hold.draw(painter, scene);
      },
      answers() {
        const { depth, area } = imp3.meshStats(main.compound), { pairs, manifold, nearest } = said;
        const count = imp3.meshVolumes(main.compound, values.level).length;
        return [
          ...(fault ? [['your mesh', fault, 'touching'] as const] : []),
          ['triangles', `${main.compound.partCount} + ${other.compound.partCount}`],
          pairs.length ? ['pairs that touch', pairs.length, 'touching'] : ['distance',
            `${(nearest?.nearest.distance ?? 0).toFixed(3)} m`, 'free'],
          ['depth', manifold ? `${manifold.depth.toFixed(3)} m` : 'none', manifold ? 'answer' : undefined],
          ['touched by the ball', said.touching.length, said.touching.length ? 'touching' : undefined],
          [`volumes of level ${values.level} of ${depth}`, count],
          ['tests that a query may expect', area.toFixed(1)],
          ...(values.bend ? [['triangles built anew', rebuilt] as const] : []),
        ];
      },
      state: () => ({
        things: things.map(it => ({ at: it.at, turn: it.turn, seen: hold.seen(it) })), eye: view.eye, fault,
        triangles: [main.compound.partCount, other.compound.partCount], report: main.compound.report,
        pairs: said.pairs.map(it => [main.compound.source(it.partA), other.compound.source(it.partB)]),
        segments: said.pairs.map(it => it.crossing), manifold: said.manifold, nearest: said.nearest?.nearest,
        touching: said.touching.map(it => main.compound.source(it)), spots: said.spots, push: said.push,
        stats: imp3.meshStats(main.compound), volumes: imp3.meshVolumes(main.compound, values.level),
        volume: main.compound.mass(1).volume, top: Math.max(...main.surface.points.map(it => it.z)),
        chosen: things.findIndex(it => it === hold.chosen),
      }),
      stop() {
        forget();
        for (const it of pieces) webgl()?.forget(it);
        main.free();
        other.free();
        round.free();
        freeAll([ball]);
      },
    };
  },
});
