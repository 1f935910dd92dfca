// SPDX-License-Identifier: MIT
//
// The scene of world3 with ragdolls, after Box3D's rain (30c67b5, shared/benchmarks.c and human.c): a hundred squares,
// each a grid of triangles with a torus in its middle; every 48 steps three ragdolls more over each square of the next
// column. In the 400 steps of its benchmark none is taken away.
//
// Differences: bodies are made upright, and limits of arms are about how they hang; ours limits swing along two axes
// where Box3D has a cone; joints have the spring without the friction beside it; capsules roll without resistance.

#include "world3.h"

#include <math.h>
#include <string.h>

static const double HALF_TURN = 3.141592653589793;

enum
{
    SQUARES = 10,  // along each side
    OF_GROUP = 3,
    STEPS_OF_COLUMN = 48,
    COLUMNS = 9,  // that are there after 400 steps
    CELLS = 8,    // of a square, along each side
    RING = 16     // points of a torus, around and about
};

static const double SQUARE = 15.0;

/// A bone of a ragdoll that stands at the origin: a capsule, and the joint to its parent. Where bones meet at rest they
/// do not collide, nor do those that are beside others. Angles in degrees.
typedef struct bone
{
    int parent;
    bool beside;
    imp3_vec a, b;
    double radius;
    imp3_vec pivot, axis;
    double cone, lower, upper;
} bone;

static const bone BONES[] = {
    // Pelvis
    {-1, false, {0.07f, 1.012f, -0.044f}, {-0.07f, 1.012f, -0.044f}, 0.13,
     {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0.0, 0.0, 0.0},
    // Spine 01
    {0, true, {0.06f, 1.166f, -0.03f}, {-0.06f, 1.166f, -0.03f}, 0.12,
     {0.0f, 1.114f, -0.035f}, {0.0f, 0.995f, 0.095f}, 25.0, -15.0, 15.0},
    // Spine 02
    {1, false, {0.08f, 1.286f, -0.043f}, {-0.08f, 1.286f, -0.043f}, 0.1,
     {0.0f, 1.202f, -0.026f}, {0.0f, 1.0f, -0.01f}, 25.0, -15.0, 15.0},
    // Spine 03
    {2, false, {0.11f, 1.436f, -0.081f}, {-0.11f, 1.436f, -0.081f}, 0.145,
     {0.0f, 1.319f, -0.028f}, {0.0f, 0.995f, -0.103f}, 15.0, -10.0, 10.0},
    // Neck
    {3, false, {0.0f, 1.592f, -0.045f}, {0.0f, 1.645f, -0.016f}, 0.07,
     {0.0f, 1.576f, -0.056f}, {0.0f, 0.836f, 0.549f}, 45.0, -15.0, 15.0},
    // Head
    {4, false, {0.0f, 1.709f, 0.021f}, {0.0f, 1.768f, 0.008f}, 0.098,
     {0.0f, 1.653f, -0.003f}, {0.0f, 0.992f, 0.126f}, 15.0, -15.0, 15.0},
    // Thigh l
    {0, true, {0.121f, 0.952f, -0.041f}, {0.101f, 0.557f, -0.032f}, 0.09,
     {0.05f, 0.986f, -0.035f}, {1.0f, 0.024f, -0.005f}, 10.0, -60.0, 40.0},
    // Calf l
    {6, false, {0.101f, 0.537f, -0.036f}, {0.098f, 0.108f, -0.111f}, 0.075,
     {0.101f, 0.527f, -0.037f}, {0.99f, 0.019f, -0.138f}, 0.0, -5.0, 45.0},
    // Thigh r
    {0, true, {-0.121f, 0.952f, -0.041f}, {-0.101f, 0.557f, -0.032f}, 0.09,
     {-0.05f, 0.986f, -0.035f}, {-1.0f, 0.023f, -0.005f}, 10.0, -30.0, 60.0},
    // Calf r
    {8, false, {-0.101f, 0.537f, -0.036f}, {-0.099f, 0.108f, -0.111f}, 0.075,
     {-0.101f, 0.527f, -0.037f}, {-0.99f, 0.019f, -0.138f}, 0.0, -45.0, 5.0},
    // Upper arm l
    {3, false, {0.204f, 1.484f, -0.116f}, {0.301f, 1.254f, -0.118f}, 0.075,
     {0.204f, 1.484f, -0.116f}, {0.807f, -0.406f, 0.428f}, 60.0, -5.0, 5.0},
    // Lower arm l
    {10, false, {0.306f, 1.243f, -0.118f}, {0.414f, 0.983f, -0.015f}, 0.05,
     {0.306f, 1.243f, -0.118f}, {-0.913f, -0.403f, -0.055f}, 0.0, -5.0, 60.0},
    // Upper arm r
    {3, false, {-0.204f, 1.484f, -0.116f}, {-0.301f, 1.254f, -0.118f}, 0.075,
     {-0.204f, 1.484f, -0.116f}, {-0.774f, -0.488f, 0.403f}, 60.0, -5.0, 5.0},
    // Lower arm r
    {12, false, {-0.306f, 1.243f, -0.118f}, {-0.414f, 0.983f, -0.015f}, 0.05,
     {-0.306f, 1.243f, -0.118f}, {0.913f, -0.403f, -0.055f}, 0.0, -60.0, 5.0},
};

static imp3_vec moved(imp3_vec v, double x, double y, double z)
{
    const imp3_vec r = {(float)((double)v.x + x), (float)((double)v.y + y), (float)((double)v.z + z)};
    return r;
}

imp3_pose world3_frame_of(const world3_joint* joint)
{
    imp3_vec x = joint->axis, y = {-x.y, x.x, 0.0f};
    if (fabsf(x.z) > 0.8f)
    {
        y = (imp3_vec){0.0f, -x.z, x.y};
    }
    y = imp3_vec_scale(y, 1.0f / sqrtf(imp3_vec_dot(y, y)));
    const imp3_pose r = {joint->at, {x, y, imp3_vec_cross(x, y)}};
    return r;
}

static void add_ragdoll(world3_scene* scene, double x, double y, double z, int group, int born)
{
    int32_t first = scene->body_count;
    for (int i = 0; i < (int)(sizeof BONES / sizeof *BONES); ++i)
    {
        const bone* b = &BONES[i];
        const imp3_vec middle = imp3_vec_scale(imp3_vec_add(b->a, b->b), 0.5f), half = imp3_vec_sub(b->b, middle);
        const imp3_vec at = moved(middle, x, y, z);
        world3_add_body(scene, IMP_BODY_DYNAMIC, (double)at.x, (double)at.y, (double)at.z)->born = born;
        world3_add_capsule(scene, imp3_vec_scale(half, -1.0f), half, b->radius)->group = b->beside ? group : 0;
        if (b->parent >= 0)
        {
            const imp3_vec pivot = moved(b->pivot, x, y, z);
            world3_joint* j = world3_add_joint(scene, first + b->parent, first + i, (double)pivot.x, (double)pivot.y,
                                               (double)pivot.z);
            j->axis = imp3_vec_scale(b->axis, 1.0f / sqrtf(imp3_vec_dot(b->axis, b->axis)));
            j->cone = (float)(b->cone / 180.0 * HALF_TURN);
            j->lower = (float)(b->lower / 180.0 * HALF_TURN);
            j->upper = (float)(b->upper / 180.0 * HALF_TURN);
            j->hertz = 1.0f;
            j->damping_ratio = 0.7f;
        }
    }
}

/// Triangles between rows of points, the last of which may be followed by the first.
static void list_triangles(world3_scene* scene, int32_t list, int rows, int columns, bool closed)
{
    world3_points* p = &scene->lists[list];
    int across = closed ? rows : rows - 1, along = closed ? columns : columns - 1;
    p->triangles = 2 * across * along;
    p->corners = bench_alloc(3 * (uint64_t)p->triangles, sizeof *p->corners);
    int32_t* next = p->corners;
    for (int i = 0; i < across; ++i)
    {
        for (int k = 0; k < along; ++k, next += 6)
        {
            int32_t row = i * columns, other = (i + 1) % rows * columns, column = (k + 1) % columns;
            const int32_t two[6] = {row + k,        row + column, other + column,
                                    other + column, other + k,    row + k};
            memcpy(next, two, sizeof two);
        }
    }
}

static int32_t add_grid(world3_scene* scene)
{
    imp3_vec p[(CELLS + 1) * (CELLS + 1)];
    for (int i = 0; i < (CELLS + 1) * (CELLS + 1); ++i)
    {
        p[i] = (imp3_vec){(float)(SQUARE * (i / (CELLS + 1)) / CELLS - 0.5 * SQUARE), 0.0f,
                          (float)(SQUARE * (i % (CELLS + 1)) / CELLS - 0.5 * SQUARE)};
    }
    int32_t list = world3_add_points(scene, p, (CELLS + 1) * (CELLS + 1));
    list_triangles(scene, list, CELLS + 1, CELLS + 1, false);
    return list;
}

/// A torus about the z axis.
static int32_t add_torus(world3_scene* scene, double radius, double thickness)
{
    imp3_vec p[RING * RING];
    for (int i = 0; i < RING * RING; ++i)
    {
        double u = 2.0 * HALF_TURN * (i % RING) / RING, v = 2.0 * HALF_TURN * (i / RING) / RING;
        double out = radius + thickness * cos(v);
        p[i] = (imp3_vec){(float)(out * cos(u)), (float)(out * sin(u)), (float)(thickness * sin(v))};
    }
    int32_t list = world3_add_points(scene, p, RING * RING);
    list_triangles(scene, list, RING, RING, true);
    return list;
}

void world3_build_rain(world3_scene* scene)
{
    scene->gravity.y = -10.0f;
    int32_t grid = add_grid(scene), torus = add_torus(scene, 0.25 * SQUARE, 1.0);
    for (int i = 0; i < SQUARES * SQUARES; ++i)
    {
        double x = SQUARE * (i / SQUARES - 0.5 * (SQUARES - 1)), z = SQUARE * (i % SQUARES - 0.5 * (SQUARES - 1));
        world3_add_body(scene, IMP_BODY_STATIC, x, 0.0, z);
        world3_add_hull(scene, grid);
        world3_add_hull(scene, torus);
    }
    for (int i = 0; i < COLUMNS * SQUARES * OF_GROUP; ++i)
    {
        int column = i / (SQUARES * OF_GROUP), group = i / OF_GROUP;
        double x = SQUARE * (column - 0.5 * (SQUARES - 1)) + 0.75 * (i % OF_GROUP),
               z = SQUARE * (group % SQUARES - 0.5 * (SQUARES - 1));
        add_ragdoll(scene, x, 20.0, z, 1 + group, STEPS_OF_COLUMN * column);
    }
}
