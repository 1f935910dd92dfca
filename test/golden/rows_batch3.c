// SPDX-License-Identifier: MIT
//
// Golden rows of batches in space. Way 0 are the single calls; the others are the lanes, one way for each width that the
// processor has. So the hash is that of the single calls, on machines without any lanes too.

#include "golden.h"

#include "narrow/batch_kernels3.h"

enum
{
    EVERY = 64,  // one case in so many is a batch
    MOST = 80    // pairs: more than a run
};

/// One side: shapes, or rays that start at the poses' positions.
typedef struct crowd3
{
    imp3_pose poses[MOST];
    imp3_shape shapes[MOST];
    imp3_vec origins[MOST], motions[MOST];
    int32_t index[MOST];
} crowd3;

static int ways3(void)
{
    return 2 + impi_cpu_level();
}

/// Any shapes, or boxes, or boxes and what is round.
static void draw_crowd3(trial* t, int32_t count, bool boxes, crowd3* out)
{
    for (int32_t i = 0; i < count; ++i)
    {
        out->poses[i] = a_pose3(t);
        out->shapes[i] = *a_shape3(t);
        imp3_vec center = a_vec3(t);
        imp3_vec half = a_half3(t);
        imp3_rot q = a_rot3(t);
        if (boxes && imp3_oriented_box_make(center, half, q, 0.0f, &out->shapes[i]))
        {
            (void)imp3_sphere_make(center, half.x, &out->shapes[i]);
        }
        out->origins[i] = center;
        out->motions[i] = imp3_vec_scale(a_vec3(t), 2.0f);
        out->index[i] = (int32_t)(test_rng_next(&t->rng) % (uint64_t)count);
    }
}

static imp3_shapes shapes3_of(const crowd3* s, int32_t count)
{
    const imp3_shapes r = {count, s->poses, count, s->shapes, NULL, s->index};
    return r;
}

static void run_imp3_batch_shapes(trial* t)
{
    static crowd3 sides[2];
    static imp3_manifold out[MOST];
    uint64_t bits = test_rng_next(&t->rng);
    int32_t count = 1 + (int32_t)((bits >> 8) % MOST);
    draw_crowd3(t, count, bits & 1, &sides[0]);
    draw_crowd3(t, count, bits & 2, &sides[1]);
    float margin = bits & 4 ? a_size(t) * 0.25f : 0.0f;
    const imp3_shapes a = shapes3_of(&sides[0], count), b = shapes3_of(&sides[1], count);
    add_status(t, t->way ? imp3i_batch_shapes(t->way - 1, &a, &b, count, margin, out, NULL) : IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t e = sides[0].index[i], f = sides[1].index[i];
        imp_status status = IMP_OK;
        if (!t->way)
        {
            status = imp3_collide(&sides[0].shapes[e], &sides[0].poses[e], &sides[1].shapes[f], &sides[1].poses[f],
                                  margin, &out[i]);
        }
        add_manifold3(t, status, &out[i]);
    }
}

static void run_imp3_batch_ray_shapes(trial* t)
{
    static crowd3 sides[2];
    static imp3_hit out[MOST];
    uint64_t bits = test_rng_next(&t->rng);
    int32_t count = 1 + (int32_t)((bits >> 8) % MOST);
    draw_crowd3(t, count, bits & 1, &sides[0]);
    draw_crowd3(t, count, true, &sides[1]);
    const imp3_shapes targets = shapes3_of(&sides[0], count);
    const imp3_rays rays = {count, sides[1].origins, sides[1].motions, sides[1].index};
    add_status(t, t->way ? imp3i_batch_ray_shapes(t->way - 1, &targets, &rays, count, out, NULL) : IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t e = sides[0].index[i], f = sides[1].index[i];
        imp_status status = IMP_OK;
        if (!t->way)
        {
            status =
                imp3_ray(&sides[0].shapes[e], &sides[0].poses[e], sides[1].origins[f], sides[1].motions[f], &out[i]);
        }
        ADD(t, status, out[i]);
    }
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp3_batch_shapes, EVERY, ways3),
    GOLDEN_ROW_EVERY(imp3_batch_ray_shapes, EVERY * 4, ways3),
};

GOLDEN_ROWS(golden_batch3, rows);
