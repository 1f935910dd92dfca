// SPDX-License-Identifier: MIT
//
// joint_spins.inl, for space.

#include "momenta_kit3.h"

static imp3_vec any_spin(test_rng* rng, float spin)
{
    const imp3_vec v = at(test_rng_range(rng, -1.0f, 1.0f), test_rng_range(rng, -1.0f, 1.0f), 1.0f);
    return imp3_vec_scale(v, spin / sqrtf(imp3_vec_dot(v, v)));
}

// A joint of no free turn, of the hinge's, or of all.
static void free_turns(imp3_joint_def* def, int32_t free)
{
    def->axes[TURN].kind = free > 0 ? IMP_AXIS_FREE : IMP_AXIS_LOCKED;
    def->axes[IMP3_AXIS_SWING_Y].kind = free > 1 ? IMP_AXIS_FREE : IMP_AXIS_LOCKED;
    def->axes[IMP3_AXIS_SWING_Z].kind = free > 1 ? IMP_AXIS_FREE : IMP_AXIS_LOCKED;
}

#include "math/dim3.h"

#include "joint_spins.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SPIN_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
