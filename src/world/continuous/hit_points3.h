// SPDX-License-Identifier: MIT
//
// Contact points of sides that lie on each other in space: up to four, so that what lands flat does not start to turn;
// and the direction of friction, which is that of the sliding.

#ifndef IMP3I_HIT_POINTS_H
#define IMP3I_HIT_POINTS_H

#include "../../math/spin3.h"
#include "impinge/surface.h"

#include <stdint.h>

/// The direction of sliding along a surface; zero without sliding.
static inline imp3i_dvec imp3i_friction_axis(imp3i_dvec normal, imp3i_dvec sliding)
{
    imp3i_dvec along = imp3i_dadd_scaled(sliding, normal, -imp3i_ddot(sliding, normal));
    double length = sqrt(imp3i_ddot(along, along));
    return length > 0x1p-100 ? imp3i_ddivide(along, length) : imp3i_dvec_none();
}

/// The speed along a tangent that the surfaces want.
static inline double imp3i_belt_along(const imp_surface* surface, imp3i_dvec belt, imp3i_dvec tangent)
{
    (void)surface;
    return imp3i_ddot(belt, tangent);
}

/// Twice the area that four points bound along a surface, of whatever order.
static inline double imp3i_area_of(imp3i_dvec normal, const imp3i_dvec p[4])
{
    double area = 0.0;
    for (int32_t k = 1; k < 4; ++k)
    {
        // The diagonals have the greatest product of the three pairs of lines through all four.
        imp3i_dvec one = imp3i_dsub(p[k], p[0]), other = imp3i_dsub(p[k == 1 ? 2 : 1], p[k == 3 ? 2 : 3]);
        double of_pair = fabs(imp3i_ddot(normal, imp3i_dcross(one, other)));
        area = of_pair > area ? of_pair : area;
    }
    return area;
}

/// Adds a point to the four that bound the greatest area along the surface.
static inline void imp3i_take_end(imp3i_dvec ends[4], int32_t* count, imp3i_dvec normal, imp3i_dvec at)
{
    if (*count < 4)
    {
        ends[(*count)++] = at;
        return;
    }
    int32_t out = -1;
    double most = imp3i_area_of(normal, ends) * (1.0 + 0x1p-20);
    for (int32_t k = 0; k < 4; ++k)
    {
        imp3i_dvec with[4] = {ends[0], ends[1], ends[2], ends[3]};
        with[k] = at;
        double area = imp3i_area_of(normal, with);
        out = area > most ? k : out;
        most = area > most ? area : most;
    }
    if (out >= 0)
    {
        ends[out] = at;
    }
}

#endif
