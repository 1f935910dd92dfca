// SPDX-License-Identifier: MIT
//
// The scenes of world2: Box2D's ten benchmarks (617d32a, shared/benchmarks.c), rebuilt from their numbers. Those of many
// joints are in world2_joints.c.

#include "world2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TURN = 6.283185307179586;

world2_body* world2_add_body(world2_scene* scene, int32_t kind, double x, double y)
{
    scene->bodies = bench_room_for_one(scene->bodies, scene->body_count, &scene->body_capacity, sizeof *scene->bodies);
    world2_body* b = &scene->bodies[scene->body_count++];
    const world2_body zero = {.kind = kind, .pose = {{(float)x, (float)y}, {1.0f, 0.0f}}};
    *b = zero;
    return b;
}

world2_body* world2_add_turned(world2_scene* scene, int32_t kind, double x, double y, double angle)
{
    world2_body* b = world2_add_body(scene, kind, x, y);
    b->pose.q.c = (float)cos(angle);
    b->pose.q.s = (float)sin(angle);
    return b;
}

world2_shape* world2_add_shape(world2_scene* scene, const imp2_vec* corners, int32_t count, float radius)
{
    scene->shapes =
        bench_room_for_one(scene->shapes, scene->shape_count, &scene->shape_capacity, sizeof *scene->shapes);
    world2_shape* s = &scene->shapes[scene->shape_count++];
    const world2_shape zero = {
        .body = scene->body_count - 1, .count = count, .radius = radius, .density = 1.0f, .friction = 0.6f};
    *s = zero;
    memcpy(s->corners, corners, (size_t)count * sizeof *corners);
    return s;
}

world2_outline* world2_add_outline(world2_scene* scene, const imp2_vec* points, int32_t count)
{
    scene->outlines =
        bench_room_for_one(scene->outlines, scene->outline_count, &scene->outline_capacity, sizeof *scene->outlines);
    world2_outline* o = &scene->outlines[scene->outline_count++];
    const world2_outline plain = {.body = scene->body_count - 1,
                                  .points = bench_alloc((uint64_t)count, sizeof *points),
                                  .count = count,
                                  .closed = true,
                                  .density = 1.0f,
                                  .friction = 0.6f};
    *o = plain;
    memcpy(o->points, points, (size_t)count * sizeof *points);
    return o;
}

world2_joint* world2_add_joint(world2_scene* scene, int32_t a, int32_t b, double x, double y)
{
    scene->joints =
        bench_room_for_one(scene->joints, scene->joint_count, &scene->joint_capacity, sizeof *scene->joints);
    world2_joint* j = &scene->joints[scene->joint_count++];
    const world2_joint zero = {.a = a, .b = b, .at = {(float)x, (float)y}};
    *j = zero;
    return j;
}

imp_status world2_compound(const world2_outline* outline, imp2_compound* out)
{
    const int32_t counts[2] = {outline->count - outline->hole, outline->hole};
    const imp2_outlines rings = {outline->points, counts, outline->hole > 0 ? 2 : 1, IMP_FILL_EVEN_ODD};
    const imp2_polyline line = {outline->points, outline->count, outline->closed, outline->one_sided};
    return outline->region ? imp2_region_make(&rings, NULL, out, NULL) : imp2_chain_make(&line, NULL, out, NULL);
}

world2_shape* world2_add_box(world2_scene* scene, double x, double y, double half_x, double half_y)
{
    float left = (float)(x - half_x), right = (float)(x + half_x), low = (float)(y - half_y),
          high = (float)(y + half_y);
    const imp2_vec corners[4] = {{left, low}, {right, low}, {right, high}, {left, high}};
    return world2_add_shape(scene, corners, 4, 0.0f);
}

world2_shape* world2_add_ground(world2_scene* scene, double size)
{
    world2_add_body(scene, IMP_BODY_STATIC, 0.0, -size);
    return world2_add_box(scene, 0.0, 0.0, 100.0 * size, size);
}

int world2_hertz(const world2_scene* scene)
{
    return scene->hertz > 0 ? scene->hertz : WORLD2_HERTZ;
}

int world2_sub_steps(const world2_scene* scene)
{
    int least = (240 + world2_hertz(scene) - 1) / world2_hertz(scene);
    return least > WORLD2_SUB_STEPS ? least : WORLD2_SUB_STEPS;
}

world2_state world2_unborn(const world2_scene* scene, int32_t body)
{
    world2_state r = {.pose = scene->bodies[body].pose, .center = scene->bodies[body].pose.p};
    r.pose.p.x += 1e3f * (float)(body + 1);
    return r;
}

void world2_scene_free(world2_scene* scene)
{
    free(scene->bodies);
    free(scene->shapes);
    for (int32_t i = 0; i < scene->outline_count; ++i)
    {
        free(scene->outlines[i].points);
    }
    free(scene->outlines);
    free(scene->joints);
    memset(scene, 0, sizeof *scene);
}

void world2_add_pyramid(world2_scene* scene, int base, double half, double x, double y)
{
    for (int row = 0; row < base; ++row)
    {
        for (int k = 0; k < base - row; ++k)
        {
            world2_add_body(scene, IMP_BODY_DYNAMIC, x + half * (row + 1 + 2 * k), y + half * (2 * row + 1));
            world2_add_box(scene, 0.0, 0.0, half, half);
        }
    }
}

static void set_down(world2_scene* scene)
{
    scene->gravity.y = -10.0f;
}

/// A floor and two walls of single boxes that overlap a little.
static void add_trough(world2_scene* scene, int half_width, int height)
{
    world2_add_body(scene, IMP_BODY_STATIC, 0.0, 0.0);
    for (int i = -half_width; i <= half_width; ++i)
    {
        world2_add_box(scene, i, 0.0, 0.55, 0.5);
    }
    for (int side = -1; side <= 1; side += 2)
    {
        for (int i = 1; i <= height; ++i)
        {
            world2_add_box(scene, side * half_width, i, 0.5, 0.55);
        }
    }
}

/// Bodies that are two triangles each, which overlap, falling into a barrel.
static void build_compounds(world2_scene* scene)
{
    set_down(scene);
    add_trough(scene, 40, 100);
    const imp2_vec line[2] = {{-800.0f, -80.0f}, {800.0f, -80.0f}};
    world2_add_shape(scene, line, 2, 0.0f);
    const imp2_vec left[3] = {{-1.0f, 0.0f}, {0.5f, 1.0f}, {0.0f, 2.0f}};
    const imp2_vec right[3] = {{1.0f, 0.0f}, {0.0f, 2.0f}, {-0.5f, 1.0f}};
    double side = 0.25;
    for (int i = 0; i < 20; ++i)
    {
        for (int k = 0; k < 150; ++k, side = -side)
        {
            world2_add_body(scene, IMP_BODY_DYNAMIC, 2.0 * i - 19.0 + side, 2.25 * k + 5.575);
            world2_add_shape(scene, left, 3, 0.0f)->friction = 0.5f;
            world2_add_shape(scene, right, 3, 0.0f)->friction = 0.5f;
        }
    }
}

enum
{
    JUNKYARD_PUSHER = 1
};

/// The pusher is taken to where a slow sine wants it.
static void drive_junkyard(const world2_engine* engine, void* world, int step)
{
    double wanted = 60.0 * sin(0.2 * (double)step / (double)WORLD2_HERTZ);
    world2_state at = engine->state(world, JUNKYARD_PUSHER);
    const imp2_vec velocity = {(float)((double)WORLD2_HERTZ * (wanted - (double)at.pose.p.x)), 0.0f};
    engine->set_velocity(world, JUNKYARD_PUSHER, velocity, 0.0f);
}

/// Pentagons that are not regular, pushed to and fro.
static void build_junkyard(world2_scene* scene)
{
    set_down(scene);
    add_trough(scene, 80, 50);
    world2_add_body(scene, IMP_BODY_KINEMATIC, 0.0, 0.0);
    world2_add_box(scene, 0.0, 4.0, 2.0, 4.0);
    imp2_vec corners[5];
    const double golden = 0.5 * TURN * (sqrt(5.0) - 1.0);
    const int turning[5] = {0, 2, 4, 1, 3};  // the order around
    for (int i = 0; i < 5; ++i)
    {
        double angle = golden * turning[i];
        corners[i].x = (float)(0.25 * cos(angle));
        corners[i].y = (float)(0.25 * sin(angle));
    }
    double side = -0.1;
    for (int i = 0; i < 200; ++i)
    {
        for (int k = 0; k < 40; ++k, side = -side)
        {
            world2_add_body(scene, IMP_BODY_DYNAMIC, 0.375 * (2 * i - 200) + side, k + 15.0);
            world2_add_shape(scene, corners, 5, 0.0f);
        }
    }
    scene->drive = drive_junkyard;
}

static void build_large_pyramid(world2_scene* scene)
{
    set_down(scene);
    scene->sleepless = true;
    world2_add_body(scene, IMP_BODY_STATIC, 0.0, -1.0);
    world2_add_box(scene, 0.0, 0.0, 100.0, 1.0);
    world2_add_pyramid(scene, 100, 0.5, -50.0, 0.0);
}

void world2_add_floors(world2_scene* scene, int floors, int pyramids)
{
    set_down(scene);
    scene->sleepless = true;
    world2_add_body(scene, IMP_BODY_STATIC, 0.0, 0.0);
    float half = 5.5f * (float)pyramids;
    for (int row = 0; row < floors; ++row)
    {
        const imp2_vec line[2] = {{-half, 11.0f * (float)row}, {half, 11.0f * (float)row}};
        world2_add_shape(scene, line, 2, 0.0f);
    }
    for (int row = 0; row < floors; ++row)
    {
        for (int k = 0; k < pyramids; ++k)
        {
            world2_add_pyramid(scene, 10, 0.5, 11.0 * k - (double)half + 0.5, 11.0 * row);
        }
    }
}

static void build_many_pyramids(world2_scene* scene)
{
    world2_add_floors(scene, 20, 20);
}

/// A large heavy box flies into many small ones that float asleep.
static void build_smash(world2_scene* scene)
{
    world2_add_body(scene, IMP_BODY_DYNAMIC, -20.0, 0.0)->velocity.x = 40.0f;
    world2_add_box(scene, 0.0, 0.0, 4.0, 4.0)->density = 8.0f;
    for (int i = 0; i < 120; ++i)
    {
        for (int k = 0; k < 80; ++k)
        {
            world2_add_body(scene, IMP_BODY_DYNAMIC, 0.4 * i + 30.0, 0.4 * (k - 40))->asleep = true;
            world2_add_box(scene, 0.0, 0.0, 0.2, 0.2);
        }
    }
}

/// A round chain, stirred by a turning bar.
static void build_spinner(world2_scene* scene)
{
    set_down(scene);
    world2_add_body(scene, IMP_BODY_STATIC, 0.0, 0.0);
    imp2_vec ring[360];
    for (int i = 0; i < 360; ++i)
    {
        double angle = -TURN * i / 360;
        ring[i].x = (float)(40.0 * cos(angle));
        ring[i].y = (float)(32.0 + 40.0 * sin(angle));
    }
    world2_outline* chain = world2_add_outline(scene, ring, 360);
    chain->one_sided = true;
    chain->friction = 0.1f;
    world2_add_body(scene, IMP_BODY_DYNAMIC, 0.0, 12.0)->sleepless = true;
    world2_add_joint(scene, 0, 1, 0.0, 12.0)->speed = 5.0f;
    world2_shape* bar = world2_add_box(scene, 0.0, 0.0, 0.4, 20.0);
    bar->radius = 0.2f;
    bar->friction = 0.0f;
    const imp2_vec middle = {0.0f, 0.0f}, ends[2] = {{-0.25f, 0.0f}, {0.25f, 0.0f}};
    double x = -23.0, y = 2.0;
    for (int i = 0; i < 6076; ++i)
    {
        world2_add_body(scene, IMP_BODY_DYNAMIC, x, y);
        world2_shape* s = i % 3 == 0   ? world2_add_shape(scene, ends, 2, 0.25f)
                          : i % 3 == 1 ? world2_add_shape(scene, &middle, 1, 0.35f)
                                       : world2_add_box(scene, 0.0, 0.0, 0.35, 0.35);
        s->density = 0.25f;
        s->friction = 0.1f;
        s->restitution = 0.1f;
        bool last = x + 0.5 >= 23.0;
        x = last ? -23.0 : x + 0.5;
        y += last ? 0.5 : 0.0;
    }
}

static const double DRUM_SPIN = 25.0 / 360.0;  // turns per second

static void add_grid(world2_scene* scene, int count, double half, double apart, double x, double y)
{
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < count; ++k)
        {
            world2_add_body(scene, IMP_BODY_DYNAMIC, x + apart * k, y + apart * i);
            world2_add_box(scene, 0.0, 0.0, half, half);
        }
    }
}

/// Boxes in a box that turns.
static void build_tumbler(world2_scene* scene)
{
    set_down(scene);
    world2_add_body(scene, IMP_BODY_STATIC, 0.0, 0.0);
    world2_add_body(scene, IMP_BODY_DYNAMIC, 0.0, 10.0);
    world2_add_box(scene, 10.0, 0.0, 0.5, 10.0)->density = 50.0f;
    world2_add_box(scene, -10.0, 0.0, 0.5, 10.0)->density = 50.0f;
    world2_add_box(scene, 0.0, 10.0, 10.0, 0.5)->density = 50.0f;
    world2_add_box(scene, 0.0, -10.0, 10.0, 0.5)->density = 50.0f;
    world2_joint* motor = world2_add_joint(scene, 0, 1, 0.0, 10.0);
    motor->speed = (float)(TURN * DRUM_SPIN);
    motor->torque = 1e8f;
    add_grid(scene, 45, 0.125, 0.4, -9.0, 1.0);
}

static imp2_vec on_circle(double radius, double angle)
{
    const imp2_vec v = {(float)(radius * cos(angle)), (float)(radius * sin(angle))};
    return v;
}

/// Boxes in a turning drum of plates, every ninth of which has a paddle.
static void build_washer(world2_scene* scene)
{
    set_down(scene);
    world2_body* drum = world2_add_body(scene, IMP_BODY_KINEMATIC, 0.0, 10.0);
    drum->spin = (float)(TURN * DRUM_SPIN);
    drum->velocity.x = 0.001f;
    drum->velocity.y = -0.002f;
    const double piece = TURN / 36.0, lap = 0.1 * piece;
    for (int i = 0; i < 36; ++i)
    {
        double from = piece * i - lap, to = piece * (i + 1) + lap;
        const imp2_vec plate[4] = {on_circle(16.0, from), on_circle(18.0, from), on_circle(18.0, to),
                                   on_circle(16.0, to)};
        world2_add_shape(scene, plate, 4, 0.0f);
        if (i % 9 == 0)
        {
            from = piece * i;
            to = piece * (i + 1);
            const imp2_vec paddle[4] = {on_circle(14.0, from), on_circle(16.0, from), on_circle(16.0, to),
                                        on_circle(14.0, to)};
            world2_add_shape(scene, paddle, 4, 0.0f);
        }
    }
    add_grid(scene, 90, 0.1, 0.21, -9.9, 0.1);
}

const world2_named WORLD2_SCENES[WORLD2_NAMED] = {
    {"compounds", build_compounds, 500, 1.5},
    {"junkyard", build_junkyard, 800, 1.3},
    {"large_pyramid", build_large_pyramid, 500, 1.6},
    {"many_pyramids", build_many_pyramids, 200, 1.6},
    {"smash", build_smash, 300, 1.5},
    {"joint_grid", world2_build_joint_grid, 500, 1.8},
    {"rain", world2_build_rain, 1000, 1.33},
    {"spinner", build_spinner, 500, 1.5},
    {"tumbler", build_tumbler, 750, 1.5},
    {"washer", build_washer, 500, 1.5},
};
