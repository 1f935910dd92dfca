// SPDX-License-Identifier: MIT
//
// sleep.inl, for space.

#include "kit_space.h"

static imp_status start_belt(imp3_world* world, imp_collider collider, imp_material material)
{
    (void)material;
    return imp3_world_set_surface_velocity(world, collider, at(1.0f, 0.0f, 0.0f));
}

#include "math/dim3.h"

#include "sleep.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SLEEP_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
