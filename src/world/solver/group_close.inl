// SPDX-License-Identifier: MIT
//
// Closes the joints of a group that has parted: where bodies have turned far in a sub-step, rows of the poses before say
// little of the poses now; and events of continuous collision move single bodies.
//
// Newton steps, each the tree's own answer to what is open, by motions that weigh least. Poses move, and velocities
// stay: no energy comes of it, as it would of biases. What is locked is closed, and places that are beyond their limits,
// as at the ends of a rope that is too long; angles and drives want time.
//
// Source: Weinstein, Teran, Fedkiw 2006, who make velocities of it.

#ifndef AXES
#include "group_solver2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define CLOSED 0.1f     // of what is left open
#define HARDER 1e-2f    // softness of rows whose body moves: what is light may hang between what is much heavier
#define BARRED 1e4f     // of the mass of a body: what it weighs where something is in its way
#define MOST_TURN 0.2f  // [rad] of a body in a Newton step: beyond, tangents say nothing

enum
{
    STIFFENINGS = 4,  // factors of a Newton step
    HALVINGS = 4      // of one that does not close
};

static bool is_closed_row(const JointRow* row)
{
    return !row->driven && (!row->bounded || row->bends);
}

// The largest error of locked rows and of places beyond their limits, in tolerances.
static float find_opening(const GroupSolver* s)
{
    float most = 0.0f;
    for (int32_t i = 0; i < s->tree.row_count; ++i)
    {
        const JointRow* row = &s->rows[i];
        float open = is_closed_row(row) ? fabsf(row->value) / FNI(row_slop)(s->w, row) : 0.0f;
        most = open > most ? open : most;
    }
    return most;
}

bool FNI(group_has_parted)(const GroupSolver* s)
{
    return find_opening(s) > 1.0f;
}

static void lock_rows(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->tree.row_count; ++i)
    {
        *FNI(group_number)(s, i, DIMI(TREE_ROW_PINNED)) = is_closed_row(&s->rows[i]) ? 0.0f : 1.0f;
        *FNI(group_number)(s, i, DIMI(TREE_ROW_PUSH)) = s->rows[i].value;
        *FNI(group_number)(s, i, DIMI(TREE_ROW_DRIFT)) = 0.0f;
        *FNI(group_number)(s, i, DIMI(TREE_ROW_TOTAL)) = 0.0f;
        *FNI(group_number)(s, i, DIMI(TREE_ROW_GIVEN)) = 0.0f;
    }
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const Body* b = FNI(group_body)(s, i);
        const bool moves = !FNI(group_node)(s, i)->stays && b->locks == 0 && FNI(inertia_some)(b->inverse_inertia);
        const TreeBody* t = &s->tree.bodies[i];
        for (int32_t k = t->row; k < t->row + t->rows; ++k)
        {
            *FNI(group_number)(s, k, DIMI(TREE_ROW_SOFTNESS)) *= moves ? HARDER : 1.0f;
        }
    }
}

static void shift_node(const GroupSolver* s, int32_t node, float part)
{
    JointNode* n = FNI(group_node)(s, node);
    SolverBody* m = &s->w->solver.bodies.data[n->mover];
    Vec moves;
    Spin turns;
    FNI(group_motion)(s, s->tree.velocity, node, &moves, &turns);
    const DRot before = FNI(drot_of)(FNI(group_body)(s, node)->pose.q);
    const DSpin turn = FNI(dspin_of)(FNI(spin_scale)(turns, part));
    const DRot after = FNI(drot_unit)(FNI(drot_spun)(FNI(drot_of)(n->q), turn, 1.0));
    FNI(solver_set_moved)
    (m, FNI(vec_add_scaled)(FNI(solver_moved)(m), moves, part), FNI(drot_since)(before, after));
    FNI(node_find_pose)(s->w, n);
}

// The part of a step in which no body turns too far.
static float find_part(const GroupSolver* s)
{
    float most = 0.0f;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        Vec moves;
        Spin turns;
        FNI(group_motion)(s, s->tree.velocity, i, &moves, &turns);
        const float square = FNI(spin_dot)(turns, turns);
        most = square > most ? square : most;
    }
    return most > MOST_TURN * MOST_TURN ? MOST_TURN / sqrtf(most) : 1.0f;
}

// Impulses that close joints turn with the bodies, as forces do.
static void find_pulls(const GroupSolver* s)
{
    FNI(group_clear_pulls)(s);
    for (GroupJoint j = {.next = 0}; FNI(group_next_joint)(s, &j);)
    {
        Vec pulls = FNI(vec_none)();
        for (int32_t k = j.row; k < j.row + j.rows; ++k)
        {
            const float impulse = *FNI(group_number)(s, k, DIMI(TREE_ROW_IMPULSE));
            pulls = FNI(vec_add_scaled)(pulls, s->rows[k].along, impulse * s->w->solver.row_step.rate);
        }
        if (j.joint)
        {
            FNI(group_add_pull)(s, j.joint, j.node_a, j.node_b, pulls);
        }
    }
}

// Points of nodes that are barred weigh much more along their normals: they go aside, and turn. Returns whether any is.
static bool write_bars(const GroupSolver* s)
{
    bool any = false;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const Body* b = FNI(group_body)(s, i);
        const JointBars* bars = &s->w->joints.bars.data[s->g->first + i];
        float* mass = s->tree.mass + (int64_t)i * DIMI(FREEDOMS) * DIMI(FREEDOMS) * s->tree.stride;
        any |= bars->count > 0;
        for (int32_t k = 0; k < bars->count && b->locks == 0; ++k)
        {
            const Vec normal = bars->data[k].normal;
            Spin lever = FNI(spin_lever)(bars->data[k].arm, normal);
            float row[DIMI(FREEDOMS)];
            for (int32_t j = 0; j < DIMI(FREEDOMS); ++j)
            {
                row[j] = j < AXES ? AT(normal, j) : FNI(spin_numbers)(&lever)[j - AXES];
            }
            for (int32_t j = 0; j < DIMI(FREEDOMS) * DIMI(FREEDOMS); ++j)
            {
                mass[j * s->tree.stride] += BARRED * b->mass * row[j / DIMI(FREEDOMS)] * row[j % DIMI(FREEDOMS)];
            }
        }
    }
    return any;
}

static void shift_nodes(const GroupSolver* s, float part)
{
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        shift_node(s, i, part);
    }
    FNI(group_find_rows)(s, true, true);
}

// The tree's answer to what is open. Returns the part of it that does not turn too far.
static float find_step(const GroupSolver* s, bool* sound)
{
    FNI(group_write_masses)(s);
    const bool barred = write_bars(s);
    FNI(group_factor)(s);
    if (barred)
    {
        FNI(group_write_masses)(s);  // lanes write those numbers alone that masses of bodies have
    }
    FNI(group_ask)(s, DIMI(TREE_PUSH));
    *sound = FNI(group_is_sound)(s);
    return *sound ? find_part(s) : 0.0f;
}

// One Newton step from rows that are open so far, or the part of it that closes them.
// Returns how far they are open now.
static float close_rows(const GroupSolver* s, float open)
{
    float part = 0.0f, now = open;
    bool sound = true;
    FNI(group_clear_pulls)(s);
    for (int32_t i = 0; i < s->g->count * DIMI(FREEDOMS); ++i)
    {
        s->tree.speed[(int64_t)i * s->tree.stride] = 0.0f;
    }
    lock_rows(s);
    for (int32_t k = 0; k < STIFFENINGS && sound && part < 1.0f; ++k)
    {
        const float before = part;
        part = find_step(s, &sound);
        if (part < 0.5f * before)
        {
            FNI(group_clear_pulls)(s);
            part = find_step(s, &sound);
            break;
        }
        find_pulls(s);
    }
    for (int32_t k = 0; k < HALVINGS && sound && !(now < open); ++k, part *= 0.5f)
    {
        shift_nodes(s, k == 0 ? part : -part);
        now = find_opening(s);
    }
    if (sound && !(now < open))
    {
        shift_nodes(s, -2.0f * part);
    }
    return now;
}

// Keeps what rows carry on in this sub-step, or takes it back.
static void keep_rows(const GroupSolver* s, bool back)
{
    static const int32_t NUMBERS[] = {DIMI(TREE_ROW_TOTAL), DIMI(TREE_ROW_PUSH), DIMI(TREE_ROW_PINNED)};
    float* kept = s->kept;
    for (int32_t i = 0; i < s->tree.row_count; ++i)
    {
        for (int32_t k = 0; k < 3; ++k, kept += s->tree.stride)
        {
            float* number = FNI(group_number)(s, i, NUMBERS[k]);
            *(back ? number : kept) = *(back ? kept : number);
        }
    }
}

float FNI(group_close_by)(const GroupSolver* s, int32_t steps)
{
    keep_rows(s, false);
    FNI(group_find_rows)(s, true, true);
    float open = find_opening(s), before = INFINITY;
    for (int32_t k = 0; k < steps && open > CLOSED && open < before; ++k)
    {
        before = open;
        open = close_rows(s, open);
    }
    keep_rows(s, true);
    return open;
}
