// SPDX-License-Identifier: MIT
//
// Bodies that change: their velocity, falling asleep and waking, and what wakes with them.
//
// An island that fell asleep together is a ring of bodies: who wakes one wakes all.

#include "body2.h"

void imp2i_body_set_velocity(imp2_world* w, int32_t body, imp2_vec velocity, float spin)
{
    imp2i_body* b = &w->bodies.data[body];
    if (imp2i_vec_fault_large(velocity) || impi_number_fault_large(spin))
    {
        return;
    }
    bool moved = imp2i_body_active(b);
    b->velocity.x = b->locks & IMP2_LOCK_X ? 0.0f : velocity.x;
    b->velocity.y = b->locks & IMP2_LOCK_Y ? 0.0f : velocity.y;
    b->spin = b->locks & IMP2_LOCK_TURN ? 0.0f : spin;
    w->movers_changed |= imp2i_body_active(b) != moved;
}

void imp2i_body_lay_down(imp2_world* w, int32_t place)
{
    imp2i_body* b = &w->bodies.data[place];
    const imp2_vec zero = {0.0f, 0.0f};
    imp2i_body_set_velocity(w, place, zero, 0.0f);
    b->force = zero;
    b->torque = 0.0f;
    b->ring = place;
    b->slept = true;
    w->movers_changed = true;
}

void imp2i_body_wake(imp2_world* w, int32_t body)
{
    imp2i_body* b = &w->bodies.data[body];
    b->still = 0.0f;
    for (int32_t next = b->ring; next >= 0;)
    {
        imp2i_body* other = &w->bodies.data[next];
        next = other->ring;
        other->ring = -1;
        other->still = 0.0f;
        w->movers_changed = true;
    }
}

static void wake_touching(imp2_world* w, const impi_contact_list* list, int32_t body)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        const imp2i_contact* c = &w->contacts.data[list->data[i].place];
        if ((c->body_a == body || c->body_b == body) && imp2i_contact_holds(w, c))
        {
            imp2i_body_wake(w, c->body_a == body ? c->body_b : c->body_a);
        }
    }
}

void imp2i_wake_neighbours(imp2_world* w, int32_t body)
{
    wake_touching(w, &w->awake, body);
    wake_touching(w, &w->asleep, body);
}

void imp2i_body_arrive(imp2_world* w, int32_t body)
{
    w->bodies.data[body].news |= IMP2I_ARRIVED;
    w->movers_changed = true;
}
