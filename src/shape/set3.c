// SPDX-License-Identifier: MIT
//
// Making a compound of shapes: copies, in the order of a curve, with a box around each.

#include "../base/alloc.h"
#include "../base/sort.h"
#include "compound3.h"

#include <string.h>

typedef struct set_work
{
    imp3_box* boxes;
    impi_keyed *order, *scratch;
} set_work;

static void lay_out_set_work(set_work* w, impi_layout* l, int32_t count)
{
    w->boxes = (imp3_box*)impi_take(l, (size_t)count, sizeof *w->boxes);
    w->order = (impi_keyed*)impi_take(l, (size_t)count, sizeof *w->order);
    w->scratch = (impi_keyed*)impi_take(l, (size_t)count, sizeof *w->scratch);
}

static void lay_out_set(imp3i_compound_block* head, impi_layout* l, const void* context)
{
    int32_t count = *(const int32_t*)context;
    head->leaves = count;
    head->parts = (imp3_shape*)impi_take(l, (size_t)count, sizeof *head->parts);
    head->sources = (int32_t*)impi_take(l, (size_t)count, sizeof *head->sources);
    imp3i_part_tree_lay_out(&head->tree, count, l);
}

static imp_status set_status(const imp3_shape* shapes, int32_t count, const imp_allocator* allocator)
{
    if (!shapes)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count < 1 || count > IMP3_VERTEX_MAX)
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        if (imp3i_shape_fault(&shapes[i]) || shapes[i].kind == IMP3_SHAPE_HALF_SPACE)
        {
            return impi_error(IMP_ERR_SHAPE, 1);
        }
    }
    return impi_alloc_valid(allocator) ? IMP_OK : impi_error(IMP_ERR_NULL, 3);
}

/// Fills in the parts. On a failure those that have been copied are given back by imp3_compound_free.
static imp_status fill_set(const imp3_shape* shapes, const set_work* w, const imp_allocator* allocator,
                           imp3i_compound_block* head, float* reach)
{
    memset(head->parts, 0, (size_t)head->leaves * sizeof *head->parts);
    for (int32_t i = 0; i < head->leaves; ++i)
    {
        int32_t from = w->order[i].value;
        imp_status status = imp3i_shape_copy(&shapes[from], allocator, &head->parts[i]);
        if (status)
        {
            return status;
        }
        head->sources[i] = from;
        head->tree.boxes[0][i] = w->boxes[from];
        *reach = shapes[from].reach > *reach ? shapes[from].reach : *reach;
    }
    imp3i_part_tree_fill(&head->tree, head->leaves);
    return IMP_OK;
}

imp_status imp3_compound_make(const imp3_shape* shapes, int32_t count, const imp_allocator* allocator,
                              imp3_compound* out)
{
    imp_status status = set_status(shapes, count, allocator);
    if (status || !out)
    {
        return status;
    }
    impi_layout l = {NULL, 0};
    set_work w;
    lay_out_set_work(&w, &l, count);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    imp3_compound c = {0};
    c.block = l.base ? imp3i_compound_block_make(allocator, lay_out_set, &count) : NULL;
    if (c.block)
    {
        imp3i_compound_block* head = (imp3i_compound_block*)c.block;
        const imp3_pose here = imp3_pose_identity();
        l.size = 0;
        lay_out_set_work(&w, &l, count);
        for (int32_t i = 0; i < count; ++i)
        {
            (void)imp3_shape_bounds(&shapes[i], &here, &w.boxes[i]);
        }
        imp3i_order_boxes(w.boxes, count, w.order, w.scratch);
        c.kind = IMP3_COMPOUND_SET;
        c.part_count = count;
        c.parts = head->parts;
        status = fill_set(shapes, &w, allocator, head, &c.reach);
    }
    else
    {
        status = impi_error(IMP_ERR_MEMORY, 0);
    }
    impi_alloc_free(allocator, l.base, size, 1);
    if (status)
    {
        imp3_compound_free(&c);
        return status;
    }
    *out = c;
    return IMP_OK;
}
