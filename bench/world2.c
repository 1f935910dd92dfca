// SPDX-License-Identifier: MIT
//
// The scene world2: worlds of the plane, step by step, beside Box2D's. world2_scenes.c has what is in them.
//
// A round builds the world anew and takes the first step, which is not timed; the others are timed in blocks. The same
// world goes the same way every time, so of each block the fastest round counts.

#include "world2.h"

#include "base/cpu.h"

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
    bool counted;
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
    r->world = r->engine->make(r->scene, r->threads, r->counted);
    r->done = 0;
    run_until(r, 1);
}

static void run_block(void* context, int block)
{
    running* r = context;
    run_until(r, 1 + (r->steps - 1) * (block + 1) / BENCH_BLOCKS);
}

void world2_report(bench* b, const char* scene, const char* row, const char* figure, double ours, double peer,
                   const char* unit, double bar)
{
    bench_entry e = bench_entry_make(scene, row, figure, ours, unit);
    e.peer = WORLD2_PEER ? WORLD2_PEER->name : NULL;
    e.peer_commit = WORLD2_PEER ? WORLD2_PEER->commit : NULL;
    e.peer_value = peer;
    e.bar = bar;
    bench_report(b, &e);
}

static void report_measures(bench* b, const char* row, running* runs)
{
    world2_measures m[2] = {{.pairs = 0}, {.pairs = 0}};
    for (int i = 0; i < (WORLD2_PEER ? 2 : 1); ++i)
    {
        run_until(&runs[i], runs[i].steps);
        m[i] = world2_measure(runs[i].engine, runs[i].world, runs[i].scene);
    }
    world2_report(b, "world2", row, "deepest", 1e3 * m[0].deepest, 1e3 * m[1].deepest, "mm", NAN);
    world2_report(b, "world2", row, "mean", 1e3 * m[0].mean, 1e3 * m[1].mean, "mm", NAN);
    world2_report(b, "world2", row, "energy", m[0].energy, m[1].energy, "J", NAN);
    world2_report(b, "world2", row, "awake", m[0].awake, m[1].awake, "bodies", NAN);
    world2_report(b, "world2", row, "pairs", m[0].pairs, m[1].pairs, "pairs", NAN);
}

static void report_bytes(bench* b, const char* row, const world2_scene* scene, int steps)
{
    double bytes[2] = {NAN, NAN};
    for (int i = 0; i < (WORLD2_PEER ? 2 : 1); ++i)
    {
        running r = {i ? WORLD2_PEER : &WORLD2_OURS, scene, NULL, 1, steps, 0, true};
        begin_run(&r);
        run_until(&r, steps);
        bytes[i] = (double)r.engine->bytes(r.world);
        end_run(&r);
    }
    world2_report(b, "world2", row, "bytes", 1e-6 * bytes[0], 1e-6 * bytes[1], "MB", 1.0);
}

/// Runs a scene, ours and the peer's, as often as it takes. What is left are both at the end of their last run.
static void time_steps(running runs[2], const world2_scene* scene, int threads, int steps, double milliseconds[2])
{
    bench_side sides[2] = {{.run = run_block}, {.run = run_block}};
    for (int i = 0; i < 2; ++i)
    {
        const running fresh = {i ? WORLD2_PEER : &WORLD2_OURS, scene, NULL, threads, steps, 0, false};
        runs[i] = fresh;
        sides[i].context = &runs[i];
        sides[i].before = begin_run;
        sides[i].elapsed = threads > 1;
    }
    bench_interleave(sides, WORLD2_PEER ? 2 : 1, BENCH_ROUNDS_MIN);
    for (int i = 0; i < 2; ++i)
    {
        milliseconds[i] = 1e3 * sides[i].seconds / (steps - 1);
    }
}

/// Bars of scenes are those of builds that have all lanes.
static bool is_wide(void)
{
    return impi_cpu_level() > IMPI_LEVEL_FOUR;
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
    running runs[2];
    double times[2];
    time_steps(runs, &scene, threads, steps, times);
    world2_report(b, "world2", row, "step", times[0], times[1], "ms",
                  threads > 1 || !is_wide() ? NAN : 1.0 / named->faster);
    if (threads == 1)
    {
        report_measures(b, row, runs);
    }
    end_run(&runs[0]);
    end_run(&runs[1]);
    if (threads == 1 && !b->quick)
    {
        report_bytes(b, row, &scene, steps);
    }
    world2_scene_free(&scene);
    *ours *= times[0];
    *peer *= times[1];
    return true;
}

/// Geometric means of all scenes, ours and the peer's, if all were wanted.
static bool report_scenes(bench* b, int threads, double means[2])
{
    double ours = 1.0, peer = 1.0, faster = threads > 1 ? 1.7 : is_wide() ? 1.8 : 1.5;
    int count = 0;
    for (int i = 0; i < WORLD2_NAMED; ++i)
    {
        count += report_scene(b, &WORLD2_SCENES[i], threads, &ours, &peer);
    }
    means[0] = pow(ours, 1.0 / WORLD2_NAMED);
    means[1] = pow(peer, 1.0 / WORLD2_NAMED);
    if (count == WORLD2_NAMED)
    {
        world2_report(b, "world2", threads > 1 ? "threads2.mean" : "mean", "step", means[0], means[1], "ms",
                      1.0 / faster);
    }
    return count == WORLD2_NAMED;
}

/// From a thousand boxes to a hundred thousand.
static void report_growth(bench* b)
{
    static const struct
    {
        const char* row;
        int floors, pyramids;
    } SIZES[] = {{"growth.1k", 3, 6}, {"growth.10k", 13, 14}, {"growth.100k", 42, 43}};
    enum
    {
        COUNT = sizeof SIZES / sizeof *SIZES,
        STEPS = 65
    };
    double times[COUNT][2], boxes[COUNT];
    int measured = 0;
    for (int i = 0; i < COUNT; ++i)
    {
        if (!bench_wanted(b, SIZES[i].row))
        {
            continue;
        }
        world2_scene scene = {.body_count = 0};
        world2_add_floors(&scene, SIZES[i].floors, SIZES[i].pyramids);
        boxes[i] = scene.body_count - 1;
        running runs[2];
        time_steps(runs, &scene, 1, STEPS, times[i]);
        world2_report(b, "world2", SIZES[i].row, "step", times[i][0], times[i][1], "ms", NAN);
        end_run(&runs[0]);
        end_run(&runs[1]);
        world2_scene_free(&scene);
        ++measured;
    }
    if (measured == COUNT)
    {
        double exponent = log(times[COUNT - 1][0] / times[0][0]) / log(boxes[COUNT - 1] / boxes[0]);
        bench_report_limit(b, bench_entry_make("world2", "growth", "exponent", exponent, ""), "limit", 1.15);
    }
}

void bench_world2(bench* b)
{
    double alone[2], together[2];
    bool all = report_scenes(b, 1, alone);
    if (!b->quick)
    {
        if (report_scenes(b, 2, together) && all)
        {
            world2_report(b, "world2", "threads2", "share", together[0] / alone[0], together[1] / alone[1], "of one's",
                          1.0);
        }
        report_growth(b);
    }
    bench_world2_quality(b);
    bench_world2_heap(b);
}
