// SPDX-License-Identifier: MIT
//
// dynamics.inl, for the plane.

#include "articulation_kit2.h"

// There is one axis, and it does not turn.
static void gyroscopic_torque(const imp2_body_state* s, double* torque)
{
    (void)s;
    torque[0] = 0.0;
}

#include "math/dim2.h"

#include "dynamics.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {DYNAMICS_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
