// SPDX-License-Identifier: MIT
//
// articulations.inl, for space.

#include "kit_space.h"
#include "impinge/world_record3.h"

#define BENT 1.2f  // most of each angle

enum
{
    TURN = IMP3_AXIS_TWIST
};

// Twist is about x of its frames, which is z of the bodies.
static imp3_joint_def hinge(void)
{
    imp3_joint_def def = imp3_joint_default();
    const imp3_rot q = {{0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    def.axes[TURN].kind = IMP_AXIS_FREE;
    def.frame_a.q = def.frame_b.q = q;
    return def;
}

// Twice the energy of rotation.
static double turning_energy(const imp3_body_state* s)
{
    const imp3_vec w = imp3_rot_apply_inverse(s->pose.q, s->angular_velocity);
    const imp3_inertia* i = &s->inertia;
    return (double)i->xx * w.x * w.x + (double)i->yy * w.y * w.y + (double)i->zz * w.z * w.z +
           2.0 * ((double)i->xy * w.x * w.y + (double)i->yz * w.y * w.z + (double)i->zx * w.z * w.x);
}

static float inertia_about_z(const imp3_world* world, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(world, body, &s), IMP_OK);
    return s.inertia.zz;
}

// Of what turns in the world: w x I w, both told in the axes of the body.
static void gyroscopic_torque(const imp3_body_state* s, double* torque)
{
    const imp3_vec w = imp3_rot_apply_inverse(s->pose.q, s->angular_velocity);
    const imp3_inertia* i = &s->inertia;
    const imp3_vec momentum = {i->xx * w.x + i->xy * w.y + i->zx * w.z, i->xy * w.x + i->yy * w.y + i->yz * w.z,
                               i->zx * w.x + i->yz * w.y + i->zz * w.z};
    const imp3_vec r = imp3_rot_apply(s->pose.q, imp3_vec_cross(w, momentum));
    torque[0] = (double)r.x;
    torque[1] = (double)r.y;
    torque[2] = (double)r.z;
}

static imp3_shape hull_of(float radius)
{
    imp3_vec points[12];
    imp3_shape r;
    for (int32_t i = 0; i < 12; ++i)
    {
        const double angle = 6.283185307179586 / 6.0 * i;
        points[i] = at(radius * (float)cos(angle), radius * (float)sin(angle), i < 6 ? -radius : radius);
    }
    assert_int_equal(imp3_hull_make(points, 12, 0.0f, NULL, &r, NULL), IMP_OK);
    return r;
}

#include "math/dim3.h"

#include "articulations.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {ARTICULATION_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
