// SPDX-License-Identifier: MIT
//
// Bullets through sheets of paper, which are thinner than anything that a bullet leaves out from step to step. The
// sheets are sensors: they report what goes through them, and are drawn with holes there. world3.ts has the world with
// its hands.

import { BODY_DYNAMIC, BODY_STATIC, type Pose3, type Vec3 } from 'impinge';
import { button, demo, slider } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, dot3, length3, scale3, sub3, turned, vec3, ZERO3 } from '../frame/geometry3';
import { meshOf } from '../frame/mesh';
import type { Paint } from '../frame/palette';
import { View3 } from '../frame/view3';
import { sandbox3, WORLD_CONTROLS3, WORLD_KEYS3, type Piece3 } from '../frame/world3';

const GUN = vec3(-8, 0, 1.5), WALL = 7;  // where bullets come from, and the wall that ends them [m]
const WIDE = 1.5, LOW = 0.35, HIGH = 2.7, FIRST = -4.8, LAST = 4.6;  // of a sheet; where the first and last hang [m]
const BULLET = 0.06;  // radius [m]
const AGAIN = 40;  // steps from shot to shot
const MOST = 30, HOLES = 600;  // bullets and holes that are kept

const sheetPaint = (dark: boolean): Paint =>
  dark ? { fill: '#8a94a3', edge: '#c9d0da' } : { fill: '#fffdf6', edge: '#a9b2bf' };
const HOLE: Paint = { fill: '#33383f', edge: '#33383f' };

interface Kept {
  shots: readonly Piece3[];
  holes: readonly Pose3[];
  fired: number;
  crossed: number;
  passed: number;
  past: number;
  since: number;
}

export default demo({
  id: 'paper',
  title: 'Bullets through paper',
  sentence: 'Bullets that fly many metres in a step, and sheets a millimetre thick: none is left out.',
  chapter: 'A world in space',
  order: 6,
  space: true,
  about: [
    'At 600 m/s a bullet flies ten metres from one picture to the next, across all sheets at once. Each of them ' +
    'reports it all the same: a sheet is a sensor, felt by nobody, and has a hole wherever something has gone through.',
    'The last wall is as thin as they are, and stands: whatever comes with whatever speed is held by it.',
    'Lines are the ways of bullets in a step. Let time go slowly to see them fly. Click to throw a ball.',
  ],
  keys: WORLD_KEYS3,
  view: box(-9.4, -3.4, 9.4, 4.2),
  shares: ['world3'],
  controls: {
    fire: button('Fire', 'b'),
    speed: slider('Speed of a bullet', 600, 10, 2000, { step: 10, unit: 'm/s' }),
    slow: slider('Time goes slower by', 1, 1, 200),
    sheets: slider('Sheets', 8, 0, 20, { restart: true }),
    thick: slider('How thick', 1, 0.1, 20, { step: 0.1, unit: 'mm', restart: true }),
    ...WORLD_CONTROLS3,
  },
  card: { speed: 300, slow: 8 },

  start(context) {
    const { imp: { imp2, imp3 }, values } = context, { sheets, thick } = values, material = { friction: 0.5 };
    const view = new View3(vec3(0, 0, 1), 22, -0.5, 0.26), bullet = imp3.sphere(ZERO3, BULLET);
    const ball = imp3.sphere(ZERO3, 0.3), half = thick / 2000, thin = half + 0.004;
    const disc = imp3.cylinder(vec3(-thin, 0, 0), vec3(thin, 0, 0), 1), hole = meshOf(disc);
    let kept: Kept = { shots: [], holes: [], fired: 0, crossed: 0, passed: 0, past: 0, since: AGAIN / 2 };
    let ways: [Vec3, Vec3][] = [];
    const it = sandbox3(context, {
      view, reach: 11, arrow: 0.2,
      thrown: at => it.put(ball, { kind: BODY_DYNAMIC, at, density: 1, material }),
      draw(scene) {
        if (ways.length) scene.line(ways, 'touching', { width: 2, alpha: 0.8 });
        const look = { paint: HOLE, smooth: true, floats: true };
        for (const pose of kept.holes) scene.solid(hole, pose, 'still', look);
      },
      answers: () => [
        ['holes', kept.crossed, 'answer'],
        ['left out', missed(), missed() ? 'touching' : undefined],
        ['past the wall', kept.past, kept.past ? 'touching' : undefined],
        ['in a step it flies', `${(values.speed / 60 / values.slow).toPrecision(3)} m`],
      ],
      beside: {
        save: () => ({ ...kept }),
        load(saved) {
          kept = saved as Kept;
          ways = [];
        },
      },
    });
    it.ground(8.6, 2.4, material);
    it.put(imp3.box({ lower: vec3(-half, -2, 0), upper: vec3(half, 2, HIGH + 0.4) }),
      { kind: BODY_STATIC, at: vec3(WALL, 0, 0), material });
    const shape = imp3.box({ lower: vec3(-half, -WIDE, 0), upper: vec3(half, WIDE, HIGH - LOW) });
    const hung = new Map<bigint, Piece3>();
    for (let i = 0; i < sheets; i++) {
      const x = sheets > 1 ? FIRST + (LAST - FIRST) * i / (sheets - 1) : 0;
      const sheet = it.put(shape, {
        kind: BODY_STATIC, at: vec3(x, 0, LOW), sensor: true, looks: { paint: sheetPaint },
      });
      hung.set(sheet.colliders[0]!.id, sheet);
    }
    it.begin();
    const missed = () => Math.max(kept.passed - kept.crossed, 0);

    function fire(): void {
      const { c, s } = imp2.rot(2.4 * kept.fired), far = 0.09 * ((7 * kept.fired) % 11);
      const shot = it.put(bullet, {
        kind: BODY_DYNAMIC, at: vec3(GUN.x, GUN.y + far * c, GUN.z + far * s), bullet: true, density: 11000,
        velocity: vec3(values.speed, 0, 0), material: { friction: 0.3 },
      });
      kept = { ...kept, shots: [...kept.shots, shot].slice(-MOST), fired: kept.fired + 1, since: 0 };
      context.redraw();
    }

    /** Where something goes through a sheet, which is wherever its line meets the sheet's plane. */
    function holeIn(sheet: Piece3, by: Piece3, from: Vec3, velocity: Vec3): Pose3 {
      const { p, q } = sheet.pose, across = dot3(velocity, q.x);
      const at = add3(from, scale3(velocity, across ? dot3(sub3(p, from), q.x) / across : 0)), size = by.size;
      return { p: at, q: { x: q.x, y: turned(q, vec3(0, size, 0)), z: turned(q, vec3(0, 0, size)) } };
    }

    return {
      ...it.running,
      press: fire,
      step(dt) {
        if (kept.since + 1 >= AGAIN) fire();
        const flying = it.pieces.filter(piece => piece.moves).map(piece => ({ piece, ...piece.state, from: piece.at }));
        it.running.step(dt / values.slow);
        const holes: Pose3[] = [];
        for (const { a, b } of it.world.touchEvents().entered) {
          const sheet = hung.get(a.id), found = flying.find(({ piece }) => piece.colliders[0]!.id === b.id);
          if (sheet && found) holes.push(holeIn(sheet, found.piece, found.from, found.velocity));
        }
        let { passed, past } = kept;
        for (const { piece, from } of flying) {
          const to = piece.at;
          const shot = kept.shots.includes(piece);
          for (const { at: { x } } of hung.values()) if (shot && from.x < x && to.x >= x) passed++;
          if (from.x < WALL && to.x > WALL && Math.abs(to.y) < 2 && to.z < HIGH) past++;
        }
        kept = {
          ...kept, passed, past, since: kept.since + 1, crossed: kept.crossed + holes.length,
          holes: [...kept.holes, ...holes].slice(-HOLES),
        };
        ways = flying.map(({ piece, from }): [Vec3, Vec3] => [from, piece.at])
          .filter(([from, to]) => length3(sub3(to, from)) > 0.05);
      },
      state: () => ({
        ...it.running.state(), fired: kept.fired, crossed: kept.crossed, passed: kept.passed, past: kept.past,
        holes: kept.holes.map(({ p }) => p),
      }),
      stop() {
        it.running.stop!();
        disc.free();
      },
    };
  },
});
