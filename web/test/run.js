// SPDX-License-Identifier: MIT
//
// Runs all tests of the playground, two files at a time: one waits for its browser most of the time.

import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter(it => it.endsWith('.test.mjs')).map(it => folder + it);
run({ files, concurrency: 2 })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(new spec())
  .pipe(process.stdout);
