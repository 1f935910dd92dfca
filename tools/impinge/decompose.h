// SPDX-License-Identifier: MIT
//
// `impinge decompose`: a mesh as convex parts.

#ifndef IMPINGE_TOOLS_DECOMPOSE_H
#define IMPINGE_TOOLS_DECOMPOSE_H

#include <stdbool.h>

typedef struct decompose_options
{
    double tolerance;  // in metres; 0 for a fiftieth of the mesh's longest side
    double scale;      // metres per unit of the file
    const char* save;  // .obj, .glb or .json; null for none
    const char* html;  // a page; null for none
    bool z_up;         // of the page
    bool json;
} decompose_options;

/// Reads, takes apart, saves and tells. The exit status: 0, or 2 for bad input.
int decompose_command(char* file, const decompose_options* options);

#endif
