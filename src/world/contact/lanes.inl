// SPDX-License-Identifier: MIT
//
// Lanes: which contacts are rows (constraints), and which lane of the coloured blocks each row has (colours.h).
//
//     a manifold to be solved      -> wants a lane (contact.wants) -> all that want one get one, in order
//     one that is not, or ended    -> its lane is free
//
// Two things are kept apart. Lanes last as long as the same bodies move: a contact that begins or ends changes its own
// and no others. Their colours decide the bits of the solution, so they depend on saved state alone, and loading a
// world restores them. Rows last as long as the lanes also hold the depths and impulses of their manifolds; whether
// they do changes nothing but the time a step takes, so they may be given up at any time.
//
// All rows are coloured anew when bodies begin or end to move, when contacts fall asleep or wake, when a collider is
// removed, when a row finds no colour, and when lanes have become mixed or hollow.

#ifndef AXES
#include "contact2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

static const Lane NO_LANE = {-1, -1, {~0, ~0}, 0.0f};

// Writes depths and impulses of a row back into its cache.
static void write_back(const World* w, Cache* t)
{
    int32_t lane = t->row - 1;
    const Rows* rows = &w->solver.rows.data[lane / IMPI_ROW_LANES];
    t->impulses = FNI(row_get)(rows, lane % IMPI_ROW_LANES);
    for (int32_t k = 0; k < t->manifold.count; ++k)
    {
        t->manifold.points[k].depth = -rows->points[k].gap[lane % IMPI_ROW_LANES];
    }
    t->row = 0;
}

// Writes rows of some blocks back, and drops their lanes, too, if asked. Manifolds that were made anew have no row.
static void write_back_blocks(World* w, int32_t job, bool lanes)
{
    int32_t end = impi_end_of_job(job, IMPI_BLOCKS_OF_JOB, w->solver.colours.blocks.count) * IMPI_ROW_LANES;
    for (int32_t i = job * IMPI_BLOCKS_OF_JOB * IMPI_ROW_LANES; i < end; ++i)
    {
        const Lane* lane = &w->solver.lanes.data[i];
        Cache* t = lane->contact >= 0 ? FNI(cache_of_lane)(w, lane) : NULL;
        if (i + IMPI_AHEAD < end && lane[IMPI_AHEAD].contact >= 0)
        {
            impi_prefetch(FNI(cache_of_lane)(w, &lane[IMPI_AHEAD]));
            impi_prefetch((const char*)FNI(cache_of_lane)(w, &lane[IMPI_AHEAD]) + 64);
        }
        if (t && t->row > 0)
        {
            write_back(w, t);
        }
        if (t && lanes)
        {
            t->lane = 0;
        }
    }
}

static void rows_fall_job(void* context, int32_t job)
{
    write_back_blocks((World*)context, job, false);
}

static void lanes_fall_job(void* context, int32_t job)
{
    write_back_blocks((World*)context, job, true);
}

static void spread_write_back(World* w, void (*job)(void*, int32_t))
{
    impi_spread(&w->jobs, job, w, (w->solver.colours.blocks.count + IMPI_BLOCKS_OF_JOB - 1) / IMPI_BLOCKS_OF_JOB);
}

void FNI(rows_write_back)(World* w)
{
    if (w->built >= IMPI_BUILT_ROWS)
    {
        spread_write_back(w, rows_fall_job);
        w->built = IMPI_BUILT_LANES;
    }
    w->stale = w->stale == IMPI_STALE_ROWS ? IMPI_STALE_SIMS : w->stale;
}

void FNI(contact_write_back)(const World* w, Contact* c)
{
    for (Cache* t = c->row_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        if (t->row > 0)
        {
            write_back(w, t);
        }
    }
}

void FNI(lanes_clear)(World* w)
{
    if (w->built >= IMPI_BUILT_LANES)
    {
        spread_write_back(w, lanes_fall_job);
    }
    w->built = IMPI_BUILT_NOTHING;
    w->stale = w->stale > IMPI_STALE_SIMS ? IMPI_STALE_SIMS : w->stale;
    w->solver.colours.blocks.count = 0;
}

Cache FNI(cache_now)(const World* w, const Cache* t)
{
    Cache r = *t;
    if (t->row > 0)
    {
        write_back(w, &r);
    }
    return r;
}

RowImpulses FNI(impulses_now)(const World* w, const Cache* t)
{
    int32_t lane = t->row - 1;
    return lane < 0 ? t->impulses : FNI(row_get)(&w->solver.rows.data[lane / IMPI_ROW_LANES], lane % IMPI_ROW_LANES);
}

static void mark_lane_changed(World* w, int32_t lane)
{
    if (w->built >= IMPI_BUILT_ROWS && lane / IMPI_ROW_LANES < w->solver.rows.count)
    {
        w->solver.block_events.data[lane / IMPI_ROW_LANES].moved |= 1u << lane % IMPI_ROW_LANES;
    }
}

void FNI(lane_free)(World* w, Cache* t)
{
    int32_t lane = t->lane - 1;
    if (lane >= 0 && !impi_colours_kept(&w->solver.colours))
    {
        FNI(lanes_clear)(w);
    }
    else if (lane >= 0)
    {
        if (t->row > 0)
        {
            write_back(w, t);
        }
        impi_row_bodies rows[IMPI_ROW_LANES];
        for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
        {
            rows[i] = w->solver.lanes.data[lane - lane % IMPI_ROW_LANES + i].bodies;
        }
        impi_colours_drop(&w->solver.colours, lane, rows);
        w->solver.lanes.data[lane] = NO_LANE;
        t->lane = 0;
        mark_lane_changed(w, lane);
    }
}

void FNI(lanes_free)(World* w, Contact* c)
{
    for (Cache* t = &c->cache; t; t = FNI(next_cache)(w, c, t))
    {
        FNI(lane_free)(w, t);
    }
}

void FNI(lane_renew)(World* w, const Cache* t)
{
    if (t->lane > 0)
    {
        Lane* lane = &w->solver.lanes.data[t->lane - 1];
        bool first = t == &w->contacts.data[lane->contact].cache;
        lane->cache = first ? -1 : (int32_t)(t - w->caches.data);
        mark_lane_changed(w, t->lane - 1);
    }
}

static imp_status reserve_rows(World* w, int64_t rows)
{
    if (rows > INT32_MAX || impi_array_reserve(&w->solver.new_lanes, &w->allocator, rows) ||
        impi_colours_reserve(&w->solver.colours, &w->allocator, rows, (int64_t)w->movers.count + 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return IMP_OK;
}

static imp_status reserve_blocks(World* w, int64_t blocks)
{
    if (impi_array_reserve(&w->solver.rows, &w->allocator, blocks) ||
        impi_array_reserve(&w->solver.block_events, &w->allocator, blocks) ||
        impi_array_reserve(&w->solver.ties, &w->allocator, w->joints.trees > 0 ? blocks : 0) ||
        impi_array_reserve(&w->solver.lanes, &w->allocator, blocks * IMPI_ROW_LANES))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return IMP_OK;
}

// Lists the rows of a contact that have no lane.
static void list_rows_of(World* w, int32_t at)
{
    int32_t slot = w->awake.data[at].slot;
    Contact* c = &w->contacts.data[slot];
    const impi_row_bodies bodies = {w->sims.data[c->body_a].row, w->sims.data[c->body_b].row};
    c->wants = false;
    w->awake.data[at].has_rows = FNI(all_rows)(c);
    for (Cache* t = c->row_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        if (FNI(is_row)(c, t) && t->lane == 0)
        {
            const Lane lane = {slot, t == &c->cache ? -1 : (int32_t)(t - w->caches.data), bodies, 0.0f};
            w->solver.new_lanes.data[w->solver.new_lanes.count++] = lane;
            w->solver.colours.bodies.data[w->solver.colours.bodies.count++] = bodies;
        }
    }
}

// The same for all contacts, or for the ones that want lanes.
static void list_rows(World* w, bool all)
{
    w->solver.colours.bodies.count = w->solver.new_lanes.count = 0;
    for (int32_t first = 0; first < w->awake.count; first += IMPI_WORD)
    {
        uint32_t bits = all ? FNI(all_of_word)(&w->awake, first) : w->collide.unsettled.data[first / IMPI_WORD];
        FNI(contacts_prefetch)(w, &w->awake, first, bits);
        for (uint32_t left = bits; left != 0; left &= left - 1)
        {
            const Contact* c = &w->contacts.data[w->awake.data[first + impi_lowest_bit(left)].slot];
            impi_prefetch(&w->sims.data[c->body_a].row);
            impi_prefetch(&w->sims.data[c->body_b].row);
        }
        for (; bits != 0; bits &= bits - 1)
        {
            list_rows_of(w, first + impi_lowest_bit(bits));
        }
    }
}

// Clears the lanes of all blocks from one on.
static void clear_lanes(World* w, int32_t first_block)
{
    for (int32_t i = first_block * IMPI_ROW_LANES; i < w->solver.colours.blocks.count * IMPI_ROW_LANES; ++i)
    {
        w->solver.lanes.data[i] = NO_LANE;
    }
}

// Gives the listed rows the lanes that were found for them.
static void assign_lanes(World* w)
{
    for (int32_t i = 0; i < w->solver.new_lanes.count; ++i)
    {
        int32_t lane = w->solver.colours.lanes.data[i];
        w->solver.lanes.data[lane] = w->solver.new_lanes.data[i];
        FNI(cache_of_lane)(w, &w->solver.new_lanes.data[i])->lane = lane + 1;
        mark_lane_changed(w, lane);
    }
}

static bool are_lanes_worn(const World* w)
{
    const impi_colours* c = &w->solver.colours;
    return impi_colours_kept(c) && (impi_colours_hollow(c->blocks.count, w->solver.row_count, c->rounds) ||
                                    impi_colours_mixed(c, w->solver.row_count));
}

// Adds lanes to the present ones, or drops all. Returns IMP_OK or IMP_ERR_MEMORY, and then nothing has changed.
static imp_status add_lanes(World* w)
{
    int64_t most = w->collide.wanted_rows;
    if (reserve_rows(w, most) || reserve_blocks(w, impi_colours_most_blocks(&w->solver.colours, most)))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int32_t blocks = w->solver.colours.blocks.count;
    list_rows(w, false);
    bool found = impi_colours_add(&w->solver.colours);
    clear_lanes(w, blocks);
    if (found)
    {
        assign_lanes(w);
    }
    impi_colours_count(&w->solver.colours, &w->solver.row_count, &w->solver.colour_count);
    if (!found || are_lanes_worn(w))
    {
        FNI(lanes_clear)(w);
    }
    return IMP_OK;
}

static imp_status find_lanes(World* w)
{
    if (reserve_rows(w, (int64_t)w->awake.count + w->caches.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    list_rows(w, true);
    impi_colours_find(&w->solver.colours, w->movers.count + 1);
    if (reserve_blocks(w, w->solver.colours.blocks.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    clear_lanes(w, 0);
    assign_lanes(w);
    impi_colours_count(&w->solver.colours, &w->solver.row_count, &w->solver.colour_count);
    w->built = IMPI_BUILT_LANES;
    return IMP_OK;
}

imp_status FNI(rows_colour)(World* w)
{
    // add_lanes drops lanes that are worn, and find_lanes follows.
    if ((w->built >= IMPI_BUILT_LANES && add_lanes(w)) || (w->built < IMPI_BUILT_LANES && find_lanes(w)))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const BlockEvents all = {.moved = IMPI_ALL_LANES};
    for (int32_t i = w->built >= IMPI_BUILT_ROWS ? w->solver.rows.count : 0; i < w->solver.colours.blocks.count; ++i)
    {
        FNI(rows_clear)(&w->solver.rows.data[i]);
        w->solver.block_events.data[i] = all;
    }
    w->solver.rows.count = w->solver.colours.blocks.count;
    w->built = IMPI_BUILT_ROWS;
    return IMP_OK;
}

bool FNI(lanes_persist)(const World* w)
{
    return w->built >= IMPI_BUILT_LANES && w->stale < IMPI_STALE_LANES && impi_colours_kept(&w->solver.colours);
}

imp_status FNI(lanes_reserve)(World* w, int32_t blocks)
{
    // Rows themselves are made later, and take ten times as much.
    if (impi_colours_reserve(&w->solver.colours, &w->allocator, blocks, (int64_t)w->movers.count + 1) ||
        impi_array_reserve(&w->solver.lanes, &w->allocator, (int64_t)blocks * IMPI_ROW_LANES))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return IMP_OK;
}

static bool restore_lanes(World* w, impi_contact_key* key)
{
    Contact* c = &w->contacts.data[key->slot];
    const Body *a = &w->bodies.data[c->body_a], *b = &w->bodies.data[c->body_b];
    Lane lane = {key->slot, -1, {FNI(row_of_body)(a), FNI(row_of_body)(b)}, 0.0f};
    int32_t rows = 0;
    for (Cache* t = c->row_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        lane.cache = t == &c->cache ? -1 : (int32_t)(t - w->caches.data);
        rows += t->lane > 0;
        if (t->lane > w->solver.colours.blocks.count * IMPI_ROW_LANES ||
            (t->lane > 0 && !impi_colours_put(&w->solver.colours, t->lane - 1, lane.bodies)))
        {
            return false;
        }
        if (t->lane > 0)
        {
            w->solver.lanes.data[t->lane - 1] = lane;
        }
    }
    key->has_rows = FNI(all_rows)(c);
    return rows == c->row_count;
}

bool FNI(lanes_restore)(World* w)
{
    bool sound = true;
    clear_lanes(w, 0);
    impi_colours_begin(&w->solver.colours, w->movers.count + 1);
    for (int32_t i = 0; i < w->awake.count && sound; ++i)
    {
        sound = restore_lanes(w, &w->awake.data[i]);
    }
    impi_colours_end(&w->solver.colours);
    return sound;
}
