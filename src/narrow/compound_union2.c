// SPDX-License-Identifier: MIT
//
// Exit of the whole: the shortest path from the origin to the boundary of the union of pieces.
//
// A piece is the Minkowski difference b - a of one pair of parts, a convex polygon. The compounds overlap while the
// origin is in the union of all pieces. Its boundary consists of stretches of the pieces' sides that no other piece
// covers. So the search follows each side to its nearest point that is not covered: from the foot of the origin to both
// ends, and where a piece covers the point, on to where the side leaves that piece. The best exit so far limits the
// sides, and the length along them. Near parts at a point decide whether it is covered, so no piece is stored.
// Crossings of two sides are found as the points where one leaves the piece of the other.
//
// The exit must leave each piece, so it is no shorter than that of the deepest one. Mostly it is that: then one test of
// its end suffices. Otherwise it bounds the search.
//
// Pieces that share an edge leave no crack between them, and pieces that only touch leave one: a box fits into a slot
// of its own width. Widths distinguish the two: over an internal edge the pieces overlap by the width of the other
// compound's part across it. So pieces are shrunk by very little, but grown along sides where that width is 0: internal
// edges along which a segment lies, joints of chains. A piece covers a point by a margin, so two flush sides do not
// cover each other.
//
// Rejected: candidates of all pairs of pieces (cubic); subdivision of the plane, which never ends along an internal
// edge; the exit of the cores plus the radius as another bound, which hardly ever holds in a notch.

#include "compound_union2.h"

#include <math.h>

/// Radius, in parts of the scale, below which it only moves the sides out.
#define HARDLY_ROUND 0x1p-26

/// Tolerance of an outermost corner, in parts of the edge to its neighbour.
#define LEAN 0x1p-20

#define JUMPS_MAX (1 << 16)

static bool is_round(const imp2i_compound_pair* c)
{
    return c->radius > HARDLY_ROUND * c->scale;
}

/// Whether a part has no width along n.
static bool is_flat(const imp2_shape* s, imp2i_dvec n)
{
    double x = (double)s->x[1] - s->x[0], y = (double)s->y[1] - s->y[0], along = n.x * x + n.y * y;
    return s->count == 1 || (s->count == 2 && fabs(along) <= 0x1p-30 * (fabs(x) + fabs(y)));
}

double imp2i_minkowski_growth(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n)
{
    bool across_b = c->a->part_count > 1 && is_flat(&c->b->parts[j], imp2i_direction_in_b(&c->rel, n));
    bool across_a = c->b->part_count > 1 && is_flat(&c->a->parts[i], n);
    return (across_a || across_b ? IMP2I_UNION_GROW : -IMP2I_UNION_GROW) * c->scale + c->radius;
}

imp2i_dvec imp2i_tip_of(const imp2i_compound_pair* c, int32_t i, int32_t j, const imp2i_walk_side* side)
{
    imp2i_outline o = imp2i_outline_of(side->on_b ? &c->a->parts[i] : &c->b->parts[j]);
    float x = o.x[side->support], y = o.y[side->support];
    imp2i_dvec v = {x, y};
    return side->on_b ? v : imp2i_place_b(&c->rel, x, y);
}

/// A point on a straight path, against a piece.
typedef struct union_probe
{
    const imp2i_compound_pair* pair;
    int32_t i, j;
    imp2i_dvec at, along;
    double margin, leave;  // leave: where the path leaves the piece
    bool outside;
} union_probe;

static void probe_side(void* context, const imp2i_walk_side* side)
{
    union_probe* p = (union_probe*)context;
    double inside = imp2i_ddot(side->normal, imp2i_dsub(p->at, side->from)) - p->margin;
    inside += imp2i_minkowski_growth(p->pair, p->i, p->j, side->normal);
    if (inside < 0.0)
    {
        p->outside = true;
        return;
    }
    double rate = imp2i_ddot(side->normal, p->along);
    double t = rate < 0.0 ? inside / -rate : INFINITY;
    p->leave = t < p->leave ? t : p->leave;
}

static bool is_in_piece(union_probe* p, int32_t i, int32_t j)
{
    const imp2_shape *a = &p->pair->a->parts[i], *b = &p->pair->b->parts[j];
    p->i = i;
    p->j = j;
    p->outside = false;
    p->leave = INFINITY;
    imp2i_walk_until(a, b, &p->pair->rel, false, &p->outside, probe_side, p);
    imp2i_walk_until(a, b, &p->pair->rel, true, &p->outside, probe_side, p);
    return !p->outside && imp2i_parts_may_collide(p->pair, i, j);
}

static bool is_out_of_patience(const imp2i_compound_pair* c, const imp2i_exit* best)
{
    return c->patience > 0 && best->pieces > c->patience;
}

/// Length of a path from a point on in a piece that covers the point; below 0 when none does; without end, when that
/// takes too long. The piece that covered the last point often covers the next.
static double covered_for(const imp2i_compound_pair* c, imp2i_dvec at, imp2i_dvec along, imp2i_exit* best)
{
    union_probe p = {.pair = c, .at = at, .along = along, .margin = 0.125 * IMP2I_UNION_GROW * c->scale};
    if (best->i_cover >= 0 && is_in_piece(&p, best->i_cover, best->j_cover))
    {
        return p.leave;
    }
    imp2i_compound_pair there = imp2i_compound_pair_moved(c, imp2i_dnegate(at));
    for (imp2i_near n = imp2i_near_start(&there, 0.0); imp2i_near_next(&there, &n);)
    {
        if (is_out_of_patience(c, best))
        {
            return INFINITY;
        }
        ++best->pieces;
        if (is_in_piece(&p, n.i, n.j))
        {
            best->i_cover = n.i;
            best->j_cover = n.j;
            return p.leave;
        }
    }
    return -1.0;
}

imp2i_dvec imp2i_exit_normal(imp2i_dvec w, imp2i_dvec otherwise)
{
    double length = sqrt(imp2i_ddot(w, w));
    imp2i_dvec n = {-w.x / length, -w.y / length};
    return length > 0.0 ? n : otherwise;
}

void imp2i_take_exit(imp2i_exit* best, imp2i_dvec w, imp2i_dvec normal, imp2i_dvec on_a, int32_t i, int32_t j)
{
    double depth = sqrt(imp2i_ddot(w, w));
    if (depth < best->depth)
    {
        best->depth = depth;
        best->normal = normal;
        best->on_a = on_a;
        best->i = i;
        best->j = j;
    }
}

/// A side as a path: start + t along, from low to high.
typedef struct side_path
{
    int32_t i, j;
    const imp2i_walk_side* side;
    imp2i_dvec start, along;
    double foot;  // of the origin
} side_path;

/// Follows a side, from t towards end, to the first point that is not covered.
static void follow_side(const imp2i_compound_pair* c, const side_path* path, double t, double end, imp2i_exit* best)
{
    double sign = end < t ? -1.0 : 1.0, least = 0x1p-48 * c->scale;
    imp2i_dvec along = {path->along.x * sign, path->along.y * sign};
    for (int32_t k = 0; k < JUMPS_MAX && sign * (end - t) >= 0.0; ++k)
    {
        imp2i_dvec w = imp2i_dadd_scaled(path->start, path->along, t);
        double square = imp2i_ddot(w, w);
        if (!(square < best->depth * best->depth))
        {
            return;
        }
        double on = covered_for(c, w, along, best);
        if (on < 0.0)
        {
            const imp2i_walk_side* side = path->side;
            bool at_foot = fabs(t - path->foot) <= 0x1p-20 * sqrt(square);  // then the normal of the side is better
            imp2i_dvec n = at_foot ? side->normal : imp2i_exit_normal(w, side->normal);
            imp2i_dvec tip = imp2i_tip_of(c, path->i, path->j, side);
            imp2i_take_exit(best, w, n, side->on_b ? tip : imp2i_dsub(tip, w), path->i, path->j);
            return;
        }
        t += sign * (on > least ? on : least);
        least = on > least ? least : 2.0 * least;
    }
}

static void try_side(const imp2i_compound_pair* c, int32_t i, int32_t j, const imp2i_walk_side* side, imp2i_exit* best)
{
    imp2i_dvec along = imp2i_dsub(side->to, side->from);
    double length = sqrt(imp2i_ddot(along, along)), growth = imp2i_minkowski_growth(c, i, j, side->normal);
    if (!(length > 0.0))
    {
        return;
    }
    along.x /= length;
    along.y /= length;
    imp2i_dvec start = imp2i_dadd_scaled(side->from, side->normal, -growth);
    double more = growth > 0.0 ? 4.0 * growth : 0.0, low = -more, high = length + more;
    double foot = -imp2i_ddot(start, along), t = foot < low ? low : foot > high ? high : foot;
    imp2i_dvec w = imp2i_dadd_scaled(start, along, t);
    if (!(imp2i_ddot(w, w) < best->depth * best->depth) || !imp2i_may_push(c, i, j, side->normal))
    {
        return;
    }
    const side_path path = {i, j, side, start, along, foot};
    follow_side(c, &path, t, high, best);
    follow_side(c, &path, t, low, best);
}

static bool same_point(imp2_vec v, const imp2i_outline* o, int32_t place)
{
    return v.x == o->x[place] && v.y == o->y[place];
}

/// Index of a part's vertex in the loops of a region: its own place, or behind it where the loop has corners of 180
/// degrees, or around the end.
static int32_t find_in_loop(const imp2_compound* c, int32_t part, const imp2i_outline* o, int32_t place)
{
    int32_t start = c->loop_starts[part], end = c->loop_starts[part + 1], k = start + place;
    for (int32_t tries = start; tries < end && !same_point(c->vertices[c->loop[k]], o, place); ++tries)
    {
        k = k + 1 < end ? k + 1 : start;
    }
    return k;
}

bool imp2i_is_outer_side(const imp2_compound* c, int32_t part, int32_t side)
{
    if (!c->loop_starts)
    {
        return true;
    }
    imp2i_outline o = imp2i_outline_of(&c->parts[part]);
    int32_t start = c->loop_starts[part], end = c->loop_starts[part + 1], k = find_in_loop(c, part, &o, side);
    int32_t next = side + 1 < o.sides ? side + 1 : 0;
    bool outer = false;
    do
    {
        outer = c->beyond[k] < 0;
        k = k + 1 < end ? k + 1 : start;
    } while (!outer && !same_point(c->vertices[c->loop[k]], &o, next));
    return outer;
}

/// Previous vertex of the outline, before the corner at which edge k of a part starts: around the corner, from internal
/// edge to internal edge. Not the ring's last point: where the outline touches itself, that may belong to another
/// corner.
static imp2_vec comes_from(const imp2_compound* c, int32_t part, int32_t k)
{
    const imp2_vec at = c->vertices[c->loop[k]];
    for (;;)
    {
        int32_t start = c->loop_starts[part], last = (k > start ? k : c->loop_starts[part + 1]) - 1;
        imp2_vec from = c->vertices[c->loop[last]];
        part = c->beyond[last];
        if (part < 0)
        {
            return from;
        }
        k = c->loop_starts[part];
        while (k + 1 < c->loop_starts[part + 1] &&
               !(c->vertices[c->loop[k]].x == at.x && c->vertices[c->loop[k]].y == at.y))
        {
            ++k;
        }
    }
}

/// Whether a vertex of a part is a corner of the region that is outermost along d, among its neighbours on the outline.
/// True for one of the parts that have the corner: that with the edge which starts there.
static bool is_outer_corner(const imp2_compound* c, int32_t part, int32_t place, imp2i_dvec d)
{
    if (!c->loop_starts)
    {
        return true;
    }
    imp2i_outline o = imp2i_outline_of(&c->parts[part]);
    int32_t k = find_in_loop(c, part, &o, place),
            next = k + 1 < c->loop_starts[part + 1] ? k + 1 : c->loop_starts[part];
    if (c->beyond[k] >= 0)
    {
        return false;
    }
    imp2_vec at = c->vertices[c->loop[k]], before = comes_from(c, part, k), after = c->vertices[c->loop[next]];
    imp2i_dvec e = {(double)at.x - before.x, (double)at.y - before.y};
    imp2i_dvec f = {(double)after.x - at.x, (double)after.y - at.y};
    double size_e = LEAN * (fabs(e.x) + fabs(e.y)), size_f = LEAN * (fabs(f.x) + fabs(f.y));
    return imp2i_ddot(d, e) >= -size_e && imp2i_ddot(d, f) <= size_f &&
           imp2i_dcross(e, f) >= -size_e * (fabs(f.x) + fabs(f.y));
}

/// Collects sides; skips internal edges, and those whose support is no corner of the whole: they are not on the
/// boundary.
static void keep_side(void* context, const imp2i_walk_side* side)
{
    imp2i_side_list* l = (imp2i_side_list*)context;
    const imp2i_compound_pair* c = l->pair;
    if (l->skip > 0 || l->count == (int32_t)(sizeof l->sides / sizeof *l->sides))
    {
        --l->skip;
        return;
    }
    bool on_b = side->on_b;
    imp2i_dvec d = on_b ? side->normal : imp2i_dnegate(imp2i_direction_in_b(&c->rel, side->normal));
    ++l->first;
    // An exit from the union leaves a piece: sides that face the origin lead in.
    double little = 8.0 * IMP2I_UNION_GROW * c->scale;
    bool leads_out = side->separation <= c->radius + little;
    // With sharp pieces, sides deeper than the best are skipped before the test of the outline, which may be slow.
    leads_out = leads_out && (is_round(c) || c->radius - side->separation - little < l->most);
    if (leads_out && imp2i_is_outer_side(on_b ? c->b : c->a, on_b ? l->j : l->i, side->side) &&
        is_outer_corner(on_b ? c->a : c->b, on_b ? l->i : l->j, side->support, d))
    {
        l->sides[l->count++] = *side;
    }
}

imp2i_side_list imp2i_sides_start(const imp2i_compound_pair* c, int32_t i, int32_t j, double most)
{
    imp2i_side_list l;
    l.most = most;
    l.more = true;
    l.pair = c;
    l.i = i;
    l.j = j;
    l.first = 0;
    return l;
}

bool imp2i_sides_next(imp2i_side_list* l, bool on_b)
{
    if (!l->more)
    {
        return false;
    }
    l->skip = l->first;
    l->count = 0;
    imp2i_walk(&l->pair->a->parts[l->i], &l->pair->b->parts[l->j], &l->pair->rel, on_b, keep_side, l);
    // The shallowest first: they bound the search.
    for (int32_t k = 1; k < l->count; ++k)
    {
        imp2i_walk_side side = l->sides[k];
        int32_t at = k;
        for (; at > 0 && l->sides[at - 1].separation < side.separation; --at)
        {
            l->sides[at] = l->sides[at - 1];
        }
        l->sides[at] = side;
    }
    l->more = l->skip < 0;
    return true;
}

static bool is_covered(const imp2i_compound_pair* c, imp2i_dvec w, imp2i_exit* best)
{
    const imp2i_dvec still = {0.0, 0.0};
    return is_round(c) ? imp2i_round_minkowski_covers(c, w) : covered_for(c, w, still, best) >= 0.0;
}

static void try_piece(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_exit* best)
{
    for (int on_b = 0; on_b < 2; ++on_b)
    {
        imp2i_side_list l = imp2i_sides_start(c, i, j, best->depth);
        while (imp2i_sides_next(&l, on_b))
        {
            for (int32_t k = 0; k < l.count; ++k)
            {
                try_side(c, i, j, &l.sides[k], best);
            }
        }
    }
}

/// Depth of the origin in a piece.
typedef struct minkowski_depth
{
    const imp2i_compound_pair* pair;
    int32_t i, j;
    bool round, beyond;            // beyond: the origin is beyond a side of the cores' piece
    double depth, square;          // along the shallowest side; squared distance from the cores' piece
    imp2i_walk_side side, facing;  // the shallowest, and that of the nearest point
    imp2i_dvec at;                 // the nearest point
    bool on_side;                  // which is no end of the side
} minkowski_depth;

static void take_nearest_place(minkowski_depth* p, const imp2i_walk_side* side)
{
    imp2i_dvec e = imp2i_dsub(side->to, side->from);
    double all = imp2i_ddot(e, e), s = -imp2i_ddot(e, side->from);
    bool on_side = s > 0.0 && s < all;
    imp2i_dvec at = on_side ? imp2i_dadd_scaled(side->from, e, s / all) : s > 0.0 ? side->to : side->from;
    double square = imp2i_ddot(at, at);
    p->beyond = p->beyond || side->separation > 0.0;
    if (square < p->square)
    {
        p->square = square;
        p->at = at;
        p->facing = *side;
        p->on_side = on_side;
    }
}

static void take_shallowest(void* context, const imp2i_walk_side* side)
{
    minkowski_depth* p = (minkowski_depth*)context;
    double growth =
        p->round ? imp2i_minkowski_radius(p->pair) : imp2i_minkowski_growth(p->pair, p->i, p->j, side->normal);
    if (growth - side->separation < p->depth)
    {
        p->depth = growth - side->separation;
        p->side = *side;
    }
    if (p->round)
    {
        take_nearest_place(p, side);
    }
}

/// Takes the exit of one piece, if it is longer than the best. No exit of the whole is shorter.
static void take_deeper(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_exit* best)
{
    minkowski_depth p = {.pair = c, .i = i, .j = j, .round = is_round(c), .depth = INFINITY, .square = INFINITY};
    imp2i_walk(&c->a->parts[i], &c->b->parts[j], &c->rel, false, take_shallowest, &p);
    imp2i_walk(&c->a->parts[i], &c->b->parts[j], &c->rel, true, take_shallowest, &p);
    double radius = p.round ? imp2i_minkowski_radius(c) : 0.0, length = sqrt(p.square);
    const imp2i_walk_side* side = p.beyond ? &p.facing : &p.side;
    imp2i_dvec n = side->normal;
    if (p.beyond)
    {
        p.depth = radius - length;
        n = !p.on_side ? imp2i_exit_normal(imp2i_dnegate(p.at), n) : side->separation < 0.0 ? imp2i_dnegate(n) : n;
    }
    if (p.depth > best->depth)
    {
        imp2i_dvec tip = imp2i_tip_of(c, i, j, side), core = {(radius - p.depth) * n.x, (radius - p.depth) * n.y};
        best->depth = p.depth;
        best->normal = n;
        best->on_a = side->on_b ? tip : imp2i_dsub(tip, core);
        best->i = best->i_cover = i;
        best->j = best->j_cover = j;
    }
}

/// Whether an exit ends outside of all pieces.
static bool leads_out(const imp2i_compound_pair* c, imp2i_exit* exit)
{
    imp2i_dvec w = {-exit->depth * exit->normal.x, -exit->depth * exit->normal.y};
    return imp2i_may_push(c, exit->i, exit->j, exit->normal) && !is_covered(c, w, exit);
}

/// Exit of the deepest piece. Returns whether it is that of the whole, as no other piece covers its end.
static bool leave_deepest(const imp2i_compound_pair* c, imp2i_exit* out)
{
    const imp2i_exit none = {.depth = 0.125 * IMP2I_UNION_GROW * c->scale, .i = -1, .j = -1, .i_cover = -1};
    *out = none;
    for (imp2i_near n = imp2i_near_start(c, 0.0); imp2i_near_next(c, &n);)
    {
        if (imp2i_parts_may_collide(c, n.i, n.j))
        {
            take_deeper(c, n.i, n.j, out);
        }
    }
    if (out->i < 0)
    {
        out->depth = 0.0;
        return true;
    }
    return leads_out(c, out);
}

/// Searches the exit, which is no shorter than that of *out. When that takes too long, it is the best that was found;
/// or that of the deepest piece, which *out is.
static void search_exit(const imp2i_compound_pair* c, imp2i_exit* out)
{
    const imp2i_exit deepest = *out;
    imp2i_exit none = {.i = -1, .j = -1, .i_cover = -1, .j_cover = -1};
    // Mostly it is not much longer.
    for (double limit = 2.0 * out->depth; limit > 0.0; limit = out->i < 0 && limit < INFINITY ? INFINITY : 0.0)
    {
        imp2i_pair_search s;
        int32_t i, j;
        none.pieces = out->pieces;
        *out = none;
        out->depth = limit;
        imp2i_search_borders(&s, c, imp2i_box_distance, NULL);
        while (!is_out_of_patience(c, out) && imp2i_part_search_next(&s, out->depth, &i, &j))
        {
            if (imp2i_parts_may_collide(c, i, j))
            {
                (is_round(c) ? imp2i_try_round_minkowski : try_piece)(c, i, j, out);
            }
        }
    }
    *out = out->i < 0 && is_out_of_patience(c, out) ? deepest : *out;
}

void imp2i_find_exit(const imp2i_compound_pair* c, imp2i_exit* out)
{
    if (!leave_deepest(c, out))
    {
        search_exit(c, out);
    }
}
