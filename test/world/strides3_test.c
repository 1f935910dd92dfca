// SPDX-License-Identifier: MIT
//
// strides.inl, for space.

#include <string.h>

#include "kit_space.h"

#include "../../src/world/world3.h"

typedef struct figures
{
    int32_t ways, ways_most;  // bodies that were swept in the last step, and room for them
    bool paced;               // before that, it was known how far what is slow moves, or who comes near whom
} figures;

static figures figures_of(const imp3_world* w)
{
    const figures r = {w->continuous.paths.count, w->continuous.paths_most,
                       w->continuous.slow_motion > 0.0f || w->continuous.path_tree.stands};
    return r;
}

// A band of triangles, two metres to either side; felt from where they run against the clock.
static void wear_ring(imp3_world* world, imp_body body, float radius, int32_t count, bool inside)
{
    imp3_vec points[2 * 96];
    int32_t corners[6 * 96];
    for (int32_t i = 0; i < count; ++i)
    {
        double angle = 6.283185307179586 * i / count;
        const float x = radius * (float)cos(angle), y = radius * (float)sin(angle);
        const int32_t a = 2 * i, b = 2 * ((i + 1) % count);
        const int32_t out[6] = {a, b, a + 1, b, b + 1, a + 1}, in[6] = {b, a, a + 1, b, a + 1, b + 1};
        points[a] = at(x, y, -2.0f);
        points[a + 1] = at(x, y, 2.0f);
        memcpy(corners + 6 * i, inside ? in : out, sizeof out);
    }
    const imp3_triangles triangles = {
        .points = points, .point_count = 2 * count, .corners = corners, .count = 2 * count, .one_sided = true};
    imp3_compound band;
    const imp3_collider_def def = {.density = 0.0f};
    assert_int_equal(imp3_triangles_make(&triangles, NULL, &band, NULL), IMP_OK);
    assert_int_equal(imp3_world_add_compound(world, body, &band, &def, NULL), IMP_OK);
    imp3_compound_free(&band);
}

#include "math/dim3.h"

#include "strides.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {STRIDES_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
