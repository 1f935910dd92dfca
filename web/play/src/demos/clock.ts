// SPDX-License-Identifier: MIT
//
// A clock that goes by itself: teeth push a pendulum, which lets them go on one by one; gears and ropes are couplings.
// world.ts has the world with its hands.

import {
  AXIS2_DISTANCE, AXIS2_TURN, AXIS_FREE, AXIS_LIMITED, BODY_DYNAMIC, type Joint,
} from 'impinge';
import { button, demo, slider } from '../frame/demo';
import { add, box, dot, length, place, scale, sub, vec, type Vec } from '../frame/geometry';
import { known } from '../frame/joined';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS, type Piece } from '../frame/world';

const TEETH = 15, RIM = 0.3;  // of the escape wheel, its radius [m]
const HALF = Math.PI * 3.5 / TEETH;  // half of the angle between the pallets: three teeth and a half
const WAY = Math.PI / TEETH - 0.04;  // of a tooth that pushes; the rest of its half pitch it falls freely [rad]
const PUSH = 0.07, LOCK = 0.012;  // how far the pendulum is pushed; half of how far a tooth is held [rad]
const DRUM = 0.07, PULLEY = 0.32;  // radius; how high ropes begin [m]
const ROPE: Vec = vec(0.56, -0.14), COUNTER: Vec = vec(0.74, -0.34);  // where weights hang
const AXLE = vec(ROPE.x - DRUM, PULLEY);

export default demo({
  id: 'clock',
  title: 'Clock',
  sentence: 'Teeth push a pendulum that lets them by one by one; gears turn the hands, and a weight all of it.',
  chapter: 'A world',
  order: 18,
  about: [
    'The weight turns a drum, the drum turns the escape wheel, and its teeth fall from pallet to pallet: each swing ' +
    'lets one go, which slides off and pushes. Teeth and pallets are shapes that touch, no more.',
    'Gears are couplings: the turn of one wheel plus a ratio times that of the other stays. So are a rope on a drum ' +
    'and one over pulleys. They are solved at once with all joints, and the hour hand never goes more or less than a ' +
    'twelfth of the minute hand.',
    'Hold the pendulum, or give it a push; make the weight too light, and the clock stops. A shorter pendulum ' +
    'beats faster, and so do the hands go.',
  ],
  keys: WORLD_KEYS.filter(([key]) => key !== 'Enter'),
  view: box(-0.7, -0.8, 0.95, 0.55),
  shares: ['world', 'joined'],
  controls: {
    weight: slider('Weight', 1.8, 0.4, 6, { step: 0.2, unit: 'kg', restart: true }),
    bob: slider('Pendulum', 1, 0.5, 1.1, { step: 0.05, unit: 'm', restart: true }),
    fast: slider('Minute hand turns in', 120, 30, 3600, { step: 30, unit: 's', restart: true }),
    ...WORLD_CONTROLS,
    push: button('Push', 'x'),
  },

  start({ imp, values, held }) {
    const { imp2 } = imp, kind = BODY_DYNAMIC, material = { friction: 0.05 }, nothing = { id: 0n };
    const turned = (v: Vec, angle: number) => place(imp2.pose(vec(0, 0), angle), v);
    const polar = (out: number, angle: number) => turned(vec(out, 0), angle);
    const pivot = vec(0, RIM / imp2.rot(HALF).c);
    let time = 0, side = 1, before = 0;
    const passed: number[] = [];  // when the pendulum hung straight
    const it = sandbox({
      imp, values, held, unit: 0.1, arrow: 1 / (2 * GRAVITY / 60),
      answers: () => [
        ['beats', passed.length], ['a beat takes', beat() ? `${beat().toFixed(3)} s` : '-'],
        ['pendulum alone', `${alone().toFixed(3)} s`],
        ['minute hand', `${(-turn(minute) / (2 * Math.PI)).toFixed(4)} turns`, 'answer'],
        ['12 hour hands - it', `${Math.abs(12 * turn(hour) - turn(minute)).toExponential(0)} rad`],
      ],
    });

    // Wheels and hands, the tooth of one just before the pallet on the left
    const axle = (piece: Piece, at: Vec) =>
      it.tell(world => world.addJoint(world.jointRevolute(nothing, piece.body, at)));
    const teeth = Array.from({ length: TEETH }, (_, i) => {
      const at = Math.PI / 2 + HALF + 0.02 + 2 * Math.PI * i / TEETH;
      return imp2.polygon([polar(RIM, at), polar(0.72 * RIM, at + 0.2), polar(0.72 * RIM, at + 0.05)]);
    });
    const escapeWheel = it.put(teeth, {
      kind, density: 0.02, material, noSleep: true, ghosts: [imp2.circle(vec(0, 0), 0.74 * RIM)],
    });
    const drumWheel = it.put(imp2.circle(vec(0, 0), DRUM), { kind, at: AXLE, density: 5, group: 1, noSleep: true });

    // The pendulum: pallets made of the places where a tooth comes and leaves
    const seen = (at: number, swing: number) => turned(sub(polar(RIM, at), pivot), -swing);
    const pallets = [-1, 1].map(way => {
      const come = Math.PI / 2 - way * HALF;
      const first = seen(come, -way * (PUSH / 2 - LOCK)), end = seen(come - WAY, way * (PUSH / 2 + LOCK));
      const chord = sub(turned(first, way * 0.12), first);
      return imp2.polygon([first, add(first, scale(chord, 2)), turned(end, way * 0.24), end]);
    });
        const pendulum = it.put(pallets, {
      kind, at: pivot, density: 80, material, noSleep: true,
      ghosts: [
        imp2.capsule(vec(0, 0), vec(0, -values.bob), 0.004), imp2.circle(vec(0, -values.bob), 0.09),
        ...[-1, 1].map(way => imp2.capsule(vec(0, 0), scale(seen(Math.PI / 2 - way * HALF, -way * 0.1), 0.93), 0.007)),
      ],
    });
    const hang = it.tell(world => {
      const joint = world.jointRevolute(nothing, pendulum.body, pivot);
      const { mass, inertia, center } = pendulum.state;
      joint.axes[AXIS2_TURN] = { damping: 0.002 * (inertia + mass * dot(sub(center, pivot), sub(center, pivot))) };
      return world.addJoint(joint);
    });
    const hand = (long: number, wide: number) => it.put([], {
      kind, density: 1, noSleep: true, ghosts: [imp2.capsule(vec(0, -0.04), vec(0, long), wide)],
    });
    const hands = [hand(0.15, 0.013), hand(0.22, 0.009), hand(0.25, 0.004)];
    const escape = axle(escapeWheel, vec(0, 0)), drum = axle(drumWheel, AXLE);
    const [hour, minute, second] = hands.map(hand => axle(hand, vec(0, 0))) as [Joint, Joint, Joint];
    it.tell(world => world.setPose(pendulum.body, imp2.pose(pivot, 0.12)));

    // Weights on ropes
    const weigh = (at: Vec, mass: number, size: number): [Piece, Joint] => {
      const piece = it.put(imp2.box(box(-size, -size, size, size)), {
        kind, at, density: Math.max(mass, 0.01) / (4 * size * size), group: 1, noSleep: true,
      });
      const joint = it.tell(world => {
        const rope = world.jointRope(nothing, piece.body, vec(at.x, PULLEY), at);
        rope.axes[AXIS2_DISTANCE] = { kind: AXIS_FREE };
        return world.addJoint(rope);
      });
      return [piece, joint];
    };
    const [weight, rope] = weigh(ROPE, values.weight, 0.05), [counter, strand] = weigh(COUNTER, 0.2, 0.025);

    // Gears: the first as fast as the second by a ratio, the same way round
    const lap = TEETH * 2 * alone();  // of the escape wheel [s]
    const gear = (a: Joint, b: Joint, ratio: number) =>
      it.tell(world => world.addCoupling(world.couplingGear(a, b, -ratio)));
    gear(second, escape, lap / 60);
    gear(minute, escape, lap / values.fast);
    gear(hour, minute, 1 / 12);
    gear(escape, drum, 20);
    it.tell(world => {
      const long = 2 * length(sub(vec(ROPE.x, PULLEY), ROPE));
      world.addCoupling({
        a: drum, b: rope, axisA: AXIS2_TURN, axisB: AXIS2_DISTANCE, ratioA: DRUM, ratioB: 2, breakForce: 0,
        axis: { kind: AXIS_LIMITED, lower: long, upper: long },
      });
      world.addCoupling(world.couplingPulley(strand, rope, 2, false));
    });

    const turn = (joint: Joint) => known(() => it.world.getJoint(joint))?.values[AXIS2_TURN] ?? 0;
    /** Half of the last swing, to and fro. */
    const beat = () => (passed.length > 2 ? (passed.at(-1)! - passed.at(-3)!) / 2 : 0);
    function alone(): number {
      const { mass, inertia, center, pose: { p } } = pendulum.state, out = sub(center, p), far = length(out);
      return Math.PI * Math.sqrt((inertia + mass * far * far) / (mass * GRAVITY * far));
    }

    return {
      ...it.running,
      step(dt) {
        it.running.step!(dt);
        time += dt;
        const now = turn(hang);
        if (now * side < 0) {
          // Between two steps, as it passes.
          const when = time - dt * now / (now - before);
          passed.push(when);
          side = -side;
        }
        before = now;
      },
      draw(painter) {
        for (const [piece, x] of [[weight, ROPE.x], [counter, COUNTER.x]] as const) {
          if (it.pieces.includes(piece)) painter.segment(vec(x, PULLEY), piece.at, 'still', { width: 2 });
        }
        painter.segment(vec(ROPE.x, PULLEY), vec(COUNTER.x, PULLEY), 'still', { width: 2 });
        it.running.draw(painter);
        for (let i = 0; i < 12; i++) {
          const at = polar(1, Math.PI * i / 6);
          painter.segment(scale(at, (i % 3 ? 0.66 : 0.62) * RIM), scale(at, 0.7 * RIM), 'helper', { width: 2 });
        }
        for (const at of [pivot, vec(0, 0), AXLE]) painter.point(at, 'helper');
      },
      press() {
        if (it.pieces.includes(pendulum)) {
          it.tell(world => world.applyAngularImpulse(pendulum.body, 0.15 * pendulum.state.mass * values.bob ** 2));
        }
      },
      state: () => ({
        ...it.running.state(), beats: passed.length, beat: beat(), alone: alone(), swing: turn(hang),
        escape: turn(escape), minute: turn(minute), hour: turn(hour), second: turn(second), drum: turn(drum),
        weight: weight.at, counter: counter.at,
      }),
    };
  },
});
