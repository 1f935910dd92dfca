// SPDX-License-Identifier: MIT
//
// imp3_compound_time_of_impact of sets that turn far: beside the earliest impact of all pairs of their parts, each swept
// alone over the whole motion.

#include <math.h>
#include <string.h>

#include "impinge/narrow3.h"
#include "support.h"

enum
{
    PARTS = 6
};

static const imp3_vec NONE = {0.0f, 0.0f, 0.0f};

static imp3_vec any_vec(test_rng* rng, float most)
{
    const imp3_vec r = {test_rng_range(rng, -most, most), test_rng_range(rng, -most, most),
                        test_rng_range(rng, -most, most)};
    return r;
}

/// Balls and boxes around the origin; few of one set touch each other.
static void any_set(test_rng* rng, imp3_compound* out)
{
    imp3_shape parts[PARTS];
    for (int i = 0; i < PARTS; ++i)
    {
        const imp3_vec at = any_vec(rng, 1.0f);
        const float half = test_rng_range(rng, 0.05f, 0.2f);
        const imp3_vec low = {at.x - half, at.y - half, at.z - half}, up = {at.x + half, at.y + half, at.z + half};
        if (i % 2)
        {
            assert_int_equal(imp3_sphere_make(at, half, &parts[i]), IMP_OK);
        }
        else
        {
            const imp3_box box = {low, up};
            assert_int_equal(imp3_box_make(box, &parts[i]), IMP_OK);
        }
    }
    assert_int_equal(imp3_compound_make(parts, PARTS, NULL, out), IMP_OK);
    for (int i = 0; i < PARTS; ++i)
    {
        imp3_shape_free(&parts[i]);
    }
}

/// The earliest of all pairs; INFINITY for never, and below 0 where some overlap at the start.
static double earliest_of_pairs(const imp3_compound_mover* a, const imp3_compound_mover* b)
{
    double first = INFINITY;
    for (int i = 0; i < a->compound->part_count; ++i)
    {
        for (int j = 0; j < b->compound->part_count; ++j)
        {
            const imp3_mover m = {&a->compound->parts[i], a->pose, a->motion, a->turn};
            const imp3_mover n = {&b->compound->parts[j], b->pose, b->motion, b->turn};
            imp3_hit hit;
            assert_int_equal(imp3_time_of_impact(&m, &n, &hit), IMP_OK);
            first = hit.kind == IMP_SWEEP_OVERLAP                          ? -1.0
                    : hit.kind == IMP_SWEEP_HIT && (double)hit.time < first ? (double)hit.time
                                                                            : first;
        }
    }
    return first;
}

static void sets_that_turn_far(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t hits = 0, count = test_n(400);
    for (uint64_t k = 0; k < count; ++k)
    {
        imp3_compound sets[2];
        any_set(&rng, &sets[0]);
        any_set(&rng, &sets[1]);
        const float turn = k % 2 ? test_rng_range(&rng, 0.2f, 1.5f) : test_rng_range(&rng, 1.0f, 8.0f);
        imp3_compound_mover a = {&sets[0], imp3_pose_identity(), NONE, any_vec(&rng, k % 3 ? turn : 0.0f)};
        imp3_compound_mover b = {&sets[1], imp3_pose_identity(), any_vec(&rng, 1.5f), any_vec(&rng, turn)};
        b.pose.p = any_vec(&rng, 1.5f);
        imp3_compound_hit found;
        const double first = earliest_of_pairs(&a, &b);
        assert_int_equal(imp3_compound_time_of_impact(&a, &b, &found), IMP_OK);
        if (first < 0.0)
        {
            assert_int_equal(found.hit.kind, IMP_SWEEP_OVERLAP);
        }
        else if (first < 1.0)
        {
            // Both are early by a distance that is the same, and by less than a thousandth here.
            assert_int_equal(found.hit.kind, IMP_SWEEP_HIT);
            assert_number(fabs((double)found.hit.time - first), <=, 0x1p-10);
            ++hits;
        }
        else
        {
            assert_true(found.hit.kind == IMP_SWEEP_NEVER || found.hit.kind == IMP_SWEEP_HIT);
            assert_true(found.hit.kind == IMP_SWEEP_NEVER || found.hit.time > 0.0f);
        }
        imp3_compound_free(&sets[0]);
        imp3_compound_free(&sets[1]);
    }
    assert_true(hits > count / 20);
    test_report("turning sets that hit", hits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sets_that_turn_far)};
    return cmocka_run_group_tests_name("compound_turns3", tests, NULL, NULL);
}
