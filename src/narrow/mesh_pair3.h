// SPDX-License-Identifier: MIT
//
// Two placed meshes as the queries of mesh3.h see them, and two of their triangles.
//
// All is computed in A's frame: A's points are the floats that are stored, B's are turned into it in doubles. What
// doubles cannot tell of two triangles is decided exactly, of the placed ones.

#ifndef IMP3I_MESH_PAIR_H
#define IMP3I_MESH_PAIR_H

#include "../broad/bvh3.h"
#include "impinge/mesh3.h"

/// A mesh that is a tree and its triangles, and where it is.
typedef struct imp3i_mesh_side
{
    const imp3i_bvh* tree;
    imp3i_bvh_triangles triangles;
    imp3_pose pose;
} imp3i_mesh_side;

typedef struct imp3i_mesh_couple
{
    imp3i_mesh_side side[2];  // A and B
    imp3i_frame frame[2];     // B's frame as seen from A's, and A's from B's
    double doubt;             // what a coordinate of a point of B may be off in A's frame
} imp3i_mesh_couple;

imp3i_mesh_couple imp3i_mesh_couple_of(const imp3i_mesh_side* a, const imp3i_mesh_side* b);

static inline void imp3i_mesh_corners(const imp3i_bvh_triangles* t, int32_t triangle, imp3_vec out[3])
{
    const int32_t* corners = t->corners + 3 * (size_t)triangle;
    out[0] = t->points[corners[0]];
    out[1] = t->points[corners[1]];
    out[2] = t->points[corners[2]];
}

/// Two triangles, the corners of B's in A's frame.
typedef struct imp3i_mesh_triangles
{
    int32_t part[2];
    imp3i_dvec a[3], b[3];
} imp3i_mesh_triangles;

imp3i_mesh_triangles imp3i_mesh_triangles_of(const imp3i_mesh_couple* c, int32_t part_a, int32_t part_b);

/// Whether they have a point in common: exact.
bool imp3i_mesh_triangles_touch(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t);

/// What two triangles that touch have in common, in the world.
void imp3i_mesh_triangles_cross(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t, imp3_crossing* out);

/// The pairs of triangles that touch, or as many as the walk asks for: as imp3_mesh_meet, whose arguments have been
/// looked at.
imp_status imp3i_mesh_meet(const imp3i_mesh_couple* c, const imp3_mesh_walk* walk, imp3_mesh_pairs* out);

#endif
