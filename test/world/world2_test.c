// SPDX-License-Identifier: MIT
//
// Worlds of the plane: the closed forms of the textbook, what is conserved, what lies still; the same bits for all
// widths of lanes; every allocation failed.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes2.h"

#include "base/cpu.h"
#include "world_probe2.h"

#define G 10.0f
#define DT (1.0f / 60.0f)

static imp_body add_ground(imp2_world* world, float friction)
{
    imp2_shape ground = scene_box(100.0f, 1.0f);
    return scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, -1.0f, 0.0f), &ground,
                      (scene_matter){0.0f, friction, 0.0f, 0.0f});
}

static bool near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

// Time passes where nothing is, too: this once wrote through a null pointer.
static void steps_without_bodies(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    scene_run(world, 2, DT);
    assert_int_equal(scene_stats(world).bodies, 0);
    imp2_world_free(world);
}

// Free fall and a throw: after n sub-steps of h the fall is g h^2 n (n + 1) / 2, which tends to g t^2 / 2.
static void falls(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp2_shape ball = scene_ball(0.5f);
    imp_body thrown = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(2.0f, 50.0f, 0.0f), &ball,
                                 (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
    assert_int_equal(imp2_world_set_velocity(world, thrown, (imp2_vec){3.0f, 4.0f}, 2.0f), IMP_OK);
    scene_run(world, 120, DT);
    imp2_body_state s = scene_state(world, thrown);
    double h = (double)DT / 4.0, n = 480.0, t = 120.0 * (double)DT;
    assert_true(near(s.pose.p.x, 2.0 + 3.0 * t, 1e-4));
    assert_true(near(s.pose.p.y, 50.0 + 4.0 * t - 0.5 * (double)G * h * h * n * (n + 1.0), 1e-3));
    assert_true(near(s.velocity.y, 4.0 - (double)G * t, 1e-4));
    float angle;
    assert_int_equal(imp2_rot_angle(s.pose.q, &angle), IMP_OK);
    assert_true(near(angle, 4.0, 1e-4) || near(angle, 4.0 - 6.283185307, 1e-3));
    imp2_world_free(world);
}

// What gravity does not pull at goes on, however slow it is.
static void drifts_in_space(void** state)
{
    (void)state;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape ball = scene_ball(0.5f);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .velocity = {1e-6f, 0.0f}, .no_sleep = true};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    (void)scene_wear(world, body, &ball, (imp2_collider_def){.density = 1.0f});
    scene_run(world, 600, DT);
    assert_true(near(scene_state(world, body).pose.p.x, 1e-5, 1e-9));
    imp2_world_free(world);
}

// box2d#949, box2d#1006: polygons that are valid get an inertia that is not positive, and that aborts. Here whatever a
// polygon is made of has a mass, also far from its body's origin, and moves.
static void valid_polygons_have_mass(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    imp2_world* world = scene_world(G, 0.0f);
    for (uint64_t i = 0; i < count; ++i)
    {
        imp2_vec points[8], at;
        int wanted = test_rng_int(&rng, 3, 8);
        float size = ldexpf(1.0f, test_rng_int(&rng, -6, 8)), far = ldexpf(size, test_rng_int(&rng, 0, 14));
        float thin = test_rng_int(&rng, 0, 2) ? 1.0f : 0.001f;
        at.x = test_rng_range(&rng, -far, far);
        at.y = test_rng_range(&rng, -far, far);
        for (int k = 0; k < wanted; ++k)
        {
            points[k].x = at.x + test_rng_range(&rng, -size, size);
            points[k].y = at.y + thin * test_rng_range(&rng, -size, size);
        }
        imp2_shape shape;
        imp2_mass alone;
        // What lies on a line, as good as, becomes a segment, which has no mass.
        if (imp2_polygon_make(points, wanted, 0.0f, NULL, &shape, NULL) || shape.count < 3)
        {
            continue;
        }
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC,
                             .pose = scene_pose(0.0f, 0.0f, test_rng_range(&rng, -3.0f, 3.0f))};
        imp2_collider_def collider = {.density = 1.0f};
        imp_body body;
        assert_int_equal(imp2_shape_mass(&shape, 1.0f, &alone), IMP_OK);
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        assert_int_equal(imp2_world_add_collider(world, body, &shape, &collider, NULL), IMP_OK);
        imp2_body_state s = scene_state(world, body);
        assert_number(s.mass, >, 0.0f);
        assert_true(near(s.mass, alone.mass, 1e-5 * (double)alone.mass));
        assert_number(s.inertia, >, 0.0f);
        assert_true(near(s.inertia, alone.inertia, 1e-5 * (double)alone.inertia));
        scene_run(world, 1, DT);
        assert_true(scene_state(world, body).velocity.y < 0.0f);
        assert_int_equal(imp2_world_remove_body(world, body), IMP_OK);
        imp2_shape_free(&shape);
    }
    imp2_world_free(world);
    test_report("world2 valid_polygons_have_mass", count);
}

// Of any two that meet, without gravity, momenta stay what they were.
static void conserves(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(300);
    double worst = 0.0, gained = 0.0, turned = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        imp_body bodies[6];
        for (int k = 0; k < 6; ++k)
        {
            imp2_shape shape = test_rng_int(&rng, 0, 1)
                                   ? scene_ball(test_rng_range(&rng, 0.2f, 0.6f))
                                   : scene_box(test_rng_range(&rng, 0.2f, 0.6f), test_rng_range(&rng, 0.2f, 0.6f));
            scene_matter matter = {test_rng_range(&rng, 0.1f, 4.0f), test_rng_range(&rng, 0.0f, 1.0f),
                                   test_rng_range(&rng, 0.0f, 1.0f), 0.0f};
            bodies[k] =
                scene_body(world, IMP_BODY_DYNAMIC,
                           scene_pose(2.0f * (float)(k % 3), 2.0f * (float)(k / 3), test_rng_range(&rng, -3.0f, 3.0f)),
                           &shape, matter);
            imp2_vec v = {test_rng_range(&rng, -5.0f, 5.0f), test_rng_range(&rng, -5.0f, 5.0f)};
            assert_int_equal(imp2_world_set_velocity(world, bodies[k], v, test_rng_range(&rng, -5.0f, 5.0f)), IMP_OK);
        }
        double sums[2][4], scale[2] = {0.0, 0.0};
        for (int when = 0; when < 2; ++when)
        {
            memset(sums[when], 0, sizeof sums[when]);
            for (int k = 0; k < 6; ++k)
            {
                imp2_body_state s = scene_state(world, bodies[k]);
                double m = s.mass, x = s.velocity.x, y = s.velocity.y, w = s.angular_velocity;
                sums[when][0] += m * x;
                sums[when][1] += m * y;
                sums[when][2] += m * ((double)s.center.x * y - (double)s.center.y * x) + s.inertia * w;
                sums[when][3] += 0.5 * m * (x * x + y * y) + 0.5 * s.inertia * w * w;
                scale[0] += m * (fabs(x) + fabs(y));
                scale[1] += m * (fabs(x) + fabs(y)) * (fabs((double)s.center.x) + fabs((double)s.center.y)) +
                            s.inertia * fabs(w);
            }
            if (when == 0)
            {
                scene_run(world, 60, DT);
            }
        }
        for (int k = 0; k < 2; ++k)
        {
            worst = fmax(worst, fabs(sums[1][k] - sums[0][k]) / scale[0]);
        }
        turned = fmax(turned, fabs(sums[1][2] - sums[0][2]) / scale[1]);
        gained = fmax(gained, sums[1][3] / sums[0][3] - 1.0);
        imp2_world_free(world);
    }
    printf("momentum off by %.1e of its parts, angular by %.1e, energy gained %.1e\n", worst, turned, gained);
    assert_true(worst < 1e-6);
    // Arms are those of the beginning of a step while bodies slide along each other.
    assert_true(turned < 2e-2);
    assert_true(gained < 1e-3);
    test_report("world2 conserves", count);
}

// A ball that is dropped from h comes back to e^2 h.
static void bounces(void** state)
{
    (void)state;
    static const float hertz[] = {60.0f, 240.0f};
    for (int i = 0; i < 2; ++i)
    {
        for (int k = 1; k <= 10; ++k)
        {
            float e = 0.1f * (float)k;
            imp2_world* world = scene_world(G, 0.0f);
            add_ground(world, 0.0f);
            imp2_shape ball = scene_ball(0.25f);
            imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 5.25f, 0.0f), &ball,
                                       (scene_matter){1.0f, 0.0f, e, 0.0f});
            float top = 0.0f, last = 0.0f;
            bool down = false, up = false;
            for (int step = 0; step < (int)(hertz[i] * 4.0f) && !(up && last < 0.0f); ++step)
            {
                scene_run(world, 1, 1.0f / hertz[i]);
                imp2_body_state s = scene_state(world, body);
                down |= s.velocity.y < 0.0f;
                up |= down && s.velocity.y > 0.0f;
                last = s.velocity.y;
                top = up && s.pose.p.y - 0.25f > top ? s.pose.p.y - 0.25f : top;
            }
            double want = 5.0 * (double)e * (double)e;
            if (fabs((double)top - want) > 0.005 * want + 0.002)
            {
                printf("restitution %.1f at %.0f Hz: back to %.3f m, not %.3f\n", (double)e, (double)hertz[i],
                       (double)top, want);
                fail();
            }
            imp2_world_free(world);
        }
    }
}

// What bounces well, and a stack of twenty, lie still in the end, at any rate.
static void rests(void** state)
{
    (void)state;
    for (int rate = 0; rate < 4; ++rate)
    {
        static const float hertz[] = {30.0f, 60.0f, 240.0f, 60.0f};
        imp2_world* world = scene_world(G, 0.0f);
        add_ground(world, 0.6f);
        imp2_shape ball = scene_ball(0.25f), box = scene_box(0.5f, 0.5f);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(5.0f, 2.0f, 0.0f), &ball,
                                   (scene_matter){1.0f, 0.6f, 0.9f, 0.0f});
        imp_body top = body;
        for (int k = 0; k < 20; ++k)
        {
            top = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f + (float)k, 0.0f), &box,
                             (scene_matter){1.0f, 0.6f, 0.0f, 0.0f});
        }
        for (int step = 0; step < (int)(20.0f * hertz[rate]); ++step)
        {
            float time = rate == 3 && step % 3 == 0 ? 0.5f / hertz[rate] : 1.0f / hertz[rate];
            scene_run(world, 1, time);
        }
        imp2_body_state s = scene_state(world, top), b = scene_state(world, body);
        if (scene_stats(world).awake > 0 || fabsf(s.pose.p.x) > 0.1f || s.pose.p.y < 19.0f ||
            fabsf(b.pose.p.y - 0.25f) > 0.02f)
        {
            printf("%.0f Hz%s: %d awake, top at %.4f %.4f, ball at %.4f\n", (double)hertz[rate],
                   rate == 3 ? ", changing" : "", scene_stats(world).awake, (double)s.pose.p.x, (double)s.pose.p.y,
                   (double)b.pose.p.y);
            fail();
        }
        imp2_world_free(world);
    }
}

// A column of twenty boxes that never sleeps stands: contacts are stiff enough for it not to buckle.
static void stands(void** state)
{
    (void)state;
    for (int rate = 0; rate < 2; ++rate)
    {
        float hertz = rate ? 60.0f : 30.0f;
        imp2_world_def def = {.gravity = {0.0f, -G}, .no_sleep = true};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        add_ground(world, 0.6f);
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body top = {0};
        for (int k = 0; k < 20; ++k)
        {
            top = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f + (float)k, 0.0f), &box,
                             (scene_matter){1.0f, 0.6f, 0.0f, 0.0f});
        }
        scene_run(world, (int)(60.0f * hertz), 1.0f / hertz);
        imp2_vec p = scene_state(world, top).pose.p;
        if (fabsf(p.x) > 0.1f || p.y < 19.4f)
        {
            printf("%.0f Hz: top at %.4f %.4f\n", (double)hertz, (double)p.x, (double)p.y);
            fail();
        }
        imp2_world_free(world);
    }
}

// On a slope a box begins to slide where the tangent is the coefficient of friction.
static void slides(void** state)
{
    (void)state;
    for (int k = 1; k <= 8; ++k)
    {
        for (int over = 0; over < 2; ++over)
        {
            float friction = 0.15f * (float)k;
            float angle = atanf(friction) * (over ? 1.005f : 0.995f);
            imp2_world* world = scene_world(G, 0.0f);
            imp2_shape slope = scene_box(50.0f, 1.0f), box = scene_box(0.5f, 0.25f);
            scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, angle), &slope,
                       (scene_matter){0.0f, friction, 0.0f, 0.0f});
            imp2_pose up = scene_pose(-1.25f * sinf(angle), 1.25f * cosf(angle), angle);
            imp_body body = scene_body(world, IMP_BODY_DYNAMIC, up, &box, (scene_matter){1.0f, friction, 0.0f, 0.0f});
            assert_int_equal(
                imp2_world_set_velocity(world, body, (imp2_vec){-0.3f * cosf(angle), -0.3f * sinf(angle)}, 0.0f),
                IMP_OK);
            scene_run(world, 600, DT);
            imp2_body_state s = scene_state(world, body);
            float speed = sqrtf(imp2_vec_dot(s.velocity, s.velocity));
            if (over ? speed < 0.3f : speed > 0.3f)
            {
                printf("friction %.2f, slope %s: speed %.4f\n", (double)friction,
                       over ? "too steep" : "just not too steep", (double)speed);
                fail();
            }
            imp2_world_free(world);
        }
    }
    // And on the level it stops after v^2 / (2 mu g).
    for (int k = 1; k <= 8; ++k)
    {
        float friction = 0.1f * (float)k, v = 5.0f;
        imp2_world* world = scene_world(G, 0.0f);
        add_ground(world, friction);
        imp2_shape box = scene_box(1.0f, 0.25f);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.2505f, 0.0f), &box,
                                   (scene_matter){1.0f, friction, 0.0f, 0.0f});
        scene_run(world, 30, DT);
        float from = scene_state(world, body).pose.p.x;
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){v, 0.0f}, 0.0f), IMP_OK);
        scene_run(world, 600, DT);
        double way = (double)(scene_state(world, body).pose.p.x - from),
               want = (double)(v * v) / (2.0 * (double)friction * (double)G);
        if (fabs(way / want - 1.0) > 0.01)
        {
            printf("friction %.1f: slides %.4f m, not %.4f\n", (double)friction, way, want);
            fail();
        }
        imp2_world_free(world);
    }
}

// Mass, centre and inertia of colliders that are beside the origin: those of the whole.
static void weighs(void** state)
{
    (void)state;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = scene_pose(10.0f, 5.0f, 1.0f), .angular_velocity = 2.0f};
    imp_body body;
    imp_collider right;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    imp2_shape half[2];
    imp2_collider_def collider = {.density = 3.0f};
    assert_int_equal(imp2_box_make((imp2_box){{1.0f, 0.0f}, {3.0f, 1.0f}}, &half[0]), IMP_OK);
    assert_int_equal(imp2_box_make((imp2_box){{3.0f, 0.0f}, {5.0f, 1.0f}}, &half[1]), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, body, &half[0], &collider, NULL), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, body, &half[1], &collider, &right), IMP_OK);
    imp2_body_state s = scene_state(world, body);
    imp2_vec center = imp2_pose_apply(s.pose, (imp2_vec){3.0f, 0.5f});
    assert_true(near(s.mass, 12.0, 1e-5));
    assert_true(near(s.inertia, 12.0 * (16.0 + 1.0) / 12.0, 1e-4));
    assert_true(near(s.center.x, center.x, 1e-5));
    assert_true(near(s.center.y, center.y, 1e-5));
    // The velocity that it was told to have is that of its centre, wherever that came to lie.
    assert_vec(s.velocity, 0.0f, 0.0f);
    assert_int_equal(imp2_world_remove_collider(world, right), IMP_OK);
    s = scene_state(world, body);
    assert_true(near(s.mass, 6.0, 1e-5));
    assert_true(near(s.inertia, 6.0 * (4.0 + 1.0) / 12.0, 1e-4));
    imp2_world_free(world);
}

// A ball rolls down a slope with 2/3 of what sliding would give it (a disc), and rolling resistance stops it on the
// level.
static void rolls(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    float angle = 0.3f;
    imp2_shape slope = scene_box(100.0f, 1.0f), ball = scene_ball(0.5f);
    scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, angle), &slope, (scene_matter){0.0f, 1.0f, 0.0f, 0.0f});
    imp2_pose up = scene_pose(-1.5f * sinf(angle), 1.5f * cosf(angle), 0.0f);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, up, &ball, (scene_matter){1.0f, 1.0f, 0.0f, 0.0f});
    scene_run(world, 120, DT);
    imp2_body_state s = scene_state(world, body);
    double speed = sqrt((double)imp2_vec_dot(s.velocity, s.velocity)),
           want = 2.0 / 3.0 * (double)G * sin((double)angle) * 2.0;
    assert_true(near(speed / want, 1.0, 0.01));
    imp2_world_free(world);

    // On the level rolling takes m g c in torque: slows with g c r / (r^2 + r^2 / 2). The ball may be either of the
    // two.
    want = 4.0 / (2.0 * (double)G * 0.05 * 0.5 / (0.25 + 0.125));
    for (int first = 0; first < 2; ++first)
    {
        world = scene_world(G, 0.0f);
        for (int k = 0; k < 2; ++k)
        {
            if (k == first)
            {
                body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.5f, 0.0f), &ball,
                                  (scene_matter){1.0f, 1.0f, 0.0f, 0.05f});
            }
            else
            {
                add_ground(world, 1.0f);
            }
        }
        scene_run(world, 10, DT);
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){2.0f, 0.0f}, -4.0f), IMP_OK);
        scene_run(world, 600, DT);
        assert_true(near((double)scene_state(world, body).pose.p.x / want, 1.0, 0.01));
        imp2_world_free(world);
    }
}

// A belt carries what lies on it to its speed.
static void carries(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp_body ground;
    imp2_shape floor = scene_box(100.0f, 1.0f), box = scene_box(0.5f, 0.25f);
    imp2_collider_def collider = {.material = {.friction = 0.5f, .tangent_speed = 2.0f}};
    imp2_body_def def = {.pose = scene_pose(0.0f, -1.0f, 0.0f)};
    assert_int_equal(imp2_world_add_body(world, &def, &ground), IMP_OK);
    assert_int_equal(imp2_world_add_collider(world, ground, &floor, &collider, NULL), IMP_OK);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.25f, 0.0f), &box,
                               (scene_matter){1.0f, 0.5f, 0.0f, 0.0f});
    scene_run(world, 180, DT);
    imp2_body_state s = scene_state(world, body);
    assert_true(near(s.velocity.x, -2.0, 1e-3));
    imp2_world_free(world);
}

// Nothing passes a plate of a centimetre, however fast, whatever it looks like, turning or not; and a bullet no body.
static void stops_what_is_fast(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(400);
    for (uint64_t i = 0; i < count; ++i)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        bool moving = test_rng_int(&rng, 0, 2) == 0;
        imp2_shape plate = scene_box(0.005f, 50.0f), shape = scene_ball(test_rng_range(&rng, 0.01f, 0.3f));
        float half = test_rng_range(&rng, 0.01f, 0.3f);
        shape = test_rng_int(&rng, 0, 1) ? scene_box(half, test_rng_range(&rng, 0.01f, 0.3f)) : shape;
        int32_t kind = moving ? IMP_BODY_DYNAMIC : test_rng_int(&rng, 0, 1) ? IMP_BODY_STATIC : IMP_BODY_KINEMATIC;
        imp_body wall =
            scene_body(world, kind, scene_pose(0.0f, 0.0f, 0.0f), &plate, (scene_matter){1e4f, 0.3f, 0.0f, 0.0f});
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .bullet = moving};
        float x = test_rng_range(&rng, -20.0f, -1.0f);
        def.pose = scene_pose(x, 0.0f, test_rng_range(&rng, -3.0f, 3.0f));
        def.velocity.x = test_rng_range(&rng, 10.0f, 1000.0f);
        def.velocity.y = test_rng_range(&rng, -20.0f, 20.0f);
        def.angular_velocity = test_rng_range(&rng, -100.0f, 100.0f);
        imp_body body;
        imp2_collider_def collider = {.density = 1.0f};
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        assert_int_equal(imp2_world_add_collider(world, body, &shape, &collider, NULL), IMP_OK);
        for (int step = 0; step < 120; ++step)
        {
            scene_run(world, 1, DT);
            float to = scene_state(world, body).pose.p.x - scene_state(world, wall).pose.p.x;
            if (to > 0.0f)
            {
                printf("case %d: %.3f m through the plate at step %d, with %.0f m/s\n", (int)i, (double)to, step,
                       (double)def.velocity.x);
                fail();
            }
        }
        imp2_world_free(world);
    }
    test_report("world2 stops what is fast", count);
}

// However many plates it would pass in a step, the first one stops it.
static void stops_at_the_first_of_many(void** state)
{
    (void)state;
    imp2_world* world = scene_world(0.0f, 0.0f);
    imp2_shape plate = scene_box(0.005f, 1.0f), ball = scene_ball(0.1f);
    for (int i = 0; i < 300; ++i)
    {
        (void)scene_body(world, IMP_BODY_STATIC, scene_pose(0.5f * (float)i, 0.0f, 0.0f), &plate, scene_wood);
    }
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(-1.0f, 0.0f, 0.0f), &ball, scene_wood);
    assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){9000.0f, 0.0f}, 0.0f), IMP_OK);
    scene_run(world, 1, DT);
    assert_true(near(scene_state(world, body).pose.p.x, -0.105, 0.01));
    imp2_world_free(world);
}

// What slides fast over a floor is not held by it, nor by the joints of a chain or the seams of a region.
static void slides_fast(void** state)
{
    (void)state;
    static const imp2_vec line[] = {{400.0f, 0.0f}, {300.0f, 0.0f}, {200.0f, 0.0f}, {100.0f, 0.0f},
                                    {50.0f, 0.0f},  {0.0f, 0.0f},   {-50.0f, 0.0f}};
    for (int floor = 0; floor < 2; ++floor)
    {
        imp2_world* world = scene_world(G, 0.0f);
        imp2_polyline polyline = {.points = line, .count = 7};
        imp2_compound chain;
        imp_body ground;
        imp2_shape slab = scene_box(500.0f, 1.0f), box = scene_box(0.25f, 0.25f);
        assert_int_equal(imp2_chain_make(&polyline, NULL, &chain, NULL), IMP_OK);
        if (floor)
        {
            assert_int_equal(imp2_world_add_body(world, NULL, &ground), IMP_OK);
            assert_int_equal(imp2_world_add_compound(world, ground, &chain, NULL, NULL), IMP_OK);
        }
        else
        {
            scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, -1.0f, 0.0f), &slab,
                       (scene_matter){0.0f, 0.0f, 0.0f, 0.0f});
        }
        imp2_compound_free(&chain);
        imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.25f, 0.0f), &box,
                                   (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
        assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){60.0f, 0.0f}, 0.0f), IMP_OK);
        scene_run(world, 300, DT);
        imp2_body_state s = scene_state(world, body);
        if (!near(s.pose.p.x, 300.0, 0.5) || !near(s.pose.p.y, 0.25, 0.01))
        {
            printf("floor %d: at %.3f %.4f\n", floor, (double)s.pose.p.x, (double)s.pose.p.y);
            fail();
        }
        imp2_world_free(world);
    }
}

// Over a bowl and over a hill of short segments, without friction: what a body goes is what its velocity says, so none
// of its way is lost to a stop, and its energy stays.
static void glides(void** state)
{
    (void)state;
    for (int kind = 0; kind < 3; ++kind)
    {
        for (int hill = 0; hill < 2; ++hill)
        {
            imp2_world* world = scene_world(G, 0.0f);
            imp2_vec points[400];
            for (int i = 0; i < 400; ++i)
            {
                float angle = 0.005f * (float)(199 - i), height = 100.0f - 100.0f * cosf(angle);
                points[i] = (imp2_vec){100.0f * sinf(angle), hill ? -height : height};
            }
            imp2_polyline line = {.points = points, .count = 400};
            imp2_compound chain;
            imp_body ground;
            assert_int_equal(imp2_chain_make(&line, NULL, &chain, NULL), IMP_OK);
            assert_int_equal(imp2_world_add_body(world, NULL, &ground), IMP_OK);
            assert_int_equal(imp2_world_add_compound(world, ground, &chain, NULL, NULL), IMP_OK);
            imp2_compound_free(&chain);
            imp2_shape shape = kind ? scene_box(0.25f, 0.25f) : scene_ball(0.25f);
            if (kind == 2)
            {
                assert_int_equal(imp2_capsule_make((imp2_vec){-0.5f, 0.0f}, (imp2_vec){0.5f, 0.0f}, 0.25f, &shape),
                                 IMP_OK);
            }
            imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.25f, 0.0f), &shape,
                                       (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
            assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){hill ? 10.0f : 40.0f, 0.0f}, 0.0f),
                             IMP_OK);
            double way = 0.0, want = 0.0, speed = 0.0;
            imp2_body_state last = scene_state(world, body), s = last;
            for (int step = 0; step < 120; ++step)
            {
                scene_run(world, 1, DT);
                s = scene_state(world, body);
                imp2_vec moved = imp2_vec_sub(s.pose.p, last.pose.p);
                way += sqrt((double)imp2_vec_dot(moved, moved));
                speed = sqrt((double)imp2_vec_dot(s.velocity, s.velocity));
                want += speed / 60.0;
                last = s;
            }
            double energy = 0.5 * speed * speed + (double)G * s.pose.p.y, start = (hill ? 50.0 : 800.0) + 2.5;
            if (fabs(way / want - 1.0) > 0.01 || fabs(energy / start - 1.0) > 0.02)
            {
                printf("kind %d, hill %d: %.2f m, by velocity %.2f m; energy %.2f of %.2f\n", kind, hill, way, want,
                       energy, start);
                fail();
            }
            imp2_world_free(world);
        }
    }
}

// What is touched begins and ends in pairs, also when it is taken away; what slept on it wakes.
static void tells_touches(void** state)
{
    (void)state;
    imp2_world* world = scene_world(G, 0.0f);
    imp_body ground = add_ground(world, 0.5f);
    imp2_shape box = scene_box(0.5f, 0.5f);
    imp_body low =
        scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 1.0f, 0.0f), &box, (scene_matter){1.0f, 0.5f, 0.0f, 0.0f});
    imp_body high =
        scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 2.5f, 0.0f), &box, (scene_matter){1.0f, 0.5f, 0.0f, 0.0f});
    int begun = 0, ended = 0;
    for (int step = 0; step < 300; ++step)
    {
        if (step == 200)
        {
            assert_int_equal(scene_stats(world).awake, 0);
            assert_int_equal(begun, 2);
            assert_int_equal(ended, 0);
            assert_int_equal(imp2_world_remove_body(world, low), IMP_OK);
            assert_int_equal(imp2_world_remove_body(world, low), IMP_ERR_HANDLE | 2 << 8);
        }
        scene_run(world, 1, DT);
        imp_touch_events touches;
        assert_int_equal(imp2_world_touch_events(world, &touches), IMP_OK);
        begun += touches.begun_count;
        ended += touches.ended_count;
    }
    assert_int_equal(begun, 3);
    assert_int_equal(ended, 2);
    assert_true(near(scene_state(world, high).pose.p.y, 0.5, 0.01));
    assert_int_equal(scene_stats(world).awake, 0);
    assert_int_equal(imp2_world_remove_body(world, ground), IMP_OK);
    scene_run(world, 30, DT);
    assert_true(scene_state(world, high).pose.p.y < 0.4f);
    imp2_world_free(world);
}

// The hash of a crowd after so many steps.
static uint64_t crowd_hash(int level, int steps)
{
    imp2_world_def def = {.gravity = {0.0f, -G}};
    imp2_world* world;
    scene_crowd crowd;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    probe_set_width(world, level);
    assert_int_equal(scene_crowd_make(&crowd, world, 120, 1), IMP_OK);
    uint64_t hash = 0;
    for (int i = 0; i < steps; ++i)
    {
        scene_run(world, 1, DT);
        hash = hash * 31 + scene_hash(world);
    }
    for (int i = 0; i < crowd.count; ++i)
    {
        imp2_vec p = scene_state(world, crowd.bodies[i]).pose.p;
        assert_number(fabsf(p.x), <, 10.0f);
        assert_number(p.y, >, -2.0f);
        assert_number(p.y, <, 40.0f);
    }
    imp2_world_free(world);
    scene_crowd_free(&crowd);
    return hash;
}

static void same_bits(void** state)
{
    (void)state;
    int steps = (int)test_n(120);
    uint64_t hash = crowd_hash(IMPI_LEVEL_SCALAR, steps);
    for (int level = IMPI_LEVEL_FOUR; level <= impi_cpu_level(); ++level)
    {
        assert_true(crowd_hash(level, steps) == hash);
    }
}

// A step that had no memory for its pairs waits for the next; what was taken away meanwhile makes no contact.
static void pairs_may_wait(void** state)
{
    (void)state;
    for (int64_t fail_at = 0;; ++fail_at)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_world_def def = {.gravity = {0.0f, -G}, .allocator = &allocator};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        add_ground(world, 0.5f);
        imp2_shape box = scene_box(0.5f, 0.5f);
        imp_body bodies[40];
        for (int i = 0; i < 40; ++i)
        {
            bodies[i] = scene_body(world, IMP_BODY_DYNAMIC, scene_pose((float)i, 0.5f, 0.0f), &box,
                                   (scene_matter){1.0f, 0.5f, 0.0f, 0.0f});
        }
        memory.calls = 0;
        memory.fail_at = fail_at;
        imp_status status = imp2_world_step(world, DT);
        memory.fail_at = -1;
        for (int i = 0; i < 40; i += 2)
        {
            assert_int_equal(imp2_world_remove_body(world, bodies[i]), IMP_OK);
            bodies[i] = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(100.0f, 10.0f + 2.0f * (float)i, 0.0f), &box,
                                   (scene_matter){1.0f, 0.5f, 0.0f, 0.0f});
        }
        scene_run(world, 1, DT);
        assert_int_equal(scene_stats(world).contacts, 20);
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
        if (!status)
        {
            break;
        }
    }
}

// Every allocation fails in turn. A step that failed is made again, and all goes on as if nothing had been.
static void survives_lack_of_memory(void** state)
{
    (void)state;
    uint64_t want = 0;
    int64_t failed = 0;
    for (int64_t fail_at = -1;; ++fail_at)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_world_def def = {.gravity = {0.0f, -G}, .allocator = &allocator};
        imp2_world* world;
        scene_crowd crowd;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        assert_int_equal(scene_crowd_make(&crowd, world, 24, 2), IMP_OK);
        memory.calls = 0;
        memory.fail_at = fail_at;
        for (int step = 0; step < 40; ++step)
        {
            uint64_t before = scene_hash(world);
            imp_status status = imp2_world_step(world, DT);
            if (status)
            {
                assert_int_equal(status, IMP_ERR_MEMORY);
                assert_true(scene_hash(world) == before);
                assert_int_equal(imp2_world_step(world, DT), IMP_OK);
                ++failed;
            }
        }
        uint64_t hash = scene_hash(world);
        want = fail_at < 0 ? hash : want;
        assert_true(hash == want);
        int64_t calls = memory.calls;
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
        scene_crowd_free(&crowd);
        if (fail_at >= calls)
        {
            break;
        }
    }
    test_report("world2 allocations failed", (uint64_t)failed);
    assert_true(failed > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_without_bodies),
        cmocka_unit_test(falls),
        cmocka_unit_test(drifts_in_space),
        cmocka_unit_test(valid_polygons_have_mass),
        cmocka_unit_test(conserves),
        cmocka_unit_test(bounces),
        cmocka_unit_test(rests),
        cmocka_unit_test(stands),
        cmocka_unit_test(slides),
        cmocka_unit_test(rolls),
        cmocka_unit_test(weighs),
        cmocka_unit_test(carries),
        cmocka_unit_test(stops_what_is_fast),
        cmocka_unit_test(stops_at_the_first_of_many),
        cmocka_unit_test(slides_fast),
        cmocka_unit_test(glides),
        cmocka_unit_test(tells_touches),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(pairs_may_wait),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
