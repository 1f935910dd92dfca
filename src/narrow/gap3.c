// SPDX-License-Identifier: MIT
//
// The gap of two placed shapes of space, and on which side of touching it is.
//
// Cores that are apart have their nearest points found by imp3i_gjk. Those that overlap, or so nearly touch that the line
// between their nearest points has no direction left, are left to the axes of least penetration, which give a normal
// where nothing lies between. Hulls of many vertices that overlap have too many axes: their depth is that of a polytope
// that is expanded inside their difference.

#include "gjk3.h"

#include <math.h>

/// Of more pairs of vertices than this, to look at all axes takes longer than to expand a polytope.
#define GAP_FEW 128

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

/// On which side of touching a distance is that is off by less than the doubt; 0 is in doubt.
static int side_of(double distance, double doubt)
{
    return distance > doubt ? -1 : distance < -doubt ? 1 : 0;
}

static bool are_half_spaces(const imp3i_pair* p)
{
    return p->a->kind == IMP3_SHAPE_HALF_SPACE && p->b->kind == IMP3_SHAPE_HALF_SPACE;
}

/// Where doubles have measured, as by supports, and not the stored normals of faces.
static int side_in_doubles(const imp3i_pair* p, double distance)
{
    return side_of(distance, IMPI_DOUBLE_DOUBT * p->scale);
}

/// Where the nearest points were looked for: their bounds hold though rounding may have stopped the search early.
static int side_by_bounds(const imp3i_pair* p, const imp3i_closest* c)
{
    double doubt = IMPI_DOUBLE_DOUBT * p->scale;
    return c->bound - p->radii > doubt ? -1 : c->above - p->radii < -doubt ? 1 : 0;
}

void imp3i_gap_estimate(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_gap* out)
{
    if (p->a->kind == IMP3_SHAPE_HALF_SPACE || p->b->kind == IMP3_SHAPE_HALF_SPACE)
    {
        imp3i_penetration_curved(p, out);
        // Two half-spaces meet without end, but where their planes are parallel, which doubles cannot tell.
        bool facing = are_half_spaces(p) && out->distance > -(double)IMP_MAGNITUDE_MAX;
        out->relation = facing ? 0 : side_in_doubles(p, out->distance);
        return;
    }
    imp3i_closest c;
    double doubt = IMPI_DOUBLE_DOUBT * p->scale, stalled = IMP3I_GJK_STALLED * p->scale;
    int found = imp3i_gjk(p, far + p->radii + doubt, cache, &c);
    bool measured = found == IMP3I_CORES_FAR ||
                    (found == IMP3I_CORES_APART && (c.distance > stalled || c.distance - c.bound <= 2.0 * doubt));
    if (!measured)
    {
        bool large = (int64_t)p->a->count * p->b->count > GAP_FEW;
        if (!(found == IMP3I_CORES_MEET && large && imp3i_penetration_expanded(p, out)))
        {
            measure_penetration(p, far, cache, out);
        }
        out->relation = found == IMP3I_CORES_MEET ? 1 : found == IMP3I_CORES_APART ? side_by_bounds(p, &c) : 0;
        return;
    }
    out->distance = c.distance - p->radii;
    out->normal = imp3i_ddivide(c.between, sqrt(imp3i_ddot(c.between, c.between)));
    out->on_a = c.on_a;
    out->on_b = imp3i_dadd(c.on_a, c.between);
    out->relation = side_by_bounds(p, &c);
}

void imp3i_gap_decide(const imp3i_pair* p, imp3i_gap* gap)
{
    double tiny = (double)IMPI_TINY * p->scale, d = gap->distance;
    if (imp3i_is_curved(p->a) || imp3i_is_curved(p->b))
    {
        // Doubles have measured as well as it gets where the other is a half-space.
        bool plane = p->a->kind == IMP3_SHAPE_HALF_SPACE || p->b->kind == IMP3_SHAPE_HALF_SPACE;
        gap->relation = gap->relation || plane ? gap->relation : imp3i_relation_curved(p);
        gap->relation = gap->relation == 0 && d < -(double)IMPI_DOUBLE_DOUBT * p->scale ? 1 : gap->relation;
    }
    else
    {
        gap->relation = gap->relation ? gap->relation : side_of(d, (double)IMPI_FLOAT_DOUBT * p->scale);
        gap->relation = gap->relation ? gap->relation : imp3i_relation(p->a, p->pose_a, p->b, p->pose_b);
    }
    if (gap->relation < 0)
    {
        gap->distance = d > tiny ? d : tiny;
    }
    else if (gap->relation == 0)
    {
        gap->distance = 0.0;
    }
    else
    {
        double most = are_half_spaces(p) ? -(double)IMP_MAGNITUDE_MAX : -tiny;
        gap->distance = d < most ? d : most;
    }
}
