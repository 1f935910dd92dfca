// SPDX-License-Identifier: MIT
//
// joint_loops.inl, for space, and Bennett's linkage, which only space has.

#include "hinge_kit3.h"

enum
{
    SLIDE = IMP3_AXIS_Y  // of the frame of hinges, whose y is x of the world
};

#include "math/dim3.h"

#include "joint_loops.inl"

#include "math/dim_end.h"

// A frame of a linkage, in doubles: z is the axis of a hinge.
typedef struct placed
{
    double p[3], x[3], y[3], z[3];
} placed;

// Turns about its z, goes along its x, and turns about that: Denavit and Hartenberg's way to the next hinge.
static placed next_hinge(placed f, double turn, double along, double twist)
{
    placed r;
    const double c = cos(turn), s = sin(turn), ct = cos(twist), st = sin(twist);
    for (int32_t k = 0; k < 3; ++k)
    {
        const double across = c * f.y[k] - s * f.x[k];
        r.x[k] = c * f.x[k] + s * f.y[k];
        r.p[k] = f.p[k] + along * r.x[k];
        r.y[k] = ct * across + st * f.z[k];
        r.z[k] = ct * f.z[k] - st * across;
    }
    return r;
}

static imp3_vec in_floats(const double* v)
{
    return at((float)v[0], (float)v[1], (float)v[2]);
}

// Four hinges that are neither parallel nor meet: opposite links are alike, and sines of twists are as lengths. Three
// rows more hold it than it has freedoms; a motor turns it round and round.
static void bennetts_linkage_goes_round(void** state)
{
    (void)state;
    const double lengths[2] = {1.0, 0.6}, twist = 1.0, twists[2] = {twist, asin(0.6 * sin(twist))};
    const double turn = 1.2,
                 other = 2.0 * atan(sin(0.5 * (twists[1] + twists[0])) / sin(0.5 * (twists[1] - twists[0])) / tan(0.5 * turn));
    const double turns[4] = {turn, other, -turn, -other};
    placed hinges[5] = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int32_t i = 0; i < 4; ++i)
    {
        hinges[i + 1] = next_hinge(hinges[i], turns[i], lengths[i % 2], twists[i % 2]);
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        assert_number(fabs(hinges[4].p[k]) + fabs(hinges[4].z[k] - hinges[0].z[k]), <, 1e-12);
    }
    // Link i is between hinges i and i + 1; that between the first two stands.
    imp3_world* world = new_world(G);
    imp_body links[4] = {{0}};
    imp_joint joints[4];
    imp3_collider_def worn = imp3_collider_default();
    worn.group = 1;
    worn.density = 400.0f;
    for (int32_t i = 1; i < 4; ++i)
    {
        const imp3_vec from = in_floats(hinges[i].p), to = in_floats(hinges[i + 1].p),
                       half = imp3_vec_scale(imp3_vec_sub(to, from), 0.5f);
        imp3_shape rod;
        assert_int_equal(imp3_capsule_make(imp3_vec_scale(half, -1.0f), half, 0.05f, &rod), IMP_OK);
        links[i] = add_with(world, IMP_BODY_DYNAMIC, pose_of(imp3_vec_add(from, half), 0.0f), &rod, &worn, NULL);
        imp3_shape_free(&rod);
    }
    for (int32_t i = 0; i < 4; ++i)
    {
        // Hinge i is between link i - 1 and link i.
        const imp_body a = links[(i + 3) % 4], b = links[i];
        imp3_joint_def def;
        assert_int_equal(imp3_world_joint_hinge(world, b.id == 0 ? b : a, b.id == 0 ? a : b, in_floats(hinges[i].p),
                                                in_floats(hinges[i].z), &def),
                         IMP_OK);
        def.axes[TURN].motor = i == 1;
        def.axes[TURN].speed = 3.0f;
        joints[i] = join(world, &def);
    }
    const int32_t steps = (int32_t)fmin(3600.0, (double)test_n(400));
    double worst = 0.0, bent = 0.0;
    for (int32_t step = 0; step < steps; ++step)
    {
        run(world, 1);
        worst = fmax(worst, widest_of(world, joints, 4));
        for (int32_t i = 0; i < 4; ++i)
        {
            const imp3_joint_state s = joint_of(world, joints[i]);
            bent = fmax(bent, hypot((double)s.values[IMP3_AXIS_SWING_Y], (double)s.values[IMP3_AXIS_SWING_Z]));
        }
    }
    const double turned = (double)joint_of(world, joints[1]).values[TURN];
    printf("turned %.2f times, joints %.4f mm apart, bent by %.1e rad\n", turned / 6.283185, worst * 1e3, bent);
    assert_number(worst, <, CLOSE);
    assert_number(bent, <, 1e-3);
    assert_number(fabs(turned - 3.0 * steps * (double)DT), <, 2e-3 * turned);
    imp3_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {LOOP_TESTS, cmocka_unit_test(bennetts_linkage_goes_round)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
