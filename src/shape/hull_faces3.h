// SPDX-License-Identifier: MIT
//
// The surface of a hull: its triangles joined to faces.

#ifndef IMP3I_HULL_FACES_H
#define IMP3I_HULL_FACES_H

#include "../base/sort.h"
#include "quickhull3.h"

/// Half-edge h is side h % 3 of triangle h / 3, from corner[h]; vertices are in the order of x, then y, then z. Triangles
/// of one group make a face. A vertex at which fewer than three faces meet is none of the hull: it lies in a face or on
/// an edge.
typedef struct imp3i_surface
{
    const imp3i_cloud* cloud;
    char* block;
    size_t size;
    int32_t vertices, triangles;
    int32_t* point;   // of a vertex
    imp3_vec* place;  // of a vertex
    int32_t* corner;  // of a half-edge: the vertex where it begins
    int32_t* twin;    // of a half-edge: the same one of the neighbour
    int32_t* group;   // of a triangle
    int32_t* faces;   // of a vertex: how many meet there
    int32_t* name;    // of a vertex: which of the hull it is, or -1
    int32_t* start;   // of a group: the half-edge on its boundary that begins at the first of its corners; or -1
    int32_t* border;  // of a half-edge: for what walks along boundaries
    impi_keyed *keys, *sorted;  // two for each triangle
    int32_t kept, groups, corners;
} imp3i_surface;

/// Takes over the hull of a cloud. IMP_OK or IMP_ERR_MEMORY; end with imp3i_surface_end in any case.
imp_status imp3i_surface_make(imp3i_surface* s, imp3i_cloud* cloud);

/// Joins what lies in one plane, and names what remains.
void imp3i_surface_join(imp3i_surface* s);

/// The vertex that is in a place, or -1.
int32_t imp3i_surface_find(const imp3i_surface* s, imp3_vec place);

void imp3i_surface_end(imp3i_surface* s);

static inline int32_t imp3i_next_side(int32_t h)
{
    return h % 3 == 2 ? h - 2 : h + 1;
}

/// Whether two faces meet at a half-edge.
static inline bool imp3i_is_border(const imp3i_surface* s, int32_t h)
{
    return s->group[h / 3] != s->group[s->twin[h] / 3];
}

/// The next half-edge along the boundary of a face.
static inline int32_t imp3i_next_border(const imp3i_surface* s, int32_t h)
{
    h = imp3i_next_side(h);
    while (!imp3i_is_border(s, h))
    {
        h = imp3i_next_side(s->twin[h]);
    }
    return h;
}

#endif
