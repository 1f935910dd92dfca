// SPDX-License-Identifier: MIT
//
// Internal edges of compounds in space: whether a normal of a part is one of the whole.
//
// A part knows only itself: a box that slides over two flush parts of a floor has, just as it comes upon the second, its
// least penetration of that one sideways, against a face or an edge that the floor as a whole does not have (a ghost
// collision). At a point of the boundary, the normals that a convex part has are those along which it goes no farther:
// n is one of them exactly when the point is a support along n. The same asked of every other part that has the point
// tells which of them are normals of the whole. So a convex edge between two triangles keeps the arc between both
// normals, a flat one their common normal, and a concave one nothing (Voronoi regions of features, active edges).
//
// Of triangles and height fields the parts at a corner are stored or follow from the grid, and heights of their corners
// are all that is asked; of a set they are found by their boxes.

#include "compound3.h"

#include <math.h>

/// Whether a point goes on beyond another along n.
static bool rises_above(imp3_vec v, imp3i_dvec from, imp3i_dvec n, double level)
{
    imp3i_dvec w = imp3i_dsub(imp3i_dvec_of(v), from);
    return imp3i_ddot(w, n) > level * imp3i_dnorm1(w);
}

static imp3_vec point_at(const imp3i_compound_block* b, int32_t point)
{
    return b->heights ? imp3i_field_point(b, point) : b->points[point];
}

static bool corners_of_part(const imp3i_compound_block* b, int32_t i, int32_t out[3])
{
    if (b->heights)
    {
        return imp3i_field_corners(b, i, out);
    }
    for (int k = 0; k < 3; ++k)
    {
        out[k] = b->corners[3 * (size_t)i + (size_t)k];
    }
    return true;
}

/// The parts around a point of the surface; room is for those of a height field.
static const int32_t* parts_around(const imp3i_compound_block* b, int32_t point, int32_t room[6], int32_t* count)
{
    if (b->heights)
    {
        *count = imp3i_field_around(b, point, room);
        return room;
    }
    *count = b->first[point + 1] - b->first[point];
    return b->around + b->first[point];
}

/// How far a point is from the segment between two corners.
static double distance_to_side(imp3i_dvec p, imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec e = imp3i_dsub(b, a), w = imp3i_dsub(p, a);
    double t = imp3i_ddot(w, e) / imp3i_ddot(e, e);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    w = imp3i_dadd_scaled(w, e, -t);
    return sqrt(imp3i_ddot(w, w));
}

/// Whether n is the normal of a triangle, on either side, to 2^-20.
static bool is_normal_of_face(const imp3i_dvec v[3], imp3i_dvec n)
{
    imp3i_dvec m = imp3i_dcross(imp3i_dsub(v[1], v[0]), imp3i_dsub(v[2], v[0])), across = imp3i_dcross(m, n);
    return imp3i_ddot(across, across) <= 0x1p-40 * imp3i_ddot(m, m);
}

/// Triangles: the corners of the feature that the point lies on are all that other parts must share to have it.
static bool is_own_of_surface(const imp3i_compound_block* b, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny,
                              double level)
{
    int32_t mine[3], at[2], count = 0;
    if (!corners_of_part(b, i, mine))
    {
        return false;
    }
    imp3i_dvec v[3];
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3i_dvec_of(point_at(b, mine[k]));
    }
    for (int k = 0; k < 3 && count < 1; ++k)
    {
        imp3i_dvec w = imp3i_dsub(point, v[k]);
        if (imp3i_ddot(w, w) <= tiny * tiny)
        {
            at[count++] = mine[k];
        }
    }
    for (int k = 0; k < 3 && count == 0; ++k)
    {
        if (distance_to_side(point, v[k], v[(k + 1) % 3]) <= tiny)
        {
            at[0] = mine[k];
            at[1] = mine[(k + 1) % 3];
            count = 2;
        }
    }
    if (count == 0 || is_normal_of_face(v, n))
    {
        return true;
    }
    int32_t room[6], around;
    const int32_t* parts = parts_around(b, at[0], room, &around);
    for (int32_t k = 0; k < around; ++k)
    {
        int32_t other[3];
        (void)corners_of_part(b, parts[k], other);
        bool shares = count == 1 || other[0] == at[1] || other[1] == at[1] || other[2] == at[1];
        for (int c = 0; shares && parts[k] != i && c < 3; ++c)
        {
            if (rises_above(point_at(b, other[c]), point, n, level))
            {
                return false;
            }
        }
    }
    return true;
}

/// The point of a part that is farthest along a unit n, radius included.
static double height_along(const imp3_shape* s, imp3i_dvec n)
{
    int32_t vertex;
    return imp3i_ddot(imp3i_support(s, n, &vertex), n) + (double)s->radius;
}

static bool is_own_of_set(const imp3_compound* c, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny, double level)
{
    const imp3i_dbox box = {imp3i_dsub(point, imp3i_dvec_all(tiny)), imp3i_dadd(point, imp3i_dvec_all(tiny))};
    const imp3_pose here = imp3_pose_identity();
    double height = imp3i_ddot(point, n);
    for (int32_t k = 0; (k = imp3i_part_near(c, &box, k)) < c->part_count; ++k)
    {
        const imp3_shape* other = &c->parts[k];
        imp3_vec nearest;
        float distance;
        double rise = k == i ? 0.0 : height_along(other, n) - height;
        bool beyond = rise > tiny + level * ((double)other->reach + (double)other->radius);
        if (beyond && !imp3_shape_closest(other, &here, imp3i_vec_of(point), &nearest, &distance) &&
            (double)distance <= tiny)
        {
            return false;
        }
    }
    return true;
}

bool imp3i_normal_is_own(const imp3_compound* c, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny, double level)
{
    if (c->kind == IMP3_COMPOUND_SHAPE)
    {
        return true;
    }
    if (c->parts)
    {
        return is_own_of_set(c, i, point, n, tiny, level);
    }
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    // On a rounded surface the core is asked.
    return is_own_of_surface(b, i, imp3i_dadd_scaled(point, n, -(double)b->radius), n, tiny, level);
}
