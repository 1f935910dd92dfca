// SPDX-License-Identifier: MIT
//
// Convex decomposition: no point of a part is farther out of the solid than the tolerance, and no point of the solid is
// outside of all parts, at random points and at all corners; numbers of parts that are known; hollows that stay; few corners
// of what bends smoothly; the same bits again.

#include <math.h>
#include <string.h>

#include "narrow/decompose3.h"
#include "world/kit3.h"

#include "check_parts3.h"
#include "closed_solids3.h"

static void test_solids(void** state)
{
    (void)state;
    closed_l();
    check_parts("l", 0.05f, 2);
    closed_u();
    check_parts("u", 0.1f, 3);
    closed_torus(24, 12);
    check_parts("torus", 0.15f, 10);
    closed_gear(12);
    check_parts("gear", 0.1f, 14);
    closed_spring(2, 12, 6);
    check_parts("spring", 0.12f, 22);
    closed_bowl(12, 3);
    check_parts("bowl", 0.15f, 28);
    closed_hollow();
    check_parts("hollow", 0.1f, 8);
}

// Shells across each other, also one that is there twice, are one solid each where they are: no part is lost, and no search
// goes down to the lattice between them.
static void test_overlapping_shells(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t k = 0; k < test_n(3); ++k)
    {
        imp3_compound mesh, set;
        imp3_decompose_report report;
        closed_heap(&rng, test_rng_int(&rng, 2, 5));
        closed_mesh(&mesh);
        const imp3_decompose_choice def = choice_of_parts(0.02f);
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
        assert_number((double)report.outwards, <=, 0.02);
        check_parts_outwards(&rng, &mesh, &set, 0.02 + 1e-5, 8);
        check_parts_inwards(&rng, &mesh, &set, (double)report.inwards + 1e-5, 60);
        imp3_compound_free(&set);
        imp3_compound_free(&mesh);
    }
}

// Rings that are cut in halves and merged two and two have parts too many, which cutting three anew finds.
static void test_regrouped(void** state)
{
    (void)state;
    closed_knot(24, 5);
    check_parts("knot", 0.3f, 20);
    closed_torus(24, 8);
    check_parts("fine torus", 0.06f, 9);
}

static void test_convex(void** state)
{
    (void)state;
    const imp3_pose here = imp3_pose_identity();
    closed_made.point_count = closed_made.count = 0;
    closed_put_box(1.0, false);
    check_parts("box", 0.1f, 1);
    // What nothing leads to is not filled.
    imp3_compound mesh, set;
    bool inside;
    closed_hollow();
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(0.1f);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), IMP_OK);
    assert_int_equal(imp3_compound_contains(&set, &here, vec(0.0f, 0.0f, 0.0f), &inside, NULL), IMP_OK);
    assert_false(inside);
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}

// What bends smoothly has few corners, more where less may go out of it, and nothing of the solid is left out.
static void test_thinned(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_compound mesh;
    closed_egg(15, 30);
    closed_mesh(&mesh);
    const float tolerances[2] = {0.2f, 0.08f};
    const int32_t corners[2] = {44, 120};
    for (int k = 0; k < 2; ++k)
    {
        imp3_compound set;
        imp3_decompose_report report;
        const imp3_decompose_choice def = choice_of_parts(tolerances[k]);
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
        assert_int_equal(set.part_count, 1);
        printf("    egg: %d corners, %.3g out\n", (int)set.parts[0].count, (double)report.outwards);
        assert_number(set.parts[0].count, <=, corners[k]);
        assert_true((double)report.inwards == 0.0);
        assert_number((double)report.outwards, <=, (double)tolerances[k]);
        check_parts_outwards(&rng, &mesh, &set, (double)tolerances[k] + 1e-6, 100);
        check_parts_weight(&mesh, &set);
        const imp3i_hull* h = (const imp3i_hull*)set.parts[0].block;
        for (int32_t i = 0; i < closed_made.point_count * h->face_count; ++i)
        {
            imp3_vec v = closed_made.points[i / h->face_count];
            int32_t f = i % h->face_count;
            double across = (double)h->normal_x[f] * (double)v.x + (double)h->normal_y[f] * (double)v.y;
            assert_number(across + (double)h->normal_z[f] * (double)v.z, <=, (double)h->plane[f] + 5e-7);
        }
        imp3_compound_free(&set);
    }
    imp3_compound_free(&mesh);
}

// No more parts than were asked for, whatever that costs.
static void test_most_parts(void** state)
{
    (void)state;
    imp3_compound mesh;
    closed_gear(12);
    closed_mesh(&mesh);
    for (int32_t most = 1; most <= 5; most += 2)
    {
        imp3_compound set;
        imp3_decompose_report report;
        imp3_decompose_choice def = choice_of_parts(0.02f);
        def.most_parts = most;
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
        assert_number(set.part_count, <=, most);
        assert_number((double)report.outwards, >, 0.02);
        imp3_compound_free(&set);
    }
    imp3_compound_free(&mesh);
}

static void test_same_bits(void** state)
{
    (void)state;
    imp3_compound mesh, sets[2];
    closed_gear(8);
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(0.08f);
    for (int k = 0; k < 2; ++k)
    {
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &sets[k], NULL), IMP_OK);
    }
    assert_int_equal(sets[0].part_count, sets[1].part_count);
    for (int32_t i = 0; i < sets[0].part_count; ++i)
    {
        assert_int_equal(sets[0].parts[i].count, sets[1].parts[i].count);
        for (int32_t k = 0; k < sets[0].parts[i].count; ++k)
        {
            imp3_vec a, b;
            assert_int_equal(imp3_shape_vertex(&sets[0].parts[i], k, &a), IMP_OK);
            assert_int_equal(imp3_shape_vertex(&sets[1].parts[i], k, &b), IMP_OK);
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
    imp3_compound_free(&sets[0]);
    imp3_compound_free(&sets[1]);
    imp3_compound_free(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solids),    cmocka_unit_test(test_overlapping_shells),
        cmocka_unit_test(test_regrouped), cmocka_unit_test(test_convex),
        cmocka_unit_test(test_thinned),   cmocka_unit_test(test_most_parts),
        cmocka_unit_test(test_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
