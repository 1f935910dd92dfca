// SPDX-License-Identifier: MIT
//
// One contact: found by its colliders, filled in, told of when it begins or ends to touch.

#include "../../narrow/batch_kernels2.h"
#include "contact2.h"

#include <string.h>

void imp2i_contact_drop_more(imp2_world* w, imp2i_contact* c)
{
    for (int32_t i = c->more; i >= 0;)
    {
        int32_t next = w->touches.data[i].next;
        w->touches.data[i].next = w->free_touch;
        w->free_touch = i;
        i = next;
    }
    c->more = -1;
    c->touch_count = c->touch_count > 1 ? 1 : c->touch_count;
}

void imp2i_contact_touch(imp2_world* w, imp2i_contact* c, bool touching)
{
    if (c->touching != touching)
    {
        // Of a sensor and what is in it, the sensor comes first.
        imp_touch touch = {c->sensor_is_b ? c->handle_b : c->handle_a, c->sensor_is_b ? c->handle_a : c->handle_b};
        impi_touch_list* begun = c->sensor ? &w->events.entered : &w->events.begun_touches;
        impi_touch_list* ended = c->sensor ? &w->events.left : &w->events.ended_touches;
        impi_touch_list* list = touching ? begun : ended;
        list->data[list->count++] = touch;
    }
    c->touching = touching;
}

bool imp2i_number_used(const imp2_world* w, int32_t collider, int32_t number)
{
    return w->collider_pool.data[collider].next == IMPI_SLOT_USED && w->colliders.data[collider].number == number;
}

static bool moves_by_contact(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b)
{
    return w->bodies.data[a->body].kind == IMP_BODY_DYNAMIC || w->bodies.data[b->body].kind == IMP_BODY_DYNAMIC;
}

bool imp2i_may_meet(imp2_world* w, const imp2i_collider* a, const imp2i_collider* b)
{
    bool told = moves_by_contact(w, a, b) || a->sensor || b->sensor || a->meets_fixed || b->meets_fixed;
    bool meet = told && a->body != b->body && !(a->sensor && b->sensor) && !(a->group != 0 && a->group == b->group);
    imp_collider handle_a = {impi_pool_id(&w->collider_pool, (int32_t)(a - w->colliders.data))};
    imp_collider handle_b = {impi_pool_id(&w->collider_pool, (int32_t)(b - w->colliders.data))};
    return meet && imp2i_ask_filter(w, handle_a, handle_b);
}

int32_t imp2i_contact_at(const impi_contact_list* list, const imp2i_collider* a, const imp2i_collider* b)
{
    return impi_contact_list_find(list, imp2i_pair_of_colliders(a, b));
}

imp2i_contact* imp2i_contact_in(const imp2_world* w, const impi_contact_list* list, const imp2i_collider* a,
                                const imp2i_collider* b)
{
    int32_t at = imp2i_contact_at(list, a, b);
    return at >= 0 ? &w->contacts.data[list->data[at].place] : NULL;
}

imp2i_contact* imp2i_contact_between(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b)
{
    imp2i_contact* awake = imp2i_contact_in(w, &w->awake, a, b);
    return awake ? awake : imp2i_contact_in(w, &w->asleep, a, b);
}

void imp2i_contact_fill(const imp2_world* w, imp2i_contact* c, int32_t collider_a, int32_t collider_b)
{
    const imp2i_collider *a = &w->colliders.data[collider_a], *b = &w->colliders.data[collider_b];
    memset(c, 0, sizeof *c);
    c->collider_a = collider_a;
    c->collider_b = collider_b;
    c->body_a = a->body;
    c->body_b = b->body;
    c->handle_a.id = impi_pool_id(&w->collider_pool, collider_a);
    c->handle_b.id = impi_pool_id(&w->collider_pool, collider_b);
    c->convex = a->convex && b->convex;
    c->group = (uint8_t)(c->convex ? imp2i_group_of(&a->shape, &b->shape) : IMP2I_GROUP_SINGLE);
    c->sensor = a->sensor || b->sensor;
    c->sensor_is_b = b->sensor;
    c->solved = !c->sensor && moves_by_contact(w, a, b);
    bool gives_a = w->bodies.data[a->body].kind == IMP_BODY_DYNAMIC;
    bool gives_b = w->bodies.data[b->body].kind == IMP_BODY_DYNAMIC;
    c->slider = (int8_t)(gives_a == gives_b || !c->solved ? -1 : gives_b);
    c->more = -1;
    c->mate = -1;
    imp2i_one_way_note(w, c);
}
