// SPDX-License-Identifier: MIT
//
// A placed core of space as the oracle sees it: exact vertices, and all pairs and triples of them that have a plane with
// the core on one side.

#ifndef IMP_TEST_CORE3_H
#define IMP_TEST_CORE3_H

#include "oracle3.h"
#include "zvec3.h"

enum
{
    FLOAT_BITS = 85,              // a float is an integer times 2^-85
    PLACE_BITS = 3 * FLOAT_BITS,  // a placed coordinate is one times 2^-255
    POINT_MAX = 2 * ORACLE3_VERTEX_MAX,
    PAIR_MAX = POINT_MAX * 6,
    TRIPLE_MAX = 4096
};

/// Vertices, and of those the pairs that cover all edges and the triples that cover all faces. The first
/// `directions` pairs have all directions of edges, the first `normals` triples all normals of faces. Or a half-space:
/// point[0], which is times `weight`, is on its plane, and normal is outward.
typedef struct core3
{
    bool half_space;
    int points, pairs, triples, directions, normals;
    zvec point[POINT_MAX];
    short pair[PAIR_MAX][2], triple[TRIPLE_MAX][3];
    zvec normal;
    mpz_t weight;
} core3;

/// Before the first use.
void core3_init(core3* c);

/// Where a body is, without its pairs and triples. move may be null; else the body is there and, displaced, there too.
void core3_place_points(const oracle3_body* body, const zvec* move, core3* out);

/// All of it.
void core3_place(const oracle3_body* body, const zvec* move, core3* out);

#endif
