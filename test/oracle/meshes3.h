// SPDX-License-Identifier: MIT
//
// Meshes for tests: closed ones, open ones, soups, and such as nobody would make on purpose.

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
    TEST_MESH_KIND_COUNT
} test_mesh_kind;

typedef struct test_mesh
{
    imp3_vec* points;
    int32_t* corners;
    int32_t point_count, count;
} test_mesh;

/// A mesh of about so many triangles, at least one, to be freed; its size is about 1.
test_mesh test_mesh_make(test_rng* rng, test_mesh_kind kind, int32_t about);

void test_mesh_free(test_mesh* mesh);

imp3_triangles test_mesh_triangles(const test_mesh* mesh, imp3_bvh_choice def, bool soup);

#endif
