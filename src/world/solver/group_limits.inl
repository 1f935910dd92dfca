// SPDX-License-Identifier: MIT
//
// Limits of linear rows, which would make energy where a sub-step turns bodies far, or a heavy end is in line with what
// holds it.
//
//     geometric stiffness    inertia that forces give: what it stores as a body turns is none of the body's energy
//     bends                  what turning adds in a sub-step: no more than what turns has to give
//     turning                of what has parted: about as far as tangents tell

#ifndef AXES
#include "group_solver2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define MOST_SPIN 0.5f  // [rad] in a sub-step, of what has parted

// The energy of a node with such a velocity, by its mean inertia; and the square of its spin.
static float energy_of_node(const GroupSolver* s, const float* velocities, int32_t node, float* square)
{
    const Body* b = FNI(group_body)(s, node);
    Vec velocity;
    Spin spin;
    FNI(group_motion)(s, velocities, node, &velocity, &spin);
    *square = FNI(spin_dot)(spin, spin);
    return 0.5f * (b->mass * FN(vec_dot)(velocity, velocity) + FNI(inertia_mean)(b->inertia) * *square);
}

void FNI(group_limit_pulls)(const GroupSolver* s)
{
    float all = 0.0f, stored = 0.0f, h = s->w->solver.row_step.h;
    FNI(group_read_speeds)(s, s->tree.speed);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        float square, *pull = FNI(group_pull)(s, i);
        all += energy_of_node(s, s->tree.speed, i, &square);
        *pull = h * h * square < IMPI_STIFF_TURN * IMPI_STIFF_TURN ? *pull : 0.0f;
        stored += *pull > 0.0f ? 0.5f * h * *pull * square : 0.0f;
    }
    for (int32_t i = 0; i < s->g->count && stored > IMPI_STIFF_PART * all; ++i)
    {
        *FNI(group_pull)(s, i) *= IMPI_STIFF_PART * all / stored;
    }
}

// The largest turn of a body of a group, and the energy that its bends may store.
static float find_turn(const GroupSolver* s, float* has)
{
    float h = s->w->solver.row_step.h, most = 0.0f;
    *has = 0.0f;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        float square;
        const float energy = energy_of_node(s, s->tree.speed, i, &square);
        square *= h * h;
        most = square > most ? square : most;
        *has += square < IMPI_MOST_BEND * IMPI_MOST_BEND ? square * energy : 0.0f;
    }
    return sqrtf(most);
}

// Limits the bends of a group to what it has, by the answer to them alone.
static void limit_bends(const GroupSolver* s, float has)
{
    float takes = 0.0f, square;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        takes += energy_of_node(s, s->tree.velocity, i, &square);
    }
    float part = takes > has ? sqrtf(has / takes) : 1.0f;
    for (int32_t i = 0; i < s->tree.row_count && part < 1.0f; ++i)
    {
        float* push = FNI(group_number)(s, i, DIMI(TREE_ROW_PUSH));
        float pull = *FNI(group_number)(s, i, DIMI(TREE_ROW_PULL));
        *push = pull + part * (*push - pull);
    }
}

void FNI(group_limit_bends)(const GroupSolver* s)
{
    float has[DIMI(TREE_LANES)], turn[DIMI(TREE_LANES)];
    bool any = false;
    for (int32_t i = 0; i < s->batch->count && !FNI(is_in_lanes)(s); ++i)
    {
        const GroupSolver of = FNI(batch_group)(s, i);
        turn[i] = find_turn(&of, &has[i]);
    }
    if (FNI(is_in_lanes)(s))
    {
        s->w->joints.lane_passes->find_turn(s, has, turn);
    }
    for (int32_t i = 0; i < s->batch->count; ++i)
    {
        s->w->joints.groups.data[s->batch->groups[i]].far |= turn[i] > IMPI_FAR_TURN;
        any |= turn[i] > IMPI_BENDS;
    }
    if (any)
    {
        FNI(group_ask)(s, DIMI(TREE_PUSH));
        for (int32_t i = 0; i < s->batch->count; ++i)
        {
            const GroupSolver of = FNI(batch_group)(s, i);
            if (turn[i] > IMPI_BENDS && turn[i] < IMPI_MOST_BEND && FNI(group_is_sound)(&of))
            {
                if (FNI(is_in_lanes)(s))
                {
                    s->w->joints.lane_passes->part(s, i);
                }
                FNI(group_follow_arcs)(&of);
            }
        }
        FNI(group_ask)(s, DIMI(TREE_BEND));
    }
    for (int32_t i = 0; i < s->batch->count; ++i)
    {
        if (turn[i] > IMPI_BENDS)
        {
            const GroupSolver of = FNI(batch_group)(s, i);
            limit_bends(&of, has[i]);
        }
    }
}

// Keeps the square of the longest arm of a node to its joints.
static void keep_arm(const GroupSolver* s, int32_t node, Vec arm)
{
    const float square = FN(vec_dot)(arm, arm);
    if (node >= 0 && square > *FNI(group_pull)(s, node))
    {
        *FNI(group_pull)(s, node) = square;
    }
}

void FNI(group_slow_turning)(const GroupSolver* s)
{
    const World* w = s->w;
    const float most = MOST_SPIN * w->solver.row_step.rate, slop = IMPI_PARTED * w->unit;
    FNI(group_clear_pulls)(s);
    for (GroupJoint j = {.next = 0}; FNI(group_next_joint)(s, &j);)
    {
        if (j.joint)
        {
            keep_arm(s, j.node_a, j.joint->arm_a);
            keep_arm(s, j.node_b, j.joint->arm_b);
        }
    }
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const Spin spin = FNI(solver_spin)(&w->solver.bodies.data[FNI(group_node)(s, i)->mover]);
        const float speed = FNI(spin_length)(spin);
        if (speed > most && MOST_SPIN * MOST_SPIN * sqrtf(*FNI(group_pull)(s, i)) > slop)
        {
            FNI(group_kick)(s, i, FNI(vec_none)(), FNI(spin_scale)(spin, most / speed - 1.0f));
        }
    }
}
