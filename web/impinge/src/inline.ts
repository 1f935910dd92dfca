// SPDX-License-Identifier: MIT
//
// The same in one file, with the module in it: for pages that are opened without a server, and for what does not know
// how to bundle a module. build.js makes a module of it, and a script that sets `impinge`.

import bytes from "./impinge.wasm";
import { instance, type Impinge } from "./library.js";

export * from "./library.js";

/** Loads the library. */
export async function load(): Promise<Impinge> {
  return instance(await WebAssembly.compile(bytes));
}
