// SPDX-License-Identifier: MIT
//
// Regions: outlines, mended and cut into convex parts.
//
//   outlines --> triangulated, edges and all --> inside, outside --> rings --> parts
//                  (a crossing: refused,              |
//                   or resolved, crossings2.c)        |
//                      ^                              |  something was mended
//                      +------------ rings -----------+
//
// Inside is told from triangle to triangle: each edge knows how often rings run along it one way more than the other.
// Edges that run there and back, twice, or within what is filled anyway have the same on both sides, and so fall out by
// themselves. The rings are then read off the border of the inside. When that has left out anything, the rings are
// triangulated once more, so that no vertex is left but theirs.
//
// Following the border within the inside, and taking out a loop whenever a vertex is met again, makes every ring
// simple: outer ones come out counter-clockwise, holes clockwise, and what only touches in a point is kept apart.

#include "compound2.h"
#include "crossings2.h"
#include "merge2.h"
#include "survey2.h"

#include "../math/predicate2.h"

#include <string.h>

enum
{
    NOT_MET = -1,  // in place of a vertex's place on a path
    DONE = -2      // all borders that leave it are traced
};

/// Rings that were read off a survey. One block.
typedef struct traced_rings
{
    imp2_vec* points;
    int32_t* corners;  // the same as vertices of the triangulation
    int32_t* starts;
    int32_t ring_count, count, dropped;
    void* block;
    size_t size;
} traced_rings;

/// The border edge that follows e, around the same piece of the inside.
static int32_t border_after(const imp2i_triangulation* t, int32_t e)
{
    e = imp2i_next_edge(e);
    while (t->edges[e].winding == 0)
    {
        e = imp2i_next_edge(t->edges[e].twin);
    }
    return e;
}

/// Takes a loop of the path over as a ring, without points in the middle of straight edges where nothing touches.
static void add_ring(const imp2i_survey* s, const int32_t* path, int32_t count, traced_rings* r)
{
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t v = path[i];
        imp2_vec before = s->t.vertices[path[i > 0 ? i - 1 : count - 1]], p = s->t.vertices[v];
        if (s->borders[v] == 1 && imp2i_orientation(before, p, s->t.vertices[path[i + 1 < count ? i + 1 : 0]]) == 0)
        {
            ++r->dropped;
            continue;
        }
        r->corners[r->count] = v;
        r->points[r->count++] = p;
    }
    r->starts[++r->ring_count] = r->count;
}

static void trace_from(imp2i_survey* s, int32_t first, traced_rings* r)
{
    int32_t *path = s->queue, length = 1, e = first;
    path[0] = s->t.edges[first].from;
    s->place[path[0]] = 0;
    do
    {
        int32_t v = imp2i_head(&s->t, e);
        s->t.edges[e].winding = IMP2I_TRACED;
        if (s->place[v] < 0)
        {
            s->place[v] = length;
            path[length++] = v;
        }
        else
        {
            int32_t met = s->place[v];
            add_ring(s, path + met, length - met, r);
            while (length > met + 1)
            {
                s->place[path[--length]] = NOT_MET;
            }
        }
        e = border_after(&s->t, e);
    } while (e != first);
    s->place[path[0]] = NOT_MET;
}

/// Reads the rings off the border, in the order in which their points came in.
static int32_t trace_rings(imp2i_survey* s, traced_rings* r, const imp_allocator* allocator)
{
    size_t n = (size_t)s->border_count;
    impi_layout l = {NULL, 0};
    for (int pass = 0; pass < 2; ++pass)
    {
        l.size = 0;
        r->points = (imp2_vec*)impi_take(&l, n, sizeof *r->points);
        r->corners = (int32_t*)impi_take(&l, n, sizeof *r->corners);
        r->starts = (int32_t*)impi_take(&l, n / 3 + 1, sizeof *r->starts);
        if (pass == 0)
        {
            r->size = l.size;
            r->block = l.base = (char*)impi_alloc_resize(allocator, NULL, 0, r->size, 1);
        }
        if (!l.base)
        {
            return IMP_ERR_MEMORY;
        }
    }
    r->ring_count = r->count = r->dropped = r->starts[0] = 0;
    for (int32_t v = 0; v < s->t.vertex_count; ++v)
    {
        s->place[v] = NOT_MET;
    }
    int32_t points = imp2i_point_count(&s->of);
    for (int32_t i = 0; i < points; ++i)
    {
        int32_t v = s->t.vertex_of[i], first = s->t.leaving[v], e = s->place[v] == DONE ? -1 : first;
        while (e >= 0)
        {
            if (s->t.edges[e].winding == IMP2I_BORDER)
            {
                trace_from(s, e, r);
            }
            e = imp2i_turn_left(&s->t, e);
            e = e == first ? -1 : e;
        }
        s->place[v] = DONE;
    }
    return 0;
}

static bool runs_along(imp2_vec a, imp2_vec b, imp2_vec p, imp2_vec q)
{
    return a.x != b.x ? (b.x > a.x) == (q.x > p.x) : (b.y > a.y) == (q.y > p.y);
}

/// Counts what was mended. seen has a place for each ring.
static void count_repairs(const imp2i_survey* s, const traced_rings* r, char* seen, imp2_outline_report* report)
{
    const imp2i_rings* of = &s->of;
    memset(seen, 0, (size_t)of->ring_count);
    for (int32_t e = 0; e < s->t.edge_count; ++e)
    {
        const imp2i_halfedge* edge = &s->t.edges[e];
        if (edge->winding)
        {
            imp2_vec a = of->points[edge->owner], b = of->points[imp2i_next_point(of, edge->owner)];
            bool along = runs_along(a, b, s->t.vertices[edge->from], s->t.vertices[imp2i_head(&s->t, e)]);
            seen[imp2i_ring_of(of, edge->owner)] |= along ? 1 : 3;
        }
    }
    for (int32_t ring = 0; ring < of->ring_count; ++ring)
    {
        int32_t welded = 0, start = of->starts[ring], end = of->starts[ring + 1];
        for (int32_t i = start; i < end; ++i)
        {
            welded += s->t.vertex_of[i] == s->t.vertex_of[i + 1 < end ? i + 1 : start];
        }
        report->welded += welded < end - start ? welded : welded - 1;
        report->empty += seen[ring] == 0;
        report->reversed += seen[ring] == 3;
    }
    for (int32_t v = 0; v < s->t.vertex_count; ++v)
    {
        report->touches += s->borders[v] > 1;
    }
    int64_t cancelled = s->t.passes - s->border_count;
    report->cancelled = cancelled < INT32_MAX ? (int32_t)cancelled : INT32_MAX;
    report->collinear = r->dropped;
}

static void name_crossing(const imp2i_survey* s, imp2_outline_report* report)
{
    const imp2i_rings* of = &s->of;
    int32_t i = s->crossed_a, k = s->crossed_b;
    imp2_vec a = of->points[i], b = of->points[imp2i_next_point(of, i)];
    imp2_vec c = of->points[k], d = of->points[imp2i_next_point(of, k)];
    report->ring_a = imp2i_ring_of(of, i);
    report->edge_a = i - of->starts[report->ring_a];
    report->ring_b = imp2i_ring_of(of, k);
    report->edge_b = k - of->starts[report->ring_b];
    // a and b lie on different sides of the line through c and d.
    impi_exact side_a, side_b;
    imp2i_cross_exact(c, d, c, a, &side_a);
    imp2i_cross_exact(c, d, c, b, &side_b);
    double from = impi_exact_get(&side_a), to = impi_exact_get(&side_b), time = from / (from - to);
    if (time > 0.5)  // from the end that is nearer, for the sake of accuracy
    {
        imp2_vec swap = a;
        a = b;
        b = swap;
        time = to / (to - from);
    }
    report->at.x = (float)(a.x + time * ((double)b.x - a.x));
    report->at.y = (float)(a.y + time * ((double)b.y - a.y));
}

/// The loops of the parts, ready to be built. One block.
typedef struct part_loops
{
    imp2i_merge m;
    int32_t *part_of, *starts, *loop, *beyond;
    int32_t part_count;
} part_loops;

static void loops_lay_out(part_loops* p, const imp2i_triangulation* t, impi_layout* l)
{
    size_t edges = (size_t)t->edge_count;
    imp2i_merge_lay_out(&p->m, t, l);
    p->part_of = (int32_t*)impi_take(l, edges, sizeof *p->part_of);
    p->starts = (int32_t*)impi_take(l, edges / 3 + 1, sizeof *p->starts);
    p->loop = (int32_t*)impi_take(l, edges, sizeof *p->loop);
    p->beyond = (int32_t*)impi_take(l, edges, sizeof *p->beyond);
}

/// Walks around all parts. place tells where a vertex stands in the rings.
static void read_loops(const imp2i_triangulation* t, const int32_t* place, part_loops* p)
{
    int32_t filled = 0;
    p->part_count = p->starts[0] = 0;
    memset(p->part_of, 0xff, (size_t)t->edge_count * sizeof *p->part_of);
    for (int32_t first = 0; first < t->edge_count; ++first)
    {
        if (p->m.next[first] < 0 || p->part_of[first] >= 0)
        {
            continue;
        }
        int32_t e = first;
        do
        {
            p->part_of[e] = p->part_count;
            p->loop[filled] = place[t->edges[e].from];
            p->beyond[filled++] = t->edges[e].twin;
            e = p->m.next[e];
        } while (e != first);
        p->starts[++p->part_count] = filled;
    }
    for (int32_t k = 0; k < filled; ++k)
    {
        p->beyond[k] = p->part_of[p->beyond[k]];
    }
}

/// Merges triangles and builds the region; 0 or IMP_ERR_MEMORY.
static int32_t build_region(imp2i_survey* s, const traced_rings* r, const imp_allocator* allocator, imp2_compound* out)
{
    part_loops p;
    impi_layout l = {NULL, 0};
    loops_lay_out(&p, &s->t, &l);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return IMP_ERR_MEMORY;
    }
    l.size = 0;
    loops_lay_out(&p, &s->t, &l);
    for (int32_t i = r->count - 1; i >= 0; --i)
    {
        s->place[r->corners[i]] = i;
    }
    imp2i_merge_triangles(&p.m, &s->t, s->inside);
    read_loops(&s->t, s->place, &p);
    imp2i_cut cut = {.kind = IMP2_COMPOUND_REGION, .vertices = r->points, .ring_starts = r->starts};
    cut.ring_count = r->ring_count;
    cut.loop_starts = p.starts;
    cut.loop = p.loop;
    cut.beyond = p.beyond;
    cut.part_count = p.part_count;
    imp_status status = imp2i_compound_build(&cut, allocator, out);
    impi_alloc_free(allocator, l.base, size, 1);
    return imp_status_fault(status);
}

/// Cuts rings that need no mending any more.
static int32_t cut_again(const traced_rings* r, const imp_allocator* allocator, imp2_compound* out)
{
    imp2i_survey s;
    traced_rings again = {.block = NULL};
    const imp2i_rings of = {r->points, r->starts, r->ring_count};
    int32_t fault = imp2i_survey_make(&s, &of, IMP_FILL_NON_ZERO, allocator);
    fault = fault ? fault : trace_rings(&s, &again, allocator);
    fault = fault ? fault : build_region(&s, &again, allocator, out);
    impi_alloc_free(allocator, again.block, again.size, 1);
    imp2i_survey_free(&s, allocator);
    return fault;
}

/// The way through, for outlines whose numbers are fine. seen has a place for each ring.
static int32_t make_region(const imp2i_rings* of, int32_t fill, char* seen, const imp_allocator* allocator,
                           imp2_compound* out, imp2_outline_report* report)
{
    imp2i_survey s;
    traced_rings r = {.block = NULL};
    int32_t fault = imp2i_survey_make(&s, of, fill, allocator);
    if (fault == IMP_ERR_CROSSING)
    {
        name_crossing(&s, report);
    }
    fault = fault ? fault : s.border_count == 0 ? IMP_ERR_EMPTY : trace_rings(&s, &r, allocator);
    if (!fault)
    {
        count_repairs(&s, &r, seen, report);
        bool as_it_is = !report->cancelled && !r.dropped && s.border_vertices == s.t.vertex_count - IMP2I_FRAME;
        fault = !out ? 0 : as_it_is ? build_region(&s, &r, allocator, out) : cut_again(&r, allocator, out);
    }
    impi_alloc_free(allocator, r.block, r.size, 1);
    imp2i_survey_free(&s, allocator);
    return fault;
}

/// The same for outlines that cross, after their crossings have become vertices.
static int32_t make_resolved(const imp2i_rings* of, int32_t fill, char* seen, const imp_allocator* allocator,
                             imp2_compound* out, imp2_outline_report* report)
{
    imp2i_resolved resolved;
    int32_t fault = imp2i_resolve_crossings(of, allocator, &resolved);
    if (fault)
    {
        return fault;
    }
    memset(report, 0, sizeof *report);
    report->crossings = resolved.crossings;
    fault = make_region(&resolved.rings, fill, seen, allocator, out, report);
    imp2i_resolved_free(&resolved, allocator);
    return fault;
}

/// The door. *count is the number of all points.
static imp_status outlines_status(const imp2_outlines* outlines, int32_t* count)
{
    if (!outlines || !outlines->points || !outlines->counts)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (outlines->ring_count < 1 || outlines->ring_count > IMP2I_PART_MAX)
    {
        return impi_error(IMP_ERR_COUNT, 1);
    }
    *count = 0;
    for (int32_t i = 0; i < outlines->ring_count; ++i)
    {
        int32_t n = outlines->counts[i];
        if (n < 1 || n > IMP2I_PART_MAX - *count)
        {
            return impi_error(IMP_ERR_COUNT, 1);
        }
        *count += n;
    }
    if (outlines->fill & ~(IMP_FILL_NON_ZERO | IMP_FILL_RESOLVE))
    {
        return impi_error(IMP_ERR_RANGE, 1);
    }
    for (int32_t i = 0; i < *count; ++i)
    {
        int32_t fault = imp2i_vec_fault(outlines->points[i]);
        if (fault)
        {
            return impi_error(fault, 1);
        }
    }
    return IMP_OK;
}

imp_status imp2_region_make(const imp2_outlines* outlines, const imp_allocator* allocator, imp2_compound* out,
                            imp2_outline_report* report)
{
    int32_t count;
    imp_status status = outlines_status(outlines, &count);
    if (status)
    {
        return status;
    }
    if (!impi_alloc_valid(allocator))
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    // For each ring where it starts, and a byte of notes.
    size_t rows = (size_t)outlines->ring_count + 1, row = sizeof(int32_t) + 1;
    int32_t* starts = (int32_t*)impi_alloc_resize(allocator, NULL, 0, rows, row);
    if (!starts)
    {
        return impi_error(IMP_ERR_MEMORY, 2);
    }
    starts[0] = 0;
    for (int32_t i = 0; i < outlines->ring_count; ++i)
    {
        starts[i + 1] = starts[i] + outlines->counts[i];
    }
    const imp2i_rings of = {outlines->points, starts, outlines->ring_count};
    imp2_outline_report found = {0};
    int32_t fill = outlines->fill & ~IMP_FILL_RESOLVE;
    char* seen = (char*)(starts + rows);
    int32_t fault = make_region(&of, fill, seen, allocator, out, &found);
    if (fault == IMP_ERR_CROSSING && outlines->fill != fill)
    {
        fault = make_resolved(&of, fill, seen, allocator, out, &found);
    }
    impi_alloc_free(allocator, starts, rows, row);
    if (report && (fault == 0 || fault == IMP_ERR_CROSSING))
    {
        *report = found;
    }
    return fault ? impi_error(fault, fault == IMP_ERR_MEMORY ? 2 : 1) : IMP_OK;
}
