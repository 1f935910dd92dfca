// SPDX-License-Identifier: MIT
//
// Axes about which a spin changes twist and swing, against differences of these, for any two frames that are not folded.

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

static void axes_are_derivatives(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    double worst = 0.0;
    for (uint64_t i = 0; i < test_n(2000); ++i)
    {
        const imp3_rot a = any_turn(&rng, 3.0f), b = any_turn(&rng, 3.0f);
        float values[3], ahead[3], behind[3];
        imp3i_spin about[3], unused[3];
        imp3i_joint_turns(a, b, 0.0f, values, about);
        if (imp3_vec_dot(a.x, b.x) < -0.7f)
        {
            continue;
        }
        for (int axis = 0; axis < 3; ++axis)
        {
            const double step = 1e-3;
            const imp3_vec unit = at(axis == 0, axis == 1, axis == 2);
            imp3i_joint_turns(a, turned_by(b, unit, step), values[0], ahead, unused);
            imp3i_joint_turns(a, turned_by(b, unit, -step), values[0], behind, unused);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(axes_are_derivatives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
