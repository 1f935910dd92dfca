// SPDX-License-Identifier: MIT
//
// The scene fast: what is fast meets what is there, and what becomes of it; ours beside Box2D.
//
//     slam         a plank, a bar, a brick, whose one end is at a floor already, is slammed down: how deep?
//     container    what flies and spins about in a ring of thin walls: out?
//     star         shapes, regions and hooks in a ring whose walls go in and out: out?
//     plates       a bullet, ten plates that give way, and a wall: behind the wall?
//     elastic      balls without loss in a box: what energy is left?
//     momentum     a heavy ball into a crowd in the void: what momentum is left?
//     near_miss    what passes a corner by 0.5 to 10 mm: deflected?
//
// The judges look at poses and velocities alone, between steps.

#include "fast_things2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

static const double TURN = 6.283185307179586;

// Slams

enum
{
    SLAMMED = 3,
    SLAM_STEPS = 30,
    SLAM_REPEATS = 24
};

static const double DEEP = 0.03, FLOOR = 10.0, SLAM_SPINS[] = {1.0, 3.0, 10.0, 20.0, 40.0, 70.0, 100.0};
static const char* const SLAMMED_NAMES[SLAMMED] = {"plank", "bar", "brick"};
static const double SLAMMED_HALF[SLAMMED][2] = {{1.0, 0.03}, {0.5, 0.05}, {0.3, 0.15}};

static void add_floor(world2_scene* s, wall made_of, surface of)
{
    imp2_vec top[WALL_POINTS], bottom[WALL_POINTS];
    int count = made_of == POLYGONS ? 2 : 21;
    for (int i = 0; i < count; ++i)
    {
        top[i].x = bottom[i].x = (float)(FLOOR - 2.0 * FLOOR * i / (count - 1));
        top[i].y = 0.0f;
        bottom[i].y = -1.0f;
    }
    fast_add_wall(s, made_of, top, bottom, count, false, of);
}

/// Its lower left corner is at the floor, and stands there, or comes along with the rest, or goes the other way.
static void build_slam(world2_scene* s, bench_rng* rng, int what, wall made_of, double spin, bool bullet)
{
    static const double GAPS[] = {-0.002, 0.0, 0.001, 0.005, 0.02};
    const double half_x = SLAMMED_HALF[what][0], half_y = SLAMMED_HALF[what][1];
    const double angle = bench_rng_range(rng, 0.05, 1.2), x = bench_rng_range(rng, -5.0, 5.0);
    const double gap = GAPS[bench_rng_next(rng) % COUNT_OF(GAPS)];
    const double stands = 0.5 * (double)(bench_rng_next(rng) % 3);
    const surface of = {bench_rng_range(rng, 0.0, 1.0), bench_rng_next(rng) % 2 ? 0.0 : 0.3};
    double to_x = -half_x * cos(angle) + half_y * sin(angle), to_y = -half_x * sin(angle) - half_y * cos(angle);
    s->gravity.y = -10.0f;
    s->sleepless = true;
    add_floor(s, made_of, of);
    world2_body* b = world2_add_body(s, IMP_BODY_DYNAMIC, 0.0, 0.0);
    const imp2_vec velocity = {(float)(-stands * spin * to_y), (float)(stands * spin * to_x)};
    fast_throw_from(b, x, gap - to_y, angle, velocity, -spin);
    b->bullet = bullet;
    fast_set_surface(world2_add_box(s, 0.0, 0.0, half_x, half_y), of);
}

/// How far a box of these halves reaches below y = 0.
static double depth_below(const world2_engine* engine, void* world, const double* half)
{
    world2_state at = engine->state(world, 1);
    double reach = fabs((double)at.pose.q.s) * half[0] + fabs((double)at.pose.q.c) * half[1];
    return fabs((double)at.center.x) < FLOOR ? reach - (double)at.center.y : 0.0;
}

static void bench_slams(bench* b)
{
    static tally pairs[SLAMMED][WALLS], spins[COUNT_OF(SLAM_SPINS)], bullets, others, all;
    bench_rng rng = {1};
    int cases = SLAMMED * WALLS * COUNT_OF(SLAM_SPINS) * 2 * (b->quick ? SLAM_REPEATS / QUICK_PART : SLAM_REPEATS);
    for (int i = 0; i < cases; ++i)
    {
        int what = i % SLAMMED, made_of = i / SLAMMED % WALLS, spin = i / SLAMMED / WALLS % COUNT_OF(SLAM_SPINS);
        bool bullet = i / SLAMMED / WALLS / COUNT_OF(SLAM_SPINS) % 2;
        world2_scene s = {.body_count = 0};
        build_slam(&s, &rng, what, (wall)made_of, SLAM_SPINS[spin], bullet);
        tally* const into[] = {&pairs[what][made_of], &spins[spin], bullet ? &bullets : &others, &all};
        for (int side = 0; side < SIDES && fast_side_of(side); ++side)
        {
            const world2_engine* engine = fast_side_of(side);
            void* world = engine->make(&s, 1, false);
            double deepest = 0.0;
            for (int step = 0; step < SLAM_STEPS; ++step)
            {
                engine->step(world);
                double depth = depth_below(engine, world, SLAMMED_HALF[what]);
                deepest = isnan(depth) ? INFINITY : fmax(deepest, depth);
            }
            engine->free(world);
            fast_count_case(into, COUNT_OF(into), side, deepest > DEEP, deepest);
        }
        world2_scene_free(&s);
    }
    for (int i = 0; i < SLAMMED * WALLS; ++i)
    {
        char name[48];
        snprintf(name, sizeof name, "%s_%s", SLAMMED_NAMES[i / WALLS], FAST_WALL_NAMES[i % WALLS]);
        fast_report_count(b, "slam", name, "deep", &pairs[i / WALLS][i % WALLS], NAN);
    }
    fast_report_counts_by(b, "slam", "spin", SLAM_SPINS, spins, COUNT_OF(SLAM_SPINS), "deep", NAN);
    fast_report_count(b, "slam", "not_bullets", "deep", &others, NAN);
    fast_report_count(b, "slam", "bullets", "deep", &bullets, 0.0);
    fast_report_count(b, "slam", "all", "deep", &all, NAN);
    bench_report_limit(b, bench_entry_make("fast", "slam.all", "deep.share", 100.0 * all.wrong[0] / all.all, "%"),
                       "one %", 1.0);
    fast_report_most(b, "slam.all", "deepest", &all, 1e3, "mm", 110.0);
    fast_report_most(b, "slam.bullets", "deepest", &bullets, 1e3, "mm", NAN);
}

// Containers

/// Corners clockwise, so that the inside is to the right. Those with odd numbers are nearer by this part.
static void ring_points(imp2_vec* inner, imp2_vec* outer, int count, double radius, double odd, double thick)
{
    for (int i = 0; i < count; ++i)
    {
        double r = i % 2 ? odd * radius : radius;
        inner[i] = fast_on_circle(r, -TURN * i / count);
        outer[i] = fast_on_circle(r + thick, -TURN * i / count);
    }
}

/// How far a point is outside a ring; 0 inside.
static double distance_outside(const imp2_vec* ring, int count, imp2_vec p)
{
    bool inside = false;
    double nearest = INFINITY;
    for (int i = 0; i < count; ++i)
    {
        const imp2_vec *a = &ring[i], *b = &ring[(i + 1) % count];
        double ex = (double)b->x - (double)a->x, ey = (double)b->y - (double)a->y;
        double px = (double)p.x - (double)a->x, py = (double)p.y - (double)a->y;
        double t = fmin(fmax((px * ex + py * ey) / (ex * ex + ey * ey), 0.0), 1.0);
        nearest = fmin(nearest, hypot(px - t * ex, py - t * ey));
        inside = inside != ((a->y > p.y) != (b->y > p.y) && px < py * ex / ey);
    }
    return inside ? 0.0 : nearest;
}

/// How far the centre of any dynamic body is outside, in its size, at most; what is no number is farther than all.
static double farthest_outside(const world2_engine* engine, const world2_scene* s, int steps, const imp2_vec* ring,
                               int count, double size)
{
    void* world = engine->make(s, 1, false);
    double farthest = 0.0;
    for (int step = 0; step < steps; ++step)
    {
        engine->step(world);
    }
    for (int32_t i = 1; i < s->body_count; ++i)
    {
        imp2_vec center = engine->state(world, i).center;
        bool lost = isnan(center.x) || isnan(center.y);
        farthest = fmax(farthest, lost ? INFINITY : distance_outside(ring, count, center) / size);
    }
    engine->free(world);
    return farthest;
}

enum
{
    CONTAINER_STEPS = 120,
    CONTAINER_REPEATS = 8,
    CROWD = 8,
    STAR_POINTS = 14
};

static const double CONTAINER = 3.0, THIN = 0.05, REACH = 2.1;  // the last in sizes: no thing reaches farther
static const double SPEEDS[] = {3.0, 30.0, 300.0, 3000.0}, SPINS[] = {0.0, 30.0, 300.0, 1000.0};
static const double STAR_SPEEDS[] = {20.0, 60.0, 100.0, 140.0, 400.0}, STAR_SPINS[] = {0.0, 5.0, 30.0, 200.0};

typedef struct containers
{
    const char* name;
    int points, steps, repeats;
    double odd;
    const form* forms;
    const char* const* form_names;
    int form_count;
    const double *speeds, *spins;
    int speed_count, spin_count;
} containers;

static void build_container(world2_scene* s, bench_rng* rng, const containers* c, wall made_of, form what, int things,
                            double size, double speed, double spin)
{
    imp2_vec inner[WALL_POINTS], outer[WALL_POINTS];
    const surface of = {bench_rng_range(rng, 0.0, 1.0), bench_rng_range(rng, 0.0, 1.0)};
    ring_points(inner, outer, c->points, CONTAINER, c->odd, THIN);
    s->sleepless = true;
    fast_add_wall(s, made_of, inner, outer, c->points, true, of);
    double first = bench_rng_range(rng, 0.0, TURN), radius = things > 1 ? 0.4 * CONTAINER : 0.2 * CONTAINER;
    for (int i = 0; i < things; ++i)
    {
        imp2_vec at = fast_on_circle(radius, first + TURN * i / things);
        imp2_vec velocity = fast_on_circle(speed, bench_rng_range(rng, 0.0, TURN));
        double turned = bench_rng_range(rng, 0.0, TURN), sense = bench_rng_next(rng) % 2 ? 1.0 : -1.0;
        fast_throw_from(fast_add_thing(s, what, size, of), (double)at.x, (double)at.y, turned, velocity, sense * spin);
    }
}

static void bench_containers(bench* b, const containers* c)
{
    tally walls[WALLS] = {{.all = 0}}, forms[FORMS] = {{.all = 0}}, speeds[8] = {{.all = 0}}, spins[8] = {{.all = 0}};
    tally all = {.all = 0};
    bench_rng rng = {2};
    int cases = WALLS * c->form_count * c->speed_count * c->spin_count;
    for (int i = 0; i < cases * (b->quick ? c->repeats / QUICK_PART : c->repeats); ++i)
    {
        int rest = i / WALLS, made_of = i % WALLS, what = rest % c->form_count;
        rest /= c->form_count;
        int speed = rest % c->speed_count, spin = rest / c->speed_count % c->spin_count;
        double size = 0.1 * pow(3.0, bench_rng_range(&rng, 0.0, 1.0));
        imp2_vec inner[WALL_POINTS], outer[WALL_POINTS];
        world2_scene s = {.body_count = 0};
        build_container(&s, &rng, c, (wall)made_of, c->forms[what], i / cases % 2 ? CROWD : 1, size, c->speeds[speed],
                        c->spins[spin]);
        ring_points(inner, outer, c->points, CONTAINER, c->odd, THIN);
        tally* const into[] = {&walls[made_of], &forms[what], &speeds[speed], &spins[spin], &all};
        for (int side = 0; side < SIDES && fast_side_of(side); ++side)
        {
            double far = farthest_outside(fast_side_of(side), &s, c->steps, inner, c->points, size);
            fast_count_case(into, COUNT_OF(into), side, far > REACH, far);
        }
        world2_scene_free(&s);
    }
    for (int i = 0; i < WALLS; ++i)
    {
        char name[32];
        snprintf(name, sizeof name, "in.%s", FAST_WALL_NAMES[i]);
        fast_report_count(b, c->name, name, "out", &walls[i], 0.0);
    }
    for (int i = 0; i < c->form_count; ++i)
    {
        fast_report_count(b, c->name, c->form_names[i], "out", &forms[i], 0.0);
    }
    fast_report_counts_by(b, c->name, "speed", c->speeds, speeds, c->speed_count, "out", 0.0);
    fast_report_counts_by(b, c->name, "spin", c->spins, spins, c->spin_count, "out", 0.0);
    fast_report_count(b, c->name, "all", "out", &all, 0.0);
}

static void bench_rings(bench* b)
{
    static const form forms[] = {CIRCLE, BOX, CAPSULE, TRIANGLE, ROD};
    static const char* const names[] = {"circle", "box", "capsule", "triangle", "rod"};
    const containers c = {
        "container", WALL_POINTS, CONTAINER_STEPS,  CONTAINER_REPEATS, 1.0, forms, names, COUNT_OF(forms),
        SPEEDS,      SPINS,       COUNT_OF(SPEEDS), COUNT_OF(SPINS)};
    bench_containers(b, &c);
}

static void bench_stars(bench* b)
{
    static const form forms[] = {TRIANGLE, TRIANGLE_REGION, HOOK};
    static const char* const names[] = {"shape", "region", "hook"};
    const containers c = {
        "star",      STAR_POINTS, CONTAINER_STEPS,       2 * CONTAINER_REPEATS, 0.55, forms, names, COUNT_OF(forms),
        STAR_SPEEDS, STAR_SPINS,  COUNT_OF(STAR_SPEEDS), COUNT_OF(STAR_SPINS)};
    bench_containers(b, &c);
}

// Plates before a wall

enum
{
    PLATES = 10,
    PLATE_STEPS_AFTER = 20,
    PLATE_REPEATS = 24
};

static const double PLATE_SPEEDS[] = {10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 11000.0}, PLATE = 0.02;

/// The wall is at x = 0; the bullet comes from below x. Returns how far away it begins.
static double build_plates(world2_scene* s, bench_rng* rng, wall made_of, form what, double speed)
{
    static const double GAPS[] = {0.0, 0.03, 0.3}, DENSITIES[] = {1.0, 10.0, 100.0};
    const double size = 0.05 * pow(4.0, bench_rng_range(rng, 0.0, 1.0));
    const double gap = GAPS[bench_rng_next(rng) % COUNT_OF(GAPS)];
    const surface of = {bench_rng_range(rng, 0.0, 1.0), bench_rng_next(rng) % 2 ? 0.0 : 0.5};
    const imp2_vec inner[2] = {{0.0f, (float)FLOOR}, {0.0f, (float)-FLOOR}};
    const imp2_vec outer[2] = {{(float)PLATE, (float)FLOOR}, {(float)PLATE, (float)-FLOOR}};
    s->sleepless = true;
    fast_add_wall(s, made_of, inner, outer, 2, false, of);
    double x = -gap - 0.5 * PLATE;
    for (int i = 0; i < PLATES; ++i, x -= PLATE + gap)
    {
        world2_add_body(s, IMP_BODY_DYNAMIC, x, 0.0);
        fast_set_surface(world2_add_box(s, 0.0, 0.0, 0.5 * PLATE, 1.0), of);
    }
    double away = bench_rng_range(rng, 2.1 * size, 2.1 * size + fmin(speed / WORLD2_HERTZ, 10.0)) - x;
    world2_body* b = fast_add_thing(s, what, size, of);
    s->shapes[s->shape_count - 1].density = (float)DENSITIES[bench_rng_next(rng) % COUNT_OF(DENSITIES)];
    fast_throw_from(b, -away, bench_rng_range(rng, -0.5, 0.5), bench_rng_range(rng, 0.0, TURN),
                    fast_on_circle(speed, bench_rng_range(rng, -0.1, 0.1)), bench_rng_range(rng, -30.0, 30.0));
    b->bullet = true;
    return away;
}

/// Whether a centre crosses the wall between two steps. A body may have bounced in between: if it last flew around an end
/// of the wall, as its velocity tells, it did not cross.
static bool crosses_wall(imp2_vec was, const world2_state* now)
{
    double x = (double)now->center.x, y = (double)now->center.y, behind = x / (double)now->velocity.x;
    bool around = behind >= 0.0 && behind * WORLD2_HERTZ < 1.0 && fabs(y - behind * (double)now->velocity.y) > FLOOR;
    return world2_crosses((double)was.x, (double)was.y, x, y, FLOOR) && !around;
}

/// Whether the centre of anything crosses the wall.
static bool gets_behind(const world2_engine* engine, const world2_scene* s, int steps)
{
    imp2_vec was[PLATES + 2];
    void* world = engine->make(s, 1, false);
    bool behind = false;
    for (int step = 0; step <= steps; ++step)
    {
        for (int32_t i = 1; i < s->body_count; ++i)
        {
            world2_state now = engine->state(world, i);
            behind = behind || (step > 0 && crosses_wall(was[i], &now));
            was[i] = now.center;
        }
        engine->step(world);
    }
    engine->free(world);
    return behind;
}

static void bench_plates(bench* b)
{
    static const form FORMS_OF[] = {CIRCLE, BOX, CAPSULE, TRIANGLE};
    tally walls[WALLS] = {{.all = 0}}, speeds[COUNT_OF(PLATE_SPEEDS)] = {{.all = 0}}, all = {.all = 0};
    bench_rng rng = {3};
    int cases = WALLS * COUNT_OF(FORMS_OF) * COUNT_OF(PLATE_SPEEDS);
    for (int i = 0; i < cases * (b->quick ? PLATE_REPEATS / QUICK_PART : PLATE_REPEATS); ++i)
    {
        int made_of = i % WALLS, speed = i / WALLS / COUNT_OF(FORMS_OF) % COUNT_OF(PLATE_SPEEDS);
        world2_scene s = {.body_count = 0};
        double away =
            build_plates(&s, &rng, (wall)made_of, FORMS_OF[i / WALLS % COUNT_OF(FORMS_OF)], PLATE_SPEEDS[speed]);
        int steps = (int)ceil(away / PLATE_SPEEDS[speed] * WORLD2_HERTZ) + PLATE_STEPS_AFTER;
        tally* const into[] = {&walls[made_of], &speeds[speed], &all};
        for (int side = 0; side < SIDES && fast_side_of(side); ++side)
        {
            fast_count_case(into, COUNT_OF(into), side, gets_behind(fast_side_of(side), &s, steps), 0.0);
        }
        world2_scene_free(&s);
    }
    for (int i = 0; i < WALLS; ++i)
    {
        fast_report_count(b, "plates", FAST_WALL_NAMES[i], "behind", &walls[i], 0.0);
    }
    fast_report_counts_by(b, "plates", "speed", PLATE_SPEEDS, speeds, COUNT_OF(PLATE_SPEEDS), "behind", 0.0);
    fast_report_count(b, "plates", "all", "behind", &all, 0.0);
}

// What is kept

enum
{
    ELASTIC_SECONDS = 10,
    ELASTIC_ROUNDS = 5
};

typedef struct kept
{
    double energy, x, y;
} kept;

static kept sum_up(const world2_engine* engine, void* world, const world2_scene* s)
{
    kept sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < s->body_count; ++i)
    {
        if (s->bodies[i].kind == IMP_BODY_DYNAMIC)
        {
            world2_state at = engine->state(world, i);
            double x = (double)at.velocity.x, y = (double)at.velocity.y, m = (double)at.mass;
            sum.energy += 0.5 * (m * (x * x + y * y) + (double)at.inertia * (double)at.spin * (double)at.spin);
            sum.x += m * x;
            sum.y += m * y;
        }
    }
    return sum;
}

static void build_elastic(world2_scene* s, bench_rng* rng, int balls)
{
    const surface of = {0.0, 1.0};
    const double half = 5.0, radius = 0.2;
    int across = (int)ceil(sqrt((double)balls));
    s->sleepless = true;
    world2_add_body(s, IMP_BODY_STATIC, 0.0, 0.0);
    for (int side = -1; side <= 1; side += 2)
    {
        fast_set_surface(world2_add_box(s, side * (half + 0.5), 0.0, 0.5, half + 1.0), of);
        fast_set_surface(world2_add_box(s, 0.0, side * (half + 0.5), half + 1.0, 0.5), of);
    }
    for (int i = 0; i < balls; ++i)
    {
        double x = (2.0 * (i % across + 0.5) / across - 1.0) * half,
               y = (2.0 * (i / across + 0.5) / across - 1.0) * half;
        imp2_vec velocity = fast_on_circle(bench_rng_range(rng, 0.0, 10.0), bench_rng_range(rng, 0.0, TURN));
        fast_throw_from(fast_add_thing(s, CIRCLE, radius, of), x, y, 0.0, velocity, 0.0);
    }
}

/// The part of the energy of balls in a box that is lost, or won, in ten seconds.
static void bench_elastic(bench* b)
{
    static const int BALLS[] = {24, 30, 100};
    static const double LIMITS[] = {0.1, 0.1, 1.0};
    for (int i = 0; i < COUNT_OF(BALLS); ++i)
    {
        tally t = {.all = 0}, *const into[] = {&t};
        bench_rng rng = {4};
        for (int round = 0; round < (b->quick ? 1 : ELASTIC_ROUNDS); ++round)
        {
            world2_scene s = {.body_count = 0};
            build_elastic(&s, &rng, BALLS[i]);
            for (int side = 0; side < SIDES && fast_side_of(side); ++side)
            {
                const world2_engine* engine = fast_side_of(side);
                void* world = engine->make(&s, 1, false);
                double before = sum_up(engine, world, &s).energy;
                for (int step = 0; step < ELASTIC_SECONDS * WORLD2_HERTZ; ++step)
                {
                    engine->step(world);
                }
                fast_count_case(into, 1, side, false, fabs(sum_up(engine, world, &s).energy / before - 1.0));
                engine->free(world);
            }
            world2_scene_free(&s);
        }
        char row[32];
        snprintf(row, sizeof row, "elastic.%d", BALLS[i]);
        fast_report_most(b, row, "lost", &t, 100.0, "%", LIMITS[i]);
    }
}

enum
{
    MOMENTUM_STEPS = 60,
    MOMENTUM_ACROSS = 8
};

/// A square of things at rest, and a heavy ball.
static void build_crowd(world2_scene* s, bench_rng* rng, form what, double speed, double restitution, int hits)
{
    const surface of = {0.3, restitution};
    s->sleepless = true;
    s->hits = hits;
    for (int i = 0; i < MOMENTUM_ACROSS * MOMENTUM_ACROSS; ++i)
    {
        const imp2_vec rest = {0.0f, 0.0f};
        world2_body* b = fast_add_thing(s, what, 0.25, of);
        fast_throw_from(b, 0.52 * (i % MOMENTUM_ACROSS), 0.52 * (i / MOMENTUM_ACROSS), 0.0, rest, 0.0);
        b->bullet = i % 3 == 0;
    }
    world2_body* b = fast_add_thing(s, CIRCLE, 0.6, of);
    s->shapes[s->shape_count - 1].density = 10.0f;
    const imp2_vec velocity = {(float)speed, 0.0f};
    fast_throw_from(b, -2.0, bench_rng_range(rng, 0.0, 4.0), 0.0, velocity, 0.0);
    b->bullet = true;
}

static void bench_momentum(bench* b)
{
    static const form FORMS_OF[] = {CIRCLE, BOX};
    static const double CROWD_SPEEDS[] = {30.0, 300.0, 3000.0}, RESTITUTIONS[] = {0.0, 0.5, 1.0};
    static const int HITS[] = {0, 4};
    static const char* const ROWS[] = {"momentum", "momentum.hits4"};
    for (int k = 0; k < COUNT_OF(HITS); ++k)
    {
        tally t = {.all = 0}, *const into[] = {&t};
        bench_rng rng = {5};
        for (int i = 0; i < COUNT_OF(FORMS_OF) * COUNT_OF(CROWD_SPEEDS) * COUNT_OF(RESTITUTIONS); ++i)
        {
            double speed = CROWD_SPEEDS[i / COUNT_OF(FORMS_OF) % COUNT_OF(CROWD_SPEEDS)];
            world2_scene s = {.body_count = 0};
            build_crowd(&s, &rng, FORMS_OF[i % COUNT_OF(FORMS_OF)], speed,
                        RESTITUTIONS[i / COUNT_OF(FORMS_OF) / COUNT_OF(CROWD_SPEEDS)], HITS[k]);
            for (int side = 0; side < SIDES && fast_side_of(side); ++side)
            {
                const world2_engine* engine = fast_side_of(side);
                void* world = engine->make(&s, 1, false);
                kept before = sum_up(engine, world, &s);
                double lost = 0.0;
                for (int step = 0; step < MOMENTUM_STEPS; ++step)
                {
                    engine->step(world);
                    kept now = sum_up(engine, world, &s);
                    double off = hypot(now.x - before.x, now.y - before.y) / before.x;
                    lost = isnan(off) ? INFINITY : fmax(lost, off);
                }
                engine->free(world);
                fast_count_case(into, 1, side, false, lost);
            }
            world2_scene_free(&s);
        }
        fast_report_most(b, ROWS[k], "lost", &t, 1e6, "ppm", 10.0);
    }
}

// Near misses

static const double MISSED_BY[] = {0.0005, 0.001, 0.002, 0.003, 0.005, 0.01}, DEFLECTED = 1e-3;  // of the speed

enum
{
    MISS_SPEEDS = 16,
    CONVEX_POSTS = 4,  // a circle, a box, a wedge, the end of a segment
    POST_FORMS = 6     // a wedge as a chain, and as a region
};

/// What points with a radius reach along y, above their origin, turned by an angle.
static double reach_up(const imp2_vec* points, int count, double radius, double angle)
{
    double reach = -INFINITY;
    for (int i = 0; i < count; ++i)
    {
        reach = fmax(reach, sin(angle) * (double)points[i].x + cos(angle) * (double)points[i].y);
    }
    return reach + radius;
}

/// The last two posts are compounds.
static void build_near_miss(world2_scene* s, bench_rng* rng, form what, int post, double gap, double speed)
{
    static const imp2_vec wedge[3] = {{-0.2f, -1.0f}, {0.0f, 0.0f}, {0.2f, -1.0f}};
    static const imp2_vec square[4] = {{-0.5f, -1.0f}, {0.5f, -1.0f}, {0.5f, 0.0f}, {-0.5f, 0.0f}};
    static const struct
    {
        const imp2_vec* points;
        int count;
        double radius;
    } POSTS[POST_FORMS] = {{wedge + 1, 1, 0.3}, {square, 4, 0.0}, {wedge, 3, 0.0},
                           {wedge + 1, 2, 0.0}, {wedge, 3, 0.0},  {wedge, 3, 0.0}};
    const imp2_vec* points = POSTS[post].points;
    const int count = POSTS[post].count;
    const surface of = {0.6, 0.0};
    double turned = bench_rng_range(rng, -0.7, 0.7), angle = bench_rng_range(rng, 0.0, TURN);
    s->sleepless = true;
    world2_add_turned(s, IMP_BODY_STATIC, 0.0, 0.0, turned);
    if (post < CONVEX_POSTS)
    {
        world2_add_shape(s, points, count, (float)POSTS[post].radius);
    }
    else
    {
        world2_outline* o = world2_add_outline(s, points, count);
        o->region = post > CONVEX_POSTS;
        o->closed = false;
    }
    world2_body* b = fast_add_thing(s, what, 0.25, of);
    const world2_shape* shape = &s->shapes[s->shape_count - 1];
    double y = gap + reach_up(points, count, POSTS[post].radius, turned) +
               reach_up(shape->corners, shape->count, (double)shape->radius, angle + 0.5 * TURN);
    const imp2_vec velocity = {(float)speed, 0.0f};
    fast_throw_from(b, -2.0 - bench_rng_range(rng, 0.0, speed / WORLD2_HERTZ), y, angle, velocity, 0.0);
}

static bool is_deflected(const world2_engine* engine, const world2_scene* s, double speed)
{
    void* world = engine->make(s, 1, false);
    world2_state at = engine->state(world, 1);
    for (int step = 0; step < (int)(4.0 / speed * WORLD2_HERTZ) + 2; ++step)
    {
        engine->step(world);
    }
    at = engine->state(world, 1);
    engine->free(world);
    double off = hypot((double)at.velocity.x - speed, (double)at.velocity.y);
    return !(off < DEFLECTED * speed) || !(fabs((double)at.spin) < DEFLECTED * speed);
}

static void bench_near_misses(bench* b)
{
    static const form FORMS_OF[] = {CIRCLE, BOX, CAPSULE, TRIANGLE};
    tally gaps[COUNT_OF(MISSED_BY)] = {{.all = 0}}, all = {.all = 0}, compounds = {.all = 0};
    bench_rng rng = {6};
    for (int i = 0; i < COUNT_OF(MISSED_BY) * MISS_SPEEDS * POST_FORMS * COUNT_OF(FORMS_OF); ++i)
    {
        int gap = i % COUNT_OF(MISSED_BY), rest = i / COUNT_OF(MISSED_BY);
        double speed = 0.5 * pow(200.0, (double)(rest % MISS_SPEEDS) / (MISS_SPEEDS - 1));
        rest /= MISS_SPEEDS;
        int post = rest / COUNT_OF(FORMS_OF);
        world2_scene s = {.body_count = 0};
        build_near_miss(&s, &rng, FORMS_OF[rest % COUNT_OF(FORMS_OF)], post, MISSED_BY[gap], speed);
        tally *const convex[] = {&gaps[gap], &all}, *const others[] = {&compounds};
        for (int side = 0; side < SIDES && fast_side_of(side); ++side)
        {
            bool deflected = is_deflected(fast_side_of(side), &s, speed);
            fast_count_case(post < CONVEX_POSTS ? convex : others, post < CONVEX_POSTS ? 2 : 1, side, deflected, 0.0);
        }
        world2_scene_free(&s);
    }
    fast_report_counts_by(b, "near_miss", "gap", MISSED_BY, gaps, COUNT_OF(MISSED_BY), "deflected", 0.0);
    fast_report_count(b, "near_miss", "all", "deflected", &all, 0.0);
    fast_report_count(b, "near_miss", "compounds", "deflected", &compounds, 0.0);
}

void bench_fast(bench* b)
{
    static const struct
    {
        const char* name;
        void (*run)(bench* b);
    } PARTS[] = {{"slam", bench_slams},           {"container", bench_rings}, {"star", bench_stars},
                 {"plates", bench_plates},        {"elastic", bench_elastic}, {"momentum", bench_momentum},
                 {"near_miss", bench_near_misses}};
    for (int i = 0; i < COUNT_OF(PARTS); ++i)
    {
        if (bench_wanted(b, PARTS[i].name))
        {
            PARTS[i].run(b);
        }
    }
}
