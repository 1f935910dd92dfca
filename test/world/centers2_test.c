// SPDX-License-Identifier: MIT
//
// centers.inl, for the plane: regions against chains.

#include "kit_plane.h"

enum
{
    PERCENT_APART = 2
};

#include "math/dim2.h"

#include "centers.inl"

static void wear_points(imp2_world* world, imp_body body, const imp2_vec* points, int32_t count, imp2_vec by,
                        bool region, const imp2_collider_def* def)
{
    imp2_vec moved[8];
    imp2_compound compound;
    imp2_shape shape;
    const imp2_outlines outline = {moved, &count, 1, IMP_FILL_EVEN_ODD};
    for (int32_t i = 0; i < count; ++i)
    {
        moved[i] = imp2_vec_add(points[i], by);
    }
    if (region)
    {
        assert_int_equal(imp2_region_make(&outline, NULL, &compound, NULL), IMP_OK);
        assert_int_equal(imp2_world_add_compound(world, body, &compound, def, NULL), IMP_OK);
        imp2_compound_free(&compound);
        return;
    }
    assert_int_equal(imp2_polygon_make(moved, count, 0.0f, NULL, &shape, NULL), IMP_OK);
    (void)wear(world, body, &shape, def);
}

static void wear_ball(imp2_world* world, imp_body body, float x, float radius, imp2_vec by,
                      const imp2_collider_def* def)
{
    imp2_shape shape;
    assert_int_equal(imp2_circle_make(imp2_vec_add(at(x, 0.0f, 0.0f), by), radius, &shape), IMP_OK);
    (void)wear(world, body, &shape, def);
}

static void wear_kind(imp2_world* world, imp_body body, int kind, imp2_vec by, const imp2_collider_def* def)
{
    static const imp2_vec box[] = {{-0.5f, -0.25f}, {0.5f, -0.25f}, {0.5f, 0.25f}, {-0.5f, 0.25f}};
    static const imp2_vec wedge[] = {{-0.5f, -0.4f}, {0.5f, -0.4f}, {0.0f, 0.6f}};
    static const imp2_vec hook[] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, -0.1f},
                                    {-0.1f, -0.1f}, {-0.1f, 0.5f}, {-0.5f, 0.5f}};
    switch (kind)
    {
    case BALL: wear_ball(world, body, 0.0f, 0.5f, by, def); break;
    case BOX: wear_points(world, body, box, 4, by, false, def); break;
    case WEDGE: wear_points(world, body, wedge, 3, by, false, def); break;
    case HOOK: wear_points(world, body, hook, 6, by, true, def); break;
    default:
        wear_ball(world, body, -0.2f, 0.3f, by, def);
        wear_ball(world, body, 0.2f, 0.3f, by, def);
        break;
    }
}

static void add_room(imp2_world* world, float low, float high, float left, float right, bool closed)
{
    const imp2_vec open_above[] = {{left, high}, {left, low}, {right, low}, {right, high}};
    const imp2_polyline line = {.points = open_above, .count = 4, .closed = closed};
    const imp2_collider_def def = matter_of(0.0f, 0.5f, 0.0f, 0.0f);
    imp2_compound chain;
    assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
    imp_body ground = add_bare(world, IMP_BODY_STATIC, at(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp2_world_add_compound(world, ground, &chain, &def, NULL), IMP_OK);
    imp2_compound_free(&chain);
}

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {CENTERS_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
