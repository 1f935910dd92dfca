// SPDX-License-Identifier: MIT
//
// The library with the readers of files: maps of Tiled and LDtk, SVG, GeoJSON, scenes of our own. The readers are the
// same C as in the command `impinge check`; parsing and unpacking is JavaScript's.
//
// Strings, and things within things: what a file had in it is asked for word by word, so that nothing here knows how C
// lays out its structs but for rows of words (files/host.h).

import { gunzipSync, unzlibSync } from "fflate";

import { Compound2, Particles2, Shape2, World2, type Body, type Coupling, type Joint, type Pose2 } from "./bindings.js";
import { Core, Handle, ImpingeError } from "./core.js";
import { compile, type Source } from "./index.js";
import { instance, type Impinge } from "./library.js";
import { ERR_ARGUMENT, shown, unexpected } from "./wrong.js";
import { treeOf, type XmlParser } from "./tree.js";

export * from "./library.js";
export type { Source, XmlParser };

/** One placed thing. */
export interface SceneObject {
  /** As in the file, or made up from what it is. */
  name: string;
  layer: string;
  /** Where in the file it comes from: layers[2].objects[17]. */
  path: string;
  /** Index into the scene's files. */
  file: number;
  /** Parts of one thing share a number above 0. */
  structure: number;
  isStatic: boolean;
  /** Not a sensor, not a mark. */
  isSolid: boolean;
  /** What it is; it lives as long as the scene. */
  shape: Shape2 | Compound2;
  pose: Pose2;
}

/** Something that a reader took by a rule ("taken"), mended ("repair") or left out ("skip"). */
export interface SceneNote {
  kind: "taken" | "repair" | "skip";
  file: number;
  path: string;
  text: string;
}

export interface SceneFile {
  name: string;
  format: string;
  /** Metres per unit of the file, and why it is that. */
  scale: number;
  scaleFrom: string;
  objects: number;
  /** y pointed down in the file. */
  isTurned: boolean;
}

/** What was in a file and those that it refers to. Freed, it takes its shapes with it. */
export class Scene extends Handle {
  readonly objects: SceneObject[] = [];
  readonly notes: SceneNote[] = [];
  readonly files: SceneFile[] = [];

  constructor(core: Core, at: number) {
    super(core, at, (c, files) => void c.exports["host_files_free"]!(files), [], "owned");
  }

  /**
   * A world of it, as `impinge run` makes it: first the bodies that the file describes, then one for each object of
   * which it says nothing, static when the file calls it so or when it has no area. What is not solid is left out. A
   * collider's `user` is the index of its object. The world stays when the scene is freed. Throws FileError.
   */
  world(): SceneWorld {
    return worldOf(this);
  }
}

/** A body of a world that was made of a scene. */
export interface SceneBody {
  /** As in the file, or made up from what it wears. */
  name: string;
  body: Body;
  /** BODY_STATIC, BODY_KINEMATIC or BODY_DYNAMIC, as the file has it. */
  kind: number;
  /** What it wears. */
  objects: SceneObject[];
}

/** A joint of such a world, of a wheel of a vehicle, too. */
export interface SceneJoint {
  /** As in the file; empty when it has none. */
  name: string;
  joint: Joint;
}

/** A scene that lives. */
export class SceneWorld {
  readonly #named = new Map<string, Body>();
  readonly #joints = new Map<string, Joint>();

  constructor(
    readonly scene: Scene,
    readonly world: World2,
    /** Null when no file has any. */
    readonly particles: Particles2 | null,
    /** In the order of the file. */
    readonly bodies: readonly SceneBody[],
    /** The same, and behind those of each file the wheels of its vehicles. */
    readonly joints: readonly SceneJoint[],
    readonly couplings: readonly Coupling[],
  ) {
    for (const { name, body } of bodies) if (!this.#named.has(name)) this.#named.set(name, body);
    for (const { name, joint } of joints) if (name && !this.#joints.has(name)) this.#joints.set(name, joint);
  }

  /** The first body of this name; throws when there is none. */
  body(name: string): Body {
    const body = this.#named.get(name);
    if (!body) {
      throw new ImpingeError(ERR_ARGUMENT, ERR_ARGUMENT, "body", "name", `no body has the name ${shown(name)}`);
    }
    return body;
  }

  /** The first joint of this name; throws when there is none. */
  joint(name: string): Joint {
    const joint = this.#joints.get(name);
    if (!joint) {
      throw new ImpingeError(ERR_ARGUMENT, ERR_ARGUMENT, "joint", "name", `no joint has the name ${shown(name)}`);
    }
    return joint;
  }

  /** Takes the world through a time [s], its particles first. */
  step(time: number): void {
    if (this.particles) this.world.stepParticles(this.particles, time);
    this.world.step(time);
  }

  /** Frees the world, its particles and the scene. */
  free(): void {
    this.particles?.free();
    this.world.free();
    this.scene.free();
  }
}

function worldOf(scene: Scene): SceneWorld {
  const c = scene.core, files = scene.at(c);
  try {
    const m = c.begin(24);
    const ask = (name: string, ...values: number[]) => c.exports[`host_files_${name}`]!(files, ...values);
    if (ask("world", m) !== 0) throw new FileError(c.text(ask("fault")));
    const [at, pointsAt] = c.words(m, 2);
    const world = new World2(c, at!), particles = pointsAt ? new Particles2(c, pointsAt) : null;
    const bodies: SceneBody[] = [];
    const joints: SceneJoint[] = [], couplings: Coupling[] = [];
    const id = (low: number | undefined, high: number | undefined) => (BigInt(high!) << 32n) | BigInt(low!);
    while (ask("body", bodies.length, m) !== 0) {
      const [low, high, name, kind] = c.words(m, 4);
      bodies.push({ name: c.text(name!), body: { id: id(low, high) }, kind: kind!, objects: [] });
    }
    while (ask("joint", joints.length, m) !== 0) {
      const [low, high, name] = c.words(m, 3);
      joints.push({ name: c.text(name!), joint: { id: id(low, high) } });
    }
    while (ask("coupling", couplings.length, m) !== 0) {
      const [low, high] = c.words(m, 2);
      couplings.push({ id: id(low, high) });
    }
    scene.objects.forEach((object, i) => bodies[ask("wearer", i)]?.objects.push(object));
    return new SceneWorld(scene, world, particles, bodies, joints, couplings);
  } finally {
    c.end();
  }
}

/** A file that cannot be read, and why. */
export class FileError extends Error {
  override readonly name = "FileError";

  constructor(
    message: string,
    /** The path of a file that was asked for and not given; empty when all were there. */
    readonly missing = "",
  ) {
    super(message);
  }
}

export interface ReadOptions {
  /** Metres per unit of the file; without it the file's own: one tile is 1 m. */
  scale?: number;
  /** Curves become points at most this far from them [m]. */
  tolerance?: number;
  /** What reads XML where there is no DOMParser. */
  parser?: XmlParser;
}

/** Files by their paths, as they refer to each other. */
export type Files = Iterable<readonly [path: string, bytes: Uint8Array]>;

export interface ImpingeFiles extends Impinge {
  /** Reads the file of this path, and those that it refers to. Throws FileError. */
  read(files: Files, path: string, options?: ReadOptions): Scene;
  /**
   * The same as a world, ready to be stepped, as `impinge run` has it: a drawing is scaled to things of some metres
   * unless the scale is given, and gets a floor where nothing stands.
   */
  world(files: Files, path: string, options?: ReadOptions): SceneWorld;
}

function checkRead(files: Files, path: string, options: ReadOptions): void {
  const isMany = typeof files === "object" && files !== null && Symbol.iterator in files;
  if (!isMany) throw unexpected("read", "files", "an iterable of [path, Uint8Array]", files);
  if (typeof path !== "string") throw unexpected("read", "path", "a string", path);
  if (typeof options !== "object" || options === null) {
    throw unexpected("read", "options", "an object { scale, tolerance, parser }", options);
  }
  for (const name of ["scale", "tolerance"] as const) {
    const value = options[name];
    if (value !== undefined && !(typeof value === "number" && value >= 0 && value < Infinity)) {
      throw unexpected("read", "options", "a number of 0 or more", value, `options.${name}`);
    }
  }
  if (options.parser !== undefined && typeof options.parser?.parseFromString !== "function") {
    throw unexpected("read", "options", "an object with parseFromString", options.parser, "options.parser");
  }
}

function checkFile(file: readonly [path: string, bytes: Uint8Array], i: number): readonly [string, Uint8Array] {
  if (!Array.isArray(file)) throw unexpected("read", "files", "[path, Uint8Array]", file, `files[${i}]`);
  const [name, bytes] = file as [unknown, unknown];
  if (typeof name !== "string") throw unexpected("read", "files", "a string", name, `files[${i}][0]`);
  if (!(bytes instanceof Uint8Array)) throw unexpected("read", "files", "a Uint8Array", bytes, `files[${i}][1]`);
  return [name, bytes];
}

const NOTES = ["taken", "repair", "skip"] as const;

class Reader {
  readonly #row: number;
  constructor(readonly core: Core) {
    this.#row = core.make(64);
  }

  #text(value: string): number {
    const bytes = new TextEncoder().encode(value);
    const at = this.core.take(bytes.length + 1);
    this.core.u8.set(bytes, at);
    this.core.u8[at + bytes.length] = 0;
    return at;
  }

  #call(name: string, ...values: number[]): number {
    try {
      this.core.begin(0);
      return this.core.exports[name]!(...values) >>> 0;
    } finally {
      this.core.end();
    }
  }

  /** Item i of a list, or undefined. */
  #item<T>(
    list: string,
    scene: number,
    i: number,
    make: (word: (k: number) => number, text: (k: number) => string) => T,
  ): T | undefined {
    if (this.#call(`host_files_${list}`, scene, i, this.#row) === 0) return undefined;
    const words = this.core.u32.slice(this.#row >> 2, (this.#row >> 2) + 16);
    return make((k) => words[k]!, (k) => this.core.text(words[k]!));
  }

  #float(word: number): number {
    return new Float32Array(Uint32Array.of(word).buffer)[0]!;
  }

  read(files: Files, path: string, options: ReadOptions, toRun: boolean): Scene {
    checkRead(files, path, options);
    const at = this.#call("host_files_make");
    if (at === 0) throw new FileError("no memory");
    const scene = new Scene(this.core, at);
    try {
      let i = 0;
      for (const file of files) {
        const [name, bytes] = checkFile(file, i++);
        let tree: Uint8Array;
        try {
          tree = treeOf(bytes, options.parser);
        } catch (error) {
          throw new FileError(`${name}: ${error instanceof Error ? error.message : error}`);
        }
        this.#put(at, name, tree);
      }
      this.#load(at, path, options, toRun);
      this.#fill(scene, at);
    } catch (error) {
      scene.free();
      throw error;
    }
    return scene;
  }

  #put(at: number, path: string, tree: Uint8Array): void {
    const core = this.core;
    try {
      core.begin(0);
      // The path first, as nobody gives the copy back before it is handed over.
      const pathAt = this.#text(path), copy = core.make(tree.length);
      core.u8.set(tree, copy);
      if (this.#call("host_files_put", at, pathAt, copy, tree.length) === 0) throw new FileError("no memory");
    } finally {
      core.end();
    }
  }

  #load(at: number, path: string, options: ReadOptions, toRun: boolean): void {
    const core = this.core;
    try {
      core.begin(0);
      const { scale = 0, tolerance = 0 } = options;
      if (this.#call("host_files_read", at, this.#text(path), scale, tolerance, Number(toRun)) === 0) return;
      const missing = core.text(this.#call("host_files_missing", at));
      throw new FileError(core.text(this.#call("host_files_fault", at)), missing);
    } finally {
      core.end();
    }
  }

  #fill(scene: Scene, at: number): void {
    const core = this.core, float = (word: number) => this.#float(word);
    for (let i = 0; ; i++) {
      const object = this.#item("object", at, i, (word, text): SceneObject => ({
        name: text(0),
        layer: text(1),
        path: text(2),
        file: word(3),
        structure: word(4),
        isStatic: word(5) !== 0,
        isSolid: word(6) !== 0,
        shape: word(7) ? new Shape2(core, word(7), [scene], "inside") : new Compound2(core, word(8), [scene], "inside"),
        pose: { p: { x: float(word(9)), y: float(word(10)) }, q: { c: float(word(11)), s: float(word(12)) } },
      }));
      if (!object) break;
      scene.objects.push(object);
    }
    for (let i = 0; ; i++) {
      const note = this.#item("note", at, i, (word, text): SceneNote => ({
        kind: NOTES[word(0)]!,
        file: word(1),
        path: text(2),
        text: text(3),
      }));
      if (!note) break;
      scene.notes.push(note);
    }
    for (let i = 0; ; i++) {
      const file = this.#item("file", at, i, (word, text): SceneFile => ({
        name: text(0),
        format: text(1),
        scaleFrom: text(2),
        scale: float(word(3)),
        objects: word(4),
        isTurned: word(5) !== 0,
      }));
      if (!file) break;
      scene.files.push(file);
    }
  }
}

/** Loads the library with its readers; without a source from the file beside this one. */
export async function load(source?: Source): Promise<ImpingeFiles> {
  const module = await compile(source ?? new URL("./impinge-files.wasm", import.meta.url));
  let core: Core | undefined;
  const nothing = () => 8;  // EBADF: C's streams lead nowhere
  const started = await instance(module, {
    impinge: {
      inflate(bytes: number, size: number, out: number, outSize: number): number {
        const memory = core!.memory();
        bytes >>>= 0;
        out >>>= 0;
        try {
          const packed = memory.slice(bytes, bytes + size);
          const unpack = packed[0] === 0x1f ? gunzipSync : unzlibSync;
          // A byte more, to see what is longer than it should be.
          const plain = unpack(packed, { out: new Uint8Array(outSize + 1) });
          if (plain.length !== outSize) return 0;
          memory.set(plain, out);
          return 1;
        } catch {
          return 0;
        }
      },
    },
    wasi_snapshot_preview1: { fd_close: nothing, fd_seek: nothing, fd_write: nothing },
  });
  core = started.imp.core;
  const reader = new Reader(core);
  return Object.assign(started, {
    read: (files: Files, path: string, options: ReadOptions = {}) => reader.read(files, path, options, false),
    world: (files: Files, path: string, options: ReadOptions = {}) => {
      const scene = reader.read(files, path, options, true);
      try {
        return scene.world();
      } catch (error) {
        scene.free();
        throw error;
      }
    },
  });
}
