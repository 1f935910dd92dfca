// SPDX-License-Identifier: MIT
//
// The planes that a piece may be cut by: of some that are likely, those after which the hulls of both sides have least volume.
//
// Likely are the planes of concave edges (of both faces, and the one between them), planes across the axes of the frame
// through the ends of these edges and through the point that is farthest out, and slices across the axes of the frame and of
// the piece. Large pieces are judged by a sample of their triangles and the corners of their hull: what is sampled is told
// from the cut, which is exact whatever plane is chosen.
//
// Source: candidates at concave edges, Chazelle 1984; slices and volume, Mamou 2016 (V-HACD).

#include "decompose3.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "../math/principal3.h"

#include <math.h>
#include <string.h>

enum
{
    SAMPLE_TRIANGLES = 400,
    CHOICE_SLICES = 7,  // along each axis
    CHOICE_EDGES = 64,  // concave edges that are held against each other
    CHOICE_DEEP = 12,   // of them that give planes
    CHOICE_PLANES = IMP3I_JUDGED_PLANES
};

#define NORMAL_SIZE 0x1p18

/// Planes are the same when their normals are, and they are nearer than this part of the piece's size.
#define SAME_NORMAL 0.9995
#define SAME_OFFSET 0.01

typedef struct concave_edge
{
    double weight;
    imp3i_dvec a, b, normal[2];
} concave_edge;

typedef struct choice
{
    const imp3i_piece* piece;
    imp3i_dvec middle;
    double size;
    imp3i_lattice_plane planes[CHOICE_PLANES];
    imp3i_dvec units[CHOICE_PLANES];  // their normals
    int32_t plane_count;
    concave_edge edges[CHOICE_EDGES];  // the heaviest first
    int32_t edge_count;

    char* block;
    size_t block_size;
    impi_keyed *order, *scratch;
    int32_t* names;
    imp3i_cut_sample sample;
} choice;

static imp3i_dvec corner_of(const imp3i_piece* p, int32_t i)
{
    return imp3i_lattice_dvec(p->points.data[p->corners.data[i]]);
}

// Candidates

static void add_plane(choice* c, imp3i_dvec normal, imp3i_dvec through)
{
    double most = fabs(normal.x);
    most = fabs(normal.y) > most ? fabs(normal.y) : most;
    most = fabs(normal.z) > most ? fabs(normal.z) : most;
    if (!(most > 0.0) || c->plane_count == CHOICE_PLANES)
    {
        return;
    }
    imp3i_dvec unit = imp3i_dscale(normal, 1.0 / sqrt(imp3i_ddot(normal, normal)));
    for (int32_t k = 0; k < c->plane_count; ++k)
    {
        const imp3i_lattice_plane* p = &c->planes[k];
        double along = imp3i_ddot(unit, c->units[k]);
        imp3i_dvec n = {(double)p->normal[0], (double)p->normal[1], (double)p->normal[2]};
        double away = (imp3i_ddot(n, through) - (double)p->offset) / sqrt(imp3i_ddot(n, n));
        if (fabs(along) > SAME_NORMAL && fabs(away) < SAME_OFFSET * c->size)
        {
            return;
        }
    }
    imp3i_lattice_plane* p = &c->planes[c->plane_count];
    c->units[c->plane_count++] = unit;
    double scale = NORMAL_SIZE / most;
    p->normal[0] = imp3i_whole_below(normal.x * scale + 0.5);
    p->normal[1] = imp3i_whole_below(normal.y * scale + 0.5);
    p->normal[2] = imp3i_whole_below(normal.z * scale + 0.5);
    imp3i_dvec n = {(double)p->normal[0], (double)p->normal[1], (double)p->normal[2]};
    p->offset = imp3i_whole_below(imp3i_ddot(n, through) + 0.5);
}

static imp3i_dvec axis_of(int axis)
{
    const imp3i_dvec r = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    return r;
}

static void add_axes_through(choice* c, imp3i_dvec point)
{
    for (int axis = 0; axis < 3; ++axis)
    {
        add_plane(c, axis_of(axis), point);
    }
}

static void add_slices(choice* c, imp3i_dvec axis)
{
    double low = INFINITY, high = -INFINITY;
    for (int32_t k = 0; k < c->sample.point_count; ++k)
    {
        double at = imp3i_ddot(imp3i_lattice_dvec(c->sample.points[k]), axis);
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    double middle = imp3i_ddot(c->middle, axis);
    for (int k = 1; k <= CHOICE_SLICES; ++k)
    {
        double at = low + (high - low) * k / (CHOICE_SLICES + 1);
        add_plane(c, axis, imp3i_dadd_scaled(c->middle, axis, at - middle));
    }
}

/// The principal axes of the sampled points.
static void add_principal_slices(choice* c)
{
    double a[3][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, v[3][3];
    imp3i_dvec mean = imp3i_dvec_none();
    for (int32_t k = 0; k < c->sample.point_count; ++k)
    {
        mean = imp3i_dadd(mean, imp3i_lattice_dvec(c->sample.points[k]));
    }
    mean = imp3i_ddivide(mean, (double)c->sample.point_count);
    for (int32_t k = 0; k < c->sample.point_count; ++k)
    {
        imp3i_dvec d = imp3i_dsub(imp3i_lattice_dvec(c->sample.points[k]), mean);
        const double at[3] = {d.x, d.y, d.z};
        for (int i = 0; i < 3; ++i)
        {
            for (int j = 0; j < 3; ++j)
            {
                a[i][j] += at[i] * at[j];
            }
        }
    }
    imp3i_principal_axes(a, v);
    for (int k = 0; k < 3; ++k)
    {
        const imp3i_dvec axis = {v[0][k], v[1][k], v[2][k]};
        add_slices(c, axis);
    }
}

static void keep_edge(choice* c, const concave_edge* e)
{
    int32_t k = c->edge_count < CHOICE_EDGES ? c->edge_count++ : CHOICE_EDGES - 1;
    if (k == CHOICE_EDGES - 1 && c->edge_count == CHOICE_EDGES && c->edges[k].weight >= e->weight)
    {
        return;
    }
    for (; k > 0 && c->edges[k - 1].weight < e->weight; --k)
    {
        c->edges[k] = c->edges[k - 1];
    }
    c->edges[k] = *e;
}

/// Weighs the edge between two triangles, from corner i of the first to the next, and from corner j of the second back.
static void weigh_edge(choice* c, int32_t i, int32_t j)
{
    const imp3i_piece* p = c->piece;
    concave_edge e;
    e.a = corner_of(p, i);
    e.b = corner_of(p, i % 3 == 2 ? i - 2 : i + 1);
    imp3i_dvec to = imp3i_dsub(e.b, e.a);
    imp3i_dvec one = imp3i_dsub(corner_of(p, i % 3 == 0 ? i + 2 : i - 1), e.a);
    imp3i_dvec two = imp3i_dsub(corner_of(p, j % 3 == 0 ? j + 2 : j - 1), e.a);
    e.normal[0] = imp3i_dcross(to, one);
    e.normal[1] = imp3i_dcross(two, to);
    double lengths = sqrt(imp3i_ddot(e.normal[0], e.normal[0]) * imp3i_ddot(e.normal[1], e.normal[1]));
    double height = imp3i_ddot(e.normal[0], two);
    if (!(lengths > 0.0) || !(height > 0.0))
    {
        return;
    }
    double cosine = imp3i_ddot(e.normal[0], e.normal[1]) / lengths;
    double bend = 1.0 - cosine;
    e.weight = sqrt(imp3i_ddot(to, to)) * sqrt(bend > 0.0 ? bend : 0.0);
    for (int k = 0; k < 2; ++k)
    {
        e.normal[k] = imp3i_dscale(e.normal[k], 1.0 / sqrt(imp3i_ddot(e.normal[k], e.normal[k])));
    }
    keep_edge(c, &e);
}

/// How deep a point is below the hull.
static double depth_in_hull(const imp3i_hull* h, imp3i_dvec at)
{
    double least = INFINITY;
    for (int32_t k = 0; k < h->face_count; ++k)
    {
        double below = (double)h->plane[k] - (double)h->normal_x[k] * at.x - (double)h->normal_y[k] * at.y -
                       (double)h->normal_z[k] * at.z;
        least = below < least ? below : least;
    }
    return least;
}

static void find_concave_edges(choice* c)
{
    const imp3i_piece* p = c->piece;
    int32_t count = p->corners.count;
    for (int32_t i = 0; i < count; ++i)
    {
        uint32_t a = (uint32_t)p->corners.data[i], b = (uint32_t)p->corners.data[i % 3 == 2 ? i - 2 : i + 1];
        c->order[i].key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
        c->order[i].value = i;
    }
    impi_sort(c->order, c->scratch, count);
    for (int32_t i = 0; i + 1 < count; ++i)
    {
        int32_t one = c->order[i].value, two = c->order[i + 1].value;
        if (c->order[i].key == c->order[i + 1].key && p->corners.data[one] != p->corners.data[two])
        {
            weigh_edge(c, one, two);
            i += 1;
        }
    }
    // Those that are far below the hull count most.
    const imp3i_hull* hull = (const imp3i_hull*)p->hull.block;
    concave_edge edges[CHOICE_EDGES];
    int32_t kept = c->edge_count;
    memcpy(edges, c->edges, sizeof edges);
    c->edge_count = 0;
    for (int32_t k = 0; k < kept; ++k)
    {
        edges[k].weight *= depth_in_hull(hull, imp3i_dscale(imp3i_dadd(edges[k].a, edges[k].b), 0.5));
        keep_edge(c, &edges[k]);
    }
}

static void add_edges(choice* c)
{
    int32_t before, used = 0;
    for (int32_t k = 0; k < c->edge_count && used < CHOICE_DEEP; ++k)
    {
        const concave_edge* e = &c->edges[k];
        before = c->plane_count;
        add_plane(c, e->normal[0], e->a);
        add_plane(c, e->normal[1], e->a);
        add_plane(c, imp3i_dsub(e->normal[0], e->normal[1]), e->a);
        add_axes_through(c, e->a);
        add_axes_through(c, e->b);
        used += c->plane_count > before;
    }
}

// The sample

static void lay_out_choice(choice* c, impi_layout* l, int32_t most)
{
    const imp3i_piece* p = c->piece;
    size_t corners = (size_t)p->corners.count, points = (size_t)p->points.count;
    c->order = (impi_keyed*)impi_take(l, corners, sizeof *c->order);
    c->scratch = (impi_keyed*)impi_take(l, corners, sizeof *c->scratch);
    c->names = (int32_t*)impi_take(l, points, sizeof *c->names);
    c->sample.points = (imp3i_lattice_point*)impi_take(l, (size_t)most, sizeof *c->sample.points);
    c->sample.ends = (int32_t*)impi_take(l, 2 * (size_t)most, sizeof *c->sample.ends);
    c->sample.clouds[0] = (imp3_vec*)impi_take(l, 2 * (size_t)most, sizeof **c->sample.clouds);
    c->sample.clouds[1] = (imp3_vec*)impi_take(l, 2 * (size_t)most, sizeof **c->sample.clouds);
}

static void take_sample(choice* c)
{
    const imp3i_piece* p = c->piece;
    int32_t stride = (p->corners.count / 3 + SAMPLE_TRIANGLES - 1) / SAMPLE_TRIANGLES;
    const imp3i_hull* hull = (const imp3i_hull*)p->hull.block;
    memset(c->names, 0xff, (size_t)p->points.count * sizeof *c->names);
    c->sample.point_count = c->sample.end_count = 0;
    for (int32_t i = 0; i < p->corners.count; i += 3 * stride)
    {
        for (int k = 0; k < 3; ++k)
        {
            int32_t point = p->corners.data[i + k];
            if (c->names[point] < 0)
            {
                c->names[point] = c->sample.point_count;
                c->sample.points[c->sample.point_count++] = p->points.data[point];
            }
        }
        for (int k = 0; k < 3; ++k)
        {
            int32_t a = p->corners.data[i + k], b = p->corners.data[i + (k + 1) % 3];
            if (stride > 1 || a < b)
            {
                c->sample.ends[c->sample.end_count++] = c->names[a];
                c->sample.ends[c->sample.end_count++] = c->names[b];
            }
        }
    }
    for (int32_t k = 0; k < hull->vertex_count && stride > 1; ++k)
    {
        const imp3i_lattice_point at = {{(int32_t)hull->x[k], (int32_t)hull->y[k], (int32_t)hull->z[k]}};
        c->sample.points[c->sample.point_count++] = at;
    }
    c->sample.lower = imp3i_dvec_all(INFINITY);
    c->sample.upper = imp3i_dvec_all(-INFINITY);
    for (int32_t k = 0; k < c->sample.point_count; ++k)
    {
        imp3i_dvec at = imp3i_lattice_dvec(c->sample.points[k]);
        c->sample.lower.x = at.x < c->sample.lower.x ? at.x : c->sample.lower.x;
        c->sample.lower.y = at.y < c->sample.lower.y ? at.y : c->sample.lower.y;
        c->sample.lower.z = at.z < c->sample.lower.z ? at.z : c->sample.lower.z;
        c->sample.upper.x = at.x > c->sample.upper.x ? at.x : c->sample.upper.x;
        c->sample.upper.y = at.y > c->sample.upper.y ? at.y : c->sample.upper.y;
        c->sample.upper.z = at.z > c->sample.upper.z ? at.z : c->sample.upper.z;
    }
    imp3i_dvec extent = imp3i_dsub(c->sample.upper, c->sample.lower);
    c->middle = imp3i_dscale(imp3i_dadd(c->sample.upper, c->sample.lower), 0.5);
    c->size = extent.x > extent.y ? extent.x : extent.y;
    c->size = extent.z > c->size ? extent.z : c->size;
}

imp_status imp3i_piece_choose(const imp3i_piece* p, const imp3i_witnesses* witnesses, const imp_allocator* allocator,
                              imp3i_lattice_plane* out, int32_t* count)
{
    impi_layout l = {NULL, 0};
    choice c;
    memset(&c, 0, sizeof c);
    c.piece = p;
    c.sample.witnesses = witnesses;
    c.sample.allocator = allocator;
    int32_t sampled = p->corners.count < 6 * SAMPLE_TRIANGLES ? p->corners.count : 6 * SAMPLE_TRIANGLES;
    int32_t most = sampled + ((const imp3i_hull*)p->hull.block)->vertex_count;
    lay_out_choice(&c, &l, most);
    c.block_size = l.size;
    l.base = c.block = (char*)impi_alloc_resize(allocator, NULL, 0, l.size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_choice(&c, &l, most);
    take_sample(&c);
    find_concave_edges(&c);
    add_edges(&c);
    add_axes_through(&c, p->bulge.at);
    for (int axis = 0; axis < 3; ++axis)
    {
        add_slices(&c, axis_of(axis));
    }
    add_principal_slices(&c);
    int32_t found = c.plane_count;
    imp_status status = imp3i_planes_judge(&c.sample, *count, c.planes, &found);
    memcpy(out, c.planes, (size_t)found * sizeof *out);
    *count = found;
    impi_alloc_free(allocator, c.block, c.block_size, 1);
    return status;
}
