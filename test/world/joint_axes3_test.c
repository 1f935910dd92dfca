// SPDX-License-Identifier: MIT
//
// Axes about which a spin changes twist, swing, the angle of a cross and what is left of a cone, against differences of these,
// for any two frames that are not folded.

#include <stdio.h>

#include "kit_space.h"

#include "world/joint/joint_axes3.h"

static imp3_rot turned_by(imp3_rot q, imp3_vec axis, double angle)
{
    imp3_rot turn;
    assert_int_equal(imp3_rot_make(axis, (float)angle, &turn), IMP_OK);
    const imp3_rot r = {imp3_rot_apply(turn, q.x), imp3_rot_apply(turn, q.y), imp3_rot_apply(turn, q.z)};
    return r;
}

static void check_axes(bool cardan)
{
    imp3_joint_def def = imp3_joint_default();
    def.cardan = cardan;
    test_rng rng = {test_seed()};
    double worst = 0.0;
    for (uint64_t i = 0; i < test_n(2000); ++i)
    {
        const imp3_rot a = any_turn(&rng, 3.0f), b = any_turn(&rng, 3.0f);
        float values[3], ahead[3], behind[3];
        imp3i_spin about[3], unused[3];
        imp3i_joint_turns(&def, a, b, 0.0f, values, about);
        if (imp3_vec_dot(a.x, b.x) < -0.7f || (cardan && fabsf(imp3_vec_dot(a.y, b.z)) > 0.95f))
        {
            continue;
        }
        for (int axis = 0; axis < 3; ++axis)
        {
            const double step = 1e-3;
            const imp3_vec unit = at(axis == 0, axis == 1, axis == 2);
            imp3i_joint_turns(&def, a, turned_by(b, unit, step), values[0], ahead, unused);
            imp3i_joint_turns(&def, a, turned_by(b, unit, -step), values[0], behind, unused);
            for (int k = 0; k < 3; ++k)
            {
                double rate = ((double)ahead[k] - (double)behind[k]) / (2.0 * step);
                worst = fmax(worst, fabs(rate - (double)imp3_vec_dot(about[k], unit)));
            }
        }
    }
    printf("rates at most %.1e off\n", worst);
    assert_number(worst, <, 2e-3);
}

static void axes_are_derivatives(void** state)
{
    (void)state;
    check_axes(false);
    check_axes(true);
}

static float inside_of(const imp3_joint_def* def, imp3_rot a, imp3_rot b, imp3_vec* about)
{
    float values[3];
    imp3i_spin axes[3];
    imp3i_joint_turns(def, a, b, 0.0f, values, axes);
    return imp3i_inside_cone(def->cone_y, def->cone_z, a, values, axes, about);
}

// Of an ellipse at its edge, of a circle anywhere: there its value is what is left of the angle.
static void cones_are_derivatives(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    double worst = 0.0, off = 0.0;
    for (uint64_t i = 0; i < test_n(2000); ++i)
    {
        imp3_joint_def def = imp3_joint_default();
        const bool round = i % 2 > 0;
        const double way = (double)test_rng_range(&rng, -3.1f, 3.1f), twist = (double)test_rng_range(&rng, -3.0f, 3.0f);
        def.cone_y = test_rng_range(&rng, 0.1f, 2.2f);
        def.cone_z = round ? def.cone_y : test_rng_range(&rng, 0.1f, 2.2f);
        const double c = cos(way), s = sin(way), y = def.cone_y, z = def.cone_z,
                     edge = 1.0 / sqrt(c * c / (y * y) + s * s / (z * z)),
                     swing = round ? (double)test_rng_range(&rng, 0.01f, 2.2f) : edge;
        const imp3_rot a = any_turn(&rng, 3.0f);
        const imp3_vec n = imp3_rot_apply(a, at(0.0f, (float)c, (float)s));
        const imp3_rot b = turned_by(turned_by(a, a.x, twist), n, swing);
        imp3_vec about, unused;
        const float inside = inside_of(&def, a, b, &about);
        off = fmax(off, fabs(inside - (edge - swing)));
        for (int axis = 0; axis < 3; ++axis)
        {
            const double step = 1e-3;
            const imp3_vec unit = at(axis == 0, axis == 1, axis == 2);
            const double rate = ((double)inside_of(&def, a, turned_by(b, unit, step), &unused) -
                                 (double)inside_of(&def, a, turned_by(b, unit, -step), &unused)) /
                                (2.0 * step);
            worst = fmax(worst, fabs(rate - (double)imp3_vec_dot(about, unit)));
        }
        // Its hand is on the edge.
        const imp3_vec hand = imp3i_cone_hand(&def, a, way);
        const imp3_vec past = imp3_vec_sub(hand, turned_by(a, n, edge).x);
        off = fmax(off, sqrt((double)imp3_vec_dot(past, past)));
    }
    printf("cones at most %.1e off, their rates %.1e\n", off, worst);
    assert_number(off, <, 4e-6);
    assert_number(worst, <, 2e-2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(axes_are_derivatives), cmocka_unit_test(cones_are_derivatives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
