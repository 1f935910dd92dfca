// SPDX-License-Identifier: MIT
//
// The scene pairs2: a million pairs of convex shapes in the plane, one call each, ours and a peer's.

#include "pairs.h"
#include "work2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PAIRS = 1000000,
    PAIRS_QUICK = 100000,
    PAIRS_CHECKED = 20000,
    ROUNDS = 9,
    STEPS_CHECKED = 32  // times at which the arbiter looks at a motion
};

// What is nearer than this counts for a peer as a contact already, or as a start in contact: its own choice, no fault.
#define CONTACT_MARGIN 0.02f
#define START_MARGIN 0.01

// Less than this is rounding.
#define GAP_TOLERANCE 1e-4

enum
{
    BOX_BOX,
    STACK,
    OCT_OCT,
    BOX_CIRCLE,
    OCT_CIRCLE,
    BOX_CAPSULE,
    CIRCLES,
    CAPSULES,
    BOX_APART,
    OCT_APART,
    RAY_BOX,
    RAY_OCT,
    RAY_CIRCLE,
    RAY_CAPSULE,
    TOUCHING
};

// How the work is made; a reach of motion makes it move.
static const struct
{
    int kind_a, kind_b, place;
    double reach;
    bool rays;
} WORKS[] = {
    [BOX_BOX] = {WORK2_BOX, WORK2_BOX, PLACE2_NEAR, 0.75, false},
    [STACK] = {WORK2_BOX, WORK2_BOX, PLACE2_STACK, 0.0, false},
    [OCT_OCT] = {WORK2_POLYGON, WORK2_POLYGON, PLACE2_NEAR, 0.75, false},
    [BOX_CIRCLE] = {WORK2_BOX, WORK2_CIRCLE, PLACE2_NEAR, 0.0, false},
    [OCT_CIRCLE] = {WORK2_POLYGON, WORK2_CIRCLE, PLACE2_NEAR, 0.0, false},
    [BOX_CAPSULE] = {WORK2_BOX, WORK2_CAPSULE, PLACE2_NEAR, 0.0, false},
    [CIRCLES] = {WORK2_CIRCLE, WORK2_CIRCLE, PLACE2_NEAR, 0.0, false},
    [CAPSULES] = {WORK2_CAPSULE, WORK2_CAPSULE, PLACE2_NEAR, 0.0, false},
    [BOX_APART] = {WORK2_BOX, WORK2_BOX, PLACE2_APART, 1.0, false},
    [OCT_APART] = {WORK2_POLYGON, WORK2_POLYGON, PLACE2_APART, 1.0, false},
    [RAY_BOX] = {WORK2_BOX, 0, 0, 0.0, true},
    [RAY_OCT] = {WORK2_POLYGON, 0, 0, 0.0, true},
    [RAY_CIRCLE] = {WORK2_CIRCLE, 0, 0, 0.0, true},
    [RAY_CAPSULE] = {WORK2_CAPSULE, 0, 0, 0.0, true},
    [TOUCHING] = {WORK2_BOX, WORK2_BOX, PLACE2_TOUCH, 0.0, false},
};

#define NO_BAR NAN

// Rows with the same work stand together, so that it is made once.
static const struct row
{
    const char* name;
    int work, call;
    const char* peer;
    double bar;
} ROWS[] = {
    {"box_box.contacts", BOX_BOX, CALL2_CONTACTS, "box2d", 0.7},
    {"box_box.contacts_c2", BOX_BOX, CALL2_CONTACTS, "cute_c2", NO_BAR},
    {"box_box.overlap", BOX_BOX, CALL2_OVERLAP, "cute_c2", NO_BAR},
    {"box_box.distance", BOX_BOX, CALL2_DISTANCE, "box2d", NO_BAR},
    {"box_box.sweep", BOX_BOX, CALL2_SWEEP, "cute_c2", 0.5},
    {"box_box.cast", BOX_BOX, CALL2_CAST, "box2d", NO_BAR},
    {"box_box.impact", BOX_BOX, CALL2_IMPACT, "box2d", 0.7},
    {"batch.box_box.contacts.sse2", BOX_BOX, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.box_box.contacts.avx2", BOX_BOX, CALL2_CONTACTS, "box2d", 1.0 / 5.0},
    {"batch.box_box.contacts.avx512", BOX_BOX, CALL2_CONTACTS, "box2d", 1.0 / 12.0},
    {"stack.contacts", STACK, CALL2_CONTACTS, "box2d", 0.7},
    {"oct_oct.contacts", OCT_OCT, CALL2_CONTACTS, "box2d", 0.7},
    {"oct_oct.overlap", OCT_OCT, CALL2_OVERLAP, "cute_c2", NO_BAR},
    {"oct_oct.distance", OCT_OCT, CALL2_DISTANCE, "box2d", NO_BAR},
    {"oct_oct.sweep", OCT_OCT, CALL2_SWEEP, "cute_c2", 0.5},
    {"oct_oct.cast", OCT_OCT, CALL2_CAST, "box2d", NO_BAR},
    {"oct_oct.impact", OCT_OCT, CALL2_IMPACT, "box2d", 0.7},
    {"batch.oct_oct.contacts.sse2", OCT_OCT, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.oct_oct.contacts.avx2", OCT_OCT, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.oct_oct.contacts.avx512", OCT_OCT, CALL2_CONTACTS, "box2d", NO_BAR},
    {"box_circle.contacts", BOX_CIRCLE, CALL2_CONTACTS, "box2d", 0.8},
    {"batch.box_circle.contacts.sse2", BOX_CIRCLE, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.box_circle.contacts.avx2", BOX_CIRCLE, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.box_circle.contacts.avx512", BOX_CIRCLE, CALL2_CONTACTS, "box2d", NO_BAR},
    {"oct_circle.contacts", OCT_CIRCLE, CALL2_CONTACTS, "box2d", 0.8},
    {"batch.oct_circle.contacts.sse2", OCT_CIRCLE, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.oct_circle.contacts.avx2", OCT_CIRCLE, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.oct_circle.contacts.avx512", OCT_CIRCLE, CALL2_CONTACTS, "box2d", NO_BAR},
    {"box_capsule.contacts", BOX_CAPSULE, CALL2_CONTACTS, "box2d", NO_BAR},
    {"circle_circle.contacts", CIRCLES, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.circle_circle.contacts.sse2", CIRCLES, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.circle_circle.contacts.avx2", CIRCLES, CALL2_CONTACTS, "box2d", 1.0 / 3.0},
    {"batch.circle_circle.contacts.avx512", CIRCLES, CALL2_CONTACTS, "box2d", 1.0 / 5.0},
    {"capsule_capsule.contacts", CAPSULES, CALL2_CONTACTS, "box2d", NO_BAR},
    {"box_apart.sweep", BOX_APART, CALL2_SWEEP, "cute_c2", NO_BAR},
    {"box_apart.impact", BOX_APART, CALL2_IMPACT, "box2d", NO_BAR},
    {"oct_apart.sweep", OCT_APART, CALL2_SWEEP, "cute_c2", NO_BAR},
    {"oct_apart.impact", OCT_APART, CALL2_IMPACT, "box2d", NO_BAR},
    {"box.ray", RAY_BOX, CALL2_RAY, "box2d", 0.7},
    {"batch.box.ray.avx2", RAY_BOX, CALL2_RAY, "box2d", NO_BAR},
    {"batch.box.ray.avx512", RAY_BOX, CALL2_RAY, "box2d", NO_BAR},
    {"oct.ray", RAY_OCT, CALL2_RAY, "box2d", 0.7},
    {"batch.oct.ray.sse2", RAY_OCT, CALL2_RAY, "box2d", NO_BAR},
    {"batch.oct.ray.avx2", RAY_OCT, CALL2_RAY, "box2d", NO_BAR},
    {"batch.oct.ray.avx512", RAY_OCT, CALL2_RAY, "box2d", NO_BAR},
    {"circle.ray", RAY_CIRCLE, CALL2_RAY, "box2d", NO_BAR},
    {"batch.circle.ray.avx2", RAY_CIRCLE, CALL2_RAY, "box2d", NO_BAR},
    {"batch.circle.ray.avx512", RAY_CIRCLE, CALL2_RAY, "box2d", NO_BAR},
    {"capsule.ray", RAY_CAPSULE, CALL2_RAY, "box2d", NO_BAR},
    {"batch.touching.contacts.avx2", TOUCHING, CALL2_CONTACTS, "box2d", NO_BAR},
    {"batch.touching.contacts.avx512", TOUCHING, CALL2_CONTACTS, "box2d", NO_BAR},
};

enum
{
    ROW_COUNT = sizeof ROWS / sizeof ROWS[0]
};

static const side2* find_peer(const char* name)
{
    static const side2* const peers[] = {
#ifdef IMP_PEER_BOX2D
        &SIDE2_BOX2D,
#endif
#ifdef IMP_PEER_CUTE_C2
        &SIDE2_CUTE_C2,
#endif
        NULL,
    };
    for (int i = 0; peers[i]; ++i)
    {
        if (strcmp(peers[i]->name, name) == 0)
        {
            return peers[i];
        }
    }
    return NULL;
}

/// Batches answer the rows batch.*, with the lane width that the name ends with; single calls the others.
static const side2* find_ours(const char* row)
{
    if (strncmp(row, "batch.", 6) != 0)
    {
        return &SIDE2_OURS;
    }
    const side2* side = SIDE2_BATCH;
    while (strcmp(strrchr(row, '.') + 1, side->name) != 0)
    {
        ++side;
    }
    return side;
}

static work2* make_work(int index, int32_t count)
{
    uint64_t seed = (uint64_t)index + 1;
    if (WORKS[index].rays)
    {
        return work2_make_rays(WORKS[index].kind_a, count, seed);
    }
    work2* work = work2_make(WORKS[index].kind_a, WORKS[index].kind_b, WORKS[index].place, count, seed);
    if (WORKS[index].reach > 0.0)
    {
        work2_move(work, WORKS[index].reach, WORKS[index].place == PLACE2_APART, seed + 1000);
    }
    return work;
}

// Quality

static bool says_yes(int call, const answer2* r)
{
    return call == CALL2_CONTACTS ? r->count > 0 && r->value >= 0.0f : r->count > 0;
}

// Yes and no, and how deep or far.
static void check_still(const work2* work, int call, int32_t i, const answer2* r, pairs_quality* q)
{
    double gap = work2_gap(work, call, i, 0.0);
    bool yes = says_yes(call, r);
    if (yes != (gap <= 0.0) && fabs(gap) > GAP_TOLERANCE)
    {
        q->wrong += 1;
    }
    else if (call == CALL2_CONTACTS && yes)
    {
        q->error = fmax(q->error, fabs((double)r->value + gap));
    }
    else if (call == CALL2_DISTANCE && !yes)
    {
        q->error = fmax(q->error, fabs((double)r->value - gap));
    }
}

// Nothing may overlap before the time that was told, and there should be something to hit then.
static void check_moving(const work2* work, int call, int32_t i, const answer2* r, pairs_quality* q)
{
    double time = r->count == 0 ? 1.0 : (double)r->value;
    double gap = work2_gap(work, call, i, time);
    if (r->count == 2)
    {
        q->wrong += gap > START_MARGIN;
        return;
    }
    bool late = false;
    for (int k = 0; k <= STEPS_CHECKED && !late; ++k)
    {
        late = work2_gap(work, call, i, time * k / (double)STEPS_CHECKED) < -GAP_TOLERANCE;
    }
    q->wrong += late || (r->count == 1 && gap > START_MARGIN);
    if (r->count == 1 && !late)
    {
        q->error = fmax(q->error, gap);
    }
}

static pairs_quality check(const work2* work, int call, const answer2* answers)
{
    pairs_quality q = {0};
    for (int32_t i = 0; i < work->count; ++i)
    {
        q.yes += says_yes(call, &answers[i]);
        if (i < PAIRS_CHECKED)
        {
            (call >= CALL2_SWEEP ? check_moving : check_still)(work, call, i, &answers[i], &q);
        }
    }
    return q;
}

// One side of one row

typedef struct runner
{
    const work2* work;
    void* shapes;
    run2* run;
} runner;

static void run_block(void* context, int block)
{
    const runner* r = context;
    int32_t first = (int32_t)((int64_t)r->work->count * block / BENCH_BLOCKS);
    int32_t end = (int32_t)((int64_t)r->work->count * (block + 1) / BENCH_BLOCKS);
    bench_keep(r->run(r->work, r->shapes, first, end, NULL));
}

static void run_row(bench* b, const struct row* row, work2* work)
{
    const side2* sides[2] = {find_ours(row->name), find_peer(row->peer)};
    if (!sides[0]->find(row->call, work->kind_a, work->kind_b))
    {
        fprintf(stderr, "impinge-bench: %s left out: no %s here\n", row->name, sides[0]->name);
        return;
    }
    int count = sides[1] ? 2 : 1;
    work->margin = strcmp(row->peer, "box2d") == 0 ? CONTACT_MARGIN : 0.0f;

    runner runners[2];
    bench_side timed[2];
    pairs_side told[2] = {{NULL}, {NULL}};
    answer2* answers = bench_alloc((uint64_t)work->count, sizeof *answers);
    for (int s = 0; s < count; ++s)
    {
        runners[s].work = work;
        runners[s].shapes = sides[s]->prepare(work);
        runners[s].run = sides[s]->find(row->call, work->kind_a, work->kind_b);
        timed[s] = (bench_side){.run = run_block, .context = &runners[s]};
        bench_keep(runners[s].run(work, runners[s].shapes, 0, work->count, answers));
        told[s].quality = check(work, row->call, answers);
    }
    free(answers);
    bench_interleave(timed, count, b->quick ? BENCH_ROUNDS_MIN : ROUNDS);

    for (int s = 0; s < count; ++s)
    {
        told[s].name = sides[s]->name;
        told[s].commit = sides[s]->commit;
        told[s].nanoseconds = timed[s].seconds * 1e9 / work->count;
    }
    pairs_report(b, "pairs2", row->name, &told[0], &told[1], row->bar);
    for (int s = 0; s < count; ++s)
    {
        free(runners[s].shapes);
    }
}

void bench_pairs2(bench* b)
{
    int made = -1;
    work2* work = NULL;
    for (int i = 0; i < ROW_COUNT; ++i)
    {
        if (!bench_wanted(b, ROWS[i].name))
        {
            continue;
        }
        if (made != ROWS[i].work)
        {
            work2_free(work);
            made = ROWS[i].work;
            work = make_work(made, b->quick ? PAIRS_QUICK : PAIRS);
        }
        run_row(b, &ROWS[i], work);
    }
    work2_free(work);
    bench_regions2(b);
}
