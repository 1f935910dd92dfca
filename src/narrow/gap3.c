// SPDX-License-Identifier: MIT
//
// The gap of two placed shapes of space, and on which side of touching it is.
//
// Cores that are apart have their nearest points found by imp3i_gjk. Those that overlap, or so nearly touch that the line
// between their nearest points has no direction left, are left to the axes of least penetration, which give a normal
// where nothing lies between.

#include "gjk3.h"

#include <math.h>

/// Where rounding has stopped the search for the nearest points before they were found, cores nearer than this part of
/// the scale are measured along axes instead: there the two differ by less than is promised.
#define GAP_STALLED 0x1p-22

static void measure_penetration(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_gap* out)
{
    if (imp3i_is_polytope(p->a) && imp3i_is_polytope(p->b))
    {
        imp3i_penetration(p, far, cache, out);
    }
    else
    {
        imp3i_penetration_curved(p, out);
    }
}

void imp3i_gap_estimate(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_gap* out)
{
    out->relation = 0;
    if (p->a->kind == IMP3_SHAPE_HALF_SPACE || p->b->kind == IMP3_SHAPE_HALF_SPACE)
    {
        imp3i_penetration_curved(p, out);
        return;
    }
    imp3i_closest c;
    double doubt = IMPI_DOUBLE_DOUBT * p->scale, stalled = GAP_STALLED * p->scale;
    int found = imp3i_gjk(p, far + p->radii + doubt, cache, &c);
    bool measured = found == IMP3I_CORES_FAR ||
                    (found == IMP3I_CORES_APART && (c.distance > stalled || c.distance - c.bound <= 2.0 * doubt));
    if (!measured)
    {
        measure_penetration(p, far, cache, out);
        return;
    }
    out->distance = c.distance - p->radii;
    out->normal = imp3i_ddivide(c.between, sqrt(imp3i_ddot(c.between, c.between)));
    out->on_a = c.on_a;
    out->on_b = imp3i_dadd(c.on_a, c.between);
}

/// On which side of touching doubles see a distance; 0 is in doubt.
static int side_of(double distance, double doubt)
{
    return distance > doubt ? -1 : distance < -doubt ? 1 : 0;
}

/// Two half-spaces meet without end, but where their planes are parallel.
static bool are_half_spaces(const imp3i_pair* p)
{
    return p->a->kind == IMP3_SHAPE_HALF_SPACE && p->b->kind == IMP3_SHAPE_HALF_SPACE;
}

void imp3i_gap_decide(const imp3i_pair* p, imp3i_gap* gap)
{
    double tiny = (double)IMPI_TINY * p->scale, d = gap->distance;
    gap->relation = side_of(d, IMPI_DOUBLE_DOUBT * p->scale);
    bool exact = !imp3i_is_curved(p->a) && !imp3i_is_curved(p->b);
    if (exact && (gap->relation == 0 || (are_half_spaces(p) && d > -(double)IMP_MAGNITUDE_MAX)))
    {
        gap->relation = imp3i_relation(p->a, p->pose_a, p->b, p->pose_b);
        tiny = are_half_spaces(p) && gap->relation > 0 ? (double)IMP_MAGNITUDE_MAX : tiny;
        gap->distance = gap->relation < 0 ? (d > tiny ? d : tiny) : d < -tiny ? d : -tiny;
    }
    if (gap->relation == 0)
    {
        gap->distance = 0.0;
    }
}
