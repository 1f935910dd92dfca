// SPDX-License-Identifier: MIT
//
// Exit from the union of Minkowski differences, as sharp and round pieces share it.

#ifndef IMP2I_COMPOUND_UNION_H
#define IMP2I_COMPOUND_UNION_H

#include "compound_pair2.h"

/// Pieces are grown or shrunk by this part of the scale, and cover by a margin of an eighth of it.
#define IMP2I_UNION_GROW 0x1p-44

/// Distance by which the side along n of a piece is moved out; negative: in.
double imp2i_minkowski_growth(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n);

/// The vertex behind a side of a piece, in A's frame: B's for a side of A, A's for a side of B.
imp2i_dvec imp2i_tip_of(const imp2i_compound_pair* c, int32_t i, int32_t j, const imp2i_walk_side* side);

/// Unit normal of an exit at w, a point of the boundary; otherwise where w is the origin itself.
imp2i_dvec imp2i_exit_normal(imp2i_dvec w, imp2i_dvec otherwise);

/// Takes w, and the normal there, as the exit if that is shorter than the best.
void imp2i_take_exit(imp2i_exit* best, imp2i_dvec w, imp2i_dvec normal, imp2i_dvec on_a, int32_t i, int32_t j);

/// The sides of a piece that may lie on the boundary of the union, in batches, so that large polygons need no memory.
typedef struct imp2i_side_list
{
    const imp2i_compound_pair* pair;
    double most;  // deeper sides are skipped
    bool more;    // sides are left
    int32_t i, j, first, skip, count;
    imp2i_walk_side sides[32];
} imp2i_side_list;

imp2i_side_list imp2i_sides_start(const imp2i_compound_pair* c, int32_t i, int32_t j, double most);

/// The next batch, of sides of A or of B; false at the end. It may be empty.
bool imp2i_sides_next(imp2i_side_list* l, bool on_b);

// Round pieces, when a shape with a radius meets a compound

/// Distance by which their sides are moved out, and radius of their corners.
static inline double imp2i_minkowski_radius(const imp2i_compound_pair* c)
{
    return c->radius - IMP2I_UNION_GROW * c->scale;
}

/// Whether a round piece covers w.
bool imp2i_round_minkowski_covers(const imp2i_compound_pair* c, imp2i_dvec w);

/// Searches the boundary of one round piece.
void imp2i_try_round_minkowski(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_exit* best);

#endif
