// SPDX-License-Identifier: MIT
//
// The angle of repose of spheres: a layer drains from a rough chute, and what stays behind is measured.
//
// Source: Weinhart, Thornton, Luding, Bokhove 2012, Closure relations for shallow granular flows from particle
// simulations, Granular Matter 14. Spheres with Coulomb friction 0.5 and no other resistance flow over fixed spheres of
// the same size. They come to rest where a layer of depth h lies at the angle of Pouliquen's law,
//     h = 3.836 d (tan 32.257 - tan angle) / (tan angle - tan 17.561).
// Their chute is periodic along and across; this one has smooth sides, is closed above and open below. So its layer is
// thinner towards the open end, and what counts is the slope of the free surface: that is what drives a thin layer.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles3.h"

#include "math/dim3.h"

#include "particle/kit.inl"
#include "particle/repose.inl"

#define LENGTH 32.0f
#define BREADTH 8.0f
#define LAYERS 5

static double published_angle(double depth)
{
    double least = tan(17.561 * DEGREE), most = tan(32.257 * DEGREE), scale = 3.836;
    return atan((scale * most + depth * least) / (scale + depth)) / DEGREE;
}

// Fixed grains, at random places where there is room: returns how many.
static int32_t add_base(imp3_particles* p, test_rng* rng)
{
    enum
    {
        MOST = 512
    };
    Vec places[MOST];
    int32_t count = 0;
    for (int i = 0; i < 50000 && count < MOST; ++i)
    {
        Vec at = deep(test_rng_range(rng, 0.0f, LENGTH), test_rng_range(rng, -0.5f, 0.0f),
                      test_rng_range(rng, 0.5f, BREADTH - 0.5f));
        bool room = true;
        for (int32_t k = 0; k < count && room; ++k)
        {
            room = distance_of(at, places[k]) >= 1.0;
        }
        if (room)
        {
            places[count++] = at;
            add_grain(p, at, 0.0f, 0.5f);
        }
    }
    return count;
}

static void add_layers(imp3_particles* p, test_rng* rng)
{
    int along = (int)(LENGTH / 1.2f), across = (int)(BREADTH / 1.15f);
    int grains = (int)(LENGTH * BREADTH * 1.1f) * LAYERS;  // about as many as lie in so many diameters
    for (int i = 0; i < grains; ++i)
    {
        add_grain(p,
                  deep(0.7f + 1.2f * (float)(i % along) + test_rng_range(rng, -0.05f, 0.05f),
                       1.6f + 1.2f * (float)(i / along / across),
                       0.6f + 1.15f * (float)(i / along % across) + test_rng_range(rng, -0.05f, 0.05f)),
                  1.0f, 0.5f);
    }
}

static void remove_fallen(imp3_particles* p)
{
    int32_t limit;
    assert_int_equal(imp3_particles_count(p, NULL, &limit), IMP_OK);
    for (int32_t i = 0; i < limit; ++i)
    {
        imp3_particle grain;
        if (!imp3_particles_get(p, i, &grain) && grain.position.x > LENGTH + 1.0f)
        {
            assert_int_equal(imp3_particles_remove(p, &i, 1), IMP_OK);
        }
    }
}

static surface drain_a_chute(float friction, double tilt)
{
    test_rng rng = {.state = 32};
    imp3_particles* p = grains_of(friction);
    add_base(p, &rng);
    add_layers(p, &rng);
    const imp3_solid chute[] = {wall_of(1, flat(0.0f, -1.0f), flat(0.0f, 1.0f), friction),
                                wall_of(2, flat(0.0f, 0.0f), flat(1.0f, 0.0f), friction),
                                wall_of(3, flat(0.0f, 0.0f), deep(0.0f, 0.0f, 1.0f), 0.0f),
                                wall_of(4, deep(0.0f, 0.0f, BREADTH), deep(0.0f, 0.0f, -1.0f), 0.0f),
                                wall_of(5, flat(LENGTH, 0.0f), flat(-1.0f, 0.0f), friction)};
    settle(p, chute, 5);
    tilt_to(p, tilt);
    int steps = 0;
    do
    {
        step_many(p, chute, 4, TICK, 20);
        remove_fallen(p);
        steps += 20;
        assert_number(steps, <, 4000);
    } while (bustle_of(p) > STILL);
    surface s = surface_of(p, 0.1 * (double)LENGTH, 0.6 * (double)LENGTH);
    s.angle += tilt;
    imp3_particles_free(p);
    return s;
}

static void spheres_on_a_chute(void** unused)
{
    (void)unused;
    surface left = drain_a_chute(0.5f, 24.0);
    print_message("depth %.2f, angle %.2f, published %.2f\n", left.depth, left.angle, published_angle(left.depth));
    assert_number(left.depth, >, 2.0);  // it is no law for less
    // One chute: its angle scatters by half a degree with how the spheres were poured.
    assert_number(fabs(left.angle - published_angle(left.depth)), <, 2.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spheres_on_a_chute)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
