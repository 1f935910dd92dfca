// SPDX-License-Identifier: MIT
//
// The memory of a convex hull: one block with this head. A flat hull has two faces, one the reverse of the other.

#ifndef IMP3I_HULL_H
#define IMP3I_HULL_H

#include "impinge/shape3.h"

/// Arrays of vertices and planes are filled up to a multiple of this by repeating the last, for lanes.
#define IMP3I_HULL_LANES 8

/// An edge, once: from vertex `from` to vertex `to`, with the face `left` on its left seen from outside.
typedef struct imp3i_edge
{
    int32_t from, to;
    int32_t left, right;
} imp3i_edge;

/// Faces are convex polygons. Face f has the corners corners[starts[f]] to corners[starts[f + 1] - 1], counter-clockwise
/// seen from outside; sides[k] is the edge from corner k to the next one of the face: its number, or minus 1 minus its
/// number when the face runs it from `to` to `from`. Vertex v is joined to neighbours[links[v]] to
/// neighbours[links[v + 1] - 1], and is a corner of the faces around[links[v]] to around[links[v + 1] - 1], which rise.
typedef struct imp3i_hull
{
    imp_allocator allocator;
    size_t size;
    int32_t users;                                            // shapes that have it: the last one frees it
    int32_t vertex_count, edge_count, face_count, dimension;  // dimension 3, or 2 for a flat one
    float *x, *y, *z;
    float *normal_x, *normal_y, *normal_z,
        *plane;  // unit normals outward; normal . v <= plane for all vertices, + slack
    imp3i_edge* edges;
    int32_t *starts, *corners, *sides;
    int32_t *links, *neighbours;
    imp3_vec center;  // the middle of the inscribed sphere that was found
    float inner;      // its radius: center is that deep below all planes; 0 of a flat hull
    float bend;       // least cosine of half the angle between the normals of two faces at an edge; 0 of a flat hull
    float slack;      // no vertex lies above the plane of a face by more, and no corner of it as far below [m]
    int32_t* around;
} imp3i_hull;

#endif
