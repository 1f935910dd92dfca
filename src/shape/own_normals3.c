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
// Which feature of a triangle has a normal follows from the normal alone. The parts around its corners are stored or follow
// from the grid, and heights of their corners are all that is asked. In a set the parts that have the point are found by
// their boxes.

#include "compound3.h"

#include <math.h>

/// How steeply a point goes on beyond another along n; 0 where the two are one.
static double rise_above(imp3_vec v, imp3i_dvec from, imp3i_dvec n)
{
    imp3i_dvec w = imp3i_dsub(imp3i_dvec_of(v), from);
    double far = imp3i_dnorm1(w);
    return far > 0.0 ? imp3i_ddot(w, n) / far : 0.0;
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

/// Triangles: the corners of the feature that lies along n are all that other parts must share to have it. Corners that
/// are lower by less than `level` of the size lie along it too. Tells the part that rises most steeply, or any that rises;
/// -1 for none.
static int32_t beyond_of_surface(const imp3i_compound_block* b, int32_t i, imp3i_dvec n, double level, bool any)
{
    int32_t mine[3], at[3], count = 0;
    if (!imp3i_surface_corners(b, i, mine))
    {
        return i;
    }
    double heights[3], most = -INFINITY, size = 0.0;
    imp3i_dvec v[3];
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3i_dvec_of(imp3i_surface_point(b, mine[k]));
        heights[k] = imp3i_ddot(v[k], n);
        most = heights[k] > most ? heights[k] : most;
        double side = imp3i_dnorm1(imp3i_dsub(v[k], v[0]));
        size = side > size ? side : size;
    }
    for (int k = 0; k < 3; ++k)
    {
        if (heights[k] >= most - level * size)
        {
            at[count++] = k;
        }
    }
    if (count == 3 || (!b->heights && !b->first))
    {
        return -1;  // the face, or a soup, in which nobody knows of neighbours
    }
    int32_t room[6], around, beyond = -1;
    double steepest = level;
    const int32_t* parts = parts_around(b, mine[at[0]], room, &around);
    for (int32_t k = 0; k < around && !(any && beyond >= 0); ++k)
    {
        int32_t other[3];
        (void)imp3i_surface_corners(b, parts[k], other);
        int32_t end = mine[at[count - 1]];
        bool shares = count == 1 || other[0] == end || other[1] == end || other[2] == end;
        for (int c = 0; shares && parts[k] != i && c < 3; ++c)
        {
            double rise = rise_above(imp3i_surface_point(b, other[c]), v[at[0]], n);
            beyond = rise > steepest ? parts[k] : beyond;
            steepest = rise > steepest ? rise : steepest;
        }
    }
    return beyond;
}

#include "../math/dim3.h"

#include "own_normals.inl"

#include "../math/dim_end.h"

int32_t imp3i_part_beyond(const imp3_compound* c, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny, double level)
{
    if (c->kind == IMP3_COMPOUND_SHAPE)
    {
        return -1;
    }
    return c->parts ? beyond_of_set(c, i, point, n, tiny, level)
                    : beyond_of_surface(imp3i_compound_block_of(c), i, n, level, false);
}

bool imp3i_normal_is_own(const imp3_compound* c, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny, double level)
{
    bool surface = c->kind != IMP3_COMPOUND_SHAPE && !c->parts;
    int32_t beyond = surface ? beyond_of_surface(imp3i_compound_block_of(c), i, n, level, true)
                             : imp3i_part_beyond(c, i, point, n, tiny, level);
    return beyond < 0;
}
