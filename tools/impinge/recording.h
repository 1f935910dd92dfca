// SPDX-License-Identifier: MIT
//
// Recordings as files: `impinge run --record` writes one, `impinge replay` plays it and says what differs.

#ifndef IMPINGE_TOOLS_RECORDING_H
#define IMPINGE_TOOLS_RECORDING_H

#include <stdio.h>

#include "io/io.h"

/// Records a world in a file. What is returned is for recording_end; null when the file cannot be written.
FILE* recording_begin(imp2_world* world, const char* path, io_error* error);

FILE* recording3_begin(imp3_world* world, const char* path, io_error* error);
io_status recording3_end(imp3_world* world, FILE* file, const char* path, io_error* error);

/// Ends it. IO_OK, or an error when not all of it could be written.
io_status recording_end(imp2_world* world, FILE* file, const char* path, io_error* error);

typedef struct replay_result
{
    imp2_replay_report report;  ///< of space the same, but for the names of numbers
    int32_t dimension;
    imp_world_stats stats;  ///< at the end
    uint64_t hash;          ///< the same
    int32_t threads;
    double ms;
} replay_result;

/// Plays a recording; so many threads, 0 for as many as there are processors.
io_status replay_file(const char* path, int32_t threads, replay_result* out, io_error* error);

void replay_report(FILE* out, const char* path, const replay_result* result);
void replay_json(FILE* out, const replay_result* result);

#endif
