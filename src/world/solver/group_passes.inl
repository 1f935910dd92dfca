// SPDX-License-Identifier: MIT
//
// Passes over a group: from velocities and biases to the answer of the tree and of its loops. Rows that have gone too
// far are put at their bounds, and those at their bounds that would leave them are freed.

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

// The sum of a row's rate, with the velocities that a pass began with, and of its bias.
static float residual_of(const GroupSolver* s, const JointRow* row, float rate)
{
    if (s->bends_alone)
    {
        return row->push - row->pull;
    }
    return rate + row->drift + (s->push ? row->push : row->relax) + row->softness * row->total;
}

void FNI(group_read_speeds)(const GroupSolver* s, float* out)
{
    for (int32_t i = 0; i < s->g->count; ++i, out += DIMI(FREEDOMS))
    {
        const SolverBody* m = &s->w->solver.bodies.data[s->w->joints.nodes.data[s->g->first + i].mover];
        const Vec velocity = FNI(solver_velocity)(m);
        Spin spin = FNI(solver_spin)(m);
        for (int32_t k = 0; k < AXES; ++k)
        {
            out[k] = AT(velocity, k);
        }
        for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
        {
            out[AXES + k] = FNI(spin_numbers)(&spin)[k];
        }
    }
}

static void bend_rows(const GroupSolver* s)
{
    const World* w = s->w;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[s->g->first + i];
        if (n->joint >= 0)
        {
            FNI(joint_bend)(w, &w->joints.all.data[n->joint], s->rows + s->tree.bodies[i].row, n->rows);
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        const JointLoop* l = s->loop_of[i];
        if (l->coupling >= 0)
        {
            FNI(coupling_bend)(w, &w->joints.couplings.data[l->coupling], &s->loop_rows[i], 1);
        }
        else
        {
            FNI(joint_bend)(w, &w->joints.all.data[l->joint], &s->loop_rows[i], 1);
        }
    }
}

// Fills in what the tree is asked: biases, and impulses of rows at their bounds.
static void ask_tree(const GroupSolver* s)
{
    memset(s->tree.momentum, 0, (size_t)s->g->count * DIMI(FREEDOMS) * sizeof *s->tree.momentum);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const TreeBody* b = &s->tree.bodies[i];
        int32_t count = s->w->joints.nodes.data[s->g->first + i].rows;
        for (int32_t k = 0; k < count; ++k)
        {
            const JointRow* row = s->rows + b->row + k;
            float* numbers = FNI(group_row)(s, row);
            if (!row->pinned)
            {
                numbers[DIMI(TREE_ROW_BIAS)] = residual_of(s, row, FNI(group_rate)(numbers, s->speed, i, b->parent));
            }
            else if (!s->bends_alone && (row->given < 0.0f || row->given > 0.0f))
            {
                FNI(group_add_impulse)(s, numbers, row->given, i, b->parent);
            }
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        const JointRow* row = &s->loop_rows[i];
        if (!s->bends_alone && row->pinned && (row->given < 0.0f || row->given > 0.0f))
        {
            FNI(group_add_loop_impulse)(s, i, row->given);
        }
    }
}

// Solves the rows that close loops, from the tree's answer without them, and the tree with their impulses.
static void solve_loops(const GroupSolver* s)
{
    int32_t n = s->g->loop_rows;
    for (int32_t i = 0; i < n; ++i)
    {
        const JointRow* row = &s->loop_rows[i];
        float sum =
            -residual_of(s, row, FNI(group_loop_rate)(s, i, s->speed)) - FNI(group_loop_rate)(s, i, s->tree.velocity);
        s->wanted[i] = row->pinned ? 0.0f : sum;
        for (int32_t k = 0; k < i; ++k)
        {
            s->wanted[i] -= s->inverse[i * n + k] * s->wanted[k];
        }
        s->wanted[i] *= s->inverse[i * n + i];
    }
    for (int32_t i = n - 1; i >= 0; --i)
    {
        for (int32_t k = i + 1; k < n; ++k)
        {
            s->wanted[i] -= s->inverse[k * n + i] * s->wanted[k];
        }
        s->wanted[i] *= s->inverse[i * n + i];
        FNI(group_add_loop_impulse)(s, i, s->wanted[i]);
    }
    FNI(tree_passes_scalar).answer(&s->tree);
}

void FNI(group_ask)(const GroupSolver* s)
{
    ask_tree(s);
    FNI(tree_passes_scalar).answer(&s->tree);
    if (s->g->loop_rows > 0)
    {
        solve_loops(s);
    }
}

// Pins a row that is beyond its bounds, and frees one that would leave its bound; in the last round none is freed. Its
// rates are by the velocities before this pass, and by what changes them.
// Returns whether it has changed.
static bool settle_row(const GroupSolver* s, JointRow* row, float change, float rate, float more, bool last)
{
    float total = row->total + change;
    if (row->pinned)
    {
        bool least = total - row->least <= row->most - total;
        float passes = last ? 0.0f : residual_of(s, row, rate) + row->softness * row->given + more;
        row->pinned = least ? passes >= 0.0f : passes <= 0.0f;
        row->given = row->pinned ? row->given : 0.0f;
        return !row->pinned;
    }
    float within = total < row->least ? row->least : total;
    within = within > row->most ? row->most : within;
    row->pinned = within < total || within > total;
    row->given = row->pinned ? within - row->total : 0.0f;
    return row->pinned;
}

static float change_of_row(const GroupSolver* s, const JointRow* row)
{
    return row->pinned ? row->given : FNI(group_row)(s, row)[DIMI(TREE_ROW_IMPULSE)];
}

static float change_of_loop(const GroupSolver* s, const JointRow* row)
{
    return row->pinned ? row->given : s->wanted[row->place];
}

// Settles all rows, and factors what has changed. Returns whether anything has.
static bool settle_rows(const GroupSolver* s, bool last)
{
    bool any = false;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        TreeBody* b = &s->tree.bodies[i];
        int32_t count = s->w->joints.nodes.data[s->g->first + i].rows;
        bool changed = false;
        for (int32_t k = 0; k < count; ++k)
        {
            JointRow* row = s->rows + b->row + k;
            const float* ends = FNI(group_row)(s, row);
            changed |=
                row->bounded && settle_row(s, row, change_of_row(s, row), FNI(group_rate)(ends, s->speed, i, b->parent),
                                           FNI(group_rate)(ends, s->tree.velocity, i, b->parent), last);
        }
        if (changed)
        {
            FNI(group_place_rows)(s, i);
            b->stale = any = true;
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        JointRow* row = &s->loop_rows[i];
        any |= row->bounded && settle_row(s, row, change_of_loop(s, row), FNI(group_loop_rate)(s, i, s->speed),
                                          FNI(group_loop_rate)(s, i, s->tree.velocity), last);
    }
    if (any)
    {
        FNI(group_factor)(s);
    }
    return any;
}

// Keeps the impulses of rows, and after a pass without bias the force of their joint.
static void keep_row(JointRow* row, float change)
{
    float total = row->total + change;
    total = total < row->least ? row->least : total;
    row->total = total > row->most ? row->most : total;
    row->given = 0.0f;
}

static void tell_joint(const GroupSolver* s, Joint* j, const JointRow* rows, int32_t count)
{
    if (s->push)
    {
        return;
    }
    j->force = FNI(vec_none)();
    j->torque = FNI(spin_none)();
    for (int32_t k = 0; k < count; ++k)
    {
        float force = rows[k].total * s->w->solver.row_step.rate;
        Spin turn = FNI(vec_bits)(rows[k].along) ? FNI(spin_none)() : rows[k].turn_b;
        j->force = FNI(vec_add_scaled)(j->force, rows[k].along, force);
        j->torque = FNI(spin_add)(j->torque, FNI(spin_scale)(turn, force));
    }
    FNI(joint_keep_most)(j);
}

static void tell_coupling(const GroupSolver* s, Coupling* c, const JointRow* rows, int32_t count)
{
    float sum = 0.0f;
    for (int32_t k = 0; k < count; ++k)
    {
        sum += rows[k].total;
    }
    sum *= s->w->solver.row_step.rate;
    c->force = s->push ? c->force : impi_number_fault_large(sum) ? 0.0f : sum;
}

bool FNI(group_is_sound)(const GroupSolver* s)
{
    bool sound = true;
    for (int32_t i = 0; i < s->g->count * DIMI(FREEDOMS); ++i)
    {
        sound &= !impi_number_fault_large(s->tree.velocity[i]);
    }
    return sound;
}

static void move_nodes(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        int32_t mover = s->w->joints.nodes.data[s->g->first + i].mover;
        Vec velocity = FNI(vec_none)();
        Spin spin = FNI(spin_none)();
        for (int32_t k = 0; k < AXES; ++k)
        {
            SET_AT(velocity, k, s->tree.velocity[i * DIMI(FREEDOMS) + k]);
        }
        for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
        {
            FNI(spin_numbers)(&spin)[k] = s->tree.velocity[i * DIMI(FREEDOMS) + AXES + k];
        }
        FNI(body_force_kick)(&s->w->solver.forces.data[mover], &s->w->solver.bodies.data[mover], velocity, spin);
    }
}

static void finish_group(const GroupSolver* s)
{
    World* w = s->w;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[s->g->first + i];
        JointRow* rows = s->rows + s->tree.bodies[i].row;
        for (int32_t k = 0; k < n->rows; ++k)
        {
            keep_row(&rows[k], change_of_row(s, &rows[k]));
        }
        if (n->joint >= 0)
        {
            tell_joint(s, &w->joints.all.data[n->joint], rows, n->rows);
        }
    }
    for (int32_t i = 0, next; i < s->g->loop_rows; i = next)
    {
        for (next = i; next < s->g->loop_rows && s->loop_of[next] == s->loop_of[i]; ++next)
        {
            keep_row(&s->loop_rows[next], change_of_loop(s, &s->loop_rows[next]));
        }
        const JointLoop* l = s->loop_of[i];
        if (l->coupling >= 0)
        {
            tell_coupling(s, &w->joints.couplings.data[l->coupling], s->loop_rows + i, next - i);
        }
        else
        {
            tell_joint(s, &w->joints.all.data[l->joint], s->loop_rows + i, next - i);
        }
    }
}

// A sub-step begins without impulses, but for those at their caps; limits that have been passed are in the matrix.
// Returns whether that has changed.
static bool begin_row(JointRow* row)
{
    bool freed = row->pinned && !row->driven && !row->speculative;
    row->pinned = row->pinned && !freed;
    row->given = row->pinned ? row->total : 0.0f;
    row->total = 0.0f;
    return freed;
}

static void begin_pushing(const GroupSolver* s)
{
    bool any = false;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        int32_t count = s->w->joints.nodes.data[s->g->first + i].rows;
        bool freed = false;
        for (int32_t k = 0; k < count; ++k)
        {
            freed |= begin_row(&s->rows[s->tree.bodies[i].row + k]);
        }
        if (freed)
        {
            FNI(group_place_rows)(s, i);
            s->tree.bodies[i].stale = any = true;
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        any |= begin_row(&s->loop_rows[i]);
    }
    if (any)
    {
        FNI(group_factor)(s);
    }
}

// Answers, and puts rows at their bounds.
static void answer_group(const GroupSolver* s)
{
    bool changed = true;
    for (int32_t round = 0; round <= ROUNDS && changed; ++round)
    {
        FNI(group_ask)(s);
        changed = round < ROUNDS && settle_rows(s, round == ROUNDS - 1);
    }
}

void FNI(group_solve)(World* w, JointGroup* g, bool push)
{
    GroupSolver s = FNI(group_open)(w, g);
    size_t bytes = (size_t)g->count * DIMI(FREEDOMS) * sizeof *s.speed;
    int32_t pass = push ? 1 : 2;
    s.push = push;
    FNI(group_read_speeds)(&s, s.speed);
    if (push && g->solved == 2)
    {
        begin_pushing(&s);
    }
    if (g->solved == pass && memcmp(s.speed, s.left, bytes) == 0)
    {
        return;
    }
    if (push)
    {
        bend_rows(&s);
        FNI(group_limit_bends)(&s);
    }
    answer_group(&s);
    if (FNI(group_is_sound)(&s))
    {
        move_nodes(&s);
        finish_group(&s);
    }
    FNI(group_read_speeds)(&s, s.left);
    g->solved = pass;
}
