// SPDX-License-Identifier: MIT
//
// manifold_join.inl, for the plane; and the two points that a manifold has there.

#include "../../narrow/contact_id2.h"
#include "contact2.h"

#include <math.h>

#define ONE_PLACE 0x1p-18  // points nearer to each other than this part of their places are at one

#include "../../math/dim2.h"

#include "manifold_join.inl"

#include "../../math/dim_end.h"

// A point of two manifolds, by its number in both; and how far it is along a direction.
static const imp2_contact* point_of_both(const imp2_manifold* const both[2], int32_t k)
{
    return &both[k / IMP2I_POINTS]->points[k % IMP2I_POINTS];
}

static double place_in(const imp2_manifold* const both[2], int32_t k, imp2i_dvec way)
{
    return imp2i_ddot(way, imp2i_dvec_of(point_of_both(both, k)->point));
}

// The outermost point along a direction, or only of those that are vertices of the slider: of points at one place the
// deepest, which is on the surface. -1 for none.
static int32_t find_extreme(const imp2_manifold* const both[2], int slider, bool vertices, imp2i_dvec way)
{
    int32_t extreme = -1, vertex, side;
    for (int32_t k = 0; k < 2 * IMP2I_POINTS; ++k)
    {
        const imp2_contact* p = point_of_both(both, k);
        bool of_slider = slider >= 0 && imp2i_is_vertex_of(p->id, slider > 0, &vertex, &side);
        if (k % IMP2I_POINTS >= both[k / IMP2I_POINTS]->count || (vertices && !of_slider) ||
            imp2i_is_carried_point(p->id))
        {
            continue;
        }
        double at = place_in(both, k, way), most = extreme < 0 ? at : place_in(both, extreme, way);
        double little = ONE_PLACE * (fabs(at) + fabs(most));
        bool deeper = extreme < 0 || p->depth > point_of_both(both, extreme)->depth;
        extreme = at > most + little || (at >= most - little && deeper) ? k : extreme;
    }
    return extreme;
}

// Adds the outermost points of both sides to those that were chosen, as long as there is room.
static int32_t add_end(const imp2_manifold* const both[2], int slider, bool vertices, int32_t* chosen, int32_t count)
{
    const imp2i_dvec n = imp2i_dunit_of(both[0]->normal), left = {-n.y, n.x}, ways[2] = {imp2i_dnegate(left), left};
    for (int side = 0; side < 2; ++side)
    {
        int32_t extreme = find_extreme(both, slider, vertices, ways[side]);
        bool apart = extreme >= 0 && count < IMP2I_POINTS;
        for (int32_t k = 0; k < count && apart; ++k)
        {
            double at = place_in(both, extreme, left), other = place_in(both, chosen[k], left);
            apart = fabs(at - other) > ONE_PLACE * (fabs(at) + fabs(other));
        }
        if (apart)
        {
            chosen[count++] = extreme;
        }
    }
    return count;
}

static int32_t choose_points(const imp2_manifold* const both[2], int slider, int32_t chosen[IMP2I_POINTS])
{
    int32_t count = add_end(both, slider, true, chosen, 0);
    count = add_end(both, slider, false, chosen, count);
    if (count > 0)
    {
        return count;
    }
    for (; count < both[0]->count; ++count)
    {
        chosen[count] = count;  // all are carried
    }
    return count;
}

static double sinks_most(const imp2_manifold* const both[2], int slider, const int32_t* chosen, int32_t count,
                         double turn)
{
    const imp2i_dvec n = imp2i_dunit_of(both[0]->normal), along = {-n.y, n.x};
    const int32_t first = chosen[0], last = chosen[count - 1];
    double from = place_in(both, first, along), way = place_in(both, last, along) - from, most = -INFINITY;
    double low = height_of_point(both, slider, first), rise = height_of_point(both, slider, last) - low;
    for (int32_t k = 0; k < 2 * IMP2I_POINTS; ++k)
    {
        const imp2_contact* p = point_of_both(both, k);
        int32_t vertex, face;
        bool counts = slider < 0 || imp2i_is_vertex_of(p->id, slider > 0, &vertex, &face);
        if (k % IMP2I_POINTS >= both[k / IMP2I_POINTS]->count || imp2i_is_carried_point(p->id) || !counts)
        {
            continue;
        }
        double at = (place_in(both, k, along) - from) * (way < 0.0 ? -1.0 : 1.0), length = fabs(way);
        double part = at > 0.0 && length > 0.0 ? (at < length ? at / length : 1.0) : 0.0;
        double sinks = turn * fabs(at - part * length) + low + part * rise - height_of_point(both, slider, k);
        most = sinks > most ? sinks : most;
    }
    return most;
}
