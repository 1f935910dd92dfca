// SPDX-License-Identifier: MIT
//
// Convex polygons from points: the exact hull, and a verdict on every point that is not one of its corners.
//
// The hull is that of the points as they were given, on exact orientations, so no corner is moved or lost. A point that
// is no corner must lie on the boundary, or so little inside that only rounding can have put it there; else the outline
// was not convex. Order of the points does not matter; a wrong one is reported.

#include "../base/alloc.h"
#include "../math/predicate2.h"
#include "../math/tolerance.h"
#include "shape2.h"

#include <math.h>

#define STACK_POINTS 32

static bool precedes(imp2_vec a, imp2_vec b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static bool same(imp2_vec a, imp2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/// Before in the order of x, then y, then index: a total order, so the result does not depend on the sort.
static bool index_precedes(const imp2_vec* points, int32_t a, int32_t b)
{
    return precedes(points[a], points[b]) || (same(points[a], points[b]) && a < b);
}

static void sift_down(const imp2_vec* points, int32_t* order, int32_t root, int32_t end)
{
    for (int32_t child = 2 * root + 1; child < end; child = 2 * root + 1)
    {
        if (child + 1 < end && index_precedes(points, order[child], order[child + 1]))
        {
            ++child;
        }
        if (!index_precedes(points, order[root], order[child]))
        {
            return;
        }
        int32_t swap = order[root];
        order[root] = order[child];
        order[child] = swap;
        root = child;
    }
}

/// Heap sort: no memory, no recursion, no bad case.
static void sort_order(const imp2_vec* points, int32_t* order, int32_t count)
{
    for (int32_t root = count / 2 - 1; root >= 0; --root)
    {
        sift_down(points, order, root, count);
    }
    for (int32_t end = count - 1; end > 0; --end)
    {
        int32_t swap = order[0];
        order[0] = order[end];
        order[end] = swap;
        sift_down(points, order, 0, end);
    }
}

/// Andrew's monotone chain over sorted, distinct points. hull takes up to count + 1 indices. Returns the corners; the
/// lower chain comes first, from the first point to the last, and *turn is where the upper one starts.
static int32_t hull_of(const imp2_vec* points, const int32_t* order, int32_t count, int32_t* hull, int32_t* turn)
{
    int32_t n = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        while (n >= 2 && imp2i_orientation(points[hull[n - 2]], points[hull[n - 1]], points[order[i]]) <= 0)
        {
            --n;
        }
        hull[n++] = order[i];
    }
    *turn = n - 1;
    int32_t lower = n + 1;
    for (int32_t i = count - 2; i >= 0; --i)
    {
        while (n >= lower && imp2i_orientation(points[hull[n - 2]], points[hull[n - 1]], points[order[i]]) <= 0)
        {
            --n;
        }
        hull[n++] = order[i];
    }
    return count > 1 ? n - 1 : 1;
}

/// Distance of p from the line of the hull's edge that starts at corner i, inside positive.
static double inside_edge(const imp2_vec* points, const int32_t* hull, int32_t n, int32_t i, imp2_vec p)
{
    imp2_vec a = points[hull[i]], b = points[hull[i + 1 < n ? i + 1 : 0]];
    double ex = (double)b.x - a.x, ey = (double)b.y - a.y;
    double wx = (double)p.x - a.x, wy = (double)p.y - a.y;
    return (ex * wy - ey * wx) / sqrt(ex * ex + ey * ey);
}

/// How deep p lies inside the hull, as far as small depths matter. Each corner chain between the extremes of x is
/// searched for the edge at p.x, each between the extremes of y for the edge at p.y: a shallow edge near p is found by
/// x, a steep one by y.
static double depth_inside(const imp2_vec* points, const int32_t* hull, int32_t n, const int32_t ends[4], imp2_vec p)
{
    double best = INFINITY;
    for (int chain = 0; chain < 4; ++chain)
    {
        bool by_x = (chain & 1) == 0;
        int32_t from = ends[chain], to = ends[(chain + 2) & 3];
        to = to <= from ? to + n : to;
        bool rising = chain < 2;  // along the lower chain x rises, along the right one y rises
        float at = by_x ? p.x : p.y;
        while (to - from > 1)
        {
            int32_t middle = from + (to - from) / 2;
            imp2_vec m = points[hull[middle % n]];
            float value = by_x ? m.x : m.y;
            bool beyond = rising ? value <= at : value >= at;
            from = beyond ? middle : from;
            to = beyond ? to : middle;
        }
        double d = inside_edge(points, hull, n, from % n, p);
        best = d < best ? d : best;
    }
    return best;
}

/// Corners with the least x, least y, greatest x, greatest y.
static void hull_ends(const imp2_vec* points, const int32_t* hull, int32_t n, int32_t turn, int32_t ends[4])
{
    ends[0] = 0;
    ends[1] = 0;
    ends[2] = turn;
    ends[3] = 0;
    for (int32_t i = 1; i < n; ++i)
    {
        float y = points[hull[i]].y;
        ends[1] = y < points[hull[ends[1]]].y ? i : ends[1];
        ends[3] = y > points[hull[ends[3]]].y ? i : ends[3];
    }
}

/// Whether the corners stand in the input in counter-clockwise order, starting anywhere. position holds, for each
/// point, the corner it is, or -1.
static bool in_order(const int32_t* position, int32_t count, int32_t n)
{
    int32_t last = -1, breaks = 0, first = -1;
    for (int32_t i = 0; i < count; ++i)
    {
        if (position[i] < 0)
        {
            continue;
        }
        first = first < 0 ? position[i] : first;
        breaks += last >= 0 && position[i] != last + 1;
        last = position[i];
    }
    breaks += last + 1 != first;  // from the last back to the first
    return n < 3 || breaks <= 1;
}

typedef struct outline_result
{
    int32_t corners;
    imp2_repair repair;
} outline_result;

/// Finds the hull and judges the other points. order, hull and position have room for count + 1 indices.
static int32_t find_outline(const imp2_vec* points, int32_t count, bool tolerant, int32_t* order, int32_t* hull,
                            int32_t* position, outline_result* out)
{
    for (int32_t i = 0; i < count; ++i)
    {
        order[i] = i;
        position[i] = -1;
    }
    sort_order(points, order, count);
    int32_t distinct = 1;
    for (int32_t i = 1; i < count; ++i)
    {
        if (!same(points[order[i]], points[order[distinct - 1]]))
        {
            order[distinct++] = order[i];
        }
    }
    int32_t turn, ends[4];
    int32_t n = hull_of(points, order, distinct, hull, &turn);
    for (int32_t i = 0; i < n; ++i)
    {
        position[hull[i]] = i;
    }
    hull_ends(points, hull, n, turn, ends);
    double width = (double)points[hull[ends[2]]].x - points[hull[ends[0]]].x;
    double height = (double)points[hull[ends[3]]].y - points[hull[ends[1]]].y;
    double limit = IMPI_COLLINEAR * (width > height ? width : height);
    for (int32_t i = 0; i < distinct && n > 2 && !tolerant; ++i)
    {
        if (position[order[i]] < 0 && depth_inside(points, hull, n, ends, points[order[i]]) > limit)
        {
            return IMP_ERR_CONCAVE;
        }
    }
    out->corners = n;
    out->repair.welded = count - distinct;
    out->repair.collinear = distinct - n;
    out->repair.reordered = !in_order(position, count, n);
    return 0;
}

/// Everything after the door. tolerant: points inside the hull are dropped, however deep.
static imp_status polygon_make(const imp2_vec* points, int32_t count, float radius, int32_t kind, bool tolerant,
                               const imp_allocator* allocator, imp2_shape* out, imp2_repair* repair)
{
    int32_t local[3 * (STACK_POINTS + 1)];
    imp2_vec local_corners[IMP2_SMALL_COUNT];
    int32_t* indices = local;
    size_t room = (size_t)count + 1;
    if (count > STACK_POINTS)
    {
        indices = (int32_t*)impi_alloc_resize(allocator, NULL, 0, 3 * room, sizeof *indices);
        if (!indices)
        {
            return impi_error(IMP_ERR_MEMORY, 4);
        }
    }
    int32_t* hull = indices + room;
    outline_result found;
    imp_status status = IMP_OK;
    int32_t fault = find_outline(points, count, tolerant, indices, hull, indices + 2 * room, &found);
    imp2i_block* block = NULL;
    imp2_vec* corners = local_corners;
    if (fault)
    {
        status = impi_error(fault, 1);
    }
    else if (out && found.corners > IMP2_SMALL_COUNT)
    {
        size_t size = imp2i_block_size(found.corners);
        block = (imp2i_block*)impi_alloc_resize(allocator, NULL, 0, size, 1);
        corners = (imp2_vec*)impi_alloc_resize(allocator, NULL, 0, (size_t)found.corners, sizeof *corners);
        if (!block || !corners)
        {
            impi_alloc_free(allocator, block, size, 1);
            impi_alloc_free(allocator, corners, (size_t)found.corners, sizeof *corners);
            status = impi_error(IMP_ERR_MEMORY, 4);
        }
        else
        {
            block->allocator = impi_alloc_or_default(allocator);
            block->size = size;
        }
    }
    if (!status && out)
    {
        for (int32_t i = 0; i < found.corners; ++i)
        {
            corners[i].x = points[hull[i]].x + 0.0f;  // -0 becomes 0
            corners[i].y = points[hull[i]].y + 0.0f;
        }
        imp2i_shape_fill(out, kind, corners, found.corners, radius, block);
        if (corners != local_corners)
        {
            impi_alloc_free(allocator, corners, (size_t)found.corners, sizeof *corners);
        }
    }
    if (!status && repair)
    {
        *repair = found.repair;
    }
    if (indices != local)
    {
        impi_alloc_free(allocator, indices, 3 * room, sizeof *indices);
    }
    return status;
}

imp_status imp2_polygon_make(const imp2_vec* points, int32_t count, float radius, const imp_allocator* allocator,
                             imp2_shape* out, imp2_repair* repair)
{
    if (!points)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count < 1 || count > IMP2_VERTEX_MAX)
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t fault = imp2i_vec_fault(points[i]);
        if (fault)
        {
            return impi_error(fault, 1);
        }
    }
    int32_t fault = impi_number_fault_negative(radius);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    if (!impi_alloc_valid(allocator))
    {
        return impi_error(IMP_ERR_NULL, 4);
    }
    return polygon_make(points, count, radius, IMP2_SHAPE_POLYGON, false, allocator, out, repair);
}

/// A corner rounded to floats; what is too small to be accepted becomes 0.
static imp2_vec round_corner(double x, double y)
{
    imp2_vec r = {fabs(x) < (double)IMP_MAGNITUDE_MIN ? 0.0f : (float)x,
                  fabs(y) < (double)IMP_MAGNITUDE_MIN ? 0.0f : (float)y};
    return r;
}

imp_status imp2_oriented_box_make(imp2_vec center, imp2_vec half, imp2_rot turn, imp2_shape* out)
{
    imp_status status = imp2i_rectangle_status(center, half, turn);
    if (status)
    {
        return status;
    }
    double ux = (double)turn.c * half.x, uy = (double)turn.s * half.x;
    double vx = -(double)turn.s * half.y, vy = (double)turn.c * half.y;
    double x = center.x, y = center.y;
    const imp2_vec corners[4] = {round_corner(x - ux - vx, y - uy - vy), round_corner(x + ux - vx, y + uy - vy),
                                 round_corner(x + ux + vx, y + uy + vy), round_corner(x - ux + vx, y - uy + vy)};
    int32_t fault = 0;
    for (int i = 0; i < 4; ++i)
    {
        fault = fault ? fault : imp2i_vec_fault(corners[i]);
    }
    return fault ? impi_error(fault, 2)
                 : polygon_make(corners, 4, 0.0f, IMP2_SHAPE_ORIENTED_BOX, true, NULL, out, NULL);
}
