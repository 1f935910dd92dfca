// SPDX-License-Identifier: MIT
//
// Meshes for tests: closed ones, open ones, soups, and such as nobody would make on purpose. The first kinds are for trees,
// which take any triangles; the others for queries, which answers of a closed form or of exact arithmetic are held against.

#ifndef IMP_TEST_MESHES3_H
#define IMP_TEST_MESHES3_H

#include "impinge/compound3.h"
#include "support.h"

typedef enum test_mesh_kind
{
    TEST_MESH_BALL,      // a sphere of triangles, closed
    TEST_MESH_TORUS,     // closed
    TEST_MESH_GRID,      // flat and upright
    TEST_MESH_HILLS,     // a bent grid
    TEST_MESH_SOUP,      // here and there, of all sizes
    TEST_MESH_SLIVERS,   // long and thin
    TEST_MESH_SAME,      // all the same triangle
    TEST_MESH_LINE,      // each on one line, and all on one
    TEST_MESH_CENTERED,  // about one point, of falling sizes: no middle parts them
    TEST_MESH_STAIRS,    // each a thousandth of the one before
    TEST_MESH_KIND_COUNT,

    TEST_MESH_CUBE = TEST_MESH_KIND_COUNT,  // closed, sides of many triangles, on a grid of eighths
    TEST_MESH_BUMPS,                        // closed, its points near a sphere
    TEST_MESH_NEEDLE,                       // the same, a thousandth thin
    TEST_MESH_SHEET,                        // all in a plane of the grid
    TEST_MESH_TWINS,                        // a sheet with bumps, and the same one turned over in the same place
    TEST_MESH_CROSSED,                      // triangles that cross each other, slivers too
    TEST_MESH_SINGLE,                       // one triangle
    TEST_MESH_FAR,                          // bumps a thousand sizes from the origin
    TEST_MESH_TINY,                         // bumps, times 2^-40
    TEST_MESH_HUGE,                         // bumps, times 2^40
    TEST_MESH_END
} test_mesh_kind;

enum
{
    TEST_MESH_QUERY_KINDS = TEST_MESH_END - TEST_MESH_CUBE,
    TEST_MESH_TREES = 24
};

typedef struct test_mesh
{
    imp3_vec* points;
    int32_t* corners;
    int32_t point_count, count;
    float radius;
} test_mesh;

/// A mesh of about so many triangles, at least one, to be freed; its size is about 1 but for the last three kinds.
test_mesh test_mesh_make(test_rng* rng, test_mesh_kind kind, int32_t about);

/// The same of about two hundred.
test_mesh test_mesh_usual(test_rng* rng, int kind);

/// A closed ball with bumps: an octahedron whose sides are parted `parts` times along each edge.
test_mesh test_mesh_ball(test_rng* rng, int parts, float bumps);

void test_mesh_free(test_mesh* mesh);

imp3_triangles test_mesh_triangles(const test_mesh* mesh, imp3_bvh_choice def, bool soup);

/// All sorts of trees: the i-th of TEST_MESH_TREES.
imp3_bvh_choice test_mesh_tree(int i);

/// A compound of it, with a tree.
void test_mesh_build(const test_mesh* mesh, imp3_bvh_choice tree, bool one_sided, imp3_compound* out);

#endif
