// SPDX-License-Identifier: MIT
//
// Kinds of solids in the plane. A compound is asked part by part: a particle in the corner of a chain touches two of them.
//
// The nearest part has the first plane. Of the others only those count whose surface rises above the planes that are there
// already: so the joints of a floor, and the sides behind a convex corner, add nothing.

#include "particle2.h"

#include "../math/check.h"

#include <math.h>

#define RISES 0x1p-10f  // of the reach and the distance: above a plane

static int32_t compound_fault(const imp2_solid* solid)
{
    imp2_box box;
    return !solid->compound ? IMP_ERR_NULL
                            : imp_status_fault(imp2_compound_bounds(solid->compound, &solid->pose, &box));
}

static imp_status compound_bounds(const imp2_solid* solid, imp2_box* out)
{
    return imp2_compound_bounds(solid->compound, &solid->pose, out);
}

// A plane through the nearest point of a boundary, of which the distance is known.
static bool make_plane(imp2_vec point, imp2_vec closest, float distance, imp2i_solid_plane* out)
{
    imp2_vec away = imp2_vec_sub(point, closest);
    float length = sqrtf(imp2_vec_dot(away, away));
    if (!(length > 0.0f))
    {
        return false;
    }
    out->point = closest;
    out->normal = imp2i_vec_divide(away, distance < 0.0f ? -length : length);
    out->distance = distance;
    return true;
}

static bool rises(const imp2i_solid_plane* plane, const imp2i_solid_plane* found, int32_t count, float reach)
{
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_vec from = imp2_vec_sub(plane->point, found[i].point);
        if (!(imp2_vec_dot(found[i].normal, from) > RISES * (reach + fabsf(found[i].distance))))
        {
            return false;
        }
    }
    return true;
}

static int32_t compound_planes(const imp2_solid* solid, imp2_vec point, float reach, imp2i_solid_plane* out)
{
    imp2_vec closest;
    float distance;
    const imp2_compound* c = solid->compound;
    if (imp2_compound_closest(c, &solid->pose, point, &closest, &distance) || distance > reach ||
        !make_plane(point, closest, distance, &out[0]))
    {
        return 0;
    }
    int32_t count = 1;
    for (int32_t i = 0; i < c->part_count && distance > 0.0f && reach < INFINITY && count < IMPI_PLANES_MOST; ++i)
    {
        if (imp2_shape_closest(&c->parts[i], &solid->pose, point, &closest, &distance) == IMP_OK && distance > 0.0f &&
            distance <= reach && make_plane(point, closest, distance, &out[count]))
        {
            count += rises(&out[count], out, count, reach);
        }
    }
    return count;
}

const imp2i_solid_kind imp2i_solid_kinds[IMP_SOLID_KIND_COUNT] = {
    {imp2i_no_solid_fault, imp2i_no_solid_bounds, imp2i_no_solid_planes},
    {imp2i_half_space_fault, NULL, imp2i_half_space_planes},
    {imp2i_rounded_box_fault, imp2i_rounded_box_bounds, imp2i_rounded_box_planes},
    {compound_fault, compound_bounds, compound_planes},
};
