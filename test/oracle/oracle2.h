// SPDX-License-Identifier: MIT
//
// The arbiter of the plane: exact answers about two placed convex shapes, found in a way that shares nothing with the
// library. All inputs are floats, so every coordinate is an integer times 2^-256 and GMP holds it without error.
//
// Everything is read off one figure: the hull H of all differences b_j - a_i. The two shapes meet when the origin is
// within ra + rb of H. Separation is the signed distance from the origin to the boundary of that rounded hull: positive
// for a gap, minus the length of the minimum translation for an overlap. H is built from all n m differences, in the
// most simple-minded way.

#ifndef IMP_TEST_ORACLE2_H
#define IMP_TEST_ORACLE2_H

#include "impinge/narrow2.h"

/// One placed body: a shape, or when that is null a bare list of points with a radius.
typedef struct oracle2_body
{
    const imp2_shape* shape;
    imp2_pose pose;
    const imp2_vec* points;
    int32_t count;
    float radius;
} oracle2_body;

/// A displacement (x - minus_x, y - minus_y), without error: products of two floats fit.
typedef struct oracle2_shift
{
    double x, y, minus_x, minus_y;
} oracle2_shift;

typedef struct oracle2_answer
{
    int sign;                   // of the separation, exact: -1 overlapping, 0 touching, 1 apart
    double separation;          // rounded once from 256 bits, so its sign is exact too
    double normal_x, normal_y;  // unit vector from A to B of that separation (one of them when there are several)
    bool flat;                  // H has no area
    int approach;  // sign of the rate of separation under a motion of B, for sign >= 0; see oracle2_approach
} oracle2_answer;

oracle2_body oracle2_shape(const imp2_shape* shape, const imp2_pose* pose);
oracle2_body oracle2_point(const imp2_vec* point);
oracle2_body oracle2_points(const imp2_vec* points, int32_t count);

/// How A and B stand to each other.
void oracle2_relate(const oracle2_body* a, const oracle2_body* b, oracle2_answer* out);

/// The same after B was displaced by shift.
void oracle2_relate_shifted(const oracle2_body* a, const oracle2_body* b, oracle2_shift shift, oracle2_answer* out);

/// How A stands to all of B's way from its place to the place after shift.
void oracle2_relate_swept(const oracle2_body* a, const oracle2_body* b, oracle2_shift shift, oracle2_answer* out);

/// As oracle2_relate, and out->approach: whether the separation starts to shrink (-1), stays (0) or grows (1) when B
/// moves by shift. With sharp corners that meet corner to corner, it shrinks only if it does so along every normal.
void oracle2_approach(const oracle2_body* a, const oracle2_body* b, oracle2_shift shift, oracle2_answer* out);

/// Where two segments meet, from exact fractions. False when they do not. time_a is that of the first common point.
bool oracle2_crossing(const imp2_vec a[2], const imp2_vec b[2], double* time_a, double* x, double* y);

/// Whether the vertices turn strictly left all the way round, once; true for one vertex or two different ones.
bool oracle2_is_convex(const imp2_vec* points, int32_t count);

// The second opinion, in double: separation is the largest gap between the two shapes along any direction, and the
// directions that can attain it are the edge normals and the lines between two vertices.

/// A body as doubles, relative to a point of the caller's choice.
typedef struct definition2_body
{
    double x[64], y[64];
    int count;
    double radius;
} definition2_body;

/// Gap along the unit vector (nx, ny): the near end of B minus the far end of A.
double definition2_along(const definition2_body* a, const definition2_body* b, double nx, double ny);

double definition2_separation(const definition2_body* a, const definition2_body* b, double* nx, double* ny);

/// Vertices of a shape (at most 64) turned by cosine and sine, moved by (x, y).
void definition2_place(const imp2_shape* shape, double c, double s, double x, double y, definition2_body* out);

/// 2^-23 times the scale of a pair as narrow2.h has it.
double oracle2_ulp(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b);

/// One vertex, whatever the shape's size.
imp2_vec oracle2_vertex(const imp2_shape* shape, int32_t index);

#endif
