// SPDX-License-Identifier: MIT
//
// Golden rows: rays and shapes against meshes. A ray is told by single calls and in a batch. Parts go into the hash by
// their sources: where triangles stand is the tree's business.

#include "golden.h"

enum
{
    POINTS = 40,
    TRIANGLES = 60,
    RAYS = 24,
    EVERY = 50
};

/// Triangles anyhow, under a tree of any kind.
static bool make_mesh(trial* t, imp3_compound* out)
{
    soup3 d;
    draw_soup3(t, POINTS, TRIANGLES, &d);
    d.triangles.one_sided = test_rng_int(&t->rng, 0, 3) == 0;
    d.triangles.tree.kind = test_rng_int(&t->rng, 0, 3);
    d.triangles.tree.volume = test_rng_int(&t->rng, 0, 3);
    d.triangles.tree.narrow = test_rng_int(&t->rng, 0, 1) != 0;
    return add_status(t, imp3_triangles_make(&d.triangles, NULL, out, NULL));
}

static void add_part(trial* t, const imp3_compound* mesh, int32_t part)
{
    int32_t source = -1;
    (void)imp3_compound_source(mesh, part, &source);
    add_word(t, (uint32_t)source);
}

static int ray_ways(void)
{
    return 2;
}

static void run_imp3_mesh_ray(trial* t)
{
    imp3_compound mesh;
    if (!make_mesh(t, &mesh))
    {
        return;
    }
    imp3_vec origins[RAYS], motions[RAYS];
    imp3_mesh_ray_hit hits[RAYS];
    imp3_pose pose = a_pose3(t);
    int32_t asks = test_rng_int(&t->rng, 0, 1);
    for (int32_t k = 0; k < RAYS; ++k)
    {
        origins[k] = a_vec3(t);
        motions[k] = a_vec3(t);
    }
    const imp3_rays rays = {RAYS, origins, motions, NULL};
    imp_status status = t->way == 1 ? imp3_mesh_rays(&mesh, &pose, &rays, asks, hits, NULL) : IMP_OK;
    for (int32_t k = 0; k < RAYS && t->way == 0 && !status; ++k)
    {
        status = imp3_mesh_ray(&mesh, &pose, origins[k], motions[k], asks, &hits[k]);
    }
    add_word(t, (uint32_t)imp_status_fault(status));
    for (int32_t k = 0; k < RAYS && !status; ++k)
    {
        add_part(t, &mesh, hits[k].part);
        add_words(t, &hits[k].time, sizeof hits[k] - sizeof hits[k].part);
    }
    imp3_compound_free(&mesh);
}

static void run_imp3_mesh_touching(trial* t)
{
    imp3_compound mesh;
    int32_t parts[TRIANGLES];
    imp3_mesh_parts found = {parts, TRIANGLES, 0};
    if (!make_mesh(t, &mesh))
    {
        return;
    }
    imp3_pose pose = a_pose3(t), pose_shape = a_pose3(t);
    const imp3_shape* shape = a_shape3(t);
    if (add_status(t, imp3_mesh_touching(&mesh, &pose, shape, &pose_shape, NULL, &found)))
    {
        add_word(t, (uint32_t)found.count);
        for (int32_t k = 0; k < found.count; ++k)
        {
            add_part(t, &mesh, parts[k]);
        }
    }
    imp3_compound_free(&mesh);
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp3_mesh_ray, EVERY, ray_ways),
    GOLDEN_ROW_EVERY(imp3_mesh_touching, EVERY, NULL),
};

GOLDEN_ROWS(golden_mesh_rays3, rows);
