// SPDX-License-Identifier: MIT
//
// own_normals.inl, for the plane.

#include "compound2.h"

#include <math.h>

/// Whether a part is no farther from a point than that.
static bool imp2i_has_point(const imp2_shape* s, imp2i_dvec point, double within)
{
    const imp2_pose here = imp2_pose_identity();
    imp2_vec nearest;
    float distance;
    return !imp2_shape_closest(s, &here, imp2i_vec_tidy(point), &nearest, &distance) && (double)distance <= within;
}

#include "../math/dim2.h"

#include "own_normals.inl"

#include "../math/dim_end.h"

imp2i_dvec imp2i_support(const imp2_shape* s, imp2i_dvec direction, int32_t* vertex)
{
    imp2i_outline o = imp2i_outline_of(s);
    imp2i_dvec best = {0.0, 0.0};
    for (int32_t k = 0; k < s->count; ++k)
    {
        const imp2i_dvec at = {o.x[k], o.y[k]};
        if (k == 0 || imp2i_ddot(at, direction) > imp2i_ddot(best, direction))
        {
            best = at;
            *vertex = k;
        }
    }
    return best;
}

bool imp2i_normal_is_own(const imp2_compound* c, int32_t i, imp2i_dvec point, imp2i_dvec n, double tiny, double level)
{
    return c->kind == IMP2_COMPOUND_SHAPE || beyond_of_set(c, i, point, n, tiny, level) < 0;
}
