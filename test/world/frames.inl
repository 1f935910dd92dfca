// SPDX-License-Identifier: MIT
//
// The frame of a slender body, in which bounds of others are told to miss it: none that comes to it at any time of the
// step, as samples of both paths say.

#include "kit.inl"

enum
{
    TIMES = 64
};

static DVec any_dvec(test_rng* rng, float size)
{
    DVec r = FNI(dvec_none)();
    for (int k = 0; k < AXES; ++k)
    {
        SET_DAT(r, k, (double)test_rng_range(rng, -size, size));
    }
    return r;
}

// Whether a ball comes to the bounds of a body at a time.
static bool comes_near(const SweptThing* t, const Box* own, double time, DVec middle, double radius)
{
    DVec at = FNI(drot_apply_inverse)(FNI(thing_turned)(t, time), FNI(dsub)(middle, FNI(thing_at)(t, time)));
    double square = 0.0;
    for (int k = 0; k < AXES; ++k)
    {
        double below = (double)AT(own->lower, k) - DAT(at, k), above = DAT(at, k) - (double)AT(own->upper, k);
        double off = below > above ? below : above;
        square += off > 0.0 ? off * off : 0.0;
    }
    return square <= radius * radius;
}

static void frames_miss_nothing_that_comes(void** state)
{
    (void)state;
    test_rng rng = {20};
    int64_t misses = 0, cases = (int64_t)test_n(20000);
    World* world = new_world(0.0f);
    BodyDef def = FN(body_default)();
    def.kind = IMP_BODY_DYNAMIC;
    Shape bar = box_of(3.0f, 0.2f, 0.2f);
    const Pose at_origin = FN(pose_identity)();
    Box own;
    (void)add_of(world, &def, &bar, NULL);
    assert_int_equal(FN(shape_bounds)(&bar, &at_origin, &own), IMP_OK);
    for (int64_t i = 0; i < cases; ++i)
    {
        Path path;
        FNI(path_frame) frame;
        FNI(path_begin)(world, 0, &path);
        path.thing.at = any_dvec(&rng, 100.0f);
        path.thing.velocity = any_dvec(&rng, 2.0f);
        path.thing.q = FNI(drot_unit)(FNI(drot_of)(any_turn(&rng, 3.1f)));
        path.thing.spin = FNI(dspin_lever)(any_dvec(&rng, 1.0f), any_dvec(&rng, i % 2 ? 0.3f : 3.0f));
        double now = i % 3 ? 0.0 : (double)test_rng_range(&rng, 0.0f, 1.0f);
        assert_true(FNI(path_frame_of)(world, &path, now, &frame));
        const float radius = test_rng_range(&rng, 0.05f, 1.0f);
        const Vec from = FNI(vec_of)(FNI(dadd)(path.thing.at, any_dvec(&rng, 4.0f)));
        const Vec motion = FNI(vec_of)(any_dvec(&rng, 2.0f));
        const PathBound bound = {FNI(box_around)(from, radius * 1.0001f + 0x1p-16f), {motion, motion}, 0.0f, radius};
        bool round = FNI(path_frame_misses)(&frame, &bound, true);
        misses += round;
        assert_true(round || !FNI(path_frame_misses)(&frame, &bound, false));
        for (int k = 0; k <= TIMES && round; ++k)
        {
            double time = now + (1.0 - now) * k / TIMES;
            DVec middle = FNI(dadd_scaled)(FNI(dvec_of)(from), FNI(dvec_of)(motion), time);
            assert_false(comes_near(&path.thing, &own, time, middle, (double)radius));
        }
    }
    assert_in_range(misses, cases / 8, cases);
    FN(world_free)(world);
    FN(shape_free)(&bar);
}

#define FRAMES_TESTS cmocka_unit_test(frames_miss_nothing_that_comes)
