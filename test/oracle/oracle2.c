// SPDX-License-Identifier: MIT
#include "oracle2.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include <gmp.h>
#include <mpfr.h>

// Smallest bit: a time (2^-149) times a motion (2^-83).
enum
{
    SCALE_BITS = 256,
    VALUE_BITS = 256
};

typedef struct exact_point
{
    mpz_t x, y;
} exact_point;

// Grows and is never given back: the tests call the oracle millions of times.
typedef struct exact_list
{
    exact_point* at;
    int count, room;
} exact_list;

static exact_list placed_a, placed_b, difference;
static exact_point** order;
static exact_point** hull;
static int order_room;

static void list_reserve(exact_list* list, int room)
{
    if (room <= list->room)
    {
        return;
    }
    list->at = realloc(list->at, (size_t)room * sizeof(exact_point));
    assert(list->at);
    for (int i = list->room; i < room; i++)
    {
        mpz_inits(list->at[i].x, list->at[i].y, NULL);
    }
    list->room = room;
}

// out = value 2^SCALE_BITS. What lies below is cut off, which happens only to shifts that the library made up.
static void set_scaled(mpz_t out, double value)
{
    int exponent;
    double fraction = frexp(value, &exponent);
    mpz_set_d(out, ldexp(fraction, 53));
    int shift = exponent - 53 + SCALE_BITS;
    if (shift >= 0)
    {
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    }
    else
    {
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-shift);
    }
}

imp2_vec oracle2_vertex(const imp2_shape* shape, int32_t index)
{
    imp2_vec v = {0.0f, 0.0f};
    if (shape->count <= IMP2_SMALL_COUNT)
    {
        v.x = shape->x[index];
        v.y = shape->y[index];
        return v;
    }
    imp_status status = imp2_shape_vertex(shape, index, &v);
    assert(status == IMP_OK);
    (void)status;
    return v;
}

static int body_count(const oracle2_body* body)
{
    return body->shape ? body->shape->count : body->count;
}

static float body_radius(const oracle2_body* body)
{
    return body->shape ? body->shape->radius : body->radius;
}

// q v + p. The product of two floats is exact in double, and so is nothing else.
static void place(const oracle2_body* body, exact_list* out)
{
    mpz_t term;
    mpz_init(term);
    out->count = body_count(body);
    list_reserve(out, out->count);
    double c = (double)body->pose.q.c, s = (double)body->pose.q.s;
    for (int i = 0; i < out->count; i++)
    {
        imp2_vec v = body->shape ? oracle2_vertex(body->shape, i) : body->points[i];
        exact_point* to = &out->at[i];
        set_scaled(to->x, (double)body->pose.p.x);
        set_scaled(term, c * (double)v.x);
        mpz_add(to->x, to->x, term);
        set_scaled(term, s * (double)v.y);
        mpz_sub(to->x, to->x, term);
        set_scaled(to->y, (double)body->pose.p.y);
        set_scaled(term, s * (double)v.x);
        mpz_add(to->y, to->y, term);
        set_scaled(term, c * (double)v.y);
        mpz_add(to->y, to->y, term);
    }
    mpz_clear(term);
}

static int compare_points(const void* left, const void* right)
{
    const exact_point* a = *(exact_point* const*)left;
    const exact_point* b = *(exact_point* const*)right;
    int by_x = mpz_cmp(a->x, b->x);
    return by_x ? by_x : mpz_cmp(a->y, b->y);
}

// Sign of the turn a -> b -> c.
static int turn_sign(const exact_point* a, const exact_point* b, const exact_point* c)
{
    static mpz_t u, v, w, z;
    static bool ready;
    if (!ready)
    {
        mpz_inits(u, v, w, z, NULL);
        ready = true;
    }
    mpz_sub(u, b->x, a->x);
    mpz_sub(v, c->y, b->y);
    mpz_sub(w, b->y, a->y);
    mpz_sub(z, c->x, b->x);
    mpz_mul(u, u, v);
    mpz_mul(w, w, z);
    return mpz_cmp(u, w);
}

// Hull of list, counter-clockwise without collinear points, in `hull`. Returns the number of its vertices.
static int make_hull(exact_list* list)
{
    if (list->count > order_room)
    {
        order_room = list->count;
        order = realloc(order, (size_t)order_room * sizeof(exact_point*));
        hull = realloc(hull, (2 * (size_t)order_room + 2) * sizeof(exact_point*));
        assert(order && hull);
    }
    for (int i = 0; i < list->count; i++)
    {
        order[i] = &list->at[i];
    }
    qsort(order, (size_t)list->count, sizeof(exact_point*), compare_points);
    int n = 0;
    for (int i = 0; i < list->count; i++)
    {
        if (n == 0 || compare_points(&order[i], &order[n - 1]) != 0)
        {
            order[n++] = order[i];
        }
    }
    if (n == 1)
    {
        hull[0] = order[0];
        return 1;
    }
    int count = 0;
    for (int pass = 0; pass < 2; pass++)
    {
        int start = count;
        for (int k = 0; k < n; k++)
        {
            exact_point* next = order[pass ? n - 1 - k : k];
            while (count - start >= 2 && turn_sign(hull[count - 2], hull[count - 1], next) <= 0)
            {
                count--;
            }
            hull[count++] = next;
        }
        count--;  // the last one starts the other half
    }
    return count;
}

// A squared distance as a fraction, and the feature of H that it belongs to.
typedef struct squared
{
    mpz_t numerator, denominator;
    double normal_x, normal_y;  // from A to B, not yet of unit length
    int approach;
} squared;

static void squared_keep(squared* best, bool* any, const mpz_t numerator, const mpz_t denominator, const mpz_t normal_x,
                         const mpz_t normal_y, int approach)
{
    static mpz_t left, right;
    static bool ready;
    if (!ready)
    {
        mpz_inits(left, right, NULL);
        ready = true;
    }
    if (*any)
    {
        mpz_mul(left, numerator, best->denominator);
        mpz_mul(right, best->numerator, denominator);
        int sign = mpz_cmp(left, right);
        if (sign > 0)
        {
            return;
        }
        if (sign == 0)
        {
            // The same distance along another normal: the motion shrinks it only when it shrinks both.
            best->approach = approach > best->approach ? approach : best->approach;
            return;
        }
    }
    *any = true;
    mpz_set(best->numerator, numerator);
    mpz_set(best->denominator, denominator);
    best->normal_x = mpz_get_d(normal_x);
    best->normal_y = mpz_get_d(normal_y);
    best->approach = approach;
}

static int dot_sign(const mpz_t ax, const mpz_t ay, const mpz_t bx, const mpz_t by)
{
    mpz_t u, v;
    mpz_inits(u, v, NULL);
    mpz_mul(u, ax, bx);
    mpz_mul(v, ay, by);
    mpz_add(u, u, v);
    int sign = mpz_sgn(u);
    mpz_clears(u, v, NULL);
    return sign;
}

// Separation from the square of the core's distance: (d^2 - r^2) / (d + r), whose sign is that of exact integers.
static void finish(const squared* best, bool inside, const mpz_t radius, oracle2_answer* out)
{
    mpz_t r2, rest;
    mpz_inits(r2, rest, NULL);
    mpz_mul(r2, radius, radius);
    mpz_mul(r2, r2, best->denominator);
    mpz_sub(rest, best->numerator, r2);

    mpfr_t core, r, value;
    mpfr_inits2(VALUE_BITS, core, r, value, (mpfr_ptr)0);
    mpfr_set_z(core, best->numerator, MPFR_RNDN);
    mpfr_set_z(value, best->denominator, MPFR_RNDN);
    mpfr_div(core, core, value, MPFR_RNDN);
    mpfr_sqrt(core, core, MPFR_RNDN);
    mpfr_set_z(r, radius, MPFR_RNDN);
    mpfr_add(r, r, core, MPFR_RNDN);
    if (inside)
    {
        out->sign = mpfr_zero_p(r) ? 0 : -1;
        mpfr_neg(value, r, MPFR_RNDN);
    }
    else
    {
        out->sign = mpz_sgn(rest);
        mpfr_set_z(value, rest, MPFR_RNDN);
        mpfr_set_z(core, best->denominator, MPFR_RNDN);
        mpfr_div(value, value, core, MPFR_RNDN);
        if (out->sign != 0)
        {
            mpfr_div(value, value, r, MPFR_RNDN);
        }
    }
    mpfr_mul_2si(value, value, -SCALE_BITS, MPFR_RNDN);
    out->separation = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clears(core, r, value, (mpfr_ptr)0);
    mpz_clears(r2, rest, NULL);

    double length = hypot(best->normal_x, best->normal_y);
    out->normal_x = length > 0.0 ? best->normal_x / length : 0.0;
    out->normal_y = length > 0.0 ? best->normal_y / length : 0.0;
    out->approach = best->approach;
}

// The origin against the hull of `difference`, rounded by radius. motion (may be null) is how the hull moves.
static void judge(const mpz_t radius, const exact_point* motion, oracle2_answer* out)
{
    int n = make_hull(&difference);
    out->flat = n < 3;
    static exact_point edge, normal;
    static mpz_t cross, along, length2, one, zero, term;
    static squared on_line, on_boundary;
    static bool ready;
    if (!ready)
    {
        mpz_inits(edge.x, edge.y, normal.x, normal.y, cross, along, length2, zero, term, NULL);
        mpz_init_set_ui(one, 1);
        mpz_inits(on_line.numerator, on_line.denominator, on_boundary.numerator, on_boundary.denominator, NULL);
        ready = true;
    }
    bool inside = n >= 3, any_line = false, any_boundary = false;
    for (int i = 0; i < n; i++)
    {
        const exact_point* from = hull[i];
        const exact_point* to = hull[(i + 1) % n];
        // The vertex itself.
        mpz_mul(length2, from->x, from->x);
        mpz_addmul(length2, from->y, from->y);
        int approach = motion ? dot_sign(from->x, from->y, motion->x, motion->y) : 0;
        if (mpz_sgn(length2) != 0)
        {
            squared_keep(&on_boundary, &any_boundary, length2, one, from->x, from->y, approach);
        }
        if (n == 1)
        {
            if (mpz_sgn(length2) == 0)
            {
                squared_keep(&on_boundary, &any_boundary, length2, one, from->x, from->y, 0);
            }
            break;
        }
        mpz_sub(edge.x, to->x, from->x);
        mpz_sub(edge.y, to->y, from->y);
        mpz_mul(length2, edge.x, edge.x);
        mpz_addmul(length2, edge.y, edge.y);
        // B's way out is against the outward normal (edge.y, -edge.x) of H.
        mpz_neg(normal.x, edge.y);
        mpz_set(normal.y, edge.x);
        approach = motion ? dot_sign(normal.x, normal.y, motion->x, motion->y) : 0;
        // cross(edge, origin - from): positive when the origin is on the inner side.
        mpz_mul(cross, edge.y, from->x);
        mpz_submul(cross, edge.x, from->y);
        if (mpz_sgn(cross) < 0)
        {
            inside = false;
        }
        mpz_mul(term, cross, cross);
        squared_keep(&on_line, &any_line, term, length2, normal.x, normal.y, approach);
        // The foot of the origin on the edge; its ends only matter when the origin is on the edge's own line.
        mpz_mul(along, edge.x, from->x);
        mpz_addmul(along, edge.y, from->y);
        mpz_neg(along, along);
        bool within = mpz_sgn(along) > 0 && mpz_cmp(along, length2) < 0;
        bool at_end = mpz_sgn(cross) == 0 && (mpz_sgn(along) == 0 || mpz_cmp(along, length2) == 0);
        if ((within && mpz_sgn(cross) <= 0) || at_end)
        {
            squared_keep(&on_boundary, &any_boundary, term, length2, normal.x, normal.y, approach);
        }
    }
    finish(inside ? &on_line : &on_boundary, inside, radius, out);
    if (inside)
    {
        // On the very edge of H the distance to lines and to the boundary is 0 alike; take the latter's approach.
        out->approach = mpz_sgn(on_line.numerator) == 0 ? on_boundary.approach : 0;
    }
}

static void set_shift(oracle2_shift shift, exact_point* out)
{
    exact_point minus;
    mpz_inits(minus.x, minus.y, NULL);
    set_scaled(out->x, shift.x);
    set_scaled(out->y, shift.y);
    set_scaled(minus.x, shift.minus_x);
    set_scaled(minus.y, shift.minus_y);
    mpz_sub(out->x, out->x, minus.x);
    mpz_sub(out->y, out->y, minus.y);
    mpz_clears(minus.x, minus.y, NULL);
}

enum mode
{
    MODE_SHIFTED,
    MODE_SWEPT,
    MODE_APPROACH
};

static void relate(const oracle2_body* a, const oracle2_body* b, oracle2_shift shift, enum mode mode,
                   oracle2_answer* out)
{
    exact_point move;
    mpz_t radius, term;
    mpz_inits(move.x, move.y, radius, term, NULL);
    set_shift(shift, &move);
    place(a, &placed_a);
    place(b, &placed_b);
    int copies = mode == MODE_SWEPT ? 2 : 1;
    difference.count = 0;
    list_reserve(&difference, placed_a.count * placed_b.count * copies);
    for (int i = 0; i < placed_a.count; i++)
    {
        for (int j = 0; j < placed_b.count; j++)
        {
            for (int k = 0; k < copies; k++)
            {
                exact_point* to = &difference.at[difference.count++];
                mpz_sub(to->x, placed_b.at[j].x, placed_a.at[i].x);
                mpz_sub(to->y, placed_b.at[j].y, placed_a.at[i].y);
                if (mode == MODE_SHIFTED || k == 1)
                {
                    mpz_add(to->x, to->x, move.x);
                    mpz_add(to->y, to->y, move.y);
                }
            }
        }
    }
    set_scaled(radius, (double)body_radius(a));
    set_scaled(term, (double)body_radius(b));
    mpz_add(radius, radius, term);
    judge(radius, mode == MODE_APPROACH ? &move : NULL, out);
    mpz_clears(move.x, move.y, radius, term, NULL);
}

oracle2_body oracle2_shape(const imp2_shape* shape, const imp2_pose* pose)
{
    oracle2_body body = {shape, *pose, NULL, 0, 0.0f};
    return body;
}

oracle2_body oracle2_point(const imp2_vec* point)
{
    return oracle2_points(point, 1);
}

oracle2_body oracle2_points(const imp2_vec* points, int32_t count)
{
    oracle2_body body = {NULL, {{0.0f, 0.0f}, {1.0f, 0.0f}}, points, count, 0.0f};
    return body;
}

void oracle2_relate(const oracle2_body* a, const oracle2_body* b, oracle2_answer* out)
{
    oracle2_shift none = {0.0, 0.0, 0.0, 0.0};
    relate(a, b, none, MODE_SHIFTED, out);
}

void oracle2_relate_shifted(const oracle2_body* a, const oracle2_body* b, oracle2_shift shift, oracle2_answer* out)
{
    relate(a, b, shift, MODE_SHIFTED, out);
}

void oracle2_relate_swept(const oracle2_body* a, const oracle2_body* b, oracle2_shift shift, oracle2_answer* out)
{
    relate(a, b, shift, MODE_SWEPT, out);
}

void oracle2_approach(const oracle2_body* a, const oracle2_body* b, oracle2_shift shift, oracle2_answer* out)
{
    relate(a, b, shift, MODE_APPROACH, out);
}

static double quotient(const mpz_t numerator, const mpz_t denominator)
{
    mpq_t q;
    mpq_init(q);
    mpz_set(mpq_numref(q), numerator);
    mpz_set(mpq_denref(q), denominator);
    mpq_canonicalize(q);
    double value = mpq_get_d(q);
    mpq_clear(q);
    return value;
}

// a0 + (numerator / denominator) along, to one rounding.
static double on_way(const mpz_t a0, const mpz_t along, const mpz_t numerator, const mpz_t denominator)
{
    mpz_t sum, scale;
    mpz_inits(sum, scale, NULL);
    mpz_mul(sum, along, numerator);
    mpz_addmul(sum, a0, denominator);
    mpz_mul_2exp(scale, denominator, SCALE_BITS);
    double value = quotient(sum, scale);
    mpz_clears(sum, scale, NULL);
    return value;
}

bool oracle2_crossing(const imp2_vec a[2], const imp2_vec b[2], double* time_a, double* x, double* y)
{
    oracle2_body body_a = oracle2_points(a, 2), body_b = oracle2_points(b, 2);
    oracle2_answer answer;
    oracle2_relate(&body_a, &body_b, &answer);
    if (answer.sign > 0)
    {
        return false;
    }
    place(&body_a, &placed_a);
    place(&body_b, &placed_b);
    const exact_point* a0 = &placed_a.at[0];
    mpz_t ax, ay, bx, by, cx, cy, numerator, denominator, best;
    mpz_inits(ax, ay, bx, by, cx, cy, numerator, denominator, best, NULL);
    mpz_sub(ax, placed_a.at[1].x, a0->x);
    mpz_sub(ay, placed_a.at[1].y, a0->y);
    mpz_sub(bx, placed_b.at[1].x, placed_b.at[0].x);
    mpz_sub(by, placed_b.at[1].y, placed_b.at[0].y);
    mpz_sub(cx, placed_b.at[0].x, a0->x);
    mpz_sub(cy, placed_b.at[0].y, a0->y);
    mpz_mul(denominator, ax, by);
    mpz_submul(denominator, ay, bx);
    if (mpz_sgn(denominator) != 0)
    {
        mpz_mul(best, cx, by);
        mpz_submul(best, cy, bx);
    }
    else
    {
        // On one line, or one of them is a point: the nearer end of b along a, but not before a0.
        mpz_mul(denominator, ax, ax);
        mpz_addmul(denominator, ay, ay);
        mpz_mul(best, cx, ax);
        mpz_addmul(best, cy, ay);
        mpz_mul(numerator, bx, ax);
        mpz_addmul(numerator, by, ay);
        mpz_add(numerator, numerator, best);
        if (mpz_cmp(numerator, best) < 0)
        {
            mpz_set(best, numerator);
        }
        if (mpz_sgn(best) < 0 || mpz_sgn(denominator) == 0)
        {
            mpz_set_ui(best, 0);
        }
        if (mpz_sgn(denominator) == 0)
        {
            mpz_set_ui(denominator, 1);
        }
    }
    *time_a = quotient(best, denominator);
    *x = on_way(a0->x, ax, best, denominator);
    *y = on_way(a0->y, ay, best, denominator);
    mpz_clears(ax, ay, bx, by, cx, cy, numerator, denominator, best, NULL);
    return true;
}

bool oracle2_is_convex(const imp2_vec* list, int32_t count)
{
    oracle2_body body = oracle2_points(list, count);
    place(&body, &placed_a);
    if (count == 1)
    {
        return true;
    }
    if (count == 2)
    {
        const exact_point* ends[2] = {&placed_a.at[0], &placed_a.at[1]};
        return compare_points(&ends[0], &ends[1]) != 0;
    }
    // A ring equals its own hull, vertex by vertex, exactly when it is strictly convex and goes round once.
    int n = make_hull(&placed_a);
    if (n != count)
    {
        return false;
    }
    int first = (int)(hull[0] - placed_a.at);
    for (int i = 0; i < n; i++)
    {
        if (hull[i] != &placed_a.at[(first + i) % n])
        {
            return false;
        }
    }
    return true;
}

static void extent(const definition2_body* body, double nx, double ny, double* low, double* high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < body->count; i++)
    {
        double along = nx * body->x[i] + ny * body->y[i];
        *low = along < *low ? along : *low;
        *high = along > *high ? along : *high;
    }
}

double definition2_along(const definition2_body* a, const definition2_body* b, double nx, double ny)
{
    double low_a, high_a, low_b, high_b;
    extent(a, nx, ny, &low_a, &high_a);
    extent(b, nx, ny, &low_b, &high_b);
    return low_b - high_a - a->radius - b->radius;
}

// Both ways along (x, y), which need not be of unit length.
static void try_direction(const definition2_body* a, const definition2_body* b, double x, double y, double best[3])
{
    double length = sqrt(x * x + y * y);
    if (!(length > 0.0))
    {
        return;
    }
    x /= length;
    y /= length;
    double low_a, high_a, low_b, high_b;
    extent(a, x, y, &low_a, &high_a);
    extent(b, x, y, &low_b, &high_b);
    double there = low_b - high_a, back = low_a - high_b;
    if (there > best[0])
    {
        best[0] = there;
        best[1] = x;
        best[2] = y;
    }
    if (back > best[0])
    {
        best[0] = back;
        best[1] = -x;
        best[2] = -y;
    }
}

double definition2_separation(const definition2_body* a, const definition2_body* b, double* nx, double* ny)
{
    double best[3] = {-INFINITY, 0.0, 0.0};
    const definition2_body* both[2] = {a, b};
    for (int k = 0; k < 2; k++)
    {
        const definition2_body* body = both[k];
        for (int i = 0; i < body->count && body->count > 1; i++)
        {
            int j = (i + 1) % body->count;
            try_direction(a, b, body->y[j] - body->y[i], body->x[i] - body->x[j], best);
        }
    }
    for (int i = 0; i < a->count; i++)
    {
        for (int j = 0; j < b->count; j++)
        {
            // Only a pair of vertices that are nearest along their line can decide when there is a gap at all.
            try_direction(a, b, b->x[j] - a->x[i], b->y[j] - a->y[i], best);
        }
    }
    if (best[0] == -INFINITY)
    {
        best[0] = 0.0;  // two points in one place
    }
    *nx = best[1];
    *ny = best[2];
    return best[0] - a->radius - b->radius;
}

void definition2_place(const imp2_shape* shape, double c, double s, double x, double y, definition2_body* out)
{
    assert(shape->count <= 64);
    out->count = shape->count;
    out->radius = (double)shape->radius;
    for (int i = 0; i < shape->count; i++)
    {
        imp2_vec v = oracle2_vertex(shape, i);
        out->x[i] = c * (double)v.x - s * (double)v.y + x;
        out->y[i] = s * (double)v.x + c * (double)v.y + y;
    }
}

double oracle2_ulp(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b)
{
    double scale = hypot((double)pose_b->p.x - (double)pose_a->p.x, (double)pose_b->p.y - (double)pose_a->p.y);
    scale = fmax(scale, fmax((double)a->reach, (double)b->reach));
    scale = fmax(scale, fmax((double)a->radius, (double)b->radius));
    return scale * 0x1p-23;
}
