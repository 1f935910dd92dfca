// SPDX-License-Identifier: MIT
//
// Snap rounding (Guibas and Marimont 1998; Hobby 1999). A crossing has no floats, and rounding it to some bends both
// edges, which may make them cross others: rounded one after the other, crossings need not come to an end. Here all are
// rounded at once, to one grid:
//
//   a cell is hot when it holds a point of the rings or a crossing;
//   each edge becomes the polyline through the centres of all hot cells that it passes, in their order.
//
// It is a theorem that these polylines do not cross: whenever an edge is bent over a centre, that centre is one of its
// own. So there is one round and no second, whatever the rings are. Every edge stays within its cells, hence how often
// rings go around a place that is farther from them than a cell stays the same.
//
//     +---+---+---+           the grid is that of the floats at the greatest coordinate, so its
//     |   | o |   |           centres are floats, and integers of 25 bits are all there is to
//     +---+/--+---+    o hot  compute with: orientations fit 64 bits, and are exact. A crossing is
//     | o-/---|-o |           a fraction of them, and its cell is found by division bit by bit.
//     +-/-+---+---+
//
// Cells are half-open, [i - 1/2, i + 1/2), so that each place has one. Pairs of edges, and cells on the way of an edge,
// are found by a tree of boxes in the order of a Hilbert curve, into which an edge looks where its line leads: n edges
// that are short for their number take O(n log n), n long ones side by side the square of it.
//
// Rings that do not cross are left as they are by whoever calls this; here points may be rounded too.

#include "crossings2.h"

#include "../base/array.h"
#include "../base/bits.h"

#include <math.h>
#include <string.h>

enum
{
    COORDINATE_BITS = 25,  // of a cell, without its sign
    KEY_BITS = COORDINATE_BITS + 1,
    CURVE_BITS = 16,
    LEVELS = 14  // of boxes: 4^13 items
};

typedef struct grid_cell
{
    int32_t x, y;
} grid_cell;

/// Corners of cells: twice the numbers of centres, and one more or less.
typedef struct cell_box
{
    int32_t lower_x, lower_y, upper_x, upper_y;
} cell_box;

/// Boxes of items in their order, then boxes of four of these, and so on up to one.
typedef struct cell_tree
{
    cell_box* boxes;
    int32_t* items;
    int32_t first[LEVELS], count[LEVELS];  // boxes of each level
    int32_t levels;
} cell_tree;

typedef struct cell_keys
{
    IMPI_ARRAY(uint64_t)
} cell_keys;

typedef struct cell_stops
{
    IMPI_ARRAY(impi_keyed)
} cell_stops;

typedef struct cell_points
{
    IMPI_ARRAY(imp2_vec)
} cell_points;

typedef struct resolver
{
    const imp2i_rings* of;
    const imp_allocator* allocator;
    float unit;        // side of a cell
    int32_t count;     // of points, and of edges
    grid_cell* cells;  // of each point
    int32_t* next;     // the point that follows
    cell_tree edges;   // of the rings
    cell_keys hot;     // cells, sorted and once each when all are known
    cell_tree places;  // of hot cells
    cell_stops passed, spare;
    cell_points points;
    void* block;
    size_t size;
} resolver;

static int64_t cross_of(grid_cell a, grid_cell b, grid_cell c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

static uint64_t key_of(grid_cell c)
{
    uint64_t x = (uint64_t)(c.x + (1 << COORDINATE_BITS)), y = (uint64_t)(c.y + (1 << COORDINATE_BITS));
    return x << KEY_BITS | y;
}

static grid_cell cell_of_key(uint64_t key)
{
    const grid_cell c = {(int32_t)(key >> KEY_BITS) - (1 << COORDINATE_BITS),
                         (int32_t)(key & ((UINT64_C(1) << KEY_BITS) - 1)) - (1 << COORDINATE_BITS)};
    return c;
}

/// The distance of floats at the greatest coordinate, but no less than a coordinate may be.
static float cell_side_of(const imp2_vec* points, int32_t count)
{
    float most = IMP_MAGNITUDE_MIN;
    for (int32_t i = 0; i < count; ++i)
    {
        float x = fabsf(points[i].x), y = fabsf(points[i].y);
        most = x > most ? x : most;
        most = y > most ? y : most;
    }
    float power = impi_float_of_bits(impi_float_bits(most) & 0x7f800000u), unit = power * 0x1p-23f;
    return unit < IMP_MAGNITUDE_MIN ? IMP_MAGNITUDE_MIN : unit;
}

static int32_t round_to_cell(float x, float unit)
{
    double cell = (double)x / (double)unit + 0.5;
    int32_t below = (int32_t)cell;
    return (double)below > cell ? below - 1 : below;
}

static cell_box box_between(grid_cell a, grid_cell b)
{
    const cell_box box = {2 * (a.x < b.x ? a.x : b.x), 2 * (a.y < b.y ? a.y : b.y), 2 * (a.x < b.x ? b.x : a.x),
                          2 * (a.y < b.y ? b.y : a.y)};
    return box;
}

static cell_box box_around(grid_cell c)
{
    const cell_box box = {2 * c.x - 1, 2 * c.y - 1, 2 * c.x + 1, 2 * c.y + 1};
    return box;
}

static void lay_out_cell_tree(cell_tree* t, size_t count, impi_layout* l)
{
    size_t boxes = count;
    t->levels = 0;
    t->first[0] = 0;
    for (size_t n = count; n > 1; boxes += n)
    {
        n = (n + 3) / 4;
    }
    t->boxes = (cell_box*)impi_take(l, boxes, sizeof *t->boxes);
    t->items = (int32_t*)impi_take(l, count, sizeof *t->items);
}

static cell_box box_of_both(cell_box a, cell_box b)
{
    a.lower_x = b.lower_x < a.lower_x ? b.lower_x : a.lower_x;
    a.lower_y = b.lower_y < a.lower_y ? b.lower_y : a.lower_y;
    a.upper_x = b.upper_x > a.upper_x ? b.upper_x : a.upper_x;
    a.upper_y = b.upper_y > a.upper_y ? b.upper_y : a.upper_y;
    return a;
}

/// Boxes of fours, over those of the items.
static void stack_boxes(cell_tree* t, int32_t count)
{
    t->count[0] = count;
    t->levels = 1;
    for (int32_t below = 0; t->count[below] > 1; ++below)
    {
        int32_t level = t->levels++, n = (t->count[below] + 3) / 4;
        t->first[level] = t->first[below] + t->count[below];
        t->count[level] = n;
        for (int32_t i = 0; i < n; ++i)
        {
            const cell_box* from = t->boxes + t->first[below] + 4 * i;
            int32_t members = t->count[below] - 4 * i < 4 ? t->count[below] - 4 * i : 4;
            cell_box box = from[0];
            for (int32_t k = 1; k < members; ++k)
            {
                box = box_of_both(box, from[k]);
            }
            t->boxes[t->first[level] + i] = box;
        }
    }
}

/// Sorts the items of a tree, and their boxes, along the curve through the square that all middles of boxes are in.
static void order_boxes(cell_tree* t, int32_t count, impi_keyed* order, impi_keyed* spare)
{
    cell_box all = t->boxes[0];
    for (int32_t i = 1; i < count; ++i)
    {
        all = box_of_both(all, t->boxes[i]);
    }
    int64_t wide = (int64_t)all.upper_x - all.lower_x, high = (int64_t)all.upper_y - all.lower_y;
    int shift = 0;
    while (2 * (wide > high ? wide : high) >> shift >= 1 << CURVE_BITS)
    {
        ++shift;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        const cell_box* box = &t->boxes[i];
        int64_t x = (int64_t)box->lower_x + box->upper_x - 2 * (int64_t)all.lower_x;
        int64_t y = (int64_t)box->lower_y + box->upper_y - 2 * (int64_t)all.lower_y;
        order[i].key = impi_hilbert((uint32_t)(x >> shift), (uint32_t)(y >> shift));
        order[i].value = i;
    }
    impi_sort(order, spare, count);
    for (int32_t k = 0; k < count; ++k)
    {
        t->items[k] = order[k].value;
    }
}

/// Whether the line piece from a to b may meet a box, its border included.
static bool may_meet(const cell_box* box, grid_cell a, grid_cell b)
{
    cell_box way = box_between(a, b);
    if (way.lower_x > box->upper_x || way.upper_x < box->lower_x || way.lower_y > box->upper_y ||
        way.upper_y < box->lower_y)
    {
        return false;
    }
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    int64_t low_x = box->lower_x - 2 * a.x, high_x = box->upper_x - 2 * a.x;
    int64_t low_y = box->lower_y - 2 * a.y, high_y = box->upper_y - 2 * a.y;
    int64_t most = dx * (dx > 0 ? high_y : low_y) - dy * (dy > 0 ? low_x : high_x);
    int64_t least = dx * (dx > 0 ? low_y : high_y) - dy * (dy > 0 ? high_x : low_x);
    return most >= 0 && least <= 0;
}

/// Whether the line piece from a to b passes the half-open cell of c: as above with its upper borders moved in by less
/// than anything.
static bool passes_cell(grid_cell c, grid_cell a, grid_cell b)
{
    const cell_box box = box_around(c), way = box_between(a, b);
    if (way.lower_x >= box.upper_x || way.upper_x < box.lower_x || way.lower_y >= box.upper_y ||
        way.upper_y < box.lower_y)
    {
        return false;
    }
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    int64_t low_x = box.lower_x - 2 * a.x, high_x = box.upper_x - 2 * a.x;
    int64_t low_y = box.lower_y - 2 * a.y, high_y = box.upper_y - 2 * a.y;
    int64_t most = dx * (dx > 0 ? high_y : low_y) - dy * (dy > 0 ? low_x : high_x);
    int64_t least = dx * (dx > 0 ? low_y : high_y) - dy * (dy > 0 ? high_x : low_x);
    bool most_is_open = dx > 0 || dy < 0, least_is_open = dx < 0 || dy > 0;
    return (most_is_open ? most > 0 : most >= 0) && (least_is_open ? least < 0 : least <= 0);
}

/// A walk over the boxes of a tree that an edge may meet.
typedef struct tree_walk
{
    const cell_tree* tree;
    grid_cell a, b;
    int32_t level, at;
} tree_walk;

static tree_walk walk_begin(const cell_tree* tree, grid_cell a, grid_cell b)
{
    const tree_walk w = {tree, a, b, tree->levels - 1, 0};
    return w;
}

static void walk_on(tree_walk* w)
{
    ++w->at;
    while (w->level < w->tree->levels - 1 && ((w->at & 3) == 0 || w->at >= w->tree->count[w->level]))
    {
        w->at = (w->at + 3) / 4;
        ++w->level;
    }
}

/// The next item; -1 when there is none.
static int32_t walk_next(tree_walk* w)
{
    const cell_tree* t = w->tree;
    while (w->at < t->count[w->level])
    {
        if (!may_meet(&t->boxes[t->first[w->level] + w->at], w->a, w->b))
        {
            walk_on(w);
        }
        else if (w->level > 0)
        {
            --w->level;
            w->at *= 4;
        }
        else
        {
            int32_t item = t->items[w->at];
            walk_on(w);
            return item;
        }
    }
    return -1;
}

/// floor(n * d / of) and what is left, for 0 <= n < of < 2^62 and 0 <= d < 2^31.
static int64_t divide_product(int64_t n, int64_t d, int64_t of, int64_t* left)
{
    int64_t quotient = 0, rest = 0;
    for (int bit = 30; bit >= 0; --bit)
    {
        rest = 2 * rest + (d >> bit & 1 ? n : 0);
        quotient *= 2;
        while (rest >= of)
        {
            rest -= of;
            ++quotient;
        }
    }
    *left = rest;
    return quotient;
}

/// The cell of n / of on the way by d.
static int32_t cell_on_way(int64_t n, int32_t d, int64_t of)
{
    int64_t left, whole = divide_product(n, d < 0 ? -d : d, of, &left);
    return (int32_t)(d < 0 ? -(whole + (2 * left > of)) : whole + (2 * left >= of));
}

static int side_of_line(int64_t x)
{
    return (x > 0) - (x < 0);
}

/// Whether two edges cross, and in which cell. What only touches has a point there, which is hot anyway.
static bool find_crossing(grid_cell a, grid_cell b, grid_cell c, grid_cell d, grid_cell* at)
{
    int64_t from = cross_of(c, d, a), to = cross_of(c, d, b);
    if (side_of_line(from) * side_of_line(to) >= 0 ||
        side_of_line(cross_of(a, b, c)) * side_of_line(cross_of(a, b, d)) >= 0)
    {
        return false;
    }
    int64_t n = from < 0 ? -from : from, of = n + (to < 0 ? -to : to);
    at->x = a.x + cell_on_way(n, b.x - a.x, of);
    at->y = a.y + cell_on_way(n, b.y - a.y, of);
    return true;
}

static void lay_out_resolver(resolver* r, impi_layout* l)
{
    r->cells = (grid_cell*)impi_take(l, (size_t)r->count, sizeof *r->cells);
    r->next = (int32_t*)impi_take(l, (size_t)r->count, sizeof *r->next);
    lay_out_cell_tree(&r->edges, (size_t)r->count, l);
}

/// Rounds the points, and builds the tree of edges. `order` and `spare` have room for as many.
static void take_edges(resolver* r, impi_keyed* order, impi_keyed* spare)
{
    for (int32_t ring = 0; ring < r->of->ring_count; ++ring)
    {
        for (int32_t i = r->of->starts[ring]; i < r->of->starts[ring + 1]; ++i)
        {
            r->cells[i].x = round_to_cell(r->of->points[i].x, r->unit);
            r->cells[i].y = round_to_cell(r->of->points[i].y, r->unit);
            r->next[i] = i + 1 < r->of->starts[ring + 1] ? i + 1 : r->of->starts[ring];
        }
    }
    for (int32_t i = 0; i < r->count; ++i)
    {
        r->edges.boxes[i] = box_between(r->cells[i], r->cells[r->next[i]]);
    }
    order_boxes(&r->edges, r->count, order, spare);
    for (int32_t k = 0; k < r->count; ++k)
    {
        int32_t i = r->edges.items[k];
        r->edges.boxes[k] = box_between(r->cells[i], r->cells[r->next[i]]);
    }
    stack_boxes(&r->edges, r->count);
}

static int32_t begin_edges(resolver* r)
{
    impi_layout l = {NULL, 0};
    lay_out_resolver(r, &l);
    r->size = l.size;
    r->block = l.base = (char*)impi_alloc_resize(r->allocator, NULL, 0, r->size, 1);
    if (!l.base || impi_array_reserve(&r->passed, r->allocator, r->count) ||
        impi_array_reserve(&r->spare, r->allocator, r->count))
    {
        return IMP_ERR_MEMORY;
    }
    l.size = 0;
    lay_out_resolver(r, &l);
    take_edges(r, r->passed.data, r->spare.data);
    return 0;
}

/// Cells of all points and crossings, as they come.
static int32_t find_hot(resolver* r)
{
    if (impi_array_reserve(&r->hot, r->allocator, r->count))
    {
        return IMP_ERR_MEMORY;
    }
    for (int32_t i = 0; i < r->count; ++i)
    {
        r->hot.data[r->hot.count++] = key_of(r->cells[i]);
    }
    for (int32_t i = 0; i < r->count; ++i)
    {
        grid_cell a = r->cells[i], b = r->cells[r->next[i]], at;
        tree_walk w = walk_begin(&r->edges, a, b);
        for (int32_t k = walk_next(&w); k >= 0; k = walk_next(&w))
        {
            if (k <= i || !find_crossing(a, b, r->cells[k], r->cells[r->next[k]], &at))
            {
                continue;
            }
            if (r->hot.count - r->count == IMP2I_CROSSING_MAX)
            {
                return IMP_ERR_COUNT;
            }
            if (impi_array_reserve(&r->hot, r->allocator, (int64_t)r->hot.count + 1))
            {
                return IMP_ERR_MEMORY;
            }
            r->hot.data[r->hot.count++] = key_of(at);
        }
    }
    return 0;
}

/// Sorts words, each once; returns how many there are.
static int32_t sort_once(uint64_t* words, uint64_t* spare, int32_t count)
{
    const uint64_t* sorted = impi_sort_words(words, spare, count, 0, 2 * KEY_BITS);
    if (sorted != words)
    {
        memcpy(words, sorted, (size_t)count * sizeof *words);
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        if (kept == 0 || words[kept - 1] != words[i])
        {
            words[kept++] = words[i];
        }
    }
    return kept;
}

/// Each hot cell once; returns how many of them no point is in, or -1 for no memory.
static int32_t settle_hot(resolver* r)
{
    size_t count = (size_t)r->hot.count;
    uint64_t* spare = (uint64_t*)impi_alloc_resize(r->allocator, NULL, 0, count, sizeof *spare);
    if (!spare)
    {
        return -1;
    }
    // Points first, to count them; then all.
    int32_t crossings = r->hot.count - r->count, points = sort_once(r->hot.data, spare, r->count);
    memmove(r->hot.data + points, r->hot.data + r->count, (size_t)crossings * sizeof *r->hot.data);
    r->hot.count = sort_once(r->hot.data, spare, points + crossings);
    impi_alloc_free(r->allocator, spare, count, sizeof *spare);
    return r->hot.count - points;
}

/// The tree of hot cells; *block and *size are its memory.
static int32_t begin_places(resolver* r, void** block, size_t* size)
{
    impi_layout l = {NULL, 0};
    int32_t count = r->hot.count;
    lay_out_cell_tree(&r->places, (size_t)count, &l);
    *size = l.size;
    *block = l.base = (char*)impi_alloc_resize(r->allocator, NULL, 0, *size, 1);
    if (!l.base || impi_array_reserve(&r->passed, r->allocator, count) ||
        impi_array_reserve(&r->spare, r->allocator, count))
    {
        return IMP_ERR_MEMORY;
    }
    l.size = 0;
    lay_out_cell_tree(&r->places, (size_t)count, &l);
    for (int32_t i = 0; i < count; ++i)
    {
        r->places.boxes[i] = box_around(cell_of_key(r->hot.data[i]));
    }
    order_boxes(&r->places, count, r->passed.data, r->spare.data);
    for (int32_t k = 0; k < count; ++k)
    {
        r->places.boxes[k] = box_around(cell_of_key(r->hot.data[r->places.items[k]]));
    }
    stack_boxes(&r->places, count);
    return 0;
}

/// The polyline of an edge without its last point; an edge within one cell is that point alone. Along a straight way
/// columns and rows of cells both rise, or fall, so their sum tells the order.
static int32_t add_polyline(resolver* r, int32_t edge)
{
    grid_cell a = r->cells[edge], b = r->cells[r->next[edge]];
    tree_walk w = walk_begin(&r->places, a, b);
    r->passed.count = 0;
    for (int32_t k = walk_next(&w); k >= 0; k = walk_next(&w))
    {
        grid_cell c = cell_of_key(r->hot.data[k]);
        if (passes_cell(c, a, b))
        {
            // There is room for all hot cells.
            impi_keyed* stop = &r->passed.data[r->passed.count++];
            stop->key = (uint64_t)(c.x < a.x ? a.x - c.x : c.x - a.x) + (uint64_t)(c.y < a.y ? a.y - c.y : c.y - a.y);
            stop->value = k;
        }
    }
    impi_sort(r->passed.data, r->spare.data, r->passed.count);
    int32_t count = r->passed.count > 1 ? r->passed.count - 1 : 1;
    if (count > IMP2I_PART_MAX - r->points.count)
    {
        return IMP_ERR_COUNT;
    }
    if (impi_array_reserve(&r->points, r->allocator, (int64_t)r->points.count + count))
    {
        return IMP_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        grid_cell c = cell_of_key(r->hot.data[r->passed.data[i].value]);
        const imp2_vec p = {(float)c.x * r->unit, (float)c.y * r->unit};
        r->points.data[r->points.count++] = p;
    }
    return 0;
}

static int32_t add_rings(resolver* r, int32_t* starts)
{
    int32_t fault = 0;
    starts[0] = 0;
    for (int32_t ring = 0; ring < r->of->ring_count && !fault; ++ring)
    {
        for (int32_t i = r->of->starts[ring]; i < r->of->starts[ring + 1] && !fault; ++i)
        {
            fault = add_polyline(r, i);
        }
        starts[ring + 1] = r->points.count;
    }
    return fault;
}

static int32_t resolve(resolver* r, imp2i_resolved* out)
{
    void* block = NULL;
    size_t size = 0;
    int32_t fault = begin_edges(r);
    fault = fault ? fault : find_hot(r);
    out->crossings = fault ? 0 : settle_hot(r);
    fault = fault || out->crossings >= 0 ? fault : IMP_ERR_MEMORY;
    fault = fault ? fault : begin_places(r, &block, &size);
    if (!fault)
    {
        out->start_room = r->of->ring_count + 1;
        out->starts = (int32_t*)impi_alloc_resize(r->allocator, NULL, 0, (size_t)out->start_room, sizeof *out->starts);
        fault = out->starts ? add_rings(r, out->starts) : IMP_ERR_MEMORY;
    }
    impi_alloc_free(r->allocator, block, size, 1);
    return fault;
}

int32_t imp2i_resolve_crossings(const imp2i_rings* of, const imp_allocator* allocator, imp2i_resolved* out)
{
    resolver r;
    memset(&r, 0, sizeof r);
    memset(out, 0, sizeof *out);
    r.of = of;
    r.allocator = allocator;
    r.count = imp2i_point_count(of);
    r.unit = cell_side_of(of->points, r.count);
    int32_t fault = resolve(&r, out);
    impi_alloc_free(allocator, r.block, r.size, 1);
    (void)impi_array_free(&r.hot, allocator);
    (void)impi_array_free(&r.passed, allocator);
    (void)impi_array_free(&r.spare, allocator);
    out->points = r.points.data;
    out->point_room = r.points.capacity;
    out->rings.points = out->points;
    out->rings.starts = out->starts;
    out->rings.ring_count = of->ring_count;
    if (fault)
    {
        imp2i_resolved_free(out, allocator);
    }
    return fault;
}

void imp2i_resolved_free(imp2i_resolved* r, const imp_allocator* allocator)
{
    impi_alloc_free(allocator, r->points, (size_t)r->point_room, sizeof *r->points);
    impi_alloc_free(allocator, r->starts, (size_t)r->start_room, sizeof *r->starts);
    r->points = NULL;
    r->starts = NULL;
}
