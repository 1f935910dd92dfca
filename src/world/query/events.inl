// SPDX-License-Identifier: MIT
//
// Events of the last step, for the caller: touches, contacts with their impulses, impacts, moves of bodies.

#ifndef AXES
#include "../contact/contact2.h"

#include "../../math/dim2.h"
#endif

imp_status FN(world_touch_events)(const World* w, imp_touch_events* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 2 : 1);
    }
    imp_touch_events touches = {
        w->events.begun_touches.data,  w->events.ended_touches.data,  w->events.entered.data,  w->events.left.data,
        w->events.begun_touches.count, w->events.ended_touches.count, w->events.entered.count, w->events.left.count};
    *out = touches;
    return IMP_OK;
}

// Lists manifolds of all bodies, or of one by slot if that is not below 0.
static imp_status list_manifolds(const World* w, int32_t body, WorldContact* contacts, int32_t capacity, int32_t* count)
{
    // Both lists are sorted, and merged: once to count and once to write.
    for (int pass = 0; pass < 2; ++pass)
    {
        int32_t found = 0, i = 0, k = 0;
        while (i < w->awake.count || k < w->asleep.count)
        {
            bool first = k == w->asleep.count || (i < w->awake.count && w->awake.data[i].key < w->asleep.data[k].key);
            const Contact* c = &w->contacts.data[(first ? w->awake.data[i] : w->asleep.data[k]).slot];
            i += first;
            k += !first;
            bool meant = body < 0 || c->body_a == body || c->body_b == body;
            const Cache* t = meant && c->manifold_count > 0 && FNI(contact_is_whole)(w, c) ? &c->cache : NULL;
            for (; t; t = FNI(next_cache)(w, c, t))
            {
                if (pass > 0)
                {
                    contacts[found] = FNI(contact_seen)(w, c, t);
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

imp_status FN(world_contacts)(const World* w, WorldContact* contacts, int32_t capacity, int32_t* count)
{
    imp_status status = FNI(list_status)(w, contacts, capacity, count, 2);
    return status ? status : list_manifolds(w, -1, contacts, capacity, count);
}

imp_status FN(world_body_contacts)(const World* w, imp_body body, WorldContact* contacts, int32_t capacity,
                                   int32_t* count)
{
    imp_status status = FNI(list_status)(w, contacts, capacity, count, 3);
    int32_t slot = status ? -1 : FNI(find_body)(w, body);
    status = status ? status : slot < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
    return status ? status : list_manifolds(w, slot, contacts, capacity, count);
}

static int32_t count_harder(const World* w, uint32_t than)
{
    int32_t count = 0;
    for (int32_t i = 0; i < w->events.impacts.count; ++i)
    {
        count += impi_float_bits(w->events.impacts.data[i].impulse) > than;
    }
    return count;
}

// The impulse than which at most so many are greater, as bits: those of floats above 0 are in their order. Found bit by
// bit, as there is no memory for sorting.
static uint32_t hardest_bits(const World* w, int32_t most)
{
    uint32_t least = 0;
    for (uint32_t bit = 1u << 30; bit > 0; bit >>= 1)
    {
        least |= count_harder(w, least | (bit - 1)) > most ? bit : 0;
    }
    return least;
}

imp_status FN(world_impact_events)(const World* w, Impact* impacts, int32_t capacity, int32_t* count)
{
    imp_status status = FNI(list_status)(w, impacts, capacity, count, 2);
    if (status)
    {
        return status;
    }
    *count = w->events.impacts.count;
    const bool all = w->events.impacts.count <= capacity;
    const uint32_t least = all || capacity == 0 ? 0 : hardest_bits(w, capacity);
    int32_t alike = all ? capacity : capacity - count_harder(w, least);  // room for those of just this impulse
    int32_t found = 0;
    for (int32_t i = 0; i < w->events.impacts.count && found < capacity; ++i)
    {
        uint32_t bits = impi_float_bits(w->events.impacts.data[i].impulse);
        if (all || bits > least || (bits == least && alike-- > 0))
        {
            impacts[found++] = w->events.impacts.data[i];
        }
    }
    return all ? IMP_OK : impi_error(IMP_ERR_SPACE, 3);
}

imp_status FN(world_move_events)(const World* w, Move* moves, int32_t capacity, int32_t* count)
{
    imp_status status = FNI(list_status)(w, moves, capacity, count, 2);
    if (status)
    {
        return status;
    }
    for (int pass = 0; pass < 2; ++pass)
    {
        int32_t found = 0;
        for (int32_t i = 0; i < w->movers.count; ++i)
        {
            // A body may be gone, and its slot reused by one that no step has moved yet.
            int32_t slot = w->movers.data[i];
            const Body* b = &w->bodies.data[slot];
            if (w->body_pool.data[slot].next != IMPI_SLOT_USED || !(b->move_flags & IMPI_MOVED))
            {
                continue;
            }
            if (pass > 0)
            {
                Move move = {{impi_pool_id(&w->body_pool, slot)}, b->pose, b->move_flags & (IMPI_MOVED - 1u), b->user};
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
