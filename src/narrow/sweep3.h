// SPDX-License-Identifier: MIT
//
// The sweep of space as the rest of the room sees it.

#ifndef IMP3I_SWEEP_H
#define IMP3I_SWEEP_H

#include "pair3.h"

/// Most that a mover may turn in one call [rad].
#define IMP3I_TURN_MAX 1024.0f

#include "../math/dim3.h"

#include "movers_interface.inl"

#include "../math/dim_end.h"

/// Fills in a hit from the gap of its moment, but for the time.
void imp3i_hit_of_gap(const imp3i_pair* p, const imp3i_gap* gap, int32_t kind, imp3_hit* out);

/// What a closed form can tell about a ray.
typedef enum imp3i_verdict
{
    IMP3I_RAY_MISS,
    IMP3I_RAY_HIT,
    IMP3I_RAY_UNSURE
} imp3i_verdict;

/// Where a ray enters.
typedef struct imp3i_entry
{
    double time;
    imp3i_dvec normal;  // outward, of any length
} imp3i_entry;

/// A ray at a shape, at the origin and turned by q, all points within radius of its core; without its own.
imp3i_verdict imp3i_meet_point(const imp3_shape* s, double radius, imp3i_drot q, imp3i_dvec from, imp3i_dvec way,
                               imp3i_entry* out);

/// How long two movers, apart by a gap, surely stay farther apart than a height: a part of their motion. cache is that
/// of the gap. One step of the time of impact.
double imp3i_safe_time(const imp3_mover* a, const imp3_mover* b, const imp3i_gap* gap, const imp3_cache* cache,
                       double height);

/// Whether the gap of two movers surely never falls below a level, above which it is now along its normal.
bool imp3i_gap_lasts(const imp3_mover* a, const imp3_mover* b, const imp3i_gap* gap, double level);

/// The door of two movers that turn by at most turn_max.
static inline bool imp3i_movers_fine(const imp3_mover* a, const imp3_mover* b, const imp3_hit* out, float turn_max)
{
    return imp3i_movers_status(a, b, out, turn_max) == IMP_OK;
}

/// The time of a hit: after the start, and not after the end, by rounding.
static inline float imp3i_hit_time(double time)
{
    float t = (float)time;
    return t < IMP_MAGNITUDE_MIN ? IMP_MAGNITUDE_MIN : t > 1.0f ? 1.0f : t;
}

#endif
