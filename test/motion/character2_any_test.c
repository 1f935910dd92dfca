// SPDX-License-Identifier: MIT
//
// What holds for any character among anything: it ends outside of everything, memory that fails changes nothing, a copy
// goes the same way, and lists, indexes and worlds give the same bits. And what it does to bodies of a world.

#include "motion/stage2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAP (1.8 / 128.0)

// Boxes, slopes, chains and regions, around a floor.
static void random_scene(stage* s, test_rng* rng)
{
    stage_box(s, -12.0f, -2.0f, 12.0f, 0.0f);
    stage_box(s, -13.0f, -2.0f, -12.0f, 12.0f);
    stage_box(s, 12.0f, -2.0f, 13.0f, 12.0f);
    for (int i = 0; i < 14; i++)
    {
        float x = test_rng_range(rng, -11.0f, 11.0f), y = test_rng_range(rng, -0.5f, 7.0f);
        float w = test_rng_range(rng, 0.1f, 3.0f), h = test_rng_range(rng, 0.05f, 1.5f);
        int kind = test_rng_int(rng, 0, 4), made;
        if (kind <= 1)
        {
            made = stage_box(s, -w, -h, w, h);
        }
        else if (kind == 2)
        {
            const imp2_vec slope[3] = {{-w, -h}, {w, -h}, {test_rng_range(rng, -w, w), h}};
            made = stage_polygon(s, slope, 3);
        }
        else if (kind == 3)
        {
            const imp2_vec line[4] = {{-w, h}, {-0.3f * w, 0.0f}, {0.4f * w, -h}, {w, 0.5f * h}};
            made = stage_chain(s, line, 4);
        }
        else
        {
            const imp2_vec notch[6] = {{-w, -h}, {w, -h}, {w, h}, {0.5f * w, 0.0f}, {-0.5f * w, 0.1f * h}, {-w, h}};
            made = stage_region(s, notch, 6);
        }
        imp2_pose pose;
        assert_int_equal(
            imp2_pose_make((imp2_vec){x, y}, test_rng_int(rng, 0, 1) ? test_rng_range(rng, -3.1f, 3.1f) : 0.0f, &pose),
            IMP_OK);
        s->obstacles[made].pose = pose;
    }
}

static void random_hero(stage* s, test_rng* rng)
{
    if (test_rng_int(rng, 0, 1))
    {
        float w = test_rng_range(rng, 0.1f, 0.5f);
        const imp2_box box = {{-w, 0.0f}, {w, 1.8f}};
        assert_int_equal(imp2_box_make(box, &s->hero), IMP_OK);
    }
    s->def.crouched = test_rng_int(rng, 0, 1) ? &s->small : NULL;
    s->def.air_acceleration = test_rng_int(rng, 0, 1) ? 20.0f : 0.0f;
    s->def.acceleration = test_rng_int(rng, 0, 1) ? 30.0f : 0.0f;
}

static void random_input(stage* s, test_rng* rng)
{
    float fast = test_rng_int(rng, 0, 9) ? 1.0f : 100.0f;
    s->input = (imp2_character_input){.jump = 0.0f};
    s->input.velocity.x = fast * test_rng_range(rng, -8.0f, 8.0f);
    s->input.velocity.y = test_rng_range(rng, -8.0f, 8.0f);
    s->input.jump = test_rng_int(rng, 0, 2) ? 0.0f : test_rng_range(rng, 1.0f, 12.0f);
    s->input.crouch = test_rng_int(rng, 0, 3) == 0;
    s->input.climb = test_rng_int(rng, 0, 5) == 0;
    s->input.drag = test_rng_int(rng, 0, 5) ? 0.0f : 3.0f;
}

// Any walk among what stands: it never ends in anything, but where it was put into something at first.
static void never_inside(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static const float rates[3] = {30.0f, 60.0f, 144.0f};
    int scenes = (int)test_n(100), wrong = 0;
    uint64_t moves = 0;
    for (int i = 0; i < scenes; i++)
    {
        stage* s = stage_new("random walk", i % 2 ? STAGE_INDEX : STAGE_LIST, rates[i % 3]);
        random_scene(s, &rng);
        random_hero(s, &rng);
        stage_put(s, test_rng_range(&rng, -10.0f, 10.0f), 9.0f);
        stage_call(s);
        bool free = stage_gap(s) > 0.0;
        for (int k = 0; k < 100; k++)
        {
            if (k % 10 == 0)
            {
                random_input(s, &rng);
            }
            imp2_vec before = s->character.position;
            stage_call(s);
            s->input.jump = 0.0f;
            double gap = stage_gap(s);
            moves++;
            if (free && gap < -1e-4 && !s->failed)
            {
                s->failed++;
                printf("scene %d, move %d: %g inside, from {%g, %g} to {%g, %g}, news %u\n", i, k, -gap,
                       (double)before.x, (double)before.y, (double)s->character.position.x,
                       (double)s->character.position.y, s->character.flags);
            }
            free = free || gap > 0.0;
        }
        wrong += s->failed;
        stage_free(s);
    }
    test_report("character2: random walks", moves);
    assert_int_equal(wrong, 0);
}

// A list, an index and a world of the same things; and a copy of the state in the middle.
static void same_bits(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++)
    {
        imp2_character ends[STAGE_WAYS];
        for (int way = 0; way < STAGE_WAYS; way++)
        {
            test_rng rng = {seed};
            stage* s = stage_new("same bits", way, 60.0f);
            random_scene(s, &rng);
            random_hero(s, &rng);
            stage_put(s, 0.0f, 9.0f);
            imp2_character kept = s->character;
            test_rng kept_rng = rng;
            for (int k = 0; k < 240; k++)
            {
                if (k == 120)
                {
                    kept = s->character;
                    kept_rng = rng;
                }
                if (k % 10 == 0)
                {
                    random_input(s, &rng);
                }
                stage_call(s);
            }
            ends[way] = s->character;
            s->character = kept;
            rng = kept_rng;
            for (int k = 120; k < 240; k++)
            {
                if (k % 10 == 0)
                {
                    random_input(s, &rng);
                }
                stage_call(s);
            }
            assert_memory_equal(&s->character, &ends[way], offsetof(imp2_character, ground));
            // Ids are other ones in a world.
            assert_memory_equal(&ends[way], &ends[0], offsetof(imp2_character, ground));
            assert_int_equal(ends[way].flags, ends[0].flags);
            assert_int_equal(s->failed, 0);
            stage_free(s);
        }
    }
}

// Each allocation fails in turn: a status, and nothing has changed.
static void memory_fails(void** state)
{
    (void)state;
    test_rng rng = {7};
    stage* s = stage_new("memory", STAGE_INDEX, 60.0f);
    random_scene(s, &rng);
    stage_put(s, 0.0f, 9.0f);
    stage_call(s);
    int failures = 0;
    for (int64_t at = 0;; at++)
    {
        test_allocator counted = {.fail_at = at};
        imp_allocator allocator = test_allocator_get(&counted);
        imp2_character before = s->character;
        imp2_character_contact contacts[2];
        imp2_character_report report = {contacts, 2, -7};
        const imp2_surroundings around = {s->obstacles, s->count, s->index, NULL};
        s->def.allocator = &allocator;
        imp_status status = imp2_character_move(&s->character, &s->def, &s->input, &around, 0.02f, &report);
        s->def.allocator = NULL;
        assert_int_equal(counted.live_blocks, 0);
        if (!status)
        {
            break;
        }
        failures++;
        assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
        assert_memory_equal(&s->character, &before, sizeof before);
        assert_int_equal(report.count, -7);
    }
    assert_true(failures >= 2);
    stage_free(s);
}

// Bodies

// A floor, and a box of a density on it.
static stage* crate_stage(float rate, float density, float push)
{
    stage* s = stage_new("crate", STAGE_WORLD, rate);
    stage_box(s, -50.0f, -1.0f, 50.0f, 0.0f);
    int crate = stage_box(s, -0.5f, -0.5f, 0.5f, 0.5f);
    s->obstacles[crate].pose.p = (imp2_vec){2.0f, 0.5f};
    s->density[crate] = density;
    s->def.push_force = push;
    s->def.mass = 70.0f;
    stage_put(s, 0.0f, 0.05f);
    stage_run(s, 0.5f);
    return s;
}

// 20 kg, friction 0.5: 100 N hold it. With 300 N it goes along.
static void pushes_a_box(void** state)
{
    (void)state;
    static const float rates[3] = {30.0f, 60.0f, 144.0f};
    for (int i = 0; i < 3; i++)
    {
        stage* s = crate_stage(rates[i], 20.0f, 300.0f);
        s->input.velocity.x = 2.0f;
        stage_run(s, 3.0f);
        double crate = (double)s->obstacles[1].pose.p.x;
        stage_true(s, "the box goes along", crate > 3.5);
        stage_near(s, "behind it", stage_x(s), crate - 0.8, 0.15);
        stage_near(s, "on the floor", stage_y(s), GAP, 1e-3);
        assert_int_equal(s->failed, 0);
        stage_free(s);
    }
}

// 1000 kg: 5000 N hold it.
static void does_not_push_what_is_too_heavy(void** state)
{
    (void)state;
    stage* s = crate_stage(60.0f, 1000.0f, 300.0f);
    double from = (double)s->obstacles[1].pose.p.x;
    s->input.velocity.x = 2.0f;
    stage_run(s, 3.0f);
    stage_near(s, "the box stays", (double)s->obstacles[1].pose.p.x, from, 0.01);
    stage_near(s, "before it", stage_x(s), from - 0.8 - GAP, 0.02);
    assert_int_equal(s->failed, 0);
    stage_free(s);
}

// Impulses that are told are at most force times time, and are what the body gets.
static void tells_what_it_gives(void** state)
{
    (void)state;
    stage* s = crate_stage(60.0f, 20.0f, 90.0f);
    s->input.velocity.x = 2.0f;
    double most = 0.0;
    for (int i = 0; i < 120; i++)
    {
        stage_call(s);
        for (int k = 0; k < s->report.count; k++)
        {
            double x = (double)s->contacts[k].impulse.x;
            most = s->contacts[k].id == s->colliders[1].id && x > most ? x : most;
        }
    }
    assert_number(most, >, 1.0);
    assert_number(most, <, 90.0 / 60.0 * 1.0001);
    stage_free(s);
}

// A box that slides along pushes who stands there.
static void a_box_pushes_it(void** state)
{
    (void)state;
    stage* s = crate_stage(60.0f, 20.0f, 300.0f);
    assert_int_equal(imp2_world_set_velocity(s->world, s->bodies[1], (imp2_vec){-6.0f, 0.0f}, 0.0f), IMP_OK);
    stage_run(s, 2.0f);
    double crate = (double)s->obstacles[1].pose.p.x;
    stage_true(s, "has been pushed", stage_x(s) < -0.05);
    stage_true(s, "is before the box", stage_x(s) < crate - 0.79);
    assert_int_equal(s->failed, 0);
    stage_free(s);
}

// Its weight presses on what it stands on: mass times gravity times time.
static void presses_on_a_box(void** state)
{
    (void)state;
    stage* s = crate_stage(60.0f, 20.0f, 300.0f);
    stage_put(s, 2.0f, 1.2f);
    stage_run(s, 1.0f);
    assert_true(s->character.grounded);
    assert_int_equal(s->report.count, 1);
    assert_int_equal(s->contacts[0].id, s->colliders[1].id);
    stage_near(s, "impulse", (double)s->contacts[0].impulse.y, -70.0 * 10.0 / 60.0, 1e-3);
    stage_near(s, "stands", stage_y(s), 1.0 + GAP, 0.02);
    assert_int_equal(s->failed, 0);
    stage_free(s);
}

static bool asks_to_change(void* user, imp2_obstacle* o)
{
    stage* s = user;
    (void)o;
    assert_int_equal(imp_status_fault(imp2_world_step(s->world, 0.01f)), IMP_ERR_BUSY);
    return true;
}

static void hooks_may_not_change_a_world(void** state)
{
    (void)state;
    stage* s = crate_stage(60.0f, 20.0f, 300.0f);
    s->hooks.user = s;
    s->hooks.filter = asks_to_change;
    stage_call(s);
    assert_int_equal(s->status, IMP_OK);
    assert_int_equal(imp2_world_step(s->world, 0.01f), IMP_OK);
    stage_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_inside),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(memory_fails),
        cmocka_unit_test(pushes_a_box),
        cmocka_unit_test(tells_what_it_gives),
        cmocka_unit_test(does_not_push_what_is_too_heavy),
        cmocka_unit_test(a_box_pushes_it),
        cmocka_unit_test(presses_on_a_box),
        cmocka_unit_test(hooks_may_not_change_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
