// SPDX-License-Identifier: MIT
//
// Seams between things that are not one compound: tiles that lie side by side, each a shape of its own.
//
// Whoever knows what stands near asks, of a normal that a pair of parts has found:
//
//     start (both parts) -> line (where they meet) -> add (what is there, on either side) -> felt
//                        -> around -> add -> mend                                  if it is not
//
// Parts that are added make up two small compounds with the two of the pair, and whether the boundary is open is asked
// of those (compound_edges2.c), with the gaps and steps of law 8 taken as none.

#ifndef IMP2I_EDGE_QUERY_H
#define IMP2I_EDGE_QUERY_H

#include "compound_pair2.h"

enum
{
    IMP2I_EDGE_PARTS_MOST = 32  // parts; what comes after these is not asked
};

/// A part and what stands around it, in the part's frame.
typedef struct imp2i_edge_neighbourhood
{
    imp2_compound compound;
    imp2i_compound_block block;  // without memory of its own
    imp2_box boxes[IMP2I_EDGE_PARTS_MOST + IMP2I_EDGE_PARTS_MOST / 4 + IMP2I_EDGE_PARTS_MOST / 16 + 1];
    imp2_shape parts[IMP2I_EDGE_PARTS_MOST];  // the first one is the part itself
} imp2i_edge_neighbourhood;

typedef struct imp2i_edge_query
{
    imp2i_compound_pair couple;
    imp2i_edge_neighbourhood a, b;
} imp2i_edge_query;

/// Two parts alone. Gaps and steps of up to flush are none.
void imp2i_edge_query_start(imp2i_edge_query* s, const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                            const imp2_pose* pose_b, double flush);

/// Where they meet along a normal of the world: a box in A's frame, or in B's.
imp2i_dbox imp2i_edge_query_contact_box(const imp2i_edge_query* s, imp2_vec normal, bool of_b);

/// Around the face of A, or of B, along a normal of the world: a box in that one's frame.
imp2i_dbox imp2i_edge_query_face_box(const imp2i_edge_query* s, imp2_vec normal, bool of_b, double reach);

/// Where a neighbour of one can be in the way of the other, as long as the two are nearer than a margin.
imp2i_dbox imp2i_edge_query_reach_box(const imp2i_edge_query* s, double margin, bool of_b);

/// Adds the parts of a compound that come into a box, but for one (or none: -1), to A's side or B's. pose is in that
/// one's frame. What is round has no seams, and nothing is added.
void imp2i_edge_query_add(imp2i_edge_query* s, bool to_b, const imp2_compound* other, const imp2i_relative* pose,
                          const imp2i_dbox* box, int32_t except);

/// Whether something has been added.
static inline bool imp2i_edge_query_has_neighbours(const imp2i_edge_query* s)
{
    return s->a.compound.part_count > 1 || s->b.compound.part_count > 1;
}

/// Leaves out what overlaps A's part where that meets B, with the middle of a line: it hides the part, and has no seam
/// with it.
void imp2i_edge_query_drop_overlapping(imp2i_edge_query* s, const imp2i_dbox* line);

/// Whether B's part is deeper than that in what stands around A's: it has passed through that, and does not lie on it.
bool imp2i_edge_query_is_deeper(const imp2i_edge_query* s, double depth);

/// Whether the normal, from A to B in the world, is felt. What has been added is complete.
bool imp2i_edge_query_is_open(imp2i_edge_query* s, imp2_vec normal);

/// Of a manifold that is felt: if its normal is nearly that of a side of one of both (A, or B), makes it along that side,
/// so that all of a floor pushes the same way. Returns whether it is another one.
bool imp2i_edge_query_align(const imp2i_edge_query* s, bool to_b, float margin, imp2_manifold* m);

/// Takes out of a manifold what neighbours of A, or of B, know better: see imp2i_face_continues. Of what lies in the middle
/// all would go; that stays as carried points, so that it is told that they touch. Returns whether it is another one.
/// What has been added is complete.
bool imp2i_edge_query_trim(imp2i_edge_query* s, bool of_b, double reach, imp2_manifold* m);

/// Whether imp2i_edge_query_trim could take out something of a manifold of part i and part j, with other parts of A, or of B,
/// for a company.
bool imp2i_edge_query_may_trim(const imp2i_compound_pair* c, int32_t i, int32_t j, bool of_b, const imp2_manifold* m);

/// The manifold in place of one that is not felt; without points for none.
void imp2i_edge_query_replace(imp2i_edge_query* s, float margin, imp2_manifold* out);

// Names that worlds still use.

#define imp2i_seam imp2i_edge_query
#define imp2i_seam_start imp2i_edge_query_start
#define imp2i_seam_add imp2i_edge_query_add
#define imp2i_seam_align imp2i_edge_query_align
#define imp2i_seam_trim imp2i_edge_query_trim
#define imp2i_seam_may_trim imp2i_edge_query_may_trim
#define imp2i_seam_line imp2i_edge_query_contact_box
#define imp2i_seam_ends imp2i_edge_query_face_box
#define imp2i_seam_around imp2i_edge_query_reach_box
#define imp2i_seam_possible imp2i_edge_query_has_neighbours
#define imp2i_seam_flush_only imp2i_edge_query_drop_overlapping
#define imp2i_seam_within imp2i_edge_query_is_deeper
#define imp2i_seam_felt imp2i_edge_query_is_open
#define imp2i_seam_mend imp2i_edge_query_replace

#endif
