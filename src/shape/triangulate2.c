// SPDX-License-Identifier: MIT
//
// A constrained triangulation: points first, then the edges that must be in it.
//
// Everything that must be right rests on exact orientations. Whether triangles are well shaped (Delaunay) is asked of
// doubles alone, and an edge is flipped only when they are sure: each flip is then a true improvement, so flipping
// ends, and where doubles cannot tell (grids, points on a circle) either diagonal will do.
//
// Points come in round by round, each round twice as many as the one before, drawn by a hash of their coordinates;
// within a round along a Hilbert curve (Amenta, Choi, Rote 2003). So a walk from the last point is short, and no input
// is bad on purpose. The curve alone is not enough: along a quarter of an ellipse, from flat to pointed, each new point
// would take over the triangles of all points before it. The order does not depend on that of the points, nor does the
// result, but for points in the same cell of the curve. Where many crowd into one cell (squares in each other, each
// half as large), the walks would be long; then cells are counted in rows and columns of points.
//
// An edge that is missing is put in by emptying the triangles that it crosses and filling the two sides of the cavity
// again. Each side can be seen from the edge, so a scan that cuts off left turns fills it in one go (Toussaint and Avis
// 1982); flipping instead takes the square of the crossed edges between two rows of a slanted comb. Edges come in the
// order of the points, so the first ones split the work for the rest.
//
// A cavity may be folded: both sides of an edge lie on its rim when a vertex sticks into it.

#include "runs2.h"

#include "../math/predicate2.h"

#include <math.h>
#include <string.h>

#define CELLS 65535.0  // of the curve, in a row

enum
{
    CROWD_LEAST = 64,  // points that may share a cell, and the part of all
    CROWD_PART = 64
};

static void join(imp2i_triangulation* t, int32_t e, int32_t f)
{
    t->edges[e].twin = f;
    t->edges[f].twin = e;
}

static imp2_vec spot(const imp2i_triangulation* t, int32_t vertex)
{
    return t->vertices[vertex];
}

static void set_halfedge(imp2i_triangulation* t, int32_t e, int32_t from)
{
    const imp2i_halfedge edge = {from, e, 0, IMP2I_FREE};
    t->edges[e] = edge;
    t->leaving[from] = e;
}

void imp2i_triangulation_lay_out(imp2i_triangulation* t, int32_t count, impi_layout* l)
{
    size_t n = (size_t)count + IMP2I_FRAME, triangles = 2 * n - 4;
    t->vertices = (imp2_vec*)impi_take(l, n, sizeof *t->vertices);
    t->leaving = (int32_t*)impi_take(l, n, sizeof *t->leaving);
    t->edges = (imp2i_halfedge*)impi_take(l, 3 * triangles, sizeof *t->edges);
    t->vertex_of = (int32_t*)impi_take(l, n, sizeof *t->vertex_of);
    t->order = (impi_keyed*)impi_take(l, n, sizeof *t->order);
    t->space = (impi_keyed*)impi_take(l, n, sizeof *t->space);
    t->rims = (imp2i_rim*)impi_take(l, triangles + 2, sizeof *t->rims);
    t->made = (int32_t*)impi_take(l, triangles + 2, sizeof *t->made);
    t->runs = (imp2i_run*)impi_take(l, n, sizeof *t->runs);
    t->spans = (imp2i_span*)impi_take(l, n, sizeof *t->spans);
}

/// A frame around a box, well away from it, and the four triangles on its two faces.
static void make_frame(imp2i_triangulation* t, imp2_vec lower, imp2_vec upper)
{
    float wide = upper.x - lower.x, high = upper.y - lower.y;
    float size = fabsf(lower.x) + fabsf(lower.y) + fabsf(upper.x) + fabsf(upper.y);
    float away = 2.0f * (wide > high ? wide : high) + 0x1p-10f * size + IMP_MAGNITUDE_MIN;
    const imp2_vec corners[IMP2I_FRAME] = {{lower.x - away, lower.y - away},
                                           {upper.x + away, lower.y - away},
                                           {upper.x + away, upper.y + away},
                                           {lower.x - away, upper.y + away}};
    static const int32_t from[12] = {1, 0, 2, 2, 0, 3, 0, 1, 2, 0, 2, 3};
    static const int32_t twin[12] = {6, 3, 7, 1, 11, 10, 0, 2, 9, 8, 5, 4};
    memcpy(t->vertices, corners, sizeof corners);
    t->vertex_count = IMP2I_FRAME;
    t->edge_count = 12;
    for (int32_t e = 0; e < 12; ++e)
    {
        set_halfedge(t, e, from[e]);
        t->edges[e].twin = twin[e];
        t->edges[e].owner = e == 8 || e == 9 ? IMP2I_FREE : IMP2I_FRAME_OWNER;
    }
}

/// Mixes the bits of a point (the finaliser of SplitMix64, Steele et al. 2014).
static uint64_t hash_point(imp2_vec p)
{
    uint64_t z = (uint64_t)impi_sort_key(p.x) << 32 | impi_sort_key(p.y);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// The place of a point in the order: its round, and where its cell is on the curve.
static void set_order(imp2i_triangulation* t, int32_t i, imp2_vec p, double x, double y)
{
    uint64_t hash = hash_point(p), round = 31;
    for (uint64_t bits = hash; round > 0 && (bits & 1); bits >>= 1)
    {
        --round;
    }
    t->order[i].key = round << 59 | (uint64_t)impi_hilbert((uint32_t)x, (uint32_t)y) << 27 | hash >> 37;
    t->order[i].value = i;
}

/// Points by one coordinate: how many are below each. Equal ones have the same rank.
static void rank_points(imp2i_triangulation* t, const imp2_vec* points, int32_t count, bool by_y, int32_t* ranks)
{
    for (int32_t i = 0; i < count; ++i)
    {
        const impi_keyed item = {impi_sort_key(by_y ? points[i].y : points[i].x), i};
        t->order[i] = item;
    }
    impi_sort(t->order, t->space, count);
    for (int32_t i = 0, rank = 0; i < count; ++i)
    {
        rank = i > 0 && t->order[i].key != t->order[i - 1].key ? i : rank;
        ranks[t->order[i].value] = rank;
    }
}

/// Whether so many points share a cell with others that the curve tells little.
static bool is_crowded(const imp2i_triangulation* t, int32_t count)
{
    int32_t crowded = 0;
    for (int32_t i = 1; i < count; ++i)
    {
        uint64_t key = t->order[i].key, before = t->order[i - 1].key;
        crowded += key != before && key >> 27 == before >> 27;
    }
    return crowded > CROWD_LEAST + count / CROWD_PART;
}

static void order_points(imp2i_triangulation* t, const imp2_vec* points, int32_t count)
{
    imp2_vec lower = points[0], upper = lower;
    for (int32_t i = 1; i < count; ++i)
    {
        imp2_vec p = points[i];
        lower.x = p.x < lower.x ? p.x : lower.x;
        lower.y = p.y < lower.y ? p.y : lower.y;
        upper.x = p.x > upper.x ? p.x : upper.x;
        upper.y = p.y > upper.y ? p.y : upper.y;
    }
    double wide = (double)upper.x - lower.x, high = (double)upper.y - lower.y, extent = wide > high ? wide : high;
    double cells = extent > 0.0 ? CELLS / extent : 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        set_order(t, i, points[i], ((double)points[i].x - lower.x) * cells, ((double)points[i].y - lower.y) * cells);
    }
    impi_sort(t->order, t->space, count);
    if (is_crowded(t, count))
    {
        // Rows and columns as the points have them. The arrays are free until points come in.
        int32_t *columns = t->made, *rows = t->vertex_of;
        rank_points(t, points, count, false, columns);
        rank_points(t, points, count, true, rows);
        for (int32_t i = 0; i < count; ++i)
        {
            set_order(t, i, points[i], columns[i] * (CELLS / count), rows[i] * (CELLS / count));
        }
        impi_sort(t->order, t->space, count);
    }
    make_frame(t, lower, upper);
}

/// Turns the edge between two triangles (p, a, b) and (b, a, c), e being a -> b, into the other diagonal of their
/// quadrilateral. p -> a and c -> b stay the half-edges that they are.
static void flip(imp2i_triangulation* t, int32_t e)
{
    imp2i_halfedge* edges = t->edges;
    int32_t f = edges[e].twin, bp = imp2i_next_edge(e), ac = imp2i_next_edge(f);
    int32_t a = edges[e].from, b = edges[f].from, p = edges[imp2i_previous_edge(e)].from,
            c = edges[imp2i_previous_edge(f)].from;
    imp2i_halfedge from_a = edges[ac], from_b = edges[bp];
    edges[e] = from_a;
    edges[f] = from_b;
    join(t, e, from_a.twin);
    join(t, f, from_b.twin);
    t->leaving[a] = e;
    t->leaving[b] = f;
    set_halfedge(t, bp, c);
    set_halfedge(t, ac, p);
    join(t, bp, ac);
}

/// Flips edges that face vertex p until all triangles around it are well shaped. e leaves p, and stays.
static void settle(imp2i_triangulation* t, int32_t e)
{
    imp2_vec p = spot(t, t->edges[e].from);
    for (int32_t at = e;;)
    {
        int32_t facing = imp2i_next_edge(at);
        const imp2i_halfedge* edge = &t->edges[facing];
        int32_t a = edge->from, b = imp2i_head(t, facing), c = t->edges[imp2i_previous_edge(edge->twin)].from;
        if (edge->owner == IMP2I_FREE && imp2i_surely_in_circle(p, spot(t, a), spot(t, b), spot(t, c)))
        {
            flip(t, facing);
            continue;
        }
        at = imp2i_turn_left(t, at);
        if (at == e)
        {
            return;
        }
    }
}

/// The vertex at p, or a triangle that has p inside or on an edge.
typedef struct place_found
{
    int32_t vertex;   // -1 when there is none
    int32_t inside;   // a half-edge of the triangle
    int32_t through;  // the edge that p lies on, -1 for none
} place_found;

static bool same_spot(imp2_vec a, imp2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/// Walks from triangle to triangle towards p. Which edge is looked at first is drawn by lot: where triangles are not
/// Delaunay a fixed order could go round in circles (Devillers, Pion, Teillaud 2001).
static place_found find_place(const imp2i_triangulation* t, imp2_vec p, int32_t e)
{
    uint32_t lot = 1;
    for (;;)
    {
        place_found found = {-1, e, -1};
        lot = lot * 1664525u + 1013904223u;
        e = lot >> 31 ? imp2i_next_edge(e) : e;
        bool left = true;
        for (int k = 0; k < 3 && left; ++k, e = imp2i_next_edge(e))
        {
            imp2_vec a = spot(t, t->edges[e].from);
            if (same_spot(a, p))
            {
                found.vertex = t->edges[e].from;
                return found;
            }
            int side = imp2i_orientation(a, spot(t, imp2i_head(t, e)), p);
            found.through = side == 0 ? e : found.through;
            left = side >= 0;
        }
        if (left)
        {
            return found;
        }
        e = t->edges[imp2i_previous_edge(e)].twin;  // the loop has gone one on
    }
}

/// A new vertex in the triangle of half-edge e; returns a half-edge that leaves it.
static int32_t split_triangle(imp2i_triangulation* t, int32_t e, imp2_vec p)
{
    int32_t v = t->vertex_count++, first = t->edge_count;
    int32_t ab = e, bc = imp2i_next_edge(e), ca = imp2i_previous_edge(e);
    int32_t a = t->edges[ab].from, b = t->edges[bc].from, c = t->edges[ca].from;
    t->edge_count += 6;
    t->vertices[v] = p;
    // Triangles (b, c, v) and (c, a, v) are new, (a, b, v) takes the place of the old one.
    t->edges[first] = t->edges[bc];
    t->edges[first + 3] = t->edges[ca];
    join(t, first, t->edges[bc].twin);
    join(t, first + 3, t->edges[ca].twin);
    set_halfedge(t, first + 1, c);
    set_halfedge(t, first + 2, v);
    set_halfedge(t, first + 4, a);
    set_halfedge(t, first + 5, v);
    set_halfedge(t, bc, b);
    set_halfedge(t, ca, v);
    join(t, first + 1, first + 5);
    join(t, first + 4, ca);
    join(t, bc, first + 2);
    t->leaving[b] = first;
    t->leaving[c] = first + 3;
    return ca;
}

void imp2i_triangulate_points(imp2i_triangulation* t, const imp2_vec* points, int32_t count)
{
    order_points(t, points, count);
    t->passes = t->span_count = 0;
    int32_t start = 6;
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_vec p = points[t->order[i].value];
        place_found place = find_place(t, p, start);
        if (place.vertex < 0)
        {
            place.vertex = t->vertex_count;
            start = split_triangle(t, place.through < 0 ? place.inside : place.through, p);
            if (place.through >= 0)
            {
                flip(t, place.through);  // p lies on it: the triangle there has no area
            }
            settle(t, start);
        }
        t->vertex_of[t->order[i].value] = place.vertex;
    }
}

/// Whether p, on the line from u to v, lies on v's side of u.
static bool is_ahead(imp2_vec u, imp2_vec v, imp2_vec p)
{
    return v.x != u.x ? (p.x > u.x) == (v.x > u.x) && p.x != u.x : (p.y > u.y) == (v.y > u.y) && p.y != u.y;
}

/// The half-edge that leaves u along the way to v, or else the one to the right of that way, the next being to its
/// left.
static int32_t find_way(const imp2i_triangulation* t, int32_t u, int32_t v, bool* along)
{
    imp2_vec from = spot(t, u), to = spot(t, v);
    int32_t e = t->leaving[u];
    int side = imp2i_orientation(from, to, spot(t, imp2i_head(t, e)));
    for (;;)
    {
        int32_t left = imp2i_turn_left(t, e);
        int side_left = imp2i_orientation(from, to, spot(t, imp2i_head(t, left)));
        *along = side == 0 && is_ahead(from, to, spot(t, imp2i_head(t, e)));
        if (*along || (side < 0 && side_left > 0))
        {
            return e;
        }
        e = left;
        side = side_left;
    }
}

/// Makes half-edge e of a new triangle the inner side of a rim edge.
static void close_rim(imp2i_triangulation* t, const imp2i_rim* rim, int32_t e)
{
    set_halfedge(t, e, rim->from);
    t->edges[e].winding = rim->winding;
    t->edges[e].owner = rim->owner;
    if (rim->link >= 0)
    {
        join(t, e, rim->link);
        return;
    }
    // A fold: the other side is a rim edge too, and may not be closed yet.
    t->made[rim->id] = e;
    if (t->made[~rim->link] >= 0)
    {
        join(t, e, t->made[~rim->link]);
    }
}

/// Fills one side of a cavity with triangles: rims run counter-clockwise from the end of its base to `last`, the start
/// of its base. Triangles are taken from the list room, which is advanced. Returns the half-edge along the base.
static int32_t fill_side(imp2i_triangulation* t, imp2i_rim* rims, int32_t count, int32_t last, const int32_t** room)
{
    int32_t top = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        rims[top++] = rims[i];
        int32_t end = i + 1 < count ? rims[i + 1].from : last;
        while (top >= 2 &&
               imp2i_orientation(spot(t, rims[top - 2].from), spot(t, rims[top - 1].from), spot(t, end)) > 0)
        {
            int32_t e = 3 * *(*room)++;
            close_rim(t, &rims[top - 2], e);
            close_rim(t, &rims[top - 1], e + 1);
            set_halfedge(t, e + 2, end);
            const imp2i_rim open = {rims[top - 2].from, e + 2, 0, 0, IMP2I_FREE};
            rims[top - 2] = open;
            --top;
        }
    }
    return rims[0].link;
}

/// Puts in u -> v by emptying the triangles from that of `right` on, which leaves u to the right of the way. Goes as
/// far as the next vertex on the way, and returns the half-edge to it; or -1, and in *crossed the owner of an edge that
/// is in the way.
static int32_t cut_through(imp2i_triangulation* t, int32_t right, int32_t v, int32_t* crossed)
{
    imp2i_halfedge* edges = t->edges;
    int32_t u = edges[right].from, rights = 0, rim_room = t->edge_count / 3 + 2, lefts = rim_room;
    int32_t* emptied = (int32_t*)t->space;
    int32_t emptied_count = 0, end = -1;
    int32_t right_rim = right, left_rim = imp2i_previous_edge(right), e = imp2i_next_edge(right);
    // Rim edges are kept as half-edges in `id` until all are known: those to the right rise, those to the left fall.
    t->rims[rights++].id = right_rim;
    t->rims[--lefts].id = left_rim;
    emptied[emptied_count++] = e / 3;
    while (end < 0)
    {
        if (edges[e].owner != IMP2I_FREE)
        {
            *crossed = edges[e].owner;
            return -1;
        }
        int32_t back = edges[e].twin;
        right_rim = imp2i_next_edge(back);
        left_rim = imp2i_previous_edge(back);
        emptied[emptied_count++] = back / 3;
        int side = imp2i_orientation(spot(t, u), spot(t, v), spot(t, edges[left_rim].from));
        if (side <= 0)
        {
            t->rims[rights++].id = right_rim;
            e = left_rim;
        }
        if (side >= 0)
        {
            t->rims[--lefts].id = left_rim;
            e = right_rim;
        }
        end = side == 0 ? edges[left_rim].from : -1;
    }
    for (int32_t i = 0; i < rim_room; i = i + 1 == rights ? lefts : i + 1)
    {
        imp2i_rim* rim = &t->rims[i];
        imp2i_halfedge* edge = &edges[rim->id];
        rim->from = edge->from;
        rim->winding = edge->winding;
        rim->owner = edge->owner;
        rim->link = edge->twin;
        rim->id = i;
        t->made[i] = -1;
        if (rim->link >= 0)
        {
            edges[rim->link].twin = ~i;  // read when the same edge comes as a rim once more, from its other side
        }
        else
        {
            t->rims[~rim->link].link = ~i;
        }
    }
    const int32_t* room = emptied;
    int32_t back = fill_side(t, t->rims, rights, end, &room);
    int32_t forth = fill_side(t, t->rims + lefts, rim_room - lefts, u, &room);
    join(t, back, forth);
    return forth;
}

/// Whether fewer edges leave vertex v than vertex u.
static bool is_less_busy(const imp2i_triangulation* t, int32_t v, int32_t u)
{
    int32_t at_v = t->leaving[v], at_u = t->leaving[u];
    do
    {
        at_v = imp2i_turn_left(t, at_v);
        at_u = imp2i_turn_left(t, at_u);
    } while (at_v != t->leaving[v] && at_u != t->leaving[u]);
    return at_u != t->leaving[u];
}

int32_t imp2i_triangulate_edge(imp2i_triangulation* t, int32_t u, int32_t v, int32_t owner)
{
    int32_t winding = 1;
    imp2i_run_start(t, owner, u, v);
    while (u != v)
    {
        // From the end where less is to be looked through, so that many edges may meet in a vertex.
        if (is_less_busy(t, v, u))
        {
            int32_t swap = u;
            u = v;
            v = swap;
            winding = -winding;
        }
        bool along;
        int32_t crossed = IMP2I_FREE, e = find_way(t, u, v, &along);
        e = along ? e : cut_through(t, e, v, &crossed);
        if (e < 0)
        {
            return crossed;
        }
        imp2i_halfedge *forth = &t->edges[e], *back = &t->edges[forth->twin];
        if (forth->owner != IMP2I_FREE)
        {
            int32_t reach = imp2i_run_reach(t, forth->owner, u, v);
            imp2i_run_join(t, owner, forth->owner);
            if (reach != back->from)
            {
                imp2i_run_note(t, owner, u, reach, winding);
                u = reach;
                continue;
            }
        }
        forth->winding += winding;
        back->winding -= winding;
        forth->owner = back->owner = forth->owner == IMP2I_FREE ? owner : forth->owner;
        ++t->passes;
        u = back->from;
    }
    return IMP2I_FREE;
}
