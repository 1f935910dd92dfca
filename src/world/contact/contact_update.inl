// SPDX-License-Identifier: MIT
//
// Life of contacts: begun and ended with pairs of the broadphase, awake or asleep, settled after the narrow phase.
//
//     pairs -> contacts -> awake | asleep -> manifolds (collide.inl) -> settled: pre_solve, touch events, rows

#ifndef AXES
#include "contact2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    PAIRS_OF_JOB = 64
};

// Ends one contact; its entry in the list is marked. Sleepers in it wake, if they still exist.
static bool end_contact(World* w, impi_contact_list* list, imp_pair pair, int32_t* from)
{
    int32_t at = impi_contact_list_find_from(list, pair, from);
    if (at < 0)
    {
        return false;
    }
    Contact* c = &w->contacts.data[list->data[at].slot];
    FNI(merged_row_expire)(w, c);
    (void)FNI(merge_note)(w, c);  // room is reserved
    FNI(lanes_free)(w, c);
    if (FNI(contact_holds)(w, c))
    {
        // A body may be gone, and its slot reused.
        const int32_t bodies[2] = {c->body_a, c->body_b};
        const imp_collider handles[2] = {c->handle_a, c->handle_b};
        for (int k = 0; k < 2; ++k)
        {
            if (impi_pool_find(&w->collider_pool, handles[k].id) >= 0)
            {
                FNI(body_wake)(w, bodies[k]);
            }
        }
    }
    FNI(contact_set_touching)(w, c, false);
    FNI(contact_free_manifolds)(w, c);
    w->deep_contacts -= c->counted;
    w->sensor_contacts -= c->sensor;
    c->next_free = w->free_contact;
    w->free_contact = list->data[at].slot;
    list->data[at].slot = -1;
    return true;
}

// Whether a pair gets a contact, and whether that is of a sensor.
enum
{
    PAIR_NONE = -1,
    PAIR_CONTACT = 0,
    PAIR_SENSOR = 1
};

// Pairs that get contacts. Jobs decide which do; slots are assigned, in order; jobs fill the contacts in.
typedef struct begin_context
{
    World* w;
    imp_pair_list list;
    bool some_have;
} begin_context;

static bool has_contact(const World* w, imp_pair pair)
{
    return impi_contact_list_find(&w->awake, pair) >= 0 || impi_contact_list_find(&w->asleep, pair) >= 0;
}

static int32_t decide_pair(const begin_context* b, imp_pair pair)
{
    World* w = b->w;
    int32_t collider_a = w->collider_of.data[pair.a], collider_b = w->collider_of.data[pair.b];
    // Pairs may have waited for memory, and a collider may have been removed since.
    if (!FNI(number_used)(w, collider_a, pair.a) || !FNI(number_used)(w, collider_b, pair.b) ||
        (b->some_have && has_contact(w, pair)))
    {
        return PAIR_NONE;
    }
    const Collider *first = &w->colliders.data[collider_a], *second = &w->colliders.data[collider_b];
    return !FNI(may_meet)(w, first, second) ? PAIR_NONE : first->sensor || second->sensor ? PAIR_SENSOR : PAIR_CONTACT;
}

static void decide_pairs_job(void* context, int32_t job)
{
    const begin_context* b = (const begin_context*)context;
    int32_t end = impi_end_of_job(job, PAIRS_OF_JOB, b->list.count);
    for (int32_t i = job * PAIRS_OF_JOB; i < end; ++i)
    {
        const impi_contact_key key = {impi_contact_key_of(b->list.pairs[i]), decide_pair(b, b->list.pairs[i]), false};
        b->w->fresh.data[i] = key;
    }
}

static int32_t take_contact_slot(World* w)
{
    int32_t slot = w->free_contact;
    if (slot < 0)
    {
        return w->contacts.count++;
    }
    w->free_contact = w->contacts.data[slot].next_free;
    return slot;
}

static void assign_slots(World* w, int32_t pairs)
{
    w->fresh.count = 0;
    for (int32_t i = 0; i < pairs; ++i)
    {
        impi_contact_key key = w->fresh.data[i];
        if (key.slot != PAIR_NONE)
        {
            w->sensor_contacts += key.slot == PAIR_SENSOR;
            key.slot = take_contact_slot(w);
            w->fresh.data[w->fresh.count++] = key;
        }
    }
}

static void fill_contacts_job(void* context, int32_t job)
{
    World* w = ((const begin_context*)context)->w;
    int32_t end = impi_end_of_job(job, PAIRS_OF_JOB, w->fresh.count);
    for (int32_t i = job * PAIRS_OF_JOB; i < end; ++i)
    {
        const impi_contact_key* key = &w->fresh.data[i];
        Contact* c = &w->contacts.data[key->slot];
        int32_t collider_a = w->collider_of.data[key->key >> 32],
                collider_b = w->collider_of.data[key->key & UINT32_MAX];
        FNI(contact_fill)(w, c, collider_a, collider_b);
        if (c->solved)
        {
            c->surface =
                FNI(surface_of)(w, &w->colliders.data[collider_a].material, &w->colliders.data[collider_b].material);
        }
    }
}

// A contact begins or ends a touch at most once in a step. A step that is repeated for lack of memory keeps its events.
static imp_status reserve_touches(World* w, impi_touch_list* list, int64_t more)
{
    return impi_array_reserve(list, &w->allocator, list->count + more);
}

// Room for the contacts of this many more pairs. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status reserve_contacts(World* w, int32_t count)
{
    int64_t most = (int64_t)w->contacts.count + count, sensors = (int64_t)w->sensor_contacts + count;
    if (impi_array_reserve(&w->contacts, &w->allocator, most) || impi_array_reserve(&w->awake, &w->allocator, most) ||
        impi_array_reserve(&w->asleep, &w->allocator, most) || impi_array_reserve(&w->fresh, &w->allocator, most) ||
        impi_array_reserve(&w->collide.unsettled, &w->allocator, most / IMPI_WORD + 1) ||
        impi_array_reserve(&w->collide.stirred, &w->allocator, most / IMPI_WORD + 1) ||
        impi_array_reserve(&w->collide.parted, &w->allocator, most / IMPI_WORD + 1) ||
        impi_array_reserve(&w->collide.separation, &w->allocator, most) ||
        impi_array_reserve(&w->solver.marked, &w->allocator, most / IMPI_WORD + 1) ||
        reserve_touches(w, &w->events.begun_touches, most) || reserve_touches(w, &w->events.ended_touches, most) ||
        reserve_touches(w, &w->events.entered, sensors) || reserve_touches(w, &w->events.left, sensors) ||
        (w->impact_speed > 0.0f && impi_array_reserve(&w->events.impacts, &w->allocator, most)))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return IMP_OK;
}

// Whether one of two bodies that do not move has arrived, which is looked at once: contacts that are not solved tell
// events of it; a sleeper may wake by a non-dynamic body that was put there. A body that was made asleep since the last
// step does not: bodies made with it belong to it, in whichever order.
static bool is_arrival(const Contact* c, const Body* a, const Body* b)
{
    if (!c->solved)
    {
        return !c->made || ((a->move_flags | b->move_flags) & IMPI_ARRIVED);
    }
    const Body *sleeper = a->kind == IMP_BODY_DYNAMIC ? a : b, *other = sleeper == a ? b : a;
    return other->kind != IMP_BODY_DYNAMIC && (other->move_flags & IMPI_ARRIVED) && !(sleeper->move_flags & IMPI_NEW);
}

static bool contact_active(const World* w, const Contact* c)
{
    const Body *a = &w->bodies.data[c->body_a], *b = &w->bodies.data[c->body_b];
    return FNI(body_active)(a) || FNI(body_active)(b) || is_arrival(c, a, b);
}

// Begins contacts for a list of pairs; if some_have, for those of it without one.
static void begin_contacts(World* w, imp_pair_list list, bool some_have)
{
    // The caller's hooks are asked in order, on one thread.
    const imp_jobs none = {NULL, NULL, NULL, NULL};
    begin_context b = {w, list, some_have};
    bool active = true;
    impi_spread(w->hooks.filter ? &none : &w->jobs, decide_pairs_job, &b,
                (list.count + PAIRS_OF_JOB - 1) / PAIRS_OF_JOB);
    assign_slots(w, list.count);
    impi_spread(w->hooks.combine ? &none : &w->jobs, fill_contacts_job, &b,
                (w->fresh.count + PAIRS_OF_JOB - 1) / PAIRS_OF_JOB);
    for (int32_t i = 0; i < w->fresh.count && active; ++i)
    {
        active = contact_active(w, &w->contacts.data[w->fresh.data[i].slot]);
    }
    if (w->fresh.count > 0)
    {
        impi_contact_list_merge(&w->awake, &w->fresh);
    }
    w->movers_changed |= !active;  // some belong to the sleeping ones
}

// Another origin may have made boxes overlap that the index does not report as changed.
static imp_status begin_missed_pairs(World* w)
{
    imp_pair_list all;
    if (FN(index_pairs)(w->index, &all) || reserve_contacts(w, all.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    begin_contacts(w, all, true);
    w->shifted = false;
    return IMP_OK;
}

imp_status FNI(contacts_update)(World* w)
{
    if (!w->pending)
    {
        if (FN(index_pairs_changed)(w->index, &w->begun, &w->ended))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        w->pending = true;
    }
    if (reserve_contacts(w, w->begun.count) ||
        impi_array_reserve(&w->collide.vertex_impulses, &w->allocator,
                           w->collide.vertex_impulses.count +
                               DIMI(POINTS) * ((int64_t)w->ended.count + w->caches.count)))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    w->pending = false;
    bool closed = false;
    int32_t from[2] = {0, 0};
    for (int32_t i = 0; i < w->ended.count; ++i)
    {
        imp_pair pair = w->ended.pairs[i];
        closed |= end_contact(w, &w->awake, pair, &from[0]) || end_contact(w, &w->asleep, pair, &from[1]);
    }
    if (closed)
    {
        impi_contact_list_close(&w->awake);
        impi_contact_list_close(&w->asleep);
    }
    begin_contacts(w, w->begun, false);
    return w->shifted ? begin_missed_pairs(w) : IMP_OK;
}

static void move_contacts(World* w, impi_contact_list* from, impi_contact_list* to, bool active)
{
    w->fresh.count = 0;
    for (int32_t i = 0; i < from->count; ++i)
    {
        FNI(contact_prefetch)(w, from, i);
        if (contact_active(w, &w->contacts.data[from->data[i].slot]) == active)
        {
            w->fresh.data[w->fresh.count++] = from->data[i];
            from->data[i].slot = -1;
        }
    }
    if (w->fresh.count > 0)
    {
        FNI(lanes_clear)(w);
        impi_contact_list_close(from);
        impi_contact_list_merge(to, &w->fresh);
    }
}

void FNI(contacts_sort_awake)(World* w)
{
    move_contacts(w, &w->awake, &w->asleep, false);
    move_contacts(w, &w->asleep, &w->awake, true);
}

// Manifolds that pass a one-way collider, or that neighbours carry, are no rows, and lose their impulses.
static void refuse_unsolved(World* w, Contact* c)
{
    for (Cache* t = &c->cache; t; t = FNI(next_cache)(w, c, t))
    {
        t->refused = (c->one_way && t->side != IMPI_SIDE_HELD) || FNI(is_carried)(c, t);
        if (t->refused)
        {
            memset(&t->impulses, 0, sizeof t->impulses);
            --c->row_count;
        }
    }
}

// Asks pre_solve, which may refuse manifolds or change their surface. Refused ones lose their impulses.
static void ask_pre_solve(World* w, Contact* c)
{
    for (Cache* t = &c->cache; t; t = FNI(next_cache)(w, c, t))
    {
        if ((c->one_way && t->side != IMPI_SIDE_HELD) || FNI(is_carried)(c, t))
        {
            continue;
        }
        WorldContact seen = FNI(contact_seen)(w, c, t);
        imp_surface surface = c->surface;
        t->refused = !FNI(ask_solve)(w, &seen, &surface);
        t->surface = impi_surface_fault(&surface) ? c->surface : surface;
        if (t->refused)
        {
            memset(&t->impulses, 0, sizeof t->impulses);
            --c->row_count;
        }
    }
}

// Whether a carried contact touches: its depth is within flush, too. Depths are updated.
static bool is_carried_touching(const World* w, const Contact* c)
{
    const Manifold* m = &c->cache.manifold;
    float deepest = m->points[FNI(deepest_point)(m)].depth;
    return c->manifold_count > 0 && FNI(is_carried)(c, &c->cache) && deepest >= -IMPI_FLUSH * w->unit;
}

static bool overlaps(World* w, const Contact* c)
{
    bool deep = false;
    for (const Cache* t = c->manifold_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        deep |= t->manifold.depth >= 0.0f;
    }
    return deep;
}

// Frees lanes of manifolds that are no rows any more, and notes whether others want one. The note lasts until they have
// one, as the step may be repeated.
static void choose_rows(World* w, Contact* c)
{
    c->wants = false;
    for (Cache* t = &c->cache; t; t = FNI(next_cache)(w, c, t))
    {
        bool row = FNI(is_row)(c, t);
        c->wants |= row && t->lane == 0;
        if (!row)
        {
            FNI(lane_free)(w, t);
        }
    }
}

static void settle_contact(World* w, Contact* c)
{
    if (w->arrivals && c->solved && !FNI(contact_moves)(w, c))
    {
        return;  // it was only looked at, and the sleeper sleeps on
    }
    int32_t row_count = c->row_count;
    c->row_count = c->solved ? c->manifold_count : 0;
    if (c->row_count > 0 && (c->one_way || c->corrected))
    {
        refuse_unsolved(w, c);
    }
    if (c->row_count > 0 && w->hooks.pre_solve)
    {
        ask_pre_solve(w, c);
    }
    if (c->row_count != row_count || c->wants || !c->convex || w->hooks.pre_solve)
    {
        choose_rows(w, c);
    }
    if (!c->solved)
    {
        FNI(contact_set_touching)
        (w, c, c->sensor ? c->inside : overlaps(w, c) || (c->touching && c->manifold_count > 0));
    }
    else if (c->row_count == 0)
    {
        FNI(contact_set_touching)(w, c, is_carried_touching(w, c));
    }
}

static void settle_word(World* w, int32_t first, uint32_t changed)
{
    uint32_t wanting = 0;
    FNI(contacts_prefetch)(w, &w->awake, first, changed);
    for (uint32_t bits = changed; bits != 0; bits &= bits - 1)
    {
        impi_contact_key* key = &w->awake.data[first + impi_lowest_bit(bits)];
        Contact* c = &w->contacts.data[key->slot];
        settle_contact(w, c);
        key->has_rows = FNI(all_rows)(c) && !c->wants;
        wanting |= c->wants ? bits & (~bits + 1u) : 0u;
        w->collide.wanted_rows += c->wants ? c->row_count : 0;
    }
    w->collide.unsettled.data[first / IMPI_WORD] = wanting;
}

void FNI(contacts_settle)(World* w, bool all)
{
    if (w->recorder)
    {
        w->recorder->settling(w);
    }
    w->collide.wanted_rows = 0;
    for (int32_t first = 0; first < w->awake.count; first += IMPI_WORD)
    {
        settle_word(w, first, all ? FNI(all_of_word)(&w->awake, first) : w->collide.unsettled.data[first / IMPI_WORD]);
    }
}
