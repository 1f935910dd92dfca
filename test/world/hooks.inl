// SPDX-License-Identifier: MIT
//
// Hooks of worlds that say what is so without them: whenever they are set and taken away, a world goes on as one
// without, to the bit of its snapshot. And filters, groups and the table of materials, against closed forms.
//
// One exception is told by the hooks: with pre_solve, what is springy is not swept, and what lies across two tiles has a
// row with each. So with that nothing bounces here, and all lies on one floor. The wrapper adds make_scene and LAYOUTS.

#include "kit.inl"

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
    const imp_surface r = {
        sqrtf(a->friction * b->friction), a->restitution > b->restitution ? a->restitution : b->restitution,
        a->rolling_resistance > b->rolling_resistance ? a->rolling_resistance : b->rolling_resistance,
        a->tangent_speed + b->tangent_speed};
    return r;
}

static bool accept(void* user, const WorldContact* contact, imp_surface* surface)
{
    (void)user;
    (void)contact;
    (void)surface;
    return true;
}

static Hooks hooks_of(int hook, double* time)
{
    Hooks r = {.user = time};
    r.clock = hook == CLOCK ? tell_time : NULL;
    r.filter = hook == FILTER ? let_meet : NULL;
    r.combine = hook == MIX ? mix_by_rule : NULL;
    r.pre_solve = hook == PRE_SOLVE ? accept : NULL;
    return r;
}

static int32_t save_world(const World* world, uint8_t** bytes)
{
    int32_t count = 0;
    (void)FN(world_save)(world, NULL, 0, &count);
    *bytes = (uint8_t*)malloc((size_t)count);
    assert_non_null(*bytes);
    assert_int_equal(FN(world_save)(world, *bytes, count, &count), IMP_OK);
    return count;
}

static void hooks_that_agree_change_nothing(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(SCENES);
    int differ[HOOKS] = {0};
    for (uint64_t i = 0; i < count; ++i)
    {
        int hook = (int)(i % HOOKS), layout = (int)(i / HOOKS % (LAYOUTS + 1));
        int period = test_rng_int(&rng, 5, 40), steps = 120, first = test_rng_int(&rng, 0, 60);
        bool bounces = hook != PRE_SOLVE && i % 3;
        uint64_t seed = test_rng_next(&rng);
        World* worlds[2];
        double time = 0.0;
        const Hooks hooks = hooks_of(hook, &time);
        for (int k = 0; k < 2; ++k)
        {
            worlds[k] = make_scene(seed, hook, layout, bounces);
        }
        bool same = true;
        for (int step = 0; step < steps && same; ++step)
        {
            if (step >= first && (step - first) % period == 0)
            {
                bool set = (step - first) / period % 2 == 0;
                assert_int_equal(FN(world_set_hooks)(worlds[1], set ? &hooks : NULL), IMP_OK);
            }
            run(worlds[0], 1);
            run(worlds[1], 1);
            same = hash_of(worlds[0]) == hash_of(worlds[1]);
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
            FN(world_free)(worlds[k]);
        }
    }
    print_message("differ: clock %d, filter %d, mix %d, pre_solve %d of %d each\n", differ[CLOCK], differ[FILTER],
                  differ[MIX], differ[PRE_SOLVE], (int)(count / HOOKS));
    for (int hook = 0; hook < HOOKS; ++hook)
    {
        assert_int_equal(differ[hook], 0);
    }
    test_report("hooks hooks_that_agree_change_nothing", count);
}

// Who meets whom

// Two balls that fall on each other's way down to a floor: a filter, a group, or the hook lets them meet or not.
static bool meet(World* world, const ColliderDef* a, const ColliderDef* b)
{
    const Shape ball = ball_of(0.5f);
    (void)add_with(world, IMP_BODY_STATIC, pose_of(at(0.0f, 0.0f, 0.0f), 0.0f), &ball, a, NULL);
    imp_body falls = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(0.0f, 2.0f, 0.0f), 0.0f), &ball, b, NULL);
    run(world, 60);
    return place_of(world, falls, 1) > 0.9f;
}

static bool let_none_meet(void* user, imp_collider a, imp_collider b)
{
    return !let_meet(user, a, b);
}

static void filters_and_groups_decide_who_meets(void** state)
{
    (void)state;
    static const struct
    {
        imp_filter a, b;
        uint32_t group_a, group_b;
        bool meets;
    } cases[] = {
        {{0, 0}, {0, 0}, 0, 0, true},  {{1, 2}, {2, 1}, 0, 0, true},  {{1, 2}, {2, 4}, 0, 0, false},
        {{1, 4}, {2, 1}, 0, 0, false}, {{0, 0}, {0, 0}, 5, 5, false}, {{0, 0}, {0, 0}, 5, 6, true},
        {{0, 0}, {0, 0}, 5, 0, true},  {{1, 2}, {2, 1}, 7, 7, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        World* world = new_world(10.0f);
        ColliderDef a = FN(collider_default)(), b = a;
        a.filter = cases[i].a;
        b.filter = cases[i].b;
        a.group = cases[i].group_a;
        b.group = cases[i].group_b;
        assert_int_equal(meet(world, &a, &b), cases[i].meets);
        FN(world_free)(world);
    }
    World* world = new_world(10.0f);
    const Hooks hooks = {.filter = let_none_meet};
    assert_int_equal(FN(world_set_hooks)(world, &hooks), IMP_OK);
    assert_false(meet(world, NULL, NULL));
    FN(world_free)(world);
}

// What rests on another falls through it as soon as their filters say so, and lands on it again when they agree.
static void filters_change_while_bodies_touch(void** state)
{
    (void)state;
    World* world = new_world(10.0f);
    (void)add_floor(world);
    const Shape plate = box_of(2.0f, 0.1f, 2.0f), box = box_of(0.5f, 0.5f, 0.5f);
    const ColliderDef worn = FN(collider_default)();
    imp_collider shelf;
    (void)add_with(world, IMP_BODY_STATIC, pose_of(at(0.0f, 5.0f, 0.0f), 0.0f), &plate, &worn, &shelf);
    imp_body body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 5.6f, 0.0f), &box);
    run(world, 90);
    assert_false(is_awake(world, body));
    const imp_filter own = {1, 1}, other = {2, 2};
    imp_collider box_worn;
    int32_t count;
    assert_int_equal(FN(world_body_colliders)(world, body, &box_worn, 1, &count), IMP_OK);
    assert_int_equal(FN(world_set_filter)(world, box_worn, &own, 0), IMP_OK);
    run(world, 90);
    assert_number(fabsf(place_of(world, body, 1) - 5.6f), <, 0.01f);
    assert_int_equal(FN(world_set_filter)(world, shelf, &other, 0), IMP_OK);
    run(world, 120);
    assert_number(fabsf(place_of(world, body, 1) - 0.5f), <, 0.01f);
    assert_int_equal(FN(world_set_filter)(world, shelf, NULL, 0), IMP_OK);
    const Pose above = pose_of(at(0.0f, 5.6f, 0.0f), 0.0f);
    assert_int_equal(FN(world_set_pose)(world, body, &above), IMP_OK);
    run(world, 60);
    assert_number(fabsf(place_of(world, body, 1) - 5.6f), <, 0.01f);
    FN(world_free)(world);
}

// Surfaces

static imp_surface no_friction(void* user, const imp_material* a, const imp_material* b)
{
    imp_surface r = mix_by_rule(user, a, b);
    r.friction = 0.0f;
    return r;
}

static bool slippery(void* user, const WorldContact* contact, imp_surface* surface)
{
    (void)user;
    (void)contact;
    surface->friction = 0.0f;
    return true;
}

static bool refuse(void* user, const WorldContact* contact, imp_surface* surface)
{
    (void)user;
    (void)contact;
    (void)surface;
    return false;
}

// A box that slides for half a second loses mu g / 2: by the geometric mean, by the table before the hook, by the hook
// before the mean, by pre_solve last.
static void surfaces_are_found_in_this_order(void** state)
{
    (void)state;
    static const struct
    {
        float told;  // in the table; below 0 for no entry
        bool mixes, slips;
        float friction;
    } cases[] = {{-1.0f, false, false, 0.4f},
                 {0.1f, false, false, 0.1f},
                 {-1.0f, true, false, 0.0f},
                 {0.1f, true, false, 0.1f},
                 {0.1f, false, true, 0.0f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        World* world = new_world(10.0f);
        ColliderDef wood = FN(collider_default)(), ice = wood;
        wood.material.friction = 0.8f;
        wood.material.kind = 3;
        ice.material.friction = 0.2f;
        ice.material.kind = 9;
        const Shape slab = box_of(40.0f, 1.0f, 40.0f), box = box_of(0.5f, 0.1f, 0.5f);
        (void)add_with(world, IMP_BODY_STATIC, pose_of(at(0.0f, -1.0f, 0.0f), 0.0f), &slab, &wood, NULL);
        imp_body body = add_with(world, IMP_BODY_DYNAMIC, pose_of(at(0.0f, 0.1f, 0.0f), 0.0f), &box, &ice, NULL);
        const Hooks hooks = {.combine = cases[i].mixes ? no_friction : NULL,
                             .pre_solve = cases[i].slips ? slippery : NULL};
        const imp_surface told = {cases[i].told, 0.0f, 0.0f, 0.0f};
        assert_int_equal(FN(world_set_hooks)(world, &hooks), IMP_OK);
        assert_int_equal(FN(world_combine_materials)(world, 9, 3, told.friction < 0.0f ? NULL : &told), IMP_OK);
        assert_int_equal(FN(world_set_velocity)(world, body, at(6.0f, 0.0f, 0.0f), spin_about(0.0f)), IMP_OK);
        run(world, 30);
        const Vec velocity = state_of(world, body).velocity;
        assert_number(fabsf(AT(velocity, 0) - (6.0f - 5.0f * cases[i].friction)), <, 0.03f);
        FN(world_free)(world);
    }
    World* world = new_world(10.0f);
    const Hooks hooks = {.pre_solve = refuse};
    assert_int_equal(FN(world_set_hooks)(world, &hooks), IMP_OK);
    assert_false(meet(world, NULL, NULL));
    FN(world_free)(world);
}

#define HOOK_TESTS                                                                                                     \
    cmocka_unit_test(hooks_that_agree_change_nothing), cmocka_unit_test(filters_and_groups_decide_who_meets),          \
        cmocka_unit_test(filters_change_while_bodies_touch), cmocka_unit_test(surfaces_are_found_in_this_order)
