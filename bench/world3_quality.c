// SPDX-License-Identifier: MIT
//
// Rows of world3 about quality: what a world is like to look at, in figures that closed forms or plain sense can judge.
//
// What stands are a stack, a wall, heavy things on light ones, a house of cards and an arch; world_settle.inl says what
// is told of it. Cards and stones are those of world2, a metre and half a metre deep.

#include "world3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double G = 10.0;
static const double DEGREE = 0.017453292519943295;

#include "world_words3.h"

#include "world_settle.inl"

static imp3_vec vec_of(double x, double y, double z)
{
    const imp3_vec v = {(float)x, (float)y, (float)z};
    return v;
}

static void add_ground(world3_scene* s, float friction)
{
    s->gravity.y = -(float)G;
    world3_add_ground(s, 100.0, 100.0)->friction = friction;
}

/// Cubes of a metre, one on the other, the last one so many times as heavy.
static void add_stack(world3_scene* s, int count, double heavier)
{
    add_ground(s, 0.6f);
    for (int i = 0; i < count; ++i)
    {
        world3_add_body(s, IMP_BODY_DYNAMIC, 0.0, i + 0.5, 0.0);
        world3_add_cube(s, 0.5)->density = (float)(1000.0 * (i + 1 < count ? 1.0 : heavier));
    }
}

static void build_stack(world3_scene* s)
{
    add_stack(s, 20, 1.0);
}

static void build_heavy(world3_scene* s)
{
    add_stack(s, 6, 100.0);
}

static void build_pyramid(world3_scene* s)
{
    add_ground(s, 0.6f);
    world3_add_pyramid(s, 40, 0.5, 1000.0, 0.0, 0.0);
}

/// A ball on a cube of a thousandth of its mass.
static void build_ball(world3_scene* s)
{
    add_stack(s, 1, 1.0);
    world3_add_body(s, IMP_BODY_DYNAMIC, 0.0, 1.5, 0.0);
    world3_add_ball(s, 0.5)->density = (float)(1000.0 * 1000.0 * 1.9098593171027440);  // 6 / pi
}

static void add_card(world3_scene* s, double x, double y, double degrees)
{
    world3_add_turned(s, IMP_BODY_DYNAMIC, vec_of(x, y, 0.0), vec_of(0.0, 0.0, 1.0), degrees * DEGREE);
    world3_add_box(s, vec_of(0.0, 0.0, 0.0), vec_of(0.001, 0.2, 0.5))->friction = 0.7f;
}

static void build_cards(world3_scene* s)
{
    add_ground(s, 0.7f);
    for (int row = 0; row < 5; ++row)
    {
        double x = 0.175 * row, y = 0.18 + 0.37 * row;
        for (int i = 0; i < 5 - row; ++i, x += 0.35)
        {
            if (i < 4 - row)
            {
                add_card(s, x + 0.25, y + 0.185, 90.0);
            }
            add_card(s, x, y, -25.0);
            add_card(s, x + 0.175, y, 25.0);
        }
    }
}

static void add_stone(world3_scene* s, const double (*inner)[2], const double (*outer)[2], double side)
{
    imp3_vec corners[8];
    for (int i = 0; i < 8; ++i)
    {
        const double* p = i / 2 < 2 ? inner[i / 2] : outer[3 - i / 2];
        corners[i] = vec_of(0.25 * side * p[0], 0.25 * p[1], i & 1 ? 0.25 : -0.25);
    }
    world3_add_body(s, IMP_BODY_DYNAMIC, 0.0, 0.0, 0.0);
    world3_add_hull(s, world3_add_points(s, corners, 8));
}

/// An inverted catenary of stones, with a load.
static void build_arch(world3_scene* s)
{
    static const double inner[10][2] = {{16.0, 0.0},        {14.9380, 5.1336}, {13.7987, 10.2493}, {12.5625, 15.3411},
                                        {11.2004, 20.3986}, {9.6652, 25.4037}, {7.8718, 30.3179},  {5.6352, 35.0382},
                                        {2.4059, 39.0955},  {-2.4059, 39.0955}};
    static const double outer[10][2] = {{24.0, 0.0},        {22.3362, 6.0230},  {20.5494, 12.0096}, {18.6085, 17.9470},
                                        {16.4677, 23.8137}, {14.0533, 29.5708}, {11.2355, 35.1378}, {7.7526, 40.3045},
                                        {3.0169, 44.2889},  {-3.0169, 44.2889}};
    add_ground(s, 0.6f);
    for (int i = 0; i < 9; ++i)
    {
        add_stone(s, inner + i, outer + i, 1.0);
        if (i < 8)
        {
            add_stone(s, inner + i, outer + i, -1.0);
        }
    }
    for (int i = 0; i < 4; ++i)
    {
        world3_add_body(s, IMP_BODY_DYNAMIC, 0.0, 0.25 * outer[8][1] + 0.5 + i, 0.0);
        world3_add_box(s, vec_of(0.0, 0.0, 0.0), vec_of(2.0, 0.5, 0.25));
    }
}

// Closed forms

/// Whether a cube slides down where the slope has this tangent; friction is a half. It may not sleep, as what begins to slide
/// is slow.
static bool slides(const world3_engine* engine, double tangent)
{
    world3_scene s = {.gravity = {0.0f, -(float)G, 0.0f}, .sleepless = true};
    double angle = -atan(tangent), x = sin(angle) * -1.5, y = cos(angle) * 1.5;
    const imp3_vec axis = {0.0f, 0.0f, 1.0f};
    world3_add_turned(&s, IMP_BODY_STATIC, vec_of(0.0, 0.0, 0.0), axis, angle);
    world3_add_box(&s, vec_of(0.0, 0.0, 0.0), vec_of(50.0, 1.0, 50.0))->friction = 0.5f;
    world3_add_turned(&s, IMP_BODY_DYNAMIC, vec_of(x, y, 0.0), axis, angle);
    world3_add_cube(&s, 0.5)->friction = 0.5f;
    void* world = engine->make(&s, 1, false);
    advance(engine, world, 4 * WORLD3_HERTZ);
    imp3_vec end = engine->state(world, 1).center;
    engine->free(world);
    world3_scene_free(&s);
    return hypot((double)end.x - x, (double)end.y - y) > 0.05;
}

static double friction_error(const world3_engine* engine)
{
    double rests = 0.3, goes = 0.7;
    for (int i = 0; i < 14; ++i)
    {
        double middle = 0.5 * (rests + goes);
        *(slides(engine, middle) ? &goes : &rests) = middle;
    }
    return 100.0 * fabs(rests + goes - 1.0);
}

/// How far a plate slides that goes across its sides.
static double slide_error(const world3_engine* engine)
{
    world3_scene s = {.body_count = 0};
    add_ground(&s, 0.5f);
    world3_add_body(&s, IMP_BODY_DYNAMIC, 0.0, 0.25, 0.0)->velocity = vec_of(6.0, 0.0, 8.0);
    world3_add_box(&s, vec_of(0.0, 0.0, 0.0), vec_of(1.0, 0.25, 1.0))->friction = 0.5f;
    void* world = engine->make(&s, 1, false);
    advance(engine, world, 5 * WORLD3_HERTZ);
    imp3_vec at = engine->state(world, 1).center;
    double right = 10.0 * 10.0 / (2.0 * 0.5 * G);
    engine->free(world);
    world3_scene_free(&s);
    return 100.0 * fabs(hypot((double)at.x, (double)at.z) / right - 1.0);
}

/// How high a ball comes that falls four metres.
static double bounce_height(const world3_engine* engine, double restitution)
{
    world3_scene s = {.body_count = 0};
    add_ground(&s, 0.6f);
    world3_add_body(&s, IMP_BODY_DYNAMIC, 0.0, 4.5, 0.0);
    world3_add_ball(&s, 0.5)->restitution = (float)restitution;
    void* world = engine->make(&s, 1, false);
    world3_state at = engine->state(world, 1);
    bool up = false;
    double highest = 0.0;
    for (int i = 0; i < 5 * WORLD3_HERTZ && !(up && at.velocity.y < 0.0f); ++i)
    {
        engine->step(world);
        at = engine->state(world, 1);
        up = up || at.velocity.y > 0.0f;
        // Between two steps it is a little higher than at both.
        double height = (double)at.center.y - 0.5 + 0.5 * (double)at.velocity.y * (double)at.velocity.y / G;
        highest = up && at.velocity.y > 0.0f ? height : highest;
    }
    engine->free(world);
    world3_scene_free(&s);
    return highest;
}

static double bounce_error(const world3_engine* engine)
{
    static const double restitutions[] = {0.3, 0.5, 0.7, 0.9, 1.0};
    double worst = 0.0;
    for (int i = 0; i < 5; ++i)
    {
        double right = 4.0 * restitutions[i] * restitutions[i];
        worst = fmax(worst, 100.0 * fabs(bounce_height(engine, restitutions[i]) / right - 1.0));
    }
    return worst;
}

/// How many of fifteen fall when the first is hit on its upper edge.
static double dominoes_fallen(const world3_engine* engine)
{
    world3_scene s = {.body_count = 0};
    add_ground(&s, 0.6f);
    for (int i = 0; i < 15; ++i)
    {
        world3_body* b = world3_add_body(&s, IMP_BODY_DYNAMIC, i - 7.5, 0.5, 0.0);
        b->velocity.x = i == 0 ? 0.8f : 0.0f;
        b->spin.z = i == 0 ? -4.52f : 0.0f;
        world3_add_box(&s, vec_of(0.0, 0.0, 0.0), vec_of(0.125, 0.5, 0.25));
    }
    void* world = engine->make(&s, 1, false);
    advance(engine, world, 15 * WORLD3_HERTZ);
    int fallen = 0;
    for (int32_t i = 1; i < s.body_count; ++i)
    {
        fallen += (double)engine->state(world, i).pose.q.y.y < cos(30.0 * DEGREE);
    }
    engine->free(world);
    world3_scene_free(&s);
    return fallen;
}

void bench_world3_quality(bench* b)
{
    report_settled(b, "stack20", build_stack);
    report_settled(b, "pyramid40", build_pyramid);
    report_settled(b, "heavy100", build_heavy);
    report_settled(b, "ball1000", build_ball);
    report_settled(b, "cards", build_cards);
    report_settled(b, "arch", build_arch);
    report_form(b, "friction", "error", "%", friction_error, "half a %", 0.5);
    report_form(b, "slide", "error", "%", slide_error, "one %", 1.0);
    report_form(b, "bounce", "error", "%", bounce_error, "two %", 2.0);
    report_form(b, "domino", "fallen", "of 15", dominoes_fallen, NULL, NAN);
}
