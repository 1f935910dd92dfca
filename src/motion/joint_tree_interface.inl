// SPDX-License-Identifier: MIT
//
// Trees of joints as they are solved whole (joint_tree.inl).

#ifndef AXES
#include "../math/dim2.h"
#endif

enum
{
    DIMI(TREE_LANES) = 8  // trees alike that are solved at once
};

/// Places of the numbers of a row.
enum
{
    DIMI(TREE_ROW_ENDS) = 0,  // Jacobians: for the child and for the parent; in loops, for up to four bodies
    DIMI(TREE_ROW_CHILD) = DIMI(TREE_ROW_ENDS),
    DIMI(TREE_ROW_PARENT) = DIMI(TREE_ROW_CHILD) + DIMI(FREEDOMS),
    DIMI(TREE_ROW_W) = DIMI(TREE_ROW_PARENT) + DIMI(FREEDOMS),  // room of the passes, where loops have ends
    DIMI(TREE_ROW_P) = DIMI(TREE_ROW_W) + DIMI(FREEDOMS),       // the same
    DIMI(TREE_ROW_BIAS) = DIMI(TREE_ROW_P) + DIMI(FREEDOMS),    // of this pass
    DIMI(TREE_ROW_SOFTNESS),
    DIMI(TREE_ROW_PUSH),   // biases of passes,
    DIMI(TREE_ROW_RELAX),  // with bias and without
    DIMI(TREE_ROW_PULL),   // of push: the part of the row's value
    DIMI(TREE_ROW_DRIFT),  // its rate by bodies that move and are in no tree
    DIMI(TREE_ROW_LEAST),  // impulse in a sub-step
    DIMI(TREE_ROW_MOST),
    DIMI(TREE_ROW_TOTAL),                                   // impulse in this sub-step
    DIMI(TREE_ROW_GIVEN),                                   // impulse of this pass, at a bound
    DIMI(TREE_ROW_PINNED),                                  // 1 at a bound, and not in the matrix; or 0
    DIMI(TREE_ROW_FREES),                                   // 1 if it comes back into the matrix each sub-step
    DIMI(TREE_ROW_IMPULSE),                                 // of this answer
    DIMI(TREE_ROW_M),                                       // room of the passes
    DIMI(TREE_ROW_F) = DIMI(TREE_ROW_M) + DIMI(TREE_ROWS),  // the same
    DIMI(TREE_ROW_NUMBERS)
};

/// Places of the numbers of what a body answers: the lower half of a matrix by rows, and what is asked.
enum
{
    DIMI(RESPONSE_MASS) = DIMI(FREEDOMS) * (DIMI(FREEDOMS) + 1) / 2,       // inverse mass of the body alone,
    DIMI(RESPONSE_INERTIA),                                                // and inverse inertia
    DIMI(RESPONSE_SHARE) = DIMI(RESPONSE_INERTIA) + DIMI(INERTIA_FIELDS),  // of what hangs at it; 1 for all, without it
    DIMI(RESPONSE_LEAST),                                                  // part of its answer alone that is added
    DIMI(RESPONSE_NUMBERS)
};

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

/// The parts of a bias.
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
    int32_t lanes, stride;  // trees; 1 or TREE_LANES, where there is room up to that, and nothing but zeros
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
/// respond   answers of bodies to impulses of their own (DIMI(RESPONSE_...)), by the factor: of those that are asked for,
///           and all between them and the root. For the response O of the tree and the mass I of the body alone each
///           answers by the inverse of (1 - share) I + share O^-1
typedef struct TreePasses
{
    void (*factor)(const JointTree* t);
    bool (*begin)(const JointTree* t);
    void (*ask)(const JointTree* t, TreeAsk what);
    void (*answer)(const JointTree* t);
    bool (*settle)(const JointTree* t, bool last);
    void (*keep)(const JointTree* t);
    void (*respond)(const JointTree* t, const bool* asked, float* responses);
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
