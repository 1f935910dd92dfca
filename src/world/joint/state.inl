// SPDX-License-Identifier: MIT
//
// Joints of a world, and the trees that they are solved in.

#ifndef AXES
#include "../parts2.h"

#include "../../math/dim2.h"
#endif

typedef struct Joint
{
    // Members that a step reads and writes for joints of nets come first.
    int32_t body_a, body_b;  // slots; -1 for the world
    float turned;            // since `turn` was computed, at most
    Vec force;               // on B, in the last sub-step
    Spin torque;
    float
        impulses[DIMI(JOINT_ROWS)];  // of a sub-step, where it is in a net: of its point in the world, and of its rows
    float most_force, most_torque;   // in this step, if some joints break
    float turn;                      // about the axis that turns on past a half turn
    JointDef def;
    int32_t next_a, next_b;  // the next joint of each body, or -1
    Vec arm_a, arm_b;        // of the frames' origins from the centres, as its rows were made
    Vec apart;               // of the origins, B against A
    Spin twist;              // the axis of `turn`, as the step began
    int32_t first_coupling;  // or -1
} Joint;

/// A row of a joint, of B against A: (-along, -turn_a), (along, turn_b).
typedef struct JointRow
{
    Vec along;
    Spin turn_a, turn_b;
    float value;          // what is to become 0, or what a spring pulls
    float least, most;    // impulse in a sub-step
    float softness;
    float push, relax;  // biases of the passes
    float pull;         // of push, the part of its value
    float drift;        // its rate by what moves and is in no tree
    float total;        // impulse in this sub-step, in a net
    bool speculative;   // one-sided, and not reached yet
    bool bounded;       // below or above
    bool driven;        // by a spring or a motor
    bool bends;         // held along a direction: `push` has what turning adds
    bool turns;         // with A, that direction
} JointRow;

/// A coupling of an axis of one joint with one of another, or of the same.
typedef struct Coupling
{
    imp_coupling_def def;
    int32_t joint_a, joint_b;        // slots
    int32_t next_a, next_b;          // the next coupling of each joint, or -1
    float force;                     // in the last sub-step
    float most_force;                // in this step, up to the sub-step before
    float impulses[2];               // of a sub-step, where it is in a net
    int32_t row_count;               // there,
    JointRow rows[2];                // and its rows;
    bool fresh;                      // they are, since bodies have moved
    JointRow parts[2];               // how the values of both axes change
    float ends[4 * DIMI(FREEDOMS)];  // of its rows: A and B of the one joint, then of the other
} Coupling;

/// Trees of bodies in a step that are solved together: nodes (TreeBody) and what they are made of.
typedef struct JointGroup
{
    int32_t low;           // the least of its movers; groups are in the order of these
    int32_t from, to;      // all movers of its joints, also those that joints do not move
    int32_t first, count;  // of its nodes
    int32_t first_loop, loops;
    int32_t batch, lane;
    int32_t first_row;  // place of its rows
    int32_t tree_rows, loop_rows;
    double given;     // what its joints have put into its motion in this sub-step [J],
    bool far;         // in which some of its bodies turned far
    bool net;         // too many loops: it is not solved whole
    bool moved;       // bodies of it have been moved one by one, after the solver
    int32_t touched;  // how many of its bodies have contacts
    float share;      // of what hangs at each of them, as contacts count it
    float mass;       // of all bodies
    bool bears;       // what hangs at these is much heavier than they are: contacts count it
} JointGroup;

/// Groups that are solved at once: trees alike in lanes (motion/joint_tree.inl), or any one.
typedef struct JointBatch
{
    int32_t low;       // the least of its movers; batches are in the order of these
    int32_t from, to;  // as those of its groups
    int32_t groups[DIMI(TREE_LANES)];
    int32_t count, stride;
    int64_t numbers;       // place of its scratch
    bool bears, responds;  // one of its groups; and answers are those of its factor
    bool touched;          // some of its bodies have contacts
    int64_t answers;       // place of the answers of its bodies
    int32_t solved;        // 0 before its first pass, 1 after one that pushes, 2 after one that relaxes
} JointBatch;

enum
{
    DIMI(JOINT_BARS) = DIMI(FREEDOMS)
};

/// Points of a node that go on along no normal while its group is closed: something is in their way (close_joined.inl).
typedef struct JointBars
{
    int32_t count;
    struct
    {
        Vec normal, arm;  // the arm is from the centre of the body
        float depth;      // how deep it is there
    } data[DIMI(JOINT_BARS)];
} JointBars;

typedef struct JointNode
{
    int32_t mover, body;
    int32_t group;
    int32_t joint;  // to its parent, or to what does not move; or -1
    int32_t rows;   // of that joint
    bool stays;     // where it is, while its group is closed
    bool touched;   // has contacts
    Rot q;          // in this sub-step
    Vec center;
} JointNode;

/// A joint that closes a loop of a tree, or a coupling.
typedef struct JointLoop
{
    int32_t joint, coupling;  // or -1
    int32_t nodes[4];         // of A and B, and of a coupling's second joint; -1 for what the tree does not move
} JointLoop;

/// A joint of a net: its place among points, or -1; and its other rows among rows.
typedef struct NetJoint
{
    int32_t joint, point;
    int32_t first, rows;
} NetJoint;

/// Passes over groups alike, at once (solver/group_solver_interface.inl).
typedef struct LanePasses LanePasses;

typedef struct JointMemory
{
    impi_pool pool;
    struct
    {
        IMPI_ARRAY(Joint)
    } all;  // by slot
    struct
    {
        IMPI_ARRAY(imp_joint)
    } broken;  // in the last step
    impi_pool coupling_pool;
    struct
    {
        IMPI_ARRAY(Coupling)
    } couplings;  // by slot
    struct
    {
        IMPI_ARRAY(imp_coupling)
    } broken_couplings;  // in the last step; room for all
    struct
    {
        IMPI_ARRAY(JointGroup)
    } groups;
    struct
    {
        IMPI_ARRAY(JointBatch)
    } batches;
    struct
    {
        IMPI_ARRAY(JointNode)
    } nodes;
    struct
    {
        IMPI_ARRAY(JointLoop)
    } loops;
    struct
    {
        IMPI_ARRAY(int32_t)
    } node_of;  // by mover: 1 + its node, or 0
    struct
    {
        IMPI_ARRAY(int32_t)
    } queued;  // scratch of finding trees: by end of joints
    struct
    {
        IMPI_ARRAY(TreeBody)
    } tree;
    struct
    {
        IMPI_ARRAY(float)
    } numbers;  // scratch of trees
    struct
    {
        IMPI_ARRAY(float)
    } answers;  // scratch: of bodies of trees, by batch
    struct
    {
        IMPI_ARRAY(bool)
    } asked;  // scratch: nodes of the first group of each batch that lead to what is touched
    struct
    {
        IMPI_ARRAY(int32_t)
    } touched;  // scratch: nodes with contacts, those of a group from its first node on
    struct
    {
        IMPI_ARRAY(JointRow)
    } rows;  // scratch: of all nodes, and of all loops of each group
    struct
    {
        IMPI_ARRAY(SolverBody)
    } before;  // scratch: motions of nodes, before their group is closed
    struct
    {
        IMPI_ARRAY(JointBars)
    } bars;  // scratch: of nodes
    struct
    {
        IMPI_ARRAY(TreeLoop)
    } loop_rows;                     // scratch: of each group
    uint32_t changes, grouped;       // of joints, their frames and their axes; as groups were found
    bool fragile;                    // some joints break
    bool found;                      // groups, anew in this step
    int32_t trees;                   // groups of several bodies that are solved whole
    const TreePasses* trees_passes;  // for the widest SIMD lanes of this processor
    const LanePasses* lane_passes;   // the same
    const NetPasses* passes;         // the same
    NetStep net_step;
    struct
    {
        IMPI_ARRAY(NetJoint)
    } net;
    impi_colours point_colours, row_colours;
    struct
    {
        IMPI_ARRAY(NetPoints)
    } points;
    struct
    {
        IMPI_ARRAY(NetRows)
    } singles;
} JointMemory;
