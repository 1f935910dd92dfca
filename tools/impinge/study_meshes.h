// SPDX-License-Identifier: MIT
//
// `impinge study meshes`: all trees over the triangles of somebody's own meshes, what they cost and what they save.

#ifndef IMPINGE_TOOLS_STUDY_MESHES_H
#define IMPINGE_TOOLS_STUDY_MESHES_H

#include "bodies.h"

enum
{
    STUDY_KINDS = 4,
    STUDY_FORMS = 5,  // wide, and narrow with each volume
    STUDY_TREES = STUDY_KINDS * STUDY_FORMS,
    STUDY_ORDERS = 3,
    STUDY_POSES = 6,  // of B, touching A, and as many apart from it
    STUDY_RAYS = 64   // and points, and spheres
};

/// What a query took, the mean over the poses.
typedef struct study_cost
{
    double nodes, triangles;  // tested; 0 where the library does not count
    double us;
} study_cost;

typedef struct study_tree
{
    imp3_bvh_choice def;
    imp3_bvh_stats stats;  // of A's
    double build_ms;       // of A's
    study_cost all;        // pairs of triangles
    study_cost first[STUDY_ORDERS];
    study_cost distance;
    study_cost ray, point, sphere;  // each
    bool same;                      // as many pairs as the first tree found, in each pose
} study_tree;

typedef struct study_meshes
{
    const body *a, *b;
    int32_t poses;
    double pairs;  // that touch, the mean
    study_tree trees[STUDY_TREES];
} study_meshes;

extern const char* const study_kinds[STUDY_KINDS];
extern const char* const study_forms[STUDY_FORMS];
extern const char* const study_orders[STUDY_ORDERS];

/// Bodies are one or two; one is its own partner. A quick study looks less often at the clock, and at fewer poses.
imp_status study_meshes_run(const bodies* all, bool quick, progress* bar, study_meshes* out);

void study_meshes_report(FILE* out, const study_meshes* result);
void study_meshes_json(FILE* out, const study_meshes* result);
io_status study_meshes_page(const char* path, const study_meshes* result, io_error* error);

/// The command. The exit status: 0, or 2 for bad input.
int study_meshes_command(char** files, int32_t count, const char* html, bool json, bool quick);

#endif
