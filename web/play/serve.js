// SPDX-License-Identifier: MIT
//
//     node serve.js [FOLDER]
//
// Serves the playground that was built, and prints its address. It ends with whoever has asked for it: the process that
// has started it (make), or the one that has started that (a shell). Nobody else would know of it.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';

/** The parent of a process, by its number; 0 when it is not known. */
function parentOf(process) {
  try {
    const stat = `/proc/${process}/stat`;
    if (existsSync(stat)) return Number(readFileSync(stat, 'utf8').replace(/.*\) \S /s, '').split(' ')[0]);
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(process)], { encoding: 'utf8' }));
  } catch {
    return 0;
  }
}

const parent = process.ppid, grandparent = parentOf(parent);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit());
setInterval(() => {
  if (process.ppid !== parent || parentOf(parent) !== grandparent) process.exit();
}, 1000);

const [, , outDir] = process.argv, root = fileURLToPath(new URL('.', import.meta.url));
const server = await preview({ root, ...(outDir && { build: { outDir } }) });
server.printUrls();
