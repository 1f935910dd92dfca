// SPDX-License-Identifier: MIT
//
// Rows of couplings: the sum of two values of joints, as an axis has them (joint_rows.inl), and its rate by the bodies
// of both joints. In a group they are rows that close loops (solve_joints.inl); here is also what is done in nets,
// where each is solved by itself: impulses last from sub-step to sub-step there, as those of contacts do.

#ifndef AXES
#include "solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

// A joint of a coupling and what its axis counts.
static Joint* joint_of_part(const World* w, const Coupling* c, int32_t part, float* ratio)
{
    *ratio = part == 0 ? c->def.ratio_a : c->def.ratio_b;
    return &w->joints.all.data[part == 0 ? c->joint_a : c->joint_b];
}

static void write_ends(const JointRow* part, float ratio, float* ends)
{
    for (int32_t i = 0; i < 2; ++i, ends += DIMI(FREEDOMS))
    {
        FNI(joint_jacobian)(part, i == 0, ends);
        for (int32_t k = 0; k < DIMI(FREEDOMS); ++k)
        {
            ends[k] *= ratio;
        }
    }
}

int32_t FNI(coupling_rows)(const World* w, Coupling* c, JointRow* out)
{
    JointRow row = {.value = 0.0f};
    double value = 0.0;
    float answers = 0.0f;
    FNI(coupling_keep_most)(c);
    for (int32_t i = 0; i < 2; ++i)
    {
        float ratio, answer;
        Joint* j = joint_of_part(w, c, i, &ratio);
        value += ratio * FNI(joint_part)(w, j, i == 0 ? c->def.axis_a : c->def.axis_b, &c->parts[i], &answer);
        answers += ratio * ratio * answer;
        row.drift += ratio * c->parts[i].drift;
        row.bends |= c->parts[i].bends;
        write_ends(&c->parts[i], ratio, c->ends + (int64_t)i * 2 * DIMI(FREEDOMS));
    }
    row.value = (float)value;
    int32_t count = FNI(axis_row_count)(&c->def.axis);
    for (int32_t k = 0; k < count; ++k)
    {
        out[k] = row;
    }
    FNI(axis_rows)(w, &c->def.axis, answers, out);
    return count;
}

void FNI(coupling_bend)(const World* w, Coupling* c, JointRow* rows, int32_t count)
{
    float sum = 0.0f;
    for (int32_t i = 0; i < 2; ++i)
    {
        float ratio;
        const Joint* j = joint_of_part(w, c, i, &ratio);
        c->parts[i].pull = c->parts[i].push = 0.0f;
        FNI(joint_bend)(w, j, &c->parts[i], 1);
        sum += ratio * c->parts[i].push;
    }
    for (int32_t k = 0; k < count; ++k)
    {
        rows[k].push = rows[k].bends ? rows[k].pull + sum : rows[k].push;
    }
}

float FNI(coupling_pull)(const World* w, const Coupling* c, int32_t part, bool is_a)
{
    float ratio;
    const Joint* j = joint_of_part(w, c, part, &ratio);
    float impulse = ratio * c->force * w->solver.row_step.h;
    return is_a ? -impulse * FN(vec_dot)(c->parts[part].along, j->arm_a)
                : impulse * FN(vec_dot)(c->parts[part].along, j->arm_b);
}

// In nets

// The movers of a coupling; 0 for what joints do not move.
static void movers_of_coupling(const World* w, const Coupling* c, int32_t* movers)
{
    for (int32_t i = 0; i < 4; ++i)
    {
        const Joint* j = &w->joints.all.data[i < 2 ? c->joint_a : c->joint_b];
        int32_t body = i % 2 == 0 ? j->body_a : j->body_b, mover = body >= 0 ? w->bodies.data[body].mover : 0;
        movers[i] = mover > 0 && w->joints.node_of.data[mover] > 0 ? mover : 0;
    }
}

// Gives the bodies of a coupling an impulse along its sum; returns by how much that changes the rate, where it is only
// to be known.
static float push_coupling(World* w, const Coupling* c, const int32_t* movers, float impulse, bool only_ask)
{
    float change = 0.0f;
    for (int32_t i = 0; i < 4; ++i)
    {
        const float* end = c->ends + (int64_t)i * DIMI(FREEDOMS);
        if (movers[i] == 0)
        {
            continue;
        }
        const BodySim* sim = &w->sims.data[w->movers.data[movers[i] - 1]];
        SolverBody* m = &w->solver.bodies.data[movers[i]];
        Vec along;
        Spin turn;
        FNI(split_freedoms)(end, &along, &turn);
        const Vec velocity = FN(vec_scale)(along, sim->inverse_mass * impulse);
        const Spin spin = FNI(spin_scale)(FNI(inertia_apply)(sim->inverse_inertia, turn), impulse);
        change += FN(vec_dot)(along, velocity) + FNI(spin_dot)(turn, spin);
        if (!only_ask)
        {
            BodyForce before;
            memset(&before, 0, sizeof before);
            FNI(body_force_kick)(&before, m, velocity, spin);
        }
    }
    return change;
}

static float rate_of_coupling(const World* w, const Coupling* c, const int32_t* movers)
{
    float rate = 0.0f;
    for (int32_t i = 0; i < 4; ++i)
    {
        const float* end = c->ends + (int64_t)i * DIMI(FREEDOMS);
        if (movers[i] > 0)
        {
            const SolverBody* m = &w->solver.bodies.data[movers[i]];
            const Vec velocity = FNI(solver_velocity)(m);
            Spin spin = FNI(solver_spin)(m);
            for (int32_t k = 0; k < AXES; ++k)
            {
                rate += end[k] * AT(velocity, k);
            }
            for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
            {
                rate += end[AXES + k] * FNI(spin_numbers)(&spin)[k];
            }
        }
    }
    return rate;
}

static void follow_coupling(World* w, Coupling* c, bool first)
{
    JointRow before[2];
    memcpy(before, c->rows, sizeof before);
    c->row_count = FNI(coupling_rows)(w, c, c->rows);
    c->fresh = first;
    for (int32_t k = 0; k < c->row_count; ++k)
    {
        JointRow* row = &c->rows[k];
        row->total = first ? c->impulses[k] : before[k].total;
        row->relax = row->driven && !first ? before[k].push : row->relax;
    }
}

// Warm start: impulses of the step before act once, and bodies carry them on.
static void warm_coupling(World* w, Coupling* c, const int32_t* movers)
{
    for (int32_t k = 0; k < c->row_count && c->fresh; ++k)
    {
        (void)push_coupling(w, c, movers, c->rows[k].total, false);
    }
    c->fresh = false;
}

static void solve_coupling(World* w, Coupling* c, bool push)
{
    int32_t movers[4];
    movers_of_coupling(w, c, movers);
    warm_coupling(w, c, movers);
    c->force = 0.0f;
    for (int32_t k = 0; k < c->row_count; ++k)
    {
        JointRow* row = &c->rows[k];
        float softness = row->driven ? row->softness : 0.0f;
        float answer = push_coupling(w, c, movers, 1.0f, true) + softness;
        float wrong = rate_of_coupling(w, c, movers) + row->drift + (push ? row->push : row->relax);
        float total = answer > 0.0f ? row->total - (wrong + softness * row->total) / answer : 0.0f;
        total = total < row->least ? row->least : total;
        total = total > row->most ? row->most : total;
        total = impi_number_fault_large(total) ? 0.0f : total;
        (void)push_coupling(w, c, movers, total - row->total, false);
        c->impulses[k] = row->total = total;
        c->force += total * w->solver.row_step.rate;
    }
    c->force = impi_number_fault_large(c->force) ? 0.0f : c->force;
}

// The next coupling in a net, from a loop on; or -1.
static int32_t next_in_nets(const World* w, int32_t* group, int32_t* loop)
{
    for (; *group < w->joints.groups.count; ++*group, *loop = 0)
    {
        const JointGroup* g = &w->joints.groups.data[*group];
        while (g->net && *loop < g->loops)
        {
            int32_t coupling = w->joints.loops.data[g->first_loop + (*loop)++].coupling;
            if (coupling >= 0)
            {
                return coupling;
            }
        }
    }
    return -1;
}

void FNI(net_couplings_follow)(World* w, bool first)
{
    int32_t group = 0, loop = 0;
    for (int32_t i; (i = next_in_nets(w, &group, &loop)) >= 0;)
    {
        follow_coupling(w, &w->joints.couplings.data[i], first);
    }
}

void FNI(net_couplings_solve)(World* w, bool push)
{
    int32_t group = 0, loop = 0;
    for (int32_t i; (i = next_in_nets(w, &group, &loop)) >= 0;)
    {
        solve_coupling(w, &w->joints.couplings.data[i], push);
    }
}
