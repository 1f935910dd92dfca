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
    const World* w = s->w;
    JointNode* n = &w->joints.nodes.data[s->g->first + node];
    const Body* b = &w->bodies.data[n->body];
    SolverBody m = w->solver.bodies.data[n->mover];
    BodyForce force = w->solver.forces.data[n->mover];
    float before[DIMI(FREEDOMS)], by[DIMI(FREEDOMS)];
    Vec velocity = FNI(vec_none)();
    Spin spin = FNI(spin_none)();
    FNI(group_velocity)(s, s->tree.speed, node, before);
    FNI(group_velocity)(s, s->tree.velocity, node, by);
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_AT(velocity, k, before[k] + by[k]);
    }
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        FNI(spin_numbers)(&spin)[k] = before[AXES + k] + by[AXES + k];
    }
    FNI(solver_set_velocity)(&m, velocity, spin);
    w->solver.passes->move(&m, &force, 1, w->solver.row_step.h);
    n->q = FNI(rot_turned)(b->pose.q, FNI(solver_turned)(&m));
    n->center = FN(vec_add)(b->center, FNI(solver_moved)(&m));
}

// Adds to the biases of rows of a joint what they are open by at the poses of nodes. Rows of what moves and is in no
// tree keep theirs.
static void find_left_open(const GroupSolver* s, Joint* j, int32_t at, int32_t count)
{
    const float rate = s->w->solver.row_step.rate;
    JointRow rows[DIMI(JOINT_ROWS)];
    const Vec arm_a = j->arm_a, arm_b = j->arm_b, apart = j->apart;
    const Spin twist = j->twist;
    const float turn = j->turn;
    (void)FNI(joint_rows)(s->w, j, true, rows);
    j->arm_a = arm_a;
    j->arm_b = arm_b;
    j->apart = apart;
    j->twist = twist;
    j->turn = turn;
    for (int32_t k = 0; k < count; ++k)
    {
        const JointRow* row = &s->rows[at + k];
        const bool still = !(row->drift < 0.0f || row->drift > 0.0f);
        if (still && !row->driven && !row->bounded)
        {
            *FNI(group_number)(s, at + k, DIMI(TREE_ROW_PUSH)) += (rows[k].value - row->value) * rate + row->pull;
        }
    }
}

void FNI(group_follow_arcs)(const GroupSolver* s)
{
    World* w = s->w;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        try_node(s, i);
    }
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const int32_t joint = w->joints.nodes.data[s->g->first + i].joint;
        const TreeBody* b = &s->tree.bodies[i];
        if (joint >= 0)
        {
            find_left_open(s, &w->joints.all.data[joint], b->row, b->rows);
        }
    }
    for (int32_t k = s->tree.first_loop, next; k < s->tree.row_count; k = next)
    {
        const int32_t from = s->tree.loops[k - s->tree.first_loop].from;
        const JointLoop* l = &w->joints.loops.data[from];
        for (next = k; next < s->tree.row_count && s->tree.loops[next - s->tree.first_loop].from == from; ++next)
        {
        }
        if (l->coupling < 0)
        {
            find_left_open(s, &w->joints.all.data[l->joint], k, next - k);
        }
    }
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        FNI(node_find_pose)(w, &w->joints.nodes.data[s->g->first + i]);
    }
}
