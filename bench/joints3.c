// SPDX-License-Identifier: MIT
//
// joints.inl, for space, and the scene joints, which begins with the plane's.

#include "world3.h"

#include <math.h>
#include <stdio.h>

#include "world_words3.h"

#define TREE_MOST 1.5   // of a joint in a sub-step, alone [us]
#define EIGHT_MOST 0.4  // the same, where eight trees are alike

static void add_block(world3_scene* s, int32_t kind, double x, double y, double angle, double half_x, double half_y,
                      double mass)
{
    const imp3_vec at = {(float)x, (float)y, 0.0f}, axis = {0.0f, 0.0f, 1.0f}, middle = {0.0f, 0.0f, 0.0f};
    const imp3_vec half = {(float)half_x, (float)half_y, (float)half_x};
    world3_add_turned(s, kind, at, axis, angle);
    world3_shape* shape = world3_add_box(s, middle, half);
    shape->density = (float)(mass / (8.0 * half_x * half_y * half_x));
    shape->group = 1;
}

static void hang_at(world3_scene* s, int32_t a, int32_t b, double x, double y)
{
    world3_joint* j = world3_add_joint(s, a, b, x, y, 0.0);
    j->axis = (imp3_vec){0.0f, 0.0f, 1.0f};
}

#include "joints.inl"

void bench_joints(bench* b)
{
    bench_joints2(b);
#ifdef IMP_PEER_BOX3D
    world3_peer = &WORLD3_BOX3D;
#endif
    report_all_joints(b);
    world3_peer = NULL;
}
