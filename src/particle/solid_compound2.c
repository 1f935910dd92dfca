// SPDX-License-Identifier: MIT
//
// solid_compound.inl, for the plane: chains may have one side.

#include "particle2.h"

#include "../math/check.h"
#include "../shape/compound2.h"

#include <math.h>

#include "../math/dim2.h"

#include "solid_compound.inl"

#include "../math/dim_end.h"

imp_status imp2i_solid_compound_bounds(const imp2_solid* solid, imp2_box* out)
{
    return imp2_compound_bounds(solid->compound, &solid->pose, out);
}

const imp2_shape* imp2i_solid_part(const imp2_compound* c, int32_t i, imp2_shape* room)
{
    return imp2i_part_ref(c, i, room);
}

bool imp2i_solid_part_faces(const imp2_compound* c, const imp2_shape* part, imp2_vec local)
{
    imp2_vec a, b;
    if (!c->one_sided || imp2_shape_vertex(part, 0, &a) || imp2_shape_vertex(part, 1, &b))
    {
        return true;
    }
    return imp2_vec_cross(imp2_vec_sub(b, a), imp2_vec_sub(local, a)) <= 0.0f;
}

bool imp2i_solid_plane_is_own(const imp2_solid* solid, int32_t i, const imp2i_solid_plane* plane)
{
    (void)solid;
    (void)i;
    (void)plane;
    return true;
}

void imp2i_solid_plane_align(const imp2_solid* solid, const imp2_shape* part, imp2_vec point, imp2i_solid_plane* plane)
{
    (void)solid;
    (void)part;
    (void)point;
    (void)plane;
}

bool imp2i_solid_nearest(const imp2_solid* solid, imp2_vec point, imp2_vec local, float reach, imp2i_solid_plane* out)
{
    imp2_vec closest;
    float distance;
    if (solid->compound->one_sided)
    {
        return imp2i_nearest_of_sides(solid, point, local, reach, out);
    }
    if (imp2_compound_closest(solid->compound, &solid->pose, point, &closest, &distance))
    {
        return false;
    }
    imp2i_make_plane(point, closest, distance, out);
    return true;
}
