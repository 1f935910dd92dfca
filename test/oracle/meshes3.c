// SPDX-License-Identifier: MIT
//
// Meshes for tests.

#include "meshes3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static test_mesh new_mesh(int32_t points, int32_t count)
{
    test_mesh m = {malloc((size_t)points * sizeof(imp3_vec)), malloc(3 * (size_t)count * sizeof(int32_t)), points,
                   count, 0.0f};
    assert_non_null(m.points);
    assert_non_null(m.corners);
    return m;
}

/// A grid of columns by rows cells, whose ends may be joined; a place for each of its points is asked for.
static test_mesh grid_of(int32_t columns, int32_t rows, bool round_x, bool round_y)
{
    int32_t across = columns + !round_x, up = rows + !round_y;
    test_mesh m = new_mesh(across * up, 2 * columns * rows);
    int32_t* corner = m.corners;
    for (int32_t i = 0; i < columns; ++i)
    {
        for (int32_t j = 0; j < rows; ++j)
        {
            int32_t a = i * up + j, b = (i + 1) % across * up + j, c = (i + 1) % across * up + (j + 1) % up,
                    d = i * up + (j + 1) % up;
            const int32_t cell[6] = {a, b, c, a, c, d};
            memcpy(corner, cell, sizeof cell);
            corner += 6;
        }
    }
    return m;
}

static imp3_vec vec_at(double x, double y, double z)
{
    imp3_vec v = {(float)x, (float)y, (float)z};
    return v;
}

static test_mesh make_torus(int32_t side)
{
    test_mesh m = grid_of(side, side, true, true);
    for (int32_t k = 0; k < m.point_count; ++k)
    {
        double a = 6.283185307179586 * (k / side) / side, b = 6.283185307179586 * (k % side) / side;
        double far = 0.7 + 0.3 * cos(b);
        m.points[k] = vec_at(far * cos(a), far * sin(a), 0.3 * sin(b));
    }
    return m;
}

/// A grid over the angles of a sphere, with a corner at each pole.
static test_mesh make_ball(int32_t side)
{
    test_mesh m = grid_of(side, side, true, false);
    int32_t up = side + 1, kept = 0, pole[2] = {0, up - 1};
    for (int32_t k = 0; k < m.point_count; ++k)
    {
        double a = 6.283185307179586 * (k / up) / side, b = 3.141592653589793 * (k % up) / side;
        m.points[k] = vec_at(sin(b) * cos(a), sin(b) * sin(a), -cos(b));
        m.points[k] = k % up == 0 || k % up == side ? vec_at(0.0, 0.0, k % up ? 1.0 : -1.0) : m.points[k];
    }
    for (int32_t t = 0; t < m.count; ++t)
    {
        int32_t* c = m.corners + 3 * kept;
        for (int k = 0; k < 3; ++k)
        {
            int32_t at = m.corners[3 * t + k];
            c[k] = at % up == 0 ? pole[0] : at % up == side ? pole[1] : at;
        }
        kept += c[0] != c[1] && c[1] != c[2] && c[2] != c[0];
    }
    m.count = kept;
    return m;
}

static test_mesh make_grid(test_rng* rng, int32_t side, float bent)
{
    test_mesh m = grid_of(side, side, false, false);
    for (int32_t k = 0; k < m.point_count; ++k)
    {
        float up = bent > 0.0f ? test_rng_range(rng, -bent, bent) : 0.0f;
        m.points[k] = vec_at((double)(k / (side + 1)) / side, (double)(k % (side + 1)) / side, (double)up);
    }
    return m;
}

static imp3_vec random_vec(test_rng* rng, float size)
{
    imp3_vec v;
    v.x = test_rng_range(rng, -size, size);
    v.y = test_rng_range(rng, -size, size);
    v.z = test_rng_range(rng, -size, size);
    return v;
}

/// Triangle i of a mesh without shared points.
static void place_loose(test_rng* rng, test_mesh_kind kind, int32_t i, imp3_vec v[3])
{
    const float size = kind == TEST_MESH_SLIVERS ? 0.001f : test_rng_range(rng, 0.01f, 0.3f);
    imp3_vec at = random_vec(rng, 1.0f), far = random_vec(rng, 1.0f);
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3_vec_add(kind == TEST_MESH_SLIVERS && k == 2 ? far : at, random_vec(rng, size));
    }
    float step = powf(0.5f, (float)(i % 40)), stair = powf(0.001f, (float)(i % 5));
    const imp3_vec same[3] = {{0.1f, 0.2f, 0.3f}, {0.4f, -0.1f, 0.2f}, {0.0f, 0.5f, -0.3f}};
    for (int k = 0; k < 3; ++k)
    {
        float along = at.x + 0.1f * (float)k;
        const imp3_vec center = imp3_vec_scale(k == 0   ? vec_at(1, 0, 0)
                                               : k == 1 ? vec_at(-1, 1, 0)
                                                        : vec_at(-1, -1, 1),
                                               step);
        switch (kind)
        {
        case TEST_MESH_SAME: v[k] = same[k]; break;
        case TEST_MESH_LINE: v[k] = vec_at((double)along, 2.0 * (double)along, -(double)along); break;
        case TEST_MESH_CENTERED: v[k] = center; break;
        case TEST_MESH_STAIRS: v[k] = imp3_vec_scale(v[k], stair); break;
        default: break;
        }
    }
}

// Kinds for queries

/// Room for so many, of which there are none yet.
static test_mesh begin_mesh(int32_t points, int32_t count)
{
    test_mesh m = new_mesh(points, count);
    m.point_count = m.count = 0;
    return m;
}

static void add_triangle(test_mesh* s, int32_t a, int32_t b, int32_t c)
{
    int32_t* to = s->corners + 3 * (size_t)s->count++;
    to[0] = a;
    to[1] = b;
    to[2] = c;
}

/// A square of n by n cells from an origin, along u and v; triangles counter-clockwise from the side of u x v. Points are
/// not shared between squares: they are welded.
static void add_square(test_mesh* s, int n, imp3_vec from, imp3_vec u, imp3_vec v)
{
    int32_t base = s->point_count;
    for (int j = 0; j <= n; ++j)
    {
        for (int i = 0; i <= n; ++i)
        {
            imp3_vec along =
                imp3_vec_add(imp3_vec_scale(u, (float)i / (float)n), imp3_vec_scale(v, (float)j / (float)n));
            s->points[s->point_count++] = imp3_vec_add(from, along);
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

static test_mesh make_cube(int n)
{
    const imp3_vec x = {1.0f, 0.0f, 0.0f}, y = {0.0f, 1.0f, 0.0f}, z = {0.0f, 0.0f, 1.0f};
    const imp3_vec low = {-0.5f, -0.5f, -0.5f};
    test_mesh m = begin_mesh(6 * (n + 1) * (n + 1), 12 * n * n), *s = &m;
    add_square(s, n, low, y, x);
    add_square(s, n, low, z, y);
    add_square(s, n, low, x, z);
    add_square(s, n, imp3_vec_add(low, z), x, y);
    add_square(s, n, imp3_vec_add(low, x), y, z);
    add_square(s, n, imp3_vec_add(low, y), z, x);
    return m;
}

test_mesh test_mesh_ball(test_rng* rng, int parts, float bumps)
{
    // Each side of the octahedron is a triangle of points i, j, k with i + j + k = parts; corners are shared by welding.
    test_mesh m = begin_mesh(4 * (parts + 1) * (parts + 2), 8 * parts * parts), *out = &m;
    float phase = (float)test_rng_unit(rng);
    for (int side = 0; side < 8; ++side)
    {
        float sx = side & 1 ? -1.0f : 1.0f, sy = side & 2 ? -1.0f : 1.0f, sz = side & 4 ? -1.0f : 1.0f;
        bool turned = sx * sy * sz < 0.0f;
        int32_t base = out->point_count;
        for (int j = 0; j <= parts; ++j)
        {
            for (int i = 0; i + j <= parts; ++i)
            {
                imp3_vec p = {sx * (float)i, sy * (float)j, sz * (float)(parts - i - j)};
                float far = sqrtf(imp3_vec_dot(p, p)),
                      wave = p.x / far * 3.0f + p.y / far * 5.0f + p.z / far * 7.0f + phase;
                float radius = 1.0f + bumps * (wave - floorf(wave + 0.5f)) * (wave - floorf(wave + 0.5f));
                out->points[out->point_count++] = imp3_vec_scale(p, radius / far);
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
    return m;
}

static test_mesh make_twins(test_rng* rng, int n)
{
    const imp3_vec from = {-1.0f, -1.0f, 0.0f}, u = {2.0f, 0.0f, 0.0f}, v = {0.0f, 2.0f, 0.0f};
    test_mesh m = begin_mesh((n + 1) * (n + 1), 4 * n * n), *s = &m;
    add_square(s, n, from, u, v);
    for (int32_t k = 0; k < s->point_count; ++k)
    {
        s->points[k].z = test_rng_range(rng, -0.2f, 0.2f);
    }
    int32_t count = s->count;
    for (int32_t k = 0; k < count; ++k)
    {
        add_triangle(s, s->corners[3 * k], s->corners[3 * k + 2], s->corners[3 * k + 1]);
    }
    return m;
}

static test_mesh make_crossed(test_rng* rng, int n)
{
    test_mesh m = begin_mesh(3 * n, n), *s = &m;
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
            s->points[s->point_count++] = imp3_vec_add(at, off);
        }
        add_triangle(s, 3 * k, 3 * k + 1, 3 * k + 2);
    }
    return m;
}

static void scale_points(test_mesh* s, imp3_vec by, imp3_vec shift)
{
    for (int32_t k = 0; k < s->point_count; ++k)
    {
        imp3_vec p = s->points[k];
        const imp3_vec r = {p.x * by.x + shift.x, p.y * by.y + shift.y, p.z * by.z + shift.z};
        s->points[k] = r;
    }
}

static test_mesh make_sheet(int n)
{
    const imp3_vec from = {-1.0f, -1.0f, 0.0f}, u = {2.0f, 0.0f, 0.0f}, v = {0.0f, 2.0f, 0.0f};
    test_mesh m = begin_mesh((n + 1) * (n + 1), 2 * n * n);
    add_square(&m, n, from, u, v);
    return m;
}

static int power_below(double most)
{
    int n = 1;
    while (2 * n <= most)
    {
        n *= 2;
    }
    return n;
}

static test_mesh make_for_queries(test_rng* rng, test_mesh_kind kind, int32_t about)
{
    const imp3_vec none = {0.0f, 0.0f, 0.0f}, far = {1000.0f, -2000.0f, 500.0f}, thin = {1.0f, 0.001f, 0.001f};
    const imp3_vec tiny = {0x1p-40f, 0x1p-40f, 0x1p-40f}, huge = {0x1p40f, 0x1p40f, 0x1p40f}, one = {1.0f, 1.0f, 1.0f};
    switch (kind)
    {
    case TEST_MESH_CUBE: return make_cube(power_below(sqrt(about / 12.0)));
    case TEST_MESH_SHEET: return make_sheet(power_below(sqrt(about / 2.0)));
    case TEST_MESH_TWINS: return make_twins(rng, (int)sqrt(about / 4.0));
    case TEST_MESH_CROSSED: return make_crossed(rng, about);
    default: break;
    }
    if (kind == TEST_MESH_SINGLE)
    {
        test_mesh m = make_sheet(1);
        m.count = 1;
        return m;
    }
    test_mesh m = test_mesh_ball(rng, (int)sqrt(about / 8.0), 0.3f);
    scale_points(&m,
                 kind == TEST_MESH_NEEDLE ? thin
                 : kind == TEST_MESH_TINY ? tiny
                 : kind == TEST_MESH_HUGE ? huge
                                          : one,
                 kind == TEST_MESH_FAR ? far : none);
    return m;
}

// Any kind

test_mesh test_mesh_make(test_rng* rng, test_mesh_kind kind, int32_t about)
{
    int32_t side = (int32_t)sqrt((double)about / 2.0);
    side = side < 3 ? 3 : side;
    switch (kind)
    {
    case TEST_MESH_BALL: return make_ball(side);
    case TEST_MESH_TORUS: return make_torus(side);
    case TEST_MESH_GRID: return make_grid(rng, side, 0.0f);
    case TEST_MESH_HILLS: return make_grid(rng, side, 0.05f);
    default: break;
    }
    if (kind >= TEST_MESH_CUBE)
    {
        return make_for_queries(rng, kind, about);
    }
    test_mesh m = new_mesh(3 * about, about);
    for (int32_t i = 0; i < about; ++i)
    {
        place_loose(rng, kind, i, m.points + 3 * (size_t)i);
        for (int32_t k = 3 * i; k < 3 * i + 3; ++k)
        {
            m.corners[k] = k;
        }
    }
    return m;
}

test_mesh test_mesh_usual(test_rng* rng, int kind)
{
    return test_mesh_make(rng, (test_mesh_kind)kind, 200);
}

void test_mesh_free(test_mesh* mesh)
{
    free(mesh->points);
    free(mesh->corners);
}

imp3_triangles test_mesh_triangles(const test_mesh* mesh, imp3_bvh_choice def, bool soup)
{
    imp3_triangles t;
    memset(&t, 0, sizeof t);
    t.points = mesh->points;
    t.point_count = mesh->point_count;
    t.corners = mesh->corners;
    t.count = mesh->count;
    t.radius = mesh->radius;
    t.soup = soup;
    t.tree = def;
    return t;
}

imp3_bvh_choice test_mesh_tree(int i)
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

void test_mesh_build(const test_mesh* mesh, imp3_bvh_choice tree, bool one_sided, imp3_compound* out)
{
    imp3_triangles t = test_mesh_triangles(mesh, tree, false);
    t.one_sided = one_sided;
    assert_int_equal(imp3_triangles_make(&t, NULL, out, NULL), IMP_OK);
}
