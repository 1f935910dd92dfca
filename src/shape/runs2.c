// SPDX-License-Identifier: MIT
//
// Edges that lie over each other: n squares with a corner in common have sides of n lengths on two lines, which would
// be n^2 / 2 stretches from vertex to vertex if each was gone along.
//
//     0---1---2---3---4      a run from 0 to 4; an edge from 1 to 3 is a span of it, noted in one step
//
// A run is what edges cover without a gap on one line: whoever comes upon it goes on at its end. Each edge begins as a
// run, and runs that overlap become one (disjoint sets, Galler and Fischer 1964), so all edges together take no more
// steps over runs than there are edges. What they said in passing is a list of spans; at the end it is added up along
// the lines, from stretch to stretch.

#include "runs2.h"

static int32_t leader_of(imp2i_triangulation* t, int32_t owner)
{
    imp2i_run* runs = t->runs;
    while (runs[owner].leader != owner)
    {
        owner = runs[owner].leader = runs[runs[owner].leader].leader;
    }
    return owner;
}

/// The place of a vertex on a line: rises along it.
static uint32_t height_on(const imp2i_triangulation* t, const imp2i_run* run, int32_t vertex)
{
    bool upright = t->vertices[run->from].x == t->vertices[run->to].x;
    imp2_vec p = t->vertices[vertex];
    return impi_sort_key(upright ? p.y : p.x);
}

void imp2i_run_start(imp2i_triangulation* t, int32_t owner, int32_t u, int32_t v)
{
    const imp2i_run run = {owner, u, v};
    t->runs[owner] = run;
    if (height_on(t, &run, u) > height_on(t, &run, v))
    {
        t->runs[owner].from = v;
        t->runs[owner].to = u;
    }
}

void imp2i_run_join(imp2i_triangulation* t, int32_t owner, int32_t other)
{
    int32_t first = leader_of(t, owner), second = leader_of(t, other);
    imp2i_run *run = &t->runs[first], *with = &t->runs[second];
    with->leader = first;
    run->from = height_on(t, run, with->from) < height_on(t, run, run->from) ? with->from : run->from;
    run->to = height_on(t, run, with->to) > height_on(t, run, run->to) ? with->to : run->to;
}

int32_t imp2i_run_reach(imp2i_triangulation* t, int32_t owner, int32_t u, int32_t v)
{
    const imp2i_run* run = &t->runs[leader_of(t, owner)];
    uint32_t goal = height_on(t, run, v);
    if (goal > height_on(t, run, u))
    {
        return goal > height_on(t, run, run->to) ? run->to : v;
    }
    return goal < height_on(t, run, run->from) ? run->from : v;
}

void imp2i_run_note(imp2i_triangulation* t, int32_t owner, int32_t u, int32_t v, int32_t winding)
{
    const imp2i_span span = {owner, u, v, winding};
    t->spans[t->span_count++] = span;
}

/// Stretches of the runs that have spans, and what is added from each on: how often it is gone along, and how much more
/// often up than down. One block.
typedef struct run_stretches
{
    impi_keyed *items, *scratch;  // the half-edge that leads up, by run and height
    int32_t *passes, *windings;
} run_stretches;

static run_stretches lay_out_stretches(impi_layout* l, size_t count)
{
    run_stretches s;
    s.items = (impi_keyed*)impi_take(l, count, sizeof *s.items);
    s.scratch = (impi_keyed*)impi_take(l, count, sizeof *s.scratch);
    s.passes = (int32_t*)impi_take(l, count + 1, sizeof *s.passes);
    s.windings = (int32_t*)impi_take(l, count + 1, sizeof *s.windings);
    return s;
}

/// The half-edge up along an edge that was put in; each edge has one.
static bool leads_up(imp2i_triangulation* t, int32_t e, uint64_t* key)
{
    const imp2i_halfedge* edge = &t->edges[e];
    if (edge->owner == IMP2I_FREE || edge->owner == IMP2I_FRAME_OWNER)
    {
        return false;
    }
    int32_t leader = leader_of(t, edge->owner);
    uint32_t height = height_on(t, &t->runs[leader], edge->from);
    *key = (uint64_t)leader << 32 | height;
    return height < height_on(t, &t->runs[leader], imp2i_head(t, e));
}

/// The first stretch that does not come before a key.
static int32_t find_stretch(const run_stretches* s, int32_t count, uint64_t key)
{
    int32_t low = 0, high = count;
    while (low < high)
    {
        int32_t middle = low + (high - low) / 2;
        bool before = s->items[middle].key < key;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static void add_spans(imp2i_triangulation* t, const run_stretches* s, int32_t count)
{
    for (int32_t i = 0; i <= count; ++i)
    {
        s->passes[i] = s->windings[i] = 0;
    }
    for (int32_t k = 0; k < t->span_count; ++k)
    {
        const imp2i_span* span = &t->spans[k];
        int32_t leader = leader_of(t, span->owner);
        uint32_t from = height_on(t, &t->runs[leader], span->from), to = height_on(t, &t->runs[leader], span->to);
        bool up = from < to;
        int32_t low = find_stretch(s, count, (uint64_t)leader << 32 | (up ? from : to));
        int32_t high = find_stretch(s, count, (uint64_t)leader << 32 | (up ? to : from));
        int32_t winding = up ? span->winding : -span->winding;
        ++s->passes[low];
        --s->passes[high];
        s->windings[low] += winding;
        s->windings[high] -= winding;
    }
    int32_t passes = 0, winding = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        imp2i_halfedge* up = &t->edges[s->items[i].value];
        passes += s->passes[i];
        winding += s->windings[i];
        t->passes += passes;
        up->winding += winding;
        t->edges[up->twin].winding -= winding;
    }
}

int32_t imp2i_runs_settle(imp2i_triangulation* t, const imp_allocator* allocator)
{
    int32_t count = 0;
    uint64_t key;
    for (int32_t e = 0; e < t->edge_count && t->span_count > 0; ++e)
    {
        count += leads_up(t, e, &key);
    }
    if (count == 0)
    {
        return 0;
    }
    impi_layout l = {NULL, 0};
    (void)lay_out_stretches(&l, (size_t)count);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return IMP_ERR_MEMORY;
    }
    l.size = 0;
    run_stretches s = lay_out_stretches(&l, (size_t)count);
    count = 0;
    for (int32_t e = 0; e < t->edge_count; ++e)
    {
        if (leads_up(t, e, &key))
        {
            const impi_keyed item = {key, e};
            s.items[count++] = item;
        }
    }
    impi_sort(s.items, s.scratch, count);
    add_spans(t, &s, count);
    impi_alloc_free(allocator, l.base, size, 1);
    return 0;
}
