// SPDX-License-Identifier: MIT
//
// query.inl, for the plane.

#include "kit_plane.h"
#include "world_probe2.h"

#define SPREAD 12.0f  // half the side of a scene [m]

enum
{
    COUNT_MODELS = 24,
    COUNT_FAR = 40
};

static void polygon_of(test_rng* rng, int corners, float radius, imp2_shape* out)
{
    imp2_vec points[16];
    float size = test_rng_range(rng, 0.3f, 1.5f);
    for (int k = 0; k < corners; ++k)
    {
        float angle = 6.2831853f * (float)k / (float)corners;
        points[k] = (imp2_vec){size * cosf(angle), 0.5f * size * sinf(angle)};
    }
    assert_int_equal(imp2_polygon_make(points, corners, radius, NULL, out, NULL), IMP_OK);
}

// One of every kind: convex, or a region or a chain.
static void any_shape(test_rng* rng, imp2_vec a, imp2_vec b, imp2_shape* shape, imp2_compound* compound)
{
    float size = test_rng_range(rng, 0.1f, 1.0f);
    imp2_box box = {{-size, -0.5f}, {size, 0.5f}};
    switch (test_rng_int(rng, 0, 9))
    {
    case 0: assert_int_equal(imp2_circle_make(a, size, shape), IMP_OK); break;
    case 1: assert_int_equal(imp2_segment_make(a, b, shape), IMP_OK); break;
    case 2: assert_int_equal(imp2_capsule_make(a, b, size, shape), IMP_OK); break;
    case 3: assert_int_equal(imp2_box_make(box, shape), IMP_OK); break;
    case 4: assert_int_equal(imp2_oriented_box_make(a, (imp2_vec){1.0f, size}, turn_about(size), shape), IMP_OK); break;
    case 5: polygon_of(rng, test_rng_int(rng, 3, 8), 0.0f, shape); break;
    case 6: polygon_of(rng, test_rng_int(rng, 3, 8), 0.25f, shape); break;
    case 7: polygon_of(rng, 16, 0.0f, shape); break;
    case 8:
    {
        static const imp2_vec ring[] = {{-2, -2}, {2, -2}, {2, 2},   {0, 2},  {0, 1},
                                        {-2, 1},  {1, -1}, {-1, -1}, {-1, 0}, {1, 0}};
        static const int32_t counts[] = {6, 4};
        imp2_outlines outlines = {ring, counts, 2, IMP_FILL_EVEN_ODD};
        assert_int_equal(imp2_region_make(&outlines, NULL, compound, NULL), IMP_OK);
        break;
    }
    default:
    {
        static const imp2_vec points[] = {{-2, 0}, {-1, 0.5f}, {0, 0}, {1, 0}, {2, 1.5f}};
        imp2_polyline line = {points, 5, false, size > 0.5f};
        assert_int_equal(imp2_chain_make(&line, NULL, compound, NULL), IMP_OK);
        break;
    }
    }
}

static int32_t number_of(const imp2_world* world, imp_collider collider)
{
    return probe_collider_at(world, probe_collider_place(world, collider)).number;
}

static void forget_company(imp2_world* world)
{
    probe_forget_company(world);
}

#include "math/dim2.h"

#include "query.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {QUERY_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
