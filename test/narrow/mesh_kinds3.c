// SPDX-License-Identifier: MIT
#include "narrow/mesh_kinds3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char* const mesh3_names[MESH3_KINDS] = {"cube", "ball",   "needle", "sheet", "twins",
                                              "soup", "single", "far",    "tiny",  "huge"};

static void open_source(mesh3_source* s, int points, int triangles)
{
    memset(s, 0, sizeof *s);
    s->points = (imp3_vec*)calloc((size_t)points, sizeof *s->points);
    s->corners = (int32_t*)calloc(3 * (size_t)triangles, sizeof *s->corners);
    assert_non_null(s->points);
    assert_non_null(s->corners);
    s->triangles.points = s->points;
    s->triangles.corners = s->corners;
}

void mesh3_free(mesh3_source* source)
{
    free(source->points);
    free(source->corners);
}

static void add_triangle(mesh3_source* s, int32_t a, int32_t b, int32_t c)
{
    int32_t* to = s->corners + 3 * (size_t)s->triangles.count++;
    to[0] = a;
    to[1] = b;
    to[2] = c;
}

/// A square of n by n cells from an origin, along u and v; triangles counter-clockwise from the side of u x v. Points are
/// not shared between squares: they are welded.
static void add_square(mesh3_source* s, int n, imp3_vec from, imp3_vec u, imp3_vec v)
{
    int32_t base = s->triangles.point_count;
    for (int j = 0; j <= n; ++j)
    {
        for (int i = 0; i <= n; ++i)
        {
            imp3_vec along =
                imp3_vec_add(imp3_vec_scale(u, (float)i / (float)n), imp3_vec_scale(v, (float)j / (float)n));
            s->points[s->triangles.point_count++] = imp3_vec_add(from, along);
        }
    }
    for (int j = 0; j < n; ++j)
    {
        for (int i = 0; i < n; ++i)
        {
            int32_t a = base + j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            add_triangle(s, a, b, d);
            add_triangle(s, a, d, c);
        }
    }
}

static void make_cube(mesh3_source* s)
{
    const int n = 4;
    const imp3_vec x = {1.0f, 0.0f, 0.0f}, y = {0.0f, 1.0f, 0.0f}, z = {0.0f, 0.0f, 1.0f};
    const imp3_vec low = {-0.5f, -0.5f, -0.5f};
    open_source(s, 6 * (n + 1) * (n + 1), 12 * n * n);
    add_square(s, n, low, y, x);
    add_square(s, n, low, z, y);
    add_square(s, n, low, x, z);
    add_square(s, n, imp3_vec_add(low, z), x, y);
    add_square(s, n, imp3_vec_add(low, x), y, z);
    add_square(s, n, imp3_vec_add(low, y), z, x);
}

void mesh3_make_ball(test_rng* rng, int parts, float bumps, mesh3_source* out)
{
    // Each side of the octahedron is a triangle of points i, j, k with i + j + k = parts; corners are shared by welding.
    open_source(out, 4 * (parts + 1) * (parts + 2), 8 * parts * parts);
    float phase = (float)test_rng_unit(rng);
    for (int side = 0; side < 8; ++side)
    {
        float sx = side & 1 ? -1.0f : 1.0f, sy = side & 2 ? -1.0f : 1.0f, sz = side & 4 ? -1.0f : 1.0f;
        bool turned = sx * sy * sz < 0.0f;
        int32_t base = out->triangles.point_count;
        for (int j = 0; j <= parts; ++j)
        {
            for (int i = 0; i + j <= parts; ++i)
            {
                imp3_vec p = {sx * (float)i, sy * (float)j, sz * (float)(parts - i - j)};
                float far = sqrtf(imp3_vec_dot(p, p)),
                      wave = p.x / far * 3.0f + p.y / far * 5.0f + p.z / far * 7.0f + phase;
                float radius = 1.0f + bumps * (wave - floorf(wave + 0.5f)) * (wave - floorf(wave + 0.5f));
                out->points[out->triangles.point_count++] = imp3_vec_scale(p, radius / far);
            }
        }
        for (int j = 0, row = base; j < parts; row += parts + 1 - j, ++j)
        {
            for (int i = 0; i + j < parts; ++i)
            {
                int32_t a = row + i, b = a + 1, c = a + parts + 1 - j, d = c + 1;
                add_triangle(out, a, turned ? c : b, turned ? b : c);
                if (i + j + 1 < parts)
                {
                    add_triangle(out, b, turned ? c : d, turned ? d : c);
                }
            }
        }
    }
}

static void make_twins(test_rng* rng, mesh3_source* s)
{
    const int n = 7;
    const imp3_vec from = {-1.0f, -1.0f, 0.0f}, u = {2.0f, 0.0f, 0.0f}, v = {0.0f, 2.0f, 0.0f};
    open_source(s, (n + 1) * (n + 1), 4 * n * n);
    add_square(s, n, from, u, v);
    for (int32_t k = 0; k < s->triangles.point_count; ++k)
    {
        s->points[k].z = test_rng_range(rng, -0.2f, 0.2f);
    }
    int32_t count = s->triangles.count;
    for (int32_t k = 0; k < count; ++k)
    {
        add_triangle(s, s->corners[3 * k], s->corners[3 * k + 2], s->corners[3 * k + 1]);
    }
}

static void make_soup(test_rng* rng, mesh3_source* s)
{
    const int n = 120;
    open_source(s, 3 * n, n);
    for (int k = 0; k < n; ++k)
    {
        imp3_vec at = {test_rng_range(rng, -1.0f, 1.0f), 0.0f, 0.0f};
        at.y = test_rng_range(rng, -1.0f, 1.0f);
        at.z = test_rng_range(rng, -1.0f, 1.0f);
        float size = k % 3 == 0 ? 1.5f : 0.3f, thin = k % 4 == 0 ? 1e-5f : 1.0f;
        for (int i = 0; i < 3; ++i)
        {
            imp3_vec off = {test_rng_range(rng, -size, size), 0.0f, 0.0f};
            off.y = test_rng_range(rng, -size, size) * (i == 2 ? thin : 1.0f);
            off.z = test_rng_range(rng, -size, size) * (i == 2 ? thin : 1.0f);
            s->points[s->triangles.point_count++] = imp3_vec_add(at, off);
        }
        add_triangle(s, 3 * k, 3 * k + 1, 3 * k + 2);
    }
}

static void scale_points(mesh3_source* s, imp3_vec by, imp3_vec shift)
{
    for (int32_t k = 0; k < s->triangles.point_count; ++k)
    {
        imp3_vec p = s->points[k];
        const imp3_vec r = {p.x * by.x + shift.x, p.y * by.y + shift.y, p.z * by.z + shift.z};
        s->points[k] = r;
    }
}

void mesh3_make(test_rng* rng, int kind, mesh3_source* out)
{
    const imp3_vec none = {0.0f, 0.0f, 0.0f}, far = {1000.0f, -2000.0f, 500.0f}, thin = {1.0f, 0.001f, 0.001f};
    const imp3_vec tiny = {0x1p-40f, 0x1p-40f, 0x1p-40f}, huge = {0x1p40f, 0x1p40f, 0x1p40f}, one = {1.0f, 1.0f, 1.0f};
    const imp3_vec from = {-1.0f, -1.0f, 0.0f}, u = {2.0f, 0.0f, 0.0f}, v = {0.0f, 2.0f, 0.0f};
    switch (kind)
    {
    case MESH3_CUBE: make_cube(out); break;
    case MESH3_SHEET:
        open_source(out, 81, 128);
        add_square(out, 8, from, u, v);
        break;
    case MESH3_TWINS: make_twins(rng, out); break;
    case MESH3_SOUP: make_soup(rng, out); break;
    case MESH3_SINGLE:
        open_source(out, 4, 2);
        add_square(out, 1, from, u, v);
        out->triangles.count = 1;
        break;
    default:
        mesh3_make_ball(rng, 5, 0.3f, out);
        scale_points(out,
                     kind == MESH3_NEEDLE ? thin
                     : kind == MESH3_TINY ? tiny
                     : kind == MESH3_HUGE ? huge
                                          : one,
                     kind == MESH3_FAR ? far : none);
    }
}

imp3_bvh_choice mesh3_tree(int i)
{
    static const int32_t leaf_sizes[3] = {0, 1, 16};
    imp3_bvh_choice r;
    memset(&r, 0, sizeof r);
    r.leaf_size = leaf_sizes[i % 3];
    if (i < 4)  // wide ones
    {
        r.kind = i;
        return r;
    }
    r.narrow = true;
    r.kind = i & 3;
    r.volume = i / 4 - 1 < 4 ? i / 4 - 1 : IMP3_VOLUME_MIXED;
    return r;
}

void mesh3_build(const mesh3_source* source, imp3_bvh_choice tree, bool one_sided, imp3_compound* out)
{
    imp3_triangles t = source->triangles;
    t.tree = tree;
    t.one_sided = one_sided;
    assert_int_equal(imp3_triangles_make(&t, NULL, out, NULL), IMP_OK);
}
