// SPDX-License-Identifier: MIT
//
// Time of impact of two shapes that move and turn: conservative advancement (Mirtich 1996) on a bound of second order.
//
// At some time the shapes are d apart along the unit normal n. Let n turn with one of them, the frame: then its own extent
// along n stays what it is, and for a while t the separation along n is at least
//     min over the other's vertices (n p + t n v) - extent of the frame - radii - t^2 / 2 c
// with p and v a vertex's place and velocity as the frame sees them, and c no less than any acceleration it sees:
// (w - wF)^2 r of a vertex about the other's origin, 2 wF |v| + wF^2 l of that origin, with w, wF the rates of turn, r the
// reach and l the distance of the origins. The bound is concave in t, so it stays above the target up to its one crossing,
// which secants from the left approach without passing it.
//
// The frame is the shape to which the separating side belongs: with n at rest in the world a side that turns away would
// seem to close with its far end, and steps would be tiny. Far apart that does not matter but l does; then n rests, and
// the vertices of both move. With Mirtich's bound of first order there are three times more steps.

#include "../math/lanes.h"
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
    imp2i_dvec motion;  // of B's origin against A's
    double travel;      // no point of one goes farther than this against the other
    double radii;
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

/// The vertices of one shape, as they move along the normal.
typedef struct moving_part
{
    const imp2_shape* shape;
    imp2i_dvec n;  // from the other shape to this one, in this one's frame
    double turn;   // against n
} moving_part;

/// The bound, from one moment on.
typedef struct bound_ahead
{
    moving_part parts[2];
    int32_t count;
    double drift;        // of the origins along n
    double base, curve;
    double slope;        // at the start
} bound_ahead;

/// The vertex that is nearest to the other shape after t. Adds its height above the origin, and its rate.
static void add_nearest_vertex(const moving_part* p, double t, double* height, double* rate)
{
    double x = p->n.x + t * p->turn * p->n.y, y = p->n.y - t * p->turn * p->n.x;
    imp2i_outline o = imp2i_outline_of(p->shape);
    int32_t best = 0;
    if (imp2i_is_small(p->shape))
    {
        impi_lanes gx = impi_lanes_splat((float)-x), gy = impi_lanes_splat((float)-y);
        float value = -INFINITY;
        for (int32_t g = 0; g < p->shape->count; g += 4)
        {
            impi_lanes v = impi_lanes_add(impi_lanes_mul(gx, impi_lanes_load(o.x + g)),
                                          impi_lanes_mul(gy, impi_lanes_load(o.y + g)));
            float most;
            int32_t i = g + impi_lanes_greatest(v, &most);
            best = most > value ? i : best;
            value = most > value ? most : value;
        }
    }
    else
    {
        double least = INFINITY;
        for (int32_t i = 0; i < p->shape->count; ++i)
        {
            double v = x * o.x[i] + y * o.y[i];
            best = v < least ? i : best;
            least = v < least ? v : least;
        }
    }
    *height += x * o.x[best] + y * o.y[best];
    *rate += p->turn * (p->n.y * o.x[best] - p->n.x * o.y[best]);
}

/// The bound after t, and its slope.
static double bound_at(const bound_ahead* p, double t, double* slope)
{
    double height = 0.0, rate = 0.0;
    for (int32_t k = 0; k < p->count; ++k)
    {
        add_nearest_vertex(&p->parts[k], t, &height, &rate);
    }
    *slope = rate + p->drift - p->curve * t;
    return height + t * p->drift - p->base - 0.5 * p->curve * t * t;
}

static moving_part part_of(const imp2_shape* shape, imp2i_dpose pose, imp2i_dvec n, double turn)
{
    moving_part p = {shape, {pose.c * n.x + pose.s * n.y, pose.c * n.y - pose.s * n.x}, turn};
    return p;
}

/// The bound for shapes that are apart by distance along a normal. on_b: the separating side is B's.
static bound_ahead start_bound(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, imp2i_dvec normal, bool on_b,
                               double distance)
{
    const imp2_shape *a = m->a->shape, *b = m->b->shape;
    double turn_a = m->a->turn, turn_b = m->b->turn, turn_f = on_b ? turn_b : turn_a, turn_o = on_b ? turn_a : turn_b;
    double sign = on_b ? -1.0 : 1.0, reach_o = on_b ? a->reach : b->reach;
    imp2i_dvec n = {normal.x * sign, normal.y * sign};
    imp2i_dvec to = {(pose_b.x - pose_a.x) * sign, (pose_b.y - pose_a.y) * sign};
    double speed = fabs(m->motion.x) + fabs(m->motion.y), far = fabs(to.x) + fabs(to.y) + speed;
    double turn = turn_o - turn_f;
    double bent = turn * turn * reach_o + fabs(turn_f) * (2.0 * speed + fabs(turn_f) * far);
    double straight = turn_a * turn_a * (double)a->reach + turn_b * turn_b * (double)b->reach;
    bound_ahead p;
    p.drift = imp2i_ddot(normal, m->motion);
    if (straight < 0x1p-6 * bent)
    {
        p.parts[0] = part_of(b, pose_b, normal, turn_b);
        p.parts[1] = part_of(a, pose_a, imp2i_dnegate(normal), turn_a);
        p.count = 2;
        p.curve = straight;
    }
    else
    {
        p.parts[0] = part_of(on_b ? a : b, on_b ? pose_a : pose_b, n, turn);
        p.count = 1;
        p.curve = bent;
        p.drift += turn_f * imp2i_dcross(n, to);
    }
    p.base = 0.0;
    p.base = bound_at(&p, 0.0, &p.slope) - distance;
    return p;
}

/// Where a parabola through height, with a slope and curving down, comes to zero. The bound's nearest vertex has it for
/// its own, so the bound is there no later.
static double parabola_root(double height, double slope, double curve)
{
    double root = sqrt(slope * slope + 2.0 * curve * height);
    return slope < 0.0 ? 2.0 * height / (root - slope) : curve > 0.0 ? (slope + root) / curve : INFINITY;
}

/// How long the bound stays at or above 7/8 of the target, at most rest. It starts at distance, above the target.
static double safe_time(const bound_ahead* p, double distance, double target, double rest)
{
    double slope = p->slope, low = 0.0, high = rest, at_low = distance - target;
    double unused, at_high = bound_at(p, rest, &unused) - target;
    if (at_high >= 0.0)
    {
        return rest;
    }
    for (int k = 0; k < ROOT_STEPS; ++k)
    {
        double root = low + parabola_root(at_low, slope, p->curve);
        if (root < high)
        {
            high = root;
            at_high = bound_at(p, high, &unused) - target;
            if (at_high >= -0.125 * target)
            {
                return high;
            }
        }
        // The bound is concave: above the secant.
        double secant = low + (high - low) * (at_low / (at_low - at_high));
        if (!(secant > low && secant < high))
        {
            // The crossing, to rounding: far apart that is more than the target.
            low += (high - low) * (1.0 - 0x1p-20);
            break;
        }
        low = secant;
        at_low = bound_at(p, low, &slope) - target;
        if (at_low <= 0.125 * target)
        {
            break;
        }
    }
    return low;
}

/// The distance of the shapes, or if they are farther apart than near perhaps only a lower bound, with the normal that goes
/// with it; *on_b tells whose side holds them apart. The rest of the gap is filled in at near and below.
static double separate(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, double near, imp2i_gap* gap,
                       bool* on_b)
{
    const imp2_shape *a = m->a->shape, *b = m->b->shape;
    *on_b = imp2i_is_point(a);
    if (imp2i_is_point(a) || imp2i_is_point(b))
    {
        imp2i_gap_estimate(a, pose_a, b, pose_b, INFINITY, gap);
        return gap->distance;
    }
    imp2i_relative rel = imp2i_relative_of(pose_a, pose_b);
    imp2i_sides sides;
    float along = imp2i_axis_of(a, b, &rel, &sides, &gap->axis);
    if (along > near)
    {
        const imp2_shape* owner = gap->axis.on_b ? b : a;
        imp2i_dpose pose = gap->axis.on_b ? pose_b : pose_a;
        imp2i_outline o = imp2i_outline_of(owner);
        double sign = gap->axis.on_b ? -1.0 : 1.0, unit = sign * (1.5 - 0.5 * (pose.c * pose.c + pose.s * pose.s));
        double x = o.normal_x[gap->axis.side], y = o.normal_y[gap->axis.side];
        gap->normal.x = (pose.c * x - pose.s * y) * unit;
        gap->normal.y = (pose.s * x + pose.c * y) * unit;
        gap->distance = along;
    }
    else
    {
        imp2i_gap_from_axis(a, pose_a, b, &rel, &sides, IMPI_FLOAT_DOUBT * imp2i_scale(a, pose_a, b, pose_b), gap);
    }
    *on_b = gap->axis.on_b;
    return gap->distance;
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

/// What becomes of shapes that touch at the start: CLOSE, SLIDE for good, or PART, and then by *time they should be apart
/// by *gained at least.
static int start_of_touch(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, const imp2i_gap* gap,
                          double doubt, double* time, double* gained)
{
    const imp2_shape *a = m->a->shape, *b = m->b->shape;
    double rate, radii = m->radii, turn_a = m->a->turn, turn_b = m->b->turn;
    double curve = turn_a * turn_a * (double)a->reach + turn_b * turn_b * (double)b->reach;
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
        double turn = fabs(turn_a) + fabs(turn_b);
        curve = turn * (2.0 * m->travel + turn * ((double)a->reach + b->reach + radii));
    }
    double slide = 0x1p-20 * m->travel;
    // Not longer than half the time for which rate t > curve t^2 / 2, and not farther than it takes to measure the gap.
    double until = 4.0 * doubt / rate;
    until = until * curve > rate ? rate / curve : until;
    *time = rate > slide && until < 1.0 ? until : 1.0;
    *gained = 0.25 * rate * *time;
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

/// Shapes that touch at the start, or nearly: reports what they do, unless they part and may meet again. Then *time is
/// when they are apart far enough to go on, with the poses and the gap of that time.
static bool impact_at_start(const motion_pair* m, imp2_vec origin, imp2i_dpose* pose_a, imp2i_dpose* pose_b,
                            double doubt, imp2i_gap* gap, double* time, imp2_hit* out)
{
    bool touching = gap->relation == 0;
    double gained;
    imp2i_gap later = *gap;
    int start = start_of_touch(m, *pose_a, *pose_b, gap, doubt, time, &gained);
    if (start == PART && *time < 1.0)
    {
        *pose_a = pose_at(m->a, origin, *time);
        *pose_b = pose_at(m->b, origin, *time);
        imp2i_gap_estimate(m->a->shape, *pose_a, m->b->shape, *pose_b, INFINITY, &later);
        start = (double)later.distance < gained ? CLOSE : PART;
    }
    if (start == CLOSE)
    {
        report(m, origin, gap, touching ? IMP_SWEEP_TOUCH : IMP_SWEEP_HIT, 0.0, out);
        return true;
    }
    out->kind = touching ? IMP_SWEEP_REST : IMP_SWEEP_NEVER;
    *gap = later;
    return *time >= 1.0;
}

static void impact(const imp2_mover* a, const imp2_mover* b, imp2_hit* out)
{
    const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
    imp2_vec origin = a->pose.p;
    double wa = fabs((double)a->turn), wb = fabs((double)b->turn), size_a = size_of_shape(a->shape);
    double size_b = size_of_shape(b->shape);
    motion_pair m = {a, b, {(double)b->motion.x - a->motion.x, (double)b->motion.y - a->motion.y}, 0.0,
                     (double)a->shape->radius + b->shape->radius};
    m.travel = sqrt(imp2i_ddot(m.motion, m.motion)) + wa * (double)a->shape->reach + wb * (double)b->shape->reach;
    imp2i_dpose pose_a = imp2i_pose_a(&a->pose), pose_b = imp2i_pose_b(&a->pose, &b->pose);
    double round = (m.travel + size_a + size_b) * (1.0 + 0x1p-20);
    if (pose_b.x * pose_b.x + pose_b.y * pose_b.y > round * round)
    {
        return;  // the circles around the origins do not meet
    }
    float scale = imp2i_scale(a->shape, pose_a, b->shape, pose_b);
    double doubt = (double)IMPI_FLOAT_DOUBT * scale;
    double target = (double)IMPI_IMPACT_TARGET * (size_a > size_b ? size_a : size_b);
    double t = 0.0, near = 1.25 * target > doubt ? 1.25 * target : doubt;
    imp2i_gap gap;
    bool on_b;
    double d = separate(&m, pose_a, pose_b, near, &gap, &on_b);
    if (d > m.travel + doubt)
    {
        return;
    }
    if (d <= doubt)
    {
        imp2i_gap_decide(a->shape, &a->pose, b->shape, &b->pose, scale, &gap);
        if (gap.relation > 0)
        {
            report(&m, origin, &gap, IMP_SWEEP_OVERLAP, 0.0, out);
            return;
        }
        if ((double)gap.distance <= 0.25 * doubt &&
            impact_at_start(&m, origin, &pose_a, &pose_b, doubt, &gap, &t, out))
        {
            return;
        }
        d = gap.distance;
    }
    target = target < 0.5 * d ? target : 0.5 * d;
    int32_t steps = STEPS_MAX + (int32_t)(STEPS_PER_RADIAN * (wa + wb));
    for (int32_t k = 0; k < steps && d > 1.25 * target; ++k)
    {
        bound_ahead p = start_bound(&m, pose_a, pose_b, gap.normal, on_b, d);
        t += safe_time(&p, d, target, 1.0 - t);
        if (t >= 1.0)
        {
            return;
        }
        pose_a = pose_at(a, origin, t);
        pose_b = pose_at(b, origin, t);
        d = separate(&m, pose_a, pose_b, 1.25 * target, &gap, &on_b);
    }
    if (d > 1.25 * target)
    {
        imp2i_gap_estimate(a->shape, pose_a, b->shape, pose_b, INFINITY, &gap);
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
