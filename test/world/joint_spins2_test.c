// SPDX-License-Identifier: MIT
//
// joint_spins.inl, for the plane.

#include "momenta_kit2.h"

static float any_spin(test_rng* rng, float spin)
{
    return test_rng_int(rng, 0, 1) ? spin : -spin;
}

// A joint of no free turn, or of all.
static void free_turns(imp2_joint_def* def, int32_t free)
{
    def->axes[TURN].kind = free > 0 ? IMP_AXIS_FREE : IMP_AXIS_LOCKED;
}

#include "math/dim2.h"

#include "joint_spins.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SPIN_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
