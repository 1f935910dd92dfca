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
#include "../shape/quickhull3.h"

#include <math.h>
#include <string.h>

enum
{
    SAMPLE_TRIANGLES = 400,
    CHOICE_SLICES = 7,    // along each axis
    CHOICE_EDGES = 64,    // concave edges that are held against each other
    CHOICE_DEEP = 12,     // of them that give planes
    CHOICE_PLANES = 160,  // most planes
    CHOICE_COARSE = 4,    // one of so many points of the sample judges all planes
    CHOICE_FINE = 24      // of the best, which all of the sample judges
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
    const imp3i_witnesses* witnesses;
    const imp_allocator* allocator;
    imp3i_dvec lower, upper, middle;
    double size;
    imp3i_lattice_plane planes[CHOICE_PLANES];
    imp3i_dvec units[CHOICE_PLANES];  // their normals
    int32_t plane_count;
    concave_edge edges[CHOICE_EDGES];  // the heaviest first
    int32_t edge_count;

    // The sample: points, edges between them, and room for the clouds of both sides.
    char* block;
    size_t block_size;
    impi_keyed *order, *scratch;
    int32_t* names;
    imp3i_lattice_point* points;
    int32_t* ends;  // two for each edge
    imp3_vec* clouds[2];
    int32_t point_count, end_count;
} choice;

static imp3i_dvec corner_of(const imp3i_piece* p, int32_t i)
{
    return imp3i_lattice_dvec(p->points.data[p->corners.data[i]]);
}

/// Whether a hull has one of some points.
static bool has_witness(const imp3i_hull_cloud* cloud, const imp3i_witnesses* witnesses)
{
    for (int32_t i = 0; i < witnesses->count; ++i)
    {
        imp3i_dvec at = imp3i_dscale(imp3i_dsub(witnesses->at[i], cloud->middle), cloud->scale);
        bool inside = true;
        for (int32_t k = 0; k < cloud->triangles.count && inside; ++k)
        {
            const imp3i_triangle* t = &cloud->triangles.data[k];
            inside = t->mark == IMP3I_TRIANGLE_FREE ||
                     (double)t->x * at.x + (double)t->y * at.y + (double)t->z * at.z <= (double)t->plane;
        }
        if (inside)
        {
            return true;
        }
    }
    return false;
}

/// The volume of the hull of a cloud, infinite of one that has a witness; 0 of a flat one.
static imp_status volume_without(const imp3_vec* points, int32_t count, const imp3i_witnesses* witnesses,
                                 const imp_allocator* allocator, double* out)
{
    imp3i_hull_cloud cloud;
    *out = 0.0;
    if (count < 4)
    {
        return IMP_OK;
    }
    imp_status status = imp3i_cloud_survey(&cloud, points, count, allocator);
    if (!status && cloud.dimension == 3)
    {
        status = imp3i_cloud_hull(&cloud);
        for (int32_t k = 0; k < cloud.triangles.count && !status; ++k)
        {
            const imp3i_triangle* t = &cloud.triangles.data[k];
            if (t->mark != IMP3I_TRIANGLE_FREE)
            {
                imp3i_dvec from = imp3i_dvec_of(points[0]);
                imp3i_dvec a = imp3i_dsub(imp3i_dvec_of(points[t->corner[0]]), from);
                imp3i_dvec b = imp3i_dsub(imp3i_dvec_of(points[t->corner[1]]), from);
                imp3i_dvec c = imp3i_dsub(imp3i_dvec_of(points[t->corner[2]]), from);
                *out += imp3i_ddot(a, imp3i_dcross(b, c)) / 6.0;
            }
        }
        *out = !status && witnesses && has_witness(&cloud, witnesses) ? INFINITY : *out;
    }
    imp3i_cloud_end(&cloud);
    return status;
}

imp_status imp3i_hull_volume_of(const imp3_vec* points, int32_t count, const imp_allocator* allocator, double* out)
{
    return volume_without(points, count, NULL, allocator, out);
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
    for (int32_t k = 0; k < c->point_count; ++k)
    {
        double at = imp3i_ddot(imp3i_lattice_dvec(c->points[k]), axis);
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
    for (int32_t k = 0; k < c->point_count; ++k)
    {
        mean = imp3i_dadd(mean, imp3i_lattice_dvec(c->points[k]));
    }
    mean = imp3i_ddivide(mean, (double)c->point_count);
    for (int32_t k = 0; k < c->point_count; ++k)
    {
        imp3i_dvec d = imp3i_dsub(imp3i_lattice_dvec(c->points[k]), mean);
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
    c->points = (imp3i_lattice_point*)impi_take(l, (size_t)most, sizeof *c->points);
    c->ends = (int32_t*)impi_take(l, 2 * (size_t)most, sizeof *c->ends);
    c->clouds[0] = (imp3_vec*)impi_take(l, 2 * (size_t)most, sizeof **c->clouds);
    c->clouds[1] = (imp3_vec*)impi_take(l, 2 * (size_t)most, sizeof **c->clouds);
}

static void take_sample(choice* c)
{
    const imp3i_piece* p = c->piece;
    int32_t stride = (p->corners.count / 3 + SAMPLE_TRIANGLES - 1) / SAMPLE_TRIANGLES;
    const imp3i_hull* hull = (const imp3i_hull*)p->hull.block;
    memset(c->names, 0xff, (size_t)p->points.count * sizeof *c->names);
    c->point_count = c->end_count = 0;
    for (int32_t i = 0; i < p->corners.count; i += 3 * stride)
    {
        for (int k = 0; k < 3; ++k)
        {
            int32_t point = p->corners.data[i + k];
            if (c->names[point] < 0)
            {
                c->names[point] = c->point_count;
                c->points[c->point_count++] = p->points.data[point];
            }
        }
        for (int k = 0; k < 3; ++k)
        {
            int32_t a = p->corners.data[i + k], b = p->corners.data[i + (k + 1) % 3];
            if (stride > 1 || a < b)
            {
                c->ends[c->end_count++] = c->names[a];
                c->ends[c->end_count++] = c->names[b];
            }
        }
    }
    for (int32_t k = 0; k < hull->vertex_count && stride > 1; ++k)
    {
        const imp3i_lattice_point at = {{(int32_t)hull->x[k], (int32_t)hull->y[k], (int32_t)hull->z[k]}};
        c->points[c->point_count++] = at;
    }
    c->lower = imp3i_dvec_all(INFINITY);
    c->upper = imp3i_dvec_all(-INFINITY);
    for (int32_t k = 0; k < c->point_count; ++k)
    {
        imp3i_dvec at = imp3i_lattice_dvec(c->points[k]);
        c->lower.x = at.x < c->lower.x ? at.x : c->lower.x;
        c->lower.y = at.y < c->lower.y ? at.y : c->lower.y;
        c->lower.z = at.z < c->lower.z ? at.z : c->lower.z;
        c->upper.x = at.x > c->upper.x ? at.x : c->upper.x;
        c->upper.y = at.y > c->upper.y ? at.y : c->upper.y;
        c->upper.z = at.z > c->upper.z ? at.z : c->upper.z;
    }
    imp3i_dvec extent = imp3i_dsub(c->upper, c->lower);
    c->middle = imp3i_dscale(imp3i_dadd(c->upper, c->lower), 0.5);
    c->size = extent.x > extent.y ? extent.x : extent.y;
    c->size = extent.z > c->size ? extent.z : c->size;
}

/// The volumes of the hulls of both sides by one of `stride` points and edges; infinite when one side is empty, or has a
/// witness.
static imp_status judge_plane(choice* c, const imp3i_lattice_plane* plane, int32_t stride, double* out)
{
    double band = (double)imp3i_plane_band(plane);
    int32_t counts[2] = {0, 0}, strict[2] = {0, 0};
    for (int32_t k = 0; k < c->point_count; k += stride)
    {
        double height = (double)imp3i_plane_side(plane, c->points[k]);
        for (int side = 0; side < 2; ++side)
        {
            double above = side == 0 ? height : -height;
            strict[side] += above > band;
            if (above >= -band)
            {
                c->clouds[side][counts[side]++] = imp3i_vec_of(imp3i_lattice_dvec(c->points[k]));
            }
        }
    }
    *out = INFINITY;
    if (strict[0] == 0 || strict[1] == 0)
    {
        return IMP_OK;
    }
    for (int32_t k = 0; k < c->end_count; k += 2 * stride)
    {
        double from = (double)imp3i_plane_side(plane, c->points[c->ends[k]]);
        double to = (double)imp3i_plane_side(plane, c->points[c->ends[k + 1]]);
        if ((from > band && to < -band) || (from < -band && to > band))
        {
            imp3i_dvec a = imp3i_lattice_dvec(c->points[c->ends[k]]), b = imp3i_lattice_dvec(c->points[c->ends[k + 1]]);
            imp3_vec at = imp3i_vec_of(imp3i_dadd_scaled(a, imp3i_dsub(b, a), from / (from - to)));
            c->clouds[0][counts[0]++] = at;
            c->clouds[1][counts[1]++] = at;
        }
    }
    double above, below = 0.0;
    imp_status status = volume_without(c->clouds[0], counts[0], c->witnesses, c->allocator, &above);
    if (!status && above < INFINITY)
    {
        status = volume_without(c->clouds[1], counts[1], c->witnesses, c->allocator, &below);
    }
    if (!status && above > 0.0 && below > 0.0)
    {
        *out = above + below;
    }
    return status;
}

/// Judges planes, and sorts the best `most` of them to the front. Returns how many there are in *count.
static imp_status judge_planes(choice* c, int32_t stride, int32_t most, int32_t* count)
{
    imp3i_lattice_plane planes[CHOICE_PLANES];
    double volumes[CHOICE_PLANES];
    int32_t found = 0;
    imp_status status = IMP_OK;
    for (int32_t k = 0; k < *count && !status; ++k)
    {
        double volume;
        status = judge_plane(c, &c->planes[k], stride, &volume);
        if (status || !(volume < INFINITY) || (found == most && volume >= volumes[found - 1]))
        {
            continue;
        }
        found += found < most;
        int32_t at = found - 1;
        for (; at > 0 && volume < volumes[at - 1]; --at)
        {
            volumes[at] = volumes[at - 1];
            planes[at] = planes[at - 1];
        }
        volumes[at] = volume;
        planes[at] = c->planes[k];
    }
    memcpy(c->planes, planes, (size_t)found * sizeof *planes);
    *count = found;
    return status;
}

imp_status imp3i_piece_choose(const imp3i_piece* p, const imp3i_witnesses* witnesses, const imp_allocator* allocator,
                              imp3i_lattice_plane* out, int32_t* count)
{
    impi_layout l = {NULL, 0};
    choice c;
    memset(&c, 0, sizeof c);
    c.piece = p;
    c.witnesses = witnesses;
    c.allocator = allocator;
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
    bool large = c.point_count > SAMPLE_TRIANGLES;
    int32_t asked = *count < CHOICE_FINE ? *count : CHOICE_FINE, found = c.plane_count;
    imp_status status = large ? judge_planes(&c, CHOICE_COARSE, CHOICE_FINE, &found) : IMP_OK;
    status = status ? status : judge_planes(&c, 1, asked, &found);
    memcpy(out, c.planes, (size_t)found * sizeof *out);
    *count = found;
    impi_alloc_free(allocator, c.block, c.block_size, 1);
    return status;
}
