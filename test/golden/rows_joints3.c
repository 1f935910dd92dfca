// SPDX-License-Identifier: MIT
//
// rows_joints.inl, for space.

#include "golden.h"

static imp3_shape a_ball(void)
{
    const imp3_vec middle = {0.0f, 0.0f, 0.0f};
    imp3_shape r;
    assert_int_equal(imp3_sphere_make(middle, 0.25f, &r), IMP_OK);
    return r;
}

#include "math/dim3.h"

#define GOLDEN_JOINTS golden_joints3

#include "rows_joints.inl"
