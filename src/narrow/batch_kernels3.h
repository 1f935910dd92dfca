// SPDX-License-Identifier: MIT
//
// Batches of space inside: what is done in lanes, for one width. Lanes tell what is fine, what is far apart, and what
// points two boxes have in common; everything else is done by the functions behind the single calls.

#ifndef IMP3I_BATCH_KERNELS_H
#define IMP3I_BATCH_KERNELS_H

#include "../base/cpu.h"
#include "../math/tolerance.h"
#include "impinge/batch3.h"
#include "quick3.h"

#include <stddef.h>

enum
{
    IMP3I_RUN = 64  // pairs that are looked at together; a multiple of every width
};

/// Pairs of a run: for each the shapes and the poses, and which of the batch it is.
typedef struct imp3i_run
{
    int32_t count;
    const void* shape[2][IMP3I_RUN];
    const void* pose[2][IMP3I_RUN];
    int32_t pair[IMP3I_RUN];
} imp3i_run;

/// Writes which pairs of a run may be as near as the margin, by their places in it. Returns how many. What is behind the
/// last pair, up to a multiple of the width, may be anything that can be read, and may be listed. All poses have passed
/// imp3i_quick_door.
typedef int32_t imp3i_sieve(const imp3i_run* run, float margin, int32_t* left);

typedef struct imp3i_kernels
{
    int32_t width;

    /// Whether all of so many poses, a multiple of the width, pass imp3i_quick_door.
    bool (*door)(const void* const* poses, int32_t count);

    /// Pairs of boxes of a run, as many as the width.
    void (*boxes)(const imp3i_run* run, int32_t at, float margin, imp3i_box_lanes* out);

    imp3i_sieve* box_rounds;  // a box, and a sphere or a capsule
} imp3i_kernels;

imp3i_kernels imp3i_kernels_of(int level);
void imp3i_kernels_scalar(imp3i_kernels* out);
void imp3i_kernels_four(imp3i_kernels* out);
void imp3i_kernels_avx2(imp3i_kernels* out);
void imp3i_kernels_avx512(imp3i_kernels* out);

/// The element of pair i, or -1.
static inline int32_t imp3i_element_of(const int32_t* index, int32_t count, int32_t i)
{
    int32_t e = index ? index[i] : i;
    return e >= 0 && e < count ? e : -1;
}

/// What is wrong with a set of rays as a whole, and with the one of pair i.
static inline int32_t imp3i_rays_fault(const imp3_rays* s, int32_t count)
{
    if (!s || (count > 0 && (!s->origins || !s->motions)))
    {
        return IMP_ERR_NULL;
    }
    return s->count < 0 || (!s->index && s->count < count) ? IMP_ERR_COUNT : 0;
}

static inline int32_t imp3i_ray_fault(const imp3_rays* s, int32_t i)
{
    int32_t e = imp3i_element_of(s->index, s->count, i), fault = e < 0 ? IMP_ERR_RANGE : imp3i_vec_fault(s->origins[e]);
    return fault ? fault : imp3i_vec_fault_large(s->motions[e]);
}

/// The public calls with the level said, which the processor must have.
imp_status imp3i_batch_shapes(int level, const imp3_shapes* a, const imp3_shapes* b, int32_t count, float margin,
                              imp3_manifold* out, int32_t* bad);
imp_status imp3i_batch_ray_shapes(int level, const imp3_shapes* targets, const imp3_rays* rays, int32_t count,
                                  imp3_hit* out, int32_t* bad);

/// Kinds of pairs of shapes, by who answers them. Those of the last ones have kernels.
enum
{
    IMP3I_GROUP_SINGLE,  // by single calls
    IMP3I_GROUP_BOXES,
    IMP3I_GROUP_BOX_ROUND,  // spheres and capsules
    IMP3I_GROUP_ROUND_BOX,
    IMP3I_GROUP_COUNT
};

/// The group of a pair of shapes.
static inline int32_t imp3i_group_of(const imp3_shape* a, const imp3_shape* b)
{
    bool box_a = a->kind == IMP3_SHAPE_BOX, box_b = b->kind == IMP3_SHAPE_BOX;
    return box_a && box_b               ? IMP3I_GROUP_BOXES
           : box_a && imp3i_is_round(b) ? IMP3I_GROUP_BOX_ROUND
           : box_b && imp3i_is_round(a) ? IMP3I_GROUP_ROUND_BOX
                                        : IMP3I_GROUP_SINGLE;
}

enum
{
    IMP3I_GATHERED = 128  // a multiple of IMP3I_RUN
};

/// Pairs of one group that someone has gathered who knows them to be sound: shapes, poses as imp3_collide lets them in.
/// A's position is the origin.
typedef struct imp3i_gathered
{
    int32_t count;
    const imp3_shape* each[2][IMP3I_GATHERED];
    imp3_pose pose[2][IMP3I_GATHERED];
    uint32_t* axis[IMP3I_GATHERED];  // of imp3i_collide_known
} imp3i_gathered;

/// Puts a pair among them, of which A is at the origin.
static inline void imp3i_gather(imp3i_gathered* out, int32_t i, const imp3_shape* a, imp3_rot turn_a,
                                const imp3_shape* b, imp3_pose pose_b, uint32_t* axis)
{
    out->axis[i] = axis;
    out->each[0][i] = a;
    out->each[1][i] = b;
    out->pose[0][i].p = imp3i_vec_none();
    out->pose[0][i].q = turn_a;
    out->pose[1][i] = pose_b;
}

/// Room for their answers, and where they are.
typedef struct imp3i_gathered_room
{
    imp3_manifold manifold[IMP3I_GATHERED];
} imp3i_gathered_room;

typedef struct imp3_manifolds
{
    imp3_manifold* each;
} imp3_manifolds;

static inline imp3_manifold imp3_manifolds_get(const imp3_manifolds* manifolds, int32_t i)
{
    return manifolds->each[i];
}

/// Answers the pairs of a group; *out lies in room. Where single calls would refuse a pair it has no points.
void imp3i_answer_gathered(const imp3i_kernels* wide, int32_t group, const imp3i_gathered* pairs, float margin,
                           imp3i_gathered_room* room, imp3_manifolds* out);

#endif
