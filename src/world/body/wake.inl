// SPDX-License-Identifier: MIT
//
// Sleep and waking of bodies, and changes of their velocity.
//
// An island that fell asleep together is linked in a circle (island_next): waking one of its bodies wakes all.

#ifndef AXES
#include "body2.h"

#include "../../math/dim2.h"
#endif

void FNI(body_set_velocity)(World* w, int32_t body, Vec velocity, Spin spin)
{
    Body* b = &w->bodies.data[body];
    if (FNI(vec_fault_large)(velocity) || FNI(spin_fault_large)(spin))
    {
        return;
    }
    bool moved = FNI(body_active)(b);
    b->velocity = FNI(vec_locked)(velocity, b->locks);
    b->spin = FNI(spin_locked)(spin, b->locks >> AXES);
    w->movers_changed |= FNI(body_active)(b) != moved;
}

void FNI(body_lay_down)(World* w, int32_t slot)
{
    Body* b = &w->bodies.data[slot];
    FNI(body_set_velocity)(w, slot, FNI(vec_none)(), FNI(spin_none)());
    b->force = FNI(vec_none)();
    b->torque = FNI(spin_none)();
    b->island_next = slot;
    b->slept = true;
    w->movers_changed = true;
}

void FNI(body_wake)(World* w, int32_t body)
{
    Body* b = &w->bodies.data[body];
    b->sleep_time = 0.0f;
    for (int32_t next = b->island_next; next >= 0;)
    {
        Body* other = &w->bodies.data[next];
        next = other->island_next;
        other->island_next = -1;
        other->sleep_time = 0.0f;
        w->movers_changed = true;
    }
}

static void wake_touching(World* w, const impi_contact_list* list, int32_t body)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        const Contact* c = &w->contacts.data[list->data[i].slot];
        if ((c->body_a == body || c->body_b == body) && FNI(contact_holds)(w, c))
        {
            FNI(body_wake)(w, c->body_a == body ? c->body_b : c->body_a);
        }
    }
}

void FNI(wake_neighbours)(World* w, int32_t body)
{
    wake_touching(w, &w->awake, body);
    wake_touching(w, &w->asleep, body);
    FNI(joined_wake)(w, body);
}

void FNI(body_note_arrival)(World* w, int32_t body)
{
    w->bodies.data[body].move_flags |= IMPI_ARRIVED;
    w->movers_changed = true;
}
