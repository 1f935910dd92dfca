// SPDX-License-Identifier: MIT
//
// What a box that turns about its corner at a wall meets next: the wall, with its other end. The corner itself closes, or
// parts, by nearly nothing.

#include "motion/sweep_many2.h"
#include "support.h"

#include <math.h>

enum
{
    TURNS = 4000,
    SAMPLES = 200
};

#define DEEPEST 16.0  // of the room that is left between two that stay together

static imp2_box box_of(imp2_vec half)
{
    const imp2_box r = {{-half.x, -half.y}, half};
    return r;
}

// How far a box reaches along x at a time.
static double reach_at(const imp2i_thing* box, imp2_vec half, double time)
{
    imp2i_drot q = imp2i_thing_turned(box, time);
    return imp2i_thing_at(box, time).x + fabs(q.c) * (double)half.x + fabs(q.s) * (double)half.y;
}

static imp2i_thing make_thing(const imp2_compound* compound)
{
    const imp2i_thing t = {.compound = compound, .q = {1.0, 0.0}, .until = 1.0, .size = (double)compound->reach};
    return t;
}

static void the_other_end_is_met(void** state)
{
    (void)state;
    test_rng rng = {1};
    const imp2_vec low = {0.0f, -10.0f}, high = {0.0f, 10.0f};
    imp2_shape shapes[2];
    imp2_compound compounds[2];
    assert_int_equal(imp2_segment_make(low, high, &shapes[1]), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&shapes[1], &compounds[1]), IMP_OK);
    const imp2i_thing wall = make_thing(&compounds[1]);
    for (int i = 0; i < TURNS; ++i)
    {
        const imp2_vec half = {test_rng_range(&rng, 0.005f, 0.2f), test_rng_range(&rng, 0.5f, 2.0f)};
        assert_int_equal(imp2_box_make(box_of(half), &shapes[0]), IMP_OK);
        assert_int_equal(imp2_compound_of_shape(&shapes[0], &compounds[0]), IMP_OK);
        imp2i_thing box = make_thing(&compounds[0]);
        double angle = 0.01 + 0.2 * test_rng_unit(&rng), now = 0.9 * test_rng_unit(&rng);
        double c = cos(angle), s = -sin(angle), parts = pow(10.0, -9.0 + 6.0 * test_rng_unit(&rng));
        box.q.c = c;
        box.q.s = s;
        box.since = now;
        box.spin = 2.5 * angle / (1.0 - now);
        double skin = imp2i_skin_of(&box, &wall), rate = box.spin * (c * (double)half.y + s * (double)half.x);
        box.velocity.x = rate * (1.0 + (test_rng_int(&rng, 0, 2) - 1) * parts);
        box.velocity.y = 0.1 * (test_rng_unit(&rng) - 0.5);
        box.at.x = skin * (2.0 * test_rng_unit(&rng) - 1.0) * (test_rng_int(&rng, 0, 1) ? 1.0 : 0.01) -
                   (c * (double)half.x - s * (double)half.y);
        imp2i_toi met;
        assert_true(imp2i_toi_pair(&box, &wall, now, &met));
        assert_int_not_equal(met.kind, IMP_SWEEP_NEVER);
        for (int k = 0; k <= SAMPLES; ++k)
        {
            assert_true(reach_at(&box, half, now + k * (met.time - now) / SAMPLES) < DEEPEST * skin);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_other_end_is_met),
    };
    return cmocka_run_group_tests_name("toi_pair2", tests, NULL, NULL);
}
