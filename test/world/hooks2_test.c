// SPDX-License-Identifier: MIT
//
// hooks.inl, for the plane: over floors of all kinds, with their internal edges.

#include "floors2.h"
#include "kit_plane.h"

enum
{
    CLOCK,
    FILTER,
    MIX,
    PRE_SOLVE,
    HOOKS,
    SCENES = 200
};

// Things of all shapes over a floor of any kind: some tumble, some slide, some are piled up, some are fast.
static imp2_world* make_scene(uint64_t seed, int hook, int layout, bool bounces)
{
    test_rng rng = {seed};
    const floor_def f = {.layout = hook == PRE_SOLVE ? LONG : layout % LAYOUTS,
                         .tiles = 24,
                         .friction = 0.5f,
                         .seed = seed,
                         .uneven = 0.001f};
    if (layout == LAYOUTS && bounces)
    {
        imp2_world* world = scene_world(FLOOR_G, 0.0f);
        scene_crowd crowd = {.count = 0};
        assert_int_equal(scene_crowd_make(&crowd, world, 60, seed), IMP_OK);
        scene_crowd_free(&crowd);
        return world;
    }
    imp2_world* world = floor_world(&f, NULL);
    floor_lay(world, &f);
    for (int i = 0; i < 14; ++i)
    {
        imp2_shape shape = slide_shape(i % SHAPES);
        bool fast = i % 7 == 6;
        float x = -1.0f + 1.4f * (float)(i % 10) + test_rng_range(&rng, -0.1f, 0.1f), turn = i % 3 ? 0.0f : 2.0f;
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .bullet = fast};
        def.pose = floor_pose(&f, x, i < 10 ? test_rng_range(&rng, 0.31f, 1.0f) : 2.5f);
        assert_int_equal(imp2_rot_make(test_rng_range(&rng, -turn, turn), &def.pose.q), IMP_OK);
        def.velocity.x = fast ? test_rng_range(&rng, 20.0f, 200.0f) : test_rng_range(&rng, -3.0f, 3.0f);
        def.velocity.y = fast ? test_rng_range(&rng, -200.0f, -20.0f) : 0.0f;
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        imp_material wood = {.friction = 0.5f, .restitution = bounces && i % 2 ? 0.9f : 0.0f, .kind = i % 3};
        scene_wear(world, body, &shape, (imp2_collider_def){.density = 1.0f, .material = wood});
    }
    return world;
}

#include "math/dim2.h"

#include "hooks.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {HOOK_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
