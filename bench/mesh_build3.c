// SPDX-License-Identifier: MIT
//
// Rows of the scene mesh about trees alone: building them, refitting them, and what they take of memory.
//
// A build of ours is what both peers do to have a tree that can be asked, from arrays of points and corners to memory
// that is given back: points and corners are copied, triangles without area left out, boxes found, the tree built, and
// corners put in its order. Box3D's b3CreateMesh does just that; its mesh has no edges marked. Embree, and ours beside
// it, leaves out none; it copies points and corners, builds, and has triangles in its leaves. `soup` is
// imp3_triangles_make of a soup, which checks what it is given, puts points in the order of triangles, and has winding
// terms besides; `make` is the whole maker, which welds points, finds neighbours and reports.
//
// A refit of ours copies points that have moved, and fits boxes and measures of quality to them; FCL does as much
// without the measures. `move` is imp3_mesh_move.

#include "mesh3.h"

#include "shape/compound3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

typedef enum build_work
{
    WORK_TREE,
    WORK_SOUP,
    WORK_MAKE,
    WORK_PEER
} build_work;

typedef struct building
{
    const mesh3* mesh;
    const mesh3_builder* peer;
    int way;
    build_work work;
} building;

/// A tree with its triangles. Embree does not ask whether they have an area.
static void build_tree(const mesh3* mesh, const imp3_bvh_choice* def, bool with_area)
{
    const size_t count = (size_t)mesh->count, points = (size_t)mesh->point_count * sizeof *mesh->points;
    imp3_vec* own = malloc(points);
    int32_t* room = malloc(7 * count * sizeof *room);
    if (!own || !room)
    {
        fprintf(stderr, "impinge-bench: no memory\n");
        exit(1);
    }
    int32_t *kept = room, *corners = room + 3 * count, *order = room + 6 * count;
    imp3i_bvh_triangles triangles = {own, kept, 0};
    imp3i_bvh tree;
    memcpy(own, mesh->points, points);
    for (size_t k = 0; k < count; ++k)
    {
        const int32_t* v = mesh->corners + 3 * k;
        memcpy(kept + 3 * (size_t)triangles.count, v, 3 * sizeof *v);
        triangles.count += !with_area || !imp3i_corners_flat(own[v[0]], own[v[1]], own[v[2]]);
    }
    if (imp3i_bvh_build(def, &triangles, NULL, order, &tree))
    {
        fprintf(stderr, "impinge-bench: no memory\n");
        exit(1);
    }
    for (size_t k = 0; k < (size_t)triangles.count; ++k)
    {
        memcpy(corners + 3 * k, kept + 3 * (size_t)order[k], 3 * sizeof *corners);
    }
    bench_keep((double)corners[0] + (double)tree.bounds.lower.x);
    imp3i_bvh_free(&tree, NULL);
    free(own);
    free(room);
}

/// A build is one block; the others are empty.
static void build_once(void* context, int block)
{
    const building* r = context;
    const imp3_bvh_choice def = {r->way, IMP3_VOLUME_BOX, 0, false};
    if (block > 0)
    {
        return;
    }
    if (r->work == WORK_PEER)
    {
        void* made = r->peer->build(r->mesh, r->way);
        bench_keep(made != NULL);
        r->peer->discard(made);
    }
    else if (r->work == WORK_TREE)
    {
        build_tree(r->mesh, &def, r->way != IMP3_BVH_MORTON);
    }
    else
    {
        imp3_compound made = mesh3_compound(r->mesh, def, r->work == WORK_SOUP);
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
    building works[] = {{mesh, NULL, row->way, WORK_TREE},
                        {mesh, NULL, row->way, WORK_SOUP},
                        {mesh, NULL, row->way, WORK_MAKE},
                        {mesh, row->peer, row->way, WORK_PEER}};
    bench_side sides[4];
    for (int k = 0; k < 4; ++k)
    {
        sides[k] = (bench_side){.run = build_once, .context = &works[k]};
    }
    bench_interleave(sides, row->peer ? 4 : 3, BUILD_ROUNDS);
    static const char* const figures[] = {"", "soup", "make"};
    for (int k = 0; k < 3; ++k)
    {
        bench_entry e = bench_entry_make("mesh", name, figures[k], sides[k].seconds * 1e9 / mesh->count, "ns");
        e.bar = k == WORK_TREE ? row->bar : NO_BAR;
        if (row->peer)
        {
            e.peer = row->peer->name;
            e.peer_commit = row->peer->commit;
            e.peer_value = sides[WORK_PEER].seconds * 1e9 / mesh->count;
        }
        bench_report(b, &e);
    }
}

#ifdef IMP_PEER_FCL
static const mesh3_refitter* const REFIT_PEER = &MESH3_REFIT_FCL;
#else
static const mesh3_refitter* const REFIT_PEER = NULL;
#endif

typedef struct refitting
{
    imp3_compound mesh;
    void* theirs;
    imp3_vec *points[2], *moved[2];  // as given, and of the compound
    imp3_vec* own;                   // of the tree
    int32_t count, tree_points;
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
        memcpy(r->own, r->moved[r->step], (size_t)r->tree_points * sizeof *r->own);
        triangles.points = r->own;
        upkeep.area = imp3i_bvh_refit(&((imp3i_compound_block*)r->mesh.block)->bvh, &triangles);
    }
    bench_keep((double)upkeep.area);
}

static void refit_theirs_once(void* context, int block)
{
    refitting* r = context;
    if (block == 0)
    {
        r->step ^= 1;
        REFIT_PEER->refit(r->theirs, r->step);
    }
}

/// Points as they are, and moved by a thousandth.
static void move_points(const mesh3* mesh, refitting* r)
{
    const imp3i_compound_block* block = imp3i_compound_block_of(&r->mesh);
    r->tree_points = block->point_count;
    r->own = bench_alloc((uint64_t)mesh->point_count, sizeof *r->own);
    for (int k = 0; k < 2; ++k)
    {
        r->points[k] = bench_alloc((uint64_t)mesh->point_count, sizeof *r->points[k]);
        r->moved[k] = bench_alloc((uint64_t)mesh->point_count, sizeof *r->moved[k]);
        for (int32_t i = 0; i < mesh->point_count; ++i)
        {
            imp3_vec v = mesh->points[i];
            v.x += k ? 0.001f * v.y : 0.0f;
            r->points[k][i] = v;
        }
        for (int32_t i = 0; i < block->point_count; ++i)
        {
            r->moved[k][i] = r->points[k][block->given[i]];
        }
    }
}

/// Refitting to points that have moved, here and back.
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
        const bool against = REFIT_PEER && !whole;
        refitting r = {.mesh = mesh3_compound(mesh, def, true), .count = mesh->point_count, .whole = whole};
        move_points(mesh, &r);
        refitting theirs = {.theirs = against ? REFIT_PEER->prepare(mesh, r.points) : NULL};
        bench_side sides[] = {{.run = refit_once, .context = &r}, {.run = refit_theirs_once, .context = &theirs}};
        bench_interleave(sides, against ? 2 : 1, 2 * BUILD_ROUNDS);
        bench_entry e =
            bench_entry_make("mesh", name, whole ? "move" : "tree", sides[0].seconds * 1e9 / mesh->count, "ns");
        if (against)
        {
            e.peer = REFIT_PEER->name;
            e.peer_commit = REFIT_PEER->commit;
            e.peer_value = sides[1].seconds * 1e9 / mesh->count;
            REFIT_PEER->discard(theirs.theirs);
        }
        e.bar = whole ? NO_BAR : 0.3;
        bench_report(b, &e);
        for (int k = 0; k < 2; ++k)
        {
            free(r.points[k]);
            free(r.moved[k]);
        }
        free(r.own);
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
