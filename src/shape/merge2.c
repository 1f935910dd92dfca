// SPDX-License-Identifier: MIT
//
// Few convex parts from triangles: diagonals are removed while all corners stay convex (Hertel and Mehlhorn 1983).
//
// That is never more than four times the least number; in which order they go decides how much more. Only reflex
// corners need diagonals, mostly one each, and one diagonal can serve two of them. So corners that have a diagonal in
// common are matched, as many as possible (Karp and Sipser 1981: who has a single partner left is matched at once,
// anyone otherwise). Diagonals that no corner could do with alone are removed first, those of pairs last. At the end,
// corners around one part that have each a diagonal of their own are given a common one.
//
// On smooth outlines the result is mostly within a few percent of half the reflex corners, which is the least there can
// be. Looking for partners farther away, through the triangles in sight, took as long as all the rest and found one
// part in a thousand to save.
//
// Parts of very many corners are cut again. A few more parts cost little; walking around such a part for each of its
// sides made a ball in a flower of 8000 corners twenty times as slow.
//
// A vertex where outlines touch has several corners, but only one can be reflex.

#include "merge2.h"

#include "../math/predicate2.h"

#include <string.h>

enum
{
    SERVES = 1,         // a half-edge that makes the reflex corner where it starts convex, by itself
    PAIR = 2,           // one of a diagonal that serves two
    SHARE_ROUNDS = 4,   // more find next to nothing
    SHARE_LOOKS = 256,  // sides of a part that are looked at
    CORNERS_MAX = 32    // of a part: see cut_large_parts
};

void imp2i_merge_lay_out(imp2i_merge* m, const imp2i_triangulation* t, impi_layout* l)
{
    size_t edges = (size_t)t->edge_count, vertices = (size_t)t->vertex_count;
    m->next = (int32_t*)impi_take(l, edges, sizeof *m->next);
    m->previous = (int32_t*)impi_take(l, edges, sizeof *m->previous);
    m->worth = (unsigned char*)impi_take(l, edges, sizeof *m->worth);
    m->wedge = (int32_t*)impi_take(l, vertices, sizeof *m->wedge);
    m->partners = (int32_t*)impi_take(l, vertices, sizeof *m->partners);
    m->waiting = (int32_t*)impi_take(l, vertices, sizeof *m->waiting);
}

static imp2_vec start_of(const imp2i_triangulation* t, int32_t e)
{
    return t->vertices[t->edges[e].from];
}

static imp2_vec end_of(const imp2i_triangulation* t, int32_t e)
{
    return t->vertices[imp2i_head(t, e)];
}

static bool is_border(const imp2i_merge* m, const imp2i_triangulation* t, int32_t e)
{
    return !m->inside[t->edges[e].twin / 3];
}

/// The diagonal that follows e counter-clockwise around the corner where it starts; -1 when the corner ends.
static int32_t next_diagonal(const imp2i_merge* m, const imp2i_triangulation* t, int32_t e)
{
    int32_t last = imp2i_previous_edge(e);
    return is_border(m, t, last) ? -1 : t->edges[last].twin;
}

/// A corner: its vertex, and the ends of the border edges after it and before it.
typedef struct turn_corner
{
    imp2_vec at, after, before;
} turn_corner;

/// The corner that starts with border edge e.
static turn_corner corner_from(const imp2i_merge* m, const imp2i_triangulation* t, int32_t e)
{
    int32_t last = e;
    for (int32_t d = e; d >= 0; d = next_diagonal(m, t, d))
    {
        last = d;
    }
    const turn_corner c = {start_of(t, e), end_of(t, e), start_of(t, imp2i_previous_edge(last))};
    return c;
}

static bool is_reflex(const turn_corner* c)
{
    return imp2i_orientation(c->before, c->at, c->after) < 0;
}

/// Whether a diagonal to p alone makes a reflex corner convex.
static bool serves(const turn_corner* c, imp2_vec p)
{
    return imp2i_orientation(c->at, c->after, p) >= 0 && imp2i_orientation(c->at, p, c->before) >= 0;
}

/// Finds the reflex corners, and what diagonals could serve them.
static void look_at_corners(imp2i_merge* m, const imp2i_triangulation* t)
{
    memset(m->worth, 0, (size_t)t->edge_count);
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        m->wedge[v] = -1;
    }
    for (int32_t e = 0; e < t->edge_count; ++e)
    {
        if (!m->inside[e / 3] || !is_border(m, t, e))
        {
            continue;
        }
        turn_corner c = corner_from(m, t, e);
        if (is_reflex(&c))
        {
            m->wedge[t->edges[e].from] = e;
            for (int32_t d = next_diagonal(m, t, e); d >= 0; d = next_diagonal(m, t, d))
            {
                m->worth[d] = serves(&c, end_of(t, d)) ? SERVES : 0;
            }
        }
    }
}

/// The vertex that could share diagonal d with the one where d starts, when it waits for a partner; else -1.
static int32_t partner_of(const imp2i_merge* m, const imp2i_triangulation* t, int32_t d)
{
    int32_t f = t->edges[d].twin;
    return (m->worth[d] & m->worth[f] & SERVES) && m->partners[t->edges[f].from] > 0 ? t->edges[f].from : -1;
}

/// Takes v out of the running; pushes those who are left with a single partner.
static int32_t leave(imp2i_merge* m, const imp2i_triangulation* t, int32_t v, int32_t waiting)
{
    m->partners[v] = -1;
    for (int32_t d = m->wedge[v]; d >= 0; d = next_diagonal(m, t, d))
    {
        int32_t other = partner_of(m, t, d);
        if (other >= 0 && --m->partners[other] == 1)
        {
            m->waiting[waiting++] = other;
        }
    }
    return waiting;
}

/// Matches v with the partner that has the fewest others.
static int32_t match_vertex(imp2i_merge* m, const imp2i_triangulation* t, int32_t v, int32_t waiting)
{
    int32_t best = -1, fewest = INT32_MAX;
    for (int32_t d = m->wedge[v]; d >= 0; d = next_diagonal(m, t, d))
    {
        int32_t other = partner_of(m, t, d);
        if (other >= 0 && m->partners[other] < fewest)
        {
            best = d;
            fewest = m->partners[other];
        }
    }
    int32_t f = t->edges[best].twin, w = t->edges[f].from;
    m->worth[best] |= PAIR;
    m->worth[f] |= PAIR;
    waiting = leave(m, t, v, waiting);
    return leave(m, t, w, waiting);
}

static void match_corners(imp2i_merge* m, const imp2i_triangulation* t)
{
    int32_t waiting = 0;
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        m->partners[v] = m->wedge[v] >= 0 ? 1 : -1;  // so that partner_of sees all of them
    }
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        m->waiting[v] = m->wedge[v] >= 0 ? 0 : -1;
        for (int32_t d = m->wedge[v]; d >= 0; d = next_diagonal(m, t, d))
        {
            m->waiting[v] += partner_of(m, t, d) >= 0;
        }
    }
    memcpy(m->partners, m->waiting, (size_t)t->vertex_count * sizeof *m->partners);
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        if (m->partners[v] == 1)
        {
            m->waiting[waiting++] = v;
        }
    }
    for (int32_t v = 0; v < t->vertex_count;)
    {
        int32_t next = waiting > 0 ? m->waiting[--waiting] : v++;
        if (m->partners[next] > 0)
        {
            waiting = match_vertex(m, t, next, waiting);
        }
    }
}

/// Whether the corner at the start of diagonal e stays convex without it.
static bool convex_without(const imp2i_merge* m, const imp2i_triangulation* t, int32_t e)
{
    int32_t beyond = m->next[t->edges[e].twin];
    return imp2i_orientation(start_of(t, m->previous[e]), start_of(t, e), start_of(t, m->next[beyond])) >= 0;
}

static void follow(imp2i_merge* m, int32_t e, int32_t f)
{
    m->next[e] = f;
    m->previous[f] = e;
}

static void remove_diagonal(imp2i_merge* m, int32_t e, int32_t f)
{
    follow(m, m->previous[e], m->next[f]);
    follow(m, m->previous[f], m->next[e]);
    m->next[e] = m->next[f] = -1;
}

/// Puts in the diagonal e, f from the vertex that a leaves to the one that b leaves, both of one part.
static void insert_diagonal(imp2i_merge* m, imp2i_triangulation* t, int32_t e, int32_t f, int32_t a, int32_t b)
{
    t->edges[e].from = t->edges[a].from;
    t->edges[f].from = t->edges[b].from;
    follow(m, m->previous[a], e);
    follow(m, m->previous[b], f);
    follow(m, e, b);
    follow(m, f, a);
}

/// Removes what diagonals of a worth can be removed.
static void remove_diagonals(imp2i_merge* m, const imp2i_triangulation* t, int worth)
{
    for (int32_t e = 0; e < t->edge_count; ++e)
    {
        int32_t f = t->edges[e].twin;
        if (e < f && m->next[e] >= 0 && m->next[f] >= 0 && (m->worth[e] | m->worth[f]) == worth &&
            convex_without(m, t, e) && convex_without(m, t, f))
        {
            remove_diagonal(m, e, f);
        }
    }
}

/// Whether side g of a part can go when a diagonal from u comes to one of its ends, the start or the other one.
static bool can_share(const imp2i_merge* m, const imp2i_triangulation* t, imp2_vec u, int32_t g, bool at_start)
{
    int32_t h = t->edges[g].twin;
    if (at_start)
    {
        return imp2i_orientation(u, start_of(t, g), start_of(t, m->next[m->next[h]])) >= 0 && convex_without(m, t, h);
    }
    return imp2i_orientation(start_of(t, m->previous[h]), start_of(t, h), u) >= 0 && convex_without(m, t, g);
}

/// Diagonal e only serves the corner where it starts. Without it, that corner sees all of the part around it; looks for
/// another corner there that has a diagonal of its own, so that one can serve both.
static bool share_diagonal(imp2i_merge* m, imp2i_triangulation* t, int32_t e)
{
    int32_t f = t->edges[e].twin, a = m->next[f], b = m->next[e];
    const turn_corner c = {start_of(t, e), start_of(t, m->next[a]), start_of(t, m->previous[e])};
    remove_diagonal(m, e, f);
    int32_t g = m->next[a];
    for (int look = 0; look < SHARE_LOOKS && g != a; ++look, g = m->next[g])
    {
        for (int side = 0; side < 2 && !is_border(m, t, g); ++side)
        {
            int32_t to = side == 0 ? g : m->next[g];
            if (to != a && serves(&c, start_of(t, to)) && can_share(m, t, c.at, g, side == 0))
            {
                insert_diagonal(m, t, e, f, a, to);
                remove_diagonal(m, g, t->edges[g].twin);
                return true;
            }
        }
    }
    insert_diagonal(m, t, e, f, a, b);
    return false;
}

static void share_diagonals(imp2i_merge* m, imp2i_triangulation* t)
{
    bool better = true;
    for (int round = 0; round < SHARE_ROUNDS && better; ++round)
    {
        better = false;
        for (int32_t e = 0; e < t->edge_count; ++e)
        {
            int32_t f = t->edges[e].twin;
            bool diagonal = m->next[e] >= 0 && m->next[f] >= 0;
            if (diagonal && !convex_without(m, t, e) && convex_without(m, t, f))
            {
                better = share_diagonal(m, t, e) || better;
            }
        }
    }
}

/// A diagonal that was removed, from e on.
static int32_t free_diagonal(const imp2i_merge* m, const imp2i_triangulation* t, int32_t e)
{
    while (m->next[e] >= 0 || !m->inside[e / 3] || !m->inside[t->edges[e].twin / 3])
    {
        ++e;
    }
    return e;
}

/// Cuts pieces of CORNERS_MAX corners off larger parts. What is asked of two parts takes as long as they have sides, or
/// longer, and only the nearest few matter: a ball at the rim of a disc of a thousand corners is asked about thirty.
static void cut_large_parts(imp2i_merge* m, imp2i_triangulation* t)
{
    int32_t diagonal = 0;
    memset(m->worth, 0, (size_t)t->edge_count);
    for (int32_t e = 0; e < t->edge_count; ++e)
    {
        int32_t corners = 0, a = e;
        for (; m->next[a] >= 0 && !m->worth[a]; a = m->next[a])
        {
            m->worth[a] = 1;
            ++corners;
        }
        for (int32_t tries = corners; corners > CORNERS_MAX && tries > 0; --tries)
        {
            int32_t b = a;
            for (int k = 0; k < CORNERS_MAX - 1; ++k)
            {
                b = m->next[b];
            }
            // Corners of 180 degrees alone make no part.
            imp2_vec from = start_of(t, a), to = start_of(t, b);
            if (imp2i_orientation(from, start_of(t, m->next[a]), to) <= 0 ||
                imp2i_orientation(to, start_of(t, m->next[b]), from) <= 0)
            {
                a = m->next[a];
                continue;
            }
            diagonal = free_diagonal(m, t, diagonal);
            insert_diagonal(m, t, diagonal, t->edges[diagonal].twin, a, b);
            m->worth[diagonal] = m->worth[t->edges[diagonal].twin] = 1;
            corners -= CORNERS_MAX - 2;
            a = b;
        }
    }
}

void imp2i_merge_triangles(imp2i_merge* m, imp2i_triangulation* t, const int32_t* inside)
{
    m->inside = inside;
    look_at_corners(m, t);
    match_corners(m, t);
    for (int32_t e = 0; e < t->edge_count; ++e)
    {
        m->next[e] = inside[e / 3] ? imp2i_next_edge(e) : -1;
        m->previous[e] = imp2i_previous_edge(e);
    }
    remove_diagonals(m, t, 0);
    remove_diagonals(m, t, SERVES);
    remove_diagonals(m, t, SERVES | PAIR);
    share_diagonals(m, t);
    cut_large_parts(m, t);
}
