// SPDX-License-Identifier: MIT
//
// strides.inl, for the plane.

#include "kit_plane.h"
#include "world_probe2.h"

typedef probe_figures figures;

static figures figures_of(const imp2_world* world)
{
    return probe_figures_of(world);
}

// Felt from the left, when it goes around against the clock.
static void wear_ring(imp2_world* world, imp_body body, float radius, int32_t count, bool inside)
{
    imp2_vec points[96];
    for (int32_t i = 0; i < count; ++i)
    {
        double angle = (inside ? -6.283185307179586 : 6.283185307179586) * i / count;
        points[i].x = radius * (float)cos(angle);
        points[i].y = radius * (float)sin(angle);
    }
    const imp2_polyline line = {points, count, true, true};
    imp2_compound chain;
    imp2_collider_def def = {.density = 0.0f};
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_compound(world, body, &chain, &def, NULL), IMP_OK);
    imp2_compound_free(&chain);
}

#include "math/dim2.h"

#include "strides.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {STRIDES_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
