// SPDX-License-Identifier: MIT
//
// Particles against compounds of the plane: chains and their corners, seams that nobody feels, containers, and single
// shapes.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles2.h"

#include "math/dim2.h"

#include "particle/kit.inl"

static const float tick = 1.0f / 60.0f;

static imp2_solid solid_of(const imp2_compound* compound)
{
    imp2_solid solid = ground();
    solid.kind = IMP_SOLID_COMPOUND;
    solid.compound = compound;
    solid.pose = imp2_pose_identity();
    return solid;
}

static imp2_compound chain_of(const imp2_vec* points, int32_t count, bool closed, bool one_sided)
{
    imp2_polyline line = {points, count, closed, one_sided};
    imp2_compound chain;
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    return chain;
}

static imp2_particles_def bouncing(float restitution, bool heavy)
{
    imp2_particles_def def = heavy ? falling() : imp2_particles_default();
    def.material.restitution = restitution;
    def.material.friction = 0.0f;
    return def;
}

// Straight into the corner of a valley, over the corner of a ridge, and along both slopes: never through.
static void corners(void** unused)
{
    (void)unused;
    static const imp2_vec valley[] = {{4.0f, 2.0f}, {0.0f, 0.0f}, {-4.0f, 2.0f}};
    static const imp2_vec ridge[] = {{4.0f, -2.0f}, {0.0f, 0.0f}, {-4.0f, -2.0f}};
    uint64_t cases = test_n(400);
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        float slope = i & 1 ? 0.5f : -0.5f, speed = test_rng_range(&rng, 20.0f, 300.0f);
        imp2_compound chain = chain_of(i & 1 ? valley : ridge, 3, false, i & 2);
        imp2_solid solid = solid_of(&chain);
        imp2_particles_def def = bouncing(i & 4 ? 0.0f : test_rng_range(&rng, 0.0f, 1.0f), i & 8);
        imp2_particles* p = make_some(&def);
        imp2_vec from = flat(test_rng_range(&rng, -2.0f, 2.0f), test_rng_range(&rng, 2.0f, 7.0f));
        imp2_vec aim = flat(i % 3 ? 0.0f : test_rng_range(&rng, -1.0f, 1.0f), 0.0f);
        SET_AT(aim, 1, fabsf(aim.x) * slope);
        imp2_vec way = imp2_vec_sub(aim, from);
        way = imp2_vec_scale(way, speed / (float)length_of(way));
        int32_t n = add_ball(p, from, way, 1.0f, i & 16 ? 0.02f : 0.0f);
        for (int k = 0; k < 60; ++k)
        {
            step_once(p, &solid, 1, tick);
            imp2_vec at = get_one(p, n).position;
            if (fabsf(at.x) < 3.9f)
            {
                assert_number(at.y - fabsf(at.x) * slope, >, -1e-3f);
            }
        }
        imp2_particles_free(p);
        imp2_compound_free(&chain);
    }
    test_report("shots at corners", cases);
}

// Many fast ones in a closed chain, and in the hole of a region, for two seconds.
static void containers(void** unused)
{
    (void)unused;
    static const imp2_vec rings[] = {{-3.0f, -3.0f}, {3.0f, -3.0f}, {3.0f, 3.0f}, {-3.0f, 3.0f}, {-2.0f, -2.0f},
                                     {2.0f, -2.5f},  {2.5f, 1.5f},  {0.0f, 0.5f}, {-1.0f, 2.5f}, {-1.5f, 0.0f}};
    static const int32_t counts[] = {4, 6};
    imp2_outlines outlines = {rings, counts, 2, IMP_FILL_EVEN_ODD};
    imp2_compound pair[2];
    assert_int_equal(imp2_region_make(&outlines, NULL, &pair[0], NULL), IMP_OK);
    pair[1] = chain_of(rings + 4, 6, true, false);
    for (int kind = 0; kind < 4; ++kind)
    {
        imp2_solid solid = solid_of(&pair[kind % 2]);
        imp2_particles_def def = bouncing(kind < 2 ? 1.0f : 0.3f, kind >= 2);
        imp2_particles* p = make_some(&def);
        test_rng rng = {7};
        int32_t count = 60;
        for (int i = 0; i < count; ++i)
        {
            imp2_vec way = imp2_vec_scale(random_unit(&rng), test_rng_range(&rng, 1.0f, 300.0f));
            add_ball(p, flat(0.0f, -0.5f), way, 1.0f, i % 3 ? 0.0f : 0.05f);
        }
        // Inside the inner ring is what a region of that ring alone contains.
        imp2_outlines inner = {rings + 4, counts + 1, 1, IMP_FILL_EVEN_ODD};
        imp2_compound room;
        assert_int_equal(imp2_region_make(&inner, NULL, &room, NULL), IMP_OK);
        imp2_pose here = imp2_pose_identity();
        for (int k = 0; k < 120; ++k)
        {
            step_once(p, &solid, 1, tick);
            for (int i = 0; i < count; ++i)
            {
                imp2_particle one = get_one(p, i);
                imp2_vec closest;
                float distance = 0.0f;
                assert_int_equal(imp2_compound_closest(&room, &here, one.position, &closest, &distance), IMP_OK);
                assert_number(distance, <, 2e-3f);  // a point is felt as a ball of a millimetre
                assert_number(length_of(one.velocity), <, 301.0);
            }
        }
        imp2_compound_free(&room);
        imp2_particles_free(p);
    }
    imp2_compound_free(&pair[0]);
    imp2_compound_free(&pair[1]);
}

// Elastic shots at single shapes from all around: none gets in, each keeps its speed.
static void single_shapes(void** unused)
{
    (void)unused;
    static const imp2_vec gem[] = {{-0.5f, -1.0f}, {0.75f, -0.5f}, {1.0f, 0.5f}, {0.0f, 1.25f}, {-1.0f, 0.5f}};
    imp2_shape shapes[5];
    assert_int_equal(imp2_circle_make(flat(0.25f, 0.0f), 1.0f, &shapes[0]), IMP_OK);
    assert_int_equal(imp2_capsule_make(flat(-1.0f, 0.0f), flat(1.0f, 0.5f), 0.25f, &shapes[1]), IMP_OK);
    assert_int_equal(imp2_polygon_make(gem, 5, 0.0f, NULL, &shapes[2], NULL), IMP_OK);
    assert_int_equal(imp2_polygon_make(gem, 5, 0.2f, NULL, &shapes[3], NULL), IMP_OK);
    assert_int_equal(imp2_segment_make(flat(-1.0f, 0.0f), flat(1.0f, 0.25f), &shapes[4]), IMP_OK);
    uint64_t cases = test_n(500), hits = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        imp2_compound compound;
        assert_int_equal(imp2_compound_of_shape(&shapes[i % 5], &compound), IMP_OK);
        imp2_solid solid = solid_of(&compound);
        solid.pose.q = turned(test_rng_range(&rng, -3.0f, 3.0f));
        solid.pose.p = random_vec(&rng, 1.0f);
        imp2_particles_def def = bouncing(1.0f, false);
        imp2_particles* p = make_some(&def);
        imp2_vec start = imp2_vec_scale(random_unit(&rng), 6.0f), aim = random_vec(&rng, 1.0f);
        float speed = test_rng_range(&rng, 5.0f, 300.0f), radius = i & 1 ? 0.05f : 0.0f;
        imp2_vec way = imp2_vec_sub(aim, start);
        way = imp2_vec_scale(way, speed / (float)length_of(way));
        int32_t n = add_ball(p, start, way, 1.0f, radius);
        for (int k = 0; k < 90; ++k)
        {
            step_once(p, &solid, 1, tick);
            imp2_particle one = get_one(p, n);
            imp2_vec closest;
            float distance = 0.0f;
            assert_int_equal(imp2_compound_closest(&compound, &solid.pose, one.position, &closest, &distance), IMP_OK);
            assert_number(distance - radius, >, -1e-3f);
        }
        double after = length_of(get_one(p, n).velocity);
        assert_number(fabs(after - (double)speed), <, 1e-3 * (double)speed);
        hits += distance_of(get_one(p, n).velocity, way) > 0.1 * (double)speed;
        imp2_particles_free(p);
    }
    assert_number((double)hits, >, 0.4 * (double)cases);
    test_report("shots at shapes", cases);
}

static void slide_along(const imp2_compound* floor, float radius, int32_t sub_steps, float step)
{
    imp2_solid solid = solid_of(floor);
    imp2_particles_def def = bouncing(0.0f, true);
    def.sub_steps = sub_steps;
    imp2_particles* p = make_some(&def);
    int32_t n = add_ball(p, flat(-9.0f, radius), flat(3.0f, 0.0f), 1.0f, radius);
    for (int k = 0; k < (int)(5.0f / step); ++k)
    {
        step_once(p, &solid, 1, step);
        imp2_particle one = get_one(p, n);
        assert_number(fabsf(one.velocity.x - 3.0f), <, 1e-4f);
        assert_number(fabsf(one.velocity.y), <, 0.02f);
        assert_number(fabsf(one.position.y - radius), <, 2e-3f);
    }
    imp2_particles_free(p);
}

// A frictionless particle does not feel where two parts of a floor meet.
static void seams(void** unused)
{
    (void)unused;
    enum
    {
        POINTS = 41
    };
    imp2_vec points[POINTS + 4];
    for (int32_t i = 0; i < POINTS; ++i)
    {
        // From right to left, so that the outside of a one-sided chain is up.
        points[i] = flat(10.0f - 0.5f * (float)i, 0.0f);
    }
    imp2_compound floors[3] = {chain_of(points, POINTS, false, false), chain_of(points, POINTS, false, true)};
    // Teeth below make many parts, with seams that end at the top.
    int32_t count = 0;
    points[count++] = flat(-10.0f, 0.0f);
    for (int32_t i = 0; i <= 16; ++i)
    {
        points[count++] = flat(-10.0f + 1.25f * (float)i, i % 2 ? -2.0f : -0.5f);
    }
    points[count++] = flat(10.0f, 0.0f);
    imp2_outlines outlines = {points, &count, 1, IMP_FILL_EVEN_ODD};
    assert_int_equal(imp2_region_make(&outlines, NULL, &floors[2], NULL), IMP_OK);
    assert_number(floors[2].part_count, >, 4);
    for (int i = 0; i < 3; ++i)
    {
        for (int32_t parts = 1; parts <= 4; parts *= 4)
        {
            slide_along(&floors[i], 0.0f, parts, tick);
            slide_along(&floors[i], 0.1f, parts, tick);
            slide_along(&floors[i], 0.25f, parts, 1.0f / 240.0f);
        }
        imp2_compound_free(&floors[i]);
    }
}

// From behind, a one-sided chain is not there.
static void one_sided(void** unused)
{
    (void)unused;
    static const imp2_vec line[] = {{2.0f, 0.0f}, {-2.0f, 0.0f}};
    imp2_compound chain = chain_of(line, 2, false, true);
    imp2_solid solid = solid_of(&chain);
    for (int above = 0; above < 2; ++above)
    {
        imp2_particles_def def = bouncing(1.0f, false);
        imp2_particles* p = make_some(&def);
        float sign = above ? 1.0f : -1.0f;
        int32_t n = add_ball(p, flat(0.5f, sign), flat(0.0f, -5.0f * sign), 1.0f, 0.1f);
        step_many(p, &solid, 1, tick, 30);
        assert_number(fabs(velocity_along(p, n, 1) - 5.0), <, 1e-3);
        assert_number(position_along(p, n, 1), >, 1.0);
        imp2_particles_free(p);
    }
    imp2_compound_free(&chain);
}

// A rotation of zeros is none.
static void zero_rotation(void** unused)
{
    (void)unused;
    static const imp2_vec line[] = {{2.0f, 0.0f}, {-2.0f, 0.0f}};
    imp2_compound chain = chain_of(line, 2, false, false);
    imp2_solid solid = solid_of(&chain);
    uint64_t hashes[2];
    for (int zero = 0; zero < 2; ++zero)
    {
        imp2_particles_def def = bouncing(0.5f, true);
        imp2_particles* p = make_some(&def);
        add_ball(p, flat(0.0f, 1.0f), flat(0.0f, 0.0f), 1.0f, 0.1f);
        solid.pose.q.c = zero ? 0.0f : 1.0f;
        step_many(p, &solid, 1, tick, 60);
        hashes[zero] = hash_of(p);
        imp2_particles_free(p);
    }
    assert_true(hashes[0] == hashes[1]);
    imp2_compound_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners), cmocka_unit_test(containers), cmocka_unit_test(single_shapes),
        cmocka_unit_test(seams),   cmocka_unit_test(one_sided),  cmocka_unit_test(zero_rotation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
