// SPDX-License-Identifier: MIT
//
// Grids of solid cells become outlines with holes: one for each set of cells of the same value that hang together by
// their sides. Cells that meet only at a corner do not hang together; their outlines touch there.
//
//       0   1   2   3   4
//     0 +---+   +-------+       Cells of a row that lie side by side are one run. Going down from line to line, the
//       | a |   |       |       ends of the runs above and below a line are merged like two sorted lists: an end that
//     1 +   +---+   +---+       both have in common is a side that goes on; any other is a corner. Along the line,
//       |           |           corners are joined in pairs; along a side, from where it began. Following the joints
//     2 +-----------+           alternately gives the rings. A ring turns at each of its points.
//
// At a point where two cells meet by a corner there are two corners of outlines, one for each cell: of two ends at the
// same place the right end of a run comes before the left end of another, so each is joined to its own run.
//
// That takes n log n in the runs, needs no dense grid, and always gives the same outlines. Rectangles, as they were
// made before, left seams on which things got caught; who asks for tiles gets a box for each cell, with all seams.

#include <stdio.h>
#include <stdlib.h>

#include "io/reader.h"

typedef struct corner
{
    int32_t x, y;
    int32_t along;   // the corner at the other end of the horizontal edge
    int32_t across;  // and of the vertical one
    int32_t run;     // one that it belongs to; -1 once a ring has come by
} corner;

// One end of a run, where its side is.
typedef struct run_end
{
    int32_t x;
    bool is_left;
    int32_t* from;  // the corner where the side began
} run_end;

typedef struct ring
{
    int32_t set;    // the first run of its set
    int32_t first;  // its points
    int32_t count;
} ring;

typedef struct tracer
{
    io_reader* reader;
    io_run* runs;  // of one value, by row
    int32_t run_count;
    corner* corners;
    ring* rings;
    io_point* points;  // of rings one after the other
    size_t corner_count, ring_count, point_count;
    size_t corner_capacity, ring_capacity, point_capacity;
    int32_t open;  // the corner that waits for its partner along the line, or -1
} tracer;

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
    items[runs->count++] = (io_run){.y = y, .x0 = x, .x1 = x + 1, .value = value};
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

static int by_value_and_row(const void* left, const void* right)
{
    const io_run *a = left, *b = right;
    int order = compare(a->value, b->value);
    order = order ? order : compare(a->y, b->y);
    order = order ? order : compare(a->x0, b->x0);
    return order ? order : compare(a->x1, b->x1);
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

// The first run of the set of a run; the way there is halved as it is gone.
static int32_t set_of(io_run* runs, int32_t i)
{
    while (runs[i].set != i)
    {
        runs[i].set = runs[runs[i].set].set;
        i = runs[i].set;
    }
    return i;
}

static void join_sets(io_run* runs, int32_t a, int32_t b)
{
    a = set_of(runs, a);
    b = set_of(runs, b);
    runs[a < b ? b : a].set = a < b ? a : b;
}

static io_status add_corner(tracer* t, int32_t run, int32_t x, int32_t y, int32_t* out)
{
    if (t->corner_count >= IO_VERTEX_MAX)
    {
        return io_fail(t->reader, IO_ERR_LIMIT, NULL, "more than %d corners of tiles", IO_VERTEX_MAX);
    }
    corner* corners =
        io_grow(t->reader->allocator, t->corners, &t->corner_capacity, t->corner_count + 1, sizeof *corners);
    if (!corners)
    {
        return io_fail_memory(t->reader);
    }
    t->corners = corners;
    int32_t self = (int32_t)t->corner_count++;
    corners[self] = (corner){x, y, t->open, -1, run};
    if (t->open >= 0)
    {
        corners[t->open].along = self;
    }
    t->open = t->open >= 0 ? -1 : self;
    *out = self;
    return IO_OK;
}

// The end of number k among those of the runs from `first` on.
static run_end end_of(const tracer* t, int32_t first, int32_t k)
{
    io_run* run = &t->runs[first + k / 2];
    bool is_left = k % 2 == 0;
    return (run_end){is_left ? run->x0 : run->x1, is_left, is_left ? &run->left : &run->right};
}

// The corners on the line above row y: between the runs [above, below) of the row before and the runs [below, end).
static io_status cross_line(tracer* t, int32_t y, int32_t above, int32_t below, int32_t end)
{
    int32_t i = 0, k = 0, above_ends = 2 * (below - above), below_ends = 2 * (end - below);
    io_status status = IO_OK;
    t->open = -1;
    while ((i < above_ends || k < below_ends) && !status)
    {
        run_end a = {0}, b = {0};
        int order = i == above_ends ? 1 : k == below_ends ? -1 : 0;
        if (i < above_ends)
        {
            a = end_of(t, above, i);
        }
        if (k < below_ends)
        {
            b = end_of(t, below, k);
        }
        order = order ? order : compare(a.x, b.x);
        order = order ? order : compare(a.is_left, b.is_left);
        if (order == 0)
        {
            *b.from = *a.from;
        }
        else if (order > 0)
        {
            status = add_corner(t, below + k / 2, b.x, y, b.from);
        }
        else
        {
            int32_t began = *a.from, self;
            status = add_corner(t, above + i / 2, a.x, y, &self);
            if (!status)
            {
                t->corners[began].across = self;
                t->corners[self].across = began;
            }
        }
        i += order <= 0;
        k += order >= 0;
    }
    for (i = above, k = below; i < below && k < end;)
    {
        if (t->runs[i].x0 < t->runs[k].x1 && t->runs[k].x0 < t->runs[i].x1)
        {
            join_sets(t->runs, i, k);
        }
        *(t->runs[i].x1 < t->runs[k].x1 ? &i : &k) += 1;
    }
    return status;
}

static int32_t row_end(const tracer* t, int32_t i)
{
    int32_t end = i;
    while (end < t->run_count && t->runs[end].y == t->runs[i].y)
    {
        end++;
    }
    return end;
}

static io_status find_corners(tracer* t)
{
    for (int32_t i = 0; i < t->run_count; i++)
    {
        t->runs[i].set = i;
    }
    io_status status = IO_OK;
    for (int32_t above = 0, below = 0; (below < t->run_count || above < below) && !status;)
    {
        // A row above that does not lie at the next one ends before it.
        bool empty = above == below;
        int32_t end = row_end(t, below), y = empty ? t->runs[below].y : t->runs[above].y + 1;
        bool next = below < t->run_count && t->runs[below].y == y;
        status = cross_line(t, y, above, below, next ? end : below);
        above = below;
        below = next ? end : below;
    }
    return status;
}

// All rings, with their points.
static io_status follow_rings(tracer* t)
{
    io_reader* reader = t->reader;
    t->points = io_grow(reader->allocator, NULL, &t->point_capacity, t->corner_count, sizeof *t->points);
    if (!t->points)
    {
        return io_fail_memory(reader);
    }
    for (size_t i = 0; i < t->corner_count; i++)
    {
        if (t->corners[i].run < 0)
        {
            continue;
        }
        ring* rings = io_grow(reader->allocator, t->rings, &t->ring_capacity, t->ring_count + 1, sizeof *rings);
        if (!rings)
        {
            return io_fail_memory(reader);
        }
        t->rings = rings;
        ring* one = &rings[t->ring_count++];
        *one = (ring){set_of(t->runs, t->corners[i].run), (int32_t)t->point_count, 0};
        bool along = true;
        for (int32_t k = (int32_t)i; t->corners[k].run >= 0; along = !along)
        {
            corner* c = &t->corners[k];
            t->points[t->point_count++] = (io_point){c->x, c->y};
            c->run = -1;
            k = along ? c->along : c->across;
        }
        one->count = (int32_t)t->point_count - one->first;
    }
    return IO_OK;
}

static int by_set(const void* left, const void* right)
{
    const ring *a = left, *b = right;
    int order = compare(a->set, b->set);
    return order ? order : compare(a->first, b->first);
}

// One set: rings [first, end) of the tracer.
static io_status add_set(tracer* t, size_t first, size_t end, double width, double height, const io_affine* m,
                         const io_label* label)
{
    io_reader* reader = t->reader;
    size_t point_capacity = 0, count_capacity = 0, count = 0, ring_count = end - first;
    for (size_t i = first; i < end; i++)
    {
        count += (size_t)t->rings[i].count;
    }
    io_point* points = io_grow(reader->allocator, NULL, &point_capacity, count, sizeof *points);
    int32_t* counts = io_grow(reader->allocator, NULL, &count_capacity, ring_count, sizeof *counts);
    io_status status = points && counts ? IO_OK : io_fail_memory(reader);
    if (!status)
    {
        io_point lower = t->points[t->rings[first].first], upper = lower;
        count = 0;
        for (size_t i = first; i < end; i++)
        {
            counts[i - first] = t->rings[i].count;
            for (int32_t k = 0; k < t->rings[i].count; k++)
            {
                io_point p = t->points[t->rings[i].first + k];
                lower.x = p.x < lower.x ? p.x : lower.x;
                lower.y = p.y < lower.y ? p.y : lower.y;
                upper.x = p.x > upper.x ? p.x : upper.x;
                upper.y = p.y > upper.y ? p.y : upper.y;
                points[count++] = (io_point){p.x * width, p.y * height};
            }
        }
        io_outline outline = {.kind = IO_OUTLINE_POLYGON, .count = (int32_t)count, .points = points};
        outline.rings = counts;
        outline.ring_count = (int32_t)ring_count;
        io_point corners[2] = {points[0], points[2 % count]};
        if (count == 4)
        {
            outline = (io_outline){.kind = IO_OUTLINE_BOX, .count = 2, .points = corners};
        }
        size_t length =
            io_path_push(reader, ".cells[%.0f,%.0f %.0fx%.0f]", lower.x, lower.y, upper.x - lower.x, upper.y - lower.y);
        status = io_outline_add(reader, &outline, m, label, true);
        io_path_pop(reader, length);
    }
    io_release(reader->allocator, points, point_capacity, sizeof *points);
    io_release(reader->allocator, counts, count_capacity, sizeof *counts);
    return status;
}

static io_status note_lost_cells(io_reader* reader)
{
    return io_note_add(reader, IO_NOTE_SKIP, "cells that are nothing at this scale");
}

static io_status trace(tracer* t, double width, double height, const io_affine* m, const io_label* label,
                       io_cells* found)
{
    io_status status = find_corners(t);
    status = status ? status : follow_rings(t);
    if (!status && t->ring_count > 1)
    {
        qsort(t->rings, t->ring_count, sizeof *t->rings, by_set);
    }
    for (size_t i = 0, end; i < t->ring_count && !status; i = end)
    {
        for (end = i + 1; end < t->ring_count && t->rings[end].set == t->rings[i].set; end++)
        {
        }
        const io_scene* scene = t->reader->scene;
        size_t before = scene->object_count;
        status = add_set(t, i, end, width, height, m, label);
        if (!status && scene->object_count == before)
        {
            status = note_lost_cells(t->reader);
        }
        else if (!status)
        {
            // Rings that touched themselves have been taken apart.
            int32_t rings = scene->objects[before].compound.ring_count;
            found->outlines++;
            found->holes += rings > 1 ? rings - 1 : 0;
        }
    }
    return status;
}

// Each cell of a run by itself.
static io_status add_boxes(io_reader* reader, const io_run* run, double width, double height, const io_affine* m,
                           const io_label* label, io_cells* found)
{
    const io_scene* scene = reader->scene;
    size_t before = scene->object_count;
    io_status status = IO_OK;
    for (int32_t x = run->x0; x < run->x1 && !status; x++)
    {
        io_point corners[2] = {{x * width, run->y * height}, {(x + 1) * width, (run->y + 1) * height}};
        io_outline box = {.kind = IO_OUTLINE_BOX, .count = 2, .points = corners};
        size_t length = io_path_push(reader, ".cells[%d,%d 1x1]", (int)x, (int)run->y);
        status = io_outline_add(reader, &box, m, label, true);
        io_path_pop(reader, length);
    }
    found->boxes += (int32_t)(scene->object_count - before);
    return status || scene->object_count > before ? status : note_lost_cells(reader);
}

void io_cells_print(const io_reader* reader, const io_cells* found, char* out, size_t size)
{
    if (reader->options->tiles)
    {
        snprintf(out, size, "kept as %d box%s", (int)found->boxes, found->boxes == 1 ? "" : "es");
        return;
    }
    snprintf(out, size, "merged into %d outline%s with %d hole%s", (int)found->outlines,
             found->outlines == 1 ? "" : "s", (int)found->holes, found->holes == 1 ? "" : "s");
}

io_status io_runs_outline(io_reader* reader, io_runs* runs, double width, double height, const io_affine* m,
                          const io_label* label, const char* const* names, io_cells* found)
{
    *found = (io_cells){0};
    if (runs->count == 0)
    {
        return IO_OK;
    }
    qsort(runs->items, runs->count, sizeof *runs->items, by_value_and_row);
    join_in_rows(runs);
    io_status status = IO_OK;
    for (size_t i = 0, end; i < runs->count && !status; i = end)
    {
        for (end = i + 1; end < runs->count && runs->items[end].value == runs->items[i].value; end++)
        {
        }
        io_label one = *label;
        one.name = names ? names[runs->items[i].value] : label->name;
        one.structure = reader->options->tiles ? 0 : label->structure;
        for (size_t k = i; reader->options->tiles && k < end && !status; k++)
        {
            status = add_boxes(reader, &runs->items[k], width, height, m, &one, found);
        }
        if (reader->options->tiles)
        {
            continue;
        }
        tracer t = {.reader = reader, .runs = runs->items + i, .run_count = (int32_t)(end - i)};
        status = trace(&t, width, height, m, &one, found);
        io_release(reader->allocator, t.corners, t.corner_capacity, sizeof *t.corners);
        io_release(reader->allocator, t.rings, t.ring_capacity, sizeof *t.rings);
        io_release(reader->allocator, t.points, t.point_capacity, sizeof *t.points);
    }
    return status;
}
