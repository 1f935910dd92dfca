// SPDX-License-Identifier: MIT
//
// What the generated bindings stand on: the module's memory, calls and their faults, things that must be freed.
//
// Arguments are put into a block, and what does not fit there, arrays mostly, into memory that is allocated. All of it
// is given back when the call ends, with an answer or with an exception. Calls may begin within each other, for
// arguments may be objects whose properties call the library; so the block is a stack.
//
// Memory may grow within a call, and then all views of it are others. So they are looked up anew each time: a value is
// put by a method, which looks when the value is there. Nothing that is returned is a view. Addresses may be 2 GiB and
// more: they are shifted without sign.
//
// Functions that C calls: the module imports nothing, but has a table of what it may call by a pointer. A module of a
// few bytes, which is made when there is a first function, imports one of JavaScript and puts it there. It finds the
// caller's by a number that C passes back, among those of the thing that asks: who forgets the thing forgets them, too.
// What one throws waits until C has returned, so that C is not left in the middle of something.

/** A call that failed: the status of the C function, and its text. */
export class ImpingeError extends Error {
  override readonly name = "ImpingeError";

  constructor(
    /** Fault and argument, as the C function returned them. */
    readonly status: number,
    /** One of the ERR_ constants. */
    readonly fault: number,
    /** The C function. */
    readonly call: string,
    /** Which argument is to blame; empty when none is. */
    readonly argument: string,
    /** What is wrong with it. */
    readonly text: string,
    /** What the function tells of the fault beyond that: the crossing of an outline, the bad pair of a batch. */
    readonly told: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${call}: ${argument ? argument + ": " : ""}${text}`);
  }
}

/** A value that is not what it should be; the call that was given it makes an ImpingeError of it (wrong.ts). */
export class Mistake extends Error {
  constructor(
    message = "of another type",
    /** The array that is too short, where that is what is wrong. */
    readonly what = "",
  ) {
    super(message);
  }
}

const ERR_MEMORY = 11;
const ERR_HANDLE = 12;
const ERR_BUSY = 18;
const BLOCK = 1 << 14;

type Exports = Record<string, (...values: (number | bigint)[]) => number>;

// (import "" "f" (func (param i32 i32 i32))), exported as f
const FUNCTION = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 3, 127, 127, 127, 0, 2, 6, 1, 0, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0,
]);

/** A function of the caller's, and what calls it with what lies in memory. */
interface Asked {
  readonly f: Function;
  readonly call: (c: Core, f: Function, told: number, answer: number) => void;
}

type Kind<T> = abstract new (...rest: never[]) => T;

/**
 * Whose a handle's memory is: its own, and what it points to as well; its own, but what it points to is another's; all
 * another's.
 */
export type Lasts = "owned" | "shares" | "inside";

export class Core {
  f32!: Float32Array;
  f64!: Float64Array;
  i32!: Int32Array;
  u32!: Uint32Array;
  u8!: Uint8Array;
  u64!: BigUint64Array;
  readonly exports: Exports;
  readonly lost: FinalizationRegistry<() => void>;
  readonly #instance: WebAssembly.Instance;
  #memory: WebAssembly.Memory;
  #block: number;
  #end: number;
  // For each call that runs: where the block ended before it, 0, what was allocated since.
  #taken: number[] = [];
  #running = 0;
  // Whose functions a call may ask, and which of those that run it is. Functions that were put, and are not yet kept.
  readonly #asking: { thing: Handle; running: number }[] = [];
  readonly #put = new Map<number, Asked>();
  #functions = 0;
  #pointer = 0;
  #within = 0;
  #thrown: { error: unknown } | null = null;

  constructor(instance: WebAssembly.Instance) {
    this.#instance = instance;
    this.exports = instance.exports as Exports;
    this.#memory = instance.exports["memory"] as WebAssembly.Memory;
    (this.exports["_initialize"] as (() => void) | undefined)?.();
    this.lost = new FinalizationRegistry((free) => free());
    this.#block = this.#end = this.make(BLOCK);
  }

  /** How much memory the module has [bytes]. It never shrinks. */
  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** All of it, as it is now. */
  memory(): Uint8Array {
    this.#look();
    return this.u8;
  }

  #look(): void {
    const buffer = this.#memory.buffer;
    if (this.f32?.buffer !== buffer) {
      this.f32 = new Float32Array(buffer);
      this.f64 = new Float64Array(buffer);
      this.i32 = new Int32Array(buffer);
      this.u32 = new Uint32Array(buffer);
      this.u8 = new Uint8Array(buffer);
      this.u64 = new BigUint64Array(buffer);
    }
  }

  /** Begins a call that needs so many bytes for its arguments, and gives their place. It has to end, come what may. */
  begin(bytes: number): number {
    this.#look();
    this.#taken.push(this.#end, 0);
    ++this.#running;
    return this.take(bytes);
  }

  end(): void {
    for (let at; (at = this.#taken.pop()!) !== 0; ) this.drop(at);
    this.#end = this.#taken.pop()!;
    if (this.#asking.at(-1)?.running === this.#running) this.#asking.pop();
    if (--this.#running === 0) this.#put.clear();
    this.#look();
  }

  /** Room that lasts until the call ends. */
  take(bytes: number): number {
    // A count that makes no sense is refused by the call that is given it.
    bytes = bytes > 0 ? bytes : 0;
    const at = (this.#end + 15) & ~15;
    if (at + bytes <= this.#block + BLOCK) {
      this.#end = at + bytes;
      return at;
    }
    return this.hold(bytes);
  }

  /** The same outside of the block, so that it can be kept. */
  hold(bytes: number): number {
    const made = this.make(bytes);
    this.#taken.push(made);
    return made;
  }

  /** What was held lasts until it is dropped. */
  keep(held: number): number {
    this.#taken.splice(this.#taken.lastIndexOf(held), 1);
    return held;
  }

  /** Room that lasts until it is dropped. */
  make(bytes: number): number {
    // What is no size, or no size for 32 bits, would be taken for a small one.
    const at = bytes < 2 ** 32 - 16 ? this.exports["malloc"]!(Math.max(bytes, 1)) >>> 0 : 0;
    if (at === 0) throw new ImpingeError(ERR_MEMORY, ERR_MEMORY, "malloc", "", "the allocator returned null");
    this.#look();
    return at;
  }

  drop(at: number): void {
    this.exports["free"]!(at);
  }

  clear(at: number, bytes: number): void {
    this.u8.fill(0, at, at + bytes);
  }

  /** Where a thing is, if it is one of this kind. */
  place<T extends Handle>(thing: T, kind: Kind<T>): number {
    if (!(thing instanceof kind)) throw new Mistake();
    return thing.at(this);
  }

  // Functions

  /** Puts a pointer to a function, and the number by which it is known. */
  setFunction(at: number, user: number, f: Function | undefined, call: Asked["call"]): void {
    if (f !== undefined && typeof f !== "function") throw new Mistake();
    if (f) this.#put.set(++this.#functions, { f, call });
    this.setU32(at, f ? this.#function() : 0);
    this.setU32(user, f ? this.#functions : 0);
  }

  /** A function that was put by this call. */
  put(user: number): Asked | undefined {
    return this.#put.get(user);
  }

  /** Until this call ends, functions are those of this thing. */
  asks(thing: Handle): void {
    this.#asking.push({ thing, running: this.#running });
  }

  asked(user: number): Function | undefined {
    return this.#asking.at(-1)?.thing.functions.get(user)?.f;
  }

  /** Whether C waits for a function. */
  get within(): boolean {
    return this.#within > 0;
  }

  #function(): number {
    if (this.#pointer === 0) {
      const f = (user: number, told: number, answer: number) => this.#ask(user, told, answer);
      const made = new WebAssembly.Instance(new WebAssembly.Module(FUNCTION), { "": { f } });
      const table = this.#instance.exports["__indirect_function_table"] as WebAssembly.Table;
      this.#pointer = table.grow(1, made.exports["f"]);
    }
    return this.#pointer;
  }

  #ask(user: number, told: number, answer: number): void {
    const asked = this.#asking.at(-1)?.thing.functions.get(user);
    if (!asked || this.#thrown) return;
    ++this.#within;
    try {
      this.#look();
      asked.call(this, asked.f, told, answer);
    } catch (error) {
      this.#thrown = { error };
    } finally {
      --this.#within;
    }
  }

  // Values

  setF32(at: number, value: number): void {
    this.f32[at >>> 2] = this.number(value);
  }

  setI32(at: number, value: number): void {
    this.i32[at >>> 2] = this.whole(value);
  }

  setU32(at: number, value: number): void {
    this.u32[at >>> 2] = this.whole(value);
  }

  setU64(at: number, value: bigint): void {
    this.u64[at >>> 3] = value;
  }

  setBool(at: number, value: boolean): void {
    this.u8[at] = this.flag(value);
  }

  // JavaScript would make a number of anything.

  number(value: number): number {
    if (typeof value !== "number") throw new Mistake();
    return value;
  }

  /** One of 32 bits, with a sign or without. */
  whole(value: number): number {
    if (value !== value >> 0 && value !== value >>> 0) throw new Mistake();
    return value;
  }

  flag(value: boolean): number {
    if (typeof value !== "boolean") throw new Mistake();
    return value ? 1 : 0;
  }

  // Arrays, put where they last until the call ends

  floats(values: ArrayLike<number>): number {
    if (!ArrayBuffer.isView(values)) for (let i = 0; i < values.length; ++i) this.number(values[i]!);
    const at = this.take(4 * values.length);
    this.f32.set(values, at >>> 2);
    return at;
  }

  doubles(values: ArrayLike<number>): number {
    if (!ArrayBuffer.isView(values)) for (let i = 0; i < values.length; ++i) this.number(values[i]!);
    const at = this.take(8 * values.length);
    this.f64.set(values, at >>> 3);
    return at;
  }

  ints(values: ArrayLike<number>): number {
    if (!(values instanceof Int32Array)) for (let i = 0; i < values.length; ++i) this.whole(values[i]!);
    const at = this.take(4 * values.length);
    this.i32.set(values, at >>> 2);
    return at;
  }

  octets(values: Uint8Array): number {
    if (!(values instanceof Uint8Array)) throw new Mistake();
    const at = this.take(values.length);
    this.u8.set(values, at);
    return at;
  }

  structs<T>(values: readonly T[], size: number, put: (c: Core, at: number, value: T) => void): number {
    if (!Array.isArray(values)) throw new Mistake();
    const count = values.length, at = this.take(size * count);
    // Not forEach, which leaves out what is not there.
    for (let i = 0; i < count; ++i) put(this, at + size * i, values[i]!);
    return at;
  }

  /** The same, of structs that are nothing but floats. */
  packed<T>(values: readonly T[] | Float32Array, size: number, put: (c: Core, at: number, value: T) => void): number {
    if (!ArrayBuffer.isView(values)) return this.structs(values, size, put);
    if (!(values instanceof Float32Array) || values.byteLength % size !== 0) {
      throw new Mistake();
    }
    return this.floats(values);
  }

  copies<T extends Handle>(things: readonly T[], size: number, kind: Kind<T>): number {
    return this.structs(things, size, (c, at, thing) => {
      const from = c.place(thing, kind);
      c.u8.copyWithin(at, from, from + size);
    });
  }

  // What C takes for granted, and an array in JavaScript tells

  sum(counts: ArrayLike<number>): number {
    // As C has them: whole.
    return Int32Array.from(counts).reduce((all, count) => all + Math.max(count, 0), 0);
  }

  /** Throws unless so many elements are there. */
  fits(needed: number | undefined, there: number, what: string): void {
    if ((needed ?? 0) > there) throw new Mistake(`${needed} elements are needed, ${there} are there`, what);
  }

  /** How many things sets of a batch make together: those asked for, or as many as there are. */
  pairs(sets: readonly number[], count?: number): number {
    const there = Math.min(...sets);
    this.fits(count, there, "count");
    return count ?? there;
  }

  // Results

  /** Words from there on. */
  words(at: number, count: number): Uint32Array {
    this.#look();
    return this.u32.slice(at >>> 2, (at >>> 2) + count);
  }

  list<T>(at: number, count: number, size: number, get: (c: Core, at: number) => T): T[] {
    return Array.from({ length: count }, (_, i) => get(this, at + size * i));
  }

  /** From where to where the words lie that the pointer at this place points to; none when it is null. */
  #span(at: number, words: number): [number, number] {
    const start = this.u32[at >>> 2]! >>> 2;
    return [start, start === 0 ? 0 : start + words];
  }

  copyF32(at: number, words: number): Float32Array {
    return this.f32.slice(...this.#span(at, words));
  }

  copyI32(at: number, words: number): Int32Array {
    return this.i32.slice(...this.#span(at, words));
  }

  copyU32(at: number, words: number): Uint32Array {
    return this.u32.slice(...this.#span(at, words));
  }

  /** Fills in where the caller's room is, and how much: the two lie one after the other. */
  room(at: number, size: number, capacity: number): void {
    this.setU32(at, this.take(size * capacity));
    this.setI32(at + 4, capacity);
  }

  text(at: number): string {
    this.#look();
    at >>>= 0;
    return new TextDecoder().decode(this.u8.subarray(at, this.u8.indexOf(0, at)));
  }

  /** Throws when a status is not OK. */
  check(
    status: number,
    call: string,
    names: readonly string[],
    told?: (fault: number) => Record<string, unknown>,
  ): void {
    this.#look();
    if (this.#thrown) {
      const { error } = this.#thrown;
      this.#thrown = null;
      throw error;
    }
    if (status === 0) return;
    const fault = status & 0xff;
    const text = this.text(this.exports["imp_status_text"]!(status));
    throw new ImpingeError(status, fault, call, names[((status >> 8) & 0xf) - 1] ?? "", text, told?.(fault));
  }
}

/**
 * Something in the module's memory. It is freed by `free`, or some time after nobody knows it any more. What was freed
 * is refused, and so is what lies in something that was freed.
 */
export abstract class Handle {
  readonly core: Core;
  #at: number;
  readonly #needs: readonly Handle[];
  readonly #release: ((c: Core, at: number) => void) | null;
  /** Functions of the caller's that it asks, by the number that C has. */
  readonly functions = new Map<number, Asked>();
  readonly #places = new Map<number, number>();

  protected constructor(
    core: Core,
    at: number,
    release: (c: Core, at: number) => void,
    needs: readonly Handle[],
    lasts: Lasts,
  ) {
    this.core = core;
    this.#at = at;
    this.#needs = needs;
    const give = lasts === "shares" ? (c: Core, at: number) => c.drop(at) : release;
    this.#release = lasts === "inside" ? null : give;
    // Not a closure over this: it would never be forgotten.
    if (lasts !== "inside") core.lost.register(this, () => give(core, at), this);
  }

  /** Its address in this module. */
  at(core: Core): number {
    if (this.#at === 0) throw this.#refused("was freed");
    if (core !== this.core) throw this.#refused("belongs to another instance of the library");
    for (const other of this.#needs) other.at(core);
    return this.#at;
  }

  /** Whether it can no longer be used. */
  get freed(): boolean {
    return this.#at === 0 || this.#needs.some((other) => other.freed);
  }

  /** Keeps the function that was put as this number, if there is one, in the place of the one that was there. */
  keepFunction(place: number, user: number): void {
    const asked = this.core.put(user);
    this.dropFunction(place);
    if (asked) {
      this.functions.set(user, asked);
      this.#places.set(place | 0, user);
    }
  }

  dropFunction(place: number): void {
    this.functions.delete(this.#places.get(place | 0) ?? 0);
    this.#places.delete(place | 0);
  }

  /** Gives its memory back. A second time does nothing. Not within a function that a call asks: it may be in use. */
  free(): void {
    if (this.core.within) throw this.#refused("must not be freed by a function that a call asks", ERR_BUSY);
    if (this.#at !== 0 && this.#release) {
      this.core.lost.unregister(this);
      this.#release(this.core, this.#at);
    }
    this.#at = 0;
    this.functions.clear();
  }

  #refused(why: string, fault = ERR_HANDLE): ImpingeError {
    return new ImpingeError(fault, fault, this.constructor.name, "", `a handle that ${why}`);
  }
}
