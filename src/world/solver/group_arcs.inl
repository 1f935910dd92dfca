// SPDX-License-Identifier: MIT
//
// Arcs of bodies that turn far in a sub-step: what turning adds to rates (joint_bend) says too little of where their
// joints will be. So they are moved for the sub-step by what a pass would answer, as the free bodies that they are
// while they move. What joints are open by then is put into the biases of that pass: a Newton step. Bodies end where
// they were.
//
// With biases that close joints at the end of a sub-step, and passes that relax there, motion is that of RATTLE, which
// keeps energy well. Source: Andersen 1983.

#ifndef AXES
#include "group_solver2.h"

#include "../../math/dim2.h"
#endif

// Moves a node for the sub-step, by the velocities before the answer and by the answer. Its body stays.
static void try_node(const GroupSolver* s, int32_t node)
{
    JointNode* n = FNI(group_node)(s, node);
    SolverBody *m = &s->w->solver.bodies.data[n->mover], stays = *m;
    BodyForce force = s->w->solver.forces.data[n->mover];
    Vec velocity, change;
    Spin spin, turn;
    FNI(group_motion)(s, s->tree.speed, node, &velocity, &spin);
    FNI(group_motion)(s, s->tree.velocity, node, &change, &turn);
    FNI(solver_set_velocity)(m, FN(vec_add)(velocity, change), FNI(spin_add)(spin, turn));
    s->w->solver.passes->move(m, &force, 1, s->w->solver.row_step.h);
    FNI(node_find_pose)(s->w, n);
    *m = stays;
}

// Adds to the biases of rows of a joint what they are open by at the poses of nodes. Rows of what moves and is in no
// tree keep theirs.
static void add_opening(const GroupSolver* s, const GroupJoint* of)
{
    JointRow rows[DIMI(JOINT_ROWS)];
    Joint moved = *of->joint;
    (void)FNI(joint_rows)(s->w, &moved, true, rows);
    for (int32_t k = 0; k < of->rows; ++k)
    {
        const JointRow* row = &s->rows[of->row + k];
        const bool still = !(row->drift < 0.0f || row->drift > 0.0f);
        if (still && !row->driven && !row->bounded)
        {
            *FNI(group_number)(s, of->row + k, DIMI(TREE_ROW_PUSH)) +=
                (rows[k].value - row->value) * s->w->solver.row_step.rate + row->pull;
        }
    }
}

void FNI(group_follow_arcs)(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        try_node(s, i);
    }
    for (GroupJoint j = {.next = 0}; FNI(group_next_joint)(s, &j);)
    {
        if (j.joint)
        {
            add_opening(s, &j);
        }
    }
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        FNI(node_find_pose)(s->w, FNI(group_node)(s, i));
    }
}
