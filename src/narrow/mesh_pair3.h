// SPDX-License-Identifier: MIT
//
// Two placed meshes as the queries of mesh3.h see them, and two of their triangles.
//
// All is computed in A's frame: A's points are the floats that are stored, B's are turned into it in doubles. What
// doubles cannot tell of two triangles is decided exactly, of the placed ones.

#ifndef IMP3I_MESH_PAIR_H
#define IMP3I_MESH_PAIR_H

#include "../broad/bvh_kernels3.h"
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
    imp3i_frame volumes[2];   // the same for volumes of the trees
    imp3i_bvh_turn turn;      // B's points into A's frame
    imp3i_drot world;         // A's turn
    double doubt;             // what a coordinate of a point of B may be off in A's frame
    const imp3i_bvh_kernels* kernels;
} imp3i_mesh_couple;

imp3i_mesh_couple imp3i_mesh_couple_of(const imp3i_mesh_side* a, const imp3i_mesh_side* b);

/// The same with B's tree as imp3i_bvh_turned has moved it into A's frame, which is to last as long.
imp3i_mesh_couple imp3i_mesh_couple_turned(const imp3i_mesh_couple* c, const imp3i_bvh* turned);

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

/// Sets one of both: of A for side 0, of B for side 1.
static inline void imp3i_mesh_triangles_set(const imp3i_mesh_couple* c, int side, int32_t part,
                                            imp3i_mesh_triangles* out)
{
    imp3_vec v[3];
    imp3i_mesh_corners(&c->side[side].triangles, part, v);
    out->part[side] = part;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec p = imp3i_dvec_of(v[k]);
        if (side == 0)
        {
            out->a[k] = p;
        }
        else
        {
            out->b[k] = imp3i_dadd(imp3i_drot_apply(c->frame[0].turn, p), c->frame[0].shift);
        }
    }
}

/// Whether they have a point in common: exact.
bool imp3i_mesh_triangles_touch(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t);

/// Verdict on two triangles.
enum
{
    IMP3I_TRIANGLES_APART,
    IMP3I_TRIANGLES_TOUCH,
    IMP3I_TRIANGLES_DOUBTFUL
};

/// Judges two packed triangles in floats: the one at a place of p, and the one of q that the sifting named.
int imp3i_mesh_packed_judge(const imp3i_bvh_packed* p, int32_t place, const imp3i_bvh_packed* q,
                            imp3i_bvh_sifted sifted);

/// Computes the segment that two touching triangles share, in the world.
void imp3i_mesh_triangles_cross(const imp3i_mesh_couple* c, const imp3i_mesh_triangles* t, imp3_crossing* out);

/// The pairs of triangles that touch, or as many as the walk asks for: as imp3_mesh_meet, whose arguments have been
/// looked at.
imp_status imp3i_mesh_meet(const imp3i_mesh_couple* c, const imp3_mesh_walk* walk, imp3_mesh_pairs* out);

#endif
