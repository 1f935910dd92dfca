// SPDX-License-Identifier: MIT
//
// Golden rows of meshes as trees: how they are built in all ways, and what moving points does to them.

#include "golden.h"

#include "impinge/mesh3.h"

enum
{
    MESH = 32  // one case in so many
};

static imp3_bvh_choice a_tree(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    const imp3_bvh_choice def = {(int32_t)(bits & 3), (int32_t)(bits >> 8 & 3), (int32_t)(bits >> 16 & 3),
                                 bits >> 24 & 1};
    return def;
}

/// Bumpy ground with a tree of some kind, to be freed unless there is an error.
static imp_status a_mesh(trial* t, ground* g, imp3_compound* out)
{
    draw_ground(t, g);
    g->triangles.tree = a_tree(t);
    g->triangles.soup = test_rng_next(&t->rng) & 1;
    return imp3_triangles_make(&g->triangles, NULL, out, NULL);
}

static void add_mesh(trial* t, const imp3_compound* mesh)
{
    imp3_bvh_stats stats;
    if (add_status(t, imp3_mesh_stats(mesh, &stats)))
    {
        add_word(t, (uint32_t)stats.nodes);
        add_word(t, (uint32_t)stats.leaves);
        add_word(t, (uint32_t)stats.depth);
        add_float(t, stats.area);
    }
    for (int32_t i = 0; i < mesh->part_count; ++i)
    {
        int32_t source;
        ADD(t, imp3_compound_source(mesh, i, &source), source);
    }
}

static void run_imp3_mesh_stats(trial* t)
{
    ground g;
    imp3_compound mesh;
    if (add_status(t, a_mesh(t, &g, &mesh)))
    {
        add_mesh(t, &mesh);
        imp3_compound_free(&mesh);
    }
}

static void run_imp3_mesh_move(trial* t)
{
    ground g;
    imp3_compound mesh;
    if (add_status(t, a_mesh(t, &g, &mesh)))
    {
        imp3_mesh_upkeep upkeep;
        for (int i = 0; i < GROUND_SIDE * GROUND_SIDE; ++i)
        {
            g.points[i] = imp3_vec_add(g.points[i], a_vec3(t));
        }
        ADD(t, imp3_mesh_move(&mesh, g.points, GROUND_SIDE * GROUND_SIDE, &upkeep), upkeep);
        add_mesh(t, &mesh);
        imp3_compound_free(&mesh);
    }
}

static void run_imp3_mesh_volumes(trial* t)
{
    ground g;
    imp3_compound mesh;
    if (add_status(t, a_mesh(t, &g, &mesh)))
    {
        imp3_volume volumes[64];
        int32_t count = 0;
        if (add_status(t, imp3_mesh_volumes(&mesh, test_rng_int(&t->rng, 0, 4), volumes, 64, &count)))
        {
            add_words(t, volumes, (size_t)count * sizeof *volumes);
        }
        imp3_compound_free(&mesh);
    }
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp3_mesh_stats, MESH, NULL),
    GOLDEN_ROW_EVERY(imp3_mesh_move, MESH, NULL),
    GOLDEN_ROW_EVERY(imp3_mesh_volumes, MESH, NULL),
};

GOLDEN_ROWS(golden_mesh_upkeep3, rows);
