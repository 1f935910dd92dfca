// SPDX-License-Identifier: MIT
//
// Joints of groups that events have parted: a path leads along chords, and a body that hits another one leaves the
// motion that it had with its group. They are closed, so that no step ends with joints that are open.
//
// What closes them may not pull a body through what it has just been stopped by: the way of each is swept. A body on
// whose way something static or kinematic is stays, and the others close up to it. Where that does not do, all go again
// by ways no longer than any body may go unswept; or the group stays where the step began, which happens to what spins
// and hits fast. Where kinematic bodies are fast as well it stays as it was instead: the next step closes it, and sweeps
// its motion with all that.

#ifndef AXES
#include "continuous2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    ATTEMPTS = 3  // with more and more bodies that stay
};

// Whether a body meets what does not give on its way from one motion of the step to the other: if so little as after an
// event, or if as far as any body may go unswept.
static bool is_way_barred(World* w, int32_t body, const SolverBody* from, bool little)
{
    SolverBody* m = &w->solver.bodies.data[w->bodies.data[body].mover];
    const SolverBody to = *m;
    Path path;
    if (memcmp(&to, from, sizeof to) == 0)
    {
        return false;
    }
    *m = *from;
    FNI(path_begin)(w, body, &path);
    *m = to;
    path.thing.at = FNI(thing_at)(&path.thing, 1.0);
    path.thing.q = FNI(drot_unit)(FNI(thing_turned)(&path.thing, 1.0));
    path.thing.velocity = FNI(dsub)(FNI(dadd)(path.start, FNI(dvec_of)(FNI(solver_moved)(&to))), path.thing.at);
    path.thing.spin = FNI(dturn_between)(FNI(solver_turned)(from), FNI(solver_turned)(&to));
    path.turned = little;
    path.exhausted = true;  // what moves is not asked
    (void)FNI(path_first_hit)(w, &path, 0.0, true, -1);
    return path.other >= 0;
}

// Marks the bodies of a group whose way is barred. Returns whether there are any.
static bool mark_barred(World* w, const JointGroup* g, bool little)
{
    bool any = false;
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        JointNode* n = &w->joints.nodes.data[i];
        bool barred = is_way_barred(w, n->body, &w->joints.before.data[i], little);
        n->stays |= barred;
        any |= barred;
    }
    return any;
}

static void take_back(World* w, const JointGroup* g)
{
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        w->solver.bodies.data[w->joints.nodes.data[i].mover] = w->joints.before.data[i];
    }
}

// Leaves a group where the step began.
static void stay_put(World* w, const JointGroup* g)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        SolverBody* m = &w->solver.bodies.data[w->joints.nodes.data[i].mover];
        FNI(solver_set_moved)(m, FNI(solver_moved)(&at_rest), FNI(solver_turned)(&at_rest));
    }
}

static void free_all(World* w, const JointGroup* g)
{
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        w->joints.nodes.data[i].stays = false;
    }
}

// Closes a group, at last by ways of all its bodies that are no longer than those that any body may go unswept.
static void close_group(World* w, JointGroup* g)
{
    bool open = true;
    for (int32_t k = 0; k <= ATTEMPTS && open; ++k)
    {
        bool all = k == ATTEMPTS;
        if (all)
        {
            free_all(w, g);
        }
        open = !FNI(joints_close)(w, g);
        if (mark_barred(w, g, !all))
        {
            take_back(w, g);
            open = true;
        }
    }
    free_all(w, g);
    if (open && w->continuous.fast_fixed.count == 0)
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
