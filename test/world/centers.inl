// SPDX-License-Identifier: MIT
//
// Bodies whose shapes lie far from the origin of their frame behave like those whose shapes lie around it: the same
// scenes are run with all shapes moved by a vector and all poses moved back. What is convex and what is not; what is
// fast, rolls, bounces, and is jammed. And of whose centre a velocity is the one, when colliders come later. The wrapper
// adds wear_kind, which gives a body the shapes of a kind, moved; add_room, walls without thickness from a corner to
// another, open above or closed; and PERCENT_APART, of the throws that may end elsewhere.

#include "kit.inl"

enum
{
    BALL,
    BOX,
    WEDGE,
    HOOK,  // not convex
    LUMP,  // two balls
    KINDS
};

static void wear_kind(World* world, imp_body body, int kind, Vec by, const ColliderDef* def);
static void add_room(World* world, float low, float high, float left, float right, bool closed);

// A thing whose shapes are moved by a vector, and whose pose is moved back by it.
typedef struct thing_def
{
    int kind;
    Pose pose;
    Vec velocity;
    float spin, restitution;
    bool bullet;
} thing_def;

static imp_body add_thing(World* world, const thing_def* t, Vec by)
{
    const ColliderDef worn = matter_of(1.0f, 0.5f, t->restitution, 0.0f);
    BodyDef def = FN(body_default)();
    imp_body body;
    def.kind = IMP_BODY_DYNAMIC;
    def.pose = t->pose;
    def.pose.p = FN(vec_sub)(t->pose.p, FN(rot_apply)(t->pose.q, by));
    def.velocity = t->velocity;
    def.angular_velocity = spin_about(t->spin);
    def.bullet = t->bullet;
    assert_int_equal(FN(world_add_body)(world, &def, &body), IMP_OK);
    wear_kind(world, body, t->kind, by, &worn);
    return body;
}

// How deep anything is in what does not move, and how far from the middle the farthest is.
static float deepest_of(const World* world)
{
    static WorldContact contacts[1 << 12];
    int32_t count = 0;
    float deepest = 0.0f;
    assert_int_equal(FN(world_contacts)(world, contacts, 1 << 12, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        deepest = contacts[i].manifold.depth > deepest ? contacts[i].manifold.depth : deepest;
    }
    return deepest;
}

// A ball whose shape is ten metres from its origin, rolling at 15 m/s, is fifteen metres on after a second.
static void rolls_on(void** state)
{
    (void)state;
    for (int i = 0; i < 8; ++i)
    {
        const float turn = 0.7f * (float)i;
        const Vec by = at(10.0f * cosf(turn), 10.0f * sinf(turn), 0.0f);
        World* world = new_world(10.0f);
        (void)add_floor(world);
        const thing_def rolling = {BALL, pose_of(at(0.0f, 0.5f, 0.0f), 0.0f), at(15.0f, 0.0f, 0.0f), -30.0f, 0.0f,
                                   false};
        imp_body body = add_thing(world, &rolling, by);
        run(world, 60);
        BodyState s = state_of(world, body);
        assert_number(fabsf(s.center.x - 15.0f), <, 0.02f);
        assert_number(fabsf(s.center.y - 0.5f), <, 0.005f);
        assert_true(fabsf(spin_left(s.angular_velocity) + 30.0f) < 0.1f);
        FN(world_free)(world);
    }
}

// Thrown at a floor and a wall, both are where the other is, for three steps. What turns fast may meet with another side
// when a rounding differs, so a few may not be.
static void meets_alike(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(400), apart = 0;
    float most = 0.0f;
    for (uint64_t i = 0; i < cases; ++i)
    {
        thing_def t = {.kind = (int)(i % KINDS),
                       .pose = pose_of(at(0.0f, test_rng_range(&rng, 0.9f, 3.0f), 0.0f), 0.0f)};
        t.pose = pose_of(at(0.0f, t.pose.p.y, 0.0f), test_rng_range(&rng, -3.0f, 3.0f));
        const float vx = test_rng_range(&rng, -60.0f, 60.0f);
        t.velocity = at(vx, test_rng_range(&rng, -60.0f, 10.0f), 0.0f);
        t.spin = test_rng_range(&rng, -40.0f, 40.0f);
        t.restitution = i % 3 == 0 ? 0.8f : 0.0f;
        t.bullet = i % 2 == 0;
        World* worlds[2];
        imp_body bodies[2];
        for (int k = 0; k < 2; ++k)
        {
            worlds[k] = new_world(10.0f);
            add_room(worlds[k], 0.0f, 8.0f, -4.0f, 4.0f, false);
            bodies[k] = add_thing(worlds[k], &t, at(k ? 18.0f : 0.0f, 0.0f, 0.0f));
        }
        for (int step = 0; step < 3; ++step)
        {
            BodyState s[2];
            for (int k = 0; k < 2; ++k)
            {
                run(worlds[k], 1);
                s[k] = state_of(worlds[k], bodies[k]);
            }
            float off = distance_of(s[0].center, s[1].center);
            most = off > most ? off : most;
            apart += off > 0.01f || deepest_of(worlds[1]) > deepest_of(worlds[0]) + 0.01f;
        }
        FN(world_free)(worlds[0]);
        FN(world_free)(worlds[1]);
    }
    printf("farthest apart: %g m; by more than 1 cm: %d\n", (double)most, (int)apart);
    assert_true(100 * apart <= PERCENT_APART * cases + 200);
    test_report("meets_alike", cases);
}

// A closed box that is filled too well, and shaken by the velocities of what is in it: no more gets out.
static void is_jammed_alike(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t cases = test_n(6), out[2] = {0, 0};
    float deepest[2] = {0.0f, 0.0f};
    for (uint64_t i = 0; i < cases; ++i)
    {
        World* worlds[2];
        imp_body bodies[2][16];
        for (int k = 0; k < 2; ++k)
        {
            worlds[k] = new_world(10.0f);
            add_room(worlds[k], -3.0f, 3.0f, -3.0f, 3.0f, true);
        }
        for (int b = 0; b < 16; ++b)
        {
            thing_def t = {.kind = (b + (int)i) % KINDS};
            t.pose = pose_of(at(-2.2f + 1.45f * (float)(b % 4), -2.2f + 1.45f * (float)(b / 4), 0.0f),
                             test_rng_range(&rng, -3.0f, 3.0f));
            const float vx = test_rng_range(&rng, -60.0f, 60.0f);
            t.velocity = at(vx, test_rng_range(&rng, -60.0f, 60.0f), 0.0f);
            t.spin = test_rng_range(&rng, -20.0f, 20.0f);
            for (int k = 0; k < 2; ++k)
            {
                bodies[k][b] = add_thing(worlds[k], &t, at(k ? 18.0f : 0.0f, 0.0f, 0.0f));
            }
        }
        for (int k = 0; k < 2; ++k)
        {
            for (int step = 0; step < 90; ++step)
            {
                run(worlds[k], 1);
                float deep = step >= 5 ? deepest_of(worlds[k]) : 0.0f;
                deepest[k] = deep > deepest[k] ? deep : deepest[k];
            }
            for (int b = 0; b < 16; ++b)
            {
                BodyState s = state_of(worlds[k], bodies[k][b]);
                out[k] +=
                    !(fabsf(s.center.x) < 3.0f && fabsf(s.center.y) < 3.0f && fabsf(AT(s.center, AXES - 1)) < 3.0f);
            }
            FN(world_free)(worlds[k]);
        }
    }
    printf("deepest: %g m, far from the origin %g m; out: %d, %d\n", (double)deepest[0], (double)deepest[1],
           (int)out[0], (int)out[1]);
    assert_true(out[1] <= out[0] + 1 + cases / 10);
    test_report("is_jammed_alike", cases);
}

// The velocity of a definition is that of the centre which a body has when its colliders are there.
static void has_told_velocity(void** state)
{
    (void)state;
    const ColliderDef worn = matter_of(1.0f, 0.0f, 0.0f, 0.0f);
    for (int late = 0; late < 2; ++late)
    {
        World* world = new_world(0.0f);
        BodyDef told = FN(body_default)();
        imp_body body;
        told.kind = IMP_BODY_DYNAMIC;
        told.velocity = at(1.0f, 2.0f, 0.0f);
        told.angular_velocity = spin_about(3.0f);
        assert_int_equal(FN(world_add_body)(world, &told, &body), IMP_OK);
        if (late)
        {
            run(world, 1);
        }
        wear_kind(world, body, BALL, at(10.0f, 0.0f, 0.0f), &worn);
        BodyState s = state_of(world, body);
        assert_number(distance_of(s.velocity, told.velocity), <, 1e-6f);
        if (late)
        {
            run(world, 1);
        }
        wear_kind(world, body, BALL, at(10.0f, 4.0f, 0.0f), &worn);
        s = state_of(world, body);
        // The centre has moved by (0, 2) in a body that turns: what has moved goes on as it did.
        assert_number(fabsf(s.velocity.y - 2.0f), <, late ? 0.7f : 0x1p-20f);
        assert_true(late ? s.velocity.x < -4.0f : s.velocity.x == 1.0f);
        FN(world_free)(world);
    }
}

#define CENTERS_TESTS                                                                                                  \
    cmocka_unit_test(rolls_on), cmocka_unit_test(meets_alike), cmocka_unit_test(is_jammed_alike),                      \
        cmocka_unit_test(has_told_velocity)
