// SPDX-License-Identifier: MIT
//
// Golden rows of math.

#include "golden.h"

#include <string.h>

static void run_imp_sincos(trial* t)
{
    uint32_t bits = (uint32_t)test_rng_next(&t->rng) & 0xbfffffffu;
    bits = test_rng_next(&t->rng) & 1 ? bits : bits | 0x3f000000u;
    float angle, s;
    imp2_rot q;
    memcpy(&angle, &bits, sizeof angle);
    imp_status status = imp_sincos(angle, &s, &q.c);
    q.s = status ? 0.0f : s;
    ADD(t, status, q);
}

static void run_imp_atan2(trial* t)
{
    imp2_vec v = a_vec(t);
    float angle;
    ADD(t, imp_atan2(v.y, v.x, &angle), angle);
}

static void run_imp2_rot_make(trial* t)
{
    imp2_rot q;
    ADD(t, imp2_rot_make(a_number(t), &q), q);
}

static void run_imp2_rot_towards(trial* t)
{
    imp2_rot q;
    ADD(t, imp2_rot_towards(a_vec(t), &q), q);
}

static void run_imp2_rot_angle(trial* t)
{
    float angle;
    ADD(t, imp2_rot_angle(a_rot(t), &angle), angle);
}

static void run_imp2_pose_make(trial* t)
{
    imp2_vec p = a_vec(t);
    imp2_pose pose;
    ADD(t, imp2_pose_make(p, an_angle(t), &pose), pose);
}

static void run_imp2_pose_check(trial* t)
{
    imp2_pose pose = a_pose(t);
    pose.q.c *= 1.0f + (float)test_rng_int(&t->rng, -8, 8) * 0x1p-22f;
    add_status(t, imp2_pose_check(&pose));
}

static const golden_row rows[] = {
    GOLDEN_ROW(imp_sincos),     GOLDEN_ROW(imp_atan2),      GOLDEN_ROW(imp2_rot_make),   GOLDEN_ROW(imp2_rot_towards),
    GOLDEN_ROW(imp2_rot_angle), GOLDEN_ROW(imp2_pose_make), GOLDEN_ROW(imp2_pose_check),
};

GOLDEN_ROWS(golden_math2, rows);
