// SPDX-License-Identifier: MIT
//
// Worlds that are asked what they have: bodies, contacts, what sensors see, definitions as they were given, and what a
// shape meets that is thrown. The wrapper adds make_crowd (bodies of all kinds that fall into something) and
// any_compound.

#include "kit.inl"

static bool lists_contact(const WorldContact* list, int32_t count, const WorldContact* c)
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
    static WorldContact all[ROOM], own[ROOM];
    imp_body bodies[300];
    imp_collider colliders[16];
    uint64_t found = 0;
    int rounds = (int)test_n(3);
    for (int round = 0; round < rounds; ++round)
    {
        World* world = new_world(10.0f);
        const imp_body crowd = make_crowd(world, 60, 11u + (uint64_t)round);
        run_judged(world, 90);
        assert_int_equal(FN(world_remove_body)(world, crowd), IMP_OK);
        run_judged(world, 3);
        int32_t count, contacts, worn = 0, sum = 0;
        assert_int_equal(FN(world_bodies)(world, bodies, 300, &count), IMP_OK);
        assert_int_equal(count, stats_of(world).bodies);
        assert_int_equal(FN(world_contacts)(world, all, ROOM, &contacts), IMP_OK);
        for (int32_t i = 0; i < count; ++i)
        {
            int32_t here, mine;
            bool there;
            assert_int_equal(FN(world_has_body)(world, bodies[i], &there), IMP_OK);
            assert_true(there);
            assert_true(i == 0 || (bodies[i].id & UINT32_MAX) > (bodies[i - 1].id & UINT32_MAX));
            assert_int_equal(FN(world_body_colliders)(world, bodies[i], colliders, 16, &here), IMP_OK);
            for (int32_t k = 0; k < here; ++k)
            {
                imp_body owner;
                assert_int_equal(FN(world_has_collider)(world, colliders[k], &there), IMP_OK);
                assert_int_equal(FN(world_get_collider)(world, colliders[k], &owner, NULL), IMP_OK);
                assert_true(there);
                assert_number(owner.id, ==, bodies[i].id);
            }
            worn += here;
            assert_int_equal(FN(world_body_contacts)(world, bodies[i], own, ROOM, &mine), IMP_OK);
            for (int32_t k = 0; k < mine; ++k)
            {
                assert_true(lists_contact(all, contacts, &own[k]));
            }
            sum += mine;
            if (mine > 0)
            {
                int32_t again = -1;
                assert_int_equal(imp_status_fault(FN(world_body_contacts)(world, bodies[i], own, mine - 1, &again)),
                                 IMP_ERR_SPACE);
                assert_int_equal(again, mine);
            }
        }
        assert_int_equal(worn, stats_of(world).colliders);
        assert_int_equal(sum, 2 * contacts);  // each has two bodies
        found += (uint64_t)sum;
        bool there = true;
        assert_int_equal(FN(world_has_body)(world, crowd, &there), IMP_OK);
        assert_false(there);
        FN(world_free)(world);
    }
    test_report("asked: contacts of bodies", found);
}

// What a sensor sees is what has entered and not left.
static void sensors_tell_what_they_see(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 5};
    World* world = new_world(10.0f);
    (void)add_floor(world);
    Shape box = box_of(0.4f, 0.4f, 0.4f), wide = box_of(4.0f, 1.0f, 1.0f);
    ColliderDef eye = {.sensor = true};
    imp_collider sensor, inside[64], seen[64];
    imp_body looks = add_with(world, IMP_BODY_STATIC, pose_of(at(0.0f, 2.0f, 0.0f), 0.0f), &wide, &eye, &sensor),
             bodies[32];
    for (int i = 0; i < 32; ++i)
    {
        bodies[i] = add(world, IMP_BODY_DYNAMIC, at(test_rng_range(&rng, -4.0f, 4.0f), 4.0f + (float)i, 0.0f), &box);
    }
    int32_t count = 0, most = 0, told;
    for (int step = 0; step < 400; ++step)
    {
        if (step % 50 == 49)
        {
            assert_int_equal(FN(world_remove_body)(world, bodies[step / 50]), IMP_OK);
        }
        run_judged(world, 1);
        imp_touch_events touches = touches_of(world);
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
        assert_int_equal(FN(world_sensor_overlaps)(world, sensor, seen, 64, &told), IMP_OK);
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
    assert_int_equal(FN(world_remove_body)(world, looks), IMP_OK);
    assert_int_equal(FN(world_sensor_overlaps)(world, sensor, seen, 64, &told), IMP_ERR_HANDLE | 2 << 8);
    FN(world_free)(world);
}

// A definition that is read makes the same once more.
static void definitions_come_back(void** state)
{
    (void)state;
    World* world = new_world(10.0f);
    const BodyDef def = {.kind = IMP_BODY_KINEMATIC,
                         .pose = pose_of(at(1, 2, 3), 0.5f),
                         .velocity = at(1, 2, 3),
                         .angular_velocity = spin_about(3.0f),
                         .linear_damping = 0.5f,
                         .angular_damping = 0.25f,
                         .no_sleep = true,
                         .bullet = true,
                         .user = 9};
    const ColliderDef worn = {.density = 2.0f,
                              .material = {0.5f, 0.25f, 0.125f, 1.0f, 3},
                              .filter = {1, 2},
                              .group = 4,
                              .touches_non_dynamic = true,
                              .one_way = at(0.0f, 1.0f, 0.0f),
                              .tolerance = 0.5f,
                              .user = 8};
    BodyDef body_back;
    ColliderDef worn_back;
    imp_collider plain, other_worn;
    Shape box = box_of(0.5f, 0.25f, 0.5f), copy;
    imp_body body;
    assert_int_equal(FN(world_add_body)(world, &def, &body), IMP_OK);
    plain = wear(world, body, &box, &worn);
    assert_int_equal(FN(world_get_body_def)(world, body, &body_back), IMP_OK);
    assert_number(body_back.kind, ==, def.kind);
    assert_number(spin_left(body_back.angular_velocity), ==, 3.0f);
    assert_number(body_back.velocity.y, ==, 2.0f);
    assert_number(body_back.linear_damping, ==, 0.5f);
    assert_number(body_back.angular_damping, ==, 0.25f);
    assert_number(body_back.user, ==, 9);
    assert_true(body_back.no_sleep);
    assert_true(body_back.bullet);
    assert_false(body_back.asleep);
    assert_memory_equal(&body_back.pose, &def.pose, sizeof def.pose);
    assert_int_equal(FN(world_get_collider_def)(world, plain, &worn_back), IMP_OK);
    assert_memory_equal(&worn_back.material, &worn.material, sizeof worn.material);
    assert_memory_equal(&worn_back.filter, &worn.filter, sizeof worn.filter);
    assert_number(worn_back.density, ==, 2.0f);
    assert_number(worn_back.group, ==, 4);
    assert_true(worn_back.touches_non_dynamic);
    assert_false(worn_back.sensor);
    assert_number(worn_back.one_way.y, ==, 1.0f);
    assert_number(worn_back.tolerance, ==, 0.5f);
    assert_number(worn_back.user, ==, 8);
    assert_int_equal(FN(world_set_collider_user)(world, plain, 77), IMP_OK);
    assert_int_equal(FN(world_get_collider_def)(world, plain, &worn_back), IMP_OK);
    assert_true(worn_back.user == 77);

    // Shapes are copies, which live longer than the world.
    Compound compound = any_compound(), compound_back;
    assert_int_equal(FN(world_add_compound)(world, body, &compound, NULL, &other_worn), IMP_OK);
    assert_int_equal(FN(world_get_shape)(world, plain, &copy), IMP_OK);
    assert_int_equal(FN(world_get_shape)(world, other_worn, &copy), IMP_ERR_SHAPE | 2 << 8);
    assert_int_equal(FN(world_get_compound)(world, plain, &compound_back), IMP_ERR_COMPOUND | 2 << 8);
    assert_int_equal(FN(world_get_compound)(world, other_worn, &compound_back), IMP_OK);
    FN(world_free)(world);
    assert_int_equal(copy.count, box.count);
    assert_memory_equal(&copy, &box, sizeof copy);
    assert_int_equal(compound_back.part_count, compound.part_count);
    Box before, after;
    const Pose here = pose_of(at(1.0f, 2.0f, 3.0f), 0.5f);
    assert_int_equal(FN(compound_bounds)(&compound, &here, &before), IMP_OK);
    FN(compound_free)(&compound);
    assert_int_equal(FN(compound_bounds)(&compound_back, &here, &after), IMP_OK);
    assert_memory_equal(&before, &after, sizeof before);
    FN(compound_free)(&compound_back);
    FN(shape_free)(&copy);
}

// A shape is thrown as the compound of it is.
static void casts_a_shape(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 9};
    World* world = new_world(10.0f);
    (void)make_crowd(world, 60, 4);
    run_judged(world, 60);
    int found = 0;
    for (int i = 0; i < 300; ++i)
    {
        Shape box = box_of(0.3f, 0.2f, 0.3f);
        Compound compound;
        assert_int_equal(FN(compound_of_shape)(&box, &compound), IMP_OK);
        Mover shape = {.shape = &box};
        float x = test_rng_range(&rng, -9, 9), y = test_rng_range(&rng, 0, 9);
        shape.pose = pose_of(at(x, y, 0.0f), 0.3f);
        x = test_rng_range(&rng, -9, 9);
        y = test_rng_range(&rng, -9, 9);
        shape.motion = at(x, y, 0.0f);
        shape.turn = spin_about(i % 2 ? test_rng_range(&rng, -2, 2) : 0.0f);
        const CompoundMover mover = {&compound, shape.pose, shape.motion, shape.turn};
        WorldHit a[4], b[4];
        int32_t count_a, count_b;
        assert_int_equal(FN(world_cast_shape)(world, &shape, NULL, a, 4, &count_a), IMP_OK);
        assert_int_equal(FN(world_cast_compound)(world, &mover, NULL, b, 4, &count_b), IMP_OK);
        assert_int_equal(count_a, count_b);
        assert_memory_equal(a, b, (size_t)count_a * sizeof *a);
        found += count_a;
    }
    assert_true(found > 100);
    FN(world_free)(world);
}

#define ASKED_TESTS                                                                                                    \
    cmocka_unit_test(lists_are_whole), cmocka_unit_test(sensors_tell_what_they_see),                                   \
        cmocka_unit_test(definitions_come_back), cmocka_unit_test(casts_a_shape)
