// SPDX-License-Identifier: MIT
//
// Joints in the package, in the plane and in space: couplings, wheels, articulations, and what breaks.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as impinge from "./dist/index.js";

const { load, ImpingeError } = impinge;

const unturned = { x: { x: 1, y: 0, z: 0 }, y: { x: 0, y: 1, z: 0 }, z: { x: 0, y: 0, z: 1 } };

// What differs between both: vectors, turns about the axis of hinges, and what hinges and sliders are called.
const plane = {
  d: 2, turn: impinge.AXIS2_TURN, slide: impinge.AXIS2_X, distance: impinge.AXIS2_DISTANCE,
  vec: (x, y) => ({ x, y }),
  pose: (x, y) => ({ p: { x, y }, q: { c: 1, s: 0 } }),
  mass: (mass, inertia) => ({ area: 0, mass, inertia, centroid: { x: 0, y: 0 } }),
  hinge: (world, a, b, at) => world.jointRevolute(a, b, at),
  slider: (world, a, b, at, axis) => world.jointPrismatic(a, b, at, axis),
};
const space = {
  d: 3, turn: impinge.AXIS3_TWIST, slide: impinge.AXIS3_X, distance: impinge.AXIS3_DISTANCE,
  vec: (x, y) => ({ x, y, z: 0 }),
  pose: (x, y) => ({ p: { x, y, z: 0 }, q: unturned }),
  mass: (mass, inertia) => ({
    volume: 0, mass, centroid: { x: 0, y: 0, z: 0 },
    inertia: { xx: inertia, yy: inertia, zz: inertia, xy: 0, yz: 0, zx: 0 },
    principal: { x: inertia, y: inertia, z: inertia }, axes: unturned,
  }),
  hinge: (world, a, b, at) => world.jointHinge(a, b, at, { x: 0, y: 0, z: 1 }),
  slider: (world, a, b, at, axis) => world.jointSlider(a, b, at, axis),
};
const NONE = { id: 0n };
const near = (a, b, most, what = "") => assert.ok(Math.abs(a - b) <= most, `${a} is not ${b} ${what}`);
const refused = (fault, argument) => (error) => {
  assert.ok(error instanceof ImpingeError, String(error));
  assert.deepEqual([error.fault, error.argument], [fault, argument]);
  return true;
};

async function both(run) {
  const { imp, imp2, imp3 } = await load();
  for (const words of [plane, space]) {
    const module = words === plane ? imp2 : imp3;
    const make = (gravity = 0) => {
      const world = module.world({ gravity: words.vec(0, -gravity) });
      const add = (x, y, inertia = 0.5, mass = 1) => {
        const body = world.addBody({ kind: impinge.BODY_DYNAMIC, pose: words.pose(x, y) });
        world.setMass(body, words.mass(mass, inertia));
        return body;
      };
      const value = (joint, axis) => world.getJoint(joint).values[axis];
      return { world, add, value };
    };
    await run({ ...words, imp, module, make });
  }
}

test("gears, racks and pulleys hold, and are read, changed and removed", () => both(({ make, imp, ...it }) => {
  const { world, add, value } = make(10), { turn, slide, distance, vec } = it;
  const hinged = (x) => world.addJoint(it.hinge(world, NONE, add(x, 5), vec(x, 5)));
  const [a, b] = [hinged(0), hinged(3)], bar = add(6, 5);
  const rail = world.addJoint(it.slider(world, NONE, bar, vec(6, 5), vec(0, 1)));
  const loads = [add(10, 2, 0.5, 3), add(12, 2, 0.5, 1)];
  const ropes = loads.map((load, i) => world.addJoint({
    ...world.jointRope(NONE, load, vec(10 + 2 * i, 5), vec(10 + 2 * i, 2)),
  }));
  for (const rope of ropes) {
    world.setAxis(rope, distance, { ...world.getJointDef(rope).axes[distance], kind: impinge.AXIS_FREE });
  }
  const gear = world.addCoupling(world.couplingGear(a, b, -2));
  const rack = world.addCoupling({ ...world.couplingRack(b, rail, 0.5), breakForce: 1e6, user: 9n });
  const pulley = world.addCoupling(world.couplingPulley(ropes[0], ropes[1], 1, false));
  for (let i = 0; i < 30; ++i) world.step(1 / 60);
  // The bar falls, and turns the wheels by what hangs on it.
  near(value(a, turn), 2 * value(b, turn), 1e-4);
  near(value(rail, slide), 0.5 * value(b, turn), 1e-4);
  assert.ok(value(rail, slide) < -0.1);
  near(value(ropes[0], distance) + value(ropes[1], distance), 6, 1e-4);
  near(value(ropes[0], distance), 3 + 0.5 * (10 * 2 / 4) * 0.25, 0.05, "by Atwood");
  const state = world.getCoupling(rack);
  assert.deepEqual([state.a, state.b, state.user], [b, rail, 9n]);
  assert.ok(Math.abs(state.value) < 1e-4 && Math.abs(state.force) > 0.1);
  const def = world.getCouplingDef(gear);
  assert.deepEqual([def.a, def.b, def.axisA, def.ratioA, def.ratioB], [a, b, turn, 1, -2]);
  // A winch: the rope becomes a metre shorter.
  const { axis } = world.getCouplingDef(pulley);
  world.setCoupling(pulley, { ...axis, lower: 5, upper: 5 });
  for (let i = 0; i < 60; ++i) world.step(1 / 60);
  near(value(ropes[0], distance) + value(ropes[1], distance), 5, 1e-2);
  world.removeCoupling(gear);
  assert.throws(() => world.getCoupling(gear), refused(impinge.ERR_HANDLE, "coupling"));
  assert.throws(() => world.removeCoupling(gear), refused(impinge.ERR_HANDLE, "coupling"));
  assert.throws(() => world.couplingGear(a, b, 0), refused(impinge.ERR_RANGE, "ratio"));
  assert.throws(() => world.couplingGear(a, NONE, 1), refused(impinge.ERR_HANDLE, "b"));
  assert.throws(() => world.addCoupling(imp.couplingDefault()), refused(impinge.ERR_HANDLE, "def"));
  world.removeJoint(rail);
  assert.throws(() => world.getCoupling(rack), refused(impinge.ERR_HANDLE, "coupling"));
  world.free();
}));

test("joints and couplings break, and are told once", () => both(({ make, ...it }) => {
  const { world, add } = make(10), { vec, slide } = it;
  const weak = world.addJoint({ ...it.hinge(world, NONE, add(0, 0), vec(0, 0)), breakForce: 5 });
  const rails = [3, 6].map((x) => world.addJoint(it.slider(world, NONE, add(x, 0), vec(x, 0), vec(0, 1))));
  world.setAxis(rails[1], slide, { ...world.getJointDef(rails[1]).axes[slide], kind: impinge.AXIS_LOCKED });
  const coupling = world.addCoupling({
    ...world.couplingGear(rails[0], rails[1], 1), axisA: slide, axisB: slide, breakForce: 5,
  });
  assert.deepEqual([world.brokenJoints(), world.brokenCouplings()], [[], []]);
  world.step(1 / 60);
  assert.deepEqual([world.brokenJoints(), world.brokenCouplings()], [[weak], [coupling]]);
  assert.throws(() => world.getJoint(weak), refused(impinge.ERR_HANDLE, "joint"));
  world.step(1 / 60);
  assert.deepEqual([world.brokenJoints(), world.brokenCouplings()], [[], []]);
  world.free();
}));

test("a car stands on its springs, drives, is steered in space", () => both(({ make, imp, module, ...it }) => {
  const { world } = make(10), { vec, d } = it;
  const shape = (half) => d === 2 ? module.box({ lower: vec(-half, -0.2), upper: vec(half, 0.2) })
    : module.box({ lower: { x: -half, y: -0.2, z: -0.6 }, upper: { x: half, y: 0.2, z: 0.6 } });
  const ball = d === 2 ? module.circle(vec(0, 0), 0.4) : module.sphere(vec(0, 0), 0.4);
  const ground = world.addBody();
  world.addCollider(ground, d === 2 ? module.box({ lower: vec(-99, -1), upper: vec(99, 0) })
    : module.halfSpace(vec(0, 1), 0), { density: 1, material: { friction: 1 } });
  const body = (pose, it, density) => {
    const made = world.addBody({ kind: impinge.BODY_DYNAMIC, pose });
    world.addCollider(made, it, { density, material: { friction: 1 } });
    return made;
  };
  const chassis = body(it.pose(0, 0.8), shape(1), 100);
  const places = d === 2 ? [[-0.8, 0], [0.8, 0]] : [[-0.8, -0.8], [-0.8, 0.8], [0.8, -0.8], [0.8, 0.8]];
  const hubs = places.map(([x, z]) => body(d === 2 ? it.pose(x, 0.4) : { p: { x, y: 0.4, z }, q: unturned }, ball, 50));
  // x is forward, y to the left, z up: here y of the world is up.
  const heading = d === 2 ? vec(0, 1) : { x: { x: 1, y: 0, z: 0 }, y: { x: 0, y: 0, z: -1 }, z: { x: 0, y: 1, z: 0 } };
  const wheels = world.addWheels(chassis, heading, hubs.map((hub) => ({ ...imp.wheelDefault(), body: hub, hertz: 3 })));
  assert.equal(wheels.length, hubs.length);
  for (let i = 0; i < 120; ++i) world.step(1 / 60);
  near(world.getBody(chassis).center.y, 0.8 - 10 / (6 * Math.PI) ** 2, 0.01, "under its load");
  for (const wheel of wheels) world.driveWheel(wheel, 5, 300);
  if (d === 3) for (const wheel of wheels.slice(2)) world.steerWheel(wheel, 0.3);
  for (let i = 0; i < 120; ++i) world.step(1 / 60);
  const { center, velocity } = world.getBody(chassis);
  assert.ok(velocity.x > 1 && center.x > 1, JSON.stringify(center));
  if (d === 3) {
    assert.ok(center.z < -0.2, "to the left");
    const bar = world.addCoupling(world.couplingRollBar(wheels[0], wheels[1], 1000));
    assert.equal(world.getCouplingDef(bar).axis.stiffness, 1000);
    assert.throws(() => world.steerWheel(wheels[0], 2), refused(impinge.ERR_RANGE, "angle"));
    assert.throws(() => world.couplingRollBar(wheels[0], wheels[0], 1), refused(impinge.ERR_HANDLE, "b"));
  }
  assert.throws(() => world.driveWheel(wheels[0], 1, -1), refused(impinge.ERR_NEGATIVE, "torque"));
  assert.throws(() => world.addWheels(chassis, heading, []), refused(impinge.ERR_COUNT, "count"));
  assert.throws(() => world.addWheels(ground, heading, [{ ...imp.wheelDefault(), body: hubs[0] }]), ImpingeError);
  world.free();
}));

test("an arm is made by one call, put, driven and asked what it bears", () => both(({ make, module, ...it }) => {
  const { world } = make(10), { turn, vec } = it;
  const link = module.articulationLinkDefault(), free = { ...link.joint.axes[turn], kind: impinge.AXIS_FREE };
  const axes = link.joint.axes.map((axis, i) => i === turn ? { ...free, stiffness: 1e5, damping: 1e3 } : axis);
  // Rods of a metre: each hangs on the end of the one before.
  const toZ = it.d === 2 ? { c: 1, s: 0 }
    : { x: { x: 0, y: 0, z: 1 }, y: { x: 1, y: 0, z: 0 }, z: { x: 0, y: 1, z: 0 } };
  const rod = (parent, x) => ({
    ...link, parent, mass: { ...it.mass(2, 0.2), centroid: vec(0.5, 0) },
    joint: { ...link.joint, frameA: { p: vec(x, 0), q: toZ }, frameB: { p: vec(0, 0), q: toZ }, axes },
  });
  const { bodies, joints } = world.addArticulation({ links: [rod(impinge.LINK_BASE, 0), rod(0, 1)], colliders: [] });
  assert.equal(bodies.length, 2);
  const arm = { joints };
  assert.deepEqual(world.freedoms(arm), [{ joint: 0, axis: turn }, { joint: 1, axis: turn }]);
  world.setPositions(arm, [0.5, -1]);
  [...world.getPositions(arm)].forEach((position, i) => near(position, [0.5, -1][i], 1e-5));
  const { center } = world.getBody(bodies[1]);
  near(center.x, Math.cos(0.5) + 0.5 * Math.cos(-0.5), 1e-5);
  near(center.y, Math.sin(0.5) + 0.5 * Math.sin(-0.5), 1e-5);
  // At rest a joint bears the moments of what hangs on it.
  const held = world.inverseDynamics(arm, null, [0, 0]), g = 10, second = 2 * g * 0.5 * Math.cos(-0.5);
  near(held[1], second, 1e-4);
  near(held[0], 2 * g * 0.5 * Math.cos(0.5) + 2 * g * Math.cos(0.5) + second, 1e-4);
  const forces = world.inverseDynamics(arm, [1, 2], [3, -4]), back = world.forwardDynamics(arm, [1, 2], forces);
  near(back[0], 3, 1e-9);
  near(back[1], -4, 1e-9);
  const column = world.massTimes(arm, [0, 1]);
  near(column[1], 0.2 + 2 * 0.25, 1e-5);
  near(column[0], column[1] + 2 * 0.5 * Math.cos(1), 1e-5);
  world.setVelocities(arm, [0.25, -0.5]);
  [...world.getVelocities(arm)].forEach((rate, i) => near(rate, [0.25, -0.5][i], 1e-5));
  // Drives bring it to a pose, the more exactly as forces bear its weight.
  world.setTargets(arm, [0.2, 0.4], [0, 0]);
  for (let i = 0; i < 240; ++i) {
    world.applyForces(arm, world.inverseDynamics(arm, [0, 0], [0, 0]));
    world.step(1 / 60);
  }
  [...world.getPositions(arm)].forEach((position, i) => near(position, [0.2, 0.4][i], 1e-4));
  assert.throws(() => world.setPositions(arm, [1]), refused(impinge.ERR_COUNT, "count"));
  assert.throws(() => world.freedoms({ joints: [NONE] }), refused(impinge.ERR_HANDLE, "articulation"));
  assert.throws(() => world.addArticulation({ links: [rod(3, 0)], colliders: [] }), ImpingeError);
  world.free();
}));

test("cones, crosses and shafts of space", async () => {
  const { imp3 } = await load();
  const world = imp3.world({ gravity: { x: 0, y: -10, z: 0 } }), x = { x: 1, y: 0, z: 0 };
  const add = (z) => {
    const body = world.addBody({ kind: impinge.BODY_DYNAMIC, pose: { p: { x: 0, y: 0, z }, q: unturned } });
    world.addCollider(body, imp3.box({ lower: { x: 0, y: -0.1, z: -0.1 }, upper: { x: 1, y: 0.1, z: 0.1 } }));
    return body;
  };
  const bob = add(0), shaft = add(3);
  const cone = { ...world.jointCone(NONE, bob, { x: 0, y: 0, z: 0 }, x), coneY: 0.5, coneZ: 0.25 };
  const joints = [world.addJoint(cone), world.addJoint(world.jointUniversal(NONE, shaft, { x: 0, y: 0, z: 3 }, x))];
  assert.deepEqual([world.getJointDef(joints[0]).coneY, world.getJointDef(joints[0]).coneZ], [0.5, 0.25]);
  assert.equal(world.getJointDef(joints[1]).cardan, true);
  const lines = world.drawLines({ lines: impinge.DRAW_JOINTS }).length;
  assert.ok(lines > 2 * 16, "the edge of the cone is drawn");
  for (let i = 0; i < 120; ++i) world.step(1 / 60);
  // It has fallen to the edge of its cone: y of the world is that way on which the cone opens about z.
  near(world.getJoint(joints[0]).values[impinge.AXIS3_SWING_Z], -0.25, 2e-3);
  assert.throws(() => world.addJoint({ ...cone, coneZ: 4 }), refused(impinge.ERR_RANGE, "def"));
  world.free();
});
