// SPDX-License-Identifier: MIT
//
// Inside is told from triangle to triangle, from the back of the frame on: each edge knows how often rings run along it
// one way more than the other. So edges that run there and back, or within what is filled anyway, have the same on both
// sides and need no care.

#include "survey2.h"

#include "runs2.h"

#include <string.h>

enum
{
    UNKNOWN_DEPTH = INT32_MIN
};

int32_t imp2i_ring_of(const imp2i_rings* r, int32_t point)
{
    int32_t low = 0, high = r->ring_count;
    while (high - low > 1)
    {
        int32_t middle = low + (high - low) / 2;
        *(r->starts[middle] <= point ? &low : &high) = middle;
    }
    return low;
}

int32_t imp2i_next_point(const imp2i_rings* r, int32_t point)
{
    int32_t ring = imp2i_ring_of(r, point);
    return point + 1 < r->starts[ring + 1] ? point + 1 : r->starts[ring];
}

static void survey_lay_out(imp2i_survey* s, impi_layout* l)
{
    int32_t count = imp2i_point_count(&s->of);
    size_t vertices = (size_t)count + IMP2I_FRAME, triangles = 2 * vertices;
    imp2i_triangulation_lay_out(&s->t, count, l);
    s->inside = (int32_t*)impi_take(l, triangles, sizeof *s->inside);
    s->queue = (int32_t*)impi_take(l, triangles, sizeof *s->queue);
    s->borders = (int32_t*)impi_take(l, vertices, sizeof *s->borders);
    s->place = (int32_t*)impi_take(l, vertices, sizeof *s->place);
}

/// Puts in all edges; false when two cross.
static bool put_in_edges(imp2i_survey* s)
{
    int32_t count = imp2i_point_count(&s->of);
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t i = s->t.order[k].value;
        int32_t crossed =
            imp2i_triangulate_edge(&s->t, s->t.vertex_of[i], s->t.vertex_of[imp2i_next_point(&s->of, i)], i);
        if (crossed != IMP2I_FREE)
        {
            s->crossed_a = crossed < i ? crossed : i;
            s->crossed_b = crossed < i ? i : crossed;
            return false;
        }
    }
    return true;
}

/// How often rings go around each triangle, from the back of the frame on.
static void find_depths(imp2i_survey* s)
{
    int32_t triangles = s->t.edge_count / 3, queued = 0;
    for (int32_t i = 0; i < triangles; ++i)
    {
        s->inside[i] = UNKNOWN_DEPTH;
    }
    s->inside[0] = 0;
    s->queue[queued++] = 0;
    for (int32_t k = 0; k < queued; ++k)
    {
        for (int32_t e = 3 * s->queue[k]; e < 3 * s->queue[k] + 3; ++e)
        {
            int32_t other = s->t.edges[e].twin / 3;
            if (s->inside[other] == UNKNOWN_DEPTH)
            {
                s->inside[other] = s->inside[s->queue[k]] - s->t.edges[e].winding;
                s->queue[queued++] = other;
            }
        }
    }
}

static void find_borders(imp2i_survey* s, int32_t fill)
{
    int32_t triangles = s->t.edge_count / 3;
    s->least = s->most = 0;
    for (int32_t i = 0; i < triangles; ++i)
    {
        s->least = s->inside[i] < s->least ? s->inside[i] : s->least;
        s->most = s->inside[i] > s->most ? s->inside[i] : s->most;
        s->inside[i] = fill == IMP_FILL_EVEN_ODD ? s->inside[i] & 1 : s->inside[i] != 0;
    }
    memset(s->borders, 0, (size_t)s->t.vertex_count * sizeof *s->borders);
    s->border_count = s->border_vertices = 0;
    for (int32_t e = 0; e < s->t.edge_count; ++e)
    {
        imp2i_halfedge* edge = &s->t.edges[e];
        bool border = s->inside[e / 3] && !s->inside[edge->twin / 3];
        edge->winding = border ? IMP2I_BORDER : 0;
        s->border_count += border;
        s->border_vertices += border && s->borders[edge->from] == 0;
        s->borders[edge->from] += border;
    }
}

void imp2i_survey_free(imp2i_survey* s, const imp_allocator* allocator)
{
    impi_alloc_free(allocator, s->block, s->size, 1);
}

int32_t imp2i_survey_turns(imp2i_survey* s, const imp2i_rings* of, const imp_allocator* allocator)
{
    impi_layout l = {NULL, 0};
    s->of = *of;
    survey_lay_out(s, &l);
    s->size = l.size;
    s->block = l.base = (char*)impi_alloc_resize(allocator, NULL, 0, s->size, 1);
    if (!l.base)
    {
        return IMP_ERR_MEMORY;
    }
    l.size = 0;
    survey_lay_out(s, &l);
    imp2i_triangulate_points(&s->t, of->points, imp2i_point_count(of));
    if (!put_in_edges(s))
    {
        return IMP_ERR_CROSSING;
    }
    if (imp2i_runs_settle(&s->t, allocator))
    {
        return IMP_ERR_MEMORY;
    }
    find_depths(s);
    return 0;
}

int32_t imp2i_survey_make(imp2i_survey* s, const imp2i_rings* of, int32_t fill, const imp_allocator* allocator)
{
    int32_t fault = imp2i_survey_turns(s, of, allocator);
    if (!fault)
    {
        find_borders(s, fill);
    }
    return fault;
}
