// SPDX-License-Identifier: MIT
//
// The least lift of a body beyond some planes: it is on one, on the line of two, or where three meet.

#ifndef IMP3I_LIFT_PLANES_H
#define IMP3I_LIFT_PLANES_H

#include "../../math/dvec3.h"
#include "../world.h"

#define IMPI_NOT_PARALLEL 1e-6  // sine or volume: least for an intersection
#define IMPI_BEYOND 1e-9        // tolerance of being beyond a plane, as a part of its depth

/// Planes which a body is to be lifted beyond, the farthest first.
typedef struct imp3i_lift_planes
{
    int32_t count;
    struct
    {
        imp3i_dvec normal;  // away from the other one
        double depth;
        int32_t its;  // the other collider
    } data[IMPI_LIFT_PLANES_MOST];
} imp3i_lift_planes;

/// Adds a plane that is to be passed by a depth, unless there are as many that are deeper.
void imp3i_lift_plane_add(imp3i_lift_planes* p, imp3i_dvec normal, double depth, int32_t its);

static inline bool imp3i_is_beyond(const imp3i_lift_planes* p, imp3i_dvec at)
{
    bool beyond = true;
    for (int32_t k = 0; k < p->count; ++k)
    {
        beyond = beyond && imp3i_ddot(p->data[k].normal, at) >= p->data[k].depth * (1.0 - IMPI_BEYOND);
    }
    return beyond;
}

/// Takes a place that is beyond all planes, if it is nearer.
static inline void imp3i_take_lift(const imp3i_lift_planes* p, imp3i_dvec at, imp3i_dvec* best, double* least)
{
    double square = imp3i_ddot(at, at);
    if (square < *least && imp3i_is_beyond(p, at))
    {
        *best = at;
        *least = square;
    }
}

/// The place on three planes. False where they have none, or more than one.
static inline bool imp3i_meet_of(imp3i_dvec a, double at_a, imp3i_dvec b, double at_b, imp3i_dvec c, double at_c,
                                 imp3i_dvec* out)
{
    imp3i_dvec bc = imp3i_dcross(b, c);
    double volume = imp3i_ddot(a, bc);
    if (!(fabs(volume) > IMPI_NOT_PARALLEL))
    {
        return false;
    }
    imp3i_dvec sum = imp3i_dadd(imp3i_dscale(bc, at_a), imp3i_dscale(imp3i_dcross(c, a), at_b));
    *out = imp3i_ddivide(imp3i_dadd(sum, imp3i_dscale(imp3i_dcross(a, b), at_c)), volume);
    return true;
}

/// The least lift that is beyond all planes; beyond the farthest where there is none.
static inline imp3i_dvec imp3i_least_lift(const imp3i_lift_planes* p)
{
    double least = INFINITY;
    imp3i_dvec best = p->count > 0 ? imp3i_dscale(p->data[0].normal, p->data[0].depth) : imp3i_dvec_none(), at;
    for (int32_t i = 0; i < p->count; ++i)
    {
        imp3i_dvec n = p->data[i].normal;
        imp3i_take_lift(p, imp3i_dscale(n, p->data[i].depth), &best, &least);
        for (int32_t k = 0; k < i; ++k)
        {
            imp3i_dvec m = p->data[k].normal, line = imp3i_dcross(n, m);
            double length = sqrt(imp3i_ddot(line, line));
            if (length > IMPI_NOT_PARALLEL &&
                imp3i_meet_of(n, p->data[i].depth, m, p->data[k].depth, imp3i_ddivide(line, length), 0.0, &at))
            {
                imp3i_take_lift(p, at, &best, &least);
            }
            for (int32_t j = 0; j < k; ++j)
            {
                if (imp3i_meet_of(n, p->data[i].depth, m, p->data[k].depth, p->data[j].normal, p->data[j].depth, &at))
                {
                    imp3i_take_lift(p, at, &best, &least);
                }
            }
        }
    }
    return best;
}

#endif
