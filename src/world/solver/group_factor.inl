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
    float mass[DIMI(FREEDOMS) * DIMI(FREEDOMS)] = {0.0f};
    const Inertia inertia = FNI(inertia_turned)(b->inertia, n->q);
    float stiff = w->solver.row_step.h * *FNI(group_pull)(s, node) - 0.5f * FNI(inertia_mean)(inertia);
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
    impi_axis_row r = {row->value, row->least, row->most, row->softness, row->push, row->relax, row->bounded,
                       row->speculative};
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

// The rows of a joint: the first end is that of A, or of B.
static void make_rows(const GroupSolver* s, Joint* j, int32_t node_a, int32_t node_b, bool a_first, bool first,
                      bool exact, int32_t at)
{
    int32_t count = FNI(joint_rows)(s->w, j, exact, s->rows + at);
    Vec impulse = FN(vec_scale)(j->force, s->w->solver.row_step.h);
    for (int32_t k = at; k < at + count; ++k)
    {
        float jacobian[DIMI(FREEDOMS)];
        write_row(s, k, &s->rows[k], first);
        for (int32_t end = 0; end < 2; ++end)
        {
            FNI(joint_jacobian)(&s->rows[k], a_first == (end == 0), jacobian);
            write_end(s, k, end, jacobian);
        }
    }
    FNI(group_add_pull)(s, j, node_a, node_b, impulse);
}

static void make_coupling_rows(const GroupSolver* s, const JointLoop* l, bool first, int32_t at)
{
    Coupling* c = &s->w->joints.couplings.data[l->coupling];
    int32_t count = FNI(coupling_rows)(s->w, c, s->rows + at);
    for (int32_t k = at; k < at + count; ++k)
    {
        write_row(s, k, &s->rows[k], first);
        for (int32_t end = 0; end < 4; ++end)
        {
            write_end(s, k, end, c->ends + (int64_t)end * DIMI(FREEDOMS));
        }
    }
    for (int32_t i = 0; i < 4; ++i)
    {
        if (l->nodes[i] >= 0)
        {
            *FNI(group_pull)(s, l->nodes[i]) += FNI(coupling_pull)(s->w, c, i / 2, i % 2 == 0);
        }
    }
}

void FNI(group_find_rows)(const GroupSolver* s, bool first, bool exact)
{
    World* w = s->w;
    FNI(group_clear_pulls)(s);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const TreeBody* b = &s->tree.bodies[i];
        const JointNode* n = &w->joints.nodes.data[s->g->first + i];
        if (n->joint >= 0)
        {
            Joint* j = &w->joints.all.data[n->joint];
            bool is_a = j->body_a == n->body;
            make_rows(s, j, is_a ? i : b->parent, is_a ? b->parent : i, is_a, first, exact, b->row);
        }
    }
    for (int32_t at = s->tree.first_loop; at < s->tree.row_count;)
    {
        int32_t from = s->tree.loops[at - s->tree.first_loop].from;
        const JointLoop* l = &w->joints.loops.data[from];
        if (l->coupling >= 0)
        {
            make_coupling_rows(s, l, first, at);
        }
        else
        {
            make_rows(s, &w->joints.all.data[l->joint], l->nodes[0], l->nodes[1], true, first, exact, at);
        }
        while (at < s->tree.row_count && s->tree.loops[at - s->tree.first_loop].from == from)
        {
            ++at;
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
