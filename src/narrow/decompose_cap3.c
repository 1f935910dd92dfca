// SPDX-License-Identifier: MIT
//
// The cap of a cut: triangles between edges that lie in a plane, by cutting off ears.
//
// Edges are chained to loops, loops that run clockwise are holes of the smallest loop around them and are joined to it by
// an edge there and back, and ears are cut off until nothing is left. Every step leaves the boundary of what is there as it
// was: so a cap closes a piece whatever its edges are like, also where rounding has made them cross. Orientation is decided
// in whole numbers. Where there is no ear, what has no area goes first, then what bends to the left, then anything.
//
// Source: ears, Meisters 1975; bridges to holes, Eberly 2002 (the vertex is found by trying the nearest ones in turn).

#include "decompose3.h"

#include "../base/alloc.h"
#include "../base/sort.h"

#include <string.h>

typedef struct cap_node
{
    int32_t point, x, y;
    int32_t next, last;
} cap_node;

typedef struct cap_loop
{
    int32_t first;    // its leftmost node
    int32_t holes;    // the first hole in it, as a loop; -1: none
    int32_t sibling;  // the next hole of the same loop
    bool hole;
    int64_t area;  // twice
} cap_loop;

typedef struct cap_work
{
    impi_keyed *order, *scratch;
    cap_node* nodes;
    cap_loop* loops;
    uint8_t* used;
    int32_t node_count, loop_count;
} cap_work;

static void lay_out_cap(cap_work* w, impi_layout* l, int32_t count)
{
    w->order = (impi_keyed*)impi_take(l, (size_t)count, sizeof *w->order);
    w->scratch = (impi_keyed*)impi_take(l, (size_t)count, sizeof *w->scratch);
    w->nodes = (cap_node*)impi_take(l, 3 * (size_t)count, sizeof *w->nodes);  // two more for each hole
    w->loops = (cap_loop*)impi_take(l, (size_t)count, sizeof *w->loops);
    w->used = (uint8_t*)impi_take(l, (size_t)count, sizeof *w->used);
}

/// Twice the area of a triangle, positive counter-clockwise.
static int64_t cap_area(const cap_node* a, const cap_node* b, const cap_node* c)
{
    int64_t bx = (int64_t)b->x - a->x, by = (int64_t)b->y - a->y, cx = (int64_t)c->x - a->x, cy = (int64_t)c->y - a->y;
    return bx * cy - by * cx;
}

static bool is_same_place(const cap_node* a, const cap_node* b)
{
    return a->x == b->x && a->y == b->y;
}

/// The first edge out of a point in rising order; those before it are lower.
static int32_t first_edge_from(const cap_work* w, int32_t count, int32_t point)
{
    int32_t low = 0, high = count;
    while (low < high)
    {
        int32_t middle = (low + high) >> 1;
        if ((int32_t)w->order[middle].key < point)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return low;
}

/// Takes edges from one on until they come back to where it begins.
static void chain_loop(cap_work* w, const imp3i_cap_edge* edges, int32_t count, int32_t start)
{
    int32_t first = w->node_count, edge = start, goal = edges[w->order[start].value].from;
    cap_loop* loop = &w->loops[w->loop_count++];
    do
    {
        const imp3i_cap_edge* e = &edges[w->order[edge].value];
        cap_node* n = &w->nodes[w->node_count++];
        w->used[edge] = 1;
        n->point = e->from;
        n->x = e->x;
        n->y = e->y;
        n->next = w->node_count;
        n->last = w->node_count - 2;
        if (e->to == goal)
        {
            break;
        }
        for (edge = first_edge_from(w, count, e->to); edge < count && w->used[edge]; ++edge)
        {
        }
    } while (edge < count);
    w->nodes[w->node_count - 1].next = first;
    w->nodes[first].last = w->node_count - 1;
    loop->area = 0;
    loop->first = first;
    loop->holes = loop->sibling = -1;
    for (int32_t k = first; k < w->node_count; ++k)
    {
        const cap_node *a = &w->nodes[k], *b = &w->nodes[a->next], *left = &w->nodes[loop->first];
        loop->area += cap_area(&w->nodes[first], a, b);
        loop->first = a->x < left->x || (a->x == left->x && a->y < left->y) ? k : loop->first;
    }
    loop->hole = loop->area < 0;
}

/// Whether a loop goes around a place, by even and odd.
static bool is_around(const cap_work* w, const cap_loop* loop, const cap_node* at)
{
    bool around = false;
    int32_t k = loop->first;
    do
    {
        const cap_node *a = &w->nodes[k], *b = &w->nodes[a->next];
        if ((a->y > at->y) != (b->y > at->y))
        {
            around ^= (cap_area(a, b, at) > 0) == (b->y > a->y);
        }
        k = a->next;
    } while (k != loop->first);
    return around;
}

/// Gives each hole to the smallest loop around it, those of one loop from left to right.
static void place_holes(cap_work* w)
{
    for (int32_t h = 0; h < w->loop_count; ++h)
    {
        cap_loop* hole = &w->loops[h];
        const cap_node* at = &w->nodes[hole->first];
        int32_t home = -1;
        for (int32_t k = 0; k < w->loop_count && hole->area < 0; ++k)
        {
            bool smaller = home < 0 || w->loops[k].area < w->loops[home].area;
            home = w->loops[k].area > 0 && smaller && is_around(w, &w->loops[k], at) ? k : home;
        }
        if (home < 0)
        {
            hole->hole = false;
            continue;
        }
        int32_t* link = &w->loops[home].holes;
        while (*link >= 0 && w->nodes[w->loops[*link].first].x <= at->x)
        {
            link = &w->loops[*link].sibling;
        }
        hole->sibling = *link;
        *link = h;
    }
}

/// Whether the way from a node into the loop at another begins inside of it.
static bool is_inside_at(const cap_work* w, const cap_node* p, const cap_node* to)
{
    const cap_node *a = &w->nodes[p->last], *b = &w->nodes[p->next];
    if (cap_area(a, p, b) > 0)
    {
        return cap_area(p, b, to) >= 0 && cap_area(p, to, a) >= 0;
    }
    return !(cap_area(p, a, to) > 0 && cap_area(p, to, b) > 0);
}

/// Whether the way between two places crosses an edge of a loop properly.
static bool is_way_crossed(const cap_work* w, int32_t start, const cap_node* p, const cap_node* q)
{
    int32_t k = start;
    do
    {
        const cap_node *a = &w->nodes[k], *b = &w->nodes[a->next];
        int64_t pa = cap_area(p, q, a), pb = cap_area(p, q, b);
        if ((pa > 0) != (pb > 0) && pa != 0 && pb != 0)
        {
            int64_t ap = cap_area(a, b, p), aq = cap_area(a, b, q);
            if ((ap > 0) != (aq > 0) && ap != 0 && aq != 0)
            {
                return true;
            }
        }
        k = a->next;
    } while (k != start);
    return false;
}

static int64_t square_of_way(const cap_node* a, const cap_node* b)
{
    int64_t x = (int64_t)a->x - b->x, y = (int64_t)a->y - b->y;
    return x * x + y * y;
}

/// The node of a loop that a hole is joined to: the nearest that is not to the right of it and is seen from there, else the
/// nearest.
static int32_t find_bridge(const cap_work* w, int32_t start, const cap_node* hole)
{
    int32_t nearest = start, tried = -1;
    int64_t tried_square = -1;
    for (;;)
    {
        int32_t best = -1, k = start;
        int64_t least = INT64_MAX;
        do
        {
            int64_t square = square_of_way(&w->nodes[k], hole);
            bool later = square > tried_square || (square == tried_square && k > tried);
            bool better = square < least || (square == least && k < best);
            if (later && better && w->nodes[k].x <= hole->x)
            {
                best = k;
                least = square;
            }
            k = w->nodes[k].next;
        } while (k != start);
        if (best < 0)
        {
            return nearest;
        }
        nearest = tried < 0 ? best : nearest;
        if (is_inside_at(w, &w->nodes[best], hole) && !is_way_crossed(w, start, &w->nodes[best], hole))
        {
            return best;
        }
        tried = best;
        tried_square = least;
    }
}

/// Joins a hole to a loop by an edge there and back.
static void join_hole(cap_work* w, int32_t start, const cap_loop* hole)
{
    int32_t p = find_bridge(w, start, &w->nodes[hole->first]), h = hole->first;
    int32_t p2 = w->node_count++, h2 = w->node_count++;
    w->nodes[p2] = w->nodes[p];
    w->nodes[h2] = w->nodes[h];
    int32_t after = w->nodes[p].next, before = w->nodes[h].last;
    w->nodes[p].next = h;
    w->nodes[h].last = p;
    w->nodes[before].next = h2;
    w->nodes[h2].last = before;
    w->nodes[h2].next = p2;
    w->nodes[p2].last = h2;
    w->nodes[p2].next = after;
    w->nodes[after].last = p2;
}

/// Whether no other corner of the loop is in the triangle at a node, which bends to the left.
static bool is_ear(const cap_work* w, int32_t k)
{
    const cap_node *b = &w->nodes[k], *a = &w->nodes[b->last], *c = &w->nodes[b->next];
    int32_t left = a->x < b->x ? a->x : b->x, right = a->x > b->x ? a->x : b->x;
    int32_t low = a->y < b->y ? a->y : b->y, high = a->y > b->y ? a->y : b->y;
    left = c->x < left ? c->x : left;
    right = c->x > right ? c->x : right;
    low = c->y < low ? c->y : low;
    high = c->y > high ? c->y : high;
    for (int32_t i = c->next; i != b->last; i = w->nodes[i].next)
    {
        const cap_node* q = &w->nodes[i];
        if (q->x < left || q->x > right || q->y < low || q->y > high || is_same_place(q, a) || is_same_place(q, b) ||
            is_same_place(q, c))
        {
            continue;
        }
        if (cap_area(a, b, q) >= 0 && cap_area(b, c, q) >= 0 && cap_area(c, a, q) >= 0)
        {
            return false;
        }
    }
    return true;
}

/// Whether a node may be cut off when one after the other of the rules is given up.
static bool may_clip(const cap_work* w, int32_t k, int rule)
{
    const cap_node* b = &w->nodes[k];
    int64_t area = cap_area(&w->nodes[b->last], b, &w->nodes[b->next]);
    return rule == 0 ? area > 0 && is_ear(w, k) : rule == 1 ? area == 0 : rule == 2 ? area > 0 : true;
}

/// Cuts ears off until two nodes are left. There is room for the triangles.
static void clip_loop(cap_work* w, int32_t start, imp3i_indices* corners)
{
    int32_t count = 0, k = start, rule = 0;
    do
    {
        count += 1;
        k = w->nodes[k].next;
    } while (k != start);
    for (int32_t idle = 0; count > 2;)
    {
        cap_node* n = &w->nodes[k];
        if (may_clip(w, k, rule))
        {
            corners->data[corners->count++] = w->nodes[n->last].point;
            corners->data[corners->count++] = n->point;
            corners->data[corners->count++] = w->nodes[n->next].point;
            w->nodes[n->last].next = n->next;
            w->nodes[n->next].last = n->last;
            count -= 1;
            idle = rule = 0;
        }
        else if (++idle > count)
        {
            idle = 0;
            rule += 1;
        }
        k = n->next;
    }
}

imp_status imp3i_cap_fill(imp3i_cap_edge* edges, int32_t count, const imp_allocator* allocator, imp3i_indices* corners)
{
    impi_layout l = {NULL, 0};
    cap_work w;
    lay_out_cap(&w, &l, count);
    size_t size = l.size;
    // A loop of n nodes becomes n - 2 triangles, and joining a hole adds two nodes.
    if (count < 1 || impi_array_reserve(corners, allocator, corners->count + 9 * (int64_t)count))
    {
        return count < 1 ? IMP_OK : impi_error(IMP_ERR_MEMORY, 0);
    }
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_cap(&w, &l, count);
    w.node_count = w.loop_count = 0;
    memset(w.used, 0, (size_t)count);
    for (int32_t k = 0; k < count; ++k)
    {
        w.order[k].key = (uint64_t)edges[k].from;
        w.order[k].value = k;
    }
    impi_sort(w.order, w.scratch, count);
    for (int32_t k = 0; k < count; ++k)
    {
        if (!w.used[k])
        {
            chain_loop(&w, edges, count, k);
        }
    }
    place_holes(&w);
    for (int32_t k = 0; k < w.loop_count; ++k)
    {
        if (!w.loops[k].hole)
        {
            for (int32_t h = w.loops[k].holes; h >= 0; h = w.loops[h].sibling)
            {
                join_hole(&w, w.loops[k].first, &w.loops[h]);
            }
            clip_loop(&w, w.loops[k].first, corners);
        }
    }
    impi_alloc_free(allocator, l.base, size, 1);
    return IMP_OK;
}
