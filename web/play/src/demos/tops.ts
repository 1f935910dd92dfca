// SPDX-License-Identifier: MIT
//
// What turning does: tops that do not fall, and a handle in weightlessness that turns over again and again. world3.ts
// has the world with its hands.

import { BODY_DYNAMIC } from 'impinge';
import { choice, demo, slider, type Answer } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, cross3, dot3, length3, scale3, turned, UP, unit3, vec3, ZERO3 } from '../frame/geometry3';
import { View3 } from '../frame/view3';
import { GRAVITY, sandbox3, WORLD_CONTROLS3, WORLD_KEYS3, type Piece3 } from '../frame/world3';

const APART = 3.2;  // from top to top [m]
const TILTS = [0.5, 1, 1.5];  // of the three tops, beside what the slider says
const OFF = 0.01;  // of the spin of the handle: how far it is not about its axis

export default demo({
  id: 'tops',
  title: 'Tops, and a flipping nut',
  sentence: 'Spin keeps a top from falling; in weightlessness it makes a nut turn over and over.',
  chapter: 'A world in space',
  order: 3,
  space: true,
  about: [
    'A top that spins does not fall but goes around: gravity turns its angular momentum (blue) sideways. The faster ' +
    'it spins, the slower it goes around: `m g l / L`, as the answers compare. Let it spin slowly, and it nods and ' +
    'falls.',
    'The nut is that of Dzhanibekov, in weightlessness: spun about its stem it flips, stays a while, and flips back. ' +
    'Angular momentum and energy stay as they are. It does so because the stem is its middle axis, neither the ' +
    'hardest nor the easiest to turn about: make the crossbar shorter, and the stem becomes the easiest.',
    'Drag one, or throw a ball at it.',
  ],
  keys: WORLD_KEYS3,
  view: box(-6, -3.4, 6, 3.9),
  shares: ['world3'],
  controls: {
    scene: choice('Scene', 'tops', { tops: 'Tops', nut: 'Nut' }, { restart: true }),
    spin: slider('Spin of the tops', 45, 0, 90, { step: 5, unit: 'rad/s', restart: true }),
    tilt: slider('How far they lean', 14, 0, 30, { unit: '°', restart: true }),
    turn: slider('Spin of the nut', 7, 1, 20, { unit: 'rad/s', restart: true }),
    bar: slider('Its crossbar', 2, 0.4, 3, { step: 0.1, unit: 'm', restart: true }),
    ...WORLD_CONTROLS3,
  },

  start(context) {
    const { imp: { imp3 }, values, look } = context, { scene, spin, tilt, turn, bar } = values, tops = scene === 'tops';
    const view = new View3(vec3(0, 0, tops ? 0.8 : 0), tops ? 15 : 12, 0.35, tops ? 0.3 : 0.25);
    look(tops ? box(-6, -3.4, 6, 3.9) : box(-3, -2.4, 3, 2.6));
    const ball = imp3.sphere(ZERO3, 0.2), material = { friction: 0.3 };
    const it = sandbox3(context, {
      view, reach: 9, gravity: tops ? GRAVITY : 0, arrow: 0.02,
      thrown: at => it.put(ball, { kind: BODY_DYNAMIC, at, density: 1, material }),
      answers: tops ? ofTops : ofNut,
      beside: {
        save: () => ({ flips, ahead }),
        load(kept) {
          ({ flips, ahead } = kept as { flips: number; ahead: number });
        },
      },
    });
    const whirls: Piece3[] = [];
    let flips = 0, ahead = 1;  // the way in which the stem looks along the angular momentum

    if (tops) {
      it.ground(6, 3.4, material);
      const shapes = [
        imp3.cone(ZERO3, vec3(0, 0, 0.62), 0, 0.78), imp3.cylinder(vec3(0, 0, 0.62), vec3(0, 0, 0.74), 0.78),
        imp3.capsule(vec3(0, 0, 0.7), vec3(0, 0, 1.25), 0.09),
      ];
      TILTS.forEach((part, i) => {
        const q = imp3.rot(vec3(0, 1, 0), part * tilt * Math.PI / 180);
        whirls.push(it.put(shapes, {
          kind: BODY_DYNAMIC, at: vec3((i - 1) * APART, 0, 0.01), turn: q, angularVelocity: scale3(q.z, spin),
          density: 1, material, noSleep: true,
        }));
      });
    } else {
      const half = bar / 2;
      whirls.push(it.put([
        imp3.capsule(vec3(-half, 0, 0.3), vec3(half, 0, 0.3), 0.16),
        imp3.cylinder(vec3(0, 0, -0.75), vec3(0, 0, 0.3), 0.2),
      ], {
        kind: BODY_DYNAMIC, angularVelocity: vec3(OFF * turn, 0, turn), density: 1, material, noSleep: true,
      }));
    }
    it.begin();

    /** How fast the first top goes around [rad/s], and how fast it should, by its mass, height and spin. */
    function ofTops(): Answer[] {
      const top = whirls[1];
      if (!top || !it.pieces.includes(top)) return [];
      const { state: { pose: { p, q }, center, mass, angularVelocity: w }, turning } = top;
      const moves = cross3(w, q.z), side = cross3(UP, q.z), lean = dot3(side, side);
      const l = length3(add3(center, scale3(p, -1))), own = dot3(turning, q.z);
      return [
        ['leans by', `${(Math.acos(Math.min(q.z.z, 1)) * 180 / Math.PI).toFixed(1)}°`],
        ['goes around by', `${(lean > 1e-4 ? dot3(moves, side) / lean : 0).toFixed(2)} rad/s`, 'answer'],
        ['m g l / L', `${(own ? mass * GRAVITY * l / own : 0).toFixed(2)} rad/s`],
        ['spins by', `${dot3(w, q.z).toFixed(1)} rad/s`],
      ];
    }
    function ofNut(): Answer[] {
      const nut = whirls[0];
      if (!nut || !it.pieces.includes(nut)) return [];
      const { state: { inertia: { xx, yy, zz } }, turning } = nut;
      return [
        ['flips', flips, 'answer'], ['angular momentum', `${length3(turning).toPrecision(4)} N m s`],
        ['inertia, stem 1', `${(xx / zz).toFixed(2)} : 1 : ${(yy / zz).toFixed(2)}`],
        ['the stem is', zz > Math.min(xx, yy) && zz < Math.max(xx, yy) ? 'in the middle' : 'at an end'],
      ];
    }

    return {
      ...it.running,
      step(dt) {
        it.running.step(dt);
        const [nut] = whirls;
        if (tops || !nut) return;
        const now = dot3(nut.pose.q.z, unit3(nut.turning));
        if (now * ahead < -0.5) [ahead, flips] = [-ahead, flips + 1];
      },
      draw(painter) {
        it.running.draw(painter);
        for (const whirl of whirls) {
          if (!it.pieces.includes(whirl)) continue;
          const { state: { center, mass, pose: { q } }, turning } = whirl;
          const tip = add3(center, turned(q, vec3(0, 0, tops ? 0.9 : 0))), long = length3(turning);
          if (long > 0.01 * mass) it.scene.arrow(painter, tip, scale3(turning, 1.3 / long), 'answer', { width: 2 });
        }
      },
      state: () => ({
        ...it.running.state(), flips, momenta: whirls.map(whirl => whirl.turning),
      }),
    };
  },
});
