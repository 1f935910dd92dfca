// SPDX-License-Identifier: MIT
//
// Golden rows of narrow, in space: two shapes.

#include "golden.h"

#include <string.h>

static float a_margin(trial* t)
{
    return test_rng_next(&t->rng) & 1 ? a_size(t) * 0.25f : 0.0f;
}

static imp3_mover a_mover3(trial* t, bool turning)
{
    imp3_mover mover;
    mover.shape = a_shape3(t);
    mover.pose = a_pose3(t);
    mover.motion = imp3_vec_scale(a_vec3(t), 2.0f);
    mover.turn = imp3_vec_scale(a_vec3(t), turning ? 1.0f / t->scale : 0.0f);
    return mover;
}

static void run_imp3_overlap(trial* t)
{
    couple3 c = a_couple3(t);
    bool overlap;
    add_bool(t, imp3_overlap(c.a, &c.pose_a, c.b, &c.pose_b, &overlap), &overlap);
}

static void run_imp3_collide(trial* t)
{
    couple3 c = a_couple3(t);
    imp3_manifold manifold;
    add_manifold3(t, imp3_collide(c.a, &c.pose_a, c.b, &c.pose_b, a_margin(t), &manifold), &manifold);
}

/// Asked, moved a little, and asked again.
static void run_imp3_collide_again(trial* t)
{
    couple3 c = a_couple3(t);
    imp3_vec step = imp3_vec_scale(a_vec3(t), 0x1p-4f);
    imp3_shape_pair pair = {c.a, c.pose_a, c.b, c.pose_b};
    float margin = a_margin(t);
    imp3_manifold manifold;
    imp3_cache cache;
    memset(&cache, 0, sizeof cache);
    for (int k = 0; k < 2; ++k)
    {
        add_manifold3(t, imp3_collide_again(&pair, margin, &cache, &manifold), &manifold);
        add_words(t, &cache, sizeof cache);
        pair.pose_b.p = imp3_vec_add(pair.pose_b.p, step);
    }
}

static void run_imp3_manifold_push(trial* t)
{
    couple3 c = a_couple3(t);
    float mass_a = a_size(t);
    float mass_b = a_size(t);
    imp3_manifold manifold;
    imp3_vec moves[2];
    if (add_status(t, imp3_collide(c.a, &c.pose_a, c.b, &c.pose_b, 0.0f, &manifold)))
    {
        ADD(t, imp3_manifold_push(&manifold, mass_a, mass_b, &moves[0], &moves[1]), moves);
    }
}

static void run_imp3_distance(trial* t)
{
    couple3 c = a_couple3(t);
    imp3_nearest nearest;
    ADD(t, imp3_distance(c.a, &c.pose_a, c.b, &c.pose_b, &nearest), nearest);
}

static void run_imp3_distance_again(trial* t)
{
    couple3 c = a_couple3(t);
    imp3_vec step = imp3_vec_scale(a_vec3(t), 0x1p-4f);
    imp3_shape_pair pair = {c.a, c.pose_a, c.b, c.pose_b};
    imp3_nearest nearest;
    imp3_cache cache;
    memset(&cache, 0, sizeof cache);
    for (int k = 0; k < 2; ++k)
    {
        ADD(t, imp3_distance_again(&pair, &cache, &nearest), nearest);
        add_words(t, &cache, sizeof cache);
        pair.pose_b.p = imp3_vec_add(pair.pose_b.p, step);
    }
}

static void run_imp3_sweep(trial* t)
{
    imp3_mover a = a_mover3(t, false);
    imp3_mover b = a_mover3(t, false);
    imp3_hit hit;
    ADD(t, imp3_sweep(&a, &b, &hit), hit);
}

static void run_imp3_time_of_impact(trial* t)
{
    imp3_mover a = a_mover3(t, true);
    imp3_mover b = a_mover3(t, true);
    imp3_hit hit;
    ADD(t, imp3_time_of_impact(&a, &b, &hit), hit);
}

static void run_imp3_cast(trial* t)
{
    couple3 c = a_couple3(t);
    imp3_hit hit;
    ADD(t, imp3_cast(c.a, &c.pose_a, c.b, &c.pose_b, a_vec3(t), &hit), hit);
}

static void run_imp3_ray(trial* t)
{
    const imp3_shape* shape = a_shape3(t);
    imp3_pose pose = a_pose3(t);
    imp3_vec origin = a_vec3(t);
    imp3_hit hit;
    ADD(t, imp3_ray(shape, &pose, origin, a_vec3(t), &hit), hit);
}

static void run_imp3_triangles_cross(trial* t)
{
    imp3_corners sides[2];
    for (int k = 0; k < 2; ++k)
    {
        sides[k].a = a_vec3(t);
        sides[k].b = a_vec3(t);
        sides[k].c = a_vec3(t);
    }
    imp3_crossing crossing;
    if (add_status(t, imp3_triangles_cross(&sides[0], &sides[1], &crossing)))
    {
        add_word(t, crossing.crosses);
        add_word(t, crossing.coplanar);
        add_vec3(t, crossing.from);
        add_vec3(t, crossing.to);
    }
}

static const golden_row rows[] = {
    GOLDEN_ROW(imp3_overlap),
    GOLDEN_ROW(imp3_collide),
    GOLDEN_ROW_EVERY(imp3_collide_again, 2, NULL),
    GOLDEN_ROW_EVERY(imp3_manifold_push, 4, NULL),
    GOLDEN_ROW(imp3_distance),
    GOLDEN_ROW_EVERY(imp3_distance_again, 2, NULL),
    GOLDEN_ROW_EVERY(imp3_sweep, 2, NULL),
    GOLDEN_ROW_EVERY(imp3_time_of_impact, 4, NULL),
    GOLDEN_ROW_EVERY(imp3_cast, 2, NULL),
    GOLDEN_ROW(imp3_ray),
    GOLDEN_ROW(imp3_triangles_cross),
};

GOLDEN_ROWS(golden_narrow3, rows);
