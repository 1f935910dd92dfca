// SPDX-License-Identifier: MIT
//
// Time of impact of two shapes that move and turn: conservative advancement (Mirtich 1996) on a bound of second order.
//
// At some time the shapes are d apart along the unit normal n. Let n turn with one of them, the frame: then its own
// extent along n stays what it is, and the separation is the least height of the other's vertices above it. A vertex at
// the height f over its own origin, rising at the rate g, is at f cos x + g / w sin x when the turn w against the frame
// has made an angle x. Up to a quarter turn that is no less than min(f, 0) + t min(g, k g), with k = 1 - x^2 / 6 for
// the largest x: what leans towards the frame is turned away from it, and that is given away. The origin itself is
// accelerated, as the frame sees it, by no more than c = 2 wF |v| + wF^2 l, with its speed v and its distance l. So for
// a while t
//     separation >= d + least over vertices of what they lose - t^2 / 2 c
// which is concave in t: it stays above the target up to its one crossing, and secants from the left approach that
// without passing it. Vertices that all lie before their origin (f > 0) are given -f w^2 t^2 / 2 besides.
//
// The frame is the shape to which the separating side belongs: with n at rest in the world a side that turns away would
// seem to close with its far end, and steps would be tiny. Far apart that does not matter but l does; then n rests, and
// the vertices of both move.

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "../math/trig.h"
#include "sides2.h"
#include "sweep2.h"

#include <math.h>

/// Steps of one call, and for each radian of turn: a blade that turns past a thing needs steps for every passage. When
/// they run out the answer is the time that was reached, which is early and never late.
#define STEPS_MAX 256
#define STEPS_PER_RADIAN 256
#define ROOT_STEPS 8

/// The shapes have met when they are nearer than this many targets. Two would be all that the header allows.
#define IMPACT_NEAR 1.9

/// Turns within one call.
#define TURN_MAX 1024.0f

typedef struct motion_pair
{
    const imp2_mover *a, *b;
    imp2i_dvec motion;  // of B's origin against A's
    double speed;       // no less than its length
    double curve;       // of the paths of both
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
    imp2i_dvec n;                                           // from the other shape to this one, in this one's frame
    double turn, slower;                                    // against n; the k of the head
    bool before;                                            // all vertices lie before their origin
    float place[IMP2_SMALL_COUNT], rate[IMP2_SMALL_COUNT];  // bounds for the vertices of a small shape
} moving_part;

/// The bound, from one moment on, for a time of at most window.
typedef struct bound_ahead
{
    moving_part parts[2];
    int32_t count;
    double drift;  // of the origins along n
    double base, curve, window;
    double slope;  // at the start
} bound_ahead;

/// Four vertices of a small shape. Returns the place of the least height.
static inline int32_t bound_four(moving_part* p, int32_t g, float* least)
{
    impi_lanes x = impi_lanes_load(p->shape->x + g), y = impi_lanes_load(p->shape->y + g);
    impi_lanes nx = impi_lanes_splat((float)p->n.x), ny = impi_lanes_splat((float)p->n.y);
    impi_lanes zero = impi_lanes_splat(0.0f);
    impi_lanes height = impi_lanes_add(impi_lanes_mul(nx, x), impi_lanes_mul(ny, y));
    impi_lanes rate =
        impi_lanes_mul(impi_lanes_splat((float)p->turn), impi_lanes_sub(impi_lanes_mul(ny, x), impi_lanes_mul(nx, y)));
    impi_lanes_store(p->place + g, height);
    impi_lanes_store(p->rate + g, impi_lanes_min(rate, impi_lanes_mul(impi_lanes_splat((float)p->slower), rate)));
    float most;
    int32_t i = g + impi_lanes_greatest(impi_lanes_sub(zero, height), &most);
    *least = -most;
    return i;
}

/// Height and rate that bound those of one vertex of a large shape.
static void bound_vertex(const moving_part* p, double x, double y, double* height, double* rate)
{
    double f = p->n.x * x + p->n.y * y, g = p->turn * (p->n.y * x - p->n.x * y);
    *height = p->before || f < 0.0 ? f : 0.0;
    *rate = g < 0.0 ? g : g * p->slower;
}

static void make_part(moving_part* p, const imp2_shape* shape, imp2i_dpose pose, imp2i_dvec n, double turn,
                      bound_ahead* bound)
{
    double angle = turn * bound->window;
    p->shape = shape;
    p->n.x = pose.c * n.x + pose.s * n.y;
    p->n.y = pose.c * n.y - pose.s * n.x;
    p->turn = turn;
    p->slower = 1.0 - angle * angle * (1.0 / 6.0);
    double least = INFINITY, rate = 0.0;
    if (imp2i_is_small(shape))
    {
        float first, second;
        int32_t i = bound_four(p, 0, &first);
        if (shape->count > 4)
        {
            int32_t k = bound_four(p, 4, &second);
            i = second < first ? k : i;
            first = second < first ? second : first;
        }
        least = first;
        if (least < 0.0)
        {
            impi_lanes zero = impi_lanes_splat(0.0f);
            impi_lanes_store(p->place, impi_lanes_min(impi_lanes_load(p->place), zero));
            impi_lanes_store(p->place + 4, impi_lanes_min(impi_lanes_load(p->place + 4), zero));
        }
        rate = p->rate[i];
    }
    else
    {
        imp2i_outline o = imp2i_outline_of(shape);
        p->before = true;
        for (int32_t i = 0; i < shape->count; ++i)
        {
            double f, g;
            bound_vertex(p, o.x[i], o.y[i], &f, &g);
            rate = f < least ? g : rate;
            least = f < least ? f : least;
        }
    }
    p->before = !(least < 0.0);
    bound->base += least;
    bound->slope += rate;
    bound->curve += p->before ? turn * turn * (double)shape->reach : 0.0;
}

/// Adds the least height after t, and its rate.
static void add_least(const moving_part* p, double t, double* height, double* rate)
{
    if (imp2i_is_small(p->shape))
    {
        impi_lanes time = impi_lanes_splat((float)-t);
        float most, second;
        int32_t best = impi_lanes_greatest(
            impi_lanes_sub(impi_lanes_mul(time, impi_lanes_load(p->rate)), impi_lanes_load(p->place)), &most);
        if (p->shape->count > 4)
        {
            int32_t i = 4 + impi_lanes_greatest(impi_lanes_sub(impi_lanes_mul(time, impi_lanes_load(p->rate + 4)),
                                                               impi_lanes_load(p->place + 4)),
                                                &second);
            best = second > most ? i : best;
            most = second > most ? second : most;
        }
        *height -= most;
        *rate += p->rate[best];
        return;
    }
    imp2i_outline o = imp2i_outline_of(p->shape);
    double least = INFINITY, least_rate = 0.0;
    for (int32_t i = 0; i < p->shape->count; ++i)
    {
        double f, g;
        bound_vertex(p, o.x[i], o.y[i], &f, &g);
        bool less = f + t * g < least;
        least = less ? f + t * g : least;
        least_rate = less ? g : least_rate;
    }
    *height += least;
    *rate += least_rate;
}

/// The bound after t, and its slope.
static double bound_at(const bound_ahead* p, double t, double* slope)
{
    double height = 0.0, rate = 0.0;
    for (int32_t k = 0; k < p->count; ++k)
    {
        add_least(&p->parts[k], t, &height, &rate);
    }
    *slope = rate + p->drift - p->curve * t;
    return height + t * p->drift - p->base - 0.5 * p->curve * t * t;
}

/// No less than the length of a vector, and at most 1.09 times it.
static double length_bound(imp2i_dvec v)
{
    double x = fabs(v.x), y = fabs(v.y);
    return x > y ? x + 0.41421357 * y : y + 0.41421357 * x;
}

/// The bound for shapes that are apart by distance along a normal, for a time of at most rest. on_b: the separating
/// side is B's.
static void start_bound(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, imp2i_dvec normal, bool on_b,
                        double distance, double rest, bound_ahead* p)
{
    const imp2_shape *a = m->a->shape, *b = m->b->shape;
    double turn_a = m->a->turn, turn_b = m->b->turn, turn_f = on_b ? turn_b : turn_a, turn_o = on_b ? turn_a : turn_b;
    double sign = on_b ? -1.0 : 1.0, turn = turn_o - turn_f;
    imp2i_dvec n = {normal.x * sign, normal.y * sign};
    imp2i_dvec to = {(pose_b.x - pose_a.x) * sign, (pose_b.y - pose_a.y) * sign};
    double far = length_bound(to) + m->speed * rest;
    double curve = fabs(turn_f) * (2.0 * m->speed + fabs(turn_f) * far);
    const double quarter = 1.5707963267948966;
    p->drift = imp2i_ddot(normal, m->motion);
    bool rests = m->curve < 0x1p-6 * curve;
    double fastest = rests ? fabs(turn_a) + fabs(turn_b) : fabs(turn);
    p->window = rest * fastest > quarter ? quarter / fastest : rest;
    p->curve = rests ? 0.0 : curve;
    p->count = 1;
    p->base = -distance;
    p->slope = 0.0;
    if (rests)
    {
        make_part(&p->parts[0], b, pose_b, normal, turn_b, p);
        make_part(&p->parts[1], a, pose_a, imp2i_dnegate(normal), turn_a, p);
        p->count = 2;
    }
    else
    {
        make_part(&p->parts[0], on_b ? a : b, on_b ? pose_a : pose_b, n, turn, p);
        p->drift += turn_f * imp2i_dcross(n, to);
    }
    p->slope += p->drift;
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

/// The normal and the distance of the axis in gap.
static void take_axis(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, float along, imp2i_gap* gap)
{
    bool on_b = gap->axis.on_b;
    imp2i_dpose pose = on_b ? pose_b : pose_a;
    imp2i_outline o = imp2i_outline_of(on_b ? m->b->shape : m->a->shape);
    double sign = on_b ? -1.0 : 1.0, unit = sign * (1.5 - 0.5 * (pose.c * pose.c + pose.s * pose.s));
    double x = o.normal_x[gap->axis.side], y = o.normal_y[gap->axis.side];
    gap->normal.x = (pose.c * x - pose.s * y) * unit;
    gap->normal.y = (pose.s * x + pose.c * y) * unit;
    gap->distance = along;
}

/// The distance of the shapes, or if they are farther apart than near perhaps only a lower bound, with the normal that
/// goes with it; *on_b tells whose side holds them apart. The rest of the gap is filled in at near and below.
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
    imp2i_relative rel;
    imp2i_sides sides;
    float along = imp2i_axis_between(a, pose_a, b, pose_b, &rel, &sides, &gap->axis);
    if (along > near)
    {
        take_axis(m, pose_a, pose_b, along, gap);
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
    // Where they touch, a side that a corner has passed by rounding holds too; where they are apart, only a true one.
    double tiny = gap->relation == 0 ? 0.25 * doubt : IMPI_DOUBLE_SLIDE * (double)imp2i_scale(a, pose_a, b, pose_b);
    imp2i_active_sides(a, b, &rel, tiny, &active);
    double fastest = -INFINITY;
    for (int32_t i = 0; i < active.count; ++i)
    {
        imp2i_dvec n = active.normals[i];
        imp2i_dvec n_w = imp2i_turn_out(pose_a, 1.0, n);
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

/// What becomes of shapes that touch at the start: CLOSE, SLIDE for good, or PART, and then by *time they should be
/// apart by *gained at least.
static int start_of_touch(const motion_pair* m, imp2i_dpose pose_a, imp2i_dpose pose_b, const imp2i_gap* gap,
                          double doubt, double* time, double* gained)
{
    const imp2_shape *a = m->a->shape, *b = m->b->shape;
    double rate, radii = m->radii, curve = m->curve;
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

static void report(const motion_pair* m, const imp2i_gap* gap, int32_t kind, double time, imp2_hit* out)
{
    imp2i_hit_of_gap(m->a->shape, &m->a->pose, gap, kind, out);
    out->time = (float)time;
    if ((double)out->time > time)
    {
        out->time = (float)(time * (1.0 - 0x1p-23));  // not later by rounding
    }
    if (kind == IMP_SWEEP_HIT && out->time < IMP_MAGNITUDE_MIN)
    {
        out->time = IMP_MAGNITUDE_MIN;
    }
}

static double size_of_shape(const imp2_shape* s)
{
    return (double)s->reach + s->radius;
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
        report(m, gap, touching ? IMP_SWEEP_TOUCH : IMP_SWEEP_HIT, 0.0, out);
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
    double reach_a = a->shape->reach, reach_b = b->shape->reach;
    motion_pair m = {.a = a, .b = b};
    m.motion.x = (double)b->motion.x - a->motion.x;
    m.motion.y = (double)b->motion.y - a->motion.y;
    m.speed = length_bound(m.motion);
    m.curve = wa * wa * reach_a + wb * wb * reach_b;
    m.travel = m.speed + wa * reach_a + wb * reach_b;
    m.radii = (double)a->shape->radius + b->shape->radius;
    imp2i_dpose pose_a = imp2i_pose_a(&a->pose), pose_b = imp2i_pose_b(&a->pose, &b->pose);
    double round = (m.travel + size_a + size_b) * (1.0 + 0x1p-20);
    if (pose_b.x * pose_b.x + pose_b.y * pose_b.y > round * round)
    {
        return;  // the circles around the origins do not meet
    }
    float scale = imp2i_scale(a->shape, pose_a, b->shape, pose_b);
    double doubt = (double)IMPI_FLOAT_DOUBT * scale;
    double target = (double)IMPI_IMPACT_TARGET * (size_a > size_b ? size_a : size_b);
    double t = 0.0, near = IMPACT_NEAR * target > doubt ? IMPACT_NEAR * target : doubt;
    imp2i_gap gap;
    bool on_b;
    double d = -1.0;
    if (m.radii == 0.0 && imp2i_both_small(a->shape, b->shape) && a->shape->count > 1 && b->shape->count > 1)
    {
        imp2i_quick_pair q;
        int start = imp2i_quick_start(a->shape, &a->pose, b->shape, &b->pose, &q, out);
        if (start == IMP2I_QUICK_OVERLAP)
        {
            return;
        }
        *out = none;
        if (start == IMP2I_QUICK_APART)
        {
            imp2i_best_axis(a->shape, b->shape, &q.sides, q.sides.groups, &gap.axis);
            d = gap.axis.separation * (float)q.rel.unit_a;
            take_axis(&m, pose_a, pose_b, (float)d, &gap);
            on_b = gap.axis.on_b;
        }
    }
    d = d > near ? d : separate(&m, pose_a, pose_b, near, &gap, &on_b);
    if (d > m.travel + doubt)
    {
        return;
    }
    if (d <= doubt)
    {
        imp2i_gap_decide(a->shape, &a->pose, b->shape, &b->pose, scale, &gap);
        if (gap.relation > 0)
        {
            report(&m, &gap, IMP_SWEEP_OVERLAP, 0.0, out);
            return;
        }
        if ((double)gap.distance <= 0.25 * doubt && impact_at_start(&m, origin, &pose_a, &pose_b, doubt, &gap, &t, out))
        {
            return;
        }
        d = gap.distance;
    }
    target = target < 0.5 * d ? target : 0.5 * d;
    int32_t steps = STEPS_MAX + (int32_t)(STEPS_PER_RADIAN * (wa + wb));
    for (int32_t k = 0; k < steps && d > IMPACT_NEAR * target; ++k)
    {
        bound_ahead p;
        double rest = 1.0 - t;
        start_bound(&m, pose_a, pose_b, gap.normal, on_b, d, rest, &p);
        double safe = safe_time(&p, d, target, p.window);
        if (safe >= rest)
        {
            return;
        }
        t += safe;
        pose_a = pose_at(a, origin, t);
        pose_b = pose_at(b, origin, t);
        d = separate(&m, pose_a, pose_b, IMPACT_NEAR * target, &gap, &on_b);
    }
    if (d > IMPACT_NEAR * target)
    {
        imp2i_gap_estimate(a->shape, pose_a, b->shape, pose_b, INFINITY, &gap);
    }
    report(&m, &gap, IMP_SWEEP_HIT, t, out);
}

imp_status imp2_time_of_impact(const imp2_mover* a, const imp2_mover* b, imp2_hit* out)
{
    if (!imp2i_movers_fine(a, b, out, TURN_MAX))
    {
        return imp2i_movers_status(a, b, TURN_MAX);
    }
    if (a->turn == 0.0f && b->turn == 0.0f)
    {
        imp2i_sweep_movers(a, b, out);
    }
    else
    {
        impact(a, b, out);
    }
    return IMP_OK;
}
