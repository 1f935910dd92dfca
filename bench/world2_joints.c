// SPDX-License-Identifier: MIT
//
// Scenes of world2 with many joints, after Box2D's (617d32a, shared/benchmarks.c and human.c).
//
// Differences: rain makes and ends its ragdolls as it goes, five of them at a time; here all thousand are there from
// the beginning, one group above the other, and their joints have the spring without the friction beside it.

#include "world2.h"

#include <math.h>

static const double HALF_TURN = 3.141592653589793;

void world2_build_joint_grid(world2_scene* scene)
{
    enum
    {
        SIDE = 100
    };
    scene->gravity.y = -10.0f;
    scene->sleepless = true;
    for (int k = 0; k < SIDE; ++k)
    {
        for (int i = 0; i < SIDE; ++i)
        {
            bool nailed = k >= SIDE / 2 - 3 && k <= SIDE / 2 + 3 && i == 0;
            int32_t body = k * SIDE + i;
            world2_add_body(scene, nailed ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, k, -i);
            const imp2_vec center = {0.0f, 0.0f};
            world2_add_shape(scene, &center, 1, 0.4f)->group = 1;
            if (i > 0)
            {
                world2_add_joint(scene, body - 1, body, k, 0.5 - i);
            }
            if (k > 0 && !(nailed && scene->bodies[body - SIDE].kind == IMP_BODY_STATIC))
            {
                world2_add_joint(scene, body - SIDE, body, k - 0.5, -i);
            }
        }
    }
}

/// A bone of a ragdoll: where it is and what it hangs at, its capsule upright from low to high; limits in half turns.
typedef struct bone
{
    int parent;
    double y, low, high, radius;
    double pivot, lower, upper;
} bone;

static const bone BONES[] = {
    {-1, 0.95, -0.02, 0.02, 0.095, 0.0, 0.0, 0.0},        {0, 1.2, -0.135, 0.135, 0.09, 1.0, -0.25, 0.0},
    {1, 1.475, -0.038, 0.039, 0.075, 1.4, -0.3, 0.1},     {0, 0.775, -0.125, 0.125, 0.06, 0.9, -0.05, 0.4},
    {3, 0.475, -0.155, 0.125, 0.045, 0.625, -0.5, -0.02}, {0, 0.775, -0.125, 0.125, 0.06, 0.9, -0.05, 0.4},
    {5, 0.475, -0.155, 0.125, 0.045, 0.625, -0.5, -0.02}, {1, 1.225, -0.125, 0.125, 0.035, 1.35, -0.1, 0.8},
    {7, 0.975, -0.125, 0.125, 0.03, 1.1, -0.2, 0.3},      {1, 1.225, -0.125, 0.125, 0.035, 1.35, -0.1, 0.8},
    {9, 0.975, -0.125, 0.125, 0.03, 1.1, -0.2, 0.3},
};

static void add_ragdoll(world2_scene* scene, double x, double y, int group)
{
    int32_t first = scene->body_count;
    for (int i = 0; i < (int)(sizeof BONES / sizeof *BONES); ++i)
    {
        const bone* b = &BONES[i];
        const imp2_vec ends[2] = {{0.0f, (float)b->low}, {0.0f, (float)b->high}};
        world2_add_body(scene, IMP_BODY_DYNAMIC, x, y + b->y);
        world2_shape* s = world2_add_shape(scene, ends, 2, (float)b->radius);
        s->friction = 0.2f;
        s->group = group;
        if (b->parent >= 0)
        {
            world2_joint* j = world2_add_joint(scene, first + b->parent, first + i, x, y + b->pivot);
            j->lower = (float)(b->lower * HALF_TURN);
            j->upper = (float)(b->upper * HALF_TURN);
            j->hertz = 5.0f;
            j->damping_ratio = 0.5f;
        }
    }
}

void world2_build_rain(world2_scene* scene)
{
    enum
    {
        FLOORS = 5,
        COLUMNS = 40,
        OF_GROUP = 5,
        TILES = 500
    };
    const double tile = 0.5, span = tile * TILES;
    scene->gravity.y = -10.0f;
    world2_add_body(scene, IMP_BODY_STATIC, 0.0, 0.0);
    for (int floor = 0; floor < FLOORS; ++floor)
    {
        for (int i = 0; i <= TILES; ++i)
        {
            world2_add_box(scene, tile * i - 0.5 * span, 45.0 * floor, 0.5 * tile, 0.5 * tile);
        }
    }
    for (int floor = 0; floor < FLOORS; ++floor)
    {
        for (int i = 0; i < COLUMNS * OF_GROUP; ++i)
        {
            double column = i / OF_GROUP, x = span * ((column + 0.5) / COLUMNS - 0.5) + 0.5 * (i % OF_GROUP);
            add_ragdoll(scene, x, 45.0 * floor + 2.0 + column, scene->body_count);
        }
    }
}
