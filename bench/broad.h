// SPDX-License-Identifier: MIT
//
// The work of the scene broad, and the interface behind which everybody does it: this library and each peer.
//
// Boxes are arrays of floats: for each box the lower corner, then the upper one.

#ifndef IMP_BENCH_BROAD_H
#define IMP_BENCH_BROAD_H

#include "bench.h"

#include "impinge/jobs.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    BROAD_QUERIES = 4096
};

#define BROAD_MARGIN 0.05f  // by which boxes are kept larger in frames: Box2D's and Box3D's own

typedef struct broad_work
{
    int axes;
    int32_t count;
    float* boxes;
    int frame_count;
    float* frames[BENCH_BLOCKS];  // where all of them are in each frame: a little elsewhere than in boxes
    float* areas;                 // BROAD_QUERIES boxes to ask about
    float* rays;                  // BROAD_QUERIES rays: origin, motion
    float* spots;                 // BROAD_QUERIES boxes to put in
    const imp_jobs* jobs;         // where this library is to hand work to; null for nowhere
} broad_work;

typedef struct broad_side
{
    const char* name;
    const char* commit;
    int axes;

    /// kind and level: of an index, and its width of lanes; for this library alone.
    void* (*make)(const broad_work* work, int kind, int level);
    void (*free)(void* side);

    /// Puts all boxes into an empty structure and finds all pairs. Returns how many.
    int64_t (*all)(void* side);

    // What follows is null for those who are asked for nothing else.

    /// From here on the structure holds all boxes, with margins for frames and without them otherwise. `frame` moves
    /// all, and lists the pairs that begin and end. Returns how many begin.
    void (*fill)(void* side, bool frames);
    int64_t (*frame)(void* side, int frame);

    /// The same for a number of single operations: boxes put in and taken out again, boxes moved far, boxes and rays
    /// asked about. Returns what was found.
    int64_t (*insert)(void* side, int32_t first, int32_t end);
    int64_t (*move)(void* side, int32_t first, int32_t end);
    int64_t (*query)(void* side, int32_t first, int32_t end);
    int64_t (*ray)(void* side, int32_t first, int32_t end);
    int64_t (*bytes)(void* side);
} broad_side;

extern const broad_side BROAD_OURS2, BROAD_OURS3;
extern const broad_side BROAD_BOX2D, BROAD_BOX3D, BROAD_BULLET, BROAD_CGAL, BROAD_FCL;  // those that were found

#ifdef __cplusplus
}
#endif

#endif
