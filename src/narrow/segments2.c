// SPDX-License-Identifier: MIT
//
// Segment against segment: four orientations decide, exactly; where they cross is a quotient of two cross products.

#include "../math/predicate2.h"
#include "pair2.h"

#include <math.h>

static double clamp_unit(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

/// (b - a) x (d - c) / (f - e) x (h - g): in doubles, or exactly when they nearly cancel.
static double quotient(imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d, imp2_vec e, imp2_vec f)
{
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y, vx = (double)d.x - c.x, vy = (double)d.y - c.y;
    double wx = (double)f.x - e.x, wy = (double)f.y - e.y;
    double over = ux * vy - uy * vx, under = wx * vy - wy * vx;
    double size_over = fabs(ux * vy) + fabs(uy * vx), size_under = fabs(wx * vy) + fabs(wy * vx);
    if (fabs(over) < 0x1p-20 * size_over || fabs(under) < 0x1p-20 * size_under)
    {
        impi_exact exact_over, exact_under;
        imp2i_cross_exact(a, b, c, d, &exact_over);
        imp2i_cross_exact(e, f, c, d, &exact_under);
        over = impi_exact_get(&exact_over);
        under = impi_exact_get(&exact_under);
    }
    return clamp_unit(over / under);
}

/// Part of the way from a to b at which p lies; p is on the segment.
static double part_of_way(imp2_vec a, imp2_vec b, imp2_vec p)
{
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    bool by_x = fabs(x) >= fabs(y);
    double whole = by_x ? x : y, part = by_x ? (double)p.x - a.x : (double)p.y - a.y;
    return whole == 0.0 ? 0.0 : clamp_unit(part / whole);
}

static bool in_range(float a, float b, float p)
{
    return a < b ? a <= p && p <= b : b <= p && p <= a;
}

static bool in_box(imp2_vec a, imp2_vec b, imp2_vec p)
{
    return in_range(a.x, b.x, p.x) && in_range(a.y, b.y, p.y);
}

static void cross_at(imp2_vec point, double time_a, double time_b, imp2_crossing* out)
{
    out->crosses = true;
    out->point = point;
    out->time_a = (float)time_a;
    out->time_b = (float)time_b;
}

/// All four points on one line: the first common point on the way from a0.
static void cross_on_line(imp2_vec a0, imp2_vec a1, imp2_vec b0, imp2_vec b1, imp2_crossing* out)
{
    if (in_box(b0, b1, a0))
    {
        cross_at(a0, 0.0, part_of_way(b0, b1, a0), out);
        return;
    }
    bool first = in_box(a0, a1, b0), second = in_box(a0, a1, b1);
    if (first || second)
    {
        double t = part_of_way(a0, a1, b0), u = part_of_way(a0, a1, b1);
        bool take_first = first && (!second || t <= u);
        cross_at(take_first ? b0 : b1, take_first ? t : u, take_first ? 0.0 : 1.0, out);
    }
}

imp_status imp2_segments_cross(imp2_vec a0, imp2_vec a1, imp2_vec b0, imp2_vec b1, imp2_crossing* out)
{
    const imp2_vec points[4] = {a0, a1, b0, b1};
    for (int i = 0; i < 4; ++i)
    {
        int32_t fault = imp2i_vec_fault(points[i]);
        if (fault)
        {
            return impi_error(fault, i + 1);
        }
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 5);
    }
    const imp2_crossing none = {false, 0.0f, 0.0f, {0.0f, 0.0f}};
    *out = none;
    int start_a = imp2i_orientation(b0, b1, a0), end_a = imp2i_orientation(b0, b1, a1);
    int start_b = imp2i_orientation(a0, a1, b0), end_b = imp2i_orientation(a0, a1, b1);
    if (start_a * end_a > 0 || start_b * end_b > 0)
    {
        return IMP_OK;
    }
    if (start_a == 0 && end_a == 0 && start_b == 0 && end_b == 0)
    {
        cross_on_line(a0, a1, b0, b1, out);
        return IMP_OK;
    }
    // One crossing, at an end of a segment when an orientation is zero.
    if (start_a == 0 || end_a == 0)
    {
        imp2_vec p = start_a == 0 ? a0 : a1;
        cross_at(p, start_a == 0 ? 0.0 : 1.0, part_of_way(b0, b1, p), out);
    }
    else if (start_b == 0 || end_b == 0)
    {
        imp2_vec p = start_b == 0 ? b0 : b1;
        cross_at(p, part_of_way(a0, a1, p), start_b == 0 ? 0.0 : 1.0, out);
    }
    else
    {
        double t = quotient(a0, b0, b0, b1, a0, a1), u = 1.0 - quotient(b1, a0, a0, a1, b1, b0);
        imp2_vec p = {(float)(a0.x + ((double)a1.x - a0.x) * t), (float)(a0.y + ((double)a1.y - a0.y) * t)};
        cross_at(p, t, clamp_unit(u), out);
    }
    return IMP_OK;
}
