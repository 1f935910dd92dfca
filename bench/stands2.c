// SPDX-License-Identifier: MIT
//
// The scene stands: piles that would stand for ever if things were rigid, and how many of them fall; ours beside Box2D.
//
//     families -> cases -> a pile: a scene, and for each body what it was put on -> 15 to 30 s -> fallen? how fast?
//
// A body has fallen when in the end it is turned by more than 30 degrees against how it was put there, or when its
// centre, seen from that of the body it was put on, is farther from its place than half of the distance of the two. Of
// what was put on the ground only the height counts, so what has slid has not fallen; nor has what has sunk, or leans
// with all that is below it. A pile has fallen when one body has. Nothing falls asleep meanwhile.
//
// `fastest` is the speed of a centre over what a fall by as much as any body has fallen until then gives, and a tenth
// of a size more: the greatest of all bodies and steps. What is light and squeezed by what is heavy may have more than 1.
// A pile has exploded when kinetic and potential energy together have ever been more than as it was built, by what
// lifts all of it by a hundredth of a size.

#include "world2.h"

#include <math.h>
#include <stdio.h>

enum
{
    BODIES_MOST = 512,
    QUICK_PART = 3,  // every third case, when it is to be quick
    ANY = 8,         // cases of which each is played then, too
    SECONDS = 15,
    SECONDS_OF_COLUMNS = 30
};

static const double DEGREE = 0.017453292519943295, TURNED_MOST = 30.0, MOVED_MOST = 0.5, SPARE_FALL = 0.1,
                    GAINED_MOST = 0.01;
static const double G = 10.0, CARD = 0.4, CARD_GAP = 0.001;

/// Where a body belongs: its centre as seen from that of the body it was put on.
typedef struct place
{
    int32_t on;
    double x, y;
} place;

typedef struct pile
{
    world2_scene scene;
    double size, friction;  // of boxes [m]
    int seconds;            // for which it is watched
    place places[BODIES_MOST];
} pile;

/// What is built, once for each index below `cases`. A number is 0 for what is usual.
typedef struct family
{
    const char* name;
    void (*build)(pile* p, const struct family* f, int index);
    int cases;
    double size, friction, gravity, unit;  // 1 m, 0.6, 10 m/s^2, 1 m
    int hertz;
    double radius, shift;  // of the corners of boxes, and the most to the side, in sizes
    double thin;           // how thick cards are [m]
    bool aim;              // has no bar yet
} family;

// Building

/// A body at its place on another one, and so much higher than that. The next shapes are its own.
static int32_t put(pile* p, int32_t on, double x, double y, double higher)
{
    int32_t body = p->scene.body_count;
    imp2_vec below = on > 0 ? p->scene.bodies[on].pose.p : (imp2_vec){0.0f, 0.0f};
    const place at = {on, x, y};
    p->places[body] = at;
    world2_add_body(&p->scene, IMP_BODY_DYNAMIC, (double)below.x + x, (double)below.y + y + higher);
    return body;
}

static int32_t put_box(pile* p, const family* f, int32_t on, double x, double higher)
{
    int32_t body = put(p, on, x, on > 0 ? p->size : 0.5 * p->size, higher);
    double half = (0.5 - f->radius) * p->size;
    world2_shape* s = world2_add_box(&p->scene, 0.0, 0.0, half, half);
    s->radius = (float)(f->radius * p->size);
    s->friction = (float)p->friction;
    return body;
}

/// Boxes on each other, each somewhere up to the shift from the middle, with gaps. Returns the uppermost.
static int32_t put_column(pile* p, const family* f, int count, double shift, double gap, uint64_t seed)
{
    bench_rng rng = {seed};
    int32_t top = 0;
    double was = 0.0;
    for (int i = 0; i < count; ++i)
    {
        double x = shift * p->size * bench_rng_range(&rng, -1.0, 1.0);
        top = put_box(p, f, top, x - was, gap * p->size);
        was = x;
    }
    return top;
}

static void put_load(pile* p, const family* f, int32_t on, double x, double ratio, double drop)
{
    put_box(p, f, on, x, drop * p->size);
    p->scene.shapes[p->scene.shape_count - 1].density = (float)ratio;
}

/// Returns the uppermost.
static int32_t put_pyramid(pile* p, const family* f, int base)
{
    int32_t row = 0, below = 0;
    for (int length = base; length > 0; --length)
    {
        row = p->scene.body_count;
        for (int i = 0; i < length; ++i)
        {
            put_box(p, f, below > 0 ? below + i : 0, (below > 0 ? 0.5 : i) * p->size, 0.0);
        }
        below = row;
    }
    return row;
}

/// Capsules that lie across each other's middle.
static void put_capsules(pile* p, int count, double gap)
{
    int32_t top = 0;
    const double radius = 0.25 * p->size;
    const imp2_vec ends[2] = {{(float)(-2.0 * radius), 0.0f}, {(float)(2.0 * radius), 0.0f}};
    for (int i = 0; i < count; ++i)
    {
        top = put(p, top, 0.0, top > 0 ? 2.0 * radius : radius, gap * p->size);
        world2_add_shape(&p->scene, ends, 2, (float)radius)->friction = (float)p->friction;
    }
}

static int32_t put_card(pile* p, const family* f, int32_t on, double x, double y, double angle)
{
    int32_t body = put(p, on, x, y, 0.0);
    world2_body* b = &p->scene.bodies[body];
    b->pose.q.c = (float)cos(angle);
    b->pose.q.s = (float)sin(angle);
    world2_add_box(&p->scene, 0.0, 0.0, 0.5 * f->thin, 0.5 * CARD)->friction = (float)p->friction;
    return body;
}

/// A house of cards: pairs that lean against each other, and cards across their tips.
static void put_cards(pile* p, const family* f, int floors, double angle)
{
    const double half_way = 0.5 * (CARD * sin(angle) + f->thin * cos(angle) + CARD_GAP);  // from a card to the tip
    const double half_high = 0.5 * (CARD * cos(angle) + f->thin * sin(angle));
    const double across = 0.5 * f->thin + CARD_GAP;
    int32_t flats = 0;  // the first of those that the floor stands on
    for (int row = 0; row < floors; ++row)
    {
        int32_t first = p->scene.body_count;
        for (int i = 0; i < floors - row; ++i)
        {
            // The right one of a pair stands on the next tip, under which one card ends and the next begins.
            for (int side = -1; side <= 1; side += 2)
            {
                int32_t on = row == 0 ? 0 : flats + i;
                double x = row == 0 ? 4.0 * half_way * i + side * half_way : side * half_way;
                put_card(p, f, on, x, row == 0 ? half_high : across + half_high, side * angle);
            }
        }
        flats = p->scene.body_count;
        for (int i = 0; i < floors - row - 1; ++i)
        {
            put_card(p, f, first + 2 * i, 3.0 * half_way, half_high + across, 90.0 * DEGREE);
        }
    }
}

// Families

static void build_columns(pile* p, const family* f, int index)
{
    static const double SHIFTS[] = {0.2, 0.4, 1.0};
    p->seconds = SECONDS_OF_COLUMNS;
    put_column(p, f, 10 * (1 + index % 11), f->shift * SHIFTS[2 - index / 11], 0.0, 1 + (uint64_t)index);
}

static void build_capsules(pile* p, const family* f, int index)
{
    static const int COUNTS[] = {5, 10, 20};
    static const double GAPS[] = {0.0, 0.01, 0.05, 0.1};
    (void)f;
    put_capsules(p, COUNTS[index / 4], GAPS[index % 4]);
}

static void build_loads(pile* p, const family* f, int index)
{
    static const int COUNTS[] = {3, 5, 7, 10};
    static const double RATIOS[] = {50.0, 100.0, 200.0, 400.0}, DROPS[] = {0.0, 0.5, 1.0, 2.0};
    int32_t top = put_column(p, f, COUNTS[index % 4], 0.0, 0.0, 1);
    put_load(p, f, top, 0.0, RATIOS[index / 4 % 4], DROPS[index / 16]);
}

static void build_pyramids(pile* p, const family* f, int index)
{
    static const double RATIOS[] = {50.0, 100.0, 200.0, 400.0}, DROPS[] = {0.5, 1.0, 2.0, 3.0};
    int32_t top = put_pyramid(p, f, 5 + 2 * (index % 4));
    put_load(p, f, top, 0.0, RATIOS[index / 4 % 4], DROPS[index / 16]);
}

static void build_cards(pile* p, const family* f, int index)
{
    static const double FRICTIONS[] = {0.5, 0.6, 0.7, 1.0}, ANGLES[] = {15.0, 20.0, 25.0};
    p->friction = FRICTIONS[index % 4];
    p->scene.shapes[0].friction = (float)p->friction;
    put_cards(p, f, f->aim ? 8 : 3 + index / 12, ANGLES[index / 4 % 3] * DEGREE);
}

/// A little of everything: for what does not depend on what is built.
static void build_any(pile* p, const family* f, int index)
{
    switch (index)
    {
    case 0: put_column(p, f, 10, 0.0, 0.0, 1); break;
    case 1: put_column(p, f, 10, 0.0, 0.1, 1); break;
    case 2: put_column(p, f, 20, 0.02, 0.0, 1); break;
    case 3: put_capsules(p, 10, 0.05); break;
    case 4: put_load(p, f, put_column(p, f, 5, 0.0, 0.0, 1), 0.0, 20.0, 0.5); break;
    case 5: put_column(p, f, 50, 0.01, 0.0, 1); break;
    case 6: put_load(p, f, put_pyramid(p, f, 7), 0.0, 100.0, 1.0); break;
    default: put_pyramid(p, f, 10); break;
    }
}

static void build_thousandfold(pile* p, const family* f, int index)
{
    put_load(p, f, put_column(p, f, 10, 0.0, 0.0, 1), 0.0, 1000.0, index);
}

static void build_highest(pile* p, const family* f, int index)
{
    p->seconds = SECONDS_OF_COLUMNS;
    put_column(p, f, 300, 0.01 * index, 0.0, 1);
}

static void build_hundred(pile* p, const family* f, int index)
{
    p->seconds = 2 * SECONDS_OF_COLUMNS;
    put_column(p, f, 100, 0.01 * index, 0.0, 1);
}

static void build(pile* p, const family* f, int index)
{
    const pile fresh = {.size = f->size > 0.0 ? f->size : 1.0, .friction = f->friction > 0.0 ? f->friction : 0.6};
    *p = fresh;
    p->seconds = SECONDS;
    p->scene.gravity.y = -(float)(f->gravity > 0.0 ? f->gravity : G);
    p->scene.length_unit = (float)f->unit;
    p->scene.hertz = f->hertz;
    p->scene.sleepless = true;
    world2_add_ground(&p->scene, p->size)->friction = (float)p->friction;
    f->build(p, f, index);
    if (p->scene.body_count > BODIES_MOST)
    {
        printf("impinge-bench: stands: too many bodies\n");
    }
}

// Judging

static bool has_fallen(const world2_engine* engine, void* world, const pile* p, int32_t body)
{
    const place* at = &p->places[body];
    const imp2_rot* was = &p->scene.bodies[body].pose.q;
    world2_state s = engine->state(world, body);
    double x = 0.0, y = (double)s.center.y - at->y, apart = at->y;
    if (at->on > 0)
    {
        imp2_vec below = engine->state(world, at->on).center;
        x = (double)s.center.x - (double)below.x - at->x;
        y -= (double)below.y;
        apart = hypot(at->x, at->y);
    }
    double along = (double)s.pose.q.c * (double)was->c + (double)s.pose.q.s * (double)was->s;
    return !(hypot(x, y) <= MOVED_MOST * apart) || !(along >= cos(TURNED_MOST * DEGREE));
}

static bool has_any_fallen(const world2_engine* engine, void* world, const pile* p)
{
    bool fallen = false;
    for (int32_t i = 1; i < p->scene.body_count && !fallen; ++i)
    {
        fallen = has_fallen(engine, world, p, i);
    }
    return fallen;
}

typedef struct tally
{
    int fallen, exploded;
    double fastest;
} tally;

/// What is no number is more than any.
static double greater(double a, double b)
{
    return isnan(b) ? INFINITY : fmax(a, b);
}

typedef struct seen
{
    double fall;     // how far any body has ever been below where it began, at most
    double fastest;  // the greatest speed over what that allows
    bool exploded;
} seen;

static void look_at_all(const world2_engine* engine, void* world, const pile* p, seen* at)
{
    const double g = -(double)p->scene.gravity.y;
    double fastest = 0.0, gained = 0.0, weight = 0.0;
    for (int32_t i = 1; i < p->scene.body_count; ++i)
    {
        world2_state s = engine->state(world, i);
        double speed = hypot((double)s.velocity.x, (double)s.velocity.y);
        double lower = (double)p->scene.bodies[i].pose.p.y - (double)s.center.y;
        fastest = greater(fastest, speed);
        at->fall = fmax(at->fall, lower);
        gained += 0.5 * ((double)s.mass * speed * speed + (double)s.inertia * (double)s.spin * (double)s.spin);
        gained -= (double)s.mass * g * lower;
        weight += (double)s.mass * g;
    }
    at->fastest = greater(at->fastest, fastest / sqrt(2.0 * g * (at->fall + SPARE_FALL * p->size)));
    at->exploded = at->exploded || !(gained <= GAINED_MOST * p->size * weight);
}

static void watch(const world2_engine* engine, const pile* p, tally* t)
{
    void* world = engine->make(&p->scene, 1, false);
    seen at = {.fall = 0.0};
    for (int i = 0; i < p->seconds * world2_hertz(&p->scene); ++i)
    {
        engine->step(world);
        look_at_all(engine, world, p, &at);
    }
    t->fastest = greater(t->fastest, at.fastest);
    t->exploded += at.exploded;
    t->fallen += has_any_fallen(engine, world, p);
    engine->free(world);
}

/// When all of it sleeps, and stands; or as long as it is watched.
static double time_to_sleep(const world2_engine* engine, pile* p)
{
    p->scene.sleepless = false;
    void* world = engine->make(&p->scene, 1, false);
    bool awake = true;
    int step = 0, steps = p->seconds * world2_hertz(&p->scene);
    for (; step < steps && awake; ++step)
    {
        engine->step(world);
        awake = false;
        for (int32_t i = 1; i < p->scene.body_count && !awake; ++i)
        {
            awake = engine->state(world, i).awake;
        }
    }
    bool fallen = has_any_fallen(engine, world, p);
    engine->free(world);
    return fallen ? p->seconds : (double)step / world2_hertz(&p->scene);
}

// Rows

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

static const family FAMILIES[] = {
    {.name = "columns.aligned", .build = build_columns, .cases = 11},
    {.name = "columns.shifted", .build = build_columns, .cases = 33, .shift = 0.05},
    {.name = "columns.round.aligned", .build = build_columns, .cases = 11, .radius = 0.05},
    {.name = "columns.round.shifted", .build = build_columns, .cases = 33, .radius = 0.05, .shift = 0.05},
    {.name = "capsules", .build = build_capsules, .cases = 12},
    {.name = "loads", .build = build_loads, .cases = 64},
    {.name = "pyramids", .build = build_pyramids, .cases = 64},
    {.name = "cards.10mm", .build = build_cards, .cases = 48, .thin = 0.01},
    {.name = "cards.2mm", .build = build_cards, .cases = 48, .thin = 0.002},
    {.name = "cards.1mm", .build = build_cards, .cases = 48, .thin = 0.001},
    {.name = "hertz.30", .build = build_any, .cases = ANY, .hertz = 30},
    {.name = "hertz.60", .build = build_any, .cases = ANY, .hertz = 60},
    {.name = "hertz.120", .build = build_any, .cases = ANY, .hertz = 120},
    {.name = "hertz.240", .build = build_any, .cases = ANY, .hertz = 240},
    {.name = "friction.0.3", .build = build_any, .cases = ANY, .friction = 0.3},
    {.name = "friction.0.5", .build = build_any, .cases = ANY, .friction = 0.5},
    {.name = "friction.0.8", .build = build_any, .cases = ANY, .friction = 0.8},
    {.name = "friction.1", .build = build_any, .cases = ANY, .friction = 1.0},
    {.name = "gravity.1", .build = build_any, .cases = ANY, .gravity = 1.0},
    {.name = "gravity.3", .build = build_any, .cases = ANY, .gravity = 3.0},
    {.name = "gravity.30", .build = build_any, .cases = ANY, .gravity = 30.0},
    {.name = "gravity.100", .build = build_any, .cases = ANY, .gravity = 100.0},
    {.name = "size.0.05", .build = build_any, .cases = ANY, .size = 0.05},
    {.name = "size.0.05.unit", .build = build_any, .cases = ANY, .size = 0.05, .unit = 0.05},
    {.name = "size.0.1", .build = build_any, .cases = ANY, .size = 0.1},
    {.name = "size.0.1.unit", .build = build_any, .cases = ANY, .size = 0.1, .unit = 0.1},
    {.name = "size.0.3", .build = build_any, .cases = ANY, .size = 0.3},
    {.name = "size.0.3.unit", .build = build_any, .cases = ANY, .size = 0.3, .unit = 0.3},
    {.name = "size.3", .build = build_any, .cases = ANY, .size = 3.0},
    {.name = "size.3.unit", .build = build_any, .cases = ANY, .size = 3.0, .unit = 3.0},
    {.name = "size.10", .build = build_any, .cases = ANY, .size = 10.0},
    {.name = "size.10.unit", .build = build_any, .cases = ANY, .size = 10.0, .unit = 10.0},
    {.name = "aim.size.0.01", .build = build_any, .cases = ANY, .size = 0.01, .aim = true},
    {.name = "aim.size.0.01.unit", .build = build_any, .cases = ANY, .size = 0.01, .unit = 0.01, .aim = true},
    {.name = "aim.size.0.02", .build = build_any, .cases = ANY, .size = 0.02, .aim = true},
    {.name = "aim.size.0.02.unit", .build = build_any, .cases = ANY, .size = 0.02, .unit = 0.02, .aim = true},
    {.name = "aim.load1000", .build = build_thousandfold, .cases = 3, .aim = true},
    {.name = "aim.column300", .build = build_highest, .cases = 3, .aim = true},
    {.name = "aim.cards8", .build = build_cards, .cases = 12, .thin = 0.002, .aim = true},
};

static void report_family(bench* b, const family* f)
{
    if (!bench_wanted(b, f->name))
    {
        return;
    }
    tally ours = {.fallen = 0}, peer = {.fallen = 0};
    int all = 0;
    for (int i = 0; i < f->cases; i += b->quick && f->cases > ANY ? QUICK_PART : 1)
    {
        pile p;
        build(&p, f, i);
        watch(&WORLD2_OURS, &p, &ours);
        if (WORLD2_PEER)
        {
            watch(WORLD2_PEER, &p, &peer);
        }
        all += 1;
        world2_scene_free(&p.scene);
    }
    char unit[16];
    snprintf(unit, sizeof unit, "of %d", all);
    world2_report(b, "stands", f->name, "fallen", ours.fallen, peer.fallen, unit, f->aim ? NAN : 1.0);
    world2_report(b, "stands", f->name, "exploded", ours.exploded, peer.exploded, unit, f->aim ? NAN : 0.0);
    world2_report(b, "stands", f->name, "fastest", ours.fastest, peer.fastest, "falls",
                  f->aim ? NAN : fmax(1.0, 1.0 / peer.fastest));
}

static void report_sleep(bench* b)
{
    static const family HUNDRED = {.name = "sleep.column100", .build = build_hundred, .cases = 3};
    if (!bench_wanted(b, HUNDRED.name))
    {
        return;
    }
    double seconds[2] = {0.0, 0.0};
    int awake[2] = {0, 0};
    for (int i = 0; i < 2 * HUNDRED.cases; ++i)
    {
        const world2_engine* engine = i % 2 ? WORLD2_PEER : &WORLD2_OURS;
        if (engine)
        {
            pile p;
            build(&p, &HUNDRED, i / 2);
            double time = time_to_sleep(engine, &p);
            seconds[i % 2] += time / HUNDRED.cases;
            awake[i % 2] += time >= p.seconds;
            world2_scene_free(&p.scene);
        }
    }
    world2_report(b, "stands", HUNDRED.name, "awake", awake[0], awake[1], "of 3", 0.0);
    world2_report(b, "stands", HUNDRED.name, "mean", seconds[0], seconds[1], "s", 1.0);
}

void bench_stands(bench* b)
{
    for (int i = 0; i < COUNT_OF(FAMILIES); ++i)
    {
        report_family(b, &FAMILIES[i]);
    }
    report_sleep(b);
}
