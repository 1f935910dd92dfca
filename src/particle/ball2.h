// SPDX-License-Identifier: MIT
//
// A particle as a filled circle. ball3.h has the same of a sphere.

#ifndef IMP2I_BALL_H
#define IMP2I_BALL_H

#include "../math/trig.h"

#include <math.h>

#define IMP2I_BALL_INERTIA 0.5f  // in m r^2

static inline float imp2i_ball_volume(float radius)
{
    return 3.14159265f * radius * radius;
}

/// The part of it that lies below a line at a height above its centre, from -1 to 1 radii.
static inline float imp2i_ball_part(float height)
{
    double t = (double)height, c = sqrt(1.0 - t * t);
    return (float)(0.5 + (t * c + impi_atan2_d(t, c)) / 3.14159265358979324);
}

#endif
