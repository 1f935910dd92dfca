// SPDX-License-Identifier: MIT
//
// Time of impact of two shapes that move and turn: conservative advancement (Mirtich 1996) on a bound of second order.
//
// At some time the shapes are d apart along the unit normal n. Let n turn with one of them, the frame: then its own
// extent along n stays what it is, and the separation is the least height of the other's vertices above it. How such a
// height goes on is known to second order, and how fast that changes is bounded: with the turn w against the frame, the
// frame's own turn wF, and the origins l apart and moving at v, the third derivative is at most
//     J = |w|^3 reach + 3 wF^2 |v| + |wF|^3 l
// so for the time T a vertex at the height f, rising at the rate g and accelerated by k, stays above
//     f + g t + min(k - J T / 3, 0) t^2 / 2
// These are concave in t, and so is the least of them: it stays above the target up to its one crossing, and secants
// from the left approach that without passing it. With the largest |k| there can be instead of k
// it takes a third more steps; a bound of third order is not concave.
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

/// Most steps of a call, and for each radian of turn: a blade that turns past a shape needs steps for every passage.
/// When they run out the result is the time that was reached, which is early and never late.
#define STEPS_MAX 256
#define STEPS_PER_RADIAN 256
#define ROOT_STEPS 8

/// An impact is a distance below this many targets. The header allows two.
#define IMPACT_NEAR 1.9

/// Steps aim at this many targets: low, to win back what the bound gives away before the shapes are near.
#define IMPACT_AIM 0.25

/// The two shapes and their current poses; index 0 is A, 1 is B, so that one is chosen without a branch.
typedef struct motion_pair
{
    const imp2_mover* mover[2];
    const imp2_shape* shape[2];
    imp2i_dpose pose[2];  // relative to A's position at the start
    double turn[2];
    imp2i_dvec motion;  // of B's origin against A's
    double speed;       // upper bound of its length
    double curve;       // of the paths of both
    double travel;      // upper bound of the relative path of any point
    double radii;
} motion_pair;

static void move_to(motion_pair* m, double t)
{
    imp2_vec origin = m->mover[0]->pose.p;
    for (int k = 0; k < 2; ++k)
    {
        const imp2_mover* it = m->mover[k];
        double c = 1.0, s = 0.0, qc = it->pose.q.c, qs = it->pose.q.s;
        if (it->turn != 0.0f)
        {
            impi_sincos_d(m->turn[k] * t, &s, &c);
        }
        const imp2i_dpose r = {c * qc - s * qs, s * qc + c * qs, (double)it->pose.p.x - origin.x + it->motion.x * t,
                               (double)it->pose.p.y - origin.y + it->motion.y * t};
        m->pose[k] = r;
    }
}

/// The vertices of one shape, as they move along the normal: each stays above height + t (rate - t (bend + lost)).
typedef struct moving_part
{
    const imp2_shape* shape;
    imp2i_dvec n;  // from the other shape to this one, in this one's frame
    double turn;   // against n
    double lost;   // bend common to all vertices; part of the bound's
    float height[IMP2_SMALL_COUNT], rate[IMP2_SMALL_COUNT], bend[IMP2_SMALL_COUNT];  // of a small shape
} moving_part;

/// The bound, from a time on, for at most window.
typedef struct bound_ahead
{
    moving_part parts[2];
    int32_t count;
    double base, drift, bend;  // of the origins along n, with the losses
    double window;
} bound_ahead;

/// The bound at a time: its value, its rate, and the bend of the lowest vertex.
typedef struct bound_value
{
    double above, slope, bend;
} bound_value;

/// Four vertices of a small shape.
static inline void bound_four(moving_part* p, int32_t g)
{
    impi_lanes x = impi_lanes_load(p->shape->x + g), y = impi_lanes_load(p->shape->y + g);
    impi_lanes nx = impi_lanes_splat((float)p->n.x), ny = impi_lanes_splat((float)p->n.y);
    impi_lanes height = impi_lanes_add(impi_lanes_mul(nx, x), impi_lanes_mul(ny, y));
    impi_lanes across = impi_lanes_sub(impi_lanes_mul(ny, x), impi_lanes_mul(nx, y));
    impi_lanes bend = impi_lanes_mul(impi_lanes_splat((float)(0.5 * p->turn * p->turn)), height);
    impi_lanes_store(p->height + g, height);
    impi_lanes_store(p->rate + g, impi_lanes_mul(impi_lanes_splat((float)p->turn), across));
    impi_lanes_store(p->bend + g, impi_lanes_max(bend, impi_lanes_splat((float)-p->lost)));
}

/// Adds the part of shape k that turns against n. lost is the loss of its origin.
static void add_moving_part(bound_ahead* bound, const motion_pair* m, int k, imp2i_dvec n, double turn, double lost)
{
    moving_part* p = &bound->parts[bound->count++];
    const imp2_shape* shape = m->shape[k];
    imp2i_dpose pose = m->pose[k];
    p->shape = shape;
    p->n.x = pose.c * n.x + pose.s * n.y;
    p->n.y = pose.c * n.y - pose.s * n.x;
    p->turn = turn;
    p->lost = lost + fabs(turn) * turn * turn * (double)shape->reach * bound->window * (1.0 / 6.0);
    p->lost = p->lost > 0.0 ? p->lost : 0.0;
    bound->bend += p->lost;
    if (imp2i_is_small(shape))
    {
        bound_four(p, 0);
        if (shape->count > 4)
        {
            bound_four(p, 4);
        }
    }
}

/// Minus the bounds of four vertices after t.
static inline impi_lanes lowered_four(const moving_part* p, int32_t g, impi_lanes t)
{
    impi_lanes bent = impi_lanes_sub(impi_lanes_mul(t, impi_lanes_load(p->bend + g)), impi_lanes_load(p->rate + g));
    return impi_lanes_sub(impi_lanes_mul(t, bent), impi_lanes_load(p->height + g));
}

/// Adds the least bound after t.
static inline void add_least(const moving_part* p, double t, bound_value* sum)
{
    double least = INFINITY, rate = 0.0, bend = 0.0;
    if (imp2i_is_small(p->shape))
    {
        impi_lanes time = impi_lanes_splat((float)t), first = lowered_four(p, 0, time);
        float most;
        int32_t i = p->shape->count > 4 ? impi_lanes_greatest_of_two(first, lowered_four(p, 4, time), &most)
                                        : impi_lanes_greatest(first, &most);
        least = -most;
        rate = p->rate[i];
        bend = p->bend[i];
    }
    else
    {
        imp2i_outline o = imp2i_outline_of(p->shape);
        for (int32_t i = 0; i < p->shape->count; ++i)
        {
            double x = o.x[i], y = o.y[i], height = p->n.x * x + p->n.y * y, g = p->turn * (p->n.y * x - p->n.x * y);
            double k = 0.5 * p->turn * p->turn * height;
            k = k > -p->lost ? k : -p->lost;
            height += t * (g - t * k);
            rate = height < least ? g : rate;
            bend = height < least ? k : bend;
            least = height < least ? height : least;
        }
    }
    sum->above += least;
    sum->slope += rate - 2.0 * t * bend;
    sum->bend += bend;
}

/// The bound after t.
static inline bound_value bound_at(const bound_ahead* p, double t)
{
    bound_value r = {t * (p->drift - t * p->bend) - p->base, p->drift - 2.0 * t * p->bend, p->bend};
    add_least(&p->parts[0], t, &r);
    if (p->count > 1)
    {
        add_least(&p->parts[1], t, &r);
    }
    return r;
}

/// No less than the length of a vector, and at most 1.09 times it.
static double length_bound(imp2i_dvec v)
{
    double x = fabs(v.x), y = fabs(v.y), most = x > y ? x : y, least = x > y ? y : x;
    return most + 0.41421357 * least;
}

/// The bound for shapes that are apart as the gap says, for a time of at most rest. Returns its start.
static bound_value start_bound(const motion_pair* m, const imp2i_gap* gap, double rest, bound_ahead* p)
{
    int frame = gap->axis.on_b;
    double sign = 1.0 - 2.0 * frame, turn = m->turn[frame], square = turn * turn;
    imp2i_dvec n = {gap->normal.x * sign, gap->normal.y * sign};
    imp2i_dvec to = {(m->pose[1].x - m->pose[0].x) * sign, (m->pose[1].y - m->pose[0].y) * sign};
    double far = length_bound(to) + m->speed * rest, fast = fabs(m->turn[0]) + fabs(m->turn[1]);
    const double quarter = 1.5707963267948966;
    p->window = rest * fast > quarter ? quarter / fast : rest;
    p->drift = imp2i_ddot(gap->normal, m->motion);
    p->bend = 0.0;
    p->count = 0;
    if (m->curve < 0x1p-6 * (2.0 * fabs(turn) * m->speed + square * far))
    {
        add_moving_part(p, m, 0, imp2i_dnegate(gap->normal), m->turn[0], 0.0);
        add_moving_part(p, m, 1, gap->normal, m->turn[1], 0.0);
    }
    else
    {
        double bent = 0.5 * square * imp2i_ddot(n, to) - turn * imp2i_dcross(gap->normal, m->motion);
        double third = square * (3.0 * m->speed + fabs(turn) * far);
        bent += third * p->window * (1.0 / 6.0);
        add_moving_part(p, m, 1 - frame, n, m->turn[1 - frame] - turn, bent);
        p->drift += turn * imp2i_dcross(n, to);
    }
    p->base = 0.0;
    bound_value start = bound_at(p, 0.0);
    p->base = start.above - gap->distance;
    start.above = gap->distance;
    return start;
}

/// Time after v at which a parabola with its value, slope and bend falls to a height. It is that of the bound's lowest
/// vertex, so the bound falls to it no later.
static double time_to_fall(bound_value v, double to)
{
    double height = v.above - to, root = sqrt(v.slope * v.slope + 4.0 * v.bend * height);
    return v.slope < 0.0  ? 2.0 * height / (root - v.slope)
           : v.bend > 0.0 ? (v.slope + root) / (2.0 * v.bend)
                          : INFINITY;
}

/// Time for which the bound stays above a height, within half of it. It starts above, at v.
static double safe_time(const bound_ahead* p, bound_value v, double height)
{
    double low = 0.0, high = p->window, at_high = bound_at(p, high).above;
    if (at_high >= height)
    {
        return high;
    }
    for (int k = 0; k < ROOT_STEPS; ++k)
    {
        double root = low + time_to_fall(v, height);
        if (root < high)
        {
            high = root;
            at_high = bound_at(p, high).above;
            if (at_high >= 0.5 * height)
            {
                return high;
            }
        }
        // The bound is concave: above the secant.
        double secant = low + (high - low) * ((v.above - height) / (v.above - at_high));
        if (!(secant > low && secant < high))
        {
            // The crossing, to rounding: far apart that is more than the height.
            low += (high - low) * (1.0 - 0x1p-20);
            break;
        }
        low = secant;
        v = bound_at(p, low);
        if (v.above <= 1.5 * height)
        {
            break;
        }
    }
    return low;
}

/// The normal and the distance of the axis in gap.
static void take_axis(const motion_pair* m, float along, imp2i_gap* gap)
{
    int k = gap->axis.on_b;
    imp2i_dpose pose = m->pose[k];
    imp2i_outline o = imp2i_outline_of(m->shape[k]);
    double unit = (1.0 - 2.0 * k) * (1.5 - 0.5 * (pose.c * pose.c + pose.s * pose.s));
    double x = o.normal_x[gap->axis.side], y = o.normal_y[gap->axis.side];
    gap->normal.x = (pose.c * x - pose.s * y) * unit;
    gap->normal.y = (pose.s * x + pose.c * y) * unit;
    gap->distance = along;
}

/// The distance of the shapes, or if they are farther apart than near perhaps only a lower bound, with the normal that
/// goes with it; the axis tells whose side holds them apart. The rest of the gap is filled in at near and below.
static void separate(const motion_pair* m, double near, imp2i_gap* gap)
{
    const imp2_shape *a = m->shape[0], *b = m->shape[1];
    imp2i_dpose pose_a = m->pose[0], pose_b = m->pose[1];
    gap->axis.on_b = imp2i_is_point(a);
    if (imp2i_is_point(a) || imp2i_is_point(b))
    {
        imp2i_gap_estimate(a, pose_a, b, pose_b, INFINITY, gap);
        return;
    }
    imp2i_relative rel;
    imp2i_sides sides;
    float along = imp2i_axis_between(a, pose_a, b, pose_b, &rel, &sides, &gap->axis);
    if (along > near)
    {
        take_axis(m, along, gap);
    }
    else
    {
        imp2i_gap_from_axis(a, pose_a, b, &rel, &sides, IMPI_FLOAT_DOUBT * imp2i_scale(a, pose_a, b, pose_b), gap);
    }
}

/// Velocity of shape k at a point x.
static imp2i_dvec velocity_at(const motion_pair* m, int k, imp2i_dvec x)
{
    imp2_vec motion = m->mover[k]->motion;
    imp2i_dvec r = {motion.x - m->turn[k] * (x.y - m->pose[k].y), motion.y + m->turn[k] * (x.x - m->pose[k].x)};
    return r;
}

/// Parting speed of two shapes along n, at a contact point of each.
static double parting_rate(const motion_pair* m, imp2i_dvec n, imp2i_dvec on_a, imp2i_dvec on_b)
{
    return imp2i_ddot(n, imp2i_dsub(velocity_at(m, 1, on_b), velocity_at(m, 0, on_a)));
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

/// Least parting speed of the facing sides of a gap, over the stretch where they touch. n is in the world.
static double parting_of_sides(const motion_pair* m, imp2i_dvec n, const imp2i_gap* gap, double radii, double doubt)
{
    imp2i_dvec ends[2];
    touching_stretch(gap, doubt, ends);
    double slowest = INFINITY;
    for (int k = 0; k < 2; ++k)
    {
        imp2i_dvec x = imp2i_turn_out(m->pose[0], 1.0, ends[k]);
        x.x += m->pose[0].x;
        x.y += m->pose[0].y;
        bool on_b = gap->axis.on_b;
        double rate = parting_rate(m, n, imp2i_dadd_scaled(x, n, on_b ? -radii : 0.0),
                                   imp2i_dadd_scaled(x, n, on_b ? 0.0 : radii));
        slowest = rate < slowest ? rate : slowest;
    }
    return slowest;
}

/// Start of the motion of two touching shapes.
enum
{
    CLOSE,
    SLIDE,
    PART
};

/// Greatest parting speed of sharp shapes along a separating side.
static double parting_of_sharp(const motion_pair* m, const imp2i_gap* gap, double doubt)
{
    const imp2_shape *a = m->shape[0], *b = m->shape[1];
    imp2i_dpose pose_a = m->pose[0], pose_b = m->pose[1];
    bool point_a = imp2i_is_point(a), point_b = imp2i_is_point(b);
    if (point_a && point_b)
    {
        return INFINITY;  // two points have no separating side
    }
    imp2i_relative rel = imp2i_relative_of(pose_a, pose_b);
    imp2i_active active;
    // If they touch, a side that a corner has passed by rounding separates too; if they are apart, only a true one.
    double tiny = gap->relation == 0 ? 0.25 * doubt : IMPI_DOUBLE_SLIDE * (double)imp2i_scale(a, pose_a, b, pose_b);
    imp2i_active_sides(a, b, &rel, tiny, &active);
    double fastest = -INFINITY;
    for (int32_t i = 0; i < active.count; ++i)
    {
        imp2i_dvec n = active.normals[i];
        imp2i_dvec n_w = imp2i_turn_out(pose_a, 1.0, n);
        double rate = parting_rate(m, n_w, gap->on_a, gap->on_b);
        if (!point_a && !point_b)
        {
            imp2i_gap sides = {.axis = active.axes[i]};
            imp2i_face(a, b, &rel, &sides);
            rate = parting_of_sides(m, n_w, &sides, 0.0, doubt);
        }
        fastest = rate > fastest ? rate : fastest;
    }
    // Corners that nearly touch have no separating side.
    return active.count > 0 ? fastest : parting_rate(m, gap->normal, gap->on_a, gap->on_b);
}

/// Motion of shapes that touch at the start: CLOSE, SLIDE for good, or PART, and then by *time they should be apart by
/// at least *gained.
static int start_of_touch(const motion_pair* m, const imp2i_gap* gap, double doubt, double* time, double* gained)
{
    const imp2_shape *a = m->shape[0], *b = m->shape[1];
    double rate, radii = m->radii, curve = m->curve;
    if (radii == 0.0)
    {
        rate = parting_of_sharp(m, gap, doubt);
    }
    else if (gap->corners || imp2i_is_point(a) || imp2i_is_point(b))
    {
        rate = parting_rate(m, gap->normal, gap->on_a, gap->on_b);
    }
    else
    {
        rate = parting_of_sides(m, gap->normal, gap, radii, doubt);
    }
    if (radii == 0.0 || !gap->corners)
    {
        // A side turns, so a path along it is bent too.
        double turn = fabs(m->turn[0]) + fabs(m->turn[1]);
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
    imp2i_hit_of_gap(m->shape[0], &m->mover[0]->pose, gap, kind, out);
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

/// Shapes that touch at the start, or nearly: reports their motion, unless they part and may collide again. Then *time
/// is when they are apart far enough to go on; they are moved there, and the gap is measured again.
static bool impact_at_start(motion_pair* m, double doubt, imp2i_gap* gap, double* time, imp2_hit* out)
{
    bool touching = gap->relation == 0;
    double gained;
    imp2i_gap later = *gap;
    int start = start_of_touch(m, gap, doubt, time, &gained);
    if (start == PART && *time < 1.0)
    {
        move_to(m, *time);
        imp2i_gap_estimate(m->shape[0], m->pose[0], m->shape[1], m->pose[1], INFINITY, &later);
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

static motion_pair pair_of_movers(const imp2_mover* a, const imp2_mover* b)
{
    double wa = a->turn, wb = b->turn, reach_a = a->shape->reach, reach_b = b->shape->reach;
    motion_pair m = {.mover = {a, b}, .shape = {a->shape, b->shape}, .turn = {wa, wb}};
    m.pose[0] = imp2i_pose_a(&a->pose);
    m.pose[1] = imp2i_pose_b(&a->pose, &b->pose);
    m.motion.x = (double)b->motion.x - a->motion.x;
    m.motion.y = (double)b->motion.y - a->motion.y;
    m.speed = length_bound(m.motion);
    m.curve = wa * wa * reach_a + wb * wb * reach_b;
    m.travel = m.speed + fabs(wa) * reach_a + fabs(wb) * reach_b;
    m.radii = (double)a->shape->radius + b->shape->radius;
    return m;
}

/// Target distance, a part of the lesser size: a box stops above a floor of a kilometre as above one of a metre. Not
/// below the precision of floats, and then not below a part of the greater size.
static double target_of(double size_a, double size_b, double doubt)
{
    double lesser = (double)IMPI_IMPACT_TARGET * (size_a < size_b ? size_a : size_b);
    double greater = (double)IMPI_IMPACT_TARGET * (size_a < size_b ? size_b : size_a);
    double least = 2.0 * doubt < greater ? 2.0 * doubt : greater;
    return lesser > least ? lesser : least;
}

static void impact(const imp2_mover* mover_a, const imp2_mover* mover_b, imp2_hit* out)
{
    const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
    const imp2_shape *a = mover_a->shape, *b = mover_b->shape;
    imp2i_quick_pair q;
    int start = IMP2I_QUICK_UNSURE;
    if (a->radius == 0.0f && b->radius == 0.0f && imp2i_both_small(a, b) && a->count > 1 && b->count > 1)
    {
        start = imp2i_quick_start(a, &mover_a->pose, b, &mover_b->pose, &q, out);
        if (start == IMP2I_QUICK_OVERLAP)
        {
            return;
        }
    }
    *out = none;
    motion_pair m = pair_of_movers(mover_a, mover_b);
    double size_a = size_of_shape(a), size_b = size_of_shape(b), round = (m.travel + size_a + size_b) * (1.0 + 0x1p-20);
    if (m.pose[1].x * m.pose[1].x + m.pose[1].y * m.pose[1].y > round * round)
    {
        return;  // the circles around the origins do not touch
    }
    float scale = imp2i_scale(a, m.pose[0], b, m.pose[1]);
    double doubt = (double)IMPI_FLOAT_DOUBT * scale;
    double target = target_of(size_a, size_b, doubt);
    double t = 0.0, near = IMPACT_NEAR * target > doubt ? IMPACT_NEAR * target : doubt;
    imp2i_gap gap;
    gap.distance = -1.0f;
    if (start == IMP2I_QUICK_APART)
    {
        imp2i_best_axis(a, b, &q.sides, q.sides.groups, &gap.axis);
        take_axis(&m, gap.axis.separation * (float)q.rel.unit_a, &gap);
    }
    if (gap.distance <= near)
    {
        separate(&m, near, &gap);
    }
    if (gap.distance > m.travel + doubt)
    {
        return;
    }
    if (gap.distance <= doubt)
    {
        imp2i_gap_decide(a, &mover_a->pose, b, &mover_b->pose, scale, &gap);
        if (gap.relation > 0)
        {
            report(&m, &gap, IMP_SWEEP_OVERLAP, 0.0, out);
            return;
        }
        if (gap.distance <= 0.25 * doubt && impact_at_start(&m, doubt, &gap, &t, out))
        {
            return;
        }
    }
    target = target < 0.5 * gap.distance ? target : 0.5 * gap.distance;
    int32_t steps = STEPS_MAX + (int32_t)(STEPS_PER_RADIAN * (fabs(m.turn[0]) + fabs(m.turn[1])));
    for (int32_t k = 0; k < steps && gap.distance > IMPACT_NEAR * target; ++k)
    {
        bound_ahead p;
        bound_value now = start_bound(&m, &gap, 1.0 - t, &p);
        double safe = safe_time(&p, now, IMPACT_AIM * target);
        if (safe >= 1.0 - t)
        {
            return;
        }
        t += safe;
        move_to(&m, t);
        separate(&m, IMPACT_NEAR * target, &gap);
    }
    if (gap.distance > IMPACT_NEAR * target)
    {
        imp2i_gap_estimate(a, m.pose[0], b, m.pose[1], INFINITY, &gap);
    }
    report(&m, &gap, IMP_SWEEP_HIT, t, out);
}

imp_status imp2_time_of_impact(const imp2_mover* a, const imp2_mover* b, imp2_hit* out)
{
    if (!imp2i_movers_fine(a, b, out, IMP2I_TURN_MAX))
    {
        return imp2i_movers_status(a, b, out, IMP2I_TURN_MAX);
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
