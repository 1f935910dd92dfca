// SPDX-License-Identifier: MIT
//
// heaps.inl, for space; and sets of boxes.

#include "kit_space.h"

#include "world/contact/contact3.h"

#define LOCKS_OF_PLANE (IMP3_LOCK_Z | IMP3_LOCK_TURN_X | IMP3_LOCK_TURN_Y)

// An octahedron.
static imp3_shape hull_of(float half)
{
    imp3_shape r;
    const imp3_vec points[6] = {at(half, 0.0f, 0.0f),  at(-half, 0.0f, 0.0f), at(0.0f, half, 0.0f),
                                at(0.0f, -half, 0.0f), at(0.0f, 0.0f, half),  at(0.0f, 0.0f, -half)};
    assert_int_equal(imp3_hull_make(points, 6, 0.0f, NULL, &r, NULL), IMP_OK);
    return r;
}

#include "math/dim3.h"

#include "heaps.inl"

#include "math/dim_end.h"

// A set of boxes: a cube of eight, a cross of seven, or an angle of three.
static imp3_compound make_set(int32_t kind)
{
    imp3_shape boxes[8];
    int32_t count = 0;
    for (int32_t i = 0; i < 27; ++i)
    {
        const int32_t x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1, off = (x != 0) + (y != 0) + (z != 0);
        bool in_cross = off <= 1, in_angle = off == 0 || (off == 1 && (x == 1 || y == 1));
        const imp3_vec c = kind == 0 ? at(0.25f * (float)x, 0.25f * (float)y, 0.25f * (float)z)
                                     : at(0.33f * (float)x, 0.33f * (float)y, 0.33f * (float)z);
        const float half = kind == 0 ? 0.25f : 0.165f;
        if (kind == 0 ? off == 3 : kind == 1 ? in_cross : in_angle)
        {
            const imp3_box box = {at(c.x - half, c.y - half, c.z - half), at(c.x + half, c.y + half, c.z + half)};
            assert_int_equal(imp3_box_make(box, &boxes[count++]), IMP_OK);
        }
    }
    imp3_compound set;
    assert_int_equal(imp3_compound_make(boxes, count, NULL, &set), IMP_OK);
    return set;
}

// Sets that were made deep in each other: in rows, and on a floor, where they come to rest.
static void sets_part_calmly(void** state)
{
    (void)state;
    for (int32_t which = 0; which < 6; ++which)
    {
        heap h = heap_of(which < 3 ? 0.0f : 10.0f);
        imp3_compound set = make_set(which % 3);
        int32_t manifolds;
        if (which >= 3)
        {
            heap_wall(&h, 0.0f, -5.0f, 100.0f, 5.0f);
        }
        for (int32_t i = 0; i < 6; ++i)
        {
            heap_add(&h, 0.35f * (float)i, which < 3 ? 0.0f : 0.5f, 0.0f);
            assert_int_equal(imp3_world_add_compound(h.world, h.bodies[i], &set, NULL, NULL), IMP_OK);
        }
        imp3_compound_free(&set);
        int32_t steps = heap_part(&h, 300);
        float depth = deepest_of(h.world, &manifolds);
        printf("sets of kind %d%s: fastest %.3g m/s, %.3g m/s with the push; %d steps, %.3g m deep\n", (int)(which % 3),
               which < 3 ? "" : " on a floor", (double)h.fastest, (double)h.farthest, (int)steps, (double)depth);
        assert_true(steps < 300);
        assert_true(h.fastest < (which < 3 ? 1.0f : CALM) && h.farthest < PUSHED + (which < 3 ? 1.0f : CALM));
        for (int32_t step = 0; step < 240; ++step)
        {
            heap_step(&h);
        }
        assert_true(speed_now(&h) < (which < 3 ? 1.0f : 0.05f));
        assert_true(which < 3 || deepest_of(h.world, &manifolds) < 0.01f);
        imp3_world_free(h.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {HEAP_TESTS, cmocka_unit_test(sets_part_calmly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
