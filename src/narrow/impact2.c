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

/// Steps of one call, and for each radian of turn: a blade that turns past a thing needs steps for every passage. When
/// they run out the answer is the time that was reached, which is early and never late.
#define STEPS_MAX 256
#define STEPS_PER_RADIAN 256
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

/// How long the bound stays at or above 7/8 of the target, at most rest. It does so at 0.
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
            if (at_high >= -0.125 * target)
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

/// Velocity of a mover's matter at x; both from the origin of the poses.
static imp2i_dvec velocity_at(const imp2_mover* m, imp2i_dpose pose, imp2i_dvec x)
{
    imp2i_dvec r = {m->motion.x - m->turn * (x.y - pose.y), m->motion.y + m->turn * (x.x - pose.x)};
    return r;
}

/// How fast two shapes part along n, where a point of each meets the other.
static double parting_rate(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, imp2i_dvec n, imp2i_dvec on_a,
                           imp2i_dvec on_b)
{
    return imp2i_ddot(n, imp2i_dsub(velocity_at(m->b, pose_b, on_b), velocity_at(m->a, pose_a, on_a)));
}

/// The ends of the stretch along which two facing sides touch, on the reference side, in A's frame.
static void touching_stretch(const imp2i_gap* gap, double flat, imp2i_dvec ends[2])
{
    const imp2i_dvec *r = gap->reference_ends, *q = gap->incident_ends;
    imp2i_dvec along = {-gap->reference_normal.y, gap->reference_normal.x};
    double length = imp2i_ddot(along, imp2i_dsub(r[1], r[0]));
    double s[2] = {imp2i_ddot(along, imp2i_dsub(q[0], r[0])), imp2i_ddot(along, imp2i_dsub(q[1], r[0]))};
    double d[2] = {imp2i_ddot(gap->reference_normal, imp2i_dsub(q[0], r[0])),
                   imp2i_ddot(gap->reference_normal, imp2i_dsub(q[1], r[0]))};
    for (int k = 0; k < 2; ++k)
    {
        double at = fabs(d[0] - d[1]) > flat ? s[d[1] < d[0]] : s[k];
        at = at < 0.0 ? 0.0 : at > length ? length : at;
        ends[k] = imp2i_dadd_scaled(r[0], along, at);
    }
}

/// The slowest rate at which the facing sides of a gap part, over the stretch where they touch. n is in the world.
static double parting_of_sides(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, imp2i_dvec n,
                               const imp2i_gap* gap, double radii, double doubt)
{
    imp2i_dvec ends[2];
    touching_stretch(gap, doubt, ends);
    double slowest = INFINITY;
    for (int k = 0; k < 2; ++k)
    {
        imp2i_dvec x = {pose_a.c * ends[k].x - pose_a.s * ends[k].y + pose_a.x,
                        pose_a.s * ends[k].x + pose_a.c * ends[k].y + pose_a.y};
        bool on_b = gap->axis.on_b;
        double rate = parting_rate(m, pose_a, pose_b, n, imp2i_dadd_scaled(x, n, on_b ? -radii : 0.0),
                                   imp2i_dadd_scaled(x, n, on_b ? 0.0 : radii));
        slowest = rate < slowest ? rate : slowest;
    }
    return slowest;
}

/// How two shapes that touch start to move.
enum
{
    CLOSE,
    SLIDE,
    PART
};

/// The fastest rate at which sharp shapes part along a side that holds them apart.
static double parting_of_sharp(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, const imp2i_gap* gap,
                               double doubt)
{
    const imp2_shape *a = m->a->shape, *b = m->b->shape;
    bool point_a = imp2i_is_point(a), point_b = imp2i_is_point(b);
    if (point_a && point_b)
    {
        return INFINITY;  // nothing holds two points apart
    }
    imp2i_relative rel = imp2i_relative_of(pose_a, pose_b);
    imp2i_active active;
    imp2i_active_sides(a, b, &rel, imp2i_scale(a, pose_a, b, pose_b), &active);
    double fastest = -INFINITY;
    for (int32_t i = 0; i < active.count; ++i)
    {
        imp2i_dvec n = active.normals[i];
        imp2i_dvec n_w = {pose_a.c * n.x - pose_a.s * n.y, pose_a.s * n.x + pose_a.c * n.y};
        double rate = parting_rate(m, pose_a, pose_b, n_w, gap->on_a, gap->on_b);
        if (!point_a && !point_b)
        {
            imp2i_gap facing = {.axis = active.axes[i]};
            imp2i_face(a, b, &rel, &facing);
            rate = parting_of_sides(m, pose_a, pose_b, n_w, &facing, 0.0, doubt);
        }
        fastest = rate > fastest ? rate : fastest;
    }
    // Corners that nearly meet have no side between them.
    return active.count > 0 ? fastest : parting_rate(m, pose_a, pose_b, gap->normal, gap->on_a, gap->on_b);
}

/// What becomes of shapes that touch at the start: CLOSE, SLIDE for good, or PART, and then they are free until *time at
/// least.
static int start_of_touch(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, const imp2i_gap* gap,
                          double radii, double travel, double doubt, double* time)
{
    const imp2_shape *a = m->a->shape, *b = m->b->shape;
    double rate, curve = m->curve;
    if (radii == 0.0)
    {
        rate = parting_of_sharp(m, pose_a, pose_b, gap, doubt);
    }
    else if (gap->corners || imp2i_is_point(a) || imp2i_is_point(b))
    {
        rate = parting_rate(m, pose_a, pose_b, gap->normal, gap->on_a, gap->on_b);
    }
    else
    {
        rate = parting_of_sides(m, pose_a, pose_b, gap->normal, gap, radii, doubt);
    }
    if (radii == 0.0 || !gap->corners)
    {
        // A side turns, so what slides along it is bent too.
        double turn = fabs((double)m->a->turn) + fabs((double)m->b->turn);
        curve = turn * (2.0 * travel + turn * ((double)a->reach + b->reach + radii));
    }
    double slide = 0x1p-20 * travel;
    *time = rate > slide && curve > rate ? rate / curve : 1.0;  // half the time for which rate t > curve t^2 / 2
    return rate > slide ? PART : rate < -slide || 0.5 * curve > doubt ? CLOSE : SLIDE;
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
        int start = start_of_touch(&m, pose_a, pose_b, &gap, radii, travel, doubt, &t);
        if (start == CLOSE)
        {
            report(&m, origin, &gap, touching ? IMP_SWEEP_TOUCH : IMP_SWEEP_HIT, 0.0, out);
            return;
        }
        out->kind = touching ? IMP_SWEEP_REST : IMP_SWEEP_NEVER;
        if (t >= 1.0)
        {
            return;
        }
        pose_a = pose_at(a, origin, t);
        pose_b = pose_at(b, origin, t);
        imp2i_gap_estimate(a->shape, pose_a, b->shape, pose_b, INFINITY, &gap);
        d = gap.distance > doubt ? gap.distance : doubt;
    }
    double size_a = size_of_shape(a->shape), size_b = size_of_shape(b->shape);
    double target = (double)IMPI_IMPACT_TARGET * (size_a > size_b ? size_a : size_b);
    target = target < 0.5 * d ? target : 0.5 * d;
    int32_t steps = STEPS_MAX + (int32_t)(STEPS_PER_RADIAN * (fabs(wa) + fabs(wb)));
    for (int32_t k = 0; k < steps && d > 1.25 * target; ++k)
    {
        t += safe_time(&m, pose_a, pose_b, gap.normal, radii, target, 1.0 - t);
        if (t >= 1.0)
        {
            return;
        }
        pose_a = pose_at(a, origin, t);
        pose_b = pose_at(b, origin, t);
        imp2i_gap_estimate(a->shape, pose_a, b->shape, pose_b, INFINITY, &gap);
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
