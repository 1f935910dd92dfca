// SPDX-License-Identifier: MIT
//
// hooks.inl, for space: over a slab, and over tiles that lie flush.

#include "kit_space.h"

enum
{
    CLOCK,
    FILTER,
    MIX,
    PRE_SOLVE,
    HOOKS
};

enum
{
    LAYOUTS = 2,  // a slab, and tiles of it
    TILES = 6,
    SCENES = 32
};

// Things of some shapes over a floor: some tumble, some slide, some are piled up, some are fast.
static imp3_world* make_scene(uint64_t seed, int hook, int layout, bool bounces)
{
    test_rng rng = {seed};
    imp3_world* world;
    imp3_world_def made = imp3_world_default();
    made.gravity = at(0.0f, -10.0f, 0.0f);
    assert_int_equal(imp3_world_make(&made, &world), IMP_OK);
    int tiles = hook == PRE_SOLVE || layout % LAYOUTS == 0 ? 1 : TILES;
    const imp3_shape tile = box_of(12.0f / (float)tiles, 1.0f, 12.0f);
    for (int i = 0; i < tiles; ++i)
    {
        imp_body body;
        imp3_body_def def = imp3_body_default();
        def.pose.p = at(24.0f / (float)tiles * ((float)i + 0.5f) - 12.0f, -1.0f, 0.0f);
        assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
        assert_int_equal(imp3_world_add_collider(world, body, &tile, NULL, NULL), IMP_OK);
    }
    for (int i = 0; i < 14; ++i)
    {
        const imp3_shape shape = i % 3 ? box_of(0.3f, 0.2f, 0.25f) : ball_of(0.3f);
        bool fast = i % 7 == 6;
        imp_body body;
        imp3_body_def def = imp3_body_default();
        imp3_collider_def worn = imp3_collider_default();
        float turn = i % 3 ? 0.0f : 2.0f, x = -1.0f + 0.7f * (float)(i % 10) + test_rng_range(&rng, -0.1f, 0.1f);
        float y = i < 10 ? test_rng_range(&rng, 0.31f, 1.0f) : 2.5f, z = test_rng_range(&rng, -0.2f, 0.2f);
        def.kind = IMP_BODY_DYNAMIC;
        def.bullet = fast;
        def.pose.p = at(x, y, z);
        def.pose.q = turn_about(test_rng_range(&rng, -turn, turn));
        x = fast ? test_rng_range(&rng, 20.0f, 100.0f) : test_rng_range(&rng, -3.0f, 3.0f);
        y = fast ? test_rng_range(&rng, -100.0f, -20.0f) : 0.0f;
        def.velocity = at(x, y, test_rng_range(&rng, -1.0f, 1.0f));
        worn.material.friction = 0.5f;
        worn.material.restitution = bounces && i % 2 ? 0.9f : 0.0f;
        worn.material.kind = i % 3;
        assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
        assert_int_equal(imp3_world_add_collider(world, body, &shape, &worn, NULL), IMP_OK);
    }
    return world;
}

#include "math/dim3.h"

#include "hooks.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {HOOK_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
