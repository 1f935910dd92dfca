// SPDX-License-Identifier: MIT
//
// The data of a run's page: its frames are bytes (run_frames.c), packed by zlib, as base64.

'use strict';

const data = JSON.parse($('data').textContent);
const STATIC = 0, KINEMATIC = 1, COLOURS = 6;
const frameTime = data.stride / data.hz, movers = data.movers.length, lastFrame = data.frames - 1;

// Unpacking: numbers of seven bits a byte, the lowest first, the sign in the lowest bit

async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function reader(bytes, at = 0) {
  return {
    number() {
      let value = 0, shift = 0, byte;
      do {
        byte = bytes[at++];
        value |= (byte & 127) << shift;
        shift += 7;
      } while (byte > 127);
      return value >>> 1 ^ -(value & 1);
    },
    byte: () => bytes[at++],
    get at() { return at; },
    skip(n) { at += n; },
  };
}
