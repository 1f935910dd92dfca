// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of the plane: shapes of colliders. Corners and radius of a shape, the cut of a region, the points
// of a chain: from them the makers make the same again, and refuse what nobody can have made. Planar, as
// the shapes are.

#include "snapshot2.h"

#include "../../base/alloc.h"
#include "../../shape/shape2.h"

void imp2i_visit_material(impi_bytes* b, imp_material* m)
{
    impi_visit_float(b, &m->friction, impi_number_fault_negative);
    impi_visit_float(b, &m->restitution, impi_number_fault_negative);
    impi_visit_float(b, &m->rolling_resistance, impi_number_fault_negative);
    impi_visit_float(b, &m->tangent_speed, impi_number_fault_large);
    impi_visit_int(b, &m->kind, 0, IMPI_KIND_MAX);
}

void imp2i_visit_belt(impi_bytes* b, imp2_vec* belt)
{
    (void)b;
    (void)belt;
}

// Corners of a convex outline, counter-clockwise, from the lowest by x, then y.
static bool is_outline(const imp2_vec* p, int32_t count, const imp_allocator* allocator, impi_bytes* b)
{
    imp2_repair repair;
    imp_status status = imp2_polygon_make(p, count, 0.0f, allocator, NULL, &repair);
    impi_visit_memory(b, imp_status_fault(status) == IMP_ERR_MEMORY);
    bool lowest = true;
    for (int32_t i = 1; i < count; ++i)
    {
        lowest = lowest && (p[0].x < p[i].x || (p[0].x == p[i].x && p[0].y < p[i].y));
    }
    return !status && lowest && repair.welded == 0 && repair.collinear == 0 && repair.reordered == 0;
}

static bool is_kind_of(int32_t kind, const imp2_vec* p, int32_t count, float radius)
{
    bool upright = count == 4 && p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x;
    switch (kind)
    {
    case IMP2_SHAPE_CIRCLE: return count == 1;
    case IMP2_SHAPE_SEGMENT: return count <= 2 && radius == 0.0f;
    case IMP2_SHAPE_CAPSULE: return count <= 2;
    case IMP2_SHAPE_BOX: return (count <= 2 || upright) && radius == 0.0f;
    case IMP2_SHAPE_ORIENTED_BOX: return count <= 4 && radius == 0.0f;
    default: return true;
    }
}

// A shape from corners that were read.
static void remake_shape(impi_bytes* b, imp2_shape* s, const imp2_vec* p, const imp_allocator* allocator)
{
    int32_t count = s->count;
    bool sound = is_kind_of(s->kind, p, count, s->radius);
    sound = sound && (count != 2 || p[0].x != p[1].x || p[0].y != p[1].y);
    if (!sound || (count > 2 && !is_outline(p, count, allocator, b)))
    {
        b->bad = true;
        return;
    }
    imp2i_block* block = NULL;
    if (count > IMP2_SMALL_COUNT)
    {
        block = (imp2i_block*)impi_alloc_resize(allocator, NULL, 0, imp2i_block_size(count), 1);
        if (!block)
        {
            impi_visit_memory(b, IMP_ERR_MEMORY);
            return;
        }
        block->allocator = *allocator;
        block->size = imp2i_block_size(count);
    }
    imp2i_shape_fill(s, s->kind, p, count, s->radius, block);
}

void imp2i_visit_shape(impi_bytes* b, imp2_shape* s, const imp_allocator* allocator)
{
    imp2_shape read = {.kind = s->kind, .count = s->count, .radius = s->radius};
    impi_visit_int(b, &read.kind, IMP2_SHAPE_CIRCLE, IMP2_SHAPE_POLYGON);
    impi_visit_count(b, &read.count, 2);
    impi_visit_float(b, &read.radius, impi_number_fault_negative);
    b->bad |= b->reading && (read.count < 1 || read.count > IMP2_VERTEX_MAX);
    if (!b->reading)
    {
        imp2i_outline o = imp2i_outline_of(s);
        for (int32_t i = 0; i < s->count; ++i)
        {
            imp2_vec corner = {o.x[i], o.y[i]};
            imp2i_visit_vec(b, &corner, impi_number_fault);
        }
        return;
    }
    size_t room = b->bad ? 0 : (size_t)read.count;
    imp2_vec* p = room ? (imp2_vec*)impi_alloc_resize(allocator, NULL, 0, room, sizeof *p) : NULL;
    impi_visit_memory(b, p || b->bad ? IMP_OK : IMP_ERR_MEMORY);
    for (int32_t i = 0; i < read.count && !b->bad; ++i)
    {
        imp2i_visit_vec(b, &p[i], impi_number_fault);
    }
    if (!b->bad)
    {
        remake_shape(b, &read, p, allocator);
    }
    *s = b->bad ? *s : read;
    impi_alloc_free(allocator, p, room, sizeof *p);
}

// The arrays of a compound from which it can be made again.
typedef struct compound_lists
{
    imp2_vec* vertices;
    int32_t *ring_starts, *loop_starts, *loop;
    int32_t vertex_count, rings, parts, loop_count;  // parts: 0 for a chain, which needs none
} compound_lists;

static size_t lay_out_lists(compound_lists* l, void* base)
{
    impi_layout layout = {(char*)base, 0};
    l->vertices = (imp2_vec*)impi_take(&layout, (size_t)l->vertex_count, sizeof *l->vertices);
    l->ring_starts = (int32_t*)impi_take(&layout, (size_t)l->rings + 1, sizeof *l->ring_starts);
    l->loop_starts = (int32_t*)impi_take(&layout, (size_t)l->parts + 1, sizeof *l->loop_starts);
    l->loop = (int32_t*)impi_take(&layout, (size_t)l->loop_count, sizeof *l->loop);
    return layout.size;
}

// Lists that are written are only read here, so that they may be const elsewhere.
static compound_lists lists_of(const imp2_compound* c)
{
    compound_lists l = {(imp2_vec*)(uintptr_t)c->vertices,   (int32_t*)(uintptr_t)c->ring_starts,
                        (int32_t*)(uintptr_t)c->loop_starts, (int32_t*)(uintptr_t)c->loop,
                        c->ring_starts[c->ring_count],       c->ring_count,
                        c->loop ? c->part_count : 0,         c->loop ? c->loop_starts[c->part_count] : 0};
    return l;
}

static void visit_naturals(impi_bytes* b, int32_t* numbers, int32_t count)
{
    impi_visit_sort(b);
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        impi_visit_record(b);
        impi_visit_int(b, &numbers[i], 0, INT32_MAX);
    }
}

static void visit_lists(impi_bytes* b, compound_lists* l)
{
    visit_naturals(b, l->ring_starts, l->rings + 1);
    visit_naturals(b, l->loop_starts, l->parts > 0 ? l->parts + 1 : 0);
    visit_naturals(b, l->loop, l->loop_count);
    impi_visit_sort(b);
    for (int32_t i = 0; i < l->vertex_count && !b->bad; ++i)
    {
        impi_visit_record(b);
        imp2i_visit_vec(b, &l->vertices[i], impi_number_fault);
    }
}

static void remake_compound(impi_bytes* b, imp2_compound* c, const compound_lists* l, const imp_allocator* allocator)
{
    imp_status status;
    bool fits = l->ring_starts[l->rings] == l->vertex_count;
    if (c->kind == IMP2_COMPOUND_CHAIN)
    {
        imp2_polyline line = {l->vertices, l->vertex_count, c->closed != 0, c->one_sided != 0};
        fits = fits && l->rings == 1;
        status = fits ? imp2_chain_make(&line, allocator, c, NULL) : IMP_ERR_FORMAT;
    }
    else
    {
        imp2_region_cut cut = {l->vertices, l->ring_starts, l->loop_starts, l->loop, l->rings, l->parts};
        fits = fits && l->parts > 0 && l->loop_starts[l->parts] == l->loop_count;
        status = fits ? imp2_region_load(&cut, allocator, c) : IMP_ERR_FORMAT;
    }
    impi_visit_memory(b, imp_status_fault(status) == IMP_ERR_MEMORY);
    b->bad |= status || c->ring_starts[c->ring_count] != l->vertex_count;
}

void imp2i_visit_compound(impi_bytes* b, imp2_compound* c, const imp_allocator* allocator)
{
    compound_lists l = {0};
    if (!b->reading)
    {
        l = lists_of(c);
    }
    impi_visit_int(b, &c->kind, IMP2_COMPOUND_REGION, IMP2_COMPOUND_CHAIN);
    impi_visit_int(b, &c->one_sided, 0, 1);
    impi_visit_int(b, &c->closed, 0, 1);
    impi_visit_count(b, &l.vertex_count, 2);
    impi_visit_count(b, &l.rings, 1);
    impi_visit_count(b, &l.parts, 1);
    impi_visit_count(b, &l.loop_count, 1);
    if (!b->reading || b->bad)
    {
        visit_lists(b, &l);
        return;
    }
    size_t size = lay_out_lists(&l, NULL);
    void* memory = impi_alloc_resize(allocator, NULL, 0, size, 1);
    impi_visit_memory(b, memory ? IMP_OK : IMP_ERR_MEMORY);
    if (memory)
    {
        lay_out_lists(&l, memory);
        visit_lists(b, &l);
    }
    if (!b->bad)
    {
        imp2_compound made = {.kind = c->kind, .one_sided = c->one_sided, .closed = c->closed};
        remake_compound(b, &made, &l, allocator);
        *c = made;
    }
    impi_alloc_free(allocator, memory, size, 1);
}

void imp2i_visit_geometry(impi_bytes* b, imp2_world* w)
{
    for (int32_t i = 0; i < w->colliders.count && !b->bad; ++i)
    {
        if (w->collider_pool.data[i].next == IMPI_SLOT_USED)
        {
            imp2i_collider* c = &w->colliders.data[i];
            impi_visit_record(b);
            impi_visit_bool(b, &c->convex);
            if (c->convex)
            {
                imp2i_visit_shape(b, &c->shape, &w->allocator);
            }
            else
            {
                imp2i_visit_compound(b, &c->compound, &w->allocator);
                impi_visit_sort(b);
            }
        }
    }
}
