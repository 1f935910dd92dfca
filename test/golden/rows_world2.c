// SPDX-License-Identifier: MIT
//
// Golden rows of worlds of the plane: what becomes of a crowd, at the widest lanes and by turns at each of the others.

#include "golden.h"

#include "base/cpu.h"
#include "world/scenes2.h"
#include "world/world_probe2.h"

enum
{
    EVERY = 2048,  // one case in so many is a world
    BODIES = 40,
    STEPS = 60
};

static int ways(void)
{
    return impi_cpu_level() > 0 ? 2 : 1;
}

static void run_imp2_world_step(trial* t)
{
    const imp2_world_def def = {.gravity = {0.0f, -10.0f}};
    imp2_world* world;
    scene_crowd crowd;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    int widest = impi_cpu_level();
    probe_set_width(world, t->way == 0 ? widest : (int)(t->rng.state % (uint64_t)widest));
    assert_int_equal(scene_crowd_make(&crowd, world, BODIES, test_rng_next(&t->rng)), IMP_OK);
    for (int step = 0; step < STEPS; ++step)
    {
        imp_touch_events touches;
        scene_run(world, 1, 1.0f / 60.0f);
        uint64_t hash = scene_hash(world);
        add_words(t, &hash, sizeof hash);
        assert_int_equal(imp2_world_touch_events(world, &touches), IMP_OK);
        add_word(t, (uint32_t)touches.begun_count);
        add_word(t, (uint32_t)touches.ended_count);
    }
    imp2_world_free(world);
    scene_crowd_free(&crowd);
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp2_world_step, EVERY, ways),
};

GOLDEN_ROWS(golden_world2, rows);
