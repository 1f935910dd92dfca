// SPDX-License-Identifier: MIT
//
// The shortest way out of a whole compound in space, which may lead to an edge or a corner between parts.
//
// Each near pair of parts fills a convex piece of the translations of B: those after which they overlap. The way out is the
// point nearest to the origin that is inside of no piece. For each piece it lies beyond one of its planes, which are found
// as the axes of the pair are; but beyond which one is not known. Points are tried from the origin on outward, the nearest
// first. One that is inside of a piece is replaced by those that lie beyond a plane of that piece, too: for each the nearest
// to the origin. So the first that is inside of none is the shortest way.
//
// Pieces of parts with a radius are taken as their planes say, without the roundness of edges; of curved ones along
// some directions. A way out is one then, too.
//
// Source: best first search over disjunctions (Land and Doig 1960).

#include "compound_pair3.h"

#include <math.h>
#include <string.h>

enum
{
    UNION_PIECES = 96,
    UNION_PLANES = 1024,  // of all pieces
    UNION_POINTS = 384,   // that wait
    UNION_TAKEN = 512,
    UNION_BEYOND = 8  // planes that a point is beyond
};

/// Points that are deeper inside of a piece than this part of the scale are inside.
#define UNION_INSIDE 0x1p-21

typedef struct union_plane
{
    imp3i_dvec n;
    double far;
} union_plane;

/// The pair i, j; planes from `first` on, of which there are none before they are asked for. One is known from the start.
typedef struct union_piece
{
    int32_t i, j, first, count;
    union_plane known;
} union_piece;

/// A point, and the planes that it lies beyond: the nearest there.
typedef struct union_point
{
    imp3i_dvec at;
    double length;
    int32_t count;
    int16_t beyond[UNION_BEYOND];
} union_point;

typedef struct union_search
{
    const imp3i_compound_pair* c;
    double most;  // what is no nearer is of no interest
    double little;
    int32_t pieces, planes, points;
    bool full;         // something had no room
    union_point best;  // the shortest way out so far, of one plane or more
    union_piece piece[UNION_PIECES];
    union_plane plane[UNION_PLANES];
    union_point point[UNION_POINTS];
} union_search;

// Pieces

static void add_union_plane(union_search* u, const imp3i_pair* p, imp3i_dvec n)
{
    imp3i_gap along;
    imp3i_gap_along(p, n, &along);
    if (u->planes == UNION_PLANES)
    {
        u->full = true;
    }
    else if (-along.distance < u->most)
    {
        const union_plane plane = {n, -along.distance};
        u->plane[u->planes++] = plane;
    }
}

/// The pieces of a search, and the pair whose axes are gathered.
typedef struct axis_basket
{
    union_search* u;
    const imp3i_pair* p;
} axis_basket;

static bool gather_axis(void* context, imp3i_dvec n)
{
    axis_basket* basket = (axis_basket*)context;
    add_union_plane(basket->u, basket->p, n);
    return false;
}

/// All planes of a piece that are nearer than the bound.
static void open_piece(union_search* u, union_piece* piece)
{
    imp3i_placed_parts parts;
    imp3i_place_parts(u->c, piece->i, piece->j, &parts);
    piece->first = u->planes;
    if (imp3i_is_polytope(&parts.a) && imp3i_is_polytope(&parts.b))
    {
        axis_basket basket = {u, &parts.pair};
        imp3i_penetration_among(&parts.pair, u->most, gather_axis, &basket);
    }
    else
    {
        add_union_plane(u, &parts.pair, piece->known.n);
        for (int32_t k = 0; k < 27; ++k)
        {
            const imp3i_dvec n = {(double)(k % 3 - 1), (double)(k / 3 % 3 - 1), (double)(k / 9 - 1)};
            const double square = imp3i_ddot(n, n);
            if (square > 0.0)
            {
                add_union_plane(u, &parts.pair, imp3i_dscale(n, 1.0 / sqrt(square)));
            }
        }
    }
    piece->count = u->planes - piece->first;
}

static void gather_pieces(union_search* u, const imp3i_seen_core* seen)
{
    for (imp3i_near near = imp3i_start_near(u->c, seen, u->most); imp3i_near_next(u->c, &near);)
    {
        imp3i_placed_parts parts;
        imp3i_gap gap;
        imp3i_place_parts(u->c, near.i, near.j, &parts);
        imp3i_gap_estimate(&parts.pair, u->most, NULL, &gap);
        if (gap.distance >= u->most)
        {
            continue;
        }
        if (u->pieces == UNION_PIECES)
        {
            u->full = true;
            return;
        }
        const union_piece piece = {near.i, near.j, 0, -1, {gap.normal, -gap.distance}};
        u->piece[u->pieces++] = piece;
    }
}

/// How deep a point is inside of a piece, 0 where it is not.
static double depth_in_piece(union_search* u, union_piece* piece, imp3i_dvec at)
{
    double depth = piece->known.far - imp3i_ddot(piece->known.n, at);
    if (depth > u->little && piece->count < 0)
    {
        open_piece(u, piece);
    }
    for (int32_t k = 0; k < piece->count && depth > u->little; ++k)
    {
        const union_plane* plane = &u->plane[piece->first + k];
        const double inside = plane->far - imp3i_ddot(plane->n, at);
        depth = inside < depth ? inside : depth;
    }
    return depth > u->little ? depth : 0.0;
}

/// The piece that a point is deepest inside of, null for none.
static const union_piece* deepest_piece(union_search* u, imp3i_dvec at)
{
    const union_piece* r = NULL;
    double most = 0.0;
    for (int32_t k = 0; k < u->pieces && !u->full; ++k)
    {
        const double depth = depth_in_piece(u, &u->piece[k], at);
        r = depth > most ? &u->piece[k] : r;
        most = depth > most ? depth : most;
    }
    return r;
}

// Points

/// The point of a plane, of the line where two cross, or where three do, that is nearest to the origin.
static bool cross_planes(const union_plane* a, const union_plane* b, const union_plane* c, imp3i_dvec* out)
{
    if (!b)
    {
        *out = imp3i_dscale(a->n, a->far);
        return true;
    }
    const imp3i_dvec along = imp3i_dcross(a->n, b->n);
    const double square = imp3i_ddot(along, along), slope = c ? imp3i_ddot(c->n, along) : 1.0;
    if (square < 0x1p-30 || fabs(slope) < 0x1p-30)
    {
        return false;
    }
    const imp3i_dvec foot = imp3i_dadd(imp3i_dscale(imp3i_dcross(b->n, along), a->far / square),
                                       imp3i_dscale(imp3i_dcross(along, a->n), b->far / square));
    *out = c ? imp3i_dadd_scaled(foot, along, (c->far - imp3i_ddot(c->n, foot)) / slope) : foot;
    return true;
}

static bool is_beyond_all(const union_search* u, const union_point* point, imp3i_dvec at)
{
    bool r = true;
    for (int32_t k = 0; k < point->count && r; ++k)
    {
        const union_plane* plane = &u->plane[point->beyond[k]];
        r = imp3i_ddot(plane->n, at) >= plane->far - 0.25 * u->little;
    }
    return r;
}

/// The place beyond all planes of a point that is nearest to the origin: it lies in the last one. False for none.
static bool find_place_beyond(const union_search* u, union_point* point)
{
    const int32_t last = point->count - 1;
    double least = u->most * u->most;
    point->length = INFINITY;
    for (int32_t i = -1; i < last; ++i)
    {
        for (int32_t j = i < 0 ? -2 : -1; j < i; ++j)
        {
            imp3i_dvec at;
            const union_plane *one = i < 0 ? NULL : &u->plane[point->beyond[i]],
                              *other = j < 0 ? NULL : &u->plane[point->beyond[j]];
            if (cross_planes(&u->plane[point->beyond[last]], one, other, &at) && imp3i_ddot(at, at) < least &&
                is_beyond_all(u, point, at))
            {
                least = imp3i_ddot(at, at);
                point->at = at;
                point->length = sqrt(least);
            }
        }
    }
    return point->length < INFINITY;
}

/// Leaves out a plane that the point does not lie in: what is farther inside of nothing else is tried again.
static void forget_plane(const union_search* u, union_point* point)
{
    int32_t slackest = 0;
    double most = -1.0;
    for (int32_t k = 0; k < point->count; ++k)
    {
        const union_plane* plane = &u->plane[point->beyond[k]];
        const double slack = imp3i_ddot(plane->n, point->at) - plane->far;
        slackest = slack > most ? k : slackest;
        most = slack > most ? slack : most;
    }
    point->beyond[slackest] = point->beyond[--point->count];
}

/// The nearest point that waits, taken out; false for none.
static bool take_nearest_point(union_search* u, union_point* out)
{
    int32_t nearest = -1;
    for (int32_t k = 0; k < u->points; ++k)
    {
        nearest = nearest < 0 || u->point[k].length < u->point[nearest].length ? k : nearest;
    }
    if (nearest < 0)
    {
        return false;
    }
    *out = u->point[nearest];
    u->point[nearest] = u->point[--u->points];
    return true;
}

/// The nearest point that is beyond one more plane. False for none that is of interest.
static bool go_beyond(union_search* u, const union_point* from, int32_t plane, union_point* out)
{
    *out = *from;
    if (out->count == UNION_BEYOND)
    {
        forget_plane(u, out);
    }
    out->beyond[out->count++] = (int16_t)plane;
    return find_place_beyond(u, out);
}

/// Whether one of the points that wait is beyond the same planes: they were taken in another order.
static bool is_waiting(const union_search* u, const union_point* point)
{
    bool r = false;
    for (int32_t k = 0; k < u->points && !r; ++k)
    {
        const union_point* other = &u->point[k];
        const double off = other->length - point->length;
        int32_t same = off < u->little && off > -u->little && other->count == point->count ? 0 : -1;
        for (int32_t i = 0; i < point->count && same == i; ++i)
        {
            for (int32_t j = 0; j < point->count && same == i; ++j)
            {
                same += other->beyond[j] == point->beyond[i];
            }
        }
        r = same == point->count;
    }
    return r;
}

/// Keeps a point until it is the nearest; where there is no room it takes the place of the farthest.
static void keep_point(union_search* u, const union_point* point)
{
    int32_t k = u->points;
    if (k == UNION_POINTS)
    {
        k = 0;
        for (int32_t i = 1; i < UNION_POINTS; ++i)
        {
            k = u->point[i].length > u->point[k].length ? i : k;
        }
        if (u->point[k].length <= point->length)
        {
            return;
        }
    }
    u->point[k] = *point;
    u->points += k == u->points;
}

static void branch_point(union_search* u, const union_piece* piece, const union_point* from)
{
    for (int32_t k = 0; k < piece->count; ++k)
    {
        union_point to;
        if (go_beyond(u, from, piece->first + k, &to) && !is_waiting(u, &to))
        {
            keep_point(u, &to);
        }
    }
}

// A bound

/// How far along a direction a point that is inside of a piece leaves it, and by which plane.
static double leave_one_piece(const union_search* u, const union_piece* piece, imp3i_dvec n, int32_t* plane)
{
    double least = u->most;
    for (int32_t k = piece->first; k < piece->first + piece->count; ++k)
    {
        const double slope = imp3i_ddot(u->plane[k].n, n);
        if (u->plane[k].far < least * slope)
        {
            least = u->plane[k].far / slope;
            *plane = k;
        }
    }
    return least;
}

/// From so far along a direction on, where no piece is any more; the plane by which the last one was left. The bound where
/// that is no nearer.
static double leave_all_pieces(union_search* u, imp3i_dvec n, double from, int32_t* plane)
{
    bool inside = true;
    while (inside && from < u->most && !u->full)
    {
        inside = false;
        for (int32_t k = 0; k < u->pieces && from < u->most && !u->full; ++k)
        {
            if (depth_in_piece(u, &u->piece[k], imp3i_dscale(n, from)) > 0.0)
            {
                const double to = leave_one_piece(u, &u->piece[k], n, plane);
                inside = to > from;
                from = to > from ? to : u->most;
            }
        }
    }
    return from;
}

/// Goes out along a direction, and on from there to the nearest place beyond the planes that were met, until it is free:
/// then it is a way out, if not the shortest.
static void descend_along(union_search* u, imp3i_dvec n)
{
    union_point at;
    double far = 0.0;
    memset(&at, 0, sizeof at);
    for (int32_t k = 0; k < 2 * UNION_BEYOND; ++k)
    {
        int32_t plane = -1;
        far = leave_all_pieces(u, n, far, &plane);
        if (u->full || far >= u->most || plane < 0)
        {
            break;
        }
        const union_point before = at;
        if (!go_beyond(u, &before, plane, &at))
        {
            return;
        }
        far = at.length;
        n = imp3i_ddivide(at.at, far);
    }
    if (at.count > 0 && !u->full && at.length < u->most && !deepest_piece(u, at.at))
    {
        u->most = at.length;
        u->best = at;
    }
}

static void find_bound(union_search* u)
{
    for (int32_t k = 0; k < 27 && !u->full; ++k)
    {
        const imp3i_dvec n = {(double)(k % 3 - 1), (double)(k / 3 % 3 - 1), (double)(k / 9 - 1)};
        const double square = imp3i_ddot(n, n);
        if (square > 0.0)
        {
            descend_along(u, imp3i_drot_apply(u->c->qa, imp3i_dscale(n, 1.0 / sqrt(square))));
        }
    }
}

/// The pair whose plane the way out ends in is the last that was added.
static void tell_exit(const union_search* u, const union_point* at, imp3i_exit* out)
{
    const int32_t plane = at->count > 0 ? at->beyond[at->count - 1] : 0;
    int32_t k = 0;
    while (k + 1 < u->pieces && !(u->piece[k].first <= plane && plane < u->piece[k].first + u->piece[k].count))
    {
        ++k;
    }
    out->by = at->at;
    out->i = u->piece[k].i;
    out->j = u->piece[k].j;
}

bool imp3i_find_shorter_exit(const imp3i_compound_pair* c, const imp3i_seen_core* seen, double most, imp3i_exit* out)
{
    union_search u;
    union_point at;
    u.c = c;
    u.most = most;
    u.little = UNION_INSIDE * c->scale;
    u.pieces = u.planes = u.points = 0;
    u.full = false;
    gather_pieces(&u, seen);
    memset(&at, 0, sizeof at);
    u.best = at;
    find_bound(&u);
    u.point[u.points++] = at;
    for (int32_t taken = 0; taken < UNION_TAKEN && !u.full && take_nearest_point(&u, &at) && at.length < u.most;
         ++taken)
    {
        const union_piece* piece = deepest_piece(&u, at.at);
        if (!piece && !u.full)
        {
            u.best = at;
            break;
        }
        if (piece)
        {
            branch_point(&u, piece, &at);
        }
    }
    if (u.best.count > 0)
    {
        tell_exit(&u, &u.best, out);
    }
    return u.best.count > 0;
}
