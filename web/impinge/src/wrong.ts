// SPDX-License-Identifier: MIT
//
// Which argument of a call was not what it takes, and what it takes.
//
// Calls put their arguments without asking what they are, but that no setter takes what is of another type. Only when
// one has thrown are the arguments gone through, by what is written of them: "name:kind", of fields the same. Kinds are
//
//     f32 f64 i32 u32 u8 bool u64 numbers, bigint for u64
//     n64                         64 bits that may be a number
//     function, Shape2, Pose2     a function, a class, a struct by its fields
//     kind[]                      an array of these; ? after any of them: it may be left out

import { Handle, ImpingeError, Mistake, type Core } from "./core.js";

/** Not a fault of C: an argument is of another type than the call takes. */
export const ERR_ARGUMENT = 255;

const ERR_COUNT = 7;
const ERR_HANDLE = 12;

export interface Kinds {
  /** The fields of structs, as "name:kind name:kind". */
  fields: Readonly<Record<string, string>>;
  classes: Readonly<Record<string, abstract new (...rest: never[]) => Handle>>;
  /** Of structs whose arrays may be floats: how many each has. */
  packed: Readonly<Record<string, number>>;
}

interface Misfit {
  path: string;
  text: string;
  fault: number;
}

/** What stands in an error for a value. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? value.slice(0, 40) + "..." : value);
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? `${value}n` : String(value);
  const name: unknown = value.constructor?.name;
  return typeof name === "string" && name !== "Object" && name !== "" ? a(name) : "an object";
}

function a(name: string): string {
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
}

/** An argument that is not what was expected. */
export function unexpected(call: string, argument: string, expected: string, got: unknown, path = argument) {
  return error(ERR_ARGUMENT, call, argument, within(argument, path, `expected ${expected}, not ${shown(got)}`));
}

/** The text, with the place in the argument before it. */
function within(argument: string, path: string, text: string): string {
  return path === argument ? text : `${path}: ${text}`;
}

function error(fault: number, call: string, argument: string, text: string): ImpingeError {
  return new ImpingeError(fault, fault, call, argument, text);
}

const PLAIN: Readonly<Record<string, readonly [expected: string, many: string, fits: (value: unknown) => boolean]>> = {
  f32: ["a number", "numbers", (v) => typeof v === "number"],
  f64: ["a number", "numbers", (v) => typeof v === "number"],
  i32: ["a whole number", "whole numbers", isWhole],
  u32: ["a whole number", "whole numbers", isWhole],
  u8: ["a whole number", "whole numbers", isWhole],
  u64: ["a bigint", "bigints", (v) => typeof v === "bigint"],
  n64: ["a number or a bigint", "numbers", (v) => typeof v === "bigint" || Number.isInteger(v)],
  bool: ["true or false", "booleans", (v) => typeof v === "boolean"],
  function: ["a function", "functions", (v) => typeof v === "function"],
};

function isWhole(value: unknown): boolean {
  return typeof value === "number" && (value === value >> 0 || value === value >>> 0);
}

class Search {
  constructor(readonly core: Core, readonly kinds: Kinds) {}

  expected(kind: string): string {
    const fields = this.kinds.fields[kind];
    if (PLAIN[kind]) return PLAIN[kind][0];
    return fields === undefined ? a(kind) : `an object { ${parts(fields).map(([name]) => name).join(", ")} }`;
  }

  /** The first that does not fit, in what was given for a kind. */
  find(kind: string, value: unknown, path: string): Misfit | undefined {
    if (kind.endsWith("?")) {
      return value === undefined || value === null ? undefined : this.find(kind.slice(0, -1), value, path);
    }
    if (kind.endsWith("[]")) return this.findInArray(kind.slice(0, -2), value, path);
    const plain = PLAIN[kind], kept = this.kinds.classes[kind];
    if (plain) return plain[2](value) ? undefined : this.misfit(plain[0], value, path);
    if (kept) return value instanceof kept ? this.refused(value, path) : this.misfit(this.expected(kind), value, path);
    const isObject = typeof value === "object" && value !== null && !(value instanceof Handle);
    if (!isObject) return this.misfit(this.expected(kind), value, path);
    for (const [name, inner] of parts(this.kinds.fields[kind] ?? "")) {
      const found = this.find(inner, (value as Record<string, unknown>)[name], `${path}.${name}`);
      if (found) return found;
    }
    return undefined;
  }

  findInArray(kind: string, value: unknown, path: string): Misfit | undefined {
    const element = kind.replace("?", ""), floats = this.kinds.packed[element];
    if (floats !== undefined && value instanceof Float32Array && value.length % floats === 0) return undefined;
    const bytes = kind === "u8", plain = PLAIN[element];
    const is = bytes ? value instanceof Uint8Array : plain ? isList(value) : Array.isArray(value);
    if (!is) {
      const isStruct = this.kinds.fields[element] !== undefined;
      const each = plain ? plain[1] : isStruct ? this.expected(element).replace("an object", "objects") : element;
      const many = `an array of ${each}`;
      const packed = floats === undefined ? many : `${many}, or a Float32Array with ${floats} numbers for each`;
      return this.misfit(bytes ? "a Uint8Array" : packed, value, path);
    }
    const values = value as ArrayLike<unknown>;
    for (let i = 0; i < values.length && !bytes; ++i) {
      const found = this.find(kind, values[i], `${path}[${i}]`);
      if (found) return found;
    }
    return undefined;
  }

  refused(handle: Handle, path: string): Misfit | undefined {
    try {
      handle.at(this.core);
      return undefined;
    } catch (why) {
      return { path, text: why instanceof ImpingeError ? why.text : String(why), fault: ERR_HANDLE };
    }
  }

  misfit(expected: string, got: unknown, path: string): Misfit {
    return { path, text: `expected ${expected}, not ${shown(got)}`, fault: ERR_ARGUMENT };
  }
}

function isList(value: unknown): boolean {
  return typeof value === "object" && value !== null && Number.isInteger((value as ArrayLike<unknown>).length);
}

/** "name:kind name:kind", taken apart. */
function parts(fields: string): [name: string, kind: string][] {
  return fields.split(" ").filter(Boolean).map((field) => field.split(":") as [string, string]);
}

/** The error to be thrown for one that a call has met while it took its arguments. */
export function wrong(met: unknown, core: Core, call: string, names: string, values: unknown[], kinds: Kinds): unknown {
  const isOurs = met instanceof ImpingeError ? met.fault === ERR_HANDLE && met.argument === "" : isTypeOrRange(met);
  if (!isOurs) return met;
  const search = new Search(core, kinds), all = parts(names);
  try {
    for (const [i, [name, kind]] of all.entries()) {
      const found = search.find(kind, values[i], name);
      if (found) return error(found.fault, call, name, within(name, found.path, found.text));
    }
  } catch {
    return met;  // a property that throws when it is asked once more
  }
  if (!(met instanceof Mistake)) return met;
  // An array that is too short, of an argument or of a field of one.
  const has = ([name, kind]: [string, string]) =>
    name === met.what || parts(kinds.fields[kind.replace(/[?[\]]/g, "")] ?? "").some(([field]) => field === met.what);
  const name = all.find(has)?.[0] ?? "";
  const path = name === met.what || !met.what ? name : `${name}.${met.what}`;
  return error(ERR_COUNT, call, name, within(name, path, met.message));
}

function isTypeOrRange(met: unknown): boolean {
  return met instanceof Mistake || met instanceof TypeError || met instanceof RangeError;
}
