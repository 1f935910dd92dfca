// SPDX-License-Identifier: MIT
//
// manifold_join.inl, for space; and the up to four points that a manifold has there.

#include "../../narrow/contact_id3.h"
#include "../../narrow/reduce3.h"
#include "contact3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "manifold_join.inl"

#include "../../math/dim_end.h"

// Two directions along a plane, across each other.
static void ways_along_plane(imp3i_dvec normal, imp3i_dvec out[2])
{
    imp3i_dvec u = imp3i_dcross(normal, imp3i_daxis_beside(normal));
    out[0] = imp3i_dscale(u, 1.0 / sqrt(imp3i_ddot(u, u)));
    out[1] = imp3i_dcross(normal, out[0]);
}

// Whether a point is a vertex of the slider, which keeps its name where faces under it end.
static bool is_vertex_of_slider(uint64_t id, int slider)
{
    int32_t vertex, side;
    return slider >= 0 && imp3i_is_vertex_of(id, slider > 0, &vertex, &side);
}

// The points of two manifolds, or only the vertices of the slider among them. The name of a point tells which it is.
static void gather_points(const imp3_manifold* const both[2], int slider, bool vertices, imp3i_points* out)
{
    imp3i_dvec axes[2], from = imp3i_dvec_of(both[0]->points[0].point);
    ways_along_plane(imp3i_dunit_of(both[0]->normal), axes);
    out->count = 0;
    for (uint32_t name = 0; name < 2 * IMP3_POINT_MAX; ++name)
    {
        const imp3_manifold* m = both[name / IMP3_POINT_MAX];
        const imp3_contact* p = &m->points[name % IMP3_POINT_MAX];
        if ((int32_t)(name % IMP3_POINT_MAX) < m->count && (!vertices || is_vertex_of_slider(p->id, slider)))
        {
            imp3i_dvec at = imp3i_dsub(imp3i_dvec_of(p->point), from);
            out->u[out->count] = (float)imp3i_ddot(at, axes[0]);
            out->v[out->count] = (float)imp3i_ddot(at, axes[1]);
            out->gap[out->count] = -p->depth;
            out->name[out->count++] = name;
        }
    }
}

// Whether a point lies within some: at one, between two, or in the triangle of three, within a part of their distance.
static bool is_within(const imp3i_points* of, int32_t point, const int32_t* some, int32_t count, float extent)
{
    const float* u = of->u;
    const float* v = of->v;
    bool within = count > 0, left = true, right = true;
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t from = some[k], to = some[k + 1 < count ? k + 1 : 0];
        float along_u = u[to] - u[from], along_v = v[to] - v[from], at_u = u[point] - u[from],
              at_v = v[point] - v[from];
        float alone = 0x1p-12f * extent * extent;
        float square = along_u * along_u + along_v * along_v, dot = at_u * along_u + at_v * along_v;
        float side = along_u * at_v - along_v * at_u, little = 0x1p-6f * square;
        left = left && side >= -little;
        right = right && side <= little;
        within = within && (count > 2 || (dot >= -little && dot <= square + little)) &&
                 (count > 1 || at_u * at_u + at_v * at_v <= alone);
    }
    return within && (count > 2 ? left || right : left && right);
}

// Adds the extreme ones of some points to those that were chosen, as long as there is room.
static int32_t add_extreme(imp3i_points* some, int32_t* chosen, int32_t count)
{
    int32_t extreme[IMP3_POINT_MAX];
    float extent = 0.0f;
    for (int32_t k = 0; k < some->count; ++k)
    {
        extent = fabsf(some->u[k]) > extent ? fabsf(some->u[k]) : extent;
        extent = fabsf(some->v[k]) > extent ? fabsf(some->v[k]) : extent;
    }
    int32_t found = some->count > 0 ? imp3i_reduce_corners(some, extent, extreme) : 0;
    for (int32_t k = 0; k < found && count < IMP3_POINT_MAX; ++k)
    {
        chosen[count] = extreme[k];
        count += !is_within(some, extreme[k], chosen, count, extent);
    }
    return count;
}

static int32_t choose_points(const imp3_manifold* const both[2], int slider, int32_t chosen[IMP3_POINT_MAX])
{
    imp3i_points vertices, all;
    int32_t first[IMP3_POINT_MAX];
    gather_points(both, slider, true, &vertices);
    gather_points(both, slider, false, &all);
    int32_t count = add_extreme(&vertices, first, 0);
    for (int32_t k = 0; k < count; ++k)
    {
        for (int32_t i = 0; i < all.count; ++i)
        {
            chosen[k] = all.name[i] == vertices.name[first[k]] ? i : chosen[k];
        }
    }
    count = add_extreme(&all, chosen, count);
    for (int32_t k = 0; k < count; ++k)
    {
        chosen[k] = (int32_t)all.name[chosen[k]];
    }
    return count;
}

static double sinks_most(const imp3_manifold* const both[2], int slider, const int32_t* chosen, int32_t count,
                         double turn)
{
    imp3i_points all;
    int32_t at[IMP3_POINT_MAX] = {0};
    float most = -INFINITY;
    gather_points(both, slider, false, &all);
    for (int32_t i = 0; i < all.count; ++i)
    {
        all.gap[i] = (float)height_of_point(both, slider, (int32_t)all.name[i]);
    }
    for (int32_t i = 0; i < count * all.count; ++i)
    {
        at[i / all.count] =
            (int32_t)all.name[i % all.count] == chosen[i / all.count] ? i % all.count : at[i / all.count];
    }
    for (int32_t point = 0; point < all.count; ++point)
    {
        const int32_t name = (int32_t)all.name[point];
        const imp3_contact* p = &both[name / IMP3_POINT_MAX]->points[name % IMP3_POINT_MAX];
        bool counts = slider < 0 || is_vertex_of_slider(p->id, slider);
        float sinks = counts ? imp3i_sinks(&all, point, at, count, (float)turn) : -INFINITY;
        most = sinks > most ? sinks : most;
    }
    return (double)most;
}
