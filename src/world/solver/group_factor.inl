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
    const JointNode* n = FNI(group_node)(s, node);
    const Body* b = FNI(group_body)(s, node);
    float mass[DIMI(FREEDOMS) * DIMI(FREEDOMS)] = {0.0f};
    const Inertia inertia = FNI(inertia_turned)(b->inertia, n->q);
    float stiff = s->w->solver.row_step.h * *FNI(group_pull)(s, node) - 0.5f * FNI(inertia_mean)(inertia);
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
    float* out = s->tree.mass + (int64_t)node * DIMI(FREEDOMS) * DIMI(FREEDOMS) * s->tree.stride;
    for (int32_t k = 0; k < DIMI(FREEDOMS) * DIMI(FREEDOMS); ++k)
    {
        out[(int64_t)k * s->tree.stride] = mass[k];
    }
    s->tree.bodies[node].stale = true;
}

static void write_row(const GroupSolver* s, int32_t at, JointRow* row, bool first)
{
    impi_axis_row r = {row->value, row->least, row->most,    row->softness,
                       row->push,  row->relax, row->bounded, row->speculative};
    r.push = row->driven ? r.push : impi_bias_within(&r, FNI(row_slop)(s->w, row));
    row->push = row->pull = r.push;
    FNI(tree_row_write)(FNI(group_number)(s, at, 0), s->tree.stride, &r, row->drift, row->driven, first);
}

static void write_end(const GroupSolver* s, int32_t at, int32_t end, const float* jacobian)
{
    for (int32_t k = 0; k < DIMI(FREEDOMS); ++k)
    {
        *FNI(group_number)(s, at, end * DIMI(FREEDOMS) + k) = jacobian[k];
    }
}

// The rows of a joint: the first end is that of the node whose joint it is, or of A.
static void make_rows(const GroupSolver* s, const GroupJoint* of, bool first, bool exact)
{
    (void)FNI(joint_rows)(s->w, of->joint, exact, s->rows + of->row);
    for (int32_t k = of->row; k < of->row + of->rows; ++k)
    {
        float jacobian[DIMI(FREEDOMS)];
        write_row(s, k, &s->rows[k], first);
        for (int32_t end = 0; end < 2; ++end)
        {
            FNI(joint_jacobian)(&s->rows[k], (of->node_a == of->bodies[0]) == (end == 0), jacobian);
            write_end(s, k, end, jacobian);
        }
    }
    const Vec impulse = FN(vec_scale)(of->joint->force, s->w->solver.row_step.h);
    FNI(group_add_pull)(s, of->joint, of->node_a, of->node_b, impulse);
}

static void make_coupling_rows(const GroupSolver* s, const GroupJoint* of, bool first)
{
    (void)FNI(coupling_rows)(s->w, of->coupling, s->rows + of->row);
    for (int32_t k = of->row; k < of->row + of->rows; ++k)
    {
        write_row(s, k, &s->rows[k], first);
        for (int32_t end = 0; end < 4; ++end)
        {
            write_end(s, k, end, of->coupling->ends + (int64_t)end * DIMI(FREEDOMS));
        }
    }
    for (int32_t i = 0; i < 4; ++i)
    {
        if (of->bodies[i] >= 0)
        {
            *FNI(group_pull)(s, of->bodies[i]) += FNI(coupling_pull)(s->w, of->coupling, i / 2, i % 2 == 0);
        }
    }
}

void FNI(group_find_rows)(const GroupSolver* s, bool first, bool exact)
{
    FNI(group_clear_pulls)(s);
    for (GroupJoint j = {.next = 0}; FNI(group_next_joint)(s, &j);)
    {
        if (j.joint)
        {
            make_rows(s, &j, first, exact);
        }
        else
        {
            make_coupling_rows(s, &j, first);
        }
    }
}

void FNI(group_factor)(const GroupSolver* s)
{
    s->passes->factor(&s->tree);
    s->batch->responds = false;
    if (s->g->loop_rows > 0)
    {
        FNI(group_factor_loops)(s);
    }
}

void FNI(group_write_masses)(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        write_mass(s, i);
    }
}
