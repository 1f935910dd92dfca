// SPDX-License-Identifier: MIT
//
// Cutting a piece of a solid by a plane, and parting it into what hangs together.
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

imp_status imp3i_piece_hull(imp3i_piece* p, const imp_allocator* allocator, bool* thin)
{
    size_t count = (size_t)p->points.count;
    *thin = count < 4;
    if (*thin)
    {
        return IMP_OK;
    }
    imp3_vec* points = (imp3_vec*)impi_alloc_resize(allocator, NULL, 0, count, sizeof *points);
    if (!points)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (size_t i = 0; i < count; ++i)
    {
        points[i] = imp3i_vec_of(imp3i_lattice_dvec(p->points.data[i]));
    }
    imp3_hull_report report;
    imp_status status = count > IMP3_VERTEX_MAX
                            ? impi_error(IMP_ERR_COUNT, 1)
                            : imp3_hull_make(points, p->points.count, 0.0f, allocator, &p->hull, &report);
    *thin = status || report.dimension < 3 || (double)((const imp3i_hull*)p->hull.block)->inner < IMP3I_THIN_PIECE;
    if (!*thin)
    {
        status = imp3i_hull_volume_of(points, p->points.count, allocator, &p->hull_volume);
    }
    impi_alloc_free(allocator, points, count, sizeof *points);
    return status;
}

// A cut

/// Points of the piece have their number, new ones come after them: one for each edge that crosses.
typedef struct cut_work
{
    const imp3i_piece* piece;
    const imp3i_lattice_plane* plane;
    int8_t* sides;                  // of points: 1, 0, -1
    impi_keyed *edges, *scratch;    // those that cross: lower point, higher point
    imp3i_lattice_point* fresh;     // the new point of each
    int32_t* names;                 // of points and new ones: their number in the part
    impi_keyed *rim, *rim_scratch;  // edges in the plane; 1 from the lower point to the higher one, -1 back
    imp3i_cap_edge* cap;
    int32_t edge_count, rim_count;
} cut_work;

static void lay_out_cut(cut_work* w, impi_layout* l)
{
    size_t points = (size_t)w->piece->points.count, corners = (size_t)w->piece->corners.count;
    w->sides = (int8_t*)impi_take(l, points, sizeof *w->sides);
    w->edges = (impi_keyed*)impi_take(l, corners, sizeof *w->edges);
    w->scratch = (impi_keyed*)impi_take(l, corners, sizeof *w->scratch);
    w->fresh = (imp3i_lattice_point*)impi_take(l, corners, sizeof *w->fresh);
    w->names = (int32_t*)impi_take(l, points + corners, sizeof *w->names);
    w->rim = (impi_keyed*)impi_take(l, corners, sizeof *w->rim);
    w->rim_scratch = (impi_keyed*)impi_take(l, corners, sizeof *w->rim_scratch);
    w->cap = (imp3i_cap_edge*)impi_take(l, corners, sizeof *w->cap);
}

static uint64_t edge_key(int32_t a, int32_t b)
{
    return a < b ? (uint64_t)(uint32_t)a << 32 | (uint32_t)b : (uint64_t)(uint32_t)b << 32 | (uint32_t)a;
}

/// Where an edge meets the plane.
static imp3i_lattice_point point_between(const cut_work* w, uint64_t key)
{
    imp3i_lattice_point a = w->piece->points.data[key >> 32], b = w->piece->points.data[key & 0xffffffffu], r;
    double above = (double)imp3i_plane_side(w->plane, a), below = (double)imp3i_plane_side(w->plane, b);
    double t = above / (above - below);
    for (int k = 0; k < 3; ++k)
    {
        r.at[k] = (int32_t)imp3i_whole_below((double)a.at[k] + t * (double)(b.at[k] - a.at[k]) + 0.5);
    }
    return r;
}

static void find_sides(cut_work* w)
{
    const imp3i_piece* p = w->piece;
    int64_t band = imp3i_plane_band(w->plane);
    for (int32_t i = 0; i < p->points.count; ++i)
    {
        int64_t side = imp3i_plane_side(w->plane, p->points.data[i]);
        w->sides[i] = (int8_t)((side > band) - (side < -band));
    }
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
        w->fresh[i] = point_between(w, w->edges[i].key);
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

/// Puts the triangles of one side into a part, and what is open of them on the rim.
static void take_side(cut_work* w, int side, imp3i_indices* corners)
{
    const imp3i_piece* p = w->piece;
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

static imp3i_lattice_point cut_point(const cut_work* w, int32_t point)
{
    int32_t old = w->piece->points.count;
    return point < old ? w->piece->points.data[point] : w->fresh[point - old];
}

/// Fills the cap of a side: what runs there and back on the rim is closed already, the rest is run backwards. Seen along
/// the normal that has most of the plane's, turned out of the side.
static imp_status close_side(cut_work* w, int side, const imp_allocator* allocator, imp3i_indices* corners)
{
    int axis = 0;
    for (int k = 1; k < 3; ++k)
    {
        int64_t a = w->plane->normal[k], b = w->plane->normal[axis];
        axis = (a < 0 ? -a : a) > (b < 0 ? -b : b) ? k : axis;
    }
    int x = (axis + 1) % 3, y = (axis + 2) % 3;
    bool mirrored = (w->plane->normal[axis] > 0) == (side > 0);
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
            imp3i_cap_edge* e = &w->cap[count++];
            e->from = sum > 0 ? high : low;
            e->to = sum > 0 ? low : high;
            imp3i_lattice_point at = cut_point(w, e->from);
            e->x = mirrored ? at.at[y] : at.at[x];
            e->y = mirrored ? at.at[x] : at.at[y];
        }
    }
    return imp3i_cap_fill(w->cap, count, allocator, corners);
}

/// Gives the points of a part numbers of their own. Triangles with a corner twice are dropped: they close nothing.
static imp_status name_points(imp3i_indices* corners, const cut_work* w, const imp_allocator* allocator,
                              imp3i_lattice_points* points)
{
    int32_t all = w->piece->points.count + w->edge_count, kept = 0;
    memset(w->names, 0xff, (size_t)all * sizeof *w->names);
    if (impi_array_reserve(points, allocator, all))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < corners->count; i += 3)
    {
        const int32_t at[3] = {corners->data[i], corners->data[i + 1], corners->data[i + 2]};
        for (int k = 0; k < 3 && at[0] != at[1] && at[1] != at[2] && at[2] != at[0]; ++k)
        {
            if (w->names[at[k]] < 0)
            {
                w->names[at[k]] = points->count;
                points->data[points->count++] = cut_point(w, at[k]);
            }
            corners->data[kept++] = w->names[at[k]];
        }
    }
    corners->count = kept;
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
        find_sides(&w);
    }
    for (int k = 0; k < 2 && !status; ++k)
    {
        int side = k == 0 ? 1 : -1;
        imp3i_piece* part = &out[k];
        part->cuts = p->cuts + 1;
        status = impi_array_reserve(&part->corners, allocator, 2 * (int64_t)p->corners.count + 3);
        if (!status)
        {
            take_side(&w, side, &part->corners);
            status = close_side(&w, side, allocator, &part->corners);
        }
        status = status ? status : name_points(&part->corners, &w, allocator, &part->points);
    }
    impi_alloc_free(allocator, l.base, size, 1);
    for (int k = 0; k < 2 && status; ++k)
    {
        imp3i_piece_free(&out[k], allocator);
    }
    return status;
}

// What hangs together

typedef struct shell
{
    double volume;  // six times
    int32_t lower[3], upper[3];
    int32_t home;  // the piece that it goes to, as a shell
    int32_t piece;
    int32_t points, corners;
} shell;

typedef struct part_work
{
    int32_t* leader;  // of points: a point of the same shell, the last one itself; then the shell
    int32_t* names;
    shell* shells;
    int32_t shell_count;
} part_work;

static void lay_out_part(part_work* w, impi_layout* l, int32_t points)
{
    w->leader = (int32_t*)impi_take(l, (size_t)points, sizeof *w->leader);
    w->names = (int32_t*)impi_take(l, (size_t)points, sizeof *w->names);
    w->shells = (shell*)impi_take(l, (size_t)points, sizeof *w->shells);
}

static int32_t shell_leader(int32_t* leader, int32_t i)
{
    while (leader[i] != i)
    {
        leader[i] = leader[leader[i]];
        i = leader[i];
    }
    return i;
}

static double triangle_volume(const imp3i_piece* p, int32_t i, imp3i_dvec from)
{
    imp3i_dvec a = imp3i_dsub(imp3i_lattice_dvec(p->points.data[p->corners.data[i]]), from);
    imp3i_dvec b = imp3i_dsub(imp3i_lattice_dvec(p->points.data[p->corners.data[i + 1]]), from);
    imp3i_dvec c = imp3i_dsub(imp3i_lattice_dvec(p->points.data[p->corners.data[i + 2]]), from);
    return imp3i_ddot(a, imp3i_dcross(b, c));
}

double imp3i_piece_volume(const imp3i_piece* p)
{
    double sum = 0.0;
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        sum += triangle_volume(p, i, imp3i_lattice_dvec(p->points.data[0]));
    }
    return sum / 6.0;
}

/// Finds shells and measures them. Every point has a triangle.
static void find_shells(part_work* w, const imp3i_piece* p)
{
    for (int32_t i = 0; i < p->points.count; ++i)
    {
        w->leader[i] = i;
    }
    for (int32_t i = 0; i < p->corners.count; ++i)
    {
        int32_t a = shell_leader(w->leader, p->corners.data[i - i % 3]),
                b = shell_leader(w->leader, p->corners.data[i]);
        w->leader[a > b ? a : b] = a < b ? a : b;
    }
    w->shell_count = 0;
    for (int32_t i = 0; i < p->points.count; ++i)  // the leader is the lowest, so its shell is known
    {
        int32_t lead = shell_leader(w->leader, i), own = lead == i ? w->shell_count++ : w->names[lead];
        shell* s = &w->shells[own];
        if (lead == i)
        {
            memset(s, 0, sizeof *s);
            memcpy(s->lower, p->points.data[i].at, sizeof s->lower);
            memcpy(s->upper, p->points.data[i].at, sizeof s->upper);
        }
        for (int k = 0; k < 3; ++k)
        {
            int32_t at = p->points.data[i].at[k];
            s->lower[k] = at < s->lower[k] ? at : s->lower[k];
            s->upper[k] = at > s->upper[k] ? at : s->upper[k];
        }
        w->names[i] = own;
        s->points += 1;
    }
    imp3i_dvec from = imp3i_lattice_dvec(p->points.data[0]);
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        shell* s = &w->shells[w->names[p->corners.data[i]]];
        s->volume += triangle_volume(p, i, from);
        s->corners += 3;
    }
}

/// A shell that encloses less than nothing is a hollow of the smallest one around it. Where one has none around it, as of
/// meshes that cross themselves, all are one piece: only together they are what the solid is.
static void home_shells(part_work* w)
{
    int32_t first = -1;
    bool lost = false;
    for (int32_t i = 0; i < w->shell_count; ++i)
    {
        shell* s = &w->shells[i];
        s->home = s->volume > 0.0 ? i : -1;
        for (int32_t k = 0; k < w->shell_count && s->volume < 0.0; ++k)
        {
            const shell* o = &w->shells[k];
            bool around = o->volume > 0.0;
            for (int a = 0; a < 3; ++a)
            {
                around = around && o->lower[a] <= s->lower[a] && o->upper[a] >= s->upper[a];
            }
            s->home = around && (s->home < 0 || o->volume < w->shells[s->home].volume) ? k : s->home;
        }
        lost = lost || (s->volume < 0.0 && s->home < 0);
        first = first < 0 && s->volume > 0.0 ? i : first;
    }
    for (int32_t i = 0; i < w->shell_count && lost; ++i)
    {
        w->shells[i].home = first;
    }
}

static imp_status fill_pieces(part_work* w, const imp3i_piece* p, const imp_allocator* allocator, imp3i_pieces* out)
{
    int32_t first = out->count;
    for (int32_t i = 0; i < w->shell_count; ++i)
    {
        shell* s = &w->shells[i];
        int32_t points = 0, corners = 0;
        for (int32_t k = 0; k < w->shell_count && s->home == i; ++k)
        {
            points += w->shells[k].home == i ? w->shells[k].points : 0;
            corners += w->shells[k].home == i ? w->shells[k].corners : 0;
        }
        if (points == 0)
        {
            continue;
        }
        s->piece = out->count;
        imp3i_piece* piece = &out->data[out->count++];
        memset(piece, 0, sizeof *piece);
        piece->cuts = p->cuts;
        if (impi_array_reserve(&piece->points, allocator, points) ||
            impi_array_reserve(&piece->corners, allocator, corners))
        {
            while (out->count > first)
            {
                imp3i_piece_free(&out->data[--out->count], allocator);
            }
            return impi_error(IMP_ERR_MEMORY, 0);
        }
    }
    for (int32_t i = 0; i < p->points.count; ++i)
    {
        int32_t home = w->shells[w->names[i]].home;
        w->leader[i] = home < 0 ? -1 : w->shells[home].piece;
        if (home >= 0)
        {
            imp3i_piece* piece = &out->data[w->leader[i]];
            w->names[i] = piece->points.count;
            piece->points.data[piece->points.count++] = p->points.data[i];
        }
    }
    imp3i_dvec from = imp3i_lattice_dvec(p->points.data[0]);
    for (int32_t i = 0; i < p->corners.count; i += 3)
    {
        int32_t home = w->leader[p->corners.data[i]];
        for (int k = 0; k < 3 && home >= 0; ++k)
        {
            imp3i_indices* corners = &out->data[home].corners;
            corners->data[corners->count++] = w->names[p->corners.data[i + k]];
        }
        if (home >= 0)
        {
            out->data[home].volume += triangle_volume(p, i, from) / 6.0;
        }
    }
    return IMP_OK;
}

imp_status imp3i_piece_part(imp3i_piece* p, const imp_allocator* allocator, imp3i_pieces* out)
{
    if (p->points.count == 0)
    {
        imp3i_piece_free(p, allocator);
        return IMP_OK;
    }
    impi_layout l = {NULL, 0};
    part_work w;
    memset(&w, 0, sizeof w);
    lay_out_part(&w, &l, p->points.count);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(allocator, NULL, 0, size, 1);
    imp_status status = l.base ? IMP_OK : impi_error(IMP_ERR_MEMORY, 0);
    if (!status)
    {
        l.size = 0;
        lay_out_part(&w, &l, p->points.count);
        find_shells(&w, p);
        home_shells(&w);
        status = impi_array_reserve(out, allocator, (int64_t)out->count + w.shell_count);
        status = status ? status : fill_pieces(&w, p, allocator, out);
    }
    impi_alloc_free(allocator, l.base, size, 1);
    if (!status)
    {
        imp3i_piece_free(p, allocator);
    }
    return status;
}
