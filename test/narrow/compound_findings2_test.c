// SPDX-License-Identifier: MIT
//
// Compounds on small integers, where everything can be known: a second opinion of depth, push, hits and normals, and
// the cases that it found.
//
// All corners are integers (times a power of two, which must not matter), turns are quarter turns. The differences b -
// a of two parts then fill a convex piece with integer corners. The interiors of all pieces together, O, are exactly
// the places where the insides of the compounds meet, when both have area. The push is the way to the nearest place
// that is not in O: the foot of the origin on a side, a corner, or a crossing of two sides, all of them fractions of
// small integers. A sweep is a straight way, which enters O at such a fraction. Nothing here knows of seams: they lie
// in O.

#include <math.h>
#include <stdio.h>

#include "impinge/narrow2.h"
#include "support.h"

enum
{
    ROOM = 1000,
    PIECES_MAX = 300,
    SIDES_MAX = 40,
    RINGS_MAX = 4,
    POINTS_MAX = 80
};

typedef struct spot
{
    int64_t x, y;
} spot;

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

typedef enum sort
{
    RINGS = 0,
    CELLS,
    BOX,
    CONVEX,
    FAN,
    SORTS
} sort;

/// A compound on integers, and how it stands.
typedef struct figure
{
    imp2_compound compound;
    imp2_shape shape;
    int quarter, x, y;
    float unit;
} figure;

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

static spot turned(spot v, int quarter)
{
    for (; quarter > 0; --quarter)
    {
        spot r = {-v.y, v.x};
        v = r;
    }
    return v;
}

static spot placed(const figure* f, float x, float y)
{
    spot v = {(int64_t)lrintf(x / f->unit), (int64_t)lrintf(y / f->unit)};
    v = turned(v, f->quarter);
    v.x += f->x;
    v.y += f->y;
    return v;
}

static imp2_pose pose_of(const figure* f)
{
    static const imp2_rot turns[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    imp2_pose pose = {{(float)f->x * f->unit, (float)f->y * f->unit}, turns[f->quarter]};
    return pose;
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
            spot v = minus(placed(fb, b->x[m], b->y[m]), placed(fa, a->x[k], a->y[k]));
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

// Figures

static bool make_rings(test_rng* rng, float unit, imp2_compound* out)
{
    imp2_vec points[POINTS_MAX];
    int32_t counts[RINGS_MAX];
    int32_t rings = test_rng_int(rng, 1, 3), total = 0;
    for (int32_t r = 0; r < rings; ++r)
    {
        counts[r] = r ? test_rng_int(rng, 3, 4) : test_rng_int(rng, 4, 9);
        int size = r ? 3 : 8, x0 = r ? test_rng_int(rng, -5, 5) : 0, y0 = r ? test_rng_int(rng, -5, 5) : 0;
        for (int32_t k = 0; k < counts[r]; ++k)
        {
            double angle = 6.283185307179586 * k / counts[r], far = (0.25 + 0.75 * test_rng_unit(rng)) * size;
            points[total].x = (float)(x0 + (int)lrint(far * cos(angle))) * unit;
            points[total++].y = (float)(y0 + (int)lrint(far * sin(angle))) * unit;
        }
    }
    imp2_outlines outlines = {points, counts, rings, IMP_FILL_EVEN_ODD};
    return imp2_region_make(&outlines, NULL, out, NULL) == IMP_OK;
}

static bool make_cells(test_rng* rng, float unit, imp2_compound* out)
{
    imp2_vec points[POINTS_MAX];
    int32_t counts[POINTS_MAX / 4], rings = 0;
    int columns = test_rng_int(rng, 1, 5), rows = test_rng_int(rng, 1, 4), size = test_rng_int(rng, 1, 4);
    for (int k = 0; k < columns * rows; ++k)
    {
        int x = (k % columns - 2) * size, y = (k / columns - 2) * size;
        const imp2_vec at[4] = {{(float)x, (float)y},
                                {(float)(x + size), (float)y},
                                {(float)(x + size), (float)(y + size)},
                                {(float)x, (float)(y + size)}};
        if (test_rng_int(rng, 0, 2))
        {
            for (int m = 0; m < 4; ++m)
            {
                points[4 * rings + m] = imp2_vec_scale(at[m], unit);
            }
            counts[rings++] = 4;
        }
    }
    imp2_outlines outlines = {points, counts, rings, IMP_FILL_NON_ZERO};
    return rings > 0 && imp2_region_make(&outlines, NULL, out, NULL) == IMP_OK;
}

/// Triangles around the first corner of a convex outline.
static bool make_fan(const imp2_vec* points, int32_t count, imp2_compound* out)
{
    int32_t starts[2] = {0, count}, loop_starts[8] = {0}, loop[24];
    for (int32_t k = 0; k + 2 < count; ++k)
    {
        loop[3 * k] = 0;
        loop[3 * k + 1] = k + 1;
        loop[3 * k + 2] = k + 2;
        loop_starts[k + 1] = 3 * k + 3;
    }
    imp2_region_cut cut = {points, starts, loop_starts, loop, 1, count - 2};
    return imp2_region_load(&cut, NULL, out) == IMP_OK;
}

static bool make_convex(test_rng* rng, float unit, bool fan, figure* f)
{
    imp2_vec points[8];
    int32_t count = test_rng_int(rng, 3, 8);
    for (int32_t k = 0; k < count; ++k)
    {
        double angle = 6.283185307179586 * k / count;
        points[k].x = (float)lrint(6.0 * cos(angle) + test_rng_int(rng, -1, 1)) * unit;
        points[k].y = (float)lrint(6.0 * sin(angle) + test_rng_int(rng, -1, 1)) * unit;
    }
    if (imp2_polygon_make(points, count, 0.0f, NULL, &f->shape, NULL) != IMP_OK)
    {
        return false;
    }
    if (!fan)
    {
        return imp2_compound_of_shape(&f->shape, &f->compound) == IMP_OK;
    }
    for (int32_t k = 0; k < f->shape.count; ++k)
    {
        points[k].x = f->shape.x[k];
        points[k].y = f->shape.y[k];
    }
    return make_fan(points, f->shape.count, &f->compound);
}

static void make_figure(test_rng* rng, int kind, float unit, figure* f)
{
    f->unit = unit;
    f->quarter = test_rng_int(rng, 0, 3);
    for (;;)
    {
        if (kind == RINGS && make_rings(rng, unit, &f->compound))
        {
            return;
        }
        if (kind == CELLS && make_cells(rng, unit, &f->compound))
        {
            return;
        }
        if (kind == BOX)
        {
            int x = test_rng_int(rng, -4, 3), y = test_rng_int(rng, -4, 3);
            imp2_box box = {{(float)x * unit, (float)y * unit},
                            {(float)test_rng_int(rng, x + 1, 4) * unit, (float)test_rng_int(rng, y + 1, 4) * unit}};
            assert_int_equal(imp2_box_make(box, &f->shape), IMP_OK);
            assert_int_equal(imp2_compound_of_shape(&f->shape, &f->compound), IMP_OK);
            return;
        }
        if ((kind == CONVEX || kind == FAN) && make_convex(rng, unit, kind == FAN, f))
        {
            return;
        }
    }
}

static void print_figure(const char* name, const figure* f)
{
    printf("%s: kind %d, quarter %d, at %d %d, unit %a\n", name, f->compound.kind, f->quarter, f->x, f->y,
           (double)f->unit);
    for (int32_t r = 0; r < f->compound.ring_count; ++r)
    {
        printf("  ring");
        for (int32_t k = f->compound.ring_starts[r]; k < f->compound.ring_starts[r + 1]; ++k)
        {
            spot v = placed(f, f->compound.vertices[k].x, f->compound.vertices[k].y);
            printf(" (%d,%d)", (int)v.x, (int)v.y);
        }
        printf("\n");
    }
    for (int32_t i = 0; i < f->compound.part_count; ++i)
    {
        printf("  part %d", i);
        for (int32_t k = 0; k < f->compound.parts[i].count; ++k)
        {
            spot v = placed(f, f->compound.parts[i].x[k], f->compound.parts[i].y[k]);
            printf(" (%d,%d)", (int)v.x, (int)v.y);
        }
        printf("\n");
    }
}

static bool along(double x, double y, imp2_vec n)
{
    double size = sqrt(x * x + y * y);
    return fabs(x / size - n.x) < 1e-6 && fabs(y / size - n.y) < 1e-6;
}

/// Whether n is the normal of a side of the outline, times sign.
static bool is_outline_normal(const figure* f, imp2_vec n, double sign)
{
    const imp2_compound* c = &f->compound;
    int32_t rings = c->ring_count ? c->ring_count : 1;
    for (int32_t r = 0; r < rings; ++r)
    {
        int32_t first = c->ring_count ? c->ring_starts[r] : 0,
                end = c->ring_count ? c->ring_starts[r + 1] : c->parts->count;
        for (int32_t k = first; k < end; ++k)
        {
            int32_t next = k + 1 < end ? k + 1 : first;
            spot v = c->ring_count ? placed(f, c->vertices[k].x, c->vertices[k].y)
                                   : placed(f, c->parts->x[k], c->parts->y[k]);
            spot w = c->ring_count ? placed(f, c->vertices[next].x, c->vertices[next].y)
                                   : placed(f, c->parts->x[next], c->parts->y[next]);
            if (along(sign * (double)(w.y - v.y), -sign * (double)(w.x - v.x), n))
            {
                return true;
            }
        }
    }
    return false;
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
    make_figure(rng, kind_a, unit, &p->a);
    make_figure(rng, kind_b, unit, &p->b);
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
        print_figure("a", &p->a);
        print_figure("b", &p->b);
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
            imp2_pose pa = pose_of(&p.a), pb = pose_of(&p.b);
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
                    known = known || along(-(double)best.at[k].x, -(double)best.at[k].y, c.normal);
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
                    bool from_outline = is_outline_normal(&p.a, m->normal, 1.0) ||
                                        is_outline_normal(&p.b, m->normal, -1.0) ||
                                        along(c.normal.x, c.normal.y, m->normal);
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
    test_report("compound findings2: depth", deep);
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
            imp2_compound_mover a = {&p.a.compound, pose_of(&p.a), {0, 0}, 0},
                                b = {&p.b.compound, pose_of(&p.b), way, 0};
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
                bool felt = is_outline_normal(&p.a, h.hit.normal, 1.0) || is_outline_normal(&p.b, h.hit.normal, -1.0);
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
    test_report("compound findings2: sweeps", hits + rests);
}

// A box beside a step, in front of a slanting seam: out to the left by an eighth, exactly.
static void a_box_in_front_of_a_seam(void** state)
{
    (void)state;
    imp2_vec points[8] = {{11, -17}, {9, -17}, {9, -21}, {20, -21}, {20, -18}, {16, -18}, {16, -13}, {11, -13}};
    int32_t eight = 8;
    imp2_outlines outlines = {points, &eight, 1, IMP_FILL_EVEN_ODD};
    figure a = {.unit = 1.0f}, b = {.unit = 1.0f};
    assert_int_equal(imp2_box_make((imp2_box){{15.875f, -18.0f}, {17.125f, -16.75f}}, &a.shape), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&a.shape, &a.compound), IMP_OK);
    assert_int_equal(imp2_region_make(&outlines, NULL, &b.compound, NULL), IMP_OK);
    imp2_pose at = imp2_pose_identity();
    imp2_compound_contacts c = {manifolds, ROOM, 0, {0, 0}, 0};
    assert_int_equal(imp2_compound_collide(&a.compound, &at, &b.compound, &at, 0.0f, &c), IMP_OK);
    assert_true(c.count > 0 && c.depth == 0.125f && c.normal.x == -1.0f && c.normal.y == 0.0f);
    for (int32_t k = 0; k < c.count; ++k)
    {
        imp2_vec n = manifolds[k].manifold.normal;
        assert_true(is_outline_normal(&b, n, -1.0));
    }
    imp2_compound_free(&b.compound);
}

// A corner in which seams end is met by the corner of a box: the normal lies between those of the outline.
static void a_corner_in_which_seams_end(void** state)
{
    (void)state;
    const imp2_vec points[7] = {{2, -5}, {6, -8}, {13, -8}, {14, -1}, {13, 4}, {6, 4}, {4, 2}};
    figure a = {.unit = 1.0f}, b = {.unit = 1.0f};
    assert_int_equal(imp2_box_make((imp2_box){{-4, 1}, {0, 2}}, &a.shape), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&a.shape, &a.compound), IMP_OK);
    assert_true(make_fan(points, 7, &b.compound));
    imp2_compound_mover from = {&a.compound, pose_of(&a), {0, 0}, 0}, to = {&b.compound, pose_of(&b), {-3, 9}, 0};
    imp2_compound_hit h;
    assert_int_equal(imp2_compound_sweep(&from, &to, &h), IMP_OK);
    assert_true(h.hit.kind == IMP_SWEEP_HIT && fabsf(h.hit.time - 2.0f / 3.0f) < 1e-6f);
    assert_true(is_outline_normal(&a, h.hit.normal, 1.0) || is_outline_normal(&b, h.hit.normal, -1.0));
    imp2_compound_free(&b.compound);
}

// A disc whose centre is a corner of a region, exactly: no direction leads from the one to the other.
static void a_disc_centred_on_a_corner(void** state)
{
    (void)state;
    imp2_vec points[6] = {{-0.75f, -0.125f}, {0.5f, -0.75f}, {0.875f, 0.125f},
                          {0.25f, 0.25f},    {-0.625f, 1},   {-0.375f, 0.375f}};
    int32_t six = 6;
    imp2_outlines outlines = {points, &six, 1, IMP_FILL_EVEN_ODD};
    imp2_compound disc, region;
    imp2_shape shape;
    assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
    const imp2_vec middle = {0, 0}, motion = {-2.5f, 1};
    assert_int_equal(imp2_polygon_make(&middle, 1, 0.75f, NULL, &shape, NULL), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&shape, &disc), IMP_OK);
    for (int32_t k = 0; k < 2 * six; ++k)
    {
        imp2_pose at = imp2_pose_identity(), there = at;
        there.p = points[k / 2];
        bool first = k % 2;
        imp2_compound_hit h;
        assert_int_equal(imp2_compound_cast(first ? &disc : &region, first ? &there : &at, first ? &region : &disc,
                                            first ? &at : &there, motion, &h),
                         IMP_OK);
        assert_int_equal(h.hit.kind, IMP_SWEEP_OVERLAP);
        assert_true(fabsf(imp2_vec_dot(h.hit.normal, h.hit.normal) - 1.0f) < 1e-6f);
        imp2_pose moved = there;
        moved.p = imp2_vec_add(there.p, imp2_vec_scale(h.hit.normal, (first ? -1.001f : 1.001f) * h.hit.depth));
        imp2_compound_nearest n;
        assert_int_equal(imp2_compound_distance(&disc, &moved, &region, &at, &n), IMP_OK);
        assert_true(n.nearest.distance > 0.0f && n.nearest.distance < 0.002f);
    }
    imp2_compound_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_is_that_of_the_union), cmocka_unit_test(hits_are_those_of_the_union),
        cmocka_unit_test(a_box_in_front_of_a_seam),   cmocka_unit_test(a_corner_in_which_seams_end),
        cmocka_unit_test(a_disc_centred_on_a_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
