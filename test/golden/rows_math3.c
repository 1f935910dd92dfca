// SPDX-License-Identifier: MIT
//
// Golden rows of math, in space.

#include "golden.h"

static void run_imp3_rot_make(trial* t)
{
    imp3_vec axis = a_vec3(t);
    imp3_rot q;
    ADD(t, imp3_rot_make(axis, a_number(t), &q), q);
}

static void run_imp3_rot_of_quat(trial* t)
{
    imp3_rot q;
    ADD(t, imp3_rot_of_quat(a_quat(t), &q), q);
}

static imp3_rot a_turned_rot(trial* t)
{
    imp3_pose pose = imp3_pose_identity();
    (void)imp3_rot_of_quat(a_quat(t), &pose.q);
    return pose.q;
}

static void run_imp3_rot_to_quat(trial* t)
{
    imp3_quat quat;
    ADD(t, imp3_rot_to_quat(a_turned_rot(t), &quat), quat);
}

static void run_imp3_pose_make(trial* t)
{
    imp3_vec p = a_vec3(t), axis = a_vec3(t);
    imp3_pose pose;
    ADD(t, imp3_pose_make(p, axis, an_angle(t), &pose), pose);
}

static void run_imp3_pose_check(trial* t)
{
    imp3_pose pose = {a_vec3(t), a_turned_rot(t)};
    pose.q.x.x *= 1.0f + (float)test_rng_int(&t->rng, -8, 8) * 0x1p-22f;
    add_status(t, imp3_pose_check(&pose));
}

static const golden_row rows[] = {
    GOLDEN_ROW(imp3_rot_make),  GOLDEN_ROW(imp3_rot_of_quat), GOLDEN_ROW(imp3_rot_to_quat),
    GOLDEN_ROW(imp3_pose_make), GOLDEN_ROW(imp3_pose_check),
};

GOLDEN_ROWS(golden_math3, rows);
