// SPDX-License-Identifier: MIT
//
// web.js NATIVE WASM [ARGUMENT...]: the benchmark as this machine's program and as WebAssembly in Node, side by side. Of
// the scene pairs2 each row may take 2.2 times as long in WebAssembly as with SSE2, or as the single call where there
// are no lanes. Further arguments (--quick, --only TEXT) are passed on. Exit 1 when a row takes longer.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const BAR = 2.2;
const [native, wasm, ...rest] = process.argv.slice(2);
const wasi = fileURLToPath(new URL("../web/impinge/wasi.js", import.meta.url));
const run = (command, ...args) =>
  new Map(JSON.parse(execFileSync(command, [...args, "pairs2", "--json", ...rest], { encoding: "utf8" })).map((e) => [e.name, e]));

const here = run(native), there = run(process.execPath, "--no-warnings", wasi, wasm);
let failed = 0;
console.log(`${"".padEnd(48)} ${"native".padStart(9)} ${"WASM".padStart(9)}  ratio`);
for (const [name, { value, unit }] of there) {
  const other = here.get(name);
  if (!other || !["ns", "us", "ms"].includes(unit)) continue;
  const ratio = value / other.value;
  failed += ratio > BAR;
  const numbers = [other.value, value].map((v) => v.toPrecision(4).padStart(9)).join(" ");
  console.log(`${name.padEnd(48)} ${numbers} ${ratio.toFixed(2).padStart(6)}  ${ratio > BAR ? "NO" : "yes"}`);
}
process.exitCode = failed ? 1 : 0;
