// SPDX-License-Identifier: MIT
//
// Hooks of worlds of the plane that say what is so without them: whenever they are set and taken away, a world goes on as
// one without, to the bit of its snapshot.
//
// One exception is told by imp2_hooks: with pre_solve, what is springy is not swept, and what lies across two tiles has a
// row with each. So with that nothing bounces here, and all lies on one floor.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "floors2.h"

#define DT (1.0f / 60.0f)

enum
{
    CLOCK,
    FILTER,
    MIX,
    PRE_SOLVE,
    HOOKS
};

static double tell_time(void* user)
{
    return *(double*)user += 1.0;
}

static bool let_meet(void* user, imp_collider a, imp_collider b)
{
    (void)user;
    (void)a;
    (void)b;
    return true;
}

static imp_surface mix_by_rule(void* user, const imp_material* a, const imp_material* b)
{
    (void)user;
    return (imp_surface){sqrtf(a->friction * b->friction),
                         a->restitution > b->restitution ? a->restitution : b->restitution,
                         a->rolling_resistance > b->rolling_resistance ? a->rolling_resistance : b->rolling_resistance,
                         a->tangent_speed + b->tangent_speed};
}

static bool accept(void* user, const imp2_world_contact* contact, imp_surface* surface)
{
    (void)user;
    (void)contact;
    (void)surface;
    return true;
}

static imp2_hooks hooks_of(int hook, double* time)
{
    imp2_hooks r = {.user = time};
    r.clock = hook == CLOCK ? tell_time : NULL;
    r.filter = hook == FILTER ? let_meet : NULL;
    r.combine = hook == MIX ? mix_by_rule : NULL;
    r.pre_solve = hook == PRE_SOLVE ? accept : NULL;
    return r;
}

// Things of all shapes over a floor of any kind: some tumble, some slide, some are piled up, some are fast.
static imp2_world* make_scene(uint64_t seed, int hook, int layout, bool bounces, scene_crowd* crowd)
{
    test_rng rng = {seed};
    const floor_def f = {.layout = hook == PRE_SOLVE ? LONG : layout % LAYOUTS,
                         .tiles = 24,
                         .friction = 0.5f,
                         .seed = seed,
                         .uneven = 0.001f};
    crowd->count = 0;
    if (layout == LAYOUTS && bounces)
    {
        imp2_world* world = scene_world(FLOOR_G, 0.0f);
        assert_int_equal(scene_crowd_make(crowd, world, 60, seed), IMP_OK);
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

static int32_t save_world(const imp2_world* world, uint8_t** bytes)
{
    int32_t count = 0;
    (void)imp2_world_save(world, NULL, 0, &count);
    *bytes = (uint8_t*)malloc((size_t)count);
    assert_non_null(*bytes);
    assert_int_equal(imp2_world_save(world, *bytes, count, &count), IMP_OK);
    return count;
}

static void hooks_that_agree_change_nothing(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(200);
    int differ[HOOKS] = {0};
    for (uint64_t i = 0; i < count; ++i)
    {
        int hook = (int)(i % HOOKS), layout = (int)(i / HOOKS % (LAYOUTS + 1));
        int period = test_rng_int(&rng, 5, 40), steps = 120, first = test_rng_int(&rng, 0, 60);
        bool bounces = hook != PRE_SOLVE && i % 3;
        uint64_t seed = test_rng_next(&rng);
        imp2_world* worlds[2];
        scene_crowd crowds[2];
        double time = 0.0;
        const imp2_hooks hooks = hooks_of(hook, &time);
        for (int k = 0; k < 2; ++k)
        {
            worlds[k] = make_scene(seed, hook, layout, bounces, &crowds[k]);
        }
        bool same = true;
        for (int step = 0; step < steps && same; ++step)
        {
            if (step >= first && (step - first) % period == 0)
            {
                bool set = (step - first) / period % 2 == 0;
                assert_int_equal(imp2_world_set_hooks(worlds[1], set ? &hooks : NULL), IMP_OK);
            }
            scene_run(worlds[0], 1, DT);
            scene_run(worlds[1], 1, DT);
            same = scene_hash(worlds[0]) == scene_hash(worlds[1]);
            if (!same)
            {
                print_error("hook %d, layout %d, bounces %d: other bits in step %d (set in %d)\n", hook, layout,
                            bounces, step, first);
            }
        }
        uint8_t* bytes[2];
        int32_t sizes[2];
        for (int k = 0; k < 2; ++k)
        {
            sizes[k] = save_world(worlds[k], &bytes[k]);
        }
        same = same && sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], (size_t)sizes[0]) == 0;
        differ[hook] += !same;
        for (int k = 0; k < 2; ++k)
        {
            free(bytes[k]);
            imp2_world_free(worlds[k]);
            if (crowds[k].count)
            {
                scene_crowd_free(&crowds[k]);
            }
        }
    }
    print_message("differ: clock %d, filter %d, mix %d, pre_solve %d of %d each\n", differ[CLOCK], differ[FILTER],
                  differ[MIX], differ[PRE_SOLVE], (int)(count / HOOKS));
    for (int hook = 0; hook < HOOKS; ++hook)
    {
        assert_int_equal(differ[hook], 0);
    }
    test_report("hooks2 hooks_that_agree_change_nothing", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hooks_that_agree_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
