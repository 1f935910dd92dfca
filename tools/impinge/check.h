// SPDX-License-Identifier: MIT
//
// The command `impinge check`: what it is asked, what it found, and the three ways of telling it.

#ifndef IMPINGE_TOOLS_CHECK_H
#define IMPINGE_TOOLS_CHECK_H

#include <stdio.h>

#include "io/io.h"

enum
{
    CHECK_PAIR_MAX = 1 << 20,  // pairs that are kept; what is beyond is only said
    CHECK_POINT_MAX = 1 << 23
};

/// Two objects that touch; a < b.
typedef struct check_pair
{
    int32_t a, b;
    imp2_vec normal;  // from a to b
    float depth;      // how far b must go along it to come free of all of a [m]
    int32_t first;    // of the points
    int32_t count;
} check_pair;

/// One point of contact, and the parts that meet in it: 0 for shapes, else places in the compound's parts. Points of
/// the same two parts follow each other.
typedef struct check_point
{
    imp2_contact contact;
    imp2_vec normal;  // of these two parts
    int32_t part_a, part_b;
} check_point;

/// The first thing that a moved object meets.
typedef struct check_hit
{
    int32_t mover, target;
    imp2_hit hit;  // normal from target to mover
} check_hit;

typedef struct check_result
{
    check_pair* pairs;    // by a, then b
    check_pair* seams;    // pairs within one structure, when asked for
    check_hit* hits;      // by mover
    check_point* points;  // of pairs and seams
    size_t pair_count, seam_count, hit_count, point_count;
    size_t seam_total;  // also when they were not asked for
    size_t pair_capacity, seam_capacity, hit_capacity, point_capacity;
    imp2_part_manifold* manifolds;  // work space of one pair
    size_t manifold_capacity;
    size_t moved;  // objects that were moved
    bool cut;      // more than CHECK_PAIR_MAX
    bool has_move;
    imp2_vec move;
    double read_ms, check_ms;
} check_result;

typedef struct check_options
{
    bool list_seams;
    bool show_progress;  // on a terminal
    bool has_move;
    imp2_vec move;  // [m], y up
} check_options;

/// Finds pairs and hits. IMP_OK, IMP_ERR_MEMORY, or what a pair function refused.
imp_status check_scene(const io_scene* scene, const check_options* options, check_result* out);
void check_result_free(check_result* result);

void write_report(FILE* out, const io_scene* scene, const check_result* result);
void write_json(FILE* out, const io_scene* scene, const check_result* result);

/// The page: one file that needs nothing else.
io_status write_page(const char* path, const io_scene* scene, const check_result* result, io_error* error);

/// A string in quotes, safe in JSON and inside a script element.
void write_json_text(FILE* out, const char* text);

#endif
