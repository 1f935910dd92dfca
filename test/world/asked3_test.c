// SPDX-License-Identifier: MIT
//
// asked.inl, for space.

#include "kit_space.h"

static imp3_compound any_compound(void)
{
    imp3_shape parts[2] = {box_of(0.4f, 0.1f, 0.2f), ball_of(0.25f)};
    imp3_compound r;
    assert_int_equal(imp3_compound_make(parts, 2, NULL, &r), IMP_OK);
    return r;
}

// In a tray: balls, boxes, capsules, hulls, cylinders, and sets of two shapes. Returns one of them.
static imp_body make_crowd(imp3_world* world, int32_t count, uint64_t seed)
{
    test_rng rng = {seed};
    imp_body ground, body = {0}, seventh = {0};
    imp3_compound set = any_compound();
    const imp3_box sides[5] = {{{-9, -1, -2}, {9, 0, 2}},
                               {{-9, 0, -2.5f}, {9, 9, -2}},
                               {{-9, 0, 2}, {9, 9, 2.5f}},
                               {{-9, 0, -2}, {-8.5f, 9, 2}},
                               {{8.5f, 0, -2}, {9, 9, 2}}};
    const imp3_vec points[5] = {at(-0.3f, -0.3f, 0.0f), at(0.3f, -0.3f, 0.0f), at(0.0f, -0.3f, 0.3f),
                                at(0.0f, -0.3f, -0.3f), at(0.0f, 0.4f, 0.0f)};
    assert_int_equal(imp3_world_add_body(world, NULL, &ground), IMP_OK);
    for (int i = 0; i < 5; ++i)
    {
        imp3_shape side;
        assert_int_equal(imp3_box_make(sides[i], &side), IMP_OK);
        assert_int_equal(imp3_world_add_collider(world, ground, &side, NULL, NULL), IMP_OK);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        imp3_body_def def = imp3_body_default();
        imp3_shape shape = i % 6 == 0 ? ball_of(0.3f) : box_of(0.4f, 0.2f, 0.3f);
        const float x = test_rng_range(&rng, -6.5f, 6.5f), y = test_rng_range(&rng, 1.0f, 6.0f);
        def.kind = IMP_BODY_DYNAMIC;
        def.pose.p = at(x, y, test_rng_range(&rng, -1.5f, 1.5f));
        def.pose.q = any_turn(&rng, 3.0f);
        assert_int_equal(imp3_world_add_body(world, &def, &body), IMP_OK);
        seventh = i == 7 ? body : seventh;
        switch (i % 6)
        {
        case 2: assert_int_equal(imp3_capsule_make(points[0], points[1], 0.2f, &shape), IMP_OK); break;
        case 3: assert_int_equal(imp3_cylinder_make(points[0], points[1], 0.2f, 0.0f, &shape), IMP_OK); break;
        case 4: assert_int_equal(imp3_hull_make(points, 5, 0.0f, NULL, &shape, NULL), IMP_OK); break;
        default: break;
        }
        assert_int_equal(i % 6 == 5 ? imp3_world_add_compound(world, body, &set, NULL, NULL)
                                    : imp3_world_add_collider(world, body, &shape, NULL, NULL),
                         IMP_OK);
        imp3_shape_free(&shape);
    }
    imp3_compound_free(&set);
    return seventh;
}

#include "math/dim3.h"

#include "asked.inl"

#include "math/dim_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {ASKED_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
