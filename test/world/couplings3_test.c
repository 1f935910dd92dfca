// SPDX-License-Identifier: MIT
//
// couplings.inl, for space.

#include "kit_space.h"
#include "tape.h"

enum
{
    TURN = IMP3_AXIS_TWIST
};

static imp_status hinge_at(const imp3_world* world, imp_body a, imp_body b, imp3_vec p, imp3_joint_def* out)
{
    return imp3_world_joint_hinge(world, a, b, p, at(0.0f, 0.0f, 2.0f), out);
}

static imp_status slide_along(const imp3_world* world, imp_body a, imp_body b, imp3_vec p, imp3_vec axis,
                              imp3_joint_def* out)
{
    return imp3_world_joint_slider(world, a, b, p, axis, out);
}

static imp_status screw_at(const imp3_world* world, imp_body a, imp_body b, imp3_joint_def* out)
{
    imp_status status = imp3_world_joint_slider(world, a, b, at(0.0f, 0.0f, 0.0f), at(1.0f, 0.0f, 0.0f), out);
    out->axes[TURN].kind = IMP_AXIS_FREE;
    return status;
}

// About z.
static double inertia_of(const imp3_world* world, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(world, body, &s), IMP_OK);
    return s.inertia.zz;
}

#include "math/dim3.h"

#include "couplings.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {COUPLING_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
