// SPDX-License-Identifier: MIT
//
// articulations.inl, for the plane.

#include "kit_plane.h"
#include "impinge/world_record2.h"

#define BENT 3.0f  // most of each angle

enum
{
    TURN = IMP2_AXIS_TURN
};

static imp2_joint_def hinge(void)
{
    imp2_joint_def def = imp2_joint_default();
    def.axes[TURN].kind = IMP_AXIS_FREE;
    return def;
}

// Twice the energy of rotation.
static double turning_energy(const imp2_body_state* s)
{
    return (double)s->inertia * s->angular_velocity * s->angular_velocity;
}

static float inertia_about_z(const imp2_world* world, imp_body body)
{
    imp2_body_state s;
    assert_int_equal(imp2_world_get_body(world, body, &s), IMP_OK);
    return s.inertia;
}

// There is one axis, and it does not turn.
static void gyroscopic_torque(const imp2_body_state* s, double* torque)
{
    (void)s;
    torque[0] = 0.0;
}

static imp2_shape hull_of(float radius)
{
    imp2_vec points[12];
    imp2_shape r;
    for (int32_t i = 0; i < 12; ++i)
    {
        const double angle = 6.283185307179586 / 12.0 * i;
        points[i] = at(radius * (float)cos(angle), radius * (float)sin(angle), 0.0f);
    }
    assert_int_equal(imp2_polygon_make(points, 12, 0.0f, NULL, &r, NULL), IMP_OK);
    return r;
}

#include "math/dim2.h"

#include "articulations.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {ARTICULATION_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
