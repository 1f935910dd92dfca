// SPDX-License-Identifier: MIT
//
// The scene world3: worlds in space beside Box3D's, as world_run.inl goes about it. world3_scenes.c has what is in
// them.

#include "world3.h"

#include "base/cpu.h"

#include <math.h>
#include <stdio.h>

#define SCENES WORLD3_SCENES
#define SCENE_COUNT WORLD3_NAMED
#define MEAN_FASTER 1.6667
#define MEAN_FASTER_FOUR 1.25  // with lanes of four

#include "world_words3.h"

#include "world_run.inl"

void bench_world3(bench* b)
{
    double alone[2], together[2];
    bool all = report_scenes(b, 1, alone);
    if (!b->quick && report_scenes(b, 2, together) && all)
    {
        world3_report(b, NAME, "threads2", "share", together[0] / alone[0], together[1] / alone[1], "of one's", 1.0);
    }
    bench_world3_quality(b);
}
