// SPDX-License-Identifier: MIT
//
// A compound: its one block, the boxes around its parts, and what it is as a whole.
//
// The block holds, each aligned to 16 bytes: head, parts, vertices, rings, loops, boxes, and the arrays of parts with
// many corners. The boxes are a tree without pointers. A search goes through the parts in rising order and, where a box
// of 4^k parts is not met, steps over all of them; so it needs no stack, and finds in the order of law 10.

#include "compound2.h"
#include "kept2.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "../math/predicate2.h"

#include <math.h>
#include <string.h>

/// The arrays of a block that is being filled.
typedef struct block_places
{
    imp2i_compound_block* head;
    imp2_shape* parts;
    imp2_vec* vertices;
    int32_t *ring_starts, *loop_starts, *loop, *beyond;
    imp2i_part_tree tree, border;
} block_places;

static block_places lay_out(impi_layout* l, const imp2i_cut* cut)
{
    block_places p = {.head = NULL};
    p.head = (imp2i_compound_block*)impi_take(l, 1, sizeof *p.head);
    size_t parts = (size_t)cut->part_count;
    p.parts = (imp2_shape*)impi_take(l, parts, sizeof *p.parts);
    p.vertices = (imp2_vec*)impi_take(l, (size_t)cut->ring_starts[cut->ring_count], sizeof *p.vertices);
    p.ring_starts = (int32_t*)impi_take(l, (size_t)cut->ring_count + 1, sizeof *p.ring_starts);
    if (cut->loop)
    {
        size_t loops = (size_t)cut->loop_starts[cut->part_count];
        p.loop_starts = (int32_t*)impi_take(l, parts + 1, sizeof *p.loop_starts);
        p.loop = (int32_t*)impi_take(l, loops, sizeof *p.loop);
        p.beyond = (int32_t*)impi_take(l, loops, sizeof *p.beyond);
    }
    imp2i_part_tree_lay_out(&p.tree, cut->part_count, l);
    p.border = p.tree;
    if (cut->loop)
    {
        p.border.levels = 0;
        imp2i_part_tree_lay_out(&p.border, cut->part_count, l);
    }
    return p;
}

/// Corners of part i of the cut, without those of 180 degrees, from the lowest by x, then y. first is where in the loop
/// that one stands. corners is large enough for the longest loop.
static int32_t part_corners(const imp2i_cut* cut, int32_t i, imp2_vec* corners, int32_t* first)
{
    if (!cut->loop)
    {
        int32_t next = i + 1 < cut->ring_starts[1] ? i + 1 : 0;
        corners[0] = cut->vertices[i];
        corners[1] = cut->vertices[next];
        *first = 0;
        return 2;
    }
    const int32_t* loop = cut->loop + cut->loop_starts[i];
    int32_t n = cut->loop_starts[i + 1] - cut->loop_starts[i], count = 0;
    *first = 0;
    for (int32_t k = 1; k < n; ++k)
    {
        imp2_vec p = cut->vertices[loop[k]], q = cut->vertices[loop[*first]];
        *first = p.x < q.x || (p.x == q.x && p.y < q.y) ? k : *first;
    }
    // The lowest is a true corner, so the one before a candidate may be a corner of 180 degrees and still tell.
    for (int32_t k = 0; k < n; ++k)
    {
        int32_t at = (*first + k) % n;
        imp2_vec p = cut->vertices[loop[at]], next = cut->vertices[loop[(at + 1) % n]];
        imp2_vec before = cut->vertices[loop[(at + n - 1) % n]];
        if (imp2i_orientation(before, p, next) > 0)
        {
            corners[count++] = p;
        }
    }
    return count;
}

static bool is_upright_box(const imp2_vec* p, int32_t count)
{
    return count == 4 && p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x;
}

static void grow_to(imp2_box* box, imp2_vec v)
{
    imp2_box point = {v, v};
    imp2i_box_grow(box, point);
}

/// Parts of the cut in the order in which the compound has them.
static void order_parts(const imp2i_cut* cut, impi_keyed* order, impi_keyed* scratch)
{
    imp2_box all = {cut->vertices[0], cut->vertices[0]};
    for (int32_t i = 1; i < cut->ring_starts[cut->ring_count]; ++i)
    {
        grow_to(&all, cut->vertices[i]);
    }
    double wide = (double)all.upper.x - all.lower.x, high = (double)all.upper.y - all.lower.y;
    double cells = 65535.0 / (wide > high ? wide : high);
    for (int32_t i = 0; i < cut->part_count; ++i)
    {
        // By the middle of its box, which does not depend on where its loop starts: a cut that is saved and loaded
        // stays in order.
        imp2_vec v = cut->vertices[cut->loop[cut->loop_starts[i]]];
        imp2_box box = {v, v};
        for (int32_t k = cut->loop_starts[i]; k < cut->loop_starts[i + 1]; ++k)
        {
            grow_to(&box, cut->vertices[cut->loop[k]]);
        }
        double x = 0.5 * ((double)box.lower.x + box.upper.x), y = 0.5 * ((double)box.lower.y + box.upper.y);
        order[i].key = impi_hilbert((uint32_t)((x - all.lower.x) * cells), (uint32_t)((y - all.lower.y) * cells));
        order[i].value = i;
    }
    impi_sort(order, scratch, cut->part_count);
}

static imp2_box box_of_core(const imp2_shape* s)
{
    imp2i_outline o = imp2i_outline_of(s);
    imp2_box box = {{o.x[0], o.y[0]}, {o.x[0], o.y[0]}};
    for (int32_t i = 1; i < (s->count == 2 ? 4 : s->count); ++i)
    {
        imp2_vec v = {o.x[i], o.y[i]};
        grow_to(&box, v);
    }
    return box;
}

/// Around the edges of a part that are on the outline.
static imp2_box box_of_border(const block_places* p, int32_t part)
{
    imp2_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    int32_t start = p->loop_starts[part], end = p->loop_starts[part + 1];
    for (int32_t k = start; k < end; ++k)
    {
        if (p->beyond[k] < 0)
        {
            grow_to(&box, p->vertices[p->loop[k]]);
            grow_to(&box, p->vertices[p->loop[k + 1 < end ? k + 1 : start]]);
        }
    }
    return box;
}

/// Loops in their new order, from their lowest corner, with the parts beyond under their new numbers.
static void fill_loop(const imp2i_cut* cut, int32_t part, int32_t first, const int32_t* place_of, int32_t* loop,
                      int32_t* beyond)
{
    int32_t start = cut->loop_starts[part], n = cut->loop_starts[part + 1] - start;
    for (int32_t k = 0; k < n; ++k)
    {
        int32_t from = start + (first + k) % n, other = cut->beyond[from];
        loop[k] = cut->loop[from];
        beyond[k] = other < 0 ? -1 : place_of[other];
    }
}

/// Work space of a build.
typedef struct workshop
{
    impi_keyed *order, *scratch;
    int32_t* place_of;
    imp2_vec* corners;
} workshop;

static workshop lay_out_workshop(impi_layout* l, const imp2i_cut* cut, int32_t longest)
{
    size_t parts = cut->loop ? (size_t)cut->part_count : 0;
    workshop w;
    w.order = (impi_keyed*)impi_take(l, parts, sizeof *w.order);
    w.scratch = (impi_keyed*)impi_take(l, parts, sizeof *w.scratch);
    w.place_of = (int32_t*)impi_take(l, parts, sizeof *w.place_of);
    w.corners = (imp2_vec*)impi_take(l, (size_t)longest, sizeof *w.corners);
    return w;
}

static void fill_parts(const imp2i_cut* cut, const workshop* w, block_places* p, impi_layout* l)
{
    int32_t filled = 0;
    for (int32_t i = 0; i < cut->part_count; ++i)
    {
        int32_t part = cut->loop ? w->order[i].value : i, first;
        int32_t count = part_corners(cut, part, w->corners, &first);
        imp2i_block* block = NULL;
        if (count > IMP2_SMALL_COUNT)
        {
            block = (imp2i_block*)impi_take(l, imp2i_block_size(count), 1);
            block->allocator = p->head->allocator;
            block->size = imp2i_block_size(count);
        }
        int32_t kind = count == 2                          ? IMP2_SHAPE_SEGMENT
                       : is_upright_box(w->corners, count) ? IMP2_SHAPE_BOX
                                                           : IMP2_SHAPE_POLYGON;
        imp2i_shape_fill(&p->parts[i], kind, w->corners, count, 0.0f, block);
        if (cut->loop)
        {
            p->loop_starts[i] = filled;
            fill_loop(cut, part, first, w->place_of, p->loop + filled, p->beyond + filled);
            filled += cut->loop_starts[part + 1] - cut->loop_starts[part];
            p->loop_starts[i + 1] = filled;
        }
    }
}

/// Longest loop, and room for the arrays of all parts that might not fit into their shapes.
static int32_t measure_loops(const imp2i_cut* cut, impi_layout* l)
{
    int32_t longest = 2;
    for (int32_t i = 0; cut->loop && i < cut->part_count; ++i)
    {
        int32_t n = cut->loop_starts[i + 1] - cut->loop_starts[i];
        longest = n > longest ? n : longest;
        if (n > IMP2_SMALL_COUNT)
        {
            impi_take(l, imp2i_block_size(n), 1);
        }
    }
    return longest;
}

static imp2_compound compound_at(const imp2i_cut* cut, const block_places* p)
{
    imp2_compound c = {.kind = cut->kind, .part_count = cut->part_count, .ring_count = cut->ring_count};
    c.one_sided = cut->one_sided;
    c.closed = cut->closed;
    c.parts = p->parts;
    c.vertices = p->vertices;
    c.ring_starts = p->ring_starts;
    c.loop_starts = p->loop_starts;
    c.loop = p->loop;
    c.beyond = p->beyond;
    c.block = p->head;
    for (int32_t i = 0; i < c.part_count; ++i)
    {
        c.reach = c.parts[i].reach > c.reach ? c.parts[i].reach : c.reach;
    }
    return c;
}

static void fill_block(const imp2i_cut* cut, const workshop* w, block_places* p, impi_layout* l)
{
    memcpy(p->vertices, cut->vertices, (size_t)cut->ring_starts[cut->ring_count] * sizeof *p->vertices);
    memcpy(p->ring_starts, cut->ring_starts, ((size_t)cut->ring_count + 1) * sizeof *p->ring_starts);
    if (cut->loop)
    {
        order_parts(cut, w->order, w->scratch);
        for (int32_t i = 0; i < cut->part_count; ++i)
        {
            w->place_of[w->order[i].value] = i;
        }
        p->loop_starts[0] = 0;
    }
    fill_parts(cut, w, p, l);
    for (int32_t i = 0; i < cut->part_count; ++i)
    {
        p->tree.boxes[0][i] = box_of_core(&p->parts[i]);
    }
    imp2i_part_tree_fill(&p->tree, cut->part_count);
    if (cut->loop)
    {
        for (int32_t i = 0; i < cut->part_count; ++i)
        {
            p->border.boxes[0][i] = box_of_border(p, i);
        }
        imp2i_part_tree_fill(&p->border, cut->part_count);
    }
}

imp_status imp2i_compound_build(const imp2i_cut* cut, const imp_allocator* allocator, imp2_compound* out)
{
    impi_layout l = {NULL, 0}, work = {NULL, 0};
    lay_out(&l, cut);
    int32_t longest = measure_loops(cut, &l);
    lay_out_workshop(&work, cut, longest);
    size_t size = l.size, work_size = work.size;
    work.base = (char*)impi_alloc_resize(allocator, NULL, 0, work_size, 1);
    l.base = work.base ? (char*)impi_alloc_resize(allocator, NULL, 0, size, 1) : NULL;
    if (!l.base)
    {
        impi_alloc_free(allocator, work.base, work_size, 1);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = work.size = 0;
    block_places p = lay_out(&l, cut);
    workshop w = lay_out_workshop(&work, cut, longest);
    p.head->allocator = impi_alloc_or_default(allocator);
    p.head->size = size;
    p.head->parts = p.tree;
    p.head->border = p.border;
    fill_block(cut, &w, &p, &l);
    impi_alloc_free(allocator, work.base, work_size, 1);
    *out = compound_at(cut, &p);
    return IMP_OK;
}

imp_status imp2_compound_of_shape(const imp2_shape* shape, imp2_compound* out)
{
    int32_t fault = imp2i_shape_fault(shape);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, 2);
    }
    const imp2_compound c = {.kind = IMP2_COMPOUND_SHAPE, .part_count = 1, .reach = shape->reach, .parts = shape};
    *out = c;
    return IMP_OK;
}

// The place in a copy of what a pointer into the original means.
static void* moved_to(const void* own, const void* from, const void* place)
{
    return place ? (char*)(uintptr_t)own + ((const char*)place - (const char*)from) : NULL;
}

static void move_tree(imp2i_part_tree* tree, const void* own, const void* from)
{
    for (int32_t k = 0; k < tree->levels; ++k)
    {
        tree->boxes[k] = (imp2_box*)moved_to(own, from, tree->boxes[k]);
    }
}

imp_status imp2i_compound_copy(const imp2_compound* compound, const imp_allocator* allocator, imp2_compound* out)
{
    const imp2i_compound_block* from = (const imp2i_compound_block*)compound->block;
    imp2i_compound_block* own = (imp2i_compound_block*)impi_alloc_resize(allocator, NULL, 0, from->size, 1);
    if (!own)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    // All arrays lie in the block, at the same distances.
    memcpy(own, from, from->size);
    own->allocator = impi_alloc_or_default(allocator);
    move_tree(&own->parts, own, from);
    move_tree(&own->border, own, from);
    imp2_shape* parts = (imp2_shape*)moved_to(own, from, compound->parts);
    for (int32_t i = 0; i < compound->part_count; ++i)
    {
        parts[i].block = moved_to(own, from, parts[i].block);
    }
    imp2_compound copy = *compound;
    copy.parts = parts;
    copy.vertices = (const imp2_vec*)moved_to(own, from, compound->vertices);
    copy.ring_starts = (const int32_t*)moved_to(own, from, compound->ring_starts);
    copy.loop_starts = (const int32_t*)moved_to(own, from, compound->loop_starts);
    copy.loop = (const int32_t*)moved_to(own, from, compound->loop);
    copy.beyond = (const int32_t*)moved_to(own, from, compound->beyond);
    copy.block = own;
    *out = copy;
    return IMP_OK;
}

static imp2_vec told_from(imp2_vec at, imp2_vec origin)
{
    imp2_vec r = {impi_tidy(at.x - origin.x), impi_tidy(at.y - origin.y)};
    return r;
}

// Subtraction is monotone, so each box still has all that is in it.
static void tell_tree_from(imp2i_part_tree* copy, const imp2i_part_tree* tree, int32_t leaves, imp2_vec origin)
{
    for (int32_t level = 0, n = leaves; level < tree->levels; ++level, n = impi_groups_of_four(n))
    {
        for (int32_t i = 0; i < n; ++i)
        {
            copy->boxes[level][i].lower = told_from(tree->boxes[level][i].lower, origin);
            copy->boxes[level][i].upper = told_from(tree->boxes[level][i].upper, origin);
        }
    }
}

void imp2i_compound_tell_from(imp2_compound* copy, const imp2_compound* compound, imp2_vec origin)
{
    imp2i_compound_block* own = (imp2i_compound_block*)copy->block;
    const imp2i_compound_block* from = (const imp2i_compound_block*)compound->block;
    imp2_shape* parts = (imp2_shape*)moved_to(own, from, compound->parts);
    imp2_vec* vertices = (imp2_vec*)moved_to(own, from, compound->vertices);
    copy->reach = 0.0f;
    for (int32_t i = 0; i < compound->part_count; ++i)
    {
        imp2i_shape_tell_from(&parts[i], &compound->parts[i], origin);
        copy->reach = parts[i].reach > copy->reach ? parts[i].reach : copy->reach;
    }
    for (int32_t i = 0; i < compound->ring_starts[compound->ring_count]; ++i)
    {
        vertices[i] = told_from(compound->vertices[i], origin);
    }
    tell_tree_from(&own->parts, &from->parts, compound->part_count, origin);
    if (compound->loop)
    {
        tell_tree_from(&own->border, &from->border, compound->part_count, origin);
    }
}

void imp2_compound_free(imp2_compound* compound)
{
    if (!compound)
    {
        return;
    }
    imp2i_compound_block* block = (imp2i_compound_block*)compound->block;
    if (block)
    {
        imp_allocator allocator = block->allocator;
        impi_alloc_free(&allocator, block, block->size, 1);
    }
    const imp2_compound none = {0};
    *compound = none;
}

imp2_box imp2i_part_box(const imp2_compound* c, int32_t i)
{
    const imp2i_compound_block* block = (const imp2i_compound_block*)c->block;
    return block ? block->parts.boxes[0][i] : box_of_core(c->parts);
}

int32_t imp2i_part_near(const imp2_compound* c, const imp2i_dbox* box, int32_t from)
{
    const imp2i_compound_block* block = (const imp2i_compound_block*)c->block;
    if (!block)
    {
        return from;  // one part, always worth a look
    }
    return imp2i_part_tree_next(&block->parts, c->part_count, box, from);
}

imp_status imp2_compound_bounds(const imp2_compound* compound, const imp2_pose* pose, imp2_box* out)
{
    imp_status status = imp2i_placed_compound_status(compound, pose);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 3);
    }
    imp2_box box;
    for (int32_t i = 0; i < compound->part_count; ++i)
    {
        imp2_box part;
        (void)imp2_shape_bounds(&compound->parts[i], pose, &part);
        if (i == 0)
        {
            box = part;
        }
        imp2i_box_grow(&box, part);
    }
    *out = box;
    return IMP_OK;
}
