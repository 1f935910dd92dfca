// SPDX-License-Identifier: MIT
//
// Where a sub-step turns bodies far, or a heavy end is in line with what holds it, linear rows would make energy. Here
// are the limits of what they may.
//
//     geometric stiffness    inertia that forces give: what it stores as a body turns is none of the body's energy
//     bends                  what turning adds in a sub-step: no more than what turns has to give
//     turning                of what has parted: about as far as tangents tell

#ifndef AXES
#include "group_solver2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define MOST_SPIN 0.5f   // [rad] in a sub-step, of what has parted

// The energy of a node with such a velocity, by its mean inertia.
static float energy_of_node(const GroupSolver* s, int32_t node, const float* v)
{
    const Body* b = &s->w->bodies.data[s->w->joints.nodes.data[s->g->first + node].body];
    float moves = 0.0f, turns = 0.0f;
    for (int32_t k = 0; k < AXES; ++k)
    {
        moves += v[k] * v[k];
    }
    for (int32_t k = AXES; k < DIMI(FREEDOMS); ++k)
    {
        turns += v[k] * v[k];
    }
    return 0.5f * (b->mass * moves + FNI(inertia_mean)(b->inertia) * turns);
}

static float square_of_spin(const float* v)
{
    float square = 0.0f;
    for (int32_t k = AXES; k < DIMI(FREEDOMS); ++k)
    {
        square += v[k] * v[k];
    }
    return square;
}

void FNI(group_limit_pulls)(const GroupSolver* s)
{
    float all = 0.0f, stored = 0.0f, h = s->w->solver.row_step.h;
    FNI(group_read_speeds)(s, s->tree.speed);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        float v[DIMI(FREEDOMS)], *own = FNI(group_pull)(s, i);
        FNI(group_velocity)(s, s->tree.speed, i, v);
        *own = h * h * square_of_spin(v) < IMPI_STIFF_TURN * IMPI_STIFF_TURN ? *own : 0.0f;
        const float pull = *own;
        all += energy_of_node(s, i, v);
        stored += pull > 0.0f ? 0.5f * h * pull * square_of_spin(v) : 0.0f;
    }
    for (int32_t i = 0; i < s->g->count && stored > IMPI_STIFF_PART * all; ++i)
    {
        *FNI(group_pull)(s, i) *= IMPI_STIFF_PART * all / stored;
    }
}

// How far bodies of a group turn, and what its bends may store.
static float find_turn(const GroupSolver* s, float* has)
{
    float h = s->w->solver.row_step.h, most = 0.0f;
    *has = 0.0f;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        float v[DIMI(FREEDOMS)];
        FNI(group_velocity)(s, s->tree.speed, i, v);
        float square = h * h * square_of_spin(v);
        most = square > most ? square : most;
        *has += square < IMPI_MOST_BEND * IMPI_MOST_BEND ? square * energy_of_node(s, i, v) : 0.0f;
    }
    return sqrtf(most);
}

// Limits the bends of a group to what it has, by the answer to them alone.
static void limit_bends(const GroupSolver* s, float has)
{
    float takes = 0.0f;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        float v[DIMI(FREEDOMS)];
        FNI(group_velocity)(s, s->tree.velocity, i, v);
        takes += energy_of_node(s, i, v);
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

// Keeps the squares of the longest arms to joints, by node.
static void keep_arms(const GroupSolver* s, const Joint* j, int32_t node_a, int32_t node_b)
{
    float a = FN(vec_dot)(j->arm_a, j->arm_a), b = FN(vec_dot)(j->arm_b, j->arm_b);
    float* at_a = node_a >= 0 ? FNI(group_pull)(s, node_a) : &a;
    float* at_b = node_b >= 0 ? FNI(group_pull)(s, node_b) : &b;
    *at_a = a > *at_a ? a : *at_a;
    *at_b = b > *at_b ? b : *at_b;
}

void FNI(group_slow_turning)(const GroupSolver* s)
{
    const World* w = s->w;
    float most = MOST_SPIN * w->solver.row_step.rate, slop = IMPI_PARTED * w->unit;
    FNI(group_clear_pulls)(s);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[s->g->first + i];
        if (n->joint >= 0)
        {
            const Joint* j = &w->joints.all.data[n->joint];
            bool is_a = j->body_a == n->body;
            keep_arms(s, j, is_a ? i : s->tree.bodies[i].parent, is_a ? s->tree.bodies[i].parent : i);
        }
    }
    for (int32_t i = 0; i < s->g->loop_rows; ++i)
    {
        const JointLoop* l = &w->joints.loops.data[s->tree.loops[i].from];
        if (l->coupling < 0)
        {
            keep_arms(s, &w->joints.all.data[l->joint], l->nodes[0], l->nodes[1]);
        }
    }
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        int32_t mover = w->joints.nodes.data[s->g->first + i].mover;
        SolverBody* m = &w->solver.bodies.data[mover];
        Spin spin = FNI(solver_spin)(m);
        float speed = FNI(spin_length)(spin);
        if (speed > most && MOST_SPIN * MOST_SPIN * sqrtf(*FNI(group_pull)(s, i)) > slop)
        {
            FNI(body_force_kick)
            (&w->solver.forces.data[mover], m, FNI(vec_none)(), FNI(spin_scale)(spin, most / speed - 1.0f));
        }
    }
}
