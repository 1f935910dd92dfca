// SPDX-License-Identifier: MIT
//
// Batches inside: what is done in lanes, for one width. batch2.c brings every kind of set into the same form, columns
// of floats, and takes care of the rest.

#ifndef IMP2I_BATCH_KERNELS_H
#define IMP2I_BATCH_KERNELS_H

#include "../base/cpu.h"
#include "../math/tolerance.h"
#include "impinge/batch2.h"
#include "quick2.h"

/// What the elements of a set may have. Where a column is null, all have the same: they are not turned, their middle is at
/// their origin, they have no radius.
enum
{
    IMP2I_COLUMN_X,
    IMP2I_COLUMN_Y,
    IMP2I_COLUMN_C,
    IMP2I_COLUMN_S,
    IMP2I_COLUMN_LOWER_X,
    IMP2I_COLUMN_LOWER_Y,
    IMP2I_COLUMN_UPPER_X,
    IMP2I_COLUMN_UPPER_Y,
    IMP2I_COLUMN_CENTER_X,
    IMP2I_COLUMN_CENTER_Y,
    IMP2I_COLUMN_RADIUS,
    IMP2I_COLUMN_MOTION_X,  // from here on there is no least magnitude
    IMP2I_COLUMN_MOTION_Y,
    IMP2I_COLUMN_COUNT
};

enum
{
    IMP2I_BOXES,
    IMP2I_CIRCLES,
    IMP2I_KINDS,  // that have kernels of their own
    IMP2I_SHAPES = IMP2I_KINDS,
    IMP2I_RAYS
};

/// One set of things, of any kind, as columns.
typedef struct imp2i_set
{
    int32_t kind;
    const float* column[IMP2I_COLUMN_COUNT];
    const int32_t* index;
    int32_t count;
    int32_t shape_count;  // of IMP2I_SHAPES, as the next two are
    const imp2_shape* shapes;
    const int32_t* shape;
} imp2i_set;

typedef struct imp2i_batch
{
    imp2i_set a, b;
    int32_t count;  // pairs
    float margin;
    bool plain;  // every element is IMP2I_PLAIN
    imp2_manifolds out;
    imp2_hits hits;  // of rays, which are b
} imp2i_batch;

enum
{
    IMP2I_BAD,       // there may be a fault
    IMP2I_ACCEPTED,  // there is none
    IMP2I_PLAIN      // nor what the shortcuts refuse: an odd rotation, a box without area, a tiny motion
};

/// Kernels work on the pairs from first to end - 1, a multiple of width.
typedef struct imp2i_kernels
{
    int32_t width;

    /// Looks through a set; the worst that there is.
    int (*check)(const imp2i_set* set, int32_t first, int32_t end);

    /// Writes manifolds, by the kind of set. What single calls must answer, because floats cannot tell, is listed in doubtful (the numbers
    /// of the pairs, in order) and written in any way. Returns how many.
    int32_t (*collide[IMP2I_KINDS])(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful);

    /// The same for rays, by what they are cast at: writes hits.
    int32_t (*ray[IMP2I_KINDS])(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful);
} imp2i_kernels;

void imp2i_kernels_scalar(imp2i_kernels* out);
void imp2i_kernels_sse2(imp2i_kernels* out);
void imp2i_kernels_avx2(imp2i_kernels* out);
void imp2i_kernels_avx512(imp2i_kernels* out);

/// The public calls with the level said, which the processor must have.
imp_status imp2i_batch_boxes(int level, const imp2_boxes* a, const imp2_boxes* b, int32_t count, float margin,
                             const imp2_manifolds* out, int32_t* bad);
imp_status imp2i_batch_circles(int level, const imp2_circles* a, const imp2_circles* b, int32_t count, float margin,
                               const imp2_manifolds* out, int32_t* bad);
imp_status imp2i_batch_shapes(int level, const imp2_shapes* a, const imp2_shapes* b, int32_t count, float margin,
                              const imp2_manifolds* out, int32_t* bad);
imp_status imp2i_batch_ray_shapes(int level, const imp2_shapes* targets, const imp2_rays* rays, int32_t count,
                                  const imp2_hits* out, int32_t* bad);
imp_status imp2i_batch_ray_boxes(int level, const imp2_boxes* targets, const imp2_rays* rays, int32_t count,
                                 const imp2_hits* out, int32_t* bad);
imp_status imp2i_batch_ray_circles(int level, const imp2_circles* targets, const imp2_rays* rays, int32_t count,
                                   const imp2_hits* out, int32_t* bad);

#endif
