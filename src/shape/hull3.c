// SPDX-License-Identifier: MIT
//
// Convex hulls from points. Each step decides exactly, and hands on what is certainly a convex polytope:
//
//   points -> box, dimension -> triangles (quickhull3.c) -> faces (hull_faces3.c) -> one block (here, hull_block3.c)
//                           \-> flat: an outline (hull_flat3.c);  line: a capsule;  one place: a sphere
//
// Vertices are in the order of x, then y, then z; faces in that of their first two corners, edges as faces need them. So
// the same set of points gives the same hull, in whatever order they came.

#include "hull_block3.h"
#include "hull_faces3.h"
#include "shape3.h"

#include "../base/alloc.h"
#include "../math/round.h"
#include "../math/vec3.h"

#include <math.h>
#include <string.h>

// ---- a solid hull --------------------------------------------------------------------------------------------------

/// The half-edge with which the side that begins at h ends: corners that were left out lie between.
static int32_t last_of_side(const imp3i_surface* s, int32_t h)
{
    while (s->name[s->corner[imp3i_next_side(h)]] < 0)
    {
        h = imp3i_next_border(s, h);
    }
    return h;
}

static void fill_faces(imp3i_hull* h, const imp3i_surface* s)
{
    int32_t corners = 0, edges = 0;
    memset(s->border, 0xff, 3 * (size_t)s->triangles * sizeof *s->border);
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        int32_t start = s->keys[f].value, at = start;
        h->starts[f] = corners;
        do
        {
            int32_t next = imp3i_next_corner(s, at), known = s->border[at];
            h->corners[corners] = s->name[s->corner[at]];
            if (known >= 0)
            {
                h->edges[known].right = f;
            }
            else
            {
                const imp3i_edge edge = {s->name[s->corner[at]], s->name[s->corner[next]], f, -1};
                h->edges[edges] = edge;
                s->border[s->twin[last_of_side(s, at)]] = edges;
            }
            h->sides[corners++] = known >= 0 ? -1 - known : edges++;
            at = next;
        } while (at != start);
    }
    h->starts[h->face_count] = corners;
}

/// How far vertices are above faces that are not exact.
static void measure_slack(imp3i_hull* h, const imp3i_surface* s)
{
    for (int32_t f = 0; f < h->face_count && s->flattened; ++f)
    {
        int32_t start = s->keys[f].value;
        if (s->flat.cells[s->group[start / 3]] > 1)
        {
            const imp3i_dvec n = {h->normal_x[f], h->normal_y[f], h->normal_z[f]};
            double above = imp3i_surface_climb(s, start, n) - h->plane[f];
            h->slack = above > h->slack ? impi_round_up(above) : h->slack;
        }
    }
}

static imp3i_hull* make_solid(const imp3i_surface* s)
{
    imp3i_hull* h = imp3i_hull_allocate(s->cloud->allocator, s->kept, s->corners / 2, s->groups, 3);
    if (!h)
    {
        return NULL;
    }
    for (int32_t v = 0; v < s->vertices; ++v)
    {
        if (s->name[v] >= 0)
        {
            imp3i_hull_set_vertex(h, s->name[v], s->place[v]);
        }
    }
    imp3i_surface_sort(s);
    fill_faces(h, s);
    imp3i_hull_link(h);
    imp3i_dvec size = imp3i_dsub(imp3i_dvec_of(s->cloud->upper), imp3i_dvec_of(s->cloud->lower));
    imp3i_hull_set_planes(h, sqrt(imp3i_ddot(size, size)) * (1.0 + 0x1p-50));
    measure_slack(h, s);
    imp3i_hull_measure_bend(h);
    imp3i_hull_fill_lanes(h);
    imp3i_hull_inscribe(h);
    return h;
}

// ---- the door ------------------------------------------------------------------------------------------------------

/// How many points are the same as a vertex, of those that lie in the plane of some triangle.
static int32_t count_welded(const imp3i_surface* s)
{
    const imp3i_hull_cloud* c = s->cloud;
    int32_t welded = 0;
    for (int32_t i = 0; i < c->count; ++i)
    {
        if (c->on[i])
        {
            int32_t v = imp3i_surface_find(s, c->points[i]);
            welded += v >= 0 && s->name[v] >= 0 && s->point[v] != i;
        }
    }
    return welded;
}

/// The hull of a cloud with volume.
static imp3i_hull* make_hull(imp3i_hull_cloud* cloud, int32_t* welded)
{
    imp3i_hull* hull = NULL;
    imp3i_surface surface;
    memset(&surface, 0, sizeof surface);
    if (!imp3i_cloud_hull(cloud) && !imp3i_surface_make(&surface, cloud))
    {
        imp3i_surface_join(&surface);
        *welded = count_welded(&surface);
        hull = make_solid(&surface);
    }
    imp3i_surface_end(&surface);
    return hull;
}

/// Points on one line, or in one place.
static void make_thin(const imp3i_hull_cloud* cloud, float radius, imp3_shape* out, imp3_hull_report* report)
{
    const imp3_vec *p = cloud->points, a = p[cloud->basis[0]], b = p[cloud->basis[1]];
    report->welded = -1 - cloud->dimension;
    for (int32_t i = 0; i < cloud->count; ++i)
    {
        report->welded += imp3i_vec_equal(p[i], a) || imp3i_vec_equal(p[i], b);
    }
    bool forward = a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z <= b.z;
    imp3_vec from = imp3i_vec_add_scaled(imp3i_vec_none(), forward ? a : b, 1.0f);  // -0 becomes 0
    imp3_vec to = imp3i_vec_add_scaled(imp3i_vec_none(), forward ? b : a, 1.0f);
    (void)(cloud->dimension == 1 ? imp3_capsule_make(from, to, radius, out) : imp3_sphere_make(from, radius, out));
}

void imp3i_hull_fill(const imp3i_hull* h, float radius, imp3_shape* out)
{
    imp3_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = IMP3_SHAPE_HULL;
    shape.count = h->vertex_count;
    shape.radius = radius;
    shape.turn = imp3_pose_identity().q;
    shape.a = h->center;
    shape.block = h;
    double reach = 0.0;
    for (int32_t i = 0; i < h->vertex_count; ++i)
    {
        imp3i_dvec v = imp3i_hull_vertex(h, i);
        double square = imp3i_ddot(v, v);
        reach = square > reach ? square : reach;
    }
    shape.reach = impi_round_up(sqrt(reach) * (1.0 + 0x1p-48));
    *out = shape;
}

/// The fault of the first point that has one, or 0.
static int32_t points_fault(const imp3_vec* points, int32_t count)
{
    uint32_t bad = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        bad |= impi_number_bad(points[i].x) | impi_number_bad(points[i].y) | impi_number_bad(points[i].z);
    }
    int32_t fault = 0;
    for (int32_t i = 0; i < count && bad >> 31 && !fault; ++i)
    {
        fault = imp3i_vec_fault(points[i]);
    }
    return fault;
}

/// Makes a shape of a surveyed cloud. IMP_OK or IMP_ERR_MEMORY.
static imp_status make_from_cloud(imp3i_hull_cloud* cloud, float radius, imp3_shape* out, imp3_hull_report* report)
{
    imp3_hull_report found = {0, 0, 0, cloud->dimension};
    int32_t corners = cloud->dimension + 1;
    if (cloud->dimension < 2)
    {
        make_thin(cloud, radius, out, &found);
    }
    else
    {
        imp3i_hull* h =
            cloud->dimension == 2 ? imp3i_hull_make_flat(cloud, &found.welded) : make_hull(cloud, &found.welded);
        if (!h)
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        corners = h->vertex_count;
        found.merged = cloud->dimension == 2 ? 0 : 2 * h->edge_count - 3 * h->face_count;
        if (out)
        {
            imp3i_hull_fill(h, radius, out);
        }
        else
        {
            impi_alloc_free(cloud->allocator, h, h->size, 1);
        }
    }
    found.inside = cloud->count - corners - found.welded;
    if (report)
    {
        *report = found;
    }
    return IMP_OK;
}

imp_status imp3_hull_make(const imp3_vec* points, int32_t count, float radius, const imp_allocator* allocator,
                          imp3_shape* out, imp3_hull_report* report)
{
    if (!points)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (count < 1 || count > IMP3_VERTEX_MAX)
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    int32_t fault = points_fault(points, count);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = impi_number_fault_negative(radius);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    if (!impi_alloc_valid(allocator))
    {
        return impi_error(IMP_ERR_NULL, 4);
    }
    imp3i_hull_cloud cloud;
    imp_status status = imp3i_cloud_survey(&cloud, points, count, allocator);
    if (!status)
    {
        status = make_from_cloud(&cloud, radius, out, report);
    }
    imp3i_cloud_end(&cloud);
    return status ? impi_error(IMP_ERR_MEMORY, 4) : IMP_OK;
}

imp_status imp3i_shape_copy(const imp3_shape* shape, const imp_allocator* allocator, imp3_shape* out)
{
    imp3_shape copy = *shape;
    if (copy.block)
    {
        copy.block = imp3i_hull_copy(imp3i_hull_of(shape), allocator);
        if (!copy.block)
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
    }
    *out = copy;
    return IMP_OK;
}
