// SPDX-License-Identifier: MIT
//
// Compounds as solids, part by part: a particle in the corner of a chain touches two of them. Planar, as compounds are.
//
// The nearest part has the first plane. Of the others only those count whose surface rises above the planes that are
// there already: so the joints of a floor, and the sides behind a convex corner, add nothing.

#include "particle2.h"

#include "../math/check.h"
#include "../shape/compound2.h"

#include <math.h>

#define RISES 0x1p-10f  // of the reach and the distance: above a plane

int32_t imp2i_solid_compound_fault(const imp2_solid* solid)
{
    imp2_box box;
    return !solid->compound ? IMP_ERR_NULL
                            : imp_status_fault(imp2_compound_bounds(solid->compound, &solid->pose, &box));
}

imp_status imp2i_solid_compound_bounds(const imp2_solid* solid, imp2_box* out)
{
    return imp2_compound_bounds(solid->compound, &solid->pose, out);
}

// A plane through the nearest point of a boundary, of which the distance is known. Without a normal if the point is on
// it.
static void make_plane(imp2_vec point, imp2_vec closest, float distance, imp2i_solid_plane* out)
{
    imp2_vec away = imp2_vec_sub(point, closest);
    float length = sqrtf(imp2_vec_dot(away, away));
    out->point = closest;
    out->normal = length > 0.0f ? imp2i_vec_divide(away, distance < 0.0f ? -length : length) : imp2i_vec_none();
    out->distance = length > 0.0f ? distance : 0.0f;
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

// Whether a segment of a chain collides on the side on which a point is.
static bool collides_there(const imp2_compound* c, const imp2_shape* part, imp2_vec local)
{
    imp2_vec a, b;
    if (!c->one_sided || imp2_shape_vertex(part, 0, &a) || imp2_shape_vertex(part, 1, &b))
    {
        return true;
    }
    return imp2_vec_cross(imp2_vec_sub(b, a), imp2_vec_sub(local, a)) <= 0.0f;
}

static imp2i_dbox box_around(imp2_vec local, float reach)
{
    double x = (double)local.x, y = (double)local.y, r = (double)reach;
    const imp2i_dbox box = {x - r, y - r, x + r, y + r};
    return box;
}

// The nearest plane of those parts that collide where the point is: of a chain with one side.
static bool nearest_plane_of_sides(const imp2_solid* solid, imp2_vec point, imp2_vec local, float reach,
                                   imp2i_solid_plane* out)
{
    const imp2_compound* c = solid->compound;
    const imp2i_dbox box = box_around(local, reach);
    bool any = false;
    for (int32_t i = 0; (i = imp2i_part_near(c, &box, i)) < c->part_count; ++i)
    {
        imp2i_solid_plane plane;
        imp2_vec closest;
        float distance;
        if (collides_there(c, &c->parts[i], local) &&
            imp2_shape_closest(&c->parts[i], &solid->pose, point, &closest, &distance) == IMP_OK)
        {
            make_plane(point, closest, distance, &plane);
            *out = !any || plane.distance < out->distance ? plane : *out;
            any = true;
        }
    }
    return any;
}

static bool nearest_plane(const imp2_solid* solid, imp2_vec point, imp2_vec local, float reach, imp2i_solid_plane* out)
{
    imp2_vec closest;
    float distance;
    if (solid->compound->one_sided)
    {
        return nearest_plane_of_sides(solid, point, local, reach, out);
    }
    if (imp2_compound_closest(solid->compound, &solid->pose, point, &closest, &distance))
    {
        return false;
    }
    make_plane(point, closest, distance, out);
    return true;
}

int32_t imp2i_solid_compound_planes(const imp2_solid* solid, imp2_vec point, float reach, imp2i_solid_plane* out)
{
    const imp2_compound* c = solid->compound;
    imp2_vec local = imp2_rot_apply_inverse(solid->pose.q, imp2_vec_sub(point, solid->pose.p));
    if (!nearest_plane(solid, point, local, reach, &out[0]) || out[0].distance > reach)
    {
        return 0;
    }
    int32_t count = 1;
    if (c->kind == IMP2_COMPOUND_SHAPE || out[0].distance <= 0.0f || !(reach < INFINITY))
    {
        return count;
    }
    const imp2i_dbox box = box_around(local, reach * 1.001f);
    for (int32_t i = 0; (i = imp2i_part_near(c, &box, i)) < c->part_count && count < IMPI_PLANES_MOST; ++i)
    {
        imp2_vec closest;
        float distance;
        if (collides_there(c, &c->parts[i], local) &&
            imp2_shape_closest(&c->parts[i], &solid->pose, point, &closest, &distance) == IMP_OK && distance > 0.0f &&
            distance <= reach)
        {
            make_plane(point, closest, distance, &out[count]);
            count += rises(&out[count], out, count, reach);
        }
    }
    return count;
}
