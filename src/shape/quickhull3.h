// SPDX-License-Identifier: MIT
//
// The exact convex hull of points of space, as triangles.

#ifndef IMP3I_QUICKHULL_H
#define IMP3I_QUICKHULL_H

#include "../base/array.h"
#include "../math/dvec3.h"
#include "impinge/shape3.h"

/// A triangle of the hull, its corners counter-clockwise seen from outside. Heights over its plane are measured in
/// floats, in the frame of the cloud; nearer to zero than doubt they say nothing.
typedef struct imp3i_triangle
{
    int32_t corner[3];     // points
    int32_t across[3];     // the triangle across the side from corner i to the next
    float x, y, z, plane;  // unit normal outward; x qx + y qy + z qz = plane for its points q
    float doubt;
    int32_t first, count;  // the points above it that it has to care for: where they are among all that are kept
    int32_t mark;          // IMP3I_TRIANGLE_FREE; or the last point that asked whether it sees this, and the answer
    int32_t link;          // the next of those that are free, or seen, or new
    int32_t waiting;       // the next of those that have points; IMP3I_TRIANGLE_IDLE: not among them
} imp3i_triangle;

#define IMP3I_TRIANGLE_FREE (-1)
#define IMP3I_TRIANGLE_IDLE (-2)

/// Points, and what becomes of them. The frame of the cloud has its box in the middle, and a size of 1 to 2 for its
/// longest side, by a power of two: nothing that is computed in it can be too large or too small for a float.
typedef struct imp3i_hull_cloud
{
    const imp3_vec* points;
    int32_t count;
    const imp_allocator* allocator;

    imp3_vec lower, upper;  // their box
    imp3i_dvec middle;      // a frame, (point - middle) scale: no coordinate is greater than 1,
    double scale;           // and each is off by 2^-24 of it
    int32_t dimension;
    int32_t basis[4];  // points in general position: as many as the dimension has, and one

    char* block;  // of all the arrays below
    size_t size;
    float* place;   // of a point: where it is in the frame of the cloud, and one number more for lanes
    int32_t* kept;  // the points that triangles care for, list by list. A list begins with two numbers that say whose
    int32_t used, room;  // it is and how long; what is no longer anyone's stays until room is needed
    int32_t* open;       // points that are to be given to a triangle
    int32_t open_count;
    int32_t* new_at;  // of a point: the new triangle whose first corner it is
    uint8_t* on;      // of a point: whether it was found to lie in the plane of a triangle

    struct
    {
        IMPI_ARRAY(imp3i_triangle)
    } triangles;
    int32_t free, waiting, last_waiting, asked;
} imp3i_hull_cloud;

/// Finds the box, the frame and the dimension of accepted points; there is at least one. IMP_OK or IMP_ERR_MEMORY; end
/// with imp3i_cloud_end in any case.
imp_status imp3i_cloud_survey(imp3i_hull_cloud* cloud, const imp3_vec* points, int32_t count,
                              const imp_allocator* allocator);

/// Finds the hull of a surveyed cloud of dimension 3: those of the triangles that are not free. Triangles may lie in
/// one plane, but none is without area. IMP_OK or IMP_ERR_MEMORY.
imp_status imp3i_cloud_hull(imp3i_hull_cloud* cloud);

void imp3i_cloud_end(imp3i_hull_cloud* cloud);

/// Height of a placed point over a triangle.
static inline float imp3i_triangle_height(const imp3i_triangle* t, const float* q)
{
    return t->x * q[0] + t->y * q[1] + t->z * q[2] - t->plane;
}

#endif
