// SPDX-License-Identifier: MIT
//
// Runs all tests of the playground, two files at a time, as each waits for its browser most of the time; then, alone,
// those that measure how fast something is.

import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url)), ALONE = 'measured.test.mjs';
const files = readdirSync(folder).filter(it => it.endsWith('.test.mjs') && it !== ALONE);

const test = (names, concurrency) => new Promise(done => {
  run({ files: names.map(it => folder + it), concurrency })
    .on('test:fail', () => { process.exitCode = 1; })
    .on('end', done)
    .compose(new spec())
    .pipe(process.stdout, { end: false });
});
await test(files, 2);
await test([ALONE], 1);
