// SPDX-License-Identifier: MIT
//
// The energy that joints of a group put into its motion. Rows that are held do no work: what a pass that pushes gives, so that
// they are closed at the end of a sub-step, passes that relax take back. Where bodies turn far in a sub-step, tangents
// say little of arcs, and they may take less. Then the motion within the group is slowed by what it was given: what it
// has as one rigid body stays, and so its momenta do.

#ifndef AXES
#include "group_solver2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

static DInertia inertia_of_node(const GroupSolver* s, int32_t node)
{
    const JointNode* n = &s->w->joints.nodes.data[s->g->first + node];
    return FNI(dinertia_of)(FNI(inertia_turned)(s->w->bodies.data[n->body].inertia, n->q));
}

static double mass_of_node(const GroupSolver* s, int32_t node)
{
    return (double)s->w->bodies.data[s->w->joints.nodes.data[s->g->first + node].body].mass;
}

// A velocity of a node, in doubles.
static void read_motion(const GroupSolver* s, const float* velocities, int32_t node, DVec* velocity, DSpin* spin)
{
    float v[DIMI(FREEDOMS)];
    Vec moves = FNI(vec_none)();
    Spin turns = FNI(spin_none)();
    FNI(group_velocity)(s, velocities, node, v);
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_AT(moves, k, v[k]);
    }
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        FNI(spin_numbers)(&turns)[k] = v[AXES + k];
    }
    *velocity = FNI(dvec_of)(moves);
    *spin = FNI(dspin_of)(turns);
}

static double energy_of_motion(const GroupSolver* s, int32_t node, DVec velocity, DSpin spin)
{
    return 0.5 * mass_of_node(s, node) * FNI(ddot)(velocity, velocity) +
           FNI(dinertia_energy)(inertia_of_node(s, node), spin);
}

// How far any node turns in a sub-step, by the velocities before the answer and after it.
static float farthest_turn(const GroupSolver* s)
{
    float most = 0.0f;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        float before[DIMI(FREEDOMS)], by[DIMI(FREEDOMS)], was = 0.0f, is = 0.0f;
        FNI(group_velocity)(s, s->tree.speed, i, before);
        FNI(group_velocity)(s, s->tree.velocity, i, by);
        for (int32_t k = AXES; k < DIMI(FREEDOMS); ++k)
        {
            was += before[k] * before[k];
            is += (before[k] + by[k]) * (before[k] + by[k]);
        }
        was = was > is ? was : is;
        most = was > most ? was : most;
    }
    return s->w->solver.row_step.h * sqrtf(most);
}

// The work of a row that is driven, or whose other end moves and is in no tree.
static double work_of_row(const GroupSolver* s, int32_t row, const int32_t* bodies, int32_t ends)
{
    const float drift = *FNI(group_number)(s, row, DIMI(TREE_ROW_DRIFT));
    const bool pinned = *FNI(group_number)(s, row, DIMI(TREE_ROW_PINNED)) > 0.0f;
    const double impulse = *FNI(group_number)(s, row, pinned ? DIMI(TREE_ROW_GIVEN) : DIMI(TREE_ROW_IMPULSE));
    if (!s->rows[row].driven)
    {
        return -impulse * drift;
    }
    const double before = FNI(group_rate)(s, row, bodies, ends, s->tree.speed);
    return impulse * (before + 0.5 * FNI(group_rate)(s, row, bodies, ends, s->tree.velocity));
}

// The work of drives and moving ends in an answer.
static double work_from_outside(const GroupSolver* s)
{
    double work = 0.0;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const TreeBody* b = &s->tree.bodies[i];
        const int32_t bodies[2] = {i, b->parent};
        for (int32_t k = b->row; k < b->row + b->rows; ++k)
        {
            work += work_of_row(s, k, bodies, 2);
        }
    }
    for (int32_t k = s->tree.first_loop; k < s->tree.row_count; ++k)
    {
        work += work_of_row(s, k, s->tree.loops[k - s->tree.first_loop].bodies, 4);
    }
    return work;
}

void FNI(group_tally)(const GroupSolver* s)
{
    double gain = 0.0;
    s->g->far = s->g->far || farthest_turn(s) > IMPI_FAR_TURN;
    for (int32_t i = 0; i < s->g->count && s->g->far; ++i)
    {
        DVec velocity, by;
        DSpin spin, turn;
        read_motion(s, s->tree.speed, i, &velocity, &spin);
        read_motion(s, s->tree.velocity, i, &by, &turn);
        gain += energy_of_motion(s, i, FNI(dadd)(velocity, by), FNI(dspin_add)(spin, turn)) -
                energy_of_motion(s, i, velocity, spin);
    }
    s->g->given += s->g->far ? gain - work_from_outside(s) : 0.0;
}

// Whether a group floats: it has the motion of one rigid body, which nothing of it may change.
static bool is_floating(const GroupSolver* s)
{
    bool floats = true;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        const JointNode* n = &s->w->joints.nodes.data[s->g->first + i];
        const Body* b = &s->w->bodies.data[n->body];
        floats &= b->locks == 0 && FNI(inertia_some)(b->inverse_inertia);
        floats &= n->joint < 0 || s->tree.bodies[i].parent >= 0;
    }
    for (int32_t i = s->g->first_loop; i < s->g->first_loop + s->g->loops; ++i)
    {
        const JointLoop* l = &s->w->joints.loops.data[i];
        floats &= l->coupling < 0 && l->nodes[0] >= 0 && l->nodes[1] >= 0;
    }
    return floats;
}

// The motion of a group as one rigid body.
typedef struct rigid_motion
{
    DVec center, velocity;
    DSpin spin;
} rigid_motion;

static DVec center_of_node(const GroupSolver* s, int32_t node)
{
    return FNI(dvec_of)(s->w->joints.nodes.data[s->g->first + node].center);
}

// Angular momentum of a group about its centre, and its inertia there.
static DSpin find_momentum(const GroupSolver* s, rigid_motion* r, DInertia* inertia)
{
    DSpin momentum = FNI(dspin_none)();
    double mass = 0.0;
    r->center = r->velocity = FNI(dvec_of)(FNI(vec_none)());
    *inertia = FNI(dinertia_none)();
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        DVec velocity;
        DSpin spin;
        const double m = mass_of_node(s, i);
        read_motion(s, s->tree.speed, i, &velocity, &spin);
        r->center = FNI(dadd)(r->center, FNI(dscale)(center_of_node(s, i), m));
        r->velocity = FNI(dadd)(r->velocity, FNI(dscale)(velocity, m));
        mass += m;
    }
    r->center = FNI(dscale)(r->center, 1.0 / mass);
    r->velocity = FNI(dscale)(r->velocity, 1.0 / mass);
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        DVec velocity;
        DSpin spin;
        const DInertia own = inertia_of_node(s, i);
        const DVec arm = FNI(dsub)(center_of_node(s, i), r->center);
        const double m = mass_of_node(s, i);
        read_motion(s, s->tree.speed, i, &velocity, &spin);
        *inertia = FNI(dinertia_add)(*inertia, FNI(dinertia_add)(own, FNI(dinertia_of_point)(m, arm)));
        momentum = FNI(dspin_add)(momentum, FNI(dinertia_apply)(own, spin));
        momentum =
            FNI(dspin_add)(momentum, FNI(dspin_lever)(arm, FNI(dscale)(FNI(dsub)(velocity, r->velocity), m)));
    }
    return momentum;
}

static rigid_motion find_rigid_motion(const GroupSolver* s)
{
    rigid_motion r;
    DInertia inertia;
    const DSpin momentum = find_momentum(s, &r, &inertia);
    r.spin = FNI(dinertia_solve)(inertia, momentum);
    return r;
}

// The motion of a node against that of its group.
static void find_own_motion(const GroupSolver* s, const rigid_motion* r, int32_t node, DVec* velocity, DSpin* spin)
{
    read_motion(s, s->tree.speed, node, velocity, spin);
    const DVec turning = FNI(dspin_velocity)(r->spin, FNI(dsub)(center_of_node(s, node), r->center));
    *velocity = FNI(dsub)(FNI(dsub)(*velocity, r->velocity), turning);
    *spin = FNI(dspin_sub)(*spin, r->spin);
}

static void kick_node(const GroupSolver* s, int32_t node, DVec velocity, DSpin spin)
{
    const int32_t mover = s->w->joints.nodes.data[s->g->first + node].mover;
    FNI(body_force_kick)
    (&s->w->solver.forces.data[mover], &s->w->solver.bodies.data[mover], FNI(vec_of)(velocity), FNI(spin_of)(spin));
}

// Takes so much of the energy of a group's motion within, or all it has.
static void take_energy(const GroupSolver* s, double energy)
{
    rigid_motion r = {FNI(dvec_of)(FNI(vec_none)()), FNI(dvec_of)(FNI(vec_none)()), FNI(dspin_none)()};
    double has = 0.0;
    if (is_floating(s))
    {
        r = find_rigid_motion(s);
    }
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        DVec velocity;
        DSpin spin;
        find_own_motion(s, &r, i, &velocity, &spin);
        has += energy_of_motion(s, i, velocity, spin);
    }
    const double part = has > energy ? sqrt((has - energy) / has) : 0.0;
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        DVec velocity;
        DSpin spin;
        find_own_motion(s, &r, i, &velocity, &spin);
        kick_node(s, i, FNI(dscale)(velocity, part - 1.0), FNI(dspin_scale)(spin, part - 1.0));
    }
}

void FNI(group_limit_energy)(const GroupSolver* s)
{
    if (s->g->given > 0.0)
    {
        FNI(group_read_speeds)(s, s->tree.speed);
        take_energy(s, s->g->given);
        s->g->given = 0.0;
    }
}

bool FNI(group_momentum)(const GroupSolver* s, DSpin* out)
{
    rigid_motion r;
    DInertia inertia;
    *out = FNI(dspin_none)();
    if (!is_floating(s))
    {
        return false;
    }
    FNI(group_read_speeds)(s, s->tree.speed);
    *out = find_momentum(s, &r, &inertia);
    return true;
}

void FNI(group_restore_momentum)(const GroupSolver* s, DSpin before)
{
    rigid_motion r;
    DInertia inertia;
    double had = 0.0, has = 0.0;
    FNI(group_read_speeds)(s, s->tree.speed);
    const DSpin lost = FNI(dspin_sub)(before, find_momentum(s, &r, &inertia));
    const DSpin missing = FNI(dspin_scale)(FNI(dinertia_solve)(inertia, lost), -1.0);
    const rigid_motion back = {r.center, r.velocity, missing};
    r.spin = FNI(dspin_none)();
    for (int32_t i = 0; i < s->g->count; ++i)
    {
        DVec velocity;
        DSpin spin;
        find_own_motion(s, &r, i, &velocity, &spin);
        had += energy_of_motion(s, i, velocity, spin);
        find_own_motion(s, &back, i, &velocity, &spin);
        has += energy_of_motion(s, i, velocity, spin);
    }
    const double part = has > had ? sqrt(had / has) : 1.0;
    for (int32_t i = 0; i < s->g->count && FNI(dspin_fits)(back.spin); ++i)
    {
        DVec velocity, own;
        DSpin spin, turn;
        find_own_motion(s, &r, i, &velocity, &spin);
        find_own_motion(s, &back, i, &own, &turn);
        kick_node(s, i, FNI(dsub)(FNI(dscale)(own, part), velocity),
                  FNI(dspin_sub)(FNI(dspin_scale)(turn, part), spin));
    }
}
