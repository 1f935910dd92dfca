// SPDX-License-Identifier: MIT
//
// Meshes whose points move: parts, neighbours and trees follow, whatever is built anew; nothing changes when memory is
// out; and what is told of trees.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/meshes3.h"
#include "oracle/trees3.h"
#include "support.h"

#include "impinge/mesh3.h"
#include "impinge/narrow3.h"
#include "math/vec3.h"
#include "shape/compound3.h"

static imp3_compound make(const test_mesh* m, imp3_bvh_choice def, bool soup)
{
    imp3_triangles t = test_mesh_triangles(m, def, soup);
    imp3_compound c;
    assert_int_equal(imp3_triangles_make(&t, NULL, &c, NULL), IMP_OK);
    return c;
}

/// Every part is the triangle that its source was, and is told around its corners.
static void parts_are_right(const imp3_compound* c, const test_mesh* m)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    const imp3i_bvh_triangles triangles = imp3i_bvh_triangles_of(c);
    uint8_t* seen = calloc((size_t)m->count, 1);
    assert_non_null(seen);
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        int32_t source;
        imp3_shape part;
        assert_int_equal(imp3_compound_source(c, i, &source), IMP_OK);
        assert_int_equal(imp3_compound_part(c, i, &part), IMP_OK);
        assert_int_equal(seen[source]++, 0);
        const int32_t* corner = m->corners + 3 * source;
        const imp3_vec has[3] = {part.a, part.b, part.c};
        bool same = false;
        for (int turn = 0; turn < 3; ++turn)
        {
            bool all = true;
            for (int k = 0; k < 3; ++k)
            {
                all = all && memcmp(&has[(k + turn) % 3], &m->points[corner[k]], sizeof has[0]) == 0;
            }
            same = same || all;
        }
        assert_true(same);
        assert_number(part.reach, <=, c->reach);
        for (int k = 0; k < 3; ++k)
        {
            int32_t point = b->corners[3 * i + k], times = 0;
            for (int32_t j = b->first ? b->first[point] : 0; b->first && j < b->first[point + 1]; ++j)
            {
                times += b->around[j] == i;
            }
            assert_int_equal(times, b->first ? 1 : 0);
        }
    }
    free(seen);
    test_tree_check(&b->bvh, &triangles);
}

/// Waves along an axis that grow with time: the mesh bends, and comes to be another one.
static void bend(test_mesh* m, const test_mesh* from, int step)
{
    for (int32_t k = 0; k < m->point_count; ++k)
    {
        imp3_vec v = from->points[k];
        double angle = 0.05 * step * (double)v.z + 0.02 * step * (double)v.x;
        float c = (float)cos(angle), s = (float)sin(angle);
        const imp3_vec to = {c * v.x - s * v.y, s * v.x + c * v.y, v.z + 0.1f * (float)sin(0.3 * step * (double)v.x)};
        m->points[k] = imp3i_vec_tidied(to);
    }
}

static float area_of_new(const test_mesh* m, imp3_bvh_choice def)
{
    imp3_compound c = make(m, def, false);
    imp3_bvh_stats stats;
    assert_int_equal(imp3_mesh_stats(&c, &stats), IMP_OK);
    imp3_compound_free(&c);
    return stats.area;
}

static void bent_meshes_follow(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int64_t rebuilt = 0;
    for (int which = 0; which < 16; ++which)
    {
        test_mesh_kind kind = which % 4 == 0   ? TEST_MESH_TORUS
                              : which % 4 == 1 ? TEST_MESH_HILLS
                              : which % 4 == 2 ? TEST_MESH_SOUP
                                               : TEST_MESH_BALL;
        test_mesh from = test_mesh_make(&rng, kind, 300), m = from;
        m.points = malloc((size_t)m.point_count * sizeof *m.points);
        assert_non_null(m.points);
        const imp3_bvh_choice def = {which / 4, which % 4, 2, which % 3 == 0};
        imp3_compound c = make(&from, def, kind == TEST_MESH_SOUP);
        for (int step = 1; step <= 100; ++step)
        {
            imp3_mesh_upkeep upkeep;
            bend(&m, &from, step);
            assert_int_equal(imp3_mesh_move(&c, m.points, m.point_count, &upkeep), IMP_OK);
            rebuilt += upkeep.rebuilt;
            const imp3i_bvh* tree = imp3i_bvh_of(&c);
            assert_true(upkeep.area == tree->now[0]);
            for (int32_t g = 0; g < tree->groups && upkeep.rebuilt == 0; ++g)
            {
                assert_number(tree->now[g], <=, 2.0f * tree->built[g]);
            }
            if (step % 20 == 0 || upkeep.rebuilt)
            {
                parts_are_right(&c, &m);
            }
        }
        imp3_bvh_stats stats;
        assert_int_equal(imp3_mesh_stats(&c, &stats), IMP_OK);
        assert_number(stats.area, <, 4.0f * area_of_new(&m, def));
        imp3_compound_free(&c);
        free(m.points);
        test_mesh_free(&from);
    }
    assert_number(rebuilt, >, 1000);
}

/// Points that change places: nothing of the tree is worth keeping, and all of it is built anew.
static void what_has_sunk_is_built_anew(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int volume = 0; volume < 4; ++volume)
    {
        test_mesh m = test_mesh_make(&rng, TEST_MESH_SOUP, 500);
        for (int32_t k = 0; k < m.point_count; ++k)
        {
            m.points[k] = imp3_vec_add(imp3_vec_scale(m.points[k - k % 3], 1.0f), imp3_vec_scale(m.points[k], 0.05f));
        }
        const imp3_bvh_choice def = {IMP3_BVH_BINS, volume, 2, true};
        imp3_compound c = make(&m, def, true);
        for (int32_t i = m.count - 1; i > 0; --i)
        {
            int32_t j = test_rng_int(&rng, 0, i);
            for (int k = 0; k < 3; ++k)
            {
                imp3_vec swap = m.points[3 * i + k];
                m.points[3 * i + k] = m.points[3 * j + k];
                m.points[3 * j + k] = swap;
            }
        }
        imp3_mesh_upkeep upkeep;
        assert_int_equal(imp3_mesh_move(&c, m.points, m.point_count, &upkeep), IMP_OK);
        assert_number(upkeep.rebuilt, >, m.count / 2);
        assert_number(upkeep.area, <, 1.5f * area_of_new(&m, def));
        parts_are_right(&c, &m);
        imp3_compound_free(&c);
        test_mesh_free(&m);
    }
}

/// Distances to a bent mesh are those to one that was made of the same points.
static void bent_and_made_answer_alike(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh from = test_mesh_make(&rng, TEST_MESH_TORUS, 600), m = from;
    m.points = malloc((size_t)m.point_count * sizeof *m.points);
    assert_non_null(m.points);
    const imp3_bvh_choice def = {0, 0, 0, false};
    const imp3_pose here = imp3_pose_identity();
    imp3_compound c = make(&from, def, false);
    for (int step = 0; step < 100; ++step)
    {
        bend(&m, &from, step);
        assert_int_equal(imp3_mesh_move(&c, m.points, m.point_count, NULL), IMP_OK);
    }
    imp3_compound anew = make(&m, def, false);
    assert_true(c.reach == anew.reach);
    for (int k = 0; k < 300; ++k)
    {
        imp3_vec p, nearest[2];
        float distance[2];
        p.x = test_rng_range(&rng, -2.0f, 2.0f);
        p.y = test_rng_range(&rng, -2.0f, 2.0f);
        p.z = test_rng_range(&rng, -1.0f, 1.0f);
        assert_int_equal(imp3_compound_closest(&c, &here, p, &nearest[0], &distance[0], NULL), IMP_OK);
        assert_int_equal(imp3_compound_closest(&anew, &here, p, &nearest[1], &distance[1], NULL), IMP_OK);
        assert_true(distance[0] == distance[1]);
    }
    imp3_compound_free(&anew);
    imp3_compound_free(&c);
    free(m.points);
    test_mesh_free(&from);
}

static void failed_moves_change_nothing(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (int volume = 0; volume < 4; ++volume)
    {
        test_mesh m = test_mesh_make(&rng, TEST_MESH_SOUP, 200);
        const imp3_bvh_choice def = {IMP3_BVH_BINS, volume, 2, false};
        test_allocator heap = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&heap);
        imp3_triangles t = test_mesh_triangles(&m, def, false);
        imp3_compound c;
        assert_int_equal(imp3_triangles_make(&t, &allocator, &c, NULL), IMP_OK);
        imp3i_compound_block* b = c.block;
        char *block = malloc(b->size), *tree = malloc(b->bvh.size);
        assert_non_null(block);
        assert_non_null(tree);
        memcpy(block, b, b->size);
        memcpy(tree, b->bvh.memory, b->bvh.size);
        for (int32_t k = 0; k < m.point_count; ++k)
        {
            m.points[k].x = test_rng_range(&rng, -1.0f, 1.0f);
        }
        imp_status status = IMP_ERR_MEMORY;
        int64_t fail = 0;
        for (; status; ++fail)
        {
            imp3_mesh_upkeep upkeep = {-7, -7.0f};
            heap.fail_at = heap.calls + fail;
            status = imp3_mesh_move(&c, m.points, m.point_count, &upkeep);
            if (status)
            {
                assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
                assert_int_equal(upkeep.rebuilt, -7);
                assert_memory_equal(block, b, b->size);
                assert_memory_equal(tree, b->bvh.memory, b->bvh.size);
            }
        }
        assert_number(fail, >, 3);
        parts_are_right(&c, &m);
        imp3_compound_free(&c);
        assert_int_equal(heap.live_blocks, 0);
        free(block);
        free(tree);
        test_mesh_free(&m);
    }
}

static void calls_are_judged(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh m = test_mesh_make(&rng, TEST_MESH_HILLS, 50);
    const imp3_bvh_choice def = {0, 0, 0, false};
    imp3_compound c = make(&m, def, false), none = {0}, alone;
    imp3_shape ball;
    imp3_bvh_stats stats;
    int32_t count;
    const imp3_vec middle = {0.0f, 0.0f, 0.0f};
    assert_int_equal(imp3_sphere_make(middle, 1.0f, &ball), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&ball, &alone), IMP_OK);
    assert_int_equal(imp3_mesh_move(NULL, m.points, m.point_count, NULL), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(imp3_mesh_move(&none, m.points, m.point_count, NULL), IMP_ERR_COMPOUND | 1 << 8);
    assert_int_equal(imp3_mesh_move(&alone, m.points, m.point_count, NULL), IMP_ERR_COMPOUND | 1 << 8);
    assert_int_equal(imp3_mesh_move(&c, NULL, m.point_count, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp3_mesh_move(&c, m.points, m.point_count - 1, NULL), IMP_ERR_COUNT | 3 << 8);
    m.points[7].y = NAN;
    assert_int_equal(imp3_mesh_move(&c, m.points, m.point_count, NULL), IMP_ERR_NAN | 2 << 8);
    m.points[7].y = 0x1p61f;
    assert_int_equal(imp3_mesh_move(&c, m.points, m.point_count, NULL), IMP_ERR_MAGNITUDE | 2 << 8);
    assert_int_equal(imp3_mesh_stats(&alone, &stats), IMP_ERR_COMPOUND | 1 << 8);
    assert_int_equal(imp3_mesh_stats(&c, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp3_mesh_volumes(&alone, 0, NULL, 0, &count), IMP_ERR_COMPOUND | 1 << 8);
    assert_int_equal(imp3_mesh_volumes(&c, -1, NULL, 0, &count), IMP_ERR_NEGATIVE | 2 << 8);
    assert_int_equal(imp3_mesh_volumes(&c, 0, NULL, 1, &count), IMP_ERR_NULL | 3 << 8);
    assert_int_equal(imp3_mesh_volumes(&c, 0, NULL, -1, &count), IMP_ERR_COUNT | 4 << 8);
    assert_int_equal(imp3_mesh_volumes(&c, 0, NULL, 0, NULL), IMP_ERR_NULL | 5 << 8);
    const imp3_bvh_choice odd = {7, 0, 0, false};
    imp3_triangles t = test_mesh_triangles(&m, odd, false);
    m.points[7].y = 0.0f;
    assert_int_equal(imp3_triangles_make(&t, NULL, NULL, NULL), IMP_ERR_RANGE | 1 << 8);
    imp3_compound_free(&c);
    test_mesh_free(&m);
}

/// The volumes of each level hold all points together; below the deepest they are the leaves.
static void levels_hold_all(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh m = test_mesh_make(&rng, TEST_MESH_TORUS, 400);
    for (int volume = 0; volume < 4; ++volume)
    {
        const imp3_bvh_choice def = {IMP3_BVH_BINS, volume, 1, volume % 2};
        imp3_compound c = make(&m, def, false);
        imp3_bvh_stats stats;
        assert_int_equal(imp3_mesh_stats(&c, &stats), IMP_OK);
        imp3_volume* volumes = malloc((size_t)stats.leaves * sizeof *volumes);
        assert_non_null(volumes);
        int32_t count = 0, last = 0;
        for (int32_t level = 0; level <= stats.depth; ++level)
        {
            assert_int_equal(imp3_mesh_volumes(&c, level, NULL, 0, &count), IMP_OK);
            assert_number(count, >=, last);
            last = count;
            assert_int_equal(imp3_mesh_volumes(&c, level, volumes, count - 1, &count),
                             count == 1 ? IMP_OK : IMP_ERR_SPACE | 4 << 8);
            assert_int_equal(count, last);
            assert_int_equal(imp3_mesh_volumes(&c, level, volumes, count, &count), IMP_OK);
            for (int32_t p = 0; p < m.point_count; ++p)
            {
                bool held = false;
                for (int32_t k = 0; k < count && !held; ++k)
                {
                    held = test_volume_holds(&volumes[k], m.points[p]);
                }
                assert_true(held);
            }
        }
        assert_int_equal(last, stats.leaves);
        free(volumes);
        imp3_compound_free(&c);
    }
    test_mesh_free(&m);
}

/// A soup keeps doubled triangles and points, and leaves out what has no area; a ball on it feels its face.
static void soups_are_made_as_they_are(void** state)
{
    (void)state;
    const imp3_vec points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}};
    const int32_t corners[] = {0, 1, 2, 3, 4, 5, 0, 1, 6, 0, 1, 2};
    imp3_triangles t = {points, 7, corners, 4, 0.0f, false, true, {0, 0, 0, false}};
    imp3_triangles_report report;
    imp3_compound c;
    assert_int_equal(imp3_triangles_make(&t, NULL, &c, &report), IMP_OK);
    const imp3_triangles_report wanted = {0, 1, 0, 0, 0, 0};
    assert_memory_equal(&report, &wanted, sizeof report);
    assert_int_equal(c.part_count, 3);
    assert_null(imp3i_compound_block_of(&c)->first);
    imp3_shape ball;
    imp3_compound other;
    const imp3_vec above = {0.25f, 0.25f, 0.4f};
    const imp3_pose here = imp3_pose_identity();
    imp3_part_manifold room[8];
    imp3_compound_contacts out;
    memset(&out, 0, sizeof out);
    out.manifolds = room;
    out.capacity = 8;
    assert_int_equal(imp3_sphere_make(above, 0.5f, &ball), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&ball, &other), IMP_OK);
    assert_int_equal(imp3_compound_collide(&c, &here, &other, &here, 0.0f, &out), IMP_OK);
    assert_int_equal(out.count, 3);
    assert_number(room[0].manifold.normal.z, >, 0.999f);
    imp3_mass mass;
    assert_int_equal(imp3_compound_mass(&c, 1.0f, &mass), IMP_OK);
    assert_true(mass.volume == 0.0f);
    imp3_compound_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bent_meshes_follow),         cmocka_unit_test(what_has_sunk_is_built_anew),
        cmocka_unit_test(bent_and_made_answer_alike), cmocka_unit_test(failed_moves_change_nothing),
        cmocka_unit_test(calls_are_judged),           cmocka_unit_test(levels_hold_all),
        cmocka_unit_test(soups_are_made_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
