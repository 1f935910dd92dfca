// SPDX-License-Identifier: MIT
//
// Meshes as bodies: read from files of any kind, made compounds, and placed.

#ifndef IMPINGE_TOOLS_BODIES_H
#define IMPINGE_TOOLS_BODIES_H

#include <stdio.h>

#include "impinge/impinge3.h"
#include "io/mesh.h"
#include "progress.h"

typedef struct body
{
    const char* file;  // as given
    io_mesh mesh;
    imp3_triangles_report surface;
    imp3_compound compound;
    bool closed;
    float volume;  // of a closed one [m^3]
    imp3_pose pose;
    imp3_box box;    // in the world
    int32_t* place;  // of each point: the first one that is at the same place
    double read_ms, build_ms;
} body;

typedef struct bodies
{
    body* items;
    int32_t count;
} bodies;

typedef struct bodies_options
{
    double scale;       // metres per unit of the files
    const char* poses;  // a file; null for all where they are
    progress* bar;
    FILE* report;  // what a body is, as soon as it is read; null for nobody
    imp3_bvh_choice tree;
} bodies_options;

/// Whether it is a file of a mesh, by the end of its name.
bool is_mesh_file(const char* path);

/// Reads all files. On error nothing is held.
io_status bodies_load(char** files, int32_t count, const bodies_options* options, bodies* out, io_error* error);
void bodies_free(bodies* all);

/// One of the bodies, in words: size, surface, what was mended.
void body_report(FILE* out, const body* it);

#endif
