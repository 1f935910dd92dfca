// SPDX-License-Identifier: MIT
//
// Many pairs at once: one after the other, by the call of single pairs.

#ifndef IMP3I_BATCH_KERNELS_H
#define IMP3I_BATCH_KERNELS_H

#include "../base/cpu.h"
#include "impinge/narrow3.h"
#include "pair3.h"

enum
{
    IMP3I_GROUP_SINGLE,
    IMP3I_GROUP_COUNT
};

enum
{
    IMP3I_GATHERED = 128
};

/// Manifolds of a group.
typedef struct imp3_manifolds
{
    imp3_manifold* each;
} imp3_manifolds;

static inline imp3_manifold imp3_manifolds_get(const imp3_manifolds* manifolds, int32_t i)
{
    return manifolds->each[i];
}

typedef struct imp3i_kernels
{
    int32_t width;
} imp3i_kernels;

/// Pairs of one group. A's position is the origin.
typedef struct imp3i_gathered
{
    int32_t count;
    const imp3_shape* each[2][IMP3I_GATHERED];
    imp3_pose pose[2][IMP3I_GATHERED];
} imp3i_gathered;

typedef struct imp3i_gathered_room
{
    imp3_manifold manifold[IMP3I_GATHERED];
} imp3i_gathered_room;

/// The group of a pair of shapes.
static inline int32_t imp3i_group_of(const imp3_shape* a, const imp3_shape* b)
{
    (void)a;
    (void)b;
    return IMP3I_GROUP_SINGLE;
}

static inline imp3i_kernels imp3i_kernels_of(int level)
{
    (void)level;
    const imp3i_kernels r = {1};
    return r;
}

static inline void imp3i_gather(imp3i_gathered* out, int32_t i, const imp3_shape* a, imp3_rot turn_a,
                                const imp3_shape* b, imp3_pose pose_b)
{
    out->each[0][i] = a;
    out->each[1][i] = b;
    out->pose[0][i].p = imp3i_vec_none();
    out->pose[0][i].q = turn_a;
    out->pose[1][i] = pose_b;
}

/// Answers the pairs of a group; *out lies in room.
static inline void imp3i_answer_gathered(const imp3i_kernels* wide, int32_t group, imp3i_gathered* pairs, float margin,
                                         imp3i_gathered_room* room, imp3_manifolds* out)
{
    (void)wide;
    (void)group;
    for (int32_t i = 0; i < pairs->count; ++i)
    {
        const imp3_manifold none = {.count = 0};
        room->manifold[i] = none;
        (void)imp3_collide(pairs->each[0][i], &pairs->pose[0][i], pairs->each[1][i], &pairs->pose[1][i], margin,
                           &room->manifold[i]);
    }
    out->each = room->manifold;
}

#endif
