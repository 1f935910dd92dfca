// SPDX-License-Identifier: MIT
//
// Many pairs in one call: arrays in, arrays out. The answers are those of the single calls in narrow2.h bit for bit,
// ids included, on every machine; the widest lanes that the processor has are chosen at run time.
//
// Everything lies in one array per number (a structure of arrays), because that is what lanes read and write at once. A
// batch takes two sets of things and a number of pairs. Pair i is made of element i of both, or of the elements that
// index arrays name, as a broad phase hands them out. Blocks of some thousand pairs are best: a call looks through all
// that it is given before it answers, and should find it in the cache again. Of a set without index that has more
// elements than there are pairs, those that follow are fetched ahead for the next call.
//
// Common returns of all calls: IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT, IMP_ERR_RANGE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
// IMP_ERR_ROTATION. IMP_ERR_COUNT is a count below 0, or a set without index that has fewer elements than there are
// pairs; IMP_ERR_RANGE is an index outside its set, or a shape outside its array. A fault among the elements is that of
// the first pair that has one, A's before B's, and bad (which may be null) is then told which pair; after other faults
// it is -1. Apart from that a failed call has written nothing. Only elements that belong to a pair are read. What is
// written must not overlap what is read.

#ifndef IMPINGE_BATCH2_H
#define IMPINGE_BATCH2_H

#include "narrow2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Placed boxes. Element i is the box from (lower_x, lower_y) to (upper_x, upper_y) in its own frame, at the pose
/// (x, y), (c, s): what imp2_box_make and imp2_pose are for one.
typedef struct imp2_boxes
{
    int32_t count;  ///< elements in each array but index
    const float* x;
    const float* y;
    const float* c;  ///< c and s may both be null: no box is turned
    const float* s;
    const float* lower_x;  ///< both lower may be null: boxes from -upper to upper
    const float* lower_y;
    const float* upper_x;
    const float* upper_y;
    const int32_t* index;  ///< pair i has element index[i]; null: element i
} imp2_boxes;

/// Placed circles. Element i has its centre at (center_x, center_y) in its own frame, at the pose (x, y), (c, s).
typedef struct imp2_circles
{
    int32_t count;  ///< elements in each array but index
    const float* x;
    const float* y;
    const float* c;  ///< c and s may both be null: no frame is turned
    const float* s;
    const float* center_x;  ///< both may be null: centres at the origins of their frames
    const float* center_y;
    const float* radius;
    const int32_t* index;  ///< pair i has element index[i]; null: element i
} imp2_circles;

/// Placed shapes of any kind, which may share shapes. Element i is shapes[shape[i]] at the pose (x, y), (c, s).
typedef struct imp2_shapes
{
    int32_t count;  ///< elements in x, y, c, s and shape
    const float* x;
    const float* y;
    const float* c;  ///< c and s may both be null: nothing is turned
    const float* s;
    int32_t shape_count;
    const imp2_shape* shapes;
    const int32_t* shape;  ///< null: element i is shapes[i]
    const int32_t* index;  ///< pair i has element index[i]; null: element i
} imp2_shapes;

/// Rays. Element i starts at (x, y) and goes along (motion_x, motion_y), all in the world.
typedef struct imp2_rays
{
    int32_t count;  ///< elements in each array but index
    const float* x;
    const float* y;
    const float* motion_x;
    const float* motion_y;
    const int32_t* index;  ///< pair i has element index[i]; null: element i
} imp2_rays;

/// Contact points of a batch: element i is one point of the manifold of pair i.
typedef struct imp2_contacts
{
    float* x;
    float* y;
    float* depth;
    uint32_t* id;
} imp2_contacts;

/// The manifolds of a batch: element i is what imp2_collide gives for pair i.
typedef struct imp2_manifolds
{
    float* normal_x;
    float* normal_y;
    float* depth;
    int32_t* count;
    imp2_contacts points[2];
} imp2_manifolds;

/// One manifold out of the arrays, for those who take single ones.
static inline imp2_manifold imp2_manifolds_get(const imp2_manifolds* m, int32_t i)
{
    const imp2_contacts *p = &m->points[0], *q = &m->points[1];
    imp2_manifold r = {{m->normal_x[i], m->normal_y[i]},
                       m->depth[i],
                       m->count[i],
                       {{{p->x[i], p->y[i]}, p->depth[i], p->id[i]}, {{q->x[i], q->y[i]}, q->depth[i], q->id[i]}}};
    return r;
}

/// The hits of a batch: element i is what imp2_ray gives for pair i.
typedef struct imp2_hits
{
    int32_t* kind;
    float* time;
    float* normal_x;
    float* normal_y;
    float* point_x;
    float* point_y;
    float* depth;
} imp2_hits;

/// One hit out of the arrays.
static inline imp2_hit imp2_hits_get(const imp2_hits* h, int32_t i)
{
    imp2_hit r = {
        h->kind[i], h->time[i], {h->normal_x[i], h->normal_y[i]}, {h->point_x[i], h->point_y[i]}, h->depth[i]};
    return r;
}

/// Contacts of many pairs of boxes: imp2_collide for each.
///
/// count     of pairs; 0 or more
/// margin    as for imp2_collide, for all pairs [m]
/// out       room for count elements in each array
/// returns   also IMP_ERR_NEGATIVE, IMP_ERR_ORDER
/// exact     as imp2_collide
/// cost      O(n)
/// source    separating axes, one pair per lane; pairs that floats cannot decide go through imp2_collide
IMP_API imp_status imp2_batch_boxes(const imp2_boxes* a, const imp2_boxes* b, int32_t count, float margin,
                                    const imp2_manifolds* out, int32_t* bad);

/// Contacts of many pairs of circles: imp2_collide for each.
///
/// count     of pairs; 0 or more
/// margin    as for imp2_collide, for all pairs [m]
/// out       room for count elements in each array
/// returns   also IMP_ERR_NEGATIVE
/// exact     as imp2_collide
/// cost      O(n)
/// source    one pair per lane; pairs that floats cannot decide go through imp2_collide
IMP_API imp_status imp2_batch_circles(const imp2_circles* a, const imp2_circles* b, int32_t count, float margin,
                                      const imp2_manifolds* out, int32_t* bad);

/// Contacts of many pairs of shapes: imp2_collide for each. For polygons and mixtures; boxes and circles alone have
/// calls of their own above, which are faster.
///
/// count     of pairs; 0 or more
/// margin    as for imp2_collide, for all pairs [m]
/// out       room for count elements in each array
/// returns   also IMP_ERR_NEGATIVE, IMP_ERR_SHAPE
/// exact     as imp2_collide
/// cost      O(n); pairs of shapes of up to 8 vertices in lanes, others one by one
/// source    separating axes, one pair per lane; pairs that floats cannot decide go through imp2_collide
IMP_API imp_status imp2_batch_shapes(const imp2_shapes* a, const imp2_shapes* b, int32_t count, float margin,
                                     const imp2_manifolds* out, int32_t* bad);

/// The first hits of many rays, each with a box: imp2_ray for each pair.
///
/// count     of pairs; 0 or more
/// out       room for count elements in each array
/// returns   also IMP_ERR_ORDER
/// exact     as imp2_ray
/// cost      O(n)
/// source    one pair per lane; pairs that floats cannot decide go through imp2_ray
IMP_API imp_status imp2_batch_ray_boxes(const imp2_boxes* targets, const imp2_rays* rays, int32_t count,
                                        const imp2_hits* out, int32_t* bad);

/// The first hits of many rays, each with a circle: imp2_ray for each pair.
///
/// count     of pairs; 0 or more
/// out       room for count elements in each array
/// returns   also IMP_ERR_NEGATIVE
/// exact     as imp2_ray
/// cost      O(n)
/// source    one pair per lane; pairs that floats cannot decide go through imp2_ray
IMP_API imp_status imp2_batch_ray_circles(const imp2_circles* targets, const imp2_rays* rays, int32_t count,
                                          const imp2_hits* out, int32_t* bad);

/// The first hits of many rays, each with a shape: imp2_ray for each pair.
///
/// count     of pairs; 0 or more
/// out       room for count elements in each array
/// returns   also IMP_ERR_SHAPE
/// exact     as imp2_ray
/// cost      O(n); rays at circles and at sharp shapes of up to 8 vertices in lanes, others one by one
/// source    one pair per lane; pairs that floats cannot decide go through imp2_ray
IMP_API imp_status imp2_batch_ray_shapes(const imp2_shapes* targets, const imp2_rays* rays, int32_t count,
                                         const imp2_hits* out, int32_t* bad);

#ifdef __cplusplus
}
#endif

#endif
