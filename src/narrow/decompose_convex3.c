// SPDX-License-Identifier: MIT
//
// Pieces that are convex: what is known of them without a search, and what they are made of.
//
// A piece whose triangles all lie in faces of its hull goes around each point in there equally often. Where that is less than
// once it has nothing of the solid. Else it is its hull, and no more triangles are kept than that has: cuts never take
// points away, so that a piece which is cut again and again would come to have ever more.

#include "decompose3.h"

#include <math.h>

/// Points that are no deeper below a face, in steps, lie in it: cuts round them, and take what is within a band for the plane.
#define SKIN 4.0

/// How far off a whole number the volume of a piece may be that is as many hulls.
#define TURNS_DOUBT 0.02

static bool is_in_face(const imp3i_hull* h, int32_t face, imp3i_lattice_point at)
{
    return (double)h->plane[face] - (double)h->normal_x[face] * at.at[0] - (double)h->normal_y[face] * at.at[1] -
               (double)h->normal_z[face] * at.at[2] <=
           SKIN;
}

static bool is_in_a_face(const imp3i_hull* h, const imp3i_piece* p, const int32_t* corner)
{
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        if (is_in_face(h, f, p->points.data[corner[0]]) && is_in_face(h, f, p->points.data[corner[1]]) &&
            is_in_face(h, f, p->points.data[corner[2]]))
        {
            return true;
        }
    }
    return false;
}

bool imp3i_piece_convex(const imp3i_piece* p, int32_t* turns)
{
    const imp3i_hull* h = (const imp3i_hull*)p->hull.block;
    double around = p->volume / p->hull_volume, whole = (double)imp3i_whole_below(around + 0.5);
    if (!(fabs(around - whole) < TURNS_DOUBT))
    {
        return false;
    }
    *turns = (int32_t)whole;
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        if (!is_in_a_face(h, p, p->corners.data + i))
        {
            return false;
        }
    }
    return true;
}

imp_status imp3i_piece_become_hull(imp3i_piece* p, const imp_allocator* allocator)
{
    const imp3i_hull* h = (const imp3i_hull*)p->hull.block;
    int32_t corners = 3 * (h->starts[h->face_count] - 2 * h->face_count);
    if (impi_array_reserve(&p->points, allocator, h->vertex_count) ||
        impi_array_reserve(&p->corners, allocator, corners))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    p->points.count = p->corners.count = 0;
    for (int32_t k = 0; k < h->vertex_count; ++k)
    {
        const imp3i_lattice_point at = {{(int32_t)h->x[k], (int32_t)h->y[k], (int32_t)h->z[k]}};
        p->points.data[p->points.count++] = at;
    }
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        for (int32_t k = h->starts[f] + 2; k < h->starts[f + 1]; ++k)
        {
            p->corners.data[p->corners.count++] = h->corners[h->starts[f]];
            p->corners.data[p->corners.count++] = h->corners[k - 1];
            p->corners.data[p->corners.count++] = h->corners[k];
        }
    }
    p->volume = p->hull_volume;
    p->convex = true;
    return IMP_OK;
}
