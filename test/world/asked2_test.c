// SPDX-License-Identifier: MIT
//
// Worlds that are asked what they have: bodies, contacts, what sensors see, definitions as they were given, and what a
// shape meets that is thrown.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/impinge.h"
#include "scenes2.h"

#define DT (1.0f / 60.0f)
#define G 10.0f

static bool lists_contact(const imp2_world_contact* list, int32_t count, const imp2_world_contact* c)
{
    int found = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        found += memcmp(&list[i], c, sizeof *c) == 0;
    }
    return found == 1;
}

static void lists_are_whole(void** state)
{
    (void)state;
    enum
    {
        ROOM = 4096
    };
    static imp2_world_contact all[ROOM], own[ROOM];
    imp_body bodies[300];
    imp_collider colliders[16];
    uint64_t found = 0;
    int rounds = (int)test_n(3);
    for (int round = 0; round < rounds; ++round)
    {
        imp2_world* world = scene_world(G, 0.0f);
        scene_crowd crowd;
        assert_int_equal(scene_crowd_make(&crowd, world, 60, 11u + (uint64_t)round), IMP_OK);
        scene_run(world, 90, DT);
        assert_int_equal(imp2_world_remove_body(world, crowd.bodies[7]), IMP_OK);
        scene_run(world, 3, DT);
        int32_t count, contacts, worn = 0, sum = 0;
        assert_int_equal(imp2_world_bodies(world, bodies, 300, &count), IMP_OK);
        assert_int_equal(count, scene_stats(world).bodies);
        assert_int_equal(imp2_world_contacts(world, all, ROOM, &contacts), IMP_OK);
        for (int32_t i = 0; i < count; ++i)
        {
            int32_t here, mine;
            bool there;
            assert_int_equal(imp2_world_has_body(world, bodies[i], &there), IMP_OK);
            assert_true(there);
            assert_true(i == 0 || (bodies[i].id & UINT32_MAX) > (bodies[i - 1].id & UINT32_MAX));
            assert_int_equal(imp2_world_body_colliders(world, bodies[i], colliders, 16, &here), IMP_OK);
            for (int32_t k = 0; k < here; ++k)
            {
                imp_body owner;
                assert_int_equal(imp2_world_has_collider(world, colliders[k], &there), IMP_OK);
                assert_int_equal(imp2_world_get_collider(world, colliders[k], &owner, NULL), IMP_OK);
                assert_true(there);
                assert_number(owner.id, ==, bodies[i].id);
            }
            worn += here;
            assert_int_equal(imp2_world_body_contacts(world, bodies[i], own, ROOM, &mine), IMP_OK);
            for (int32_t k = 0; k < mine; ++k)
            {
                assert_true(lists_contact(all, contacts, &own[k]));
            }
            sum += mine;
            if (mine > 0)
            {
                int32_t again = -1;
                assert_int_equal(imp_status_fault(imp2_world_body_contacts(world, bodies[i], own, mine - 1, &again)),
                                 IMP_ERR_SPACE);
                assert_int_equal(again, mine);
            }
        }
        assert_int_equal(worn, scene_stats(world).colliders);
        assert_int_equal(sum, 2 * contacts);  // each has two bodies
        found += (uint64_t)sum;
        bool there = true;
        assert_int_equal(imp2_world_has_body(world, crowd.bodies[7], &there), IMP_OK);
        assert_false(there);
        imp2_world_free(world);
        scene_crowd_free(&crowd);
    }
    test_report("asked2: contacts of bodies", found);
}

// What a sensor sees is what has entered and not left.
static void sensors_tell_what_they_see(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 5};
    imp2_world* world = scene_world(G, 0.0f);
    (void)scene_floor(world);
    imp2_shape box = scene_box(0.4f, 0.4f), wide = scene_box(4.0f, 1.0f);
    imp2_collider_def eye = {.sensor = true};
    imp_collider sensor, inside[64], seen[64];
    imp2_body_def def = {.pose = scene_pose(0.0f, 2.0f, 0.0f)};
    imp_body looks = scene_body_with(world, &def, &wide, &eye, &sensor), bodies[32];
    for (int i = 0; i < 32; ++i)
    {
        bodies[i] = scene_dynamic(world, test_rng_range(&rng, -4.0f, 4.0f), 4.0f + (float)i, &box);
    }
    int32_t count = 0, most = 0, told;
    for (int step = 0; step < 400; ++step)
    {
        if (step % 50 == 49)
        {
            assert_int_equal(imp2_world_remove_body(world, bodies[step / 50]), IMP_OK);
        }
        scene_run(world, 1, DT);
        imp_touch_events touches = scene_touches(world);
        for (int32_t i = 0; i < touches.left_count; ++i)
        {
            for (int32_t k = 0; k < count; ++k)
            {
                if (inside[k].id == touches.left[i].b.id)
                {
                    inside[k--] = inside[--count];
                }
            }
        }
        for (int32_t i = 0; i < touches.entered_count; ++i)
        {
            assert_number(touches.entered[i].a.id, ==, sensor.id);
            assert_number(count, <, 64);
            inside[count++] = touches.entered[i].b;
        }
        assert_int_equal(imp2_world_sensor_overlaps(world, sensor, seen, 64, &told), IMP_OK);
        assert_int_equal(told, count);
        for (int32_t i = 0; i < told; ++i)
        {
            bool known = false;
            for (int32_t k = 0; k < count; ++k)
            {
                known |= inside[k].id == seen[i].id;
            }
            assert_true(known);
            assert_true(i == 0 || (seen[i].id & UINT32_MAX) > (seen[i - 1].id & UINT32_MAX));
        }
        most = told > most ? told : most;
    }
    assert_true(most > 5);
    assert_int_equal(imp2_world_remove_body(world, looks), IMP_OK);
    assert_int_equal(imp2_world_sensor_overlaps(world, sensor, seen, 64, &told), IMP_ERR_HANDLE | 2 << 8);
    imp2_world_free(world);
}

// A definition that is read makes the same once more.
static void definitions_come_back(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    const imp2_body_def def = {.kind = IMP_BODY_KINEMATIC,
                               .pose = scene_pose(1, 2, 0.5f),
                               .velocity = {1, 2},
                               .angular_velocity = 3.0f,
                               .linear_damping = 0.5f,
                               .angular_damping = 0.25f,
                               .no_sleep = true,
                               .bullet = true,
                               .user = 9};
    const imp2_collider_def worn = {2.0f, {0.5f, 0.25f, 0.125f, 1.0f, 3}, {1, 2}, 4, false, true, {0.0f, 1.0f}, 0.5f,
                                    8};
    imp2_body_def body_back;
    imp2_collider_def worn_back;
    imp_collider plain, region_worn;
    imp2_shape box = scene_box(0.5f, 0.25f), copy;
    imp_body body = scene_body_with(world, &def, &box, &worn, &plain);
    assert_int_equal(imp2_world_get_body_def(world, body, &body_back), IMP_OK);
    assert_number(body_back.kind, ==, def.kind);
    assert_number(body_back.angular_velocity, ==, 3.0f);
    assert_number(body_back.velocity.y, ==, 2.0f);
    assert_number(body_back.linear_damping, ==, 0.5f);
    assert_number(body_back.angular_damping, ==, 0.25f);
    assert_number(body_back.user, ==, 9);
    assert_true(body_back.no_sleep);
    assert_true(body_back.bullet);
    assert_false(body_back.asleep);
    assert_memory_equal(&body_back.pose, &def.pose, sizeof def.pose);
    assert_int_equal(imp2_world_get_collider_def(world, plain, &worn_back), IMP_OK);
    assert_memory_equal(&worn_back.material, &worn.material, sizeof worn.material);
    assert_memory_equal(&worn_back.filter, &worn.filter, sizeof worn.filter);
    assert_number(worn_back.density, ==, 2.0f);
    assert_number(worn_back.group, ==, 4);
    assert_true(worn_back.touches_non_dynamic);
    assert_false(worn_back.sensor);
    assert_number(worn_back.one_way.y, ==, 1.0f);
    assert_number(worn_back.tolerance, ==, 0.5f);
    assert_number(worn_back.user, ==, 8);
    assert_int_equal(imp2_world_set_collider_user(world, plain, 77), IMP_OK);
    assert_int_equal(imp2_world_get_collider_def(world, plain, &worn_back), IMP_OK);
    assert_true(worn_back.user == 77);

    // Shapes are copies, which live longer than the world.
    imp2_vec corners[5] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}};
    int32_t counts[1] = {5};
    const imp2_outlines outlines = {corners, counts, 1, IMP_FILL_EVEN_ODD};
    imp2_compound region, region_back;
    assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, &region, NULL, &region_worn), IMP_OK);
    assert_int_equal(imp2_world_get_shape(world, plain, &copy), IMP_OK);
    assert_int_equal(imp2_world_get_shape(world, region_worn, &copy), IMP_ERR_SHAPE | 2 << 8);
    assert_int_equal(imp2_world_get_compound(world, plain, &region_back), IMP_ERR_COMPOUND | 2 << 8);
    assert_int_equal(imp2_world_get_compound(world, region_worn, &region_back), IMP_OK);
    imp2_world_free(world);
    assert_int_equal(copy.count, box.count);
    assert_memory_equal(copy.x, box.x, sizeof box.x);
    assert_int_equal(region_back.part_count, region.part_count);
    assert_memory_equal(region_back.vertices, region.vertices, sizeof corners);
    imp2_compound_free(&region);
    imp2_compound_free(&region_back);
    imp2_shape_free(&copy);
}

// A shape is thrown as the compound of it is.
static void casts_a_shape(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 9};
    imp2_world* world = scene_world(G, 0.0f);
    scene_crowd crowd;
    assert_int_equal(scene_crowd_make(&crowd, world, 60, 4), IMP_OK);
    scene_run(world, 60, DT);
    int found = 0;
    for (int i = 0; i < 300; ++i)
    {
        imp2_shape box = scene_box(0.3f, 0.2f);
        imp2_compound compound;
        assert_int_equal(imp2_compound_of_shape(&box, &compound), IMP_OK);
        imp2_mover shape = {.shape = &box};
        shape.pose = scene_pose(test_rng_range(&rng, -9, 9), test_rng_range(&rng, 0, 9), 0.3f);
        shape.motion = (imp2_vec){test_rng_range(&rng, -9, 9), test_rng_range(&rng, -9, 9)};
        shape.turn = i % 2 ? test_rng_range(&rng, -2, 2) : 0.0f;
        const imp2_compound_mover mover = {&compound, shape.pose, shape.motion, shape.turn};
        imp2_world_hit a[4], b[4];
        int32_t count_a, count_b;
        assert_int_equal(imp2_world_cast_shape(world, &shape, NULL, a, 4, &count_a), IMP_OK);
        assert_int_equal(imp2_world_cast_compound(world, &mover, NULL, b, 4, &count_b), IMP_OK);
        assert_int_equal(count_a, count_b);
        assert_memory_equal(a, b, (size_t)count_a * sizeof *a);
        found += count_a;
    }
    assert_true(found > 100);
    imp2_world_free(world);
    scene_crowd_free(&crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_whole),
        cmocka_unit_test(sensors_tell_what_they_see),
        cmocka_unit_test(definitions_come_back),
        cmocka_unit_test(casts_a_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
