// SPDX-License-Identifier: MIT
//
// drawn_couplings.inl, for space: hinges about z.

#include "kit_space.h"

#include "world/joint/joint_axes3.h"

static imp_status hinge_at(const imp3_world* world, imp_body a, imp_body b, imp3_vec p, imp3_joint_def* out)
{
    return imp3_world_joint_hinge(world, a, b, p, at(0.0f, 0.0f, 1.0f), out);
}

static imp_status slide_along(const imp3_world* world, imp_body a, imp_body b, imp3_vec p, imp3_vec axis,
                              imp3_joint_def* out)
{
    return imp3_world_joint_slider(world, a, b, p, axis, out);
}

static imp3_vec spin_of(float rate)
{
    return at(0.0f, 0.0f, rate);
}

#include "math/dim3.h"

#include "drawn_couplings.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {DRAWN_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
