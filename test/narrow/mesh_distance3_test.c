// SPDX-License-Identifier: MIT
//
// The distance of meshes against imp3_distance of all pairs of triangles, for every tree, volume and order; that orders,
// forms of trees and parts to start from change nothing; laws of scale and place; bad arguments.

#include <math.h>
#include <string.h>

#include "impinge/mesh3.h"
#include "narrow/brute3.h"
#include "oracle/meshes3.h"

/// The nearest of all pairs; 0 as soon as one touches.
static float nearest_of_all(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                            const imp3_pose* pose_b)
{
    float best = INFINITY;
    for (int32_t i = 0; i < a->part_count; ++i)
    {
        imp3_shape part_a, part_b;
        assert_int_equal(imp3_compound_part(a, i, &part_a), IMP_OK);
        for (int32_t j = 0; j < b->part_count; ++j)
        {
            imp3_nearest out;
            assert_int_equal(imp3_compound_part(b, j, &part_b), IMP_OK);
            assert_int_equal(imp3_distance(&part_a, pose_a, &part_b, pose_b, &out), IMP_OK);
            best = out.distance < best ? out.distance : best;
        }
    }
    return best > 0.0f ? best : 0.0f;
}

static imp3_pose pose_near(test_rng* rng, const imp3_compound* a, const imp3_compound* b, float away)
{
    imp3_vec axis = {test_rng_range(rng, -1.0f, 1.0f), 0.0f, 1.0f};
    axis.y = test_rng_range(rng, -1.0f, 1.0f);
    imp3_pose r = imp3_pose_identity();
    assert_int_equal(imp3_rot_make(axis, test_rng_range(rng, -3.0f, 3.0f), &r.q), IMP_OK);
    // The middle of B beside that of A, by some of their sizes.
    const imp3_pose here = imp3_pose_identity();
    imp3_box box_a, box_b;
    assert_int_equal(imp3_compound_bounds(a, &here, &box_a), IMP_OK);
    assert_int_equal(imp3_compound_bounds(b, &here, &box_b), IMP_OK);
    imp3_vec size = imp3_vec_add(imp3_vec_sub(box_a.upper, box_a.lower), imp3_vec_sub(box_b.upper, box_b.lower));
    float far = sqrtf(imp3_vec_dot(size, size)) * away;
    imp3_vec middle_a = imp3_vec_scale(imp3_vec_add(box_a.lower, box_a.upper), 0.5f);
    imp3_vec middle_b = imp3_vec_scale(imp3_vec_add(box_b.lower, box_b.upper), 0.5f);
    imp3_vec to = {test_rng_range(rng, -far, far), 0.0f, 0.0f};
    to.y = test_rng_range(rng, -far, far);
    to.z = test_rng_range(rng, -far, far);
    r.p = imp3_vec_add(imp3_vec_sub(middle_a, imp3_rot_apply(r.q, middle_b)), to);
    return r;
}

static double scale_of_pair(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                            const imp3_pose* pose_b)
{
    imp3_vec shift = imp3_vec_sub(pose_b->p, pose_a->p);
    return (double)a->reach + (double)b->reach + sqrt((double)imp3_vec_dot(shift, shift));
}

static void ask(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b, const imp3_pose* pose_b,
                int32_t order, imp3_compound_nearest* out)
{
    const imp3_mesh_walk walk = {order, 0, NULL};
    memset(out, 0, sizeof *out);
    out->part_a = out->part_b = -1;
    assert_int_equal(imp3_mesh_distance(a, pose_a, b, pose_b, &walk, out), IMP_OK);
}

/// The answer is the distance of its parts and of its points.
static void check_answer(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                         const imp3_pose* pose_b, const imp3_compound_nearest* n, double truth)
{
    double scale = scale_of_pair(a, pose_a, b, pose_b), d = n->nearest.distance;
    assert_number(fabs(d - truth), <=, 1e-6 * truth + 0x1p-40 * scale);
    assert_true((d > 0.0) == (truth > 0.0));
    imp3_shape part_a, part_b;
    imp3_nearest out;
    assert_int_equal(imp3_compound_part(a, n->part_a, &part_a), IMP_OK);
    assert_int_equal(imp3_compound_part(b, n->part_b, &part_b), IMP_OK);
    assert_int_equal(imp3_distance(&part_a, pose_a, &part_b, pose_b, &out), IMP_OK);
    assert_true(d > 0.0 ? n->nearest.distance == out.distance : out.distance <= 0.0f);
    if (d > 0.0)
    {
        imp3_vec way = imp3_vec_sub(n->nearest.point_b, n->nearest.point_a);
        assert_number(fabs(sqrt((double)imp3_vec_dot(way, way)) - d), <=, 0x1p-20 * scale);
    }
}

static void test_all_pairs(void** state)
{
    (void)state;
    uint64_t cases = test_n(30), touching = 0;
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        test_mesh from_a, from_b;
        int kind = TEST_MESH_CUBE + (int)(c % TEST_MESH_QUERY_KINDS);
        from_a = test_mesh_usual(&rng, kind);
        from_b = test_mesh_ball(&rng, 2, 0.3f);
        if (kind == TEST_MESH_TINY || kind == TEST_MESH_HUGE)
        {
            test_mesh_free(&from_b);
            from_b = test_mesh_usual(&rng, kind);
        }
        imp3_compound a, b;
        test_mesh_build(&from_a, test_mesh_tree(0), false, &a);
        test_mesh_build(&from_b, test_mesh_tree(0), false, &b);
        imp3_pose pose_a = imp3_pose_identity(), pose_b = pose_near(&rng, &a, &b, c % 3 ? 1.0f : 0.2f);
        if (c % 4 == 1)
        {
            imp3_pose far = pose_near(&rng, &a, &b, 30.0f);
            pose_a.q = far.q;
            pose_b = pose_near(&rng, &a, &b, 1.0f);
        }
        double truth = (double)nearest_of_all(&a, &pose_a, &b, &pose_b);
        touching += truth <= 0.0;
        imp3_compound_free(&a);
        imp3_compound_free(&b);
        for (int i = 0; i < TEST_MESH_TREES; i += 1 + (int)(c % 2))
        {
            imp3_compound_nearest first, n;
            test_mesh_build(&from_a, test_mesh_tree(i), false, &a);
            test_mesh_build(&from_b, test_mesh_tree((i * 7 + (int)(c % 5)) % TEST_MESH_TREES), false, &b);
            ask(&a, &pose_a, &b, &pose_b, IMP3_WALK_DEPTH, &first);
            check_answer(&a, &pose_a, &b, &pose_b, &first, truth);
            for (int32_t order = IMP3_WALK_BREADTH; order <= IMP3_WALK_BEST; ++order)
            {
                ask(&a, &pose_a, &b, &pose_b, order, &n);
                check_answer(&a, &pose_a, &b, &pose_b, &n, truth);
                assert_true(truth <= 0.0 || memcmp(&n, &first, sizeof n) == 0);
            }
            // Any parts to start from, some that are none.
            n.part_a = test_rng_int(&rng, -1, a.part_count);
            n.part_b = test_rng_int(&rng, 0, b.part_count);
            assert_int_equal(imp3_mesh_distance(&a, &pose_a, &b, &pose_b, NULL, &n), IMP_OK);
            check_answer(&a, &pose_a, &b, &pose_b, &n, truth);
            assert_true(truth <= 0.0 || memcmp(&n, &first, sizeof n) == 0);
            imp3_compound_free(&a);
            imp3_compound_free(&b);
        }
        test_mesh_free(&from_a);
        test_mesh_free(&from_b);
    }
    assert_true(touching > 0 && touching < cases);
    test_report("distances of meshes", cases);
}

/// What bends has the distance that it then has.
static void test_moved(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int i = 0; i < TEST_MESH_TREES; i += 3)
    {
        test_mesh from_a = test_mesh_ball(&rng, 3, 0.2f);
        test_mesh from_b = test_mesh_ball(&rng, 2, 0.3f);
        imp3_compound a, b;
        test_mesh_build(&from_a, test_mesh_tree(i), false, &a);
        test_mesh_build(&from_b, test_mesh_tree(TEST_MESH_TREES - 1 - i), false, &b);
        for (int k = 0; k < 3; ++k)
        {
            for (int32_t m = 0; m < from_a.point_count; ++m)
            {
                imp3_vec* p = &from_a.points[m];
                p->x += (k == 2 ? 5.0f : 0.3f) * p->y * p->y;
            }
            assert_int_equal(imp3_mesh_move(&a, from_a.points, from_a.point_count, NULL), IMP_OK);
            imp3_pose pose_a = imp3_pose_identity(), pose_b = pose_near(&rng, &a, &b, 0.7f);
            imp3_compound_nearest n;
            ask(&a, &pose_a, &b, &pose_b, k, &n);
            check_answer(&a, &pose_a, &b, &pose_b, &n, (double)nearest_of_all(&a, &pose_a, &b, &pose_b));
        }
        imp3_compound_free(&a);
        imp3_compound_free(&b);
        test_mesh_free(&from_a);
        test_mesh_free(&from_b);
    }
}

/// The form of a tree is invisible: the triangles of wide and narrow trees have the same numbers.
static void test_forms(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < test_n(40); ++c)
    {
        test_mesh from_a = test_mesh_ball(&rng, 6, 0.2f);
        test_mesh from_b = test_mesh_ball(&rng, 5, 0.3f);
        imp3_pose pose_a = imp3_pose_identity(), pose_b = pose_a;
        imp3_compound_nearest answers[2];
        for (int narrow = 0; narrow < 2; ++narrow)
        {
            imp3_compound a, b;
            test_mesh_build(&from_a, test_mesh_tree((int)(c % 4) + 12 * narrow), false, &a);
            test_mesh_build(&from_b, test_mesh_tree((int)(c % 4) + 12 * narrow), false, &b);
            pose_b = narrow ? pose_b : pose_near(&rng, &a, &b, 1.0f);
            ask(&a, &pose_a, &b, &pose_b, IMP3_WALK_DEPTH, &answers[narrow]);
            imp3_compound_free(&a);
            imp3_compound_free(&b);
        }
        assert_true(answers[0].nearest.distance <= 0.0f || memcmp(&answers[0], &answers[1], sizeof answers[0]) == 0);
        test_mesh_free(&from_a);
        test_mesh_free(&from_b);
    }
}

static void scale_source(test_mesh* source, float by)
{
    for (int32_t k = 0; k < source->point_count; ++k)
    {
        source->points[k] = imp3_vec_scale(source->points[k], by);
    }
}

static void test_laws(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < test_n(20); ++c)
    {
        test_mesh from_a = test_mesh_ball(&rng, 4, 0.2f);
        test_mesh from_b = test_mesh_ball(&rng, 4, 0.3f);
        imp3_compound a, b;
        imp3_compound_nearest n, other;
        test_mesh_build(&from_a, test_mesh_tree(0), false, &a);
        test_mesh_build(&from_b, test_mesh_tree(0), false, &b);
        imp3_pose pose_a = pose_near(&rng, &a, &a, 0.1f), pose_b = pose_near(&rng, &a, &b, 1.0f);
        ask(&a, &pose_a, &b, &pose_b, IMP3_WALK_DEPTH, &n);
        // Far away: both by powers of two that their places can have without rounding.
        imp3_pose far_a = pose_a, far_b = pose_b;
        far_a.p.x = floorf(pose_a.p.x * 0x1p10f) * 0x1p-10f;
        far_b.p.x = floorf(pose_b.p.x * 0x1p10f) * 0x1p-10f;
        ask(&a, &far_a, &b, &far_b, IMP3_WALK_DEPTH, &n);
        far_a.p.x += 4096.0f;
        far_b.p.x += 4096.0f;
        ask(&a, &far_a, &b, &far_b, IMP3_WALK_DEPTH, &other);
        assert_true(n.nearest.distance == other.nearest.distance);
        assert_int_equal(n.part_a, other.part_a);
        assert_int_equal(n.part_b, other.part_b);
        imp3_compound_free(&a);
        imp3_compound_free(&b);
        // Scaled.
        float by = c % 2 ? 1024.0f : 1.0f / 1024.0f;
        scale_source(&from_a, by);
        scale_source(&from_b, by);
        test_mesh_build(&from_a, test_mesh_tree(0), false, &a);
        test_mesh_build(&from_b, test_mesh_tree(0), false, &b);
        far_a.p = imp3_vec_scale(far_a.p, by);
        far_b.p = imp3_vec_scale(far_b.p, by);
        ask(&a, &far_a, &b, &far_b, IMP3_WALK_DEPTH, &n);
        assert_true(n.nearest.distance == other.nearest.distance * by);
        imp3_compound_free(&a);
        imp3_compound_free(&b);
        test_mesh_free(&from_a);
        test_mesh_free(&from_b);
    }
}

static void test_hostile(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh from = test_mesh_usual(&rng, TEST_MESH_BUMPS);
    imp3_compound a, shape, none = {0};
    imp3_shape ball;
    test_mesh_build(&from, test_mesh_tree(0), false, &a);
    const imp3_vec origin = {0.0f, 0.0f, 0.0f};
    assert_int_equal(imp3_sphere_make(origin, 1.0f, &ball), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&ball, &shape), IMP_OK);
    const imp3_pose pose = imp3_pose_identity();
    imp3_pose bad = pose, turned = pose;
    bad.p.y = NAN;
    turned.q.x.x = 2.0f;
    imp3_compound_nearest out, before;
    memset(&out, 1, sizeof out);
    before = out;
    imp3_mesh_work work = {3, 4};
    const imp3_mesh_walk wrong = {3, 0, &work}, negative = {-1, 0, &work};
    assert_int_equal(imp3_mesh_distance(NULL, &pose, &a, &pose, NULL, &out) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_distance(&none, &pose, &a, &pose, NULL, &out) & 255, IMP_ERR_COMPOUND);
    assert_int_equal(imp3_mesh_distance(&a, &pose, &shape, &pose, NULL, &out) & 255, IMP_ERR_COMPOUND);
    assert_int_equal(imp3_mesh_distance(&a, NULL, &a, &pose, NULL, &out) & 255, IMP_ERR_NULL);
    assert_int_equal(imp3_mesh_distance(&a, &pose, &a, &bad, NULL, &out) & 255, IMP_ERR_NAN);
    assert_int_equal(imp3_mesh_distance(&a, &turned, &a, &pose, NULL, &out) & 255, IMP_ERR_ROTATION);
    assert_int_equal(imp3_mesh_distance(&a, &pose, &a, &pose, &wrong, &out) & 255, IMP_ERR_RANGE);
    assert_int_equal(imp3_mesh_distance(&a, &pose, &a, &pose, &negative, &out) & 255, IMP_ERR_RANGE);
    assert_int_equal(imp3_mesh_distance(&a, &pose, &a, &pose, NULL, NULL) & 255, IMP_ERR_NULL);
    assert_memory_equal(&out, &before, sizeof out);
    assert_true(work.nodes == 3 && work.triangles == 4);
    // A mesh and itself in one place, and in places that share one point.
    out.part_a = out.part_b = -1;
    const imp3_mesh_walk best = {IMP3_WALK_BEST, 0, &work};
    assert_int_equal(imp3_mesh_distance(&a, &pose, &a, &pose, &best, &out), IMP_OK);
    assert_true(out.nearest.distance == 0.0f && work.triangles > 4);
    imp3_compound_free(&a);
    test_mesh_free(&from);
}

/// Cubes on a grid: faces, edges and corners that just touch, or are a step apart.
static void test_grid(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh from = test_mesh_usual(&rng, TEST_MESH_CUBE);
    for (int i = 0; i < TEST_MESH_TREES; ++i)
    {
        imp3_compound a;
        test_mesh_build(&from, test_mesh_tree(i), false, &a);
        for (int k = 0; k < 27; ++k)
        {
            const int step[3] = {k % 3, k / 3 % 3, k / 9};
            imp3_pose pose = imp3_pose_identity();
            pose.p.x = (float)step[0] * 0.75f;
            pose.p.y = (float)step[1] * 0.75f;
            pose.p.z = (float)step[2] * 0.75f;
            double square = 0.0;
            for (int m = 0; m < 3; ++m)
            {
                square += step[m] == 2 ? 0.25 : 0.0;
            }
            imp3_compound_nearest n;
            const imp3_pose here = imp3_pose_identity();
            ask(&a, &here, &a, &pose, i % 3, &n);
            assert_number(fabs((double)n.nearest.distance - sqrt(square)), <=, 1e-7);
        }
        imp3_compound_free(&a);
    }
    test_mesh_free(&from);
}

/// Two sheets in parallel planes: thousands of pairs are equally near, more than wait in a queue. The lowest is told.
static void test_sheets(void** state)
{
    (void)state;
    enum
    {
        SIDE = 40,
        POINTS = (SIDE + 1) * (SIDE + 1),
        COUNT = 2 * SIDE * SIDE
    };
    static imp3_vec points[POINTS];
    static int32_t corners[3 * COUNT];
    for (int32_t k = 0; k < POINTS; ++k)
    {
        points[k].x = 0.25f * (float)(k % (SIDE + 1));
        points[k].y = 0.25f * (float)(k / (SIDE + 1));
    }
    for (int32_t k = 0; k < SIDE * SIDE; ++k)
    {
        int32_t a = k / SIDE * (SIDE + 1) + k % SIDE, up = a + SIDE + 1;
        const int32_t two[6] = {a, a + 1, up, a + 1, up + 1, up};
        memcpy(corners + 6 * k, two, sizeof two);
    }
    const test_mesh from = {points, corners, POINTS, COUNT, 0.0f};
    for (int i = 0; i < TEST_MESH_TREES; i += 5)
    {
        imp3_compound a;
        test_mesh_build(&from, test_mesh_tree(i), false, &a);
        imp3_pose pose_a = imp3_pose_identity(), pose_b = pose_a;
        pose_b.p.z = 3.0f;
        imp3_compound_nearest n[3];
        for (int32_t order = IMP3_WALK_DEPTH; order <= IMP3_WALK_BEST; ++order)
        {
            ask(&a, &pose_a, &a, &pose_b, order, &n[order]);
            assert_true(n[order].nearest.distance == 3.0f);
            int32_t lowest = -1;
            float distance = INFINITY;
            imp3_shape part_a, part_b;
            assert_int_equal(imp3_compound_part(&a, 0, &part_a), IMP_OK);
            while (distance > 3.0f)
            {
                imp3_nearest pair;
                assert_int_equal(imp3_compound_part(&a, ++lowest, &part_b), IMP_OK);
                assert_int_equal(imp3_distance(&part_a, &pose_a, &part_b, &pose_b, &pair), IMP_OK);
                distance = pair.distance;
            }
            assert_int_equal(n[order].part_a, 0);
            assert_int_equal(n[order].part_b, lowest);
            assert_memory_equal(&n[order], &n[0], sizeof n[0]);
        }
        imp3_compound_free(&a);
    }
}

/// Two triangles of one plane whose sides cross and whose corners do not, as in a star; a step apart they no longer touch.
static void test_star(void** state)
{
    (void)state;
    imp3_vec up[3] = {{-2.0f, -1.0f, 0.0f}, {2.0f, -1.0f, 0.0f}, {0.0f, 2.0f, 0.0f}};
    imp3_vec down[3] = {{2.0f, 1.0f, 0.0f}, {-2.0f, 1.0f, 0.0f}, {0.0f, -2.0f, 0.0f}};
    int32_t corners[3] = {0, 1, 2};
    test_mesh from_a = {up, corners, 3, 1, 0.0f}, from_b = from_a;
    from_b.points = down;
    imp3_compound a, b;
    test_mesh_build(&from_a, test_mesh_tree(0), false, &a);
    test_mesh_build(&from_b, test_mesh_tree(0), false, &b);
    const imp3_pose here = imp3_pose_identity();
    imp3_pose above = here;
    imp3_compound_nearest n;
    ask(&a, &here, &b, &above, IMP3_WALK_BEST, &n);
    assert_true(n.nearest.distance == 0.0f);
    above.p.z = 0x1p-20f;
    ask(&a, &here, &b, &above, IMP3_WALK_BEST, &n);
    assert_true(n.nearest.distance == 0x1p-20f);
    imp3_compound_free(&a);
    imp3_compound_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs), cmocka_unit_test(test_moved),   cmocka_unit_test(test_forms),
        cmocka_unit_test(test_laws),      cmocka_unit_test(test_hostile), cmocka_unit_test(test_grid),
        cmocka_unit_test(test_star),      cmocka_unit_test(test_sheets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
