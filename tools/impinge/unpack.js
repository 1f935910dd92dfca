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

// Of each frame x and y of each particle, in space also z; and where they are between two frames.

const cloud = data.particles, grains = cloud ? cloud.groups.reduce((sum, [count]) => sum + count, 0) : 0;
const places = Array.from({ length: data.dimension || 2 }, () => new Int32Array(data.frames * grains));
function unpackParticles(bytes) {
  const from = reader(bytes);
  for (let f = 0; f < data.frames; f++) {
    const now = f * grains, last = now - grains, before = last - grains;
    for (const part of places) {
      for (let i = 0; i < grains; i++) {
        const expected = f === 0 ? 0 : f === 1 ? part[last + i] : 2 * part[last + i] - part[before + i];
        part[now + i] = expected + from.number() | 0;
      }
    }
  }
}
function placeOf(i, time) {
  const f = Math.min(Math.floor(time), lastFrame), part = time - f, k = f * grains + i, l = f < lastFrame ? k + grains : k;
  return places.map(x => (x[k] + (x[l] - x[k]) * part) * cloud.unit);
}
