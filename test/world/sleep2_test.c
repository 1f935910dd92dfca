// SPDX-License-Identifier: MIT
//
// sleep.inl, for the plane.

#include "kit_plane.h"

static imp_status start_belt(imp2_world* world, imp_collider collider, imp_material material)
{
    material.tangent_speed = 1.0f;
    return imp2_world_set_material(world, collider, &material);
}

#include "math/dim2.h"

#include "sleep.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SLEEP_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
