// SPDX-License-Identifier: MIT
//
// The library as one has it when its module is there, whatever way it came.

import { Common, Plane, Space } from "./bindings.js";
import { Core } from "./core.js";

export * from "./bindings.js";
export { Handle, ImpingeError } from "./core.js";

/** The library, loaded. Each has a memory of its own, and does not take another's things. */
export interface Impinge {
  readonly imp: Common;
  /** The plane. */
  readonly imp2: Plane;
  /** Space. */
  readonly imp3: Space;
  /** How much memory it has [bytes]. */
  readonly bytes: number;
}

export async function start(module: WebAssembly.Module): Promise<Impinge> {
  const core = new Core(await WebAssembly.instantiate(module, {}));
  return {
    imp: new Common(core),
    imp2: new Plane(core),
    imp3: new Space(core),
    get bytes() {
      return core.bytes;
    },
  };
}
