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
} space_pair;

typedef struct space_result
{
    space_pair* pairs;  // by a, then b
    size_t count, capacity;
    double read_ms, check_ms;
} space_result;

/// All against all, but for two that stand of which one is a half-space: it has no end. IMP_OK, IMP_ERR_MEMORY, or what
/// a pair function refused.
imp_status check_space(const io_scene* scene, space_result* out);
void space_result_free(space_result* result);

void space_report(FILE* out, const io_scene* scene, const space_result* result);
void space_json(FILE* out, const io_scene* scene, const space_result* result);

#endif
