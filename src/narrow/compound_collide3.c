// SPDX-License-Identifier: MIT
//
// Contacts of two compounds in space: one manifold for each touching pair of parts, and the penetration of the whole.
//
// A pair's manifold is that of imp3_collide when its normal is one of both wholes (src/shape/own_normals3.c), asked in
// the middle of its points. Otherwise the faces of both parts are tried, the one of least penetration first: the first
// that is one of both wholes is the reference face. When none is, the pair lies inside of the whole, and its contact is
// along the exit of the whole. Parts that are apart have no such choice: at an internal edge the neighbour is nearer,
// and the pair is left out.
//
// The exit is one that is sure to part the whole: along the normal of each touching pair B is moved on, out of one part
// after the other, until nothing touches; so it is along the normals of those that come to touch on the way. The shortest
// of these ways counts. Of one touching pair, and of convex wholes
// that are cut into parts, it is the minimum translation; in general a shorter one may lead along another direction.
//
// Manifolds of the public call wait in a small array until all are known, because a call that fails writes nothing; when
// there are more, they are computed again.

#include "compound_pair3.h"

#include <math.h>
#include <string.h>

enum
{
    WAITING_MANIFOLDS = 64,
    DIRECTIONS_MAX = 24,  // that exits are tried along
    MOVES_MAX = 64,       // out of one part after the other
    STEPS_MAX = 16        // from part to part
};

/// The middle of a manifold is so near to the surfaces, as a part of the size of the lesser part; and of the scale.
#define ON_SURFACE 0x1p-12
#define ON_SURFACE_SCALE 0x1p-20

/// The middle of a contact of faces that lean is so much lower than where they are highest, as a part of that
/// size.
#define FACES_LEAN 0x1p-6

/// A neighbour that rises less than this part of its size does not go on beyond a face.
#define LEVEL_RISE 0x1p-12

void imp3i_place_parts(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_placed_parts* out)
{
    (void)imp3i_part_at(c->a, i, &out->a);
    (void)imp3i_part_at(c->b, j, &out->b);
    out->pair = imp3i_pair_of(&out->a, &c->pose_a, &out->b, &c->pose_b);
}

double imp3i_lesser_size(const imp3i_compound_pair* c, int32_t i, int32_t j)
{
    double a = imp3i_box_extent(imp3i_box_grown(imp3i_part_box(c->a, i), 0.0));
    double b = imp3i_box_extent(imp3i_box_grown(imp3i_part_box(c->b, j), 0.0));
    return a < b ? a : b;
}

/// By which depths, and places of surfaces, of two parts may differ and be the same.
static double tiny_of(const imp3i_compound_pair* c, int32_t i, int32_t j)
{
    return ON_SURFACE * imp3i_lesser_size(c, i, j) + ON_SURFACE_SCALE * c->scale;
}

/// By how much parts may go on beyond the deepest point of a contact of faces that lean.
static double lean_of(const imp3i_compound_pair* c, int32_t i, int32_t j)
{
    return FACES_LEAN * imp3i_lesser_size(c, i, j);
}

/// The parts that a normal leads into, at points of two surfaces; -1 for none.
typedef struct parts_beyond
{
    int32_t a, b;
} parts_beyond;

static parts_beyond find_beyond(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_dvec on_a, imp3i_dvec on_b,
                                imp3i_dvec n)
{
    double tiny = tiny_of(c, i, j);
    imp3i_dvec a = imp3i_drot_solve(c->qa, on_a), b = imp3i_drot_solve(c->qb, imp3i_dsub(on_b, c->shift));
    const parts_beyond r = {
        imp3i_part_beyond(c->a, i, a, imp3i_drot_apply_inverse(c->qa, n), tiny, LEVEL_RISE),
        imp3i_part_beyond(c->b, j, b, imp3i_dnegate(imp3i_drot_apply_inverse(c->qb, n)), tiny, LEVEL_RISE)};
    return r;
}

static bool is_none_beyond(parts_beyond parts)
{
    return parts.a < 0 && parts.b < 0;
}

bool imp3i_is_normal_of_both(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_dvec on_a, imp3i_dvec on_b,
                             imp3i_dvec n)
{
    return is_none_beyond(find_beyond(c, i, j, on_a, on_b, n));
}

/// Signed distance of two parts along a unit direction from A to B, and the gap that it is.
static void gap_of_parts_along(const imp3i_pair* p, imp3i_dvec n, imp3i_gap* out)
{
    int32_t vertex;
    out->normal = n;
    out->on_a = imp3i_support_a(p, n, &vertex);
    out->on_b = imp3i_support_b(p, imp3i_dnegate(n), &vertex);
    out->distance = imp3i_ddot(imp3i_dsub(out->on_b, out->on_a), n) - p->radii;
    out->relation = out->distance > 0.0 ? -1 : out->distance < 0.0;
}

/// Whether one-sided surfaces may push along n.
static bool may_push(const imp3i_compound_pair* c, const imp3i_placed_parts* p, imp3i_dvec n)
{
    bool may_a = !c->a->one_sided || imp3i_ddot(imp3i_drot_normal(c->qa, imp3i_dvec_of(p->a.normal)), n) > 0.0;
    return may_a && (!c->b->one_sided || imp3i_ddot(imp3i_drot_normal(c->qb, imp3i_dvec_of(p->b.normal)), n) < 0.0);
}

/// Whether the normal is one of both wholes at a point midway between two surfaces that are so deep in each other. Both
/// go on beyond it along n, and against it, by no more than `lean`; where they do, because faces lean, their ends are
/// asked. Where n leads into other parts, and none are known yet, these are told.
static bool is_open_at(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_placed_parts* p, imp3i_dvec n,
                       imp3i_dvec midway, double depth, double lean, parts_beyond* into)
{
    imp3i_dvec on_a = imp3i_dadd_scaled(midway, n, 0.5 * depth), on_b = imp3i_dadd_scaled(midway, n, -0.5 * depth);
    imp3i_gap ends;
    gap_of_parts_along(&p->pair, n, &ends);
    imp3i_dvec end_a = imp3i_dadd_scaled(ends.on_a, n, (double)p->a.radius);
    imp3i_dvec end_b = imp3i_dadd_scaled(ends.on_b, n, -(double)p->b.radius);
    double beyond_a = imp3i_ddot(imp3i_dsub(end_a, on_a), n), beyond_b = imp3i_ddot(imp3i_dsub(on_b, end_b), n);
    if (beyond_a > lean || beyond_b > lean)
    {
        return false;
    }
    double little = ON_SURFACE_SCALE * c->scale;
    parts_beyond found = find_beyond(c, i, j, beyond_a > little ? end_a : on_a, beyond_b > little ? end_b : on_b, n);
    *into = is_none_beyond(*into) ? found : *into;
    return is_none_beyond(found);
}

/// Asks in the middle of the deepest points of a manifold, and at each of them: one open point of a stretch is enough.
static bool is_open_manifold(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_placed_parts* p,
                             const imp3_manifold* m, double lean, parts_beyond* into)
{
    imp3i_dvec n = imp3i_dunit_of(m->normal), middle = imp3i_dvec_none(), points[IMP3_POINT_MAX];
    double size = imp3i_lesser_size(c, i, j), deepest = -INFINITY, depths[IMP3_POINT_MAX], depth = 0.0;
    int32_t count = 0;
    into->a = into->b = -1;
    for (int32_t k = 0; k < m->count; ++k)
    {
        deepest = (double)m->points[k].depth > deepest ? (double)m->points[k].depth : deepest;
    }
    for (int32_t k = 0; k < m->count; ++k)
    {
        if ((double)m->points[k].depth >= deepest - ON_SURFACE * size)
        {
            points[count] = imp3i_dsub(imp3i_dvec_of(m->points[k].point), imp3i_dvec_of(c->pose_a.p));
            depths[count] = (double)m->points[k].depth;
            middle = imp3i_dadd(middle, points[count]);
            depth += depths[count++];
        }
    }
    middle = imp3i_ddivide(middle, count);
    bool open = is_open_at(c, i, j, p, n, middle, depth / count, lean, into);
    for (int32_t k = 0; k < count && count > 1 && !open; ++k)
    {
        open = is_open_at(c, i, j, p, n, points[k], depths[k], lean, into);
    }
    return open && may_push(c, p, n);
}

/// A search for the normal along which two parts have least of each other, of those that are normals of both wholes and
/// along which they lie over each other.
typedef struct normal_search
{
    const imp3i_compound_pair* c;
    int32_t i, j;
    const imp3i_placed_parts* p;
    double margin;
    double most, lean;  // they are no deeper than that, and go on beyond the deepest point by no more
    bool touching, found;
    imp3_manifold manifold;
} normal_search;

static bool is_normal_found(void* context, imp3i_dvec n)
{
    normal_search* s = (normal_search*)context;
    imp3_manifold m;
    imp3i_gap gap;
    parts_beyond into;
    gap_of_parts_along(&s->p->pair, n, &gap);
    if (gap.distance > s->margin || (s->touching ? gap.distance > 0.0 : gap.distance < 0.0))
    {
        return false;
    }
    imp3i_manifold_of_faces(&s->p->pair, s->margin, &gap, &m);
    if (m.count == 0 || (double)m.depth > s->most || !is_open_manifold(s->c, s->i, s->j, s->p, &m, s->lean, &into))
    {
        return false;
    }
    s->found = true;
    s->manifold = m;
    return true;
}

/// Of round sides only the normals of faces are tried.
static void search_faces_of(normal_search* s, bool of_b, double* least)
{
    const imp3i_pair* p = &s->p->pair;
    const imp3_shape* shape = of_b ? p->b : p->a;
    int32_t count = 0;
    (void)imp3_shape_face_count(shape, &count);
    for (int32_t k = 0; k < count; ++k)
    {
        imp3_face face;
        imp3i_gap gap;
        memset(&face, 0, sizeof face);
        (void)imp3_shape_face(shape, k, &face);
        imp3i_dvec n = imp3i_drot_normal(of_b ? p->qb : p->qa, imp3i_dvec_of(face.normal));
        n = imp3i_dscale(n, (of_b ? -1.0 : 1.0) / sqrt(imp3i_ddot(n, n)));
        gap_of_parts_along(p, n, &gap);
        *least = gap.distance > *least && is_normal_found(s, n) ? gap.distance : *least;
    }
}

static void search_normals(normal_search* s)
{
    const imp3i_pair* p = &s->p->pair;
    double deepest = s->most + s->lean, least = -deepest;
    if (imp3i_is_polytope(p->a) && imp3i_is_polytope(p->b))
    {
        imp3i_penetration_among(p, deepest, is_normal_found, s);
        return;
    }
    search_faces_of(s, false, &least);
    search_faces_of(s, true, &least);
}

/// Whether such a normal is found, along which the two are no deeper than `most`.
static bool find_normal(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_placed_parts* p, double margin,
                        bool touching, double most, double lean, imp3_manifold* out)
{
    normal_search s;
    memset(&s, 0, sizeof s);
    s.c = c;
    s.i = i;
    s.j = j;
    s.p = p;
    s.margin = margin;
    s.touching = touching;
    s.most = most;
    s.lean = lean;
    search_normals(&s);
    *out = s.manifold;
    return s.found;
}

/// Walks to the neighbours that have what two parts have not: a normal of theirs leads into another part, whose own may
/// lead into a next one, each deeper than the last, until one is of both wholes. Tells what the last pair has, and in
/// *depth how deep it is where that is known; IMP3I_PAIR_NONE where there is nothing to walk to.
static int walk_beyond(const imp3i_compound_pair* c, int32_t i, int32_t j, parts_beyond into, double* depth)
{
    imp3i_placed_parts p;
    imp3_manifold m;
    int32_t steps = 0;
    for (; steps < STEPS_MAX && !is_none_beyond(into); ++steps)
    {
        int32_t next_i = into.a >= 0 ? into.a : i, next_j = into.a >= 0 ? j : into.b;
        imp3i_place_parts(c, next_i, next_j, &p);
        if (!imp3i_parts_may_collide(c, next_i, next_j) || imp3_collide(&p.a, &c->pose_a, &p.b, &c->pose_b, 0.0f, &m) ||
            m.count == 0 || (double)m.depth < *depth - tiny_of(c, next_i, next_j))
        {
            break;
        }
        i = next_i;
        j = next_j;
        *depth = (double)m.depth;
        if (is_open_manifold(c, i, j, &p, &m, lean_of(c, i, j), &into))
        {
            return IMP3I_PAIR_OPEN;
        }
    }
    imp3i_place_parts(c, i, j, &p);
    if (steps == 0 || !find_normal(c, i, j, &p, 0.0, true, INFINITY, INFINITY, &m))
    {
        return IMP3I_PAIR_NONE;
    }
    *depth = INFINITY;
    return IMP3I_PAIR_FACE;
}

int imp3i_part_manifold_of(const imp3i_compound_pair* c, int32_t i, int32_t j, float margin, imp3_manifold* out)
{
    imp3i_placed_parts p;
    parts_beyond into;
    imp3i_place_parts(c, i, j, &p);
    memset(out, 0, sizeof *out);
    if (!imp3i_parts_may_collide(c, i, j) || imp3_collide(&p.a, &c->pose_a, &p.b, &c->pose_b, margin, out) ||
        out->count == 0)
    {
        return IMP3I_PAIR_NONE;
    }
    if (is_open_manifold(c, i, j, &p, out, lean_of(c, i, j), &into))
    {
        return IMP3I_PAIR_OPEN;
    }
    if (out->depth < 0.0f)
    {
        return find_normal(c, i, j, &p, (double)margin, false, 0.0, lean_of(c, i, j), out) ? IMP3I_PAIR_OPEN
                                                                                           : IMP3I_PAIR_NONE;
    }
    double beyond = (double)out->depth;
    int kind = walk_beyond(c, i, j, into, &beyond);
    if (kind == IMP3I_PAIR_NONE)
    {
        return find_normal(c, i, j, &p, 0.0, true, INFINITY, INFINITY, out) ? IMP3I_PAIR_FACE : IMP3I_PAIR_CLOSED;
    }
    return find_normal(c, i, j, &p, 0.0, true, beyond + tiny_of(c, i, j), lean_of(c, i, j), out) ? kind
                                                                                                 : IMP3I_PAIR_NONE;
}

// The exit of the whole

/// State of the search for an exit: the touching pairs so far.
typedef struct exit_search
{
    int relation;
    int32_t count;
    imp3i_dvec directions[DIRECTIONS_MAX];
    double depth;  // of the deepest pair of those with a normal of both wholes, or of all where there is none
    bool open;
    imp3i_dvec normal, on_a;
    int32_t i, j, pairs;
} exit_search;

static void add_direction(exit_search* s, imp3i_dvec n)
{
    for (int32_t k = 0; k < s->count; ++k)
    {
        if (imp3i_ddot(s->directions[k], n) > 1.0 - 0x1p-16)
        {
            return;
        }
    }
    if (s->count < DIRECTIONS_MAX)
    {
        s->directions[s->count++] = n;
    }
}

static void look_at_pair(const imp3i_compound_pair* c, int32_t i, int32_t j, exit_search* s)
{
    imp3i_placed_parts p;
    imp3i_gap gap;
    imp3i_place_parts(c, i, j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_gap_decide(&p.pair, &gap);
    if (gap.relation < 0 || !imp3i_parts_may_collide(c, i, j))
    {
        return;
    }
    imp3_manifold m;
    int kind = imp3i_part_manifold_of(c, i, j, 0.0f, &m);
    bool open = m.count > 0;
    imp3i_dvec n = open ? imp3i_dunit_of(m.normal) : gap.normal;
    double depth = open ? (double)m.depth : -gap.distance;
    s->relation = gap.relation > s->relation ? gap.relation : s->relation;
    s->pairs += 1;
    if (kind != IMP3I_PAIR_NONE)
    {
        add_direction(s, n);
    }
    if ((open && !s->open) || (open == s->open && depth > s->depth))
    {
        s->open = open;
        s->depth = depth;
        s->normal = n;
        s->on_a = imp3i_dadd_scaled(gap.on_a, n, (double)p.a.radius);
        s->i = i;
        s->j = j;
    }
}

/// The pair with B moved along the axes of the world.
static imp3i_compound_pair moved_pair(const imp3i_compound_pair* c, imp3i_dvec by)
{
    imp3_pose pose = c->pose_b;
    pose.p = imp3i_vec_tidy(imp3i_dadd(imp3i_dvec_of(pose.p), by));
    return imp3i_compound_pair_of(c->a, &c->pose_a, c->b, &pose);
}

/// How far part j of B has to go on along n until it has left part i of A; 0 when it has. *on_a is where; their own way
/// out is another direction to be tried.
static double way_out_of_part(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_dvec n, exit_search* s,
                              imp3i_dvec* on_a)
{
    imp3i_placed_parts p;
    imp3i_gap gap, along;
    imp3i_place_parts(c, i, j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_gap_decide(&p.pair, &gap);
    if (gap.relation <= 0 || !imp3i_parts_may_collide(c, i, j))
    {
        return 0.0;
    }
    add_direction(s, gap.normal);
    gap_of_parts_along(&p.pair, n, &along);
    double far = -along.distance, slope = imp3i_ddot(gap.normal, n);
    far = slope > 0.0 && -gap.distance < far * slope ? -gap.distance / slope : far;
    *on_a = imp3i_dadd_scaled(along.on_a, n, (double)p.a.radius);
    // Where it is met coming back.
    imp3_pose pose = c->pose_b;
    imp3i_dvec out = imp3i_dscale(n, far * (1.0 + 0x1p-10) + 0x1p-18 * p.pair.scale);
    pose.p = imp3i_vec_tidy(imp3i_dadd(imp3i_dvec_of(pose.p), out));
    imp3_hit hit;
    imp_status status = imp3_cast(&p.a, &c->pose_a, &p.b, &pose, imp3i_vec_of(imp3i_dnegate(out)), &hit);
    if (!status && hit.kind == IMP_SWEEP_HIT)
    {
        *on_a = imp3i_dsub(imp3i_dvec_of(hit.point), imp3i_dvec_of(c->pose_a.p));
        double way = sqrt(imp3i_ddot(out, out)) * (1.0 - (double)hit.time);
        return way < far ? way : far;
    }
    return far;
}

/// How far B has to go along n until it touches nothing, at most as far as `most`. The parts it leaves last are told.
static double way_out_along(const imp3i_compound_pair* c, imp3i_dvec n, double most, exit_search* s, imp3i_whole* out)
{
    double way = 0.0, least = 0x1p-26 * c->scale;
    for (int32_t moves = 0; moves < MOVES_MAX && way < most; ++moves)
    {
        imp3i_compound_pair here = moved_pair(c, imp3i_dscale(n, way));
        double farther = 0.0;
        for (imp3i_near near = imp3i_near_start(&here, 0.0); imp3i_near_next(&here, &near);)
        {
            imp3i_dvec on_a;
            double out_of = way_out_of_part(&here, near.i, near.j, n, s, &on_a);
            if (out_of > farther)
            {
                farther = out_of;
                out->on_a = on_a;
                out->i = near.i;
                out->j = near.j;
            }
        }
        way += farther;
        if (farther <= least)
        {
            return way;
        }
    }
    return INFINITY;
}

/// Whether nothing is inside of anything with B moved, but for what one pair touches then.
static bool is_free_after(const imp3i_compound_pair* c, imp3i_dvec by)
{
    imp3i_compound_pair there = moved_pair(c, by);
    int32_t touching = 0;
    for (imp3i_near near = imp3i_near_start(&there, 0.0); touching < 2 && imp3i_near_next(&there, &near);)
    {
        imp3i_placed_parts p;
        imp3i_gap gap;
        imp3i_place_parts(&there, near.i, near.j, &p);
        imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
        bool inside = gap.distance < 0x1p-20 * there.scale && imp3i_parts_may_collide(&there, near.i, near.j);
        touching += inside ? (gap.distance < -0x1p-17 * there.scale ? 2 : 1) : 0;
    }
    return touching < 2;
}

void imp3i_whole_of(const imp3i_compound_pair* c, imp3i_whole* out)
{
    exit_search s;
    memset(&s, 0, sizeof s);
    s.relation = -1;
    s.depth = -1.0;
    for (imp3i_near near = imp3i_near_start(c, 0.0); imp3i_near_next(c, &near);)
    {
        look_at_pair(c, near.i, near.j, &s);
    }
    memset(out, 0, sizeof *out);
    out->relation = s.relation;
    out->normal = s.normal;
    out->on_a = s.on_a;
    out->i = s.i;
    out->j = s.j;
    out->depth = s.relation > 0 ? s.depth : 0.0;
    if (s.relation <= 0 || (s.pairs == 1 && s.open && is_free_after(c, imp3i_dscale(s.normal, s.depth))))
    {
        return;
    }
    double best = INFINITY;
    for (int32_t k = 0; k < s.count; ++k)
    {
        imp3i_whole along = *out;
        double way = way_out_along(c, s.directions[k], best, &s, &along);
        if (way < best)
        {
            best = way;
            along.normal = s.directions[k];
            along.depth = way;
            *out = along;
        }
    }
}

// Public

/// The contact of a pair inside of the whole: along the exit.
static void closed_manifold(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_whole* whole,
                            imp3_manifold* out)
{
    imp3i_placed_parts p;
    imp3i_gap gap;
    imp3i_place_parts(c, i, j, &p);
    imp3i_gap_estimate(&p.pair, 0.0, NULL, &gap);
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(gap.on_a, gap.on_b), 0.5);
    memset(out, 0, sizeof *out);
    out->normal = imp3i_vec_tidy(whole->normal);
    out->depth = (float)whole->depth;
    out->count = 1;
    out->points[0].point = imp3i_in_world(&p.pair, middle);
    out->points[0].depth = out->depth;
}

/// Visits all manifolds in order: counts them, and writes as many as there is room for.
static int32_t write_manifolds(const imp3i_compound_pair* c, float margin, imp3i_whole* whole, bool* known,
                               imp3_part_manifold* out, int32_t room)
{
    int32_t count = 0;
    for (imp3i_near near = imp3i_near_start(c, (double)margin); imp3i_near_next(c, &near);)
    {
        imp3_manifold m;
        int kind = imp3i_part_manifold_of(c, near.i, near.j, margin, &m);
        if (kind >= IMP3I_PAIR_FACE && !*known)
        {
            imp3i_whole_of(c, whole);
            *known = true;
        }
        if (kind == IMP3I_PAIR_CLOSED ||
            (kind == IMP3I_PAIR_FACE && (double)m.depth > whole->depth + tiny_of(c, near.i, near.j)))
        {
            closed_manifold(c, near.i, near.j, whole, &m);
        }
        if (m.count == 0)
        {
            continue;
        }
        if (count < room)
        {
            out[count].part_a = near.i;
            out[count].part_b = near.j;
            out[count].manifold = m;
        }
        ++count;
    }
    return count;
}

imp_status imp3i_compound_manifolds(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                    const imp3_pose* pose_b, float margin, imp3_part_manifold* out, int32_t room,
                                    int32_t* count)
{
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    *count = 0;
    if (!status)
    {
        imp3i_compound_pair c = imp3i_compound_pair_of(a, pose_a, b, pose_b);
        imp3i_whole whole;
        bool known = false;
        *count = write_manifolds(&c, margin, &whole, &known, out, room);
    }
    return status;
}

static imp_status collide_status(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                 const imp3_pose* pose_b, float margin, const imp3_compound_contacts* out)
{
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    if (status)
    {
        return status;
    }
    int32_t fault = impi_number_fault_negative(margin);
    if (fault)
    {
        return impi_error(fault, 5);
    }
    if (!out || (out->capacity > 0 && !out->manifolds))
    {
        return impi_error(IMP_ERR_NULL, 6);
    }
    return out->capacity < 0 ? impi_error(IMP_ERR_COUNT, 6) : IMP_OK;
}

imp_status imp3_compound_collide(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                 const imp3_pose* pose_b, float margin, imp3_compound_contacts* out)
{
    imp_status status = collide_status(a, pose_a, b, pose_b, margin, out);
    if (status)
    {
        return status;
    }
    imp3i_compound_pair c = imp3i_compound_pair_of(a, pose_a, b, pose_b);
    imp3_part_manifold waiting[WAITING_MANIFOLDS];
    imp3i_whole whole;
    bool known = false;
    int32_t room = out->capacity < WAITING_MANIFOLDS ? out->capacity : WAITING_MANIFOLDS;
    int32_t count = write_manifolds(&c, margin, &whole, &known, waiting, room);
    if (count > out->capacity && out->capacity > 0)
    {
        out->count = count;
        return impi_error(IMP_ERR_SPACE, 6);
    }
    if (!known)
    {
        imp3i_whole_of(&c, &whole);
    }
    if (count > WAITING_MANIFOLDS && out->capacity > 0)
    {
        known = true;
        (void)write_manifolds(&c, margin, &whole, &known, out->manifolds, out->capacity);
    }
    else if (out->capacity > 0 && count > 0)
    {
        memcpy(out->manifolds, waiting, (size_t)count * sizeof *waiting);
    }
    out->count = count;
    bool touching = whole.relation >= 0;
    out->normal = touching ? imp3i_vec_tidy(whole.normal) : imp3i_vec_none();
    out->depth = touching ? impi_tidy((float)whole.depth) : 0.0f;
    if (!touching && count > 0)
    {
        // Nearer than the margin: the nearest pair tells.
        imp3_compound_nearest nearest;
        (void)imp3_compound_distance(a, pose_a, b, pose_b, &nearest);
        out->normal = nearest.nearest.normal;
        out->depth = -nearest.nearest.distance;
    }
    return IMP_OK;
}
