// SPDX-License-Identifier: MIT
//
// How a world's contacts are solved: from manifolds to velocities, by rows (rows2.h).
//
//     contacts that touch -> rows, in their order -> colours -> lanes of blocks      only when the rows change
//     blocks -> gaps as they are now, and which manifolds no longer hold             each step, imp2i_rows_follow
//     motions <- forces, and passes over the blocks, colour by colour                each sub-step
//
// Rows stand as long as they are of the same bodies in the same order. They hold the depths and impulses of their
// touches meanwhile, so a pile that lies costs what its blocks cost, and its contacts are not even read. A touch of which
// the manifold was made anew is set anew into its lane. When rows fall, impulses go back into the touches. Tried before:
// rows set from contacts and put back in each step; a pyramid of 5050 boxes took half as long again.
//
// Forces act and contacts are solved in sub-steps. A body's state is a motion then: its velocity, and how far it has
// come since the step began. Static bodies, and all that sleep, are place 0.

#include "world2.h"

#include <math.h>
#include <string.h>

enum
{
    BLOCKS_OF_JOB = 16,
    BOUNCES = 2  // passes, so that what bounces between others comes near to an agreement
};

// A step on its way.
typedef struct solving
{
    imp2_world* w;
    imp2i_row_pass* pass;  // the one that is made now
    impi_colour colour;    // and of which rows
} solving;

static const imp2i_motion STILL = {.c = 1.0f};

static void spread_blocks(imp2_world* w, void (*job)(void*, int32_t))
{
    impi_spread(&w->jobs, job, w, (w->rows.count + BLOCKS_OF_JOB - 1) / BLOCKS_OF_JOB);
}

// Which rows there are

// Rows for all manifolds, in the order of contacts, and which contacts have none.
static void list_rows(imp2_world* w)
{
    int32_t count = 0;
    memset(w->rowless.data, 0, ((size_t)w->awake.count / IMP2I_WORD + 1) * sizeof *w->rowless.data);
    for (int32_t i = 0; i < w->awake.count; ++i)
    {
        imp2i_contact_soon(w, &w->awake, i);
        int32_t place = w->awake.data[i].place;
        imp2i_contact* c = &w->contacts.data[place];
        impi_row_bodies bodies = {w->stances.data[c->body_a].row, w->stances.data[c->body_b].row};
        w->rowless.data[i / IMP2I_WORD] |= (uint32_t)(c->row_count == 0) << i % IMP2I_WORD;
        for (imp2i_touch* t = c->row_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
        {
            if (c->row_count == c->touch_count || !t->refused)
            {
                int32_t touch = t == &c->touch ? -1 : (int32_t)(t - w->touches.data);
                const imp2i_row_origin origin = {place, touch, i};
                w->row_origins.data[count] = origin;
                w->colours.bodies.data[count++] = bodies;
            }
        }
    }
    w->colours.bodies.count = w->row_origins.count = count;
}

imp_status imp2i_rows_colour(imp2_world* w)
{
    int64_t most = (int64_t)w->awake.count + w->touches.count;
    if (w->rows_stand)
    {
        return IMP_OK;
    }
    if (most > INT32_MAX || impi_colours_reserve(&w->colours, &w->allocator, most, w->movers.count + 1) ||
        impi_array_reserve(&w->row_origins, &w->allocator, most) ||
        impi_array_reserve(&w->rowless, &w->allocator, w->awake.count / IMP2I_WORD + 1))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    list_rows(w);
    impi_colours_find(&w->colours, w->movers.count + 1);
    int32_t blocks = w->colours.block_count;
    int64_t lanes = (int64_t)blocks * IMPI_ROW_LANES;
    if (impi_array_reserve(&w->rows, &w->allocator, blocks) ||
        impi_array_reserve(&w->block_news, &w->allocator, blocks) ||
        impi_array_reserve(&w->lane_origins, &w->allocator, lanes))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const imp2i_row_origin none = {-1, -1, -1};
    const imp2i_block_news all = {.moved = (1u << IMPI_ROW_LANES) - 1u};
    for (int32_t i = 0; i < (int32_t)lanes; ++i)
    {
        w->lane_origins.data[i] = none;
    }
    for (int32_t i = 0; i < w->row_origins.count; ++i)
    {
        w->lane_origins.data[w->colours.lanes.data[i]] = w->row_origins.data[i];
    }
    for (int32_t i = 0; i < blocks; ++i)
    {
        imp2i_rows* rows = &w->rows.data[i];
        rows->used = rows->second = rows->springy = rows->rolls = rows->told = 0;
        w->block_news.data[i] = all;
    }
    w->rows.count = blocks;
    w->row_count = w->row_origins.count;
    w->colour_count = w->colours.colours.count;
    w->rows_stand = true;
    return IMP_OK;
}

// From contacts into rows, and back

static imp2i_touch* touch_of_row(const imp2_world* w, const imp2i_row_origin* origin)
{
    return origin->touch < 0 ? &w->contacts.data[origin->contact].touch : &w->touches.data[origin->touch];
}

// Of a block that is set soon: for each lane what it is made of, on its way to the cache. So are the contacts of the
// next one, which say where that is.
static void find_sources(const imp2_world* w, int32_t block, imp2i_row_sources* out)
{
    static const imp2i_row_poses NOWHERE = {.between = {0.0f, 0.0f}};
    static const imp2i_touch NO_TOUCH = {.row = 0};
    const imp2i_row_origin* origins = &w->lane_origins.data[(int64_t)block * IMPI_ROW_LANES];
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        bool set = w->block_news.data[block].moved >> i & 1u;
        int32_t next = block + 1 < w->rows.count ? origins[IMPI_ROW_LANES + i].contact : -1;
        if (next >= 0)
        {
            impi_prefetch(&w->contacts.data[next]);
        }
        out->set[i] = set ? 1.0f : 0.0f;
        out->a[i] = out->b[i] = &imp2i_nobody;
        out->poses[i] = &NOWHERE;
        out->touch[i] = &NO_TOUCH;
        if (set && origins[i].contact >= 0)
        {
            const imp2i_contact* c = &w->contacts.data[origins[i].contact];
            out->a[i] = &w->stances.data[c->body_a];
            out->b[i] = &w->stances.data[c->body_b];
            out->poses[i] = &c->poses;
            out->touch[i] = touch_of_row(w, &origins[i]);
            impi_prefetch(out->a[i]);
            impi_prefetch(out->b[i]);
            impi_prefetch(out->touch[i]);
            impi_prefetch((const char*)out->touch[i] + 64);
        }
    }
}

static void set_block(imp2_world* w, int32_t block, const imp2i_row_sources* sources)
{
    imp2i_rows* rows = &w->rows.data[block];
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        if (!(sources->set[i] > 0.0f))
        {
            continue;
        }
        int32_t lane = block * IMPI_ROW_LANES + i, contact = w->lane_origins.data[lane].contact;
        const imp2i_contact* c = contact >= 0 ? &w->contacts.data[contact] : NULL;
        uint32_t bit = 1u << i;
        rows->a[i] = ((const imp2i_stance*)sources->a[i])->row;
        rows->b[i] = ((const imp2i_stance*)sources->b[i])->row;
        rows->body_a[i] = c ? c->body_a : -1;
        rows->body_b[i] = c ? c->body_b : -1;
        rows->used = (rows->used & ~bit) | (c ? bit : 0u);
        rows->told = (rows->told & ~bit) | (c && c->touching ? bit : 0u);
        if (c)
        {
            touch_of_row(w, &w->lane_origins.data[lane])->row = lane + 1;
        }
    }
    w->passes->set(rows, sources);
    w->block_news.data[block].moved = 0;
    w->block_news.data[block].springy = rows->springy != 0;
    (void)w->passes->follow(rows, w->stances.data, &w->row_step);
}

// Sets what has changed of some blocks. What they are made of is fetched one block ahead.
static void set_blocks(imp2_world* w, int32_t first, int32_t end)
{
    imp2i_row_sources sources[2];
    int32_t waiting = -1, found = 0;
    for (int32_t i = first; i < end; ++i)
    {
        if (w->block_news.data[i].moved)
        {
            find_sources(w, i, &sources[found++ % 2]);
            if (waiting >= 0)
            {
                set_block(w, waiting, &sources[found % 2]);
            }
            waiting = i;
        }
    }
    if (waiting >= 0)
    {
        set_block(w, waiting, &sources[(found + 1) % 2]);
    }
}

// Depths and impulses of a touch, from its row.
static void take_back(const imp2_world* w, imp2i_touch* t)
{
    int32_t lane = t->row - 1;
    const imp2i_rows* rows = &w->rows.data[lane / IMPI_ROW_LANES];
    t->impulses = imp2i_row_get(rows, lane % IMPI_ROW_LANES);
    for (int32_t k = 0; k < t->manifold.count; ++k)
    {
        t->manifold.points[k].depth = -rows->points[k].gap[lane % IMPI_ROW_LANES];
    }
    t->row = 0;
}

// Touches that have been made anew have theirs already.
static void take_back_some(void* context, int32_t job)
{
    imp2_world* w = (imp2_world*)context;
    int32_t end = imp2i_end_of_job(job, BLOCKS_OF_JOB, w->rows.count) * IMPI_ROW_LANES;
    for (int32_t lane = job * BLOCKS_OF_JOB * IMPI_ROW_LANES; lane < end; ++lane)
    {
        const imp2i_row_origin* origin = &w->lane_origins.data[lane];
        imp2i_touch* t = origin->contact >= 0 ? touch_of_row(w, origin) : NULL;
        if (lane + IMP2I_AHEAD < end && origin[IMP2I_AHEAD].contact >= 0)
        {
            impi_prefetch(touch_of_row(w, &origin[IMP2I_AHEAD]));
            impi_prefetch((const char*)touch_of_row(w, &origin[IMP2I_AHEAD]) + 64);
        }
        if (t && t->row == lane + 1)
        {
            take_back(w, t);
        }
    }
}

void imp2i_rows_fall(imp2_world* w)
{
    if (w->rows_stand)
    {
        spread_blocks(w, take_back_some);
    }
    w->rows_stand = w->rows_stale = false;
}

imp2i_touch imp2i_touch_now(const imp2_world* w, const imp2i_touch* t)
{
    imp2i_touch r = *t;
    if (t->row > 0)
    {
        take_back(w, &r);
    }
    return r;
}

imp2i_row_impulses imp2i_impulses_now(const imp2_world* w, const imp2i_touch* t)
{
    int32_t lane = t->row - 1;
    return lane < 0 ? t->impulses : imp2i_row_get(&w->rows.data[lane / IMPI_ROW_LANES], lane % IMPI_ROW_LANES);
}

// As a step begins

static void follow_some(void* context, int32_t job)
{
    imp2_world* w = (imp2_world*)context;
    int32_t end = imp2i_end_of_job(job, BLOCKS_OF_JOB, w->rows.count);
    for (int32_t i = job * BLOCKS_OF_JOB; i < end; ++i)
    {
        // What was found in a step that had not the memory to go on has not been set yet.
        w->block_news.data[i].moved |= w->passes->follow(&w->rows.data[i], w->stances.data, &w->row_step);
    }
}

void imp2i_rows_follow(imp2_world* w)
{
    spread_blocks(w, follow_some);
    memcpy(w->unsettled.data, w->rowless.data, ((size_t)w->awake.count / IMP2I_WORD + 1) * sizeof *w->rowless.data);
    for (int32_t i = 0; i < w->rows.count; ++i)
    {
        for (uint32_t moved = w->block_news.data[i].moved; moved != 0; moved &= moved - 1)
        {
            int32_t at = w->lane_origins.data[i * IMPI_ROW_LANES + impi_lowest_bit(moved)].at;
            w->unsettled.data[at / IMP2I_WORD] |= 1u << at % IMP2I_WORD;
        }
    }
}

// As it ends

static void look_at_some(void* context, int32_t job)
{
    imp2_world* w = (imp2_world*)context;
    int32_t end = imp2i_end_of_job(job, BLOCKS_OF_JOB, w->rows.count);
    for (int32_t block = job * BLOCKS_OF_JOB; block < end; ++block)
    {
        imp2i_rows* rows = &w->rows.data[block];
        imp2i_block_news* news = &w->block_news.data[block];
        news->begun = w->passes->pushed(rows) & ~rows->told;
        news->fast = 0;
        rows->told |= news->begun;
        for (int32_t i = 0; i < IMPI_ROW_LANES && w->row_step.watched; ++i)
        {
            bool fast = imp2i_row_speed(rows, i) >= w->impact_speed;
            news->fast |= (uint32_t)fast << i & rows->used;
        }
    }
}

// Of a contact whose points came together fast: where they did so the fastest.
static void tell_impact(imp2_world* w, const imp2i_contact* c)
{
    const imp2i_touch* fastest = &c->touch;
    float most = -1.0f;
    for (const imp2i_touch* t = &c->touch; t; t = imp2i_next_touch(w, c, t))
    {
        int32_t lane = t->row - 1;
        float speed = lane >= 0 ? imp2i_row_speed(&w->rows.data[lane / IMPI_ROW_LANES], lane % IMPI_ROW_LANES) : -1.0f;
        fastest = speed > most ? t : fastest;
        most = speed > most ? speed : most;
    }
    imp2_world_contact seen = imp2i_contact_seen(w, c, fastest);
    int32_t hardest = seen.impulse[1] > seen.impulse[0];
    imp2_impact impact = {
        seen.a, seen.b, seen.manifold.points[hardest].point, seen.manifold.normal, most, seen.impulse[hardest]};
    w->impacts.data[w->impacts.count++] = impact;
}

// What rows have to tell of one kind, in the order of contacts. There is a bit for each of these, as while they settled.
static void tell_some(imp2_world* w, bool impacts)
{
    bool any = false;
    for (int32_t i = 0; i < w->rows.count; ++i)
    {
        const imp2i_block_news* news = &w->block_news.data[i];
        for (uint32_t told = impacts ? news->fast : news->begun; told != 0; told &= told - 1)
        {
            if (!any)
            {
                memset(w->unsettled.data, 0, ((size_t)w->awake.count / IMP2I_WORD + 1) * sizeof *w->unsettled.data);
            }
            int32_t at = w->lane_origins.data[i * IMPI_ROW_LANES + impi_lowest_bit(told)].at;
            w->unsettled.data[at / IMP2I_WORD] |= 1u << at % IMP2I_WORD;
            any = true;
        }
    }
    for (int32_t first = 0; any && first < w->awake.count; first += IMP2I_WORD)
    {
        for (uint32_t told = w->unsettled.data[first / IMP2I_WORD]; told != 0; told &= told - 1)
        {
            imp2i_contact* c = &w->contacts.data[w->awake.data[first + impi_lowest_bit(told)].place];
            if (impacts)
            {
                tell_impact(w, c);
            }
            else
            {
                imp2i_contact_touch(w, c, true);
            }
        }
    }
}

static void tell_rows(imp2_world* w)
{
    tell_some(w, false);
    if (w->row_step.watched)
    {
        tell_some(w, true);
    }
}

// Motions

static imp2i_drive drive_of(const imp2_world* w, const imp2i_body* b, float h)
{
    imp2i_drive d = {.slowed_x = 1.0f, .slowed_y = 1.0f, .slowed_spin = 1.0f};
    if (b->kind == IMP_BODY_DYNAMIC)
    {
        float slowed = 1.0f / (1.0f + h * b->damping);
        d.x = h * (w->gravity.x * b->gravity + b->force.x * b->inverse_mass);
        d.y = h * (w->gravity.y * b->gravity + b->force.y * b->inverse_mass);
        d.spin = h * (b->torque * b->inverse_inertia);
        d.slowed_x = b->locks & IMP2_LOCK_X ? 0.0f : slowed;
        d.slowed_y = b->locks & IMP2_LOCK_Y ? 0.0f : slowed;
        d.slowed_spin = 1.0f / (1.0f + h * b->spin_damping);
    }
    return d;
}

static void begin_motions(void* context, int32_t job)
{
    const solving* s = (const solving*)context;
    imp2_world* w = s->w;
    int32_t end = imp2i_end_of_job(job, IMP2I_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMP2I_BODIES_OF_JOB; i < end; ++i)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[i]];
        imp2i_motion m = STILL;
        m.x = b->velocity.x;
        m.y = b->velocity.y;
        m.spin = b->spin;
        w->motions.data[i + 1] = m;
        w->drives.data[i + 1] = drive_of(w, b, w->row_step.h);
        w->drives.data[i + 1].before_x = m.x;
        w->drives.data[i + 1].before_y = m.y;
        w->drives.data[i + 1].before_spin = m.spin;
    }
}

// Sub-steps

// Blocks of a colour are gone through in jobs.
typedef struct blocks
{
    int32_t first, end, rows;
} blocks;

static blocks blocks_of_job(const solving* s, int32_t job)
{
    int32_t first = job * BLOCKS_OF_JOB, rows = s->colour.rows - first * IMPI_ROW_LANES;
    rows = rows < BLOCKS_OF_JOB * IMPI_ROW_LANES ? rows : BLOCKS_OF_JOB * IMPI_ROW_LANES;
    first += s->colour.first_block;
    blocks r = {first, first + (rows + IMPI_ROW_LANES - 1) / IMPI_ROW_LANES, rows};
    return r;
}

static void pass_some(void* context, int32_t job)
{
    const solving* s = (const solving*)context;
    blocks of = blocks_of_job(s, job);
    s->pass(s->w->rows.data + of.first, of.rows, s->w->motions.data, &s->w->row_step);
}

// The first pass of a step: rows that have changed are set right before it.
static void begin_some(void* context, int32_t job)
{
    const solving* s = (const solving*)context;
    blocks of = blocks_of_job(s, job);
    set_blocks(s->w, of.first, of.end);
    pass_some(context, job);
}

static void make_pass(solving* s, imp2i_row_pass* pass, void (*job)(void*, int32_t))
{
    s->pass = pass;
    for (int32_t i = 0; i < s->w->colours.colours.count; ++i)
    {
        s->colour = s->w->colours.colours.data[i];
        int32_t rows_of_job = BLOCKS_OF_JOB * IMPI_ROW_LANES;
        impi_spread(&s->w->jobs, job, s, (s->colour.rows + rows_of_job - 1) / rows_of_job);
    }
}

// Forces, and once more what contacts have done in the sub-step before: that is its warm start, all rows at once.
static void add_forces(void* context, int32_t job)
{
    const solving* s = (const solving*)context;
    imp2_world* w = s->w;
    int32_t end = imp2i_end_of_job(job, IMP2I_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMP2I_BODIES_OF_JOB; i < end; ++i)
    {
        imp2i_motion* m = &w->motions.data[i + 1];
        imp2i_drive* d = &w->drives.data[i + 1];
        float pushed_x = m->x - d->before_x, pushed_y = m->y - d->before_y, turned = m->spin - d->before_spin;
        d->before_x = (m->x + d->x) * d->slowed_x;
        d->before_y = (m->y + d->y) * d->slowed_y;
        d->before_spin = (m->spin + d->spin) * d->slowed_spin;
        m->x = d->before_x + pushed_x;
        m->y = d->before_y + pushed_y;
        m->spin = d->before_spin + turned;
    }
}

static void move_some(void* context, int32_t job)
{
    const solving* s = (const solving*)context;
    imp2_world* w = s->w;
    int32_t first = job * IMP2I_BODIES_OF_JOB, end = imp2i_end_of_job(job, IMP2I_BODIES_OF_JOB, w->movers.count);
    w->passes->move(w->motions.data + first + 1, end - first, w->row_step.h);
}

static void spread_bodies(solving* s, void (*job)(void*, int32_t))
{
    impi_spread(&s->w->jobs, job, s, (s->w->movers.count + IMP2I_BODIES_OF_JOB - 1) / IMP2I_BODIES_OF_JOB);
}

static bool any_springy(const imp2_world* w)
{
    bool any = false;
    for (int32_t i = 0; i < w->rows.count && !any; ++i)
    {
        any = w->block_news.data[i].springy;
    }
    return any;
}

void imp2i_solve(imp2_world* w, int32_t sub_steps)
{
    solving step = {.w = w}, *s = &step;
    if (w->motions.data)  // there has been a body
    {
        w->motions.data[0] = STILL;
    }
    spread_bodies(s, begin_motions);
    for (int32_t k = 0; k < sub_steps; ++k)
    {
        spread_bodies(s, add_forces);
        if (k == 0)
        {
            make_pass(s, w->passes->warm, begin_some);
        }
        make_pass(s, w->passes->push, pass_some);
        spread_bodies(s, move_some);
        make_pass(s, w->passes->relax, pass_some);
    }
    for (int32_t k = 0; k < BOUNCES && any_springy(w); ++k)
    {
        make_pass(s, w->passes->bounce, pass_some);
    }
    spread_blocks(w, look_at_some);
    tell_rows(w);
}
