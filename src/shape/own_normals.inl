// SPDX-License-Identifier: MIT
//
// Whether a normal of a part of a set is one of the whole, for own_normals2.c and own_normals3.c.

#ifndef AXES
#include "compound2.h"
#include <math.h>

#include "../math/dim2.h"
#endif

/// The point of a part that is farthest along a unit n, radius included.
static double height_along(const Shape* s, DVec n)
{
    int32_t vertex;
    return FNI(ddot)(FNI(support)(s, n, &vertex), n) + (double)s->radius;
}

static double extent_of(Box box)
{
    double most = 0.0;
    for (int axis = 0; axis < AXES; ++axis)
    {
        double size = (double)AT(box.upper, axis) - (double)AT(box.lower, axis);
        most = size > most ? size : most;
    }
    return most;
}

static int32_t beyond_of_set(const Compound* c, int32_t i, DVec point, DVec n, double tiny, double level)
{
    const DBox box = FNI(dbox_of)(FNI(dsub)(point, FNI(dvec_all)(tiny)), FNI(dadd)(point, FNI(dvec_all)(tiny)));
    double height = FNI(ddot)(point, n), most = tiny;
    int32_t beyond = -1;
    for (int32_t k = 0; (k = FNI(part_near)(c, &box, k)) < c->part_count; ++k)
    {
        const Shape* other = &c->parts[k];
        double rise = k == i ? 0.0 : height_along(other, n) - height;
        bool goes_on = rise > most && rise > tiny + level * extent_of(FNI(part_box)(c, k));
        if (goes_on && FNI(has_point)(other, point, tiny))
        {
            beyond = k;
            most = rise;
        }
    }
    return beyond;
}
