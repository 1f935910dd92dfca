// SPDX-License-Identifier: MIT
//
// Rows of the scene mesh about mesh against mesh: all pairs of triangles that touch with their segments, and the first
// contact. The second mesh is turned at random, with its middle somewhere in the box around the first one, so that
// about three of five poses touch.

#include "mesh3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    MEET_ROUNDS = 7,
    MEET_POSES = 8 * BENCH_BLOCKS,
    MEET_ROOM = 1 << 16
};

typedef struct meet_work
{
    imp3_compound mesh[2];
    imp3_pose pose[MEET_POSES];
    imp3_mesh_pair* room;
    int32_t most;  // pairs that are asked for; 0 for all
    const mesh3_meeter* peer;
    void* made;
    int64_t pairs[BENCH_BLOCKS];
} meet_work;

static void meet_block(void* context, int block)
{
    meet_work* w = context;
    const imp3_pose here = imp3_pose_identity();
    w->pairs[block] = 0;
    for (int k = block * MEET_POSES / BENCH_BLOCKS; k < (block + 1) * MEET_POSES / BENCH_BLOCKS; ++k)
    {
        if (w->peer)
        {
            w->pairs[block] += w->peer->meet(w->made, &w->pose[k], w->most);
            continue;
        }
        const imp3_mesh_walk walk = {IMP3_WALK_DEPTH, w->most, NULL};
        imp3_mesh_pairs out = {w->room, MEET_ROOM, 0};
        (void)imp3_mesh_meet(&w->mesh[0], &here, &w->mesh[1], &w->pose[k], &walk, &out);
        w->pairs[block] += out.count;
    }
}

static int64_t pairs_of(const meet_work* w)
{
    int64_t sum = 0;
    for (int k = 0; k < BENCH_BLOCKS; ++k)
    {
        sum += w->pairs[k];
    }
    return sum;
}

static imp3_vec random_in(bench_rng* rng, imp3_vec half)
{
    double x = bench_rng_range(rng, -1.0, 1.0), y = bench_rng_range(rng, -1.0, 1.0),
           z = bench_rng_range(rng, -1.0, 1.0);
    imp3_vec r = {half.x * (float)x, half.y * (float)y, half.z * (float)z};
    return r;
}

static void choose_poses(meet_work* w, float spread)
{
    bench_rng rng = {34};
    const imp3_pose here = imp3_pose_identity();
    imp3_box box[2];
    for (int k = 0; k < 2; ++k)
    {
        (void)imp3_compound_bounds(&w->mesh[k], &here, &box[k]);
    }
    imp3_vec half = imp3_vec_scale(imp3_vec_sub(box[0].upper, box[0].lower), 0.5f * spread);
    imp3_vec middle = imp3_vec_scale(imp3_vec_add(box[0].upper, box[0].lower), 0.5f);
    imp3_vec own = imp3_vec_scale(imp3_vec_add(box[1].upper, box[1].lower), 0.5f);
    for (int k = 0; k < MEET_POSES; ++k)
    {
        const imp3_vec all = {1.0f, 1.0f, 1.0f};
        imp3_vec axis = random_in(&rng, all);
        double w4 = bench_rng_range(&rng, -1.0, 1.0);
        const imp3_quat turn = {axis.x, axis.y, axis.z, (float)w4};
        (void)imp3_rot_of_quat(turn, &w->pose[k].q);
        imp3_vec at = imp3_vec_add(middle, random_in(&rng, half));
        w->pose[k].p = imp3_vec_sub(at, imp3_rot_apply(w->pose[k].q, own));
    }
}

static void report_meeting(bench* b, const char* name, const char* figure, meet_work* ours, meet_work* theirs,
                           double bar)
{
    bench_side sides[2] = {{.run = meet_block, .context = ours}, {.run = meet_block, .context = theirs}};
    bench_interleave(sides, theirs->peer ? 2 : 1, MEET_ROUNDS);
    bench_entry e = bench_entry_make("mesh", name, figure, sides[0].seconds * 1e6 / MEET_POSES, "us");
    e.bar = bar;
    bench_entry pairs =
        bench_entry_make("mesh", name, ours->most ? "touching" : "pairs", (double)pairs_of(ours) / MEET_POSES, "");
    if (theirs->peer)
    {
        e.peer = pairs.peer = theirs->peer->name;
        e.peer_commit = pairs.peer_commit = theirs->peer->commit;
        e.peer_value = sides[1].seconds * 1e6 / MEET_POSES;
        pairs.peer_value = (double)pairs_of(theirs) / MEET_POSES;
        e.spoiled = pairs_of(ours) != pairs_of(theirs);
    }
    bench_report(b, &e);
    bench_report(b, &pairs);
}

void bench_mesh_meet(bench* b, const mesh3* first, const mesh3* second, float spread)
{
    char name[80];
    snprintf(name, sizeof name, "meet.%s_%s", first->name, second->name);
    if (!bench_wanted(b, name))
    {
        return;
    }
    const imp3_bvh_choice def = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, false};
    meet_work* ours = bench_alloc(2, sizeof *ours);
    meet_work* theirs = ours + 1;
    ours->mesh[0] = mesh3_compound(first, def, true);
    ours->mesh[1] = mesh3_compound(second, def, true);
    ours->room = bench_alloc(MEET_ROOM, sizeof *ours->room);
    choose_poses(ours, spread);
    *theirs = *ours;
#ifdef IMP_PEER_FCL
    theirs->peer = &MESH3_MEET_FCL;
    theirs->made = theirs->peer->prepare(first, second);
#endif
    report_meeting(b, name, "all", ours, theirs, 1.0 / 3.0);
    ours->most = theirs->most = 1;
    report_meeting(b, name, "first", ours, theirs, 0.5);
    if (theirs->peer)
    {
        theirs->peer->discard(theirs->made);
    }
    imp3_compound_free(&ours->mesh[0]);
    imp3_compound_free(&ours->mesh[1]);
    free(ours->room);
    free(ours);
}
