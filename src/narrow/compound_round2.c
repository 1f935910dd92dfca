// SPDX-License-Identifier: MIT
//
// Boundary of the union for a shape with a radius and a compound: pieces are Minkowski differences, convex polygons
// rounded by the radius. Their boundaries are sides moved out and arcs around corners; the exit is on stretches of both
// that no other piece covers. See compound_union2.c. The search follows the boundary of a piece from its point nearest
// to the origin, and from where it begins to face away from it, along sides and on around their corners.
//
// Over an internal edge such pieces overlap by the radius, so all of them are shrunk a little.
//
// A straight path leaves a piece where it leaves the last of its sides' stadiums. An arc may leave and come back: there
// all crossings with circles and lines of the piece are events, and between two events one point decides. Angles are
// compared without trigonometry: sine by the sum of sine and cosine, from 0 to 2 in half a turn.

#include "compound_union2.h"

#include <math.h>

#define STEPS_MAX 4096
#define SAME_ANGLE 0x1p-36

/// A point against a round piece: whether it is covered, and where a straight path from it leaves the piece.
typedef struct round_probe
{
    imp2i_dvec at, along;
    double radius, square, leave;  // square: of the distance to the sharp piece's boundary
    bool in_core, outside, inside;
} round_probe;

static double disc_leave(const round_probe* p, imp2i_dvec center)
{
    imp2i_dvec v = imp2i_dsub(center, p->at);
    double along = imp2i_ddot(v, p->along), across = imp2i_dcross(v, p->along);
    double root = p->radius * p->radius - across * across;
    return root >= 0.0 ? along + sqrt(root) : -INFINITY;
}

/// Clips an interval of a path to 0 <= h + rate t <= width.
static void cut_band(double h, double rate, double width, double interval[2])
{
    if (rate > -0x1p-60 && rate < 0x1p-60)
    {
        interval[1] = h < 0.0 || h > width ? -INFINITY : interval[1];
        return;
    }
    double t0 = -h / rate, t1 = (width - h) / rate, low = t0 < t1 ? t0 : t1, high = t0 < t1 ? t1 : t0;
    interval[0] = low > interval[0] ? low : interval[0];
    interval[1] = high < interval[1] ? high : interval[1];
}

/// Tests one side; a side that the point is too far beyond ends the test.
static void probe_round_side(void* context, const imp2i_walk_side* side)
{
    round_probe* p = (round_probe*)context;
    imp2i_dvec e = imp2i_dsub(side->to, side->from), v = imp2i_dsub(p->at, side->from);
    double height = imp2i_ddot(side->normal, v), all = imp2i_ddot(e, e), s = imp2i_ddot(e, v);
    p->in_core = p->in_core && height >= 0.0;
    p->outside = height < -p->radius;
    double part = s <= 0.0 || !(all > 0.0) ? 0.0 : s >= all ? 1.0 : s / all;
    imp2i_dvec off = imp2i_dadd_scaled(v, e, -part);
    double square = imp2i_ddot(off, off);
    p->square = square < p->square ? square : p->square;
}

static void leave_round_side(void* context, const imp2i_walk_side* side)
{
    round_probe* p = (round_probe*)context;
    imp2i_dvec e = imp2i_dsub(side->to, side->from), v = imp2i_dsub(p->at, side->from);
    double length = sqrt(imp2i_ddot(e, e)), height = imp2i_ddot(side->normal, v), leave = disc_leave(p, side->from);
    if (length > 0.0)
    {
        imp2i_dvec u = {e.x / length, e.y / length};
        double s = imp2i_ddot(u, v), interval[2] = {-INFINITY, INFINITY};
        cut_band(height + p->radius, imp2i_ddot(side->normal, p->along), 2.0 * p->radius, interval);
        cut_band(s, imp2i_ddot(u, p->along), length, interval);
        leave = interval[1] >= interval[0] && interval[1] > leave ? interval[1] : leave;
    }
    p->leave = leave > p->leave ? leave : p->leave;
}

/// Radius of covering pieces: a little less than that of paths.
static double cover_radius(const imp2i_compound_pair* c)
{
    return c->radius - 1.125 * IMP2I_UNION_GROW * c->scale;
}

static round_probe probe_piece(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec at, imp2i_dvec along)
{
    round_probe p = {at, along, cover_radius(c), INFINITY, -INFINITY, true, false, false};
    const imp2_shape *a = &c->a->parts[i], *b = &c->b->parts[j];
    imp2i_walk_until(a, b, &c->rel, false, &p.outside, probe_round_side, &p);
    imp2i_walk_until(a, b, &c->rel, true, &p.outside, probe_round_side, &p);
    p.inside = !p.outside && (p.in_core || p.square < p.radius * p.radius);
    return p;
}

/// Length of a path in a piece, from a point that it covers.
static double leave_piece(const imp2i_compound_pair* c, int32_t i, int32_t j, round_probe* p)
{
    imp2i_walk(&c->a->parts[i], &c->b->parts[j], &c->rel, false, leave_round_side, p);
    imp2i_walk(&c->a->parts[i], &c->b->parts[j], &c->rel, true, leave_round_side, p);
    return p->leave;
}

/// Finds a piece that covers a point, and the length of a path in it; false for none.
static bool find_cover(const imp2i_compound_pair* c, imp2i_dvec at, imp2i_dvec along, double* leave)
{
    imp2i_compound_pair there = imp2i_compound_pair_moved(c, imp2i_dnegate(at));
    for (imp2i_near n = imp2i_near_start(&there, 0.0); imp2i_near_next(&there, &n);)
    {
        round_probe p = probe_piece(c, n.i, n.j, at, along);
        if (p.inside && imp2i_parts_may_collide(c, n.i, n.j))
        {
            *leave = leave_piece(c, n.i, n.j, &p);
            return true;
        }
    }
    return false;
}

bool imp2i_round_minkowski_covers(const imp2i_compound_pair* c, imp2i_dvec w)
{
    const imp2i_dvec some = {1.0, 0.0};
    double leave;
    return find_cover(c, w, some, &leave);
}

static bool is_worth(imp2i_dvec w, const imp2i_exit* best)
{
    return imp2i_ddot(w, w) < best->depth * best->depth;
}

/// An arc around a corner, and its next two crossings with a piece.
typedef struct round_arc
{
    imp2i_dvec center, start;  // start: unit direction of the start
    double sign, radius;       // sign: sense of the arc
    double from;               // angles: see the head
    double cover, next, after;
} round_arc;

static imp2i_dvec arc_direction(const round_arc* a, double angle)
{
    double c = 1.0 - angle, s = angle < 1.0 ? angle : 2.0 - angle, size = sqrt(c * c + s * s);
    c /= size;
    s *= a->sign / size;
    imp2i_dvec r = {c * a->start.x - s * a->start.y, s * a->start.x + c * a->start.y};
    return r;
}

/// Adds events where the arc's direction has a given cosine with an axis, on both sides of it.
static void add_events(round_arc* a, imp2i_dvec axis, double cosine)
{
    if (cosine * cosine > 1.0)
    {
        return;
    }
    double sine = sqrt(1.0 - cosine * cosine);
    for (int k = 0; k < 2; ++k)
    {
        double s = k ? -sine : sine;
        imp2i_dvec d = {cosine * axis.x - s * axis.y, s * axis.x + cosine * axis.y};
        double across = imp2i_dcross(a->start, d) * a->sign, along = imp2i_ddot(a->start, d);
        double angle = across / (fabs(across) + fabs(along));
        angle = along < 0.0 ? 2.0 - angle : angle;
        if (angle < a->from || angle > 2.0)
        {
            continue;
        }
        // The same corner belongs to several sides; between equal events there is no point to test.
        bool first = angle < a->next - SAME_ANGLE, same = !first && angle <= a->next + SAME_ANGLE;
        a->after = first ? a->next : !same && angle < a->after ? angle : a->after;
        a->next = first ? angle : a->next;
    }
}

static void arc_events(void* context, const imp2i_walk_side* side)
{
    round_arc* a = (round_arc*)context;
    imp2i_dvec v = imp2i_dsub(side->from, a->center);
    double square = imp2i_ddot(v, v), length = sqrt(square);
    if (length > 0.0)
    {
        imp2i_dvec axis = {v.x / length, v.y / length};
        add_events(a, axis, (square + a->radius * a->radius - a->cover * a->cover) / (2.0 * length * a->radius));
    }
    // The line of the side moved out: n (center + radius d - from) = -cover.
    double height = imp2i_ddot(side->normal, imp2i_dsub(a->center, side->from));
    add_events(a, side->normal, (-a->cover - height) / a->radius);
}

/// Angle at which an arc leaves a piece; 2 at the end.
static double arc_leave(const imp2i_compound_pair* c, int32_t i, int32_t j, round_arc* a, double from)
{
    for (int32_t k = 0; k < STEPS_MAX; ++k)
    {
        a->from = k ? from : from - SAME_ANGLE;
        a->next = a->after = 2.0;
        imp2i_walk(&c->a->parts[i], &c->b->parts[j], &c->rel, false, arc_events, a);
        imp2i_walk(&c->a->parts[i], &c->b->parts[j], &c->rel, true, arc_events, a);
        imp2i_dvec d = arc_direction(a, 0.5 * (a->next + a->after));
        imp2i_dvec at = imp2i_dadd_scaled(a->center, d, a->radius);
        if (a->next >= 2.0 || !probe_piece(c, i, j, at, d).inside)
        {
            return a->next;
        }
        from = a->next > from ? a->next * (1.0 + 0x1p-50) : from + SAME_ANGLE;
    }
    return 2.0;
}

/// Angle up to which some piece covers the arc, from an angle on; the angle itself when none does.
static double arc_covered_until(const imp2i_compound_pair* c, round_arc* a, double angle)
{
    imp2i_dvec d = arc_direction(a, angle), at = imp2i_dadd_scaled(a->center, d, a->radius);
    imp2i_compound_pair there = imp2i_compound_pair_moved(c, imp2i_dnegate(at));
    for (imp2i_near n = imp2i_near_start(&there, 0.0); imp2i_near_next(&there, &n);)
    {
        if (probe_piece(c, n.i, n.j, at, d).inside && imp2i_parts_may_collide(c, n.i, n.j))
        {
            double leave = arc_leave(c, n.i, n.j, a, angle);
            if (leave > angle + SAME_ANGLE)
            {
                return leave;
            }
        }
    }
    return angle;
}

/// Follows a corner of a piece, from a direction on, to the first point that is not covered.
static void follow_arc(const imp2i_compound_pair* c, int32_t i, int32_t j, const imp2i_walk_side* side, round_arc* a,
                       imp2i_exit* best)
{
    double angle = 0.0;
    a->radius = imp2i_minkowski_radius(c);
    a->cover = cover_radius(c);
    for (int32_t k = 0; k < STEPS_MAX && angle < 2.0; ++k)
    {
        imp2i_dvec d = arc_direction(a, angle), w = imp2i_dadd_scaled(a->center, d, a->radius);
        if (!is_worth(w, best))
        {
            return;
        }
        double leave = arc_covered_until(c, a, angle);
        if (!(leave > angle))
        {
            imp2i_dvec n = imp2i_exit_normal(w, d), tip = imp2i_tip_of(c, i, j, side);
            if (imp2i_may_push(c, i, j, n))
            {
                imp2i_take_exit(best, w, n, side->on_b ? tip : imp2i_dsub(tip, a->center), i, j);
            }
            return;
        }
        angle = leave;
    }
}

/// Follows the corner at an end of a side: from the end on, or if the origin is nearer to points around the corner,
/// from the nearest of those to the end. Distances rise along both.
static void follow_corner(const imp2i_compound_pair* c, int32_t i, int32_t j, const imp2i_walk_side* side, bool at_to,
                          bool from_end, imp2i_exit* best)
{
    imp2i_dvec e = imp2i_dsub(side->to, side->from), start = imp2i_dnegate(side->normal);
    bool left = (imp2i_dcross(start, e) > 0.0) == (at_to == from_end);
    round_arc a = {.center = at_to ? side->to : side->from, .sign = left ? 1.0 : -1.0};
    a.start = from_end ? start : imp2i_exit_normal(a.center, start);
    follow_arc(c, i, j, side, &a, best);
}

/// Follows a side, from its point nearest to the origin to an end, and around the corner there. Skips a side that may
/// not push, but not its corners.
static void follow_round_side(const imp2i_compound_pair* c, int32_t i, int32_t j, const imp2i_walk_side* side,
                              bool to_to, imp2i_exit* best)
{
    imp2i_dvec e = imp2i_dsub(side->to, side->from);
    double length = sqrt(imp2i_ddot(e, e)), least = 0x1p-48 * c->scale, rho = imp2i_minkowski_radius(c);
    if (!(length > 0.0))
    {
        return;
    }
    double sign = to_to ? 1.0 : -1.0;
    imp2i_dvec u = {e.x / length, e.y / length}, start = imp2i_dadd_scaled(side->from, side->normal, -rho);
    imp2i_dvec along = {u.x * sign, u.y * sign};
    double foot = -imp2i_ddot(start, u), t = foot < 0.0 ? 0.0 : foot > length ? length : foot;
    bool may_push = imp2i_may_push(c, i, j, side->normal), from_end = to_to ? foot <= length : foot >= 0.0;
    for (int32_t k = from_end ? 0 : STEPS_MAX; k < STEPS_MAX && t >= 0.0 && t <= length && may_push; ++k)
    {
        imp2i_dvec w = imp2i_dadd_scaled(start, u, t);
        double on;
        if (!is_worth(w, best))
        {
            return;
        }
        if (!find_cover(c, w, along, &on))
        {
            imp2i_dvec tip = imp2i_tip_of(c, i, j, side), core = imp2i_dadd_scaled(w, side->normal, rho);
            bool at_foot = fabs(t - foot) <= 0x1p-20 * sqrt(imp2i_ddot(w, w));
            imp2i_take_exit(best, w, at_foot ? side->normal : imp2i_exit_normal(w, side->normal),
                            side->on_b ? tip : imp2i_dsub(tip, core), i, j);
            return;
        }
        t += sign * (on > least ? on : least);
        least = on > least ? least : 2.0 * least;
    }
    follow_corner(c, i, j, side, to_to, from_end, best);
}

void imp2i_try_round_minkowski(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_exit* best)
{
    for (int on_b = 0; on_b < 2; ++on_b)
    {
        imp2i_side_list l = imp2i_sides_start(c, i, j, best->depth);
        while (imp2i_sides_next(&l, on_b))
        {
            for (int32_t k = 0; k < l.count; ++k)
            {
                follow_round_side(c, i, j, &l.sides[k], true, best);
                follow_round_side(c, i, j, &l.sides[k], false, best);
            }
        }
    }
}
