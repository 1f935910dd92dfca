// SPDX-License-Identifier: MIT
//
// Lower bounds of the time of impact in space, against distances at many moments: never too late, and mostly late enough
// to spare a sweep.

#include "motion/sweep_many3.h"
#include "support.h"

#include <math.h>

enum
{
    PAIRS = 8000,
    SAMPLES = 48,
    KINDS = 7,
    CORNERS = 12
};

#define ROUNDING 2e-5  // of things of about a metre

static imp3_vec random_vec(test_rng* rng, float most)
{
    imp3_vec r;
    r.x = test_rng_range(rng, -most, most);
    r.y = test_rng_range(rng, -most, most);
    r.z = test_rng_range(rng, -most, most);
    return r;
}

static imp3i_dvec random_dvec(test_rng* rng, double most)
{
    return imp3i_dvec_of(random_vec(rng, (float)most));
}

static void make_shape(test_rng* rng, imp3_shape* out)
{
    int kind = test_rng_int(rng, 0, KINDS - 1), aside = test_rng_int(rng, 0, 1);
    float half = test_rng_range(rng, 0.1f, 1.0f), radius = test_rng_range(rng, 0.05f, 0.5f);
    imp3_vec at = random_vec(rng, aside ? 0.3f : 0.0f), along = random_vec(rng, half), points[CORNERS];
    along.x += 0.05f;
    for (int i = 0; i < CORNERS; ++i)
    {
        points[i] = imp3_vec_add(at, random_vec(rng, half));
    }
    imp3_vec other = imp3_vec_add(at, along), size = imp3_vec_add(at, (imp3_vec){half, radius, 0.3f});
    const imp3_box box = {at, size};
    imp_status status = kind == 0   ? imp3_sphere_make(at, radius, out)
                        : kind == 1 ? imp3_capsule_make(at, other, radius, out)
                        : kind == 2 ? imp3_cylinder_make(at, other, radius, 0.0f, out)
                        : kind == 3 ? imp3_cone_make(at, other, radius, 0.5f * radius, 0.0f, out)
                        : kind == 4 ? imp3_triangle_make(points[0], points[1], points[2], 0.0f, out)
                        : kind == 5 ? imp3_box_make(box, out)
                                    : imp3_hull_make(points, CORNERS, 0.0f, NULL, out, NULL);
    assert_int_equal(status, IMP_OK);
}

static imp3i_thing make_thing(test_rng* rng, const imp3_compound* compound, double since)
{
    imp3_rot q;
    imp3_vec axis = random_vec(rng, 1.0f);
    float angle = test_rng_range(rng, -3.0f, 3.0f);
    axis.x += 2.0f;
    assert_int_equal(imp3_rot_make(axis, angle, &q), IMP_OK);
    imp3i_thing t = {.compound = compound, .since = since, .until = 1.0};
    t.q = imp3i_drot_unit(imp3i_drot_of(q));
    t.at = random_dvec(rng, 0.8);
    t.velocity = random_dvec(rng, 2.0);
    int turns = test_rng_int(rng, 0, 3);
    t.spin = random_dvec(rng, turns == 3 ? 20.0 : 2.0);
    t.spin = turns ? t.spin : imp3i_dspin_none();
    t.size = (double)compound->reach + (double)compound->parts->radius;
    return t;
}

static double distance_at(const imp3i_thing* a, const imp3i_thing* b, double time)
{
    imp3_pose pose_a = imp3i_thing_pose(a, time, imp3i_thing_at(a, time));
    imp3_pose pose_b = imp3i_thing_pose(b, time, imp3i_thing_at(b, time));
    imp3_nearest nearest;
    assert_int_equal(imp3_distance(a->compound->parts, &pose_a, b->compound->parts, &pose_b, &nearest), IMP_OK);
    return (double)nearest.distance;
}

static void never_too_late(void** state)
{
    (void)state;
    test_rng rng = {1};
    uint64_t apart = 0, told = 0, parted = 0;
    for (int i = 0; i < PAIRS; ++i)
    {
        imp3_shape shapes[2];
        imp3_compound compounds[2];
        imp3i_thing things[2];
        double since = 0.5 * test_rng_unit(&rng), now = since + 0.3 * test_rng_unit(&rng), overlap, little = 0.3;
        double soon = now + 0.2 * test_rng_unit(&rng), enough = test_rng_int(&rng, 0, 1) ? 1.0 : soon, most = -INFINITY;
        for (int k = 0; k < 2; ++k)
        {
            make_shape(&rng, &shapes[k]);
            assert_int_equal(imp3_compound_of_shape(&shapes[k], &compounds[k]), IMP_OK);
            things[k] = make_thing(&rng, &compounds[k], since);
        }
        double soonest = imp3i_toi_bound(&things[0], &things[1], now, enough, little, &overlap);
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
        imp3_shape_free(&shapes[0]);
        imp3_shape_free(&shapes[1]);
    }
    test_report("toi_bound3 pairs that stay apart", apart);
    test_report("toi_bound3 told so", told);
    test_report("toi_bound3 overlap and part", parted);
    assert_number(2 * told, >, apart);
    assert_number(parted, >, 50);
}

// Spheres are told to the moment: these meet after 3 m at 4 m in a step.
static void knows_when_spheres_meet(void** state)
{
    (void)state;
    imp3_shape sphere;
    imp3_compound compound;
    double overlap;
    assert_int_equal(imp3_sphere_make((imp3_vec){0.0f, 0.0f, 0.0f}, 0.5f, &sphere), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&sphere, &compound), IMP_OK);
    imp3i_thing a = {.compound = &compound, .velocity = {0.0, 4.0, 0.0}, .size = 0.5};
    a.q = imp3i_drot_of(imp3_pose_identity().q);
    imp3i_thing b = {.compound = &compound, .q = a.q, .at = {0.0, 4.0, 0.0}, .size = 0.5};
    double soonest = imp3i_toi_bound(&a, &b, 0.0, 1.0, 0.0, &overlap);
    assert_number(soonest, <=, 0.75);
    assert_number(soonest, >, 0.75 - 1e-4);
    assert_false((overlap > 0.0));
    b.at.z = 1.01;
    assert_true(imp3i_toi_bound(&a, &b, 0.0, 1.0, 0.0, &overlap) > 1.0);
    assert_true(imp3i_toi_bound(&a, &b, 0.0, 0.7, 0.0, &overlap) > 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_too_late),
        cmocka_unit_test(knows_when_spheres_meet),
    };
    return cmocka_run_group_tests_name("toi_bound3", tests, NULL, NULL);
}
