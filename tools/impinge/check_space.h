// SPDX-License-Identifier: MIT
//
// `impinge check` of a scene in space: which colliders of different bodies touch, and how deep.

#ifndef IMPINGE_TOOLS_CHECK_SPACE_H
#define IMPINGE_TOOLS_CHECK_SPACE_H

#include <stdio.h>

#include "io/io.h"

typedef struct space_pair
{
    int32_t a, b;     // colliders, a < b
    imp3_vec normal;  // from a to b
    float depth;      // how far b must go along it to come free of all of a [m]
    imp3_vec point;   // the deepest that they have in common
    int32_t parts;    // pairs of parts that touch
    int32_t first;    // of the points
    int32_t count;
} space_pair;

/// One point of contact, and the parts that meet in it.
typedef struct space_point
{
    imp3_vec point;
    float depth;
    int32_t part_a, part_b;
} space_point;

/// The first thing that a moved collider meets.
typedef struct space_hit
{
    int32_t mover, target;
    imp3_hit hit;  // normal from target to mover
} space_hit;

typedef struct space_result
{
    space_pair* pairs;  // by a, then b
    space_point* points;
    space_hit* hits;  // by mover
    size_t count, capacity;
    size_t point_count, point_capacity, hit_count, hit_capacity;
    size_t moved;  // colliders that were moved
    bool has_move;
    imp3_vec move;
    double read_ms, check_ms;
} space_result;

/// All against all, but for two that stand of which one is a half-space: it has no end. IMP_OK, IMP_ERR_MEMORY, or what
/// a pair function refused. With a move, all that does not stand is moved by it, one by one, while all else stays.
imp_status check_space(const io_scene* scene, const imp3_vec* move, space_result* out);
void space_result_free(space_result* result);

void space_report(FILE* out, const io_scene* scene, const space_result* result);
void space_json(FILE* out, const io_scene* scene, const space_result* result);

/// The page: that of meshes, in which each collider is a body.
io_status space_page(const char* path, const io_scene* scene, const space_result* result, io_error* error);

#endif
