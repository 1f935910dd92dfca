// SPDX-License-Identifier: MIT
//
// The room of a group that is solved whole: its rows, its tree and scratch beside them.

#ifndef AXES
#include "group_solver2.h"

#include "../../math/dim2.h"
#endif

enum
{
    LOOP_ROWS = 24  // that are solved with their tree; a group with more is a net
};

void FNI(group_count)(const World* w, JointGroup* g)
{
    int64_t loop_rows = 0;
    g->tree_rows = 0;
    for (int32_t i = 0; i < g->count; ++i)
    {
        int32_t joint = w->joints.nodes.data[g->first + i].joint;
        g->tree_rows += joint >= 0 ? FNI(joint_row_count)(&w->joints.all.data[joint].def) : 0;
    }
    for (int32_t i = 0; i < g->loops; ++i)
    {
        const JointLoop* l = &w->joints.loops.data[g->first_loop + i];
        loop_rows += l->coupling >= 0 ? FNI(axis_row_count)(&w->joints.couplings.data[l->coupling].def.axis)
                                      : FNI(joint_row_count)(&w->joints.all.data[l->joint].def);
    }
    g->net = loop_rows > LOOP_ROWS;
    g->loop_rows = g->net ? 0 : (int32_t)loop_rows;
}

int64_t FNI(group_numbers)(const JointGroup* g)
{
    int64_t loop_rows = g->loop_rows;
    return (int64_t)g->count * (2 * DIMI(FREEDOMS) * DIMI(FREEDOMS) + 4 * DIMI(FREEDOMS) + 1) +
           (int64_t)g->tree_rows * DIMI(TREE_ROW_NUMBERS) + loop_rows * (2 * loop_rows + 1 + 2 * DIMI(FREEDOMS));
}

GroupSolver FNI(group_open)(World* w, JointGroup* g)
{
    GroupSolver s = {.w = w, .g = g, .rows = w->joints.rows.data + 2 * (int64_t)g->first_row};
    int64_t loop_rows = g->loop_rows;
    s.loop_rows = s.rows + g->tree_rows;
    s.kept = s.loop_rows + loop_rows;
    s.loop_of = w->joints.loop_of.data + g->first_row;
    s.tree.bodies = w->joints.tree.data + g->first;
    s.tree.count = g->count;
    s.tree.lanes = 1;
    s.tree.mass = w->joints.numbers.data + g->numbers;
    s.tree.factor = s.tree.mass + g->count * DIMI(FREEDOMS) * DIMI(FREEDOMS);
    s.tree.momentum = s.tree.factor + g->count * DIMI(FREEDOMS) * DIMI(FREEDOMS);
    s.tree.velocity = s.tree.momentum + g->count * DIMI(FREEDOMS);
    s.speed = s.tree.velocity + g->count * DIMI(FREEDOMS);
    s.left = s.speed + g->count * DIMI(FREEDOMS);
    s.pull = s.left + g->count * DIMI(FREEDOMS);
    s.tree.rows = s.pull + g->count;
    s.loop_ends = s.tree.rows + (int64_t)g->tree_rows * DIMI(TREE_ROW_NUMBERS);
    s.dense = s.loop_ends + loop_rows * 2 * DIMI(FREEDOMS);
    s.inverse = s.dense + loop_rows * loop_rows;
    s.wanted = s.inverse + loop_rows * loop_rows;
    return s;
}
