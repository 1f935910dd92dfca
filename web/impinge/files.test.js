// SPDX-License-Identifier: MIT
//
// The readers in WebAssembly: the same scenes as the command reads, and faults instead of traps. IMPINGE names the
// command; without it the comparison is left out.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { zlibSync } from "fflate";

import { DOMParser } from "@xmldom/xmldom";

import * as impinge from "./dist/files.js";

const { FileError, ImpingeError, load } = impinge;
const root = fileURLToPath(new URL("../../", import.meta.url));
const command = process.env.IMPINGE;
// Faults of syntax are thrown here; a browser's parser tells them in the document.
const onError = (level, message) => { throw new Error(message); };
const parser = { parseFromString: (text, type) => new DOMParser({ onError }).parseFromString(text, type) };
const bytes = (path) => new Uint8Array(readFileSync(join(root, path)));
const { imp, imp2, read, world } = await load();

/** What a scene is, without its texts: vertices, radii, poses. */
function figures(scene) {
  return scene.objects.map(({ shape, pose, layer, isStatic, isSolid, structure }) => {
    const compound = "partCount" in shape;
    const corners = () => Array.from({ length: shape.count }, (_, i) => shape.vertex(i)).flatMap(({ x, y }) => [x, y]);
    const vertices = compound ? [...shape.vertices] : corners();
    const kind = compound ? shape.kind : 0, radius = compound ? 0 : shape.radius;
    return { kind, radius, vertices, pose, layer, isStatic, isSolid, structure };
  });
}

function corpus() {
  return ["geojson", "ldtk", "scene", "svg", "tmj", "tmx"].flatMap((kind) =>
    readdirSync(join(root, "test/fuzz/corpus", kind)).map((name) => `test/fuzz/corpus/${kind}/${name}`));
}

test("every file of the corpus is read, or refused", () => {
  let scenes = 0, objects = 0;
  for (const path of corpus()) {
    try {
      const scene = read([[path, bytes(path)]], path, { parser });
      ++scenes;
      objects += scene.objects.length;
      for (const { shape, pose } of scene.objects) assert.ok(shape.bounds(pose).lower.x <= shape.bounds(pose).upper.x);
      scene.free();
    } catch (error) {
      assert.ok(error instanceof FileError, `${path}: ${error.stack}`);
    }
  }
  assert.ok(scenes >= 5 && objects >= 25, `${scenes} scenes, ${objects} objects`);
});

test("the same scenes as the command reads", { skip: command ? false : "IMPINGE is not set" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "impinge-"));
  const saved = join(folder, "saved.json");
  let compared = 0;
  const tiles = ["examples/demo.tsx", bytes("examples/demo.tsx")];
  for (const path of ["examples/demo.tmx", ...corpus()]) {
    rmSync(saved, { force: true });
    spawnSync(command, ["check", path, "--save", saved], { cwd: root });
    let scene;
    try {
      scene = read([[path, bytes(path)], tiles], path, { parser });
    } catch (error) {
      // Parsers of different makers may disagree about what is broken, as bytes that are no UTF-8, but not about
      // what is fine. The command goes on without a tile set that is missing.
      const other = error.missing !== "" || /\/(tmx|svg)\//.test(path) || /utf-8/.test(error.message);
      if (existsSync(saved)) assert.ok(other, `${path}: ${error.message}`);
      continue;
    }
    assert.ok(existsSync(saved), path);
    const other = read([["saved.json", new Uint8Array(readFileSync(saved))]], "saved.json");
    assert.deepEqual(figures(scene), figures(other), path);
    ++compared;
  }
  rmSync(folder, { recursive: true });
  assert.ok(compared >= 6, `${compared} compared`);
});

test("a map and its tile set; without it one is told what is missing", () => {
  const files = ["examples/demo.tmx", "examples/demo.tsx"].map((path) => [path, bytes(path)]);
  const scene = read(files, "examples/demo.tmx", { parser });
  assert.ok(scene.objects.length > 10);
  assert.match(scene.files[0].format, /^Tiled map/);
  assert.throws(() => read(files.slice(0, 1), "examples/demo.tmx", { parser }), (error) => {
    assert.ok(error instanceof FileError);
    assert.equal(error.missing, "examples/demo.tsx");
    return true;
  });
  const { shape, pose } = scene.objects[0];
  scene.free();
  assert.throws(() => shape.bounds(pose), ImpingeError);
});

/** A box on a floor, thrown at a post; beside them what nobody described. */
const small = new TextEncoder().encode(JSON.stringify({
  impinge: "scene", version: 1,
  world: { gravity: [0, -10] },
  bodies: [
    { name: "floor", kind: "static", colliders: [
      { name: "slab", shape: { kind: "box", lower: [-9, -1], upper: [9, 0] } }] },
    { name: "thrown", pose: { p: [0, 0.5] }, velocity: [2, 0], colliders: [
      { name: "crate", shape: { kind: "box", lower: [-0.5, -0.5], upper: [0.5, 0.5] } }] },
  ],
  objects: [{ name: "post", static: true, shape: { kind: "box", lower: [3, 0], upper: [3.5, 2] } }],
}));

test("a scene is a world in one call, with the names of its bodies and what they wear", () => {
  const made = world([["a.json", small]], "a.json");
  assert.deepEqual(made.bodies.map(({ name, kind, objects }) => [name, kind, objects.map((object) => object.name)]), [
    ["floor", impinge.BODY_STATIC, ["slab"]], ["thrown", impinge.BODY_DYNAMIC, ["crate"]],
    ["post", impinge.BODY_STATIC, ["post"]],
  ]);
  const thrown = made.body("thrown");
  assert.equal(made.particles, null);
  assert.equal(made.world.getBody(thrown).velocity.x, 2);
  for (const collider of made.world.bodyColliders(thrown)) {
    assert.equal(made.scene.objects[Number(made.world.getCollider(collider).user)].name, "crate");
  }
  for (let i = 0; i < 30; ++i) made.step(1 / 60);
  const { pose } = made.world.getBody(thrown);
  assert.ok(pose.p.x > 0.3 && Math.abs(pose.p.y - 0.5) < 0.02, `${pose.p.x}, ${pose.p.y}`);
  assert.throws(() => made.body("nobody"), (error) =>
    error instanceof ImpingeError && error.argument === "name" && /no body has the name "nobody"/.test(error.message));
  made.free();
  assert.throws(() => made.world.step(1 / 60), ImpingeError);
});

const machines = new TextEncoder().encode(JSON.stringify({
  impinge: "scene", version: 1, world: { gravity: [0, 0] },
  bodies: [
    { name: "car", pose: { p: [0, 1] }, mass: 10, inertia: 5 }, { name: "wheel", mass: 1, inertia: 0.1 },
    { name: "sun", pose: { p: [5, 0] }, mass: 1, inertia: 0.1, spin: 3 },
    { name: "moon", pose: { p: [7, 0] }, mass: 1, inertia: 0.1 },
  ],
  joints: [{ kind: "revolute", name: "sun", b: "sun" }, { kind: "revolute", b: "moon" }],
  vehicles: [{ chassis: "car", up: [0, 1], wheels: [{ name: "wheel", body: "wheel", speed: 2, torque: 1 }] }],
  couplings: [{ kind: "gear", a: "sun", b: 1, ratio: 2 }],
}));

test("joints, wheels and couplings of a scene are at hand, by their names", () => {
  const made = world([["m.json", machines]], "m.json");
  assert.deepEqual(made.joints.map(({ name }) => name), ["sun", "", "wheel"]);
  assert.equal(made.couplings.length, 1);
  for (let i = 0; i < 60; ++i) made.step(1 / 60);
  const turn = impinge.AXIS2_TURN, [, second] = made.joints, value = (joint) => made.world.getJoint(joint).values[turn];
  assert.ok(Math.abs(value(made.joint("sun")) + 2 * value(second.joint)) < 1e-4 && value(second.joint) < -0.5);
  assert.equal(made.world.getJointDef(made.joint("wheel")).axes[turn].motor, true);
  const { a, b, force } = made.world.getCoupling(made.couplings[0]);
  assert.deepEqual([a, b], [made.joint("sun"), second.joint]);
  assert.ok(Number.isFinite(force));
  const isUnnamed = (error) => error instanceof ImpingeError && /no joint has the name/.test(error.message);
  assert.throws(() => made.joint("earth"), isUnnamed);
  made.free();
});

test("what the README says of a file as a world comes out", () => {
  const readme = readFileSync(join(root, "web/impinge/README.md"), "utf8");
  const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]);
  const code = blocks.find((block) => block.includes("impinge/files"));
  const said = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map((match) => match[1]);
  const file = join(root, "web/impinge/dist/readme.js");  // from here the package finds itself
  writeFileSync(file, code);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  rmSync(file);
  assert.deepEqual(stdout.trim().split("\n"), said, stderr);
  assert.equal(said.length, 3);
});

test("a world stays when its scene is freed, and one scene makes many, the same", () => {
  const scene = read([["a.json", small]], "a.json");
  const worlds = [scene.world(), scene.world()];
  scene.free();
  for (const made of worlds) for (let i = 0; i < 60; ++i) made.step(1 / 60);
  assert.equal(worlds[0].world.hash(), worlds[1].world.hash());
  // By hand it is the same.
  const hand = imp2.world({ gravity: { x: 0, y: -10 }, lengthUnit: 1 });
  const pose = (x, y) => ({ p: { x, y }, q: { c: 1, s: 0 } });
  const def = { density: 1, material: { friction: 0.6 } };
  const wear = (body, lower, upper, user) => hand.addCollider(body, imp2.box({ lower, upper }), { ...def, user });
  const floor = hand.addBody({ kind: impinge.BODY_STATIC, pose: pose(0, 0) });
  const thrown = hand.addBody({ kind: impinge.BODY_DYNAMIC, pose: pose(0, 0.5), velocity: { x: 2, y: 0 } });
  wear(floor, { x: -9, y: -1 }, { x: 9, y: 0 }, 0n);
  wear(thrown, { x: -0.5, y: -0.5 }, { x: 0.5, y: 0.5 }, 1n);
  wear(hand.addBody({ kind: impinge.BODY_STATIC, pose: pose(0, 0) }), { x: 3, y: 0 }, { x: 3.5, y: 2 }, 2n);
  for (let i = 0; i < 60; ++i) hand.step(1 / 60);
  assert.equal(hand.hash(), worlds[0].world.hash());
  world([["a.json", small]], "a.json").free();
  const before = imp.core.bytes;
  for (let i = 0; i < 300; ++i) world([["a.json", small]], "a.json").free();
  assert.equal(imp.core.bytes, before);
});

test("maps and drawings are worlds, too; what cannot be one is refused with its place", () => {
  const text = (value) => new TextEncoder().encode(value);
  const files = ["examples/demo.tmx", "examples/demo.tsx"].map((path) => [path, bytes(path)]);
  const drawing = [["a.svg", text('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">' +
    '<circle id="ball" cx="5" cy="2" r="1"/></svg>')]];
  const map = world(files, "examples/demo.tmx", { parser }), drawn = world(drawing, "a.svg", { parser });
  assert.ok(map.bodies.length > 5 && map.bodies.some(({ kind }) => kind === impinge.BODY_STATIC));
  const ball = drawn.body("ball"), before = drawn.world.getBody(ball).pose.p.y;
  for (const made of [map, drawn]) for (let i = 0; i < 20; ++i) made.step(1 / 60);
  assert.ok(drawn.world.getBody(ball).pose.p.y < before);
  const heavy = JSON.parse(new TextDecoder().decode(small));
  heavy.bodies[1].colliders[0].density = 1e18;
  heavy.bodies[1].colliders[0].shape.upper = [1e6, 1];
  assert.throws(() => world([["a.json", text(JSON.stringify(heavy))]], "a.json"), (error) =>
    error instanceof FileError && /^a\.json: bodies\[1\]\.colliders\[0\]/.test(error.message));
  const particles = { items: [{ position: [1, 5], mass: 1 }] };
  const bubbles = { ...JSON.parse(new TextDecoder().decode(small)), particles };
  const filled = world([["a.json", text(JSON.stringify(bubbles))]], "a.json");
  for (let i = 0; i < 6; ++i) filled.step(1 / 60);
  assert.ok(filled.particles.get(0).position.y < 5);
});

test("what a reading was given wrongly is told", () => {
  const refusals = [
    [() => read(), "files"], [() => read("a.json", "a.json"), "files"], [() => read([small], "a"), "files"],
    [() => read([["a", "text"]], "a"), "files"], [() => read([], 7), "path"], [() => world([], "a", 3), "options"],
    [() => read([], "a", { scale: "2" }), "options"], [() => read([], "a", { tolerance: -1 }), "options"],
    [() => read([], "a", { parser: {} }), "options"],
  ];
  for (const [call, argument] of refusals) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof ImpingeError, String(error.stack));
      assert.deepEqual([error.fault, error.call, error.argument], [impinge.ERR_ARGUMENT, "read", argument]);
      assert.match(error.message, /expected .*, not /);
      return true;
    });
  }
});

test("packed tiles are unpacked; broken, short and long ones are refused", async () => {
  const tiles = Uint8Array.from({ length: 16 * 4 }, (_, i) => (i % 4 === 0 && i < 20 ? 1 : 0));
  const map = (packed) => new TextEncoder().encode(JSON.stringify({
    type: "map", orientation: "orthogonal", width: 4, height: 4, tilewidth: 16, tileheight: 16,
    layers: [{ type: "tilelayer", name: "solid", width: 4, height: 4, encoding: "base64", compression: "zlib",
      data: Buffer.from(packed).toString("base64") }],
    tilesets: [{ firstgid: 1, name: "t", tilewidth: 16, tileheight: 16, tilecount: 1, columns: 1 }],
  }));
  const scene = read([["a.tmj", map(zlibSync(tiles))]], "a.tmj");
  assert.equal(scene.objects.length, 1);
  // The same in memory beyond 2 GiB.
  const far = await load();
  for (let i = 0; i < 3; ++i) far.imp.core.make(3 * 2 ** 28);
  assert.deepEqual(figures(far.read([["a.tmj", map(zlibSync(tiles))]], "a.tmj")), figures(scene));
  const short = zlibSync(tiles.subarray(4)), long = zlibSync(new Uint8Array(4000));
  const wrong = [zlibSync(tiles).subarray(0, 8), short, long, new Uint8Array(9)];
  for (const packed of wrong) assert.throws(() => read([["a.tmj", map(packed)]], "a.tmj"), FileError);
});

test("XML may tell its encoding, and have comments before the tag that lacks a prefix", () => {
  const drawing = (head, more) => `${head}<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">
    <rect id="caf\u00e9" ${more} x="1" y="1" width="4" height="4"/></svg>`;
  const told = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  const files = [Uint8Array.from(drawing(told, ""), (letter) => letter.charCodeAt(0)),
    new TextEncoder().encode(drawing('<?xml version="1.0"?><!-- <a> <b:c/> -->', 'd:e="1"'))];
  for (const file of files) assert.equal(read([["a.svg", file]], "a.svg", { parser }).objects[0].name, "caf\u00e9");
});

test("what is no file of ours is refused with a message", () => {
  const cases = { empty: "", words: "hello", json: '{"a": 1', xml: "<a><b></a>", other: "<html/>", list: "[]",
    entity: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', deep: "[".repeat(100) + "]".repeat(100) };
  for (const [name, text] of Object.entries(cases)) {
    assert.throws(() => read([[name, new TextEncoder().encode(text)]], name, { parser }), (error) => {
      assert.ok(error instanceof FileError && error.message.length > name.length + 5, String(error.stack));
      return true;
    });
  }
  assert.throws(() => read([["a", Uint8Array.of(0xff, 0xff, 0xff)]], "a"), FileError);
  assert.throws(() => read([], "nothing"), (error) => error instanceof FileError && error.missing === "nothing");
});

test("a name that is none leaves nothing behind", () => {
  const file = new TextEncoder().encode(JSON.stringify(["a".repeat(100000)]));
  const before = imp.core.bytes;
  for (let i = 0; i < 50; ++i) assert.throws(() => read([[Symbol("a"), file]], "a"), ImpingeError);
  assert.equal(imp.core.bytes, before);
});

test("trees that are broken on their way in are refused", () => {
  const c = imp.core;
  const path = (text) => {
    const at = c.make(64);
    c.u8.set(new TextEncoder().encode(text + "\0"), at);
    return at;
  };
  // A tree as it should be, from the module's own memory, then with bytes that are others.
  const node = (kind, name, rest) => [kind, name.length, 0, 0, 0, ...Buffer.from(name), ...rest];
  const text = (value) => [value.length, 0, 0, 0, ...Buffer.from(value)];
  const map = (children) => [0, 0, 0, 0, children.length, 0, 0, 0, 0, ...children.flat()];
  const good = ["{".charCodeAt(0), ...node(5, "", map([
    node(3, "impinge", text("scene")), node(2, "version", [0, 0, 0, 0, 0, 0, 0xf0, 0x3f]), node(4, "objects", map([])),
  ]))];
  let state = 1, fine = 0;
  const next = (n) => (state = (state * 48271) % 2147483647) % n;
  for (let round = 0; round < 3000; ++round) {
    const tree = Uint8Array.from(good);
    if (round > 0) for (let k = next(3); k >= 0; --k) tree[1 + next(tree.length - 1)] = next(4) ? next(8) : next(256);
    const size = round > 0 && next(4) === 0 ? 1 + next(tree.length) : tree.length;
    const files = c.exports.host_files_make(), name = path("a"), block = c.make(size);
    c.u8.set(tree.subarray(0, size), block);
    assert.ok(c.exports.host_files_put(files, name, block, size));
    const status = c.exports.host_files_read(files, name, 0, 0);
    assert.ok(status >= 0 && status <= 5);
    fine += status === 0;
    if (round === 0) assert.equal(status, 0);
    c.exports.host_files_free(files);
    c.drop(name);
  }
  assert.ok(fine > 10 && fine < 2500, String(fine));
});
