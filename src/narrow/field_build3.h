// SPDX-License-Identifier: MIT
//
// A distance field while it is built: its grid, and what is known of bricks and samples.

#ifndef IMP3I_FIELD_BUILD_H
#define IMP3I_FIELD_BUILD_H

#include "field3.h"

/// A field while it is built.
typedef struct imp3i_field_build
{
    const imp3_compound* mesh;
    const imp3i_compound_block* block;
    float cell;
    double band;  // [m]
    imp3_vec low;
    int32_t bricks[3], brick_count;
    int32_t* brick_of;  // of the grid
    float* squares;     // of each sample
    int32_t* nearest;   // of each sample within the band: its triangle; else -1
    int32_t part_count;
    imp3i_field* field;
    int32_t feature_count;
    imp3i_mesh_feature* features;  // in their order
    int32_t end_fours;             // of their ends
    imp_allocator allocator;
} imp3i_field_build;

static inline imp3i_dtriangle imp3i_built_triangle(const imp3i_field_build* w, int32_t part)
{
    imp3i_dtriangle t;
    for (int k = 0; k < 3; ++k)
    {
        t.corners[k] = imp3i_dvec_of(w->block->points[w->block->corners[3 * (size_t)part + (size_t)k]]);
    }
    return t;
}

/// The place of a sample along an axis.
static inline double imp3i_built_place(const imp3i_field_build* w, int axis, int32_t sample)
{
    const float low[3] = {w->low.x, w->low.y, w->low.z};
    return (double)imp3i_field_place(low[axis], w->cell, sample);
}

/// Marks the bricks that a triangle is near to, and numbers them.
void imp3i_field_mark_bricks(imp3i_field_build* w);

/// Measures all samples of those that are numbered.
void imp3i_field_measure_bricks(imp3i_field_build* w);

#endif
