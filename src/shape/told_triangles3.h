// SPDX-License-Identifier: MIT
//
// A mesh as what it was made of, as far as that is left: from it the maker makes the same again.

#ifndef IMP3I_TOLD_TRIANGLES_H
#define IMP3I_TOLD_TRIANGLES_H

#include "compound3.h"

/// Points and triangles in any order; given and sources tell in which the maker got them.
typedef struct imp3i_told_triangles
{
    const imp3_vec* points;
    const int32_t* given;    // of each point: which one it was of those that were given
    const int32_t* corners;  // three points of each triangle
    const int32_t* sources;  // of each triangle: which one it was
    int32_t point_count, count, given_count;
    float radius;
    bool one_sided, soup;
    imp3_bvh_choice tree;
} imp3i_told_triangles;

/// The parts of a mesh; they share its memory.
imp3i_told_triangles imp3i_triangles_told(const imp3_compound* mesh);

/// Makes a mesh of it: parts, points and tree are those of the mesh that was told, if that was not bent. Corners are
/// numbers of points. Returns IMP_OK, IMP_ERR_MEMORY, IMP_ERR_FORMAT where no maker was given things in such an order, and
/// those of imp3_triangles_make.
imp_status imp3i_triangles_make_again(const imp3i_told_triangles* told, const imp_allocator* allocator,
                                      imp3_compound* out);

#endif
