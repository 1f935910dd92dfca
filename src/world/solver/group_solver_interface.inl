// SPDX-License-Identifier: MIT
//
// Groups as they are solved whole (solve_joints.inl): what its files share.

#ifndef AXES
#include "solver2.h"

#include "../../math/dim2.h"
#endif

/// Places of the numbers of a batch in lanes, beside those of its trees (group_lanes.inl).
enum
{
    DIMI(PLACE_CENTER) = 0,  // of a node: its pose
    DIMI(PLACE_Q) = DIMI(PLACE_CENTER) + AXES,
    DIMI(PLACE_INVERSE_MASS) = DIMI(PLACE_Q) + DIMI(ROT_FIELDS),
    DIMI(PLACE_INVERSE_INERTIA),
    DIMI(PLACE_MASS) = DIMI(PLACE_INVERSE_INERTIA) + DIMI(INERTIA_FIELDS),
    DIMI(PLACE_MEAN),     // of its inertia
    DIMI(PLACE_TURNING),  // inertia by which it turns freely
    DIMI(PLACE_BEGAN) = DIMI(PLACE_TURNING) + DIMI(INERTIA_FIELDS),  // its pose as the step began,
    DIMI(PLACE_BEGAN_Q) = DIMI(PLACE_BEGAN) + AXES,
    DIMI(PLACE_INERTIA) = DIMI(PLACE_BEGAN_Q) + DIMI(ROT_FIELDS),  // and its inertia in the frame of the body
    DIMI(PLACE_INVERSE) = DIMI(PLACE_INERTIA) + DIMI(INERTIA_FIELDS),
    DIMI(PLACE_MOVES) = DIMI(PLACE_INVERSE) + DIMI(INERTIA_FIELDS),  // mass along each axis, none that is locked
    DIMI(PLACE_TURNS) = DIMI(PLACE_MOVES) + AXES,                    // 1 or 0: it may turn about each
    DIMI(PLACE_TURNED) = DIMI(PLACE_TURNS) + DIMI(TURNINGS),         // its inertia, as it is turned
    DIMI(PLACE_MOVER) = DIMI(PLACE_TURNED) + DIMI(INERTIA_FIELDS),   // the bits of its number
    DIMI(PLACE_NUMBERS),
    DIMI(HINGE_LOCAL_A) = 0,  // of the joint of a node: its frames, from the centres
    DIMI(HINGE_LOCAL_B) = DIMI(HINGE_LOCAL_A) + AXES,
    DIMI(HINGE_FRAME_A) = DIMI(HINGE_LOCAL_B) + AXES,
    DIMI(HINGE_FRAME_B) = DIMI(HINGE_FRAME_A) + DIMI(ROT_FIELDS),
    DIMI(HINGE_ARM_A) = DIMI(HINGE_FRAME_B) + DIMI(ROT_FIELDS),  // as Joint has them
    DIMI(HINGE_ARM_B) = DIMI(HINGE_ARM_A) + AXES,
    DIMI(HINGE_APART) = DIMI(HINGE_ARM_B) + AXES,
    DIMI(HINGE_FORCE) = DIMI(HINGE_APART) + AXES,
    DIMI(HINGE_TORQUE) = DIMI(HINGE_FORCE) + AXES,
    DIMI(HINGE_TURN) = DIMI(HINGE_TORQUE) + DIMI(TURNINGS),
    DIMI(HINGE_TWIST),
    DIMI(HINGE_CONE) = DIMI(HINGE_TWIST) + DIMI(TURNINGS),  // two angles
    DIMI(HINGE_NUMBERS) = DIMI(HINGE_CONE) + 2,
    DIMI(LIMIT_LOWER) = 0,  // of a row that does not lock: as its axis has them (imp_axis)
    DIMI(LIMIT_UPPER),
    DIMI(LIMIT_TARGET),
    DIMI(LIMIT_SPEED),
    DIMI(LIMIT_STIFFNESS),
    DIMI(LIMIT_DAMPING),
    DIMI(LIMIT_HERTZ),
    DIMI(LIMIT_DAMPING_RATIO),
    DIMI(LIMIT_MOST),
    DIMI(LIMIT_VALUE),    // as JointRow has it,
    DIMI(LIMIT_BOUNDED),  // and that, 1 or 0
    DIMI(LIMIT_BENDS),    // 1 or 0: turning adds to its bias
    DIMI(LIMIT_NUMBERS)
};

/// A joint in lanes while its rows are made.
typedef struct JointLanes
{
    float center_a[AXES * DIMI(TREE_LANES)], center_b[AXES * DIMI(TREE_LANES)];
    float frame_a[DIMI(ROT_FIELDS) * DIMI(TREE_LANES)], frame_b[DIMI(ROT_FIELDS) * DIMI(TREE_LANES)];
    const float *mass_a, *mass_b, *inertia_a, *inertia_b;  // inverse
    const float *spin_a, *spin_b;
    float values[DIMI(TURN_AXES) * DIMI(TREE_LANES)];      // of turning,
    float about[DIMI(TURN_AXES) * DIMI(TURNINGS) * DIMI(TREE_LANES)];
    // The axis of a row
    float along[AXES * DIMI(TREE_LANES)];
    float turn_a[DIMI(TURNINGS) * DIMI(TREE_LANES)], turn_b[DIMI(TURNINGS) * DIMI(TREE_LANES)];
    float value[DIMI(TREE_LANES)], answer[DIMI(TREE_LANES)], drift[DIMI(TREE_LANES)];
    float open[DIMI(TREE_LANES)];  // how far rows are open, at most
    // An end that is no node
    float other_mass[DIMI(TREE_LANES)], other_inertia[DIMI(INERTIA_FIELDS) * DIMI(TREE_LANES)];
    float drift_velocity[AXES * DIMI(TREE_LANES)], drift_spin[DIMI(TURNINGS) * DIMI(TREE_LANES)];
    float drifts[DIMI(TREE_LANES)];
    bool some_drift, other_is_a;
} JointLanes;

/// Trees of a batch in lanes, or the tree of one of its groups, and scratch beside it.
typedef struct GroupSolver
{
    World* w;
    JointBatch* batch;
    JointGroup* g;  // the first of a batch
    const TreePasses* passes;
    JointTree tree;
    JointRow* rows;  // of node i from its `row` on; of its loops, one after the other
    float* pull;     // of its joints at a node, outwards
    float* kept;     // scratch, beside rows
    float* dense;    // what loop rows answer to each other,
    float* inverse;  // and the Cholesky factor of that
    float* lanes;    // of a batch in lanes: of nodes, of their joints, and of rows
    JointNode* nodes[DIMI(TREE_LANES)];  // the first of each group of a batch
} GroupSolver;

/// Batches of a span of movers in a stage, a job each.
typedef struct BatchSpan
{
    World* w;
    int32_t first, end;
    bool flag;  // the first of a step; a pass that pushes; what a sub-step begins with
} BatchSpan;

/// Passes over groups alike, at once (group_lanes.inl): each is solved as it would be alone. Lanes keep what their nodes
/// and joints become; these are told it where one is solved alone, and at the end.
///
/// follow    rows, masses and pulls of new poses; what has parted is closed
/// begin     reads velocities into tree.speed, and sets in tree.active whose contacts have changed them since this pass
///           has left them, or with `again` false all; returns whether there are any
/// bend      adds to biases what turning does
/// find_turn how far groups turn in a sub-step [rad], and what their bends may store
/// part      the rows, nodes and joints of one of them, as it has them alone: for those that turn far
/// move      gives bodies what a pass changes, where it is sound; the others are no longer active
/// tell      writes the forces of joints
/// finish    tells joints what a step has made of them
struct LanePasses
{
    void (*follow)(const GroupSolver* s, bool first);
    bool (*begin)(const GroupSolver* s, bool again);
    void (*bend)(const GroupSolver* s);
    void (*find_turn)(const GroupSolver* s, float* has, float* turn);
    void (*part)(const GroupSolver* s, int32_t lane);
    void (*move)(const GroupSolver* s);
    void (*tell)(const GroupSolver* s);
    void (*finish)(const GroupSolver* s);
};

extern const LanePasses FNI(lane_passes_four);
#if defined(IMPI_WIDE)
extern const LanePasses FNI(lane_passes_avx2);
#endif

/// Whether batches are in lanes.
static inline bool FNI(is_in_lanes)(const GroupSolver* s)
{
    return s->batch->stride > 1;
}

/// The error that a joint may have along a row: beyond, it is closed.
#define IMPI_PARTED 0.001f       // of the unit
#define IMPI_PARTED_TURN 0.005f  // [rad]

static inline float FNI(row_slop)(const World* w, const JointRow* row)
{
    return FNI(vec_bits)(row->along) ? IMPI_PARTED * w->unit : IMPI_PARTED_TURN;
}

/// A number of a row of the tree.
static inline float* FNI(group_number)(const GroupSolver* s, int32_t row, int32_t number)
{
    return s->tree.rows + ((int64_t)row * DIMI(TREE_ROW_NUMBERS) + number) * s->tree.stride;
}

/// Reads a velocity of a node.
static inline void FNI(group_velocity)(const GroupSolver* s, const float* velocities, int32_t node, float* out)
{
    for (int32_t k = 0; k < DIMI(FREEDOMS); ++k)
    {
        out[k] = velocities[((int64_t)node * DIMI(FREEDOMS) + k) * s->tree.stride];
    }
}

/// The rate of a row by velocities of its bodies.
static inline float FNI(group_rate)(const GroupSolver* s, int32_t row, const int32_t* bodies, int32_t ends,
                                    const float* velocities)
{
    float rate = 0.0f;
    for (int32_t e = 0; e < ends; ++e)
    {
        const float* v = velocities + (int64_t)bodies[e] * DIMI(FREEDOMS) * s->tree.stride;
        float of_body = 0.0f;
        for (int32_t k = 0; k < DIMI(FREEDOMS) && bodies[e] >= 0; ++k)
        {
            of_body += *FNI(group_number)(s, row, e * DIMI(FREEDOMS) + k) * v[(int64_t)k * s->tree.stride];
        }
        rate += of_body;
    }
    return rate;
}

/// Writes the numbers of a row. In a new step it has no impulse, and what is not reached yet is left out; else it keeps
/// that of this sub-step, and a spring pulls on as it did.
static inline void FNI(tree_row_write)(float* numbers, int64_t stride, const impi_axis_row* r, float drift, bool driven,
                                       bool first)
{
    const float before = numbers[DIMI(TREE_ROW_PUSH) * stride], pinned = numbers[DIMI(TREE_ROW_PINNED) * stride];
    const float total = impi_pick(first, 0.0f, numbers[DIMI(TREE_ROW_TOTAL) * stride]);
    const bool some = (total < 0.0f) | (total > 0.0f), keeps = driven & !first;
    const float left_out = impi_pick(r->waits & !some, 1.0f, 0.0f);
    numbers[DIMI(TREE_ROW_SOFTNESS) * stride] = r->softness;
    numbers[DIMI(TREE_ROW_PUSH) * stride] = r->push;
    numbers[DIMI(TREE_ROW_RELAX) * stride] = impi_pick(keeps, before, r->relax);
    numbers[DIMI(TREE_ROW_PULL) * stride] = r->push;
    numbers[DIMI(TREE_ROW_DRIFT) * stride] = drift;
    numbers[DIMI(TREE_ROW_LEAST) * stride] = r->least;
    numbers[DIMI(TREE_ROW_MOST) * stride] = r->most;
    numbers[DIMI(TREE_ROW_TOTAL) * stride] = total;
    numbers[DIMI(TREE_ROW_GIVEN) * stride] = 0.0f;
    numbers[DIMI(TREE_ROW_PINNED) * stride] = impi_pick(keeps, pinned, left_out);
    numbers[DIMI(TREE_ROW_FREES) * stride] = impi_pick(driven | r->waits, 0.0f, 1.0f);
}

/// One group of a batch.
static inline GroupSolver FNI(batch_group)(const GroupSolver* batch, int32_t lane)
{
    GroupSolver s = *batch;
    s.g = &s.w->joints.groups.data[s.batch->groups[lane]];
    s.passes = &FNI(tree_passes_scalar);
    s.rows = s.w->joints.rows.data + s.g->first_row;
    s.tree.bodies = s.w->joints.tree.data + s.g->first;
    s.tree.lanes = 1;
    s.tree.mass += lane;
    s.tree.factor += lane;
    s.tree.momentum += lane;
    s.tree.velocity += lane;
    s.tree.speed += lane;
    s.tree.left += lane;
    s.tree.rows += lane;
    s.tree.active += lane;
    s.pull += lane;
    s.kept += lane;
    return s;
}

/// The pull of joints at a node.
static inline float* FNI(group_pull)(const GroupSolver* s, int32_t node)
{
    return s->pull + (int64_t)node * s->tree.stride;
}

static inline void FNI(group_clear_pulls)(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        *FNI(group_pull)(s, i) = 0.0f;
    }
}

/// Adds the pull of a joint at its nodes, by its impulse.
static inline void FNI(group_add_pull)(const GroupSolver* s, const Joint* j, int32_t node_a, int32_t node_b,
                                       Vec impulse)
{
    if (node_a >= 0)
    {
        *FNI(group_pull)(s, node_a) -= FN(vec_dot)(impulse, j->arm_a);
    }
    if (node_b >= 0)
    {
        *FNI(group_pull)(s, node_b) += FN(vec_dot)(impulse, j->arm_b);
    }
}

// group_solver.inl

/// Counts the rows of a group; with too many loops it is a net.
void FNI(group_count)(const World* w, JointGroup* g);

/// Velocities of the nodes of a group.
void FNI(group_read_speeds)(const GroupSolver* s, float* out);

/// Takes a node to the pose of its body.
void FNI(node_find_pose)(const World* w, JointNode* n);

/// The first batch from a mover on: batches of a span follow each other.
int32_t FNI(batch_from)(const World* w, int32_t mover);

static inline BatchSpan FNI(batches_of)(World* w, int32_t first, int32_t count, bool flag)
{
    const BatchSpan r = {w, FNI(batch_from)(w, first), FNI(batch_from)(w, first + count), flag};
    return r;
}

/// Floats of scratch that a batch needs.
int64_t FNI(batch_numbers)(const World* w, const JointBatch* b);

/// A group, with its rows and its scratch.
GroupSolver FNI(group_open)(World* w, JointGroup* g);

/// All groups of a batch.
GroupSolver FNI(batch_open)(World* w, JointBatch* b);

/// Makes batches of groups that have been counted: trees alike that are near each other.
void FNI(group_batches)(World* w);

// group_factor.inl

/// Makes the rows of a group of the poses of its nodes: as a step begins (first), or with the impulses of the rows
/// before. Turns are computed exactly, or where no row needs them by their rates.
void FNI(group_find_rows)(const GroupSolver* s, bool first, bool exact);

/// Writes the masses of the nodes of a group.
void FNI(group_write_masses)(const GroupSolver* s);

/// Eliminates what is stale in the tree, and with it loops.
void FNI(group_factor)(const GroupSolver* s);

// group_loops.inl

/// Factors what the rows that close loops answer to each other, by the factor of the tree.
void FNI(group_factor_loops)(const GroupSolver* s);

/// Solves the rows that close loops, from the tree's answer without them; and the tree with their impulses.
void FNI(group_solve_loops)(const GroupSolver* s);

// group_passes.inl

/// One pass over a batch, with bias (push) or without.
void FNI(batch_solve)(World* w, JointBatch* b, bool push);

/// Asks the tree and its loops for the answer to velocities (tree.speed), biases, and impulses at bounds.
void FNI(group_ask)(const GroupSolver* s, TreeAsk what);

/// Whether a group has an answer: numbers that leave their range would spoil what it touches.
bool FNI(group_is_sound)(const GroupSolver* s);

// touches.inl

/// Adds the impulses of contacts to the momenta of a batch.
void FNI(touches_add)(const GroupSolver* s);

/// Whether contacts have given a group impulses since its last answer.
bool FNI(touches_some)(const GroupSolver* s);

/// After an answer with these: the next sub-step begins with what they would have done to bodies alone.
void FNI(touches_end)(const GroupSolver* s);

// group_close.inl

/// Whether joints of a group are open, by its rows.
bool FNI(group_has_parted)(const GroupSolver* s);

/// Moves bodies of a group back until their joints are closed, or by so many Newton steps; velocities stay, and so do
/// rows. Returns how far they are open, as parts of what they may be.
float FNI(group_close_by)(const GroupSolver* s, int32_t steps);

// group_limits.inl

#define IMPI_STIFF_PART 0.1f  // of the energy of a group that geometric stiffness may store
#define IMPI_STIFF_TURN 0.25f // [rad] in a sub-step: what turns farther would lose angular momentum to it
#define IMPI_BENDS 0.05f      // [rad] in a sub-step: what turns less bends little
#define IMPI_MOST_BEND 1.0f   // [rad] in a sub-step: what turns farther has no arc to follow

/// Limits the geometric stiffness of a group (s->pull) to a part of its energy: where it stores more, as what is light
/// spins under the pull of what is heavy, it would give that to others.
void FNI(group_limit_pulls)(const GroupSolver* s);

/// Limits bends of the rows of a batch, where what turns far is in line with what is heavy: to close the arcs would push that apart.
void FNI(group_limit_bends)(const GroupSolver* s);

/// Slows what has parted and turns on so fast, about joints that are not in its centre, that it would part again.
void FNI(group_slow_turning)(const GroupSolver* s);

// group_arcs.inl

/// Adds to biases of a group what its joints would be left open by, if it moved for the sub-step by the tree's answer.
void FNI(group_follow_arcs)(const GroupSolver* s);

// group_energy.inl

#define IMPI_FAR_TURN 0.1f  // [rad] in a sub-step: what turns less has tangents that tell

/// Adds to what joints have given a group in this sub-step (given, far) what they give by the tree's answer.
void FNI(group_tally)(const GroupSolver* s);

/// Angular momentum of a group that floats, about its centre; false for any other.
bool FNI(group_momentum)(const GroupSolver* s, DSpin* out);

/// Turns a group that floats on as one rigid body, so that it has its angular momentum again, as far as its energy
/// lets it: places have changed, and velocities have not.
void FNI(group_restore_momentum)(const GroupSolver* s, DSpin before);

/// After a pass that relaxes: takes from the motion within a group what its joints have given it in this sub-step.
void FNI(group_limit_energy)(const GroupSolver* s);

// solve_joints.inl

/// Closes a group that has parted, and makes its rows anew.
void FNI(group_follow_parted)(const GroupSolver* s);
