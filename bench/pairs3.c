// SPDX-License-Identifier: MIT
//
// The scene pairs3: a million pairs of convex shapes in space, one call each, ours and a peer's; and hulls of clouds.

#include "pairs.h"
#include "work3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PAIRS = 1000000,
    PAIRS_QUICK = 50000,
    CHECKED = 2000,
    CHECKED_HULLS = 60,  // the arbiter tries all pairs of edges
    ROUNDS = 5,
    TIMES_CHECKED = 16,
    CLOUDS = 64
};

// What is nearer than this counts for a peer as a contact already, or as a start in contact: its own choice, no fault.
#define CONTACT_MARGIN 0.02f
#define START_MARGIN 0.01

// Less than this is rounding.
#define GAP_TOLERANCE 1e-4

enum
{
    BOXES,
    BOXES_APART,
    STACK,
    HULLS,
    HULLS_APART,
    SPHERES,
    CAPSULES,
    CAPSULE_SPHERE,
    BOX_SPHERE,
    BOX_CAPSULE,
    HULL_CAPSULE,
    TRIANGLE_SPHERE,
    TRIANGLE_CAPSULE,
    TRIANGLE_BOX,
    RAY_SPHERE,
    RAY_CAPSULE,
    RAY_BOX,
    RAY_HULL
};

static const struct
{
    int kind_a, kind_b, place;
    bool rays;
} WORKS[] = {
    [BOXES] = {WORK3_BOX, WORK3_BOX, PLACE3_NEAR, false},
    [BOXES_APART] = {WORK3_BOX, WORK3_BOX, PLACE3_APART, false},
    [STACK] = {WORK3_BOX, WORK3_BOX, PLACE3_RESTING, false},
    [HULLS] = {WORK3_HULL, WORK3_HULL, PLACE3_NEAR, false},
    [HULLS_APART] = {WORK3_HULL, WORK3_HULL, PLACE3_APART, false},
    [SPHERES] = {WORK3_SPHERE, WORK3_SPHERE, PLACE3_NEAR, false},
    [CAPSULES] = {WORK3_CAPSULE, WORK3_CAPSULE, PLACE3_NEAR, false},
    [CAPSULE_SPHERE] = {WORK3_CAPSULE, WORK3_SPHERE, PLACE3_NEAR, false},
    [BOX_SPHERE] = {WORK3_BOX, WORK3_SPHERE, PLACE3_NEAR, false},
    [BOX_CAPSULE] = {WORK3_BOX, WORK3_CAPSULE, PLACE3_NEAR, false},
    [HULL_CAPSULE] = {WORK3_HULL, WORK3_CAPSULE, PLACE3_NEAR, false},
    [TRIANGLE_SPHERE] = {WORK3_TRIANGLE, WORK3_SPHERE, PLACE3_NEAR, false},
    [TRIANGLE_CAPSULE] = {WORK3_TRIANGLE, WORK3_CAPSULE, PLACE3_NEAR, false},
    [TRIANGLE_BOX] = {WORK3_TRIANGLE, WORK3_BOX, PLACE3_NEAR, false},
    [RAY_SPHERE] = {WORK3_SPHERE, 0, 0, true},
    [RAY_CAPSULE] = {WORK3_CAPSULE, 0, 0, true},
    [RAY_BOX] = {WORK3_BOX, 0, 0, true},
    [RAY_HULL] = {WORK3_HULL, 0, 0, true},
};

#define NO_BAR NAN

// Rows with the same work stand together, so that it is made once. The peer's warm calls come after a cold one of the
// same pair. Its distance of what overlaps is 0, where ours is the depth; the start of a motion in overlap it tells at
// once, where ours finds the way out: so there are rows of pairs that are apart.
static const struct row
{
    const char* name;
    int work, call, peer_call;
    double bar;
} ROWS[] = {
    {"box_box.contacts", BOXES, CALL3_CONTACTS, CALL3_CONTACTS, 0.5},
    {"box_box.contacts_against_warm", BOXES, CALL3_CONTACTS, CALL3_CONTACTS_WARM, 1.0},
    {"box_box.contacts_warm", BOXES, CALL3_CONTACTS_WARM, CALL3_CONTACTS_WARM, NO_BAR},
    {"batch.box_box.contacts", BOXES, CALL3_CONTACTS, CALL3_CONTACTS, 1.0 / 5.0},
    {"box_box.distance_or_depth", BOXES, CALL3_DISTANCE, CALL3_DISTANCE, NO_BAR},
    {"box_apart.distance", BOXES_APART, CALL3_DISTANCE, CALL3_DISTANCE, 0.9},
    {"box_apart.cast", BOXES_APART, CALL3_CAST, CALL3_CAST, NO_BAR},
    {"box_apart.impact", BOXES_APART, CALL3_IMPACT, CALL3_IMPACT, NO_BAR},
    {"stack.contacts", STACK, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"stack.contacts_warm", STACK, CALL3_CONTACTS_WARM, CALL3_CONTACTS_WARM, NO_BAR},
    {"hull32.contacts", HULLS, CALL3_CONTACTS, CALL3_CONTACTS, 0.6},
    {"hull32.contacts_warm", HULLS, CALL3_CONTACTS_WARM, CALL3_CONTACTS_WARM, NO_BAR},
    {"hull32.distance_or_depth", HULLS, CALL3_DISTANCE, CALL3_DISTANCE, NO_BAR},
    {"hull32_apart.distance", HULLS_APART, CALL3_DISTANCE, CALL3_DISTANCE, 0.9},
    {"hull32_apart.cast", HULLS_APART, CALL3_CAST, CALL3_CAST, NO_BAR},
    {"sphere_sphere.contacts", SPHERES, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"capsule_capsule.contacts", CAPSULES, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"capsule_sphere.contacts", CAPSULE_SPHERE, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"box_sphere.contacts", BOX_SPHERE, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"batch.box_sphere.contacts", BOX_SPHERE, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"box_capsule.contacts", BOX_CAPSULE, CALL3_CONTACTS, CALL3_CONTACTS, 0.8},
    {"batch.box_capsule.contacts", BOX_CAPSULE, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"hull32_capsule.contacts", HULL_CAPSULE, CALL3_CONTACTS, CALL3_CONTACTS, 0.8},
    {"triangle_sphere.contacts", TRIANGLE_SPHERE, CALL3_CONTACTS, CALL3_CONTACTS, 0.8},
    {"batch.triangle_sphere.contacts", TRIANGLE_SPHERE, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"triangle_capsule.contacts", TRIANGLE_CAPSULE, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"triangle_box.contacts", TRIANGLE_BOX, CALL3_CONTACTS, CALL3_CONTACTS, NO_BAR},
    {"sphere.ray", RAY_SPHERE, CALL3_RAY, CALL3_RAY, NO_BAR},
    {"capsule.ray", RAY_CAPSULE, CALL3_RAY, CALL3_RAY, NO_BAR},
    {"box.ray", RAY_BOX, CALL3_RAY, CALL3_RAY, NO_BAR},
    {"batch.box.ray", RAY_BOX, CALL3_RAY, CALL3_RAY, NO_BAR},
    {"hull32.ray", RAY_HULL, CALL3_RAY, CALL3_RAY, NO_BAR},
};

static const side3* peer_side(void)
{
#ifdef IMP_PEER_BOX3D
    return &SIDE3_BOX3D;
#else
    return NULL;
#endif
}

static bool is_batch(const char* row)
{
    return strncmp(row, "batch.", 6) == 0;
}

// Quality

static bool says_yes(int call, const answer3* r)
{
    return call <= CALL3_CONTACTS_WARM ? r->count > 0 && r->value >= 0.0f
           : call == CALL3_DISTANCE    ? r->value <= 0.0f
                                       : r->count > 0;
}

/// Yes and no, and how deep or far.
static void check_still(const work3* work, int call, int32_t i, const answer3* r, pairs_quality* q)
{
    double gap = work3_gap(work, call, i, 0.0);
    bool yes = says_yes(call, r);
    if (yes != (gap <= 0.0) && fabs(gap) > GAP_TOLERANCE)
    {
        q->wrong += 1;
    }
    else if (call != CALL3_DISTANCE && yes)
    {
        q->error = fmax(q->error, fabs((double)r->value + gap));
    }
    else if (call == CALL3_DISTANCE && !yes)
    {
        q->error = fmax(q->error, fabs((double)r->value - gap));
    }
}

/// Nothing may overlap before the time that was told, and there should be something to hit then.
static void check_moving(const work3* work, int call, int32_t i, const answer3* r, pairs_quality* q)
{
    double time = r->count == 0 ? 1.0 : (double)r->value;
    double gap = work3_gap(work, call, i, time);
    if (r->count == 2)
    {
        q->wrong += gap > START_MARGIN;
        return;
    }
    bool late = false;
    for (int k = 0; k <= TIMES_CHECKED && !late; ++k)
    {
        late = work3_gap(work, call, i, time * k / (double)TIMES_CHECKED) < -GAP_TOLERANCE;
    }
    q->wrong += late || (r->count == 1 && gap > START_MARGIN);
    if (r->count == 1 && !late)
    {
        q->error = fmax(q->error, gap);
    }
}

static int32_t checked_of(const work3* work, int call)
{
    bool hulls = work->kind_a == WORK3_HULL || work->kind_b == WORK3_HULL;
    bool moving = call >= CALL3_CAST;
    return (hulls ? CHECKED_HULLS : CHECKED) / (moving ? TIMES_CHECKED : 1);
}

static pairs_quality check(const work3* work, int call, const answer3* answers)
{
    pairs_quality q = {0};
    int32_t checked = checked_of(work, call);
    for (int32_t i = 0; i < work->count; ++i)
    {
        q.yes += says_yes(call, &answers[i]);
        if (i < checked)
        {
            (call >= CALL3_CAST ? check_moving : check_still)(work, call, i, &answers[i], &q);
        }
    }
    return q;
}

// One side of one row

typedef struct runner
{
    const work3* work;
    void* shapes;
    run3* run;
} runner;

static void run_block(void* context, int block)
{
    const runner* r = context;
    int32_t first = (int32_t)((int64_t)r->work->count * block / BENCH_BLOCKS);
    int32_t end = (int32_t)((int64_t)r->work->count * (block + 1) / BENCH_BLOCKS);
    bench_keep(r->run(r->work, r->shapes, first, end, NULL));
}

static void run_row(bench* b, const struct row* row, work3* work)
{
    const side3* sides[2] = {is_batch(row->name) ? &SIDE3_BATCH : &SIDE3_OURS, peer_side()};
    const int calls[2] = {row->call, row->peer_call};
    int count = sides[1] ? 2 : 1;
    work->margin = CONTACT_MARGIN;

    runner runners[2];
    bench_side timed[2];
    pairs_side told[2] = {{NULL}, {NULL}};
    answer3* answers = bench_alloc((uint64_t)work->count, sizeof *answers);
    for (int s = 0; s < count; ++s)
    {
        runners[s].work = work;
        runners[s].shapes = sides[s]->prepare(work);
        runners[s].run = sides[s]->find(calls[s], work->kind_a, work->kind_b);
        timed[s] = (bench_side){.run = run_block, .context = &runners[s]};
        for (int k = 0; k < 2; ++k)
        {
            bench_keep(runners[s].run(work, runners[s].shapes, 0, work->count, answers));
        }
        told[s].quality = check(work, calls[s], answers);
    }
    free(answers);
    bench_interleave(timed, count, ROUNDS);
    for (int s = 0; s < count; ++s)
    {
        told[s].name = sides[s]->name;
        told[s].commit = sides[s]->commit;
        told[s].nanoseconds = timed[s].seconds * 1e9 / work->count;
        sides[s]->discard(runners[s].shapes);
    }
    pairs_report(b, "pairs3", row->name, &told[0], &told[1], row->bar);
}

// Hulls of clouds

typedef struct builder
{
    const side3* side;
    const imp3_vec* points;  // CLOUDS times count
    int32_t count, vertices;
} builder;

static void build_block(void* context, int block)
{
    builder* r = context;
    for (int k = block * CLOUDS / BENCH_BLOCKS; k < (block + 1) * CLOUDS / BENCH_BLOCKS; ++k)
    {
        bench_keep(r->side->hull(r->points + (size_t)k * (size_t)r->count, r->count, &r->vertices));
    }
}

enum
{
    IN_CUBE,
    IN_BALL
};

/// Clouds; `yes` tells how many vertices the last hull has, as a peer may take only so many.
static void run_clouds(bench* b, const char* name, int32_t count, int where, double bar)
{
    if (!bench_wanted(b, name))
    {
        return;
    }
    bench_rng rng = {7};
    imp3_vec* points = bench_alloc((uint64_t)CLOUDS * (uint64_t)count, sizeof *points);
    for (int32_t i = 0; i < CLOUDS * count;)
    {
        double x = bench_rng_range(&rng, -1.0, 1.0), y = bench_rng_range(&rng, -1.0, 1.0);
        double z = bench_rng_range(&rng, -1.0, 1.0);
        points[i] = (imp3_vec){(float)x, (float)y, (float)z};
        i += where == IN_CUBE || x * x + y * y + z * z < 1.0;
    }
    builder builders[2] = {{&SIDE3_OURS, points, count, 0}, {peer_side(), points, count, 0}};
    bench_side timed[2] = {{.run = build_block, .context = &builders[0]},
                           {.run = build_block, .context = &builders[1]}};
    int sides = builders[1].side ? 2 : 1;
    bench_interleave(timed, sides, ROUNDS);
    pairs_side told[2] = {{NULL}, {NULL}};
    for (int s = 0; s < sides; ++s)
    {
        told[s].name = builders[s].side->name;
        told[s].commit = builders[s].side->commit;
        told[s].nanoseconds = timed[s].seconds * 1e9 / CLOUDS;
        told[s].quality.yes = builders[s].vertices;
    }
    pairs_report(b, "pairs3", name, &told[0], &told[1], bar);
    free(points);
}

void bench_pairs3(bench* b)
{
    int made = -1;
    work3* work = NULL;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; ++i)
    {
        if (!bench_wanted(b, ROWS[i].name))
        {
            continue;
        }
        if (made != ROWS[i].work)
        {
            int32_t count = b->quick ? PAIRS_QUICK : PAIRS;
            uint64_t seed = (uint64_t)ROWS[i].work + 1;
            work3_free(work);
            made = ROWS[i].work;
            work = WORKS[made].rays
                       ? work3_make_rays(WORKS[made].kind_a, count, seed)
                       : work3_make(WORKS[made].kind_a, WORKS[made].kind_b, WORKS[made].place, count, seed);
        }
        run_row(b, &ROWS[i], work);
    }
    work3_free(work);
    run_clouds(b, "hull.cube1000", 1000, IN_CUBE, 0.8);
    run_clouds(b, "hull.ball1000", 1000, IN_BALL, 0.8);
    run_clouds(b, "hull.ball100", 100, IN_BALL, NO_BAR);
}
