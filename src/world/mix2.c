// SPDX-License-Identifier: MIT
//
// What surfaces are to each other, and the caller's functions, of which one may say so.
//
// First the table, then the caller's function, then the rule of world.h. What came out stays with a contact until a
// material, the table or the functions change, so a step need not ask.

#include "record2.h"

#include <math.h>
#include <string.h>

int32_t imp2i_material_fault(const imp_material* m)
{
    imp_surface alone = {m->friction, m->restitution, m->rolling, m->belt};
    int32_t fault = impi_surface_fault(&alone);
    return fault ? fault : m->kind < 0 || m->kind > IMP2I_KIND_MAX ? IMP_ERR_RANGE : 0;
}

static uint32_t kinds_of(int32_t a, int32_t b)
{
    return a < b ? (uint32_t)a << 16 | (uint32_t)b : (uint32_t)b << 16 | (uint32_t)a;
}

// The first entry that is not before the one of these kinds.
static int32_t find_mixture(const imp2_world* w, uint32_t kinds)
{
    int32_t first = 0, end = w->mixtures.count;
    while (first < end)
    {
        int32_t middle = first + (end - first) / 2;
        bool before = w->mixtures.data[middle].kinds < kinds;
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    return first;
}

imp_surface imp2i_surface_by_rule(const imp_material* a, const imp_material* b)
{
    imp_surface r = {sqrtf(a->friction * b->friction),
                     a->restitution > b->restitution ? a->restitution : b->restitution,
                     a->rolling > b->rolling ? a->rolling : b->rolling, a->belt + b->belt};
    return r;
}

static void note_answer(imp2_world* w, int32_t hook, bool yes, const imp_surface* surface)
{
    if (w->recorder)
    {
        imp2i_record_answer(w, hook, yes, surface);
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
    note_answer(w, IMP2I_HOOK_FILTER, yes, NULL);
    return yes;
}

bool imp2i_ask_solve(imp2_world* w, const imp2_world_contact* seen, imp_surface* surface)
{
    w->hooked = true;
    bool yes = w->hooks.pre_solve(w->hooks.user, seen, surface);
    w->hooked = false;
    note_answer(w, IMP2I_HOOK_SOLVE, yes, surface);
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

imp_surface imp2i_surface_of(imp2_world* w, const imp_material* a, const imp_material* b)
{
    uint32_t kinds = kinds_of(a->kind, b->kind);
    int32_t at = find_mixture(w, kinds);
    if (at < w->mixtures.count && w->mixtures.data[at].kinds == kinds)
    {
        return w->mixtures.data[at].surface;
    }
    if (w->hooks.mix)
    {
        w->hooked = true;
        imp_surface answer = w->hooks.mix(w->hooks.user, a, b);
        w->hooked = false;
        note_answer(w, IMP2I_HOOK_MIX, true, &answer);
        if (!impi_surface_fault(&answer))
        {
            return answer;
        }
    }
    return imp2i_surface_by_rule(a, b);
}

// Manifolds of a contact have its surface again, whatever pre_solve has made of it, and are asked about anew.
static void reset_touches(imp2_world* w, imp2i_contact* c)
{
    imp2i_row_expire(w, c);
    for (imp2i_touch* t = c->touch_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
    {
        t->surface = c->surface;
        t->refused = false;
    }
    w->rows_stale = true;
}

// Contacts whose surface is the same are left as they are. What sleeps on another one wakes.
static void mix_list(imp2_world* w, const impi_contact_list* list, int32_t collider)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        imp2i_contact* c = &w->contacts.data[list->data[i].place];
        bool meant = collider < 0 || c->collider_a == collider || c->collider_b == collider;
        if (!meant || !c->solved || !imp2i_contact_whole(w, c))
        {
            continue;
        }
        const imp_surface surface =
            imp2i_surface_of(w, &w->colliders.data[c->collider_a].material, &w->colliders.data[c->collider_b].material);
        if (memcmp(&surface, &c->surface, sizeof surface) == 0)
        {
            continue;
        }
        c->surface = surface;
        reset_touches(w, c);
        if (imp2i_contact_holds(w, c))
        {
            imp2i_body_wake(w, c->body_a);
            imp2i_body_wake(w, c->body_b);
        }
    }
}

void imp2i_contacts_mix(imp2_world* w, int32_t collider)
{
    mix_list(w, &w->awake, collider);
    mix_list(w, &w->asleep, collider);
}

static void reset_list(imp2_world* w, const impi_contact_list* list)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        imp2i_contact* c = &w->contacts.data[list->data[i].place];
        if (c->solved && imp2i_contact_whole(w, c))
        {
            reset_touches(w, c);
        }
    }
}

imp_status imp2_world_set_hooks(imp2_world* w, const imp2_hooks* hooks)
{
    int32_t fault = imp2i_world_fault(w);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    const imp2_hooks none = {.user = NULL};
    bool asked = w->hooks.pre_solve;
    w->hooks = hooks ? *hooks : none;
    memset(w->times, 0, sizeof w->times);
    imp2i_contacts_mix(w, -1);
    if (asked != (w->hooks.pre_solve != NULL))
    {
        reset_list(w, &w->awake);
        reset_list(w, &w->asleep);
    }
    if (w->recorder)
    {
        imp2i_call call = {.kind = IMP2I_CALL_HOOKS, .numbers = {imp2i_hook_bits(w), 0}};
        imp2i_record_call(w, &call);
    }
    return IMP_OK;
}

imp_status imp2_world_mix(imp2_world* w, int32_t kind_a, int32_t kind_b, const imp_surface* surface)
{
    int32_t fault = imp2i_world_fault(w);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    bool odd_a = kind_a < 0 || kind_a > IMP2I_KIND_MAX, odd_b = kind_b < 0 || kind_b > IMP2I_KIND_MAX;
    if (odd_a || odd_b)
    {
        return impi_error(IMP_ERR_RANGE, odd_a ? 2 : 3);
    }
    fault = surface ? impi_surface_fault(surface) : 0;
    if (fault)
    {
        return impi_error(fault, 4);
    }
    if (surface && impi_array_reserve(&w->mixtures, &w->allocator, (int64_t)w->mixtures.count + 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    uint32_t kinds = kinds_of(kind_a, kind_b);
    int32_t at = find_mixture(w, kinds);
    bool known = at < w->mixtures.count && w->mixtures.data[at].kinds == kinds;
    // One is put in or taken out where there was none, or is one too many.
    int32_t change = (surface ? 1 : 0) - (known ? 1 : 0);
    if (change)
    {
        imp2i_mixture* from = w->mixtures.data + at;
        size_t behind = (size_t)(w->mixtures.count - at - (change < 0));
        memmove(from + (change > 0), from + (change < 0), behind * sizeof *from);
        w->mixtures.count += change;
    }
    if (surface)
    {
        w->mixtures.data[at].kinds = kinds;
        w->mixtures.data[at].surface = *surface;
    }
    imp2i_contacts_mix(w, -1);
    if (w->recorder)
    {
        imp2i_call call = {.kind = IMP2I_CALL_MIX, .flag = surface != NULL, .numbers = {kind_a, kind_b}};
        call.surface = surface ? *surface : call.surface;
        imp2i_record_call(w, &call);
    }
    return IMP_OK;
}
