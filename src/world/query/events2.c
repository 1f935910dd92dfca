// SPDX-License-Identifier: MIT
//
// Events of the last step, for who asks: touches, contacts with their impulses, impacts, moves of bodies.

#include "../contact/contact2.h"

imp_status imp2_world_touches(const imp2_world* w, imp_touches* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 2 : 1);
    }
    imp_touches touches = {w->events.begun_touches.data, w->events.ended_touches.data,  w->events.entered.data,
                           w->events.left.data,          w->events.begun_touches.count, w->events.ended_touches.count,
                           w->events.entered.count,      w->events.left.count};
    *out = touches;
    return IMP_OK;
}

// Of all bodies, or of the one at a place if that is not below 0.
static imp_status list_manifolds(const imp2_world* w, int32_t body, imp2_world_contact* contacts, int32_t capacity,
                                 int32_t* count)
{
    // Both lists are sorted: they are gone through side by side, once to count and once to write.
    for (int pass = 0; pass < 2; ++pass)
    {
        int32_t found = 0, i = 0, k = 0;
        while (i < w->awake.count || k < w->asleep.count)
        {
            bool first = k == w->asleep.count || (i < w->awake.count && w->awake.data[i].key < w->asleep.data[k].key);
            const imp2i_contact* c = &w->contacts.data[(first ? w->awake.data[i] : w->asleep.data[k]).place];
            i += first;
            k += !first;
            bool meant = body < 0 || c->body_a == body || c->body_b == body;
            const imp2i_touch* t = meant && c->touch_count > 0 && imp2i_contact_whole(w, c) ? &c->touch : NULL;
            for (; t; t = imp2i_next_touch(w, c, t))
            {
                if (pass > 0)
                {
                    contacts[found] = imp2i_contact_seen(w, c, t);
                }
                ++found;
            }
        }
        if (pass == 0)
        {
            *count = found;
            if (found > capacity)
            {
                return impi_error(IMP_ERR_SPACE, body < 0 ? 3 : 4);
            }
        }
    }
    return IMP_OK;
}

imp_status imp2_world_contacts(const imp2_world* w, imp2_world_contact* contacts, int32_t capacity, int32_t* count)
{
    imp_status status = imp2i_list_status(w, contacts, capacity, count, 2);
    return status ? status : list_manifolds(w, -1, contacts, capacity, count);
}

imp_status imp2_world_body_contacts(const imp2_world* w, imp_body body, imp2_world_contact* contacts, int32_t capacity,
                                    int32_t* count)
{
    imp_status status = imp2i_list_status(w, contacts, capacity, count, 3);
    int32_t place = status ? -1 : imp2i_find_body(w, body);
    status = status ? status : place < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
    return status ? status : list_manifolds(w, place, contacts, capacity, count);
}

imp_status imp2_world_impacts(const imp2_world* w, imp2_impact* impacts, int32_t capacity, int32_t* count)
{
    imp_status status = imp2i_list_status(w, impacts, capacity, count, 2);
    if (status)
    {
        return status;
    }
    *count = w->events.impacts.count;
    if (w->events.impacts.count > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    for (int32_t i = 0; i < w->events.impacts.count; ++i)
    {
        impacts[i] = w->events.impacts.data[i];
    }
    return IMP_OK;
}

imp_status imp2_world_moves(const imp2_world* w, imp2_move* moves, int32_t capacity, int32_t* count)
{
    imp_status status = imp2i_list_status(w, moves, capacity, count, 2);
    if (status)
    {
        return status;
    }
    for (int pass = 0; pass < 2; ++pass)
    {
        int32_t found = 0;
        for (int32_t i = 0; i < w->movers.count; ++i)
        {
            // A body may be gone, and another be in its place, which no step has moved yet.
            int32_t place = w->movers.data[i];
            const imp2i_body* b = &w->bodies.data[place];
            if (w->body_pool.data[place].next != IMPI_SLOT_USED || !(b->news & IMP2I_MOVED))
            {
                continue;
            }
            if (pass > 0)
            {
                imp2_move move = {{impi_pool_id(&w->body_pool, place)}, b->pose, b->news & (IMP2I_MOVED - 1u), b->user};
                moves[found] = move;
            }
            ++found;
        }
        if (pass == 0)
        {
            *count = found;
            if (found > capacity)
            {
                return impi_error(IMP_ERR_SPACE, 3);
            }
        }
    }
    return IMP_OK;
}
