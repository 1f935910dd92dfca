// SPDX-License-Identifier: MIT
//
// The scene broad: many boxes, and who touches whom.
//
// Boxes have edges from 0.5 to 1.5 and lie evenly, in random order, so that each has about 1.9 pairs. In a frame every
// one moves by up to 0.1 on each axis. `mixed` has one box in a hundred ten times larger, `spread` sizes over four orders
// of magnitude; both with about as many pairs.

#include "broad.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct race
{
    const broad_side* side;
    void* state;
    int64_t found[BENCH_BLOCKS];
    int64_t (*queries)(void* side, int32_t first, int32_t end);
    int32_t query_count;
} race;

static void fill_box(float* out, int axes, const double* center, double edge, bench_rng* rng)
{
    for (int k = 0; k < axes; ++k)
    {
        double half = 0.5 * edge * bench_rng_range(rng, 0.5, 1.5);
        out[k] = (float)(center[k] - half);
        out[axes + k] = (float)(center[k] + half);
    }
}

static void work_make(broad_work* w, int axes, int32_t count, const char* sizes)
{
    bench_rng rng = {42};
    size_t width = 2 * (size_t)axes;
    bool mixed = strcmp(sizes, "mixed") == 0, spread = strcmp(sizes, "spread") == 0;
    *w = (broad_work){.axes = axes, .count = count};
    w->boxes = bench_alloc((uint64_t)count, width * sizeof(float));
    double* edges = bench_alloc((uint64_t)count, sizeof *edges);
    double volume = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        edges[i] = mixed && i % 100 == 0 ? 10.0 : spread ? pow(10.0, bench_rng_range(&rng, -2.0, 2.0)) : 1.0;
        volume += pow(edges[i], axes);
    }
    // Pairs of two of the same size: count^2 / 2 (2 edge)^axes / side^axes.
    double side = pow(volume * pow(2.0, axes - 1) / 1.9, 1.0 / axes);
    for (int32_t i = 0; i < count; ++i)
    {
        double center[3];
        for (int k = 0; k < axes; ++k)
        {
            center[k] = bench_rng_range(&rng, 0.0, side);
        }
        fill_box(w->boxes + (size_t)i * width, axes, center, edges[i], &rng);
    }
    for (int f = 0; f < BENCH_BLOCKS; ++f)
    {
        w->frames[f] = bench_alloc((uint64_t)count, width * sizeof(float));
        const float* last = f ? w->frames[f - 1] : w->boxes;
        for (int32_t i = 0; i < count; ++i)
        {
            for (int k = 0; k < axes; ++k)
            {
                size_t at = (size_t)i * width + (size_t)k;
                float by = (float)(bench_rng_range(&rng, -0.1, 0.1) * fmin(edges[i], 1.0));
                w->frames[f][at] = last[at] + by;
                w->frames[f][at + (size_t)axes] = last[at + (size_t)axes] + by;
            }
        }
    }
    w->areas = bench_alloc(BROAD_QUERIES, width * sizeof(float));
    w->rays = bench_alloc(BROAD_QUERIES, width * sizeof(float));
    w->spots = bench_alloc(BROAD_QUERIES, width * sizeof(float));
    for (int32_t i = 0; i < BROAD_QUERIES; ++i)
    {
        double a[3], b[3];
        for (int k = 0; k < axes; ++k)
        {
            a[k] = bench_rng_range(&rng, 0.0, side);
            b[k] = bench_rng_range(&rng, 0.0, side);
            w->rays[(size_t)i * width + (size_t)k] = (float)a[k];
            w->rays[(size_t)i * width + (size_t)(axes + k)] = (float)bench_rng_range(&rng, -20.0, 20.0);
        }
        fill_box(w->areas + (size_t)i * width, axes, a, 5.0, &rng);
        fill_box(w->spots + (size_t)i * width, axes, b, 1.0, &rng);
    }
    free(edges);
}

static void work_free(broad_work* w)
{
    for (int f = 0; f < BENCH_BLOCKS; ++f)
    {
        free(w->frames[f]);
    }
    free(w->boxes);
    free(w->areas);
    free(w->rays);
    free(w->spots);
}

// Pairs from scratch are one block: it cannot be cut.
static void run_all(void* context, int block)
{
    race* r = context;
    if (block == 0)
    {
        r->found[0] = r->side->all(r->state);
    }
}

static void run_frame(void* context, int block)
{
    race* r = context;
    r->found[block] = r->side->frame(r->state, block);
}

static void run_queries(void* context, int block)
{
    race* r = context;
    int32_t part = r->query_count / BENCH_BLOCKS;
    r->found[block] = r->queries(r->state, block * part, (block + 1) * part);
}

static int64_t total(const race* r)
{
    int64_t sum = 0;
    for (int i = 0; i < BENCH_BLOCKS; ++i)
    {
        sum += r->found[i];
    }
    return sum;
}

typedef struct figure
{
    const char* name;
    void (*run)(void* context, int block);
    int operations;  // 0: one for each thing
    double bar;
    bool same;  // both sides must find the same
} figure;

static void measure(bench* b, const char* row, const figure* f, race* races, int sides, double per)
{
    bench_side timed[2];
    for (int s = 0; s < sides; ++s)
    {
        timed[s] = (bench_side){f->run, &races[s], 0.0};
        memset(races[s].found, 0, sizeof races[s].found);
    }
    bench_interleave(timed, sides, BENCH_ROUNDS_MIN);
    bench_entry e = bench_entry_make("broad", row, f->name, timed[0].seconds / per * 1e9, "ns");
    if (sides > 1)
    {
        e.peer = races[1].side->name;
        e.peer_commit = races[1].side->commit;
        e.peer_value = timed[1].seconds / per * 1e9;
        e.bar = f->bar;
        e.spoiled = f->same && total(&races[0]) != total(&races[1]);
    }
    bench_report(b, &e);
    if (f->same)
    {
        char name[40];
        snprintf(name, sizeof name, "%.20s.found", f->name);
        bench_entry found = bench_entry_make("broad", row, name, (double)total(&races[0]), "");
        if (sides > 1)
        {
            found.peer = races[1].side->name;
            found.peer_commit = races[1].side->commit;
            found.peer_value = (double)total(&races[1]);
        }
        bench_report(b, &found);
    }
}

// The frame of the bars of 100 000 things is the one with AVX2 or wider.
static void run_row(bench* b, int axes, int32_t count, const char* sizes, const char* count_name, double bar_all,
                    double bar_frame)
{
    char row[40];
    snprintf(row, sizeof row, "%dd.%s.%s", axes, sizes, count_name);
    char name[80];
    snprintf(name, sizeof name, "broad.%s", row);
    if (!bench_wanted(b, name))
    {
        return;
    }
    static broad_work work;
    work_make(&work, axes, count, sizes);
    race races[2];
    int sides = 1;
    races[0].side = axes == 2 ? &BROAD_OURS2 : &BROAD_OURS3;
#ifdef IMP_PEER_BOX2D
    if (axes == 2)
    {
        races[1].side = &BROAD_BOX2D;
        sides = 2;
    }
#endif
    for (int s = 0; s < sides; ++s)
    {
        races[s].state = races[s].side->make(&work, 1);
    }
    measure(b, row, &(figure){"all", run_all, 0, bar_all, true}, races, sides, count);
    for (int s = 0; s < sides; ++s)
    {
        races[s].side->fill(races[s].state);
    }
    measure(b, row, &(figure){"frame", run_frame, 0, bar_frame, false}, races, sides, (double)count * BENCH_BLOCKS);
    bench_entry e = bench_entry_make("broad", row, "bytes", (double)races[0].side->bytes(races[0].state) / count, "B");
    bench_report(b, &e);
    for (int s = 0; s < sides; ++s)
    {
        // Each as it is after all boxes have been put in at once.
        races[s].side->fill(races[s].state);
        races[s].query_count = BROAD_QUERIES;
    }
    static const char* const names[] = {"query", "ray", "insert", "move"};
    for (int q = 0; q < 4; ++q)
    {
        for (int s = 0; s < sides; ++s)
        {
            const broad_side* side = races[s].side;
            races[s].queries = q == 0 ? side->query : q == 1 ? side->ray : q == 2 ? side->insert : side->move;
        }
        double bar = q == 0 ? NAN : 1.0 / 1.3;
        measure(b, row, &(figure){names[q], run_queries, 1, bar, false}, races, sides, BROAD_QUERIES);
    }
    for (int s = 0; s < sides; ++s)
    {
        races[s].side->free(races[s].state);
    }
    work_free(&work);
}

void bench_broad(bench* b)
{
    for (int axes = 2; axes <= 3; ++axes)
    {
        run_row(b, axes, 10000, "even", "10k", NAN, NAN);
        run_row(b, axes, 100000, "even", "100k", 1.0 / 8, 1.0 / 12);
        if (!b->quick)
        {
            run_row(b, axes, 1000000, "even", "1M", 1.0 / 20, 1.0 / 15);
        }
        run_row(b, axes, 100000, "mixed", "100k", 1.0 / 3, NAN);
        run_row(b, axes, 100000, "spread", "100k", 1.0 / 3, NAN);
    }
}
