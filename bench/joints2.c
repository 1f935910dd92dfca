// SPDX-License-Identifier: MIT
//
// joints.inl, for the plane.

#include "world2.h"

#include <math.h>
#include <stdio.h>

#include "world_words2.h"

#define TREE_MOST 0.0
#define EIGHT_MOST 0.0

static void add_block(world2_scene* s, int32_t kind, double x, double y, double angle, double half_x, double half_y,
                      double mass)
{
    world2_add_turned(s, kind, x, y, angle);
    world2_shape* shape = world2_add_box(s, 0.0, 0.0, half_x, half_y);
    shape->density = (float)(mass / (4.0 * half_x * half_y));
    shape->group = 1;
}

static void hang_at(world2_scene* s, int32_t a, int32_t b, double x, double y)
{
    (void)world2_add_joint(s, a, b, x, y);
}

#include "joints.inl"

void bench_joints2(bench* b)
{
    report_all_joints(b);
}
