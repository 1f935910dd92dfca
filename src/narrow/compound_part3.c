// SPDX-License-Identifier: MIT
//
// Contact of two parts of compounds in space: along a normal of both wholes, as deep as the wholes are in each other.
//
// A pair's manifold is that of imp3_collide when its normal is one of both wholes (src/shape/own_normals3.c), asked in
// the middle of its deepest points. Where it is not, it leads into a neighbour that goes on beyond: at an internal edge,
// or over a convex edge onto the next triangle. The pair is handed on to that neighbour, and from there to a next one as
// long as they get deeper, until one has a normal of its own: that pair has the contact of the place. The first one keeps
// only what is no deeper: of the normals of faces and across edges that are of both wholes, the one of least penetration,
// with the points where the two lie over each other. So a box on a floor has a contact with every tile below it, and a
// triangle that only its edge is touched of has none along its face, which may be many times as deep.
//
// A walk may end in no normal of its own, as in a valley or where triangles are smaller than the depth; then what is
// found so may be deeper than the whole: who asks has to look. Where nothing is found, the pair lies inside of the whole.
// Parts that are apart are not handed on: the neighbour is nearer, and has its own contact.
//
// Tried and dropped: the least deep face of both wholes, whose depth below an edge may be 80 times that of the whole;
// the same where the deepest point lies over the part, which was 2.6 times it, and left touching pairs without any.
//
// Source: active edges (Bullet, Jolt) and Voronoi regions of features (Ericson 2005, 5.1), for supports in place of angles.

#include "compound_pair3.h"
#include "contact_id3.h"

#include <math.h>
#include <string.h>

enum
{
    STEPS_MAX = 16  // from part to part
};

/// The middle of a manifold is so near to the surfaces, as a part of the size of the lesser part; and of the scale.
#define ON_SURFACE 0x1p-12
#define ON_SURFACE_SCALE 0x1p-20

/// A tangent: farther than a body rocks from one step to the next.
#define ROCKING_RISE 0x1p-4

void imp3i_place_parts(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_placed_parts* out)
{
    (void)imp3i_part_at(c->a, i, &out->a);
    (void)imp3i_part_at(c->b, j, &out->b);
    out->pair = imp3i_pair_of(&out->a, &c->pose_a, &out->b, &c->pose_b);
}

static double size_of_part(const imp3_compound* c, double single, int32_t i)
{
    return imp3i_is_single(c) ? single : imp3i_box_extent(imp3i_box_grown(imp3i_part_box(c, i), 0.0));
}

double imp3i_lesser_size(const imp3i_compound_pair* c, int32_t i, int32_t j)
{
    double a = size_of_part(c->a, c->size_a, i), b = size_of_part(c->b, c->size_b, j);
    return a < b ? a : b;
}

double imp3i_parts_tiny(const imp3i_compound_pair* c, int32_t i, int32_t j)
{
    return ON_SURFACE * imp3i_lesser_size(c, i, j) + ON_SURFACE_SCALE * c->scale;
}

/// By how much parts may go on beyond the deepest point of a contact of faces that lean.
static double lean_of(const imp3i_compound_pair* c, int32_t i, int32_t j)
{
    return IMP3I_FACES_LEAN * imp3i_lesser_size(c, i, j);
}

/// The parts that a normal leads into, at points of two surfaces; -1 for none.
typedef struct parts_beyond
{
    int32_t a, b;
} parts_beyond;

/// How steeply neighbours of both may rise along a normal and not go on beyond, tangents.
typedef struct rise_of_both
{
    double a, b;
} rise_of_both;

static const rise_of_both LEVEL = {IMP3I_LEVEL_RISE, IMP3I_LEVEL_RISE};

static parts_beyond find_beyond(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_dvec on_a, imp3i_dvec on_b,
                                imp3i_dvec n, rise_of_both rise)
{
    double tiny = imp3i_parts_tiny(c, i, j);
    imp3i_dvec a = imp3i_drot_solve(c->qa, on_a), b = imp3i_drot_solve(c->qb, imp3i_dsub(on_b, c->shift));
    const parts_beyond r = {
        imp3i_part_beyond(c->a, i, a, imp3i_drot_apply_inverse(c->qa, n), tiny, rise.a),
        imp3i_part_beyond(c->b, j, b, imp3i_dnegate(imp3i_drot_apply_inverse(c->qb, n)), tiny, rise.b)};
    return r;
}

static bool is_none_beyond(parts_beyond parts)
{
    return parts.a < 0 && parts.b < 0;
}

bool imp3i_is_normal_of_both(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3i_dvec on_a, imp3i_dvec on_b,
                             imp3i_dvec n)
{
    return is_none_beyond(find_beyond(c, i, j, on_a, on_b, n, LEVEL));
}

void imp3i_gap_along(const imp3i_pair* p, imp3i_dvec n, imp3i_gap* out)
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
                       imp3i_dvec midway, double depth, double lean, rise_of_both rise, parts_beyond* into)
{
    imp3i_dvec on_a = imp3i_dadd_scaled(midway, n, 0.5 * depth), on_b = imp3i_dadd_scaled(midway, n, -0.5 * depth);
    imp3i_gap ends;
    imp3i_gap_along(&p->pair, n, &ends);
    imp3i_dvec end_a = imp3i_dadd_scaled(ends.on_a, n, (double)p->a.radius);
    imp3i_dvec end_b = imp3i_dadd_scaled(ends.on_b, n, -(double)p->b.radius);
    double beyond_a = imp3i_ddot(imp3i_dsub(end_a, on_a), n), beyond_b = imp3i_ddot(imp3i_dsub(on_b, end_b), n);
    if (beyond_a > lean || beyond_b > lean)
    {
        return false;
    }
    double little = ON_SURFACE_SCALE * c->scale;
    parts_beyond found =
        find_beyond(c, i, j, beyond_a > little ? end_a : on_a, beyond_b > little ? end_b : on_b, n, rise);
    *into = is_none_beyond(*into) ? found : *into;
    return is_none_beyond(found);
}

/// How steeply neighbours may rise from a part of a set that slides. Where all points are its corners on a face of what
/// stands, that face tells the normal, and what goes on a little deeper leads nowhere else: a ring that lies on a floor
/// bears all around, and not only where it is lowest, which is elsewhere as soon as it rocks.
static double rise_on_face(const imp3i_compound_pair* c, const imp3_manifold* m, bool of_b)
{
    int32_t vertex, side;
    bool on_face = c->slider == (int)of_b && (of_b ? c->b : c->a)->kind == IMP3_COMPOUND_SET;
    for (int32_t k = 0; k < m->count && on_face; ++k)
    {
        on_face = imp3i_is_vertex_of(m->points[k].id, of_b, &vertex, &side);
    }
    return on_face ? ROCKING_RISE : IMP3I_LEVEL_RISE;
}

/// Asks in the middle of the deepest points of a manifold, and at each of them: one open point of a stretch is enough.
static bool is_open_manifold(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_placed_parts* p,
                             const imp3_manifold* m, double lean, parts_beyond* into)
{
    imp3i_dvec n = imp3i_dunit_of(m->normal), middle = imp3i_dvec_none(), points[IMP3_POINT_MAX];
    const rise_of_both rise = {rise_on_face(c, m, false), rise_on_face(c, m, true)};
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
    bool open = is_open_at(c, i, j, p, n, middle, depth / count, lean, rise, into);
    for (int32_t k = 0; k < count && count > 1 && !open; ++k)
    {
        open = is_open_at(c, i, j, p, n, points[k], depths[k], lean, rise, into);
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

/// Whether a surface goes on beyond all of a part along a normal: of triangles that does not depend on the point.
static bool is_closed_surface(const imp3_compound* c, int32_t i, imp3i_dvec n)
{
    return imp3i_is_surface(c) && !imp3i_normal_is_own(c, i, imp3i_dvec_none(), n, 0.0, IMP3I_LEVEL_RISE);
}

/// Whether a unit normal, as a manifold will have it, is none of both wholes, whatever the points.
static bool is_closed_along(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_placed_parts* p,
                            imp3i_dvec n)
{
    imp3i_dvec unit = imp3i_dunit_of(imp3i_vec_tidy(n));
    return !may_push(c, p, unit) || is_closed_surface(c->a, i, imp3i_drot_apply_inverse(c->qa, unit)) ||
           is_closed_surface(c->b, j, imp3i_dnegate(imp3i_drot_apply_inverse(c->qb, unit)));
}

static bool is_normal_found(void* context, imp3i_dvec n)
{
    normal_search* s = (normal_search*)context;
    const imp3i_compound_pair* c = s->c;
    imp3_manifold m;
    imp3i_gap gap;
    parts_beyond into;
    if (is_closed_along(c, s->i, s->j, s->p, n))  // what is wrong with nearly all of them comes first
    {
        return false;
    }
    imp3i_gap_along(&s->p->pair, n, &gap);
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
        imp3i_gap_along(p, n, &gap);
        *least = gap.distance > *least && is_normal_found(s, n) ? gap.distance : *least;
    }
}

static void search_normals(normal_search* s)
{
    const imp3i_pair* p = &s->p->pair;
    double deepest = s->most + s->lean, least = -deepest;
    bool of_a = imp3i_is_surface(s->c->a), of_b = imp3i_is_surface(s->c->b);
    if (of_a != of_b)
    {
        double lean = of_a ? imp3i_surface_lean(imp3i_compound_block_of(s->c->a), s->i)
                           : imp3i_surface_lean(imp3i_compound_block_of(s->c->b), s->j);
        if (lean < INFINITY && imp3i_leaning_normals(p, of_b, lean, deepest, is_normal_found, s))
        {
            return;
        }
    }
    if (imp3i_is_polytope(p->a) && imp3i_is_polytope(p->b))
    {
        imp3i_penetration_among(p, deepest, is_normal_found, s);
        return;
    }
    // A half-space overlaps without end along all but its own normal.
    if (p->b->kind != IMP3_SHAPE_HALF_SPACE)
    {
        search_faces_of(s, false, &least);
    }
    if (p->a->kind != IMP3_SHAPE_HALF_SPACE)
    {
        search_faces_of(s, true, &least);
    }
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

void imp3i_part_answers_start(const imp3i_compound_pair* c, imp3i_part_answers* answers)
{
    imp3i_see_core(c, &answers->seen);
    memset(answers->used, 0, sizeof answers->used);
}

/// Where there is room for what is known of a pair.
static imp3i_part_answer* answer_place(imp3i_part_answers* answers, int32_t i, int32_t j)
{
    const uint32_t place = ((uint32_t)i * 37u + (uint32_t)j) % IMP3I_PART_ANSWERS;
    imp3i_part_answer* r = &answers->of[place];
    r->i = answers->used[place] ? r->i : -1;
    answers->used[place] = true;
    return r;
}

static bool is_answer_of(const imp3i_part_answer* answer, int32_t i, int32_t j)
{
    return answer->i == i && answer->j == j;
}

/// What a pair has that touches, or nothing, from its manifold.
static imp3i_part_answer answer_of_manifold(const imp3i_compound_pair* c, int32_t i, int32_t j,
                                            const imp3i_placed_parts* p, const imp3_manifold* m)
{
    parts_beyond into = {-1, -1};
    imp3i_part_answer r = {i, j, -1, -1, false, false, -1, 0.0};
    if (m->count > 0)
    {
        r.open = is_open_manifold(c, i, j, p, m, lean_of(c, i, j), &into);
        r.touches = m->depth >= 0.0f;
        r.depth = (double)m->depth;
        r.into_a = into.a;
        r.into_b = into.b;
    }
    return r;
}

/// The same for a pair that may not be known yet.
static imp3i_part_answer* part_answer_of(const imp3i_compound_pair* c, int32_t i, int32_t j,
                                         imp3i_part_answers* answers)
{
    imp3i_part_answer* known = answer_place(answers, i, j);
    if (!is_answer_of(known, i, j))
    {
        imp3i_placed_parts p;
        imp3_manifold m;
        imp3i_place_parts(c, i, j, &p);
        bool some =
            imp3i_placed_may_collide(c, &p.a, &p.b) && !imp3_collide(&p.a, &c->pose_a, &p.b, &c->pose_b, 0.0f, &m);
        m.count = some ? m.count : 0;
        *known = answer_of_manifold(c, i, j, &p, &m);
    }
    return known;
}

/// Whether a pair that touches may have a contact along a normal of both wholes that is no deeper than that.
static bool may_have_normal(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_part_answers* answers,
                            double deepest)
{
    return imp3i_may_have_contact(c, &answers->seen, answers->seen.surface == c->a ? i : j, deepest);
}

/// Whether a pair that touches has any normal of both wholes; it is told after the pair is known.
static bool has_face(const imp3i_compound_pair* c, imp3i_part_answer* known)
{
    if (known->face < 0)
    {
        imp3i_placed_parts p;
        imp3_manifold m;
        imp3i_place_parts(c, known->i, known->j, &p);
        known->face = (int8_t)find_normal(c, known->i, known->j, &p, 0.0, true, INFINITY, INFINITY, &m);
    }
    return known->face > 0;
}

/// Walks to the neighbours that have what two parts have not: a normal of theirs leads into another part, whose own may
/// lead into a next one, each deeper than the last, until one is of both wholes. Tells what the last pair has, and in
/// *depth how deep it is where that is known; IMP3I_PAIR_NONE where there is nothing to walk to.
static int walk_beyond(const imp3i_compound_pair* c, const imp3i_part_answer* from, imp3i_part_answers* answers,
                       double* depth)
{
    imp3i_part_answer* last = NULL;
    int32_t i = from->i, j = from->j;
    parts_beyond into = {from->into_a, from->into_b};
    for (int32_t steps = 0; steps < STEPS_MAX && !is_none_beyond(into); ++steps)
    {
        imp3i_part_answer* next = part_answer_of(c, into.a >= 0 ? into.a : i, into.a >= 0 ? j : into.b, answers);
        bool later = next->i > i || (next->i == i && next->j > j);
        if (!next->touches || next->depth < *depth || (next->depth == *depth && !later))
        {
            break;  // so no walk leads in a circle
        }
        i = next->i;
        j = next->j;
        *depth = next->depth;
        into.a = next->into_a;
        into.b = next->into_b;
        if (next->open)
        {
            return IMP3I_PAIR_OPEN;
        }
        last = next;
    }
    // The answer after it may have taken its place.
    last = last ? part_answer_of(c, i, j, answers) : NULL;
    if (!last || !has_face(c, last))
    {
        return IMP3I_PAIR_NONE;
    }
    *depth = INFINITY;
    return IMP3I_PAIR_FACE;
}

/// What a pair has that touches and has no normal of its own.
static int walked_manifold(const imp3i_compound_pair* c, const imp3i_part_answer* from, imp3i_part_answers* answers,
                           imp3_manifold* out)
{
    imp3i_placed_parts p;
    int32_t i = from->i, j = from->j;
    double beyond = from->depth, lean = lean_of(c, i, j);
    int kind = walk_beyond(c, from, answers, &beyond);
    memset(out, 0, sizeof *out);
    if (kind == IMP3I_PAIR_NONE)
    {
        imp3i_place_parts(c, i, j, &p);
        return find_normal(c, i, j, &p, 0.0, true, INFINITY, INFINITY, out) ? IMP3I_PAIR_FACE : IMP3I_PAIR_CLOSED;
    }
    double most = beyond + imp3i_parts_tiny(c, i, j);
    if (!may_have_normal(c, i, j, answers, most + lean))
    {
        return IMP3I_PAIR_NONE;
    }
    imp3i_place_parts(c, i, j, &p);
    return find_normal(c, i, j, &p, 0.0, true, most, lean, out) ? kind : IMP3I_PAIR_NONE;
}

/// Of a surface, with more pairs of vertices, axes are looked for first, as imp3_collide does: most that come here overlap.
#define DISTANCE_FIRST 128

/// imp3_collide of parts with corners: of most that are near by their boxes the distance tells all, and no axis is needed.
/// Where they are apart, and their normal is none of both wholes, no more is told.
static bool collide_corners(const imp3i_compound_pair* c, int32_t i, int32_t j, const imp3i_placed_parts* p,
                            double margin, bool* closed, imp3_manifold* out)
{
    imp3i_gap gap;
    imp3i_gap_estimate(&p->pair, margin + IMPI_DOUBLE_DOUBT * p->pair.scale, NULL, &gap);
    imp3i_gap_decide(&p->pair, &gap);
    if (gap.distance > margin)
    {
        return false;
    }
    *closed = gap.distance > 0.0 && is_closed_along(c, i, j, p, gap.normal);
    if (!*closed)
    {
        imp3i_manifold_of_gap(&p->pair, margin, &gap, out);
    }
    return true;
}

int imp3i_part_manifold_of(const imp3i_compound_pair* c, int32_t i, int32_t j, float margin,
                           imp3i_part_answers* answers, imp3_manifold* out)
{
    imp3i_placed_parts p;
    imp3i_part_answer* known = answer_place(answers, i, j);
    memset(out, 0, sizeof *out);
    if (is_answer_of(known, i, j) && known->touches && !known->open)
    {
        const imp3i_part_answer from = *known;
        return walked_manifold(c, &from, answers, out);
    }
    int sight = imp3i_look_at_parts(c, &answers->seen, answers->seen.surface == c->a ? i : j, (double)margin);
    if (sight >= IMP3I_SIGHT_NONE)
    {
        return IMP3I_PAIR_NONE;
    }
    imp3i_place_parts(c, i, j, &p);
    if (!imp3i_placed_may_collide(c, &p.a, &p.b))
    {
        return IMP3I_PAIR_NONE;
    }
    bool closed = false;
    bool corners = p.a.count > 2 && p.b.count > 2;
    bool first = !answers->seen.surface || sight == IMP3I_SIGHT_APART || p.a.count * p.b.count <= DISTANCE_FIRST;
    bool near = corners && first ? collide_corners(c, i, j, &p, (double)margin, &closed, out)
                                 : !imp3_collide(&p.a, &c->pose_a, &p.b, &c->pose_b, margin, out) && out->count > 0;
    if (!near)
    {
        return IMP3I_PAIR_NONE;
    }
    if (closed)
    {
        return find_normal(c, i, j, &p, (double)margin, false, 0.0, lean_of(c, i, j), out) ? IMP3I_PAIR_OPEN
                                                                                           : IMP3I_PAIR_NONE;
    }
    const imp3i_part_answer answer = answer_of_manifold(c, i, j, &p, out);
    if (answer.touches && answers->seen.surface)
    {
        *known = answer;  // of parts of a set points tell more, and those of the margin are others
    }
    if (answer.open)
    {
        return IMP3I_PAIR_OPEN;
    }
    if (answer.touches)
    {
        return walked_manifold(c, &answer, answers, out);
    }
    return find_normal(c, i, j, &p, (double)margin, false, 0.0, lean_of(c, i, j), out) ? IMP3I_PAIR_OPEN
                                                                                       : IMP3I_PAIR_NONE;
}
