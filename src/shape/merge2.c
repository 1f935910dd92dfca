// SPDX-License-Identifier: MIT
//
// Few convex parts from triangles: diagonals are removed while all corners stay convex (Hertel and Mehlhorn 1983).
//
// That is never more than four times the least number; in which order they go decides how much more. Only reflex corners
// need diagonals, mostly one each, and one diagonal can serve two of them. So those that do are matched first, as many
// as possible without sharing a corner (Karp and Sipser 1981: who has a single partner left is matched at once, anyone
// otherwise), and they go last; those go first that no corner could do with alone.
//
// A vertex where outlines touch has several corners, but only one can be reflex.

#include "merge2.h"

#include "../math/predicate2.h"

#include <string.h>

enum
{
    SERVES = 1,  // a half-edge that makes the reflex corner where it starts convex, by itself
    MATCHED = 2
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
    return m->next[t->edges[e].twin] < 0;
}

/// The diagonal that follows e counter-clockwise around the corner where it starts; -1 when the corner ends.
static int32_t next_diagonal(const imp2i_merge* m, const imp2i_triangulation* t, int32_t e)
{
    int32_t last = imp2i_previous_edge(e);
    return is_border(m, t, last) ? -1 : t->edges[last].twin;
}

/// Finds the reflex corner that starts with border edge e, if it is one, and the diagonals that could serve it.
static void look_at_corner(imp2i_merge* m, const imp2i_triangulation* t, int32_t e)
{
    imp2_vec p = start_of(t, e), after = end_of(t, e);
    int32_t last = e;
    for (int32_t d = e; d >= 0; d = next_diagonal(m, t, d))
    {
        last = d;
    }
    imp2_vec before = start_of(t, imp2i_previous_edge(last));
    if (imp2i_orientation(before, p, after) >= 0)
    {
        return;
    }
    m->wedge[t->edges[e].from] = e;
    for (int32_t d = next_diagonal(m, t, e); d >= 0; d = next_diagonal(m, t, d))
    {
        imp2_vec to = end_of(t, d);
        m->worth[d] = imp2i_orientation(p, after, to) >= 0 && imp2i_orientation(p, to, before) >= 0 ? SERVES : 0;
    }
}

/// The vertex that could share diagonal d with the one where d starts, when it waits for a partner; else -1.
static int32_t partner_of(const imp2i_merge* m, const imp2i_triangulation* t, int32_t d)
{
    int32_t f = t->edges[d].twin;
    bool both = (m->worth[d] & SERVES) && (m->worth[f] & SERVES);
    return both && m->partners[t->edges[f].from] > 0 ? t->edges[f].from : -1;
}

/// Takes v out of the running; pushes those who are left with a single partner.
static int32_t leave(imp2i_merge* m, const imp2i_triangulation* t, int32_t v, int32_t waiting)
{
    m->partners[v] = 0;
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
    m->worth[best] |= MATCHED;
    m->worth[f] |= MATCHED;
    waiting = leave(m, t, v, waiting);
    return leave(m, t, w, waiting);
}

static void match_corners(imp2i_merge* m, const imp2i_triangulation* t)
{
    int32_t waiting = 0;
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        m->partners[v] = m->wedge[v] >= 0;  // so that partner_of sees all of them
    }
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        int32_t count = 0;
        for (int32_t d = m->wedge[v]; d >= 0; d = next_diagonal(m, t, d))
        {
            count += partner_of(m, t, d) >= 0;
        }
        m->waiting[v] = count;
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
    return imp2i_orientation(start_of(t, m->previous[e]), start_of(t, e), end_of(t, m->next[t->edges[e].twin])) >= 0;
}

static void remove_diagonal(imp2i_merge* m, int32_t e, int32_t f)
{
    int32_t e0 = m->previous[e], e1 = m->next[e], f0 = m->previous[f], f1 = m->next[f];
    m->next[e0] = f1;
    m->previous[f1] = e0;
    m->next[f0] = e1;
    m->previous[e1] = f0;
    m->next[e] = m->next[f] = -1;
}

/// Removes what diagonals of a worth can be removed.
static void remove_diagonals(imp2i_merge* m, const imp2i_triangulation* t, const int32_t* inside, int worth)
{
    for (int32_t e = 0; e < t->edge_count; ++e)
    {
        int32_t f = t->edges[e].twin;
        if (e < f && inside[e / 3] && inside[f / 3] && (m->worth[e] | m->worth[f]) == worth &&
            convex_without(m, t, e) && convex_without(m, t, f))
        {
            remove_diagonal(m, e, f);
        }
    }
}

void imp2i_merge_triangles(imp2i_merge* m, const imp2i_triangulation* t, const int32_t* inside)
{
    for (int32_t e = 0; e < t->edge_count; ++e)
    {
        m->next[e] = inside[e / 3] ? imp2i_next_edge(e) : -1;
        m->previous[e] = imp2i_previous_edge(e);
        m->worth[e] = 0;
    }
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        m->wedge[v] = -1;
    }
    for (int32_t e = 0; e < t->edge_count; ++e)
    {
        if (inside[e / 3] && is_border(m, t, e))
        {
            look_at_corner(m, t, e);
        }
    }
    match_corners(m, t);
    remove_diagonals(m, t, inside, 0);
    remove_diagonals(m, t, inside, SERVES);
    remove_diagonals(m, t, inside, SERVES | MATCHED);
}
