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

import { FileError, ImpingeError, load } from "./dist/files.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const command = process.env.IMPINGE;
// Faults of syntax are thrown here; a browser's parser tells them in the document.
const onError = (level, message) => { throw new Error(message); };
const parser = { parseFromString: (text, type) => new DOMParser({ onError }).parseFromString(text, type) };
const bytes = (path) => new Uint8Array(readFileSync(join(root, path)));
const { imp, read } = await load();

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
      // Parsers of different makers may disagree about what is broken, but not about what is fine.
      if (existsSync(saved)) assert.ok(/\/(tmx|svg)\//.test(path), `${path}: ${error.message}`);
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
  for (let i = 0; i < 50; ++i) assert.throws(() => read([[Symbol("a"), file]], "a"), TypeError);
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
