// SPDX-License-Identifier: MIT
//
// `impinge check` of meshes: what it found among bodies, and the three ways of telling it.

#ifndef IMPINGE_TOOLS_MESH_CHECK_H
#define IMPINGE_TOOLS_MESH_CHECK_H

#include "bodies.h"

enum
{
    MESH_CROSSING_MAX = 1 << 24  // pairs of triangles of two bodies that are kept; more are refused
};

/// Which of two bodies lies in what the other one encloses.
enum
{
    MESH_INSIDE_NONE = 0,
    MESH_INSIDE_A,  // A in B
    MESH_INSIDE_B
};

/// A connected part of where two surfaces meet: pairs of triangles that pass on from one to the next.
typedef struct mesh_region
{
    int32_t first, count;  // of the result's crossings
    imp3_box box;
    imp3_vec middle;  // of the crossing, by length
    double length;    // of the segments that the triangles share [m]
    int32_t triangles_a, triangles_b;
} mesh_region;

/// Two bodies, a < b, that meet or are nearer than the clearance.
typedef struct mesh_finding
{
    int32_t a, b;
    bool touch;                     // surfaces meet, or one body lies in the other
    int32_t inside;                 // MESH_INSIDE_...
    bool has_depth;                 // both are closed
    imp3_vec normal;                // from a to b
    float depth;                    // how far b must go along it to come free of a [m]
    imp3_compound_nearest nearest;  // when they do not touch
    int32_t first_crossing, crossing_count;
    int32_t first_region, region_count;
} mesh_finding;

typedef struct mesh_result
{
    mesh_finding* findings;     // those that touch by a, then b; then those that are near
    imp3_mesh_pair* crossings;  // region by region
    mesh_region* regions;       // of each finding the one with most pairs first
    size_t finding_count, crossing_count, region_count;
    size_t finding_capacity, crossing_capacity, region_capacity;
    int32_t touching;  // findings that touch
    float clearance;   // 0 when it was not asked for
    double check_ms;
} mesh_result;

typedef struct mesh_options
{
    bodies_options bodies;
    float clearance;
    bool json;
    bool z_up;  // else y is
    const char* html;
} mesh_options;

/// All bodies against all, in the stage that options->bodies.bar is in. IMP_OK, IMP_ERR_MEMORY, IMP_ERR_SPACE when two have more than MESH_CROSSING_MAX.
imp_status mesh_check(const bodies* all, const mesh_options* options, mesh_result* out);
void mesh_result_free(mesh_result* result);

void mesh_report(FILE* out, const bodies* all, const mesh_result* result);
void mesh_json(FILE* out, const bodies* all, const mesh_result* result);

/// The command: reads, checks and tells. The exit status: 0 nothing touches, 1 something does or is nearer than the
/// clearance, 2 bad input.
int mesh_command(char** files, int32_t count, const mesh_options* options);

/// The page: one file that needs nothing else.
io_status mesh_page(const char* path, const bodies* all, const mesh_result* result, bool z_up, io_error* error);

#endif
