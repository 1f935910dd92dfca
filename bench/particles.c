// SPDX-License-Identifier: MIT
//
// The scene particles, in the plane and in space: a million that fly over a floor, and grains that lie in a box.
//
//     flight    gravity, drag, a floor that they bounce off; each round begins anew
//     grains    fall into the box, settle; then they lie, and then slosh while a push goes to and fro
//
// Rates have limits, not peers: so they are also given as the time for one particle, or one contact, and that may be at
// most so much. Grains are not brought back between rounds: lying and sloshing they do the same work in each.

#include "particles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    FLYERS = 1000000,
    FLIGHT_STEPS = 2,  // in each block
    GRAIN_ROWS = 20,   // soft contacts sink in by what lies on them
    GRAIN_STEPS = 2,
    SETTLE_STEPS = 300,
    PERIOD = 64,  // of the push, in steps: two rounds
    COPY_BYTES = 1 << 27
};

#define PUSH (0.5 * PARTICLES_GRAVITY)
#define MOST_OVERLAP 0.2  // in radii

static const particles_side* const PEERS[] = {
#ifdef IMP_PEER_BOX2D
    &PARTICLES_BOX2D,
#endif
    NULL,
};

static const particles_side* ours_of(int axes)
{
    return axes == 2 ? &PARTICLES_OURS2 : &PARTICLES_OURS3;
}

static const particles_side* peer_of(int axes)
{
    for (int i = 0; PEERS[i]; ++i)
    {
        if (PEERS[i]->axes == axes)
        {
            return PEERS[i];
        }
    }
    return NULL;
}

typedef struct actor
{
    const particles_side* side;
    const particles_work* work;
    void* state;
    int steps;  // in each block
    double push;
    int64_t taken, contacts, impacts;
} actor;

static void start_round(void* context)
{
    actor* a = context;
    a->side->reset(a->state);
}

static void run_block(void* context, int block)
{
    actor* a = context;
    (void)block;
    for (int i = 0; i < a->steps; ++i)
    {
        int64_t contacts = 0, impacts = 0;
        if (a->push > 0.0)
        {
            double turn = 6.283185307179586 * ((double)(a->taken % PERIOD) + 0.5) / PERIOD;
            a->side->push(a->state, a->push * sin(turn));
        }
        a->side->step(a->state);
        if (a->side->counts)
        {
            a->side->counts(a->state, &contacts, &impacts);
        }
        a->contacts += contacts;
        a->impacts += impacts;
        a->taken += 1;
    }
}

/// Memory read and written by nothing but a copy: more than any cache holds.
typedef struct copy_work
{
    char *from, *to;
} copy_work;

static void copy_block(void* context, int block)
{
    copy_work* c = context;
    size_t part = COPY_BYTES / BENCH_BLOCKS, at = part * (size_t)block;
    memcpy(c->to + at, c->from + at, part);
    bench_keep((double)c->to[at]);
}

/// What a step must at least move of each particle: position and velocity are read and written; mass, radius, damping
/// and groups, four bytes each, are read.
static double least_bytes(int axes)
{
    return 2.0 * 2.0 * 4.0 * axes + 4.0 * 4.0;
}

static void report_limit(bench* b, const char* row, const char* figure, double value, const char* unit, double limit,
                         bool spoiled)
{
    bench_entry e = bench_entry_make("particles", row, figure, value, unit);
    e.spoiled = spoiled;
    bench_report_limit(b, e, "limit", limit);
}

static void report_alone(bench* b, const char* row, const char* figure, double value, const char* unit)
{
    bench_entry e = bench_entry_make("particles", row, figure, value, unit);
    bench_report(b, &e);
}

static void report_flight(bench* b, const char* row, const actor* a, double seconds, double copy_seconds)
{
    particles_measures m = particles_measure(a->side, a->state, a->work);
    double steps = (double)a->work->count * a->steps * BENCH_BLOCKS, all = (double)a->work->count * (double)a->taken;
    double copied = 2.0 * COPY_BYTES / copy_seconds, moved = least_bytes(a->work->axes) * steps / seconds;
    report_limit(b, row, "step", 1e9 * seconds / steps, "ns", 40.0, m.out > 0.0);
    report_alone(b, row, "rate", 1e-6 * steps / seconds, "M/s");
    report_alone(b, row, "memory", 100.0 * moved / copied, "%");
    report_alone(b, row, "copy", 1e-9 * copied, "GB/s");
    report_alone(b, row, "contacts", 100.0 * (double)a->contacts / all, "%");
    report_alone(b, row, "impacts", 100.0 * (double)a->impacts / all, "%");
    report_limit(b, row, "out", m.out, "", 0.0, false);
}

static void run_flight(bench* b, int axes)
{
    char row[16];
    snprintf(row, sizeof row, "flight%d", axes);
    if (!bench_wanted(b, row))
    {
        return;
    }
    particles_work work;
    particles_flight(&work, axes, FLYERS);
    actor a = {.side = ours_of(axes), .work = &work, .steps = b->quick ? 1 : FLIGHT_STEPS};
    copy_work copy = {bench_alloc(COPY_BYTES, 1), bench_alloc(COPY_BYTES, 1)};
    memset(copy.from, 1, COPY_BYTES);  // pages that nobody has written are all one
    a.state = a.side->make(&work);
    bench_side sides[2] = {{.run = run_block, .context = &a, .before = start_round},
                           {.run = copy_block, .context = &copy}};
    bench_interleave(sides, 2, BENCH_ROUNDS_MIN);
    report_flight(b, row, &a, sides[0].seconds, sides[1].seconds);
    a.side->free(a.state);
    free(copy.from);
    free(copy.to);
    particles_work_free(&work);
}

/// A figure of ours, and of the peer where there is one.
static void report_both(bench* b, const char* row, const char* figure, double ours, const particles_side* peer,
                        double theirs, const char* unit)
{
    bench_entry e = bench_entry_make("particles", row, figure, ours, unit);
    if (peer)
    {
        e.peer = peer->name;
        e.peer_commit = peer->commit;
        e.peer_value = theirs;
    }
    bench_report(b, &e);
}

static void report_grains(bench* b, const char* row, const actor* actors, const particles_side* peer,
                          const double* seconds)
{
    particles_measures m[2] = {{.out = 0.0}};
    for (int i = 0; i < (peer ? 2 : 1); ++i)
    {
        m[i] = particles_measure(actors[i].side, actors[i].state, actors[i].work);
    }
    double steps = actors[0].steps * BENCH_BLOCKS, contacts = (double)actors[0].contacts / (double)actors[0].taken;
    bool spoiled = !(m[0].deepest <= MOST_OVERLAP) || m[0].out > 0.0;
    double rate = contacts * steps / seconds[0];
    report_limit(b, row, "contact", 1e9 / rate, "ns", actors[0].work->axes == 2 ? 400.0 : 1000.0 / 1.5, spoiled);
    report_alone(b, row, "rate", 1e-6 * rate, "M/s");
    report_both(b, row, "step", 1e3 * seconds[0] / steps, peer, 1e3 * seconds[1] / steps, "ms");
    report_alone(b, row, "contacts", contacts, "");
    report_both(b, row, "touching", m[0].touching, peer, m[1].touching, "");
    report_both(b, row, "energy", m[0].energy, peer, m[1].energy, "m g r");
    report_both(b, row, "deepest", m[0].deepest, peer, m[1].deepest, "radii");
    report_limit(b, row, "deepest.within", m[0].deepest, "radii", MOST_OVERLAP, false);
    report_both(b, row, "out", m[0].out, peer, m[1].out, "");
}

static void race_grains(bench* b, const char* scene, const char* phase, actor* actors, const particles_side* peer,
                        double push)
{
    char row[32];
    double seconds[2] = {0.0};
    bench_side sides[2];
    snprintf(row, sizeof row, "%s.%s", scene, phase);
    for (int i = 0; i < (peer ? 2 : 1); ++i)
    {
        actors[i].push = push;
        actors[i].taken = actors[i].contacts = 0;
        sides[i] = (bench_side){.run = run_block, .context = &actors[i]};
    }
    bench_interleave(sides, peer ? 2 : 1, BENCH_ROUNDS_MIN);
    for (int i = 0; i < (peer ? 2 : 1); ++i)
    {
        seconds[i] = sides[i].seconds;
    }
    report_grains(b, row, actors, peer, seconds);
}

static void run_grains(bench* b, int axes)
{
    char row[16];
    snprintf(row, sizeof row, "grains%d", axes);
    if (!bench_wanted(b, row))
    {
        return;
    }
    particles_work work;
    int32_t across = axes == 2 ? 1000 : 32, share = b->quick ? 2 : 1;
    particles_grains(&work, axes, across / share, GRAIN_ROWS);
    const particles_side* peer = peer_of(axes);
    actor actors[2] = {{.side = ours_of(axes)}, {.side = peer}};
    for (int i = 0; i < (peer ? 2 : 1); ++i)
    {
        actors[i].work = &work;
        actors[i].steps = GRAIN_STEPS;
        actors[i].state = actors[i].side->make(&work);
        for (int step = 0; step < SETTLE_STEPS / share; ++step)
        {
            actors[i].side->step(actors[i].state);
        }
    }
    race_grains(b, row, "lie", actors, peer, 0.0);
    race_grains(b, row, "slosh", actors, peer, PUSH);
    for (int i = 0; i < (peer ? 2 : 1); ++i)
    {
        actors[i].side->free(actors[i].state);
    }
    particles_work_free(&work);
}

void bench_particles(bench* b)
{
    for (int axes = 2; axes <= 3; ++axes)
    {
        run_flight(b, axes);
        run_grains(b, axes);
    }
}
