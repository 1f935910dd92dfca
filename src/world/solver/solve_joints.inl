// SPDX-License-Identifier: MIT
//
// Joints of a step: the groups of a span are solved whole in each sub-step, in turn with the contacts.
//
//     begin      poses -> rows of each joint (joint_rows.inl) -> tree: masses, Jacobians -> factor
//                                                loops: their rows, by the tree's answer to each
//     solve      velocities -> biases -> answer of the tree, and of its loops -> velocities
//                one-sided and capped rows that have gone too far: at their bounds, what has changed is factored anew;
//                rows at their bounds that would leave them are freed
//
// A factor is of the poses that a sub-step has moved bodies to: it serves the passes that relax, and those that push in
// the next sub-step. Relaxing at the old poses would lose energy as a body turns. So an answer costs little; and a pass
// in which contacts have changed nothing costs a comparison. Rows at a bound are not in the matrix.
//
// The unknowns are changes of velocities, so what is carried from sub-step to sub-step stays and what does not move
// needs no case of its own. A row that is held has a bias of a part of its value in the pass with bias, and none in the
// one without; springs and motors pull in both.
//
// Forces of joints turn with the bodies: at large tension that is stiff, and would be explicit. So the inertia of a
// body for turning gets h^2 times what its joints pull at its arms (geometric stiffness), where that is more than its
// own inertia takes without harm.
//
// Files: room (group_solver.inl), new poses (group_factor.inl), passes (group_passes.inl).
//
// Source: Baraff 1996; softness Catto 2011; geometric stiffness Tournier et al. 2015.

#ifndef AXES
#include "group_solver2.h"

#include "../../math/dim2.h"
#endif

void FNI(node_find_pose)(const World* w, JointNode* n)
{
    const Body* b = &w->bodies.data[n->body];
    const SolverBody* m = &w->solver.bodies.data[n->mover];
    n->q = FNI(rot_turned)(b->pose.q, FNI(solver_turned)(m));
    n->center = FN(vec_add)(b->center, FNI(solver_moved)(m));
}

imp_status FNI(joints_reserve)(World* w)
{
    int64_t numbers = 0, rows = 0;
    if (!w->joints.found)
    {
        return IMP_OK;
    }
    w->joints.trees = 0;
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        FNI(group_count)(w, g);
        g->numbers = numbers;
        g->first_row = (int32_t)rows;
        numbers += g->net ? 0 : FNI(group_numbers)(g);
        rows += g->net ? 0 : g->tree_rows + g->loop_rows;
        w->joints.trees += !g->net && g->count > 1 ? 1 : 0;
    }
    // One row more than there are: groups whose joints hold nothing have a place, too.
    bool short_of = numbers > INT32_MAX || impi_array_reserve(&w->joints.numbers, &w->allocator, numbers) ||
                    impi_array_reserve(&w->joints.rows, &w->allocator, 2 * rows + 1) ||
                    impi_array_reserve(&w->joints.loop_of, &w->allocator, rows + 1) ||
                    impi_array_reserve(&w->joints.before, &w->allocator, w->joints.nodes.count);
    imp_status status = short_of ? impi_error(IMP_ERR_MEMORY, 0) : FNI(nets_reserve)(w);
    w->joints.node_of.count = status ? 0 : w->joints.node_of.count;  // groups are found anew
    return status;
}

static bool is_in_span(const JointGroup* g, int32_t first, int32_t count)
{
    return g->low >= first && g->low < first + count;
}

void FNI(joints_follow)(World* w, int32_t first, int32_t count, bool first_of_step)
{
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        bool posed = !g->net || first_of_step || w->joints.row_colours.bodies.count > 0;
        for (int32_t k = 0; k < g->count && posed && is_in_span(g, first, count); ++k)
        {
            FNI(node_find_pose)(w, &w->joints.nodes.data[g->first + k]);
        }
        if (!g->net && is_in_span(g, first, count))
        {
            FNI(group_follow)(w, g, first_of_step);
        }
    }
    FNI(nets_follow)(w, first_of_step);
}

static void solve_trees(World* w, int32_t first, int32_t count, bool push)
{
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        if (!w->joints.groups.data[i].net && is_in_span(&w->joints.groups.data[i], first, count))
        {
            FNI(group_solve)(w, &w->joints.groups.data[i], push);
        }
    }
}

void FNI(joints_begin)(World* w, int32_t first, int32_t count, bool first_of_step)
{
    if (first_of_step)
    {
        FNI(nets_warm)(w);
    }
    solve_trees(w, first, count, true);
}

void FNI(solve_joints)(World* w, int32_t first, int32_t count, bool push)
{
    FNI(nets_solve)(w, push);
    solve_trees(w, first, count, push);
}

bool FNI(joints_close)(World* w, JointGroup* g)
{
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        JointNode* n = &w->joints.nodes.data[i];
        w->joints.before.data[i] = w->solver.bodies.data[n->mover];
        FNI(node_find_pose)(w, n);
    }
    if (g->net)
    {
        return true;
    }
    const GroupSolver s = FNI(group_open)(w, g);
    FNI(group_find_rows)(&s, true, true);
    return !FNI(group_has_parted)(&s) || FNI(group_close)(&s);
}
