// SPDX-License-Identifier: MIT
//
// Hooks: the caller's functions are asked, the answers recorded.

#include "body2.h"

void imp2i_note_answer(imp2_world* w, int32_t hook, bool yes, const imp_surface* surface)
{
    if (w->recorder)
    {
        w->recorder->answer(w, hook, yes, surface);
    }
}

bool imp2i_ask_filter(imp2_world* w, imp_collider a, imp_collider b)
{
    if (!w->hooks.filter)
    {
        return true;
    }
    w->hooked = true;
    bool yes = w->hooks.filter(w->hooks.user, a, b);
    w->hooked = false;
    imp2i_note_answer(w, IMP2I_HOOK_FILTER, yes, NULL);
    return yes;
}

bool imp2i_ask_solve(imp2_world* w, const imp2_world_contact* seen, imp_surface* surface)
{
    w->hooked = true;
    bool yes = w->hooks.pre_solve(w->hooks.user, seen, surface);
    w->hooked = false;
    imp2i_note_answer(w, IMP2I_HOOK_SOLVE, yes, surface);
    return yes;
}

void imp2i_ask_clock(imp2_world* w, int32_t stage)
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
        w->times[stage] = (float)(time - w->time);
    }
    w->time = time;
}
