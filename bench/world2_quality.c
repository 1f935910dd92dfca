// SPDX-License-Identifier: MIT
//
// Rows of world2 about quality: what a world is like to look at, in figures that closed forms or plain sense can judge.
//
// What stands are stacks, pyramids, a heavy box on a light one, a house of cards and an arch; world_settle.inl says what
// is told of it. Sizes are from Box2D's samples of these names.

#include "world2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double G = 10.0;
static const double DEGREE = 0.017453292519943295;

static void add_ground(world2_scene* s, float friction)
{
    s->gravity.y = -(float)G;
    world2_add_ground(s, 1.0)->friction = friction;
}

#include "world_words2.h"

#include "world_settle.inl"

static void build_stack(world2_scene* s)
{
    add_ground(s, 0.6f);
    for (int i = 0; i < 10; ++i)
    {
        world2_add_body(s, IMP_BODY_DYNAMIC, 0.0, i + 0.5);
        world2_add_box(s, 0.0, 0.0, 0.5, 0.5);
    }
}

static void build_pyramid(world2_scene* s)
{
    add_ground(s, 0.6f);
    world2_add_pyramid(s, 20, 0.5, -10.0, 0.0);
}

static void build_high_pyramid(world2_scene* s)
{
    add_ground(s, 0.6f);
    world2_add_pyramid(s, 100, 0.5, -50.0, 0.0);
}

static void build_heavy(world2_scene* s)
{
    add_ground(s, 0.6f);
    for (int i = 0; i < 2; ++i)
    {
        world2_add_body(s, IMP_BODY_DYNAMIC, 0.0, i + 0.5);
        world2_add_box(s, 0.0, 0.0, 0.5, 0.5)->density = i == 0 ? 1.0f : 100.0f;
    }
}

static void add_card(world2_scene* s, double x, double y, double degrees)
{
    world2_add_turned(s, IMP_BODY_DYNAMIC, x, y, degrees * DEGREE);
    world2_add_box(s, 0.0, 0.0, 0.001, 0.2)->friction = 0.7f;
}

static void build_cards(world2_scene* s)
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

static void add_stone(world2_scene* s, const double (*inner)[2], const double (*outer)[2], double side)
{
    imp2_vec corners[4];
    for (int i = 0; i < 4; ++i)
    {
        const double* p = i < 2 ? inner[i] : outer[3 - i];
        corners[i].x = (float)(0.25 * side * p[0]);
        corners[i].y = (float)(0.25 * p[1]);
    }
    world2_add_body(s, IMP_BODY_DYNAMIC, 0.0, 0.0);
    world2_add_shape(s, corners, 4, 0.0f);
}

/// An inverted catenary of stones, with a load.
static void build_arch(world2_scene* s)
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
        world2_add_body(s, IMP_BODY_DYNAMIC, 0.0, 0.25 * outer[8][1] + 0.5 + i);
        world2_add_box(s, 0.0, 0.0, 2.0, 0.5);
    }
}

// Closed forms

/// Whether a box slides down where the slope has this tangent; friction is a half.
static bool slides(const world2_engine* engine, double tangent)
{
    world2_scene s = {.gravity = {0.0f, -(float)G}};
    double angle = -atan(tangent), x = sin(angle) * -1.5, y = cos(angle) * 1.5;
    world2_add_turned(&s, IMP_BODY_STATIC, 0.0, 0.0, angle);
    world2_add_box(&s, 0.0, 0.0, 50.0, 1.0)->friction = 0.5f;
    world2_add_turned(&s, IMP_BODY_DYNAMIC, x, y, angle);
    world2_add_box(&s, 0.0, 0.0, 0.5, 0.5)->friction = 0.5f;
    void* world = engine->make(&s, 1, false);
    advance(engine, world, 4 * WORLD2_HERTZ);
    imp2_vec end = engine->state(world, 1).center;
    engine->free(world);
    world2_scene_free(&s);
    return hypot(end.x - x, end.y - y) > 0.05;
}

static double friction_error(const world2_engine* engine)
{
    double rests = 0.3, goes = 0.7;
    for (int i = 0; i < 14; ++i)
    {
        double middle = 0.5 * (rests + goes);
        *(slides(engine, middle) ? &goes : &rests) = middle;
    }
    return 100.0 * fabs(rests + goes - 1.0);
}

static double slide_error(const world2_engine* engine)
{
    world2_scene s = {.body_count = 0};
    add_ground(&s, 0.5f);
    world2_add_body(&s, IMP_BODY_DYNAMIC, 0.0, 0.25)->velocity.x = 10.0f;
    world2_add_box(&s, 0.0, 0.0, 1.0, 0.25)->friction = 0.5f;
    void* world = engine->make(&s, 1, false);
    advance(engine, world, 5 * WORLD2_HERTZ);
    double way = engine->state(world, 1).center.x, right = 10.0 * 10.0 / (2.0 * 0.5 * G);
    engine->free(world);
    world2_scene_free(&s);
    return 100.0 * fabs(way / right - 1.0);
}

/// How high a ball comes that falls four metres.
static double bounce_height(const world2_engine* engine, double restitution)
{
    world2_scene s = {.body_count = 0};
    add_ground(&s, 0.6f);
    world2_add_body(&s, IMP_BODY_DYNAMIC, 0.0, 4.5);
    const imp2_vec middle = {0.0f, 0.0f};
    world2_add_shape(&s, &middle, 1, 0.5f)->restitution = (float)restitution;
    void* world = engine->make(&s, 1, false);
    world2_state at = engine->state(world, 1);
    bool up = false;
    double highest = 0.0;
    for (int i = 0; i < 5 * WORLD2_HERTZ && !(up && at.velocity.y < 0.0f); ++i)
    {
        engine->step(world);
        at = engine->state(world, 1);
        up = up || at.velocity.y > 0.0f;
        // Between two steps it is a little higher than at both.
        double height = at.center.y - 0.5 + 0.5 * (double)at.velocity.y * at.velocity.y / G;
        highest = up && at.velocity.y > 0.0f ? height : highest;
    }
    engine->free(world);
    world2_scene_free(&s);
    return highest;
}

static double bounce_error(const world2_engine* engine)
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
static double dominoes_fallen(const world2_engine* engine)
{
    world2_scene s = {.body_count = 0};
    add_ground(&s, 0.6f);
    for (int i = 0; i < 15; ++i)
    {
        world2_body* b = world2_add_body(&s, IMP_BODY_DYNAMIC, i - 7.5, 0.5);
        b->velocity.x = i == 0 ? 0.8f : 0.0f;
        b->spin = i == 0 ? -4.52f : 0.0f;
        world2_add_box(&s, 0.0, 0.0, 0.125, 0.5);
    }
    void* world = engine->make(&s, 1, false);
    advance(engine, world, 15 * WORLD2_HERTZ);
    int fallen = 0;
    for (int32_t i = 1; i < s.body_count; ++i)
    {
        fallen += fabs((double)engine->state(world, i).pose.q.s) > sin(30.0 * DEGREE);
    }
    engine->free(world);
    world2_scene_free(&s);
    return fallen;
}

void bench_world2_quality(bench* b)
{
    report_settled(b, "stack10", build_stack);
    report_settled(b, "pyramid20", build_pyramid);
    if (!b->quick)
    {
        report_settled(b, "pyramid100", build_high_pyramid);
    }
    report_settled(b, "heavy100", build_heavy);
    report_settled(b, "cards", build_cards);
    report_settled(b, "arch", build_arch);
    report_form(b, "friction", "error", "%", friction_error, "half a %", 0.5);
    report_form(b, "slide", "error", "%", slide_error, "one %", 1.0);
    report_form(b, "bounce", "error", "%", bounce_error, "two %", 2.0);
    report_form(b, "domino", "fallen", "of 15", dominoes_fallen, NULL, NAN);
}
