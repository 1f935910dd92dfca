// SPDX-License-Identifier: MIT
//
// Regions from cuts that were kept. What comes from outside is believed in nothing, and checked in full:
//
//   rings    surveyed like outlines. They are those of a region when they go around every place once or not at all, and
//            every edge of theirs is a border between such places.
//   parts    convex, and once around: each then covers its inside once, and nothing else.
//   edges    of all parts must cancel in pairs but for those of the rings. How often parts cover a place only depends on
//            the edges that do not cancel (the winding number of a sum is the sum of the winding numbers), so parts
//            cover what the rings go around: each place inside once, and none outside.

#include "compound2.h"
#include "survey2.h"

#include "../math/predicate2.h"

/// Starts of rings or loops: from 0, rising by 3 or more.
static int32_t starts_fault(const int32_t* starts, int32_t count)
{
    if (count < 1 || count > IMP2I_PART_MAX)
    {
        return IMP_ERR_COUNT;
    }
    if (starts[0] != 0)
    {
        return IMP_ERR_RANGE;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        if (starts[i + 1] < starts[i] || starts[i + 1] - starts[i] < 3)
        {
            return IMP_ERR_RANGE;
        }
        if (starts[i + 1] > 4 * IMP2I_PART_MAX)
        {
            return IMP_ERR_COUNT;
        }
    }
    return 0;
}

static int32_t cut_fault(const imp2_region_cut* cut)
{
    if (!cut || !cut->vertices || !cut->ring_starts || !cut->loop_starts || !cut->loop)
    {
        return IMP_ERR_NULL;
    }
    int32_t fault = starts_fault(cut->ring_starts, cut->ring_count);
    fault = fault ? fault : starts_fault(cut->loop_starts, cut->part_count);
    if (fault)
    {
        return fault;
    }
    int32_t vertices = cut->ring_starts[cut->ring_count];
    if (vertices > IMP2I_PART_MAX)
    {
        return IMP_ERR_COUNT;
    }
    for (int32_t i = 0; i < vertices; ++i)
    {
        fault = imp2i_vec_fault(cut->vertices[i]);
        if (fault)
        {
            return fault;
        }
    }
    for (int32_t k = 0; k < cut->loop_starts[cut->part_count]; ++k)
    {
        if (cut->loop[k] < 0 || cut->loop[k] >= vertices)
        {
            return IMP_ERR_RANGE;
        }
    }
    return 0;
}

static bool is_left_of(imp2_vec a, imp2_vec b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/// Whether a loop turns left at all corners or goes straight on, and goes around once.
static bool is_convex_loop(const imp2_vec* vertices, const int32_t* loop, int32_t count)
{
    int32_t lowest = 0, corners = 0;
    imp2_vec before = vertices[loop[count - 1]];
    for (int32_t k = 0; k < count; ++k)
    {
        imp2_vec at = vertices[loop[k]], after = vertices[loop[k + 1 < count ? k + 1 : 0]];
        bool rises = is_left_of(at, after), rose = is_left_of(before, at);
        int turn = imp2i_orientation(before, at, after);
        // Going straight on neither turns back nor stays.
        if (turn < 0 || (turn == 0 && (rises != rose || rises == is_left_of(after, at))))
        {
            return false;
        }
        corners += turn > 0;
        lowest += !rose && rises;
        before = at;
    }
    return corners >= 3 && lowest == 1;
}

/// Work space of a load. One block.
typedef struct load_work
{
    impi_keyed *edges, *space;
    int32_t *beyond, *part_of;
} load_work;

static void load_lay_out(load_work* w, const imp2_region_cut* cut, impi_layout* l)
{
    size_t loops = (size_t)cut->loop_starts[cut->part_count], edges = loops + (size_t)cut->ring_starts[cut->ring_count];
    w->edges = (impi_keyed*)impi_take(l, edges, sizeof *w->edges);
    w->space = (impi_keyed*)impi_take(l, edges, sizeof *w->space);
    w->beyond = (int32_t*)impi_take(l, loops, sizeof *w->beyond);
    w->part_of = (int32_t*)impi_take(l, loops, sizeof *w->part_of);
}

/// An edge between two vertices of the survey: the same key both ways, and the way in the lowest bit of the value.
static impi_keyed edge_between(int32_t a, int32_t b, int32_t id)
{
    uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
    impi_keyed r = {low << 32 | high, 2 * id + (a > b)};
    return r;
}

/// Pairs the edges of all loops with each other and with those of the rings; false when one is left over.
static bool pair_edges(const imp2_region_cut* cut, const imp2i_survey* s, load_work* w)
{
    int32_t loops = cut->loop_starts[cut->part_count], count = 0;
    for (int32_t p = 0; p < cut->part_count; ++p)
    {
        int32_t start = cut->loop_starts[p], end = cut->loop_starts[p + 1];
        for (int32_t k = start; k < end; ++k)
        {
            int32_t a = s->t.vertex_of[cut->loop[k]], b = s->t.vertex_of[cut->loop[k + 1 < end ? k + 1 : start]];
            w->part_of[k] = p;
            w->edges[count++] = edge_between(a, b, k);
        }
    }
    int32_t points = imp2i_point_count(&s->of);
    for (int32_t i = 0; i < points; ++i)
    {
        w->edges[count++] = edge_between(s->t.vertex_of[i], s->t.vertex_of[imp2i_next_point(&s->of, i)], loops + i);
    }
    impi_sort(w->edges, w->space, count);
    for (int32_t i = 0; i < count; i += 2)
    {
        const impi_keyed *first = &w->edges[i], *second = first + 1;
        if (i + 1 == count || first->key != second->key || (i + 2 < count && first->key == first[2].key))
        {
            return false;
        }
        // Sorting is stable: a ring's edge comes second.
        int32_t k = first->value >> 1, other = second->value >> 1;
        bool same_way = ((first->value ^ second->value) & 1) == 0, on_ring = other >= loops;
        if (k >= loops || same_way != on_ring)
        {
            return false;
        }
        w->beyond[k] = on_ring ? -1 : w->part_of[other];
        if (!on_ring)
        {
            w->beyond[other] = w->part_of[k];
        }
    }
    return true;
}

/// Whether no ring comes by a vertex twice. borders of the survey serves as a slate.
static bool rings_are_simple(const imp2i_survey* s)
{
    for (int32_t v = 0; v < s->t.vertex_count; ++v)
    {
        s->borders[v] = -1;
    }
    for (int32_t ring = 0; ring < s->of.ring_count; ++ring)
    {
        for (int32_t i = s->of.starts[ring]; i < s->of.starts[ring + 1]; ++i)
        {
            int32_t* last = &s->borders[s->t.vertex_of[i]];
            if (*last == ring)
            {
                return false;
            }
            *last = ring;
        }
    }
    return true;
}

static bool rings_are_borders(const imp2i_survey* s)
{
    int32_t points = imp2i_point_count(&s->of);
    return s->least == 0 && s->most == 1 && s->t.passes == points && s->border_count == points;
}

static int32_t load_checked(const imp2_region_cut* cut, const imp2i_survey* s, load_work* w,
                            const imp_allocator* allocator, imp2_compound* out)
{
    if (!rings_are_borders(s) || !rings_are_simple(s) || !pair_edges(cut, s, w))
    {
        return IMP_ERR_CUT;
    }
    imp2i_cut checked = {.kind = IMP2_COMPOUND_REGION, .vertices = cut->vertices, .ring_starts = cut->ring_starts};
    checked.ring_count = cut->ring_count;
    checked.loop_starts = cut->loop_starts;
    checked.loop = cut->loop;
    checked.beyond = w->beyond;
    checked.part_count = cut->part_count;
    return out ? imp_status_fault(imp2i_compound_build(&checked, allocator, out)) : 0;
}

imp_status imp2_region_load(const imp2_region_cut* cut, const imp_allocator* allocator, imp2_compound* out)
{
    int32_t fault = cut_fault(cut);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!impi_alloc_valid(allocator))
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    for (int32_t p = 0; p < cut->part_count; ++p)
    {
        int32_t start = cut->loop_starts[p];
        if (!is_convex_loop(cut->vertices, cut->loop + start, cut->loop_starts[p + 1] - start))
        {
            return impi_error(IMP_ERR_CONCAVE, 1);
        }
    }
    imp2i_survey s;
    const imp2i_rings of = {cut->vertices, cut->ring_starts, cut->ring_count};
    fault = imp2i_survey_make(&s, &of, IMP_FILL_NON_ZERO, allocator);
    if (!fault)
    {
        load_work w;
        impi_layout l = {NULL, 0};
        load_lay_out(&w, cut, &l);
        size_t size = l.size;
        l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
        fault = l.base ? 0 : IMP_ERR_MEMORY;
        l.size = 0;
        if (l.base)
        {
            load_lay_out(&w, cut, &l);
            fault = load_checked(cut, &s, &w, allocator, out);
            impi_alloc_free(allocator, l.base, size, 1);
        }
    }
    imp2i_survey_free(&s, allocator);
    return fault ? impi_error(fault, fault == IMP_ERR_MEMORY ? 2 : 1) : IMP_OK;
}
