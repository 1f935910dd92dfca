// SPDX-License-Identifier: MIT
//
// Batches inside: what is done in lanes, for one width. batch2.c brings every kind of set into the same form, columns
// of floats, and takes care of the rest.

#ifndef IMP2I_BATCH_KERNELS_H
#define IMP2I_BATCH_KERNELS_H

#include "../base/cpu.h"
#include "../math/tolerance.h"
#include "impinge/batch2.h"
#include "pair2.h"
#include "quick2.h"

#include <stddef.h>

/// What the elements of a set may have. Where a column is null, all have the same: they are not turned, their middle is
/// at their origin, they have no radius.
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
    IMP2I_FLAT_KINDS,  // all is in columns
    IMP2I_SHAPES = IMP2I_FLAT_KINDS,
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
    const void* const* each;  // for kernels of shapes: that of each pair
} imp2i_set;

enum
{
    IMP2I_RUN = 256  // pairs that are answered together; a multiple of every width
};

typedef struct imp2i_batch
{
    imp2i_set a, b;
    int32_t count;  // pairs
    float margin;
    bool plain;      // every element is IMP2I_PLAIN
    bool exchanged;  // a is B and b is A: answers are to be told the other way round
    imp2_manifolds out;
    imp2_hits hits;  // of rays, which are b
} imp2i_batch;

/// The element of a set that pair i has.
static inline int32_t imp2i_element_of_pair(const imp2i_set* s, int32_t i)
{
    return s->index ? s->index[i] : i;
}

static inline float imp2i_number_of_element(const imp2i_set* s, int32_t column, int32_t e, float otherwise)
{
    return s->column[column] ? s->column[column][e] : otherwise;
}

static inline imp2_pose imp2i_pose_of_element(const imp2i_set* s, int32_t e)
{
    const imp2_pose r = {
        {imp2i_number_of_element(s, IMP2I_COLUMN_X, e, 0.0f), imp2i_number_of_element(s, IMP2I_COLUMN_Y, e, 0.0f)},
        {imp2i_number_of_element(s, IMP2I_COLUMN_C, e, 1.0f), imp2i_number_of_element(s, IMP2I_COLUMN_S, e, 0.0f)}};
    return r;
}

static inline void imp2i_put_manifold(const imp2_manifolds* out, int32_t i, const imp2_manifold* m)
{
    out->normal_x[i] = m->normal.x;
    out->normal_y[i] = m->normal.y;
    out->depth[i] = m->depth;
    out->count[i] = m->count;
    for (int k = 0; k < 2; ++k)
    {
        out->points[k].x[i] = m->points[k].point.x;
        out->points[k].y[i] = m->points[k].point.y;
        out->points[k].depth[i] = m->points[k].depth;
        out->points[k].id[i] = m->points[k].id;
    }
}

static inline imp2_vec imp2i_motion_of_element(const imp2i_set* s, int32_t e)
{
    const imp2_vec r = {s->column[IMP2I_COLUMN_MOTION_X][e], s->column[IMP2I_COLUMN_MOTION_Y][e]};
    return r;
}

static inline void imp2i_put_hit(const imp2_hits* out, int32_t i, const imp2_hit* h)
{
    out->kind[i] = h->kind;
    out->time[i] = h->time;
    out->normal_x[i] = h->normal.x;
    out->normal_y[i] = h->normal.y;
    out->point_x[i] = h->point.x;
    out->point_y[i] = h->point.y;
    out->depth[i] = h->depth;
}

enum
{
    IMP2I_BAD,       // there may be a fault
    IMP2I_ACCEPTED,  // there is none
    IMP2I_PLAIN      // nor what the shortcuts refuse: an odd rotation, a box without area, a tiny motion
};

/// Writes the answers of the pairs from first to end - 1, a multiple of width. What single calls must answer, because
/// floats cannot tell, is listed in doubtful (the numbers of the pairs, in order) and written in any way. Returns how
/// many.
typedef int32_t imp2i_kernel(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful);

typedef struct imp2i_kernels
{
    int32_t width;

    /// Looks through a set; the worst that there is.
    int (*check)(const imp2i_set* set, int32_t first, int32_t end);

    // Manifolds, and hits of rays, by the kind of set.
    imp2i_kernel* collide[IMP2I_FLAT_KINDS];
    imp2i_kernel* ray[IMP2I_FLAT_KINDS];

    // The same for shapes, of which all are of one kind: see batch_shapes2.c.
    imp2i_kernel* collide_polygons;         // small ones, capsules and segments
    imp2i_kernel* collide_polygon_circles;  // small ones that have area
    imp2i_kernel* collide_box_circles;      // of boxes that have area
    imp2i_kernel* collide_capsules;         // shapes of at most two vertices
    imp2i_kernel* ray_sides;                // rays at small sharp shapes of two vertices and more
} imp2i_kernels;

/// The shape of an element of IMP2I_SHAPES.
static inline const imp2_shape* imp2i_shape_of_element(const imp2i_set* s, int32_t e)
{
    return &s->shapes[s->shape ? s->shape[e] : e];
}

/// 0, 1, 2 and on: the number of each lane.
extern const int32_t imp2i_lane_numbers[16];

/// Answers the pairs from first to end - 1 of shapes with shapes or rays, at most IMP2I_RUN, but for those that it
/// lists in left. Returns how many.
int32_t imp2i_answer_shapes(const imp2i_batch* batch, const imp2i_kernels* wide, int32_t first, int32_t end,
                            int32_t* left);

/// The answer of the single call: of shape a with the pose of element e, and of b with that of f; of a ray f, b is not
/// looked at.
void imp2i_answer_singly(const imp2i_batch* batch, const imp2_shape* a, int32_t e, const imp2_shape* b, int32_t f,
                         int32_t pair);

/// Kinds of pairs of shapes, by who answers them. Those of the last ones have kernels.
enum
{
    IMP2I_GROUP_SINGLE,  // by single calls
    IMP2I_GROUP_CIRCLES,
    IMP2I_GROUP_BOXES,
    IMP2I_GROUP_QUADRANGLES,  // polygons of up to four vertices, also against capsules and segments
    IMP2I_GROUP_POLYGONS,
    IMP2I_GROUP_BOX_CIRCLES,
    IMP2I_GROUP_POLYGON_CIRCLES,
    IMP2I_GROUP_CIRCLE_POLYGONS,  // or boxes: the single call makes no difference when the circle is A
    IMP2I_GROUP_CAPSULES,         // and segments, or one of them and a circle
    IMP2I_GROUP_COUNT
};

/// The group of a pair of shapes.
int32_t imp2i_group_of(const imp2_shape* a, const imp2_shape* b);

enum
{
    IMP2I_GATHERED = 128  // a multiple of every width
};

/// Pairs of one group that someone has gathered who knows them to be sound: shapes, poses as imp2_collide lets them in.
/// A's position is the origin.
typedef struct imp2i_gathered
{
    int32_t count;
    const void* each[2][IMP2I_GATHERED];
    float number[2][4][IMP2I_GATHERED];  // by column, from IMP2I_COLUMN_X to IMP2I_COLUMN_S; of A without its position
} imp2i_gathered;

/// Puts a pair among them, of which A is at the origin. The axis is that of space, and not used.
static inline void imp2i_gather(imp2i_gathered* out, int32_t i, const imp2_shape* a, imp2_rot turn_a,
                                const imp2_shape* b, imp2_pose pose_b, uint32_t* axis)
{
    (void)axis;
    out->each[0][i] = a;
    out->each[1][i] = b;
    out->number[0][IMP2I_COLUMN_C][i] = turn_a.c;
    out->number[0][IMP2I_COLUMN_S][i] = turn_a.s;
    out->number[1][IMP2I_COLUMN_X][i] = pose_b.p.x;
    out->number[1][IMP2I_COLUMN_Y][i] = pose_b.p.y;
    out->number[1][IMP2I_COLUMN_C][i] = pose_b.q.c;
    out->number[1][IMP2I_COLUMN_S][i] = pose_b.q.s;
}

/// Room for their answers.
typedef struct imp2i_gathered_room
{
    float number[9][IMP2I_GATHERED];
    int32_t count[IMP2I_GATHERED];
    uint32_t id[2][IMP2I_GATHERED];
} imp2i_gathered_room;

/// Answers the pairs of a group; *out lies in room. What is behind the last pair is filled up.
void imp2i_answer_gathered(const imp2i_kernels* wide, int32_t group, imp2i_gathered* pairs, float margin,
                           imp2i_gathered_room* room, imp2_manifolds* out);

imp2i_kernels imp2i_kernels_of(int level);
void imp2i_kernels_scalar(imp2i_kernels* out);
void imp2i_kernels_four(imp2i_kernels* out);
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
