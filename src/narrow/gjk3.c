// SPDX-License-Identifier: MIT
//
// The distance of two cores, by the method of Gilbert, Johnson and Keerthi (1988), in doubles.
//
// The difference of the cores is the set of all b - a; the nearest of them to the origin is looked for. A simplex of up
// to four points of its boundary is kept whose nearest point v comes nearer with every step; the next point w is the
// farthest of the difference against v. Since nothing of the difference is below w along v, v.w / |v| bounds the distance
// from below, and |v| from above.
//
// Invariants: |v| falls with every step but a few that are level to rounding, so no simplex comes twice but among these,
// and the loop ends. The newest point belongs to the nearest feature of the simplex, so only features with it are tried,
// the best of those that may be nearest is taken by its distance, and rounding can cost a step but not take a worse one.
// v of a triangle is the foot on its plane and not a sum of corners: so it keeps its direction when the triangle is much
// farther away than the plane. The plane of a sliver is not known well, nor then v: what counts as meeting, and the upper
// bound of the distance, allow for that.
//
// Boxes and things of up to three vertices are placed once, so that a support is a few products.
//
// Tried and dropped: the recursion of signed volumes over all subsets (Montanari, Petrinic and Barbieri 2017): it tries
// features without the newest point too, which are never taken.

#include "gjk3.h"

#include "../base/bits.h"

#include <math.h>
#include <string.h>

/// More steps than any pair of polytopes has been seen to need; of curved ones the last tenth of the bits may be left.
#define GJK_STEPS 128

/// The heights of the vertices of a hull are off by less than this part of the reach, while they are in floats.
#define GJK_ROUGH 0x1p-20

/// Of cores farther apart than this part of the scale, floats know well enough which vertices are the nearest.
#define GJK_NEAR 0x1p-8

/// Products of three vectors are off by less than this part of their lengths.
#define GJK_ROUNDED 0x1p-49

/// The square of the length of v is off by less than this part of the scale and of v. A step that changes it by less may
/// turn v by what the next ones need: so many are taken.
#define GJK_LEVEL 0x1p-49
#define GJK_LEVEL_STEPS 16

/// A core in the frame of the pair.
typedef struct placed_core
{
    const imp3_shape* shape;
    const imp3i_drot* turn;
    imp3i_dvec at;
    imp3i_dvec point[4];  // up to three vertices; of a box its middle and half its axes
    int32_t sort;
} placed_core;

enum
{
    CORE_FEW,
    CORE_BOX,
    CORE_OTHER
};

/// A point of the difference's boundary.
typedef struct gjk_point
{
    imp3i_dvec w;  // on B minus on A
    imp3i_dvec on_a;
    int32_t vertex_a, vertex_b;
} gjk_point;

typedef struct gjk_simplex
{
    int32_t count;
    gjk_point point[4];
} gjk_simplex;

/// The nearest point of the simplex to the origin: where, how far, and which points it is among.
typedef struct gjk_foot
{
    imp3i_dvec v;
    double square;
    uint32_t mask;
} gjk_foot;

static bool is_upright(const imp3_rot* q)
{
    static const imp3_rot upright = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    return memcmp(q, &upright, sizeof upright) == 0;
}

/// The axes of a box in the frame of the pair.
static imp3i_drot axes_of(const imp3i_drot* turn, imp3_rot own)
{
    imp3i_drot r = {imp3i_drot_apply(*turn, imp3i_dvec_of(own.x)), imp3i_drot_apply(*turn, imp3i_dvec_of(own.y)),
                    imp3i_drot_apply(*turn, imp3i_dvec_of(own.z))};
    return r;
}

static void place_core(const imp3_shape* s, const imp3i_drot* turn, imp3i_dvec at, placed_core* out)
{
    out->shape = s;
    out->turn = turn;
    out->at = at;
    out->sort = CORE_OTHER;
    if (s->kind == IMP3_SHAPE_BOX)
    {
        imp3i_drot axes = is_upright(&s->turn) ? *turn : axes_of(turn, s->turn);
        imp3i_dvec lower = imp3i_dvec_of(s->a), upper = imp3i_dvec_of(s->b);
        out->sort = CORE_BOX;
        out->point[0] = imp3i_dadd(at, imp3i_drot_apply(axes, imp3i_dscale(imp3i_dadd(lower, upper), 0.5)));
        out->point[1] = imp3i_dscale(axes.x, 0.5 * (upper.x - lower.x));
        out->point[2] = imp3i_dscale(axes.y, 0.5 * (upper.y - lower.y));
        out->point[3] = imp3i_dscale(axes.z, 0.5 * (upper.z - lower.z));
    }
    else if (s->kind != IMP3_SHAPE_HULL && imp3i_is_polytope(s))
    {
        const imp3_vec* own[3] = {&s->a, &s->b, &s->c};
        out->sort = CORE_FEW;
        for (int32_t i = 0; i < s->count; ++i)
        {
            out->point[i] = imp3i_dadd(imp3i_drot_apply(*turn, imp3i_dvec_of(*own[i])), at);
        }
    }
}

/// A point inside or nearly, to start from.
static imp3i_dvec middle_of_core(const placed_core* c)
{
    if (c->sort == CORE_OTHER)
    {
        const imp3_shape* s = c->shape;
        imp3i_dvec own = imp3i_dvec_of(s->a);
        if (imp3i_is_curved(s))
        {
            own = imp3i_dscale(imp3i_dadd(own, imp3i_dvec_of(s->b)), 0.5);
        }
        return imp3i_dadd(imp3i_drot_apply(*c->turn, own), c->at);
    }
    if (c->sort == CORE_BOX || c->shape->count == 1)
    {
        return c->point[0];
    }
    return imp3i_dscale(imp3i_dadd(c->point[0], c->point[1]), 0.5);
}

static imp3i_dvec vertex_of_core(const placed_core* c, int32_t i)
{
    if (c->sort == CORE_OTHER)
    {
        return imp3i_dadd(imp3i_drot_apply(*c->turn, imp3i_vertex(c->shape, i)), c->at);
    }
    if (c->sort == CORE_FEW)
    {
        return c->point[i];
    }
    imp3i_dvec r = imp3i_dadd_scaled(c->point[0], c->point[1], i & 1 ? 1.0 : -1.0);
    r = imp3i_dadd_scaled(r, c->point[2], i & 2 ? 1.0 : -1.0);
    return imp3i_dadd_scaled(r, c->point[3], i & 4 ? 1.0 : -1.0);
}

/// The farthest vertex of a hull in a direction, to GJK_ROUGH of the reach: in floats, four at a time.
static int32_t roughly_farthest(const imp3i_hull* h, imp3i_dvec d)
{
    double size = fabs(d.x) > fabs(d.y) ? fabs(d.x) : fabs(d.y);
    size = 1.0 / (fabs(d.z) > size ? fabs(d.z) : size);
    impi_lanes x = impi_lanes_splat((float)(d.x * size)), y = impi_lanes_splat((float)(d.y * size)),
               z = impi_lanes_splat((float)(d.z * size));
    impi_lanes most = impi_lanes_splat(-INFINITY), place = impi_lanes_set(0.0f, 1.0f, 2.0f, 3.0f), best = place;
    for (int32_t i = 0; i < h->vertex_count; i += 4)
    {
        impi_lanes height = impi_lanes_mul(x, impi_lanes_load(h->x + i));
        height = impi_lanes_add(height, impi_lanes_mul(y, impi_lanes_load(h->y + i)));
        height = impi_lanes_add(height, impi_lanes_mul(z, impi_lanes_load(h->z + i)));
        best = impi_lanes_if_negative(impi_lanes_sub(most, height), place, best);
        most = impi_lanes_max(most, height);
        place = impi_lanes_add(place, impi_lanes_splat(4.0f));
    }
    float value, places[4];
    impi_lanes_store(places, best);
    int32_t i = (int32_t)places[impi_lanes_greatest(most, &value)];
    return i < h->vertex_count ? i : h->vertex_count - 1;
}

/// The farthest point of a core in a direction; the lowest of equal vertices.
static inline imp3i_dvec farthest_of_core(const placed_core* c, imp3i_dvec d, bool rough, int32_t* vertex)
{
    if (c->sort == CORE_BOX)
    {
        const double side[2] = {-1.0, 1.0};
        int32_t x = imp3i_ddot(d, c->point[1]) > 0.0, y = imp3i_ddot(d, c->point[2]) > 0.0,
                z = imp3i_ddot(d, c->point[3]) > 0.0;
        *vertex = x | y << 1 | z << 2;
        imp3i_dvec r = imp3i_dadd_scaled(c->point[0], c->point[1], side[x]);
        r = imp3i_dadd_scaled(r, c->point[2], side[y]);
        return imp3i_dadd_scaled(r, c->point[3], side[z]);
    }
    if (c->sort == CORE_FEW)
    {
        int32_t best = 0;
        double height = imp3i_ddot(d, c->point[0]);
        for (int32_t i = 1; i < c->shape->count; ++i)
        {
            double other = imp3i_ddot(d, c->point[i]);
            best = other > height ? i : best;
            height = other > height ? other : height;
        }
        *vertex = best;
        return c->point[best];
    }
    imp3i_dvec own = imp3i_drot_apply_inverse(*c->turn, d);
    if (rough && c->shape->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = imp3i_hull_of(c->shape);
        int32_t i = roughly_farthest(h, own);
        imp3i_dvec r = {h->x[i], h->y[i], h->z[i]};
        *vertex = i;
        return imp3i_dadd(imp3i_drot_apply(*c->turn, r), c->at);
    }
    own = imp3i_support(c->shape, own, vertex);
    return imp3i_dadd(imp3i_drot_apply(*c->turn, own), c->at);
}

static void farthest_against(const placed_core* a, const placed_core* b, imp3i_dvec v, bool rough, gjk_point* out)
{
    imp3i_dvec on_b = farthest_of_core(b, imp3i_dnegate(v), rough, &out->vertex_b);
    out->on_a = farthest_of_core(a, v, rough, &out->vertex_a);
    out->w = imp3i_dsub(on_b, out->on_a);
}

static void take_foot(gjk_foot* best, imp3i_dvec v, uint32_t mask)
{
    double square = imp3i_ddot(v, v);
    if (square < best->square)
    {
        best->square = square;
        best->v.x = v.x;
        best->v.y = v.y;
        best->v.z = v.z;
        best->mask = mask;
    }
}

/// The segment from the newest point d to point i.
static void try_segment(const gjk_simplex* s, int32_t d, int32_t i, gjk_foot* best)
{
    imp3i_dvec from = s->point[d].w, along = imp3i_dsub(s->point[i].w, from);
    double t = -imp3i_ddot(from, along), length = imp3i_ddot(along, along);
    if (!(t > 0.0))
    {
        take_foot(best, from, 1u << d);
    }
    else if (t < length)
    {
        take_foot(best, imp3i_dadd_scaled(from, along, t / length), 1u << d | 1u << i);
    }
    else
    {
        take_foot(best, s->point[i].w, 1u << i);
    }
}

/// The triangle of the newest point d and points i and j, with n the cross product of its sides from d.
static void try_triangle(const gjk_simplex* s, int32_t d, int32_t i, int32_t j, imp3i_dvec n, gjk_foot* best)
{
    imp3i_dvec from = s->point[d].w, to_i = imp3i_dsub(s->point[i].w, from), to_j = imp3i_dsub(s->point[j].w, from);
    double share_j = imp3i_ddot(from, imp3i_dcross(to_i, n)), share_i = -imp3i_ddot(from, imp3i_dcross(to_j, n));
    double area = imp3i_ddot(n, n);
    if (share_i > 0.0 && share_j > 0.0 && share_i + share_j < area)
    {
        take_foot(best, imp3i_dscale(n, imp3i_ddot(n, from) / area), 1u << d | 1u << i | 1u << j);
        return;
    }
    if (!(share_j > 0.0))
    {
        try_segment(s, d, i, best);
    }
    if (!(share_i > 0.0))
    {
        try_segment(s, d, j, best);
    }
    if (share_i + share_j >= area)
    {
        try_segment(s, i, j, best);
    }
}

/// Whether the origin is behind a face with corner w and cross product n of two sides, farther than little and than
/// rounding. sizes is the product of the squares of these sides and of w.
static bool is_behind(imp3i_dvec n, imp3i_dvec w, double little, double sizes)
{
    double height = imp3i_ddot(n, w);
    double doubt = little * little * imp3i_ddot(n, n) + sizes * (GJK_ROUNDED * GJK_ROUNDED);
    return height > 0.0 && height * height > 2.0 * doubt;
}

/// The tetrahedron whose newest point is the last. True when the origin is inside beyond doubt. It is on the inner side
/// of the fourth face when v was near enough to right.
static bool try_tetrahedron(const gjk_simplex* s, double little, gjk_foot* best)
{
    imp3i_dvec d = s->point[3].w;
    imp3i_dvec to[3], n[3];
    double square[3], far = imp3i_ddot(d, d);
    for (int k = 0; k < 3; ++k)
    {
        to[k] = imp3i_dsub(s->point[k].w, d);
        square[k] = imp3i_ddot(to[k], to[k]);
    }
    n[0] = imp3i_dcross(to[0], to[1]);
    n[1] = imp3i_dcross(to[1], to[2]);
    n[2] = imp3i_dcross(to[2], to[0]);
    double volume = imp3i_ddot(n[0], to[2]), side = volume < 0.0 ? 1.0 : -1.0;
    bool inside = true;
    for (int k = 0; k < 3; ++k)
    {
        int next = k < 2 ? k + 1 : 0;
        if (!is_behind(imp3i_dscale(n[k], side), d, little, square[k] * square[next] * far))
        {
            inside = false;
            try_triangle(s, 3, k, next, n[k], best);
        }
    }
    if (inside)
    {
        imp3i_dvec e = imp3i_dsub(s->point[1].w, s->point[0].w), f = imp3i_dsub(s->point[2].w, s->point[0].w);
        imp3i_dvec w = s->point[0].w, back = imp3i_dscale(imp3i_dcross(f, e), side);
        inside = is_behind(back, w, little, imp3i_ddot(e, e) * imp3i_ddot(f, f) * imp3i_ddot(w, w));
        if (!inside)
        {
            try_triangle(s, 0, 1, 2, back, best);
        }
    }
    return inside;
}

/// The nearest point of a simplex of which the last point is new. True when the origin is inside.
static bool solve_simplex(const gjk_simplex* s, double little, gjk_foot* out)
{
    out->square = INFINITY;
    out->mask = 0;
    switch (s->count)
    {
    case 1: take_foot(out, s->point[0].w, 1); return false;
    case 2: try_segment(s, 1, 0, out); return false;
    case 3:
    {
        imp3i_dvec d = s->point[2].w;
        imp3i_dvec n = imp3i_dcross(imp3i_dsub(s->point[0].w, d), imp3i_dsub(s->point[1].w, d));
        try_triangle(s, 2, 0, 1, n, out);
        return false;
    }
    default: return try_tetrahedron(s, little, out);
    }
}

static void keep_points(gjk_simplex* s, uint32_t mask)
{
    s->count = 0;
    for (; mask; mask &= mask - 1)
    {
        s->point[s->count++] = s->point[impi_lowest_bit(mask)];
    }
}

static double clamp_share(double share, double most)
{
    return share < 0.0 ? 0.0 : share > most ? most : share;
}

/// Where A's nearest point is: the same mixture of the simplex's points on A as v is of all. The length of that mixture
/// bounds the distance from above though v is off: the plane of a sliver is not known well.
static void mix_points(const gjk_simplex* s, imp3i_closest* out)
{
    const gjk_point* p = s->point;
    out->on_a = p[0].on_a;
    out->above = out->distance;
    if (s->count == 2)
    {
        imp3i_dvec e = imp3i_dsub(p[1].w, p[0].w), off = imp3i_dsub(out->between, p[0].w);
        double share = clamp_share(imp3i_ddot(off, e) / imp3i_ddot(e, e), 1.0);
        out->on_a = imp3i_dadd_scaled(p[0].on_a, imp3i_dsub(p[1].on_a, p[0].on_a), share);
    }
    else if (s->count == 3)
    {
        imp3i_dvec e = imp3i_dsub(p[1].w, p[0].w), f = imp3i_dsub(p[2].w, p[0].w), n = imp3i_dcross(e, f);
        imp3i_dvec off = imp3i_dsub(out->between, p[0].w);
        double area = imp3i_ddot(n, n);
        double share_f = clamp_share(imp3i_ddot(imp3i_dcross(e, off), n) / area, 1.0);
        double share_e = clamp_share(imp3i_ddot(imp3i_dcross(off, f), n) / area, 1.0 - share_f);
        out->on_a = imp3i_dadd_scaled(p[0].on_a, imp3i_dsub(p[1].on_a, p[0].on_a), share_e);
        out->on_a = imp3i_dadd_scaled(out->on_a, imp3i_dsub(p[2].on_a, p[0].on_a), share_f);
        imp3i_dvec w = imp3i_dadd_scaled(imp3i_dadd_scaled(p[0].w, e, share_e), f, share_f);
        out->above = sqrt(imp3i_ddot(w, w));
    }
}

static void remember(imp3_cache* cache, const gjk_simplex* s, imp3i_dvec v)
{
    double length = sqrt(imp3i_ddot(v, v));
    cache->count = s->count < 4 ? s->count : 0;
    for (int32_t k = 0; k < 4; ++k)
    {
        bool some = k < cache->count;
        cache->vertex_a[k] = some ? s->point[k].vertex_a : 0;
        cache->vertex_b[k] = some ? s->point[k].vertex_b : 0;
    }
    cache->direction = length > 0.0 ? imp3i_vec_of(imp3i_ddivide(v, length)) : imp3i_vec_none();
}

/// Whether a cache names vertices that are there.
static bool names_vertices(const imp3_cache* cache, const imp3_shape* a, const imp3_shape* b)
{
    if (cache->count < 1 || cache->count > 3)
    {
        return false;
    }
    for (int32_t k = 0; k < cache->count; ++k)
    {
        if (cache->vertex_a[k] < 0 || cache->vertex_a[k] >= a->count || cache->vertex_b[k] < 0 ||
            cache->vertex_b[k] >= b->count)
        {
            return false;
        }
    }
    return true;
}

/// The first simplex and its nearest point: of the remembered vertices, or the farthest point along the remembered
/// direction, or along the line of the middles.
static void start_simplex(const placed_core* a, const placed_core* b, const imp3_cache* cache, gjk_simplex* s,
                          gjk_foot* foot)
{
    s->count = 0;
    if (cache && names_vertices(cache, a->shape, b->shape))
    {
        foot->square = INFINITY;
        for (int32_t k = 0; k < cache->count; ++k)
        {
            gjk_point* p = s->point + s->count++;
            p->vertex_a = cache->vertex_a[k];
            p->vertex_b = cache->vertex_b[k];
            p->on_a = vertex_of_core(a, p->vertex_a);
            p->w = imp3i_dsub(vertex_of_core(b, p->vertex_b), p->on_a);
        }
        if (s->count == 3)
        {
            try_segment(s, 0, 1, foot);
        }
        gjk_foot all;
        (void)solve_simplex(s, 0.0, &all);
        *foot = all.square < foot->square ? all : *foot;
        keep_points(s, foot->mask);
        return;
    }
    imp3i_dvec d = imp3i_dsub(middle_of_core(b), middle_of_core(a));
    if (cache && !imp3i_vec_fault(cache->direction) && imp3i_vec_bits(cache->direction))
    {
        d = imp3i_dvec_of(cache->direction);
    }
    const imp3i_dvec x = {1.0, 0.0, 0.0};
    farthest_against(a, b, imp3i_dnorm1(d) > 0.0 ? d : x, true, s->point);
    s->count = 1;
    (void)solve_simplex(s, 0.0, foot);
}

/// Whether a new point, one of the nearest, has left v as long as it was, but for rounding.
static bool is_level(const gjk_foot* better, const gjk_foot* foot, const gjk_simplex* s, double level)
{
    double over = better->square - foot->square;
    return better->mask >> (s->count - 1) && over * over <= level * level * foot->square;
}

int imp3i_gjk(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_closest* out)
{
    placed_core a, b;
    place_core(p->a, &p->qa, imp3i_dvec_none(), &a);
    place_core(p->b, &p->qb, p->shift, &b);
    double little = IMP3I_GJK_NEARLY * p->scale, near_by = GJK_NEAR * p->scale + p->radii, along = 0.0;
    bool rough = p->a->kind == IMP3_SHAPE_HULL || p->b->kind == IMP3_SHAPE_HULL;
    double beyond = far + (rough ? GJK_ROUGH * p->scale : 0.0);
    gjk_simplex s;
    gjk_foot feet[2], *foot = feet, *better = feet + 1;
    double level = GJK_LEVEL * p->scale;
    int levels = 0;
    int result = IMP3I_CORES_APART;
    start_simplex(&a, &b, cache, &s, foot);
    for (int step = 0; step < GJK_STEPS; ++step)
    {
        if (foot->square <= little * little)
        {
            result = IMP3I_CORES_NEARLY;
            break;
        }
        gjk_point* next = s.point + s.count;
        farthest_against(&a, &b, foot->v, rough, next);
        along = imp3i_ddot(foot->v, next->w);
        if (along > 0.0 && along * along > beyond * beyond * foot->square)
        {
            result = IMP3I_CORES_FAR;
            break;
        }
        double above = foot->square - along;
        bool nearer = above > 0.0 && above * above > little * little * foot->square;
        if (nearer)
        {
            ++s.count;
            if (solve_simplex(&s, little, better))
            {
                result = IMP3I_CORES_MEET;
                break;
            }
            nearer = better->square < foot->square ||
                     (!rough && is_level(better, foot, &s, level) && levels++ < GJK_LEVEL_STEPS);
            s.count -= !nearer;
        }
        if (nearer)
        {
            gjk_foot* last = foot;
            foot = better;
            better = last;
            keep_points(&s, foot->mask);
        }
        else if (rough && foot->square < near_by * near_by)
        {
            rough = false;
            beyond = far;
        }
        else
        {
            break;
        }
    }
    double length = sqrt(foot->square);
    if (cache)
    {
        remember(cache, &s, foot->v);
    }
    out->between = foot->v;
    out->bound = length > 0.0 ? along / length : 0.0;
    out->distance = result == IMP3I_CORES_FAR ? out->bound : length;
    mix_points(&s, out);
    return result;
}
