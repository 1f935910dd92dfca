// SPDX-License-Identifier: MIT
//
// Joints of groups that events have parted: a path leads along chords, and a body that hits another one leaves the
// motion that it had with its group. They are closed, so that no step ends with joints that are open.
//
// Closing may not pull a body through what has just stopped it: the way of each is swept, from where
// the step ends, past all that does not give and past bullets, which stand still meanwhile. If ways are barred, a group
// is closed by one Newton step after the other: all go as far as the first one may; what is at a bar goes aside or
// turns, but does not go on along the normal (JointBars). So each step closes more, and a group that cannot be closed
// is as far as it comes. If that is not far, and the way back is not barred, it stays where the step began.

#ifndef AXES
#include "continuous2.h"
#include "lift_planes2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define AT_BAR 0.05       // of a way: what hits so soon is at a bar
#define SLIDES 0.1f       // of the slop of sweeps: what goes along a bar may get so deep

enum
{
    STEPS_BARRED = 40  // Newton steps, with those that are taken back
};

// The way of a body from where it was before its group has been closed to where it is, while nothing else moves. What is
// at a bar is lifted off it.
static void find_way(World* w, int32_t node, Path* path)
{
    const int32_t body = w->joints.nodes.data[node].body;
    const SolverBody* from = &w->joints.before.data[node];
    const JointBars* bars = &w->joints.bars.data[node];
    SolverBody* m = &w->solver.bodies.data[w->bodies.data[body].mover];
    const SolverBody to = *m;
    const float slop = IMPI_LIFT_SLOP * w->unit, least = 0.5f * w->bodies.data[body].inner;
    *m = *from;
    FNI(path_begin)(w, body, path);
    *m = to;
    path->thing.at = FNI(thing_at)(&path->thing, 1.0);
    path->thing.q = FNI(drot_unit)(FNI(thing_turned)(&path->thing, 1.0));
    path->thing.velocity = FNI(dsub)(FNI(dadd)(path->start, FNI(dvec_of)(FNI(solver_moved)(&to))), path->thing.at);
    path->thing.spin = FNI(dturn_between)(FNI(solver_turned)(from), FNI(solver_turned)(&to));
    path->turned = true;
    path->still = true;
    path->lifted = true;
    FNI(lift_planes) planes = {0};
    for (int32_t k = 0; k < bars->count; ++k)
    {
        const DVec away = FNI(dnegate)(FNI(dvec_of)(bars->data[k].normal));
        FNI(lift_plane_add)(&planes, away, (double)(bars->data[k].depth + SLIDES * (slop < least ? slop : least)), k);
    }
    path->lift = FNI(least_lift)(&planes);
}

static void add_bar(World* w, int32_t node, const Path* path)
{
    JointBars* bars = &w->joints.bars.data[node];
    w->joints.nodes.data[node].stays |= bars->count == DIMI(JOINT_BARS);
    if (bars->count < DIMI(JOINT_BARS))
    {
        const double depth = -path->met.gap - FNI(ddot)(path->met_lift, path->met.normal);
        bars->data[bars->count].normal = FNI(vec_of)(path->met.normal);
        bars->data[bars->count].arm = FNI(vec_of)(path->met.arm_a);
        bars->data[bars->count++].depth = depth > 0.0 ? (float)depth : 0.0f;
    }
}

// The part of the ways of a group that all may go. Bars are added to those that may go none.
static double find_free_part(World* w, const JointGroup* g)
{
    double part = 1.0;
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[i];
        Path path;
        if (memcmp(&w->joints.before.data[i], &w->solver.bodies.data[n->mover], sizeof(SolverBody)) != 0)
        {
            find_way(w, i, &path);
            (void)FNI(path_first_hit)(w, &path, 0.0, true, -1);
            part = path.other >= 0 && path.met.time < part ? path.met.time : part;
            if (path.other >= 0 && path.met.time < AT_BAR)
            {
                add_bar(w, i, &path);
            }
        }
    }
    return part;
}

// Takes a group along a part of the ways that it has gone.
static void follow_part(World* w, const JointGroup* g, double part)
{
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        SolverBody* m = &w->solver.bodies.data[w->joints.nodes.data[i].mover];
        const SolverBody* from = &w->joints.before.data[i];
        const DVec start = FNI(dvec_of)(FNI(solver_moved)(from)), end = FNI(dvec_of)(FNI(solver_moved)(m));
        const Rot q = FNI(solver_turned)(from);
        const DSpin turn = FNI(dturn_between)(q, FNI(solver_turned)(m));
        FNI(solver_set_moved)
        (m, FNI(vec_of)(FNI(dadd_scaled)(start, FNI(dsub)(end, start), part)),
         FNI(rot_of)(FNI(drot_unit)(FNI(drot_spun)(FNI(drot_of)(q), turn, part))));
    }
}

static void take_back(World* w, const JointGroup* g)
{
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        w->solver.bodies.data[w->joints.nodes.data[i].mover] = w->joints.before.data[i];
    }
}

static void free_all(World* w, const JointGroup* g)
{
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        w->joints.nodes.data[i].stays = false;
        w->joints.bars.data[i].count = 0;
    }
}

// Closes a group by single Newton steps past what bars its ways. Returns whether it is closed.
static bool close_past_bars(World* w, JointGroup* g)
{
    float open = FNI(joints_close_by)(w, g, 0);
    for (int32_t k = 0; k < STEPS_BARRED && open > 1.0f; ++k)
    {
        const float now = FNI(joints_close_by)(w, g, 1);
        const double part = find_free_part(w, g);
        if (!(now < open) || part < AT_BAR)
        {
            take_back(w, g);
        }
        if (!(now < open))
        {
            break;
        }
        if (part < AT_BAR)
        {
            continue;
        }
        free_all(w, g);
        if (part < 1.0)
        {
            follow_part(w, g, part);
        }
        open = part < 1.0 ? FNI(joints_close_by)(w, g, 0) : now;
    }
    free_all(w, g);
    return open <= 1.0f;
}

// Leaves a group where the step began, if nothing has got in the way since.
static void stay_put(World* w, const JointGroup* g)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        SolverBody* m = &w->solver.bodies.data[w->joints.nodes.data[i].mover];
        w->joints.before.data[i] = *m;
        FNI(solver_set_moved)(m, FNI(solver_moved)(&at_rest), FNI(solver_turned)(&at_rest));
    }
    if (find_free_part(w, g) < 1.0)
    {
        take_back(w, g);
    }
    free_all(w, g);
}

static void close_group(World* w, JointGroup* g)
{
    bool closed = FNI(joints_close)(w, g);
    if (find_free_part(w, g) < 1.0)
    {
        take_back(w, g);
        free_all(w, g);
        closed = close_past_bars(w, g);
    }
    if (!closed)
    {
        stay_put(w, g);
    }
}

void FNI(close_joined)(World* w)
{
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        if (g->moved)
        {
            close_group(w, g);
            g->moved = false;
        }
    }
}
