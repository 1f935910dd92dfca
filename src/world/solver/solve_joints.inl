// SPDX-License-Identifier: MIT
//
// Joints of a step: the groups of a span are solved whole in each sub-step, after the contacts.
//
//     poses -> rows of each joint -> tree: masses, Jacobians, biases -> factor -> answer -> velocities
//                                      loops: their rows, by the tree's answer to each ->|
//                                      one-sided and capped rows that have gone too far: at their bounds, once more;
//                                      limits that are not reached are left out, until they are passed
//
// The unknowns are changes of velocities, so what is carried from sub-step to sub-step stays and what does not move needs
// no case of its own. A row that is held has a bias of BETA / h of its value in the pass with bias, and none in the one
// without; springs have theirs in both.
//
// Forces of joints turn with the bodies: at large tension that is stiff, and would be explicit. So the inertia of a body
// for turning gets h^2 times what its joints pull at its arms (geometric stiffness), where that is more than its own
// inertia takes without harm.
//
// Source: Baraff 1996; softness Catto 2011; geometric stiffness Tournier et al. 2015.

#ifndef AXES
#include "solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define BETA 0.3f        // of the value of a held row that a sub-step takes away
#define LITTLE 1e-6f     // softness of held rows, of what they answer: rows that repeat each other have an answer
#define TURNING 0.1667f  // of the inertia: geometric stiffness up to that is left out

enum
{
    DEGREES = DIMI(FREEDOMS),
    TURNINGS = DEGREES - AXES,
    ROUNDS = 3  // of rows at their bounds
};

// The tree of a group, and scratch beside it.
typedef struct group_solver
{
    World* w;
    const JointGroup* g;
    JointTree tree;
    JointRow *rows, *loop_rows;  // of node i at i * JOINT_ROWS; of its loops, one after the other
    int32_t loop_count;
    const JointLoop** loop_of;
    float *pull, *dense, *wanted;
    bool push;
} group_solver;

static float* numbers_of_row(const group_solver* s, int32_t node, int32_t row)
{
    return s->tree.rows + (int64_t)(s->w->joints.tree.data[s->g->first + node].row + row) * DIMI(TREE_ROW_NUMBERS);
}

static float rate_of_end(const World* w, int32_t body, const JointRow* row, bool is_a)
{
    int32_t mover = body >= 0 ? w->bodies.data[body].mover : 0;
    if (mover == 0)
    {
        return 0.0f;
    }
    const SolverBody* m = &w->solver.bodies.data[mover];
    float rate = FN(vec_dot)(row->along, FNI(solver_velocity)(m)) +
                 FNI(spin_dot)(is_a ? row->turn_a : row->turn_b, FNI(solver_spin)(m));
    return is_a ? -rate : rate;
}

// Softness of a row, and its bias with the velocities as they are.
static float softness_of(const group_solver* s, const JointRow* row, float answer)
{
    float h = s->w->solver.row_step.h, hard = row->damped + h * row->stiff;
    return hard > 0.0f ? 1.0f / (h * hard) : LITTLE * answer;
}

static float row_bias(const group_solver* s, const Joint* j, const JointRow* row, float softness)
{
    float h = s->w->solver.row_step.h, hard = row->damped + h * row->stiff;
    float rate = rate_of_end(s->w, j->body_a, row, true) + rate_of_end(s->w, j->body_b, row, false);
    float bias = row->speculative             ? row->value / h
                 : row->driven && hard > 0.0f ? (row->stiff * row->value - row->damped * row->rate) / hard
                 : row->driven                ? -row->rate
                 : s->push                    ? BETA / h * row->value
                                              : 0.0f;
    return rate + bias + (hard > 0.0f ? softness * row->total : 0.0f);
}

// A row that gets what it gets takes no part: springs, whose impulse is that of the pass with bias, and rows at a bound.
static bool takes_part(const group_solver* s, const JointRow* row)
{
    bool spring = row->driven && row->damped + row->stiff > 0.0f;
    return !row->pinned && (s->push || !spring);
}

static void write_row(const group_solver* s, int32_t node, int32_t k, const Joint* j, const JointRow* row,
                      bool child_is_a, bool parent)
{
    float* out = numbers_of_row(s, node, k);
    memset(out, 0, DIMI(TREE_ROW_NUMBERS) * sizeof *out);
    out[DIMI(TREE_ROW_SOFTNESS)] = 1.0f;
    if (takes_part(s, row))
    {
        float softness = softness_of(s, row, FNI(joint_row_answer)(s->w, j, row));
        FNI(joint_jacobian)(row, child_is_a, out + DIMI(TREE_ROW_CHILD));
        if (parent)
        {
            FNI(joint_jacobian)(row, !child_is_a, out + DIMI(TREE_ROW_PARENT));
        }
        out[DIMI(TREE_ROW_SOFTNESS)] = softness;
        out[DIMI(TREE_ROW_BIAS)] = row_bias(s, j, row, softness);
    }
}

// What a joint pulls at the arms of its bodies, outwards.
static void add_pull(const group_solver* s, const Joint* j, int32_t node_a, int32_t node_b)
{
    Vec impulse = FN(vec_scale)(j->force, s->w->solver.row_step.h);
    if (node_a >= 0)
    {
        s->pull[node_a] -= FN(vec_dot)(impulse, FNI(joint_arm)(s->w, j, true));
    }
    if (node_b >= 0)
    {
        s->pull[node_b] += FN(vec_dot)(impulse, FNI(joint_arm)(s->w, j, false));
    }
}

static void write_mass(const group_solver* s, int32_t node)
{
    const World* w = s->w;
    const Body* b = &w->bodies.data[w->joints.nodes.data[s->g->first + node].body];
    const SolverBody* m = &w->solver.bodies.data[b->mover];
    float* mass = s->tree.mass + (int64_t)node * DEGREES * DEGREES;
    memset(mass, 0, (size_t)DEGREES * DEGREES * sizeof *mass);
    const Rot q = FNI(solver_has_turned)(m) ? FNI(rot_turned)(b->pose.q, FNI(solver_turned)(m)) : b->pose.q;
    const Inertia inertia = FNI(inertia_turned)(b->inertia, q);
    float stiff = w->solver.row_step.h * s->pull[node] - 0.5f * FNI(inertia_mean)(inertia);
    bool turns = FNI(inertia_some)(b->inverse_inertia);
    for (int32_t k = 0; k < AXES; ++k)
    {
        mass[k * DEGREES + k] = b->locks >> k & 1u ? -INFINITY : b->mass;
    }
    for (int32_t k = 0; k < TURNINGS; ++k)
    {
        Spin unit = FNI(spin_none)();
        FNI(spin_numbers)(&unit)[k] = 1.0f;
        Spin column = FNI(inertia_apply)(inertia, unit);
        for (int32_t i = 0; i < TURNINGS; ++i)
        {
            mass[(AXES + i) * DEGREES + AXES + k] = FNI(spin_numbers)(&column)[i];
        }
        float* own = &mass[(AXES + k) * DEGREES + AXES + k];
        *own = turns && !(b->locks >> (AXES + k) & 1u) ? *own + (stiff > 0.0f ? stiff : 0.0f) : -INFINITY;
    }
}

// Adds an impulse of a row to the momenta of the bodies of the tree.
static void add_impulse(const group_solver* s, const JointRow* row, float impulse, int32_t node_a, int32_t node_b)
{
    float jacobian[DEGREES];
    const int32_t nodes[2] = {node_a, node_b};
    for (int32_t end = 0; end < 2; ++end)
    {
        FNI(joint_jacobian)(row, end == 0, jacobian);
        for (int32_t k = 0; k < DEGREES && nodes[end] >= 0; ++k)
        {
            s->tree.momentum[nodes[end] * DEGREES + k] += jacobian[k] * impulse;
        }
    }
}

static float rate_in_tree(const group_solver* s, const JointRow* row, int32_t node_a, int32_t node_b)
{
    float jacobian[DEGREES], rate = 0.0f;
    const int32_t nodes[2] = {node_a, node_b};
    for (int32_t end = 0; end < 2; ++end)
    {
        FNI(joint_jacobian)(row, end == 0, jacobian);
        for (int32_t k = 0; k < DEGREES && nodes[end] >= 0; ++k)
        {
            rate += s->tree.velocity[nodes[end] * DEGREES + k] * jacobian[k];
        }
    }
    return rate;
}

static void nodes_of_joint(const group_solver* s, int32_t node, int32_t* a, int32_t* b)
{
    const JointNode* n = &s->w->joints.nodes.data[s->g->first + node];
    const Joint* j = &s->w->joints.all.data[n->joint];
    int32_t parent = s->tree.bodies[node].parent;
    bool is_a = j->body_a == n->body;
    *a = is_a ? node : parent;
    *b = is_a ? parent : node;
}

// Finds the rows of all joints of a group at the present poses.
static void find_rows(group_solver* s)
{
    World* w = s->w;
    int32_t at = 0;
    memset(s->pull, 0, (size_t)s->g->count * sizeof *s->pull);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        TreeBody* b = &w->joints.tree.data[s->g->first + i];
        int32_t joint = w->joints.nodes.data[s->g->first + i].joint, node_a, node_b;
        b->row = at;
        b->rows = 0;
        if (joint >= 0)
        {
            Joint* j = &w->joints.all.data[joint];
            JointRow* rows = s->rows + at;
            b->rows = FNI(joint_rows)(w, j, rows);
            for (int32_t k = 0; k < b->rows; ++k)
            {
                rows[k].total = j->impulses[k];
            }
            nodes_of_joint(s, i, &node_a, &node_b);
            add_pull(s, j, node_a, node_b);
        }
        at += b->rows;
    }
    s->loop_rows = s->rows + at;
    s->loop_count = 0;
    for (int32_t i = 0; i < s->g->loops; ++i)
    {
        const JointLoop* l = &w->joints.loops.data[s->g->first_loop + i];
        Joint* j = &w->joints.all.data[l->joint];
        JointRow* rows = s->loop_rows + s->loop_count;
        int32_t count = FNI(joint_rows)(w, j, rows);
        for (int32_t k = 0; k < count; ++k)
        {
            rows[k].total = j->impulses[k];
            s->loop_of[s->loop_count++] = l;
        }
        add_pull(s, j, l->node_a, l->node_b);
    }
}

// Fills the tree, and the impulses of rows at their bounds.
static void fill_tree(group_solver* s)
{
    World* w = s->w;
    memset(s->tree.momentum, 0, (size_t)s->g->count * DEGREES * sizeof *s->tree.momentum);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const TreeBody* b = &s->tree.bodies[i];
        const JointNode* n = &w->joints.nodes.data[s->g->first + i];
        const Joint* j = n->joint >= 0 ? &w->joints.all.data[n->joint] : NULL;
        int32_t node_a, node_b;
        write_mass(s, i);
        for (int32_t k = 0; k < b->rows; ++k)
        {
            const JointRow* row = s->rows + b->row + k;
            write_row(s, i, k, j, row, j->body_a == n->body, b->parent >= 0);
            if (row->pinned)
            {
                nodes_of_joint(s, i, &node_a, &node_b);
                add_impulse(s, row, row->given, node_a, node_b);
            }
        }
    }
    for (int32_t i = 0; i < s->loop_count; ++i)
    {
        const JointRow* row = &s->loop_rows[i];
        if (row->pinned)
        {
            add_impulse(s, row, row->given, s->loop_of[i]->node_a, s->loop_of[i]->node_b);
        }
    }
}

// Solves the rows that close loops, by what the tree answers to each. Their impulses are in wanted.
static void solve_loops(group_solver* s)
{
    int32_t n = s->loop_count;
    const JointTree* t = &s->tree;
    size_t bytes = (size_t)s->g->count * DEGREES * sizeof(float);
    float* kept = s->wanted + n;  // momenta
    for (int32_t i = 0; i < n; ++i)
    {
        JointRow* row = &s->loop_rows[i];
        const JointLoop* l = s->loop_of[i];
        const Joint* j = &s->w->joints.all.data[l->joint];
        float softness = softness_of(s, row, FNI(joint_row_answer)(s->w, j, row));
        s->wanted[i] = -row_bias(s, j, row, softness) - rate_in_tree(s, row, l->node_a, l->node_b);
        s->dense[i * n + i] = softness;
    }
    memcpy(kept, t->momentum, bytes);
    float* biases = kept + s->g->count * DEGREES;
    for (int32_t i = 0; i < t->row_count; ++i)
    {
        float* bias = t->rows + (int64_t)i * DIMI(TREE_ROW_NUMBERS) + DIMI(TREE_ROW_BIAS);
        biases[i] = *bias;
        *bias = 0.0f;
    }
    for (int32_t q = 0; q < n; ++q)
    {
        const JointLoop* l = s->loop_of[q];
        memset(t->momentum, 0, bytes);
        add_impulse(s, &s->loop_rows[q], 1.0f, l->node_a, l->node_b);
        FNI(tree_passes_scalar).answer(t);
        for (int32_t i = q; i < n; ++i)
        {
            float answer = rate_in_tree(s, &s->loop_rows[i], s->loop_of[i]->node_a, s->loop_of[i]->node_b);
            s->dense[i * n + q] = i == q ? s->dense[i * n + q] + answer : answer;
        }
    }
    for (int32_t i = 0; i < t->row_count; ++i)
    {
        t->rows[(int64_t)i * DIMI(TREE_ROW_NUMBERS) + DIMI(TREE_ROW_BIAS)] = biases[i];
    }
    memcpy(t->momentum, kept, bytes);
    // Rows that take no part have no answer.
    for (int32_t i = 0; i < n; ++i)
    {
        bool part = takes_part(s, &s->loop_rows[i]);
        for (int32_t k = 0; k < n; ++k)
        {
            float* at = &s->dense[i > k ? i * n + k : k * n + i];
            *at = part ? *at : i == k ? 1.0f : 0.0f;
        }
        s->wanted[i] = part ? s->wanted[i] : 0.0f;
    }
    // Cholesky, and both triangular solves.
    for (int32_t i = 0; i < n; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            float sum = s->dense[i * n + k];
            for (int32_t m = 0; m < k; ++m)
            {
                sum -= s->dense[i * n + m] * s->dense[k * n + m];
            }
            s->dense[i * n + k] = i > k ? sum * s->dense[k * n + k] : sum > 0.0f ? 1.0f / sqrtf(sum) : 0.0f;
        }
    }
    for (int32_t i = 0; i < n; ++i)
    {
        for (int32_t k = 0; k < i; ++k)
        {
            s->wanted[i] -= s->dense[i * n + k] * s->wanted[k];
        }
        s->wanted[i] *= s->dense[i * n + i];
    }
    for (int32_t i = n - 1; i >= 0; --i)
    {
        for (int32_t k = i + 1; k < n; ++k)
        {
            s->wanted[i] -= s->dense[k * n + i] * s->wanted[k];
        }
        s->wanted[i] *= s->dense[i * n + i];
        add_impulse(s, &s->loop_rows[i], s->wanted[i], s->loop_of[i]->node_a, s->loop_of[i]->node_b);
    }
    FNI(tree_passes_scalar).answer(t);
}

static float change_of_row(const group_solver* s, int32_t row)
{
    int32_t loop = row - s->tree.row_count;
    const JointRow* r = s->rows + row;
    return r->pinned   ? r->given
           : loop >= 0 ? s->wanted[loop]
                       : s->tree.rows[(int64_t)row * DIMI(TREE_ROW_NUMBERS) + DIMI(TREE_ROW_IMPULSE)];
}

// Pins a row that is beyond its bounds, and frees one that was left out and is passed all the same. Returns whether it has
// changed.
static bool settle_row(const group_solver* s, const Joint* j, int32_t at, int32_t node_a, int32_t node_b, bool last)
{
    JointRow* row = s->rows + at;
    float total = row->total + change_of_row(s, at), within = total < row->least ? row->least : total;
    within = within > row->most ? row->most : within;
    if (row->pinned && row->speculative && !last)
    {
        float passes = row_bias(s, j, row, 0.0f) + rate_in_tree(s, row, node_a, node_b);
        row->pinned = row->most > 0.0f ? passes >= 0.0f : passes <= 0.0f;
        return !row->pinned;
    }
    bool beyond = !row->pinned && (within < total || within > total);
    row->pinned = row->pinned || beyond;
    row->given = beyond ? within - row->total : row->given;
    return beyond;
}

// Settles all rows; in the last round none is freed. Returns whether any has changed.
static bool settle_rows(const group_solver* s, bool last)
{
    bool any = false;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const TreeBody* b = &s->tree.bodies[i];
        const JointNode* n = &s->w->joints.nodes.data[s->g->first + i];
        int32_t node_a, node_b;
        for (int32_t k = 0; k < b->rows; ++k)
        {
            nodes_of_joint(s, i, &node_a, &node_b);
            any |= settle_row(s, &s->w->joints.all.data[n->joint], b->row + k, node_a, node_b, last);
        }
    }
    for (int32_t i = 0; i < s->loop_count; ++i)
    {
        const JointLoop* l = s->loop_of[i];
        const Joint* j = &s->w->joints.all.data[l->joint];
        any |= settle_row(s, j, s->tree.row_count + i, l->node_a, l->node_b, last);
    }
    return any;
}

// Keeps the impulses of a joint, and tells its force.
static void tell_joint(const group_solver* s, Joint* j, const JointRow* rows, int32_t count, int32_t first)
{
    j->force = FNI(vec_none)();
    j->torque = FNI(spin_none)();
    for (int32_t k = 0; k < count; ++k)
    {
        j->impulses[k] = rows[k].total + change_of_row(s, first + k);
        float force = j->impulses[k] * s->w->solver.row_step.rate;
        Spin turn = FNI(vec_bits)(rows[k].along) ? FNI(spin_none)() : rows[k].turn_b;
        j->force = FNI(vec_add_scaled)(j->force, rows[k].along, force);
        j->torque = FNI(spin_add)(j->torque, FNI(spin_scale)(turn, force));
    }
    j->force = FNI(vec_fault_large)(j->force) ? FNI(vec_none)() : j->force;
    j->torque = FNI(spin_fault_large)(j->torque) ? FNI(spin_none)() : j->torque;
    float whole = sqrtf(FN(vec_dot)(j->force, j->force)), torque = FNI(spin_length)(j->torque);
    j->most_force = !s->push && whole > j->most_force ? whole : j->most_force;
    j->most_torque = !s->push && torque > j->most_torque ? torque : j->most_torque;
}

// Whether a group has an answer: numbers that leave their range would spoil what it touches.
static bool is_sound(const group_solver* s)
{
    bool sound = true;
    for (int32_t i = 0; i < s->g->count * DEGREES; ++i)
    {
        sound &= !impi_number_fault_large(s->tree.velocity[i]);
    }
    return sound;
}

static void finish_group(const group_solver* s)
{
    World* w = s->w;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[s->g->first + i];
        SolverBody* m = &w->solver.bodies.data[n->mover];
        Vec velocity = FNI(vec_none)();
        Spin spin = FNI(spin_none)();
        for (int32_t k = 0; k < AXES; ++k)
        {
            SET_AT(velocity, k, s->tree.velocity[i * DEGREES + k]);
        }
        for (int32_t k = 0; k < TURNINGS; ++k)
        {
            FNI(spin_numbers)(&spin)[k] = s->tree.velocity[i * DEGREES + AXES + k];
        }
        FNI(body_force_kick)(&w->solver.forces.data[n->mover], m, velocity, spin);
        if (n->joint >= 0)
        {
            const TreeBody* b = &s->tree.bodies[i];
            tell_joint(s, &w->joints.all.data[n->joint], s->rows + b->row, b->rows, b->row);
        }
    }
    for (int32_t i = 0, next; i < s->loop_count; i = next)
    {
        for (next = i; next < s->loop_count && s->loop_of[next] == s->loop_of[i];)
        {
            ++next;
        }
        tell_joint(s, &w->joints.all.data[s->loop_of[i]->joint], s->loop_rows + i, next - i, s->tree.row_count + i);
    }
}

// Floats of scratch that a group needs.
static int64_t numbers_of_group(const JointGroup* g)
{
    int64_t rows = (int64_t)(g->count + g->loops) * DIMI(JOINT_ROWS), loop_rows = (int64_t)g->loops * DIMI(JOINT_ROWS);
    return (int64_t)g->count * (DEGREES * DEGREES + 3 * DEGREES + 1) + rows * (DIMI(TREE_ROW_NUMBERS) + 1) +
           loop_rows * (loop_rows + 1);
}

static void solve_group(World* w, const JointGroup* g, bool push)
{
    float* at = w->joints.numbers.data + g->numbers;
    group_solver s = {.w = w, .g = g, .rows = w->joints.rows.data + g->first_row, .push = push};
    s.loop_of = w->joints.loop_of.data + g->first_row;
    s.tree.bodies = w->joints.tree.data + g->first;
    s.tree.count = g->count;
    s.tree.lanes = 1;
    s.tree.mass = at;
    s.tree.momentum = s.tree.mass + g->count * DEGREES * DEGREES;
    s.tree.velocity = s.tree.momentum + g->count * DEGREES;
    s.pull = s.tree.velocity + g->count * DEGREES;
    s.tree.rows = s.pull + g->count;
    find_rows(&s);
    s.tree.row_count = (int32_t)(s.loop_rows - s.rows);
    s.dense = s.tree.rows + (int64_t)s.tree.row_count * DIMI(TREE_ROW_NUMBERS);
    s.wanted = s.dense + s.loop_count * s.loop_count;
    for (int32_t i = 0; i < s.tree.row_count + s.loop_count; ++i)
    {
        s.rows[i].pinned = s.rows[i].speculative && !(s.rows[i].total < 0.0f || s.rows[i].total > 0.0f);
    }
    bool changed = true;
    for (int32_t round = 0; round <= ROUNDS && changed; ++round)
    {
        fill_tree(&s);
        FNI(tree_passes_scalar).factor(&s.tree);
        FNI(tree_passes_scalar).answer(&s.tree);
        if (s.loop_count > 0)
        {
            solve_loops(&s);
        }
        changed = round < ROUNDS && settle_rows(&s, round == ROUNDS - 1);
    }
    if (is_sound(&s))
    {
        finish_group(&s);
    }
}

imp_status FNI(joints_reserve)(World* w)
{
    int64_t numbers = 0, rows = 0;
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        g->numbers = numbers;
        g->first_row = (int32_t)rows;
        numbers += numbers_of_group(g);
        rows += (int64_t)(g->count + g->loops) * DIMI(JOINT_ROWS);
    }
    bool short_of = numbers > INT32_MAX || impi_array_reserve(&w->joints.numbers, &w->allocator, numbers) ||
                    impi_array_reserve(&w->joints.rows, &w->allocator, rows) ||
                    impi_array_reserve(&w->joints.loop_of, &w->allocator, rows);
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

void FNI(joints_begin)(World* w, int32_t first, int32_t count)
{
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[i];
        for (int32_t k = 0; k < g->count && g->low >= first && g->low < first + count; ++k)
        {
            int32_t joint = w->joints.nodes.data[g->first + k].joint;
            if (joint >= 0)
            {
                memset(w->joints.all.data[joint].impulses, 0, sizeof w->joints.all.data[joint].impulses);
            }
        }
        for (int32_t k = 0; k < g->loops && g->low >= first && g->low < first + count; ++k)
        {
            Joint* j = &w->joints.all.data[w->joints.loops.data[g->first_loop + k].joint];
            memset(j->impulses, 0, sizeof j->impulses);
        }
    }
}

void FNI(solve_joints)(World* w, int32_t first, int32_t count, bool push)
{
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[i];
        if (g->low >= first && g->low < first + count)
        {
            solve_group(w, g, push);
        }
    }
}
