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
typedef struct imp3i_cloud
{
    const imp3_vec* points;
    int32_t count;
    const imp_allocator* allocator;

    imp3_vec lower, upper;  // their box
    imp3i_dvec middle;      // a frame: (point - middle) scale
    double scale;
    int32_t dimension;
    int32_t basis[4];  // points in general position: as many as the dimension has, and one

    char* block;  // of all the arrays below
    size_t size;
    float *x, *y,
        *z;          // the points that triangles care for, in the frame of the cloud. Each list begins with two places
    int32_t* point;  // that say whose it is and how long; what is no longer anyone's stays until room is needed
    int32_t used, room;
    float *open_x, *open_y, *open_z;  // those that are to be given to a triangle
    int32_t* open;
    int32_t open_count;
    int32_t* new_at;  // of a point: the new triangle whose first corner it is
    uint8_t* on;      // of a point: whether it was found to lie in the plane of a triangle

    struct
    {
        IMPI_ARRAY(imp3i_triangle)
    } triangles;
    int32_t free, waiting, asked;
} imp3i_cloud;

/// Finds the box, the frame and the dimension of accepted points; there is at least one. Nothing is owned after it.
void imp3i_cloud_survey(imp3i_cloud* cloud, const imp3_vec* points, int32_t count, const imp_allocator* allocator);

/// Finds the hull of a surveyed cloud of dimension 3: those of the triangles that are not free. Triangles may lie in
/// one plane, but none is without area. IMP_OK or IMP_ERR_MEMORY; end with imp3i_cloud_end in any case.
imp_status imp3i_cloud_hull(imp3i_cloud* cloud);

void imp3i_cloud_end(imp3i_cloud* cloud);

/// A point in the frame of the cloud: each coordinate is off by 2^-24 of it, and none is greater than 1.
static inline void imp3i_cloud_place(const imp3i_cloud* cloud, imp3_vec v, float out[3])
{
    out[0] = (float)(((double)v.x - cloud->middle.x) * cloud->scale);
    out[1] = (float)(((double)v.y - cloud->middle.y) * cloud->scale);
    out[2] = (float)(((double)v.z - cloud->middle.z) * cloud->scale);
}

/// Height of a placed point over a triangle.
static inline float imp3i_triangle_height(const imp3i_triangle* t, const float q[3])
{
    return t->x * q[0] + t->y * q[1] + t->z * q[2] - t->plane;
}

#endif
