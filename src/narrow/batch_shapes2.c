// SPDX-License-Identifier: MIT
//
// Batches of shapes of any kind: sorted into groups of one kind of pair each, and every group is a batch of its own, in
// columns, for a kernel.
//
//     256 pairs --> groups, by the kinds of both --> 128 pairs of one group, in columns --> kernel --> back to their places
//
// Within a group pairs stay in their order. What has no kernel is left to single calls, and without lanes everything
// is. The last vector of a group is filled up with its last pair. Where the pairs of a group follow each other, as in
// batches of one kind, nothing is copied.

#include "batch_kernels2.h"

#include <string.h>

enum
{
    PORTION = IMP2I_GATHERED,  // pairs
    WORTHWHILE = 4             // so small a part of a vector is answered faster by single calls
};

const int32_t imp2i_lane_numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// Pairs in the order in which they came, and by groups.
typedef struct sorted_run
{
    int32_t first;
    const void* each[2][IMP2I_RUN];  // shapes
    int32_t pair[IMP2I_GROUP_COUNT][IMP2I_RUN];
    int32_t count[IMP2I_GROUP_COUNT];
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
    float number[9][PORTION];  // of answers
    int32_t word[PORTION];
    uint32_t id[2][PORTION];
} portion;

// Kinds of shapes, as far as it matters who answers them.
enum
{
    CLASS_OTHER,
    CLASS_CIRCLE,
    CLASS_FLAT,  // a capsule or a segment
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
        FLAT = CLASS_FLAT,
        FOUR = CLASS_QUADRANGLE,
        MORE = CLASS_POLYGON
    };
    static const uint8_t classes[IMP2_SHAPE_POLYGON + 1][IMP2_SMALL_COUNT + 1] = {
        {0},
        {0, CLASS_CIRCLE},
        {0, 0, FLAT},             // segments
        {0, CLASS_CIRCLE, FLAT},  // capsules
        {0, 0, FLAT, 0, CLASS_BOX},
        {0, 0, FLAT, FOUR, FOUR},  // boxes that are turned in their frames
        {0, CLASS_CIRCLE, FLAT, FOUR, FOUR, MORE, MORE, MORE, MORE},
    };
    return classes[s->kind][s->count <= IMP2_SMALL_COUNT ? s->count : 0];
}

int32_t imp2i_group_of(const imp2_shape* a, const imp2_shape* b)
{
    enum
    {
        ROUND = IMP2I_GROUP_CIRCLE_POLYGONS,
        FEW = IMP2I_GROUP_QUADRANGLES,
        MANY = IMP2I_GROUP_POLYGONS
    };
    static const uint8_t groups[CLASS_COUNT][CLASS_COUNT] = {
        {0, 0, 0, 0, 0, 0},
        {0, IMP2I_GROUP_CIRCLES, IMP2I_GROUP_CAPSULES, ROUND, ROUND, ROUND},
        {0, IMP2I_GROUP_CAPSULES, IMP2I_GROUP_CAPSULES, FEW, FEW, MANY},
        {0, IMP2I_GROUP_BOX_CIRCLES, FEW, IMP2I_GROUP_BOXES, FEW, MANY},
        {0, IMP2I_GROUP_POLYGON_CIRCLES, FEW, FEW, FEW, MANY},
        {0, IMP2I_GROUP_POLYGON_CIRCLES, MANY, MANY, MANY, MANY},
    };
    return groups[class_of(a)][class_of(b)];
}

/// The same of a ray.
static int32_t group_of_target(const imp2_shape* s)
{
    bool sharp = s->radius == 0.0f && s->count <= IMP2_SMALL_COUNT;
    return s->count == 1   ? IMP2I_GROUP_CIRCLES
           : !sharp        ? IMP2I_GROUP_SINGLE
           : s->count <= 4 ? IMP2I_GROUP_QUADRANGLES
                           : IMP2I_GROUP_POLYGONS;
}

static imp2i_kernel* kernel_of(const imp2i_kernels* wide, int32_t group, bool rays)
{
    switch (group)
    {
    case IMP2I_GROUP_CIRCLES: return (rays ? wide->ray : wide->collide)[IMP2I_CIRCLES];
    case IMP2I_GROUP_BOXES: return wide->collide[IMP2I_BOXES];
    case IMP2I_GROUP_QUADRANGLES:
    case IMP2I_GROUP_POLYGONS: return rays ? wide->ray_sides : wide->collide_polygons;
    case IMP2I_GROUP_BOX_CIRCLES: return wide->collide_box_circles;
    case IMP2I_GROUP_POLYGON_CIRCLES:
    case IMP2I_GROUP_CIRCLE_POLYGONS: return wide->collide_polygon_circles;
    case IMP2I_GROUP_CAPSULES: return wide->collide_capsules;
    default: return NULL;
    }
}

/// The pairs' numbers in columns, and their shapes; rays have none.
static void take_pairs(portion* p, const sorted_run* run, int32_t side, const imp2i_set* from, imp2i_set* to)
{
    bool straight = p->follow && !from->index, shapes = from->kind == IMP2I_SHAPES;
    int32_t element[PORTION];
    memset(to, 0, sizeof *to);
    to->kind = from->kind;
    to->count = p->filled;
    to->each = !shapes ? NULL : p->follow ? &run->each[side][p->pair[0] - run->first] : p->each[side];
    for (int32_t k = 0; !straight && k < p->filled; ++k)
    {
        int32_t pair = p->pair[k < p->count ? k : p->count - 1];
        element[k] = imp2i_element_of_pair(from, pair);
        p->each[side][k] = shapes ? run->each[side][pair - run->first] : NULL;
    }
    for (int32_t c = 0; c < IMP2I_COLUMN_COUNT; ++c)
    {
        const float* column = from->column[c];
        float* own = p->column[side][c];
        to->column[c] = !column ? NULL : straight ? column + p->pair[0] : own;
        for (int32_t k = 0; column && !straight && k < p->filled; ++k)
        {
            own[k] = column[element[k]];
        }
    }
}

/// What the kernels of boxes and circles want to know of shapes.
static void take_numbers(imp2i_set* to, bool boxes, float column[IMP2I_COLUMN_COUNT][PORTION])
{
    for (int32_t k = 0; k < to->count; ++k)
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

/// Answers go to where they belong, or where that is not one stretch, into the portion.
static void choose_room(portion* p, const imp2i_batch* batch)
{
    if (!p->follow)
    {
        float(*n)[PORTION] = p->number;
        const imp2_hits hits = {p->word, n[0], n[1], n[2], n[3], n[4], n[5]};
        const imp2_manifolds out = {
            n[0], n[1], n[2], p->word, {{n[3], n[4], n[5], p->id[0]}, {n[6], n[7], n[8], p->id[1]}}};
        p->batch.hits = hits;
        p->batch.out = out;
        return;
    }
    int32_t i = p->pair[0];
    if (batch->b.kind == IMP2I_RAYS)
    {
        const imp2_hits* h = &batch->hits;
        const imp2_hits hits = {h->kind + i,    h->time + i,    h->normal_x + i, h->normal_y + i,
                                h->point_x + i, h->point_y + i, h->depth + i};
        p->batch.hits = hits;
        return;
    }
    const imp2_manifolds* m = &batch->out;
    const imp2_contacts *s = &m->points[0], *t = &m->points[1];
    const imp2_manifolds out = {
        m->normal_x + i,
        m->normal_y + i,
        m->depth + i,
        m->count + i,
        {{s->x + i, s->y + i, s->depth + i, s->id + i}, {t->x + i, t->y + i, t->depth + i, t->id + i}}};
    p->batch.out = out;
}

static void put_back(const portion* p, const imp2i_batch* batch)
{
    for (int32_t k = 0; k < p->count; ++k)
    {
        if (batch->b.kind == IMP2I_RAYS)
        {
            imp2_hit h = imp2_hits_get(&p->batch.hits, k);
            imp2i_put_hit(&batch->hits, p->pair[k], &h);
        }
        else
        {
            imp2_manifold m = imp2_manifolds_get(&p->batch.out, k);
            imp2i_put_manifold(&batch->out, p->pair[k], &m);
        }
    }
}

/// Answers up to PORTION pairs of a group.
static void answer_portion(const imp2i_batch* batch, const sorted_run* run, const imp2i_kernels* wide, int32_t group,
                           const int32_t* pair, int32_t count)
{
    portion p;
    int32_t doubtful[PORTION], width = wide->width;
    bool rays = batch->b.kind == IMP2I_RAYS;
    p.count = count;
    p.filled = (count + width - 1) / width * width;
    p.pair = pair;
    p.follow = p.filled == count && pair[count - 1] - pair[0] == count - 1;
    p.batch.count = p.filled;
    p.batch.margin = batch->margin;
    p.batch.plain = batch->plain;
    p.batch.exchanged = group == IMP2I_GROUP_CIRCLE_POLYGONS;
    choose_room(&p, batch);
    take_pairs(&p, run, 0, &batch->a, p.batch.exchanged ? &p.batch.b : &p.batch.a);
    take_pairs(&p, run, 1, &batch->b, p.batch.exchanged ? &p.batch.a : &p.batch.b);
    for (int32_t side = 0; side < (rays ? 1 : 2) && (group == IMP2I_GROUP_BOXES || group == IMP2I_GROUP_CIRCLES);
         ++side)
    {
        take_numbers(side ? &p.batch.b : &p.batch.a, group == IMP2I_GROUP_BOXES, p.column[side]);
    }
    int32_t n = kernel_of(wide, group, rays)(&p.batch, 0, p.filled, doubtful);
    for (int32_t i = 0; i < n && doubtful[i] < count; ++i)
    {
        int32_t k = doubtful[i];
        const void *a = p.batch.a.each[k], *b = rays ? NULL : p.batch.b.each[k];
        imp2i_answer_singly(&p.batch, (const imp2_shape*)a, k, (const imp2_shape*)b, k, k);
    }
    if (!p.follow)
    {
        put_back(&p, batch);
    }
}

static void find_shapes(const imp2i_set* set, int32_t first, int32_t end, const void* each[IMP2I_RUN])
{
    for (int32_t i = first; i < end; ++i)
    {
        each[i - first] = imp2i_shape_of_element(set, imp2i_element_of_pair(set, i));
    }
}

static void sort_run(const imp2i_batch* batch, int32_t first, int32_t end, sorted_run* out)
{
    bool rays = batch->b.kind == IMP2I_RAYS;
    uint8_t groups[IMP2I_RUN];
    uint32_t there = 0;
    out->first = first;
    find_shapes(&batch->a, first, end, out->each[0]);
    if (!rays)
    {
        find_shapes(&batch->b, first, end, out->each[1]);
    }
    for (int32_t k = 0; k < end - first; ++k)
    {
        const imp2_shape* a = (const imp2_shape*)out->each[0][k];
        int32_t group = rays ? group_of_target(a) : imp2i_group_of(a, (const imp2_shape*)out->each[1][k]);
        groups[k] = (uint8_t)group;
        there |= 1u << group;
    }
    // Group by group, because counting all of them at once would wait for its own stores.
    for (int32_t group = 0; group < IMP2I_GROUP_COUNT; ++group)
    {
        int32_t count = 0, *pair = out->pair[group];
        for (int32_t k = 0; (there >> group & 1u) && k < end - first; ++k)
        {
            pair[count] = first + k;
            count += groups[k] == group;
        }
        out->count[group] = count;
    }
}

/// How many pairs of a group are answered in lanes; the others by single calls.
static int32_t count_in_lanes(const imp2i_kernels* wide, imp2i_kernel* kernel, int32_t count)
{
    int32_t rest = count % wide->width;
    return !kernel || wide->width == 1 ? 0 : WORTHWHILE * rest <= wide->width ? count - rest : count;
}

int32_t imp2i_answer_shapes(const imp2i_batch* batch, const imp2i_kernels* wide, int32_t first, int32_t end,
                            int32_t* left)
{
    sorted_run run;
    int32_t listed = 0;
    if (wide->width == 1)
    {
        for (int32_t i = first; i < end; ++i)
        {
            left[listed++] = i;
        }
        return listed;
    }
    sort_run(batch, first, end, &run);
    for (int32_t group = 0; group < IMP2I_GROUP_COUNT; ++group)
    {
        int32_t all = run.count[group], k = 0;
        int32_t answered = count_in_lanes(wide, kernel_of(wide, group, batch->b.kind == IMP2I_RAYS), all);
        for (; k < answered; k += PORTION)
        {
            int32_t count = answered - k < PORTION ? answered - k : PORTION;
            answer_portion(batch, &run, wide, group, &run.pair[group][k], count);
        }
        for (k = answered; k < all; ++k)
        {
            left[listed++] = run.pair[group][k];
        }
    }
    return listed;
}

static void take_gathered(imp2i_set* to, const imp2i_gathered* pairs, int32_t side, int32_t count)
{
    memset(to, 0, sizeof *to);
    to->kind = IMP2I_SHAPES;
    to->count = count;
    to->each = pairs->each[side];
    for (int32_t c = side ? IMP2I_COLUMN_X : IMP2I_COLUMN_C; c <= IMP2I_COLUMN_S; ++c)
    {
        to->column[c] = pairs->number[side][c];
    }
}

/// The last pair again, in all places that follow it.
static void fill_up(imp2i_gathered* pairs, int32_t end)
{
    int32_t last = pairs->count - 1;
    for (int32_t k = pairs->count; k < end; ++k)
    {
        for (int32_t side = 0; side < 2; ++side)
        {
            pairs->each[side][k] = pairs->each[side][last];
            for (int32_t c = side ? IMP2I_COLUMN_X : IMP2I_COLUMN_C; c <= IMP2I_COLUMN_S; ++c)
            {
                pairs->number[side][c][k] = pairs->number[side][c][last];
            }
        }
    }
}

/// What single calls refuse is far out of range, and touches nothing.
static void answer_gathered_singly(const imp2i_gathered* pairs, int32_t k, float margin, const imp2_manifolds* out)
{
    const float(*a)[IMP2I_GATHERED] = pairs->number[0], (*b)[IMP2I_GATHERED] = pairs->number[1];
    const imp2_pose pose_a = {{0.0f, 0.0f}, {a[IMP2I_COLUMN_C][k], a[IMP2I_COLUMN_S][k]}};
    const imp2_pose pose_b = {{b[IMP2I_COLUMN_X][k], b[IMP2I_COLUMN_Y][k]},
                              {b[IMP2I_COLUMN_C][k], b[IMP2I_COLUMN_S][k]}};
    imp2_manifold m;
    memset(&m, 0, sizeof m);
    (void)imp2_collide((const imp2_shape*)pairs->each[0][k], &pose_a, (const imp2_shape*)pairs->each[1][k], &pose_b,
                       margin, &m);
    imp2i_put_manifold(out, k, &m);
}

void imp2i_answer_gathered(const imp2i_kernels* wide, int32_t group, imp2i_gathered* pairs, float margin,
                           imp2i_gathered_room* room, imp2_manifolds* out)
{
    float(*n)[IMP2I_GATHERED] = room->number;
    const imp2_manifolds all = {
        n[0], n[1], n[2], room->count, {{n[3], n[4], n[5], room->id[0]}, {n[6], n[7], n[8], room->id[1]}}};
    imp2i_kernel* kernel = kernel_of(wide, group, false);
    int32_t width = wide->width, in_lanes = count_in_lanes(wide, kernel, pairs->count);
    *out = all;
    if (in_lanes > 0)
    {
        float column[2][IMP2I_COLUMN_COUNT][PORTION];
        int32_t doubtful[IMP2I_GATHERED], filled = (in_lanes + width - 1) / width * width;
        imp2i_batch batch;
        batch.count = filled;
        batch.margin = margin;
        batch.plain = false;
        batch.exchanged = group == IMP2I_GROUP_CIRCLE_POLYGONS;
        batch.out = all;
        fill_up(pairs, filled);
        take_gathered(batch.exchanged ? &batch.b : &batch.a, pairs, 0, filled);
        take_gathered(batch.exchanged ? &batch.a : &batch.b, pairs, 1, filled);
        if (group == IMP2I_GROUP_BOXES || group == IMP2I_GROUP_CIRCLES)
        {
            take_numbers(&batch.a, group == IMP2I_GROUP_BOXES, column[0]);
            take_numbers(&batch.b, group == IMP2I_GROUP_BOXES, column[1]);
        }
        int32_t count = kernel(&batch, 0, filled, doubtful);
        for (int32_t i = 0; i < count && doubtful[i] < in_lanes; ++i)
        {
            answer_gathered_singly(pairs, doubtful[i], margin, &all);
        }
    }
    for (int32_t k = in_lanes; k < pairs->count; ++k)
    {
        answer_gathered_singly(pairs, k, margin, &all);
    }
}
