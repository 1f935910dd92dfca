// SPDX-License-Identifier: MIT
//
// Rows of world2 about heaps that were made overlapping: regions of a thousand corners each, on a grid so narrow that
// each lies deep in its neighbours. Flowers, stars with teeth, and blobs in turn, all concave. In `dense` each lies in
// all within a metre.
//
// `step` is the mean of the first two seconds, of the fastest round; `slowest` the slowest step, each step by its
// fastest round. `fastest` is the speed of a body, `farthest` that at which one was moved in a step, its push
// included, without gravity.

#define _POSIX_C_SOURCE 200809L

#include "world2.h"

#include <math.h>
#include <time.h>

enum
{
    HEAP = 50,
    COLUMNS = 10,
    CORNERS = 1000,
    WAVES = 8,
    ROUNDS = 3,
    STEPS = 2 * WORLD2_HERTZ
};

static const double TURN = 6.283185307179586;

/// Radius along an angle, 1 at most.
static double radius_at(int kind, int corner, int lobes, const double* size, const double* phase, double angle)
{
    double lobe = cos(lobes * angle + phase[0]), r = 1.0, sum = 0.0;
    if (kind < 2)
    {
        return kind == 0 ? (1.0 + 0.4 * lobe) / 1.4 : (corner & 1 ? 1.0 : 0.9) * (1.0 + 0.3 * lobe) / 1.3;
    }
    for (int k = 0; k < WAVES; ++k)
    {
        r += 0.7 * size[k] * cos((k + 1) * angle + phase[k]);
        sum += size[k];
    }
    return r / (1.0 + 0.7 * sum);
}

static void add_region(world2_scene* s, int kind, double x, double y, bench_rng* rng)
{
    double size[WAVES], phase[WAVES], sum = 0.0;
    imp2_vec corners[CORNERS];
    int lobes = 3 + (int)bench_rng_range(rng, 0.0, 9.0);
    for (int k = 0; k < WAVES; ++k)
    {
        size[k] = bench_rng_range(rng, 0.0, 1.0);
        phase[k] = bench_rng_range(rng, 0.0, TURN);
        sum += size[k];
    }
    for (int k = 0; k < WAVES; ++k)
    {
        size[k] /= sum;
    }
    for (int i = 0; i < CORNERS; ++i)
    {
        double angle = TURN * i / CORNERS, r = radius_at(kind, i, lobes, size, phase, angle);
        corners[i].x = (float)(r * cos(angle));
        corners[i].y = (float)(r * sin(angle));
    }
    world2_add_body(s, IMP_BODY_DYNAMIC, x, y);
    world2_add_outline(s, corners, CORNERS)->region = true;
}

static void build_heap(world2_scene* s, double apart)
{
    bench_rng rng = {1};
    world2_add_ground(s, 1.0);
    for (int i = 0; i < HEAP; ++i)
    {
        add_region(s, i % 3, apart * (i % COLUMNS), 1.0 + apart * (i / COLUMNS), &rng);
    }
}

static double milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/// The least of all rounds for each step [ms].
static void time_steps(const world2_scene* scene, int rounds, int count, double* milliseconds)
{
    for (int round = 0; round < rounds; ++round)
    {
        void* world = WORLD2_OURS.make(scene, 1, false);
        for (int i = 0; i < count; ++i)
        {
            double start = milliseconds_now();
            WORLD2_OURS.step(world);
            double time = milliseconds_now() - start;
            milliseconds[i] = round == 0 || time < milliseconds[i] ? time : milliseconds[i];
        }
        WORLD2_OURS.free(world);
    }
}

static void report_time(bench* b, const char* row, const world2_scene* scene)
{
    double milliseconds[STEPS], sum = 0.0, slowest = 0.0;
    int count = b->quick ? STEPS / 4 : STEPS;
    time_steps(scene, b->quick ? 1 : ROUNDS, count, milliseconds);
    for (int i = 0; i < count; ++i)
    {
        sum += milliseconds[i];
        slowest = fmax(slowest, milliseconds[i]);
    }
    bench_report_limit(b, bench_entry_make("world2", row, "step", sum / count, "ms"), "limit", 20.0);
    bench_report_limit(b, bench_entry_make("world2", row, "slowest", slowest, "ms"), "limit", 40.0);
}

static void report_calm(bench* b, const char* row, const world2_scene* scene)
{
    double fastest = 0.0, farthest = 0.0;
    imp2_vec before[HEAP + 1];
    void* world = WORLD2_OURS.make(scene, 1, false);
    for (int step = 0; step < (b->quick ? STEPS / 4 : STEPS); ++step)
    {
        for (int32_t i = 1; i <= HEAP; ++i)
        {
            before[i] = WORLD2_OURS.state(world, i).center;
        }
        WORLD2_OURS.step(world);
        for (int32_t i = 1; i <= HEAP; ++i)
        {
            world2_state s = WORLD2_OURS.state(world, i);
            fastest = fmax(fastest, hypot((double)s.velocity.x, (double)s.velocity.y));
            double moved = hypot((double)s.center.x - before[i].x, (double)s.center.y - before[i].y);
            farthest = fmax(farthest, moved * WORLD2_HERTZ);
        }
    }
    WORLD2_OURS.free(world);
    bench_report_limit(b, bench_entry_make("world2", row, "fastest", fastest, "m/s"), "limit", 5.0);
    bench_report_limit(b, bench_entry_make("world2", row, "farthest", farthest, "m/s"), "limit", 8.0);
}

void bench_world2_heap(bench* b)
{
    static const struct
    {
        const char* row;
        double apart;
    } HEAPS[] = {{"heap", 1.0}, {"heap.dense", 0.5}};
    for (int i = 0; i < 2; ++i)
    {
        if (!bench_wanted(b, HEAPS[i].row))
        {
            continue;
        }
        world2_scene scene = {.body_count = 0};
        build_heap(&scene, HEAPS[i].apart);
        report_calm(b, HEAPS[i].row, &scene);
        scene.gravity.y = -10.0f;
        report_time(b, HEAPS[i].row, &scene);
        world2_scene_free(&scene);
    }
}
