// SPDX-License-Identifier: MIT
//
// Making a hull again from its vertices and faces.
//
// Edges are numbered as faces need them, as the maker does it; so the two sides of an edge are all that has to be found:
// by sorting. Planes, links, the bend and the sphere inside follow as they did. Slack is told, as it came from points
// that are no vertices too; it is not less than what follows from the vertices.
//
// A hull that is told may be forged. Only a closed surface like a sphere is accepted, whose faces are convex and whose
// edges lead outward, to the slack: that is convex, and whoever walks over it comes to an end.

#include "told_hull3.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "hull_block3.h"

#include <math.h>

/// Most slack of a hull, and by how much an edge may lead in, as parts of the extent.
#define MOST_SLACK 0x1p-16
#define ROUNDED 0x1p-20

static bool counts_sound(const imp3i_told_hull* t)
{
    const int32_t v = t->vertex_count, f = t->face_count, c = t->corner_count;
    const bool flat = t->dimension == 2 && v >= 3 && f == 2 && c == 2 * v,
               solid = t->dimension == 3 && v >= 4 && f >= 4;
    bool sound = (flat || solid) && v <= IMP3_VERTEX_MAX && c % 2 == 0 && (int64_t)v - c / 2 + f == 2;
    sound = sound && t->starts[0] == 0 && t->starts[f] == c;
    for (int32_t k = 0; k < f && sound; ++k)
    {
        sound = t->starts[k] <= c - 3 && t->starts[k + 1] >= t->starts[k] + 3;
    }
    for (int32_t k = 0; k < c && sound; ++k)
    {
        sound = t->corners[k] >= 0 && t->corners[k] < v;
    }
    return sound;
}

static bool precedes_vertex(imp3_vec a, imp3_vec b)
{
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// Vertices rise by x, then y, then z; of a flat hull they are a ring from the first of them.
static bool order_sound(const imp3i_told_hull* t)
{
    bool sound = true;
    for (int32_t k = 1; k < t->vertex_count; ++k)
    {
        sound = sound && precedes_vertex(t->vertices[t->dimension == 2 ? 0 : k - 1], t->vertices[k]);
    }
    for (int32_t k = 0; k < t->vertex_count && t->dimension == 2; ++k)
    {
        sound = sound && t->corners[k] == k;
    }
    return sound;
}

static int32_t next_of_face(const imp3i_hull* h, int32_t face, int32_t k)
{
    return k + 1 < h->starts[face + 1] ? k + 1 : h->starts[face];
}

/// Finds for each side of a face the one that runs the same edge back. False where there is not exactly one.
static bool pair_sides(const imp3i_hull* h, impi_keyed* order, impi_keyed* scratch, int32_t* twin)
{
    const int32_t sides = 2 * h->edge_count;
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        for (int32_t k = h->starts[f]; k < h->starts[f + 1]; ++k)
        {
            const uint32_t a = (uint32_t)h->corners[k], b = (uint32_t)h->corners[next_of_face(h, f, k)];
            order[k].key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
            order[k].value = k;
        }
    }
    impi_sort(order, scratch, sides);
    bool sound = true;
    for (int32_t k = 0; k < sides; k += 2)
    {
        const int32_t one = order[k].value, other = order[k + 1].value;
        sound = sound && order[k].key == order[k + 1].key && h->corners[one] != h->corners[other] &&
                (k == 0 || order[k - 1].key != order[k].key);
        twin[one] = other;
        twin[other] = one;
    }
    return sound;
}

static void number_edges(imp3i_hull* h, const int32_t* twin)
{
    int32_t edges = 0;
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        for (int32_t k = h->starts[f]; k < h->starts[f + 1]; ++k)
        {
            if (twin[k] < k)
            {
                h->sides[k] = -1 - h->sides[twin[k]];
                h->edges[h->sides[twin[k]]].right = f;
            }
            else
            {
                const imp3i_edge edge = {h->corners[k], h->corners[next_of_face(h, f, k)], f, -1};
                h->edges[edges] = edge;
                h->sides[k] = edges++;
            }
        }
    }
}

/// Each vertex has as many neighbours as a corner of a polyhedron, or a polygon.
static bool links_sound(const imp3i_hull* h)
{
    bool sound = true;
    for (int32_t v = 0; v < h->vertex_count; ++v)
    {
        sound = sound && h->links[v + 1] - h->links[v] >= h->dimension;
    }
    return sound;
}

static imp3i_dvec stored_normal(const imp3i_hull* h, int32_t f)
{
    const imp3i_dvec r = {h->normal_x[f], h->normal_y[f], h->normal_z[f]};
    return r;
}

/// Corners of a face turn left, to a distance.
static bool face_sound(const imp3i_hull* h, int32_t f, double doubt)
{
    const imp3i_dvec n = stored_normal(h, f);
    bool sound = fabs(imp3i_ddot(n, n) - 1.0) < ROUNDED;
    for (int32_t k = h->starts[f]; k < h->starts[f + 1]; ++k)
    {
        const int32_t next = next_of_face(h, f, k), last = next_of_face(h, f, next);
        const imp3i_dvec at = imp3i_hull_vertex(h, h->corners[next]),
                         before = imp3i_dsub(at, imp3i_hull_vertex(h, h->corners[k])),
                         after = imp3i_dsub(imp3i_hull_vertex(h, h->corners[last]), at);
        const double turn = imp3i_ddot(imp3i_dcross(before, after), n);
        sound = sound && turn >= -doubt * (imp3i_dnorm1(before) + imp3i_dnorm1(after));
    }
    return sound;
}

/// Whether no corner of a face is above the plane of a neighbour.
static bool lies_below(const imp3i_hull* h, int32_t f, int32_t plane, double doubt)
{
    const imp3i_dvec n = stored_normal(h, plane);
    bool below = true;
    for (int32_t k = h->starts[f]; k < h->starts[f + 1]; ++k)
    {
        below = below && imp3i_ddot(n, imp3i_hull_vertex(h, h->corners[k])) - (double)h->plane[plane] <= doubt;
    }
    return below;
}

static bool surface_sound(const imp3i_hull* h, double extent)
{
    const double doubt = (double)h->slack + ROUNDED * extent;
    bool sound = (double)h->slack <= MOST_SLACK * extent;
    for (int32_t f = 0; f < h->face_count && sound; ++f)
    {
        sound = face_sound(h, f, 4.0 * doubt);
    }
    // Flat hulls have both faces in one plane.
    for (int32_t e = 0; e < h->edge_count && sound; ++e)
    {
        const int32_t left = h->edges[e].left, right = h->edges[e].right;
        sound = lies_below(h, left, right, doubt) && lies_below(h, right, left, doubt);
    }
    return sound;
}

static double extent_of_vertices(const imp3i_hull* h)
{
    imp3i_dvec low = imp3i_hull_vertex(h, 0), high = low;
    for (int32_t k = 1; k < h->vertex_count; ++k)
    {
        const imp3i_dvec v = imp3i_hull_vertex(h, k);
        low.x = v.x < low.x ? v.x : low.x;
        low.y = v.y < low.y ? v.y : low.y;
        low.z = v.z < low.z ? v.z : low.z;
        high.x = v.x > high.x ? v.x : high.x;
        high.y = v.y > high.y ? v.y : high.y;
        high.z = v.z > high.z ? v.z : high.z;
    }
    const imp3i_dvec size = imp3i_dsub(high, low);
    return sqrt(imp3i_ddot(size, size));
}

/// Completes a hull whose vertices, faces and edges are there. False for what is none.
static bool complete_hull(imp3i_hull* h, float slack)
{
    const double extent = extent_of_vertices(h);
    imp3i_hull_link(h);
    h->slack = 0.0f;
    imp3i_hull_set_planes(h, h->dimension == 2 ? 0.0 : extent);
    bool sound = links_sound(h) && slack >= h->slack;
    h->slack = slack;
    if (!sound || !surface_sound(h, extent))
    {
        return false;
    }
    imp3i_hull_fill_lanes(h);
    if (h->dimension == 2)
    {
        h->center = imp3i_hull_middle(h);
        return true;
    }
    imp3i_hull_measure_bend(h);
    imp3i_hull_inscribe(h);
    return true;
}

/// The faces of a hull that is told, their edges found in work space for all sides.
static bool fill_told_faces(imp3i_hull* h, const imp3i_told_hull* t, const impi_layout* work)
{
    const size_t sides = (size_t)t->corner_count;
    impi_layout l = *work;
    impi_keyed* order = (impi_keyed*)impi_take(&l, sides, sizeof *order);
    impi_keyed* scratch = (impi_keyed*)impi_take(&l, sides, sizeof *scratch);
    int32_t* twin = (int32_t*)impi_take(&l, sides, sizeof *twin);
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        imp3i_hull_set_vertex(h, v, t->vertices[v]);
    }
    for (int32_t f = 0; f <= t->face_count; ++f)
    {
        h->starts[f] = t->starts[f];
    }
    for (int32_t k = 0; k < t->corner_count; ++k)
    {
        h->corners[k] = t->corners[k];
    }
    if (!pair_sides(h, order, scratch, twin))
    {
        return false;
    }
    number_edges(h, twin);
    return true;
}

imp_status imp3i_hull_make_again(const imp3i_told_hull* told, float radius, const imp_allocator* allocator,
                                 imp3_shape* out)
{
    if (!counts_sound(told) || !order_sound(told))
    {
        return impi_error(IMP_ERR_FORMAT, 1);
    }
    const size_t sides = (size_t)told->corner_count;
    impi_layout l = {NULL, 0};
    (void)impi_take(&l, sides, sizeof(impi_keyed));
    (void)impi_take(&l, sides, sizeof(impi_keyed));
    (void)impi_take(&l, sides, sizeof(int32_t));
    const size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    l.size = 0;
    imp3i_hull* h = l.base ? imp3i_hull_allocate(allocator, told->vertex_count, told->corner_count / 2,
                                                 told->face_count, told->dimension)
                           : NULL;
    const bool sound = h && fill_told_faces(h, told, &l) && complete_hull(h, told->slack);
    impi_alloc_free(allocator, l.base, size, 1);
    if (sound)
    {
        imp3i_hull_fill(h, radius, out);
        return IMP_OK;
    }
    if (!h)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    impi_alloc_free(allocator, h, h->size, 1);
    return impi_error(IMP_ERR_FORMAT, 1);
}
