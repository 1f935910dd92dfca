// SPDX-License-Identifier: MIT
//
// A day: with 100 times the cases, 24 simulated hours. What lies stays, though nothing may fall asleep, and what is
// stirred, made and taken away beside it needs no more memory in the end than in the beginning.
//
// Before it is included: REST_COUNT, SHORT (seconds of an ordinary run), CREEP (speed that something lying may have). The
// dimension says what lies (lay_down), where it is stirred (stir), and what is thrown in there (throw_in).

#include <math.h>
#include <stdio.h>

enum
{
    SECONDS = 864,
    HERTZ = 60,
    SETTLES = 10,  // s
    STIRRED = 10,
    LIFE = 5  // s, of one of those
};

typedef struct day
{
    World* world;
    imp_body resting[REST_COUNT], stirred[STIRRED];
} day;

static void lay_down(day* d);
static void stir(day* d);
static imp_body throw_in(day* d, int i);

static void run_day(day* d, uint64_t from, uint64_t to)
{
    for (uint64_t second = from; second < to; ++second)
    {
        if (second % LIFE == 0)
        {
            int i = (int)(second / LIFE % STIRRED);
            assert_int_equal(FN(world_remove_body)(d->world, d->stirred[i]), IMP_OK);
            d->stirred[i] = throw_in(d, i);
        }
        for (int step = 0; step < HERTZ; ++step)
        {
            assert_int_equal(FN(world_step)(d->world, 1.0f / (float)HERTZ), IMP_OK);
        }
    }
}

static void poses_of(const day* d, Pose* out)
{
    for (int i = 0; i < REST_COUNT; ++i)
    {
        BodyState state;
        assert_int_equal(FN(world_get_body)(d->world, d->resting[i], &state), IMP_OK);
        out[i] = state.pose;
    }
}

// The most by which a number of a pose has changed.
static double change_of(const Pose* before, const Pose* after)
{
    const float *a = (const float*)(const void*)before, *b = (const float*)(const void*)after;
    double most = 0.0;
    for (size_t k = 0; k < sizeof *before / sizeof(float); ++k)
    {
        double change = fabs((double)a[k] - b[k]);
        most = change > most ? change : most;
    }
    return most;
}

static void a_day_passes(void** state)
{
    (void)state;
    day d;
    test_allocator memory = {.fail_at = -1};
    uint64_t seconds = test_n(1) > 1 ? test_n(SECONDS) : SHORT,
             early = seconds / 8 > SETTLES ? seconds / 8 : 2 * SETTLES;
    const imp_allocator allocator = test_allocator_get(&memory);
    WorldDef def = {.no_sleep = true, .allocator = &allocator};
    SET_AT(def.gravity, AXES - 1, -10.0f);
    assert_int_equal(FN(world_make)(&def, &d.world), IMP_OK);
    lay_down(&d);
    stir(&d);
    for (int i = 0; i < STIRRED; ++i)
    {
        d.stirred[i] = throw_in(&d, i);
    }
    run_day(&d, 0, SETTLES);
    Pose before[REST_COUNT], after[REST_COUNT];
    poses_of(&d, before);
    run_day(&d, SETTLES, early);
    int64_t bytes = memory.live_bytes;
    run_day(&d, early, seconds);
    poses_of(&d, after);
    double worst = 0.0;
    for (int i = 0; i < REST_COUNT; ++i)
    {
        double change = change_of(&before[i], &after[i]);
        printf("    %d: %.3g\n", i, change);
        worst = change > worst ? change : worst;
    }
    printf("most: %.3g m or rad; %lld bytes after an eighth, %lld in the end\n", worst, (long long)bytes,
           (long long)memory.live_bytes);
    assert_number(worst, <, 1e-6 + CREEP * (double)seconds);
    assert_true(memory.live_bytes <= bytes + bytes / 4);
    FN(world_free)(d.world);
    assert_int_equal(memory.live_bytes, 0);
    test_report("simulated seconds", seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
