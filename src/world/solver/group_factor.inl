// SPDX-License-Identifier: MIT
//
// New poses of a group: rows of its joints, masses of its nodes, and the factor of both; loops by the tree's answer to
// each of their rows.

#ifndef AXES
#include "group_solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

static void write_mass(const GroupSolver* s, int32_t node)
{
    const World* w = s->w;
    const JointNode* n = &w->joints.nodes.data[s->g->first + node];
    const Body* b = &w->bodies.data[n->body];
    float* mass = s->tree.mass + (int64_t)node * DIMI(FREEDOMS) * DIMI(FREEDOMS);
    memset(mass, 0, (size_t)DIMI(FREEDOMS) * DIMI(FREEDOMS) * sizeof *mass);
    const bool turned = FNI(solver_has_turned)(&w->solver.bodies.data[n->mover]);
    const Inertia inertia = FNI(inertia_turned)(b->inertia, turned ? n->q : b->pose.q);
    float stiff = w->solver.row_step.h * s->pull[node] - 0.5f * FNI(inertia_mean)(inertia);
    bool turns = FNI(inertia_some)(b->inverse_inertia);
    uint32_t locks = n->stays ? UINT32_MAX : b->locks;
    for (int32_t k = 0; k < AXES; ++k)
    {
        mass[k * DIMI(FREEDOMS) + k] = locks >> k & 1u ? -INFINITY : b->mass;
    }
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        Spin unit = FNI(spin_none)();
        FNI(spin_numbers)(&unit)[k] = 1.0f;
        Spin column = FNI(inertia_apply)(inertia, unit);
        for (int32_t i = 0; i < DIMI(TURNINGS); ++i)
        {
            mass[(AXES + i) * DIMI(FREEDOMS) + AXES + k] = FNI(spin_numbers)(&column)[i];
        }
        float* own = &mass[(AXES + k) * DIMI(FREEDOMS) + AXES + k];
        *own = turns && !(locks >> (AXES + k) & 1u) ? *own + (stiff > 0.0f ? stiff : 0.0f) : -INFINITY;
    }
    s->tree.bodies[node].stale = true;
}

// Carries the impulses of a row in this sub-step over to the row at new poses. A spring pulls on as it did.
static void carry_row(const JointRow* before, JointRow* row)
{
    row->total = before->total;
    row->relax = row->driven ? before->push : row->relax;
    row->pinned = row->driven ? before->pinned : row->speculative && !(row->total < 0.0f || row->total > 0.0f);
}

// What is open farther is closed (group_close.inl), not pushed.
static void limit_bias(const World* w, JointRow* row)
{
    float open = fabsf(row->value), slop = FNI(row_slop)(w, row);
    if (!row->bounded && !row->driven && open > slop)
    {
        row->push = row->pull = row->push * (slop / open);
    }
}

// In a new step rows have no impulses, and what is not reached yet is left out.
static void begin_rows(const World* w, const JointRow* before, JointRow* rows, int32_t count, bool first)
{
    for (int32_t k = 0; k < count; ++k)
    {
        limit_bias(w, &rows[k]);
        rows[k].given = rows[k].total = 0.0f;
        rows[k].pinned = rows[k].speculative;
        if (!first)
        {
            carry_row(&before[k], &rows[k]);
        }
    }
}

static int32_t make_rows(const GroupSolver* s, Joint* j, int32_t node_a, int32_t node_b, bool first, bool exact,
                         JointRow* rows)
{
    JointRow before[DIMI(JOINT_ROWS)];
    memcpy(before, rows, (size_t)FNI(joint_row_count)(&j->def) * sizeof *before);
    int32_t count = FNI(joint_rows)(s->w, j, exact, rows);
    Vec impulse = FN(vec_scale)(j->force, s->w->solver.row_step.h);
    begin_rows(s->w, before, rows, count, first);
    if (node_a >= 0)
    {
        s->pull[node_a] -= FN(vec_dot)(impulse, j->arm_a);
    }
    if (node_b >= 0)
    {
        s->pull[node_b] += FN(vec_dot)(impulse, j->arm_b);
    }
    return count;
}

static int32_t make_coupling_rows(const GroupSolver* s, const JointLoop* l, bool first, JointRow* rows)
{
    Coupling* c = &s->w->joints.couplings.data[l->coupling];
    const int32_t nodes[4] = {l->node_a, l->node_b, l->node_c, l->node_d};
    JointRow before[2];
    memcpy(before, rows, (size_t)FNI(axis_row_count)(&c->def.axis) * sizeof *before);
    int32_t count = FNI(coupling_rows)(s->w, c, rows);
    begin_rows(s->w, before, rows, count, first);
    for (int32_t i = 0; i < 4; ++i)
    {
        if (nodes[i] >= 0)
        {
            s->pull[nodes[i]] += FNI(coupling_pull)(s->w, c, i / 2, i % 2 == 0);
        }
    }
    return count;
}

void FNI(group_place_rows)(const GroupSolver* s, int32_t node)
{
    TreeBody* b = &s->tree.bodies[node];
    const JointNode* n = &s->w->joints.nodes.data[s->g->first + node];
    const bool child_is_a = n->joint >= 0 && s->w->joints.all.data[n->joint].body_a == n->body;
    JointRow* rows = s->rows + b->row;
    b->rows = 0;
    for (int32_t pinned = 0, at = 0; pinned < 2; ++pinned)
    {
        for (int32_t k = 0; k < n->rows; ++k)
        {
            if (rows[k].pinned == (pinned > 0))
            {
                rows[k].place = b->row + at++;
                b->rows += pinned == 0 ? 1 : 0;
                float* out = FNI(group_row)(s, &rows[k]);
                FNI(joint_jacobian)(&rows[k], child_is_a, out + DIMI(TREE_ROW_CHILD));
                FNI(joint_jacobian)(&rows[k], !child_is_a, out + DIMI(TREE_ROW_PARENT));
                out[DIMI(TREE_ROW_SOFTNESS)] = rows[k].softness;
            }
        }
    }
}

void FNI(group_find_rows)(const GroupSolver* s, bool first, bool exact)
{
    World* w = s->w;
    int32_t at = 0;
    memset(s->pull, 0, (size_t)s->g->count * sizeof *s->pull);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        TreeBody* b = &s->tree.bodies[i];
        JointNode* n = &w->joints.nodes.data[s->g->first + i];
        b->row = at;
        n->rows = 0;
        if (n->joint >= 0)
        {
            Joint* j = &w->joints.all.data[n->joint];
            bool is_a = j->body_a == n->body;
            n->rows = make_rows(s, j, is_a ? i : b->parent, is_a ? b->parent : i, first, exact, s->rows + at);
        }
        at += n->rows;
    }
    for (int32_t i = 0, next = 0; i < s->g->loops; ++i)
    {
        const JointLoop* l = &w->joints.loops.data[s->g->first_loop + i];
        JointRow* rows = s->loop_rows + next;
        int32_t count = l->coupling >= 0
                            ? make_coupling_rows(s, l, first, rows)
                            : make_rows(s, &w->joints.all.data[l->joint], l->node_a, l->node_b, first, exact, rows);
        for (int32_t k = 0; k < count; ++k, ++next)
        {
            rows[k].place = next;
            s->loop_of[next] = l;
            if (l->coupling < 0)
            {
                FNI(joint_jacobian)(&rows[k], true, FNI(group_loop_ends)(s, next));
                FNI(joint_jacobian)(&rows[k], false, FNI(group_loop_ends)(s, next) + DIMI(FREEDOMS));
            }
        }
    }
}

// The answers of loop rows to each other, through the tree.
static void find_loop_answers(const GroupSolver* s)
{
    int32_t n = s->g->loop_rows;
    size_t bytes = (size_t)s->g->count * DIMI(FREEDOMS) * sizeof(float);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        for (int32_t k = 0; k < s->tree.bodies[i].rows; ++k)
        {
            s->tree.rows[(int64_t)(s->tree.bodies[i].row + k) * DIMI(TREE_ROW_NUMBERS) + DIMI(TREE_ROW_BIAS)] = 0.0f;
        }
    }
    for (int32_t q = 0; q < n; ++q)
    {
        memset(s->tree.momentum, 0, bytes);
        FNI(group_add_loop_impulse)(s, q, 1.0f);
        FNI(tree_passes_scalar).answer(&s->tree);
        for (int32_t i = q; i < n; ++i)
        {
            float answer = FNI(group_loop_rate)(s, i, s->tree.velocity);
            s->dense[i * n + q] = i == q ? answer + s->loop_rows[q].softness : answer;
        }
    }
}

// The Cholesky factor of what loops answer, its diagonal inverted. Rows at a bound have no answer.
static void factor_loops(const GroupSolver* s)
{
    int32_t n = s->g->loop_rows;
    for (int32_t i = 0; i < n; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            bool part = !s->loop_rows[i].pinned && !s->loop_rows[k].pinned;
            float sum = part ? s->dense[i * n + k] : i == k ? 1.0f : 0.0f;
            for (int32_t m = 0; m < k; ++m)
            {
                sum -= s->inverse[i * n + m] * s->inverse[k * n + m];
            }
            s->inverse[i * n + k] = i > k ? sum * s->inverse[k * n + k] : sum > 0.0f ? 1.0f / sqrtf(sum) : 0.0f;
        }
    }
}

void FNI(group_factor)(const GroupSolver* s)
{
    FNI(tree_passes_scalar).factor(&s->tree);
    if (s->g->loop_rows > 0)
    {
        find_loop_answers(s);
        factor_loops(s);
    }
}

void FNI(group_factor_rows)(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        write_mass(s, i);
        FNI(group_place_rows)(s, i);
    }
    FNI(group_factor)(s);
}
