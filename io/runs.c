// SPDX-License-Identifier: MIT
//
// Grids of solid cells become few rectangles.
//
// Cells of a row that lie side by side are one run; runs of the same extent that lie on top of each other are one
// rectangle. That takes time in proportion to the cells (and n log n in the runs when chunks come in any order), needs
// no dense grid, and always gives the same rectangles. A greedy search for larger ones was not worth its code: what
// matters is that long floors and walls become one shape.

#include "io/reader.h"

#include <stdlib.h>

io_status io_runs_add(io_reader* reader, io_runs* runs, int32_t x, int32_t y, int32_t value)
{
    io_run* last = runs->count > 0 ? &runs->items[runs->count - 1] : NULL;
    if (last && last->y == y && last->x1 == x && last->value == value)
    {
        last->x1++;
        return IO_OK;
    }
    io_run* items = io_grow(reader->allocator, runs->items, &runs->capacity, runs->count + 1, sizeof *items);
    if (!items)
    {
        return io_fail_memory(reader);
    }
    runs->items = items;
    items[runs->count++] = (io_run){y, x, x + 1, value};
    return IO_OK;
}

void io_runs_free(io_reader* reader, io_runs* runs)
{
    io_release(reader->allocator, runs->items, runs->capacity, sizeof *runs->items);
    *runs = (io_runs){0};
}

static int compare(int32_t a, int32_t b)
{
    return (a > b) - (a < b);
}

static int by_row(const void* left, const void* right)
{
    const io_run *a = left, *b = right;
    int order = compare(a->y, b->y);
    order = order ? order : compare(a->x0, b->x0);
    order = order ? order : compare(a->x1, b->x1);
    return order ? order : compare(a->value, b->value);
}

static int by_column(const void* left, const void* right)
{
    const io_run *a = left, *b = right;
    int order = compare(a->x0, b->x0);
    order = order ? order : compare(a->x1, b->x1);
    order = order ? order : compare(a->value, b->value);
    return order ? order : compare(a->y, b->y);
}

// Runs of two chunks may continue each other, or overlap when a file lies.
static void join_in_rows(io_runs* runs)
{
    size_t count = 0;
    for (size_t i = 0; i < runs->count; i++)
    {
        io_run* last = count > 0 ? &runs->items[count - 1] : NULL;
        io_run run = runs->items[i];
        if (last && last->y == run.y && last->value == run.value && run.x0 <= last->x1)
        {
            last->x1 = run.x1 > last->x1 ? run.x1 : last->x1;
        }
        else
        {
            runs->items[count++] = run;
        }
    }
    runs->count = count;
}

io_status io_runs_merge(io_reader* reader, io_runs* runs, double width, double height, const io_affine* m,
                        const io_label* label, const char* const* names, int32_t* rectangles)
{
    *rectangles = 0;
    if (runs->count == 0)
    {
        return IO_OK;
    }
    qsort(runs->items, runs->count, sizeof *runs->items, by_row);
    join_in_rows(runs);
    qsort(runs->items, runs->count, sizeof *runs->items, by_column);
    for (size_t i = 0, next; i < runs->count; i = next)
    {
        io_run run = runs->items[i];
        int32_t y1 = run.y + 1;
        for (next = i + 1; next < runs->count; next++, y1++)
        {
            const io_run* below = &runs->items[next];
            if (below->x0 != run.x0 || below->x1 != run.x1 || below->value != run.value || below->y != y1)
            {
                break;
            }
        }
        io_label one = *label;
        one.name = names ? names[run.value] : label->name;
        io_point corners[2] = {{run.x0 * width, run.y * height}, {run.x1 * width, y1 * height}};
        io_outline box = {IO_OUTLINE_BOX, 2, corners};
        size_t length = io_path_push(reader, ".cells[%d,%d %dx%d]", (int)run.x0, (int)run.y, (int)(run.x1 - run.x0),
                                     (int)(y1 - run.y));
        io_status status = io_outline_add(reader, &box, m, &one, true);
        io_path_pop(reader, length);
        if (status)
        {
            return status;
        }
        ++*rectangles;
    }
    return IO_OK;
}
