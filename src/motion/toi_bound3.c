// SPDX-License-Identifier: MIT
//
// Lower bound of the time of impact of two things: most pairs never collide, and need no sweep to tell.
//
// Spheres around their origins have a closed form. Of two convex shapes, one gap and its normal are measured, and the
// first step of conservative advancement from there is the bound (time_of_impact3.c): without turning the gap closes at
// the rate of the motion along its normal, with turning by the bound of second order. The same bound settles pairs that
// overlap a little and part, as in a pile once it is hit: along the normal of their depth they come no deeper.
//
// Compounds have no bound: their search goes by boxes in the order of time, and a bound would go through the same.

#include "../math/tolerance.h"
#include "../narrow/sweep3.h"
#include "sweep_many3.h"

#include <math.h>

/// Heights above which a gap is held open, as a part of the sizes.
#define BOUND_HEIGHT 0x1p-16

/// Rounded down.
#define BOUND_DOWN (1.0 - 0x1p-20)

/// The query: start and end time, and the depth up to which parting overlaps are let go.
typedef struct bound_span
{
    double now, enough, little;
} bound_span;

/// Time of impact of spheres around their origins, from now on; 0 where they overlap, unless they part.
static double time_of_spheres(imp3i_dvec apart, imp3i_dvec velocity, double reach, double little, double* overlap)
{
    double beyond = imp3i_ddot(apart, apart) - reach * reach, along = imp3i_ddot(apart, velocity);
    double root = along * along - imp3i_ddot(velocity, velocity) * beyond;
    double depth = reach - sqrt(imp3i_ddot(apart, apart));
    *overlap = depth > 0.0 ? depth : 0.0;
    if (!(beyond > 0.0))
    {
        return along >= 0.0 && depth <= little ? INFINITY : 0.0;
    }
    return along < 0.0 && root >= 0.0 ? beyond / (sqrt(root) - along) * BOUND_DOWN : INFINITY;
}

/// A thing as it moves in the rest of the step, in a frame at A's place.
static imp3_mover mover_in_rest(const imp3i_thing* t, imp3i_dvec at, imp3i_dvec velocity, double now, double rest)
{
    imp3_mover m = {t->compound->parts, imp3i_thing_pose(t, now, at), imp3i_vec_of(imp3i_dscale(velocity, rest)),
                    imp3i_spin_none()};
    if (imp3i_turns(t))
    {
        m.turn = imp3i_spin_of(imp3i_dspin_scale(t->spin, rest));
    }
    return m;
}

/// Time for which two convex shapes stay apart or do not come deeper, as a part of the rest of the step.
static double time_of_shapes(const imp3_mover* a, const imp3_mover* b, double little, double* overlap)
{
    const imp3i_pair pair = imp3i_pair_of(a->shape, &a->pose, b->shape, &b->pose);
    imp3_cache cache = {0};
    imp3i_gap gap;
    imp3i_gap_estimate(&pair, INFINITY, &cache, &gap);
    imp3i_dvec motion = imp3i_dsub(imp3i_dvec_of(b->motion), imp3i_dvec_of(a->motion));
    double sizes = (double)a->shape->reach + (double)b->shape->reach + pair.radii;
    double doubt = 2.0 * (double)IMPI_FLOAT_DOUBT * (pair.scale + imp3i_dnorm1(motion));
    *overlap = gap.distance < doubt ? doubt - gap.distance : 0.0;
    bool turns = imp3i_spin_bits(a->turn) || imp3i_spin_bits(b->turn);
    gap.distance -= doubt;
    if (!(gap.distance > 0.0))
    {
        double level = gap.distance - BOUND_HEIGHT * sizes;
        bool parts = turns ? imp3i_gap_lasts(a, b, &gap, level) : imp3i_ddot(motion, gap.normal) >= 0.0;
        return parts && gap.distance >= -little ? INFINITY : 0.0;
    }
    double closing = -imp3i_ddot(motion, gap.normal);
    double time = turns           ? imp3i_safe_time(a, b, &gap, &cache, doubt + BOUND_HEIGHT * sizes)
                  : closing > 0.0 ? gap.distance / closing * BOUND_DOWN
                                  : INFINITY;
    return time < 1.0 ? time : INFINITY;
}

double imp3i_toi_bound(const imp3i_thing* a, const imp3i_thing* b, double now, double enough, double little,
                       double* overlap)
{
    *overlap = 0.0;
    if (a->compound->kind != IMP3_COMPOUND_SHAPE || b->compound->kind != IMP3_COMPOUND_SHAPE)
    {
        return now;
    }
    const imp3_shape *part_a = a->compound->parts, *part_b = b->compound->parts;
    imp3i_dvec apart = imp3i_dsub(imp3i_thing_at(b, now), imp3i_thing_at(a, now));
    imp3i_dvec velocity = imp3i_dsub(b->velocity, a->velocity);
    bool round = part_a->kind == IMP3_SHAPE_SPHERE && part_b->kind == IMP3_SHAPE_SPHERE && !(part_a->reach > 0.0f) &&
                 !(part_b->reach > 0.0f);
    double soonest;
    if (round)
    {
        double reach = (double)part_a->radius + (double)part_b->radius;
        soonest = now + time_of_spheres(apart, velocity, reach, little, overlap);
    }
    else
    {
        double rest = 1.0 - now;
        const imp3_mover mover_a = mover_in_rest(a, imp3i_dvec_none(), imp3i_dvec_none(), now, rest);
        const imp3_mover mover_b = mover_in_rest(b, apart, velocity, now, rest);
        soonest = now + time_of_shapes(&mover_a, &mover_b, little, overlap) * rest;
    }
    return soonest > enough ? INFINITY : soonest;
}
