// SPDX-License-Identifier: MIT
//
// The scene world3: worlds in space beside Box3D's and Jolt's, as world_run.inl goes about it. world3_scenes.c has what is in
// them.

#include "world3.h"

#include "base/cpu.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCENES WORLD3_SCENES
#define SCENE_COUNT WORLD3_NAMED
#define MEAN_FASTER 1.6667
#define MEAN_FASTER_FOUR 1.25  // with lanes of four

#include "world_words3.h"

#include "world_run.inl"

#ifdef IMP_PEER_BOX3D
const world3_engine* world3_peer = &WORLD3_BOX3D;
#else
const world3_engine* world3_peer = NULL;
#endif

/// The same scenes beside Jolt.
static void report_jolt(bench* b)
{
#ifdef IMP_PEER_JOLT
    const world3_engine* first = world3_peer;
    double means[2];
    world3_peer = &WORLD3_JOLT;
    report_scenes(b, "jolt.", 1, means);
    world3_peer = first;
#else
    (void)b;
#endif
}

void bench_world3(bench* b)
{
    double alone[2], together[2];
    bool all = report_scenes(b, "", 1, alone);
    if (b->quick && b->only)
    {
        (void)report_scenes(b, "threads2.", 2, together);
    }
    if (!b->quick && report_scenes(b, "threads2.", 2, together) && all)
    {
        world3_report(b, NAME, "threads2", "share", together[0] / alone[0], together[1] / alone[1], "of one's", 1.0);
    }
    report_shares(b);
    report_jolt(b);
    bench_world3_quality(b);
}
