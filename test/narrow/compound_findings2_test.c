// SPDX-License-Identifier: MIT
//
// Cases of compounds that the second opinion of compound_union2_test.c has found, and others like them, each with what
// must hold.

#include <math.h>

#include "figures2.h"

enum
{
    ROOM = 1000
};

static imp2_part_manifold manifolds[ROOM];

// A box beside a step, in front of a slanting seam: out to the left by an eighth, exactly.
static void a_box_in_front_of_a_seam(void** state)
{
    (void)state;
    imp2_vec points[8] = {{11, -17}, {9, -17}, {9, -21}, {20, -21}, {20, -18}, {16, -18}, {16, -13}, {11, -13}};
    int32_t eight = 8;
    imp2_outlines outlines = {points, &eight, 1, IMP_FILL_EVEN_ODD};
    figure a = {.unit = 1.0f}, b = {.unit = 1.0f};
    assert_int_equal(imp2_box_make((imp2_box){{15.875f, -18.0f}, {17.125f, -16.75f}}, &a.shape), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&a.shape, &a.compound), IMP_OK);
    assert_int_equal(imp2_region_make(&outlines, NULL, &b.compound, NULL), IMP_OK);
    imp2_pose at = imp2_pose_identity();
    imp2_compound_contacts c = {manifolds, ROOM, 0, {0, 0}, 0};
    assert_int_equal(imp2_compound_collide(&a.compound, &at, &b.compound, &at, 0.0f, &c), IMP_OK);
    assert_number(c.count, >, 0);
    assert_number(c.depth, ==, 0.125f);
    assert_vec(c.normal, -1.0f, 0.0f);
    for (int32_t k = 0; k < c.count; ++k)
    {
        imp2_vec n = manifolds[k].manifold.normal;
        assert_true(figure_has_normal(&b, n, -1.0));
    }
    imp2_compound_free(&b.compound);
}

// A corner in which seams end is met by the corner of a box: the normal lies between those of the outline.
static void a_corner_in_which_seams_end(void** state)
{
    (void)state;
    const imp2_vec points[7] = {{2, -5}, {6, -8}, {13, -8}, {14, -1}, {13, 4}, {6, 4}, {4, 2}};
    figure a = {.unit = 1.0f}, b = {.unit = 1.0f};
    assert_int_equal(imp2_box_make((imp2_box){{-4, 1}, {0, 2}}, &a.shape), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&a.shape, &a.compound), IMP_OK);
    assert_true(figure_fan(points, 7, &b.compound));
    imp2_compound_mover from = {&a.compound, figure_pose(&a), {0, 0}, 0},
                        to = {&b.compound, figure_pose(&b), {-3, 9}, 0};
    imp2_compound_hit h;
    assert_int_equal(imp2_compound_sweep(&from, &to, &h), IMP_OK);
    assert_int_equal(h.hit.kind, IMP_SWEEP_HIT);
    assert_number(fabsf(h.hit.time - 2.0f / 3.0f), <, 1e-6f);
    assert_true(figure_has_normal(&a, h.hit.normal, 1.0) || figure_has_normal(&b, h.hit.normal, -1.0));
    imp2_compound_free(&b.compound);
}

// A disc whose centre is a corner of a region, exactly: no direction leads from the one to the other.
static void a_disc_centred_on_a_corner(void** state)
{
    (void)state;
    imp2_vec points[6] = {{-0.75f, -0.125f}, {0.5f, -0.75f}, {0.875f, 0.125f},
                          {0.25f, 0.25f},    {-0.625f, 1},   {-0.375f, 0.375f}};
    int32_t six = 6;
    imp2_outlines outlines = {points, &six, 1, IMP_FILL_EVEN_ODD};
    imp2_compound disc, region;
    imp2_shape shape;
    assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
    const imp2_vec middle = {0, 0}, motion = {-2.5f, 1};
    assert_int_equal(imp2_polygon_make(&middle, 1, 0.75f, NULL, &shape, NULL), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&shape, &disc), IMP_OK);
    for (int32_t k = 0; k < 2 * six; ++k)
    {
        imp2_pose at = imp2_pose_identity(), there = at;
        there.p = points[k / 2];
        bool first = k % 2;
        imp2_compound_hit h;
        assert_int_equal(imp2_compound_cast(first ? &disc : &region, first ? &there : &at, first ? &region : &disc,
                                            first ? &at : &there, motion, &h),
                         IMP_OK);
        assert_int_equal(h.hit.kind, IMP_SWEEP_OVERLAP);
        assert_true(fabsf(imp2_vec_dot(h.hit.normal, h.hit.normal) - 1.0f) < 1e-6f);
        imp2_pose moved = there;
        moved.p = imp2_vec_add(there.p, imp2_vec_scale(h.hit.normal, (first ? -1.001f : 1.001f) * h.hit.depth));
        imp2_compound_nearest n;
        assert_int_equal(imp2_compound_distance(&disc, &moved, &region, &at, &n), IMP_OK);
        assert_number(n.nearest.distance, >, 0.0f);
        assert_number(n.nearest.distance, <, 0.002f);
    }
    imp2_compound_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_in_front_of_a_seam),
        cmocka_unit_test(a_corner_in_which_seams_end),
        cmocka_unit_test(a_disc_centred_on_a_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
