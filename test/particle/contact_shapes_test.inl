// SPDX-License-Identifier: MIT
//
// Particles against compounds: corners, seams that nobody feels, containers, and single shapes. What they are made of
// is the dimension's: the wrapper makes them.

#ifndef AXES
#include <math.h>

#include "support.h"

#include "impinge/particles3.h"

#include "math/dim3.h"

#include "particle/kit.inl"
#endif

static const float tick = 1.0f / 60.0f;

enum
{
    FLOORS_MOST = 8,
    SHAPES_MOST = 10,
    ROOMS = 2
};

/// A compound, and how it stands.
typedef struct placed
{
    Compound compound;
    Pose pose;
} placed;

// By the wrapper

/// A valley or a ridge along z through the origin, of this slope on both sides, 4 m each, and free above.
static placed make_slopes(float slope, bool one_sided);

/// Floors at y = 0 from x = -10 to 10, of many parts. Returns how many.
static int32_t make_floors(placed* out);

/// Shapes of about 1 m around the origin. Returns how many.
static int32_t make_shapes(Shape* out);

/// Closed rooms around (0, -0.5).
static void make_rooms(placed out[ROOMS]);

/// By how much a point is outside of what is free in the rooms; below 0 within.
static float outside_of(const placed rooms[ROOMS], Vec at);

static float distance_from(const placed* to, Vec point);

static Solid solid_of(const placed* of)
{
    Solid solid = ground();
    solid.kind = IMP_SOLID_COMPOUND;
    solid.compound = &of->compound;
    solid.pose = of->pose;
    return solid;
}

static ParticlesDef bouncing(float restitution, bool heavy)
{
    ParticlesDef def = heavy ? falling() : FN(particles_default)();
    def.material.restitution = restitution;
    def.material.friction = 0.0f;
    return def;
}

// Straight into the corner of a valley, over the corner of a ridge, and along both slopes: never through.
static void corners(void** unused)
{
    (void)unused;
    uint64_t cases = test_n(400);
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        float slope = i & 1 ? 0.5f : -0.5f, speed = test_rng_range(&rng, 20.0f, 300.0f);
        placed slopes = make_slopes(slope, i & 2);
        Solid solid = solid_of(&slopes);
        ParticlesDef def = bouncing(i & 4 ? 0.0f : test_rng_range(&rng, 0.0f, 1.0f), i & 8);
        Particles* p = make_some(&def);
        Vec from = flat(test_rng_range(&rng, -2.0f, 2.0f), test_rng_range(&rng, 2.0f, 7.0f));
        Vec aim = flat(i % 3 ? 0.0f : test_rng_range(&rng, -1.0f, 1.0f), 0.0f);
        SET_AT(aim, 1, fabsf(AT(aim, 0)) * slope);
        Vec way = FN(vec_sub)(aim, from);
        way = FN(vec_scale)(way, speed / (float)length_of(way));
        int32_t n = add_ball(p, from, way, 1.0f, i & 16 ? 0.02f : 0.0f);
        for (int k = 0; k < 60; ++k)
        {
            step_once(p, &solid, 1, tick);
            Vec at = get_one(p, n).position;
            if (fabsf(AT(at, 0)) < 3.9f)
            {
                assert_number(AT(at, 1) - fabsf(AT(at, 0)) * slope, >, -1e-3f);
            }
        }
        FN(particles_free)(p);
        FN(compound_free)(&slopes.compound);
    }
    test_report("shots at corners", cases);
}

// Many fast ones in closed rooms, for two seconds.
static void containers(void** unused)
{
    (void)unused;
    placed rooms[ROOMS];
    make_rooms(rooms);
    for (int kind = 0; kind < 2 * ROOMS; ++kind)
    {
        Solid solid = solid_of(&rooms[kind % ROOMS]);
        ParticlesDef def = bouncing(kind < ROOMS ? 1.0f : 0.3f, kind >= ROOMS);
        Particles* p = make_some(&def);
        test_rng rng = {7};
        int32_t count = 60;
        for (int i = 0; i < count; ++i)
        {
            Vec way = FN(vec_scale)(random_unit(&rng), test_rng_range(&rng, 1.0f, 300.0f));
            add_ball(p, flat(0.0f, -0.5f), way, 1.0f, i % 3 ? 0.0f : 0.05f);
        }
        for (int k = 0; k < 120; ++k)
        {
            step_once(p, &solid, 1, tick);
            for (int i = 0; i < count; ++i)
            {
                Particle one = get_one(p, i);
                assert_number(outside_of(rooms, one.position), <, 2e-3f);  // a point is felt as a ball of a millimetre
                assert_number(length_of(one.velocity), <, 301.0);
            }
        }
        FN(particles_free)(p);
    }
    for (int i = 0; i < ROOMS; ++i)
    {
        FN(compound_free)(&rooms[i].compound);
    }
}

// Elastic shots at single shapes from all around: none gets in, each keeps its speed.
static void single_shapes(void** unused)
{
    (void)unused;
    Shape shapes[SHAPES_MOST];
    int32_t kinds = make_shapes(shapes);
    uint64_t cases = test_n(500), hits = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        test_rng rng = {test_seed() + i};
        placed one_shape;
        assert_int_equal(FN(compound_of_shape)(&shapes[i % (uint64_t)kinds], &one_shape.compound), IMP_OK);
        one_shape.pose.q = turned(test_rng_range(&rng, -3.0f, 3.0f));
        one_shape.pose.p = random_vec(&rng, 1.0f);
        Solid solid = solid_of(&one_shape);
        ParticlesDef def = bouncing(1.0f, false);
        Particles* p = make_some(&def);
        Vec start = FN(vec_scale)(random_unit(&rng), 6.0f), aim = random_vec(&rng, 1.0f);
        float speed = test_rng_range(&rng, 5.0f, 300.0f), radius = i & 1 ? 0.05f : 0.0f;
        Vec way = FN(vec_sub)(aim, start);
        way = FN(vec_scale)(way, speed / (float)length_of(way));
        int32_t n = add_ball(p, start, way, 1.0f, radius);
        for (int k = 0; k < 90; ++k)
        {
            step_once(p, &solid, 1, tick);
            assert_number(distance_from(&one_shape, get_one(p, n).position) - radius, >, -1e-3f);
        }
        double after = length_of(get_one(p, n).velocity);
        assert_number(fabs(after - (double)speed), <, 1e-3 * (double)speed);
        hits += distance_of(get_one(p, n).velocity, way) > 0.1 * (double)speed;
        FN(particles_free)(p);
    }
    for (int32_t i = 0; i < kinds; ++i)
    {
        FN(shape_free)(&shapes[i]);
    }
    assert_number((double)hits, >, 0.4 * (double)cases);
    test_report("shots at shapes", cases);
}

static void slide_along(const placed* floor, Vec from, float radius, int32_t sub_steps, float step)
{
    Solid solid = solid_of(floor);
    ParticlesDef def = bouncing(0.0f, true);
    def.sub_steps = sub_steps;
    Particles* p = make_some(&def);
    SET_AT(from, 1, radius);
    int32_t n = add_ball(p, from, flat(3.0f, 0.0f), 1.0f, radius);
    for (int k = 0; k < (int)(5.0f / step); ++k)
    {
        step_once(p, &solid, 1, step);
        Particle one = get_one(p, n);
        assert_number(fabsf(AT(one.velocity, 0) - 3.0f), <, 1e-4f);
        assert_number(fabsf(AT(one.velocity, 1)), <, 0.02f);
#if AXES == 3
        assert_number(fabsf(one.velocity.z), <, 1e-4f);
#endif
        assert_number(fabsf(AT(one.position, 1) - radius), <, 2e-3f);
    }
    FN(particles_free)(p);
}

// A frictionless particle does not feel where two parts of a floor meet: it comes over the seams, and along them.
static void seams(void** unused)
{
    (void)unused;
    placed floors[FLOORS_MOST];
    int32_t count = make_floors(floors);
    for (int32_t i = 0; i < count; ++i)
    {
        for (int32_t parts = 1; parts <= 4; parts *= 4)
        {
            slide_along(&floors[i], flat(-9.0f, 0.0f), 0.0f, parts, tick);
            slide_along(&floors[i], flat(-9.0f, 0.0f), 0.1f, parts, tick);
            slide_along(&floors[i], flat(-9.0f, 0.0f), 0.25f, parts, 1.0f / 240.0f);
#if AXES == 3
            slide_along(&floors[i], deep(-9.0f, 0.0f, 0.13f), 0.1f, parts, tick);
            slide_along(&floors[i], deep(-9.0f, 0.0f, 0.23f), 0.25f, parts, tick);
#endif
        }
        FN(compound_free)(&floors[i].compound);
    }
}

// From behind, what has one side is not there.
static void one_sided(void** unused)
{
    (void)unused;
    placed slopes = make_slopes(0.0f, true);
    Solid solid = solid_of(&slopes);
    for (int above = 0; above < 2; ++above)
    {
        ParticlesDef def = bouncing(1.0f, false);
        Particles* p = make_some(&def);
        float sign = above ? 1.0f : -1.0f;
        int32_t n = add_ball(p, flat(0.5f, sign), flat(0.0f, -5.0f * sign), 1.0f, 0.1f);
        step_many(p, &solid, 1, tick, 30);
        assert_number(fabs(velocity_along(p, n, 1) - 5.0), <, 1e-3);
        assert_number(position_along(p, n, 1), >, 1.0);
        FN(particles_free)(p);
    }
    FN(compound_free)(&slopes.compound);
}

// A rotation of zeros is none.
static void zero_rotation(void** unused)
{
    (void)unused;
    placed slopes = make_slopes(0.0f, false);
    Solid solid = solid_of(&slopes);
    uint64_t hashes[2];
    for (int zero = 0; zero < 2; ++zero)
    {
        ParticlesDef def = bouncing(0.5f, true);
        Particles* p = make_some(&def);
        add_ball(p, flat(0.0f, 1.0f), flat(0.0f, 0.0f), 1.0f, 0.1f);
        solid.pose.q = FN(pose_identity)().q;
        if (zero)
        {
            memset(&solid.pose.q, 0, sizeof solid.pose.q);
        }
        step_many(p, &solid, 1, tick, 60);
        hashes[zero] = hash_of(p);
        FN(particles_free)(p);
    }
    assert_true(hashes[0] == hashes[1]);
    FN(compound_free)(&slopes.compound);
}
