// SPDX-License-Identifier: MIT
//
// No line of what is written here is longer than 120 columns.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url)), MADE = ['node_modules', 'dist', 'package-lock.json'];

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (MADE.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.(ts|m?js|css|py|[ch])$/.test(entry.name)) yield path;
  }
}

it('is written in 120 columns', () => {
  const all = [...files(ROOT)], long = [];
  for (const path of all) {
    readFileSync(path, 'utf8').split('\n').forEach((line, i) => {
      if (line.length > 120) long.push(`${path.slice(ROOT.length)}:${i + 1}`);
    });
  }
  assert.ok(all.length > 60);
  assert.deepEqual(long, []);
});
