// SPDX-License-Identifier: MIT
//
// joint_same.inl, for space.

#include "world/world3.h"

#include "hinge_kit3.h"

// Hinges in turn as they are, balls with a cone, sprung ones, limited ones, with a motor, crosses, welds.
static void joint_at_will(imp3_joint_def* def, int32_t which)
{
    imp_axis* turn = &def->axes[TURN];
    const bool ball = which % 7 == 1 || which % 7 == 5;
    turn->kind = which % 7 == 6 ? IMP_AXIS_LOCKED : which % 7 == 3 ? IMP_AXIS_LIMITED : IMP_AXIS_FREE;
    turn->hertz = which % 7 == 2 ? 3.0f : 0.0f;
    turn->lower = -0.1f;
    turn->upper = 0.2f;
    turn->motor = which % 7 == 4;
    turn->speed = 1.0f;
    turn->most = 5.0f;
    def->axes[IMP3_AXIS_SWING_Y].kind = def->axes[IMP3_AXIS_SWING_Z].kind = ball ? IMP_AXIS_FREE : IMP_AXIS_LOCKED;
    def->cone_y = which % 7 == 1 ? 0.5f : 0.0f;
    def->cone_z = which % 7 == 1 ? 0.3f : 0.0f;
    def->cardan = which % 7 == 5;
    turn->kind = def->cardan ? IMP_AXIS_LOCKED : turn->kind;
}

// Left is -z.
static imp_status add_wheels(imp3_world* world, imp_body chassis, const imp_wheel* wheels, int32_t count,
                             imp_joint* joints)
{
    const imp3_rot heading = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, {0.0f, 1.0f, 0.0f}};
    return imp3_world_add_wheels(world, chassis, heading, wheels, count, joints);
}

static imp3_compound compound_of(const imp3_shape* shape)
{
    imp3_compound r;
    assert_int_equal(imp3_compound_of_shape(shape, &r), IMP_OK);
    return r;
}

// The probe of worlds knows the plane; the spans of space are those of the same code.
static int32_t check_spans(imp3_world* world)
{
    (void)world;
    return INT32_MAX;
}

#include "math/dim3.h"

#include "joint_same.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SAME_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
