// SPDX-License-Identifier: MIT
//
// joint_kinds.inl, for space, and what only space has.

#include "kit_space.h"
#include "tape.h"

enum
{
    TURN = IMP3_AXIS_TWIST,
    UP = IMP3_AXIS_Z
};

static imp_status hinge_at(const imp3_world* world, imp_body a, imp_body b, imp3_vec p, imp3_joint_def* out)
{
    return imp3_world_joint_hinge(world, a, b, p, at(0.0f, 0.0f, 0.5f), out);
}

static imp_status slide_along(const imp3_world* world, imp_body a, imp_body b, imp3_vec p, imp3_vec axis,
                              imp3_joint_def* out)
{
    return imp3_world_joint_slider(world, a, b, p, axis, out);
}

// Up need not be across the axle.
static imp_status wheel_at(const imp3_world* world, imp_body a, imp_body b, imp3_joint_def* out)
{
    return imp3_world_joint_wheel(world, a, b, at(0.0f, 0.0f, 3.0f), at(0.0f, 1.0f, 0.3f), out);
}

#include "math/dim3.h"

#include "joint_kinds.inl"

#include "math/dim_end.h"

// A shaft that is bent by 0.5 rad turns as fast behind the bend as before it; a ball lets it turn as it likes.
static void constant_velocity_takes_the_twist_along(void** state)
{
    (void)state;
    imp3_world* world = new_world(0.0f);
    const imp3_shape rod = box_of(0.5f, 0.1f, 0.1f);
    imp_body first = add(world, IMP_BODY_DYNAMIC, at(-0.5f, 0.0f, 0.0f), &rod), bent[2];
    imp3_joint_def def;
    imp3_collider_def worn = imp3_collider_default();
    worn.group = 1;
    assert_int_equal(imp3_world_joint_hinge(world, NONE, first, at(-1.0f, 0.0f, 0.0f), at(1.0f, 0.0f, 0.0f), &def),
                     IMP_OK);
    def.axes[TURN].motor = true;
    def.axes[TURN].speed = 2.0f;
    (void)join(world, &def);
    const imp3_vec along = at(cosf(0.5f), sinf(0.5f), 0.0f);
    for (int32_t i = 0; i < 2; ++i)
    {
        const imp3_vec middle = imp3_vec_scale(along, 0.5f);
        bent[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(middle, 0.5f), &rod, &worn, NULL);
        const imp3_vec here = at(0.0f, 0.0f, 0.0f);
        assert_int_equal(i == 0 ? imp3_world_joint_universal(world, first, bent[i], here, at(1.0f, 0.0f, 0.0f), &def)
                                : imp3_world_joint_ball(world, first, bent[i], here, &def),
                         IMP_OK);
        // Shafts are not alike when they are joined: B's frame is along B.
        def.frame_b.q = imp3_pose_identity().q;
        def.cardan = false;
        (void)join(world, &def);
        assert_int_equal(imp3_world_joint_hinge(world, NONE, bent[i], imp3_vec_scale(along, 1.0f), along, &def),
                         IMP_OK);
        (void)join(world, &def);
    }
    run(world, 120);
    const float with = imp3_vec_dot(state_of(world, bent[0]).angular_velocity, along),
                without = imp3_vec_dot(state_of(world, bent[1]).angular_velocity, along);
    printf("behind the bend %.4f and %.4f rad/s\n", (double)with, (double)without);
    assert_float_equal(with, 2.0f, 1e-2f);
    assert_float_equal(without, 0.0f, 1e-2f);
    imp3_world_free(world);
}

static void axes_of_a_wheel_need_a_corner(void** state)
{
    (void)state;
    imp3_world* world = new_world(0.0f);
    const imp3_shape ball = ball_of(0.5f);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.0f, 0.0f), &ball);
    const imp3_vec here = at(0.0f, 0.0f, 0.0f), axle = at(0.0f, 0.0f, 2.0f);
    imp3_joint_def def;
    refused(imp3_world_joint_wheel(world, NONE, body, axle, axle, &def), IMP_ERR_RANGE, 4);
    refused(imp3_world_joint_wheel(world, NONE, body, axle, here, &def), IMP_ERR_RANGE, 5);
    refused(imp3_world_joint_wheel(world, NONE, body, here, axle, &def), IMP_ERR_RANGE, 4);
    imp3_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {KIND_TESTS, cmocka_unit_test(constant_velocity_takes_the_twist_along),
                                       cmocka_unit_test(axes_of_a_wheel_need_a_corner)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
