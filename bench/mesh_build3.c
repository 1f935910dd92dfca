// SPDX-License-Identifier: MIT
//
// Rows of the scene mesh about trees alone: building them, refitting them, and what they take of memory.
//
// Ours is imp3_triangles_make of a soup, as a peer's tree knows nothing of neighbours either; `make` is the whole maker.

#include "mesh3.h"

#include "shape/compound3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    BUILD_ROUNDS = 7
};

#define NO_BAR NAN

static const struct build_row
{
    const char* name;
    int way;
    const mesh3_builder* peer;
    double bar;
} ROWS[] = {
#ifdef IMP_PEER_BOX3D
    {"bins", IMP3_BVH_BINS, &MESH3_BUILD_BOX3D, 0.7},
    {"middle", IMP3_BVH_MIDDLE, &MESH3_BUILD_BOX3D, NO_BAR},
#else
    {"bins", IMP3_BVH_BINS, NULL, 0.7},
    {"middle", IMP3_BVH_MIDDLE, NULL, NO_BAR},
#endif
    {"octants", IMP3_BVH_OCTANTS, NULL, NO_BAR},
#ifdef IMP_PEER_EMBREE
    {"morton", IMP3_BVH_MORTON, &MESH3_BUILD_EMBREE, 1.0},
#else
    {"morton", IMP3_BVH_MORTON, NULL, 1.0},
#endif
};

typedef struct building
{
    const mesh3* mesh;
    const mesh3_builder* peer;
    int way;
    bool soup;
} building;

/// A build is one block; the others are empty.
static void build_once(void* context, int block)
{
    const building* r = context;
    if (block == 0 && r->peer)
    {
        void* made = r->peer->build(r->mesh, r->way);
        bench_keep(made != NULL);
        r->peer->discard(made);
    }
    else if (block == 0)
    {
        const imp3_bvh_choice def = {r->way, IMP3_VOLUME_BOX, 0, false};
        imp3_compound made = mesh3_compound(r->mesh, def, r->soup);
        bench_keep(made.reach);
        imp3_compound_free(&made);
    }
}

static void report_build(bench* b, const mesh3* mesh, const struct build_row* row)
{
    char name[64];
    snprintf(name, sizeof name, "build.%s.%s", mesh->name, row->name);
    if (!bench_wanted(b, name))
    {
        return;
    }
    building ours = {mesh, NULL, row->way, true}, whole = {mesh, NULL, row->way, false},
             theirs = {mesh, row->peer, row->way, true};
    bench_side sides[3] = {{.run = build_once, .context = &ours},
                           {.run = build_once, .context = &whole},
                           {.run = build_once, .context = &theirs}};
    bench_interleave(sides, row->peer ? 3 : 2, BUILD_ROUNDS);
    bench_entry e = bench_entry_make("mesh", name, "", sides[0].seconds * 1e9 / mesh->count, "ns");
    e.bar = row->bar;
    if (row->peer)
    {
        e.peer = row->peer->name;
        e.peer_commit = row->peer->commit;
        e.peer_value = sides[2].seconds * 1e9 / mesh->count;
    }
    bench_report(b, &e);
    e = bench_entry_make("mesh", name, "make", sides[1].seconds * 1e9 / mesh->count, "ns");
    bench_report(b, &e);
}

typedef struct refitting
{
    imp3_compound mesh;
    imp3_vec *points[2], *moved[2];  // as given, and of the compound
    int32_t count;
    int step;
    bool whole;  // imp3_mesh_move; else the tree alone
} refitting;

static void refit_once(void* context, int block)
{
    refitting* r = context;
    imp3_mesh_upkeep upkeep = {0, 0.0f};
    if (block > 0)
    {
        return;
    }
    r->step ^= 1;
    if (r->whole)
    {
        bench_keep(imp3_mesh_move(&r->mesh, r->points[r->step], r->count, &upkeep));
    }
    else
    {
        imp3i_bvh_triangles triangles = imp3i_bvh_triangles_of(&r->mesh);
        triangles.points = r->moved[r->step];
        upkeep.area = imp3i_bvh_refit(&((imp3i_compound_block*)r->mesh.block)->bvh, &triangles);
    }
    bench_keep((double)upkeep.area);
}

/// Refitting to points that have moved by a thousandth, here and back.
static void report_refit(bench* b, const mesh3* mesh)
{
    char name[64];
    snprintf(name, sizeof name, "refit.%s", mesh->name);
    if (!bench_wanted(b, name))
    {
        return;
    }
    for (int whole = 0; whole < 2; ++whole)
    {
        const imp3_bvh_choice def = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, false};
        refitting r = {.mesh = mesh3_compound(mesh, def, true), .count = mesh->point_count, .whole = whole};
        const imp3i_compound_block* block = imp3i_compound_block_of(&r.mesh);
        for (int k = 0; k < 2; ++k)
        {
            r.points[k] = bench_alloc((uint64_t)mesh->point_count, sizeof *r.points[k]);
            r.moved[k] = bench_alloc((uint64_t)mesh->point_count, sizeof *r.moved[k]);
            for (int32_t i = 0; i < mesh->point_count; ++i)
            {
                imp3_vec v = mesh->points[i];
                v.x += k ? 0.001f * v.y : 0.0f;
                r.points[k][i] = v;
            }
            for (int32_t i = 0; i < block->point_count; ++i)
            {
                r.moved[k][i] = r.points[k][block->given[i]];
            }
        }
        bench_side side = {.run = refit_once, .context = &r};
        bench_interleave(&side, 1, 2 * BUILD_ROUNDS);
        bench_entry e = bench_entry_make("mesh", name, whole ? "move" : "tree", side.seconds * 1e9 / mesh->count, "ns");
        bench_report(b, &e);
        for (int k = 0; k < 2; ++k)
        {
            free(r.points[k]);
            free(r.moved[k]);
        }
        imp3_compound_free(&r.mesh);
    }
}

/// Bytes of a compound for each triangle, with and without what is known of neighbours.
static void report_memory(bench* b, const mesh3* mesh)
{
    char name[64];
    snprintf(name, sizeof name, "memory.%s", mesh->name);
    for (int soup = 0; soup < 2 && bench_wanted(b, name); ++soup)
    {
        const imp3_bvh_choice def = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, false};
        imp3_compound made = mesh3_compound(mesh, def, soup);
        const imp3i_compound_block* block = imp3i_compound_block_of(&made);
        double bytes = (double)(block->size + block->bvh.size) / made.part_count;
        bench_report_limit(b, bench_entry_make("mesh", name, soup ? "soup" : "all", bytes, "B"), "triangle", 100.0);
        imp3_compound_free(&made);
    }
}

void bench_mesh_build(bench* b, const mesh3* mesh)
{
    for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; ++k)
    {
        report_build(b, mesh, &ROWS[k]);
    }
    report_refit(b, mesh);
    report_memory(b, mesh);
}
