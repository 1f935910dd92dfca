// SPDX-License-Identifier: MIT
//
// Momenta of bodies for tests, in doubles, for the plane.

#ifndef IMP_TEST_MOMENTA_KIT2_H
#define IMP_TEST_MOMENTA_KIT2_H

#include <math.h>
#include <string.h>

#include "hinge_kit2.h"

enum
{
    MOMENTA = 3
};

// Momentum, and angular momentum about the origin; and the sums of the sizes of what bodies have of both.
static inline void momenta_of(const imp2_world* world, const imp_body* bodies, int32_t count, double* out,
                              double* sizes)
{
    memset(out, 0, MOMENTA * sizeof *out);
    sizes[0] = sizes[1] = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_body_state s;
        assert_int_equal(imp2_world_get_body(world, bodies[i], &s), IMP_OK);
        const double m = (double)s.mass, vx = (double)s.velocity.x, vy = (double)s.velocity.y;
        const double orbit = m * ((double)s.center.x * vy - (double)s.center.y * vx),
                     spin = (double)s.inertia * (double)s.angular_velocity;
        out[0] += m * vx;
        out[1] += m * vy;
        out[2] += orbit + spin;
        sizes[0] += m * hypot(vx, vy);
        sizes[1] += fabs(orbit) + fabs(spin);
    }
}

#endif
