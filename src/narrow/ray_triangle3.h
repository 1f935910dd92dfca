// SPDX-License-Identifier: MIT
//
// A ray against one triangle, and which of two hits is the earlier.

#ifndef IMP3I_RAY_TRIANGLE_H
#define IMP3I_RAY_TRIANGLE_H

#include "../broad/bvh3.h"

/// A ray's first point in a triangle.
typedef struct imp3i_ray_crossing
{
    int32_t part;
    int32_t sense;       // 1 where the ray goes along the normal of the corners' order, -1 against it, 0 in the plane
    int32_t side;        // of the triangle, where a ray in its plane comes in; else one of those below
    double time, doubt;  // of the ray, 0 to 1, and by how much that may be off
    double weight[3];    // of the corners in the point, none negative; their sum is above 0
} imp3i_ray_crossing;

enum
{
    IMP3I_RAY_THROUGH = 3,  // comes from one side of its plane, or starts in it, and leaves it
    IMP3I_RAY_STARTS = 4    // lies in its plane and starts in the triangle
};

/// Whether a ray, as a closed segment, has a point in common with a triangle, which has an area: else none. Exact for the
/// doubles and floats as they are. Of a one-sided one only when it comes from where the corners run counter-clockwise.
bool imp3i_ray_crosses(const imp3i_bvh_ray* ray, const imp3_vec corners[3], bool one_sided, imp3i_ray_crossing* out);

/// -1, 0 or 1: whether the first crossing is earlier than the second, as early, or later. Exact.
int imp3i_ray_compare(const imp3i_bvh_ray* ray, const imp3_vec corners_a[3], const imp3i_ray_crossing* a,
                      const imp3_vec corners_b[3], const imp3i_ray_crossing* b);

#endif
