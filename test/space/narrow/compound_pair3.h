// SPDX-License-Identifier: MIT
//
// Two compounds of space: single shapes.

#ifndef IMP3I_COMPOUND_PAIR_H
#define IMP3I_COMPOUND_PAIR_H

#include "../shape/compound3.h"
#include "pair3.h"

/// Two compounds and how they stand.
typedef struct imp3i_compound_pair
{
    const imp3_compound *a, *b;
    const imp3_pose *pose_a, *pose_b;
} imp3i_compound_pair;

/// Pairs of parts that are near each other.
typedef struct imp3i_near
{
    double distance;
    bool asked;
} imp3i_near;

static inline bool imp3i_is_single(const imp3_compound* c)
{
    return c->part_count == 1;
}

imp_status imp3i_compound_pair_status(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                      const imp3_pose* pose_b);
imp3i_compound_pair imp3i_compound_pair_of(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                           const imp3_pose* pose_b);

/// How far apart they are at least.
double imp3i_boxes_apart(const imp3i_compound_pair* c, double enough);

imp3i_near imp3i_near_start(const imp3i_compound_pair* c, double distance);
bool imp3i_near_next(const imp3i_compound_pair* c, imp3i_near* n);

/// Manifolds: how many there are, and as many as there is room for.
imp_status imp3i_compound_manifolds(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                    const imp3_pose* pose_b, float margin, imp3_part_manifold* out, int32_t room,
                                    int32_t* count);

#endif
