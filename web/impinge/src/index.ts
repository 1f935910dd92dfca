// SPDX-License-Identifier: MIT
//
// Impinge: collision detection in the plane and in space. `const { imp2 } = await load();` and there it is.

import { instance, type Impinge } from "./library.js";
import { unexpected } from "./wrong.js";

export * from "./library.js";

/** Where the module comes from: its bytes, its address (as the page has it, or the worker), or itself. */
export type Source = BufferSource | URL | string | WebAssembly.Module;

/** The module from there. */
export async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL)) {
    const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
    if (!isBytes) throw unexpected("load", "source", "bytes, an address or a WebAssembly.Module", source);
    return WebAssembly.compile(source);
  }
  const url = new URL(source, globalThis.location?.href ?? import.meta.url);
  if (url.protocol === "file:") {
    // Node does not fetch files. The name is put together, so that bundlers for browsers leave it alone.
    const files = (await import(/* @vite-ignore */ ["node", "fs/promises"].join(":"))) as {
      readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return WebAssembly.compile(await files.readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`impinge: ${url}: ${response.status} ${response.statusText}`);
  // Not streamed: that wants a server that knows the type of the file.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Loads the library; without a source from the file beside this one. */
export async function load(source?: Source): Promise<Impinge> {
  return instance(await compile(source ?? new URL("./impinge.wasm", import.meta.url)));
}
