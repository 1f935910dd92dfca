// SPDX-License-Identifier: MIT
//
// The demo for a minute: nothing goes through the bowl, and nothing is ever very deep in anything.

#include <string.h>

#include "io/io.h"
#include "support.h"

#include "impinge/impinge2.h"

enum
{
    STEPS = 3600,
    CONTACT_MOST = 2048,
    BODY_MOST = 512,
    BOWL = 6  // its object
};

// The deepest contact of all, and of those with an object.
typedef struct depths
{
    float all, object;
} depths;

static void find_deepest(const imp2_world* world, uint64_t object, depths* d)
{
    static imp2_world_contact contacts[CONTACT_MOST];
    int32_t count;
    assert_int_equal(imp2_world_contacts(world, contacts, CONTACT_MOST, &count), IMP_OK);
    for (int32_t k = 0; k < count; ++k)
    {
        float depth = contacts[k].manifold.depth;
        imp_body a, b;
        uint64_t object_a, object_b;
        assert_int_equal(imp2_world_get_collider(world, contacts[k].a, &a, &object_a), IMP_OK);
        assert_int_equal(imp2_world_get_collider(world, contacts[k].b, &b, &object_b), IMP_OK);
        bool is_object = object_a == object || object_b == object;
        d->all = depth > d->all ? depth : d->all;
        d->object = is_object && depth > d->object ? depth : d->object;
    }
}

// Pebbles that are out of the bowl, which is at (6, 3.4) and has a radius of 4.2 m and a rim at 4.9 m. They leave it at the
// rim.
static int count_gone(const io_world* world, bool* gone)
{
    int pebbles = 0;
    for (int32_t i = 0; i < world->body_count; ++i)
    {
        imp2_body_state body;
        if (!world->bodies[i].name || strncmp(world->bodies[i].name, "pebble", 6) != 0)
        {
            continue;
        }
        assert_int_equal(imp2_world_get_body(world->world, world->bodies[i].handle, &body), IMP_OK);
        float x = body.pose.p.x - 6.0f, y = body.pose.p.y - 3.4f;
        bool out = x * x + y * y > 4.2f * 4.2f;
        assert_true(!out || gone[i] || y > 1.0f);
        gone[i] |= out;
        ++pebbles;
    }
    return pebbles;
}

static void test_the_demo_holds(void** state)
{
    (void)state;
    io_scene scene;
    io_world world;
    io_error error;
    depths deepest = {0.0f, 0.0f};
    bool gone[BODY_MOST] = {false};
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, IMP_SOURCE_DIR "/examples/demo.json", NULL, &error), IO_OK);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    assert_true(world.body_count <= BODY_MOST);
    for (int step = 0; step < STEPS; ++step)
    {
        assert_int_equal(imp2_world_step(world.world, 1.0f / 60.0f), IMP_OK);
        find_deepest(world.world, BOWL, &deepest);
        assert_int_equal(count_gone(&world, gone), 30);
    }
    print_message("deepest %g m, in the bowl %g m\n", (double)deepest.all, (double)deepest.object);
    assert_true(deepest.object < 0.15f);
    assert_true(deepest.all < 0.5f);
    io_world_free(&world);
    io_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_demo_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
