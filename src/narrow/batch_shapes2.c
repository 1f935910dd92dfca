// SPDX-License-Identifier: MIT
//
// Batches of shapes of any kind: sorted into groups of one kind of pair each, and every group is a batch of its own, in
// columns, for a kernel.
//
//     256 pairs --> groups, by the kinds of both --> 64 pairs of one group, in columns --> kernel --> back to their places
//
// Within a group pairs stay in their order. What has no kernel is doubtful at once, so that single calls answer it. The
// last vector of a group is filled up with its last pair. Where the pairs of a group follow each other, as in batches of
// one kind, nothing is copied.

#include "batch_kernels2.h"

#include <string.h>

enum
{
    PORTION = 64,    // pairs; a multiple of every width
    WORTHWHILE = 4,  // so small a part of a vector is answered faster by single calls
    POSE_COLUMNS = IMP2I_COLUMN_S + 1
};

/// What is answered together.
enum
{
    GROUP_SINGLE,  // by single calls
    GROUP_CIRCLES,
    GROUP_BOXES,
    GROUP_QUADRANGLES,  // polygons of up to four vertices
    GROUP_POLYGONS,
    GROUP_COUNT
};

const int32_t imp2i_lane_numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// Pairs in the order in which they came, and by groups.
typedef struct sorted_run
{
    int32_t first;
    const void* each[2][IMP2I_RUN];  // shapes
    int32_t pair[GROUP_COUNT][IMP2I_RUN];
    int32_t count[GROUP_COUNT];
} sorted_run;

/// Some pairs of one group, as a batch.
typedef struct portion
{
    int32_t count, filled;  // pairs; the same, filled up to whole vectors
    const int32_t* pair;    // their numbers
    bool follow;            // they follow each other, and fill vectors
    imp2i_batch batch;
    float column[2][IMP2I_COLUMN_COUNT][PORTION];
    const void* each[2][PORTION];
    float number[9][PORTION];  // of manifolds: normal, depth, the same of each point
    int32_t points[PORTION];
    uint32_t id[2][PORTION];
} portion;

// Kinds of shapes, as far as it matters who answers them.
enum
{
    CLASS_OTHER,
    CLASS_CIRCLE,
    CLASS_BOX,
    CLASS_QUADRANGLE,  // or a triangle
    CLASS_POLYGON,
    CLASS_COUNT
};

/// By kind and count; a table, because in a mixture no branch would be foreseen.
static int32_t class_of(const imp2_shape* s)
{
    enum
    {
        FOUR = CLASS_QUADRANGLE,
        MORE = CLASS_POLYGON
    };
    static const uint8_t classes[IMP2_SHAPE_POLYGON + 1][IMP2_SMALL_COUNT + 1] = {
        {0},
        {0, CLASS_CIRCLE},
        {0},  // segments
        {0},  // capsules
        {0, 0, 0, 0, CLASS_BOX},
        {0, 0, 0, FOUR, FOUR},  // boxes that are turned in their frames
        {0, 0, 0, FOUR, FOUR, MORE, MORE, MORE, MORE},
    };
    return classes[s->kind][s->count <= IMP2_SMALL_COUNT ? s->count : 0];
}

static int32_t group_of(const imp2_shape* a, const imp2_shape* b)
{
    static const uint8_t groups[CLASS_COUNT][CLASS_COUNT] = {
        {0, 0, 0, 0, 0},
        {0, GROUP_CIRCLES, 0, 0, 0},
        {0, 0, GROUP_BOXES, GROUP_QUADRANGLES, GROUP_POLYGONS},
        {0, 0, GROUP_QUADRANGLES, GROUP_QUADRANGLES, GROUP_POLYGONS},
        {0, 0, GROUP_POLYGONS, GROUP_POLYGONS, GROUP_POLYGONS},
    };
    return groups[class_of(a)][class_of(b)];
}

static imp2i_kernel* kernel_of(const imp2i_kernels* wide, int32_t group)
{
    switch (group)
    {
    case GROUP_BOXES: return wide->collide[IMP2I_BOXES];
    case GROUP_CIRCLES: return wide->collide[IMP2I_CIRCLES];
    case GROUP_QUADRANGLES:
    case GROUP_POLYGONS: return wide->collide_polygons;
    default: return NULL;
    }
}

/// The pairs' poses in columns, and their shapes.
static void take_pairs(portion* p, const sorted_run* run, int32_t side, const imp2i_set* from)
{
    imp2i_set* to = side ? &p->batch.b : &p->batch.a;
    memset(to, 0, sizeof *to);
    to->count = p->filled;
    to->each = p->follow ? &run->each[side][p->pair[0] - run->first] : p->each[side];
    int32_t element[PORTION];
    for (int32_t k = 0; !(p->follow && !from->index) && k < p->filled; ++k)
    {
        int32_t pair = p->pair[k < p->count ? k : p->count - 1];
        element[k] = imp2i_element_of_pair(from, pair);
        p->each[side][k] = run->each[side][pair - run->first];
    }
    for (int32_t c = 0; c < POSE_COLUMNS; ++c)
    {
        const float* column = from->column[c];
        to->column[c] = !column ? NULL : p->follow && !from->index ? column + p->pair[0] : p->column[side][c];
        for (int32_t k = 0; to->column[c] == p->column[side][c] && k < p->filled; ++k)
        {
            p->column[side][c][k] = column[element[k]];
        }
    }
}

/// What the kernels of boxes and circles want to know of shapes.
static void take_numbers(portion* p, int32_t side, bool boxes)
{
    imp2i_set* to = side ? &p->batch.b : &p->batch.a;
    float(*column)[PORTION] = p->column[side];
    for (int32_t k = 0; k < p->filled; ++k)
    {
        const imp2_shape* s = (const imp2_shape*)to->each[k];
        column[IMP2I_COLUMN_LOWER_X][k] = column[IMP2I_COLUMN_CENTER_X][k] = s->x[0];
        column[IMP2I_COLUMN_LOWER_Y][k] = column[IMP2I_COLUMN_CENTER_Y][k] = s->y[0];
        column[IMP2I_COLUMN_UPPER_X][k] = s->x[2];
        column[IMP2I_COLUMN_UPPER_Y][k] = s->y[2];
        column[IMP2I_COLUMN_RADIUS][k] = s->radius;
    }
    int32_t first = boxes ? IMP2I_COLUMN_LOWER_X : IMP2I_COLUMN_CENTER_X;
    int32_t last = boxes ? IMP2I_COLUMN_UPPER_Y : IMP2I_COLUMN_RADIUS;
    for (int32_t c = first; c <= last; ++c)
    {
        to->column[c] = column[c];
    }
}

static imp2_manifolds manifolds_from(const imp2_manifolds* m, int32_t first)
{
    imp2_manifolds r = {m->normal_x + first, m->normal_y + first, m->depth + first, m->count + first, {{0}}};
    for (int k = 0; k < 2; ++k)
    {
        const imp2_contacts* p = &m->points[k];
        const imp2_contacts at = {p->x + first, p->y + first, p->depth + first, p->id + first};
        r.points[k] = at;
    }
    return r;
}

static imp2_manifolds manifolds_in(portion* p)
{
    imp2_manifolds r = {p->number[0], p->number[1], p->number[2], p->points, {{0}}};
    for (int k = 0; k < 2; ++k)
    {
        const imp2_contacts at = {p->number[3 * k + 3], p->number[3 * k + 4], p->number[3 * k + 5], p->id[k]};
        r.points[k] = at;
    }
    return r;
}

static void put_back(const portion* p, const imp2_manifolds* out)
{
    const imp2_manifolds* from = &p->batch.out;
    for (int32_t k = 0; k < p->count; ++k)
    {
        int32_t i = p->pair[k];
        out->normal_x[i] = from->normal_x[k];
        out->normal_y[i] = from->normal_y[k];
        out->depth[i] = from->depth[k];
        out->count[i] = from->count[k];
        for (int j = 0; j < 2; ++j)
        {
            out->points[j].x[i] = from->points[j].x[k];
            out->points[j].y[i] = from->points[j].y[k];
            out->points[j].depth[i] = from->points[j].depth[k];
            out->points[j].id[i] = from->points[j].id[k];
        }
    }
}

/// What lanes could not tell.
static void collide_doubtful(const portion* p, int32_t k)
{
    imp2_pose pose_a = imp2i_pose_of_element(&p->batch.a, k), pose_b = imp2i_pose_of_element(&p->batch.b, k);
    const imp2_shape *a = (const imp2_shape*)p->batch.a.each[k], *b = (const imp2_shape*)p->batch.b.each[k];
    imp2_manifold m;
    if (!imp2_collide(a, &pose_a, b, &pose_b, p->batch.margin, &m))
    {
        imp2i_put_manifold(&p->batch.out, k, &m);
    }
}

/// Answers up to PORTION pairs of a group.
static void collide_portion(const imp2i_batch* batch, const sorted_run* run, const imp2i_kernels* wide, int32_t group,
                            const int32_t* pair, int32_t count)
{
    portion p;
    int32_t doubtful[PORTION], width = wide->width;
    p.count = count;
    p.filled = (count + width - 1) / width * width;
    p.pair = pair;
    p.follow = p.filled == count && pair[count - 1] - pair[0] == count - 1;
    p.batch.count = p.filled;
    p.batch.margin = batch->margin;
    p.batch.plain = batch->plain;
    p.batch.out = p.follow ? manifolds_from(&batch->out, pair[0]) : manifolds_in(&p);
    for (int32_t side = 0; side < 2; ++side)
    {
        take_pairs(&p, run, side, side ? &batch->b : &batch->a);
        if (group == GROUP_BOXES || group == GROUP_CIRCLES)
        {
            take_numbers(&p, side, group == GROUP_BOXES);
        }
    }
    int32_t n = kernel_of(wide, group)(&p.batch, 0, p.filled, doubtful);
    for (int32_t k = 0; k < n && doubtful[k] < count; ++k)
    {
        collide_doubtful(&p, doubtful[k]);
    }
    if (!p.follow)
    {
        put_back(&p, &batch->out);
    }
}

static void sort_run(const imp2i_batch* batch, int32_t first, int32_t end, sorted_run* out)
{
    out->first = first;
    memset(out->count, 0, sizeof out->count);
    for (int32_t side = 0; side < 2; ++side)
    {
        const imp2i_set* set = side ? &batch->b : &batch->a;
        for (int32_t i = first; i < end; ++i)
        {
            int32_t e = imp2i_element_of_pair(set, i);
            out->each[side][i - first] = &set->shapes[set->shape ? set->shape[e] : e];
        }
    }
    for (int32_t i = first; i < end; ++i)
    {
        int32_t group =
            group_of((const imp2_shape*)out->each[0][i - first], (const imp2_shape*)out->each[1][i - first]);
        out->pair[group][out->count[group]++] = i;
    }
}

int32_t imp2i_collide_shapes(const imp2i_batch* batch, const imp2i_kernels* wide, int32_t first, int32_t end,
                             int32_t* left)
{
    sorted_run run;
    int32_t listed = 0, width = wide->width;
    sort_run(batch, first, end, &run);
    for (int32_t group = 0; group < GROUP_COUNT; ++group)
    {
        int32_t all = run.count[group], rest = all % width, k = 0;
        int32_t answered = !kernel_of(wide, group) ? 0 : WORTHWHILE * rest <= width ? all - rest : all;
        for (; k < answered; k += PORTION)
        {
            int32_t count = answered - k < PORTION ? answered - k : PORTION;
            collide_portion(batch, &run, wide, group, &run.pair[group][k], count);
        }
        for (k = answered; k < all; ++k)
        {
            left[listed++] = run.pair[group][k];
        }
    }
    return listed;
}
