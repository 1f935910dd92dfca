// SPDX-License-Identifier: MIT
//
// dynamics.inl, for space.

#include "articulation_kit3.h"

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

#include "math/dim3.h"

#include "dynamics.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {DYNAMICS_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
