// SPDX-License-Identifier: MIT
//
// Stacks of small cubes: contacts are as stiff for their size as those of cubes of a metre, as far as sub-steps allow.
// The wrapper says how many cubes stand, and how far the lowest two sink into each other.

#include "kit.inl"

enum
{
    CUBES_MOST = 16
};

/// How far the lowest two cubes of a stack are in each other at rest, and how far the highest has moved aside; in sizes.
static float sink_of(float size, float unit, float gravity, int32_t sub_steps, int32_t count, float* aside)
{
    WorldDef def = FN(world_default)();
    World* world;
    def.gravity = at(0.0f, -gravity, 0.0f);
    def.length_unit = unit;
    def.sub_steps = sub_steps;
    assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
    const float half = 0.5f * size, wide = 20.0f * size;
    const Shape ground = box_of(wide, wide, wide), cube = box_of(half, half, half);
    imp_body bodies[CUBES_MOST], below;
    BodyDef body = FN(body_default)();
    body.pose.p = at(0.0f, -wide, 0.0f);
    assert_int_equal(FN(world_add_body)(world, &body, &below), IMP_OK);
    assert_int_equal(FN(world_add_collider)(world, below, &ground, NULL, NULL), IMP_OK);
    body.kind = IMP_BODY_DYNAMIC;
    for (int32_t k = 0; k < count; ++k)
    {
        body.pose.p = at(0.0f, size * ((float)k + 0.5f), 0.0f);
        assert_int_equal(FN(world_add_body)(world, &body, &bodies[k]), IMP_OK);
        assert_int_equal(FN(world_add_collider)(world, bodies[k], &cube, NULL, NULL), IMP_OK);
    }
    run(world, 240);
    const Vec lowest = state_of(world, bodies[0]).pose.p, next = state_of(world, bodies[1]).pose.p;
    *aside = fabsf(state_of(world, bodies[count - 1]).pose.p.x) / size;
    assert_int_equal(stats_of(world).awake, 0);
    FN(world_free)(world);
    return 1.0f - (next.y - lowest.y) / size;
}

static void small_cubes_sink_as_large_ones(void** state)
{
    (void)state;
    float aside;
    const float large = sink_of(1.0f, 1.0f, 10.0f, 16, COUNT, &aside);
    // With sub-steps that are short enough, the same.
    const float many = sink_of(0.1f, 0.1f, 10.0f, 32, COUNT, &aside);
    assert_number(fabsf(many - large), <, 0.1f * large);
    const float sunk = sink_of(0.01f, 0.01f, 10.0f, 16, COUNT, &aside);
    printf("    of a metre %.5f of their size, of 10 cm %.5f, of a centimetre %.5f, %.4f aside\n", (double)large,
           (double)many, (double)sunk, (double)aside);
    assert_number(sunk, <, SUNK);
    assert_number(aside, <, 0.02f);
}

// A world in other units of length is the same, and in centimetres as stiff as in metres.
static void units_do_not_matter(void** state)
{
    (void)state;
    float aside;
    const float sunk = sink_of(1.0f, 1.0f, 10.0f, 0, COUNT, &aside);
    assert_number(sink_of(128.0f, 128.0f, 1280.0f, 0, COUNT, &aside), ==, sunk);
    assert_number(sink_of(0.25f, 0.25f, 2.5f, 0, COUNT, &aside), ==, sunk);
}

#define SMALL_TESTS cmocka_unit_test(small_cubes_sink_as_large_ones), cmocka_unit_test(units_do_not_matter)
