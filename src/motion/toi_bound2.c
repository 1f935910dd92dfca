// SPDX-License-Identifier: MIT
//
// Lower bound of the time of impact of two things: most pairs never collide, and need no sweep to tell.
//
// Each side that faces the other thing gives two bounds. Along its fixed normal, the gap closes by the relative motion,
// and by what turning adds to the extents: at most the path of the farthest points, and at most what is missing to a
// full circle around the origin. That gives a time. With the normal turning along, the heights of the other's vertices
// above the side are bounded to second order, as in time_of_impact2.c; those bounds are concave, so if they are no
// lower at the end of the step than the lowest vertex is now, the two do not come closer along that side at all. That
// settles pairs that overlap a little and part, as in a pile once it is hit. All near parts of a compound are tested.
//
// Only in the plane: one angle gives heights, and the separating axis of two polygons is the normal of a side. Between
// polyhedra it may be a product of two edges.

#include "../math/tolerance.h"
#include "../narrow/pair2.h"
#include "sweep_many2.h"

#include <math.h>

/// One of the two, and the other in its frame.
typedef struct side_view
{
    const imp2_shape *own, *other;
    imp2i_dvec apart, velocity;                       // of the other's origin
    double spin, other_spin;                          // angular velocities
    double far, speed;                                // upper bounds of the lengths of apart and velocity
    double x[IMP2_SMALL_COUNT], y[IMP2_SMALL_COUNT];  // the other's vertices, from its origin
} side_view;

/// The bounds found so far.
typedef struct apart_until
{
    double radii, doubt, rest;
    double longest;  // time for which they stay apart
    double gap;      // the greatest
    bool lasts;      // that gap never shrinks
} apart_until;

/// The query: start and end time, and the depth up to which parting overlaps are let go.
typedef struct apart_span
{
    double now, enough, little;
} apart_span;

static side_view view_from(const imp2i_thing* own, const imp2_shape* part, imp2i_drot turn, const imp2i_thing* other,
                           const imp2_shape* other_part, imp2i_drot other_turn, double now)
{
    side_view v = {.own = part, .other = other_part};
    v.apart = imp2i_drot_apply_inverse(turn, imp2i_dsub(imp2i_thing_at(other, now), imp2i_thing_at(own, now)));
    v.velocity = imp2i_drot_apply_inverse(turn, imp2i_dsub(other->velocity, own->velocity));
    v.spin = imp2i_turns(own) ? own->spin : 0.0;
    v.other_spin = imp2i_turns(other) ? other->spin : 0.0;
    v.far = imp2i_dnorm1(v.apart);
    v.speed = imp2i_dnorm1(v.velocity);
    imp2i_drot seen = imp2i_drot_seen(turn, other_turn);
    for (int32_t k = 0; k < v.other->count; ++k)
    {
        const imp2i_dvec corner = {v.other->x[k], v.other->y[k]}, at = imp2i_drot_apply(seen, corner);
        v.x[k] = at.x;
        v.y[k] = at.y;
    }
    return v;
}

/// Time in which a gap closes at a rate.
static double time_to_close(double gap, double rate)
{
    return gap > 0.0 ? rate > 0.0 ? gap / rate : INFINITY : 0.0;
}

/// Time in which a gap closes along a fixed direction. out and other_out are the extents along it.
static double time_at_rest(const side_view* v, double gap, double closing, double out, double other_out)
{
    double reach = v->own->reach, other_reach = v->other->reach;
    double rate = fabs(v->spin) * reach, other_rate = fabs(v->other_spin) * other_reach;
    double more = reach - out, other_more = other_reach - other_out;
    double time = time_to_close(gap, closing + rate + other_rate);
    double own_capped = time_to_close(gap - more, closing + other_rate);
    double other_capped = time_to_close(gap - other_more, closing + rate);
    double both_capped = time_to_close(gap - more - other_more, closing);
    time = own_capped > time ? own_capped : time;
    time = other_capped > time ? other_capped : time;
    return both_capped > time ? both_capped : time;
}

/// Whether no vertex of the other comes lower above a side with normal n, by the bounds of second order.
static bool stays_above(const side_view* v, imp2i_dvec n, double lowest, double rest)
{
    double own = v->spin, w = v->other_spin - own, along = imp2i_ddot(n, v->apart);
    double rate = imp2i_ddot(n, v->velocity) + own * imp2i_dcross(n, v->apart);
    double bend = 2.0 * own * imp2i_dcross(n, v->velocity) - own * own * along;
    double third = fabs(w) * w * w * (double)v->other->reach +
                   own * own * (3.0 * v->speed + fabs(own) * (v->far + v->speed * rest));
    bool above = true;
    for (int32_t k = 0; k < v->other->count && above; ++k)
    {
        const imp2i_dvec corner = {v->x[k], v->y[k]};
        double height = imp2i_ddot(n, corner), bent = bend - w * w * height - third * rest * (1.0 / 3.0);
        double risen = (rate - w * imp2i_dcross(n, corner)) * rest + (bent < 0.0 ? 0.5 * bent * rest * rest : 0.0);
        above = along + height + risen >= lowest;
    }
    return above;
}

static void ask_side(const side_view* v, imp2i_dvec n, double out, apart_until* known)
{
    double along = imp2i_ddot(n, v->apart), least = INFINITY;
    for (int32_t k = 0; k < v->other->count; ++k)
    {
        double height = n.x * v->x[k] + n.y * v->y[k];
        least = height < least ? height : least;
    }
    double gap = along + least - out - known->radii - known->doubt;
    bool greater = gap > known->gap;
    if (gap > 0.0)
    {
        double time = time_at_rest(v, gap, -imp2i_ddot(n, v->velocity), out, -least);
        time = time > known->rest || stays_above(v, n, along + least - gap, known->rest) ? INFINITY : time;
        known->longest = time > known->longest ? time : known->longest;
    }
    else if (greater)
    {
        known->lasts = stays_above(v, n, along + least, known->rest);
    }
    known->gap = greater ? gap : known->gap;
}

/// Tests all sides that the other's origin is beyond.
static void ask_sides(const side_view* v, apart_until* known)
{
    int32_t count = imp2i_side_count(v->own);
    for (int32_t k = 0; k < count && known->longest <= known->rest; ++k)
    {
        const imp2i_dvec n = {v->own->normal_x[k], v->own->normal_y[k]}, at = {v->own->x[k], v->own->y[k]};
        double out = imp2i_ddot(n, at);
        if (imp2i_ddot(n, v->apart) > out)
        {
            ask_side(v, n, out, known);
        }
    }
}

/// Circles around their origins: the time is exact.
static void ask_circles(const side_view* v, apart_until* known)
{
    double reach = known->radii + known->doubt, beyond = imp2i_ddot(v->apart, v->apart) - reach * reach;
    double along = imp2i_ddot(v->apart, v->velocity), speed = imp2i_ddot(v->velocity, v->velocity);
    double root = along * along - speed * beyond;
    known->lasts = along >= 0.0;
    known->gap = sqrt(imp2i_ddot(v->apart, v->apart)) - reach;
    known->longest = !(beyond > 0.0) ? 0.0 : along < 0.0 && root >= 0.0 ? beyond / (sqrt(root) - along) : INFINITY;
}

// The bound for two parts.
static double parts_no_sooner(const imp2i_thing* a, const imp2_shape* part_a, const imp2i_thing* b,
                              const imp2_shape* part_b, apart_span span, double* overlap)
{
    if (!imp2i_both_small(part_a, part_b))
    {
        return span.now;
    }
    imp2i_drot turn_a = imp2i_thing_turned(a, span.now), turn_b = imp2i_thing_turned(b, span.now);
    side_view v = view_from(a, part_a, turn_a, b, part_b, turn_b, span.now);
    double radii = (double)part_a->radius + (double)part_b->radius;
    double size = v.far + v.speed + (double)part_a->reach + (double)part_b->reach + radii;
    apart_until known = {radii, 2.0 * (double)IMPI_FLOAT_DOUBT * size, span.enough - span.now, 0.0, -size, false};
    if (part_a->reach > 0.0f || part_b->reach > 0.0f)
    {
        ask_sides(&v, &known);
        if (part_b->count > 1 && known.longest <= known.rest)
        {
            v = view_from(b, part_b, turn_b, a, part_a, turn_a, span.now);
            ask_sides(&v, &known);
        }
    }
    else
    {
        ask_circles(&v, &known);
    }
    *overlap = known.gap < 0.0 ? -known.gap : 0.0;
    bool parts = known.gap <= 0.0 && known.gap >= -span.little && known.lasts;
    return parts || known.longest > known.rest ? INFINITY : span.now + known.longest;
}

// Tests the parts of a compound that are near the other's path. An overlap of one of them may hide one of others.
static double compound_no_sooner(const imp2i_thing* in, const imp2i_thing* single, apart_span span)
{
    const imp2_compound* c = in->compound;
    const imp2_shape* part = single->compound->parts;
    imp2i_drot turn = imp2i_thing_turned(in, span.now);
    imp2i_dvec from =
        imp2i_drot_apply_inverse(turn, imp2i_dsub(imp2i_thing_at(single, span.now), imp2i_thing_at(in, span.now)));
    imp2i_dvec path = imp2i_drot_apply_inverse(turn, imp2i_dsub(single->velocity, in->velocity));
    imp2i_dvec to = imp2i_dadd_scaled(from, path, span.enough - span.now);
    double size = fabs(from.x) + fabs(from.y) + fabs(path.x) + fabs(path.y) + (double)c->reach;
    double reach = (double)part->reach + (double)part->radius + (double)c->parts->radius;
    reach += 2.0 * (double)IMPI_FLOAT_DOUBT * (size + reach);
    const imp2i_dbox box = {(from.x < to.x ? from.x : to.x) - reach, (from.y < to.y ? from.y : to.y) - reach,
                            (from.x > to.x ? from.x : to.x) + reach, (from.y > to.y ? from.y : to.y) + reach};
    double soonest = INFINITY, overlap;
    for (int32_t i = 0; soonest > span.now && (i = imp2i_part_near(c, &box, i)) < c->part_count; ++i)
    {
        double time = parts_no_sooner(in, &c->parts[i], single, part, span, &overlap);
        soonest = time < soonest ? time : soonest;
    }
    return soonest;
}

double imp2i_toi_bound(const imp2i_thing* a, const imp2i_thing* b, double now, double enough, double little,
                       double* overlap)
{
    bool many_a = a->compound->part_count > 1, many_b = b->compound->part_count > 1;
    const apart_span span = {now, enough, many_a || many_b ? 0.0 : little};
    *overlap = 0.0;
    if (!many_a && !many_b)
    {
        return parts_no_sooner(a, a->compound->parts, b, b->compound->parts, span, overlap);
    }
    bool turns = many_a ? imp2i_turns(a) : imp2i_turns(b);
    return turns || (many_a && many_b) ? now : compound_no_sooner(many_a ? a : b, many_a ? b : a, span);
}
