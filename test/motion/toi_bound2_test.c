// SPDX-License-Identifier: MIT
//
// Until when two things cannot have met, against distances at many moments on their way: never too long, and mostly long
// enough to spare a sweep.

#include "motion/sweep_many2.h"
#include "support.h"

#include <math.h>

enum
{
    PAIRS = 40000,
    SAMPLES = 64,
    CORNERS = 8
};

#define ROUNDING 1e-5  // of things of about a metre

static void make_shape(test_rng* rng, imp2_shape* out)
{
    imp2_vec at = {test_rng_int(rng, 0, 1) ? test_rng_range(rng, -0.3f, 0.3f) : 0.0f, 0.0f}, points[CORNERS];
    int kind = test_rng_int(rng, 0, 3), count = test_rng_int(rng, 3, CORNERS);
    float half = test_rng_range(rng, 0.1f, 1.0f), radius = test_rng_range(rng, 0.05f, 0.5f);
    for (int i = 0; i < count; ++i)
    {
        double angle = 6.283185307179586 * i / count;
        points[i].x = at.x + half * (float)cos(angle);
        points[i].y = at.y + half * (float)sin(angle);
    }
    const imp2_vec ends[2] = {{at.x - half, 0.1f}, {at.x + half, -0.2f}};
    imp_status status = kind == 0   ? imp2_circle_make(at, radius, out)
                        : kind == 1 ? imp2_capsule_make(ends[0], ends[1], radius, out)
                        : kind == 2 ? imp2_segment_make(ends[0], ends[1], out)
                                    : imp2_polygon_make(points, count, 0.0f, NULL, out, NULL);
    assert_int_equal(status, IMP_OK);
}

static imp2i_thing make_thing(test_rng* rng, const imp2_compound* compound, double apart, double since)
{
    double angle = 6.283185307179586 * test_rng_unit(rng);
    imp2i_thing t = {.compound = compound, .q = {cos(angle), sin(angle)}, .since = since, .until = 1.0};
    t.at.x = apart * (2.0 * test_rng_unit(rng) - 1.0);
    t.at.y = apart * (2.0 * test_rng_unit(rng) - 1.0);
    t.velocity.x = 4.0 * test_rng_unit(rng) - 2.0;
    t.velocity.y = 4.0 * test_rng_unit(rng) - 2.0;
    t.spin = test_rng_int(rng, 0, 2) ? 4.0 * test_rng_unit(rng) - 2.0 : 0.0;
    t.size = (double)compound->reach + (double)compound->parts->radius;
    return t;
}

static double distance_at(const imp2i_thing* a, const imp2i_thing* b, double time)
{
    imp2_pose pose_a = imp2i_thing_pose(a, time, imp2i_thing_at(a, time));
    imp2_pose pose_b = imp2i_thing_pose(b, time, imp2i_thing_at(b, time));
    imp2_nearest nearest;
    assert_int_equal(imp2_distance(a->compound->parts, &pose_a, b->compound->parts, &pose_b, &nearest), IMP_OK);
    return (double)nearest.distance;
}

static void never_too_long(void** state)
{
    (void)state;
    test_rng rng = {1};
    uint64_t apart = 0, told = 0, parted = 0;
    for (int i = 0; i < PAIRS; ++i)
    {
        imp2_shape shapes[2];
        imp2_compound compounds[2];
        double since = 0.5 * test_rng_unit(&rng), now = since + 0.3 * test_rng_unit(&rng), overlap, little = 0.3;
        double enough = test_rng_int(&rng, 0, 1) ? 1.0 : now + 0.2 * test_rng_unit(&rng), most = -INFINITY;
        imp2i_thing things[2];
        for (int k = 0; k < 2; ++k)
        {
            make_shape(&rng, &shapes[k]);
            assert_int_equal(imp2_compound_of_shape(&shapes[k], &compounds[k]), IMP_OK);
            things[k] = make_thing(&rng, &compounds[k], 1.5, since);
        }
        double soonest = imp2i_toi_bound(&things[0], &things[1], now, enough, little, &overlap);
        double until = soonest < enough ? soonest : enough, first = distance_at(&things[0], &things[1], now);
        assert_number(soonest, >=, now);
        assert_number(-first, <=, overlap + ROUNDING);
        for (int k = 0; k <= SAMPLES; ++k)
        {
            double depth = -distance_at(&things[0], &things[1], now + (until - now) * k / SAMPLES);
            assert_true(depth <= overlap + ROUNDING || !(soonest > now));
            depth = -distance_at(&things[0], &things[1], now + (enough - now) * k / SAMPLES);
            most = depth > most ? depth : most;
        }
        apart += most < 0.0;
        told += most < 0.0 && soonest > enough;
        parted += overlap > ROUNDING && soonest > enough;
    }
    test_report("no_sooner2 pairs that stay apart", apart);
    test_report("no_sooner2 told so", told);
    test_report("no_sooner2 overlap and part", parted);
    assert_number(4 * told, >, 3 * apart);
    assert_number(parted, >, 500);
}

// A ring, or a star with notches, and a single shape within it, which may turn.
static void knows_all_parts(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t apart = 0, told = 0;
    for (int i = 0; i < PAIRS / 8; ++i)
    {
        imp2_vec points[2 * CORNERS];
        const imp2_polyline ring = {points, 2 * CORNERS, true, false};
        imp2_shape shape;
        imp2_compound compounds[2];
        double since = 0.5 * test_rng_unit(&rng), now = since + 0.3 * test_rng_unit(&rng), least = INFINITY, overlap;
        double enough = test_rng_int(&rng, 0, 1) ? 1.0 : now + 0.2 * test_rng_unit(&rng);
        float in = test_rng_range(&rng, 2.0f, 4.0f);
        for (int k = 0; k < 2 * CORNERS; ++k)
        {
            double angle = 6.283185307179586 * k / (2 * CORNERS);
            points[k].x = (k % 2 ? in : 4.0f) * (float)cos(angle);
            points[k].y = (k % 2 ? in : 4.0f) * (float)sin(angle);
        }
        make_shape(&rng, &shape);
        assert_int_equal(imp2_chain_make(&ring, NULL, &compounds[0], NULL), IMP_OK);
        assert_int_equal(imp2_compound_of_shape(&shape, &compounds[1]), IMP_OK);
        int first = test_rng_int(&rng, 0, 1);
        imp2i_thing things[2] = {make_thing(&rng, &compounds[first], 1.5, since),
                                 make_thing(&rng, &compounds[1 - first], 1.5, since)};
        things[first].spin = test_rng_int(&rng, 0, 3) ? 0.0 : things[first].spin;
        double soonest = imp2i_toi_bound(&things[0], &things[1], now, enough, 0.3, &overlap);
        assert_true(soonest >= now);
        for (int k = 0; k <= SAMPLES; ++k)
        {
            double time = now + (enough - now) * k / SAMPLES;
            imp2_pose pose_a = imp2i_thing_pose(&things[0], time, imp2i_thing_at(&things[0], time));
            imp2_pose pose_b = imp2i_thing_pose(&things[1], time, imp2i_thing_at(&things[1], time));
            imp2_compound_nearest nearest;
            assert_int_equal(imp2_compound_distance(things[0].compound, &pose_a, things[1].compound, &pose_b, &nearest),
                             IMP_OK);
            double distance = (double)nearest.nearest.distance;
            assert_true(distance >= -ROUNDING || time >= soonest || !(soonest > now));
            least = distance < least ? distance : least;
        }
        apart += least > 0.0;
        told += least > 0.0 && soonest > enough;
        imp2_compound_free(&compounds[0]);
    }
    test_report("no_sooner2 in a ring and apart", apart);
    test_report("no_sooner2 in a ring, told so", told);
    assert_number(2 * told, >, apart);
    assert_number(told, >, 50);
}

// Circles are told to the moment: these meet after 3 m at 4 m in a step.
static void knows_when_circles_meet(void** state)
{
    (void)state;
    const imp2_vec middle = {0.0f, 0.0f};
    imp2_shape circle;
    imp2_compound compound;
    double overlap;
    assert_int_equal(imp2_circle_make(middle, 0.5f, &circle), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&circle, &compound), IMP_OK);
    imp2i_thing a = {.compound = &compound, .q = {1.0, 0.0}, .velocity = {4.0, 0.0}, .size = 0.5};
    imp2i_thing b = {.compound = &compound, .q = {1.0, 0.0}, .at = {4.0, 0.0}, .size = 0.5};
    double soonest = imp2i_toi_bound(&a, &b, 0.0, 1.0, 0.0, &overlap);
    assert_number(soonest, <=, 0.75);
    assert_number(soonest, >, 0.75 - 1e-4);
    assert_false((overlap > 0.0));
    b.at.y = 1.01;
    assert_true(imp2i_toi_bound(&a, &b, 0.0, 1.0, 0.0, &overlap) > 1.0);
    assert_true(imp2i_toi_bound(&a, &b, 0.0, 0.7, 0.0, &overlap) > 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_too_long),
        cmocka_unit_test(knows_all_parts),
        cmocka_unit_test(knows_when_circles_meet),
    };
    return cmocka_run_group_tests_name("no_sooner2", tests, NULL, NULL);
}
