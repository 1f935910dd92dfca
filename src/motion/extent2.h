// SPDX-License-Identifier: MIT
//
// How long a shape of the plane is along a direction. Reads the outline of polygons, which solids have not.

#ifndef IMP2I_EXTENT_H
#define IMP2I_EXTENT_H

#include "../math/dvec2.h"
#include "../shape/shape2.h"

#include <math.h>

static inline double imp2i_extent_along(const imp2_shape* shape, imp2i_dvec direction)
{
    imp2i_outline o = imp2i_outline_of(shape);
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < (o.sides > 1 ? o.sides : 1); ++i)
    {
        double x = direction.x * o.x[i] + direction.y * o.y[i];
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    return high - low + 2.0 * shape->radius;
}

#endif
