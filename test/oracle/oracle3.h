// SPDX-License-Identifier: MIT
//
// The arbiter of space: exact answers about two placed convex shapes with vertices, or half-spaces, found in a way that
// shares nothing with the library. All inputs are floats; a vertex is placed by at most three factors, so every
// coordinate is an integer times 2^-255 and GMP holds it without error.
//
// By enumeration: the faces and edges of both cores are all the triples and pairs of vertices with a supporting plane,
// boxes by their table. The cores are apart, touch or overlap as their least gap says along the normals of all faces of
// their difference: faces of A, faces of B, edges across edges; a difference without volume is taken within its plane or
// line. Depth is the least overlap along those normals. Distance is the least over all pairs of features: vertex and
// vertex, vertex and edge, edge and edge, vertex and face.
//
// The work grows with the fourth power of the vertices: up to about ten it is quick, ORACLE3_VERTEX_MAX are the most.

#ifndef IMP_TEST_ORACLE3_H
#define IMP_TEST_ORACLE3_H

#include "impinge/narrow3.h"

#define ORACLE3_VERTEX_MAX 64

/// One placed body: a shape, or when that is null a bare list of points of the world with a radius. Not a cylinder and
/// not a cone.
typedef struct oracle3_body
{
    const imp3_shape* shape;
    imp3_pose pose;
    const imp3_vec* points;
    int32_t count;
    float radius;
} oracle3_body;

/// A displacement without error: v - minus, componentwise.
typedef struct oracle3_shift
{
    double v[3], minus[3];
} oracle3_shift;

typedef struct oracle3_answer
{
    int relation;       // exact: -1 apart, 0 touching in boundary points only, 1 deeper
    double separation;  // of the surfaces: a gap, or minus the depth; rounded once from 256 bits, its sign is exact
    double core_separation;  // the same of the cores, without the radii
    double normal[3];        // unit, from A to B, of that separation (one of them when there are several); 0 when the
                             // cores have no volume between them and share a point
    int dimension;           // of the difference of the cores, 0 to 3; 3 with a half-space
} oracle3_answer;

oracle3_body oracle3_shape(const imp3_shape* shape, const imp3_pose* pose);
oracle3_body oracle3_points(const imp3_vec* points, int32_t count, float radius);

/// How A and B lie: everything.
void oracle3_relate(const oracle3_body* a, const oracle3_body* b, oracle3_answer* out);

/// Only the relation, quicker.
int oracle3_relation(const oracle3_body* a, const oracle3_body* b);

/// The same after B was displaced by shift.
void oracle3_relate_shifted(const oracle3_body* a, const oracle3_body* b, oracle3_shift shift, oracle3_answer* out);

/// How A lies to all of B's way from its place to the place after shift. B is not a half-space.
void oracle3_relate_swept(const oracle3_body* a, const oracle3_body* b, oracle3_shift shift, oracle3_answer* out);

/// Squared distance of the placed cores, rounded once; 0 where they share a point.
double oracle3_squared_distance(const oracle3_body* a, const oracle3_body* b);

/// The farthest of the placed body along a direction: max n . x over the core's vertices, to 2^-52 of its size, exact
/// before. Not of a half-space.
double oracle3_extent(const oracle3_body* body, const double direction[3]);

/// 2^-23 times the scale of a pair as narrow3.h has it.
double oracle3_ulp(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b);

/// One vertex as it is stored; of a turned box in the axes of its turn.
imp3_vec oracle3_vertex(const imp3_shape* shape, int32_t index);

#endif
