// SPDX-License-Identifier: MIT
//
// Cutting a piece of a solid by a plane.
//
// On which side a point is, is decided in whole numbers. An edge that crosses gets one new point, rounded to the lattice, for
// both of its triangles; so what is left of the triangles on one side is open only along edges in the plane, and these are
// what the cap is filled into. Triangles that lie in the plane are left out: the cap of the side that has the solid takes
// their place, and the other side has none.

#include "decompose3.h"

#include "../base/alloc.h"
#include "../base/sort.h"

#include <math.h>
#include <string.h>

void imp3i_piece_free(imp3i_piece* p, const imp_allocator* allocator)
{
    imp3_shape_free(&p->hull);
    impi_array_free(&p->points, allocator);
    impi_array_free(&p->corners, allocator);
    memset(p, 0, sizeof *p);
}

imp_status imp3i_cloud_piece_hull(imp3i_piece* p, const imp3i_cloud_points* cloud, const imp_allocator* allocator,
                                  bool* thin)
{
    *thin = cloud->count < 4;
    if (*thin)
    {
        return IMP_OK;
    }
    imp3_hull_report report;
    imp_status status = cloud->count > IMP3_VERTEX_MAX
                            ? impi_error(IMP_ERR_COUNT, 1)
                            : imp3_hull_make(cloud->data, cloud->count, 0.0f, allocator, &p->hull, &report);
    *thin = status || report.dimension < 3 || (double)((const imp3i_hull*)p->hull.block)->inner < IMP3I_THIN_PIECE;
    return *thin ? status : imp3i_hull_volume_of(cloud->data, cloud->count, allocator, &p->hull_volume);
}

imp_status imp3i_piece_hull(imp3i_piece* p, const imp_allocator* allocator, bool* thin)
{
    imp3i_cloud_points cloud;
    memset(&cloud, 0, sizeof cloud);
    imp_status status = impi_array_reserve(&cloud, allocator, p->points.count);
    for (int32_t i = 0; i < p->points.count && !status; ++i)
    {
        cloud.data[cloud.count++] = imp3i_vec_of(imp3i_lattice_dvec(p->points.data[i]));
    }
    *thin = false;
    status = status ? impi_error(IMP_ERR_MEMORY, 0) : imp3i_cloud_piece_hull(p, &cloud, allocator, thin);
    impi_array_free(&cloud, allocator);
    return status;
}

// A cut

/// A point in the plane that a cloud has already.
#define IN_CLOUD 2

/// Points of the piece have their number, new ones come after them: one for each edge that crosses.
typedef struct cut_work
{
    const imp3i_piece* piece;
    const imp3i_lattice_plane* plane;
    int8_t* sides;                  // of points: 1, 0, -1
    impi_keyed *edges, *scratch;    // those that cross: lower point, higher point
    imp3i_lattice_point* fresh;     // the new point of each
    impi_keyed *rim, *rim_scratch;  // edges in the plane; 1 from the lower point to the higher one, -1 back
    imp3i_cap_edge* cap_edges;
    int32_t edge_count, rim_count;
    int axis;       // of the plane's normal the one it has most of
    bool mirrored;  // the side that is closed is seen with its axes changed
    imp3i_cap cap;  // with the triangles of that side
} cut_work;

static void lay_out_cut(cut_work* w, impi_layout* l)
{
    size_t points = (size_t)w->piece->points.count, corners = (size_t)w->piece->corners.count;
    w->sides = (int8_t*)impi_take(l, points, sizeof *w->sides);
    w->edges = (impi_keyed*)impi_take(l, corners, sizeof *w->edges);
    w->scratch = (impi_keyed*)impi_take(l, corners, sizeof *w->scratch);
    w->fresh = (imp3i_lattice_point*)impi_take(l, corners, sizeof *w->fresh);
    w->rim = (impi_keyed*)impi_take(l, corners, sizeof *w->rim);
    w->rim_scratch = (impi_keyed*)impi_take(l, corners, sizeof *w->rim_scratch);
    w->cap_edges = (imp3i_cap_edge*)impi_take(l, corners, sizeof *w->cap_edges);
}

static uint64_t edge_key(int32_t a, int32_t b)
{
    return a < b ? (uint64_t)(uint32_t)a << 32 | (uint32_t)b : (uint64_t)(uint32_t)b << 32 | (uint32_t)a;
}

/// Where an edge meets the plane.
static imp3i_lattice_point point_between(const imp3i_piece* p, const imp3i_lattice_plane* plane, uint64_t key)
{
    imp3i_lattice_point a = p->points.data[key >> 32], b = p->points.data[key & 0xffffffffu], r;
    double above = (double)imp3i_plane_side(plane, a), below = (double)imp3i_plane_side(plane, b);
    double t = above / (above - below);
    for (int k = 0; k < 3; ++k)
    {
        r.at[k] = (int32_t)imp3i_whole_below((double)a.at[k] + t * (double)(b.at[k] - a.at[k]) + 0.5);
    }
    return r;
}

static void find_sides(const imp3i_piece* p, const imp3i_lattice_plane* plane, int8_t* sides)
{
    int64_t band = imp3i_plane_band(plane);
    for (int32_t i = 0; i < p->points.count; ++i)
    {
        int64_t side = imp3i_plane_side(plane, p->points.data[i]);
        sides[i] = (int8_t)((side > band) - (side < -band));
    }
}

static void find_new_points(cut_work* w)
{
    const imp3i_piece* p = w->piece;
    int32_t count = 0;
    for (int32_t i = 0; i < p->corners.count; ++i)
    {
        int32_t a = p->corners.data[i], b = p->corners.data[i % 3 == 2 ? i - 2 : i + 1];
        if (a < b && w->sides[a] * w->sides[b] < 0)
        {
            w->edges[count++].key = edge_key(a, b);
        }
    }
    impi_sort(w->edges, w->scratch, count);
    w->edge_count = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        if (i == 0 || w->edges[i].key != w->edges[w->edge_count - 1].key)
        {
            w->edges[w->edge_count++].key = w->edges[i].key;
        }
    }
    for (int32_t i = 0; i < w->edge_count; ++i)
    {
        w->fresh[i] = point_between(p, w->plane, w->edges[i].key);
    }
}

/// The new point on an edge that crosses.
static int32_t fresh_on(const cut_work* w, int32_t a, int32_t b)
{
    uint64_t key = edge_key(a, b);
    int32_t low = 0, high = w->edge_count - 1;
    while (low < high)
    {
        int32_t middle = (low + high) >> 1;
        if (w->edges[middle].key < key)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return w->piece->points.count + low;
}

static bool is_in_plane(const cut_work* w, int32_t point)
{
    return point >= w->piece->points.count || w->sides[point] == 0;
}

/// What is left of a triangle on a side: up to four points. 0 when it is not there, or only touches the plane.
static int32_t clip_triangle(const cut_work* w, const int32_t* corner, int side, int32_t out[4])
{
    int32_t count = 0;
    bool any = false;
    for (int k = 0; k < 3; ++k)
    {
        int32_t a = corner[k], b = corner[k == 2 ? 0 : k + 1];
        any = any || w->sides[a] == side;
        if (w->sides[a] != -side)
        {
            out[count++] = a;
        }
        if (w->sides[a] * w->sides[b] < 0)
        {
            out[count++] = fresh_on(w, a, b);
        }
    }
    return any ? count : 0;
}

/// Puts the triangles of one side into a part, and what is open of them on the rim. There is room.
static void take_side(cut_work* w, int side)
{
    const imp3i_piece* p = w->piece;
    imp3i_indices* corners = &w->cap.corners;
    w->rim_count = 0;
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        int32_t at[4], count = clip_triangle(w, p->corners.data + i, side, at);
        for (int32_t k = 2; k < count; ++k)
        {
            corners->data[corners->count++] = at[0];
            corners->data[corners->count++] = at[k - 1];
            corners->data[corners->count++] = at[k];
        }
        for (int32_t k = 0; k < count; ++k)
        {
            int32_t a = at[k], b = at[k + 1 < count ? k + 1 : 0];
            if (is_in_plane(w, a) && is_in_plane(w, b) && a != b)
            {
                w->rim[w->rim_count].key = edge_key(a, b);
                w->rim[w->rim_count++].value = a < b ? 1 : -1;
            }
        }
    }
}

/// The point of the plane that a cap has made.
static imp3i_lattice_point made_point(const cut_work* w, const imp3i_cap_point* made)
{
    const imp3i_lattice_plane* p = w->plane;
    int x = (w->axis + 1) % 3, y = (w->axis + 2) % 3;
    double most = (double)(1 << IMP3I_LATTICE_BITS);
    imp3i_lattice_point r;
    r.at[x] = w->mirrored ? made->y : made->x;
    r.at[y] = w->mirrored ? made->x : made->y;
    int64_t rest = p->offset - p->normal[x] * r.at[x] - p->normal[y] * r.at[y];
    double height = (double)rest / (double)p->normal[w->axis];
    height = height < 0.0 ? 0.0 : height > most ? most : height;
    r.at[w->axis] = (int32_t)imp3i_whole_below(height + 0.5);
    return r;
}

static imp3i_lattice_point cut_point(const cut_work* w, int32_t point)
{
    int32_t old = w->piece->points.count, fresh = old + w->edge_count;
    return point < old     ? w->piece->points.data[point]
           : point < fresh ? w->fresh[point - old]
                           : made_point(w, &w->cap.made.data[point - fresh]);
}

static int steepest_axis(const imp3i_lattice_plane* plane)
{
    int axis = 0;
    for (int k = 1; k < 3; ++k)
    {
        int64_t a = plane->normal[k], b = plane->normal[axis];
        axis = (a < 0 ? -a : a) > (b < 0 ? -b : b) ? k : axis;
    }
    return axis;
}

/// Fills the cap of a side: what runs there and back on the rim is closed already, the rest is run backwards. Seen along
/// the normal that has most of the plane's, turned out of the side.
static imp_status close_side(cut_work* w, int side, const imp_allocator* allocator)
{
    int x = (w->axis + 1) % 3, y = (w->axis + 2) % 3;
    w->mirrored = (w->plane->normal[w->axis] > 0) == (side > 0);
    int32_t count = 0;
    impi_sort(w->rim, w->rim_scratch, w->rim_count);
    for (int32_t i = 0, end; i < w->rim_count; i = end)
    {
        int32_t sum = 0;
        for (end = i; end < w->rim_count && w->rim[end].key == w->rim[i].key; ++end)
        {
            sum += w->rim[end].value;
        }
        int32_t low = (int32_t)(w->rim[i].key >> 32), high = (int32_t)(w->rim[i].key & 0xffffffffu);
        for (int32_t k = 0; k < (sum < 0 ? -sum : sum); ++k)
        {
            imp3i_cap_edge* e = &w->cap_edges[count++];
            e->from = sum > 0 ? high : low;
            e->to = sum > 0 ? low : high;
            imp3i_lattice_point at = cut_point(w, e->from);
            e->x = w->mirrored ? at.at[y] : at.at[x];
            e->y = w->mirrored ? at.at[x] : at.at[y];
        }
    }
    return imp3i_cap_fill(w->cap_edges, count, allocator, &w->cap);
}

/// Gives the points of a part numbers of their own. Triangles with a corner twice are dropped: they close nothing.
static imp_status name_points(cut_work* w, const imp_allocator* allocator, imp3i_lattice_points* points)
{
    imp3i_indices* corners = &w->cap.corners;
    int32_t all = w->piece->points.count + w->edge_count + w->cap.made.count, kept = 0;
    int32_t* names = (int32_t*)impi_alloc_resize(allocator, NULL, 0, (size_t)all, sizeof *names);
    if (!names || impi_array_reserve(points, allocator, all))
    {
        impi_alloc_free(allocator, names, (size_t)all, sizeof *names);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(names, 0xff, (size_t)all * sizeof *names);
    for (int32_t i = 0; i < corners->count; i += 3)
    {
        const int32_t at[3] = {corners->data[i], corners->data[i + 1], corners->data[i + 2]};
        for (int k = 0; k < 3 && at[0] != at[1] && at[1] != at[2] && at[2] != at[0]; ++k)
        {
            if (names[at[k]] < 0)
            {
                names[at[k]] = points->count;
                points->data[points->count++] = cut_point(w, at[k]);
            }
            corners->data[kept++] = names[at[k]];
        }
    }
    corners->count = kept;
    impi_alloc_free(allocator, names, (size_t)all, sizeof *names);
    return IMP_OK;
}

imp_status imp3i_piece_cut(const imp3i_piece* p, const imp3i_lattice_plane* plane, const imp_allocator* allocator,
                           imp3i_piece out[2])
{
    impi_layout l = {NULL, 0};
    cut_work w;
    memset(&w, 0, sizeof w);
    memset(out, 0, 2 * sizeof *out);
    w.piece = p;
    w.plane = plane;
    lay_out_cut(&w, &l);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    imp_status status = l.base ? IMP_OK : impi_error(IMP_ERR_MEMORY, 0);
    if (!status)
    {
        l.size = 0;
        lay_out_cut(&w, &l);
        find_sides(p, plane, w.sides);
        find_new_points(&w);
        w.axis = steepest_axis(plane);
        w.cap.first_made = p->points.count + w.edge_count;
    }
    for (int k = 0; k < 2 && !status; ++k)
    {
        int side = k == 0 ? 1 : -1;
        imp3i_piece* part = &out[k];
        part->idle = p->idle;
        part->bulk = p->bulk;
        part->convex = p->convex;
        w.cap.made.count = 0;
        status = impi_array_reserve(&w.cap.corners, allocator, 2 * (int64_t)p->corners.count + 3);
        if (!status)
        {
            take_side(&w, side);
            status = close_side(&w, side, allocator);
        }
        status = status ? status : name_points(&w, allocator, &part->points);
        part->corners = w.cap.corners;
        memset(&w.cap.corners, 0, sizeof w.cap.corners);
    }
    impi_array_free(&w.cap.made, allocator);
    impi_alloc_free(allocator, l.base, size, 1);
    for (int k = 0; k < 2 && status; ++k)
    {
        imp3i_piece_free(&out[k], allocator);
    }
    return status;
}

imp_status imp3i_piece_side(const imp3i_piece* p, const imp3i_lattice_plane* plane, int side,
                            const imp_allocator* allocator, imp3i_cloud_points* out)
{
    size_t points = (size_t)p->points.count;
    int8_t* sides = (int8_t*)impi_alloc_resize(allocator, NULL, 0, points, sizeof *sides);
    imp_status status = sides ? IMP_OK : impi_error(IMP_ERR_MEMORY, 0);
    out->count = 0;
    if (impi_array_reserve(out, allocator, (int64_t)p->points.count + p->corners.count))
    {
        status = impi_error(IMP_ERR_MEMORY, 0);
    }
    if (!status)
    {
        find_sides(p, plane, sides);
    }
    for (int32_t i = 0; i < p->points.count && !status; ++i)
    {
        if (sides[i] == side)
        {
            out->data[out->count++] = imp3i_vec_of(imp3i_lattice_dvec(p->points.data[i]));
        }
    }
    for (int32_t i = 0; i < p->corners.count && !status; ++i)
    {
        const int32_t* corner = p->corners.data + (i - i % 3);
        int32_t a = p->corners.data[i], b = i % 3 == 2 ? corner[0] : corner[i % 3 + 1];
        bool crosses = a < b && sides[a] * sides[b] == -1;
        bool touches =
            sides[a] == 0 && (sides[corner[0]] == side || sides[corner[1]] == side || sides[corner[2]] == side);
        if (crosses || touches)
        {
            imp3i_lattice_point at = crosses ? point_between(p, plane, edge_key(a, b)) : p->points.data[a];
            out->data[out->count++] = imp3i_vec_of(imp3i_lattice_dvec(at));
        }
        sides[a] = touches ? IN_CLOUD : sides[a];
    }
    impi_alloc_free(allocator, sides, points, sizeof *sides);
    return status;
}
