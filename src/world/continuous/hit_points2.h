// SPDX-License-Identifier: MIT
//
// Contact points of two sides in the plane, and their friction axis. Planar only: a surface has one tangent, so two
// points are the ends of all that touches, and the friction axis does not depend on the sliding.

#ifndef IMP2I_HIT_POINTS_H
#define IMP2I_HIT_POINTS_H

#include "../../math/dvec2.h"
#include "impinge/surface.h"

/// The tangent along which friction acts: the normal, turned by a quarter to the left.
static inline imp2i_dvec imp2i_friction_axis(imp2i_dvec normal, imp2i_dvec sliding)
{
    (void)sliding;
    const imp2i_dvec r = {-normal.y, normal.x};
    return r;
}

/// The speed along the tangent that the surfaces want.
static inline double imp2i_belt_along(const imp_surface* surface, imp2i_dvec belt, imp2i_dvec tangent)
{
    (void)belt;
    (void)tangent;
    return (double)surface->tangent_speed;
}

/// Adds a point to the two that are farthest from each other along the surface.
static inline void imp2i_take_end(imp2i_dvec ends[2], int32_t* count, imp2i_dvec normal, imp2i_dvec at)
{
    if (*count < 2)
    {
        ends[(*count)++] = at;
        return;
    }
    double first = imp2i_dcross(normal, ends[0]), second = imp2i_dcross(normal, ends[1]),
           side = imp2i_dcross(normal, at);
    int32_t low = first < second ? 0 : 1;
    ends[low] = side < (low ? second : first) ? at : ends[low];
    ends[1 - low] = side > (low ? first : second) ? at : ends[1 - low];
}

#endif
