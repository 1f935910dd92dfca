// SPDX-License-Identifier: MIT
//
// The scene world2: worlds of the plane beside Box2D's, as world_run.inl goes about it. world2_scenes.c has what is in
// them.

#include "world2.h"

#include "base/cpu.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCENES WORLD2_SCENES
#define SCENE_COUNT WORLD2_NAMED
#define MEAN_FASTER 1.8
#define MEAN_FASTER_FOUR 1.5  // with lanes of four

#include "world_words2.h"

#include "world_run.inl"

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
    bool all = report_scenes(b, "", 1, alone);
    if (b->quick && b->only)
    {
        (void)report_scenes(b, "threads2.", 2, together);
    }
    if (!b->quick)
    {
        if (report_scenes(b, "threads2.", 2, together) && all)
        {
            world2_report(b, "world2", "threads2", "share", together[0] / alone[0], together[1] / alone[1], "of one's",
                          1.0);
        }
        report_growth(b);
    }
    report_shares(b);
    bench_world2_quality(b);
    bench_world2_heap(b);
}
