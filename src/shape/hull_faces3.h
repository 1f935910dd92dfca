// SPDX-License-Identifier: MIT
//
// The surface of a hull: its triangles joined to faces.

#ifndef IMP3I_HULL_FACES_H
#define IMP3I_HULL_FACES_H

#include "../base/sort.h"
#include "quickhull3.h"

/// The state of joining faces that are nearly in one plane. A cell is what lies exactly in one plane; its name is that of
/// one of its triangles.
typedef struct imp3i_flat_work
{
    int32_t* cell;       // of a triangle
    imp3i_dvec* normal;  // of a cell: unit, outward
    double* limit;       // of a cell: how far it may be out of the plane of its face
    int32_t* region;     // of a cell: the cell that its face began with
    int32_t* start;      // of a cell: where its boundary begins
    int32_t* asked;      // of a cell: for what looks at each once
    int32_t* queue;
    int32_t *first, *next;     // the triangles of a group
    int32_t *cells, *borders;  // of a group: how many it has
    uint8_t* blamed;           // of a group
    uint8_t* sharp;            // of a vertex: whether it is a corner of cells
} imp3i_flat_work;

/// Half-edge h is side h % 3 of triangle h / 3, from corner[h]; vertices are in the order of x, then y, then z. Triangles
/// of one group make a face. A vertex at which fewer than three faces meet is none of the hull: it lies in a face or on
/// an edge.
typedef struct imp3i_surface
{
    const imp3i_hull_cloud* cloud;
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
    int32_t* source;  // of a triangle: which it is in the cloud
    impi_keyed *keys, *sorted;  // two for each triangle
    int32_t kept, groups, corners;
    imp3i_flat_work flat;
    bool flattened;  // whether any face has several cells
} imp3i_surface;

/// Takes over the hull of a cloud. IMP_OK or IMP_ERR_MEMORY; end with imp3i_surface_end in any case.
imp_status imp3i_surface_make(imp3i_surface* s, imp3i_hull_cloud* cloud);

/// Joins what lies in one plane, or nearly, and names what remains.
void imp3i_surface_join(imp3i_surface* s);

/// Joins faces that are nearly in one plane (hull_flatten3.c).
void imp3i_surface_flatten(imp3i_surface* s);

/// Counts the faces around vertices, names those vertices that stay, and finds where faces begin.
void imp3i_surface_name(imp3i_surface* s);

/// Sorts the half-edges where faces begin into keys, by the first two corners of the faces: no two have the same.
void imp3i_surface_sort(const imp3i_surface* s);

/// The height of the vertex that is farthest along a direction, found by climbing from where a half-edge begins.
double imp3i_surface_climb(const imp3i_surface* s, int32_t start, imp3i_dvec n);

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

/// The half-edge on the boundary of a face that begins at its next corner.
static inline int32_t imp3i_next_corner(const imp3i_surface* s, int32_t h)
{
    do
    {
        h = imp3i_next_border(s, h);
    } while (s->name[s->corner[h]] < 0);
    return h;
}

#endif
