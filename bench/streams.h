// SPDX-License-Identifier: MIT
//
// Recorded boxes of a scene that somebody's engine has run, and the interface behind which they are played again.

#ifndef IMP_BENCH_STREAMS_H
#define IMP_BENCH_STREAMS_H

#include "bench.h"

#include "impinge/broad.h"

enum
{
    STREAM_STATIC = 0,
    STREAM_KINEMATIC,
    STREAM_DYNAMIC  // meets all, the others meet only these
};

typedef struct stream_step
{
    int32_t death_count, birth_count, move_count;
    const int32_t* deaths;       // ids
    const int32_t* births;       // ids
    const int32_t* birth_kinds;  // STREAM_...
    const float* birth_boxes;    // lower corner, upper corner
    const int32_t* moves;        // ids
    const float* move_boxes;

    // What this library found, in ids: filled in before the race, so that others know which pairs they may forget.
    int32_t begun_count, ended_count;
    imp_pair* ended;
} stream_step;

typedef struct stream
{
    char name[40];
    int axes;
    int32_t id_count;  // all ids are below
    int32_t step_count;
    stream_step* steps;
    void* memory;
} stream;

typedef struct stream_side
{
    const char* name;
    const char* commit;
    int axes;
    void* (*make)(const stream* s, int level);
    void (*free)(void* side);

    /// Takes everything out.
    void (*reset)(void* side);

    /// Does a step: boxes go, come and move. Returns how many pairs begin. `ended`, where it is not null, is told of
    /// those that end.
    int32_t (*step)(void* side, const stream_step* step, void (*ended)(void* context, imp_pair pair), void* context);
} stream_side;

extern const stream_side STREAMS_OURS2, STREAMS_OURS3;
extern const stream_side STREAMS_BOX2D, STREAMS_BOX3D;  // where they were found

#endif
