// SPDX-License-Identifier: MIT
//
// A hull as its vertices and faces: from them the same hull is made, with the same names of all features, without a search
// for faces, which could only be made among all points that there were.

#ifndef IMP3I_TOLD_HULL_H
#define IMP3I_TOLD_HULL_H

#include "shape3.h"

typedef struct imp3i_told_hull
{
    const imp3_vec* vertices;
    const int32_t *starts, *corners;  // as those of imp3i_hull
    int32_t vertex_count, face_count, corner_count, dimension;
    float slack;
} imp3i_told_hull;

/// Makes a hull again. Returns IMP_OK, IMP_ERR_MEMORY, or IMP_ERR_FORMAT for what is no hull: faces that do not close a
/// sphere, corners that go in, vertices in another order than that of hulls.
imp_status imp3i_hull_make_again(const imp3i_told_hull* told, float radius, const imp_allocator* allocator,
                                 imp3_shape* out);

#endif
