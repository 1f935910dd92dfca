// SPDX-License-Identifier: MIT
//
// usage: node earcut.mjs MODULE FILE ROUNDS
//
// Triangulates the outlines of FILE with the earcut at MODULE, and prints for each one the milliseconds of the fastest
// round and the number of triangles. FILE holds int32 and float32 as bench/regions2.c writes them: how many outlines;
// for each one its rings, the points of each ring, and all points.

import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const [module, file, rounds] = process.argv.slice(2);
const {default: earcut} = await import(pathToFileURL(module));
const bytes = readFileSync(file);
let at = 0;
const int = () => bytes.readInt32LE((at += 4) - 4);
const float = () => bytes.readFloatLE((at += 4) - 4);

const outlines = Array.from({length: int()}, () => {
    const counts = Array.from({length: int()}, int);
    const holes = counts.slice(0, -1).map((sum => count => sum += count)(0));
    const total = counts.reduce((a, b) => a + b, 0);
    return {points: Array.from({length: 2 * total}, float), holes, best: Infinity, triangles: 0};
});

for (let round = 0; round < rounds; ++round) {
    for (const o of outlines) {
        // The clock on the wall, or the processor's where that is less: others may be at work here.
        const wall = performance.now(), used = process.cpuUsage();
        o.triangles = earcut(o.points, o.holes).length / 3;
        const {user, system} = process.cpuUsage(used);
        o.best = Math.min(o.best, performance.now() - wall, (user + system) / 1000);
    }
}
for (const o of outlines) {
    console.log(o.best, o.triangles);
}
