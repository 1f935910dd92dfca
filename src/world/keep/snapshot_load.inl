// SPDX-License-Identifier: MIT
//
// Loading of snapshots: read into a world of their own, and checked as a whole.
//
// Numbers have been checked as they were read. Here is how they fit together: colliders are in the list of exactly one
// body, sleeping bodies are linked in circles, every contact is one whose end the index will report, and each row has a
// lane of its own, of a colour that its bodies have no other row of. So all that a step trusts is true of any world
// that is loaded: a forged snapshot can be a strange world, but no broken one.

#ifndef AXES
#include "record2.h"
#include "snapshot2.h"
#include "../../broad/index2.h"
#include "../../motion/one_way2.h"

#include "../../math/dim2.h"
#endif

// Each collider is in the list of its body, and in no other.
static bool lists_sound(const World* w)
{
    int32_t met = 0;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        if (w->body_pool.data[i].next != IMPI_SLOT_USED)
        {
            continue;
        }
        for (int32_t k = w->bodies.data[i].first; k >= 0; k = w->colliders.data[k].next)
        {
            const Collider* c = &w->colliders.data[k];
            bool used = w->collider_pool.data[k].next == IMPI_SLOT_USED;
            bool out = c->number < 0;
            if (!used || c->body != i || out != w->bodies.data[i].disabled || met++ == w->collider_pool.used)
            {
                return false;
            }
        }
    }
    return met == w->collider_pool.used;
}

// Sleeping bodies are dynamic, and each is the next of exactly one.
static bool islands_sound(World* w)
{
    bool sound = true;
    int32_t* marks = w->step.islands.data;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        marks[i] = 0;
    }
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        const Body* b = &w->bodies.data[i];
        if (b->island_next >= 0)
        {
            sound = sound && b->kind == IMP_BODY_DYNAMIC && w->bodies.data[b->island_next].island_next >= 0 &&
                    !marks[b->island_next];
            marks[b->island_next] = 1;
        }
    }
    return sound;
}

// Lists the movers of the last step, in the order of slots.
static void list_moved(World* w)
{
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        if (w->bodies.data[i].mover > 0)
        {
            w->movers.data[w->movers.count++] = i;
            w->bodies.data[i].mover = w->movers.count;
        }
    }
}

// Links colliders to their numbers; each has one of its own.
static bool link_numbers(World* w, int32_t numbers)
{
    w->collider_of.count = numbers;
    for (int32_t i = 0; i < numbers; ++i)
    {
        w->collider_of.data[i] = 0;
    }
    for (int pass = 0; pass < 2; ++pass)
    {
        for (int32_t i = 0; i < w->colliders.count; ++i)
        {
            if (w->collider_pool.data[i].next != IMPI_SLOT_USED || w->colliders.data[i].number < 0)
            {
                continue;
            }
            int32_t* at = &w->collider_of.data[w->colliders.data[i].number];
            if (pass > 0 && *at != i)
            {
                return false;
            }
            *at = i;
        }
    }
    return numbers == 0 || w->colliders.count > 0;
}

// Makes the members of colliders that follow from their shapes.
static imp_status complete_colliders(World* w)
{
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < w->colliders.count && !status; ++i)
    {
        Collider* c = &w->colliders.data[i];
        bool used = w->collider_pool.data[i].next == IMPI_SLOT_USED;
        status = used && (FNI(collider_copy_centered)(w, c) || FNI(collider_find_bulk)(w, c)) ? IMP_ERR_MEMORY : IMP_OK;
    }
    return status;
}

static bool weigh_all(World* w)
{
    bool sound = true;
    for (int32_t i = 0; i < w->colliders.count; ++i)
    {
        if (w->collider_pool.data[i].next == IMPI_SLOT_USED)
        {
            FNI(collider_measure)(&w->colliders.data[i]);
            FNI(neighbours_note_siblings)(w, i);
            w->one_ways += FNI(is_one_way)(w->colliders.data[i].one_way);
            w->sensor_count += w->colliders.data[i].sensor;
            w->springy_count += impi_is_springy(w->colliders.data[i].material.restitution);
            sound = FNI(bend_count)(w, &w->colliders.data[i]) && sound;
            w->field_count += FNI(has_field)(&w->colliders.data[i]);
        }
    }
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        Body* b = &w->bodies.data[i];
        // Contacts may have left some motion along locked axes, which a step begins with.
        const Vec velocity = b->velocity;
        const Spin spin = b->spin;
        if (w->body_pool.data[i].next == IMPI_SLOT_USED && FNI(body_update_mass)(w, i))
        {
            return false;
        }
        FNI(body_share_centered)(w, i);
        b->velocity = velocity;
        b->spin = spin;
    }
    return sound;
}

// The index reports the end of pairs that overlapped when it last reported changes, and of nothing else.
static bool contact_sound(const World* w, uint64_t key)
{
    Thing a, b;
    Box then_a, then_b;
    int32_t number_a = (int32_t)(key >> 32), number_b = (int32_t)(key & 0xffffffffu);
    bool known = number_a < number_b && FNI(index_look)(w->index, number_a, &a, &then_a) &&
                 FNI(index_look)(w->index, number_b, &b, &then_b);
    return known && FN(box_overlap)(then_a, then_b) && impi_filters_agree(a.filter, b.filter);
}

static bool contacts_sound(const World* w, const impi_contact_list* list)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        const Contact* c = &w->contacts.data[list->data[i].slot];
        bool rises = i == 0 || list->data[i - 1].key < list->data[i].key;
        // Bodies that are gone may have left their slots to others.
        bool alone = FNI(contact_is_whole)(w, c) && c->body_a == c->body_b;
        if (!rises || !contact_sound(w, list->data[i].key) || alone)
        {
            return false;
        }
    }
    return true;
}

static bool lists_differ(const impi_contact_list* a, const impi_contact_list* b)
{
    for (int32_t i = 0, k = 0; i < a->count && k < b->count;)
    {
        if (a->data[i].key == b->data[k].key)
        {
            return false;
        }
        bool first = a->data[i].key < b->data[k].key;
        i += first;
        k += !first;
    }
    return true;
}

// All that has been read must be good before the next is read, as that depends on it.
static void read_world(impi_bytes* state, impi_bytes* geometry, World* w)
{
    int32_t numbers = 0;
    FNI(visit_places)(state, w, &numbers);
    geometry->bad |= state->bad;
    FNI(visit_geometry)(geometry, w);
    state->bad |= geometry->bad || geometry->at != geometry->end;
    state->no_memory |= geometry->no_memory;
    FNI(visit_bodies)(state, w, numbers);
    FNI(visit_joints)(state, w);
    state->bad = state->bad || !lists_sound(w) || !islands_sound(w) || !link_numbers(w, numbers);
    impi_visit_memory(state, state->bad ? IMP_OK : complete_colliders(w));
    state->bad = state->bad || !weigh_all(w);
    FNI(visit_numbers)(state, w, numbers);
    if (!state->bad)
    {
        impi_visit_memory(state, FNI(colliders_enter_fixed)(w));
    }
    list_moved(w);
    FNI(visit_contacts)(state, w);
    state->bad = state->bad || !contacts_sound(w, &w->awake) || !contacts_sound(w, &w->asleep) ||
                 !lists_differ(&w->awake, &w->asleep) || state->at != state->end ||
                 (w->built >= IMPI_BUILT_LANES && !FNI(lanes_restore)(w));
}

imp_status FN(world_load)(World* world, const uint8_t* bytes, int32_t count)
{
    int32_t fault = FNI(world_fault)(world);
    if (fault || !bytes)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, 2);
    }
    if (count < IMPI_SEAL_BYTES)
    {
        return impi_error(IMP_ERR_COUNT, 3);
    }
    uint32_t part = 0;
    fault = impi_seal_fault(bytes, count, DIMI(SNAPSHOT_KIND), IMPI_SNAPSHOT_VERSION, &part);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    impi_bytes geometry = impi_bytes_from(bytes + IMPI_SEAL_BYTES, part);
    impi_bytes state = impi_bytes_from(bytes + IMPI_SEAL_BYTES + part, count - IMPI_SEAL_BYTES - (int64_t)part);
    WorldDef def = {.allocator = &world->allocator};
    def.jobs = world->jobs.start ? &world->jobs : NULL;
    FNI(visit_def)(&state, &def);
    World* made;
    imp_status status = state.bad ? IMP_ERR_FORMAT : FN(world_make)(&def, &made);
    if (status)
    {
        return imp_status_fault(status) == IMP_ERR_MEMORY ? status : impi_error(IMP_ERR_FORMAT, 2);
    }
    read_world(&state, &geometry, made);
    if (!state.bad && world->recorder)
    {
        Call call = {.kind = IMPI_CALL_LOAD, .bytes = bytes, .byte_count = count};
        FNI(record_call)(world, &call);
    }
    if (!state.bad)
    {
        World old = *world;
        *world = *made;
        *made = old;
        FNI(world_set_level)(world, old.level);
        world->hooks = old.hooks;
        world->recorder = old.recorder;
        made->recorder = NULL;
    }
    FN(world_free)(made);
    return state.no_memory ? impi_error(IMP_ERR_MEMORY, 0) : state.bad ? impi_error(IMP_ERR_FORMAT, 2) : IMP_OK;
}
