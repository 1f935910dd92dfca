// SPDX-License-Identifier: MIT
//
// Bounding volume hierarchies of space: which tree a mesh has, and what it is like. compound3.h makes meshes, mesh3.h
// asks them.

#ifndef IMPINGE_BVH3_H
#define IMPINGE_BVH3_H

#include "math3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a tree parts its triangles, from all of them down to its leaves.
enum
{
    IMP3_BVH_BINS = 0,  ///< in two where bins say that surface area times count is least: the best for queries
    IMP3_BVH_MIDDLE,  ///< in two through the middle of the longest axis, triangles by their middles; in halves when one
                      ///< side is empty
    IMP3_BVH_OCTANTS,  ///< in up to eight, by the octants around the mean of their middles; in two by count when all
                       ///< fall in one
    IMP3_BVH_MORTON    ///< in two by the bits of a Morton code: the fastest to build
};

/// Bounding volumes of nodes.
enum
{
    IMP3_VOLUME_BOX = 0,  ///< upright box in the mesh's frame
    IMP3_VOLUME_SPHERE,
    IMP3_VOLUME_ORIENTED,  ///< box that is turned to fit
    IMP3_VOLUME_MIXED      ///< of the three the tightest for what its test costs
};

/// The order in which nodes are gone through. No answer depends on it, but which of all is the first.
enum
{
    IMP3_WALK_DEPTH = 0,  ///< depth first
    IMP3_WALK_BREADTH,    ///< breadth first
    IMP3_WALK_BEST        ///< the most promising first: those that overlap most, or are nearest
};

/// Definition of a tree; all zero is a good choice.
typedef struct imp3_bvh_choice
{
    int32_t kind;       ///< IMP3_BVH_...
    int32_t volume;     ///< IMP3_VOLUME_...
    int32_t leaf_size;  ///< most triangles in a leaf, 1 to 16; 0 to choose
    bool narrow;  ///< keep the nodes as they were built, with two or eight children. Else, and only with boxes, nodes
                  ///< are put together until each has up to sixteen children, which one test in lanes serves
} imp3_bvh_choice;

/// Measures of a tree.
typedef struct imp3_bvh_stats
{
    imp3_bvh_choice def;
    int32_t nodes;  ///< inner ones
    int32_t leaves;
    int32_t depth;  ///< nodes on the longest way from the root to a leaf, the leaf not counted
    int64_t bytes;  ///< of the tree
    float area;     ///< surface of all volumes of children, each times the triangles that a leaf of it has or 1 for a
                    ///< node, as multiples of the root's: what a query may expect to test
} imp3_bvh_stats;

/// A node's volume, for drawing. A box that is not turned has the unit matrix; a sphere has its radius in half.x alone.
typedef struct imp3_volume
{
    int32_t kind;  ///< IMP3_VOLUME_BOX, _SPHERE or _ORIENTED
    imp3_vec center, half;
    imp3_rot turn;
} imp3_volume;

#ifdef __cplusplus
}
#endif

#endif
