// SPDX-License-Identifier: MIT
//
// Trees of joints as they are solved whole (joint_tree.inl).

#ifndef AXES
#include "../math/dim2.h"
#endif

/// A body of a tree. Parents come before their children.
typedef struct TreeBody
{
    int32_t parent;     // a lower number; or -1, also where the joint is to what does not move
    int32_t row, rows;  // of the joint to the parent: the first, and how many
    bool stale;         // its mass or its rows have changed since the last factor
} TreeBody;

/// Trees alike, one in each lane: number k of a tree is at k * lanes. A body has a mass matrix (rows of FREEDOMS; the
/// lower half is read), a momentum and a velocity; a row has its Jacobian for the child and for the parent, a bias, a
/// softness and an impulse (DIMI(TREE_ROW_...)), and room of its own.
typedef struct JointTree
{
    TreeBody* bodies;
    int32_t count, lanes;  // lanes: 1, or a multiple of 16
    float *mass, *factor, *momentum, *velocity, *rows;
} JointTree;

/// factor    eliminates the masses of bodies that are stale, and of those between them and the root
/// answer    from momenta and biases: velocities, and the impulses of rows
typedef struct TreePasses
{
    void (*factor)(const JointTree* t);
    void (*answer)(const JointTree* t);
} TreePasses;

extern const TreePasses FNI(tree_passes_scalar);
