// SPDX-License-Identifier: MIT
//
// The scene whips: chains that turn fast about one end are whipped at thin walls that stand, that come towards them, and
// that give way; ours beside Box2D. How often a link comes out behind the wall, and how often a joint is open in the end.
//
// Chains are of twelve links of 0.2 m, nailed to the world or flying, and all links are bullets. The judge looks at
// poses alone, as that of the scene tunnelling; links that get beside the wall are not looked at any more. The shots are
// like those of the test world/joint_slams.

#include "world2.h"

#include <math.h>
#include <stdio.h>

enum
{
    LINKS = 12,
    STEPS = 12,
    REPEATS = 16,
    QUICK_REPEATS = 2
};

static const double HALF_WALL = 15.0, HALF_LINK = 0.1, THIN = 0.03, HEAVY = 1e6, OPEN = 2e-3;
static const double SPEEDS[] = {100.0, 300.0, 1000.0};  // of the free end [m/s]
static const double WIDTHS[] = {0.001, 0.005, 0.02};    // of walls [m]

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

typedef enum wall_kind
{
    STANDING,
    COMING,
    GIVING,
    WALL_KINDS
} wall_kind;

static const char* const WALL_NAMES[WALL_KINDS] = {"standing", "coming", "giving"};

typedef struct tally
{
    int all, passed[2], open[2];  // ours, the peer's
    double widest[2];             // joint in the end [m]
} tally;

static void build_whip(world2_scene* scene, bench_rng* rng, wall_kind kind, double width, double speed)
{
    static const int32_t KINDS[WALL_KINDS] = {IMP_BODY_STATIC, IMP_BODY_KINEMATIC, IMP_BODY_DYNAMIC};
    const double length = 2.0 * HALF_LINK * LINKS, spin = speed / length;
    const double nail = -bench_rng_range(rng, 0.3, 0.9) * length, way = bench_rng_range(rng, 1.8, 3.1);
    const bool nailed = kind != COMING && bench_rng_next(rng) % 2;
    const double c = cos(way), s = sin(way);
    scene->sleepless = true;
    world2_body* wall = world2_add_body(scene, KINDS[kind], 0.0, 0.0);
    wall->velocity.x = (float)(kind == COMING ? -0.5 * speed : 0.0);
    wall->bullet = kind == GIVING;
    world2_add_box(scene, 0.0, 0.0, 0.5 * width, HALF_WALL)->density = (float)HEAVY;
    for (int i = 0; i < LINKS; ++i)
    {
        const double out = HALF_LINK * (2 * i + 1);
        world2_body* b = world2_add_body(scene, IMP_BODY_DYNAMIC, nail + out * c, out * s);
        b->pose.q = (imp2_rot){(float)c, (float)s};
        b->velocity.x = (float)(out * spin * s + (nailed ? 0.0 : 0.3 * speed));
        b->velocity.y = (float)(-out * spin * c);
        b->spin = (float)-spin;
        b->bullet = true;
        world2_add_box(scene, 0.0, 0.0, HALF_LINK, THIN)->group = 1;
        if (i > 0)
        {
            const double end = 2.0 * HALF_LINK * i;
            world2_add_joint(scene, i, i + 1, nail + end * c, end * s);
        }
    }
    if (nailed)
    {
        world2_add_body(scene, IMP_BODY_STATIC, nail, 0.0);
        world2_add_joint(scene, LINKS + 1, 1, nail, 0.0);
    }
}

static void whip(const world2_scene* scene, int side, tally* t)
{
    const world2_engine* engine = side ? WORLD2_PEER : &WORLD2_OURS;
    void* world = engine->make(scene, 1, false);
    bool passed = false, beside[LINKS] = {false};
    double widest = 0.0;
    for (int step = 0; step < STEPS; ++step)
    {
        engine->step(world);
        const imp2_pose wall = engine->state(world, 0).pose;
        for (int i = 0; i < LINKS; ++i)
        {
            const imp2_vec p = engine->state(world, i + 1).center;
            const double x = (double)(p.x - wall.p.x), y = (double)(p.y - wall.p.y);
            const double along = (double)wall.q.c * y - (double)wall.q.s * x;
            beside[i] = beside[i] || !(fabs(along) < HALF_WALL - 1.0);
            passed = passed || (!beside[i] && !((double)wall.q.c * x + (double)wall.q.s * y < 0.0));
        }
    }
    for (int i = 0; i < scene->joint_count; ++i)
    {
        widest = fmax(widest, world2_joint_gap(engine, world, scene, i));
    }
    t->passed[side] += passed;
    t->open[side] += !(widest < OPEN);
    t->widest[side] = fmax(t->widest[side], widest);
    engine->free(world);
}

static void report(bench* b, const char* wall, const char* figure, const int counts[2], int all, double bar)
{
    char row[64], unit[16];
    snprintf(row, sizeof row, "%s.%s", wall, figure);
    snprintf(unit, sizeof unit, "of %d", all);
    world2_report(b, "whips", row, "", counts[0], counts[1], unit, bar);
}

void bench_whips(bench* b)
{
    bench_rng rng = {1};
    for (int kind = 0; kind < WALL_KINDS; ++kind)
    {
        tally t = {.all = 0};
        for (int i = 0; i < COUNT_OF(SPEEDS) * COUNT_OF(WIDTHS) * (b->quick ? QUICK_REPEATS : REPEATS); ++i)
        {
            world2_scene scene = {.body_count = 0};
            const double speed = SPEEDS[i % COUNT_OF(SPEEDS)], width = WIDTHS[i / COUNT_OF(SPEEDS) % COUNT_OF(WIDTHS)];
            build_whip(&scene, &rng, (wall_kind)kind, width, speed);
            t.all += 1;
            for (int side = 0; side < (WORLD2_PEER ? 2 : 1); ++side)
            {
                whip(&scene, side, &t);
            }
            world2_scene_free(&scene);
        }
        report(b, WALL_NAMES[kind], "passed", t.passed, t.all, 0.0);
        report(b, WALL_NAMES[kind], "open", t.open, t.all, 0.0);
        world2_report(b, "whips", WALL_NAMES[kind], "widest", 1e3 * t.widest[0], 1e3 * t.widest[1], "mm", NAN);
    }
}
