// SPDX-License-Identifier: MIT
//
// The package as its users have it: answers, faults, things that were freed, memory that grows and ends. That the
// module gives the same bits as everywhere is shown by the golden hashes, not here.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

import * as impinge from "./dist/index.js";
import * as inline from "./dist/inline.js";

const { load, ImpingeError } = impinge;
const dist = fileURLToPath(new URL("./dist/", import.meta.url));
const still = { p: { x: 0, y: 0 }, q: { c: 1, s: 0 } };
const at = (x, y) => ({ p: { x, y }, q: { c: 1, s: 0 } });
const box = (x, y, width) => ({ lower: { x, y }, upper: { x: x + width, y: y + width } });

function refusal(fault, argument) {
  return (error) => {
    assert.ok(error instanceof ImpingeError, String(error));
    assert.equal(error.fault, fault);
    assert.equal(error.argument, argument);
    return true;
  };
}

test("what the README says of the ball comes out here too, from both files", async () => {
  for (const { load } of [impinge, inline]) {
    const { imp2 } = await load();
    const ground = imp2.box({ lower: { x: -5, y: -1 }, upper: { x: 5, y: 0 } });
    const ball = imp2.circle({ x: 0, y: 0 }, 0.5);
    const m = imp2.collide(ground, still, ball, at(1, 0.4));
    assert.equal(m.points.length, 1);
    assert.ok(Math.abs(m.depth - 0.1) < 1e-6 && m.normal.y === 1 && m.points[0].point.x === 1);
  }
});

test("the module may be given, by its address too, which is relative to the page", async () => {
  const bytes = await readFile(join(dist, "impinge.wasm"));
  const url = new URL("./dist/impinge.wasm", import.meta.url);
  const sources = [bytes, new WebAssembly.Module(bytes), url, "dist/impinge.wasm"];
  globalThis.location = { href: new URL("./page.html", import.meta.url).href };
  try {
    for (const source of sources) assert.equal((await load(source)).imp.statusText(0), "ok");
  } finally {
    delete globalThis.location;
  }
});

test("a world: a ball falls and lies, is pulled up again, and is refused when it is gone", async () => {
  const { imp2 } = await load();
  const world = imp2.world({ gravity: { x: 0, y: -10 } });
  const ground = world.addBody(), ball = world.addBody({ kind: impinge.BODY_DYNAMIC, pose: at(0, 2) });
  world.addCollider(ground, imp2.box({ lower: { x: -5, y: -1 }, upper: { x: 5, y: 0 } }));
  const worn = world.addCollider(ball, imp2.circle({ x: 0, y: 0 }, 0.5), { density: 1, material: { friction: 0.5 } });
  for (let i = 0; i < 180; ++i) world.step(1 / 60);
  const { pose, mass } = world.getBody(ball);
  assert.ok(Math.abs(pose.p.y - 0.5) < 0.01 && Math.abs(mass - Math.PI / 4) < 1e-6, `${pose.p.y}, ${mass}`);
  assert.equal(typeof ball.id, "bigint");
  assert.deepEqual(world.contacts().map(({ b }) => b), [worn]);
  assert.deepEqual(world.getCollider(worn).body, ball);
  world.applyForceAndTorque(ball, { x: 0, y: 20 * mass }, 0);
  world.step(1 / 60);
  assert.ok(world.getBody(ball).velocity.y > 0.1);
  const down = { origin: { x: 0, y: 9 }, motion: { x: 0, y: -18 } }, [hit] = world.castRay(down);
  assert.deepEqual([hit.body, hit.collider, hit.hit.kind], [ball, worn, impinge.SWEEP_HIT]);
  assert.deepEqual(world.castRay(down, { excludeBody: ball }, 2).map(({ body }) => body), [ground]);
  assert.deepEqual(world.overlapPoint(world.getBody(ball).pose.p), [worn]);
  assert.equal(world.nearestPoint({ x: 0, y: 9 }, { maxDistance: 0.5 }).length, 0);
  assert.equal(world.drawLines({ lines: impinge.DRAW_OUTLINES, pixel: 1 }).length % 2, 0);
  assert.equal(world.drawFills().length % 3, 0);
  world.setTargetPose(ball, at(1, 3), 1 / 60);
  world.shiftOrigin({ x: 4, y: 0 });
  world.explode({ center: { x: 0, y: 0 }, radius: 1, impulsePerLength: 1 });
  world.step(1 / 60);
  assert.equal(world.getBody(ground).pose.p.x, -4);
  world.removeBody(ball);
  assert.throws(() => world.getBody(ball), refusal(impinge.ERR_HANDLE, "body"));
  assert.throws(() => world.getBody({ id: 0n }), refusal(impinge.ERR_HANDLE, "body"));
  assert.throws(() => world.getBody({ id: 1 }), refusal(impinge.ERR_ARGUMENT, "body"));
});

test("a world can be found one's way in, and changed", async () => {
  const { imp, imp2 } = await load();
  const world = imp2.world(imp2.worldDefault()), square = imp2.box(box(-0.5, -0.5, 1));
  const def = imp2.colliderDefault();
  assert.deepEqual([def.density, def.material], [1, imp.materialDefault()]);
  const ground = world.addBody(imp2.bodyDefault()), body = world.addBody({ kind: impinge.BODY_DYNAMIC });
  const plain = world.addCollider(body, square), other = world.addCollider(body, square, { ...def, density: 2 });
  assert.deepEqual(world.getColliderDef(plain), def);
  assert.deepEqual([world.bodies(), world.bodyColliders(body)], [[ground, body], [other, plain]]);
  assert.deepEqual([world.hasBody(body), world.hasCollider(plain)], [true, true]);
  assert.equal(world.getBody(body).mass, 3);
  world.setDensity(other, 4);
  assert.equal(world.getBody(body).mass, 5);
  world.setMass(body, { area: 0, mass: 2, inertia: 1, centroid: { x: 0, y: 0 } });
  assert.equal(world.getBody(body).mass, 2);
  world.setMass(body);
  assert.equal(world.getBody(body).mass, 5);
  const copy = world.getShape(plain);
  assert.deepEqual(copy.bounds(at(0, 0)), square.bounds(at(0, 0)));
  copy.free();
  world.setGravity({ x: 0, y: -8 });
  world.step(0.5);
  assert.ok(Math.abs(world.getBody(body).velocity.y + 4) < 1e-5);
  world.setKind(body, impinge.BODY_KINEMATIC);
  world.setBodyUser(body, 7n);
  const { kind, user } = world.getBodyDef(body);
  assert.deepEqual([kind, user, world.getDef().gravity], [impinge.BODY_KINEMATIC, 7n, { x: 0, y: -8 }]);
  const [hit] = world.castShape({ shape: square, pose: at(0, 9), motion: { x: 0, y: -20 }, turn: 0 });
  assert.deepEqual(hit.body, body);
});

test("a snapshot: the world goes back, another becomes it, and what is damaged is refused", async () => {
  const { imp2, imp } = await load();
  const world = imp2.world({ gravity: { x: 0, y: -10 } }), square = imp2.box(box(-0.5, -0.5, 1));
  world.addCollider(world.addBody(), imp2.box({ lower: { x: -9, y: -1 }, upper: { x: 9, y: 0 } }));
  const add = (y) => {
    const body = world.addBody({ kind: impinge.BODY_DYNAMIC, pose: at(0.1 * y, y) });
    world.addCollider(body, square, { density: 1 });
    return body;
  };
  const run = (it, steps) => {
    for (let i = 0; i < steps; ++i) it.step(1 / 60);
    return it.hash();
  };
  const boxes = Array.from({ length: 12 }, (_, i) => add(1 + 1.2 * i));
  run(world, 40);
  const bytes = world.save(), hash = world.hash(), there = world.getBody(boxes[5]);
  assert.ok(bytes instanceof Uint8Array && bytes.length > 256 && world.stats().contacts > 0);
  const later = run(world, 60);
  assert.notEqual(later, hash);
  const late = add(30);  // a body that is not in the snapshot, and has a handle that will be given again
  world.removeBody(boxes[3]);
  world.load(bytes);
  assert.equal(world.hash(), hash);
  assert.deepEqual(world.getBody(boxes[5]), there);
  assert.throws(() => world.getBody(late), refusal(impinge.ERR_HANDLE, "body"));
  assert.deepEqual(world.save(), bytes);
  assert.equal(run(world, 60), later);
  assert.deepEqual(add(30), late);

  // In another world, and in another instance, from bytes that lie in the middle of others.
  const more = new Uint8Array(bytes.length + 7);
  more.set(bytes, 3);
  for (const space of [imp2, (await load()).imp2]) {
    const other = space.world();
    other.load(more.subarray(3, 3 + bytes.length));
    assert.equal(run(other, 60), later);
    other.free();
  }

  // What is refused has changed nothing.
  const now = world.hash();
  assert.throws(() => world.load(bytes.subarray(0, 4)), refusal(impinge.ERR_COUNT, "count"));
  assert.throws(() => world.load(bytes.subarray(1)), refusal(impinge.ERR_FORMAT, "bytes"));
  for (let i = 0; i < bytes.length; i += Math.ceil(bytes.length / 64)) {
    const damaged = bytes.slice();
    damaged[i] ^= 1 << i % 8;
    assert.throws(() => world.load(damaged), ({ fault, argument }) =>
      argument === "bytes" && (fault === impinge.ERR_FORMAT || fault === impinge.ERR_VERSION), `byte ${i}`);
  }
  for (const none of [bytes.buffer, [...bytes], String(bytes), null]) assert.throws(() => world.load(none),
    refusal(impinge.ERR_ARGUMENT, "bytes"));
  assert.equal(world.hash(), now);

  // Nothing is left behind.
  const before = imp.core.bytes;
  for (let i = 0; i < 500; ++i) world.load(world.save());
  assert.equal(imp.core.bytes, before);
  world.free();
  assert.throws(() => world.save(), refusal(impinge.ERR_HANDLE, ""));
});

const turn3 = { x: { x: 1, y: 0, z: 0 }, y: { x: 0, y: 1, z: 0 }, z: { x: 0, y: 0, z: 1 } };
const at3 = (x, y, z) => ({ p: { x, y, z }, q: turn3 });
const cube = (half) => ({ lower: { x: -half, y: -half, z: -half }, upper: { x: half, y: half, z: half } });

test("shapes of space: what they are, what they are asked, and faces to draw", async () => {
  const { imp3 } = await load();
  const origin = { x: 0, y: 0, z: 0 }, top = { x: 0, y: 0, z: 2 };
  const shapes = [
    imp3.sphere(origin, 1), imp3.capsule(origin, top, 0.5), imp3.triangle(origin, top, { x: 1, y: 0, z: 0 }),
    imp3.box(cube(1)), imp3.orientedBox(origin, { x: 1, y: 2, z: 3 }, turn3), imp3.cylinder(origin, top, 1),
    imp3.cone(origin, top, 1, 0), imp3.halfSpace(top, 0),
  ];
  assert.deepEqual(shapes.map(({ kind }) => kind), [
    impinge.SHAPE3_SPHERE, impinge.SHAPE3_CAPSULE, impinge.SHAPE3_TRIANGLE, impinge.SHAPE3_BOX, impinge.SHAPE3_BOX,
    impinge.SHAPE3_CYLINDER, impinge.SHAPE3_CONE, impinge.SHAPE3_HALF_SPACE,
  ]);
  assert.deepEqual(shapes.map((it) => it.faceCount()), [0, 0, 2, 6, 6, 0, 0, 0]);
  const [ball, , , block, , column, cone, ground] = shapes;
  assert.ok(Math.abs(column.mass(1).volume - 2 * Math.PI) < 1e-5 && Math.abs(cone.mass(3).mass - 2 * Math.PI) < 1e-5);
  assert.deepEqual([ground.normal, cone.discA, cone.discB, column.b], [{ x: 0, y: 0, z: 1 }, 1, 0, top]);
  assert.deepEqual(ball.closest(at3(5, 0, 0), { x: 9, y: 0, z: 0 }), { closest: { x: 6, y: 0, z: 0 }, distance: 3 });
  const { normal, offset, vertices } = block.face(5);
  assert.ok(vertices instanceof Int32Array && vertices.length === 4 && offset === 1);
  for (const i of vertices) {
    const v = block.vertex(i);
    assert.equal(normal.x * v.x + normal.y * v.y + normal.z * v.z, offset);
  }
  assert.throws(() => block.face(6), refusal(impinge.ERR_COUNT, "index"));
  assert.throws(() => ground.mass(1), refusal(impinge.ERR_RANGE, "shape"));
  assert.throws(() => imp3.sphere({ x: NaN, y: 0, z: 0 }, 1), refusal(impinge.ERR_NAN, "center"));
});

test("a hull of a cloud says what was left out; faces of any number of corners come out", async () => {
  const { imp3, imp } = await load();
  const ring = Array.from({ length: 40 }, (_, i) => [Math.cos(i * Math.PI / 20), Math.sin(i * Math.PI / 20)]);
  const points = [-1, 1].flatMap((z) => ring.map(([x, y]) => ({ x, y, z }))).concat({ x: 0, y: 0, z: 0 });
  const hull = imp3.hull(points), same = imp3.hull(new Float32Array(points.flatMap(({ x, y, z }) => [x, y, z])));
  assert.deepEqual([hull.count, hull.faceCount(), hull.report.inside, hull.report.dimension], [80, 42, 1, 3]);
  assert.deepEqual(same.mass(1), hull.mass(1));
  // More corners than there is room for at first.
  const faces = Array.from({ length: hull.faceCount() }, (_, i) => hull.face(i).vertices.length);
  assert.deepEqual(faces.sort((a, b) => a - b).slice(-3), [4, 40, 40]);
  assert.equal(imp3.hull(points.slice(0, 40)).report.dimension, 2);
  assert.throws(() => imp3.hull([]), refusal(impinge.ERR_COUNT, "count"));
  hull.free();
  assert.throws(() => hull.faceCount(), refusal(impinge.ERR_HANDLE, ""));
  const before = imp.core.bytes;
  for (let i = 0; i < 2000; ++i) imp3.hull(points).free();
  assert.equal(imp.core.bytes, before);
});

test("pairs of space: contacts and their push, with ids that are numbers and stay", async () => {
  const { imp3 } = await load();
  const crate = imp3.box(cube(0.5)), other = at3(0.25, 0.25, 0.875);
  const m = imp3.collide(crate, at3(0, 0, 0), crate, other);
  assert.deepEqual([m.depth, m.normal, m.count, m.points.length], [0.125, { x: 0, y: 0, z: 1 }, 4, 4]);
  for (const { id } of m.points) assert.ok(Number.isSafeInteger(id));
  assert.equal(new Set(m.points.map(({ id }) => id)).size, 4);
  const { moveA, moveB } = imp3.manifoldPush(m, 1, 1);
  assert.deepEqual([moveA.z, moveB.z], [-0.0625, 0.0625]);
  const { cache, manifold } = imp3.collideAgain({ a: crate, poseA: at3(0, 0, 0), b: crate, poseB: other }, 0, {});
  assert.deepEqual(manifold, m);
  assert.deepEqual(imp3.collideAgain({ a: crate, poseA: at3(0, 0, 0), b: crate, poseB: other }, 0, cache).manifold, m);
  assert.equal(imp3.overlap(crate, at3(0, 0, 0), crate, at3(1, 0, 0)), true);
  const far = { a: crate, poseA: at3(0, 0, 0), b: crate, poseB: at3(3, 0, 0) };
  const { nearest } = imp3.distanceAgain(far, {});
  assert.deepEqual(nearest, imp3.distance(far.a, far.poseA, far.b, far.poseB));
  assert.equal(nearest.distance, 2);

  const hit = imp3.ray(crate, at3(0, 0, 0), { x: -2, y: 0, z: 0 }, { x: 4, y: 0, z: 0 });
  assert.deepEqual([hit.kind, hit.time, hit.normal.x], [impinge.SWEEP_HIT, 0.375, -1]);
  const still = { shape: crate, pose: at3(0, 0, 0), motion: { x: 0, y: 0, z: 0 } };
  const comes = { shape: crate, pose: at3(5, 0, 0), motion: { x: -8, y: 0, z: 0 } };
  assert.equal(imp3.sweep(still, comes).time, 0.5);
  const turns = imp3.timeOfImpact(still, { ...comes, turn: { x: 0, y: 0, z: 1 } });
  assert.ok(turns.kind === impinge.SWEEP_HIT && turns.time > 0.4 && turns.time < 0.5);

  const none = { x: 0, y: 0, z: 0 };
  const body = { center: { x: 0, y: 0, z: 2 }, velocity: { x: 0, y: 0, z: -3 }, angularVelocity: none };
  const inverse = { xx: 6, yy: 6, zz: 6, xy: 0, yz: 0, zx: 0 };
  const { b, impulse } = imp3.respond(imp3.collide(crate, at3(0, 0, 0), crate, at3(0, 0, 1)),
    { friction: 0, restitution: 1 }, { ...body, velocity: none },
    { ...body, center: { x: 0, y: 0, z: 1 }, inverseMass: 1, inverseInertia: inverse });
  assert.ok(Math.abs(b.velocity.z - 3) < 1e-5 && Math.abs(b.angularVelocity.x) < 1e-5 && impulse.normal.length === 4);
  const triangle = (z) => ({ a: { x: 0, y: 0, z }, b: { x: 2, y: 0, z }, c: { x: 0, y: 2, z } });
  const upright = { a: { x: 0.5, y: -1, z: -1 }, b: { x: 0.5, y: 3, z: -1 }, c: { x: 0.5, y: 1, z: 3 } };
  assert.deepEqual([0, 9].map((z) => imp3.trianglesCross(triangle(z), upright).crosses), [true, false]);
});

test("compounds of space: sets, triangles and height fields, and parts that share their memory", async () => {
  const { imp3 } = await load();
  const hull = imp3.hull([0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({ x: i & 1, y: i >> 1 & 1, z: i >> 2 })));
  const set = imp3.compound([hull, imp3.sphere({ x: 5, y: 0, z: 0 }, 1)]);
  assert.deepEqual([set.partCount, [0, 1].map((i) => set.source(i)).sort()], [2, [0, 1]]);
  const part = [0, 1].map((i) => set.part(i)).find(({ kind }) => kind === impinge.SHAPE3_HULL);
  assert.equal(part.mass(1).volume, 1);
  hull.free();  // the set has a copy
  assert.equal(part.vertex(0).x, Math.round(part.vertex(0).x));
  assert.deepEqual(set.contains(at3(0, 0, 0), { x: 5, y: 0, z: 0.5 }).contains, true);
  set.free();
  assert.throws(() => part.count, refusal(impinge.ERR_HANDLE, ""));
  part.free();

  const points = [{ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }];
  const solid = imp3.triangles({ points, corners: [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2], oneSided: true });
  assert.deepEqual([solid.partCount, solid.report.border, solid.report.flat], [4, 0, 0]);
  assert.throws(() => imp3.triangles({ points, corners: [0, 1, 4] }), refusal(impinge.ERR_RANGE, "triangles"));
  const heights = { heights: new Float32Array(9), columns: 3, rows: 3, stepX: 1, stepY: 1 };
  const field = imp3.heightField({ ...heights, holes: new Uint8Array([1, 0, 0, 0]) });
  const { closest, distance } = field.closest(at3(0, 0, 0), { x: 1.5, y: 1.5, z: 2 });
  assert.deepEqual([closest, distance], [{ x: 1.5, y: 1.5, z: 0 }, 2]);
  assert.throws(() => imp3.heightField({ ...heights, rows: 4 }), refusal(impinge.ERR_COUNT, "heights"));
  assert.throws(() => imp3.heightField({ ...heights, holes: new Uint8Array(3) }),
    refusal(impinge.ERR_COUNT, "heights"));

  const ball = imp3.sphere({ x: 0, y: 0, z: 0 }, 0.5), thrown = imp3.compoundOfShape(ball);
  const { depth, normal, manifolds } = imp3.compoundCollide(field, at3(0, 0, 0), thrown, at3(1.6, 1.4, 0.375));
  assert.deepEqual([depth, normal.z], [0.125, 1]);
  assert.ok(manifolds.length >= 1 && manifolds[0].manifold.points.length === 1);
  const { hit } = imp3.compoundCast(field, at3(0, 0, 0), thrown, at3(1.6, 1.4, 4.5), { x: 0, y: 0, z: -8 });
  assert.deepEqual([hit.kind, hit.time], [impinge.SWEEP_HIT, 0.5]);
  ball.free();
  assert.throws(() => thrown.bounds(at3(0, 0, 0)), refusal(impinge.ERR_HANDLE, ""));
});

/** A ball of eight triangles, halved so many times: closed, of 8 * 4 ** times triangles. */
function ballOf(times) {
  let triangles = [];
  for (const x of [1, -1]) for (const y of [1, -1]) for (const z of [1, -1]) {
    const corners = [[x, 0, 0], [0, y, 0], [0, 0, z]];
    triangles.push(x * y * z > 0 ? corners : corners.reverse());
  }
  const middle = (a, b) => {
    const v = a.map((it, i) => it + b[i]), size = Math.hypot(...v);
    return v.map((it) => it / size);
  };
  for (let i = 0; i < times; ++i) {
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
    });
  }
  return { points: new Float32Array(triangles.flat(2)), corners: triangles.flat().map((_, i) => i) };
}

test("meshes against meshes: pairs and their segments, one contact of them, distance, depth", async () => {
  const { imp3 } = await load(), ball = ballOf(3), here = at3(0, 0, 0), there = at3(0.3, 0.2, 1.5);
  const trees = [{}, { kind: impinge.BVH3_OCTANTS, volume: impinge.VOLUME3_MIXED, narrow: true },
    { kind: impinge.BVH3_MORTON }];
  const meshes = trees.map((tree) => imp3.triangles({ ...ball, tree }));
  const [mesh] = meshes;
  assert.deepEqual([mesh.partCount, mesh.report.border, mesh.report.welded > 0], [512, 0, true]);
  const named = (it) => imp3.meshMeet(it, here, it, there).pairs
    .map(({ partA, partB }) => [it.source(partA), it.source(partB)].join()).sort();
  for (const it of meshes) assert.deepEqual(named(it), named(mesh));

  const found = imp3.meshMeet(mesh, here, mesh, there);
  assert.ok(found.pairs.length > 20 && found.pairs.every(({ crossing }) => crossing.crosses));
  const far = ({ x, y, z }) => Math.hypot(x, y, z);
  for (const { crossing: { from, to } } of found.pairs) assert.ok(far(from) < 1.001 && far(to) > 0.95);
  assert.equal(imp3.meshMeet(mesh, here, mesh, there, { stopAfter: 1 }).pairs.length, 1);
  const order = impinge.WALK3_BREADTH;
  assert.deepEqual(imp3.meshMeet(mesh, here, mesh, there, { order }), found);

  const { normal, depth, points } = imp3.meshManifold(mesh, here, mesh, there, found);
  const apart = far(there.p), along = (normal.x * 0.3 + normal.y * 0.2 + normal.z * 1.5) / apart;
  assert.ok(along > 0.99 && Math.abs(depth - (2 - apart)) < 0.05 && points.length === 4, `${along}, ${depth}`);
  const best = imp3.meshDepth(mesh, here, mesh, there);
  assert.ok(best.depth > 0.4 && best.depth < 1.05 * (2 - apart), `${best.depth}`);
  for (const way of [{ normal, depth }, best]) {
    const p = Object.fromEntries(["x", "y", "z"].map((it) => [it, there.p[it] + way.depth * way.normal[it]]));
    assert.equal(imp3.meshMeet(mesh, here, mesh, { ...there, p }).pairs.length, 0);
  }

  assert.equal(imp3.meshDistance(mesh, here, mesh, there).nearest.distance, 0);
  const beside = imp3.meshDistance(mesh, here, mesh, at3(3, 0, 0));
  assert.equal(beside.nearest.distance, 1);  // two corners
  const again = imp3.meshDistance(mesh, here, mesh, at3(3.25, 0, 0), {}, beside);
  assert.deepEqual([again.nearest.distance, again.nearest.pointA], [1.25, { x: 1, y: 0, z: 0 }]);

  // More pairs than there is room for at first.
  const same = imp3.meshMeet(mesh, here, mesh, here).pairs;
  assert.ok(same.length > 512 && same.every(({ partA }, i) => !i || partA >= same[i - 1].partA));
  assert.throws(() => imp3.meshMeet(mesh, here, mesh, here, { order: 9 }), refusal(impinge.ERR_RANGE, "walk"));
  assert.throws(() => imp3.meshMeet(imp3.compound([imp3.sphere(here.p, 1)]), here, mesh, here),
    refusal(impinge.ERR_COMPOUND, "a"));
});

test("a mesh alone: what touches it, what is nearest, inside, rays, its tree, and how it bends", async () => {
  const { imp3, imp } = await load(), ball = ballOf(3), here = at3(0, 0, 0);
  const mesh = imp3.triangles({ ...ball, tree: { kind: impinge.BVH3_MIDDLE, narrow: true, leafSize: 1 } });
  const top = { x: 0, y: 0, z: 1 };
  const touching = imp3.meshTouching(mesh, here, imp3.sphere(top, 0.05), here).parts;
  assert.ok(touching instanceof Int32Array && touching.length === 4);
  const nears = imp3.meshNearest(mesh, here, { ...top, z: 1.5 }, 4);
  assert.deepEqual(nears.map(({ part }) => part), [...touching]);
  assert.ok(nears.every(({ distance, point }) => distance === 0.5 && point.z === 1));
  assert.deepEqual([0.9, 1.1].map((z) => imp3.meshContains(mesh, here, { x: 0, y: 0, z }).contains), [true, false]);
  assert.ok(Math.abs(imp3.meshContains(mesh, here, here.p).winding - 1) < 0.1);  // far parts by their first terms

  const down = { x: 0, y: 0, z: -4 }, above = { x: 0, y: 0, z: 3 };
  const hit = imp3.meshRay(mesh, here, above, down, impinge.RAY3_CLOSEST);
  assert.deepEqual([hit.part, hit.time], [touching[0], 0.5]);
  assert.ok(hit.normal.z > 0.9);
  const origins = Array.from({ length: 40 }, (_, i) => ({ x: i / 20 - 1.2, y: 0.01, z: 3 }));
  const rays = { origins, motions: origins.map(() => down) };
  const hits = imp3.meshRays(mesh, here, rays, impinge.RAY3_CLOSEST);
  assert.deepEqual(hits, origins.map((it) => imp3.meshRay(mesh, here, it, down, impinge.RAY3_CLOSEST)));
  assert.ok(hits.some(({ part }) => part < 0) && hits.some(({ part }) => part >= 0));
  const index = origins.map((_, i) => (i === 1 ? 40 : i));
  assert.throws(() => imp3.meshRays(mesh, here, { ...rays, index }, impinge.RAY3_ANY), (error) =>
    error.fault === impinge.ERR_RANGE && error.told.bad === 1);

  const stats = imp3.meshStats(mesh);
  assert.deepEqual([stats.def.kind, stats.def.leafSize, stats.leaves], [impinge.BVH3_MIDDLE, 1, 512]);
  assert.ok(Number.isSafeInteger(stats.bytes) && stats.depth >= 9);
  for (let level = 0; level < 3; ++level) {
    const volumes = imp3.meshVolumes(mesh, level);
    assert.deepEqual(volumes.map(({ kind }) => kind), volumes.map(() => impinge.VOLUME3_BOX));
    assert.equal(volumes.length, 2 << level);
  }
  assert.equal(imp3.meshVolumes(mesh, stats.depth).length, 512);  // more than there is room for at first

  const high = ball.points.map((it) => 2 * it);
  assert.ok(imp3.meshMove(mesh, high).rebuilt >= 0);
  assert.equal(imp3.meshRay(mesh, here, above, down, impinge.RAY3_CLOSEST).time, 0.25);
  assert.throws(() => imp3.meshMove(mesh, high.slice(3)), refusal(impinge.ERR_COUNT, "count"));
  const before = imp.core.bytes;
  for (let i = 0; i < 500; ++i) imp3.meshMove(mesh, i % 2 ? high : ball.points);
  assert.equal(imp.core.bytes, before);
  mesh.free();
  assert.throws(() => imp3.meshStats(mesh), refusal(impinge.ERR_HANDLE, "mesh"));
});

test("batches of space are the single calls, one after the other", async () => {
  const { imp3 } = await load();
  const shapes = [imp3.sphere({ x: 0, y: 0, z: 0 }, 1), imp3.box(cube(0.75)), imp3.cylinder({ x: 0, y: 0, z: -1 },
    { x: 0, y: 0, z: 1 }, 0.5)];
  const poses = Array.from({ length: 9 }, (_, i) => at3(0.4 * i, 0.1 * i, 0)), shape = poses.map((_, i) => i % 3);
  const set = { poses, shapes, shape }, index = [0, 3, 5, 8, 1], other = [1, 4, 2, 0, 7];
  const many = imp3.batchShapes({ ...set, index }, { ...set, index: other }, 0.01);
  const single = index.map((i, k) =>
    imp3.collide(shapes[shape[i]], poses[i], shapes[shape[other[k]]], poses[other[k]], 0.01));
  assert.deepEqual(many, single);
  const words = ({ p, q }) => [p, q.x, q.y, q.z].flatMap(({ x, y, z }) => [x, y, z]);
  const numbers = new Float32Array(poses.flatMap(words));
  assert.deepEqual(imp3.batchShapes({ ...set, poses: numbers, index }, { ...set, index: other }, 0.01), many);
  const origins = poses.map((_, i) => ({ x: -5, y: 0.1 * i, z: 0 }));
  const motions = poses.map(() => ({ x: 20, y: 0, z: 0 }));
  const hits = imp3.batchRayShapes(set, { origins, motions });
  assert.deepEqual(hits, poses.map((pose, i) => imp3.ray(shapes[shape[i]], pose, origins[i], motions[i])));
  assert.throws(() => imp3.batchShapes({ ...set, index: [0, 9] }, set), (error) =>
    error.fault === impinge.ERR_RANGE && error.told.bad === 1);
  assert.throws(() => imp3.batchRayShapes(set, { origins, motions: motions.slice(1) }),
    refusal(impinge.ERR_COUNT, "rays"));
  assert.throws(() => imp3.batchShapes(set, { ...set, index }, 0, 6), refusal(impinge.ERR_COUNT, "count"));
});

test("particles fall and bounce as the closed form says, in the plane and in space", async () => {
  const { imp2, imp3 } = await load();
  for (const [space, up] of [[imp2, { x: 0, y: 1 }], [imp3, { x: 0, y: 1, z: 0 }]]) {
    const axes = Object.keys(up).length, down = { ...up, y: -10 };
    const particles = space.particles({ gravity: down, material: { restitution: 0.5 } });
    const numbers = particles.add([
      { ...space.particleDefault(), position: { ...up, y: 5.5 }, radius: 0.5 },
      { position: { ...up, x: 3, y: 1 }, velocity: { ...up, x: 2, y: 4 }, mass: 2 },
      { position: { ...up, x: 7 } },
    ]);
    assert.deepEqual([...numbers], [0, 1, 2]);
    const floor = { kind: impinge.SOLID_HALF_SPACE, half: up, id: 1n };
    for (let i = 0; i < 30; ++i) particles.step([floor], 1 / 60);
    // After half a second; the last one has no mass, and stays.
    const [falls, flies, stays] = [...numbers].map((number) => particles.get(number));
    assert.ok(Math.abs(falls.position.y - 4.25) < 1e-4 && Math.abs(falls.velocity.y + 5) < 1e-4);
    assert.ok(Math.abs(flies.position.x - 4) < 1e-4 && Math.abs(flies.position.y - 1.75) < 1e-4);
    assert.deepEqual([stays.position.x, stays.position.y, stays.mass], [7, 1, 0]);
    // By 5 m it is down after 1 s with 10 m/s, and up again by half of that.
    for (let i = 0; i < 60; ++i) particles.step([floor], 1 / 60);
    assert.ok(Math.abs(particles.get(0).position.y - 1.75) < 1e-4 && Math.abs(particles.get(0).velocity.y) < 1e-4);
    const positions = particles.positions();
    assert.ok(positions instanceof Float32Array && positions.length === 3 * axes);
    assert.equal(positions[1], particles.get(0).position.y);
    particles.remove([1]);
    assert.deepEqual(particles.count(), { count: 2, limit: 3 });
    assert.deepEqual([...particles.add([{ mass: 1 }])], [1]);
    particles.applyImpulse(1, { ...up, y: 3 });
    assert.equal(particles.get(1).velocity.y, 3);
    assert.equal(particles.stats().particles, 3);
  }
});

test("what holds and stops particles: links, solids of every kind, and what they are pushed by", async () => {
  const { imp2 } = await load();
  const particles = imp2.particles({ gravity: { x: 0, y: -10 } });
  const [bob] = particles.add([{ position: { x: 0, y: -1 }, mass: 2 }]);
  const end = { kind: impinge.END_PARTICLE, particle: bob };
  const rod = particles.addLink({ kind: impinge.LINK_ROD, a: end, length: 1 });
  for (let i = 0; i < 60; ++i) particles.step([], 1 / 60);
  const { link, tension } = particles.getLink(rod);
  assert.deepEqual([link.kind, link.a.particle, link.length], [impinge.LINK_ROD, bob, 1]);
  assert.ok(Math.abs(tension - 20) < 1e-3, String(tension));
  particles.removeLink(rod);
  const spring = particles.addForce({ kind: impinge.FORCE_SPRING, a: end, strength: 20, length: 0.5 });
  assert.deepEqual([particles.getForce(spring).strength, particles.getForce(spring).function], [20, undefined]);

  // A chain is a compound; a box of the caller's is told what it got.
  const chain = imp2.chain({ points: [{ x: 9, y: 0 }, { x: 5, y: 0 }, { x: 1, y: 0 }] });
  const [lies, beats] = particles.add([
    { position: { x: 5, y: 0.25 }, radius: 0.25, mass: 1 },
    { position: { x: 20, y: 0.55 }, velocity: { x: 0, y: -8 }, radius: 0.25, mass: 1 },
  ]);
  const solids = [
    { kind: impinge.SOLID_COMPOUND, compound: chain, pose: still, id: 1n },
    { kind: impinge.SOLID_BOX, pose: at(20, 0), half: { x: 1, y: 0.25 }, inverseMass: 0.25, id: 2n },
    { kind: impinge.SOLID_NONE, id: 3n },
  ];
  particles.step(solids, 1 / 60);
  const [push, ...others] = particles.pushes();
  assert.ok(others.length === 0 && push.id === 2n && push.impulse.y < -1);
  const touching = particles.contacts().map(({ a, b, solid }) => [a, b, solid]);
  assert.deepEqual(touching, [[lies, -1, 1n], [beats, -1, 2n]]);
  chain.free();
  assert.throws(() => particles.step(solids, 1 / 60), refusal(impinge.ERR_HANDLE, "solids"));
  assert.throws(() => particles.step([{ kind: impinge.SOLID_COMPOUND, pose: still, id: 1n }], 1 / 60),
    refusal(impinge.ERR_NULL, "solids"));
});

test("a force may be a function, which is asked in each step and forgotten with its force", async () => {
  const { imp2, imp } = await load();
  const own = { kind: impinge.FORCE_USER, groups: 1 };
  const particles = imp2.particles(), [light, heavy] = particles.add([{ mass: 1, groups: 1 }, { mass: 4, groups: 1 }]);
  const told = [];
  const wind = (input) => {
    told.push(input);
    return { x: 8, y: 0 };
  };
  const number = particles.addForce({ ...own, function: wind });
  assert.equal(particles.getForce(number).function, wind);
  particles.step([], 0.5);
  assert.deepEqual([particles.get(light).velocity.x, particles.get(heavy).velocity.x], [4, 1]);
  assert.deepEqual(told.map(({ particle, mass }) => [particle, mass]).slice(0, 2), [[light, 1], [heavy, 4]]);
  assert.deepEqual([told.length, told[0].solid, told[0].time, told[2].time], [8, 0n, 0, 0.125]);

  // What gives nothing back is no force. Arguments may call the library, and so may the function, but not change what
  // asks it.
  const other = imp2.particles();
  other.add([{ mass: 1, groups: 1 }]);
  other.addForce({ ...own, function: () => ({ x: 0, y: 1 }) });
  const calls = [];
  particles.setForce(number, { ...own, get function() { return imp2.circle({ x: 0, y: 0 }, 1) && calls.push; } });
  particles.setForce(number, {
    ...own,
    function: ({ particle }) => {
      calls.push(particles.get(particle).mass, imp2.box(box(0, 0, particle + 1)).count);
      other.step([], 1);
      assert.throws(() => particles.add([{}]), refusal(impinge.ERR_BUSY, "particles"));
      assert.throws(() => particles.step([], 1), refusal(impinge.ERR_BUSY, "particles"));
      assert.throws(() => particles.free(), refusal(impinge.ERR_BUSY, ""));
      assert.throws(() => other.free(), refusal(impinge.ERR_BUSY, ""));
    },
  });
  particles.step([], 0.5);
  assert.deepEqual(calls.slice(0, 4), [1, 4, 4, 4]);
  assert.deepEqual([particles.get(light).velocity.x, other.get(0).velocity.y], [4, 8]);

  // What it throws comes out of the step, which has ended.
  let thrown = 0;
  particles.setForce(number, { ...own, function: () => { throw new Error(`no ${++thrown}`); } });
  assert.throws(() => particles.step([], 0.5), { message: "no 1" });
  const { position } = particles.get(light);
  assert.equal(position.x, 1.25 + 2 + 2);
  assert.throws(() => particles.addForce({ ...own, function: 7 }), refusal(impinge.ERR_ARGUMENT, "force"));
  assert.throws(() => particles.addForce(own), refusal(impinge.ERR_RANGE, "force"));

  // Functions are kept as long as their forces, and no longer.
  particles.removeForce(number);
  particles.step([], 0.5);
  assert.equal(particles.functions.size, 0);
  const a = { kind: impinge.END_PARTICLE, particle: light };
  for (let i = 0; i < 100; ++i) {
    particles.removeForce(particles.addForce({ ...own, function: wind }));
    particles.addForce({ kind: impinge.FORCE_USER, a, function: wind });
    particles.remove([light]);
    assert.deepEqual([...particles.add([{ mass: 1 }])], [light]);
    assert.throws(() => particles.addForce({ kind: -1, function: wind }), refusal(impinge.ERR_RANGE, "force"));
  }
  assert.equal(particles.functions.size, 1);
  assert.equal(imp.core.put(1), undefined);
});

test("particles in a world lie on its bodies and push them", async () => {
  const { imp2 } = await load();
  const gravity = { x: 0, y: -10 }, heavy = { ...imp2.colliderDefault(), density: 20 };
  const world = imp2.world({ gravity }), particles = imp2.particles({ gravity, collide: true });
  world.addCollider(world.addBody(), imp2.box({ lower: { x: -5, y: -1 }, upper: { x: 5, y: 0 } }));
  const raft = world.addBody({ kind: impinge.BODY_DYNAMIC, pose: at(0, 0.25) });
  world.addCollider(raft, imp2.box({ lower: { x: -1, y: -0.25 }, upper: { x: 1, y: 0.25 } }), heavy);
  const [grain, shot] = particles.add([
    { position: { x: 0.5, y: 0.7 }, mass: 1, radius: 0.1 },
    { position: { x: -3, y: 0.25 }, velocity: { x: 20, y: 0 }, mass: 1, radius: 0.1 },
  ]);
  let fastest = 0;
  for (let i = 0; i < 120; ++i) {
    world.stepParticles(particles, 1 / 60);
    world.step(1 / 60);
    fastest = Math.max(fastest, world.getBody(raft).velocity.x);
  }
  assert.ok(Math.abs(particles.get(grain).position.y - 0.6) < 0.01, String(particles.get(grain).position.y));
  assert.ok(fastest > 0.5 && particles.get(shot).position.x < world.getBody(raft).pose.p.x);
  assert.ok(particles.contacts().some(({ a, solid }) => a === grain && solid === raft.id));
  const lines = particles.drawLines({ lines: impinge.DRAW_CONTACTS, pixel: 0.01 });
  assert.ok(lines.length > 8 && lines.length % 2 === 0);
  assert.throws(() => world.stepParticles(particles, 0), refusal(impinge.ERR_RANGE, "time"));
  assert.throws(() => world.stepParticles(world, 1 / 60), refusal(impinge.ERR_ARGUMENT, "particles"));
  particles.free();
  assert.throws(() => world.stepParticles(particles, 1 / 60), refusal(impinge.ERR_HANDLE, "particles"));
});

test("a fault of particles names the argument, and what was freed is refused", async () => {
  const { imp2 } = await load();
  const other = await load();
  assert.throws(() => imp2.particles({ subSteps: 65 }), refusal(impinge.ERR_RANGE, "def"));
  const particles = imp2.particles();
  const good = { mass: 1 };
  particles.add([good, good]);
  assert.throws(() => particles.add([good, { mass: -1 }]), refusal(impinge.ERR_NEGATIVE, "items"));
  assert.throws(() => particles.add([{ position: { x: NaN, y: 0 } }]), refusal(impinge.ERR_NAN, "items"));
  assert.throws(() => particles.add(new Float32Array(9)), refusal(impinge.ERR_ARGUMENT, "items"));
  assert.equal(particles.count().count, 2);
  assert.throws(() => particles.get(2), refusal(impinge.ERR_HANDLE, "number"));
  assert.throws(() => particles.set(0, { radius: 1e30 }), refusal(impinge.ERR_MAGNITUDE, "particle"));
  assert.throws(() => particles.remove([0, 0]), refusal(impinge.ERR_HANDLE, "numbers"));
  assert.throws(() => particles.applyForce(0, { x: Infinity, y: 0 }), refusal(impinge.ERR_NAN, "force"));
  assert.throws(() => particles.addLink({ kind: impinge.LINK_KIND_COUNT }), refusal(impinge.ERR_RANGE, "link"));
  const a = { kind: impinge.END_PARTICLE, particle: 7 };
  assert.throws(() => particles.addForce({ kind: impinge.FORCE_SPRING, a }), refusal(impinge.ERR_HANDLE, "force"));
  assert.throws(() => particles.step([], 0), refusal(impinge.ERR_RANGE, "time"));
  assert.throws(() => particles.step([{ kind: impinge.SOLID_BOX, id: 0n }], 1), refusal(impinge.ERR_RANGE, "solids"));
  particles.free();
  for (const call of [() => particles.hash(), () => particles.step([], 1), () => particles.add([good])]) {
    assert.throws(call, refusal(impinge.ERR_HANDLE, ""));
  }
  assert.throws(() => imp2.world().stepParticles(other.imp2.particles(), 1),
    refusal(impinge.ERR_HANDLE, "particles"));
});

test("a snapshot of particles goes on with the same bits, without the functions of forces", async () => {
  for (const [space, vec] of (({ imp2, imp3 }) => [[imp2, {}], [imp3, { z: 0 }]])(await load())) {
    const v = (x, y) => ({ x, y, ...vec });
    const particles = space.particles({ gravity: v(0, -10), collide: true });
    const floor = [{ kind: impinge.SOLID_HALF_SPACE, half: v(0, 1), id: 1n }];
    const items = Array.from({ length: 40 }, (_, i) => ({ position: v(i % 7, 0.3 + i / 5), mass: 1, radius: 0.25 }));
    particles.add(items);
    particles.addForce({ kind: impinge.FORCE_DRAG, groups: 1, linear: 0.5 });
    particles.addLink({ kind: impinge.LINK_CABLE, a: { kind: impinge.END_PARTICLE, particle: 3 }, length: 4 });
    const run = (it) => {
      for (let i = 0; i < 30; ++i) it.step(floor, 1 / 60);
      return it.hash();
    };
    run(particles);
    const bytes = particles.save(), hash = particles.hash(), later = run(particles), other = space.particles();
    assert.notEqual(hash, later);
    other.load(bytes);
    assert.deepEqual([other.hash(), run(other)], [hash, later]);
    particles.addForce({ kind: impinge.FORCE_USER, groups: 1, function: () => v(1, 0) });
    other.load(particles.save());
    assert.throws(() => other.getForce(1), refusal(impinge.ERR_HANDLE, "number"));
    particles.load(bytes);
    assert.deepEqual([particles.save(), run(particles)], [bytes, later]);
    assert.throws(() => particles.load(bytes.subarray(0, 4)), refusal(impinge.ERR_COUNT, "count"));
    const damaged = bytes.slice();
    damaged[100] ^= 1;
    assert.throws(() => particles.load(damaged), refusal(impinge.ERR_FORMAT, "bytes"));
  }
});

test("what the README says of a world of space comes out, with its events and what is drawn of it", async () => {
  const readme = await readFile(new URL("./README.md", import.meta.url), "utf8");
  const [, code] = /```js\n([^`]*world3[^`]*)```/.exec(readme), said = [];
  const loaded = code.replace(/^import .*\n/gm, "").replace(/^.*load\(\);\n/gm, "");
  const { imp3 } = await load();
  const body = new Function("imp3", "impinge", "console", `${loaded}; return { world: world3, stone };`);
  const { world, stone } = body(imp3, impinge, { log: (...values) => said.push(...values) });
  const expected = [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)]
    .flatMap(([, text]) => text.split(", ").map(Number));
  assert.ok(expected.length === 3 && said.length === 3);
  expected.forEach((number, i) => assert.ok(Math.abs(said[i] - number) < 0.01, `${said[i]}`));

  const touched = [], moved = [];
  for (let i = 0; i < 120; ++i) {
    world.step(1 / 60);
    touched.push(...world.touchEvents().begun);
    moved.push(...world.moveEvents().map(({ body: it }) => it.id));
  }
  assert.equal(touched.length, 1);
  assert.deepEqual(new Set(moved), new Set([stone.id]));
  const [{ manifold, normalImpulse }] = world.contacts();
  assert.ok(manifold.normal.z > 0.99 && manifold.points.length === 4);
  const borne = normalImpulse.reduce((sum, it) => sum + it, 0);
  assert.ok(Math.abs(borne - 2 * 10 / 60) < 0.05, `${borne}`);
  const fills = world.drawFills(), lines = world.drawLines({ lines: impinge.DRAW_OUTLINES | impinge.DRAW_CONTACTS });
  assert.ok(fills.length % 3 === 0 && fills.length >= 36 + 24 && lines.length % 2 === 0 && lines.length >= 24);
  const capsule = imp3.capsule({ x: 0, y: 0, z: 0.3 }, { x: 0, y: 0, z: 1.5 }, 0.3);
  const def = { shape: capsule, up: { x: 0, y: 0, z: 1 }, gravity: 10 };
  let hero = { position: { x: -3, y: 0, z: 0.1 } };
  const walk = { input: { velocity: { x: 0, y: 2, z: 0 } } };
  for (let i = 0; i < 60; ++i) hero = world.moveCharacter(hero, def, walk, 1 / 60);
  assert.ok(hero.grounded && Math.abs(hero.position.y - 2) < 0.1, JSON.stringify(hero.position));
  world.free();
});

test("what the README says of particles comes out", async () => {
  const readme = await readFile(new URL("./README.md", import.meta.url), "utf8");
  const [, code] = /```js\n([^`]*imp2\.particles[^`]*)```/.exec(readme);
  const { imp2 } = await load(), said = [];
  const loaded = code.replace(/^import .*\n/gm, "").replace(/^.*load\(\);\n/gm, "");
  const body = new Function("imp2", "impinge", "console", loaded);
  body(imp2, impinge, { log: (...values) => said.push(values) });
  const expected = [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, text]) => Number(text));
  assert.ok(expected.length > 0 && expected.length === said.length);
  expected.forEach((number, i) => assert.ok(Math.abs(said[i][0] - number) < 0.01, `${said[i]}`));
});

test("the script without modules sets one name", async () => {
  const context = vm.createContext({ WebAssembly, FinalizationRegistry, TextDecoder, Uint8Array, atob });
  vm.runInContext(await readFile(join(dist, "impinge.global.js"), "utf8"), context);
  const { imp } = await vm.runInContext("impinge.load()", context);
  const { version } = JSON.parse(await readFile(join(dist, "../package.json"), "utf8"));
  assert.equal(imp.versionText(), version);
});

test("the types are those of the calls", async () => {
  // In a folder of the package, so that the name `impinge` is found as users find it.
  const folder = await mkdtemp(join(dist, "types-"));
  const sample = `
    import { load, FORCE_USER, INDEX_GRID, ImpingeError, type Manifold2 } from "impinge";
    import { load as withFiles, type SceneWorld } from "impinge/files";
    const { imp2, imp3 } = await load();
    const s = imp2.polygon(new Float32Array(6)), pose = imp2.pose({ x: 0, y: 0 }, 1);
    const m: Manifold2 = imp2.collide(s, pose, s, pose);
    const here = { x: 0, y: 0, z: 0 };
    const found: Int32Array = imp3.index({ kind: INDEX_GRID }).queryBox({ lower: here, upper: here });
    const touch: boolean = imp2.overlap(s, pose, s, pose);
    const bytes: Uint8Array = imp2.world().save();
    const grains = imp2.particles(), y: number = grains.get(0).position.y, all: Float32Array = grains.positions();
    grains.addForce({ kind: FORCE_USER, function: ({ mass, position }) => ({ x: mass, y: position.x }) });
    // @ts-expect-error a number is no force
    grains.addForce({ kind: FORCE_USER, function: () => 7 });
    // @ts-expect-error a solid has an id
    grains.step([{ kind: 1 }], 1);
    // @ts-expect-error numbers are not bytes
    imp2.world().load([...bytes]);
    // @ts-expect-error a number is no shape
    imp2.overlap(1, pose, s, pose);
    const game: SceneWorld = (await withFiles()).world([["a.json", bytes]], "a.json", { scale: 2 });
    const [first] = game.bodies, id: bigint = game.body("ball").id, worn: string | undefined = first?.objects[0]?.name;
    game.step(1 / 60);
    // @ts-expect-error a text is no time
    game.scene.world().world.step("a.json");
    export { m, found, touch, y, all, id, worn, ImpingeError };`;
  try {
    await writeFile(join(folder, "sample.ts"), sample);
    const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
    const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"];
    execFileSync(process.execPath, [compiler, ...flags, join(folder, "sample.ts")], { encoding: "utf8" });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a fault names the argument and tells what the call tells", async () => {
  const { imp2 } = await load();
  const s = imp2.circle({ x: 0, y: 0 }, 1);
  assert.throws(() => imp2.circle({ x: NaN, y: 0 }, 1), refusal(impinge.ERR_NAN, "center"));
  const skewed = { p: still.p, q: { c: 1, s: 1 } };
  assert.throws(() => imp2.overlap(s, still, s, skewed), refusal(impinge.ERR_ROTATION, "pose_b"));
  const bow = { points: new Float32Array([0, 0, 4, 4, 4, 0, 0, 4]), counts: [4] };
  assert.throws(() => imp2.region(bow), (error) => {
    refusal(impinge.ERR_CROSSING, "outlines")(error);
    assert.deepEqual(error.told.report.at, { x: 2, y: 2 });
    return true;
  });
  const good = { x: [0, 0], y: [0, 0], radius: [1, 1] };
  assert.throws(() => imp2.batchCircles(good, { ...good, radius: [1, -1] }), (error) => {
    refusal(impinge.ERR_NEGATIVE, "b")(error);
    assert.equal(error.told.bad, 1);
    return true;
  });
});

test("what is of another type is told: which argument, where in it, what was expected", async () => {
  const { imp2, imp3 } = await load();
  const s = imp2.circle({ x: 0, y: 0 }, 1), world = imp2.world(), body = world.addBody();
  const other = await load(), gone = imp2.circle({ x: 0, y: 0 }, 1);
  gone.free();
  const particles = imp2.particles();
  particles.add([{ mass: 1, groups: 1 }]);
  particles.addForce({ kind: impinge.FORCE_USER, groups: 1, function: () => ({ x: 0 }) });
  const told = {
    "imp2_circle_make: center: expected an object { x, y }, not undefined": () => imp2.circle(),
    "imp2_circle_make: center: center.y: expected a number, not undefined": () => imp2.circle({ x: 0 }, 1),
    'imp2_circle_make: radius: expected a number, not "1"': () => imp2.circle({ x: 0, y: 0 }, "1"),
    "imp2_collide: pose_a: expected an object { p, q }, not a Shape2": () => imp2.collide(s, s, still, still),
    "imp2_collide: b: expected a Shape2, not an object": () => imp2.collide(s, still, still, still),
    "imp2_collide: b: a handle that was freed": () => imp2.collide(s, still, gone, still),
    "imp2_collide: a: a handle that belongs to another instance of the library":
      () => other.imp2.collide(s, still, s, still),
    'imp2_world_make: def: def.gravity.y: expected a number, not "down"':
      () => imp2.world({ gravity: { x: 0, y: "down" } }),
    'imp2_world_add_body: def: def.kind: expected a whole number, not "dynamic"':
      () => world.addBody({ kind: "dynamic" }),
    'imp2_world_add_body: def: def.bullet: expected true or false, not "no"': () => world.addBody({ bullet: "no" }),
    "imp2_world_add_body: def: def.user: expected a bigint, not 7": () => world.addBody({ user: 7 }),
    "imp2_world_add_collider: body: expected an object { id }, not undefined": () => world.addCollider(undefined, s),
    "imp2_world_add_collider: shape: expected a Shape2, not undefined": () => world.addCollider(body),
    "imp2_world_set_kind: kind: expected a whole number, not 1.5": () => world.setKind(body, 1.5),
    "imp2_world_set_enabled: enabled: expected true or false, not 1": () => world.setEnabled(body, 1),
    "imp2_world_step: time: expected a number, not undefined": () => world.step(),
    "imp2_world_load: bytes: expected a Uint8Array, not an array of 1": () => world.load([1]),
    ["imp2_polygon_make: points: expected an array of objects { x, y }, or a Float32Array with 2 numbers for each, " +
      "not a Map"]: () => imp2.polygon(new Map()),
    "imp2_polygon_make: points: points[1].x: expected a number, not null":
      () => imp2.polygon([still.p, { x: null, y: 0 }]),
    "imp2_region_make: outlines: outlines.counts[1]: expected a whole number, not 0.5":
      () => imp2.region({ points: new Float32Array(8), counts: [4, 0.5] }),
    "imp2_region_make: outlines: outlines.points: 4 elements are needed, 3 are there":
      () => imp2.region({ points: new Float32Array(6), counts: [4] }),
    "imp2_particles_add_force: force: force.function: expected a function, not 3":
      () => particles.addForce({ kind: impinge.FORCE_USER, function: 3 }),
    "function: answer: answer.y: expected a number, not undefined": () => particles.step([], 1 / 60),
    "imp3_sphere_make: center: center.z: expected a number, not undefined": () => imp3.sphere({ x: 0, y: 0 }, 1),
  };
  for (const [message, call] of Object.entries(told)) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof ImpingeError, String(error.stack));
      assert.equal(error.message, message);
      assert.ok(message.startsWith(`${error.call}: ${error.argument}: ${error.text}`));
      return true;
    });
  }
  await assert.rejects(load(7), (error) => error instanceof ImpingeError && error.argument === "source");
});

test("arrays that are shorter than they say are refused", async () => {
  const { imp2 } = await load();
  const circles = { x: [0, 1], y: [0, 0], radius: [1, 1] };
  assert.throws(() => imp2.region({ points: new Float32Array(6), counts: [4] }),
    refusal(impinge.ERR_COUNT, "outlines"));
  assert.throws(() => imp2.polygon(new Float32Array(5)), refusal(impinge.ERR_ARGUMENT, "points"));
  assert.throws(() => imp2.polygon(new Float64Array(6)), refusal(impinge.ERR_ARGUMENT, "points"));
  assert.throws(() => imp2.batchCircles(circles, { ...circles, y: [0] }), refusal(impinge.ERR_COUNT, "a"));
  assert.throws(() => imp2.batchCircles(circles, { ...circles, index: [0] }, 0, 2),
    refusal(impinge.ERR_COUNT, "count"));
  assert.throws(() => imp2.batchCircles(circles, { ...circles, index: [0, 2] }), refusal(impinge.ERR_RANGE, "b"));
  const index = imp2.index();
  index.add([{ box: box(0, 0, 1) }, { box: box(1, 0, 1) }]);
  assert.throws(() => index.move([0], new Float32Array(8)), refusal(impinge.ERR_COUNT, "numbers"));
  assert.throws(() => index.move([0, 7], new Float32Array(8)), refusal(impinge.ERR_HANDLE, "numbers"));
});

test("what is not an array of such things is refused", async () => {
  const { imp2 } = await load();
  assert.throws(() => imp2.polygon([{ x: 0, y: 0 }, , { x: 4, y: 4 }]), refusal(impinge.ERR_ARGUMENT, "points"));
  assert.throws(() => imp2.polygon(new Map([[1e4, { x: 0, y: 0 }]])), refusal(impinge.ERR_ARGUMENT, "points"));
  assert.throws(() => imp2.polygon(new Int32Array([0, 0, 4, 0, 4, 4])), refusal(impinge.ERR_ARGUMENT, "points"));
  assert.throws(() => imp2.index().add(new Float32Array(8)), refusal(impinge.ERR_ARGUMENT, "things"));
  assert.throws(() => imp2.region({ points: new Float32Array(4), counts: ["0.5", "9"] }),
    refusal(impinge.ERR_ARGUMENT, "outlines"));
  const region = imp2.region({ points: new Float32Array([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]), counts: [6] });
  for (const i of [0.5, -1, region.partCount, NaN, "0"]) {
    assert.throws(() => region.part(i), refusal(impinge.ERR_ARGUMENT, "i"));
  }
});

test("batches are the single calls", async () => {
  const { imp2 } = await load();
  const n = 500;
  const number = ((state) => () => ((state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31) * 4)(7);
  const column = () => Float32Array.from({ length: n }, number);
  const a = { x: column(), y: column(), upperX: column(), upperY: column() };
  const b = { x: column(), y: column(), upperX: column(), upperY: column() };
  const all = imp2.batchBoxes(a, b);
  let touching = 0;
  for (let i = 0; i < n; ++i) {
    const half = (s) => ({ lower: { x: -s.upperX[i], y: -s.upperY[i] }, upper: { x: s.upperX[i], y: s.upperY[i] } });
    const [shapeA, shapeB] = [imp2.box(half(a)), imp2.box(half(b))];
    const m = imp2.collide(shapeA, at(a.x[i], a.y[i]), shapeB, at(b.x[i], b.y[i]));
    assert.equal(all.count[i], m.count);
    assert.equal(all.depth[i], m.depth);
    m.points.forEach((point, k) => assert.equal(all.points[k].id[i], point.id));
    touching += m.count > 0;
    shapeA.free();
    shapeB.free();
  }
  assert.ok(touching > n / 10 && touching < n);
});

test("an index finds what brute force finds, and its lists may be longer than was thought", async () => {
  for (const kind of [impinge.INDEX_TREE, impinge.INDEX_BRUTE, impinge.INDEX_SWEEP, impinge.INDEX_GRID]) {
    const { imp2 } = await load();
    const index = imp2.index({ kind });
    const n = 600;
    const boxes = Array.from({ length: n }, (_, i) => box((i * 37) % 101, (i * 61) % 89, 3));
    const numbers = index.add(boxes.map((b, i) => ({ box: b, user: BigInt(i) })));
    assert.deepEqual([...numbers], boxes.map((_, i) => i));
    const pairs = [];
    for (let i = 0; i < n; ++i) {
      for (let k = i + 1; k < n; ++k) {
        const [p, q] = [boxes[i], boxes[k]];
        const meet = ["x", "y"].every(k => p.lower[k] <= q.upper[k] && q.lower[k] <= p.upper[k]);
        if (meet) pairs.push(i, k);
      }
    }
    assert.deepEqual([...index.pairs().pairs], pairs);
    assert.equal(index.queryBox(box(-1, -1, 1000)).length, n);
    assert.equal(index.castRay({ origin: { x: -1, y: 1 }, motion: { x: 200, y: 0 } }).length, 1);
    assert.ok(index.castRay({ origin: { x: -1, y: 1 }, motion: { x: 200, y: 0 } }, 5).length > 1);
    const ray = { origin: { x: -1, y: 1 }, motion: { x: 200, y: 0 } };
    assert.throws(() => index.castRay(ray, 0), refusal(impinge.ERR_COUNT, "capacity"));
    index.remove(numbers.subarray(0, 10));
    assert.equal(index.stats().things, n - 10);
    assert.equal(index.get(20).user, 20n);
    assert.throws(() => index.get(3), refusal(impinge.ERR_HANDLE, "number"));
  }
});

test("contacts of many parts make room for themselves", async () => {
  const { imp2 } = await load();
  const comb = [];
  for (let i = 0; i < 200; ++i) comb.push({ x: i, y: i % 2 });
  comb.push({ x: 199, y: -1 }, { x: 0, y: -1 });
  const region = imp2.region({ points: comb, counts: [comb.length] });
  const bar = imp2.box({ lower: { x: 0, y: 0.25 }, upper: { x: 199, y: 0.5 } });
  const contacts = imp2.compoundCollide(region, still, imp2.compoundOfShape(bar), still);
  assert.ok(contacts.manifolds.length > 64, String(contacts.manifolds.length));
  assert.ok(contacts.depth > 0);
});

test("memory may grow while arguments are put into it", async () => {
  // Calls that are the first of their instance.
  const n = 300000, zero = new Float32Array(n), one = new Float32Array(n).fill(1);
  const circles = { x: zero, y: zero, radius: one };
  const all = (await load()).imp2.batchCircles(circles, circles);
  assert.ok(all.depth.length === n && all.depth.every((depth) => depth === 2));
  const points = Float32Array.from({ length: 2 * n }, (_, i) => (i % 2 ? (i >> 1) % 2 : i));
  assert.equal((await load()).imp2.chain({ points }).partCount, n - 1);
});

test("arguments may be objects whose properties call the library", async () => {
  const { imp2 } = await load();
  class Body {
    shape = imp2.circle({ x: 0, y: 0 }, 1);
    constructor(x) { Object.assign(this, { x, motion: { x: -x, y: 0 } }); }
    get pose() { return imp2.pose({ x: this.x, y: 0 }, 0.5); }
    get box() { return this.shape.bounds(this.pose); }
  }
  const plain = ({ shape, pose, motion }) => ({ shape, pose, motion });
  const [a, b] = [new Body(-5), new Body(5)];
  const hit = imp2.sweep(plain(a), plain(b));
  assert.equal(hit.kind, impinge.SWEEP_HIT);
  assert.deepEqual(imp2.sweep(a, b), hit);
  // More than there is room for in the block.
  const bodies = Array.from({ length: 1000 }, (_, i) => new Body(3 * i)), index = imp2.index();
  const numbers = index.add(bodies);
  for (const i of numbers) assert.deepEqual(index.get(i).box, bodies[i].box);
  const asks = { get box() { return imp2.circle({ x: 0, y: 0 }, -1); } };
  assert.throws(() => index.add([asks]), refusal(impinge.ERR_NEGATIVE, "radius"));
  const growing = [{ get box() { return growing.push(this), box(0, 0, 1); } }];
  assert.equal(index.add(growing).length, 1);
  assert.equal(index.stats().things, bodies.length + 1);
});

test("what is returned stays as it is, whatever is called next", async () => {
  const { imp2, imp } = await load();
  const index = imp2.index();
  index.add([{ box: box(0, 0, 1) }, { box: box(0.5, 0, 1) }]);
  const { pairs } = index.pairs();
  const { vertices, ringStarts, loopStarts } = imp2.chain({ points: [{ x: 0, y: 0 }, { x: 1, y: 2 }] });
  const before = imp.core.bytes;
  index.free();
  while (imp.core.bytes === before) imp2.index().add([{ box: box(0, 0, 1) }]);
  assert.deepEqual([[...pairs], [...vertices], [...ringStarts], [...loopStarts]], [[0, 1], [0, 0, 1, 2], [0, 2], []]);
});

test("what was freed is refused, and what lies in it", async () => {
  const { imp2 } = await load();
  const other = await load();
  const refused = refusal(impinge.ERR_HANDLE, "");
  const s = imp2.circle({ x: 0, y: 0 }, 1);
  const compound = imp2.compoundOfShape(s);
  const region = imp2.region({ points: new Float32Array([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]), counts: [6] });
  const part = region.part(0);
  assert.ok(part.bounds(still).upper.x > 0);
  const named = refusal(impinge.ERR_HANDLE, "a");
  assert.throws(() => other.imp2.overlap(s, still, s, still), named);
  s.free();
  s.free();
  region.free();
  assert.ok(s.freed && compound.freed && part.freed);
  assert.throws(() => imp2.overlap(s, still, s, still), named);
  assert.throws(() => compound.bounds(still), refused);
  assert.throws(() => part.bounds(still), refused);
  const swept = { shape: s, pose: still, motion: { x: 0, y: 0 } };
  assert.throws(() => imp2.sweep(swept, swept), named);
  const index = imp2.index();
  index.free();
  assert.throws(() => index.pairs(), refused);
});

test("memory grows, is used again, and its end is told", async () => {
  const { imp2, imp } = await load();
  const corners = Float32Array.from({ length: 2000 },
    (_, i) => (i % 2 ? Math.sin : Math.cos)((Math.floor(i / 2) * Math.PI) / 500));
  imp2.polygon(corners).free();
  const before = imp.core.bytes;
  for (let i = 0; i < 5000; ++i) imp2.polygon(corners).free();
  assert.equal(imp.core.bytes, before);
  const index = imp2.index();
  // Room for so many hits is more than 32 bits can address, then more than is left of it.
  const ray = { origin: { x: 0, y: 0 }, motion: { x: 1, y: 0 } };
  assert.throws(() => index.castRay(ray, 2 ** 30), refusal(impinge.ERR_MEMORY, ""));
  assert.throws(() => index.castRay(ray, 2 ** 29 - 1000), refusal(impinge.ERR_MEMORY, ""));
  index.add([{ box: box(0, 0, 1) }, { box: box(1, 0, 1) }]);
  assert.deepEqual([...index.pairs().pairs], [0, 1]);
});

test("calls that throw leave nothing behind", async () => {
  const { imp2, imp } = await load();
  const freed = imp2.circle({ x: 0, y: 0 }, 1);
  freed.free();
  const before = imp.core.bytes;
  for (let i = 0; i < 20000; ++i) {
    assert.throws(() => imp2.circle({ x: 0, y: 0 }, 7n), ImpingeError);
    assert.throws(() => imp2.compoundOfShape(freed), ImpingeError);
  }
  assert.equal(imp.core.bytes, before);
});

test("memory beyond 2 GiB is as good as any", async () => {
  const { imp2, imp } = await load();
  for (let i = 0; i < 3; ++i) imp.core.make(3 * 2 ** 28);
  const n = 3000;
  const s = imp2.polygon(Float32Array.from({ length: 2 * n },
    (_, i) => (i % 2 ? Math.sin : Math.cos)(((i >> 1) * Math.PI) / 1500)));
  assert.ok(s.at(imp.core) > 2 ** 31 && s.count === n && Math.abs(s.bounds(still).upper.x - 1) < 1e-6);
  const index = imp2.index();
  const numbers = index.add(Array.from({ length: n }, (_, i) => ({ box: box(2 * i, 0, 1), user: BigInt(i) })));
  assert.deepEqual([numbers[n - 1], index.get(n - 1).user], [n - 1, BigInt(n - 1)]);
  const ray = { origin: { x: -1, y: 0.5 }, motion: { x: 2 * n + 1, y: 0 } };
  assert.deepEqual(index.castRay(ray, n).map(({ thing }) => thing), [...numbers]);
  assert.deepEqual(index.queryBox(box(-1, -1, 2 * n + 1)).sort(), numbers);
});

test("whatever it is given, a call answers or throws, and the next one is right", async () => {
  const { imp2, imp3, imp } = await load();
  const junk = [undefined, null, NaN, Infinity, -1, 1.5, 2 ** 31, 1e300, "text", "", {}, [], [[]], true, 7n, () => 0,
    new Float32Array(3), new Uint8Array(5), new Int32Array([-1, 9]), Symbol.iterator, still, box(0, 0, 1),
    { shape: 1, pose: still, motion: still.p }, { kind: impinge.FORCE_USER, groups: 1, function: () => 7 }];
  const filled = (space) => {
    const particles = space.particles();
    particles.add([{ mass: 1, groups: 1 }, {}]);
    particles.addForce({ kind: impinge.FORCE_USER, groups: 1, function: () => junk[next(junk.length)] });
    return particles;
  };
  const things = () => [imp2.circle({ x: 0, y: 0 }, 1), imp2.index(), imp3.index(), imp2.points(), imp3.points(),
    imp2.world(), ...[imp2, imp3].map(filled), imp2.chain({ points: [{ x: 0, y: 0 }, { x: 1, y: 0 }] })];
  let state = 1;
  const next = (n) => (state = (state * 48271) % 2147483647) % n;
  const place = () => [imp.core.begin(8), imp.core.end()][0];
  const first = place();
  let calls = 0, answers = 0;
  for (let round = 0; round < 60; ++round) {
    const made = things();
    for (const target of [imp, imp2, imp3, ...made]) {
      for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(target))) {
        if (name === "constructor" || name === "core") continue;
        const some = () => (next(3) === 0 ? made[next(made.length)] : junk[next(junk.length)]);
        const values = Array.from({ length: 5 }, some);
        ++calls;
        try {
          const method = target[name];
          if (typeof method === "function") method.apply(target, values);
          ++answers;
        } catch (error) {
          assert.ok(error instanceof ImpingeError, `${name}: ${error.stack}`);
          assert.ok(error.argument || error.fault !== impinge.ERR_ARGUMENT, `${name}: ${error.message}`);
        }
      }
    }
    const s = imp2.circle({ x: 0, y: 0 }, 1);
    assert.equal(imp2.distance(s, still, s, at(3, 0)).distance, 1);
    for (const thing of made) thing.free();
    assert.equal(place(), first);
  }
  assert.ok(calls > 5000 && answers > calls / 50, `${answers} of ${calls}`);
});
