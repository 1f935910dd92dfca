// SPDX-License-Identifier: MIT
//
// Golden rows of narrow: two shapes.

#include "golden.h"

static imp2_mover a_mover(trial* t, bool turning)
{
    imp2_mover mover;
    mover.shape = a_shape(t);
    mover.pose = a_pose(t);
    mover.motion = imp2_vec_scale(a_vec(t), 2.0f);
    mover.turn = turning ? an_angle(t) : 0.0f;
    return mover;
}

static void run_imp2_overlap(trial* t)
{
    couple c = a_couple(t);
    bool overlap;
    add_bool(t, imp2_overlap(c.a, &c.pose_a, c.b, &c.pose_b, &overlap), &overlap);
}

static void run_imp2_collide(trial* t)
{
    couple c = a_couple(t);
    float margin = test_rng_next(&t->rng) & 1 ? a_size(t) * 0.25f : 0.0f;
    imp2_manifold manifold;
    ADD(t, imp2_collide(c.a, &c.pose_a, c.b, &c.pose_b, margin, &manifold), manifold);
}

static void run_imp2_manifold_push(trial* t)
{
    couple c = a_couple(t);
    float mass_a = a_size(t);
    float mass_b = a_size(t);
    imp2_manifold manifold;
    imp2_vec moves[2];
    if (add_status(t, imp2_collide(c.a, &c.pose_a, c.b, &c.pose_b, 0.0f, &manifold)))
    {
        ADD(t, imp2_manifold_push(&manifold, mass_a, mass_b, &moves[0], &moves[1]), moves);
    }
}

static void run_imp2_distance(trial* t)
{
    couple c = a_couple(t);
    imp2_nearest nearest;
    ADD(t, imp2_distance(c.a, &c.pose_a, c.b, &c.pose_b, &nearest), nearest);
}

static void run_imp2_sweep(trial* t)
{
    imp2_mover a = a_mover(t, false);
    imp2_mover b = a_mover(t, false);
    imp2_hit hit;
    ADD(t, imp2_sweep(&a, &b, &hit), hit);
}

static void run_imp2_time_of_impact(trial* t)
{
    imp2_mover a = a_mover(t, true);
    imp2_mover b = a_mover(t, true);
    imp2_hit hit;
    ADD(t, imp2_time_of_impact(&a, &b, &hit), hit);
}

static void run_imp2_cast(trial* t)
{
    couple c = a_couple(t);
    imp2_hit hit;
    ADD(t, imp2_cast(c.a, &c.pose_a, c.b, &c.pose_b, a_vec(t), &hit), hit);
}

static void run_imp2_ray(trial* t)
{
    const imp2_shape* shape = a_shape(t);
    imp2_pose pose = a_pose(t);
    imp2_vec origin = a_vec(t);
    imp2_hit hit;
    ADD(t, imp2_ray(shape, &pose, origin, a_vec(t), &hit), hit);
}

static void run_imp2_segments_cross(trial* t)
{
    imp2_vec a0 = a_vec(t);
    imp2_vec a1 = a_vec(t);
    imp2_vec b0 = a_vec(t);
    imp2_vec b1 = a_vec(t);
    imp2_crossing crossing;
    if (add_status(t, imp2_segments_cross(a0, a1, b0, b1, &crossing)))
    {
        add_word(t, crossing.crosses);
        add_float(t, crossing.time_a);
        add_float(t, crossing.time_b);
        add_vec(t, crossing.point);
    }
}

static const golden_row rows[] = {
    GOLDEN_ROW(imp2_overlap),  GOLDEN_ROW(imp2_collide), GOLDEN_ROW(imp2_manifold_push),
    GOLDEN_ROW(imp2_distance), GOLDEN_ROW(imp2_sweep),   GOLDEN_ROW(imp2_time_of_impact),
    GOLDEN_ROW(imp2_cast),     GOLDEN_ROW(imp2_ray),     GOLDEN_ROW(imp2_segments_cross),
};

GOLDEN_ROWS(golden_narrow2, rows);
