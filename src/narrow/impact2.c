// SPDX-License-Identifier: MIT
//
// Time of impact of two shapes that move and turn: conservative advancement (Mirtich 1996) on a bound of second order.
//
// At some time the shapes are d apart along the unit normal n. For a while t after it their separation along n is at
// least
//     min over B's vertices (n p + t n v) - max over A's (n p + t n v) - radii - t^2 / 2 (wA^2 rA + wB^2 rB)
// with p and v a vertex's place and velocity now, w the rates of turn and r the reaches: a turning vertex leaves its
// tangent by at most w^2 r t^2 / 2. The bound is concave in t, so it stays above the target up to its one crossing, which
// secants from the left approach without passing it. The bound of first order (Mirtich's) needs three times the steps.

#include "../math/tolerance.h"
#include "../math/trig.h"
#include "sweep2.h"

#include <math.h>

#define STEPS_MAX 48
#define ROOT_STEPS 8

/// Turns within one call.
#define TURN_MAX 1024.0f

typedef struct motion_pair
{
    const imp2_mover *a, *b;
    double curve;  // wA^2 rA + wB^2 rB
} motion_pair;

static imp2i_dpose pose_at(const imp2_mover* m, imp2_vec origin, double t)
{
    double c = 1.0, s = 0.0, qc = m->pose.q.c, qs = m->pose.q.s;
    if (m->turn != 0.0f)
    {
        impi_sincos_d(m->turn * t, &s, &c);
    }
    imp2i_dpose r = {c * qc - s * qs, s * qc + c * qs, (double)m->pose.p.x - origin.x + m->motion.x * t,
                     (double)m->pose.p.y - origin.y + m->motion.y * t};
    return r;
}

/// Extremes of n p + t n v over the vertices of one shape, with the rate of the vertex that has it. sign 1 finds the
/// least, -1 the greatest.
static double extreme(const imp2_mover* m, imp2i_dpose pose, imp2i_dvec n, double t, double sign, double* rate)
{
    imp2i_outline o = imp2i_outline_of(m->shape);
    // The normal, and the normal turned back by a quarter and scaled by the rate of turn, in the shape's frame.
    double nx = pose.c * n.x + pose.s * n.y, ny = pose.c * n.y - pose.s * n.x;
    double wx = ny * m->turn, wy = -nx * m->turn;
    double gx = (nx + t * wx) * sign, gy = (ny + t * wy) * sign;
    int32_t best = 0;
    double value = gx * o.x[0] + gy * o.y[0];
    for (int32_t i = 1; i < m->shape->count; ++i)
    {
        double v = gx * o.x[i] + gy * o.y[i];
        best = v < value ? i : best;
        value = v < value ? v : value;
    }
    double drift = n.x * m->motion.x + n.y * m->motion.y;
    *rate = drift + wx * o.x[best] + wy * o.y[best];
    return value * sign + n.x * pose.x + n.y * pose.y + t * drift;
}

/// The bound at t after the poses, and its slope. radii are not in it.
static double bound(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, imp2i_dvec n, double t, double* slope)
{
    double rate_a, rate_b;
    double least = extreme(m->b, pose_b, n, t, 1.0, &rate_b), most = extreme(m->a, pose_a, n, t, -1.0, &rate_a);
    *slope = rate_b - rate_a - m->curve * t;
    return least - most - 0.5 * m->curve * t * t;
}

/// How long the bound stays at or above the target, at most rest. It does so at 0.
static double safe_time(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, imp2i_dvec n, double radii,
                        double target, double rest)
{
    double slope_low, slope_high, low = 0.0, high = rest;
    double at_low = bound(m, pose_a, pose_b, n, 0.0, &slope_low) - radii - target;
    double at_high = bound(m, pose_a, pose_b, n, rest, &slope_high) - radii - target;
    if (at_high >= 0.0)
    {
        return rest;
    }
    for (int k = 0; k < ROOT_STEPS && at_low > 0.125 * target; ++k)
    {
        // The tangent at low lies above the bound, the secant below it.
        double tangent = slope_low < 0.0 ? low - at_low / slope_low : high;
        if (tangent < high)
        {
            high = tangent;
            at_high = bound(m, pose_a, pose_b, n, high, &slope_high) - radii - target;
            if (at_high >= 0.0)
            {
                return high;
            }
        }
        double secant = low + (high - low) * (at_low / (at_low - at_high));
        if (!(secant > low && secant < high))
        {
            break;
        }
        low = secant;
        at_low = bound(m, pose_a, pose_b, n, low, &slope_low) - radii - target;
    }
    return low;
}

/// Shapes that touch at time 0. Whether a touching vertex closes, and if they part, until when at least: *free_until.
static bool closes_at_start(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, imp2i_dvec n, double radii,
                            double slide, double* free_until)
{
    // Just after the start the bound falls for a closing vertex and rises when all part.
    double slope;
    double start = bound(m, pose_a, pose_b, n, 0.0, &slope) - radii;
    double later = 0x1p-10;
    double gain = bound(m, pose_a, pose_b, n, later, &slope) - radii - start;
    *free_until = 0.0;
    if (gain <= slide * later && m->curve <= slide)
    {
        *free_until = gain >= -slide * later ? 1.0 : 0.0;
        return gain < -slide * later;
    }
    if (gain <= 0.0)
    {
        return true;
    }
    double low = later, high = 1.0;
    if (bound(m, pose_a, pose_b, n, 1.0, &slope) - radii - start > 0.0)
    {
        *free_until = 1.0;
        return false;
    }
    for (int k = 0; k < 24; ++k)
    {
        double middle = 0.5 * (low + high);
        bool above = bound(m, pose_a, pose_b, n, middle, &slope) - radii - start > 0.0;
        low = above ? middle : low;
        high = above ? high : middle;
    }
    *free_until = 0.5 * low;
    return false;
}

/// Whether shapes that touch close: along every side that holds them apart. Else *free_until is how long they part.
static bool closes(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, const imp2i_gap* gap, double radii,
                   double travel, double* free_until)
{
    const imp2_shape *a = m->a->shape, *b = m->b->shape;
    imp2i_active active = {.count = 0};
    if (radii == 0.0)
    {
        imp2i_relative rel = imp2i_relative_of(pose_a, pose_b);
        imp2i_active_sides(a, b, &rel, imp2i_scale(a, pose_a, b, pose_b), &active);
        for (int32_t i = 0; i < active.count; ++i)
        {
            imp2i_dvec n = active.normals[i];
            active.normals[i].x = pose_a.c * n.x - pose_a.s * n.y;
            active.normals[i].y = pose_a.s * n.x + pose_a.c * n.y;
        }
    }
    if (active.count == 0)
    {
        active.normals[active.count++] = gap->normal;
    }
    *free_until = 0.0;
    bool closing = true;
    for (int32_t i = 0; i < active.count; ++i)
    {
        double until;
        closing = closes_at_start(m, pose_a, pose_b, active.normals[i], radii, 0x1p-20 * travel, &until) && closing;
        *free_until = until > *free_until ? until : *free_until;
    }
    return closing;
}

static void report(const motion_pair* m, imp2_vec origin, const imp2i_gap* gap, int32_t kind, double time, imp2_hit* out)
{
    double back = m->a->shape->radius + 0.5 * (kind == IMP_SWEEP_OVERLAP ? gap->distance : 0.0);
    out->kind = kind;
    out->time = (float)time;
    if ((double)out->time > time)
    {
        out->time = (float)(time * (1.0 - 0x1p-23));  // not later by rounding
    }
    if (kind == IMP_SWEEP_HIT && out->time < IMP_MAGNITUDE_MIN)
    {
        out->time = IMP_MAGNITUDE_MIN;
    }
    out->normal.x = (float)gap->normal.x;
    out->normal.y = (float)gap->normal.y;
    out->depth = kind == IMP_SWEEP_OVERLAP ? 0.0f - gap->distance : 0.0f;
    out->point.x = (float)(origin.x + gap->on_a.x + gap->normal.x * back);
    out->point.y = (float)(origin.y + gap->on_a.y + gap->normal.y * back);
}

static double size_of_shape(const imp2_shape* s)
{
    return (double)s->reach + s->radius;
}

/// Neither turns: the closed form.
static void impact_straight(const imp2_mover* a, const imp2_mover* b, imp2_hit* out)
{
    imp2i_dvec motion = {(double)b->motion.x - a->motion.x, (double)b->motion.y - a->motion.y};
    imp2i_sweep(a->shape, &a->pose, b->shape, &b->pose, motion, out);
    out->point.x += a->motion.x * out->time;
    out->point.y += a->motion.y * out->time;
}

static void impact(const imp2_mover* a, const imp2_mover* b, imp2_hit* out)
{
    const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
    imp2_vec origin = a->pose.p;
    double wa = a->turn, wb = b->turn, reach_a = a->shape->reach, reach_b = b->shape->reach;
    motion_pair m = {a, b, wa * wa * reach_a + wb * wb * reach_b};
    double mx = (double)b->motion.x - a->motion.x, my = (double)b->motion.y - a->motion.y;
    double travel = sqrt(mx * mx + my * my) + fabs(wa) * reach_a + fabs(wb) * reach_b;
    double radii = (double)a->shape->radius + b->shape->radius;
    imp2i_gap gap;
    imp2i_gap_of(a->shape, &a->pose, b->shape, &b->pose, (float)travel, &gap);
    double t = 0.0, d = gap.distance;
    imp2i_dpose pose_a = pose_at(a, origin, 0.0), pose_b = pose_at(b, origin, 0.0);
    double doubt = (double)IMPI_FLOAT_DOUBT * imp2i_scale(a->shape, pose_a, b->shape, pose_b);
    if (d > travel + doubt)
    {
        return;
    }
    if (gap.relation > 0)
    {
        report(&m, origin, &gap, IMP_SWEEP_OVERLAP, 0.0, out);
        return;
    }
    if (d <= 0.25 * doubt)
    {
        bool touching = gap.relation == 0;
        double free_until;
        if (closes(&m, pose_a, pose_b, &gap, radii, travel, &free_until))
        {
            report(&m, origin, &gap, touching ? IMP_SWEEP_TOUCH : IMP_SWEEP_HIT, 0.0, out);
            return;
        }
        out->kind = touching ? IMP_SWEEP_REST : IMP_SWEEP_NEVER;
        t = free_until;
        if (t >= 1.0)
        {
            return;
        }
        bool doubtful;
        pose_a = pose_at(a, origin, t);
        pose_b = pose_at(b, origin, t);
        imp2i_gap_estimate(a->shape, pose_a, b->shape, pose_b, INFINITY, &gap, &doubtful);
        d = gap.distance;
    }
    double size_a = size_of_shape(a->shape), size_b = size_of_shape(b->shape);
    double target = (double)IMPI_IMPACT_TARGET * (size_a > size_b ? size_a : size_b);
    target = target < 0.5 * d ? target : 0.5 * d;
    for (int k = 0; k < STEPS_MAX && d > 1.25 * target; ++k)
    {
        t += safe_time(&m, pose_a, pose_b, gap.normal, radii, target, 1.0 - t);
        if (t >= 1.0)
        {
            return;
        }
        bool doubtful;
        pose_a = pose_at(a, origin, t);
        pose_b = pose_at(b, origin, t);
        imp2i_gap_estimate(a->shape, pose_a, b->shape, pose_b, INFINITY, &gap, &doubtful);
        d = gap.distance;
    }
    report(&m, origin, &gap, IMP_SWEEP_HIT, t, out);
}

imp_status imp2_time_of_impact(const imp2_mover* a, const imp2_mover* b, imp2_hit* out)
{
    imp_status status = imp2i_mover_status(a, 1);
    status = status ? status : imp2i_mover_status(b, 2);
    if (!status && (a->turn > TURN_MAX || a->turn < -TURN_MAX))
    {
        status = impi_error(IMP_ERR_RANGE, 1);
    }
    if (!status && (b->turn > TURN_MAX || b->turn < -TURN_MAX))
    {
        status = impi_error(IMP_ERR_RANGE, 2);
    }
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 3);
    }
    if (a->turn == 0.0f && b->turn == 0.0f)
    {
        impact_straight(a, b, out);
    }
    else
    {
        impact(a, b, out);
    }
    return IMP_OK;
}
