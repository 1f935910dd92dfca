// SPDX-License-Identifier: MIT
//
// One step of a world of the plane, stage by stage: imp2_world_step at the end reads as the list of them.
//
// Forces act and contacts are solved in sub-steps; contacts are found once a step. During a step a body's state is a
// motion (rows2.h): its velocity, and how far it has come since the step began. Static bodies, and all that sleep, are
// place 0.
//
// Sleep. A body that has been slow for half a second is drowsy. When some are, islands are looked for, and those of
// which all bodies are drowsy fall asleep: their bodies are linked in a ring, so that one which is woken wakes the
// others.

#include "world2.h"

#include "../motion/islands.h"

#include <math.h>
#include <string.h>

#define CONTACT_HERTZ 50.0f      // a column of twenty boxes buckles below 49: contacts are its springs
#define STIFFEST (5.0f / 24.0f)  // most that springs may swing in a sub-step
#define CONTACT_DAMPING 10.0f    // far more than critical: overlap goes away, and does not spring back
#define PUSH_SPEED 3.0f          // [length units / s]
#define BOUNCE_SPEED 1.0f        // [length units / s]
#define SLOW 0.05f               // [length units / s]
#define CREPT 0.004f             // [length units]: what comes so far is not at rest
#define DROWSY 0.5f              // [s]

enum
{
    BODIES_OF_JOB = 256,
    BLOCKS_OF_JOB = 16,
    BOUNCES = 2  // passes, so that what bounces between others comes near to an agreement
};

// A step on its way.
typedef struct stepping
{
    imp2_world* w;
    impi_row_step rows;
    const imp2i_row_passes* passes;
    imp2i_row_pass* pass;  // the one that is made now
    impi_colour colour;    // and of which rows
    int32_t sub_steps;
    float time;
} stepping;

static const imp2i_motion STILL = {.c = 1.0f};

// Things are gone through in jobs: the first that does not belong to one any more.
static int32_t end_of_job(int32_t job, int32_t size, int32_t count)
{
    return count - job * size < size ? count : (job + 1) * size;
}

// Who moves

static void list_movers(imp2_world* w)
{
    w->movers.count = 0;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        imp2i_body* b = &w->bodies.data[i];
        bool moves = w->body_pool.data[i].next == IMPI_SLOT_USED && imp2i_body_active(b);
        int32_t place = moves ? w->movers.count + 1 : 0;
        if (b->place > 0 && !moves)
        {
            imp2i_body_arrive(w, i);  // its last motion came after its contacts were looked at
        }
        w->arrivals |= !moves && (b->news & (IMP2I_ARRIVED | IMP2I_NEW));
        w->rows_stand = w->rows_stand && place == b->place;
        b->place = place;
        if (moves)
        {
            w->movers.data[w->movers.count++] = i;
        }
    }
}

static void stand_some(void* context, int32_t job)
{
    imp2_world* w = (imp2_world*)context;
    int32_t end = end_of_job(job, BODIES_OF_JOB, w->bodies.count);
    for (int32_t i = job * BODIES_OF_JOB; i < end; ++i)
    {
        const imp2i_body* b = &w->bodies.data[i];
        bool dynamic = b->kind == IMP_BODY_DYNAMIC, moves = b->place > 0;
        imp2i_stance s = {.pose = b->pose, .middle = imp2_rot_apply(b->pose.q, b->middle), .extent = b->extent};
        if (moves)
        {
            s.velocity = b->velocity;
            s.spin = b->spin;
            s.inverse_mass = b->inverse_mass;
            s.inverse_inertia = b->inverse_inertia;
            s.pull = imp2_vec_scale(w->gravity, dynamic ? b->gravity : 0.0f);
        }
        s.row = dynamic && moves ? b->place : ~b->place;
        s.asleep = b->ring >= 0;
        w->stances.data[i] = s;
    }
}

// Who moves, whose contacts are awake, and how all stand.
static void stand(imp2_world* w)
{
    list_movers(w);
    if (w->movers_changed)
    {
        imp2i_contacts_sort(w);
    }
    w->movers_changed = false;
    impi_spread(&w->jobs, stand_some, w, (w->bodies.count + BODIES_OF_JOB - 1) / BODIES_OF_JOB);
}

// What has arrived has been looked at. Its contacts sleep again, if it has not woken anyone.
static void end_arrivals(imp2_world* w)
{
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        w->bodies.data[i].news &= ~(uint32_t)(IMP2I_ARRIVED | IMP2I_NEW);
    }
    imp2i_contacts_sort(w);
    w->arrivals = false;
}

// Manifolds, and what becomes of them. What is woken wakes what it touches, in the same step: so the step is the same
// where memory ends on the way. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status collide_all(imp2_world* w)
{
    stand(w);
    imp_status status = imp2i_contacts_collide(w, &w->awake);
    bool woken = w->movers_changed;
    while (!status && w->movers_changed)
    {
        stand(w);
        status = imp2i_contacts_collide(w, &w->fresh);
    }
    if (!status)
    {
        imp2i_contacts_settle(w, woken);
        if (w->arrivals)
        {
            end_arrivals(w);
        }
    }
    return status;
}

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
    const stepping* s = (const stepping*)context;
    imp2_world* w = s->w;
    int32_t end = end_of_job(job, BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * BODIES_OF_JOB; i < end; ++i)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[i]];
        imp2i_motion m = STILL;
        m.x = b->velocity.x;
        m.y = b->velocity.y;
        m.spin = b->spin;
        w->motions.data[i + 1] = m;
        w->drives.data[i + 1] = drive_of(w, b, s->rows.h);
        w->drives.data[i + 1].before_x = m.x;
        w->drives.data[i + 1].before_y = m.y;
        w->drives.data[i + 1].before_spin = m.spin;
    }
}

// Rows

// Rows for all manifolds, in the order of contacts.
static void list_rows(imp2_world* w)
{
    int32_t count = 0;
    for (int32_t i = 0; i < w->awake.count; ++i)
    {
        imp2i_contact_soon(w, &w->awake, i);
        int32_t place = w->awake.data[i].place;
        imp2i_contact* c = &w->contacts.data[place];
        impi_row_bodies bodies = {w->stances.data[c->body_a].row, w->stances.data[c->body_b].row};
        for (imp2i_touch* t = c->row_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
        {
            if (!t->refused)
            {
                int32_t touch = t == &c->touch ? -1 : (int32_t)(t - w->touches.data);
                const imp2i_row_origin origin = {place, touch, c->body_a, c->body_b};
                w->row_origins.data[count] = origin;
                w->colours.bodies.data[count++] = bodies;
            }
        }
    }
    w->colours.bodies.count = w->row_origins.count = count;
}

// Rows and their lanes. They are the same as long as the rows are of the same bodies. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status colour_rows(imp2_world* w)
{
    int64_t most = (int64_t)w->awake.count + w->touches.count;
    if (w->rows_stand)
    {
        return IMP_OK;
    }
    if (most > INT32_MAX || impi_colours_reserve(&w->colours, &w->allocator, most, w->movers.count + 1) ||
        impi_array_reserve(&w->row_origins, &w->allocator, most))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    list_rows(w);
    impi_colours_find(&w->colours, w->movers.count + 1);
    int64_t lanes = (int64_t)w->colours.block_count * IMPI_ROW_LANES;
    if (impi_array_reserve(&w->rows, &w->allocator, w->colours.block_count) ||
        impi_array_reserve(&w->lane_origins, &w->allocator, lanes) ||
        impi_array_reserve(&w->lane_news, &w->allocator, lanes))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const imp2i_row_origin none = {-1, -1, -1, -1};
    for (int32_t i = 0; i < (int32_t)lanes; ++i)
    {
        w->lane_origins.data[i] = none;
    }
    for (int32_t i = 0; i < w->row_origins.count; ++i)
    {
        w->lane_origins.data[w->colours.lanes.data[i]] = w->row_origins.data[i];
    }
    w->rows_stand = true;
    return IMP_OK;
}

static imp2i_touch* touch_of_row(const imp2_world* w, const imp2i_row_origin* origin)
{
    return origin->touch < 0 ? &w->contacts.data[origin->contact].touch : &w->touches.data[origin->touch];
}

// Of a block that is set or told soon: for each lane its touch and stances, on their way to the cache. Lanes that are not
// in use are of a touch that is empty.
static void find_sources(const imp2_world* w, int32_t block, imp2i_touch* empty, imp2i_row_sources* out)
{
    static const imp2i_stance NOBODY = {.row = ~0};
    const imp2i_row_origin* origins = &w->lane_origins.data[(int64_t)block * IMPI_ROW_LANES];
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        bool used = origins[i].contact >= 0;
        out->a[i] = used ? &w->stances.data[origins[i].body_a] : &NOBODY;
        out->b[i] = used ? &w->stances.data[origins[i].body_b] : &NOBODY;
        out->touch[i] = used ? touch_of_row(w, &origins[i]) : empty;
        impi_prefetch(out->a[i]);
        impi_prefetch(out->b[i]);
        impi_prefetch(out->touch[i]);
        impi_prefetch((const char*)out->touch[i] + 64);
    }
}

static void set_block(const stepping* s, int32_t block, const imp2i_row_sources* sources)
{
    imp2i_rows* rows = &s->w->rows.data[block];
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        int32_t a = ((const imp2i_stance*)sources->a[i])->row, b = ((const imp2i_stance*)sources->b[i])->row;
        rows->a[i] = a;
        rows->b[i] = b;
        rows->hard[i] = a < 0 || b < 0 ? 1.0f : 0.0f;
    }
    s->passes->set(rows, sources, &s->rows);
}

// What there may be to tell of a row.
enum
{
    TOUCHES = 1,
    HITS = 2
};

static void put_block_away(const stepping* s, int32_t block, const imp2i_row_sources* sources)
{
    const imp2_world* w = s->w;
    const imp2i_rows* rows = &w->rows.data[block];
    s->passes->get(rows, sources);
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        int32_t lane = block * IMPI_ROW_LANES + i, contact = w->lane_origins.data[lane].contact;
        const imp2i_touch* t = (const imp2i_touch*)sources->touch[i];
        bool touching = contact < 0 || w->contacts.data[contact].touching;
        bool pushed = t->impulses.total[0] > 0.0f || t->impulses.total[1] > 0.0f || t->manifold.depth >= 0.0f;
        bool fast = w->impact_speed > 0.0f && imp2i_row_speed(rows, i) >= w->impact_speed;
        w->lane_news.data[lane] = (uint8_t)((pushed && !touching ? TOUCHES : 0) | (fast ? HITS : 0));
    }
}

// Tells of a contact whose points came together fast, at the fastest of its manifolds. Returns the last of its rows.
static int32_t tell_impact(imp2_world* w, int32_t row)
{
    const imp2i_row_origin* origins = w->row_origins.data;
    const imp2i_contact* c = &w->contacts.data[origins[row].contact];
    int32_t last = row, fastest = row;
    float most = 0.0f;
    for (; last < w->row_origins.count && origins[last].contact == origins[row].contact; ++last)
    {
        int32_t lane = w->colours.lanes.data[last];
        float speed = imp2i_row_speed(&w->rows.data[lane / IMPI_ROW_LANES], lane % IMPI_ROW_LANES);
        fastest = speed > most ? last : fastest;
        most = speed > most ? speed : most;
    }
    imp2_world_contact seen = imp2i_contact_seen(w, c, touch_of_row(w, &origins[fastest]));
    int32_t hardest = seen.impulse[1] > seen.impulse[0];
    imp2_impact impact = {
        seen.a, seen.b, seen.manifold.points[hardest].point, seen.manifold.normal, most, seen.impulse[hardest]};
    w->impacts.data[w->impacts.count++] = impact;
    return last - 1;
}

// What rows have to tell, in the order of contacts.
static void tell_rows(imp2_world* w)
{
    for (int32_t row = 0; row < w->row_origins.count; ++row)
    {
        uint8_t news = w->lane_news.data[w->colours.lanes.data[row]];
        if (news & TOUCHES)
        {
            imp2i_contact_touch(w, &w->contacts.data[w->row_origins.data[row].contact], true);
        }
        if (news & HITS)
        {
            row = tell_impact(w, row);
        }
    }
}

// Sub-steps

// Blocks of a colour are gone through in jobs.
typedef struct blocks
{
    int32_t first, end, rows;
} blocks;

static blocks blocks_of_job(const stepping* s, int32_t job)
{
    int32_t first = job * BLOCKS_OF_JOB, rows = s->colour.rows - first * IMPI_ROW_LANES;
    rows = rows < BLOCKS_OF_JOB * IMPI_ROW_LANES ? rows : BLOCKS_OF_JOB * IMPI_ROW_LANES;
    first += s->colour.first_block;
    blocks r = {first, first + (rows + IMPI_ROW_LANES - 1) / IMPI_ROW_LANES, rows};
    return r;
}

static void pass_some(void* context, int32_t job)
{
    const stepping* s = (const stepping*)context;
    blocks of = blocks_of_job(s, job);
    s->pass(s->w->rows.data + of.first, of.rows, s->w->motions.data, &s->rows);
}

// Does something to each block of a job with what it is made of, which is fetched one block ahead.
static void with_sources(const stepping* s, blocks of,
                         void (*what)(const stepping* s, int32_t block, const imp2i_row_sources* sources))
{
    imp2i_touch empty;
    imp2i_row_sources sources[2];
    memset(&empty, 0, sizeof empty);
    find_sources(s->w, of.first, &empty, &sources[of.first % 2]);
    for (int32_t i = of.first; i < of.end; ++i)
    {
        if (i + 1 < of.end)
        {
            find_sources(s->w, i + 1, &empty, &sources[(i + 1) % 2]);
        }
        what(s, i, &sources[i % 2]);
    }
}

// The first pass of a step: rows are set where they are wanted at once.
static void begin_some(void* context, int32_t job)
{
    const stepping* s = (const stepping*)context;
    with_sources(s, blocks_of_job(s, job), set_block);
    pass_some(context, job);
}

// The last pass: rows are put away.
static void end_some(void* context, int32_t job)
{
    const stepping* s = (const stepping*)context;
    pass_some(context, job);
    with_sources(s, blocks_of_job(s, job), put_block_away);
}

static void make_pass(stepping* s, imp2i_row_pass* pass, void (*job)(void*, int32_t))
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
    const stepping* s = (const stepping*)context;
    imp2_world* w = s->w;
    int32_t end = end_of_job(job, BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * BODIES_OF_JOB; i < end; ++i)
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

static void move_motions(void* context, int32_t job)
{
    const stepping* s = (const stepping*)context;
    imp2_world* w = s->w;
    float h = s->rows.h;
    int32_t end = end_of_job(job, BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * BODIES_OF_JOB; i < end; ++i)
    {
        imp2i_motion* m = &w->motions.data[i + 1];
        m->moved_x += h * m->x;
        m->moved_y += h * m->y;
        float angle = h * m->spin, c = m->c - angle * m->s, turn = m->s + angle * m->c;
        float length = sqrtf(c * c + turn * turn);
        m->c = c / length;
        m->s = turn / length;
    }
}

static void spread_bodies(stepping* s, void (*job)(void*, int32_t))
{
    impi_spread(&s->w->jobs, job, s, (s->w->movers.count + BODIES_OF_JOB - 1) / BODIES_OF_JOB);
}

static void solve(stepping* s)
{
    for (int32_t k = 0; k < s->sub_steps; ++k)
    {
        spread_bodies(s, add_forces);
        if (k == 0)
        {
            make_pass(s, s->passes->warm, begin_some);
        }
        make_pass(s, s->passes->push, pass_some);
        spread_bodies(s, move_motions);
        make_pass(s, s->passes->relax, pass_some);
    }
    for (int32_t k = 1; k <= BOUNCES; ++k)
    {
        make_pass(s, s->passes->bounce, k < BOUNCES ? pass_some : end_some);
    }
}

// Poses

static imp2_pose moved_pose(const imp2i_body* b, const imp2i_motion* m)
{
    imp2_rot q = {b->pose.q.c * m->c - b->pose.q.s * m->s, b->pose.q.s * m->c + b->pose.q.c * m->s};
    float length = sqrtf(q.c * q.c + q.s * q.s);
    q.c = impi_tidy(q.c / length);
    q.s = impi_tidy(q.s / length);
    // The pose moves by what its centre has moved, and by what the middle has turned around it.
    imp2_vec turned = imp2_vec_sub(imp2_rot_apply(b->pose.q, b->middle), imp2_rot_apply(q, b->middle));
    imp2_pose r = {{impi_tidy(b->pose.p.x + (m->moved_x + turned.x)), impi_tidy(b->pose.p.y + (m->moved_y + turned.y))},
                   q};
    return r;
}

// A body is drowsy when it has been slow for long enough, and has not come far meanwhile: what slides ever faster is
// slow at first.
static void doze(const imp2_world* w, imp2i_body* b, float time)
{
    float speed = sqrtf(imp2_vec_dot(b->velocity, b->velocity)) + fabsf(b->spin) * b->extent;
    imp2_vec moved = imp2_vec_sub(b->pose.p, b->rest.p);
    float turned = b->rest.q.c * b->pose.q.s - b->rest.q.s * b->pose.q.c;
    float way = sqrtf(imp2_vec_dot(moved, moved)) + fabsf(turned) * b->extent;
    bool slow = speed < SLOW * w->unit && !b->sleepless && !w->sleepless;
    if (!slow || b->still == 0.0f || way > CREPT * w->unit)
    {
        b->rest = b->pose;
        b->still = 0.0f;
    }
    b->still = slow ? b->still + time : 0.0f;
}

// Between two sub-steps contacts may have moved what is locked a little. It has not moved then.
static void stay_in_locks(const imp2i_body* b, imp2i_motion* m)
{
    if (b->locks & IMP2_LOCK_X)
    {
        m->x = m->moved_x = 0.0f;
    }
    if (b->locks & IMP2_LOCK_Y)
    {
        m->y = m->moved_y = 0.0f;
    }
}

// What has left the numbers stays where it was, without velocity: it does not spoil the others.
static void finish_motions(void* context, int32_t job)
{
    const stepping* s = (const stepping*)context;
    imp2_world* w = s->w;
    int32_t end = end_of_job(job, BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * BODIES_OF_JOB; i < end; ++i)
    {
        imp2i_body* b = &w->bodies.data[w->movers.data[i]];
        imp2i_motion* m = &w->motions.data[i + 1];
        stay_in_locks(b, m);
        imp2_vec velocity = {m->x, m->y}, zero = {0.0f, 0.0f};
        imp2_pose pose = moved_pose(b, m);
        bool sound = !imp2_pose_check(&pose) && !imp2i_vec_fault_large(velocity) && !impi_number_fault_large(m->spin);
        b->pose = sound ? pose : b->pose;
        b->velocity = sound ? velocity : zero;
        b->news = IMP2I_MOVED | (b->slept ? (uint32_t)IMP_MOVE_WOKE : 0u) | (sound ? 0u : (uint32_t)IMP_MOVE_FROZEN);
        b->slept = false;
        b->spin = sound ? m->spin : 0.0f;
        b->center = imp2_pose_apply(b->pose, b->middle);
        b->force = zero;
        b->torque = 0.0f;
        doze(w, b, s->time);
    }
}

static void move_boxes(imp2_world* w)
{
    int32_t count = 0;
    for (int32_t i = 0; i < w->movers.count; ++i)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[i]];
        for (int32_t k = b->first; k >= 0; k = w->colliders.data[k].next)
        {
            imp2_box box;
            if (!imp2i_collider_bounds(&w->colliders.data[k], &b->pose, &box))
            {
                box = imp2i_world_box(w, box);
                imp2i_collider_move_fixed(w, &w->colliders.data[k], &box);
                w->moved_numbers.data[count] = w->colliders.data[k].number;
                w->moved_boxes.data[count++] = box;
            }
        }
    }
    (void)imp2_index_move(w->index, w->moved_numbers.data, w->moved_boxes.data, count);
}

// Sleep

// Islands of bodies that move, by place. What a moving kinematic body touches is kept awake.
static void find_islands(imp2_world* w)
{
    int32_t* parent = w->islands.data;
    impi_islands_begin(parent, w->movers.count + 1);
    for (int32_t i = 0; i < w->awake.count; ++i)
    {
        const imp2i_contact* c = &w->contacts.data[w->awake.data[i].place];
        imp2i_body *a = &w->bodies.data[c->body_a], *b = &w->bodies.data[c->body_b];
        if (c->row_count == 0 || a->place == 0 || b->place == 0)
        {
            continue;
        }
        if (a->kind == IMP_BODY_DYNAMIC && b->kind == IMP_BODY_DYNAMIC)
        {
            impi_islands_join(parent, a->place, b->place);
            continue;
        }
        imp2i_body* kept = a->kind == IMP_BODY_DYNAMIC ? a : b;
        kept->still = 0.0f;
    }
}

static void fall_asleep(imp2_world* w)
{
    bool drowsy = false;
    for (int32_t i = 0; i < w->movers.count && !drowsy; ++i)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[i]];
        drowsy = b->kind == IMP_BODY_DYNAMIC && b->still >= DROWSY;
    }
    if (!drowsy)
    {
        return;
    }
    find_islands(w);
    int32_t* parent = w->islands.data;
    // The root of an island is its lowest place. It takes the least of all times, and then tells the others.
    for (int32_t place = w->movers.count; place > 0; --place)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[place - 1]];
        imp2i_body* root = &w->bodies.data[w->movers.data[impi_island_of(parent, place) - 1]];
        root->still = root->still < b->still ? root->still : b->still;
    }
    for (int32_t place = w->movers.count; place > 0; --place)
    {
        int32_t at = w->movers.data[place - 1], root_at = w->movers.data[impi_island_of(parent, place) - 1];
        imp2i_body *b = &w->bodies.data[at], *root = &w->bodies.data[root_at];
        if (b->kind != IMP_BODY_DYNAMIC || root->still < DROWSY)
        {
            continue;
        }
        const imp2_vec zero = {0.0f, 0.0f};
        b->velocity = zero;
        b->spin = 0.0f;
        b->slept = true;
        b->news |= IMP_MOVE_SLEPT;
        // The root comes last. Alone it is a ring by itself.
        if (at != root_at)
        {
            b->ring = root->ring >= 0 ? root->ring : root_at;
        }
        root->ring = at != root_at || root->ring < 0 ? at : root->ring;
        w->movers_changed = true;
    }
}

int32_t imp2i_sub_steps(const imp2_world* w, float time)
{
    if (w->sub_steps > 0)
    {
        return w->sub_steps;
    }
    float wanted = time * (float)IMP2I_SUB_STEPS_HERTZ;
    int32_t most = wanted < (float)IMP2I_SUB_STEPS_MAX ? (int32_t)(wanted + 0.99f) : IMP2I_SUB_STEPS_MAX;
    return most > IMP2I_SUB_STEPS_MIN ? most : IMP2I_SUB_STEPS_MIN;
}

static impi_row_step row_step_of(const imp2_world* w, float h)
{
    float most = STIFFEST / h, hertz = most < CONTACT_HERTZ ? most : CONTACT_HERTZ;
    impi_row_step r = {h,
                       1.0f / h,
                       impi_softness_of(hertz, CONTACT_DAMPING, h),
                       impi_softness_of(2.0f * hertz, CONTACT_DAMPING, h),
                       PUSH_SPEED * w->unit,
                       BOUNCE_SPEED * w->unit};
    return r;
}

// All that may want memory: then the step has not begun. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status prepare(imp2_world* w)
{
    imp_status (*const stages[])(imp2_world*) = {imp2i_contacts_update, collide_all, colour_rows};
    imp2i_ask_clock(w, -1);
    for (int32_t i = IMP_STAGE_PAIRS; i <= IMP_STAGE_COLOUR; ++i)
    {
        if (stages[i](w))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        imp2i_ask_clock(w, i);
    }
    return IMP_OK;
}

imp_status imp2_world_step(imp2_world* w, float time)
{
    int32_t fault = imp2i_world_fault(w), fault_time = impi_number_fault_negative(time);
    if (fault || fault_time || time == 0.0f)
    {
        return fault ? impi_error(fault, 1) : fault_time ? impi_error(fault_time, 2) : IMP_OK;
    }
    if (!w->stepping)
    {
        w->begun_touches.count = 0;
        w->ended_touches.count = 0;
        w->entered.count = 0;
        w->left.count = 0;
        w->impacts.count = 0;
        w->stepping = true;
    }
    if (prepare(w))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    w->stepping = false;

    int32_t sub_steps = imp2i_sub_steps(w, time);
    stepping s = {w, row_step_of(w, time / (float)sub_steps), w->passes, NULL, {0, 0}, sub_steps, time};
    if (w->motions.data)  // there has been a body
    {
        w->motions.data[0] = STILL;
    }
    spread_bodies(&s, begin_motions);
    w->row_count = w->row_origins.count;
    w->colour_count = w->colours.colours.count;
    solve(&s);
    tell_rows(w);
    imp2i_ask_clock(w, IMP_STAGE_SOLVE);
    spread_bodies(&s, finish_motions);
    move_boxes(w);
    imp2i_ask_clock(w, IMP_STAGE_MOVE);
    imp2i_stop_fast(w, time);
    imp2i_ask_clock(w, IMP_STAGE_STOP);
    fall_asleep(w);
    imp2i_ask_clock(w, IMP_STAGE_SLEEP);
    if (w->recorder)
    {
        imp2i_record_step(w, time);
    }
    return IMP_OK;
}
