// SPDX-License-Identifier: MIT
//
// Worlds of the plane: made, freed, asked.

#include "record2.h"
#include "ways2.h"

#include "../base/alloc.h"

#include <string.h>

#define UNIT_MIN 0x1p-20f
#define UNIT_MAX 0x1p20f

static int32_t def_fault(const imp2_world_def* def)
{
    int32_t fault = imp2i_vec_fault_large(def->gravity);
    fault = fault ? fault : impi_number_fault_negative(def->length_unit);
    fault = fault ? fault : impi_number_fault_negative(def->impact_speed);
    bool odd_unit = def->length_unit != 0.0f && (def->length_unit < UNIT_MIN || def->length_unit > UNIT_MAX);
    fault = fault ? fault : odd_unit ? IMP_ERR_RANGE : 0;
    fault = fault ? fault : def->hits < 0 || def->hits > IMP2I_HITS_MAX ? IMP_ERR_COUNT : 0;
    fault = fault ? fault : def->sub_steps < 0 || def->sub_steps > IMP2I_SUB_STEPS_MAX ? IMP_ERR_COUNT : 0;
    bool no_jobs = def->jobs && (!def->jobs->workers || !def->jobs->start || !def->jobs->wait);
    return fault ? fault : !impi_alloc_valid(def->allocator) || no_jobs ? IMP_ERR_NULL : 0;
}

imp2_world_def imp2_world_default(void)
{
    const imp2_world_def def = {.length_unit = 1.0f, .hits = IMP2I_HITS};
    return def;
}

imp_status imp2_world_make(const imp2_world_def* def, imp2_world** out)
{
    const imp2_world_def standard = imp2_world_default();
    def = def ? def : &standard;
    int32_t fault = def_fault(def);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    imp2_world* w = (imp2_world*)impi_alloc_resize(def->allocator, NULL, 0, 1, sizeof *w);
    if (!w)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(w, 0, sizeof *w);
    w->allocator = impi_alloc_or_default(def->allocator);
    if (def->jobs)
    {
        w->jobs = *def->jobs;
    }
    w->gravity = def->gravity;
    w->unit = def->length_unit > 0.0f ? def->length_unit : 1.0f;
    w->sub_steps = def->sub_steps;
    w->sleepless = def->sleepless;
    w->impact_speed = def->impact_speed;
    w->discrete = def->discrete;
    w->hits = def->hits > 0 ? def->hits : IMP2I_HITS;
    w->passes = imp2i_row_passes_at(impi_cpu_level());
    w->free_contact = -1;
    w->free_touch = -1;
    impi_pool_init(&w->body_pool, 1);
    impi_pool_init(&w->collider_pool, IMPI_GENERATION_MAX / 2);  // so that one's handles are not taken for the other's
    imp2_index_def index = {0};
    index.margin = imp2i_world_near(w);
    index.allocator = &w->allocator;
    index.jobs = def->jobs;
    imp2_index_def fixed_index = index;
    fixed_index.margin = 0.0f;  // what is found depends on where things are, and not on how they came there
    if (imp2_index_make(&index, &w->index) || imp2_index_make(&fixed_index, &w->fixed_index))
    {
        imp2_world_free(w);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    *out = w;
    return IMP_OK;
}

void imp2_world_free(imp2_world* w)
{
    if (!w || w->hooked)
    {
        return;
    }
    imp_allocator allocator = w->allocator;
    (void)imp2i_record_end(w);
    for (int32_t i = 0; i < w->colliders.count; ++i)
    {
        if (w->collider_pool.data[i].next == IMPI_SLOT_USED)
        {
            imp2i_collider_free(&w->colliders.data[i]);
        }
    }
    imp2i_impacts_free(w);
    imp2_index_free(w->index);
    imp2_index_free(w->fixed_index);
    impi_pool_free(&w->body_pool, &allocator);
    impi_pool_free(&w->collider_pool, &allocator);
    impi_array_free(&w->bodies, &allocator);
    impi_array_free(&w->colliders, &allocator);
    impi_array_free(&w->collider_of, &allocator);
    impi_array_free(&w->fixed_of, &allocator);
    impi_array_free(&w->contacts, &allocator);
    impi_array_free(&w->touches, &allocator);
    impi_array_free(&w->manifolds, &allocator);
    impi_array_free(&w->borne, &allocator);
    impi_array_free(&w->awake, &allocator);
    impi_array_free(&w->asleep, &allocator);
    impi_array_free(&w->fresh, &allocator);
    impi_array_free(&w->movers, &allocator);
    impi_array_free(&w->motions, &allocator);
    impi_array_free(&w->stances, &allocator);
    impi_array_free(&w->befores, &allocator);
    impi_array_free(&w->restless, &allocator);
    impi_array_free(&w->finished, &allocator);
    impi_array_free(&w->drives, &allocator);
    impi_array_free(&w->unsettled, &allocator);
    impi_array_free(&w->stirred, &allocator);
    impi_array_free(&w->parted, &allocator);
    impi_array_free(&w->parts_found, &allocator);
    impi_array_free(&w->slack, &allocator);
    impi_array_free(&w->marked, &allocator);
    impi_array_free(&w->new_lanes, &allocator);
    impi_array_free(&w->lanes, &allocator);
    impi_array_free(&w->block_news, &allocator);
    impi_colours_free(&w->colours, &allocator);
    impi_array_free(&w->rows, &allocator);
    impi_array_free(&w->islands, &allocator);
    impi_array_free(&w->moved_numbers, &allocator);
    impi_array_free(&w->moved_boxes, &allocator);
    impi_array_free(&w->mixtures, &allocator);
    impi_array_free(&w->begun_touches, &allocator);
    impi_array_free(&w->ended_touches, &allocator);
    impi_array_free(&w->entered, &allocator);
    impi_array_free(&w->left, &allocator);
    impi_array_free(&w->impacts, &allocator);
    impi_alloc_free(&allocator, w, 1, sizeof *w);
}

imp_status imp2_world_stats(const imp2_world* w, imp_world_stats* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 2 : 1);
    }
    imp_world_stats stats = {0};
    stats.bodies = w->body_pool.used;
    stats.colliders = w->collider_pool.used;
    stats.contacts = w->awake.count + w->asleep.count;
    stats.rows = w->row_count;
    stats.colours = w->colour_count;
    memcpy(stats.times, w->times, sizeof stats.times);
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        const imp2i_body* b = &w->bodies.data[i];
        bool used = w->body_pool.data[i].next == IMPI_SLOT_USED;
        stats.awake += used && b->kind != IMP_BODY_STATIC && b->ring < 0 && !b->disabled;
    }
    *out = stats;
    return IMP_OK;
}

imp_status imp2_world_touches(const imp2_world* w, imp_touches* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 2 : 1);
    }
    imp_touches touches = {w->begun_touches.data,  w->ended_touches.data,  w->entered.data,  w->left.data,
                           w->begun_touches.count, w->ended_touches.count, w->entered.count, w->left.count};
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
    *count = w->impacts.count;
    if (w->impacts.count > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    for (int32_t i = 0; i < w->impacts.count; ++i)
    {
        impacts[i] = w->impacts.data[i];
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
