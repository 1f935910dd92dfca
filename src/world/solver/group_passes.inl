// SPDX-License-Identifier: MIT
//
// Passes over a batch: from velocities and biases to the answers of trees and of loops. Rows that have gone too far are
// put at their bounds, and those at their bounds that would leave them are freed.

#ifndef AXES
#include "group_solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    ROUNDS = 3  // of rows at their bounds
};

// Turning adds to the biases of rows.
static void bend_rows(const GroupSolver* s)
{
    for (GroupJoint j = {.next = 0}; FNI(group_next_joint)(s, &j);)
    {
        if (j.joint)
        {
            FNI(joint_bend)(s->w, j.joint, s->rows + j.row, j.rows);
        }
        else
        {
            FNI(coupling_bend)(s->w, j.coupling, s->rows + j.row, j.rows);
        }
        for (int32_t k = j.row; k < j.row + j.rows; ++k)
        {
            *FNI(group_number)(s, k, DIMI(TREE_ROW_PUSH)) = s->rows[k].push;
        }
    }
}

void FNI(group_ask)(const GroupSolver* s, TreeAsk what)
{
    s->passes->ask(&s->tree, what);
    if (what != DIMI(TREE_BEND))
    {
        FNI(touches_add)(s);
    }
    s->passes->answer(&s->tree);
    if (s->g->loop_rows > 0)
    {
        FNI(group_solve_loops)(s);
    }
}

// Tells the force of a joint by the impulses of its rows, from one on.
static void tell_joint(const GroupSolver* s, Joint* j, int32_t first, int32_t count)
{
    j->force = FNI(vec_none)();
    j->torque = FNI(spin_none)();
    for (int32_t k = first; k < first + count; ++k)
    {
        const JointRow* row = &s->rows[k];
        float force = *FNI(group_number)(s, k, DIMI(TREE_ROW_TOTAL)) * s->w->solver.row_step.rate;
        Spin turn = FNI(vec_bits)(row->along) ? FNI(spin_none)() : row->turn_b;
        j->force = FNI(vec_add_scaled)(j->force, row->along, force);
        j->torque = FNI(spin_add)(j->torque, FNI(spin_scale)(turn, force));
    }
    FNI(joint_keep_most)(j);
}

static void tell_coupling(const GroupSolver* s, Coupling* c, int32_t first, int32_t count)
{
    float sum = 0.0f;
    for (int32_t k = first; k < first + count; ++k)
    {
        sum += *FNI(group_number)(s, k, DIMI(TREE_ROW_TOTAL));
    }
    sum *= s->w->solver.row_step.rate;
    c->force = impi_number_fault_large(sum) ? 0.0f : sum;
}

static void tell_forces(const GroupSolver* s)
{
    for (GroupJoint j = {.next = 0}; FNI(group_next_joint)(s, &j);)
    {
        if (j.joint)
        {
            tell_joint(s, j.joint, j.row, j.rows);
        }
        else
        {
            tell_coupling(s, j.coupling, j.row, j.rows);
        }
    }
}

bool FNI(group_is_sound)(const GroupSolver* s)
{
    bool sound = true;
    for (int32_t i = 0; i < s->g->count * DIMI(FREEDOMS); ++i)
    {
        sound &= !impi_number_fault_large(s->tree.velocity[(int64_t)i * s->tree.stride]);
    }
    return sound;
}

static void move_nodes(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        Vec velocity;
        Spin spin;
        FNI(group_motion)(s, s->tree.velocity, i, &velocity, &spin);
        FNI(group_kick)(s, i, velocity, spin);
    }
}

// Whether contacts have moved a group since this pass has left it.
static bool has_moved(const GroupSolver* s)
{
    bool moved = false;
    for (int32_t i = 0; i < s->g->count * DIMI(FREEDOMS); ++i)
    {
        int64_t at = (int64_t)i * s->tree.stride;
        moved |= s->tree.speed[at] < s->tree.left[at] || s->tree.speed[at] > s->tree.left[at];
    }
    return moved;
}

// Answers, and puts rows at their bounds.
static void answer_groups(const GroupSolver* s, TreeAsk what)
{
    bool changed = true;
    for (int32_t round = 0; round <= ROUNDS && changed; ++round)
    {
        FNI(group_ask)(s, what);
        changed = round < ROUNDS && s->passes->settle(&s->tree, round == ROUNDS - 1);
        if (changed)
        {
            FNI(group_factor)(s);
        }
    }
}

// Begins a pass over groups one by one. Returns whether there is any to solve.
static bool begin_groups(const GroupSolver* s, bool again, bool push)
{
    bool any = false;
    for (int32_t i = 0; i < s->batch->count; ++i)
    {
        const GroupSolver of = FNI(batch_group)(s, i);
        FNI(group_read_speeds)(&of, of.tree.speed);
        *of.tree.active = !again || has_moved(&of) || FNI(touches_some)(&of) ? 1.0f : 0.0f;
        any |= *of.tree.active > 0.0f;
        if (push && *of.tree.active > 0.0f)
        {
            bend_rows(&of);
        }
    }
    return any;
}

static void move_groups(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->batch->count; ++i)
    {
        const GroupSolver of = FNI(batch_group)(s, i);
        *of.tree.active = *of.tree.active > 0.0f && FNI(group_is_sound)(&of) ? 1.0f : 0.0f;
        if (*of.tree.active > 0.0f)
        {
            FNI(group_tally)(&of);
            move_nodes(&of);
            FNI(touches_end)(&of);
        }
        FNI(group_read_speeds)(&of, of.tree.left);
    }
}

static void tell_groups(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->batch->count; ++i)
    {
        const GroupSolver of = FNI(batch_group)(s, i);
        if (*of.tree.active > 0.0f)
        {
            tell_forces(&of);
        }
    }
}

// The energy that joints give is counted anew in each sub-step.
static void begin_tally(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->batch->count; ++i)
    {
        JointGroup* g = &s->w->joints.groups.data[s->batch->groups[i]];
        g->given = 0.0;
        g->far = false;
    }
}

static void end_tally(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->batch->count; ++i)
    {
        const GroupSolver of = FNI(batch_group)(s, i);
        if (*of.tree.active > 0.0f && of.g->given > 0.0)
        {
            FNI(group_limit_energy)(&of);
            FNI(group_read_speeds)(&of, of.tree.left);
        }
    }
}

void FNI(batch_solve)(World* w, JointBatch* b, bool push)
{
    const GroupSolver s = FNI(batch_open)(w, b);
    const LanePasses* lanes = FNI(is_in_lanes)(&s) ? w->joints.lane_passes : NULL;
    int32_t pass = push ? 1 : 2;
    const bool again = b->solved == pass;
    if (again && !b->touched)
    {
        return;  // nothing has moved it
    }
    if (push && b->solved == 2 && s.passes->begin(&s.tree))
    {
        FNI(group_factor)(&s);
    }
    if (push && !again)
    {
        begin_tally(&s);
    }
    if (!(lanes ? lanes->begin(&s, again) : begin_groups(&s, again, push)))
    {
        return;
    }
    if (push)
    {
        if (lanes)
        {
            lanes->bend(&s);
        }
        FNI(group_limit_bends)(&s);
    }
    answer_groups(&s, push ? DIMI(TREE_PUSH) : DIMI(TREE_RELAX));
    (lanes ? lanes->move : move_groups)(&s);
    s.passes->keep(&s.tree);
    if (!push)
    {
        (lanes ? lanes->tell : tell_groups)(&s);
        end_tally(&s);
    }
    b->solved = pass;
}
