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
                   count};
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
    t.soup = soup;
    t.tree = def;
    return t;
}
