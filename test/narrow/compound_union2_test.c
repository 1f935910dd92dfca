// SPDX-License-Identifier: MIT
//
// Compounds on small integers, where everything can be known: a second opinion of depth, push, hits and normals.
//
// All corners are integers (times a power of two, which must not matter), turns are quarter turns. The differences b -
// a of two parts then fill a convex piece with integer corners. The interiors of all pieces together, O, are exactly
// the places where the insides of the compounds meet, when both have area. The push is the way to the nearest place
// that is not in O: the foot of the origin on a side, a corner, or a crossing of two sides, all of them fractions of
// small integers. A sweep is a straight way, which enters O at such a fraction. Nothing here knows of seams: they lie
// in O.

#include <math.h>
#include <stdio.h>

#include "figures2.h"

enum
{
    ROOM = 1000,
    PIECES_MAX = 300,
    SIDES_MAX = 40
};

/// Places w with n w <= d: half-planes of a convex piece.
typedef struct side
{
    spot n, from, to;
    int64_t d;
} side;

typedef struct piece
{
    side sides[SIDES_MAX];
    int count;
} piece;

/// A fraction of a place: x / q, y / q, with q above 0.
typedef struct fraction
{
    int64_t x, y, q;
} fraction;

static piece pieces[PIECES_MAX];
static int piece_count;
static imp2_part_manifold manifolds[ROOM];

static int64_t cross(spot a, spot b)
{
    return a.x * b.y - a.y * b.x;
}

static spot minus(spot a, spot b)
{
    spot r = {a.x - b.x, a.y - b.y};
    return r;
}

// Pieces

static void add_side(piece* p, spot from, spot to, spot n)
{
    side s = {n, from, to, n.x * from.x + n.y * from.y};
    p->sides[p->count++] = s;
}

static void make_piece(const figure* fa, int32_t i, const figure* fb, int32_t j, piece* p)
{
    const imp2_shape *a = &fa->compound.parts[i], *b = &fb->compound.parts[j];
    spot all[64], hull[130];
    int n = 0, count = 0;
    for (int32_t k = 0; k < a->count; ++k)
    {
        for (int32_t m = 0; m < b->count; ++m)
        {
            spot v = minus(figure_place(fb, b->x[m], b->y[m]), figure_place(fa, a->x[k], a->y[k]));
            int at = n++;
            for (; at > 0 && (all[at - 1].x > v.x || (all[at - 1].x == v.x && all[at - 1].y > v.y)); --at)
            {
                all[at] = all[at - 1];
            }
            all[at] = v;
        }
    }
    for (int round = 0; round < 2; ++round)
    {
        int start = count;
        for (int k = 0; k < n; ++k)
        {
            spot v = all[round ? n - 1 - k : k];
            while (count >= start + 2 && cross(minus(hull[count - 1], hull[count - 2]), minus(v, hull[count - 2])) <= 0)
            {
                --count;
            }
            if (count == start || v.x != hull[count - 1].x || v.y != hull[count - 1].y)
            {
                hull[count++] = v;
            }
        }
        --count;
    }
    p->count = 0;
    for (int k = 0; k < count; ++k)
    {
        spot from = hull[k], to = hull[(k + 1) % count], n_out = {to.y - from.y, from.x - to.x};
        add_side(p, from, to, n_out);
    }
}

static void make_pieces(const figure* a, const figure* b)
{
    piece_count = 0;
    for (int32_t i = 0; i < a->compound.part_count; ++i)
    {
        for (int32_t j = 0; j < b->compound.part_count; ++j)
        {
            assert_true(piece_count < PIECES_MAX);
            make_piece(a, i, b, j, &pieces[piece_count++]);
        }
    }
}

/// 1 inside the piece, 0 on its boundary, -1 outside.
static int where(const piece* p, fraction w)
{
    int r = 1;
    for (int k = 0; k < p->count; ++k)
    {
        const side* s = &p->sides[k];
        int64_t gap = s->d * w.q - (s->n.x * w.x + s->n.y * w.y);
        int sign = gap > 0 ? 1 : gap < 0 ? -1 : 0;
        r = sign < r ? sign : r;
    }
    return r;
}

/// 1 in O, 0 on the boundary of a piece, -1 outside.
static int where_in_all(fraction w)
{
    int r = -1;
    for (int k = 0; k < piece_count && r < 1; ++k)
    {
        int at = where(&pieces[k], w);
        r = at > r ? at : r;
    }
    return r;
}

/// The nearest places that are not in O: length, and how many directions there are.
typedef struct ways_out
{
    double length;
    int count;
    fraction at[16];
} ways_out;

static double length_of(fraction w)
{
    double x = (double)w.x / (double)w.q, y = (double)w.y / (double)w.q;
    return sqrt(x * x + y * y);
}

static void try_place(ways_out* best, fraction w)
{
    double length = length_of(w);
    if (length > best->length * (1.0 + 1e-9) || where_in_all(w) > 0)
    {
        return;
    }
    best->count = length < best->length * (1.0 - 1e-9) ? 0 : best->count;
    best->length = length < best->length ? length : best->length;
    if (best->count < 16)
    {
        best->at[best->count++] = w;
    }
}

static void find_ways(ways_out* best)
{
    best->length = INFINITY;
    best->count = 0;
    for (int i = 0; i < piece_count; ++i)
    {
        for (int k = 0; k < pieces[i].count; ++k)
        {
            const side* s = &pieces[i].sides[k];
            spot e = minus(s->to, s->from);
            int64_t q = e.x * e.x + e.y * e.y, t = -(s->from.x * e.x + s->from.y * e.y);
            fraction corner = {s->from.x, s->from.y, 1}, foot = {s->from.x * q + t * e.x, s->from.y * q + t * e.y, q};
            try_place(best, corner);
            if (t > 0 && t < q)
            {
                try_place(best, foot);
            }
        }
    }
    for (int i = 0; i < piece_count; ++i)
    {
        for (int k = 0; k < pieces[i].count; ++k)
        {
            const side* s = &pieces[i].sides[k];
            spot e = minus(s->to, s->from);
            double far = fabs((double)s->d) / sqrt((double)(s->n.x * s->n.x + s->n.y * s->n.y));
            for (int j = i + 1; j < piece_count && far <= best->length; ++j)
            {
                for (int m = 0; m < pieces[j].count; ++m)
                {
                    const side* o = &pieces[j].sides[m];
                    spot f = minus(o->to, o->from), v = minus(o->from, s->from);
                    int64_t q = cross(e, f), t = cross(v, f), u = cross(v, e);
                    int64_t sign = q < 0 ? -1 : 1;
                    q *= sign;
                    t *= sign;
                    u *= sign;
                    if (q > 0 && t >= 0 && t <= q && u >= 0 && u <= q)
                    {
                        fraction w = {s->from.x * q + t * e.x, s->from.y * q + t * e.y, q};
                        try_place(best, w);
                    }
                }
            }
        }
    }
}

/// Times along the way of the origin against B's motion: when it is inside, and when it first touches.
typedef struct times
{
    double opens, touches;
    int start;
    int count;  // stretches of the way on which they touch or overlap
    double from[PIECES_MAX], to[PIECES_MAX];
} times;

/// Adds a stretch, joined with those that it touches.
static void add_stretch(times* t, double from, double to)
{
    for (int k = 0; k < t->count;)
    {
        if (t->from[k] <= to + 1e-9 && from <= t->to[k] + 1e-9)
        {
            from = t->from[k] < from ? t->from[k] : from;
            to = t->to[k] > to ? t->to[k] : to;
            --t->count;
            t->from[k] = t->from[t->count];
            t->to[k] = t->to[t->count];
            k = 0;
        }
        else
        {
            ++k;
        }
    }
    t->from[t->count] = from;
    t->to[t->count++] = to;
}

/// Whether a contact begins at a time after the start.
static bool begins_at(const times* t, double time)
{
    for (int k = 0; k < t->count; ++k)
    {
        if (t->from[k] > 1e-9 && fabs(t->from[k] - time) < 1e-5)
        {
            return true;
        }
    }
    return false;
}

static void find_times(spot motion, times* out)
{
    fraction origin = {0, 0, 1};
    out->start = where_in_all(origin);
    out->opens = out->touches = INFINITY;
    out->count = 0;
    for (int i = 0; i < piece_count; ++i)
    {
        // Fractions low / low_q and high / high_q; from 0 to beyond 1, to see what gets in afterwards.
        int64_t low = 0, low_q = 1, high = 2, high_q = 1;
        bool open = true, closed = true;
        for (int k = 0; k < pieces[i].count; ++k)
        {
            const side* s = &pieces[i].sides[k];
            int64_t rate = s->n.x * motion.x + s->n.y * motion.y, h = s->d;  // h + rate t >= 0
            if (rate == 0)
            {
                open = open && h > 0;
                closed = closed && h >= 0;
            }
            else if (rate > 0)
            {
                bool later = -h * low_q > low * rate;
                low = later ? -h : low;
                low_q = later ? rate : low_q;
            }
            else
            {
                bool sooner = h * high_q < high * -rate;
                high = sooner ? h : high;
                high_q = sooner ? -rate : high_q;
            }
        }
        double t = (double)low / (double)low_q;
        if (open && low * high_q < high * low_q)
        {
            out->opens = t < out->opens ? t : out->opens;
        }
        if (closed && low * high_q <= high * low_q)
        {
            out->touches = t < out->touches ? t : out->touches;
            add_stretch(out, t, (double)high / (double)high_q);
        }
    }
}

static bool all_small(const imp2_compound* c)
{
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        if (c->parts[i].count > 8)
        {
            return false;
        }
    }
    return true;
}

typedef struct pair
{
    figure a, b;
    double ulp;
} pair;

static bool make_pair(test_rng* rng, uint64_t i, pair* p)
{
    int kind_a = (int)(i % SORTS), kind_b = (int)(i / SORTS % SORTS);
    float unit = ldexpf(1.0f, test_rng_int(rng, -12, 12));
    figure_make(rng, kind_a, unit, &p->a);
    figure_make(rng, kind_b, unit, &p->b);
    p->a.x = test_rng_int(rng, -3, 3);
    p->a.y = test_rng_int(rng, -3, 3);
    p->b.x = p->a.x + test_rng_int(rng, -12, 12);
    p->b.y = p->a.y + test_rng_int(rng, -12, 12);
    double x = (p->b.x - p->a.x) * (double)unit, y = (p->b.y - p->a.y) * (double)unit, most = sqrt(x * x + y * y);
    most = p->a.compound.reach > most ? p->a.compound.reach : most;
    most = p->b.compound.reach > most ? p->b.compound.reach : most;
    p->ulp = most * 0x1p-23;
    int64_t count = (int64_t)p->a.compound.part_count * p->b.compound.part_count;
    return count <= PIECES_MAX && all_small(&p->a.compound) && all_small(&p->b.compound);
}

static void free_pair(pair* p)
{
    imp2_compound_free(&p->a.compound);
    imp2_compound_free(&p->b.compound);
}

static int failures;

static void demand(bool holds, const pair* p, uint64_t i, const char* what)
{
    if (!holds)
    {
        printf("case %d: %s\n", (int)i, what);
        figure_print("a", &p->a);
        figure_print("b", &p->b);
        ++failures;
        if (failures >= 4)
        {
            fail_msg("%s", what);
        }
    }
}

static void depth_is_that_of_the_union(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(20000), deep = 0;
    double worst = 0.0;
    failures = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        pair p;
        if (make_pair(&rng, i, &p))
        {
            make_pieces(&p.a, &p.b);
            imp2_pose pa = figure_pose(&p.a), pb = figure_pose(&p.b);
            imp2_compound_contacts c = {manifolds, ROOM, 0, {0, 0}, 0};
            imp2_compound_nearest n;
            bool overlap;
            assert_int_equal(imp2_compound_collide(&p.a.compound, &pa, &p.b.compound, &pb, 0.0f, &c), IMP_OK);
            assert_int_equal(imp2_compound_distance(&p.a.compound, &pa, &p.b.compound, &pb, &n), IMP_OK);
            assert_int_equal(imp2_compound_overlap(&p.a.compound, &pa, &p.b.compound, &pb, &overlap), IMP_OK);
            fraction origin = {0, 0, 1};
            int at = where_in_all(origin);
            demand(overlap == (at >= 0), &p, i, "overlap");
            demand((c.count > 0) == overlap, &p, i, "count");
            if (at < 1)
            {
                demand(at < 0 || (c.depth == 0.0f && n.nearest.distance == 0.0f), &p, i, "touching, but depth");
            }
            else
            {
                ways_out best;
                find_ways(&best);
                double unit = p.a.unit, error = fabs(best.length * unit - c.depth);
                worst = error / p.ulp > worst ? error / p.ulp : worst;
                if (error > 8.0 * p.ulp)
                {
                    printf("depth %.9g, union %.9g\n", (double)c.depth / unit, best.length);
                }
                demand(error <= 8.0 * p.ulp, &p, i, "depth");
                demand(c.depth == -n.nearest.distance, &p, i, "distance is not the depth");
                bool known = best.count == 16;
                for (int k = 0; k < best.count; ++k)
                {
                    known = known || figure_along(-(double)best.at[k].x, -(double)best.at[k].y, c.normal);
                }
                if (!known)
                {
                    printf("normal %.9g %.9g, expected %g %g\n", (double)c.normal.x, (double)c.normal.y,
                           -(double)best.at[0].x / (double)best.at[0].q, -(double)best.at[0].y / (double)best.at[0].q);
                }
                demand(known, &p, i, "normal");
                bool upright = fabsf(c.normal.x) < 1e-6f || fabsf(c.normal.y) < 1e-6f;
                demand(!upright || c.normal.x == 0.0f || c.normal.y == 0.0f, &p, i, "hardly upright");
                for (int32_t k = 0; k < c.count; ++k)
                {
                    const imp2_manifold* m = &manifolds[k].manifold;
                    bool from_outline = figure_has_normal(&p.a, m->normal, 1.0) ||
                                        figure_has_normal(&p.b, m->normal, -1.0) ||
                                        figure_along(c.normal.x, c.normal.y, m->normal);
                    if (!from_outline)
                    {
                        printf("parts %d %d: normal %.9g %.9g depth %.9g, whole %g %g, %g\n", manifolds[k].part_a,
                               manifolds[k].part_b, (double)m->normal.x, (double)m->normal.y, (double)m->depth / unit,
                               (double)c.normal.x, (double)c.normal.y, (double)c.depth / unit);
                    }
                    demand(from_outline, &p, i, "a seam's normal");
                    demand((double)m->depth <= c.depth + 16.0 * p.ulp, &p, i, "part deeper than the whole");
                }
                ++deep;
            }
        }
        free_pair(&p);
    }
    assert_true(deep > count / 4);
    assert_int_equal(failures, 0);
    printf("worst %.2f ulp\n", worst);
    test_report("compound union2: depth", deep);
}

static void hits_are_those_of_the_union(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(20000), hits = 0, rests = 0;
    failures = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        pair p;
        if (make_pair(&rng, i, &p))
        {
            make_pieces(&p.a, &p.b);
            spot motion = {test_rng_int(&rng, -12, 12), test_rng_int(&rng, -12, 12)};
            times t;
            find_times(motion, &t);
            imp2_vec way = {(float)motion.x * p.a.unit, (float)motion.y * p.a.unit};
            imp2_compound_mover a = {&p.a.compound, figure_pose(&p.a), {0, 0}, 0},
                                b = {&p.b.compound, figure_pose(&p.b), way, 0};
            imp2_compound_hit h;
            assert_int_equal(imp2_compound_sweep(&a, &b, &h), IMP_OK);
            bool still = motion.x == 0 && motion.y == 0, good;
            double time = h.hit.time;
            // What only passes may be told either way, and so may what is reached at the very end. But what rests must
            // not stop where it slides.
            bool end = fabs(t.opens - 1.0) < 1e-6 && (h.hit.kind == IMP_SWEEP_REST || h.hit.kind == IMP_SWEEP_NEVER);
            bool graze = h.hit.kind == IMP_SWEEP_HIT && time < t.opens + 1e-5 && begins_at(&t, time);
            if (t.start > 0)
            {
                good = h.hit.kind == IMP_SWEEP_OVERLAP;
            }
            else if (t.start == 0)
            {
                good = t.opens <= 0.0 && !still ? h.hit.kind == IMP_SWEEP_TOUCH && time == 0.0
                       : t.opens <= 1.0 && !still
                           ? graze || (h.hit.kind == IMP_SWEEP_HIT && fabs(time - t.opens) < 1e-5)
                           : graze || h.hit.kind == IMP_SWEEP_REST;
                rests += h.hit.kind == IMP_SWEEP_REST;
            }
            else
            {
                good = t.touches > 1.0  ? h.hit.kind == IMP_SWEEP_NEVER
                       : t.opens <= 1.0 ? graze || (h.hit.kind == IMP_SWEEP_HIT && fabs(time - t.opens) < 1e-5)
                                        : h.hit.kind == IMP_SWEEP_HIT || h.hit.kind == IMP_SWEEP_NEVER;
                bool clear = t.touches == t.opens && t.opens <= 1.0;
                bool felt = figure_has_normal(&p.a, h.hit.normal, 1.0) || figure_has_normal(&p.b, h.hit.normal, -1.0);
                good = good && (!clear || end || felt);
                hits += clear;
            }
            good = good || (end && t.start < 1);
            if (!good)
            {
                printf("motion %d %d: kind %d at %.9g, normal %g %g; start %d opens %.9g touches %.9g\n", (int)motion.x,
                       (int)motion.y, h.hit.kind, time, (double)h.hit.normal.x, (double)h.hit.normal.y, t.start,
                       t.opens, t.touches);
            }
            demand(good, &p, i, "sweep");
        }
        free_pair(&p);
    }
    assert_true(hits > count / 8);
    assert_int_equal(failures, 0);
    test_report("compound union2: sweeps", hits + rests);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_is_that_of_the_union),
        cmocka_unit_test(hits_are_those_of_the_union),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
