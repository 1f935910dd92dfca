// SPDX-License-Identifier: MIT
//
// Momenta of bodies for tests, in doubles, for space.

#ifndef IMP_TEST_MOMENTA_KIT3_H
#define IMP_TEST_MOMENTA_KIT3_H

#include <math.h>
#include <string.h>

#include "hinge_kit3.h"

enum
{
    MOMENTA = 6
};

// Momentum, and angular momentum about the origin; and the sums of the sizes of what bodies have of both.
static inline void momenta_of(const imp3_world* world, const imp_body* bodies, int32_t count, double* out,
                              double* sizes)
{
    memset(out, 0, MOMENTA * sizeof *out);
    sizes[0] = sizes[1] = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        imp3_body_state s;
        assert_int_equal(imp3_world_get_body(world, bodies[i], &s), IMP_OK);
        const imp3_inertia* j = &s.inertia;
        const imp3_vec w = imp3_rot_apply_inverse(s.pose.q, s.angular_velocity);
        const imp3_vec spin = imp3_rot_apply(
            s.pose.q, at(j->xx * w.x + j->xy * w.y + j->zx * w.z, j->xy * w.x + j->yy * w.y + j->yz * w.z,
                         j->zx * w.x + j->yz * w.y + j->zz * w.z));
        const double m = s.mass, x = s.center.x, y = s.center.y, z = s.center.z;
        const double vx = s.velocity.x, vy = s.velocity.y, vz = s.velocity.z;
        const double orbit[3] = {m * (y * vz - z * vy), m * (z * vx - x * vz), m * (x * vy - y * vx)};
        const double parts[MOMENTA] = {m * vx,         m * vy,         m * vz,
                                       orbit[0] + spin.x, orbit[1] + spin.y, orbit[2] + spin.z};
        for (int32_t k = 0; k < MOMENTA; ++k)
        {
            out[k] += parts[k];
        }
        sizes[0] += m * sqrt(vx * vx + vy * vy + vz * vz);
        sizes[1] += sqrt(orbit[0] * orbit[0] + orbit[1] * orbit[1] + orbit[2] * orbit[2]) +
                    sqrt((double)imp3_vec_dot(spin, spin));
    }
}

#endif
