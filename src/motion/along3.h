// SPDX-License-Identifier: MIT
//
// Directions along surfaces of space, in the words of along2.h. A surface has a tangent plane, two that cross leave a
// line, three a point. How something walks, its heading, is a vector across up as long as the speed along the surface:
// seen from above, slopes turn nobody, and who walks up one is as fast as on the level.

#ifndef IMP3I_ALONG_H
#define IMP3I_ALONG_H

#include "../math/dvec3.h"
#include "approach.h"

/// Normals whose volume is less do not meet in a point: it would be too far away.
#define IMP3I_APEX_LEAST 0x1p-7

/// Velocity across up; along a surface as long as that [m/s].
typedef imp3i_dvec imp3i_heading;

/// The shortest vector that has two lengths along two normals. False where those are nearly parallel.
static inline bool imp3i_corner_of(imp3i_dvec n, double along_n, imp3i_dvec m, double along_m, imp3i_dvec* out)
{
    double nn = imp3i_ddot(n, n), mm = imp3i_ddot(m, m), nm = imp3i_ddot(n, m), determinant = nn * mm - nm * nm;
    if (!(determinant > 0x1p-40))
    {
        return false;
    }
    imp3i_dvec first = imp3i_dscale(n, (along_n * mm - along_m * nm) / determinant);
    *out = imp3i_dadd_scaled(first, m, (along_m * nn - along_n * nm) / determinant);
    return true;
}

/// The same, nearest to a wanted vector.
static inline bool imp3i_crossing_of(imp3i_dvec wanted, imp3i_dvec n, double along_n, imp3i_dvec m, double along_m,
                                     imp3i_dvec* out)
{
    imp3i_dvec off;
    if (!imp3i_corner_of(n, along_n - imp3i_ddot(n, wanted), m, along_m - imp3i_ddot(m, wanted), &off))
    {
        return false;
    }
    *out = imp3i_dadd(wanted, off);
    return true;
}

/// The vector that has three lengths along three normals. False where those nearly lie in a plane.
static inline bool imp3i_apex_of(const imp3i_dvec* normals, const double* along, imp3i_dvec* out)
{
    const imp3i_dvec a = imp3i_dcross(normals[1], normals[2]), b = imp3i_dcross(normals[2], normals[0]);
    double volume = imp3i_ddot(normals[0], a);
    if (!(fabs(volume) > IMP3I_APEX_LEAST))
    {
        return false;
    }
    const imp3i_dvec c = imp3i_dcross(normals[0], normals[1]);
    imp3i_dvec r = imp3i_dscale(a, along[0] / volume);
    r = imp3i_dadd_scaled(r, b, along[1] / volume);
    *out = imp3i_dadd_scaled(r, c, along[2] / volume);
    return true;
}

/// The part of a vector along no normal.
static inline imp3i_dvec imp3i_rest_beside(imp3i_dvec v, imp3i_dvec normal)
{
    return imp3i_dadd_scaled(v, normal, -imp3i_ddot(v, normal) / imp3i_ddot(normal, normal));
}

/// A vector of unit length, or none where it has no length.
static inline imp3i_dvec imp3i_unit_or_none(imp3i_dvec v)
{
    double length = sqrt(imp3i_ddot(v, v));
    return length > 0x1p-40 ? imp3i_dscale(v, 1.0 / length) : imp3i_dvec_none();
}

/// A unit vector along a surface, any.
static inline imp3i_dvec imp3i_tangent_of(imp3i_dvec normal)
{
    return imp3i_unit_or_none(imp3i_rest_beside(imp3i_daxis_beside(normal), normal));
}

// Headings

static inline imp3i_heading imp3i_heading_none(void)
{
    return imp3i_dvec_none();
}

static inline imp3i_heading imp3i_heading_sub(imp3i_heading a, imp3i_heading b)
{
    return imp3i_dsub(a, b);
}

static inline double imp3i_heading_length(imp3i_heading h)
{
    return sqrt(imp3i_ddot(h, h));
}

/// The heading of a velocity, across up.
static inline imp3i_heading imp3i_heading_across(imp3i_dvec velocity, imp3i_dvec up, imp3i_dvec right)
{
    (void)right;
    return imp3i_rest_beside(velocity, up);
}

/// A vector made as long as another one; none where it has no length.
static inline imp3i_dvec imp3i_as_long_as(imp3i_dvec v, imp3i_dvec other)
{
    double square = imp3i_ddot(v, v), wanted = imp3i_ddot(other, other);
    return square > 0.0 ? imp3i_dscale(v, sqrt(wanted / square)) : imp3i_dvec_none();
}

/// The heading of a velocity along a surface.
static inline imp3i_heading imp3i_heading_along(imp3i_dvec velocity, imp3i_dvec normal, imp3i_dvec up)
{
    const imp3i_dvec along = imp3i_rest_beside(velocity, normal);
    return imp3i_as_long_as(imp3i_rest_beside(along, up), along);
}

/// A heading as a vector across up.
static inline imp3i_dvec imp3i_heading_level(imp3i_heading h, imp3i_dvec right)
{
    (void)right;
    return h;
}

/// A heading as a vector along a surface, just as long.
static inline imp3i_dvec imp3i_heading_on(imp3i_heading h, imp3i_dvec normal, imp3i_dvec up)
{
    double upward = imp3i_ddot(normal, up), rise = -imp3i_ddot(normal, h);
    const imp3i_dvec along = upward > 0x1p-20 ? imp3i_dadd_scaled(h, up, rise / upward) : imp3i_rest_beside(h, normal);
    return imp3i_as_long_as(along, h);
}

/// The direction of a heading across up.
static inline imp3i_dvec imp3i_heading_unit(imp3i_heading h, imp3i_dvec right)
{
    (void)right;
    return imp3i_unit_or_none(h);
}

/// Approaches another one at a rate, or at once; and its path.
static inline imp3i_heading imp3i_heading_approach(imp3i_heading from, imp3i_heading to, double rate, double time,
                                                   imp3i_heading* path)
{
    const imp3i_dvec change = imp3i_dsub(to, from);
    double length = sqrt(imp3i_ddot(change, change)), part;
    double done = impi_approach(0.0, length, rate, time, &part);
    const imp3i_dvec unit = length > 0.0 ? imp3i_dscale(change, 1.0 / length) : imp3i_dvec_none();
    *path = imp3i_dadd_scaled(imp3i_dscale(from, time), unit, part);
    return done < length ? imp3i_dadd_scaled(from, unit, done) : to;
}

/// A speed raised to the wanted one in its direction, never lowered.
static inline double imp3i_not_slower(double now, double wanted)
{
    return (wanted > 0.0 && wanted > now) || (wanted < 0.0 && wanted < now) ? wanted : now;
}

/// The input of a character that slides down a slope, cut to what leaves the slope sooner or is faster along its level.
/// So input does not hold it there, nor in the crease of two slopes.
static inline imp3i_heading imp3i_heading_off(imp3i_heading now, imp3i_heading wanted, imp3i_dvec normal, imp3i_dvec up,
                                              imp3i_dvec right)
{
    (void)right;
    const imp3i_dvec out = imp3i_unit_or_none(imp3i_rest_beside(normal, up)), level = imp3i_dcross(up, out);
    double along = imp3i_ddot(now, out), more = imp3i_ddot(wanted, out);
    double aside = imp3i_not_slower(imp3i_ddot(now, level), imp3i_ddot(wanted, level));
    return imp3i_dadd_scaled(imp3i_dscale(level, aside), out, more > along ? more : along);
}

// Slopes

/// The unit vector along a surface on which another one with that normal stands; none where they are parallel.
static inline imp3i_dvec imp3i_tangent_toward(imp3i_dvec surface, imp3i_dvec normal)
{
    return imp3i_unit_or_none(imp3i_rest_beside(normal, surface));
}

/// The unit vector across up against a normal; none where that is along up.
static inline imp3i_dvec imp3i_level_against(imp3i_dvec normal, imp3i_dvec up, imp3i_dvec right)
{
    (void)right;
    return imp3i_unit_or_none(imp3i_dnegate(imp3i_rest_beside(normal, up)));
}

/// The unit vector that leads down along a slope; none where that is level.
static inline imp3i_dvec imp3i_downhill_of(imp3i_dvec normal, imp3i_dvec up, imp3i_dvec right)
{
    (void)right;
    return imp3i_unit_or_none(imp3i_dnegate(imp3i_rest_beside(up, normal)));
}

/// Whether slopes that are too steep to stand on hold together what lies in them: the steepest way down that all of them
/// leave is not steeper than ground. Else whether that is a line between two, and which.
///
/// steepest  cosine of the steepest ground
static inline bool imp3i_slopes_hold(const imp3i_dvec* normals, int32_t count, imp3i_dvec up, imp3i_dvec right,
                                     double steepest, bool* line, imp3i_dvec* down)
{
    double lowest = 0.0;
    *line = false;
    for (int32_t i = 0; i < count * count && count > 1; ++i)
    {
        const imp3i_dvec n = normals[i / count], m = normals[i % count];
        const bool crosses = i / count != i % count;
        imp3i_dvec way = crosses ? imp3i_unit_or_none(imp3i_dcross(n, m)) : imp3i_downhill_of(n, up, right);
        double drop = imp3i_ddot(way, up);
        bool open = drop < lowest;
        for (int32_t k = 0; k < count; ++k)
        {
            open = open && imp3i_ddot(normals[k], way) >= -0x1p-20;
        }
        lowest = open ? drop : lowest;
        *line = open ? crosses : *line;
        *down = open ? way : *down;
    }
    return count > 1 && lowest * lowest <= 1.0 - steepest * steepest;
}

#endif
