// SPDX-License-Identifier: MIT
//
// One contact: found by its colliders, initialized, and its touch events.

#ifndef AXES
#include "../../narrow/batch_kernels2.h"
#include "contact2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

int32_t FNI(contact_at)(const impi_contact_list* list, const Collider* a, const Collider* b)
{
    return impi_contact_list_find(list, FNI(pair_of_colliders)(a, b));
}

Contact* FNI(contact_in)(const World* w, const impi_contact_list* list, const Collider* a, const Collider* b)
{
    int32_t at = FNI(contact_at)(list, a, b);
    return at >= 0 ? &w->contacts.data[list->data[at].slot] : NULL;
}

Contact* FNI(contact_between)(const World* w, const Collider* a, const Collider* b)
{
    Contact* awake = FNI(contact_in)(w, &w->awake, a, b);
    return awake ? awake : FNI(contact_in)(w, &w->asleep, a, b);
}

bool FNI(number_used)(const World* w, int32_t collider, int32_t number)
{
    return w->collider_pool.data[collider].next == IMPI_SLOT_USED && w->colliders.data[collider].number == number;
}

static bool moves_by_contact(const World* w, const Collider* a, const Collider* b)
{
    return w->bodies.data[a->body].kind == IMP_BODY_DYNAMIC || w->bodies.data[b->body].kind == IMP_BODY_DYNAMIC;
}

bool FNI(may_meet)(World* w, const Collider* a, const Collider* b)
{
    bool relevant =
        moves_by_contact(w, a, b) || a->sensor || b->sensor || a->touches_non_dynamic || b->touches_non_dynamic;
    bool may = relevant && a->body != b->body && !(a->sensor && b->sensor) && !(a->group != 0 && a->group == b->group) &&
               !FNI(are_joined)(w, a->body, b->body);
    imp_collider handle_a = {impi_pool_id(&w->collider_pool, (int32_t)(a - w->colliders.data))};
    imp_collider handle_b = {impi_pool_id(&w->collider_pool, (int32_t)(b - w->colliders.data))};
    return may && FNI(ask_filter)(w, handle_a, handle_b);
}

void FNI(contact_fill)(const World* w, Contact* c, int32_t collider_a, int32_t collider_b)
{
    const Collider *a = &w->colliders.data[collider_a], *b = &w->colliders.data[collider_b];
    memset(c, 0, sizeof *c);
    c->collider_a = collider_a;
    c->collider_b = collider_b;
    c->body_a = a->body;
    c->body_b = b->body;
    c->handle_a.id = impi_pool_id(&w->collider_pool, collider_a);
    c->handle_b.id = impi_pool_id(&w->collider_pool, collider_b);
    c->convex = a->convex && b->convex;
    c->group = (uint8_t)(c->convex ? FNI(group_of)(&a->shape, &b->shape) : DIMI(GROUP_SINGLE));
    c->sensor = a->sensor || b->sensor;
    c->sensor_is_b = b->sensor;
    c->solved = !c->sensor && moves_by_contact(w, a, b);
    bool dynamic_a = w->bodies.data[a->body].kind == IMP_BODY_DYNAMIC;
    bool dynamic_b = w->bodies.data[b->body].kind == IMP_BODY_DYNAMIC;
    c->slider = (int8_t)(dynamic_a == dynamic_b || !c->solved ? -1 : dynamic_b);
    c->more = -1;
    c->merged = -1;
    FNI(belt_note)(w, c);
    FNI(one_way_note)(w, c);
}

void FNI(belt_note)(const World* w, Contact* c)
{
    c->belted =
        FNI(vec_bits)(w->colliders.data[c->collider_a].belt) || FNI(vec_bits)(w->colliders.data[c->collider_b].belt);
}

Vec FNI(belt_between)(const World* w, const Contact* c)
{
    return FN(vec_sub)(FN(rot_apply)(c->poses.turn_a, w->colliders.data[c->collider_a].belt),
                       FN(rot_apply)(c->poses.turn_b, w->colliders.data[c->collider_b].belt));
}

void FNI(contact_set_touching)(World* w, Contact* c, bool touching)
{
    if (c->touching != touching)
    {
        // The sensor comes first.
        imp_touch touch = {c->sensor_is_b ? c->handle_b : c->handle_a, c->sensor_is_b ? c->handle_a : c->handle_b};
        impi_touch_list* begun = c->sensor ? &w->events.entered : &w->events.begun_touches;
        impi_touch_list* ended = c->sensor ? &w->events.left : &w->events.ended_touches;
        impi_touch_list* list = touching ? begun : ended;
        list->data[list->count++] = touch;
    }
    c->touching = touching;
}

void FNI(contact_free_manifolds)(World* w, Contact* c)
{
    for (int32_t i = c->more; i >= 0;)
    {
        int32_t next = w->caches.data[i].next;
        w->caches.data[i].next = w->free_cache;
        w->free_cache = i;
        i = next;
    }
    c->more = -1;
    c->manifold_count = c->manifold_count > 1 ? 1 : c->manifold_count;
}
