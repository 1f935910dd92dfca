// SPDX-License-Identifier: MIT
//
// build.js FOLDER: makes dist/ of src/ and of what CMake has built in FOLDER: bindings, module, api.json.

import { execFileSync } from "node:child_process";
import { copyFile, cp, mkdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const folder = process.argv[2];
const here = fileURLToPath(new URL(".", import.meta.url));
const dist = join(here, "dist");
const source = join(dist, "src");  // all in one place, as the bindings are made and the rest is not

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await cp(join(here, "src"), source, { recursive: true });
await copyFile(join(folder, "generated/bindings.ts"), join(source, "bindings.ts"));
await copyFile(join(folder, "impinge.wasm"), join(source, "impinge.wasm"));
await copyFile(join(folder, "impinge.wasm"), join(dist, "impinge.wasm"));
await copyFile(join(folder, "impinge-files.wasm"), join(dist, "impinge-files.wasm"));
await copyFile(join(folder, "generated/api.json"), join(dist, "api.json"));

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "-p", here], { stdio: "inherit" });

const inline = {
  entryPoints: [join(source, "inline.ts")], bundle: true, minify: true, keepNames: true, loader: { ".wasm": "binary" },
};
await build({ ...inline, format: "esm", outfile: join(dist, "inline.js") });
await build({ ...inline, format: "iife", globalName: "impinge", outfile: join(dist, "impinge.global.js") });
await rm(source, { recursive: true });
