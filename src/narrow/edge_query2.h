// SPDX-License-Identifier: MIT
//
// Internal edges between shapes that are no compound: tiles that lie side by side, each a shape of its own.
//
// The caller knows the neighbours, and tests the normal of a pair of parts:
//
//     start (both parts) -> contact_box -> add (neighbours of either) -> is_open
//                        -> reach_box   -> add -> replace               if it is not
//
// Added parts form two small compounds with the two of the pair, and these decide whether the normal is open
// (compound_edges2.c), without the gaps and steps that law 8 tolerates.

#ifndef IMP2I_EDGE_QUERY_H
#define IMP2I_EDGE_QUERY_H

#include "compound_pair2.h"

enum
{
    IMP2I_EDGE_PARTS_MOST = 32  // parts; further ones are ignored
};

/// A part and its neighbours, in the part's frame.
typedef struct imp2i_edge_neighbourhood
{
    imp2_compound compound;
    imp2i_compound_block block;  // without memory of its own
    imp2_box boxes[IMP2I_EDGE_PARTS_MOST + IMP2I_EDGE_PARTS_MOST / 4 + IMP2I_EDGE_PARTS_MOST / 16 + 1];
    imp2_shape parts[IMP2I_EDGE_PARTS_MOST];  // the first one is the part itself
} imp2i_edge_neighbourhood;

typedef struct imp2i_edge_query
{
    imp2i_compound_pair pair;
    imp2i_edge_neighbourhood a, b;
} imp2i_edge_query;

/// Starts a query of two parts without neighbours. Gaps and steps up to flush are ignored.
void imp2i_edge_query_start(imp2i_edge_query* s, const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                            const imp2_pose* pose_b, double flush);

/// Bounds of the contact along a normal of the world: a box in A's frame, or in B's.
imp2i_dbox imp2i_edge_query_contact_box(const imp2i_edge_query* s, imp2_vec normal, bool of_b);

/// Bounds of the face of A, or of B, along a normal of the world: a box in that one's frame.
imp2i_dbox imp2i_edge_query_face_box(const imp2i_edge_query* s, imp2_vec normal, bool of_b, double reach);

/// Bounds of the neighbours of one that can touch the other, while the two are nearer than a margin.
imp2i_dbox imp2i_edge_query_reach_box(const imp2i_edge_query* s, double margin, bool of_b);

/// Adds the parts of a compound that overlap a box, except one (or none: -1), to A's side or B's. pose is in that one's
/// frame. Round parts have no internal edges, and are not added.
void imp2i_edge_query_add(imp2i_edge_query* s, bool to_b, const imp2_compound* other, const imp2i_relative* pose,
                          const imp2i_dbox* box, int32_t except);

/// Whether a neighbour has been added.
static inline bool imp2i_edge_query_has_neighbours(const imp2i_edge_query* s)
{
    return s->a.compound.part_count > 1 || s->b.compound.part_count > 1;
}

/// Removes neighbours that overlap A's part at the middle of the contact box: they hide the part, and are not flush.
void imp2i_edge_query_drop_overlapping(imp2i_edge_query* s, const imp2i_dbox* line);

/// Whether B's part is deeper than depth in a neighbour of A's: it has passed through that, and does not lie on it.
bool imp2i_edge_query_is_deeper(const imp2i_edge_query* s, double depth);

/// Whether the normal, from A to B in the world, is open. All neighbours have been added.
bool imp2i_edge_query_is_open(imp2i_edge_query* s, imp2_vec normal);

/// Aligns an open manifold: if its normal is nearly that of a side of one of both (A, or B), makes it along that side,
/// so that all tiles of a floor have one normal. Returns whether it has changed.
bool imp2i_edge_query_align(const imp2i_edge_query* s, bool to_b, float margin, imp2_manifold* m);

/// Removes points of a manifold that neighbours of A, or of B, have too: see imp2i_face_continues. A contact in the
/// middle would lose all; it keeps them as carried points, for its touch events. Returns whether it has changed. All
/// neighbours have been added.
bool imp2i_edge_query_trim(imp2i_edge_query* s, bool of_b, double reach, imp2_manifold* m);

/// Whether imp2i_edge_query_trim could remove a point of a manifold of part i and part j, with other parts of A, or of
/// B, as neighbours.
bool imp2i_edge_query_may_trim(const imp2i_compound_pair* c, int32_t i, int32_t j, bool of_b, const imp2_manifold* m);

/// Replaces a manifold whose normal is closed; without points for none.
void imp2i_edge_query_replace(imp2i_edge_query* s, float margin, imp2_manifold* out);

#endif
