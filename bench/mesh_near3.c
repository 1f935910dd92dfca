// SPDX-License-Identifier: MIT
//
// Rows of the scene mesh about how near, inside and deep: the distance of two meshes, without and with the parts of the
// answer before; the triangle nearest to a point; the winding number around one; the depth of a closed mesh in itself.

#include "mesh3.h"

#include <math.h>
#include <stdlib.h>

#include <stdio.h>

enum
{
    NEAR_ROUNDS = 5,
    NEAR_POSES = 8 * BENCH_BLOCKS,
    NEAR_POINTS = 64 * BENCH_BLOCKS,
    NEAR_DEEP = BENCH_BLOCKS
};

typedef struct near_work
{
    imp3_compound mesh;
    imp3_pose apart[NEAR_POSES], deep[NEAR_DEEP];
    imp3_vec points[NEAR_POINTS];
    int32_t parts[NEAR_POSES][2];
    bool again;  // with the parts of the answer before
    const mesh3_measurer* peer;
    void* made;
    double sum[BENCH_BLOCKS];
} near_work;

static imp3_vec random_within(bench_rng* rng, imp3_vec half)
{
    imp3_vec r = {half.x * (float)bench_rng_range(rng, -1.0, 1.0), 0.0f, 0.0f};
    r.y = half.y * (float)bench_rng_range(rng, -1.0, 1.0);
    r.z = half.z * (float)bench_rng_range(rng, -1.0, 1.0);
    return r;
}

/// A pose that is turned at random, with the middle of the mesh so far from where it was.
static imp3_pose pose_away(bench_rng* rng, imp3_vec middle, float far)
{
    const imp3_vec all = {1.0f, 1.0f, 1.0f};
    imp3_vec axis = random_within(rng, all), way = random_within(rng, all);
    const imp3_quat turn = {axis.x, axis.y, axis.z, (float)bench_rng_range(rng, -1.0, 1.0)};
    imp3_pose r = imp3_pose_identity();
    (void)imp3_rot_of_quat(turn, &r.q);
    way = imp3_vec_scale(way, far / sqrtf(imp3_vec_dot(way, way)));
    r.p = imp3_vec_add(imp3_vec_sub(middle, imp3_rot_apply(r.q, middle)), way);
    return r;
}

static void distance_block(void* context, int block)
{
    near_work* w = context;
    const imp3_pose here = imp3_pose_identity();
    w->sum[block] = 0.0;
    for (int k = block * NEAR_POSES / BENCH_BLOCKS; k < (block + 1) * NEAR_POSES / BENCH_BLOCKS; ++k)
    {
        if (w->peer)
        {
            w->sum[block] += w->peer->measure(w->made, &w->apart[k]);
            continue;
        }
        imp3_compound_nearest n;
        n.part_a = w->again ? w->parts[k][0] : -1;
        n.part_b = w->again ? w->parts[k][1] : -1;
        (void)imp3_mesh_distance(&w->mesh, &here, &w->mesh, &w->apart[k], NULL, &n);
        w->parts[k][0] = n.part_a;
        w->parts[k][1] = n.part_b;
        w->sum[block] += (double)n.nearest.distance;
    }
}

static void nearest_block(void* context, int block)
{
    near_work* w = context;
    const imp3_pose here = imp3_pose_identity();
    w->sum[block] = 0.0;
    for (int k = block * NEAR_POINTS / BENCH_BLOCKS; k < (block + 1) * NEAR_POINTS / BENCH_BLOCKS; ++k)
    {
        imp3_mesh_near near;
        int32_t count;
        (void)imp3_mesh_nearest(&w->mesh, &here, w->points[k], 1, &near, &count);
        w->sum[block] += (double)near.distance;
    }
}

static void winding_block(void* context, int block)
{
    near_work* w = context;
    const imp3_pose here = imp3_pose_identity();
    w->sum[block] = 0.0;
    for (int k = block * NEAR_POINTS / BENCH_BLOCKS; k < (block + 1) * NEAR_POINTS / BENCH_BLOCKS; ++k)
    {
        bool inside;
        float winding;
        (void)imp3_mesh_contains(&w->mesh, &here, w->points[k], &inside, &winding);
        w->sum[block] += (double)winding;
    }
}

static void depth_block(void* context, int block)
{
    near_work* w = context;
    const imp3_pose here = imp3_pose_identity();
    w->sum[block] = 0.0;
    for (int k = block * NEAR_DEEP / BENCH_BLOCKS; k < (block + 1) * NEAR_DEEP / BENCH_BLOCKS; ++k)
    {
        imp3_vec normal;
        float depth = 0.0f;
        (void)imp3_mesh_depth(&w->mesh, &here, &w->mesh, &w->deep[k], &normal, &depth);
        w->sum[block] += (double)depth;
    }
}

static double sum_of_blocks(const near_work* w)
{
    double sum = 0.0;
    for (int k = 0; k < BENCH_BLOCKS; ++k)
    {
        sum += w->sum[k];
    }
    return sum;
}

static void report_near(bench* b, const char* name, const char* figure, void (*run)(void*, int), near_work* ours,
                        near_work* theirs, int count, double bar)
{
    if (!bench_wanted(b, name))
    {
        return;
    }
    bench_side sides[2] = {{.run = run, .context = ours}, {.run = run, .context = theirs}};
    bool peer = theirs && theirs->peer;
    bench_interleave(sides, peer ? 2 : 1, NEAR_ROUNDS);
    bench_entry e = bench_entry_make("mesh", name, figure, sides[0].seconds * 1e6 / count, "us");
    e.bar = bar;
    if (peer)
    {
        e.peer = theirs->peer->name;
        e.peer_commit = theirs->peer->commit;
        e.peer_value = sides[1].seconds * 1e6 / count;
        e.spoiled = !(fabs(sum_of_blocks(ours) - sum_of_blocks(theirs)) <= 1e-6 * sum_of_blocks(ours));
    }
    bench_report(b, &e);
}

/// Poses that are apart, and some that are not, of a mesh beside itself.
static void choose_near_poses(near_work* w, imp3_box box)
{
    bench_rng rng = {34};
    const imp3_pose here = imp3_pose_identity();
    imp3_vec middle = imp3_vec_scale(imp3_vec_add(box.lower, box.upper), 0.5f);
    float size = box.upper.x - box.lower.x;
    for (int k = 0; k < NEAR_POSES;)
    {
        w->apart[k] = pose_away(&rng, middle, size * (float)bench_rng_range(&rng, 0.7, 2.3));
        bool meets = false;
        (void)imp3_compound_overlap(&w->mesh, &here, &w->mesh, &w->apart[k], &meets);
        k += !meets;
    }
    for (int k = 0; k < NEAR_DEEP; ++k)
    {
        w->deep[k] = pose_away(&rng, middle, size * (float)bench_rng_range(&rng, 0.2, 0.6));
    }
    imp3_vec half = imp3_vec_scale(imp3_vec_sub(box.upper, box.lower), 0.6f);
    for (int k = 0; k < NEAR_POINTS; ++k)
    {
        w->points[k] = imp3_vec_add(middle, random_within(&rng, half));
    }
}

void bench_mesh_near(bench* b, const mesh3* mesh)
{
    const imp3_bvh_choice def = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, false};
    char distance[64], nearest[64], winding[64], depth[64];
    snprintf(distance, sizeof distance, "distance.%s", mesh->name);
    snprintf(nearest, sizeof nearest, "nearest.%s", mesh->name);
    snprintf(winding, sizeof winding, "contains.%s", mesh->name);
    snprintf(depth, sizeof depth, "depth.%s", mesh->name);
    if (!bench_wanted(b, distance) && !bench_wanted(b, nearest) && !bench_wanted(b, winding) && !bench_wanted(b, depth))
    {
        return;
    }
    near_work* ours = bench_alloc(2, sizeof *ours);
    near_work* theirs = ours + 1;
    ours->mesh = mesh3_compound(mesh, def, false);
    const imp3_pose here = imp3_pose_identity();
    imp3_box box;
    (void)imp3_compound_bounds(&ours->mesh, &here, &box);
    choose_near_poses(ours, box);
    *theirs = *ours;
#ifdef IMP_PEER_FCL
    theirs->peer = &MESH3_DISTANCE_FCL;
    theirs->made = theirs->peer->prepare(mesh, mesh);
#endif
    report_near(b, distance, "", distance_block, ours, theirs, NEAR_POSES, 1.0 / 3.0);
    ours->again = true;
    report_near(b, distance, "again", distance_block, ours, NULL, NEAR_POSES, NAN);
    report_near(b, nearest, "", nearest_block, ours, NULL, NEAR_POINTS, NAN);
    report_near(b, winding, "", winding_block, ours, NULL, NEAR_POINTS, NAN);
    imp3_vec normal;
    float length;
    if (imp3_mesh_depth(&ours->mesh, &here, &ours->mesh, &ours->deep[0], &normal, &length) == IMP_OK)
    {
        report_near(b, depth, "", depth_block, ours, NULL, NEAR_DEEP, NAN);
    }
    if (theirs->peer)
    {
        theirs->peer->discard(theirs->made);
    }
    imp3_compound_free(&ours->mesh);
    free(ours);
}
