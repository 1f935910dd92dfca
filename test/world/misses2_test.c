// SPDX-License-Identifier: MIT
//
// What passes a corner by less than contacts look ahead: it goes on as if nothing were there, to the bit; and what comes
// as close on the other side of its edge is felt. The judge is the distance of two supports across the straight path.

#include <math.h>
#include <string.h>

#include "scenes2.h"

#define DT (1.0f / 60.0f)

enum
{
    CASES = 1500,
    POSTS = 6,  // a ball, a box, a wedge, the end of a segment, a wedge as a chain and as a region
    THINGS = 4  // a ball, a box, a capsule, a triangle
};

static const imp2_vec wedge[3] = {{-0.2f, -1.0f}, {0.0f, 0.0f}, {0.2f, -1.0f}};

static imp2_shape polygon(const imp2_vec* points, int32_t count, float radius)
{
    imp2_shape shape;
    assert_int_equal(imp2_polygon_make(points, count, radius, NULL, &shape, NULL), IMP_OK);
    return shape;
}

static imp2_shape thing_of(int what, float size)
{
    const imp2_vec ends[2] = {{-size, 0.0f}, {size, 0.0f}};
    const imp2_vec corners[3] = {{-size, -0.7f * size}, {size, -0.7f * size}, {0.0f, size}};
    return what == 0   ? scene_ball(size)
           : what == 1 ? scene_box(size, 0.6f * size)
           : what == 2 ? polygon(ends, 2, 0.5f * size)
                       : polygon(corners, 3, 0.0f);
}

// How far a turned shape reaches along a direction.
static double reach(const imp2_shape* shape, imp2_rot q, double x, double y)
{
    double most = -INFINITY;
    for (int32_t i = 0; i < shape->count; ++i)
    {
        double px = (double)q.c * (double)shape->x[i] - (double)q.s * (double)shape->y[i];
        double py = (double)q.s * (double)shape->x[i] + (double)q.c * (double)shape->y[i];
        most = fmax(most, px * x + py * y);
    }
    return most + (double)shape->radius;
}

// A post at the origin. Returns its convex hull.
static imp2_shape add_post(imp2_world* world, int post, float angle, imp2_vec velocity)
{
    const imp2_vec square[4] = {{-0.5f, -1.0f}, {0.5f, -1.0f}, {0.5f, 0.0f}, {-0.5f, 0.0f}};
    imp2_body_def def = {.kind = IMP_BODY_KINEMATIC, .pose = scene_pose(0.0f, 0.0f, angle), .velocity = velocity};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    imp2_shape shape = post == 0   ? scene_ball(0.3f)
                       : post == 1 ? polygon(square, 4, 0.0f)
                       : post == 3 ? polygon(wedge + 1, 2, 0.0f)
                                   : polygon(wedge, 3, 0.0f);
    const int32_t count = 3;
    const imp2_outlines outlines = {wedge, &count, 1, IMP_FILL_EVEN_ODD};
    const imp2_polyline line = {wedge, 3, false, false};
    imp2_compound compound;
    if (post < 4)
    {
        scene_wear(world, body, &shape, (imp2_collider_def){.material = {.friction = 0.5f}});
        return shape;
    }
    assert_int_equal(post == 4 ? imp2_chain_make(&line, NULL, &compound, NULL)
                               : imp2_region_make(&outlines, NULL, &compound, NULL),
                     IMP_OK);
    imp2_collider_def collider = {.material = {.friction = 0.5f}};
    assert_int_equal(imp2_world_add_compound(world, body, &compound, &collider, NULL), IMP_OK);
    imp2_compound_free(&compound);
    return shape;
}

// Whether a thing whose path leads past a post, by so much, is as it was in the end.
static bool goes_on(test_rng* rng, int post, int what, float gap)
{
    imp2_world* world = scene_world(0.0f, 0.0f);
    const double along = (double)test_rng_range(rng, -3.1f, 3.1f), x = cos(along), y = sin(along);
    const float speed = 0.5f * powf(200.0f, test_rng_range(rng, 0.0f, 1.0f));
    const float moves = test_rng_range(rng, -1.0f, 1.0f) * speed;  // the post, too
    const imp2_vec drift = {moves * (float)x, moves * (float)y};
    const float angle = (float)along + test_rng_range(rng, -0.7f, 0.7f);
    imp2_shape stands = add_post(world, post, angle, drift), flies = thing_of(what, test_rng_range(rng, 0.1f, 0.4f));
    imp2_rot post_q = scene_pose(0.0f, 0.0f, angle).q;
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .no_sleep = true};
    def.pose = scene_pose(0.0f, 0.0f, test_rng_range(rng, -3.1f, 3.1f));
    double away = reach(&stands, post_q, -y, x) + reach(&flies, def.pose.q, y, -x) + (double)gap;
    double back = -2.0 - (double)test_rng_range(rng, 0.0f, speed * DT);
    def.pose.p = (imp2_vec){(float)(back * x - away * y), (float)(back * y + away * x)};
    def.velocity = (imp2_vec){(speed + moves) * (float)x, (speed + moves) * (float)y};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    scene_wear(world, body, &flies, (imp2_collider_def){.density = 1.0f, .material = {.friction = 0.5f}});
    scene_run(world, (int)(4.0f / (speed * DT)) + 2, DT);
    imp2_body_state s = scene_state(world, body);
    imp2_world_free(world);
    return memcmp(&s.velocity, &def.velocity, sizeof s.velocity) == 0 && s.angular_velocity == 0.0f;
}

static void misses_leave_no_trace(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    const uint64_t n = test_n(CASES);
    for (uint64_t i = 0; i < n; ++i)
    {
        float gap = 0.0005f * powf(30.0f, test_rng_range(&rng, 0.0f, 1.0f));
        int post = (int)(i % POSTS), what = (int)(i / POSTS % THINGS);
        if (!goes_on(&rng, post, what, gap))
        {
            fail_msg("case %d: thing %d is deflected by post %d at %g", (int)i, what, post, (double)gap);
        }
    }
    test_report("near misses", n);
}

// What is slow is not swept, so a few of the shallowest get past between two steps.
static void grazes_are_felt(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    const uint64_t n = test_n(CASES);
    uint64_t unfelt = 0;
    for (uint64_t i = 0; i < n; ++i)
    {
        float deep = 0.0005f * powf(30.0f, test_rng_range(&rng, 0.0f, 1.0f));
        unfelt += goes_on(&rng, (int)(i % POSTS), (int)(i / POSTS % THINGS), -deep);
    }
    assert_true(unfelt < n / 16);
    test_report("grazes", n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misses_leave_no_trace),
        cmocka_unit_test(grazes_are_felt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
