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

/// The bodies of a row that closes a loop, or -1.
typedef struct TreeLoop
{
    int32_t bodies[4];
    int32_t from;  // whose row it is: for the caller
} TreeLoop;

/// What biases of rows are made of.
typedef enum TreeAsk
{
    DIMI(TREE_PUSH),
    DIMI(TREE_RELAX),
    DIMI(TREE_BEND)  // of what turning adds alone, without velocities
} TreeAsk;

/// Trees alike, one in each lane: number k of a tree is at k * stride. A body has a mass matrix (rows of FREEDOMS; the
/// lower half is read), a momentum and three velocities: as a pass begins (speed), as the last pass has left it, and
/// how much it changes. Rows are those of joints to parents, then those that close loops (DIMI(TREE_ROW_...)).
typedef struct JointTree
{
    TreeBody* bodies;
    const TreeLoop* loops;  // by row
    int32_t count, first_loop, row_count;
    int32_t lanes, stride;  // trees; up to the next multiple of all widths there is room, and nothing but zeros
    float *mass, *factor, *momentum, *velocity, *speed, *left, *rows;
    float* active;  // by lane: 0 where a pass changes nothing
} JointTree;

/// factor    eliminates the masses of bodies that are stale, and of those between them and the root
/// begin     a sub-step begins without impulses, but for those at their bounds; limits that have been passed are in the
///           matrix; returns whether that has changed
/// ask       biases of rows, by velocities (speed), and momenta of what is given at bounds
/// answer    from momenta and biases: velocities, and the impulses of rows
/// settle    pins rows that are beyond their bounds, and frees those that would leave them, but in the last round;
///           returns whether any has changed
/// keep      adds the impulses of a pass to those of the sub-step
typedef struct TreePasses
{
    void (*factor)(const JointTree* t);
    bool (*begin)(const JointTree* t);
    void (*ask)(const JointTree* t, TreeAsk what);
    void (*answer)(const JointTree* t);
    bool (*settle)(const JointTree* t, bool last);
    void (*keep)(const JointTree* t);
} TreePasses;

/// The passes for SIMD lanes of a level (base/cpu.h), over trees in lanes; and over one, however it lies.
const TreePasses* FNI(tree_passes_at)(int level);

extern const TreePasses FNI(tree_passes_scalar);
#if defined(IMPI_FOUR)
extern const TreePasses FNI(tree_passes_four);
#endif
#if defined(IMPI_WIDE)
extern const TreePasses FNI(tree_passes_avx2);
#endif
