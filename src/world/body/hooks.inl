// SPDX-License-Identifier: MIT
//
// Hooks: calls of the caller's functions; their answers are recorded.

#ifndef AXES
#include "body2.h"

#include "../../math/dim2.h"
#endif

void FNI(note_answer)(World* w, int32_t hook, bool yes, const imp_surface* surface)
{
    if (w->recorder)
    {
        w->recorder->answer(w, hook, yes, surface);
    }
}

bool FNI(ask_filter)(World* w, imp_collider a, imp_collider b)
{
    if (!w->hooks.filter)
    {
        return true;
    }
    w->hooked = true;
    bool yes = w->hooks.filter(w->hooks.user, a, b);
    w->hooked = false;
    FNI(note_answer)(w, IMPI_HOOK_FILTER, yes, NULL);
    return yes;
}

bool FNI(ask_solve)(World* w, const WorldContact* seen, imp_surface* surface)
{
    w->hooked = true;
    bool yes = w->hooks.pre_solve(w->hooks.user, seen, surface);
    w->hooked = false;
    FNI(note_answer)(w, IMPI_HOOK_SOLVE, yes, surface);
    return yes;
}

void FNI(ask_clock)(World* w, int32_t stage)
{
    if (!w->hooks.clock)
    {
        return;
    }
    w->hooked = true;
    double time = w->hooks.clock(w->hooks.user);
    w->hooked = false;
    if (stage >= 0)
    {
        w->times[stage] = (float)(time - w->time) + (w->step.part > 0 ? w->times[stage] : 0.0f);
    }
    w->time = time;
}
