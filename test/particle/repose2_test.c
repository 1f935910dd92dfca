// SPDX-License-Identifier: MIT
//
// The angle of repose of circles: a box of them is tilted until they flow, and then held until they lie.
//
// Source: Deboeuf, Vilotte, Mangeney, Staron, Dauchot 2005, Evolution of the contact network during tilting cycles of a
// granular pile under gravity, Powders and Grains. 4000 rigid circles with Coulomb friction 0.5 and no other resistance
// in a box of 120 by 35 diameters, solved by contact dynamics: they flow from a slope of about 21 degrees on, and come
// to rest at about 15, on average of 50 piles. Here boxes are two thirds as wide and as deep, tilt faster, and stand
// while circles flow. Piles differ by degrees, so it takes the mean of some.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "impinge/particles2.h"

#include "math/dim2.h"

#include "particle/kit.inl"
#include "particle/repose.inl"

#define WIDTH 80.0f
#define GRAINS 1800
#define FLOWS 0.02  // kinetic energy over mass, as a part of g d; of slips that stop again it may be half of that

typedef struct angles
{
    double starts, rests;
} angles;

static angles tilt_a_box(float friction, uint64_t seed)
{
    test_rng rng = {.state = seed};
    imp2_particles* p = grains_of(friction);
    for (int i = 0; i < GRAINS; ++i)
    {
        float radius = test_rng_range(&rng, 0.4f, 0.6f);
        Vec at =
            flat(1.0f + 1.25f * (float)(i % 63) + test_rng_range(&rng, -0.02f, 0.02f), 0.7f + 1.25f * (float)(i / 63));
        add_grain(p, at, radius * radius, radius);
    }
    const imp2_solid box[] = {wall_of(1, flat(0.0f, 0.0f), flat(0.0f, 1.0f), friction),
                              wall_of(2, flat(0.0f, 0.0f), flat(1.0f, 0.0f), friction),
                              wall_of(3, flat(WIDTH, 0.0f), flat(-1.0f, 0.0f), friction)};
    settle(p, box, 3);

    angles found;
    double tilt = 0.0;
    do
    {
        for (int i = 0; i < 10; ++i)
        {
            tilt += tilt < 15.0 ? 0.1 : 0.02;
            tilt_to(p, tilt);
            step_once(p, box, 3, TICK);
        }
        assert_number(tilt, <, 60.0);
    } while (bustle_of(p) < FLOWS);
    found.starts = tilt + surface_of(p, 0.0, (double)WIDTH).angle;
    settle(p, box, 3);
    found.rests = tilt + surface_of(p, 0.0, (double)WIDTH).angle;
    imp2_particles_free(p);
    return found;
}

static void circles_in_a_box(void** unused)
{
    (void)unused;
    angles mean = {0.0, 0.0};
    const uint64_t piles = test_n(1);
    for (uint64_t pile = 0; pile < piles; ++pile)
    {
        angles one = tilt_a_box(0.5f, 1 + pile);
        mean.starts += one.starts / (double)piles;
        mean.rests += one.rests / (double)piles;
    }
    print_message("starts %.2f, rests %.2f\n", mean.starts, mean.rests);
    assert_number(fabs(mean.starts - 21.0), <, 2.0);
    assert_number(fabs(mean.rests - 15.0), <, 2.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(circles_in_a_box)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
