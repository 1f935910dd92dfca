// SPDX-License-Identifier: MIT
//
// Compounds of space alone: sets, triangles, height fields against plain loops over what they were made of, and the
// normals that are their own against supports of all parts together.

#include <math.h>
#include <string.h>

#include "shape/compound3.h"
#include "support.h"

static imp3_vec random_vec(test_rng* rng, double size)
{
    imp3_vec v = {(float)(size * (2.0 * test_rng_unit(rng) - 1.0)), (float)(size * (2.0 * test_rng_unit(rng) - 1.0)),
                  (float)(size * (2.0 * test_rng_unit(rng) - 1.0))};
    return v;
}

static imp3_pose random_pose(test_rng* rng)
{
    imp3_pose pose;
    assert_int_equal(
        imp3_pose_make(random_vec(rng, 5.0), random_vec(rng, 1.0), 3.0f * (float)test_rng_unit(rng), &pose), 0);
    return pose;
}

/// A shape of a random kind.
static imp3_shape random_part(test_rng* rng)
{
    imp3_shape s;
    imp3_vec at = random_vec(rng, 4.0), by = random_vec(rng, 0.5);
    imp3_vec cloud[12];
    imp3_box box = {at, {at.x + fabsf(by.x), at.y + fabsf(by.y), at.z + fabsf(by.z)}};
    switch (test_rng_int(rng, 0, 4))
    {
    case 0: assert_int_equal(imp3_sphere_make(at, 0.3f, &s), 0); break;
    case 1: assert_int_equal(imp3_capsule_make(at, imp3_vec_add(at, by), 0.1f, &s), 0); break;
    case 2: assert_int_equal(imp3_box_make(box, &s), 0); break;
    case 3: assert_int_equal(imp3_cylinder_make(at, imp3_vec_add(at, by), 0.2f, 0.0f, &s), 0); break;
    default:
        for (int k = 0; k < 12; ++k)
        {
            cloud[k] = imp3_vec_add(at, random_vec(rng, 0.5));
        }
        assert_int_equal(imp3_hull_make(cloud, 12, 0.05f, NULL, &s, NULL), 0);
    }
    return s;
}

/// Points of a wavy surface.
static float wave(int32_t column, int32_t row)
{
    return 0.5f * (float)((column * column * 3 + row * row * 5 + column * row * 7) % 11) / 11.0f;
}

static imp3_compound wavy_field(int32_t columns, int32_t rows, const uint8_t* holes)
{
    static float heights[64 * 64];
    for (int32_t k = 0; k < columns * rows; ++k)
    {
        heights[k] = wave(k % columns, k / columns);
    }
    imp3_heights h = {heights, holes, columns, rows, 0.25f, 0.5f, false};
    imp3_compound c;
    assert_int_equal(imp3_height_field_make(&h, NULL, &c), 0);
    return c;
}

/// The same surface as triangles; corner k of source is as the field has it.
static imp3_compound wavy_triangles(int32_t columns, int32_t rows, const uint8_t* holes)
{
    static imp3_vec points[64 * 64];
    static int32_t corners[6 * 64 * 64];
    int32_t count = 0;
    for (int32_t k = 0; k < columns * rows; ++k)
    {
        imp3_vec v = {0.25f * (float)(k % columns), 0.5f * (float)(k / columns), wave(k % columns, k / columns)};
        points[k] = v;
    }
    for (int32_t row = 0; row + 1 < rows; ++row)
    {
        for (int32_t column = 0; column + 1 < columns; ++column)
        {
            int32_t a = row * columns + column;
            const int32_t six[6] = {a, a + 1, a + columns + 1, a, a + columns + 1, a + columns};
            if (!holes || !holes[row * (columns - 1) + column])
            {
                memcpy(corners + 3 * count, six, sizeof six);
                count += 2;
            }
        }
    }
    imp3_triangles t = {points, columns * rows, corners, count, 0.0f, true, false, {0, 0, 0, false}};
    imp3_compound c;
    assert_int_equal(imp3_triangles_make(&t, NULL, &c, NULL), 0);
    return c;
}

static void free_all(imp3_compound* c, imp3_shape* shapes, int count)
{
    imp3_compound_free(c);
    for (int i = 0; i < count; ++i)
    {
        imp3_shape_free(&shapes[i]);
    }
}

/// contains, closest and bounds against a loop over the parts.
static void check_points(test_rng* rng, const imp3_compound* c, double size, int times)
{
    for (int k = 0; k < times; ++k)
    {
        imp3_pose pose = random_pose(rng);
        imp3_vec point = imp3_pose_apply(pose, random_vec(rng, size));
        bool inside, any = false;
        int32_t part, lowest = -1, found;
        imp3_vec closest;
        float distance, least = INFINITY;
        imp3_box bounds;
        assert_int_equal(imp3_compound_contains(c, &pose, point, &inside, &part), 0);
        assert_int_equal(imp3_compound_closest(c, &pose, point, &closest, &distance, &found), 0);
        assert_int_equal(imp3_compound_bounds(c, &pose, &bounds), 0);
        for (int32_t i = 0; i < c->part_count; ++i)
        {
            imp3_shape s;
            imp3_box around;
            imp3_vec at;
            float away;
            bool in;
            if (imp3_compound_part(c, i, &s))
            {
                continue;
            }
            assert_int_equal(imp3_shape_contains(&s, &pose, point, &in), 0);
            assert_int_equal(imp3_shape_closest(&s, &pose, point, &at, &away), 0);
            assert_int_equal(imp3_shape_bounds(&s, &pose, &around), 0);
            lowest = in && !any ? i : lowest;
            any = any || in;
            least = away < least ? away : least;
            assert_true(around.lower.x >= bounds.lower.x && around.upper.z <= bounds.upper.z);
        }
        assert_int_equal(inside, any);
        assert_int_equal(part, lowest);
        assert_float_equal(distance, least, 0.0);
    }
}

static void sets(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t n = 0; n < test_n(20); ++n)
    {
        imp3_shape shapes[40];
        int count = test_rng_int(&rng, 1, 40);
        for (int i = 0; i < count; ++i)
        {
            shapes[i] = random_part(&rng);
        }
        imp3_compound c;
        assert_int_equal(imp3_compound_make(shapes, count, NULL, &c), 0);
        assert_int_equal(c.part_count, count);
        bool seen[40] = {false};
        for (int32_t i = 0; i < count; ++i)
        {
            int32_t source;
            assert_int_equal(imp3_compound_source(&c, i, &source), 0);
            assert_false(seen[source]);
            seen[source] = true;
            assert_int_equal(c.parts[i].kind, shapes[source].kind);
            assert_memory_equal(&c.parts[i].a, &shapes[source].a, sizeof(imp3_vec));
        }
        check_points(&rng, &c, 6.0, 20);
        free_all(&c, shapes, count);
    }
}

static void triangles_and_fields(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t n = 0; n < test_n(6); ++n)
    {
        int32_t columns = test_rng_int(&rng, 2, 23), rows = test_rng_int(&rng, 2, 23);
        uint8_t holes[64 * 64] = {0};
        for (int32_t k = 1; k < (columns - 1) * (rows - 1); ++k)
        {
            holes[k] = test_rng_int(&rng, 0, 9) == 0;
        }
        imp3_compound field = wavy_field(columns, rows, holes), mesh = wavy_triangles(columns, rows, holes);
        check_points(&rng, &field, 6.0, 5);
        check_points(&rng, &mesh, 6.0, 5);
        int32_t parts = 0;
        for (int32_t i = 0; i < field.part_count; ++i)
        {
            imp3_shape s;
            int32_t source;
            if (imp3_compound_part(&field, i, &s) == 0)
            {
                assert_int_equal(imp3_compound_source(&field, i, &source), 0);
                int32_t cell = source / 2, column = cell % (columns - 1), row = cell / (columns - 1);
                assert_float_equal(s.a.x, 0.25f * (float)column, 0.0);
                assert_float_equal(s.a.y, 0.5f * (float)row, 0.0);
                assert_true(source % 2 ? s.b.y == s.c.y : s.b.x == s.c.x);
                assert_true(s.normal.z > 0.0f);
                ++parts;
            }
        }
        assert_int_equal(parts, mesh.part_count);
        imp3_compound_free(&field);
        imp3_compound_free(&mesh);
    }
}

// Own normals

/// The definition: no part that has the point goes on beyond it along n.
static bool is_own_by_all_parts(const imp3_compound* c, imp3i_dvec point, imp3i_dvec n)
{
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape s;
        const imp3_pose here = imp3_pose_identity();
        imp3_vec at;
        float distance;
        int32_t vertex;
        if (!imp3_compound_part(c, i, &s))
        {
            assert_int_equal(imp3_shape_closest(&s, &here, imp3i_vec_of(point), &at, &distance), 0);
            double rise = imp3i_ddot(imp3i_dsub(imp3i_support(&s, n, &vertex), point), n) + (double)s.radius;
            if (fabsf(distance) < 1e-6f && rise > 1e-4)
            {
                return false;
            }
        }
    }
    return true;
}

static imp3i_dvec random_unit(test_rng* rng)
{
    imp3i_dvec v = imp3i_dvec_of(random_vec(rng, 1.0));
    return imp3i_ddivide(v, sqrt(imp3i_ddot(v, v)) + 1e-9);
}

/// Corners, middles of edges and of faces of all parts of triangles, along random normals and those of faces.
static void check_own_normals(test_rng* rng, const imp3_compound* c)
{
    int yes = 0, no = 0;
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape s;
        if (imp3_compound_part(c, i, &s))
        {
            continue;
        }
        const imp3i_dvec v[3] = {imp3i_dvec_of(s.a), imp3i_dvec_of(s.b), imp3i_dvec_of(s.c)};
        imp3i_dvec m = imp3i_dcross(imp3i_dsub(v[1], v[0]), imp3i_dsub(v[2], v[0]));
        m = imp3i_ddivide(m, sqrt(imp3i_ddot(m, m)));
        assert_true(imp3i_normal_is_own(c, i, v[0], m, 1e-6, 1e-5));
        for (int k = 0; k < 6; ++k)
        {
            imp3i_dvec point = k < 3 ? v[k] : imp3i_dscale(imp3i_dadd(v[k - 3], v[(k - 2) % 3]), 0.5);
            imp3i_dvec n = imp3i_dadd_scaled(m, random_unit(rng), 0.5);
            if (k >= 3)
            {
                imp3i_dvec e = imp3i_dsub(v[(k - 2) % 3], v[k - 3]);  // normals of an edge are across it
                n = imp3i_dadd_scaled(n, e, -imp3i_ddot(n, e) / imp3i_ddot(e, e));
            }
            n = imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
            int32_t vertex;
            double rise = imp3i_ddot(imp3i_dsub(imp3i_support(&s, n, &vertex), point), n);
            bool own = imp3i_normal_is_own(c, i, point, n, 1e-6, 1e-5);
            if (rise < 1e-9)
            {
                assert_int_equal(own, is_own_by_all_parts(c, point, n));
                yes += own;
                no += !own;
            }
        }
    }
    assert_true(yes > 0 && no > 0);
}

static void own_normals(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_compound field = wavy_field(13, 11, NULL), mesh = wavy_triangles(13, 11, NULL);
    check_own_normals(&rng, &field);
    check_own_normals(&rng, &mesh);
    imp3_compound_free(&field);
    imp3_compound_free(&mesh);
}

/// Two boxes with a face in common: the floor that they make has no normal along it at the joint.
static void joint_of_boxes_has_no_normal(void** state)
{
    (void)state;
    imp3_shape tiles[2];
    const imp3_box left = {{-1.0f, -1.0f, -1.0f}, {0.0f, 1.0f, 0.0f}},
                   right = {{0.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 0.0f}};
    assert_int_equal(imp3_box_make(left, &tiles[0]), 0);
    assert_int_equal(imp3_box_make(right, &tiles[1]), 0);
    imp3_compound c;
    assert_int_equal(imp3_compound_make(tiles, 2, NULL, &c), 0);
    const imp3i_dvec joint = {0.0, 0.2, 0.0}, side = {1.0, 0.3, -0.5}, up = {0.0, 0.0, 1.0}, along = {1.0, 0.0, 0.0};
    const imp3i_dvec tilted = {0.6, 0.0, 0.8}, back = {-1.0, 0.0, 0.0};
    for (int32_t i = 0; i < 2; ++i)
    {
        bool is_left = c.parts[i].a.x < 0.0f;
        assert_true(imp3i_normal_is_own(&c, i, joint, up, 1e-6, 1e-5));
        assert_false(imp3i_normal_is_own(&c, i, joint, is_left ? along : back, 1e-6, 1e-5));
        assert_true(is_left || imp3i_normal_is_own(&c, i, side, along, 1e-6, 1e-5));
        assert_false(is_left && imp3i_normal_is_own(&c, i, joint, tilted, 1e-6, 1e-5));
    }
    imp3_compound_free(&c);
}

// Refused and mended

static void triangles_report_what_they_are(void** state)
{
    (void)state;
    const imp3_vec points[6] = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f},  {0.0f, 1.0f, 0.0f},
                                {0.0f, 0.0f, 1.0f}, {0.0f, -0.0f, 0.0f}, {2.0f, 0.0f, 0.0f}};
    // A tetrahedron; one face twice, one flat triangle, one on three's edge.
    const int32_t corners[21] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 4, 3, 3, 0, 1, 0, 1, 5, 0, 3, 5};
    imp3_triangles t = {points, 6, corners, 7, 0.0f, false, false, {0, 0, 0, false}};
    imp3_triangles_report r;
    imp3_compound c;
    assert_int_equal(imp3_triangles_make(&t, NULL, &c, &r), 0);
    assert_int_equal(c.part_count, 5);
    assert_int_equal(r.welded, 1);
    assert_int_equal(r.flat, 1);
    assert_int_equal(r.doubled, 1);
    assert_int_equal(r.border, 2);
    assert_int_equal(r.non_manifold, 1);
    assert_int_equal(r.reversed, 0);
    imp3_compound_free(&c);
    t.count = 4;
    assert_int_equal(imp3_triangles_make(&t, NULL, NULL, &r), 0);
    const imp3_triangles_report closed = {1, 0, 0, 0, 0, 0};
    assert_memory_equal(&r, &closed, sizeof r);
    t.count = 0;
    assert_int_equal(imp_status_fault(imp3_triangles_make(&t, NULL, &c, &r)), IMP_ERR_COUNT);
    t.count = 1;
    t.corners = corners + 15;
    assert_int_equal(imp_status_fault(imp3_triangles_make(&t, NULL, &c, &r)), IMP_ERR_EMPTY);
    t.point_count = 5;
    assert_int_equal(imp_status_fault(imp3_triangles_make(&t, NULL, &c, &r)), IMP_ERR_RANGE);
}

static void bad_input_is_refused(void** state)
{
    (void)state;
    float heights[4] = {0.0f, 0.0f, NAN, 0.0f};
    const uint8_t hole = 1;
    imp3_heights h = {heights, NULL, 2, 2, 1.0f, 1.0f, false};
    imp3_compound c, before;
    memset(&c, 7, sizeof c);
    before = c;
    assert_int_equal(imp_status_fault(imp3_height_field_make(&h, NULL, &c)), IMP_ERR_NAN);
    heights[2] = 0.0f;
    h.holes = &hole;
    assert_int_equal(imp_status_fault(imp3_height_field_make(&h, NULL, &c)), IMP_ERR_EMPTY);
    h.step_x = 0.0f;
    assert_int_equal(imp_status_fault(imp3_height_field_make(&h, NULL, &c)), IMP_ERR_RANGE);
    h.columns = 1;
    assert_int_equal(imp_status_fault(imp3_height_field_make(&h, NULL, &c)), IMP_ERR_COUNT);
    imp3_shape plane;
    const imp3_vec up = {0.0f, 0.0f, 1.0f};
    assert_int_equal(imp3_half_space_make(up, 0.0f, &plane), 0);
    assert_int_equal(imp_status_fault(imp3_compound_make(&plane, 1, NULL, &c)), IMP_ERR_SHAPE);
    assert_memory_equal(&c, &before, sizeof c);
}

static void memory_runs_out(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_shape shapes[12];
    for (int i = 0; i < 12; ++i)
    {
        shapes[i] = random_part(&rng);
    }
    for (int made = 0, fail = 0; !made; ++fail)
    {
        test_allocator heap = {.fail_at = fail};
        imp_allocator allocator = test_allocator_get(&heap);
        imp3_compound c;
        imp_status status = imp3_compound_make(shapes, 12, &allocator, &c);
        made = status == IMP_OK;
        assert_true(made || imp_status_fault(status) == IMP_ERR_MEMORY);
        if (made)
        {
            imp3_compound_free(&c);
        }
        assert_int_equal(heap.live_blocks, 0);
    }
    for (int i = 0; i < 12; ++i)
    {
        imp3_shape_free(&shapes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets),
        cmocka_unit_test(triangles_and_fields),
        cmocka_unit_test(own_normals),
        cmocka_unit_test(joint_of_boxes_has_no_normal),
        cmocka_unit_test(triangles_report_what_they_are),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
