// SPDX-License-Identifier: MIT
//
// The energy that joints of a group give to it. Rows that are held do no work: what a pass with bias gives, to close
// them by the end of a sub-step, passes without it take back. Where bodies turn far in a sub-step, tangents say little
// of arcs, and these may take less. Then motion within the group is slowed by what joints gave. Its motion as one rigid
// body stays, and so do its momenta.

#ifndef AXES
#include "group_solver2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

// The motion of a node, or of a group as if it were rigid.
typedef struct rigid_motion
{
    DVec center, velocity;
    DSpin spin;
    double mass;
    DInertia inertia;
} rigid_motion;

static rigid_motion motion_of_node(const GroupSolver* s, int32_t node)
{
    const JointNode* n = FNI(group_node)(s, node);
    const Body* b = FNI(group_body)(s, node);
    const SolverBody* m = &s->w->solver.bodies.data[n->mover];
    const rigid_motion r = {FNI(dvec_of)(n->center), FNI(dvec_of)(FNI(solver_velocity)(m)),
                            FNI(dspin_of)(FNI(solver_spin)(m)), (double)b->mass,
                            FNI(dinertia_of)(FNI(inertia_turned)(b->inertia, n->q))};
    return r;
}

static double energy_of_motion(const rigid_motion* m)
{
    return 0.5 * m->mass * FNI(ddot)(m->velocity, m->velocity) + FNI(dinertia_energy)(m->inertia, m->spin);
}

// Work that comes from outside the group: of what drives a row, or of an end that moves and is in no tree.
static double work_of_row(const GroupSolver* s, const GroupJoint* j, int32_t row)
{
    const bool pinned = *FNI(group_number)(s, row, DIMI(TREE_ROW_PINNED)) > 0.0f;
    const double impulse = *FNI(group_number)(s, row, pinned ? DIMI(TREE_ROW_GIVEN) : DIMI(TREE_ROW_IMPULSE));
    const double before = FNI(group_rate)(s, row, j->bodies, j->ends, s->tree.speed);
    const double change = FNI(group_rate)(s, row, j->bodies, j->ends, s->tree.velocity);
    const float drift = *FNI(group_number)(s, row, DIMI(TREE_ROW_DRIFT));
    return s->rows[row].driven ? impulse * (before + 0.5 * change) : -impulse * drift;
}

void FNI(group_tally)(const GroupSolver* s)
{
    double gain = 0.0, work = 0.0;
    if (!s->g->far)
    {
        return;
    }
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        Vec velocity;
        Spin spin;
        const rigid_motion before = motion_of_node(s, i);
        rigid_motion after = before;
        FNI(group_motion)(s, s->tree.velocity, i, &velocity, &spin);
        after.velocity = FNI(dadd)(after.velocity, FNI(dvec_of)(velocity));
        after.spin = FNI(dspin_add)(after.spin, FNI(dspin_of)(spin));
        gain += energy_of_motion(&after) - energy_of_motion(&before);
    }
    for (GroupJoint j = {.next = 0}; FNI(group_next_joint)(s, &j);)
    {
        for (int32_t k = j.row; k < j.row + j.rows; ++k)
        {
            work += work_of_row(s, &j, k);
        }
    }
    s->g->given += gain - work;
}

// A group floats if all its bodies are free, and its joints are to each other: then nothing in it changes its momenta.
static bool is_floating(const GroupSolver* s)
{
    bool floats = true;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const Body* b = FNI(group_body)(s, i);
        floats &= b->locks == 0 && FNI(inertia_some)(b->inverse_inertia);
    }
    for (GroupJoint j = {.next = 0}; floats && FNI(group_next_joint)(s, &j);)
    {
        floats &= !j.coupling && j.node_a >= 0 && j.node_b >= 0;
    }
    return floats;
}

// The motion of a node within its group: the rigid motion of that is taken off.
static rigid_motion motion_within(const GroupSolver* s, int32_t node, const rigid_motion* whole)
{
    rigid_motion r = motion_of_node(s, node);
    const DVec turning = FNI(dspin_velocity)(whole->spin, FNI(dsub)(r.center, whole->center));
    r.velocity = FNI(dsub)(FNI(dsub)(r.velocity, whole->velocity), turning);
    r.spin = FNI(dspin_sub)(r.spin, whole->spin);
    return r;
}

static rigid_motion no_motion(void)
{
    const DVec none = FNI(dvec_none)();
    const rigid_motion r = {none, none, FNI(dspin_none)(), 0.0, FNI(dinertia_none)()};
    return r;
}

// The rigid motion of a group but for its spin. Returns its angular momentum about its centre of mass.
static DSpin find_momentum(const GroupSolver* s, rigid_motion* whole)
{
    DSpin momentum = FNI(dspin_none)();
    *whole = no_motion();
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const rigid_motion m = motion_of_node(s, i);
        whole->center = FNI(dadd_scaled)(whole->center, m.center, m.mass);
        whole->velocity = FNI(dadd_scaled)(whole->velocity, m.velocity, m.mass);
        whole->mass += m.mass;
    }
    whole->center = FNI(dscale)(whole->center, 1.0 / whole->mass);
    whole->velocity = FNI(dscale)(whole->velocity, 1.0 / whole->mass);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const rigid_motion m = motion_within(s, i, whole);
        const DVec arm = FNI(dsub)(m.center, whole->center);
        const DInertia inertia = FNI(dinertia_add)(m.inertia, FNI(dinertia_of_point)(m.mass, arm));
        whole->inertia = FNI(dinertia_add)(whole->inertia, inertia);
        momentum = FNI(dspin_add)(momentum, FNI(dinertia_apply)(m.inertia, m.spin));
        momentum = FNI(dspin_add)(momentum, FNI(dspin_lever)(arm, FNI(dscale)(m.velocity, m.mass)));
    }
    return momentum;
}

static double energy_within(const GroupSolver* s, const rigid_motion* whole)
{
    double energy = 0.0;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const rigid_motion m = motion_within(s, i, whole);
        energy += energy_of_motion(&m);
    }
    return energy;
}

// Replaces motion within a group, seen from one rigid motion, by that seen from another, scaled down to an energy.
static void set_motion_within(const GroupSolver* s, const rigid_motion* from, const rigid_motion* to, double energy)
{
    const double has = energy_within(s, to), part = has > energy ? sqrt(energy / has) : 1.0;
    for (int32_t i = 0; i < s->g->count && FNI(dspin_fits)(to->spin); ++i)
    {
        const rigid_motion before = motion_within(s, i, from), after = motion_within(s, i, to);
        const DVec velocity = FNI(dsub)(FNI(dscale)(after.velocity, part), before.velocity);
        const DSpin spin = FNI(dspin_sub)(FNI(dspin_scale)(after.spin, part), before.spin);
        FNI(group_kick)(s, i, FNI(vec_of)(velocity), FNI(spin_of)(spin));
    }
}

void FNI(group_limit_energy)(const GroupSolver* s)
{
    rigid_motion whole = no_motion();
    if (is_floating(s))
    {
        const DSpin momentum = find_momentum(s, &whole);
        whole.spin = FNI(dinertia_solve)(whole.inertia, momentum);
    }
    const double left = energy_within(s, &whole) - s->g->given;
    set_motion_within(s, &whole, &whole, left > 0.0 ? left : 0.0);
    s->g->given = 0.0;
}

bool FNI(group_momentum)(const GroupSolver* s, DSpin* out)
{
    rigid_motion whole;
    const bool floats = is_floating(s);
    *out = floats ? find_momentum(s, &whole) : FNI(dspin_none)();
    return floats;
}

void FNI(group_restore_momentum)(const GroupSolver* s, DSpin before)
{
    rigid_motion whole, back;
    const DSpin lost = FNI(dspin_sub)(before, find_momentum(s, &whole));
    back = whole;
    back.spin = FNI(dspin_scale)(FNI(dinertia_solve)(whole.inertia, lost), -1.0);
    set_motion_within(s, &whole, &back, energy_within(s, &whole));
}
