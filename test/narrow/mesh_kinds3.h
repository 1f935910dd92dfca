// SPDX-License-Identifier: MIT
//
// Meshes to ask things of: closed and open, on a grid and anyhow, thin, doubled, far away, tiny and huge.

#ifndef IMP_TEST_MESH_KINDS3_H
#define IMP_TEST_MESH_KINDS3_H

#include "impinge/compound3.h"
#include "support.h"

enum
{
    MESH3_CUBE = 0,  // closed, sides of many triangles, on a grid of eighths
    MESH3_BALL,      // closed, its points near a sphere
    MESH3_NEEDLE,    // the same, a thousandth thin
    MESH3_SHEET,     // all in a plane of the grid
    MESH3_TWINS,     // a sheet with bumps, and the same one turned over in the same place
    MESH3_SOUP,      // triangles that cross each other, slivers too
    MESH3_SINGLE,    // one triangle
    MESH3_FAR,       // a ball a thousand sizes from the origin
    MESH3_TINY,      // a ball, times 2^-40
    MESH3_HUGE,      // a ball, times 2^40
    MESH3_KINDS
};

extern const char* const mesh3_names[MESH3_KINDS];

/// Points and corners of a kind of mesh, of some hundred triangles; freed by mesh3_free.
typedef struct mesh3_source
{
    imp3_vec* points;
    int32_t* corners;
    imp3_triangles triangles;
} mesh3_source;

void mesh3_make(test_rng* rng, int kind, mesh3_source* out);
void mesh3_free(mesh3_source* source);

/// A closed ball with bumps: an octahedron whose sides are parted `parts` times along each edge.
void mesh3_make_ball(test_rng* rng, int parts, float bumps, mesh3_source* out);

/// All sorts of trees: the i-th, of so many.
#define MESH3_TREES 24
imp3_bvh_choice mesh3_tree(int i);

/// A mesh of a source, with a tree.
void mesh3_build(const mesh3_source* source, imp3_bvh_choice tree, bool one_sided, imp3_compound* out);

#endif
