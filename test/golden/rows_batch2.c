// SPDX-License-Identifier: MIT
//
// Golden rows of batches. Way 0 are the single calls; the others are the lanes, one way for each width that the
// processor has. So the hash is that of the single calls, on machines without any lanes too.

#include "golden.h"

#include "narrow/batch_kernels2.h"

enum
{
    EVERY = 128,  // one case in so many is a batch
    MOST = 40,    // pairs
    COLUMNS = 8
};

/// One side: boxes from p to r, circles around p with radius r.x, shapes, or rays along r.
typedef struct crowd
{
    float x[MOST], y[MOST], c[MOST], s[MOST];
    float px[MOST], py[MOST], rx[MOST], ry[MOST];
    int32_t index[MOST];
    imp2_shape shapes[MOST];  // of each element
} crowd;

static int ways(void)
{
    return 2 + impi_cpu_level();
}

static void draw_crowd(trial* t, int kind, int32_t count, crowd* out)
{
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_pose pose = a_pose(t);
        imp2_box box = a_box(t);
        imp2_vec r = box.upper;
        imp_status status = IMP_OK;
        switch (kind)
        {
        case IMP2I_BOXES: status = imp2_box_make(box, &out->shapes[i]); break;
        case IMP2I_CIRCLES:
            r.x = a_size(t);
            status = imp2_circle_make(box.lower, r.x, &out->shapes[i]);
            break;
        case IMP2I_SHAPES: out->shapes[i] = *a_shape(t); break;
        default: r = imp2_vec_scale(a_vec(t), 2.0f); break;
        }
        assert_int_equal(status, IMP_OK);
        const float row[COLUMNS] = {pose.p.x, pose.p.y, pose.q.c, pose.q.s, box.lower.x, box.lower.y, r.x, r.y};
        float* const columns[COLUMNS] = {out->x, out->y, out->c, out->s, out->px, out->py, out->rx, out->ry};
        for (int k = 0; k < COLUMNS; ++k)
        {
            columns[k][i] = row[k];
        }
        out->index[i] = (int32_t)(test_rng_next(&t->rng) % (uint64_t)count);
    }
}

static imp2_pose pose_of(const crowd* s, int32_t i)
{
    return (imp2_pose){{s->x[i], s->y[i]}, {s->c[i], s->s[i]}};
}

static imp2_boxes boxes_of(const crowd* s, int32_t count)
{
    return (imp2_boxes){count, s->x, s->y, s->c, s->s, s->px, s->py, s->rx, s->ry, s->index};
}

static imp2_circles circles_of(const crowd* s, int32_t count)
{
    return (imp2_circles){count, s->x, s->y, s->c, s->s, s->px, s->py, s->rx, s->index};
}

static imp2_shapes shapes_of(const crowd* s, int32_t count)
{
    return (imp2_shapes){count, s->x, s->y, s->c, s->s, count, s->shapes, NULL, s->index};
}

static imp_status collide(int level, int kind, const crowd sides[2], int32_t count, float margin,
                          const imp2_manifolds* out)
{
    const imp2_boxes boxes[2] = {boxes_of(&sides[0], count), boxes_of(&sides[1], count)};
    const imp2_circles circles[2] = {circles_of(&sides[0], count), circles_of(&sides[1], count)};
    const imp2_shapes shapes[2] = {shapes_of(&sides[0], count), shapes_of(&sides[1], count)};
    switch (kind)
    {
    case IMP2I_BOXES: return imp2i_batch_boxes(level, &boxes[0], &boxes[1], count, margin, out, NULL);
    case IMP2I_CIRCLES: return imp2i_batch_circles(level, &circles[0], &circles[1], count, margin, out, NULL);
    default: return imp2i_batch_shapes(level, &shapes[0], &shapes[1], count, margin, out, NULL);
    }
}

static void run_contacts(trial* t, int kind)
{
    static crowd sides[2];
    static float words[9][MOST];
    static uint32_t ids[2][MOST];
    static int32_t counts[MOST];
    int32_t count = 1 + (int32_t)(test_rng_next(&t->rng) % MOST);
    float margin = a_size(t) * 0.25f;
    draw_crowd(t, kind, count, &sides[0]);
    draw_crowd(t, kind, count, &sides[1]);
    const imp2_manifolds out = {words[0],
                                words[1],
                                words[2],
                                counts,
                                {{words[3], words[4], words[5], ids[0]}, {words[6], words[7], words[8], ids[1]}}};
    add_status(t, t->way ? collide(t->way - 1, kind, sides, count, margin, &out) : IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t a = sides[0].index[i], b = sides[1].index[i];
        imp2_pose pose_a = pose_of(&sides[0], a), pose_b = pose_of(&sides[1], b);
        imp2_manifold m;
        imp_status status = IMP_OK;
        if (t->way)
        {
            m = imp2_manifolds_get(&out, i);
        }
        else
        {
            status = imp2_collide(&sides[0].shapes[a], &pose_a, &sides[1].shapes[b], &pose_b, margin, &m);
        }
        ADD(t, status, m);
    }
}

static imp_status cast(int level, int kind, const crowd sides[2], int32_t count, const imp2_hits* out)
{
    const imp2_boxes boxes = boxes_of(&sides[0], count);
    const imp2_circles circles = circles_of(&sides[0], count);
    const imp2_shapes shapes = shapes_of(&sides[0], count);
    const imp2_rays rays = {count, sides[1].x, sides[1].y, sides[1].rx, sides[1].ry, sides[1].index};
    switch (kind)
    {
    case IMP2I_BOXES: return imp2i_batch_ray_boxes(level, &boxes, &rays, count, out, NULL);
    case IMP2I_CIRCLES: return imp2i_batch_ray_circles(level, &circles, &rays, count, out, NULL);
    default: return imp2i_batch_ray_shapes(level, &shapes, &rays, count, out, NULL);
    }
}

static void run_rays(trial* t, int kind)
{
    static crowd sides[2];
    static float words[6][MOST];
    static int32_t kinds[MOST];
    int32_t count = 1 + (int32_t)(test_rng_next(&t->rng) % MOST);
    draw_crowd(t, kind, count, &sides[0]);
    draw_crowd(t, IMP2I_RAYS, count, &sides[1]);
    const imp2_hits out = {kinds, words[0], words[1], words[2], words[3], words[4], words[5]};
    add_status(t, t->way ? cast(t->way - 1, kind, sides, count, &out) : IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t a = sides[0].index[i], b = sides[1].index[i];
        imp2_pose pose = pose_of(&sides[0], a);
        imp2_vec origin = {sides[1].x[b], sides[1].y[b]}, motion = {sides[1].rx[b], sides[1].ry[b]};
        imp2_hit hit;
        imp_status status = IMP_OK;
        if (t->way)
        {
            hit = imp2_hits_get(&out, i);
        }
        else
        {
            status = imp2_ray(&sides[0].shapes[a], &pose, origin, motion, &hit);
        }
        ADD(t, status, hit);
    }
}

#define BATCH(name, run, kind)                                                                                         \
    static void run_##name(trial* t)                                                                                   \
    {                                                                                                                  \
        run(t, kind);                                                                                                  \
    }

BATCH(imp2_batch_boxes, run_contacts, IMP2I_BOXES)
BATCH(imp2_batch_circles, run_contacts, IMP2I_CIRCLES)
BATCH(imp2_batch_shapes, run_contacts, IMP2I_SHAPES)
BATCH(imp2_batch_ray_boxes, run_rays, IMP2I_BOXES)
BATCH(imp2_batch_ray_circles, run_rays, IMP2I_CIRCLES)
BATCH(imp2_batch_ray_shapes, run_rays, IMP2I_SHAPES)

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp2_batch_boxes, EVERY, ways),       GOLDEN_ROW_EVERY(imp2_batch_circles, EVERY, ways),
    GOLDEN_ROW_EVERY(imp2_batch_shapes, EVERY, ways),      GOLDEN_ROW_EVERY(imp2_batch_ray_boxes, EVERY, ways),
    GOLDEN_ROW_EVERY(imp2_batch_ray_circles, EVERY, ways), GOLDEN_ROW_EVERY(imp2_batch_ray_shapes, EVERY, ways),
};

GOLDEN_ROWS(golden_batch2, rows);
