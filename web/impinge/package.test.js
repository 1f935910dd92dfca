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
  assert.throws(() => world.getBody({ id: 1 }), TypeError);
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
  for (const none of [bytes.buffer, [...bytes], String(bytes), null]) assert.throws(() => world.load(none), TypeError);
  assert.equal(world.hash(), now);

  // Nothing is left behind.
  const before = imp.core.bytes;
  for (let i = 0; i < 500; ++i) world.load(world.save());
  assert.equal(imp.core.bytes, before);
  world.free();
  assert.throws(() => world.save(), refusal(impinge.ERR_HANDLE, ""));
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
    import { load, INDEX_GRID, ImpingeError, type Manifold2 } from "impinge";
    const { imp2, imp3 } = await load();
    const s = imp2.polygon(new Float32Array(6)), pose = imp2.pose({ x: 0, y: 0 }, 1);
    const m: Manifold2 = imp2.collide(s, pose, s, pose);
    const here = { x: 0, y: 0, z: 0 };
    const found: Int32Array = imp3.index({ kind: INDEX_GRID }).queryBox({ lower: here, upper: here });
    const touch: boolean = imp2.overlap(s, pose, s, pose);
    const bytes: Uint8Array = imp2.world().save();
    // @ts-expect-error numbers are not bytes
    imp2.world().load([...bytes]);
    // @ts-expect-error a number is no shape
    imp2.overlap(1, pose, s, pose);
    export { m, found, touch, ImpingeError };`;
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

test("arrays that are shorter than they say are refused", async () => {
  const { imp2 } = await load();
  const circles = { x: [0, 1], y: [0, 0], radius: [1, 1] };
  assert.throws(() => imp2.region({ points: new Float32Array(6), counts: [4] }), RangeError);
  assert.throws(() => imp2.polygon(new Float32Array(5)), TypeError);
  assert.throws(() => imp2.polygon(new Float64Array(6)), TypeError);
  assert.throws(() => imp2.batchCircles(circles, { ...circles, y: [0] }), RangeError);
  assert.throws(() => imp2.batchCircles(circles, { ...circles, index: [0] }, 0, 2), RangeError);
  assert.throws(() => imp2.batchCircles(circles, { ...circles, index: [0, 2] }), refusal(impinge.ERR_RANGE, "b"));
  const index = imp2.index();
  index.add([{ box: box(0, 0, 1) }, { box: box(1, 0, 1) }]);
  assert.throws(() => index.move([0], new Float32Array(8)), RangeError);
  assert.throws(() => index.move([0, 7], new Float32Array(8)), refusal(impinge.ERR_HANDLE, "numbers"));
});

test("what is not an array of such things is refused", async () => {
  const { imp2 } = await load();
  assert.throws(() => imp2.polygon([{ x: 0, y: 0 }, , { x: 4, y: 4 }]), TypeError);
  assert.throws(() => imp2.polygon(new Map([[1e4, { x: 0, y: 0 }]])), TypeError);
  assert.throws(() => imp2.polygon(new Int32Array([0, 0, 4, 0, 4, 4])), TypeError);
  assert.throws(() => imp2.index().add(new Float32Array(8)), TypeError);
  assert.throws(() => imp2.region({ points: new Float32Array(4), counts: ["0.5", "9"] }), RangeError);
  const region = imp2.region({ points: new Float32Array([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]), counts: [6] });
  for (const i of [0.5, -1, region.partCount, NaN, "0"]) assert.throws(() => region.part(i), RangeError);
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
  assert.throws(() => other.imp2.overlap(s, still, s, still), refused);
  s.free();
  s.free();
  region.free();
  assert.ok(s.freed && compound.freed && part.freed);
  assert.throws(() => imp2.overlap(s, still, s, still), refused);
  assert.throws(() => compound.bounds(still), refused);
  assert.throws(() => part.bounds(still), refused);
  const swept = { shape: s, pose: still, motion: { x: 0, y: 0 } };
  assert.throws(() => imp2.sweep(swept, swept), refused);
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
    assert.throws(() => imp2.circle({ x: 0, y: 0 }, 7n), TypeError);
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
    { shape: 1, pose: still, motion: still.p }];
  const things = () => [imp2.circle({ x: 0, y: 0 }, 1), imp2.index(), imp3.index(), imp2.points(), imp3.points(),
    imp2.world(), imp2.chain({ points: [{ x: 0, y: 0 }, { x: 1, y: 0 }] })];
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
          assert.ok(!(error instanceof WebAssembly.RuntimeError), `${name}: ${error.stack}`);
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
