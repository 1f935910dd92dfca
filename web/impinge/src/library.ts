// SPDX-License-Identifier: MIT
//
// The library as one has it when its module is there, whatever way it came.

import { Common, Plane, Space } from "./bindings.js";
import { Core } from "./core.js";

export * from "./bindings.js";
export { Handle, ImpingeError } from "./core.js";
export { ERR_ARGUMENT } from "./wrong.js";

/** The library, loaded. Each has a memory of its own, and does not take another's things. */
export interface Impinge {
  readonly imp: Common;
  /** The plane. */
  readonly imp2: Plane;
  /** Space. */
  readonly imp3: Space;
}

export async function instance(module: WebAssembly.Module, imports: WebAssembly.Imports = {}): Promise<Impinge> {
  const core = new Core(await WebAssembly.instantiate(module, imports));
  return { imp: new Common(core), imp2: new Plane(core), imp3: new Space(core) };
}
