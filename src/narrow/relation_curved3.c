// SPDX-License-Identifier: MIT
//
// The last word on how two shapes of space lie where one is a cylinder or a cone: their distance by the method of Gilbert,
// Johnson and Keerthi (1988), as in gjk3.c, but in double-doubles.
//
// The nearest points of round sides are found by simplices whose corners come together, as far from each other as the
// square root of what is left to go. In doubles the plane through such corners is lost to their rounding long before the
// distance is as good as doubles: the search stops some 2^-28 of the scale too far out, and how far depends on where it
// began. With twice the bits it ends where it is asked to: at bounds of the distance that differ by RELATION_GOAL. So the
// answer does not depend on which call asks, nor on the order of the two shapes.
//
// Polytopes are asked for their farthest vertex in doubles: one that is lower than another by rounding costs the bound no
// more than that. The points of a disc are on it to all bits, or its rim would have corners.
//
// Tried and dropped: more searches in doubles, from both sides and along the normal that is known. They agree for all but
// one pair in 10,000 that nearly touch.

#include "../math/double_double.h"
#include "gjk3.h"

#include <math.h>

/// Cores whose distance is within this part of the scale of the radii touch. Less than half of what doubles are trusted
/// with, so that what is beyond doubt in doubles is no other here.
#define RELATION_TOUCH 0x1p-47

/// The bounds of the distance are near enough.
#define RELATION_GOAL 0x1p-49

/// More steps than any pair has been seen to need.
#define RELATION_STEPS 128

typedef struct fine_vec
{
    impi_dd x, y, z;
} fine_vec;

/// Points of the difference, on B minus on A; the last one is the newest.
typedef struct fine_simplex
{
    int32_t count;
    fine_vec w[4];
} fine_simplex;

/// The nearest point of the simplex to the origin, and which points it is among.
typedef struct fine_foot
{
    fine_vec v;
    impi_dd square;
    uint32_t mask;
} fine_foot;

static fine_vec fine_of(imp3i_dvec v)
{
    fine_vec r = {impi_dd_of(v.x), impi_dd_of(v.y), impi_dd_of(v.z)};
    return r;
}

static imp3i_dvec round_fine(fine_vec v)
{
    imp3i_dvec r = {v.x.high, v.y.high, v.z.high};
    return r;
}

static fine_vec add_fine(fine_vec a, fine_vec b)
{
    fine_vec r = {impi_dd_add(a.x, b.x), impi_dd_add(a.y, b.y), impi_dd_add(a.z, b.z)};
    return r;
}

static fine_vec negate_fine(fine_vec a)
{
    fine_vec r = {impi_dd_negate(a.x), impi_dd_negate(a.y), impi_dd_negate(a.z)};
    return r;
}

static fine_vec sub_fine(fine_vec a, fine_vec b)
{
    return add_fine(a, negate_fine(b));
}

static fine_vec scale_fine(fine_vec a, impi_dd k)
{
    fine_vec r = {impi_dd_mul(a.x, k), impi_dd_mul(a.y, k), impi_dd_mul(a.z, k)};
    return r;
}

static impi_dd dot_fine(fine_vec a, fine_vec b)
{
    return impi_dd_add(impi_dd_add(impi_dd_mul(a.x, b.x), impi_dd_mul(a.y, b.y)), impi_dd_mul(a.z, b.z));
}

static fine_vec cross_fine(fine_vec a, fine_vec b)
{
    fine_vec r = {impi_dd_sub(impi_dd_mul(a.y, b.z), impi_dd_mul(a.z, b.y)),
                  impi_dd_sub(impi_dd_mul(a.z, b.x), impi_dd_mul(a.x, b.z)),
                  impi_dd_sub(impi_dd_mul(a.x, b.y), impi_dd_mul(a.y, b.x))};
    return r;
}

static impi_dd length_of_fine(fine_vec a)
{
    return impi_dd_sqrt(dot_fine(a, a));
}

static bool is_positive(impi_dd a)
{
    return a.high > 0.0;
}

static bool is_less(impi_dd a, impi_dd b)
{
    return is_positive(impi_dd_sub(b, a));
}

static fine_vec turn_fine(imp3i_drot q, fine_vec v)
{
    fine_vec r = scale_fine(fine_of(q.x), v.x);
    r = add_fine(r, scale_fine(fine_of(q.y), v.y));
    return add_fine(r, scale_fine(fine_of(q.z), v.z));
}

static fine_vec turn_fine_back(imp3i_drot q, fine_vec v)
{
    fine_vec r = {dot_fine(fine_of(q.x), v), dot_fine(fine_of(q.y), v), dot_fine(fine_of(q.z), v)};
    return r;
}

/// As imp3i_support.
static fine_vec farthest_of_fine_discs(const imp3_shape* s, fine_vec d)
{
    fine_vec axis = fine_of(imp3i_axis_of(s)), a = fine_of(imp3i_dvec_of(s->a)), b = fine_of(imp3i_dvec_of(s->b));
    fine_vec turning = cross_fine(axis, d), across = cross_fine(turning, axis);
    impi_dd outward = impi_dd_div(length_of_fine(turning), length_of_fine(axis)), rim = length_of_fine(across);
    impi_dd wider = impi_dd_sub(impi_dd_of(s->disc_b), impi_dd_of(s->disc_a));
    bool at_b = is_positive(impi_dd_add(dot_fine(d, sub_fine(b, a)), impi_dd_mul(wider, outward)));
    impi_dd disc = impi_dd_of(at_b ? s->disc_b : s->disc_a);
    return is_positive(rim) ? add_fine(at_b ? b : a, scale_fine(across, impi_dd_div(disc, rim))) : at_b ? b : a;
}

/// The farthest point of a placed core in a direction.
static fine_vec farthest_of_fine(const imp3_shape* s, imp3i_drot q, imp3i_dvec at, fine_vec d)
{
    fine_vec own = turn_fine_back(q, d);
    int32_t vertex;
    own = imp3i_is_curved(s) ? farthest_of_fine_discs(s, own) : fine_of(imp3i_support(s, round_fine(own), &vertex));
    return add_fine(turn_fine(q, own), fine_of(at));
}

static fine_vec farthest_of_difference(const imp3i_pair* p, fine_vec v)
{
    fine_vec on_a = farthest_of_fine(p->a, p->qa, imp3i_dvec_none(), v);
    return sub_fine(farthest_of_fine(p->b, p->qb, p->shift, negate_fine(v)), on_a);
}

static void take_fine_foot(fine_foot* best, fine_vec v, uint32_t mask)
{
    impi_dd square = dot_fine(v, v);
    if (!best->mask || is_less(square, best->square))
    {
        best->v = v;
        best->square = square;
        best->mask = mask;
    }
}

static void try_fine_segment(const fine_simplex* s, int32_t d, int32_t i, fine_foot* best)
{
    fine_vec along = sub_fine(s->w[i], s->w[d]);
    impi_dd t = impi_dd_negate(dot_fine(s->w[d], along)), length = dot_fine(along, along);
    if (!is_positive(t))
    {
        take_fine_foot(best, s->w[d], 1u << d);
    }
    else if (is_less(t, length))
    {
        take_fine_foot(best, add_fine(s->w[d], scale_fine(along, impi_dd_div(t, length))), 1u << d | 1u << i);
    }
    else
    {
        take_fine_foot(best, s->w[i], 1u << i);
    }
}

/// Three points of a simplex, the one nearest to the origin first: from there the least is lost to rounding.
typedef struct fine_triangle
{
    int32_t a, b, c;
    fine_vec to_b, to_c, n;
} fine_triangle;

static fine_triangle fine_triangle_of(const fine_simplex* s, int32_t i, int32_t j, int32_t k)
{
    double far_i = dot_fine(s->w[i], s->w[i]).high, far_j = dot_fine(s->w[j], s->w[j]).high,
           far_k = dot_fine(s->w[k], s->w[k]).high;
    fine_triangle r;
    r.a = far_j < far_i ? (far_k < far_j ? k : j) : far_k < far_i ? k : i;
    r.b = r.a == i ? j : r.a == j ? k : i;
    r.c = r.a == i ? k : r.a == j ? i : j;
    r.to_b = sub_fine(s->w[r.b], s->w[r.a]);
    r.to_c = sub_fine(s->w[r.c], s->w[r.a]);
    r.n = cross_fine(r.to_b, r.to_c);
    return r;
}

static void try_fine_triangle(const fine_simplex* s, const fine_triangle* t, fine_foot* best)
{
    fine_vec from = s->w[t->a];
    impi_dd share_c = dot_fine(from, cross_fine(t->to_b, t->n)), area = dot_fine(t->n, t->n);
    impi_dd share_b = impi_dd_negate(dot_fine(from, cross_fine(t->to_c, t->n)));
    bool inside = is_less(impi_dd_add(share_b, share_c), area);
    if (is_positive(share_b) && is_positive(share_c) && inside)
    {
        impi_dd height = impi_dd_div(dot_fine(t->n, from), area);
        take_fine_foot(best, scale_fine(t->n, height), 1u << t->a | 1u << t->b | 1u << t->c);
        return;
    }
    if (!is_positive(share_c))
    {
        try_fine_segment(s, t->a, t->b, best);
    }
    if (!is_positive(share_b))
    {
        try_fine_segment(s, t->a, t->c, best);
    }
    if (!inside)
    {
        try_fine_segment(s, t->b, t->c, best);
    }
}

/// True when the origin is inside.
static bool try_fine_tetrahedron(const fine_simplex* s, fine_foot* best)
{
    fine_vec e = sub_fine(s->w[0], s->w[3]), f = sub_fine(s->w[1], s->w[3]), g = sub_fine(s->w[2], s->w[3]);
    bool behind = !is_positive(dot_fine(cross_fine(e, f), g)), inside = true;
    for (int k = 0; k < 3; ++k)
    {
        fine_triangle t = fine_triangle_of(s, 3, k, k < 2 ? k + 1 : 0);
        impi_dd height = dot_fine(t.n, s->w[t.a]);
        if (!is_positive(behind ? height : impi_dd_negate(height)))
        {
            inside = false;
            try_fine_triangle(s, &t, best);
        }
    }
    return inside;
}

static bool solve_fine_simplex(const fine_simplex* s, fine_foot* out)
{
    out->mask = 0;
    if (s->count == 1)
    {
        take_fine_foot(out, s->w[0], 1);
    }
    else if (s->count == 2)
    {
        try_fine_segment(s, 1, 0, out);
    }
    else if (s->count == 3)
    {
        fine_triangle t = fine_triangle_of(s, 2, 0, 1);
        try_fine_triangle(s, &t, out);
    }
    return s->count == 4 && try_fine_tetrahedron(s, out);
}

static void keep_fine_points(fine_simplex* s, uint32_t mask)
{
    s->count = 0;
    for (; mask; mask &= mask - 1)
    {
        s->w[s->count++] = s->w[impi_lowest_bit(mask)];
    }
}

int imp3i_relation_curved(const imp3i_pair* p)
{
    double touch = RELATION_TOUCH * p->scale, goal = RELATION_GOAL * p->scale, lower = 0.0, upper = INFINITY;
    const imp3i_dvec x = {1.0, 0.0, 0.0};
    fine_simplex s;
    fine_foot foot, better;
    s.w[0] = farthest_of_difference(p, fine_of(x));
    s.count = 1;
    (void)solve_fine_simplex(&s, &foot);
    for (int step = 0; step < RELATION_STEPS; ++step)
    {
        impi_dd length = impi_dd_sqrt(foot.square);
        upper = length.high < upper ? length.high : upper;
        if (upper < p->radii - touch || upper <= goal)
        {
            break;
        }
        s.w[s.count] = farthest_of_difference(p, foot.v);
        double bound = impi_dd_div(dot_fine(foot.v, s.w[s.count]), length).high;
        lower = bound > lower ? bound : lower;
        if (lower > p->radii + touch || upper - lower <= goal)
        {
            break;
        }
        ++s.count;
        if (solve_fine_simplex(&s, &better))
        {
            upper = 0.0;
            break;
        }
        // A new point may turn v by less than its length can show, and be needed all the same for what comes next.
        if (!(better.mask >> (s.count - 1)))
        {
            break;
        }
        foot = better;
        keep_fine_points(&s, foot.mask);
    }
    double distance = 0.5 * (lower + upper) - p->radii;
    return distance > touch ? -1 : distance < -touch ? 1 : 0;
}
