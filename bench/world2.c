// SPDX-License-Identifier: MIT
//
// The scene world2: worlds of the plane, step by step, beside Box2D's. world2_scenes.c has what is in them.
//
// A round builds the world anew and takes the first step, which is not timed; the others are timed in blocks. The same
// world goes the same way every time, so of each block the fastest round counts.

#include "world2.h"

#include <math.h>
#include <stdio.h>

enum
{
    QUICK_PART = 4  // of the steps, when it is to be quick
};

typedef struct running
{
    const world2_engine* engine;
    const world2_scene* scene;
    void* world;
    int threads, steps, done;
} running;

static void run_until(running* r, int step)
{
    for (; r->done < step; ++r->done)
    {
        if (r->scene->drive)
        {
            r->scene->drive(r->engine, r->world, r->done);
        }
        r->engine->step(r->world);
    }
}

static void end_run(running* r)
{
    if (r->world)
    {
        r->engine->free(r->world);
    }
    r->world = NULL;
}

static void begin_run(void* context)
{
    running* r = context;
    end_run(r);
    r->world = r->engine->make(r->scene, r->threads);
    r->done = 0;
    run_until(r, 1);
}

static void run_block(void* context, int block)
{
    running* r = context;
    run_until(r, 1 + (r->steps - 1) * (block + 1) / BENCH_BLOCKS);
}

void world2_report(bench* b, const char* row, const char* figure, double ours, double peer, const char* unit,
                   double bar)
{
    bench_entry e = bench_entry_make("world2", row, figure, ours, unit);
    e.peer = WORLD2_PEER ? WORLD2_PEER->name : NULL;
    e.peer_commit = WORLD2_PEER ? WORLD2_PEER->commit : NULL;
    e.peer_value = peer;
    e.bar = bar;
    bench_report(b, &e);
}

static void report_measures(bench* b, const char* row, running* runs, int count)
{
    world2_measures m[2] = {{.pairs = 0}, {.pairs = 0}};
    for (int i = 0; i < count; ++i)
    {
        run_until(&runs[i], runs[i].steps);
        m[i] = world2_measure(runs[i].engine, runs[i].world, runs[i].scene);
    }
    world2_report(b, row, "deepest", 1e3 * m[0].deepest, 1e3 * m[1].deepest, "mm", NAN);
    world2_report(b, row, "mean", 1e3 * m[0].mean, 1e3 * m[1].mean, "mm", NAN);
    world2_report(b, row, "energy", m[0].energy, m[1].energy, "J", NAN);
    world2_report(b, row, "awake", m[0].awake, m[1].awake, "bodies", NAN);
    world2_report(b, row, "pairs", m[0].pairs, m[1].pairs, "pairs", NAN);
}

/// One scene; its times are multiplied into those of the others.
static bool report_scene(bench* b, const world2_named* named, int threads, double* ours, double* peer)
{
    char row[64];
    snprintf(row, sizeof row, "%s%s", threads > 1 ? "threads2." : "", named->name);
    if (!bench_wanted(b, row))
    {
        return false;
    }
    world2_scene scene = {.body_count = 0};
    named->build(&scene);
    int steps = b->quick ? named->steps / QUICK_PART : named->steps;
    running runs[2] = {{&WORLD2_OURS, &scene, NULL, threads, steps, 0}, {WORLD2_PEER, &scene, NULL, threads, steps, 0}};
    int count = WORLD2_PEER ? 2 : 1;
    bench_side sides[2] = {{run_block, &runs[0], 0.0, begin_run, threads > 1},
                           {run_block, &runs[1], 0.0, begin_run, threads > 1}};
    bench_interleave(sides, count, BENCH_ROUNDS_MIN);

    double time = 1e3 * sides[0].seconds / (steps - 1), peer_time = 1e3 * sides[1].seconds / (steps - 1);
    world2_report(b, row, "step", time, peer_time, "ms", threads > 1 ? NAN : 1.0 / named->faster);
    if (threads == 1)
    {
        report_measures(b, row, runs, count);
    }
    end_run(&runs[0]);
    end_run(&runs[1]);
    world2_scene_free(&scene);
    *ours *= time;
    *peer *= peer_time;
    return true;
}

static void report_scenes(bench* b, int threads)
{
    double ours = 1.0, peer = 1.0;
    int count = 0;
    for (int i = 0; i < WORLD2_NAMED; ++i)
    {
        count += report_scene(b, &WORLD2_SCENES[i], threads, &ours, &peer);
    }
    if (count == WORLD2_NAMED)
    {
        world2_report(b, threads > 1 ? "threads2.mean" : "mean", "step", pow(ours, 1.0 / count), pow(peer, 1.0 / count),
                      "ms", threads > 1 ? NAN : 1.0 / 1.8);
    }
}

void bench_world2(bench* b)
{
    report_scenes(b, 1);
    if (!b->quick)
    {
        report_scenes(b, 2);
    }
    bench_world2_quality(b);
}
