// SPDX-License-Identifier: MIT
//
// One-way colliders of worlds of space: what passes them moves to the bit as if they were not there, and what comes to
// their side stays on it, fast or slow.

#include <string.h>

#include "kit3.h"

enum
{
    THINGS = 5,
    PLATFORMS = 3,
    CELLS = 4
};

// A thing of about half a metre.
static void wear_thing(imp3_world* w, imp_body body, int which)
{
    imp3_shape shape;
    const imp3_box box = {vec(-0.25f, -0.2f, -0.15f), vec(0.25f, 0.2f, 0.15f)};
    const imp3_vec a = vec(-0.2f, 0.0f, 0.0f), b = vec(0.2f, 0.0f, 0.0f);
    const imp3_vec points[5] = {
        {-0.2f, -0.2f, -0.2f}, {0.2f, -0.2f, -0.2f}, {0.0f, -0.2f, 0.25f}, {0.0f, 0.3f, 0.0f}, {0.1f, 0.1f, 0.1f}};
    imp_status status = which == 0   ? imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), 0.25f, &shape)
                        : which == 1 ? imp3_box_make(box, &shape)
                        : which == 2 ? imp3_capsule_make(a, b, 0.15f, &shape)
                        : which == 3 ? imp3_cylinder_make(a, b, 0.2f, 0.0f, &shape)
                                     : imp3_hull_make(points, 5, 0.0f, NULL, &shape, NULL);
    assert_int_equal(status, IMP_OK);
    (void)wear(w, body, &shape, 0.6f, 0.0f);
    imp3_shape_free(&shape);
}

// A platform whose upper side is at y = 0: a box, a set of two of them, or a mesh.
static imp_collider wear_platform(imp3_world* w, imp_body body, int which)
{
    const imp3_box whole = {vec(-3.0f, -0.1f, -3.0f), vec(3.0f, 0.0f, 3.0f)};
    const imp3_box halves[2] = {{vec(-3.0f, -0.1f, -3.0f), vec(0.0f, 0.0f, 3.0f)},
                                {vec(0.0f, -0.1f, -3.0f), vec(3.0f, 0.0f, 3.0f)}};
    imp3_collider_def def = imp3_collider_default();
    imp3_compound compound;
    imp3_shape shapes[2];
    imp_collider collider;
    def.material.friction = 0.6f;
    def.one_way = vec(0.0f, 1.0f, 0.0f);
    if (which == 0)
    {
        assert_int_equal(imp3_box_make(whole, &shapes[0]), IMP_OK);
        assert_int_equal(imp3_world_add_collider(w, body, &shapes[0], &def, &collider), IMP_OK);
        return collider;
    }
    if (which == 1)
    {
        assert_int_equal(imp3_box_make(halves[0], &shapes[0]), IMP_OK);
        assert_int_equal(imp3_box_make(halves[1], &shapes[1]), IMP_OK);
        assert_int_equal(imp3_compound_make(shapes, 2, NULL, &compound), IMP_OK);
    }
    else
    {
        imp3_vec points[(CELLS + 1) * (CELLS + 1)];
        int32_t corners[6 * CELLS * CELLS], count = 0;
        for (int32_t k = 0; k < (CELLS + 1) * (CELLS + 1); ++k)
        {
            points[k] = vec(1.5f * (float)(k % (CELLS + 1)) - 3.0f, 0.0f, 1.5f * (float)(k / (CELLS + 1)) - 3.0f);
        }
        for (int32_t k = 0; k < CELLS * CELLS; ++k)
        {
            const int32_t at = k / CELLS * (CELLS + 1) + k % CELLS, up = at + CELLS + 1;
            const int32_t six[6] = {at, up, at + 1, at + 1, up, up + 1};
            memcpy(corners + count, six, sizeof six);
            count += 6;
        }
        imp3_triangles triangles;
        memset(&triangles, 0, sizeof triangles);
        triangles.points = points;
        triangles.point_count = (CELLS + 1) * (CELLS + 1);
        triangles.corners = corners;
        triangles.count = count / 3;
        assert_int_equal(imp3_triangles_make(&triangles, NULL, &compound, NULL), IMP_OK);
    }
    assert_int_equal(imp3_world_add_compound(w, body, &compound, &def, &collider), IMP_OK);
    imp3_compound_free(&compound);
    return collider;
}

static imp_body add_platform(imp3_world* w, int which)
{
    imp_body body = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    (void)wear_platform(w, body, which);
    return body;
}

static imp_body add_thing(imp3_world* w, int which, imp3_vec at, imp3_vec velocity)
{
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, at, velocity);
    wear_thing(w, body, which);
    return body;
}

static bool same_state(const imp3_world* a, const imp3_world* b, imp_body body_a, imp_body body_b)
{
    imp3_body_state s = state_of(a, body_a), t = state_of(b, body_b);
    return memcmp(&s.pose, &t.pose, sizeof s.pose) == 0 && memcmp(&s.velocity, &t.velocity, sizeof s.velocity) == 0;
}

// Everything comes up through all platforms as if they were not there, and lies on them in the end.
static void up_through_and_onto(void** state)
{
    (void)state;
    for (int platform = 0; platform < PLATFORMS; ++platform)
    {
        for (int thing = 0; thing < THINGS; ++thing)
        {
            imp3_world *w = new_world(vec(0.0f, -G, 0.0f), NULL), *free_world = new_world(vec(0.0f, -G, 0.0f), NULL);
            (void)add_platform(w, platform);
            const imp3_vec at = vec(0.4f, -0.8f, 0.3f), up = vec(0.0f, 6.5f, 0.0f);
            imp_body body = add_thing(w, thing, at, up), other = add_thing(free_world, thing, at, up);
            for (int i = 0; i < 120 && !(state_of(w, body).velocity.y < 0.0f); ++i)
            {
                run(w, 1);
                run(free_world, 1);
                assert_true(same_state(w, free_world, body, other));
            }
            assert_number(state_of(w, body).center.y, >, 0.5f);
            run(w, 240);
            assert_number(state_of(w, body).center.y, >, 0.05f);
            assert_number(state_of(w, body).center.y, <, 0.35f);
            assert_number(length_of(state_of(w, body).velocity), <, 0.05f);
            imp3_world_free(w);
            imp3_world_free(free_world);
        }
    }
}

// Fast ones are stopped from above, and from below fly on to the bit.
static void fast_bodies(void** state)
{
    (void)state;
    for (int platform = 0; platform < PLATFORMS; ++platform)
    {
        for (int thing = 0; thing < THINGS; ++thing)
        {
            for (float speed = 20.0f; speed < 20000.0f; speed *= 6.0f)
            {
                for (int side = 0; side < 2; ++side)
                {
                    imp3_world *w = new_world(vec(0.0f, 0.0f, 0.0f), NULL),
                               *free_world = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
                    (void)add_platform(w, platform);
                    const imp3_vec at = vec(0.3f, side ? -1.5f : 1.5f, 0.2f),
                                   v = vec(0.0f, side ? speed : -speed, 0.0f);
                    imp_body body = add_thing(w, thing, at, v), other = add_thing(free_world, thing, at, v);
                    for (int i = 0; i < 8; ++i)
                    {
                        run(w, 1);
                        run(free_world, 1);
                        assert_true(side ? same_state(w, free_world, body, other) : state_of(w, body).center.y > 0.0f);
                    }
                    imp3_world_free(w);
                    imp3_world_free(free_world);
                }
            }
        }
    }
}

// What lies on a platform falls through when it is told to, and what is on another one does not.
static void drops_through(void** state)
{
    (void)state;
    for (int platform = 0; platform < PLATFORMS; ++platform)
    {
        for (int thing = 0; thing < THINGS; ++thing)
        {
            imp3_world* w = new_world(vec(0.0f, -G, 0.0f), NULL);
            (void)add_platform(w, platform);
            imp_body falls = add_thing(w, thing, vec(1.0f, 0.4f, 0.5f), vec(0.0f, 0.0f, 0.0f));
            imp_body stays = add_thing(w, thing, vec(-1.5f, 0.4f, -0.5f), vec(0.0f, 0.0f, 0.0f));
            run(w, 120);
            assert_number(state_of(w, falls).center.y, >, 0.05f);
            assert_int_equal(imp3_world_drop_through(w, falls), IMP_OK);
            run(w, 60);
            assert_number(state_of(w, falls).center.y, <, -1.0f);
            assert_number(state_of(w, stays).center.y, >, 0.05f);
            imp3_world_free(w);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_through_and_onto),
        cmocka_unit_test(fast_bodies),
        cmocka_unit_test(drops_through),
    };
    return cmocka_run_group_tests_name("one_way3", tests, NULL, NULL);
}
