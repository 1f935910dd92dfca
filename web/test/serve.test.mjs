// SPDX-License-Identifier: MIT
//
// `make play` serves the playground until it is stopped: by a signal to make, by the end of make, or by that of the
// shell that has called it. Nothing goes on after it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = process.env.PLAY ? resolve(process.env.PLAY, '../..') : resolve(ROOT, 'build');
// What was built is served as it is.
const MAKE = ['make', '-C', ROOT, '-o', 'web', `BUILD=${BUILD}`, 'play'];
const groups = [];
after(() => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // as it should be: nobody is left
    }
  }
});

/** Starts it in a group of its own, and gives back the process and the address that it prints. */
async function begin(command, ...given) {
  const started = spawn(command, given, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  groups.push(started.pid);
  let said = '';
  for await (const part of started.stdout) {
    said += part;
    const [address] = said.replace(/\x1b\[[0-9;]*m/g, '').match(/http:\S+/) ?? [];
    if (address) return { started, address };
  }
  throw new Error(`it has not begun: ${said}`);
}

async function ended(address) {
  for (const last = Date.now() + 8000; Date.now() < last;) {
    try {
      await fetch(address);
    } catch {
      return true;
    }
    await new Promise(done => setTimeout(done, 100));
  }
  return false;
}

for (const [name, command, signal] of [
  ['a signal to make', MAKE, 'SIGTERM'], ['the end of make', MAKE, 'SIGKILL'],
  ['the end of its shell', ['sh', '-c', `${MAKE.join(' ')}; true`], 'SIGKILL'],
]) {
  it(`make play ends with ${name}`, async () => {
    const { started, address } = await begin(...command);
    assert.match(await (await fetch(address)).text(), /Impinge playground/);
    started.kill(signal);
    assert.ok(await ended(address), `${address} goes on`);
  });
}
