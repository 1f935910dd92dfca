// SPDX-License-Identifier: MIT
//
// Groups as they are solved whole (solve_joints.inl): what its files share.

#ifndef AXES
#include "solver2.h"

#include "../../math/dim2.h"
#endif

/// The tree of a group, and scratch beside it.
typedef struct GroupSolver
{
    World* w;
    JointGroup* g;
    JointTree tree;
    JointRow *rows, *loop_rows;  // of node i from its `row` on; of its loops, one after the other
    JointRow* kept;              // as many
    const JointLoop** loop_of;
    float* speed;      // of the nodes, as a pass begins
    float* left;       // the same, as the last pass has left them
    float* pull;       // of its joints at a node, outwards
    float* loop_ends;  // Jacobians of loop rows
    float* dense;      // what loop rows answer to each other,
    float* inverse;    // the Cholesky factor of that,
    float* wanted;     // and their impulses
    bool push;
    bool bends_alone;  // the tree is asked for the answer to bends, without velocities
} GroupSolver;

/// The error that a joint may have along a row: beyond, it is closed.
#define IMPI_PARTED 0.001f       // of the unit
#define IMPI_PARTED_TURN 0.005f  // [rad]

static inline float FNI(row_slop)(const World* w, const JointRow* row)
{
    return FNI(vec_bits)(row->along) ? IMPI_PARTED * w->unit : IMPI_PARTED_TURN;
}

/// The numbers of a row of the tree, and the Jacobians of one that closes a loop.
static inline float* FNI(group_row)(const GroupSolver* s, const JointRow* row)
{
    return s->tree.rows + (int64_t)row->place * DIMI(TREE_ROW_NUMBERS);
}

static inline float* FNI(group_loop_ends)(const GroupSolver* s, int32_t row)
{
    int32_t coupling = s->loop_of[row]->coupling;
    return coupling >= 0 ? s->w->joints.couplings.data[coupling].ends
                         : s->loop_ends + (int64_t)row * 2 * DIMI(FREEDOMS);
}

/// The rate of a row by the velocities of two nodes, which may be none.
static inline float FNI(group_rate)(const float* ends, const float* velocities, int32_t node, int32_t other)
{
    static const float NONE[DIMI(FREEDOMS)] = {0.0f};
    const float* v = node >= 0 ? velocities + node * DIMI(FREEDOMS) : NONE;
    const float* u = other >= 0 ? velocities + other * DIMI(FREEDOMS) : NONE;
    float rate = 0.0f, of_other = 0.0f;
    for (int32_t k = 0; k < DIMI(FREEDOMS); ++k)
    {
        rate += ends[k] * v[k];
        of_other += ends[DIMI(FREEDOMS) + k] * u[k];
    }
    return rate + of_other;
}

/// Adds an impulse of a row to the momenta of two nodes.
static inline void FNI(group_add_impulse)(const GroupSolver* s, const float* ends, float impulse, int32_t node,
                                          int32_t other)
{
    for (int32_t k = 0; k < DIMI(FREEDOMS) && node >= 0; ++k)
    {
        s->tree.momentum[node * DIMI(FREEDOMS) + k] += ends[k] * impulse;
    }
    for (int32_t k = 0; k < DIMI(FREEDOMS) && other >= 0; ++k)
    {
        s->tree.momentum[other * DIMI(FREEDOMS) + k] += ends[DIMI(FREEDOMS) + k] * impulse;
    }
}

/// The same of a row that closes a loop, or of a coupling.
static inline float FNI(group_loop_rate)(const GroupSolver* s, int32_t row, const float* velocities)
{
    const JointLoop* l = s->loop_of[row];
    const float* ends = FNI(group_loop_ends)(s, row);
    float rate = FNI(group_rate)(ends, velocities, l->node_a, l->node_b);
    return l->coupling < 0 ? rate : rate + FNI(group_rate)(ends + 2 * DIMI(FREEDOMS), velocities, l->node_c, l->node_d);
}

static inline void FNI(group_add_loop_impulse)(const GroupSolver* s, int32_t row, float impulse)
{
    const JointLoop* l = s->loop_of[row];
    const float* ends = FNI(group_loop_ends)(s, row);
    FNI(group_add_impulse)(s, ends, impulse, l->node_a, l->node_b);
    if (l->coupling >= 0)
    {
        FNI(group_add_impulse)(s, ends + 2 * DIMI(FREEDOMS), impulse, l->node_c, l->node_d);
    }
}

// group_solver.inl

/// Counts the rows of a group; with too many loops it is a net.
void FNI(group_count)(const World* w, JointGroup* g);

/// Floats of scratch that a group needs.
int64_t FNI(group_numbers)(const JointGroup* g);

/// A group, with its rows and its scratch.
GroupSolver FNI(group_open)(World* w, JointGroup* g);

// group_factor.inl

/// Makes the rows of a group of the poses of its nodes: as a step begins (first), or with the impulses of the rows
/// before. Turns are told exactly, or where no row needs them by their rates.
void FNI(group_find_rows)(const GroupSolver* s, bool first, bool exact);

/// Factors a group whose rows are new.
void FNI(group_factor_rows)(const GroupSolver* s);

/// Writes the numbers of a node's rows: first those that are in the matrix.
void FNI(group_place_rows)(const GroupSolver* s, int32_t node);

/// Eliminates what is stale in the tree, and with it loops.
void FNI(group_factor)(const GroupSolver* s);

// group_passes.inl

/// One pass over a group, with bias (push) or without.
void FNI(group_solve)(World* w, JointGroup* g, bool push);

/// Asks the tree and its loops for the answer to velocities (s->speed), biases, and impulses at bounds.
void FNI(group_ask)(const GroupSolver* s);

/// Velocities of the nodes.
void FNI(group_read_speeds)(const GroupSolver* s, float* out);

/// Whether a group has an answer: numbers that leave their range would spoil what it touches.
bool FNI(group_is_sound)(const GroupSolver* s);

// group_close.inl

/// Whether joints of a group are open, by its rows.
bool FNI(group_has_parted)(const GroupSolver* s);

/// Moves bodies of a group back until their joints are closed; velocities stay, and so do rows.
/// Returns whether they are.
bool FNI(group_close)(const GroupSolver* s);

// group_limits.inl

/// Limits the geometric stiffness of a group (s->pull) to a part of its energy: where it stores more, as what is light
/// spins under the pull of what is heavy, it would give that to others.
void FNI(group_limit_pulls)(const GroupSolver* s);

/// Limits bends of rows, where what turns far is in line with what is heavy: to close the arcs would push that apart.
void FNI(group_limit_bends)(const GroupSolver* s);

/// Slows what has parted and turns on so fast, about joints that are not in its centre, that it would part again.
void FNI(group_slow_turning)(const GroupSolver* s);

// solve_joints.inl

/// Takes a node to the pose of its body.
void FNI(node_find_pose)(const World* w, JointNode* n);
