// SPDX-License-Identifier: MIT
//
// Trees over triangles: for all kinds, volumes, forms and leaf sizes, on meshes good and bad, that each triangle is in one
// leaf, that all stand in the order that they should, and that a volume holds what is under it, seen by arithmetic of
// more digits; spheres and oriented boxes against the best there are.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/meshes3.h"
#include "oracle/trees3.h"
#include "support.h"

#include "broad/bvh3.h"
#include "broad/bvh_nodes3.h"
#include "broad/bvh_volume3.h"

typedef struct built
{
    imp3i_bvh tree;
    imp3i_bvh_triangles triangles;  // in the tree's order
    int32_t* corners;
    int32_t* order;
    int32_t* given;
} built;

static void put_in_order(built* b)
{
    for (int32_t i = 0; i < b->triangles.count; ++i)
    {
        memcpy(b->corners + 3 * i, b->given + 3 * b->order[i], 3 * sizeof *b->corners);
    }
}

static built build(const test_mesh* m, imp3_bvh_choice def)
{
    built b;
    const imp3i_bvh_triangles given = {m->points, m->corners, m->count};
    b.order = malloc((size_t)m->count * sizeof *b.order);
    b.corners = malloc(3 * (size_t)m->count * sizeof *b.corners);
    b.given = m->corners;
    b.triangles = given;
    assert_non_null(b.order);
    assert_non_null(b.corners);
    assert_int_equal(imp3i_bvh_build(&def, &given, NULL, b.order, &b.tree), IMP_OK);
    put_in_order(&b);
    b.triangles.corners = b.corners;
    return b;
}

static void drop(built* b)
{
    imp3i_bvh_free(&b->tree, NULL);
    free(b->order);
    free(b->corners);
}

// Structure

static void order_is_whole(const built* b)
{
    uint8_t* seen = calloc((size_t)b->triangles.count, 1);
    assert_non_null(seen);
    for (int32_t i = 0; i < b->triangles.count; ++i)
    {
        assert_in_range(b->order[i], 0, b->triangles.count - 1);
        assert_int_equal(seen[b->order[i]]++, 0);
    }
    free(seen);
}

static void tree_is_good(const built* b)
{
    order_is_whole(b);
    test_tree_check(&b->tree, &b->triangles);
}

// Tests

static void all_trees_are_good(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static const int32_t sizes[] = {1, 2, 5, 37, 400}, leaf_sizes[] = {1, 0, 16};
    uint64_t cases = 0;
    for (int mesh = 0; mesh < TEST_MESH_KIND_COUNT; ++mesh)
    {
        for (size_t n = 0; n < sizeof sizes / sizeof *sizes; ++n)
        {
            test_mesh m = test_mesh_make(&rng, (test_mesh_kind)mesh, sizes[n]);
            for (int which = 0; which < 4 * 4 * 2 * 3; ++which)
            {
                const imp3_bvh_choice def = {which % 4, which / 4 % 4, leaf_sizes[which / 32], which / 16 % 2};
                built b = build(&m, def);
                assert_int_equal(b.tree.def.narrow, def.narrow || def.volume != IMP3_VOLUME_BOX);
                tree_is_good(&b);
                drop(&b);
                ++cases;
            }
            test_mesh_free(&m);
        }
    }
    test_report("trees", cases);
}

static void scaled_meshes_have_good_trees(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static const float scales[] = {0x1p-59f, 0x1p-30f, 0x1p58f}, shifts[] = {0.0f, 0x1p12f};
    for (int which = 0; which < 4 * 4 * 3 * 2; ++which)
    {
        float scale = scales[which / 16 % 3], shift = shifts[which / 48];
        test_mesh m = test_mesh_make(&rng, which % 2 ? TEST_MESH_BALL : TEST_MESH_SOUP, 100);
        for (int32_t k = 0; k < m.point_count; ++k)
        {
            imp3_vec v = {m.points[k].x + shift, m.points[k].y - shift, m.points[k].z + shift};
            m.points[k] = imp3_vec_scale(v, scale);
        }
        const imp3_bvh_choice def = {which % 4, which / 4 % 4, 2, true};
        built b = build(&m, def);
        tree_is_good(&b);
        drop(&b);
        test_mesh_free(&m);
    }
}

static void definitions_are_judged(void** state)
{
    (void)state;
    imp3_bvh_choice out;
    const imp3_bvh_choice good = {IMP3_BVH_MORTON, IMP3_VOLUME_MIXED, 16, false},
                          bad[] = {{-1, 0, 0, false}, {4, 0, 0, false},  {0, -1, 0, false},
                                {0, 4, 0, false},  {0, 0, -1, false}, {0, 0, 17, false}};
    assert_true(imp3i_bvh_choice_of(&good, &out));
    assert_true(out.narrow && out.leaf_size == 16);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k)
    {
        assert_false(imp3i_bvh_choice_of(&bad[k], &out));
    }
}

/// Octants part all that have a middle of their own at once into up to eight.
static void octants_are_eight(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh m = test_mesh_make(&rng, TEST_MESH_SOUP, 1000);
    const imp3_bvh_choice def = {IMP3_BVH_OCTANTS, IMP3_VOLUME_BOX, 1, true};
    built b = build(&m, def);
    assert_int_equal(b.tree.first[1], 8);
    assert_number(b.tree.depth, <, 12);
    drop(&b);
    test_mesh_free(&m);
}

/// Bins are the best of all builders on what is spread unevenly.
static void bins_are_the_best(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int mesh = TEST_MESH_BALL; mesh <= TEST_MESH_SLIVERS; ++mesh)
    {
        test_mesh m = test_mesh_make(&rng, (test_mesh_kind)mesh, 2000);
        imp3_bvh_stats stats[4];
        for (int kind = 0; kind < 4; ++kind)
        {
            const imp3_bvh_choice def = {kind, IMP3_VOLUME_BOX, 2, kind != IMP3_BVH_OCTANTS};
            built b = build(&m, def);
            imp3i_bvh_measure(&b.tree, &stats[kind]);
            drop(&b);
        }
        assert_number(stats[IMP3_BVH_BINS].area, <=, 1.02f * stats[IMP3_BVH_MIDDLE].area);
        assert_number(stats[IMP3_BVH_BINS].area, <=, 1.02f * stats[IMP3_BVH_MORTON].area);
        test_mesh_free(&m);
    }
}

/// The sphere around all points whose boundary has some of them, by trying all.
static double least_sphere(const imp3_vec* p, int count)
{
    double best = INFINITY;
    for (int code = 0; code < count * count * count * count; ++code)
    {
        int at[4] = {code % count, code / count % count, code / (count * count) % count,
                     code / (count * count * count)};
        if (at[0] > at[1] || at[1] > at[2] || at[2] > at[3])
        {
            continue;
        }
        // Minimise over the affine hull of the points: solve for the circumcentre by elimination.
        imp3i_dvec o = imp3i_dvec_of(p[at[0]]), basis[3], step = imp3i_dvec_none();
        int used = 0;
        for (int k = 1; k < 4; ++k)
        {
            imp3i_dvec edge = imp3i_dsub(imp3i_dvec_of(p[at[k]]), o), rest = edge;
            for (int j = 0; j < used; ++j)
            {
                rest = imp3i_dadd_scaled(rest, basis[j], -imp3i_ddot(rest, basis[j]));
            }
            double length = sqrt(imp3i_ddot(rest, rest));
            if (length > 1e-7)
            {
                basis[used] = imp3i_ddivide(rest, length);
                double along = (0.5 * imp3i_ddot(edge, edge) - imp3i_ddot(step, edge)) / imp3i_ddot(basis[used], edge);
                step = imp3i_dadd_scaled(step, basis[used], along);
                ++used;
            }
        }
        imp3i_dvec center = imp3i_dadd(o, step);
        double far = 0.0;
        for (int k = 0; k < count; ++k)
        {
            imp3i_dvec d = imp3i_dsub(imp3i_dvec_of(p[k]), center);
            double length = sqrt(imp3i_ddot(d, d));
            far = length > far ? length : far;
        }
        best = far < best ? far : best;
    }
    return best;
}

static void spheres_are_nearly_the_least(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    double worst = 1.0;
    for (int round = 0; round < 60; ++round)
    {
        int32_t count = 1 + round % 4;
        test_mesh m = test_mesh_make(&rng, round % 2 ? TEST_MESH_SOUP : TEST_MESH_SLIVERS, count);
        const imp3i_bvh_triangles triangles = {m.points, m.corners, m.count};
        const imp3i_bvh_some some = {&triangles, NULL, 0, m.count};
        double least = least_sphere(m.points, m.point_count);
        double ratio = (double)imp3i_bvh_ball_of(&some).radius / least;
        worst = ratio > worst ? ratio : worst;
        test_mesh_free(&m);
    }
    assert_number(worst, <, 1.0 + 1e-5);

    // More than are tried: the least sphere around the surface of a ball is that ball.
    test_mesh m = test_mesh_make(&rng, TEST_MESH_BALL, 2000);
    const imp3i_bvh_triangles triangles = {m.points, m.corners, m.count};
    const imp3i_bvh_some some = {&triangles, NULL, 0, m.count};
    assert_number(imp3i_bvh_ball_of(&some).radius, <, 1.0101f);
    test_mesh_free(&m);
}

/// A sphere that comes as near to the least as its steps are many: each goes to the farthest point (Badoiu and Clarkson
/// 2003).
static double nearly_least_sphere(const imp3_vec* p, int32_t count)
{
    imp3i_dvec center = imp3i_dvec_of(p[0]);
    double best = INFINITY;
    for (int step = 1; step <= 3000; ++step)
    {
        double most = 0.0;
        imp3i_dvec way = imp3i_dvec_none();
        for (int32_t k = 0; k < count; ++k)
        {
            imp3i_dvec d = imp3i_dsub(imp3i_dvec_of(p[k]), center);
            double square = imp3i_ddot(d, d);
            way = square > most ? d : way;
            most = square > most ? square : most;
        }
        best = most < best ? most : best;
        center = imp3i_dadd_scaled(center, way, 1.0 / (step + 1));
    }
    return sqrt(best);
}

/// Points of which the farthest lie between the directions that are tried first.
static void spheres_of_many_are_nearly_the_least(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int round = 0; round < 40; ++round)
    {
        test_mesh m = test_mesh_make(&rng, TEST_MESH_SOUP, 30);
        for (int32_t k = 0; k < m.point_count; ++k)
        {
            float far = k % 16 ? 0.9f : 1.0f;
            imp3i_dvec d = imp3i_dvec_of(m.points[k]);
            m.points[k] = imp3i_vec_of(imp3i_dscale(d, (double)far / sqrt(imp3i_ddot(d, d))));
        }
        const imp3i_bvh_triangles triangles = {m.points, m.corners, m.count};
        const imp3i_bvh_some some = {&triangles, NULL, 0, m.count};
        assert_number(imp3i_bvh_ball_of(&some).radius, <, 1.0101 * nearly_least_sphere(m.points, m.point_count));
        test_mesh_free(&m);
    }
}

/// Each triangle half as large as the one before: planes part one of them at a time.
static void depth_is_bounded(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh m = test_mesh_make(&rng, TEST_MESH_SAME, 110);
    for (int32_t k = 0; k < m.point_count; ++k)
    {
        m.points[k] = imp3_vec_scale(m.points[k], ldexpf(1.0f, 55 - k / 3));
    }
    for (int kind = 0; kind < 4; ++kind)
    {
        const imp3_bvh_choice def = {kind, IMP3_VOLUME_BOX, 1, true};
        built b = build(&m, def);
        tree_is_good(&b);
        assert_true(kind != IMP3_BVH_MIDDLE || b.tree.depth > IMP3I_BVH_DEPTH_FREE);
        drop(&b);
    }
    test_mesh_free(&m);
}

/// A turned flat grid: its oriented box is as flat.
static void oriented_boxes_are_tight(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int round = 0; round < 20; ++round)
    {
        test_mesh m = test_mesh_make(&rng, TEST_MESH_GRID, 300);
        float angle = test_rng_range(&rng, 0.2f, 3.0f);
        imp3_rot turn;
        const imp3_vec axis = {1.0f, 2.0f, -0.5f};
        assert_int_equal(imp3_rot_make(axis, angle, &turn), IMP_OK);
        for (int32_t k = 0; k < m.point_count; ++k)
        {
            m.points[k].y *= 0.25f;
            m.points[k] = imp3_rot_apply(turn, m.points[k]);
        }
        const imp3i_bvh_triangles triangles = {m.points, m.corners, m.count};
        const imp3i_bvh_some some = {&triangles, NULL, 0, m.count};
        imp3_volume v = imp3i_bvh_volume_of_obb(imp3i_bvh_obb_of(&some));
        assert_number(imp3i_bvh_surface(&v), <, 2.0 * 0.25 * 1.00001);
        test_mesh_free(&m);
    }
}

static void failing_memory_leaves_nothing(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh m = test_mesh_make(&rng, TEST_MESH_HILLS, 100);
    const imp3i_bvh_triangles given = {m.points, m.corners, m.count};
    int32_t order[200];
    for (int volume = 0; volume < 4; ++volume)
    {
        imp_status status = IMP_ERR_MEMORY;
        for (int64_t fail = 0; status; ++fail)
        {
            test_allocator heap = {.fail_at = fail};
            imp_allocator allocator = test_allocator_get(&heap);
            const imp3_bvh_choice def = {IMP3_BVH_BINS, volume, 0, false};
            imp3i_bvh tree;
            status = imp3i_bvh_build(&def, &given, &allocator, order, &tree);
            if (!status)
            {
                imp3i_bvh_free(&tree, &allocator);
                assert_number(fail, >=, 2);
            }
            assert_int_equal(heap.live_blocks, 0);
        }
    }
    test_mesh_free(&m);
}

static void move_points(test_rng* rng, test_mesh* m, float by)
{
    for (int32_t k = 0; k < m->point_count; ++k)
    {
        m->points[k].x += test_rng_range(rng, -by, by);
        m->points[k].y += test_rng_range(rng, -by, by);
        m->points[k].z += test_rng_range(rng, -by, by);
    }
}

static void refitted_trees_are_good(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int which = 0; which < TEST_MESH_KIND_COUNT * 4 * 2; ++which)
    {
        test_mesh m = test_mesh_make(&rng, (test_mesh_kind)(which / 8), 300);
        const imp3_bvh_choice def = {which % 3, which / 2 % 4, 3, which % 2};
        built b = build(&m, def);
        for (int step = 0; step < 5; ++step)
        {
            move_points(&rng, &m, 0.05f);
            float area = imp3i_bvh_refit(&b.tree, &b.triangles);
            assert_true(area == b.tree.now[0]);
            tree_is_good(&b);
        }
        drop(&b);
        test_mesh_free(&m);
    }
}

/// Boxes that followed are those that would be found anew.
static void refitted_boxes_are_tight(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh m = test_mesh_make(&rng, TEST_MESH_TORUS, 1000);
    for (int narrow = 0; narrow < 2; ++narrow)
    {
        const imp3_bvh_choice def = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, narrow};
        built b = build(&m, def);
        move_points(&rng, &m, 0.1f);
        (void)imp3i_bvh_refit(&b.tree, &b.triangles);
        for (int32_t s = 0; s < b.tree.slots; ++s)
        {
            if (b.tree.link[s] != IMP3I_BVH_NONE)
            {
                int32_t first, count = imp3i_bvh_under(&b.tree, s, &first);
                imp3_box box = imp3i_bvh_box_of(m.points, b.corners + 3 * first);
                for (int32_t i = first; i < first + count; ++i)
                {
                    imp3i_box_grow(&box, imp3i_bvh_box_of(m.points, b.corners + 3 * i));
                }
                imp3_box has = narrow ? b.tree.boxes[s] : imp3i_block_get(&b.tree.blocks[s / 16], s % 16);
                assert_memory_equal(&has, &box, sizeof box);
            }
        }
        drop(&b);
    }
    test_mesh_free(&m);
}

/// Oriented boxes that followed a twist by a radian are not much wider than new ones: no level adds to those below it.
static void refitted_oriented_boxes_are_tight(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh m = test_mesh_make(&rng, TEST_MESH_TORUS, 1000);
    imp3_box all = imp3i_empty_box();
    for (int32_t i = 0; i < m.point_count; ++i)
    {
        const imp3_box point = {m.points[i], m.points[i]};
        imp3i_box_grow(&all, point);
    }
    const imp3_bvh_choice def = {IMP3_BVH_BINS, IMP3_VOLUME_ORIENTED, 0, true};
    built followed = build(&m, def);
    for (int32_t i = 0; i < m.point_count; ++i)
    {
        imp3_vec* v = &m.points[i];
        const float along = (v->y - all.lower.y) / (all.upper.y - all.lower.y), x = v->x;
        v->x = cosf(along) * x - sinf(along) * v->z;
        v->z = sinf(along) * x + cosf(along) * v->z;
    }
    const float area = imp3i_bvh_refit(&followed.tree, &followed.triangles);
    built anew = build(&m, def);
    assert_true(area < 1.5f * anew.tree.now[0]);
    drop(&followed);
    drop(&anew);
    test_mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_trees_are_good),
        cmocka_unit_test(scaled_meshes_have_good_trees),
        cmocka_unit_test(definitions_are_judged),
        cmocka_unit_test(octants_are_eight),
        cmocka_unit_test(bins_are_the_best),
        cmocka_unit_test(spheres_are_nearly_the_least),
        cmocka_unit_test(spheres_of_many_are_nearly_the_least),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(oriented_boxes_are_tight),
        cmocka_unit_test(failing_memory_leaves_nothing),
        cmocka_unit_test(refitted_trees_are_good),
        cmocka_unit_test(refitted_boxes_are_tight),
        cmocka_unit_test(refitted_oriented_boxes_are_tight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
