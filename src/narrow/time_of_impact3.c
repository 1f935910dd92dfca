// SPDX-License-Identifier: MIT
//
// Time of impact of two shapes that move and turn: conservative advancement (Mirtich 1996) on a bound of second order.
//
// At some time the shapes are d apart along the unit normal n. Let n turn at a rate w, any: the shapes stay apart as
// long as the lowest point of B along n is above the highest of A. A point at r in B turns against n at the rate
// v = wB - w, so its height n . r changes by (n x v) . r t in the first order; in the second by no more than
//     (|v|^2 + |v x w|) |r| t^2 / 2
// and n . D, D from A's origin to B's, by no more than (|w|^2 |D| + 2 |w| |D'|) t^2 / 2. All first-order parts together
// are one support query: the least of n . r + t (n x v) . r is that along n + t (n x v). So for the time T the gap is at
// least
//     n . D + t (n . D' + (w x n) . D) + min over B of (n + t n x vB) . r - max over A of (n + t n x vA) . r - K t^2 / 2
// a concave function of t, whatever kind the shapes are of. It stays above the target up to its one crossing, and secants
// from the left approach that without passing it.
//
// Which w: faces that hold the other apart should not tilt under it, or their far corners seem to close. So n turns with
// A, with B, or rests, or, between two edges, turns so that it stays across both. Each is a bound, and the longest
// lasting is taken.

#include "sweep3.h"
#include "touch3.h"

#include "../math/trig.h"

/// Most steps of a call, and for each radian of turn: a blade that turns past a shape needs steps for every passage.
/// When they run out the result is the time that was reached, which is early and never late.
#define STEPS3_MAX 256
#define STEPS3_PER_RADIAN 256
#define ROOT3_STEPS 8

/// A step that is known to be so much of the longest possible one is not made longer.
#define ROOT3_NEAR 0.8

/// An impact is a distance below this many targets. The header allows two.
#define IMPACT3_NEAR 1.9

/// Steps aim at this many targets: low, to win back what the bound gives away before the shapes are near.
#define IMPACT3_AIM 0.25

/// The two shapes as they are now; index 0 is A, 1 is B.
typedef struct motion_pair3
{
    imp3i_pair pair;
    imp3i_drot start[2];
    imp3i_dvec start_shift;
    imp3i_dvec spin[2];
    imp3i_dvec motion;  // of B's origin against A's
    double speed;       // the length of that
    double reach[2];    // from the origin of each, as far as it can matter
    double travel;      // upper bound of the relative path of any point
} motion_pair3;

static double length_of(imp3i_dvec v)
{
    return sqrt(imp3i_ddot(v, v));
}

static void move_both(motion_pair3* m, double t)
{
    m->pair.qa = imp3i_drot_spun(m->start[0], m->spin[0], t);
    m->pair.qb = imp3i_drot_spun(m->start[1], m->spin[1], t);
    m->pair.shift = imp3i_dadd_scaled(m->start_shift, m->motion, t);
}

/// The bound, from a time on.
typedef struct bound3
{
    const motion_pair3* m;
    imp3i_dvec normal, tilt[2];  // n, and n x v of both
    double base, drift, curve;
} bound3;

/// The bound at a time: its value and its rate.
typedef struct bound3_value
{
    double above, slope;
} bound3_value;

static bool is_half_space(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_HALF_SPACE;
}

/// No less than the second derivative of a gap along n as n turns at the rate w, for the time to come.
static double curve_of(const motion_pair3* m, imp3i_dvec w, imp3i_dvec n, double time)
{
    double turn = length_of(w), apart = length_of(m->pair.shift) + m->speed * time;
    double curve = turn * (turn * apart + 2.0 * m->speed);
    for (int k = 0; k < 2; ++k)
    {
        imp3i_dvec v = imp3i_dsub(m->spin[k], w);
        // The part of n across the axis is all that counts where n rests.
        double fast = length_of(v), across = turn > 0.0 ? fast : imp3i_dcross_length(n, v);
        curve += (across * fast + imp3i_dcross_length(v, w)) * m->reach[k];
    }
    return curve * (1.0 + 0x1p-20);
}

static bound3_value bound3_at(const bound3* b, double t)
{
    const imp3i_pair* p = &b->m->pair;
    bound3_value r = {b->base + t * (b->drift - 0.5 * t * b->curve), b->drift - t * b->curve};
    for (int k = 0; k < 2; ++k)
    {
        const imp3_shape* s = k ? p->b : p->a;
        if (!is_half_space(s))
        {
            int32_t vertex;
            imp3i_dvec d = imp3i_dadd_scaled(b->normal, b->tilt[k], t), out = k ? imp3i_dnegate(d) : d;
            imp3i_drot q = k ? p->qb : p->qa;
            imp3i_dvec at = imp3i_drot_apply(q, imp3i_support(s, imp3i_drot_apply_inverse(q, out), &vertex));
            r.above -= imp3i_ddot(out, at);
            r.slope += (k ? 1.0 : -1.0) * imp3i_ddot(b->tilt[k], at);
        }
    }
    return r;
}

static bound3 bound3_of(const motion_pair3* m, const imp3i_gap* gap, imp3i_dvec w, double time)
{
    const imp3i_pair* p = &m->pair;
    imp3i_dvec n = gap->normal;
    bound3 b = {m,
                n,
                {imp3i_dcross(n, imp3i_dsub(m->spin[0], w)), imp3i_dcross(n, imp3i_dsub(m->spin[1], w))},
                imp3i_ddot(n, p->shift) - p->radii,
                0.0,
                curve_of(m, w, n, time)};
    b.drift = imp3i_ddot(n, m->motion) + imp3i_ddot(imp3i_dcross(w, n), p->shift);
    if (is_half_space(p->a))
    {
        b.base -= imp3i_ddot(n, gap->on_a);
    }
    if (is_half_space(p->b))
    {
        b.base += imp3i_ddot(n, imp3i_dsub(gap->on_b, p->shift));
    }
    return b;
}

/// Time after v at which a parabola with its value and slope, bent by curve, falls to a height.
static double time_to_fall3(bound3_value v, double curve, double to)
{
    double height = v.above - to, root = sqrt(v.slope * v.slope + 2.0 * curve * height);
    return v.slope < 0.0 ? 2.0 * height / (root - v.slope) : curve > 0.0 ? (v.slope + root) / curve : INFINITY;
}

/// Time for which the bound stays above a height, within half of it, if that is more than low: until which it is known
/// to be safe.
static double safe_until(const bound3* b, double low, double window, double height)
{
    bound3_value v = bound3_at(b, low);
    if (v.above <= 1.5 * height)
    {
        return low;
    }
    double high = INFINITY, at_high = 0.0;
    for (int k = 0; k < ROOT3_STEPS; ++k)
    {
        double root = low + time_to_fall3(v, b->curve, height);
        root = root < window ? root : window;
        if (root < high)
        {
            high = root;
            at_high = bound3_at(b, high).above;
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
            return low + (high - low) * (1.0 - 0x1p-20);
        }
        low = secant;
        v = bound3_at(b, low);
        if (v.above <= 1.5 * height || low >= ROOT3_NEAR * high)
        {
            break;
        }
    }
    return low;
}

/// The edge of a core among the nearest features; false where it is none.
static bool nearest_edge(const imp3_shape* s, imp3i_drot q, const imp3_cache* cache, const int32_t vertices[4],
                         imp3i_dvec* edge)
{
    int32_t first = vertices[0], other = first;
    for (int32_t k = 1; k < cache->count && k < 4; ++k)
    {
        if (vertices[k] != first)
        {
            if (other != first && vertices[k] != other)
            {
                return false;
            }
            other = vertices[k];
        }
    }
    if (cache->count < 2 || other == first || !imp3i_is_polytope(s))
    {
        return false;
    }
    *edge = imp3i_drot_apply(q, imp3i_dsub(imp3i_vertex(s, other), imp3i_vertex(s, first)));
    return true;
}

/// How the normal has to turn to stay across two edges; false where the nearest features are none.
static bool turn_of_edges(const motion_pair3* m, const imp3i_gap* gap, const imp3_cache* cache, imp3i_dvec* w)
{
    imp3i_dvec e, f;
    if (!nearest_edge(m->pair.a, m->pair.qa, cache, cache->vertex_a, &e) ||
        !nearest_edge(m->pair.b, m->pair.qb, cache, cache->vertex_b, &f))
    {
        return false;
    }
    // Across n: w . (e x n) = wA . (e x n), and the same of f and wB.
    imp3i_dvec en = imp3i_dcross(e, gap->normal), fn = imp3i_dcross(f, gap->normal);
    double a = imp3i_ddot(m->spin[0], en), b = imp3i_ddot(m->spin[1], fn);
    double area = imp3i_ddot(gap->normal, imp3i_dcross(en, fn));
    if (!(area * area > 0x1p-10 * imp3i_ddot(en, en) * imp3i_ddot(fn, fn)))
    {
        return false;
    }
    imp3i_dvec r = imp3i_dscale(imp3i_dcross(fn, gap->normal), a / area);
    *w = imp3i_dadd_scaled(r, imp3i_dcross(gap->normal, en), b / area);
    return true;
}

/// How long the two surely stay apart, from now on; up to the time that is left.
static double safe_time3(const motion_pair3* m, const imp3i_gap* gap, const imp3_cache* cache, double left,
                         double height)
{
    bool plane_a = is_half_space(m->pair.a), plane_b = is_half_space(m->pair.b);
    imp3i_dvec ways[4] = {m->spin[0], m->spin[1], imp3i_dvec_none(), imp3i_dvec_none()};
    int count = 3;
    // The normal of a half-space can only turn with it.
    if (plane_a || plane_b)
    {
        ways[0] = plane_a ? m->spin[0] : m->spin[1];
        count = 1;
    }
    else if (turn_of_edges(m, gap, cache, &ways[3]))
    {
        count = 4;
    }
    double safe = 0.0;
    for (int k = 0; k < count && safe < left; ++k)
    {
        bound3 b = bound3_of(m, gap, ways[k], left);
        safe = safe_until(&b, safe, left, height);
    }
    return safe;
}

/// Parting speed of the two along n, at points of each.
static double parting_rate3(const motion_pair3* m, imp3i_dvec n, imp3i_dvec at)
{
    imp3i_dvec of_a = imp3i_dcross(m->spin[0], at);
    imp3i_dvec of_b = imp3i_dcross(m->spin[1], imp3i_dsub(at, m->pair.shift));
    return imp3i_ddot(n, imp3i_dsub(imp3i_dadd(m->motion, of_b), of_a));
}

/// What touching shapes do along the normals that hold them apart.
typedef struct sweep_parting
{
    const motion_pair3* m;
    const imp3i_gap* gap;
    double doubt;
    double fastest;  // of all normals
    double curve;    // of that normal's gap
} sweep_parting;

/// Start of the motion of two touching shapes.
enum
{
    CLOSE3,
    SLIDE3,
    PART3
};

/// Least parting speed along a normal, over all points of contact.
static void take_parting(void* context, imp3i_dvec n)
{
    sweep_parting* it = (sweep_parting*)context;
    const motion_pair3* m = it->m;
    imp3_pose here = imp3_pose_identity();
    imp3i_pair at_origin = m->pair;
    at_origin.pose_a = &here;
    imp3i_gap gap = *it->gap;
    gap.normal = n;
    gap.distance = 0.0;
    imp3_manifold contact;
    imp3i_manifold_of_gap(&at_origin, it->doubt, &gap, &contact);
    double slowest = contact.count > 0 ? INFINITY : parting_rate3(m, n, gap.on_a);
    for (int32_t k = 0; k < contact.count; ++k)
    {
        double rate = parting_rate3(m, n, imp3i_dvec_of(contact.points[k].point));
        slowest = rate < slowest ? rate : slowest;
    }
    if (slowest > it->fastest)
    {
        double resting = curve_of(m, imp3i_dvec_none(), n, 1.0), with_a = curve_of(m, m->spin[0], n, 1.0);
        double with_b = curve_of(m, m->spin[1], n, 1.0);
        it->fastest = slowest;
        it->curve = with_a < with_b ? with_a : with_b;
        it->curve = resting < it->curve ? resting : it->curve;
    }
}

/// Motion of shapes that touch at the start: closing, sliding for good, or parting, and then by *time they should be
/// apart by at least *gained.
static int start_of_touch3(const motion_pair3* m, const imp3i_gap* gap, double doubt, double* time, double* gained)
{
    sweep_parting it = {m, gap, doubt, -INFINITY, 0.0};
    // If they touch, a side that a corner has passed by rounding separates too; if they are apart, only a true one.
    double tiny = gap->relation == 0 ? 0.25 * doubt : IMPI_DOUBLE_SLIDE * m->pair.scale;
    imp3i_visit_sides(&m->pair, gap, tiny, take_parting, &it);
    if (!(it.fastest > -INFINITY))
    {
        it.fastest = INFINITY;  // nothing holds them apart
    }
    double rate = it.fastest, slide = 0x1p-20 * m->travel;
    // Not longer than half the time for which rate t > curve t^2 / 2, and not farther than it takes to measure the gap.
    double until = 4.0 * doubt / rate;
    until = until * it.curve > rate ? rate / it.curve : until;
    *time = rate > slide && until < 1.0 ? until : 1.0;
    *gained = 0.25 * rate * *time;
    return rate > slide ? PART3 : rate < -slide || 0.5 * it.curve > doubt ? CLOSE3 : SLIDE3;
}

static void report3(const motion_pair3* m, const imp3_mover* a, const imp3i_gap* gap, int32_t kind, double time,
                    imp3_hit* out)
{
    imp3i_hit_of_gap(&m->pair, gap, kind, out);
    imp3i_dvec moved = imp3i_dadd_scaled(imp3i_dvec_of(out->point), imp3i_dvec_of(a->motion), time);
    out->point = imp3i_vec_tidy(moved);
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

/// Shapes that touch at the start, or nearly: reports their motion, unless they part and may collide again. Then *time
/// is when they are apart far enough to go on; they are moved there, and the gap is measured again.
static bool impact_at_start3(motion_pair3* m, const imp3_mover* a, double doubt, imp3_cache* cache, imp3i_gap* gap,
                             double* time, imp3_hit* out)
{
    bool touching = gap->relation == 0;
    double gained;
    imp3i_gap later = *gap;
    int start = start_of_touch3(m, gap, doubt, time, &gained);
    if (start == PART3 && *time < 1.0)
    {
        move_both(m, *time);
        imp3i_gap_estimate(&m->pair, INFINITY, cache, &later);
        start = later.distance < gained ? CLOSE3 : PART3;
    }
    if (start == CLOSE3)
    {
        move_both(m, 0.0);
        report3(m, a, gap, touching ? IMP_SWEEP_TOUCH : IMP_SWEEP_HIT, 0.0, out);
        return true;
    }
    out->kind = touching ? IMP_SWEEP_REST : IMP_SWEEP_NEVER;
    *gap = later;
    return *time >= 1.0;
}

static motion_pair3 pair_of_movers3(const imp3_mover* a, const imp3_mover* b)
{
    motion_pair3 m;
    m.pair = imp3i_pair_of(a->shape, &a->pose, b->shape, &b->pose);
    m.start[0] = m.pair.qa;
    m.start[1] = m.pair.qb;
    m.start_shift = m.pair.shift;
    m.spin[0] = imp3i_dvec_of(a->turn);
    m.spin[1] = imp3i_dvec_of(b->turn);
    m.motion = imp3i_dsub(imp3i_dvec_of(b->motion), imp3i_dvec_of(a->motion));
    m.speed = length_of(m.motion);
    double lever = length_of(m.start_shift) + m.speed;
    m.reach[0] = a->shape->reach * (1.0 + 0x1p-19);
    m.reach[1] = b->shape->reach * (1.0 + 0x1p-19);
    m.travel = m.speed;
    for (int k = 0; k < 2; ++k)
    {
        // The part of a half-space that matters is where the other one is.
        bool plane = is_half_space(k ? b->shape : a->shape);
        double other = (k ? a->shape->reach : b->shape->reach) + lever;
        m.travel += length_of(m.spin[k]) * (plane ? other : m.reach[k]);
        m.reach[k] = plane ? 0.0 : m.reach[k];
    }
    return m;
}

/// Target distance, a part of the lesser size: a box stops above a floor of a kilometre as above one of a metre. Not
/// below the precision of floats, and then not below a part of the greater size.
static double target_of_sizes(double size_a, double size_b, double doubt)
{
    double lesser = (double)IMPI_IMPACT_TARGET * (size_a < size_b ? size_a : size_b);
    double greater = (double)IMPI_IMPACT_TARGET * (size_a < size_b ? size_b : size_a);
    double least = 2.0 * doubt < greater ? 2.0 * doubt : greater;
    return lesser > least ? lesser : least;
}

/// Whether two half-spaces turn against each other: then they meet at once, however far away.
static bool planes_tilt(const motion_pair3* m, const imp3i_gap* gap)
{
    imp3i_dvec v = imp3i_dsub(m->spin[1], m->spin[0]);
    return is_half_space(m->pair.a) && is_half_space(m->pair.b) && imp3i_dcross_length(v, gap->normal) > 0.0;
}

/// From shapes that are apart, at time t, to their impact.
static void advance_turning(motion_pair3* m, const imp3_mover* a, double t, double target, imp3_cache* cache,
                            imp3i_gap* gap, imp3_hit* out)
{
    double turn = length_of(m->spin[0]) + length_of(m->spin[1]);
    int32_t steps = STEPS3_MAX + (int32_t)(STEPS3_PER_RADIAN * turn);
    for (int32_t k = 0; k < steps && gap->distance > IMPACT3_NEAR * target; ++k)
    {
        double safe = safe_time3(m, gap, cache, 1.0 - t, IMPACT3_AIM * target);
        if (safe >= 1.0 - t)
        {
            return;
        }
        t += safe;
        move_both(m, t);
        imp3i_gap_estimate(&m->pair, INFINITY, cache, gap);
    }
    report3(m, a, gap, IMP_SWEEP_HIT, t, out);
}

double imp3i_safe_time(const imp3_mover* a, const imp3_mover* b, const imp3i_gap* gap, const imp3_cache* cache,
                       double height)
{
    const motion_pair3 m = pair_of_movers3(a, b);
    return planes_tilt(&m, gap) ? 0.0 : safe_time3(&m, gap, cache, 1.0, height);
}

bool imp3i_gap_lasts(const imp3_mover* a, const imp3_mover* b, const imp3i_gap* gap, double level)
{
    const motion_pair3 m = pair_of_movers3(a, b);
    bool plane_a = is_half_space(a->shape), plane_b = is_half_space(b->shape), lasts = false;
    for (int k = plane_b ? 1 : 0; k < (plane_a ? 1 : plane_b ? 2 : 3) && !lasts; ++k)
    {
        // The bound is concave.
        bound3 along = bound3_of(&m, gap, k < 2 ? m.spin[k] : imp3i_dvec_none(), 1.0);
        lasts = bound3_at(&along, 1.0).above >= level;
    }
    return lasts && !(plane_a && plane_b);
}

static void impact_turning(const imp3_mover* a, const imp3_mover* b, imp3_hit* out)
{
    const imp3_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
    motion_pair3 m = pair_of_movers3(a, b);
    bool planes = is_half_space(a->shape) || is_half_space(b->shape);
    double size_a = (double)a->shape->reach + a->shape->radius, size_b = (double)b->shape->reach + b->shape->radius;
    if (!planes && length_of(m.start_shift) > (m.travel + size_a + size_b) * (1.0 + 0x1p-20))
    {
        return;  // the spheres around the origins do not touch
    }
    double doubt = (double)IMPI_FLOAT_DOUBT * m.pair.scale, t = 0.0;
    double target = is_half_space(a->shape)   ? target_of_sizes(size_b, size_b, doubt)
                    : is_half_space(b->shape) ? target_of_sizes(size_a, size_a, doubt)
                                              : target_of_sizes(size_a, size_b, doubt);
    imp3_cache cache = {0};
    imp3i_gap gap;
    imp3i_gap_estimate(&m.pair, m.travel + doubt, &cache, &gap);
    imp3i_gap_decide(&m.pair, &gap);
    if (gap.relation > 0)
    {
        report3(&m, a, &gap, IMP_SWEEP_OVERLAP, 0.0, out);
        return;
    }
    if (planes_tilt(&m, &gap))
    {
        report3(&m, a, &gap, gap.relation == 0 ? IMP_SWEEP_TOUCH : IMP_SWEEP_HIT, 0.0, out);
        return;
    }
    if (gap.distance > m.travel + doubt)
    {
        return;
    }
    if (gap.distance <= 0.25 * doubt && impact_at_start3(&m, a, doubt, &cache, &gap, &t, out))
    {
        return;
    }
    target = target < 0.5 * gap.distance ? target : 0.5 * gap.distance;
    advance_turning(&m, a, t, target, &cache, &gap, out);
}

imp_status imp3_time_of_impact(const imp3_mover* a, const imp3_mover* b, imp3_hit* out)
{
    if (!imp3i_movers_fine(a, b, out, IMP3I_TURN_MAX))
    {
        return imp3i_movers_status(a, b, out, IMP3I_TURN_MAX);
    }
    if (!imp3i_spin_bits(a->turn) && !imp3i_spin_bits(b->turn))
    {
        imp3i_sweep_movers(a, b, out);
    }
    else
    {
        impact_turning(a, b, out);
    }
    return IMP_OK;
}
