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

enum
{
    NUMBERS_OF_WEIGHT = 32  // 64 in 256 bytes, and as much in rows and joints beside them
};

// Links solver bodies of batches in their spans: each batch is solved with one. Nets are solved all at once.
static imp_status tie_groups(World* w)
{
    impi_colours* c = &w->solver.colours;
    c->ties.count = 0;
    c->whole = false;
    c->retied = true;
    if (impi_array_reserve(&c->ties, &w->allocator, w->joints.batches.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < w->joints.batches.count; ++i)
    {
        const JointBatch* b = &w->joints.batches.data[i];
        const impi_tie tie = {b->from, b->to, (int32_t)(FNI(batch_numbers)(w, b) / NUMBERS_OF_WEIGHT)};
        c->ties.data[c->ties.count++] = tie;
        c->whole |= w->joints.groups.data[b->groups[0]].net;
    }
    return IMP_OK;
}

// Lists the rows of loops with their bodies.
static void list_loop_rows(World* w)
{
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[i];
        TreeLoop* out = w->joints.loop_rows.data + g->first_row;
        for (int32_t k = g->first_loop; k < g->first_loop + g->loops && !g->net; ++k)
        {
            const JointLoop* l = &w->joints.loops.data[k];
            int32_t count = l->coupling >= 0 ? FNI(axis_row_count)(&w->joints.couplings.data[l->coupling].def.axis)
                                             : FNI(joint_row_count)(&w->joints.all.data[l->joint].def);
            const TreeLoop of = {{l->nodes[0], l->nodes[1], l->nodes[2], l->nodes[3]}, k};
            for (; count > 0; --count)
            {
                *out++ = of;
            }
        }
    }
}

// Places batches in the scratch, one after the other, from a number of it on. Returns the first number behind them.
static int64_t place_batches(World* w, int32_t first, int32_t end, int64_t numbers)
{
    for (int32_t i = first; i < end; ++i)
    {
        w->joints.batches.data[i].numbers = numbers;
        numbers += FNI(batch_numbers)(w, &w->joints.batches.data[i]);
    }
    return numbers;
}

void FNI(joints_part_scratch)(World* w)
{
    (void)place_batches(w, 0, w->joints.batches.count, 0);
}

void FNI(joints_share_scratch)(World* w, int32_t from, int32_t first, int32_t count)
{
    const BatchSpan of = FNI(batches_of)(w, first, count, false);
    if (of.first < of.end)
    {
        (void)place_batches(w, of.first, of.end, w->joints.batches.data[FNI(batch_from)(w, from)].numbers);
    }
}

imp_status FNI(joints_reserve)(World* w)
{
    int64_t rows = 0, answers = 0;
    if (!w->joints.found)
    {
        return IMP_OK;
    }
    w->joints.trees = 0;
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        FNI(group_count)(w, g);
        g->first_row = (int32_t)rows;
        rows += g->net ? 0 : g->tree_rows + g->loop_rows;
        w->joints.trees += !g->net && g->count > 1 ? 1 : 0;
    }
    FNI(group_batches)(w);
    for (int32_t i = 0; i < w->joints.batches.count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[w->joints.batches.data[i].groups[0]];
        w->joints.batches.data[i].answers = answers;
        answers += g->net ? 0 : (int64_t)g->count * DIMI(RESPONSE_NUMBERS) * w->joints.batches.data[i].stride;
    }
    const int64_t numbers = place_batches(w, 0, w->joints.batches.count, 0);
    // One row more than there are: groups whose joints hold nothing have a place, too.
    bool short_of = numbers > INT32_MAX || impi_array_reserve(&w->joints.answers, &w->allocator, answers) ||
                    impi_array_reserve(&w->joints.asked, &w->allocator, w->joints.nodes.count) ||
                    impi_array_reserve(&w->joints.touched, &w->allocator, w->joints.nodes.count) ||
                    impi_array_reserve(&w->solver.touches, &w->allocator, (int64_t)w->movers.count + 1) ||
                    impi_array_reserve(&w->joints.numbers, &w->allocator, numbers) ||
                    impi_array_reserve(&w->joints.rows, &w->allocator, rows + 1) ||
                    impi_array_reserve(&w->joints.loop_rows, &w->allocator, rows + 1) ||
                    impi_array_reserve(&w->joints.before, &w->allocator, w->joints.nodes.count) ||
                    impi_array_reserve(&w->joints.bars, &w->allocator, w->joints.nodes.count) || tie_groups(w);
    imp_status status = short_of ? impi_error(IMP_ERR_MEMORY, 0) : FNI(nets_reserve)(w);
    if (status)
    {
        w->joints.node_of.count = 0;  // groups are found anew
        return status;
    }
    if (numbers > 0)
    {
        memset(w->joints.numbers.data, 0, (size_t)numbers * sizeof *w->joints.numbers.data);
    }
    for (int32_t i = 0; i < w->joints.nodes.count; ++i)
    {
        w->joints.bars.data[i].count = 0;
    }
    list_loop_rows(w);
    return IMP_OK;
}

static void spread_batches(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool flag,
                           void (*job)(void*, int32_t))
{
    BatchSpan of = FNI(batches_of)(w, first, count, flag);
    impi_spread(jobs, job, &of, of.end - of.first);
}

void FNI(group_follow_parted)(const GroupSolver* s)
{
    DSpin momentum;
    const bool floats = FNI(group_momentum)(s, &momentum);
    (void)FNI(group_close_by)(s, IMPI_CLOSINGS);
    if (floats)
    {
        FNI(group_restore_momentum)(s, momentum);
    }
    FNI(group_slow_turning)(s);
    FNI(group_find_rows)(s, false, true);
}

// Rows of a group, of the poses of its nodes. A group that has parted is closed.
static void follow_group(const GroupSolver* s, bool first)
{
    FNI(group_find_rows)(s, first, first);
    if (!first && FNI(group_has_parted)(s))
    {
        FNI(group_follow_parted)(s);
    }
    FNI(group_limit_pulls)(s);
    FNI(group_write_masses)(s);
}

static void follow_batch_job(void* context, int32_t job)
{
    const BatchSpan* of = (const BatchSpan*)context;
    World* w = of->w;
    JointBatch* b = &w->joints.batches.data[of->first + job];
    const bool net = w->joints.groups.data[b->groups[0]].net;
    const bool lanes = !net && b->stride > 1;
    const bool posed = !lanes && (!net || of->flag || w->joints.row_colours.bodies.count > 0);
    for (int32_t i = 0; i < b->count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[b->groups[i]];
        for (int32_t k = 0; k < g->count && posed; ++k)
        {
            FNI(node_find_pose)(w, &w->joints.nodes.data[g->first + k]);
        }
    }
    if (net)
    {
        return;
    }
    const GroupSolver s = FNI(batch_open)(w, b);
    for (int32_t i = 0; i < b->count && !lanes; ++i)
    {
        const GroupSolver group = FNI(batch_group)(&s, i);
        follow_group(&group, of->flag);
    }
    if (lanes)
    {
        w->joints.lane_passes->follow(&s, of->flag);
    }
    for (int32_t i = 0; i < s.tree.count; ++i)
    {
        s.tree.bodies[i].stale = true;
    }
    FNI(group_factor)(&s);
    b->solved = 0;
}

void FNI(joints_follow)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool first_of_step)
{
    spread_batches(w, jobs, first, count, first_of_step, follow_batch_job);
    FNI(nets_follow)(w, first_of_step);
}

static void solve_batch_job(void* context, int32_t job)
{
    const BatchSpan* of = (const BatchSpan*)context;
    JointBatch* b = &of->w->joints.batches.data[of->first + job];
    if (!of->w->joints.groups.data[b->groups[0]].net)
    {
        FNI(batch_solve)(of->w, b, of->flag);
    }
}

void FNI(joints_begin)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool first_of_step)
{
    if (first_of_step)
    {
        FNI(nets_warm)(w);
    }
    spread_batches(w, jobs, first, count, true, solve_batch_job);
}

void FNI(solve_joints)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool push)
{
    FNI(nets_solve)(w, push);
    spread_batches(w, jobs, first, count, push, solve_batch_job);
}

static void finish_batch_job(void* context, int32_t job)
{
    const BatchSpan* of = (const BatchSpan*)context;
    JointBatch* b = &of->w->joints.batches.data[of->first + job];
    if (b->stride > 1)
    {
        const GroupSolver s = FNI(batch_open)(of->w, b);
        of->w->joints.lane_passes->finish(&s);
    }
}

void FNI(joints_finish)(World* w, const imp_jobs* jobs, int32_t first, int32_t count)
{
    spread_batches(w, jobs, first, count, false, finish_batch_job);
}

float FNI(joints_close_by)(World* w, JointGroup* g, int32_t steps)
{
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        JointNode* n = &w->joints.nodes.data[i];
        w->joints.before.data[i] = w->solver.bodies.data[n->mover];
        FNI(node_find_pose)(w, n);
    }
    if (g->net)
    {
        return 0.0f;
    }
    const GroupSolver s = FNI(group_open)(w, g);
    FNI(group_find_rows)(&s, true, true);
    return FNI(group_has_parted)(&s) ? FNI(group_close_by)(&s, steps) : 0.0f;
}

bool FNI(joints_close)(World* w, JointGroup* g)
{
    return FNI(joints_close_by)(w, g, IMPI_CLOSINGS) <= 1.0f;
}
