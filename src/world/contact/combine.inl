// SPDX-License-Identifier: MIT
//
// Combination of materials into the surface of a contact.
//
//     table of kinds -> the caller's combine hook -> the rule of surface.h
//
// The result stays with a contact until a material, the table or the hooks change, so a step asks nothing.

#ifndef AXES
#include "contact2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

static uint32_t kinds_of(int32_t a, int32_t b)
{
    return a < b ? (uint32_t)a << 16 | (uint32_t)b : (uint32_t)b << 16 | (uint32_t)a;
}

// The first entry not below these kinds (binary search).
static int32_t find_combination(const World* w, uint32_t kinds)
{
    int32_t first = 0, end = w->combinations.count;
    while (first < end)
    {
        int32_t middle = first + (end - first) / 2;
        bool before = w->combinations.data[middle].kinds < kinds;
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    return first;
}

imp_surface FNI(surface_of)(World* w, const imp_material* a, const imp_material* b)
{
    uint32_t kinds = kinds_of(a->kind, b->kind);
    int32_t at = find_combination(w, kinds);
    if (at < w->combinations.count && w->combinations.data[at].kinds == kinds)
    {
        return w->combinations.data[at].surface;
    }
    if (w->hooks.combine)
    {
        w->hooked = true;
        imp_surface answer = w->hooks.combine(w->hooks.user, a, b);
        w->hooked = false;
        FNI(note_answer)(w, IMPI_HOOK_MIX, true, &answer);
        if (!impi_surface_fault(&answer))
        {
            return answer;
        }
    }
    return impi_surface_by_rule(a, b);
}

// Gives manifolds the surface of their contact again, whatever pre_solve has made of it; it is asked anew.
static void reset_caches(World* w, Contact* c)
{
    FNI(merged_row_expire)(w, c);
    for (Cache* t = c->manifold_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        t->surface = c->surface;
        t->refused = false;
    }
    FNI(make_stale)(w, IMPI_STALE_ROWS);
}

// Combines again in a list. A contact whose surface stays is left alone; a body that sleeps on a changed one wakes.
static void combine_list(World* w, const impi_contact_list* list, int32_t collider)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        Contact* c = &w->contacts.data[list->data[i].slot];
        bool meant = collider < 0 || c->collider_a == collider || c->collider_b == collider;
        if (!meant || !c->solved || !FNI(contact_is_whole)(w, c))
        {
            continue;
        }
        const imp_surface surface =
            FNI(surface_of)(w, &w->colliders.data[c->collider_a].material, &w->colliders.data[c->collider_b].material);
        if (memcmp(&surface, &c->surface, sizeof surface) == 0)
        {
            continue;
        }
        c->surface = surface;
        reset_caches(w, c);
        if (FNI(contact_holds)(w, c))
        {
            FNI(body_wake)(w, c->body_a);
            FNI(body_wake)(w, c->body_b);
        }
    }
}

// Combines materials again: for contacts of a collider, or for all when it is -1. A body that sleeps on a contact
// whose surface changes wakes.
static void combine_contacts(World* w, int32_t collider)
{
    combine_list(w, &w->awake, collider);
    combine_list(w, &w->asleep, collider);
}

static void reset_list(World* w, const impi_contact_list* list)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        Contact* c = &w->contacts.data[list->data[i].slot];
        if (c->solved && FNI(contact_is_whole)(w, c))
        {
            reset_caches(w, c);
        }
    }
}

imp_status FN(world_set_hooks)(World* w, const Hooks* hooks)
{
    int32_t fault = FNI(world_fault)(w);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    const Hooks none = {.user = NULL};
    bool asked = w->hooks.pre_solve;
    w->hooks = hooks ? *hooks : none;
    memset(w->times, 0, sizeof w->times);
    combine_contacts(w, -1);
    if (asked != (w->hooks.pre_solve != NULL))
    {
        reset_list(w, &w->awake);
        reset_list(w, &w->asleep);
    }
    IMPI_RECORD(w, HOOKS, .numbers = {FNI(hook_bits)(w), 0});
    return IMP_OK;
}

imp_status FN(world_combine_materials)(World* w, int32_t kind_a, int32_t kind_b, const imp_surface* surface)
{
    int32_t fault = FNI(world_fault)(w);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    bool odd_a = kind_a < 0 || kind_a > IMPI_KIND_MAX, odd_b = kind_b < 0 || kind_b > IMPI_KIND_MAX;
    if (odd_a || odd_b)
    {
        return impi_error(IMP_ERR_RANGE, odd_a ? 2 : 3);
    }
    fault = surface ? impi_surface_fault(surface) : 0;
    if (fault)
    {
        return impi_error(fault, 4);
    }
    if (surface && impi_array_reserve(&w->combinations, &w->allocator, (int64_t)w->combinations.count + 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    uint32_t kinds = kinds_of(kind_a, kind_b);
    int32_t at = find_combination(w, kinds);
    bool known = at < w->combinations.count && w->combinations.data[at].kinds == kinds;
    // One entry is inserted, or removed.
    int32_t change = (surface ? 1 : 0) - (known ? 1 : 0);
    if (change)
    {
        Combination* from = w->combinations.data + at;
        size_t behind = (size_t)(w->combinations.count - at - (change < 0));
        memmove(from + (change > 0), from + (change < 0), behind * sizeof *from);
        w->combinations.count += change;
    }
    if (surface)
    {
        w->combinations.data[at].kinds = kinds;
        w->combinations.data[at].surface = *surface;
    }
    combine_contacts(w, -1);
    const imp_surface none = {0.0f, 0.0f, 0.0f, 0.0f};
    IMPI_RECORD(w, MIX, .flag = surface != NULL, .numbers = {kind_a, kind_b}, .surface = surface ? *surface : none);
    return IMP_OK;
}

// The contacts of a collider take its surface velocity; who sleeps on it wakes.
static void carry_belt(World* w, const impi_contact_list* list, int32_t collider)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        Contact* c = &w->contacts.data[list->data[i].slot];
        if ((c->collider_a != collider && c->collider_b != collider) || !c->solved || !FNI(contact_is_whole)(w, c))
        {
            continue;
        }
        FNI(belt_note)(w, c);
        reset_caches(w, c);
        if (FNI(contact_holds)(w, c))
        {
            FNI(body_wake)(w, c->body_a);
            FNI(body_wake)(w, c->body_b);
        }
    }
}

imp_status FNI(belt_set)(World* w, imp_collider collider, Vec belt)
{
    int32_t at;
    imp_status status = FNI(open_collider)(w, collider, &at);
    int32_t fault = status ? 0 : FNI(vec_fault_large)(belt);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    if (!FNI(vec_equal)(w->colliders.data[at].belt, belt))
    {
        w->colliders.data[at].belt = belt;
        carry_belt(w, &w->awake, at);
        carry_belt(w, &w->asleep, at);
    }
    IMPI_RECORD(w, SET_BELT, .handle = collider.id, .first = belt);
    return IMP_OK;
}

imp_status FN(world_set_material)(World* w, imp_collider collider, const imp_material* material)
{
    int32_t at;
    imp_status status = FNI(open_collider)(w, collider, &at);
    int32_t fault = status ? 0 : material ? impi_material_fault(material) : IMP_ERR_NULL;
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    w->springy_count += impi_is_springy(material->restitution);
    w->springy_count -= impi_is_springy(w->colliders.data[at].material.restitution);
    w->colliders.data[at].material = *material;
    combine_contacts(w, at);
    IMPI_RECORD(w, SET_MATERIAL, .handle = collider.id, .collider = {.material = *material});
    return IMP_OK;
}
