// SPDX-License-Identifier: MIT
//
// Our side of the rows batch.*: the same pairs in blocks of 16384, one call each, from arrays of a million that stream
// in from memory into output arrays that are used again for every block. One side for each lane width; a width that the
// processor lacks has no answers. Boxes and circles come as columns of numbers, other kinds of pairs as shapes.

#include "bench.h"
#include "work2.h"

#include "narrow/batch_kernels2.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
    BLOCK = 16384,
    COLUMNS = 6,
    OUTPUTS = 12,
    ALIGNMENT = 64  // whole cache lines
};

/// Columns of one side; those of another kind of shape are null. Circles have their centres at their origins, so nobody
/// needs to know how they are turned.
typedef struct columns
{
    float *x, *y, *c, *s, *upper_x, *upper_y, *radius, *motion_x, *motion_y;
    int32_t* shape;
    imp2_shape shapes[WORK2_SHAPES];
} columns;

typedef struct arrays
{
    int level;
    columns a, b;
    imp2_manifolds out;
    float room[];
} arrays;

static int32_t padded(int32_t count)
{
    return (count + ALIGNMENT / 4 - 1) / (ALIGNMENT / 4) * (ALIGNMENT / 4);
}

static float* take(float** room, int32_t count)
{
    float* r = *room;
    *room += padded(count);
    return r;
}

static bool is_flat(const work2* work)
{
    bool rays = work->motions && work->kind_b == WORK2_CIRCLE;
    return (rays || work->kind_a == work->kind_b) && (work->kind_a == WORK2_BOX || work->kind_a == WORK2_CIRCLE);
}

static void fill_side(columns* to, const work2* work, bool of_b)
{
    for (int32_t i = 0; i < work->count; ++i)
    {
        const work2_pair* p = &work->pairs[i];
        const work2_shape* shape = of_b ? &work->b[p->b] : &work->a[p->a];
        imp2_pose pose = of_b ? p->pose_b : p->pose_a;
        to->x[i] = pose.p.x;
        to->y[i] = pose.p.y;
        if (to->motion_x)
        {
            to->motion_x[i] = work->motions[i].motion_b.x;
            to->motion_y[i] = work->motions[i].motion_b.y;
        }
        else if (to->radius)
        {
            to->radius[i] = shape->radius;
        }
        else if (to->shape)
        {
            to->c[i] = pose.q.c;
            to->s[i] = pose.q.s;
            to->shape[i] = of_b ? p->b : p->a;
        }
        else
        {
            to->c[i] = pose.q.c;
            to->s[i] = pose.q.s;
            to->upper_x[i] = shape->half.x;
            to->upper_y[i] = shape->half.y;
        }
    }
}

static void make_side(columns* to, const work2* work, bool of_b, float** room)
{
    int32_t count = work->count;
    to->x = take(room, count);
    to->y = take(room, count);
    if (of_b && work->motions && work->kind_b == WORK2_CIRCLE)  // rays
    {
        to->motion_x = take(room, count);
        to->motion_y = take(room, count);
    }
    else if (!is_flat(work))
    {
        to->c = take(room, count);
        to->s = take(room, count);
        to->shape = (int32_t*)(void*)take(room, count);
        for (int i = 0; i < WORK2_SHAPES; ++i)
        {
            ours2_make_shape(of_b ? &work->b[i] : &work->a[i], &to->shapes[i]);
        }
    }
    else if (work->kind_a == WORK2_CIRCLE)
    {
        to->radius = take(room, count);
    }
    else
    {
        to->c = take(room, count);
        to->s = take(room, count);
        to->upper_x = take(room, count);
        to->upper_y = take(room, count);
    }
    fill_side(to, work, of_b);
}

static void* prepare_level(const work2* work, int level)
{
    uint64_t floats = 2u * COLUMNS * (uint64_t)padded(work->count) + OUTPUTS * BLOCK + ALIGNMENT;
    arrays* r = bench_alloc(1, sizeof *r + floats * sizeof(float));
    r->level = level;
    float* room = (float*)(void*)(((uintptr_t)r->room + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    make_side(&r->a, work, false, &room);
    make_side(&r->b, work, true, &room);
    r->out.normal_x = take(&room, BLOCK);
    r->out.normal_y = take(&room, BLOCK);
    r->out.depth = take(&room, BLOCK);
    r->out.count = (int32_t*)(void*)take(&room, BLOCK);
    for (int k = 0; k < 2; ++k)
    {
        r->out.points[k].x = take(&room, BLOCK);
        r->out.points[k].y = take(&room, BLOCK);
        r->out.points[k].depth = take(&room, BLOCK);
        r->out.points[k].id = (uint32_t*)(void*)take(&room, BLOCK);
    }
    return r;
}

static void check_status(imp_status status)
{
    if (status)
    {
        fprintf(stderr, "impinge-bench: a batch was refused: %s\n", imp_status_text(status));
        exit(1);
    }
}

static answer2 answer_of(const imp2_manifolds* m, int32_t i)
{
    answer2 r = {m->count[i], 0.0f};
    if (r.count)
    {
        r.value = m->points[0].depth[i];
        if (r.count == 2 && m->points[1].depth[i] > r.value)
        {
            r.value = m->points[1].depth[i];
        }
    }
    return r;
}

static imp2_boxes boxes_from(const columns* s, int32_t first, int32_t count)
{
    const imp2_boxes r = {
        .count = count,
        .x = s->x + first,
        .y = s->y + first,
        .c = s->c + first,
        .s = s->s + first,
        .upper_x = s->upper_x + first,
        .upper_y = s->upper_y + first,
    };
    return r;
}

static imp2_circles circles_from(const columns* s, int32_t first, int32_t count)
{
    const imp2_circles r = {
        .count = count,
        .x = s->x + first,
        .y = s->y + first,
        .radius = s->radius + first,
    };
    return r;
}

static imp2_shapes shapes_from(const columns* s, int32_t first, int32_t count)
{
    const imp2_shapes r = {
        .count = count,
        .x = s->x + first,
        .y = s->y + first,
        .c = s->c + first,
        .s = s->s + first,
        .shape_count = WORK2_SHAPES,
        .shapes = s->shapes,
        .shape = s->shape + first,
    };
    return r;
}

static imp2_rays rays_from(const columns* s, int32_t first, int32_t count)
{
    const imp2_rays r = {
        .count = count,
        .x = s->x + first,
        .y = s->y + first,
        .motion_x = s->motion_x + first,
        .motion_y = s->motion_y + first,
    };
    return r;
}

// Hits have fewer columns than manifolds and are written to some of theirs.
static imp2_hits hits_from(const imp2_manifolds* m)
{
    const imp2_contacts *p = &m->points[0], *q = &m->points[1];
    const imp2_hits r = {m->count, p->depth, m->normal_x, m->normal_y, p->x, p->y, q->depth};
    return r;
}

static double run_rays(const work2* work, const void* prepared, int32_t first, int32_t end, answer2* answers)
{
    const arrays* r = prepared;
    imp2_hits out = hits_from(&r->out);
    double sum = 0.0;
    for (; first < end; first += BLOCK)
    {
        int32_t count = end - first < BLOCK ? end - first : BLOCK;
        imp2_rays rays = rays_from(&r->b, first, count);
        if (!is_flat(work))
        {
            imp2_shapes shapes = shapes_from(&r->a, first, count);
            check_status(imp2i_batch_ray_shapes(r->level, &shapes, &rays, count, &out, NULL));
        }
        else if (work->kind_a == WORK2_CIRCLE)
        {
            imp2_circles circles = circles_from(&r->a, first, count);
            check_status(imp2i_batch_ray_circles(r->level, &circles, &rays, count, &out, NULL));
        }
        else
        {
            imp2_boxes boxes = boxes_from(&r->a, first, count);
            check_status(imp2i_batch_ray_boxes(r->level, &boxes, &rays, count, &out, NULL));
        }
        sum += (double)out.time[0];
        for (int32_t i = 0; answers && i < count; ++i)
        {
            int kind = out.kind[i];
            answers[first + i].count = kind == IMP_SWEEP_OVERLAP ? 2 : kind == IMP_SWEEP_HIT || kind == IMP_SWEEP_TOUCH;
            answers[first + i].value = out.time[i];
        }
    }
    return sum;
}

static imp_status run_block(const work2* work, const arrays* r, int32_t first, int32_t count)
{
    int32_t rest = work->count - first;
    if (!is_flat(work))
    {
        imp2_shapes a = shapes_from(&r->a, first, rest), b = shapes_from(&r->b, first, rest);
        return imp2i_batch_shapes(r->level, &a, &b, count, work->margin, &r->out, NULL);
    }
    if (work->kind_a == WORK2_CIRCLE)
    {
        imp2_circles a = circles_from(&r->a, first, rest), b = circles_from(&r->b, first, rest);
        return imp2i_batch_circles(r->level, &a, &b, count, work->margin, &r->out, NULL);
    }
    imp2_boxes a = boxes_from(&r->a, first, rest), b = boxes_from(&r->b, first, rest);
    return imp2i_batch_boxes(r->level, &a, &b, count, work->margin, &r->out, NULL);
}

static double run_contacts(const work2* work, const void* prepared, int32_t first, int32_t end, answer2* answers)
{
    const arrays* r = prepared;
    double sum = 0.0;
    for (; first < end; first += BLOCK)
    {
        int32_t count = end - first < BLOCK ? end - first : BLOCK;
        check_status(run_block(work, r, first, count));
        sum += (double)r->out.depth[0];
        for (int32_t i = 0; answers && i < count; ++i)
        {
            answers[first + i] = answer_of(&r->out, i);
        }
    }
    return sum;
}

static run2* find_batch(int call)
{
    return call == CALL2_RAY ? run_rays : call == CALL2_CONTACTS ? run_contacts : NULL;
}

#define LEVEL_SIDE(name, LEVEL)                                                                                        \
    static void* prepare_##name(const work2* work)                                                                     \
    {                                                                                                                  \
        return prepare_level(work, LEVEL);                                                                             \
    }                                                                                                                  \
    static run2* find_##name(int call, int kind_a, int kind_b)                                                         \
    {                                                                                                                  \
        (void)kind_a;                                                                                                  \
        (void)kind_b;                                                                                                  \
        return impi_cpu_level() < LEVEL ? NULL : find_batch(call);                                                     \
    }

LEVEL_SIDE(scalar, IMPI_LEVEL_SCALAR)
LEVEL_SIDE(sse2, IMPI_LEVEL_FOUR)
LEVEL_SIDE(avx2, IMPI_LEVEL_AVX2)
LEVEL_SIDE(avx512, IMPI_LEVEL_AVX512)

const side2 SIDE2_BATCH[IMPI_LEVEL_COUNT] = {
    {"scalar", "", prepare_scalar, find_scalar},
    {"sse2", "", prepare_sse2, find_sse2},
    {"avx2", "", prepare_avx2, find_avx2},
    {"avx512", "", prepare_avx512, find_avx512},
};
