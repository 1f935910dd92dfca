// SPDX-License-Identifier: MIT
//
// Sphere against triangle region by region: which feature is met, along which normal, how deep; on the borders between
// regions either answer, and the same depth. Capsules on triangles. Triangles without area.

#include <string.h>

#include "narrow/brute3.h"
#include "narrow/pair3.h"

static const imp3_vec corners[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

typedef struct region_case
{
    imp3_vec center;
    uint32_t name;
    imp3_vec normal;  // not of unit length
    float core;       // from the triangle to the centre
} region_case;

static const region_case regions[] = {
    {{1, 1, 0.75f}, IMP3I_NAME_FACE | 0, {0, 0, 1}, 0.75f},     // the face from both sides
    {{1, 1, -0.75f}, IMP3I_NAME_FACE | 1, {0, 0, -1}, 0.75f},   //
    {{1, 1, 0.125f}, IMP3I_NAME_FACE | 0, {0, 0, 1}, 0.125f},   // deep
    {{2, -0.5f, 0}, IMP3I_NAME_EDGE | 0, {0, -1, 0}, 0.5f},     // three edges, in the plane and beside it
    {{2, -0.3f, 0.4f}, IMP3I_NAME_EDGE | 0, {0, -3, 4}, 0.5f},  //
    {{2.5f, 2.5f, 0}, IMP3I_NAME_EDGE | 1, {1, 1, 0}, 0.70710678f},
    {{-0.5f, 2, 0}, IMP3I_NAME_EDGE | 2, {-1, 0, 0}, 0.5f},
    {{-0.3f, 2, -0.4f}, IMP3I_NAME_EDGE | 2, {-3, 0, -4}, 0.5f},
    {{-0.3f, -0.4f, 0}, IMP3I_NAME_VERTEX | 0, {-3, -4, 0}, 0.5f},  // three corners
    {{4.5f, -0.25f, 0}, IMP3I_NAME_VERTEX | 1, {2, -1, 0}, 0.55901699f},
    {{-0.25f, 4.5f, 0.25f}, IMP3I_NAME_VERTEX | 2, {-1, 2, 1}, 0.61237244f},
};

static void check_region(const region_case* r, const imp3_pose* pose, bool swapped)
{
    imp3_shape triangle, ball;
    imp3_vec zero = {0, 0, 0};
    float radius = 0.8f;
    assert_int_equal(imp3_triangle_make(corners[0], corners[1], corners[2], 0.0f, &triangle), IMP_OK);
    assert_int_equal(imp3_sphere_make(zero, radius, &ball), IMP_OK);
    imp3_pose at = *pose;
    at.p = imp3_pose_apply(*pose, r->center);
    imp3_manifold m;
    assert_int_equal(swapped ? imp3_collide(&ball, &at, &triangle, pose, 0.0f, &m)
                             : imp3_collide(&triangle, pose, &ball, &at, 0.0f, &m),
                     IMP_OK);
    assert_int_equal(m.count, 1);
    uint32_t name = swapped ? (uint32_t)(m.points[0].id & 0x3ffffff) : (uint32_t)(m.points[0].id >> 26);
    assert_int_equal(name, r->name);
    float length = sqrtf(imp3_vec_dot(r->normal, r->normal)), side = swapped ? -1.0f : 1.0f;
    imp3_vec normal = imp3_rot_apply(pose->q, imp3_vec_scale(r->normal, side / length)),
             off = imp3_vec_sub(m.normal, normal);
    assert_number(imp3_vec_dot(off, off), <, 1e-11f);
    assert_number(fabsf(m.depth - (radius - r->core)), <, 2e-6f);
    imp3_vec point = imp3_vec_add(at.p, imp3_vec_scale(normal, -side * (radius - 0.5f * m.depth)));
    off = imp3_vec_sub(m.points[0].point, point);
    assert_number(imp3_vec_dot(off, off), <, 1e-11f);
}

static void region_by_region(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int turn = 0; turn < 20; ++turn)
    {
        imp3_pose pose = turn == 0 ? imp3_pose_identity() : brute_pose(&rng, 3.0f);
        for (size_t i = 0; i < sizeof regions / sizeof regions[0]; ++i)
        {
            check_region(&regions[i], &pose, false);
            check_region(&regions[i], &pose, true);
        }
    }
}

/// On the planes between regions, and some ulps beside them, the depth is that of brute force and the point touches.
static void on_the_borders(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_shape triangle, ball;
    imp3_vec zero = {0, 0, 0};
    assert_int_equal(imp3_triangle_make(corners[0], corners[1], corners[2], 0.0f, &triangle), IMP_OK);
    assert_int_equal(imp3_sphere_make(zero, 0.5f, &ball), IMP_OK);
    imp3_pose pose = imp3_pose_identity(), at = pose;
    uint64_t count = test_n(20000);
    for (uint64_t i = 0; i < count; ++i)
    {
        // Above an edge, above a corner, or on the line from a corner square to an edge.
        int k = (int)(i % 3), next = (k + 1) % 3;
        float t = i % 5 == 0 ? 0.0f : test_rng_range(&rng, 0.0f, 1.0f),
              out = i % 2 ? 0.0f : test_rng_range(&rng, 0.0f, 0.3f);
        imp3_vec side = imp3_vec_sub(corners[next], corners[k]), across = {side.y, -side.x, 0};
        imp3_vec p = imp3_vec_add(corners[k], imp3_vec_scale(side, i % 2 ? t : 0.0f));
        p = imp3_vec_add(p, imp3_vec_scale(across, out / 4.0f));
        p.z = test_rng_range(&rng, -0.4f, 0.4f);
        p.x += (float)test_rng_int(&rng, -2, 2) * 0x1p-23f;
        p.y += (float)test_rng_int(&rng, -2, 2) * 0x1p-23f;
        at.p = p;
        double core = brute_to_triangle(imp3i_dvec_of(p), imp3i_dvec_of(corners[0]), imp3i_dvec_of(corners[1]),
                                        imp3i_dvec_of(corners[2]));
        imp3_manifold m;
        assert_int_equal(imp3_collide(&triangle, &pose, &ball, &at, 0.0f, &m), IMP_OK);
        if (fabs(core - 0.5) > 2e-6)
        {
            assert_int_equal(m.count, core < 0.5);
        }
        if (m.count > 0)
        {
            assert_number(fabs((double)m.depth - (0.5 - core)), <, 2e-6);
            imp3i_dvec n = imp3i_dvec_of(m.normal), on = imp3i_dadd_scaled(imp3i_dvec_of(p), n, -core);
            double off =
                brute_to_triangle(on, imp3i_dvec_of(corners[0]), imp3i_dvec_of(corners[1]), imp3i_dvec_of(corners[2]));
            assert_number(off, <, 4e-6 + 1e-7 / (core + 1e-3));
        }
    }
    test_report("triangle3: on the borders", count);
}

/// Triangles that are a segment or a point answer as a capsule or a sphere of radius 0 does.
static void without_area(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int touching = 0;
    uint64_t count = test_n(3000);
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3_vec a = {(float)test_rng_int(&rng, -4, 4) * 0.25f, 0.5f, (float)test_rng_int(&rng, -4, 4) * 0.25f};
        imp3_vec step = {(float)test_rng_int(&rng, -2, 2) * 0.25f, (float)test_rng_int(&rng, -2, 2) * 0.25f, 0.25f};
        step = i % 4 == 0 ? imp3_vec_scale(step, 0.0f) : step;
        imp3_vec b = imp3_vec_add(a, step), c = imp3_vec_sub(a, imp3_vec_scale(step, 2.0f));
        imp3_shape triangle, line, round;
        imp3_triangle_make(a, b, c, 0.0f, &triangle);
        imp3_capsule_make(b, c, 0.0f, &line);
        if (i & 1)
        {
            imp3_sphere_make(brute_within(&rng, 1.0f), 0.4f, &round);
        }
        else
        {
            imp3_capsule_make(brute_within(&rng, 1.0f), brute_within(&rng, 1.0f), 0.4f, &round);
        }
        imp3_pose pose = brute_pose(&rng, 1.0f), at = brute_pose(&rng, 0.5f);
        at.p = imp3_vec_add(pose.p, brute_within(&rng, 0.7f));
        imp3_manifold m, n;
        assert_int_equal(imp3_collide(&triangle, &pose, &round, &at, 0.0f, &m), IMP_OK);
        assert_int_equal(imp3_collide(&line, &pose, &round, &at, 0.0f, &n), IMP_OK);
        if (m.count > 0 && n.count > 0)
        {
            ++touching;
            assert_number(fabsf(m.depth - n.depth), <, 3e-6f);
        }
        else
        {
            assert_number(fabsf(m.depth) + fabsf(n.depth), <, 3e-6f);
        }
    }
    assert_true(count < 1000 || touching > 100);
    test_report("triangle3: without area", count);
}

static void capsules(void** state)
{
    (void)state;
    imp3_shape triangle, capsule;
    imp3_vec left = {-1, 0, 0}, right = {1, 0, 0};
    imp3_triangle_make(corners[0], corners[1], corners[2], 0.0f, &triangle);
    imp3_capsule_make(left, right, 0.5f, &capsule);
    imp3_pose here = imp3_pose_identity(), at = here;
    imp3_manifold m;
    // Lying on the face: at its ends; from below too; over a side: where that is crossed.
    at.p.x = 1.5f;
    at.p.y = 1.0f;
    at.p.z = 0.375f;
    assert_int_equal(imp3_collide(&triangle, &here, &capsule, &at, 0.0f, &m), IMP_OK);
    assert_true(m.count == 2 && m.depth == 0.125f && m.normal.z == 1.0f);
    at.p.z = -0.375f;
    assert_int_equal(imp3_collide(&triangle, &here, &capsule, &at, 0.0f, &m), IMP_OK);
    assert_true(m.count == 2 && m.depth == 0.125f && m.normal.z == -1.0f);
    at.p.x = 2.5f;
    assert_int_equal(imp3_collide(&capsule, &at, &triangle, &here, 0.0f, &m), IMP_OK);
    assert_true(m.count == 2 && m.depth == 0.125f && m.normal.z == 1.0f);
    float high = m.points[0].point.x > m.points[1].point.x ? m.points[0].point.x : m.points[1].point.x;
    assert_number(fabsf(high - 3.0f), <, 1e-6f);
}

/// A feature of a curved shape faces along its direction, counter-clockwise against it, and has the farthest point.
static void curved_features(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int caps = 0, lines = 0, points = 0;
    for (int i = 0; i < 4000; ++i)
    {
        imp3_shape s, other;
        imp3_vec a = brute_within(&rng, 1.0f), b = brute_within(&rng, 1.0f);
        float disc = test_rng_range(&rng, 0.1f, 1.0f);
        i % 3 ? imp3_cylinder_make(a, b, disc, 0.0f, &s) : imp3_cone_make(a, b, disc, i % 2 ? 0.0f : 0.05f, 0.0f, &s);
        imp3_half_space_make(b, 0.25f, &other);
        imp3_pose pose = brute_pose(&rng, 1.0f), at = brute_pose(&rng, 1.0f);
        imp3i_pair p = imp3i_pair_of(&other, &at, &s, &pose);
        imp3i_dvec axis = imp3i_drot_apply(p.qb, imp3i_dsub(imp3i_dvec_of(b), imp3i_dvec_of(a)));
        axis = imp3i_ddivide(axis, brute_length(axis));
        imp3i_dvec d = imp3i_dvec_of(brute_direction(&rng));
        d = i % 4 == 1   ? imp3i_dadd_scaled(axis, d, 0x1p-7)
            : i % 4 == 2 ? imp3i_dnegate(imp3i_dadd_scaled(axis, d, 1e-7))
                         : d;
        d = i % 4 == 3 && i % 3 ? imp3i_dadd_scaled(d, axis, -imp3i_ddot(d, axis)) : d;
        d = imp3i_ddivide(d, brute_length(d));
        imp3i_feature f;
        imp3i_feature_curved(&p, true, d, &f);
        double far = -INFINITY;
        for (int k = 0; k < f.count; ++k)
        {
            far = fmax(far, imp3i_ddot(f.points[k], d));
        }
        int32_t vertex;
        assert_number(fabs(far - imp3i_ddot(imp3i_support_b(&p, d, &vertex), d)), <, 1e-6);
        imp3i_dvec area = imp3i_dvec_none();
        for (int k = 2; k < f.count; ++k)
        {
            area = imp3i_dadd(
                area, imp3i_dcross(imp3i_dsub(f.points[k - 1], f.points[0]), imp3i_dsub(f.points[k], f.points[0])));
        }
        caps += f.count > 2;
        lines += f.count == 2;
        points += f.count == 1;
        assert_true(f.count <= 2 || imp3i_ddot(area, d) > 0.99 * brute_length(area));
        imp3i_feature_curved(&p, false, d, &f);
        imp3i_dvec n = imp3i_drot_apply(p.qa, imp3i_dvec_of(other.normal));
        area = imp3i_dcross(imp3i_dsub(f.points[1], f.points[0]), imp3i_dsub(f.points[2], f.points[0]));
        assert_true(f.count == 4 && imp3i_ddot(area, n) > 0.999 * brute_length(area));
    }
    assert_true(caps > 500 && lines > 200 && points > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(region_by_region), cmocka_unit_test(on_the_borders),
                                       cmocka_unit_test(without_area), cmocka_unit_test(capsules),
                                       cmocka_unit_test(curved_features)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
