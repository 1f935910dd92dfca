// SPDX-License-Identifier: MIT
//
// Any list of points as a hull in space. What comes out is a closed surface whose vertices were given; counts add up; no
// point is outside; and neither the order of the points nor doubling them changes a bit of it.

#include <math.h>

#include "bytes.h"
#include "shape/shape3.h"

enum
{
    POINTS_MAX = 64
};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static imp3_vec points[2 * POINTS_MAX];
static int32_t count;

static void explain(void)
{
    for (int32_t i = 0; i < count; ++i)
    {
        printf("  {%a, %a, %a},\n", (double)points[i].x, (double)points[i].y, (double)points[i].z);
    }
}

static imp3_vec next_vec3(bytes* in)
{
    imp3_vec v;
    v.x = next_number(in);
    v.y = next_number(in);
    v.z = next_number(in);
    return v;
}

// Corners of a turned box, and points between them, a few ulp off: faces that are nearly flat.
static imp3_vec near_box(bytes* in)
{
    uint8_t at = next_byte(in), off = next_byte(in);
    float u = at & 1 ? 1.0f : -1.0f, v = at & 2 ? 1.0f : -1.0f, w = at & 4 ? 1.0f : -1.0f;
    u = at & 8 ? (float)(at >> 4) / 16.0f : u;
    const imp3_vec r = {(0.36f * u - 0.8f * v + 0.48f * w) * (1.0f + (float)(off & 3) * 0x1p-23f),
                        (0.48f * u + 0.6f * v + 0.64f * w) * (1.0f + (float)(off >> 2 & 3) * 0x1p-23f),
                        (-0.8f * u + 0.6f * w) * (1.0f + (float)(off >> 4 & 3) * 0x1p-23f)};
    return r;
}

static bool same_vec(imp3_vec a, imp3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void check_vertices(const imp3_shape* s)
{
    for (int32_t v = 0; v < s->count; ++v)
    {
        imp3i_dvec at = imp3i_vertex(s, v);
        bool given = false;
        for (int32_t i = 0; i < count; ++i)
        {
            given = given || same_vec(points[i], imp3i_vec_of(at));
        }
        MUST(given);
        MUST(sqrt(imp3i_ddot(at, at)) <= (double)s->reach);
    }
}

static void check_faces(const imp3i_hull* h)
{
    double extent = 0.0, far = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        imp3i_dvec p = imp3i_dvec_of(points[i]);
        double off = imp3i_dnorm1(imp3i_dsub(p, imp3i_dvec_of(points[0])));
        extent = off > extent ? off : extent;
        far = imp3i_dnorm1(p) > far ? imp3i_dnorm1(p) : far;
    }
    MUST(h->vertex_count - h->edge_count + h->face_count == 2 && h->starts[h->face_count] == 2 * h->edge_count);
    MUST(isfinite(h->slack) && isfinite(h->inner) && h->inner >= 0.0f);
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        MUST(h->starts[f + 1] - h->starts[f] >= 3);
        const imp3i_dvec n = {h->normal_x[f], h->normal_y[f], h->normal_z[f]};
        for (int32_t i = 0; i < count; ++i)
        {
            double height = imp3i_ddot(n, imp3i_dvec_of(points[i])) - h->plane[f];
            MUST(height <= (double)h->slack + 0x1p-19 * extent + 0x1p-22 * far);
        }
    }
    for (int32_t v = 0; v < h->vertex_count; ++v)
    {
        MUST(h->links[v + 1] - h->links[v] >= h->dimension);
    }
    for (int32_t e = 0; e < h->edge_count; ++e)
    {
        const imp3i_edge* edge = &h->edges[e];
        MUST(edge->left != edge->right && edge->right >= 0 && edge->right < h->face_count);
    }
}

static void same_shape(const imp3_shape* a, const imp3_shape* b)
{
    MUST(a->kind == b->kind && a->count == b->count && a->reach == b->reach && same_vec(a->a, b->a));
    const imp3i_hull *g = imp3i_hull_of(a), *h = imp3i_hull_of(b);
    if (!g)
    {
        return;
    }
    MUST(g->edge_count == h->edge_count && g->face_count == h->face_count && g->slack == h->slack);
    MUST(memcmp(g->x, h->x, (size_t)g->vertex_count * sizeof(float)) == 0);
    MUST(memcmp(g->plane, h->plane, (size_t)g->face_count * sizeof(float)) == 0);
    MUST(memcmp(g->corners, h->corners, 2 * (size_t)g->edge_count * sizeof(int32_t)) == 0);
    MUST(memcmp(g->edges, h->edges, (size_t)g->edge_count * sizeof(imp3i_edge)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bytes in = {data, data + size};
    uint8_t how = next_byte(&in);
    count = 0;
    while (in.at < in.end && count < POINTS_MAX)
    {
        points[count++] = how & 1 ? near_box(&in) : next_vec3(&in);
    }
    imp3_shape shape, again;
    imp3_hull_report report, report_again;
    imp_status status = imp3_hull_make(points, count, 0.0f, NULL, &shape, &report);
    MUST(imp3_hull_make(points, count, 0.0f, NULL, NULL, &report_again) == status);
    if (status)
    {
        MUST(imp_status_fault(status) == IMP_ERR_COUNT && count == 0);
        return 0;
    }
    MUST(memcmp(&report, &report_again, sizeof report) == 0);
    MUST(report.welded >= 0 && report.inside >= 0 && report.merged >= 0);
    MUST(report.welded + report.inside + shape.count == count);
    check_vertices(&shape);
    if (shape.block)
    {
        check_faces(imp3i_hull_of(&shape));
    }

    // The other way round, begun elsewhere, and all of it twice.
    int32_t n = count;
    imp3_vec turned[POINTS_MAX];
    for (int32_t i = 0; i < n; ++i)
    {
        turned[i] = points[(2 * n - 1 - i + how) % n];
    }
    MUST(imp3_hull_make(turned, n, 0.0f, NULL, &again, &report_again) == IMP_OK);
    MUST(memcmp(&report, &report_again, sizeof report) == 0);
    same_shape(&shape, &again);
    imp3_shape_free(&again);
    memcpy(points + n, turned, (size_t)n * sizeof *turned);
    count = 2 * n;
    MUST(imp3_hull_make(points, count, 0.0f, NULL, &again, &report_again) == IMP_OK);
    MUST(report_again.welded == 2 * report.welded + shape.count && report_again.inside == 2 * report.inside);
    same_shape(&shape, &again);
    imp3_shape_free(&again);
    imp3_shape_free(&shape);
    return 0;
}
