// SPDX-License-Identifier: MIT
//
// Many pairs in space in one call. The answers are those of the single calls in narrow3.h bit for bit, ids included, on
// every machine.
//
// A batch takes two sets of things and a number of pairs. Pair i is made of element i of both, or of the elements that
// index arrays name, as a broad phase hands them out. Kinds of shapes may be mixed. Most pairs that a broad phase finds
// do not touch: those are told from the rest many at a time, in lanes, and the rest is answered one by one.
//
// Common returns of all calls: IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_RANGE, IMP_ERR_SHAPE, IMP_ERR_NAN,
// IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION. IMP_ERR_COUNT is a count below 0, or a set without index that has fewer elements
// than there are pairs; IMP_ERR_RANGE is an index outside its set, or a shape outside its array. A fault among the
// elements is that of the first pair that has one, A's before B's, and bad (which may be null) is then told which pair;
// after other faults it is -1. Apart from that a failed call has written nothing. Only elements that belong to a pair are
// read. What is written must not overlap what is read.

#ifndef IMPINGE_BATCH3_H
#define IMPINGE_BATCH3_H

#include "narrow3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Placed shapes of any kind, which may share shapes. Element i is shapes[shape[i]] at poses[i].
typedef struct imp3_shapes
{
    int32_t count;  ///< elements in poses and shape
    const imp3_pose* poses;
    int32_t shape_count;
    const imp3_shape* shapes;
    const int32_t* shape;  ///< null: element i is shapes[i]
    const int32_t* index;  ///< pair i has element index[i]; null: element i
} imp3_shapes;

/// Rays. Element i starts at origins[i] and goes along motions[i], in the world.
typedef struct imp3_rays
{
    int32_t count;  ///< elements in each array but index
    const imp3_vec* origins;
    const imp3_vec* motions;
    const int32_t* index;  ///< pair i has element index[i]; null: element i
} imp3_rays;

/// Contacts of many pairs of shapes: imp3_collide for each.
///
/// count     of pairs; 0 or more
/// margin    as for imp3_collide, for all pairs [m]
/// out       room for count manifolds
/// returns   also IMP_ERR_NEGATIVE
/// exact     as imp3_collide
/// cost      O(n)
IMP_API imp_status imp3_batch_shapes(const imp3_shapes* a, const imp3_shapes* b, int32_t count, float margin,
                                     imp3_manifold* out, int32_t* bad);

/// The first hits of many rays, each with a shape: imp3_ray for each pair.
///
/// count     of pairs; 0 or more
/// out       room for count hits
/// exact     as imp3_ray
/// cost      O(n)
IMP_API imp_status imp3_batch_ray_shapes(const imp3_shapes* targets, const imp3_rays* rays, int32_t count,
                                         imp3_hit* out, int32_t* bad);

#ifdef __cplusplus
}
#endif

#endif
