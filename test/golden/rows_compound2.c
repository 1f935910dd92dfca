// SPDX-License-Identifier: MIT
//
// Golden rows of narrow: two compounds.

#include "golden.h"

enum
{
    EVERY = 16  // one case in so many: compounds take longer
};

typedef struct compound_couple
{
    const imp2_compound *a, *b;
    imp2_pose pose_a, pose_b;
} compound_couple;

static compound_couple a_compound_couple(trial* t)
{
    compound_couple c;
    t->scale = 1.0f;
    c.a = a_compound(t);
    c.b = a_compound(t);
    c.pose_a = a_pose(t);
    c.pose_b = a_pose(t);
    return c;
}

static imp2_compound_mover a_compound_mover(trial* t, bool turning)
{
    imp2_compound_mover mover;
    mover.compound = a_compound(t);
    mover.pose = a_pose(t);
    mover.motion = imp2_vec_scale(a_vec(t), 2.0f);
    mover.turn = turning ? an_angle(t) : 0.0f;
    return mover;
}

static void run_imp2_compound_overlap(trial* t)
{
    compound_couple c = a_compound_couple(t);
    bool overlap;
    add_bool(t, imp2_compound_overlap(c.a, &c.pose_a, c.b, &c.pose_b, &overlap), &overlap);
}

static void run_imp2_compound_collide(trial* t)
{
    imp2_part_manifold manifolds[64];
    imp2_compound_contacts contacts = {manifolds, 64, 0, {0, 0}, 0};
    compound_couple c = a_compound_couple(t);
    if (add_status(t, imp2_compound_collide(c.a, &c.pose_a, c.b, &c.pose_b, a_size(t), &contacts)))
    {
        add_vec(t, contacts.normal);
        add_float(t, contacts.depth);
        for (int32_t i = 0; i < contacts.count; ++i)
        {
            add_words(t, &manifolds[i], sizeof manifolds[i]);
        }
    }
}

static void run_imp2_compound_distance(trial* t)
{
    compound_couple c = a_compound_couple(t);
    imp2_compound_nearest nearest;
    ADD(t, imp2_compound_distance(c.a, &c.pose_a, c.b, &c.pose_b, &nearest), nearest);
}

static void run_imp2_compound_sweep(trial* t)
{
    imp2_compound_mover a = a_compound_mover(t, false);
    imp2_compound_mover b = a_compound_mover(t, false);
    imp2_compound_hit hit;
    ADD(t, imp2_compound_sweep(&a, &b, &hit), hit);
}

static void run_imp2_compound_time_of_impact(trial* t)
{
    imp2_compound_mover a = a_compound_mover(t, true);
    imp2_compound_mover b = a_compound_mover(t, true);
    imp2_compound_hit hit;
    ADD(t, imp2_compound_time_of_impact(&a, &b, &hit), hit);
}

static void run_imp2_compound_cast(trial* t)
{
    compound_couple c = a_compound_couple(t);
    imp2_compound_hit hit;
    ADD(t, imp2_compound_cast(c.a, &c.pose_a, c.b, &c.pose_b, a_vec(t), &hit), hit);
}

static void run_imp2_compound_ray(trial* t)
{
    compound_couple c = a_compound_couple(t);
    imp2_compound_hit hit;
    ADD(t, imp2_compound_ray(c.a, &c.pose_a, c.pose_b.p, a_vec(t), &hit), hit);
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp2_compound_overlap, EVERY, NULL),
    GOLDEN_ROW_EVERY(imp2_compound_collide, EVERY, NULL),
    GOLDEN_ROW_EVERY(imp2_compound_distance, EVERY, NULL),
    GOLDEN_ROW_EVERY(imp2_compound_sweep, EVERY, NULL),
    GOLDEN_ROW_EVERY(imp2_compound_time_of_impact, EVERY, NULL),
    GOLDEN_ROW_EVERY(imp2_compound_cast, EVERY, NULL),
    GOLDEN_ROW_EVERY(imp2_compound_ray, EVERY, NULL),
};

GOLDEN_ROWS(golden_compound2, rows);
