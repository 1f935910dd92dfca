// SPDX-License-Identifier: MIT
//
// The memory that a hull is, and what follows from its vertices and faces: planes, links, the inscribed sphere.

#include "hull_block3.h"

#include "../base/alloc.h"
#include "../math/check3.h"
#include "../math/lanes.h"
#include "../math/predicate3.h"
#include "../math/round.h"

#include <math.h>
#include <string.h>

// ---- the block -----------------------------------------------------------------------------------------------------

static int32_t whole_lanes(int32_t count)
{
    return (count + IMP3I_HULL_LANES - 1) / IMP3I_HULL_LANES * IMP3I_HULL_LANES;
}

static void lay_out_hull(imp3i_hull* h, impi_layout* l)
{
    size_t v = (size_t)whole_lanes(h->vertex_count), f = (size_t)whole_lanes(h->face_count);
    size_t corners = 2 * (size_t)h->edge_count;
    (void)impi_take(l, 1, sizeof(imp3i_hull));
    float** const at_vertices[3] = {&h->x, &h->y, &h->z};
    float** const at_faces[4] = {&h->normal_x, &h->normal_y, &h->normal_z, &h->plane};
    for (int k = 0; k < 3; ++k)
    {
        *at_vertices[k] = (float*)impi_take(l, v, sizeof(float));
    }
    for (int k = 0; k < 4; ++k)
    {
        *at_faces[k] = (float*)impi_take(l, f, sizeof(float));
    }
    h->edges = (imp3i_edge*)impi_take(l, (size_t)h->edge_count, sizeof(imp3i_edge));
    h->starts = (int32_t*)impi_take(l, (size_t)h->face_count + 1, sizeof(int32_t));
    h->corners = (int32_t*)impi_take(l, corners, sizeof(int32_t));
    h->sides = (int32_t*)impi_take(l, corners, sizeof(int32_t));
    h->links = (int32_t*)impi_take(l, (size_t)h->vertex_count + 1, sizeof(int32_t));
    h->neighbours = (int32_t*)impi_take(l, corners, sizeof(int32_t));
    h->around = (int32_t*)impi_take(l, corners, sizeof(int32_t));
}

imp3i_hull* imp3i_hull_allocate(const imp_allocator* allocator, int32_t vertices, int32_t edges, int32_t faces,
                                int32_t dimension)
{
    imp3i_hull hull;
    memset(&hull, 0, sizeof hull);
    hull.vertex_count = vertices;
    hull.edge_count = edges;
    hull.face_count = faces;
    hull.dimension = dimension;
    hull.users = 1;
    impi_layout layout = {NULL, 0};
    lay_out_hull(&hull, &layout);
    hull.size = layout.size;
    hull.allocator = impi_alloc_or_default(allocator);
    char* block = (char*)impi_alloc_resize(allocator, NULL, 0, layout.size, 1);
    if (!block)
    {
        return NULL;
    }
    layout.base = block;
    layout.size = 0;
    lay_out_hull(&hull, &layout);
    memcpy(block, &hull, sizeof hull);
    return (imp3i_hull*)(void*)block;
}

imp3i_hull* imp3i_hull_copy(const imp3i_hull* h, const imp_allocator* allocator)
{
    imp3i_hull* copy = imp3i_hull_allocate(allocator, h->vertex_count, h->edge_count, h->face_count, h->dimension);
    if (copy)
    {
        // Arrays lie in both blocks at the same distances.
        memcpy((char*)copy + sizeof *copy, (const char*)h + sizeof *h, h->size - sizeof *h);
        copy->center = h->center;
        copy->inner = h->inner;
        copy->bend = h->bend;
        copy->slack = h->slack;
    }
    return copy;
}

void imp3i_hull_set_vertex(imp3i_hull* h, int32_t i, imp3_vec v)
{
    h->x[i] = v.x + 0.0f;
    h->y[i] = v.y + 0.0f;
    h->z[i] = v.z + 0.0f;
}

/// Repeats the last of an array up to whole lanes.
static void fill_lanes(float* a, int32_t count)
{
    for (int32_t i = count; i < whole_lanes(count); ++i)
    {
        a[i] = a[count - 1];
    }
}

void imp3i_hull_fill_lanes(imp3i_hull* h)
{
    float* const at_vertices[3] = {h->x, h->y, h->z};
    float* const at_faces[4] = {h->normal_x, h->normal_y, h->normal_z, h->plane};
    for (int k = 0; k < 3; ++k)
    {
        fill_lanes(at_vertices[k], h->vertex_count);
    }
    for (int k = 0; k < 4; ++k)
    {
        fill_lanes(at_faces[k], h->face_count);
    }
}

void imp3i_hull_link(imp3i_hull* h)
{
    int32_t* links = h->links;
    memset(links, 0, ((size_t)h->vertex_count + 1) * sizeof *links);
    for (int32_t e = 0; e < h->edge_count; ++e)
    {
        ++links[h->edges[e].from];
        ++links[h->edges[e].to];
    }
    for (int32_t v = 0, sum = 0; v <= h->vertex_count; ++v)  // where each ends; filled backwards
    {
        sum += links[v];
        links[v] = sum;
    }
    for (int32_t e = h->edge_count - 1; e >= 0; --e)
    {
        const imp3i_edge* edge = &h->edges[e];
        h->neighbours[--links[edge->from]] = edge->to;
        h->neighbours[--links[edge->to]] = edge->from;
    }
    // A vertex has as many faces as edges. Where each ends is where the next begins.
    memmove(links, links + 1, (size_t)h->vertex_count * sizeof *links);
    for (int32_t f = h->face_count - 1; f >= 0; --f)
    {
        for (int32_t k = h->starts[f]; k < h->starts[f + 1]; ++k)
        {
            h->around[--links[h->corners[k]]] = f;
        }
    }
}

// ---- planes --------------------------------------------------------------------------------------------------------

/// The sum of the cross products of a fan, exact: for corners so nearly in line that doubles only have noise.
static imp3i_dvec fan_normal_exact(const imp3i_hull* h, const int32_t* corners, int32_t count)
{
    double n[3];
    for (int axis = 0; axis < 3; ++axis)
    {
        impi_exact sum, part;
        impi_exact_set(&sum, 0.0);
        for (int32_t k = 2; k < count; ++k)
        {
            imp3_vec v[3];
            const int32_t at[3] = {corners[0], corners[k - 1], corners[k]};
            for (int i = 0; i < 3; ++i)
            {
                v[i] = imp3i_vec_of(imp3i_hull_vertex(h, at[i]));
            }
            imp3i_cross_exact(v[0], v[1], v[2], axis, &part);
            impi_exact_add(&sum, &sum, &part);
        }
        n[axis] = impi_exact_get(&sum);
    }
    imp3i_dvec r = {n[0], n[1], n[2]};
    return r;
}

/// Normal of a polygon (Newell's: the sum over a fan), of any length.
static imp3i_dvec fan_normal(const imp3i_hull* h, const int32_t* corners, int32_t count)
{
    imp3i_dvec sum = {0.0, 0.0, 0.0}, a = imp3i_hull_vertex(h, corners[0]),
               u = imp3i_dsub(imp3i_hull_vertex(h, corners[1]), a);
    double sizes = 0.0;
    for (int32_t k = 2; k < count; ++k)
    {
        imp3i_dvec v = imp3i_dsub(imp3i_hull_vertex(h, corners[k]), a);
        sizes += imp3i_dnorm1(u) * imp3i_dnorm1(v);
        sum = imp3i_dadd(sum, imp3i_dcross(u, v));
        u = v;
    }
    return imp3i_ddot(sum, sum) > 0x1p-36 * sizes * sizes ? sum : fan_normal_exact(h, corners, count);
}

/// Sets the plane of a face: through the highest of its corners, to rounding.
static void set_plane_along(imp3i_hull* h, int32_t face, imp3i_dvec normal, double extent)
{
    imp3i_dvec unit = imp3i_dscale(normal, 1.0 / sqrt(imp3i_ddot(normal, normal)));
    imp3_vec n = imp3i_vec_tidy(unit);
    double most = -INFINITY, least = INFINITY;
    for (int32_t k = h->starts[face]; k < h->starts[face + 1]; ++k)
    {
        double height = imp3i_ddot(imp3i_dvec_of(n), imp3i_hull_vertex(h, h->corners[k]));
        most = height > most ? height : most;
        least = height < least ? height : least;
    }
    h->normal_x[face] = n.x;
    h->normal_y[face] = n.y;
    h->normal_z[face] = n.z;
    h->plane[face] = impi_tidy(impi_round_up(most));
    // Nothing of an exact face is above the plane of doubles, which is off by 2^-32 where terms cancelled; so by how far
    // the normal is rounded tells how far something can be above that of floats.
    imp3i_dvec off = imp3i_dsub(imp3i_dvec_of(n), unit);
    double above = (sqrt(imp3i_ddot(off, off)) + 0x1p-32 * (imp3i_dnorm1(off) > 0.0)) * extent;
    above += most > h->plane[face] ? most - h->plane[face] : 0.0;  // it was made 0
    double below = h->plane[face] - least, out = above > below ? above : below;
    h->slack = out > h->slack ? impi_round_up(out) : h->slack;
}

void imp3i_hull_set_planes(imp3i_hull* h, double extent)
{
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        const int32_t* corners = h->corners + h->starts[f];
        set_plane_along(h, f, fan_normal(h, corners, h->starts[f + 1] - h->starts[f]), extent);
    }
}

void imp3i_hull_measure_bend(imp3i_hull* h)
{
    double least = 1.0;
    for (int32_t k = 0; k < h->edge_count; ++k)
    {
        int32_t l = h->edges[k].left, r = h->edges[k].right;
        double cosine = (double)h->normal_x[l] * h->normal_x[r] + (double)h->normal_y[l] * h->normal_y[r] +
                        (double)h->normal_z[l] * h->normal_z[r];
        least = cosine < least ? cosine : least;
    }
    double square = 0.5 * (1.0 + least) - 0x1p-20;
    h->bend = square > 0.0 ? impi_tidy(impi_round_down(sqrt(square))) : 0.0f;
}

// ---- told from another origin ---------------------------------------------------------------------------------------

imp3_vec imp3i_hull_middle(const imp3i_hull* h)
{
    imp3i_dvec sum = imp3i_dvec_none();
    for (int32_t i = 0; i < h->vertex_count; ++i)
    {
        sum = imp3i_dadd(sum, imp3i_hull_vertex(h, i));
    }
    return imp3i_vec_of(imp3i_ddivide(sum, h->vertex_count));
}

/// A coordinate of the one or the other is off by less than this part of how far vertices reach.
#define TOLD_DOUBT 0x1p-21

void imp3i_hull_tell_from(imp3i_hull* copy, const imp3i_hull* h, imp3_vec origin)
{
    double reach = 0.0;
    for (int32_t i = 0; i < h->vertex_count; ++i)
    {
        const imp3i_dvec before = imp3i_hull_vertex(h, i), now = imp3i_dsub(before, imp3i_dvec_of(origin));
        const double far = imp3i_dnorm1(before) + imp3i_dnorm1(now);
        reach = far > reach ? far : reach;
        imp3i_hull_set_vertex(copy, i, imp3i_vec_tidy(now));
    }
    copy->slack = impi_round_up((double)h->slack + TOLD_DOUBT * reach);
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        const imp3i_dvec n = {h->normal_x[f], h->normal_y[f], h->normal_z[f]};
        double most = -INFINITY;
        for (int32_t k = h->starts[f]; k < h->starts[f + 1]; ++k)
        {
            const double height = imp3i_ddot(n, imp3i_hull_vertex(copy, h->corners[k]));
            most = height > most ? height : most;
        }
        copy->plane[f] = impi_tidy(impi_round_up(most));
    }
    imp3i_hull_fill_lanes(copy);
    if (h->dimension == 2)
    {
        copy->center = imp3i_hull_middle(copy);
        return;
    }
    imp3i_hull_inscribe(copy);
}

// ---- the inscribed sphere -------------------------------------------------------------------------------------------

/// The plane that a point is the least below, as floats see it, and how deep; the first of equals.
static float depth_below_planes(const imp3i_hull* h, imp3_vec at, int32_t* face)
{
    impi_lanes x = impi_lanes_splat(at.x), y = impi_lanes_splat(at.y), z = impi_lanes_splat(at.z);
    float least = INFINITY;
    for (int32_t f = 0; f < h->face_count; f += 4)
    {
        impi_lanes depth = impi_lanes_mul(impi_lanes_load(h->normal_x + f), x);
        depth = impi_lanes_mul_add(impi_lanes_load(h->normal_y + f), y, depth);
        depth = impi_lanes_mul_add(impi_lanes_load(h->normal_z + f), z, depth);
        depth = impi_lanes_sub(impi_lanes_load(h->plane + f), depth);
        if (impi_lanes_less(depth, impi_lanes_splat(least)))
        {
            float depths[4];
            impi_lanes_store(depths, depth);
            for (int32_t k = 0; k < 4; ++k)
            {
                *face = depths[k] < least ? f + k : *face;
                least = depths[k] < least ? depths[k] : least;
            }
        }
    }
    *face = *face < h->face_count ? *face : h->face_count - 1;
    return least;
}

/// The true depth of a point below all planes.
static double exact_depth(const imp3i_hull* h, imp3i_dvec at)
{
    double least = INFINITY;
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        double depth = h->plane[f] - (h->normal_x[f] * at.x + h->normal_y[f] * at.y + h->normal_z[f] * at.z);
        least = depth < least ? depth : least;
    }
    return least;
}

enum
{
    DEEPENINGS = 20
};

void imp3i_hull_inscribe(imp3i_hull* h)
{
    // From the middle of the vertices away from the nearest plane, by less when that has not helped. What is below all
    // planes by a depth is so far from the surface but for the slack.
    imp3i_dvec sum = imp3i_dvec_none();
    for (int32_t v = 0; v < h->vertex_count; ++v)
    {
        sum = imp3i_dadd(sum, imp3i_hull_vertex(h, v));
    }
    imp3_vec best = imp3i_vec_tidy(imp3i_ddivide(sum, h->vertex_count));
    int32_t face = 0, nearest = 0;
    float depth = depth_below_planes(h, best, &face), step = depth;
    for (int32_t k = 0; k < DEEPENINGS && step > 0.0f; ++k)
    {
        const imp3i_dvec n = {h->normal_x[face], h->normal_y[face], h->normal_z[face]};
        imp3_vec at = imp3i_vec_tidy(imp3i_dadd_scaled(imp3i_dvec_of(best), n, -(double)step));
        float there = depth_below_planes(h, at, &nearest);
        bool deeper = there > depth;
        best = deeper ? at : best;
        face = deeper ? nearest : face;
        depth = deeper ? there : depth;
        step = deeper ? step : 0.5f * step;
    }
    // Normals are of unit length to rounding, and doubles round what they add up.
    imp3i_dvec at = imp3i_dvec_of(best);
    double inner = exact_depth(h, at) * (1.0 - 0x1p-22) - h->slack - 0x1p-49 * imp3i_dnorm1(at);
    h->center = best;
    h->inner = inner > 0.0 ? impi_tidy(impi_round_down(inner)) : 0.0f;
}
