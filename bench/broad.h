// SPDX-License-Identifier: MIT
//
// The work of the scene broad, and the interface behind which everybody does it: this library and each peer.
//
// Boxes are arrays of floats: for each box the lower corner, then the upper one.

#ifndef IMP_BENCH_BROAD_H
#define IMP_BENCH_BROAD_H

#include "bench.h"

enum
{
    BROAD_QUERIES = 4096
};

typedef struct broad_work
{
    int axes;
    int32_t count;
    float* boxes;
    float* frames[BENCH_BLOCKS];  // where all of them are in each frame: a little elsewhere than in boxes
    float* areas;                 // BROAD_QUERIES boxes to ask about
    float* rays;                  // BROAD_QUERIES rays: origin, motion
    float* spots;                 // BROAD_QUERIES boxes to put in
} broad_work;

typedef struct broad_side
{
    const char* name;
    const char* commit;
    void* (*make)(const broad_work* work, int threads);
    void (*free)(void* side);

    /// Puts all boxes into an empty structure and finds all pairs. Returns how many.
    int64_t (*all)(void* side);

    /// From here on the structure holds all boxes. `frame` moves all and finds new pairs.
    void (*fill)(void* side);
    int64_t (*frame)(void* side, int frame);

    /// The same for a number of single operations: boxes put in and taken out again, boxes moved far, boxes and rays asked
    /// about. Returns what was found.
    int64_t (*insert)(void* side, int32_t first, int32_t end);
    int64_t (*move)(void* side, int32_t first, int32_t end);
    int64_t (*query)(void* side, int32_t first, int32_t end);
    int64_t (*ray)(void* side, int32_t first, int32_t end);
    int64_t (*bytes)(void* side);
} broad_side;

extern const broad_side BROAD_OURS2, BROAD_OURS3;

#ifdef IMP_PEER_BOX2D
extern const broad_side BROAD_BOX2D;
#endif

#endif
