// SPDX-License-Identifier: MIT
//
// The scenes of world3: ten of Box3D's eleven benchmarks (30c67b5, shared/benchmarks.c), rebuilt from their numbers.
// Rain is in world3_joints.c.
//
// Differences: trees roll without the resistance that Box3D gives them, and fall asleep as all else does.

#include "world3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TURN = 6.283185307179586;

world3_body* world3_add_body(world3_scene* scene, int32_t kind, double x, double y, double z)
{
    scene->bodies = bench_room_for_one(scene->bodies, scene->body_count, &scene->body_capacity, sizeof *scene->bodies);
    world3_body* b = &scene->bodies[scene->body_count++];
    const world3_body zero = {
        .kind = kind,
        .pose = {{(float)x, (float)y, (float)z}, {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}}};
    *b = zero;
    return b;
}

world3_body* world3_add_turned(world3_scene* scene, int32_t kind, imp3_vec at, imp3_vec axis, double angle)
{
    world3_body* b = world3_add_body(scene, kind, at.x, at.y, at.z);
    imp3_rot_make(axis, (float)angle, &b->pose.q);
    return b;
}

static world3_shape* add_shape(world3_scene* scene, int32_t kind)
{
    scene->shapes =
        bench_room_for_one(scene->shapes, scene->shape_count, &scene->shape_capacity, sizeof *scene->shapes);
    world3_shape* s = &scene->shapes[scene->shape_count++];
    const world3_shape zero = {.body = scene->body_count - 1, .kind = kind, .density = 1000.0f, .friction = 0.6f};
    *s = zero;
    return s;
}

world3_shape* world3_add_box(world3_scene* scene, imp3_vec center, imp3_vec half)
{
    world3_shape* s = add_shape(scene, WORLD3_BOX);
    s->center = center;
    s->half = half;
    return s;
}

/// What is next to nothing is nothing: sines of half turns.
static float tidied(double x)
{
    return fabs(x) < 1e-12 ? 0.0f : (float)x;
}

static imp3_vec vec_of(double x, double y, double z)
{
    const imp3_vec v = {tidied(x), tidied(y), tidied(z)};
    return v;
}

world3_shape* world3_add_cube(world3_scene* scene, double half)
{
    return world3_add_box(scene, vec_of(0.0, 0.0, 0.0), vec_of(half, half, half));
}

world3_shape* world3_add_ball(world3_scene* scene, double radius)
{
    world3_shape* s = add_shape(scene, WORLD3_BALL);
    s->half.x = (float)radius;
    return s;
}

world3_shape* world3_add_capsule(world3_scene* scene, imp3_vec a, imp3_vec b, double radius)
{
    world3_shape* s = add_shape(scene, WORLD3_CAPSULE);
    s->center = a;
    s->half = b;
    s->radius = (float)radius;
    return s;
}

int32_t world3_add_points(world3_scene* scene, const imp3_vec* points, int32_t count)
{
    scene->lists = bench_room_for_one(scene->lists, scene->list_count, &scene->list_capacity, sizeof *scene->lists);
    const world3_points list = {bench_alloc((uint64_t)count, sizeof *points), count, NULL, 0};
    memcpy(list.points, points, (size_t)count * sizeof *points);
    scene->lists[scene->list_count] = list;
    return scene->list_count++;
}

world3_shape* world3_add_hull(world3_scene* scene, int32_t points)
{
    world3_shape* s = add_shape(scene, scene->lists[points].triangles > 0 ? WORLD3_MESH : WORLD3_HULL);
    s->points = points;
    return s;
}

world3_shape* world3_add_ground(world3_scene* scene, double half_x, double half_z)
{
    world3_add_body(scene, IMP_BODY_STATIC, 0.0, -1.0, 0.0);
    return world3_add_box(scene, vec_of(0.0, 0.0, 0.0), vec_of(half_x, 1.0, half_z));
}

imp_status world3_make_shape(const world3_scene* scene, const world3_shape* from, imp3_shape* out)
{
    if (from->kind == WORLD3_BALL)
    {
        return imp3_sphere_make(from->center, from->half.x, out);
    }
    if (from->kind == WORLD3_CAPSULE)
    {
        return imp3_capsule_make(from->center, from->half, from->radius, out);
    }
    if (from->kind == WORLD3_BOX)
    {
        const imp3_box box = {imp3_vec_sub(from->center, from->half), imp3_vec_add(from->center, from->half)};
        return imp3_box_make(box, out);
    }
    const world3_points* p = &scene->lists[from->points];
    return imp3_hull_make(p->points, p->count, 0.0f, NULL, out, NULL);
}

imp_status world3_make_mesh(const world3_scene* scene, const world3_shape* from, imp3_compound* out)
{
    const world3_points* p = &scene->lists[from->points];
    const imp3_triangles triangles = {
        .points = p->points, .point_count = p->count, .corners = p->corners, .count = p->triangles, .one_sided = true};
    return imp3_triangles_make(&triangles, NULL, out, NULL);
}

int world3_hertz(const world3_scene* scene)
{
    return scene->hertz > 0 ? scene->hertz : WORLD3_HERTZ;
}

int world3_sub_steps(const world3_scene* scene)
{
    int least = (240 + world3_hertz(scene) - 1) / world3_hertz(scene);
    return least > WORLD3_SUB_STEPS ? least : WORLD3_SUB_STEPS;
}

world3_joint* world3_add_joint(world3_scene* scene, int32_t a, int32_t b, double x, double y, double z)
{
    scene->joints =
        bench_room_for_one(scene->joints, scene->joint_count, &scene->joint_capacity, sizeof *scene->joints);
    world3_joint* j = &scene->joints[scene->joint_count++];
    const world3_joint zero = {.a = a, .b = b, .at = {(float)x, (float)y, (float)z}};
    *j = zero;
    return j;
}

world3_state world3_unborn(const world3_scene* scene, int32_t body)
{
    world3_state r = {.pose = scene->bodies[body].pose, .center = scene->bodies[body].pose.p};
    r.pose.p.x += 1e3f * (float)(body + 1);
    return r;
}

void world3_scene_free(world3_scene* scene)
{
    free(scene->bodies);
    free(scene->shapes);
    for (int32_t i = 0; i < scene->list_count; ++i)
    {
        free(scene->lists[i].points);
        free(scene->lists[i].corners);
    }
    free(scene->lists);
    free(scene->joints);
    memset(scene, 0, sizeof *scene);
}

void world3_add_pyramid(world3_scene* scene, int base, double half, double density, double x, double z)
{
    for (int row = 0; row < base; ++row)
    {
        for (int k = 0; k < base - row; ++k)
        {
            world3_add_body(scene, IMP_BODY_DYNAMIC, x + half * (row + 1 + 2 * k - base), half * (2 * row + 1), z);
            world3_add_cube(scene, half)->density = (float)density;
        }
    }
}

static void set_down(world3_scene* scene)
{
    scene->gravity.y = -10.0f;
}

static void build_large_pyramid(world3_scene* scene)
{
    set_down(scene);
    scene->sleepless = true;
    world3_add_ground(scene, 400.0, 400.0);
    world3_add_pyramid(scene, 100, 0.5, 100.0, 0.0, 0.0);
}

static void build_many_pyramids(world3_scene* scene)
{
    const int base = 10, rows = 14;
    const double half = 0.5, ground = half * rows * (base + 1);
    set_down(scene);
    world3_add_ground(scene, ground, ground);
    for (int i = 0; i < rows; ++i)
    {
        double z = -ground + 2.0 * half + i * 2.0 * (ground - 2.0 * half) / (rows - 1);
        for (int k = 0; k < rows; ++k)
        {
            double x = -ground + k * 2.0 * half * (base + 1) + 2.0 * half - 0.5 + half * base;
            world3_add_pyramid(scene, base, half, 100.0, x, z);
        }
    }
    for (int32_t i = 1; i < scene->body_count; ++i)
    {
        scene->bodies[i].sleepless = true;
    }
}

/// A plate of the drum: from one radius to another, between two angles.
static void add_plate(world3_scene* scene, double inner, double outer, double from, double to)
{
    imp3_vec p[8];
    for (int i = 0; i < 8; ++i)
    {
        double radius = i & 1 ? outer : inner, angle = i & 2 ? to : from;
        p[i] = vec_of(radius * cos(angle), radius * sin(angle), i & 4 ? 10.0 : -10.0);
    }
    world3_add_hull(scene, world3_add_points(scene, p, 8));
}

/// Cubes in a turning drum of plates, every ninth of which has a paddle.
static void build_washer(world3_scene* scene)
{
    set_down(scene);
    world3_add_ground(scene, 60.0, 60.0);
    world3_body* drum = world3_add_body(scene, IMP_BODY_KINEMATIC, 0.0, 21.0, 0.0);
    drum->spin.z = (float)(TURN * 25.0 / 360.0);
    drum->velocity = vec_of(0.001, -0.002, 0.0);
    const double piece = TURN / 36.0, lap = 0.1 * piece;
    for (int i = 0; i < 36; ++i)
    {
        add_plate(scene, 16.0, 18.0, piece * i - lap, piece * (i + 1) + lap);
        if (i % 9 == 0)
        {
            add_plate(scene, 14.0, 16.0, piece * i, piece * (i + 1));
        }
    }
    const double half = 0.2;
    for (int i = 0; i < 20; ++i)
    {
        for (int j = 0; j < 20; ++j)
        {
            for (int k = 0; k < 20; ++k)
            {
                world3_add_body(scene, IMP_BODY_DYNAMIC, half * (4 * i - 40), 21.0 + half * (4 * j - 40),
                                half * (4 * k - 40));
                world3_add_cube(scene, half);
            }
        }
    }
}

/// The corners of a prism about the y axis.
static int32_t add_prism(world3_scene* scene, double height, double radius, double bottom, int sides)
{
    imp3_vec p[32];
    for (int i = 0; i < sides; ++i)
    {
        double angle = TURN * i / sides;
        p[2 * i] = vec_of(radius * cos(angle), bottom, radius * sin(angle));
        p[2 * i + 1] = vec_of(radius * cos(angle), bottom + height, radius * sin(angle));
    }
    return world3_add_points(scene, p, 2 * sides);
}

/// Points of a Fibonacci lattice on a sphere.
static int32_t add_rock(world3_scene* scene, double radius, int count)
{
    imp3_vec p[16];
    const double golden = 0.5 * TURN * (sqrt(5.0) - 1.0);
    for (int i = 0; i < count; ++i)
    {
        double z = 1.0 - (2.0 * i + 1.0) / count, across = radius * sqrt(1.0 - z * z);
        p[i] = vec_of(across * cos(golden * i), across * sin(golden * i), radius * z);
    }
    return world3_add_points(scene, p, count);
}

static const double PUSHER_RADIUS = 35.0;

enum
{
    JUNKYARD_PUSHER = 1
};

/// The pusher goes around.
static void drive_junkyard(const world3_engine* engine, void* world, int step)
{
    double angle = -TURN / 60.0 * (step + 1) / (double)WORLD3_HERTZ;
    world3_state at = engine->state(world, JUNKYARD_PUSHER);
    const imp3_vec none = {0.0f, 0.0f, 0.0f};
    const imp3_vec wanted = vec_of(PUSHER_RADIUS * cos(angle), 0.0, PUSHER_RADIUS * sin(angle));
    engine->set_velocity(world, JUNKYARD_PUSHER, imp3_vec_scale(imp3_vec_sub(wanted, at.pose.p), (float)WORLD3_HERTZ),
                         none);
}

/// Rocks fall into a yard, in which a pillar goes around.
static void build_junkyard(world3_scene* scene)
{
    set_down(scene);
    world3_add_ground(scene, 120.0, 120.0);
    for (int side = -1; side <= 1; side += 2)
    {
        world3_add_box(scene, vec_of(50.0 * side, 8.0, 0.0), vec_of(1.0, 8.0, 50.0));
        world3_add_box(scene, vec_of(0.0, 8.0, 50.0 * side), vec_of(50.0, 8.0, 1.0));
    }
    world3_add_body(scene, IMP_BODY_KINEMATIC, PUSHER_RADIUS, 0.0, 0.0);
    world3_add_hull(scene, add_prism(scene, 24.0, 4.0, 0.0, 16));
    int32_t rock = add_rock(scene, 1.5, 10);
    for (int y = 0; y < 24; ++y)
    {
        for (int x = 0; x <= 20; ++x)
        {
            for (int z = 0; z <= 20; ++z)
            {
                world3_add_body(scene, IMP_BODY_DYNAMIC, -40.0 + 4.0 * x, 4.0 * y + 25.0, -40.0 + 4.0 * z);
                world3_add_hull(scene, rock);
            }
        }
    }
    scene->drive = drive_junkyard;
}

/// PEEL's generator, so that the hull is its own.
static float next_peel(uint32_t* state)
{
    *state = *state * 2147001325u + 715136305u;
    return (float)(*state & 0xffff) / 65535.0f - 0.5f;
}

/// Hulls of 32 points on a sphere, in layers that collapse.
static void build_convex_pile(world3_scene* scene)
{
    imp3_vec p[32];
    uint32_t state = 42;
    const double radius = 2.0;
    for (int i = 0; i < 32; ++i)
    {
        double length;
        do
        {
            p[i].x = next_peel(&state);
            p[i].y = next_peel(&state);
            p[i].z = next_peel(&state);
            length = sqrt((double)imp3_vec_dot(p[i], p[i]));
        } while (length > 0.5);
        p[i] = imp3_vec_scale(p[i], (float)(radius / length));
    }
    set_down(scene);
    world3_add_ground(scene, 250.0, 250.0);
    int32_t hull = world3_add_points(scene, p, 32);
    for (int layer = 0; layer < 80; ++layer)
    {
        for (int z = 0; z < 8; ++z)
        {
            for (int x = 0; x < 8; ++x)
            {
                world3_add_body(scene, IMP_BODY_DYNAMIC, 2.0 * radius * (x - 4), radius + 2.0 * radius * layer,
                                2.0 * radius * (z - 4));
                world3_add_hull(scene, hull);
            }
        }
    }
}

/// A mesh of waves: so many cells to each metre.
static void add_waves(world3_scene* scene, int scale)
{
    int across = 150 * scale, along = 200 * scale;
    int32_t count = (across + 1) * (along + 1), triangles = 2 * across * along;
    imp3_vec* p = bench_alloc((uint64_t)count, sizeof *p);
    int32_t* corners = bench_alloc(3 * (uint64_t)triangles, sizeof *corners);
    int32_t* next = corners;
    for (int x = 0; x <= across; ++x)
    {
        for (int z = 0; z <= along; ++z)
        {
            double row = sin(TURN * 0.1 * x / scale), column = sin(TURN * 0.05 * z / scale);
            p[x * (along + 1) + z] = vec_of((x - 0.5 * across) / scale, 0.4 * row * column, (z - 0.5 * along) / scale);
            if (x < across && z < along)
            {
                int32_t a = z + (along + 1) * x, c = a + along + 2;
                const int32_t two[6] = {a, a + 1, c, c, c - 1, a};
                memcpy(next, two, sizeof two);
                next += 6;
            }
        }
    }
    int32_t list = world3_add_points(scene, p, count);
    free(p);
    scene->lists[list].corners = corners;
    scene->lists[list].triangles = triangles;
    world3_add_hull(scene, list)->density = 0.0f;
}

/// Trunks of prisms roll on waves.
static void build_trees(world3_scene* scene, int scale)
{
    enum
    {
        PRISMS = 22,
        TREES = 50
    };
    set_down(scene);
    world3_add_body(scene, IMP_BODY_STATIC, 0.0, 0.0, 0.0);
    add_waves(scene, scale);
    int32_t prisms[PRISMS];
    double y = 1.0, radius = 0.75, length = 1.5, mass = 0.0, moment = 0.0;
    for (int i = 0; i < PRISMS; ++i)
    {
        double height = length + 2.0 * radius, weight = height * radius * radius;
        prisms[i] = add_prism(scene, height, radius, y - radius, 6);
        mass += weight;
        moment += weight * (y - radius + 0.5 * height);
        y += height;
        radius *= 0.95;
    }
    for (int i = 0; i < TREES; ++i)
    {
        double spin = (i % 2 ? 0.5 : -0.5) * (0.5 + 0.5 * i / TREES);
        world3_body* b = world3_add_body(scene, IMP_BODY_DYNAMIC, 0.0, 1.0, 3.0 * i - 70.0);
        b->spin.z = (float)spin;
        b->velocity.x = (float)(-spin * moment / mass);
        for (int k = 0; k < PRISMS; ++k)
        {
            world3_shape* s = world3_add_hull(scene, prisms[k]);
            s->density = 1.0f;
            s->friction = 0.9f;
        }
    }
}

static void build_trees25(world3_scene* scene)
{
    build_trees(scene, 4);
}

static void build_trees50(world3_scene* scene)
{
    build_trees(scene, 2);
}

static void build_trees100(world3_scene* scene)
{
    build_trees(scene, 1);
}

/// A net of balls that hangs at its upper edge.
static void build_joint_grid(world3_scene* scene)
{
    enum
    {
        SIDE = 100
    };
    set_down(scene);
    scene->sleepless = true;
    for (int k = 0; k < SIDE; ++k)
    {
        for (int i = 0; i < SIDE; ++i)
        {
            int32_t body = k * SIDE + i;
            world3_add_body(scene, i == 0 ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, k, -i, 0.0);
            world3_add_ball(scene, 0.4)->group = 1;
            if (i > 0)
            {
                world3_add_joint(scene, body - 1, body, k, 0.5 - i, 0.0);
            }
            if (k > 0 && i > 0)
            {
                world3_add_joint(scene, body - SIDE, body, k - 0.5, -i, 0.0);
            }
        }
    }
}

const world3_named WORLD3_SCENES[WORLD3_NAMED] = {
    {"large_pyramid", build_large_pyramid, 200, 1.25},
    {"many_pyramids", build_many_pyramids, 100, 1.25},
    {"washer", build_washer, 1000, 1.25},
    {"junkyard", build_junkyard, 500, 1.25},
    {"convex_pile", build_convex_pile, 500, 1.25},
    {"trees25", build_trees25, 500, 1.25},
    {"trees50", build_trees50, 500, 1.25},
    {"trees100", build_trees100, 500, 1.25},
    {"joint_grid", build_joint_grid, 500, 1.67},
    {"rain", world3_build_rain, 400, 1.33},
};
