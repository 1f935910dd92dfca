// SPDX-License-Identifier: MIT
//
// Types shared by spatial indexes (the broad phase) of the plane (broad2.h) and of space (broad3.h).

#ifndef IMPINGE_BROAD_H
#define IMPINGE_BROAD_H

#include "jobs.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How an index finds what is near. All kinds give the same answers.
enum
{
    IMP_INDEX_TREE = 0,  ///< boxes around boxes, sixteen at a time; for everything
    IMP_INDEX_BRUTE,  ///< everything against everything, sixteen at a time; for a hundred things, and as the reference
    IMP_INDEX_SWEEP,  ///< boxes sorted along an axis, in strips; soonest ready, for pairs of what is asked about once
    IMP_INDEX_GRID,   ///< cells of one length, and longer ones for larger things; soon ready, for many of like size
    IMP_INDEX_KIND_COUNT
};

/// A collision filter: two filters agree, and meet, when each one's category and the other's mask have a bit in common.
/// Both zero stands for all bits in both, so a zeroed filter meets all but those with no mask.
typedef struct imp_filter
{
    uint32_t category, mask;
} imp_filter;

/// Two things, a < b.
typedef struct imp_pair
{
    int32_t a, b;
} imp_pair;

/// Pairs sorted by a, then b, in the memory of an index: good until its next call that is not const.
typedef struct imp_pair_list
{
    const imp_pair* pairs;
    int32_t count;
} imp_pair_list;

/// Points near each of count points, in the memory of what found them: good until its next call. Those near
/// point i are others[starts[i]] to others[starts[i + 1] - 1].
typedef struct imp_neighbours
{
    const int32_t* starts;
    const int32_t* others;
    int32_t count;
} imp_neighbours;

/// A thing, and the time of its hit (0 to 1), or its distance [m].
typedef struct imp_index_hit
{
    int32_t thing;
    float value;
} imp_index_hit;

/// Figures of an index.
typedef struct imp_index_stats
{
    int32_t things;       ///< in it now
    uint64_t tests;       ///< comparisons of two boxes by the last call that listed pairs
    uint64_t bytes;       ///< memory that the things take
    uint64_t list_bytes;  ///< memory that lists of pairs take
} imp_index_stats;

#ifdef __cplusplus
}
#endif

#endif
