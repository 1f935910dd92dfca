// SPDX-License-Identifier: MIT
//
// drawn_couplings.inl, for the plane.

#include "kit_plane.h"

#include "world/joint/joint_axes2.h"

static imp_status hinge_at(const imp2_world* world, imp_body a, imp_body b, imp2_vec p, imp2_joint_def* out)
{
    return imp2_world_joint_revolute(world, a, b, p, out);
}

static imp_status slide_along(const imp2_world* world, imp_body a, imp_body b, imp2_vec p, imp2_vec axis,
                              imp2_joint_def* out)
{
    return imp2_world_joint_prismatic(world, a, b, p, axis, out);
}

static float spin_of(float rate)
{
    return rate;
}

#include "math/dim2.h"

#include "drawn_couplings.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {DRAWN_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
