// SPDX-License-Identifier: MIT
//
// Convex parts of a mesh as files: for other programs, for `impinge run`, and as a page.

#ifndef IMPINGE_TOOLS_DECOMPOSE_SAVE_H
#define IMPINGE_TOOLS_DECOMPOSE_SAVE_H

#include "bodies.h"
#include "io/io.h"

typedef struct taken_apart
{
    const body* of;
    const imp3_compound* set;
    const imp3_decompose_report* report;
    double tolerance, scale;
} taken_apart;

/// As OBJ, GLB or a scene of our own, which the end of the name tells.
io_status decompose_save(const char* path, const taken_apart* what, io_error* error);

/// The page: the mesh, and each part as a body of its own.
io_status decompose_page(const char* path, const taken_apart* what, bool z_up, io_error* error);

/// Red, green and blue of a part, 0 to 1, which differ from one to the next: hues by the golden ratio.
void decompose_color(int32_t part, double out[3]);

#endif
