// SPDX-License-Identifier: MIT
//
// What passes a corner by less than contacts look ahead: it goes on as if nothing were there, to the bit; and what
// comes as close on the other side of its edge is felt. The judge is the distance of two supports across the straight
// path. The wrapper adds turned (about z, and then as told), post_of, thing_of and their numbers: POSTS, THINGS, CASES.

#include "kit.inl"

// The point of a turned shape that is farthest in a direction.
static Vec farthest(const Shape* shape, Rot q, Vec direction)
{
    const Pose pose = {at(0.0f, 0.0f, 0.0f), q};
    Vec point;
    assert_int_equal(FN(shape_support)(shape, &pose, direction, &point, NULL), IMP_OK);
    return point;
}

// A post at the origin. Returns its convex hull.
static Shape add_post(World* world, int post, Rot q, Vec velocity)
{
    BodyDef def = FN(body_default)();
    def.kind = IMP_BODY_KINEMATIC;
    def.pose.q = q;
    def.velocity = velocity;
    Compound compound;
    Shape shape = post_of(post, &compound);
    imp_body body;
    assert_int_equal(FN(world_add_body)(world, &def, &body), IMP_OK);
    if (compound.part_count == 0)
    {
        (void)wear(world, body, &shape, NULL);
        return shape;
    }
    assert_int_equal(FN(world_add_compound)(world, body, &compound, NULL, NULL), IMP_OK);
    FN(compound_free)(&compound);
    return shape;
}

// Whether a thing whose path leads past a post, by so much, is as it was in the end.
static bool goes_on(test_rng* rng, int post, int what, float gap)
{
    World* world = new_world(0.0f);
    const Rot frame = any_turn(rng, 3.1f), post_q = turned(frame, test_rng_range(rng, -0.7f, 0.7f));
    const Vec along = FN(rot_apply)(frame, at(1.0f, 0.0f, 0.0f)), across = FN(rot_apply)(frame, at(0.0f, 1.0f, 0.0f));
    const float speed = 0.5f * powf(200.0f, test_rng_range(rng, 0.0f, 1.0f));
    const float moves = test_rng_range(rng, -1.0f, 1.0f) * speed;  // the post, too
    Shape stands = add_post(world, post, post_q, FN(vec_scale)(along, moves));
    Shape flies = thing_of(what, test_rng_range(rng, 0.1f, 0.4f));
    BodyDef def = FN(body_default)();
    def.kind = IMP_BODY_DYNAMIC;
    def.no_sleep = true;
    def.pose.q = any_turn(rng, 3.1f);
    // Its lowest point comes past the top of the post.
    const Vec top = farthest(&stands, post_q, across), lowest = farthest(&flies, def.pose.q, FN(vec_negate)(across));
    const Vec past = FN(vec_add)(FN(vec_sub)(top, lowest), FN(vec_scale)(across, gap));
    float back = 2.0f + test_rng_range(rng, 0.0f, speed * DT);
    def.pose.p = FN(vec_sub)(past, FN(vec_scale)(along, FN(vec_dot)(past, along) + back));
    def.velocity = FN(vec_scale)(along, speed + moves);
    imp_body body = add_of(world, &def, &flies, NULL);
    run_judged(world, (int)(4.0f / (speed * DT)) + 2);
    BodyState s = state_of(world, body);
    FN(world_free)(world);
    FN(shape_free)(&stands);
    FN(shape_free)(&flies);
    return memcmp(&s.velocity, &def.velocity, sizeof s.velocity) == 0 && spin_size(s.angular_velocity) <= 0.0f;
}

static void misses_leave_no_trace(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    const uint64_t n = test_n(CASES);
    for (uint64_t i = 0; i < n; ++i)
    {
        float gap = 0.0005f * powf(30.0f, test_rng_range(&rng, 0.0f, 1.0f));
        int post = (int)(i % POSTS), what = (int)(i / POSTS % THINGS);
        if (!goes_on(&rng, post, what, gap))
        {
            print_error("case %d: thing %d is deflected by post %d at %g\n", (int)i, what, post, (double)gap);
        }
    }
    test_report("near misses", n);
}

// What is slow is not swept, so a few of the shallowest get past between two steps.
static void grazes_are_felt(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    const uint64_t n = test_n(CASES);
    uint64_t unfelt = 0;
    for (uint64_t i = 0; i < n; ++i)
    {
        float deep = 0.0005f * powf(30.0f, test_rng_range(&rng, 0.0f, 1.0f));
        unfelt += goes_on(&rng, (int)(i % POSTS), (int)(i / POSTS % THINGS), -deep);
    }
    printf("%d of %d grazes are not felt\n", (int)unfelt, (int)n);
    assert_true(unfelt < n / 16);
    test_report("grazes", n);
}

#define MISSES_TESTS cmocka_unit_test(misses_leave_no_trace), cmocka_unit_test(grazes_are_felt)
