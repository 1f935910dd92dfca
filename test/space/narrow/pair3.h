// SPDX-License-Identifier: MIT
//
// Two placed shapes of space, and the gap between them.

#ifndef IMP3I_PAIR_H
#define IMP3I_PAIR_H

#include "../math/spin3.h"
#include "../shape/shape3.h"
#include "impinge/narrow3.h"

/// A pose in doubles, with A's position as the origin.
typedef struct imp3i_dpose
{
    imp3i_drot q;
    imp3i_dvec p;
} imp3i_dpose;

/// The signed distance of two placed shapes and where it is measured.
typedef struct imp3i_gap
{
    float distance;      // between the surfaces, in the world
    imp3i_dvec normal;   // unit, A to B
    imp3i_dvec between;  // midway between the surfaces
} imp3i_gap;

static inline imp3i_dpose imp3i_pose_a(const imp3_pose* a)
{
    const imp3i_dpose r = {imp3i_drot_of(a->q), {0.0, 0.0, 0.0}};
    return r;
}

static inline imp3i_dpose imp3i_pose_b(const imp3_pose* a, const imp3_pose* b)
{
    const imp3i_dpose r = {imp3i_drot_of(b->q), imp3i_dsub(imp3i_dvec_of(b->p), imp3i_dvec_of(a->p))};
    return r;
}

/// A shape without a surface of its own.
static inline bool imp3i_is_point(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_SPHERE && s->radius == 0.0f;
}

/// The door of the functions that take two placed shapes as their first four arguments.
imp_status imp3i_pair_status(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                             const imp3_pose* pose_b);

/// The gap, and its distance in doubles.
double imp3i_gap_between(const imp3_shape* a, imp3i_dpose pose_a, const imp3_shape* b, imp3i_dpose pose_b,
                         imp3i_gap* out);

/// The gap; the limit `far` is not used.
void imp3i_gap_estimate(const imp3_shape* a, imp3i_dpose pose_a, const imp3_shape* b, imp3i_dpose pose_b, float far,
                        imp3i_gap* out);
void imp3i_gap_of(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b, float far,
                  imp3i_gap* out);

#endif
