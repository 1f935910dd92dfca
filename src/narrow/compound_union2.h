// SPDX-License-Identifier: MIT
//
// What the two ways of asking the union share: sharp pieces and round ones.

#ifndef IMP2I_COMPOUND_UNION_H
#define IMP2I_COMPOUND_UNION_H

#include "compound_pair2.h"

/// Pieces are grown or shrunk by this part of the scale, and cover by a margin of an eighth of it.
#define IMP2I_UNION_GROW 0x1p-44

/// By how much the side along n of a piece is moved out; negative: in.
double imp2i_piece_growth(const imp2i_couple* c, int32_t i, int32_t j, imp2i_dvec n);

/// A place in the plane of ways, and a square of twice half a side around it.
typedef struct imp2i_spot
{
    imp2i_dvec at;
    double half;
} imp2i_spot;

/// An imp2i_bound: 0 where two boxes have the difference *context, an imp2i_dvec.
double imp2i_bound_at(const void* context, imp2i_dbox a, imp2i_dbox b);

/// Whether a piece covers all of a spot.
bool imp2i_piece_covers(const imp2i_couple* c, int32_t i, int32_t j, const imp2i_spot* spot);
bool imp2i_round_piece_covers(const imp2i_couple* c, int32_t i, int32_t j, const imp2i_spot* spot);

/// The pieces that may cover a place: first those that covered places lately.
typedef struct imp2i_cover_search
{
    const imp2i_couple* couple;
    imp2i_exit* best;
    imp2i_dvec at;
    int32_t place;
    imp2i_search rest;
} imp2i_cover_search;

void imp2i_covers_start(imp2i_cover_search* s, const imp2i_couple* c, imp2i_dvec at, imp2i_exit* best);

/// The next piece; false at the end.
bool imp2i_covers_next(imp2i_cover_search* s, imp2i_piece* piece);

/// The piece that came last does cover it, and is worth asking first.
void imp2i_covers_keep(const imp2i_cover_search* s, imp2i_piece piece);

/// The vertex behind a side of a piece, in A's frame: B's for a side of A, A's for a side of B.
imp2i_dvec imp2i_tip_of(const imp2i_couple* c, int32_t i, int32_t j, const imp2i_walk_side* side);

/// Takes w as the way out if it is shorter than the best. normal is used where w is too short to tell.
void imp2i_take_exit(imp2i_exit* best, imp2i_dvec w, imp2i_dvec normal, imp2i_dvec on_a, int32_t i, int32_t j);

/// The sides that two runs give a piece and that may lie on the boundary of the union, some at a time, so that large polygons need no
/// memory either.
typedef struct imp2i_side_list
{
    const imp2i_couple* couple;
    double most;  // sides that are deeper are of no use
    bool more;    // there are sides that have not been looked at
    imp2i_border_run run_a, run_b;
    int32_t first, skip, count;
    imp2i_walk_side sides[32];
} imp2i_side_list;

imp2i_side_list imp2i_sides_start(const imp2i_couple* c, imp2i_border_run run_a, imp2i_border_run run_b, double most);

/// The next of them, those of A or of B; false at the end. There may be none among them.
bool imp2i_sides_next(imp2i_side_list* l, bool on_b);

// What is known to be covered

/// Squares in a row of the map.
#define IMP2I_MAP_SIZE 256

/// A map of the ways around the origin: for each square whether it was asked, and whether one piece covers it.
typedef struct imp2i_covered_map
{
    const imp2i_couple* couple;
    imp2i_exit* best;
    double cell;       // side of a square
    int32_t credit;    // how many squares may be asked; there is no map while it is below 0
    imp2i_piece last;  // that covered a square; i below 0 for none
    uint64_t known[IMP2I_MAP_SIZE][IMP2I_MAP_SIZE / 64], covered[IMP2I_MAP_SIZE][IMP2I_MAP_SIZE / 64];
} imp2i_covered_map;

void imp2i_map_start(imp2i_covered_map* map, const imp2i_couple* c, imp2i_exit* best);

/// A pair of runs is tried: so much may be spent on leaving out others.
void imp2i_map_earn(imp2i_covered_map* map);

/// An imp2i_bound for borders with *context a map: distance, or INFINITY where all ways between two boxes that are worth
/// it are covered.
double imp2i_bound_uncovered(const void* context, imp2i_dbox a, imp2i_dbox b);

// Round pieces, when a shape with a radius meets a compound

/// Whether w is in a round piece.
bool imp2i_round_covered(const imp2i_couple* c, imp2i_dvec w, imp2i_exit* best);

/// Tries what two runs give of a round piece's boundary.
void imp2i_try_round_runs(const imp2i_couple* c, imp2i_border_run run_a, imp2i_border_run run_b, imp2i_exit* best);

#endif
