// SPDX-License-Identifier: MIT
//
// The scene tunnelling: what is shot at thin walls of the plane, and how often it comes out on the other side; ours
// beside Box2D, with its best settings.
//
//     bodies x shapes x walls x speeds x widths x turning  ->  a world of two bodies  ->  a few steps  ->  passed?
//                                                                                                            |
//                                                              of how many: by pair, body, speed, width, turning
//
// A wall is 20 m long, or a post: a circle as wide. What comes meets it within a metre of its middle, up to 60 degrees
// askew, anywhere in a step. The judge looks at poses alone, in the wall's own frame: a body whose centre crosses the
// wall between two steps, and not beyond its ends, has passed. Around a post there is a way; so past that a body has
// passed only if its velocity is what it was: nobody has noticed. Rods turn beside a wall that is in their way: one has
// passed when an end is a centimetre beyond the wall, or when it turns on as before.
//
// All is without gravity, friction and bounce; a wall that moves is heavy, so that it does not turn away meanwhile.

#include "world2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    REPEATS = 3,
    STEPS_AFTER = 2,  // for which it is watched when it should have passed
    ROD_STEPS = 4,
    WALL_PIECES = 8  // of each side of a chain
};

static const double HALF_WALL = 10.0, HALF_ROD = 0.5, ROD_RADIUS = 0.02, BEYOND = 0.01, NOTICED = 0.01, HEAVY = 1e5;
static const double STEP = 1.0 / WORLD2_HERTZ;

typedef enum body_kind
{
    AT_STATIC,
    AT_KINEMATIC,
    KINEMATIC_COMES,  // to a body that stands
    AT_DYNAMIC,
    BOTH_MOVE,     // towards each other
    BULLETS_MEET,  // the same, and both are bullets
    NO_BULLETS,
    BODY_KINDS
} body_kind;

static const char* const BODY_NAMES[BODY_KINDS] = {"static",        "kinematic",    "kinematic_comes",  "dynamic",
                                                   "dynamic_meets", "bullets_meet", "dynamic_no_bullet"};

typedef enum form
{
    CIRCLE,
    CAPSULE,
    BOX,
    POLYGON,
    FORMS,
    SEGMENT = FORMS,  // walls without mass
    CHAIN,
    WALLS
} form;

static const char* const FORM_NAMES[WALLS] = {"circle", "capsule", "box", "polygon", "segment", "chain"};
static const double SPEEDS[] = {10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0};  // [m/s]
static const double WIDTHS[] = {0.001, 0.005, 0.02, 0.1};                            // [m]
static const double SPINS[] = {30.0, 100.0, 300.0, 1000.0};                          // [rad/s]

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

typedef struct tally
{
    int all, passed[2];  // ours, the peer's
} tally;

typedef struct tallies
{
    tally all, pairs[FORMS][WALLS], bodies[BODY_KINDS], speeds[COUNT_OF(SPEEDS)], widths[COUNT_OF(WIDTHS)], turning[2];
    tally rods[FORMS][WALLS], spins[COUNT_OF(SPINS)];
} tallies;

/// One shot, in the frame of the wall, which stands along y; what comes, comes from below x.
typedef struct shot
{
    body_kind kind;
    form comes, wall;
    double width, size;          // half, or the radius, of what comes
    double x, y, angle;          // where it begins
    double speed, askew, spin;   // of the one as seen from the other
    double place_x, place_y, q;  // of the wall's frame
    int steps;
    bool rod;
} shot;

static bool is_possible(body_kind kind, form wall)
{
    return wall < FORMS || kind <= KINEMATIC_COMES;
}

static imp2_vec turned(double x, double y, double angle)
{
    const imp2_vec r = {(float)(cos(angle) * x - sin(angle) * y), (float)(sin(angle) * x + cos(angle) * y)};
    return r;
}

static world2_body* add_placed(world2_scene* scene, const shot* s, int32_t kind, double x, double y, double angle)
{
    imp2_vec p = turned(x, y, s->q);
    world2_body* b = world2_add_body(scene, kind, s->place_x + (double)p.x, s->place_y + (double)p.y);
    imp2_vec q = turned(1.0, 0.0, s->q + angle);
    b->pose.q.c = q.x;
    b->pose.q.s = q.y;
    return b;
}

/// A thin hexagon along y.
static world2_shape* add_blade(world2_scene* scene, double half_width, double half)
{
    imp2_vec corners[6];
    for (int i = 0; i < 6; ++i)
    {
        static const double X[6] = {0, 1, 1, 0, -1, -1}, Y[6] = {-1, -0.9, 0.9, 1, 0.9, -0.9};
        corners[i].x = (float)(half_width * X[i]);
        corners[i].y = (float)(half * Y[i]);
    }
    return world2_add_shape(scene, corners, 6, 0.0f);
}

/// Something long and thin along y, with two ends; a circle has none.
static world2_shape* add_long(world2_scene* scene, form what, double half_width, double half)
{
    const imp2_vec ends[2] = {{0.0f, (float)-half}, {0.0f, (float)half}}, middle = {0.0f, 0.0f};
    switch (what)
    {
    case CIRCLE: return world2_add_shape(scene, &middle, 1, (float)half_width);
    case CAPSULE: return world2_add_shape(scene, ends, 2, (float)half_width);
    case BOX: return world2_add_box(scene, 0.0, 0.0, half_width, half);
    case POLYGON: return add_blade(scene, half_width, half);
    default: return world2_add_shape(scene, ends, 2, 0.0f);
    }
}

/// Up on the right and down on the left: felt from outside.
static void add_chain(world2_scene* scene, double half_width)
{
    imp2_vec loop[2 * (WALL_PIECES + 1)];
    for (int i = 0; i <= WALL_PIECES; ++i)
    {
        float y = (float)(HALF_WALL * (2.0 * i / WALL_PIECES - 1.0));
        imp2_vec *right = &loop[i], *left = &loop[COUNT_OF(loop) - 1 - i];
        right->x = (float)half_width;
        left->x = (float)-half_width;
        right->y = left->y = y;
    }
    world2_outline* chain = world2_add_outline(scene, loop, COUNT_OF(loop));
    chain->one_sided = true;
    chain->friction = 0.0f;
}

static void add_wall(world2_scene* scene, const shot* s)
{
    static const int32_t KINDS[BODY_KINDS] = {IMP_BODY_STATIC,  IMP_BODY_KINEMATIC, IMP_BODY_KINEMATIC,
                                              IMP_BODY_DYNAMIC, IMP_BODY_DYNAMIC,   IMP_BODY_DYNAMIC,
                                              IMP_BODY_DYNAMIC};
    static const double SHARES[BODY_KINDS] = {0.0, 0.0, 1.0, 0.0, 0.5, 0.5, 0.0};
    double half = 0.5 * s->width, area = s->wall == CIRCLE ? 3.1416 * half * half : 2.0 * s->width * HALF_WALL;
    world2_body* b = add_placed(scene, s, KINDS[s->kind], 0.0, 0.0, 0.0);
    b->velocity = turned(-SHARES[s->kind] * s->speed, 0.0, s->q + s->askew);
    b->bullet = s->kind == BULLETS_MEET;
    if (s->wall == CHAIN)
    {
        add_chain(scene, half);
        return;
    }
    world2_shape* wall = add_long(scene, s->wall, half, HALF_WALL);
    wall->density = (float)(HEAVY * 4.0 * s->size * s->size / area);
    wall->friction = 0.0f;
}

/// What flies. Its inner radius is half its size at least.
static world2_shape* add_flyer(world2_scene* scene, form what, double size)
{
    imp2_vec corners[5];
    switch (what)
    {
    case CAPSULE: return add_long(scene, what, 0.5 * size, 0.5 * size);
    case BOX: return world2_add_box(scene, 0.0, 0.0, 0.8 * size, 0.6 * size);
    case POLYGON:
        for (int i = 0; i < 5; ++i)
        {
            corners[i] = turned(size, 0.0, 1.2566370614359172 * i);
        }
        return world2_add_shape(scene, corners, 5, 0.0f);
    default: return add_long(scene, what, size, 0.0);
    }
}

static void build_shot(world2_scene* scene, const shot* s)
{
    static const double SHARES[BODY_KINDS] = {1.0, 1.0, 0.0, 1.0, 0.5, 0.5, 1.0};
    scene->sleepless = true;
    add_wall(scene, s);
    world2_body* b = add_placed(scene, s, IMP_BODY_DYNAMIC, s->x, s->y, s->angle);
    b->velocity = turned(SHARES[s->kind] * s->speed, 0.0, s->q + s->askew);
    b->spin = (float)s->spin;
    b->bullet = s->kind != NO_BULLETS;
    world2_shape* shape =
        s->rod ? add_long(scene, s->comes, ROD_RADIUS, HALF_ROD) : add_flyer(scene, s->comes, s->size);
    shape->friction = 0.0f;
}

typedef struct seen
{
    double x, y, angle;  // of the centre of what comes, in the wall's frame
} seen;

static seen look(const world2_engine* engine, void* world)
{
    world2_state wall = engine->state(world, 0), comes = engine->state(world, 1);
    double x = (double)comes.center.x - (double)wall.pose.p.x, y = (double)comes.center.y - (double)wall.pose.p.y;
    double q = atan2((double)wall.pose.q.s, (double)wall.pose.q.c);
    const seen r = {cos(q) * x + sin(q) * y, cos(q) * y - sin(q) * x,
                    atan2((double)comes.pose.q.s, (double)comes.pose.q.c) - q};
    return r;
}

static bool sticks_through(const shot* s, seen at)
{
    double out = fabs(sin(at.angle)) * HALF_ROD;
    return !(at.x + out < 0.5 * s->width + BEYOND) && !(fabs(at.y) > HALF_WALL);
}

static bool goes_on(const world2_engine* engine, void* world, const world2_body* from, const shot* s)
{
    world2_state now = engine->state(world, 1);
    if (s->rod)
    {
        return fabs((double)now.spin - (double)from->spin) < NOTICED * fabs(s->spin);
    }
    double x = (double)now.velocity.x - (double)from->velocity.x, y = (double)now.velocity.y - (double)from->velocity.y;
    return s->wall == CIRCLE && !(look(engine, world).x < 0.0) && hypot(x, y) < NOTICED * s->speed;
}

static bool passes(const world2_engine* engine, const shot* s)
{
    world2_scene scene = {.body_count = 0};
    build_shot(&scene, s);
    void* world = engine->make(&scene, 1, false);
    seen before = look(engine, world);
    bool passed = false;
    for (int i = 0; i < s->steps; ++i)
    {
        engine->step(world);
        seen now = look(engine, world);
        passed = passed || (s->rod ? sticks_through(s, now)
                                   : s->wall != CIRCLE && world2_crosses(before.x, before.y, now.x, now.y, HALF_WALL));
        before = now;
    }
    passed = passed || goes_on(engine, world, &scene.bodies[1], s);
    engine->free(world);
    world2_scene_free(&scene);
    return passed;
}

static void count_shot(const shot* s, tally* const* into, int count)
{
    for (int side = 0; side < (WORLD2_PEER ? 2 : 1); ++side)
    {
        bool passed = passes(side ? WORLD2_PEER : &WORLD2_OURS, s);
        for (int i = 0; i < count; ++i)
        {
            into[i]->passed[side] += passed;
        }
    }
    for (int i = 0; i < count; ++i)
    {
        into[i]->all += 1;
    }
}

static void place_frame(bench_rng* rng, shot* s)
{
    s->place_x = bench_rng_range(rng, -10.0, 10.0);
    s->place_y = bench_rng_range(rng, -10.0, 10.0);
    s->q = bench_rng_range(rng, -3.1, 3.1);
}

/// Where it begins, so that it meets the wall in the first or the second of long steps.
static void aim(bench_rng* rng, shot* s, bool turns)
{
    place_frame(rng, s);
    s->size = 0.05 * pow(10.0, bench_rng_range(rng, 0.0, 1.0));
    s->askew = bench_rng_range(rng, -1.0, 1.0);
    s->angle = bench_rng_range(rng, -3.1, 3.1);
    s->spin = turns ? bench_rng_range(rng, -40.0, 40.0) : 0.0;
    double closing = s->speed * cos(s->askew), clear = s->size + 0.5 * s->width + 0.05;
    double way = clear + 2.0 * bench_rng_range(rng, 0.0, 1.0) * closing * STEP;
    double middle = s->wall == CIRCLE ? 0.2 * s->size : 1.0;
    s->x = -way;
    s->y = bench_rng_range(rng, -middle, middle) - way * tan(s->askew);
    s->steps = (int)ceil((way + clear) / (closing * STEP)) + STEPS_AFTER;
}

static void shoot(bench_rng* rng, tallies* t, body_kind kind, form comes, form wall)
{
    for (int speed = 0; speed < COUNT_OF(SPEEDS); ++speed)
    {
        for (int width = 0; width < COUNT_OF(WIDTHS); ++width)
        {
            for (int turns = 0; turns < 2; ++turns)
            {
                shot s = {.kind = kind, .comes = comes, .wall = wall, .width = WIDTHS[width]};
                s.speed = SPEEDS[speed];
                aim(rng, &s, turns == 1);
                // What is no bullet may pass through bodies that move; that has a row of its own alone.
                tally* into[] = {&t->bodies[kind],  &t->all,           &t->pairs[comes][wall],
                                 &t->speeds[speed], &t->widths[width], &t->turning[turns]};
                count_shot(&s, into, kind == NO_BULLETS ? 1 : COUNT_OF(into));
            }
        }
    }
}

static void turn_rods(bench_rng* rng, tallies* t, body_kind kind, form comes, form wall)
{
    for (int spin = 0; spin < COUNT_OF(SPINS); ++spin)
    {
        for (int width = 0; width < COUNT_OF(WIDTHS); ++width)
        {
            shot s = {.kind = kind, .comes = comes, .wall = wall, .width = WIDTHS[width]};
            place_frame(rng, &s);
            s.rod = true;
            s.size = 0.1;
            s.x = -(0.5 * s.width + bench_rng_range(rng, 0.15, 0.4));
            s.y = bench_rng_range(rng, -1.0, 1.0);
            s.spin = bench_rng_next(rng) % 2 ? SPINS[spin] : -SPINS[spin];
            s.steps = ROD_STEPS;
            tally* into[] = {&t->rods[comes][wall], &t->spins[spin]};
            count_shot(&s, into, COUNT_OF(into));
        }
    }
}

static void report_tally(bench* b, const char* kind, const char* name, const tally* t, double bar)
{
    char row[64];
    snprintf(row, sizeof row, "%s%s%s", kind, *name ? "." : "", name);
    if (t->all == 0 || !bench_wanted(b, row))
    {
        return;
    }
    char unit[16];
    snprintf(unit, sizeof unit, "of %d", t->all);
    bench_entry e = bench_entry_make("tunnelling", row, "", t->passed[0], unit);
    e.peer = WORLD2_PEER ? WORLD2_PEER->name : NULL;
    e.peer_commit = WORLD2_PEER ? WORLD2_PEER->commit : NULL;
    e.peer_value = t->passed[1];
    e.bar = bar;
    bench_report(b, &e);
}

static void report_pairs(bench* b, const char* kind, tally pairs[FORMS][WALLS])
{
    for (int comes = 0; comes < FORMS; ++comes)
    {
        for (int wall = 0; wall < WALLS; ++wall)
        {
            char name[48];
            snprintf(name, sizeof name, "%s_%s", FORM_NAMES[comes], FORM_NAMES[wall]);
            report_tally(b, kind, name, &pairs[comes][wall], 0.0);
        }
    }
}

static void report_numbers(bench* b, const char* kind, const double* values, tally* tallied, int count)
{
    for (int i = 0; i < count; ++i)
    {
        char name[32];
        snprintf(name, sizeof name, "%g", values[i]);
        report_tally(b, kind, name, &tallied[i], 0.0);
    }
}

void bench_tunnelling(bench* b)
{
    tallies t = {.all = {.all = 0}};
    bench_rng rng = {1};
    for (int i = 0; i < BODY_KINDS * FORMS * WALLS * (b->quick ? 1 : REPEATS); ++i)
    {
        body_kind kind = (body_kind)(i % BODY_KINDS);
        form comes = (form)(i / BODY_KINDS % FORMS), wall = (form)(i / BODY_KINDS / FORMS % WALLS);
        if (is_possible(kind, wall))
        {
            shoot(&rng, &t, kind, comes, wall);
        }
        if (is_possible(kind, wall) && comes != CIRCLE && wall != CIRCLE && kind <= AT_DYNAMIC &&
            kind != KINEMATIC_COMES)
        {
            turn_rods(&rng, &t, kind, comes, wall);
        }
    }
    report_pairs(b, "pair", t.pairs);
    for (int i = 0; i < BODY_KINDS; ++i)
    {
        report_tally(b, "body", BODY_NAMES[i], &t.bodies[i], i == NO_BULLETS ? NAN : 0.0);
    }
    report_numbers(b, "speed", SPEEDS, t.speeds, COUNT_OF(SPEEDS));
    report_numbers(b, "width", WIDTHS, t.widths, COUNT_OF(WIDTHS));
    report_tally(b, "turning", "not", &t.turning[0], 0.0);
    report_tally(b, "turning", "40", &t.turning[1], 0.0);
    report_pairs(b, "rod", t.rods);
    report_numbers(b, "rod.spin", SPINS, t.spins, COUNT_OF(SPINS));
    report_tally(b, "all", "", &t.all, 0.0);
}
