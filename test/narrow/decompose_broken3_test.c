// SPDX-License-Identifier: MIT
//
// Decomposition of what is amiss: arguments that name their fault, and mutilated meshes, which end with a status or with parts
// that keep the tolerance.

#include <math.h>
#include <string.h>

#include "check_parts3.h"
#include "closed_solids3.h"

static void test_hostile(void** state)
{
    (void)state;
    imp3_compound mesh, open, set, none = {0};
    imp3_decompose_choice def = choice_of_parts(0.1f);
    const imp_progress nobody = {NULL, NULL};
    const imp_allocator no_memory = {NULL, NULL};
    closed_l();
    closed_mesh(&mesh);
    closed_made.count -= 1;
    closed_mesh(&open);
    memset(&set, 0xa5, sizeof set);
    const imp3_compound untouched = set;
    assert_int_equal(imp3_mesh_decompose(NULL, &def, NULL, NULL, &set, NULL), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(imp3_mesh_decompose(&none, &def, NULL, NULL, &set, NULL), IMP_ERR_COMPOUND | 1 << 8);
    assert_int_equal(imp3_mesh_decompose(&mesh, NULL, NULL, NULL, &set, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, &nobody, NULL, &set, NULL), IMP_ERR_NULL | 3 << 8);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, &no_memory, &set, NULL), IMP_ERR_NULL | 4 << 8);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, NULL, NULL), IMP_ERR_NULL | 5 << 8);
    assert_int_equal(imp3_mesh_decompose(&open, &def, NULL, NULL, &set, NULL), IMP_ERR_EMPTY | 1 << 8);
    const float tolerances[4] = {0.0f, -1.0f, NAN, 1e-6f};
    const int32_t faults[4] = {IMP_ERR_RANGE, IMP_ERR_NEGATIVE, IMP_ERR_NAN, IMP_ERR_RANGE};
    for (int k = 0; k < 4; ++k)
    {
        def.tolerance = tolerances[k];
        assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), faults[k] | 2 << 8);
    }
    def = choice_of_parts(0.1f);
    def.most_parts = -1;
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, NULL), IMP_ERR_COUNT | 2 << 8);
    assert_memory_equal(&set, &untouched, sizeof set);
    imp3_compound_free(&open);
    imp3_compound_free(&mesh);
}

/// Spoils what was closed_made: turns, drops and doubles triangles, or moves points, also onto each other and far away.
static void mutilate(test_rng* rng)
{
    int kind = test_rng_int(rng, 0, 4);
    for (int times = test_rng_int(rng, 1, 4); times > 0; --times)
    {
        int32_t at = test_rng_int(rng, 0, closed_made.count - 1), point = test_rng_int(rng, 0, 7),
                other = test_rng_int(rng, 0, 7);
        int32_t* corner = &closed_made.corners[3 * at];
        float by = test_rng_range(rng, -1.0f, 1.0f);
        switch (kind)
        {
        case 0:
        {
            int32_t first = corner[0];
            corner[0] = corner[1];
            corner[1] = first;
            break;
        }
        case 1: closed_made.count -= 1; break;
        case 2: closed_put_triangle(corner[0], corner[2], corner[1]); break;
        case 3: closed_made.points[point] = closed_made.points[other]; break;
        default: closed_made.points[point].z += by; break;
        }
    }
}

/// Solids in turn, of few triangles: thin and bent, with hollows, and around holes.
static void make_some(uint64_t k)
{
    switch (k % 8)
    {
    case 1: closed_bowl(6, 2); break;
    case 3: closed_torus(8, 4); break;
    case 5: closed_gear(5); break;
    case 6: closed_spring(1, 8, 4); break;
    case 7: closed_knot(18, 3); break;
    case 2: closed_l(); break;
    default: closed_hollow();
    }
}

/// Calls of progress after which a mesh is given up: what crosses itself may take hundreds of cuts.
#define PATIENCE 300

typedef struct stopper
{
    int32_t left;
} stopper;

static bool stop_when_none_left(void* user, float done)
{
    stopper* s = (stopper*)user;
    assert_true(done >= 0.0f && done <= 1.0f);
    return s->left-- > 0;
}

// Meshes that are closed no more, cross themselves, or have no inside, and some that are stopped on the way.
static void test_mutilated(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t tries = test_n(50), good = 0, stopped = 0;
    for (uint64_t k = 0; k < tries; ++k)
    {
        imp3_compound mesh, set;
        imp3_decompose_report report;
        stopper s = {k % 4 == 3 ? test_rng_int(&rng, 0, 6) : PATIENCE};
        const imp_progress progress = {stop_when_none_left, &s};
        make_some(test_rng_next(&rng));
        mutilate(&rng);
        closed_mesh(&mesh);
        const float tolerance = k % 2 ? 0.4f : test_rng_range(&rng, 0.4f, 0.9f);
        const imp3_decompose_choice def = choice_of_parts(tolerance);
        imp_status status = imp3_mesh_decompose(&mesh, &def, &progress, NULL, &set, &report);
        if (!status)
        {
            assert_number((double)report.outwards, <=, (double)tolerance);
            check_parts_outwards(&rng, &mesh, &set, (double)tolerance + 1e-4, 4);
            imp3_compound_free(&set);
            good += 1;
        }
        else if (status == (IMP_ERR_STOPPED | 3 << 8))
        {
            assert_true(s.left < 0);
            stopped += 1;
        }
        else
        {
            assert_int_equal(status, IMP_ERR_EMPTY | 1 << 8);
        }
        imp3_compound_free(&mesh);
    }
    assert_true(good > 0 && good + stopped < tries);
    test_report("mutilated meshes", tries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_mutilated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
