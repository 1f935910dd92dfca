// SPDX-License-Identifier: MIT
//
// The cap of a cut: triangles between edges that lie in a plane.
//
// Edges are chained to rings, and these are surveyed as those of regions are (survey2.h): a triangulation that has all edges,
// in which it is known how often they go around each triangle. Rings that cross, as of meshes that cross themselves, are
// resolved first (crossings2.h); so a cap lies where the solid was cut and nowhere else, and is no larger with each cut.
// Triangles are taken as often as edges go around them, clockwise where that is less than never.
//
// In the triangulation an edge may be bent over crossings, or be split where it runs through points, and points at one place
// are one. What is between an edge and the way that it has there is closed by a fan of triangles without area. So the boundary
// of a cap is its edges to the letter, whatever they are like: a cap closes a piece.

#include "decompose3.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "../math/predicate2.h"
#include "../shape/crossings2.h"
#include "../shape/survey2.h"

#include <string.h>

typedef struct cap_work
{
    const imp3i_cap_edge* edges;
    int32_t count;
    const imp_allocator* allocator;
    imp3i_cap* cap;
    impi_keyed *order, *scratch;
    int32_t* taken;    // of the first edge out of a point: those up to there are taken
    int32_t* chain;    // edges in the order of rings
    imp2_vec* points;  // where they begin
    int32_t *starts, ring_count;
    int32_t* begins;  // of each in the chain: its first point in the rings that are surveyed
    imp2i_rings rings;
    imp2i_resolved resolved;
    imp2i_survey survey;
    int32_t* names;  // of vertices, as points of the piece; -1 for none yet
} cap_work;

static void lay_out_cap(cap_work* w, impi_layout* l, int32_t edges)
{
    size_t count = (size_t)edges;
    w->order = (impi_keyed*)impi_take(l, count, sizeof *w->order);
    w->scratch = (impi_keyed*)impi_take(l, count, sizeof *w->scratch);
    w->taken = (int32_t*)impi_take(l, count, sizeof *w->taken);
    w->chain = (int32_t*)impi_take(l, count, sizeof *w->chain);
    w->points = (imp2_vec*)impi_take(l, count, sizeof *w->points);
    w->starts = (int32_t*)impi_take(l, count + 1, sizeof *w->starts);
    w->begins = (int32_t*)impi_take(l, count, sizeof *w->begins);
}

/// The first edge out of a point in rising order.
static int32_t first_edge_from(const cap_work* w, int32_t point)
{
    int32_t low = 0, high = w->count;
    while (low < high)
    {
        int32_t middle = (low + high) >> 1;
        if ((int32_t)w->order[middle].key < point)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return low;
}

/// Takes edges from those out of a point on until they come back to it.
static int32_t chain_ring(cap_work* w, int32_t point, int32_t filled)
{
    int32_t at = point;
    do
    {
        int32_t first = first_edge_from(w, at), edge = w->order[w->taken[first]++].value;
        const imp3i_cap_edge* e = &w->edges[edge];
        const imp2_vec place = {(float)e->x, (float)e->y};
        w->points[filled] = place;
        w->begins[filled] = filled;
        w->chain[filled++] = edge;
        at = e->to;
    } while (at != point);
    return filled;
}

/// There are as many edges out of each point as into it: so a way that goes on comes back.
static void chain_rings(cap_work* w)
{
    int32_t filled = 0;
    for (int32_t k = 0; k < w->count; ++k)
    {
        w->order[k].key = (uint64_t)w->edges[k].from;
        w->order[k].value = k;
        w->taken[k] = k;
    }
    impi_sort(w->order, w->scratch, w->count);
    w->ring_count = w->starts[0] = 0;
    for (int32_t k = 0; k < w->count; ++k)
    {
        int32_t point = (int32_t)w->order[k].key;
        if (w->taken[first_edge_from(w, point)] <= k)
        {
            filled = chain_ring(w, point, filled);
            w->starts[++w->ring_count] = filled;
        }
    }
}

static bool is_same_place(imp2_vec a, imp2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/// Finds where edges begin in resolved rings. Each is a way that comes to the place where the next one begins once, at its
/// end: the grid of what is resolved has all points of the lattice.
static void match_resolved(cap_work* w)
{
    for (int32_t ring = 0; ring < w->ring_count; ++ring)
    {
        int32_t first = w->starts[ring], end = w->starts[ring + 1], at = w->resolved.starts[ring];
        for (int32_t i = first; i < end; ++i)
        {
            imp2_vec next = w->points[i + 1 < end ? i + 1 : first];
            w->begins[i] = at++;
            bool goes_on = !is_same_place(w->points[i], next);
            while (goes_on && at < w->resolved.starts[ring + 1] && !is_same_place(w->resolved.points[at], next))
            {
                at += 1;
            }
        }
    }
}

/// 0, IMP_ERR_MEMORY, or IMP_ERR_COUNT when more edges cross than can be resolved.
static int32_t survey_rings(cap_work* w)
{
    w->rings.points = w->points;
    w->rings.starts = w->starts;
    w->rings.ring_count = w->ring_count;
    int32_t fault = imp2i_survey_turns(&w->survey, &w->rings, w->allocator);
    if (fault == IMP_ERR_CROSSING)
    {
        imp2i_survey_free(&w->survey, w->allocator);
        w->survey.block = NULL;
        fault = imp2i_resolve_crossings(&w->rings, w->allocator, &w->resolved);
        if (!fault)
        {
            match_resolved(w);
            w->rings = w->resolved.rings;
            fault = imp2i_survey_turns(&w->survey, &w->rings, w->allocator);
        }
    }
    return fault == IMP_ERR_CROSSING ? IMP_ERR_COUNT : fault;
}

/// Gives vertices the first point of the piece that is there, or a new one.
static int32_t name_vertices(cap_work* w)
{
    const imp2i_triangulation* t = &w->survey.t;
    w->names = w->survey.place;
    for (int32_t v = 0; v < t->vertex_count; ++v)
    {
        w->names[v] = -1;
    }
    for (int32_t i = 0; i < w->count; ++i)
    {
        int32_t* name = &w->names[t->vertex_of[w->begins[i]]];
        *name = *name < 0 ? w->edges[w->chain[i]].from : *name;
    }
    if (impi_array_reserve(&w->cap->made, w->allocator, (int64_t)w->cap->made.count + t->vertex_count))
    {
        return IMP_ERR_MEMORY;
    }
    for (int32_t v = IMP2I_FRAME; v < t->vertex_count; ++v)
    {
        if (w->names[v] < 0)
        {
            imp3i_cap_point* p = &w->cap->made.data[w->cap->made.count];
            p->x = (int32_t)imp3i_whole_below((double)t->vertices[v].x + 0.5);
            p->y = (int32_t)imp3i_whole_below((double)t->vertices[v].y + 0.5);
            w->names[v] = w->cap->first_made + w->cap->made.count++;
        }
    }
    return 0;
}

static int32_t put_cap_triangle(cap_work* w, int32_t a, int32_t b, int32_t c)
{
    imp3i_indices* corners = &w->cap->corners;
    if (a == b || b == c || c == a)
    {
        return 0;
    }
    if (impi_array_reserve(corners, w->allocator, (int64_t)corners->count + 3))
    {
        return IMP_ERR_MEMORY;
    }
    corners->data[corners->count++] = a;
    corners->data[corners->count++] = b;
    corners->data[corners->count++] = c;
    return 0;
}

static int32_t put_enclosed(cap_work* w)
{
    const imp2i_triangulation* t = &w->survey.t;
    int32_t fault = 0;
    for (int32_t i = 0; i < t->edge_count / 3; ++i)
    {
        int32_t turns = w->survey.inside[i], a = t->edges[3 * i].from;
        int32_t b = t->edges[3 * i + (turns > 0 ? 1 : 2)].from, c = t->edges[3 * i + (turns > 0 ? 2 : 1)].from;
        for (int32_t k = turns < 0 ? -turns : turns; k > 0 && !fault; --k)
        {
            fault = put_cap_triangle(w, w->names[a], w->names[b], w->names[c]);
        }
    }
    return fault;
}

/// The next vertex on the straight way from one to another, along which there are edges.
static int32_t vertex_ahead(const imp2i_triangulation* t, int32_t from, int32_t to)
{
    imp2_vec u = t->vertices[from], v = t->vertices[to];
    int32_t first = t->leaving[from], e = first;
    do
    {
        int32_t head = imp2i_head(t, e);
        imp2_vec p = t->vertices[head];
        bool ahead = u.x != v.x ? (p.x > u.x) == (v.x > u.x) && p.x != u.x : (p.y > u.y) == (v.y > u.y) && p.y != u.y;
        if (head == to || (ahead && imp2i_orientation(u, v, p) == 0))
        {
            return head;
        }
        e = imp2i_turn_left(t, e);
    } while (e != first);
    return to;
}

/// Closes what is between an edge and its way in the triangulation by a fan around where it begins.
static int32_t close_edge(cap_work* w, int32_t ring, int32_t i)
{
    const imp2i_triangulation* t = &w->survey.t;
    const imp3i_cap_edge* edge = &w->edges[w->chain[i]];
    int32_t first = w->rings.starts[ring], end = w->rings.starts[ring + 1], last = w->starts[ring + 1];
    int32_t stop = i + 1 < last ? w->begins[i + 1] : end, at = t->vertex_of[w->begins[i]], fault = 0;
    for (int32_t k = w->begins[i] + 1; k <= stop; ++k)
    {
        int32_t goal = t->vertex_of[k < end ? k : first];
        while (at != goal && !fault)
        {
            int32_t next = vertex_ahead(t, at, goal);
            fault = put_cap_triangle(w, edge->from, w->names[next], w->names[at]);
            at = next;
        }
    }
    return fault ? fault : put_cap_triangle(w, edge->from, edge->to, w->names[at]);
}

static int32_t fill_with_triangles(cap_work* w)
{
    chain_rings(w);
    int32_t fault = survey_rings(w);
    fault = fault ? fault : name_vertices(w);
    fault = fault ? fault : put_enclosed(w);
    for (int32_t ring = 0; ring < w->ring_count && !fault; ++ring)
    {
        for (int32_t i = w->starts[ring]; i < w->starts[ring + 1] && !fault; ++i)
        {
            fault = close_edge(w, ring, i);
        }
    }
    return fault;
}

imp_status imp3i_cap_fill(const imp3i_cap_edge* edges, int32_t count, const imp_allocator* allocator, imp3i_cap* cap)
{
    impi_layout l = {NULL, 0};
    cap_work w;
    if (count < 1)
    {
        return IMP_OK;
    }
    memset(&w, 0, sizeof w);
    w.edges = edges;
    w.count = count;
    w.allocator = allocator;
    w.cap = cap;
    lay_out_cap(&w, &l, count);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_cap(&w, &l, count);
    int32_t fault = fill_with_triangles(&w);
    imp2i_survey_free(&w.survey, allocator);
    imp2i_resolved_free(&w.resolved, allocator);
    impi_alloc_free(allocator, l.base, size, 1);
    return fault ? impi_error(fault, 0) : IMP_OK;
}
