// SPDX-License-Identifier: MIT
//
// wasi.js PROGRAM.wasm [ARGUMENT...]: runs a program that was compiled for WebAssembly, with the files and the
// environment of this machine.

import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens: { "/": "/" }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(args[0]));

// Each call goes through a function of JavaScript: called by the engine directly, as it does once they are hot, Node's
// own (20 and 22) corrupt its heap, and a run of minutes ends with a crash.
const calls = Object.entries(wasi.wasiImport).map(([name, call]) => [name, (...args) => call(...args)]);
const imports = { wasi_snapshot_preview1: Object.fromEntries(calls) };
process.exit(wasi.start(await WebAssembly.instantiate(module, imports)));
