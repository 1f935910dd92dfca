// SPDX-License-Identifier: MIT
//
// Golden rows of narrow, in space: two compounds.

#include "golden.h"

enum
{
    EVERY = 16,  // one case in so many: compounds take longer
    RARE = 128   // much longer
};

typedef struct compound_couple3
{
    const imp3_compound *a, *b;
    imp3_pose pose_a, pose_b;
} compound_couple3;

static compound_couple3 a_compound_couple3(trial* t)
{
    compound_couple3 c;
    t->scale = 1.0f;
    c.a = a_compound3(t);
    c.b = a_compound3(t);
    c.pose_a = a_pose3(t);
    c.pose_b = a_pose3(t);
    return c;
}

static imp3_compound_mover a_compound_mover3(trial* t, bool turning)
{
    imp3_compound_mover mover;
    mover.compound = a_compound3(t);
    mover.pose = a_pose3(t);
    mover.motion = imp3_vec_scale(a_vec3(t), 2.0f);
    mover.turn = imp3_vec_scale(a_vec3(t), turning ? 1.0f : 0.0f);
    return mover;
}

static void run_imp3_compound_overlap(trial* t)
{
    compound_couple3 c = a_compound_couple3(t);
    bool overlap;
    add_bool(t, imp3_compound_overlap(c.a, &c.pose_a, c.b, &c.pose_b, &overlap), &overlap);
}

static void run_imp3_compound_collide(trial* t)
{
    imp3_part_manifold manifolds[64];
    imp3_compound_contacts contacts = {manifolds, 64, 0, {0.0f, 0.0f, 0.0f}, 0.0f};
    compound_couple3 c = a_compound_couple3(t);
    if (add_status(t, imp3_compound_collide(c.a, &c.pose_a, c.b, &c.pose_b, a_size(t), &contacts)))
    {
        add_vec3(t, contacts.normal);
        add_float(t, contacts.depth);
        for (int32_t i = 0; i < contacts.count; ++i)
        {
            add_word(t, (uint32_t)manifolds[i].part_a);
            add_word(t, (uint32_t)manifolds[i].part_b);
            add_manifold3(t, IMP_OK, &manifolds[i].manifold);
        }
    }
}

static void run_imp3_compound_distance(trial* t)
{
    compound_couple3 c = a_compound_couple3(t);
    imp3_compound_nearest nearest;
    ADD(t, imp3_compound_distance(c.a, &c.pose_a, c.b, &c.pose_b, &nearest), nearest);
}

static void run_imp3_compound_sweep(trial* t)
{
    imp3_compound_mover a = a_compound_mover3(t, false);
    imp3_compound_mover b = a_compound_mover3(t, false);
    imp3_compound_hit hit;
    ADD(t, imp3_compound_sweep(&a, &b, &hit), hit);
}

static void run_imp3_compound_time_of_impact(trial* t)
{
    imp3_compound_mover a = a_compound_mover3(t, true);
    imp3_compound_mover b = a_compound_mover3(t, true);
    imp3_compound_hit hit;
    ADD(t, imp3_compound_time_of_impact(&a, &b, &hit), hit);
}

static void run_imp3_compound_cast(trial* t)
{
    compound_couple3 c = a_compound_couple3(t);
    imp3_compound_hit hit;
    ADD(t, imp3_compound_cast(c.a, &c.pose_a, c.b, &c.pose_b, a_vec3(t), &hit), hit);
}

static void run_imp3_compound_ray(trial* t)
{
    compound_couple3 c = a_compound_couple3(t);
    imp3_compound_hit hit;
    ADD(t, imp3_compound_ray(c.a, &c.pose_a, c.pose_b.p, a_vec3(t), &hit), hit);
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp3_compound_overlap, EVERY, NULL),       GOLDEN_ROW_EVERY(imp3_compound_collide, RARE, NULL),
    GOLDEN_ROW_EVERY(imp3_compound_distance, RARE, NULL),       GOLDEN_ROW_EVERY(imp3_compound_sweep, RARE, NULL),
    GOLDEN_ROW_EVERY(imp3_compound_time_of_impact, RARE, NULL), GOLDEN_ROW_EVERY(imp3_compound_cast, RARE, NULL),
    GOLDEN_ROW_EVERY(imp3_compound_ray, EVERY, NULL),
};

GOLDEN_ROWS(golden_compound3, rows);
