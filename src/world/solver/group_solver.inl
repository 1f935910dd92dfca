// SPDX-License-Identifier: MIT
//
// The room of groups that are solved whole: their batches, and the numbers of these.
//
// Trees alike lie in the lanes of a batch. Each is solved as it would be alone, to the bit, so it is all the same who is
// in a batch with whom.

#ifndef AXES
#include "group_solver2.h"

#include "../../math/dim2.h"
#endif

enum
{
    FEW_LOOP_ROWS = 24,    // that are solved with any tree
    LOOP_ROWS = 64,        // that are solved with their tree at most; a group with more is a net
    LOOPS_OF_ROW = 40,     // squares of loop rows for each row of the tree
    BATCHES_IN_SIGHT = 16  // that a group may join: those of a batch are solved with one span
};

void FNI(node_find_pose)(const World* w, JointNode* n)
{
    const Body* b = &w->bodies.data[n->body];
    const SolverBody* m = &w->solver.bodies.data[n->mover];
    n->q = FNI(rot_turned)(b->pose.q, FNI(solver_turned)(m));
    n->center = FN(vec_add)(b->center, FNI(solver_moved)(m));
}

// Whether rows of loops are solved with a tree of so many rows. Each asks the tree for its answer in each sub-step, so
// they cost as their product; a net costs as the sum of both, and its rows give. So a net of which most is loops stays
// one, and a long lift does not collapse.
static bool are_loops_solved(int64_t loop_rows, int64_t tree_rows)
{
    return loop_rows <= FEW_LOOP_ROWS ||
           (loop_rows <= LOOP_ROWS && loop_rows * loop_rows <= LOOPS_OF_ROW * tree_rows);
}

void FNI(group_count)(const World* w, JointGroup* g)
{
    int64_t loop_rows = 0;
    g->tree_rows = 0;
    for (int32_t i = 0; i < g->count; ++i)
    {
        TreeBody* b = &w->joints.tree.data[g->first + i];
        int32_t joint = w->joints.nodes.data[g->first + i].joint;
        b->row = g->tree_rows;
        b->rows = joint >= 0 ? FNI(joint_row_count)(&w->joints.all.data[joint].def) : 0;
        g->tree_rows += b->rows;
    }
    for (int32_t i = 0; i < g->loops; ++i)
    {
        const JointLoop* l = &w->joints.loops.data[g->first_loop + i];
        loop_rows += l->coupling >= 0 ? FNI(axis_row_count)(&w->joints.couplings.data[l->coupling].def.axis)
                                      : FNI(joint_row_count)(&w->joints.all.data[l->joint].def);
    }
    g->net = !are_loops_solved(loop_rows, g->tree_rows);
    g->loop_rows = g->net ? 0 : (int32_t)loop_rows;
}

static bool is_axis_alike(const imp_axis* a, const imp_axis* b)
{
    return a->kind == b->kind && FNI(is_axis_driven)(a) == FNI(is_axis_driven)(b);
}

// Whether joints of two nodes to their parents hold, limit and drive the same.
static bool is_joint_alike(const World* w, const JointNode* a, const JointNode* b)
{
    if (a->joint < 0 || b->joint < 0)
    {
        return a->joint < 0 && b->joint < 0;
    }
    const Joint *of_a = &w->joints.all.data[a->joint], *of_b = &w->joints.all.data[b->joint];
    bool alike = (of_a->body_a == a->body) == (of_b->body_a == b->body) &&
                 FNI(has_cone)(&of_a->def) == FNI(has_cone)(&of_b->def) &&
                 FNI(is_cross)(&of_a->def) == FNI(is_cross)(&of_b->def);
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        alike &= is_axis_alike(&of_a->def.axes[i], &of_b->def.axes[i]);
    }
    return alike;
}

static bool is_alike(const World* w, const JointGroup* a, const JointGroup* b)
{
    bool alike = a->count == b->count && a->tree_rows == b->tree_rows && a->loops + b->loops == 0;
    for (int32_t i = 0; i < a->count && alike; ++i)
    {
        const TreeBody *of_a = &w->joints.tree.data[a->first + i], *of_b = &w->joints.tree.data[b->first + i];
        alike = of_a->parent == of_b->parent && of_a->rows == of_b->rows &&
                is_joint_alike(w, &w->joints.nodes.data[a->first + i], &w->joints.nodes.data[b->first + i]);
    }
    return alike;
}

// The batch that a group joins, or a new one.
static JointBatch* find_batch(World* w, const JointGroup* g)
{
    int32_t count = w->joints.batches.count;
    for (int32_t i = count - 1; i >= 0 && i >= count - BATCHES_IN_SIGHT; --i)
    {
        JointBatch* b = &w->joints.batches.data[i];
        if (b->count < DIMI(TREE_LANES) && is_alike(w, &w->joints.groups.data[b->groups[0]], g))
        {
            return b;
        }
    }
    const JointBatch b = {.low = g->low, .from = g->from, .to = g->to, .touched = true};
    w->joints.batches.data[w->joints.batches.count++] = b;
    return &w->joints.batches.data[count];
}

void FNI(group_batches)(World* w)
{
    w->joints.batches.count = 0;
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        JointBatch* b = find_batch(w, g);
        g->batch = (int32_t)(b - w->joints.batches.data);
        g->lane = b->count;
        b->groups[b->count++] = i;
        b->from = g->from < b->from ? g->from : b->from;
        b->to = g->to > b->to ? g->to : b->to;
        b->stride = b->count > 1 ? DIMI(TREE_LANES) : 1;
    }
}

int32_t FNI(batch_from)(const World* w, int32_t mover)
{
    int32_t low = 0, high = w->joints.batches.count;
    while (low < high)
    {
        int32_t middle = low + (high - low) / 2;
        bool before = w->joints.batches.data[middle].low < mover;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

int64_t FNI(batch_numbers)(const World* w, const JointBatch* b)
{
    const JointGroup* g = &w->joints.groups.data[b->groups[0]];
    int64_t loop_rows = g->loop_rows, rows = g->tree_rows + loop_rows;
    int64_t numbers = (int64_t)g->count * (2 * DIMI(FREEDOMS) * DIMI(FREEDOMS) + 4 * DIMI(FREEDOMS) + 1) +
                      rows * (DIMI(TREE_ROW_NUMBERS) + 3) + 1;
    int64_t lanes = b->stride > 1
                        ? (int64_t)g->count * (DIMI(PLACE_NUMBERS) + DIMI(HINGE_NUMBERS)) + rows * DIMI(LIMIT_NUMBERS)
                        : 0;
    return g->net ? 0 : (numbers + lanes) * b->stride + 2 * loop_rows * loop_rows;
}

GroupSolver FNI(batch_open)(World* w, JointBatch* b)
{
    JointGroup* g = &w->joints.groups.data[b->groups[0]];
    GroupSolver s = {.w = w, .batch = b, .g = g, .rows = w->joints.rows.data + g->first_row};
    int64_t loop_rows = g->loop_rows, stride = b->stride, rows = g->tree_rows + loop_rows;
    int64_t freedoms = g->count * DIMI(FREEDOMS) * stride;
    s.passes = stride > 1 ? w->joints.trees_passes : &FNI(tree_passes_scalar);
    s.tree.bodies = w->joints.tree.data + g->first;
    s.tree.loops = w->joints.loop_rows.data + g->first_row;
    s.tree.count = g->count;
    s.tree.first_loop = g->tree_rows;
    s.tree.row_count = (int32_t)rows;
    s.tree.lanes = b->count;
    s.tree.stride = b->stride;
    s.tree.mass = w->joints.numbers.data + b->numbers;
    s.tree.factor = s.tree.mass + DIMI(FREEDOMS) * freedoms;
    s.tree.momentum = s.tree.factor + DIMI(FREEDOMS) * freedoms;
    s.tree.velocity = s.tree.momentum + freedoms;
    s.tree.speed = s.tree.velocity + freedoms;
    s.tree.left = s.tree.speed + freedoms;
    s.tree.rows = s.tree.left + freedoms;
    s.tree.active = s.tree.rows + rows * DIMI(TREE_ROW_NUMBERS) * stride;
    s.pull = s.tree.active + stride;
    s.kept = s.pull + g->count * stride;
    s.dense = s.kept + 3 * rows * stride;
    s.inverse = s.dense + loop_rows * loop_rows;
    s.lanes = s.inverse + loop_rows * loop_rows;
    for (int32_t l = 0; l < b->count; ++l)
    {
        s.nodes[l] = w->joints.nodes.data + w->joints.groups.data[b->groups[l]].first;
    }
    return s;
}

GroupSolver FNI(group_open)(World* w, JointGroup* g)
{
    const GroupSolver batch = FNI(batch_open)(w, &w->joints.batches.data[g->batch]);
    return FNI(batch_group)(&batch, g->lane);
}

void FNI(group_read_speeds)(const GroupSolver* s, float* out)
{
    const int64_t stride = s->tree.stride;
    for (int32_t i = 0; i < s->g->count; ++i, out += DIMI(FREEDOMS) * stride)
    {
        const SolverBody* m = &s->w->solver.bodies.data[s->w->joints.nodes.data[s->g->first + i].mover];
        const Vec velocity = FNI(solver_velocity)(m);
        Spin spin = FNI(solver_spin)(m);
        for (int32_t k = 0; k < AXES; ++k)
        {
            out[k * stride] = AT(velocity, k);
        }
        for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
        {
            out[(AXES + k) * stride] = FNI(spin_numbers)(&spin)[k];
        }
    }
}
