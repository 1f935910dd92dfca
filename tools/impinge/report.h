// SPDX-License-Identifier: MIT
//
// What the reports of all commands about scenes have in common: the files, what was made of them, how things are named.

#ifndef IMPINGE_TOOLS_REPORT_H
#define IMPINGE_TOOLS_REPORT_H

#include <stdio.h>

#include "io/io.h"

/// Files, scales, kinds of shapes and notes.
void report_scene(FILE* out, const io_scene* scene);

/// "crate 3 (layers[2].objects[4])"; the file is named when there are several.
void report_object(FILE* out, const io_scene* scene, int32_t id);

/// The opening brace, "impinge", "version" and "files", with a comma behind them.
void report_json_head(FILE* out, const io_scene* scene, const char* command);

/// "taken", "repairs" and "skips", with a comma behind them.
void report_json_notes(FILE* out, const io_scene* scene);

/// "name": an object.
void report_json_object(FILE* out, const io_scene* scene, const char* name, int32_t id);

#endif
