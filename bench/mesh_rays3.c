// SPDX-License-Identifier: MIT
//
// Rows of the scene mesh about rays and balls. Rays go from one point of the sphere around the mesh to another one, and
// nothing is alike about two that follow each other; Embree answers by its watertight scenes, one at a time. Balls
// stand within twice their radius of the surface; Box3D's contacts are those of triangles that face the ball, ours all.

#include "mesh3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    RAY_ROUNDS = 7,
    RAYS = 20000 * BENCH_BLOCKS,
    BALLS = 1000 * BENCH_BLOCKS
};

/// Radii of balls, as parts of the diagonal of the mesh.
static const double RADII[] = {0.002, 0.01, 0.05};

typedef struct ray_work
{
    imp3_compound mesh;
    void* made;  // by the peer
    const mesh3_caster* caster;
    const mesh3_toucher* toucher;
    imp3_vec *origins, *motions;  // of rays, and origins of balls
    imp3_mesh_ray_hit* hits;
    int32_t* parts;
    float radius;
    int32_t count;  // of rays or balls
    bool batch, all;
    double sum[BENCH_BLOCKS];
} ray_work;

static void cast_block(void* context, int block)
{
    ray_work* w = context;
    const imp3_pose here = imp3_pose_identity();
    int32_t first = w->count / BENCH_BLOCKS * block, end = first + w->count / BENCH_BLOCKS;
    if (w->batch)
    {
        const imp3_rays rays = {end - first, w->origins + first, w->motions + first, NULL};
        (void)imp3_mesh_rays(&w->mesh, &here, &rays, IMP3_RAY_CLOSEST, w->hits + first, NULL);
    }
    double sum = 0.0;
    for (int32_t k = first; k < end; ++k)
    {
        if (w->caster)
        {
            sum += w->caster->hits(w->made, w->origins[k], w->motions[k]);
            continue;
        }
        if (!w->batch)
        {
            (void)imp3_mesh_ray(&w->mesh, &here, w->origins[k], w->motions[k], IMP3_RAY_CLOSEST, &w->hits[k]);
        }
        sum += w->hits[k].part >= 0;
    }
    w->sum[block] = sum;
}

static void touch_block(void* context, int block)
{
    ray_work* w = context;
    imp3_pose here = imp3_pose_identity(), pose = here;
    imp3_shape ball;
    const imp3_mesh_walk first_walk = {IMP3_WALK_DEPTH, 1, NULL};
    int32_t first = w->count / BENCH_BLOCKS * block, end = first + w->count / BENCH_BLOCKS;
    (void)imp3_sphere_make(imp3_pose_identity().p, w->radius, &ball);
    double sum = 0.0;
    for (int32_t k = first; k < end; ++k)
    {
        int32_t count = 0;
        pose.p = w->origins[k];
        if (w->toucher)
        {
            count = w->all ? w->toucher->count(w->made, pose.p, w->radius)
                           : w->toucher->touches(w->made, pose.p, w->radius);
        }
        else
        {
            imp3_mesh_parts found = {w->all ? w->parts : NULL, w->all ? w->mesh.part_count : 0, 0};
            (void)imp3_mesh_touching(&w->mesh, &here, &ball, &pose, w->all ? NULL : &first_walk, &found);
            count = found.count;
        }
        sum += count;
    }
    w->sum[block] = sum;
}

static double total_of(const ray_work* w)
{
    double sum = 0.0;
    for (int k = 0; k < BENCH_BLOCKS; ++k)
    {
        sum += w->sum[k];
    }
    return sum;
}

static imp3_vec on_unit_sphere(bench_rng* rng)
{
    imp3_vec r = {0.0f, 0.0f, 0.0f};
    for (float far = 0.0f; !(far > 0.01f && far <= 1.0f); far = imp3_vec_dot(r, r))
    {
        r.x = (float)bench_rng_range(rng, -1.0, 1.0);
        r.y = (float)bench_rng_range(rng, -1.0, 1.0);
        r.z = (float)bench_rng_range(rng, -1.0, 1.0);
    }
    return imp3_vec_scale(r, 1.0f / sqrtf(imp3_vec_dot(r, r)));
}

static void place_rays(ray_work* w, imp3_vec middle, float size)
{
    bench_rng rng = {1};
    for (int32_t k = 0; k < w->count; ++k)
    {
        imp3_vec from = on_unit_sphere(&rng), to = on_unit_sphere(&rng);
        w->origins[k] = imp3_vec_add(middle, imp3_vec_scale(from, size));
        w->motions[k] = imp3_vec_scale(imp3_vec_sub(to, from), size);
    }
}

static void place_balls(ray_work* w, const mesh3* mesh)
{
    bench_rng rng = {1};
    for (int32_t k = 0; k < w->count; ++k)
    {
        const int32_t* corner = mesh->corners + 3 * (bench_rng_next(&rng) % (uint64_t)mesh->count);
        imp3_vec a = mesh->points[corner[0]], b = mesh->points[corner[1]], c = mesh->points[corner[2]];
        imp3_vec at = imp3_vec_scale(imp3_vec_add(imp3_vec_add(a, b), c), 1.0f / 3.0f);
        imp3_vec n = imp3_vec_cross(imp3_vec_sub(b, a), imp3_vec_sub(c, a));
        float length = sqrtf(imp3_vec_dot(n, n)), away = 2.0f * w->radius * (float)bench_rng_range(&rng, -1.0, 1.0);
        w->origins[k] = length > 0.0f ? imp3_vec_add(at, imp3_vec_scale(n, away / length)) : at;
    }
}

static void report_pair(bench* b, const char* name, ray_work* ours, ray_work* theirs, void (*run)(void*, int),
                        const char* peer, const char* commit, double bar)
{
    bench_side sides[2] = {{.run = run, .context = ours}, {.run = run, .context = theirs}};
    bench_interleave(sides, peer ? 2 : 1, RAY_ROUNDS);
    bench_entry e = bench_entry_make("mesh", name, "", sides[0].seconds * 1e9 / ours->count, "ns");
    if (peer)
    {
        e.peer = peer;
        e.peer_commit = commit;
        e.peer_value = sides[1].seconds * 1e9 / ours->count;
        e.bar = bar;
    }
    bench_report(b, &e);
}

static void report_rays(bench* b, const mesh3* mesh, ray_work* ours, const mesh3_caster* peer)
{
    ray_work theirs;
    ours->count = b->quick ? RAYS / 10 : RAYS;
    for (int batch = 0; batch < 2; ++batch)
    {
        char name[64];
        snprintf(name, sizeof name, "rays.%s.%s", mesh->name, batch ? "batch" : "single");
        if (bench_wanted(b, name))
        {
            ours->batch = batch != 0;
            theirs = *ours;
            theirs.batch = false;
            theirs.caster = peer;
            theirs.made = peer ? peer->prepare(mesh) : NULL;
            report_pair(b, name, ours, &theirs, cast_block, peer ? peer->name : NULL, peer ? peer->commit : NULL,
                        batch ? 1.0 / 0.8 : 1.0 / 0.5);
            if (peer)
            {
                peer->discard(theirs.made);
            }
            bench_keep(total_of(ours));
        }
    }
}

static void report_balls(bench* b, const mesh3* mesh, ray_work* ours, const mesh3_toucher* peer, double diagonal)
{
    ours->count = b->quick ? BALLS / 10 / BENCH_BLOCKS * BENCH_BLOCKS : BALLS;
    for (size_t k = 0; k < 2 * sizeof RADII / sizeof *RADII; ++k)
    {
        char name[64];
        snprintf(name, sizeof name, "ball.%s.%g.%s", mesh->name, RADII[k / 2], k % 2 ? "all" : "any");
        if (bench_wanted(b, name))
        {
            ours->radius = (float)(RADII[k / 2] * diagonal);
            ours->all = k % 2 != 0;
            place_balls(ours, mesh);
            ray_work theirs = *ours;
            theirs.toucher = peer;
            theirs.made = peer ? peer->prepare(mesh) : NULL;
            report_pair(b, name, ours, &theirs, touch_block, peer ? peer->name : NULL, peer ? peer->commit : NULL,
                        1.0 / 1.5);
            if (peer)
            {
                peer->discard(theirs.made);
            }
            bench_keep(total_of(ours));
        }
    }
}

void bench_mesh_rays(bench* b, const mesh3* mesh)
{
    const mesh3_caster* caster = NULL;
    const mesh3_toucher* toucher = NULL;
#ifdef IMP_PEER_EMBREE
    caster = &MESH3_CAST_EMBREE;
#endif
#ifdef IMP_PEER_BOX3D
    toucher = &MESH3_TOUCH_BOX3D;
#endif
    const imp3_bvh_choice plain = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, false};
    const imp3_pose here = imp3_pose_identity();
    ray_work w = {.mesh = mesh3_compound(mesh, plain, false)};
    w.origins = bench_alloc(RAYS, sizeof *w.origins);
    w.motions = bench_alloc(RAYS, sizeof *w.motions);
    w.hits = bench_alloc(RAYS, sizeof *w.hits);
    w.parts = bench_alloc((uint64_t)w.mesh.part_count, sizeof *w.parts);
    imp3_box box;
    (void)imp3_compound_bounds(&w.mesh, &here, &box);
    imp3_vec size = imp3_vec_sub(box.upper, box.lower);
    float diagonal = sqrtf(imp3_vec_dot(size, size));
    w.count = RAYS;
    place_rays(&w, imp3_vec_scale(imp3_vec_add(box.lower, box.upper), 0.5f), 0.5f * diagonal);
    report_rays(b, mesh, &w, caster);
    report_balls(b, mesh, &w, toucher, (double)diagonal);
    free(w.origins);
    free(w.motions);
    free(w.hits);
    free(w.parts);
    imp3_compound_free(&w.mesh);
}
