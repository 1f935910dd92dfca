// SPDX-License-Identifier: MIT
//
// Contacts of two compounds: one manifold for each touching pair of parts, and the penetration of the whole.
//
// A pair's manifold is that of imp2_collide when its normal is open (compound_edges2.c). Otherwise the sides of both
// parts are tried in the order of their depth, up to the depth of the whole: the first open one is the reference face,
// if it does not oppose the exit of the whole; first in the strict sense, then in the loose one. When none is, the pair
// is inside the whole, and its one contact lies along the exit of the whole. Parts that are apart have no such choice:
// at an internal edge the neighbour is nearer, and the pair is left out.
//
// The exit is computed on demand: the public call always needs it, a world where a pair is closed. Rejected for worlds:
// the normal of the deepest open pair, or the shallowest open side of any pair. With a sharp shape in a notch, either
// leads through the ground.
//
// Manifolds of the public call wait in a small array until all are known, because a call that fails writes nothing;
// when there are more, they are computed again.

#include "compound_pair2.h"
#include "impinge/narrow2.h"
#include "quick2.h"

#include <math.h>

#define WAITING 64

enum
{
    MOST_SIDES = 64,  // that are cached
    ENDS = 2,         // sides of a segment besides one for each vertex
    NOT_ASKED = -1,
    MANY = 64,           // near pairs, in worlds
    EXIT_PATIENCE = 128  // pieces that the search of an exit tests, in worlds, where many are near
};

/// Greatest depth in one side of a concave corner, in parts of the margin, at which the other side is tested too.
#define SUNK 0.25f

/// Sine of the least angle between two sides of a concave corner. Others are nearly collinear.
#define STEEP 0.5

/// Result of the touching pairs, before the whole is known.
typedef struct whole_scan
{
    int relation;
    bool closed;  // some pair has a closed normal
    double best;  // the greatest depth, open pairs first
    bool best_open;
    imp2i_dvec normal, on_a;
    int32_t i, j;
} whole_scan;

/// Openness of the normal of a pair. free: no other part is near the contact.
static int openness_of_gap(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n, bool free)
{
    return !imp2i_may_push(c, i, j, n) ? IMP2I_CLOSED : free ? IMP2I_OPEN : imp2i_openness(c, i, j, n);
}

/// Result of a near pair of parts alone.
typedef struct pair_view
{
    int32_t i, j;
    imp2i_gap gap;
    bool collides;      // within the margin, and one-sided chains allow it
    imp2i_dvec normal;  // in A's frame, if so; and its openness
    int open;
} pair_view;

static void view_pair(const imp2i_compound_pair* c, int32_t i, int32_t j, float margin, pair_view* v)
{
    v->i = i;
    v->j = j;
    imp2i_gap_of(&c->a->parts[i], &c->pose_a, &c->b->parts[j], &c->pose_b, margin, &v->gap);
    v->collides = !(v->gap.distance > margin) && imp2i_parts_may_collide(c, i, j);
    if (v->collides)
    {
        v->normal = imp2i_normal_in(c, v->gap.normal);
        // A deeper one reaches other parts of the boundary.
        v->open = openness_of_gap(c, i, j, v->normal, c->alone && v->gap.distance >= -margin);
    }
}

static void scan_pair(const imp2i_compound_pair* c, int32_t i, int32_t j, whole_scan* s)
{
    pair_view v;
    view_pair(c, i, j, 0.0f, &v);
    if (v.gap.relation < 0 || !v.collides)
    {
        return;
    }
    bool open = v.open == IMP2I_OPEN;
    s->relation = v.gap.relation > s->relation ? v.gap.relation : s->relation;
    s->closed = s->closed || !open;
    double depth = -(double)v.gap.distance;
    if ((open && !s->best_open) || (open == s->best_open && depth > s->best))
    {
        s->best = depth;
        s->best_open = open;
        s->normal = v.normal;
        s->on_a = imp2i_turn_in(c, v.gap.on_a);
        s->i = i;
        s->j = j;
    }
}

void imp2i_whole_of(const imp2i_compound_pair* c, imp2i_whole* out)
{
    whole_scan s = {.relation = -1, .best = -INFINITY};
    const imp2i_exit none = {.depth = 0.0, .i = -1, .j = -1};
    out->known = true;
    double hardly = IMPI_SEAM * c->scale;
    out->exit = none;
    out->depth = 0.0f;
    // One deeper pair is enough to search the exit. The others are only tested when there is none.
    imp2i_near n = imp2i_near_start(c, 0.0);
    while (s.relation < 1 && imp2i_near_next(c, &n))
    {
        scan_pair(c, n.i, n.j, &s);
    }
    out->relation = s.relation;
    if (s.relation < 0)
    {
        return;
    }
    if (s.relation > 0 || s.closed)
    {
        imp2i_find_exit(c, &out->exit);
    }
    while (!(out->exit.depth > hardly && out->exit.depth < INFINITY) && imp2i_near_next(c, &n))
    {
        scan_pair(c, n.i, n.j, &s);
    }
    if (out->exit.depth <= hardly || out->exit.depth == INFINITY)
    {
        // No penetration, or only rounding; or no exit: the deepest pair decides.
        out->exit.depth = out->exit.depth <= hardly ? 0.0 : s.best;
        out->exit.normal = s.normal;
        out->exit.on_a = s.on_a;
        out->exit.i = s.i;
        out->exit.j = s.j;
    }
    out->relation = out->exit.depth > 0.0 ? 1 : out->relation;
    float depth = (float)(out->exit.depth * c->rel.unit_a), tiny = IMPI_TINY * (float)c->scale;
    out->depth = s.relation > 0 && depth < tiny ? tiny : depth;
}

/// The sides of a pair's Minkowski difference, and their openness.
typedef struct minkowski_sides
{
    const imp2i_compound_pair* pair;
    int32_t i, j, count;  // of the cached sides; 0 before the first visit
    imp2i_walk_side sides[MOST_SIDES];
    int open[MOST_SIDES];
} minkowski_sides;

static void start_sides(const imp2i_compound_pair* c, int32_t i, int32_t j, minkowski_sides* p)
{
    p->pair = c;
    p->i = i;
    p->j = j;
    p->count = 0;
}

static void keep_minkowski_side(void* context, const imp2i_walk_side* side)
{
    minkowski_sides* p = (minkowski_sides*)context;
    p->open[p->count] = NOT_ASKED;
    p->sides[p->count++] = *side;
}

/// Visits all sides; caches them, unless they are very many.
static void visit_sides(minkowski_sides* p, void (*visit)(void* context, const imp2i_walk_side* side), void* context)
{
    const imp2i_compound_pair* c = p->pair;
    const imp2_shape *a = &c->a->parts[p->i], *b = &c->b->parts[p->j];
    bool kept = a->count + b->count + 2 * ENDS <= MOST_SIDES;
    if (!kept || p->count == 0)
    {
        imp2i_walk(a, b, &c->rel, false, kept ? keep_minkowski_side : visit, kept ? p : context);
        imp2i_walk(a, b, &c->rel, true, kept ? keep_minkowski_side : visit, kept ? p : context);
    }
    for (int32_t k = 0; k < p->count; ++k)
    {
        visit(context, &p->sides[k]);
    }
}

/// The sides of a Minkowski difference by rising depth: the best one after the last.
typedef struct side_order
{
    imp2i_walk_side best;
    double last;
    int32_t last_place, best_place, place;
    bool any;
} side_order;

static void take_next(void* context, const imp2i_walk_side* side)
{
    side_order* s = (side_order*)context;
    int32_t place = s->place++;
    double separation = side->separation;
    bool after = separation < s->last || (!(separation > s->last) && place > s->last_place);
    if (after && (!s->any || separation > s->best.separation))
    {
        s->any = true;
        s->best = *side;
        s->best_place = place;
    }
}

static int openness_of_side(minkowski_sides* p, int32_t place, imp2i_dvec n)
{
    const imp2i_compound_pair* c = p->pair;
    int open = place < p->count ? p->open[place] : NOT_ASKED;
    if (open == NOT_ASKED)
    {
        open = imp2i_may_push(c, p->i, p->j, n) ? imp2i_openness(c, p->i, p->j, n) : IMP2I_CLOSED;
    }
    if (place < p->count)
    {
        p->open[place] = open;
    }
    return open;
}

/// Shallowest open side of a pair, no deeper than a limit, that does not oppose an exit; false for none.
static bool find_open_side(minkowski_sides* p, double limit, imp2i_dvec exit, int least, imp2i_walk_side* out)
{
    side_order s = {.last = INFINITY, .last_place = -1};
    for (;;)
    {
        s.any = false;
        s.place = 0;
        visit_sides(p, take_next, &s);
        if (!s.any || p->pair->radius - s.best.separation > limit)
        {
            return false;
        }
        if (imp2i_ddot(s.best.normal, exit) >= 0.0 && openness_of_side(p, s.best_place, s.best.normal) >= least)
        {
            *out = s.best;
            return true;
        }
        s.last = s.best.separation;
        s.last_place = s.best_place;
    }
}

/// A side on the outline that the other part is beyond, and that is open beside the contact, within reach; steep to
/// another normal. In a concave corner of one compound it is a side of that. False for none.
static bool find_face(minkowski_sides* p, imp2i_dvec from, double reach, imp2i_walk_side* out)
{
    const imp2i_compound_pair* c = p->pair;
    side_order s = {.last = INFINITY, .last_place = -1};
    for (;;)
    {
        s.any = false;
        s.place = 0;
        visit_sides(p, take_next, &s);
        if (!s.any || s.best.separation <= c->radius)
        {
            return false;
        }
        const imp2i_walk_side* side = &s.best;
        const imp2_compound* own = side->on_b ? c->b : c->a;
        if (!imp2i_is_single(own) && fabs(imp2i_dcross(side->normal, from)) >= STEEP &&
            imp2i_is_outer_side(own, side->on_b ? p->j : p->i, side->side) &&
            imp2i_may_push(c, p->i, p->j, side->normal) &&
            imp2i_is_face(c, p->i, p->j, side->normal, side->on_b, reach))
        {
            *out = *side;
            return true;
        }
        s.last = s.best.separation;
        s.last_place = s.best_place;
    }
}

/// Depth of B in a pair along an exit, and the side that it leaves through.
typedef struct exit_through
{
    imp2i_dvec exit;
    double radius, leave;
    imp2i_walk_side side;
} exit_through;

static void leave_side(void* context, const imp2i_walk_side* side)
{
    exit_through* w = (exit_through*)context;
    double rate = imp2i_ddot(side->normal, w->exit), t = (w->radius - side->separation) / rate;
    if (rate > 0.0 && t < w->leave)
    {
        w->leave = t;
        w->side = *side;
    }
}

/// Makes one contact along the exit of the whole, which leads out of this pair too.
static void contact_along(minkowski_sides* p, const imp2i_exit* out_of_all, imp2_manifold* out)
{
    const imp2i_compound_pair* c = p->pair;
    imp2i_dvec n = out_of_all->normal;
    const imp2_shape *a = &c->a->parts[p->i], *b = &c->b->parts[p->j];
    exit_through w = {.exit = n, .radius = c->radius, .leave = INFINITY};
    visit_sides(p, leave_side, &w);
    double depth = w.leave < out_of_all->depth ? w.leave : out_of_all->depth;
    depth = depth > 0.0 ? depth : 0.0;
    bool on_b = w.side.on_b;
    imp2i_outline o = imp2i_outline_of(on_b ? a : b);
    float x = o.x[w.side.support], y = o.y[w.side.support];
    imp2i_dvec tip = {x, y};
    tip = on_b ? tip : imp2i_place_b(&c->rel, x, y);
    double forth = on_b ? -0.5 * depth : 0.5 * depth;
    forth += (double)(on_b ? a : b)->radius * (on_b ? 1.0 : -1.0);
    imp2i_dvec at = imp2i_turn_out(c->frame, 1.0, imp2i_dadd_scaled(tip, n, forth));
    imp2i_dvec normal = imp2i_normal_out(c, n);
    int32_t vertex = imp2i_vertex_of_place(on_b ? a : b, w.side.support);
    const imp2_manifold none = {.count = 0};
    *out = none;
    out->normal.x = (float)normal.x;
    out->normal.y = (float)normal.y;
    out->depth = (float)(depth * c->rel.unit_a);
    out->count = 1;
    out->points[0].point.x = (float)(c->pose_a.p.x + at.x);
    out->points[0].point.y = (float)(c->pose_a.p.y + at.y);
    out->points[0].depth = out->depth;
    out->points[0].id = on_b ? imp2i_contact_id(IMP2I_VERTEX_ON_SIDE_B, vertex, w.side.side)
                             : imp2i_contact_id(IMP2I_VERTEX_ON_SIDE_A, w.side.side, vertex);
}

/// Manifold of a touching pair, along an open normal; false for none.
static bool open_manifold(minkowski_sides* p, const pair_view* v, float margin, imp2i_whole* whole, imp2_manifold* out)
{
    const imp2i_compound_pair* c = p->pair;
    const imp2_shape *a = &c->a->parts[p->i], *b = &c->b->parts[p->j];
    imp2i_walk_side side;
    bool found = false;
    for (int least = IMP2I_OPEN; least >= IMP2I_LOOSELY_OPEN && !found; --least)
    {
        if (v->open >= least)
        {
            (void)imp2_collide(a, &c->pose_a, b, &c->pose_b, margin, out);
            return true;
        }
        if (!whole->known)
        {
            imp2i_whole_of(c, whole);
        }
        double limit = whole->exit.depth * (1.0 + 0x1p-20) + (double)IMPI_FLOAT_DOUBT * c->scale;
        found = find_open_side(p, limit, whole->exit.normal, least, &side);
    }
    if (!found)
    {
        return false;
    }
    imp2i_gap along = {.axis = {(float)side.separation, side.side, side.support, side.on_b}};
    imp2i_gap_along(a, c->frame, b, &c->rel, &along);
    float least = v->gap.relation > 0 ? IMPI_TINY * (float)c->scale : 0.0f;
    along.distance = v->gap.relation == 0 || along.distance > -least ? 0.0f - least : along.distance;
    along.distance = along.distance < -whole->depth ? 0.0f - whole->depth : along.distance;
    imp2i_manifold_of_gap(a, &c->pose_a, b, margin, &along, out);
    return true;
}

/// Finds the deepest of all touching pairs, once.
static const imp2i_deepest* deepest_of_all(const imp2i_compound_pair* c, imp2i_deepest* d)
{
    for (imp2i_near n = imp2i_near_start(c, 0.0); !d->known && imp2i_near_next(c, &n);)
    {
        imp2i_gap gap;
        imp2i_gap_of(&c->a->parts[n.i], &c->pose_a, &c->b->parts[n.j], &c->pose_b, 0.0f, &gap);
        if (gap.relation < 0)
        {
            continue;
        }
        bool deeper = d->touching == 0 || -gap.distance > d->depth;
        d->depth = deeper ? -gap.distance : d->depth;
        d->normal = deeper ? gap.normal : d->normal;
        d->i = n.i;
        d->j = n.j;
        ++d->touching;
    }
    d->known = true;
    return d;
}

/// Whether a pair other than this touches.
static bool touches_elsewhere(const imp2i_deepest* d, int32_t i, int32_t j)
{
    return d->touching > 1 || (d->touching == 1 && (d->i != i || d->j != j));
}

/// Finds the second side of a concave corner, where another pair touches and the shape is a little deep in the first.
static bool find_face_of_sunk(minkowski_sides* p, float margin, imp2i_deepest* deepest, imp2i_walk_side* out)
{
    const imp2i_compound_pair* c = p->pair;
    if (c->radius > 0.0 || !touches_elsewhere(deepest_of_all(c, deepest), p->i, p->j) || deepest->depth > SUNK * margin)
    {
        return false;
    }
    return find_face(p, imp2i_normal_in(c, deepest->normal), (double)deepest->depth / STEEP, out);
}

/// Reduces a manifold along a side to vertices of the other shape above it. Its own ends are the neighbours', too, and
/// so are deeper points beside it.
static void keep_above(const imp2i_compound_pair* c, const imp2_shape* above, const imp2i_gap* gap, imp2_manifold* m)
{
    imp2i_outline o = imp2i_outline_of(above);
    const imp2i_dvec *ends = gap->reference_ends, n = gap->reference_normal, along = {-n.y, n.x};
    bool of_b = !gap->axis.on_b;
    int32_t count = 0;
    for (int32_t k = 0; k < m->count && !imp2i_is_point(above); ++k)
    {
        int32_t vertex, other;
        if (!imp2i_is_vertex_of(m->points[k].id, of_b, &vertex, &other))
        {
            continue;
        }
        const imp2i_dvec own = {o.x[vertex], o.y[vertex]};
        imp2i_dvec at = of_b ? imp2i_place_b(&c->rel, o.x[vertex], o.y[vertex]) : own;
        double height = (imp2i_ddot(n, imp2i_dsub(at, ends[0])) - c->radius) * gap->unit_a;
        if (height >= 0.0 && imp2i_ddot(along, imp2i_dsub(at, ends[0])) >= 0.0 &&
            imp2i_ddot(along, imp2i_dsub(at, ends[1])) <= 0.0)
        {
            m->points[count] = m->points[k];
            m->points[count++].depth = 0.0f - (float)height;
        }
    }
    m->count = count;
    for (int32_t k = 0; k < count; ++k)
    {
        m->depth = k == 0 || m->points[k].depth > m->depth ? m->points[k].depth : m->depth;
    }
}

/// Manifold of a pair that is apart, nearest at an internal edge: along an open side it may have points all the same.
static void manifold_beyond(const imp2i_compound_pair* c, int32_t i, int32_t j, float margin, imp2i_deepest* deepest,
                            imp2_manifold* out)
{
    const imp2_shape *a = &c->a->parts[i], *b = &c->b->parts[j];
    const imp2_manifold none = {.count = 0};
    const imp2i_dvec any = {0.0, 0.0};
    imp2i_walk_side side;
    minkowski_sides sides;
    start_sides(c, i, j, &sides);
    *out = none;
    bool sunk = !find_open_side(&sides, (double)margin, any, IMP2I_OPEN, &side);
    if (sunk && !find_face_of_sunk(&sides, margin, deepest, &side))
    {
        return;
    }
    imp2i_gap along = {.axis = {(float)side.separation, side.side, side.support, side.on_b}};
    imp2i_gap_along(a, c->frame, b, &c->rel, &along);
    if (along.distance <= margin)
    {
        imp2i_manifold_of_gap(a, &c->pose_a, b, margin, &along, out);
        if (!sunk)
        {
            keep_above(c, side.on_b ? a : b, &along, out);
        }
    }
}

/// Contact of one pair. False for none.
static bool pair_contact(const imp2i_compound_pair* c, const pair_view* v, float margin, imp2i_whole* whole,
                         imp2_part_manifold* out)
{
    if (!v->collides)
    {
        return false;
    }
    out->part_a = v->i;
    out->part_b = v->j;
    if (v->gap.relation >= 0)
    {
        minkowski_sides sides;
        start_sides(c, v->i, v->j, &sides);
        if (!open_manifold(&sides, v, margin, whole, &out->manifold))
        {
            contact_along(&sides, &whole->exit, &out->manifold);
        }
    }
    else if (v->open == IMP2I_OPEN)
    {
        (void)imp2_collide(&c->a->parts[v->i], &c->pose_a, &c->b->parts[v->j], &c->pose_b, margin, &out->manifold);
    }
    else
    {
        manifold_beyond(c, v->i, v->j, margin, &whole->deepest, &out->manifold);
    }
    return v->gap.relation >= 0 || out->manifold.count > 0;
}

/// Which pairs of parts get a contact.
typedef enum pair_choice
{
    CHOOSE_ALL,
    CHOOSE_OPEN
} pair_choice;

/// Lists the contacts of all chosen pairs. Returns their number; writes as many as there is room for. nearest is
/// the one of the greatest depth.
static int32_t list_contacts(const imp2i_compound_pair* c, pair_choice choice, float margin, imp2i_whole* whole,
                             imp2_part_manifold* places, int32_t room, imp2_part_manifold* nearest)
{
    int32_t count = 0;
    for (imp2i_near n = imp2i_near_start(c, (double)margin); imp2i_near_next(c, &n);)
    {
        pair_view v;
        imp2_part_manifold m;
        view_pair(c, n.i, n.j, margin, &v);
        bool chosen = choice == CHOOSE_ALL || v.open == IMP2I_OPEN;
        if (!chosen || !pair_contact(c, &v, margin, whole, &m))
        {
            continue;
        }
        if (count == 0 || m.manifold.depth > nearest->manifold.depth)
        {
            *nearest = m;
        }
        if (count < room)
        {
            places[count] = m;
        }
        ++count;
    }
    return count;
}

/// Whether more than MANY pairs of parts are near.
static bool has_many(const imp2i_compound_pair* c, float margin)
{
    int32_t count = 0;
    for (imp2i_near n = imp2i_near_start(c, (double)margin); count <= MANY && imp2i_near_next(c, &n);)
    {
        ++count;
    }
    return count > MANY;
}

imp_status imp2i_compound_manifolds(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                    const imp2_pose* pose_b, float margin, int slider, imp2_part_manifold* out,
                                    int32_t room, int32_t* count)
{
    imp_status status = imp2i_compound_pair_status(a, pose_a, b, pose_b);
    (void)slider;
    *count = 0;
    if (status)
    {
        return status;
    }
    imp2i_compound_pair c = imp2i_compound_pair_of(a, pose_a, b, pose_b);
    imp2i_whole whole = {.known = false};
    imp2_part_manifold nearest;
    imp2i_nearby nearby;
    if (imp2i_nearby_list(&c, (double)margin, &nearby))
    {
        c.nearby = &nearby;
        c.alone = nearby.count == 1;
    }
    // Closed pairs are left to their neighbours where very many pairs are near, if one of these is open; and the
    // search of an exit ends soon.
    bool many = !c.nearby && (int64_t)a->part_count * b->part_count > MANY && has_many(&c, margin);
    c.patience = many ? EXIT_PATIENCE : 0;
    *count = many ? list_contacts(&c, CHOOSE_OPEN, margin, &whole, out, room, &nearest) : 0;
    *count = *count > 0 ? *count : list_contacts(&c, CHOOSE_ALL, margin, &whole, out, room, &nearest);
    return IMP_OK;
}

/// Contacts of two single shapes: those of imp2_collide.
static int32_t single_contacts(const imp2i_compound_pair* c, float margin, imp2i_whole* whole,
                               imp2_part_manifold* nearest)
{
    nearest->part_a = nearest->part_b = 0;
    (void)imp2_collide(c->a->parts, &c->pose_a, c->b->parts, &c->pose_b, margin, &nearest->manifold);
    whole->relation = -1;
    return nearest->manifold.count > 0;
}

imp_status imp2_compound_collide(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                 const imp2_pose* pose_b, float margin, imp2_compound_contacts* out)
{
    imp_status status = imp2i_compound_pair_status(a, pose_a, b, pose_b);
    if (status)
    {
        return status;
    }
    int32_t fault = impi_number_fault_negative(margin);
    if (fault)
    {
        return impi_error(fault, 5);
    }
    fault = !out || (out->capacity > 0 && !out->manifolds) ? IMP_ERR_NULL : out->capacity < 0 ? IMP_ERR_COUNT : 0;
    if (fault)
    {
        return impi_error(fault, 6);
    }
    imp2i_compound_pair c = imp2i_compound_pair_of(a, pose_a, b, pose_b);
    imp2i_whole whole = {.known = false};
    imp2_part_manifold waiting[WAITING], nearest;
    int32_t count;
    if (imp2i_is_single(a) && imp2i_is_single(b))
    {
        count = single_contacts(&c, margin, &whole, &nearest);
        waiting[0] = nearest;
    }
    else
    {
        imp2i_whole_of(&c, &whole);
        count = list_contacts(&c, CHOOSE_ALL, margin, &whole, waiting, WAITING, &nearest);
    }
    if (out->capacity > 0 && count > out->capacity)
    {
        out->count = count;
        return impi_error(IMP_ERR_SPACE, 6);
    }
    for (int32_t k = 0; k < count && count <= WAITING && k < out->capacity; ++k)
    {
        out->manifolds[k] = waiting[k];
    }
    if (count > WAITING && out->capacity > 0)
    {
        (void)list_contacts(&c, CHOOSE_ALL, margin, &whole, out->manifolds, out->capacity, &nearest);
    }
    const imp2_vec zero = {0.0f, 0.0f};
    out->count = count;
    out->normal = count > 0 ? nearest.manifold.normal : zero;
    out->depth = count > 0 ? nearest.manifold.depth : 0.0f;
    if (whole.relation >= 0)
    {
        imp2i_dvec n = imp2i_normal_out(&c, whole.exit.normal);
        out->normal.x = (float)n.x;
        out->normal.y = (float)n.y;
        out->depth = whole.depth;
    }
    return IMP_OK;
}
