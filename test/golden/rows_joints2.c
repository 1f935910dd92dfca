// SPDX-License-Identifier: MIT
//
// rows_joints.inl, for the plane.

#include "golden.h"

static imp2_shape a_ball(void)
{
    const imp2_vec middle = {0.0f, 0.0f};
    imp2_shape r;
    assert_int_equal(imp2_circle_make(middle, 0.25f, &r), IMP_OK);
    return r;
}

#include "math/dim2.h"

#define GOLDEN_JOINTS golden_joints2

#include "rows_joints.inl"
