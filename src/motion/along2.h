// SPDX-License-Identifier: MIT
//
// Directions along surfaces of the plane. There is one tangent, and two surfaces that cross leave none; so how something
// walks, its heading, is a speed to the right. In space (along3.h, the same words) a surface has a tangent plane, two
// leave a line, and a heading is a vector across up.

#ifndef IMP2I_ALONG_H
#define IMP2I_ALONG_H

#include "../math/dvec2.h"
#include "approach.h"

/// Speed across up, or along a surface: to the right [m/s].
typedef double imp2i_heading;

/// A normal turned by a quarter to the left.
static inline imp2i_dvec imp2i_left_of(imp2i_dvec normal)
{
    const imp2i_dvec r = {-normal.y, normal.x};
    return r;
}

/// To the right, as a surface is walked along whose normal is up.
static inline imp2i_dvec imp2i_tangent_of(imp2i_dvec normal)
{
    const imp2i_dvec r = {normal.y, -normal.x};
    return r;
}

/// The vector that has two lengths along two normals. False where those are nearly parallel.
static inline bool imp2i_corner_of(imp2i_dvec n, double along_n, imp2i_dvec m, double along_m, imp2i_dvec* out)
{
    double across = imp2i_dcross(n, m);
    if (!(fabs(across) > 0x1p-20))
    {
        return false;
    }
    out->x = (along_n * m.y - along_m * n.y) / across;
    out->y = (along_m * n.x - along_n * m.x) / across;
    return true;
}

/// The same, nearest to a wanted vector: in the plane there is one.
static inline bool imp2i_crossing_of(imp2i_dvec wanted, imp2i_dvec n, double along_n, imp2i_dvec m, double along_m,
                                     imp2i_dvec* out)
{
    (void)wanted;
    return imp2i_corner_of(n, along_n, m, along_m, out);
}

/// The vector that has three lengths along three normals: in the plane none that two do not give.
static inline bool imp2i_apex_of(const imp2i_dvec* normals, const double* along, imp2i_dvec* out)
{
    (void)normals;
    (void)along;
    (void)out;
    return false;
}

// Headings

static inline imp2i_heading imp2i_heading_none(void)
{
    return 0.0;
}

static inline imp2i_heading imp2i_heading_sub(imp2i_heading a, imp2i_heading b)
{
    return a - b;
}

static inline double imp2i_heading_length(imp2i_heading h)
{
    return fabs(h);
}

/// The heading of a velocity, across up.
static inline imp2i_heading imp2i_heading_across(imp2i_dvec velocity, imp2i_dvec up, imp2i_dvec right)
{
    (void)up;
    return imp2i_ddot(velocity, right);
}

/// The heading of a velocity along a surface.
static inline imp2i_heading imp2i_heading_along(imp2i_dvec velocity, imp2i_dvec normal, imp2i_dvec up)
{
    (void)up;
    return imp2i_ddot(velocity, imp2i_tangent_of(normal));
}

/// A heading as a vector across up.
static inline imp2i_dvec imp2i_heading_level(imp2i_heading h, imp2i_dvec right)
{
    return imp2i_dadd_scaled(imp2i_dvec_none(), right, h);
}

/// A heading as a vector along a surface, just as long.
static inline imp2i_dvec imp2i_heading_on(imp2i_heading h, imp2i_dvec normal, imp2i_dvec up)
{
    (void)up;
    return imp2i_dscale(imp2i_tangent_of(normal), h);
}

/// The direction of a heading across up.
static inline imp2i_dvec imp2i_heading_unit(imp2i_heading h, imp2i_dvec right)
{
    return imp2i_dadd_scaled(imp2i_dvec_none(), right, h < 0.0 ? -1.0 : 1.0);
}

/// Approaches another one at a rate, or at once; and its path.
static inline imp2i_heading imp2i_heading_approach(imp2i_heading from, imp2i_heading to, double rate, double time,
                                                   imp2i_heading* path)
{
    return impi_approach(from, to, rate, time, path);
}

/// The input of a character that slides down a slope, cut to what leaves the slope sooner.
static inline imp2i_heading imp2i_heading_off(imp2i_heading now, imp2i_heading wanted, imp2i_dvec normal, imp2i_dvec up,
                                              imp2i_dvec right)
{
    (void)up;
    double out = imp2i_ddot(normal, right), more = wanted - now;
    return (out > 0.0 && more > 0.0) || (out < 0.0 && more < 0.0) ? wanted : now;
}

// Slopes

/// The unit tangent of a surface on which another one with that normal stands, or its opposite.
static inline imp2i_dvec imp2i_tangent_toward(imp2i_dvec surface, imp2i_dvec normal)
{
    (void)normal;
    return imp2i_tangent_of(surface);
}

/// The unit vector across up against a normal.
static inline imp2i_dvec imp2i_level_against(imp2i_dvec normal, imp2i_dvec up, imp2i_dvec right)
{
    (void)up;
    return imp2i_dadd_scaled(imp2i_dvec_none(), right, imp2i_ddot(normal, right) > 0.0 ? -1.0 : 1.0);
}

/// The unit vector that leads down along a slope.
static inline imp2i_dvec imp2i_downhill_of(imp2i_dvec normal, imp2i_dvec up, imp2i_dvec right)
{
    (void)up;
    const imp2i_dvec tangent = imp2i_tangent_of(normal);
    return imp2i_ddot(normal, right) > 0.0 ? tangent : imp2i_dnegate(tangent);
}

/// Whether slopes that are too steep to stand on hold together what lies in them; else whether they leave a line, which
/// leads down between them: in the plane never.
static inline bool imp2i_slopes_hold(const imp2i_dvec* normals, int32_t count, imp2i_dvec up, imp2i_dvec right,
                                     double steepest, bool* line, imp2i_dvec* down)
{
    (void)up;
    (void)steepest;
    (void)down;
    *line = false;
    return count > 1 && imp2i_ddot(normals[1], right) * imp2i_ddot(normals[0], right) < 0.0;
}

#endif
