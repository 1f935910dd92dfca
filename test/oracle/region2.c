// SPDX-License-Identifier: MIT
#include "oracle/region2.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include <gmp.h>

enum
{
    SCALE_BITS = 149  // every float is a multiple of 2^-149
};

static void set_number(mpz_t out, float x)
{
    mpz_set_d(out, ldexp((double)x, SCALE_BITS));
}

// (b - a) x (d - c) into out, and its sign.
static int cross_of(mpz_t out, imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d)
{
    static mpz_t e[4], from;
    static bool ready;
    if (!ready)
    {
        mpz_inits(e[0], e[1], e[2], e[3], from, NULL);
        ready = true;
    }
    const float to[4] = {b.x, d.y, b.y, d.x}, start[4] = {a.x, c.y, a.y, c.x};
    for (int i = 0; i < 4; i++)
    {
        set_number(e[i], to[i]);
        set_number(from, start[i]);
        mpz_sub(e[i], e[i], from);
    }
    mpz_mul(out, e[0], e[1]);
    mpz_mul(e[2], e[2], e[3]);
    mpz_sub(out, out, e[2]);
    return mpz_sgn(out);
}

static int turn_of(imp2_vec a, imp2_vec b, imp2_vec c)
{
    static mpz_t out;
    static bool ready;
    if (!ready)
    {
        mpz_init(out);
        ready = true;
    }
    return cross_of(out, a, b, a, c);
}

static bool equal(imp2_vec a, imp2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static int before(imp2_vec a, imp2_vec b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

// An edge of a ring (part -1) or of a part.
typedef struct edge
{
    imp2_vec a, b;
    int32_t part, beyond;
} edge;

// By undirected place, then direction.
static int compare_edges(const void* left, const void* right)
{
    const edge *l = left, *r = right;
    bool l_down = before(l->b, l->a), r_down = before(r->b, r->a);
    imp2_vec l0 = l_down ? l->b : l->a, l1 = l_down ? l->a : l->b, r0 = r_down ? r->b : r->a, r1 = r_down ? r->a : r->b;
    if (!equal(l0, r0))
    {
        return before(l0, r0) ? -1 : 1;
    }
    if (!equal(l1, r1))
    {
        return before(l1, r1) ? -1 : 1;
    }
    return l_down != r_down ? (l_down ? 1 : -1) : (l->part > r->part) - (l->part < r->part);
}

static bool same_place(const edge* l, const edge* r)
{
    return (equal(l->a, r->a) && equal(l->b, r->b)) || (equal(l->a, r->b) && equal(l->b, r->a));
}

static const char* edges_fault(const imp2_compound* c)
{
    int32_t rings = c->ring_starts[c->ring_count], loops = c->loop_starts[c->part_count], count = 0;
    edge* edges = malloc((size_t)(rings + loops) * sizeof *edges);
    assert(edges);
    for (int32_t r = 0; r < c->ring_count; r++)
    {
        int32_t start = c->ring_starts[r], end = c->ring_starts[r + 1];
        for (int32_t i = start; i < end; i++)
        {
            edges[count++] = (edge){c->vertices[i], c->vertices[i + 1 < end ? i + 1 : start], -1, -1};
        }
    }
    for (int32_t p = 0; p < c->part_count; p++)
    {
        int32_t start = c->loop_starts[p], end = c->loop_starts[p + 1];
        for (int32_t k = start; k < end; k++)
        {
            imp2_vec a = c->vertices[c->loop[k]], b = c->vertices[c->loop[k + 1 < end ? k + 1 : start]];
            edges[count++] = (edge){a, b, p, c->beyond[k]};
        }
    }
    qsort(edges, (size_t)count, sizeof *edges, compare_edges);
    const char* fault = NULL;
    for (int32_t i = 0; i < count && !fault; i += 2)
    {
        const edge *first = &edges[i], *second = first + 1;
        if (i + 1 == count || !same_place(first, second) || (i + 2 < count && same_place(first, second + 1)))
        {
            fault = "an edge is not there twice";
        }
        else if (first->part < 0 || second->part < 0)
        {
            const edge* of_part = first->part < 0 ? second : first;
            bool along = equal(first->a, second->a);
            fault = !along                 ? "an edge of a ring runs the wrong way"
                    : of_part->part < 0    ? "two rings share an edge"
                    : of_part->beyond >= 0 ? "an edge on a ring is marked as a seam"
                                           : NULL;
        }
        else
        {
            fault = equal(first->a, second->a) ? "two parts lie on one side of an edge"
                    : first->beyond != second->part || second->beyond != first->part
                        ? "a seam is not marked as what it is"
                        : NULL;
        }
    }
    free(edges);
    return fault;
}

static const char* part_fault(const imp2_compound* c, int32_t p)
{
    const int32_t* loop = c->loop + c->loop_starts[p];
    int32_t n = c->loop_starts[p + 1] - c->loop_starts[p], corners = 0, rises = 0, lowest = 0;
    if (n < 3)
    {
        return "a part has less than three vertices";
    }
    for (int32_t i = 0; i < n; i++)
    {
        if (loop[i] < 0 || loop[i] >= c->ring_starts[c->ring_count])
        {
            return "a part has a vertex that is none";
        }
        lowest = before(c->vertices[loop[i]], c->vertices[loop[lowest]]) ? i : lowest;
    }
    const imp2_shape* shape = &c->parts[p];
    for (int32_t k = 0; k < n; k++)
    {
        int32_t i = (lowest + k) % n;
        imp2_vec a = c->vertices[loop[(i + n - 1) % n]], b = c->vertices[loop[i]], d = c->vertices[loop[(i + 1) % n]];
        int turn = turn_of(a, b, d);
        if (turn < 0 || equal(a, b))
        {
            return "a part is not convex";
        }
        // Edges that turn left all the way go once around when they begin to rise once.
        rises += before(b, a) && before(b, d);
        imp2_vec corner;
        if (turn > 0)
        {
            if (imp2_shape_vertex(shape, corners, &corner) || !equal(corner, b))
            {
                return "a part's shape has other corners than its loop";
            }
            corners++;
        }
        else if (before(a, b) != before(b, d))
        {
            return "a part turns back";
        }
    }
    return rises != 1 || corners != shape->count || corners < 3 || shape->radius != 0.0f ? "a part is not simple"
                                                                                         : NULL;
}

// Twice the area of the rings (parts when p is true), scaled.
static void sum_area(mpz_t out, const imp2_compound* c, bool of_parts)
{
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(out, 0);
    imp2_vec zero = {0, 0};
    const int32_t* starts = of_parts ? c->loop_starts : c->ring_starts;
    for (int32_t p = 0; p < (of_parts ? c->part_count : c->ring_count); p++)
    {
        for (int32_t k = starts[p]; k < starts[p + 1]; k++)
        {
            int32_t next = k + 1 < starts[p + 1] ? k + 1 : starts[p];
            imp2_vec a = c->vertices[of_parts ? c->loop[k] : k], b = c->vertices[of_parts ? c->loop[next] : next];
            cross_of(term, zero, a, zero, b);
            mpz_add(out, out, term);
        }
    }
    mpz_clear(term);
}

static double round_area(const imp2_compound* region, bool of_parts)
{
    mpz_t area;
    mpz_init(area);
    sum_area(area, region, of_parts);
    long exponent;
    double fraction = mpz_get_d_2exp(&exponent, area);
    mpz_clear(area);
    return ldexp(fraction, (int)exponent - 2 * SCALE_BITS - 1);
}

double region2_area(const imp2_compound* region)
{
    return round_area(region, false);
}

double region2_parts_area(const imp2_compound* region)
{
    return round_area(region, true);
}

static const char* area_fault(const imp2_compound* c)
{
    mpz_t rings, parts;
    mpz_inits(rings, parts, NULL);
    sum_area(rings, c, false);
    sum_area(parts, c, true);
    bool same = mpz_cmp(rings, parts) == 0, positive = mpz_sgn(rings) > 0;
    mpz_clears(rings, parts, NULL);
    return !positive ? "there is no area" : same ? NULL : "parts and rings do not have the same area";
}

// -1, 0, 1 for the sense of a ring.
static int ring_sense(const imp2_compound* c, int32_t ring)
{
    int32_t start = c->ring_starts[ring], end = c->ring_starts[ring + 1], lowest = start;
    for (int32_t i = start; i < end; i++)
    {
        lowest = before(c->vertices[i], c->vertices[lowest]) ? i : lowest;
    }
    imp2_vec a = c->vertices[lowest > start ? lowest - 1 : end - 1],
             d = c->vertices[lowest + 1 < end ? lowest + 1 : start];
    return turn_of(a, c->vertices[lowest], d);
}

static int compare_vecs(const void* left, const void* right)
{
    const imp2_vec *l = left, *r = right;
    return before(*l, *r) ? -1 : before(*r, *l);
}

static const char* rings_fault(const imp2_compound* c)
{
    if (c->ring_count < 1 || c->ring_starts[0] != 0)
    {
        return "there is no ring";
    }
    int32_t total = c->ring_starts[c->ring_count];
    imp2_vec* sorted = malloc((size_t)total * sizeof *sorted);
    assert(sorted);
    const char* fault = NULL;
    for (int32_t ring = 0; ring < c->ring_count && !fault; ring++)
    {
        int32_t start = c->ring_starts[ring], n = c->ring_starts[ring + 1] - start;
        for (int32_t i = 0; i < n; i++)
        {
            sorted[i] = c->vertices[start + i];
        }
        qsort(sorted, n > 0 ? (size_t)n : 0, sizeof *sorted, compare_vecs);
        for (int32_t i = 1; i < n && !fault; i++)
        {
            fault = equal(sorted[i - 1], sorted[i]) ? "a ring comes twice by a vertex" : NULL;
        }
        fault = n < 3 ? "a ring has less than three vertices" : fault;
        fault = fault || ring_sense(c, ring) != 0 ? fault : "a ring has a spike";
    }
    free(sorted);
    return fault;
}

const char* region2_cut_fault(const imp2_compound* c)
{
    if (c->kind != IMP2_COMPOUND_REGION || c->part_count < 1 || c->loop_starts[0] != 0)
    {
        return "this is no region";
    }
    const char* fault = rings_fault(c);
    for (int32_t p = 0; p < c->part_count && !fault; p++)
    {
        fault = part_fault(c, p);
    }
    fault = fault ? fault : edges_fault(c);
    return fault ? fault : area_fault(c);
}

static imp2_vec point_after(const imp2_outlines* o, int32_t start, int32_t ring, int32_t i)
{
    return o->points[start + (i + 1 < o->counts[ring] ? i + 1 : 0)];
}

// Whether p lies on the segment from a to b.
static bool lies_on(imp2_vec a, imp2_vec b, imp2_vec p)
{
    bool within = p.x >= fminf(a.x, b.x) && p.x <= fmaxf(a.x, b.x) && p.y >= fminf(a.y, b.y) && p.y <= fmaxf(a.y, b.y);
    return within && turn_of(a, b, p) == 0;
}

int region2_inside(const imp2_outlines* o, imp2_vec p)
{
    int winding = 0;
    for (int32_t ring = 0, start = 0; ring < o->ring_count; start += o->counts[ring++])
    {
        for (int32_t i = 0; i < o->counts[ring]; i++)
        {
            imp2_vec a = o->points[start + i], b = point_after(o, start, ring, i);
            if (lies_on(a, b, p))
            {
                return 0;
            }
            if ((a.y <= p.y) != (b.y <= p.y))
            {
                int side = turn_of(a, b, p);
                winding += a.y <= p.y ? side > 0 : -(side < 0);
            }
        }
    }
    return (o->fill == IMP_FILL_EVEN_ODD ? winding % 2 : winding) != 0 ? 1 : -1;
}

// How many parts have p strictly inside, and how many on their boundary.
static void count_parts(const imp2_compound* c, imp2_vec p, int* inside, int* on)
{
    *inside = *on = 0;
    for (int32_t part = 0; part < c->part_count; part++)
    {
        int32_t start = c->loop_starts[part], end = c->loop_starts[part + 1];
        int least = 1;
        for (int32_t k = start; k < end && least >= 0; k++)
        {
            int side = turn_of(c->vertices[c->loop[k]], c->vertices[c->loop[k + 1 < end ? k + 1 : start]], p);
            least = side < least ? side : least;
        }
        *inside += least > 0;
        *on += least == 0;
    }
}

const char* region2_fault(const imp2_outlines* o, const imp2_compound* c, const imp2_vec* points, int32_t point_count)
{
    const char* fault = region2_cut_fault(c);
    for (int32_t i = 0; i < point_count && !fault; i++)
    {
        int inside, on, rule = region2_inside(o, points[i]);
        count_parts(c, points[i], &inside, &on);
        if (rule == 0)
        {
            fault = inside > 1 || (inside && on) ? "a point on an outline is covered twice" : NULL;
        }
        else if (rule > 0)
        {
            fault = inside + on == 0               ? "a point inside is not covered"
                    : inside > 1 || (inside && on) ? "a point inside is covered twice"
                                                   : NULL;
        }
        else
        {
            fault = inside + on > 0 ? "a point outside is covered" : NULL;
        }
    }
    return fault;
}

static bool cross_properly(imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d)
{
    if (fmaxf(a.x, b.x) < fminf(c.x, d.x) || fmaxf(c.x, d.x) < fminf(a.x, b.x) || fmaxf(a.y, b.y) < fminf(c.y, d.y) ||
        fmaxf(c.y, d.y) < fminf(a.y, b.y))
    {
        return false;
    }
    return turn_of(a, b, c) * turn_of(a, b, d) < 0 && turn_of(c, d, a) * turn_of(c, d, b) < 0;
}

// Whether a crossing is at a point of the outlines: then it is a touch.
static bool meet_at_point(const imp2_outlines* o, imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d)
{
    int32_t count = 0;
    for (int32_t r = 0; r < o->ring_count; r++)
    {
        count += o->counts[r];
    }
    for (int32_t i = 0; i < count; i++)
    {
        if (lies_on(a, b, o->points[i]) && lies_on(c, d, o->points[i]))
        {
            return true;
        }
    }
    return false;
}

static bool is_crossing(const imp2_outlines* o, imp2_vec a, imp2_vec b, imp2_vec c, imp2_vec d)
{
    return cross_properly(a, b, c, d) && !meet_at_point(o, a, b, c, d);
}

bool region2_crosses(const imp2_outlines* o)
{
    for (int32_t r = 0, r0 = 0; r < o->ring_count; r0 += o->counts[r++])
    {
        for (int32_t i = 0; i < o->counts[r]; i++)
        {
            for (int32_t q = 0, q0 = 0; q <= r; q0 += o->counts[q++])
            {
                for (int32_t k = 0; k < (q == r ? i : o->counts[q]); k++)
                {
                    if (is_crossing(o, o->points[r0 + i], point_after(o, r0, r, i), o->points[q0 + k],
                                    point_after(o, q0, q, k)))
                    {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

// The ends of the edge that a report names; false when there is none.
static bool named_edge(const imp2_outlines* o, int32_t ring, int32_t i, imp2_vec* a, imp2_vec* b)
{
    if (ring < 0 || ring >= o->ring_count || i < 0 || i >= o->counts[ring])
    {
        return false;
    }
    int32_t start = 0;
    for (int32_t r = 0; r < ring; r++)
    {
        start += o->counts[r];
    }
    *a = o->points[start + i];
    *b = point_after(o, start, ring, i);
    return true;
}

// How far p is from the line of an edge, measured from the end that is nearer; and how large that end is.
static double line_distance(imp2_vec a, imp2_vec b, imp2_vec p, double* size)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double to_a = hypot((double)p.x - (double)a.x, (double)p.y - (double)a.y);
    double to_b = hypot((double)p.x - (double)b.x, (double)p.y - (double)b.y);
    imp2_vec from = to_a < to_b ? a : b;
    *size = hypot((double)from.x, (double)from.y);
    return fabs(x * ((double)p.y - (double)from.y) - y * ((double)p.x - (double)from.x)) / hypot(x, y);
}

const char* region2_crossing_fault(const imp2_outlines* o, const imp2_outline_report* report)
{
    imp2_vec a, b, c, d;
    if (!named_edge(o, report->ring_a, report->edge_a, &a, &b) ||
        !named_edge(o, report->ring_b, report->edge_b, &c, &d))
    {
        return "an edge that does not exist is named";
    }
    if (!is_crossing(o, a, b, c, d))
    {
        return "the edges that are named do not cross";
    }
    double size_a, size_c, off_a = line_distance(a, b, report->at, &size_a);
    double off_c = line_distance(c, d, report->at, &size_c);
    double size = hypot((double)report->at.x, (double)report->at.y) + size_a + size_c;
    bool there = off_a <= 0x1p-22 * size && off_c <= 0x1p-22 * size;
    return there ? NULL : "the crossing is not where it is said to be";
}
