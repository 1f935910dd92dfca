// SPDX-License-Identifier: MIT
//
// The solver: from manifolds to velocities, by rows (constraints, rows2.h) in their lanes (contact/lanes.inl).
//
//     blocks -> gaps as they are now, and which manifolds have expired                each step, rows_follow
//     contacts that have changed -> their lanes of blocks                             before the first pass
//     solver bodies <- forces, and passes over the blocks, colour by colour           each sub-step, span by span
//
// Rows last as long as their contacts do. They hold the depths and impulses of their manifolds meanwhile, so a pile at
// rest costs what its blocks cost, and its contacts are not even read. A manifold that was made anew is set anew into
// its lane. Tried and dropped: rows set from contacts and written back in each step; a pyramid of 5050 boxes took half
// as long again.
//
// Forces act and contacts are solved in sub-steps. A body's state is a solver body then: its velocity, and its motion
// since the step began. Static and sleeping bodies are solver body 0.

#ifndef AXES
#include "../../narrow/batch_kernels2.h"
#include "solver2.h"
#include "tips2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    JOBS_OF_SAMPLE = 8,
    BOUNCES = 2,        // passes, so that bodies that bounce between others come near to an agreement
    RELAX_ROUNDS = 2,   // of contacts and joints in turn, which do not know of each other
    LARGE_BLOCKS = 64,  // of a span: fewer are not worth waiting for each other
    LEAST_BLOCKS = 8,   // of a part of a colour: likewise
    LEAST_NEW = 2,      // where some may be set first, which takes longer
    LARGE_BODIES = 1024,
    LISTED_OF_JOB = 32 * IMPI_WORD,
    SPANS_OF_WORKER = 4  // a worker with so many spans has enough, and none is shared
};

// A span of bodies that is solved.
typedef struct span_solver
{
    World* w;
    imp_jobs jobs;
    int32_t sub_steps;
    int32_t first, count;  // of its solver bodies
    const impi_colour* colours;
    RowPass* pass;       // the present one
    impi_colour colour;  // the rows it is made over
    int32_t parts;       // of the colour, for all threads
    impi_row_step step;
} span_solver;

static void spread_blocks(World* w, void (*job)(void*, int32_t))
{
    impi_spread(&w->jobs, job, w, (w->solver.rows.count + IMPI_BLOCKS_OF_JOB - 1) / IMPI_BLOCKS_OF_JOB);
}

// Whether the contact of two convex shapes is a disc. Kinds that are collided in lanes have none.
static bool touches_by_disc(const World* w, const Contact* c)
{
    return c->convex && c->group == DIMI(GROUP_SINGLE) &&
           FNI(is_disc)(&w->colliders.data[c->collider_a].shape, &w->colliders.data[c->collider_b].shape,
                        &c->cache.manifold);
}

// Gathers the sources of each lane of a block that is set soon, and prefetches them; and the contacts of the next
// block, which say where its sources are.
static void gather_sources(const World* w, int32_t block, int32_t next, RowSources* out)
{
    static const RowPoses NOWHERE = {.between = {0}};
    static const Cache NO_CACHE = {.row = 0};
    const Lane* lanes = &w->solver.lanes.data[(int64_t)block * IMPI_ROW_LANES];
    const Lane* soon = &w->solver.lanes.data[(int64_t)next * IMPI_ROW_LANES];
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        bool set = w->solver.block_events.data[block].moved >> i & 1u;
        if (w->solver.block_events.data[next].moved >> i & 1u && soon[i].contact >= 0)
        {
            impi_prefetch(&w->contacts.data[soon[i].contact]);
        }
        out->set[i] = set ? 1.0f : 0.0f;
        out->disc[i] = 0.0f;
        out->a[i] = out->b[i] = &FNI(nobody);
        out->poses[i] = &NOWHERE;
        out->cache[i] = &NO_CACHE;
        FNI(clear_tip)(i, &out->tips);
        if (set && lanes[i].contact >= 0)
        {
            const Contact* c = &w->contacts.data[lanes[i].contact];
            out->a[i] = &w->sims.data[c->body_a];
            out->b[i] = &w->sims.data[c->body_b];
            out->poses[i] = &c->poses;
            out->cache[i] = FNI(cache_of_lane)(w, &lanes[i]);
            out->disc[i] = touches_by_disc(w, c) ? 1.0f : 0.0f;
            FNI(find_tip)(w, c, (const Cache*)out->cache[i], i, &out->tips);
            impi_prefetch(out->a[i]);
            impi_prefetch(out->b[i]);
            impi_prefetch(out->cache[i]);
            impi_prefetch((const char*)out->cache[i] + 64);
            impi_prefetch(&c->surface);
        }
    }
}

// Sets what surface velocities, and surfaces that bend, want of lanes that have just been set without.
static void set_belts(World* w, int32_t block, const RowSources* sources)
{
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        int32_t contact = w->solver.lanes.data[block * IMPI_ROW_LANES + i].contact;
        if (!(sources->set[i] > 0.0f) || contact < 0)
        {
            continue;
        }
        if (FNI(contact_bends)(w, &w->contacts.data[contact]))
        {
            FNI(bend_set_row)
            (w, &w->contacts.data[contact], (const Cache*)sources->cache[i], &w->solver.rows.data[block], i);
        }
        else if (w->contacts.data[contact].belted)
        {
            FNI(row_set_belt)(&w->solver.rows.data[block], i, FNI(belt_between)(w, &w->contacts.data[contact]));
        }
    }
}

// Whether a contact's manifold may expire otherwise than by the motion of its bodies.
static bool is_looked_at(const World* w, const Contact* c)
{
    return FNI(may_be_swept)(w, c) || FNI(contact_bends)(w, c);
}

static bool expires_now(const World* w, const Contact* c)
{
    return FNI(is_swept_now)(w, c) || FNI(contact_bends)(w, c);
}

static void set_block(World* w, int32_t block, const RowSources* sources)
{
    Rows* rows = &w->solver.rows.data[block];
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        if (!(sources->set[i] > 0.0f))
        {
            continue;
        }
        int32_t lane = block * IMPI_ROW_LANES + i, contact = w->solver.lanes.data[lane].contact;
        const Contact* c = contact >= 0 ? &w->contacts.data[contact] : NULL;
        uint32_t bit = 1u << i;
        bool pressed = c && FNI(is_pressed)(c, FNI(cache_of_lane)(w, &w->solver.lanes.data[lane]));
        FNI(rows_assign)
        (rows, i, (const BodySim*)sources->a[i], c ? c->body_a : -1, (const BodySim*)sources->b[i], c ? c->body_b : -1,
         c && c->touching, pressed);
        BlockEvents* events = &w->solver.block_events.data[block];
        events->swept = (events->swept & ~bit) | (c && is_looked_at(w, c) ? bit : 0u);
        w->solver.lanes.data[lane].deep = c ? c->deep : 0.0f;
        if (c)
        {
            FNI(cache_of_lane)(w, &w->solver.lanes.data[lane])->row = lane + 1;
        }
    }
    w->solver.passes->set(rows, sources);
    set_belts(w, block, sources);
    w->solver.block_events.data[block].moved = 0;
    w->solver.block_events.data[block].springy = rows->springy != 0;
    (void)w->solver.passes->follow(rows, w->sims.data, &w->solver.row_step);
}

// Sets the changed lanes of some blocks. Sources are fetched one block ahead.
static void set_blocks(World* w, const int32_t* blocks, int32_t count)
{
    RowSources sources[2];
    int32_t waiting = -1, found = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        if (w->solver.block_events.data[blocks[i]].moved)
        {
            gather_sources(w, blocks[i], blocks[i + 1 < count ? i + 1 : i], &sources[found++ % 2]);
            if (waiting >= 0)
            {
                set_block(w, waiting, &sources[found % 2]);
            }
            waiting = blocks[i];
        }
    }
    if (waiting >= 0)
    {
        set_block(w, waiting, &sources[(found + 1) % 2]);
    }
}

static void follow_rows_job(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BLOCKS_OF_JOB, w->solver.rows.count);
    for (int32_t i = job * IMPI_BLOCKS_OF_JOB; i < end; ++i)
    {
        // Lanes found in a step that lacked memory to go on have not been set yet.
        BlockEvents* events = &w->solver.block_events.data[i];
        events->moved |= w->solver.passes->follow(&w->solver.rows.data[i], w->sims.data, &w->solver.row_step);
        for (uint32_t swept = events->swept & ~events->moved; swept != 0; swept &= swept - 1)
        {
            int32_t k = impi_lowest_bit(swept), contact = w->solver.lanes.data[i * IMPI_ROW_LANES + k].contact;
            events->moved |= contact >= 0 && expires_now(w, &w->contacts.data[contact]) ? 1u << k : 0u;
        }
    }
}

// Marks the contacts of rows with an event, by slot. Returns whether there are any.
static bool mark_contacts(World* w, impi_row_event what)
{
    bool any = false;
    memset(w->solver.marked.data, 0, ((size_t)w->contacts.count / IMPI_WORD + 1) * sizeof *w->solver.marked.data);
    for (int32_t i = 0; i < w->solver.rows.count; ++i)
    {
        const BlockEvents* events = &w->solver.block_events.data[i];
        uint32_t bits = what == IMPI_ROW_EXPIRED ? events->moved
                        : what == IMPI_ROW_BEGUN ? events->begun
                                                 : events->fast;
        for (; bits != 0; bits &= bits - 1)
        {
            int32_t slot = w->solver.lanes.data[i * IMPI_ROW_LANES + impi_lowest_bit(bits)].contact;
            if (slot >= 0)
            {
                w->solver.marked.data[slot / IMPI_WORD] |= 1u << slot % IMPI_WORD;
                any = true;
            }
        }
    }
    return any;
}

static bool is_marked(const World* w, int32_t slot)
{
    return w->solver.marked.data[slot / IMPI_WORD] >> slot % IMPI_WORD & 1u;
}

static void follow_sample_job(void* context, int32_t job)
{
    follow_rows_job(context, job * JOBS_OF_SAMPLE);
}

static void follow_rest_job(void* context, int32_t job)
{
    if (job % JOBS_OF_SAMPLE != 0)
    {
        follow_rows_job(context, job);
    }
}

// Whether most rows of a sample have expired.
static bool have_most_expired(World* w)
{
    int32_t moved = 0, rows = 0, blocks_of_sample = IMPI_BLOCKS_OF_JOB * JOBS_OF_SAMPLE;
    impi_spread(&w->jobs, follow_sample_job, w, (w->solver.rows.count + blocks_of_sample - 1) / blocks_of_sample);
    for (int32_t i = 0; i < w->solver.rows.count; ++i)
    {
        if (i / IMPI_BLOCKS_OF_JOB % JOBS_OF_SAMPLE == 0)
        {
            moved += impi_count_bits(w->solver.block_events.data[i].moved);
            rows += impi_count_bits(w->solver.colours.blocks.data[i].given);
        }
    }
    return moved > rows / 8 * 7;
}

// Sets a bit for each contact of the list that is marked; to be collided, also for each that has not all its rows.
static void list_marked_job(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t start = job * LISTED_OF_JOB, left = w->awake.count - start;
    for (int32_t first = start; first < start + (left < LISTED_OF_JOB ? left : LISTED_OF_JOB); first += IMPI_WORD)
    {
        uint32_t marked = 0, without = 0;
        for (uint32_t bits = FNI(all_of_word)(&w->awake, first); bits != 0; bits &= bits - 1)
        {
            const impi_contact_key* key = &w->awake.data[first + impi_lowest_bit(bits)];
            uint32_t bit = bits & (~bits + 1u);
            marked |= is_marked(w, key->slot) ? bit : 0u;
            without |= key->has_rows ? 0u : bit;
        }
        w->collide.stirred.data[first / IMPI_WORD] = marked;
        w->collide.unsettled.data[first / IMPI_WORD] = marked | without;
    }
}

static void spread_list_marked(World* w)
{
    impi_spread(&w->jobs, list_marked_job, w, (w->awake.count + LISTED_OF_JOB - 1) / LISTED_OF_JOB);
}

bool FNI(rows_follow)(World* w)
{
    if (have_most_expired(w) && !w->arrivals)
    {
        w->built = IMPI_BUILT_LANES;
        return false;
    }
    spread_blocks(w, follow_rest_job);
    (void)mark_contacts(w, IMPI_ROW_EXPIRED);
    spread_list_marked(w);
    return true;
}

static void check_pushed_rows(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BLOCKS_OF_JOB, w->solver.rows.count);
    for (int32_t block = job * IMPI_BLOCKS_OF_JOB; block < end; ++block)
    {
        Rows* rows = &w->solver.rows.data[block];
        BlockEvents* events = &w->solver.block_events.data[block];
        uint32_t pushed = w->solver.passes->pushed(rows, &w->solver.row_step, &events->laden);
        events->begun = FNI(rows_begin_touching)(rows, pushed);
        events->fast = 0;
        for (int32_t i = 0; i < IMPI_ROW_LANES && w->solver.row_step.watched; ++i)
        {
            bool fast = FNI(row_speed)(rows, i) >= w->impact_speed;
            events->fast |= (uint32_t)fast << i & rows->used;
        }
    }
}

// Tells the impact of a contact whose points closed fast: at the fastest manifold.
static void tell_impact(World* w, const Contact* c)
{
    const Cache* fastest = &c->cache;
    float most = -1.0f;
    for (const Cache* t = &c->cache; t; t = FNI(next_cache)(w, c, t))
    {
        int32_t lane = t->row - 1;
        float speed =
            lane >= 0 ? FNI(row_speed)(&w->solver.rows.data[lane / IMPI_ROW_LANES], lane % IMPI_ROW_LANES) : -1.0f;
        fastest = speed > most ? t : fastest;
        most = speed > most ? speed : most;
    }
    WorldContact seen = FNI(contact_seen)(w, c, fastest);
    int32_t hardest = 0;
    for (int32_t k = 1; k < seen.manifold.count; ++k)
    {
        hardest = seen.normal_impulse[k] > seen.normal_impulse[hardest] ? k : hardest;
    }
    Impact impact = {
        seen.a, seen.b, seen.manifold.points[hardest].point, seen.manifold.normal, most, seen.normal_impulse[hardest]};
    w->events.impacts.data[w->events.impacts.count++] = impact;
}

// Tells events of one kind, in the order of contacts.
static void tell_events(World* w, impi_row_event what)
{
    if (!mark_contacts(w, what))
    {
        return;
    }
    spread_list_marked(w);
    for (int32_t first = 0; first < w->awake.count; first += IMPI_WORD)
    {
        for (uint32_t bits = w->collide.stirred.data[first / IMPI_WORD]; bits != 0; bits &= bits - 1)
        {
            Contact* c = &w->contacts.data[w->awake.data[first + impi_lowest_bit(bits)].slot];
            if (what == IMPI_ROW_FAST)
            {
                tell_impact(w, c);
            }
            else
            {
                FNI(contact_set_touching)(w, c, true);
            }
        }
    }
}

static void tell_all_events(World* w)
{
    tell_events(w, IMPI_ROW_BEGUN);
    if (w->solver.row_step.watched)
    {
        tell_events(w, IMPI_ROW_FAST);
    }
}

static float slowed_by(float damping, float h)
{
    return damping > 0.0f ? 1.0f / (1.0f + h * damping) : 1.0f;
}

static void set_force(const World* w, const Body* b, Inertia inverse, float h, BodyForce* out)
{
    if (b->kind != IMP_BODY_DYNAMIC)
    {
        FNI(body_force_set)(out, FNI(vec_none)(), FNI(spin_none)(), 1.0f, 1.0f, 0);
        return;
    }
    Vec pull = FN(vec_add)(FN(vec_scale)(w->gravity, b->gravity), FN(vec_scale)(b->force, b->inverse_mass));
    Spin twist = FNI(inertia_apply)(inverse, b->torque);
    FNI(body_force_set)
    (out, FN(vec_scale)(pull, h), FNI(spin_scale)(twist, h), slowed_by(b->damping, h), slowed_by(b->spin_damping, h),
     b->locks);
}

static void begin_bodies_job(void* context, int32_t job)
{
    const span_solver* s = (const span_solver*)context;
    World* w = s->w;
    int32_t end = s->first + impi_end_of_job(job, IMPI_BODIES_OF_JOB, s->count);
    for (int32_t i = s->first + job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        const Body* b = &w->bodies.data[w->movers.data[i - 1]];
        const Inertia inverse = w->sims.data[w->movers.data[i - 1]].inverse_inertia;
        w->solver.bodies.data[i] = FNI(solver_body_of)(b->velocity, b->spin);
        set_force(w, b, inverse, w->solver.row_step.h, &w->solver.forces.data[i]);
        FNI(body_force_turns)(&w->solver.forces.data[i], b->inertia, inverse, b->pose.q, b->locks >> AXES);
        FNI(body_force_begin)(&w->solver.forces.data[i], &w->solver.bodies.data[i]);
    }
}

// The blocks of a colour are split into jobs, equally many for each thread.
typedef struct blocks_of_job
{
    const int32_t* blocks;
    int32_t count;
} blocks_of_job;

static blocks_of_job find_job(const span_solver* s, int32_t job)
{
    int32_t first = (int32_t)((int64_t)s->colour.count * job / s->parts),
            end = (int32_t)((int64_t)s->colour.count * (job + 1) / s->parts);
    blocks_of_job r = {s->w->solver.colours.order.data + s->colour.first + first, end - first};
    return r;
}

// A pass takes consecutive blocks at once, without the lanes at the end of the last one that no row has.
static void pass_job(void* context, int32_t job)
{
    const span_solver* s = (const span_solver*)context;
    World* w = s->w;
    blocks_of_job of = find_job(s, job);
    for (int32_t i = 0, next; i < of.count; i = next)
    {
        next = i + 1;
        while (next < of.count && of.blocks[next] == of.blocks[next - 1] + 1)
        {
            ++next;
        }
        int32_t last = impi_highest_bit(w->solver.colours.blocks.data[of.blocks[next - 1]].given);
        s->pass(w->solver.rows.data + of.blocks[i], 0, (next - i - 1) * IMPI_ROW_LANES + last + 1,
                w->solver.bodies.data, &s->step);
    }
}

// The first pass of a step: rows that have changed are set right before it.
static void set_and_pass_job(void* context, int32_t job)
{
    const span_solver* s = (const span_solver*)context;
    blocks_of_job of = find_job(s, job);
    set_blocks(s->w, of.blocks, of.count);
    pass_job(context, job);
}

static void run_pass(span_solver* s, RowPass* pass, void (*job)(void*, int32_t))
{
    int32_t workers = impi_workers(&s->jobs), least = job == set_and_pass_job ? LEAST_NEW : LEAST_BLOCKS;
    s->pass = pass;
    for (int32_t i = 0; i < s->w->solver.colours.rounds * IMPI_ROUND_COLOURS; ++i)
    {
        s->colour = s->colours[i];
        int32_t parts = workers > 1 ? s->colour.count / (least * workers) * workers : 1;
        s->parts = parts > 0 ? parts : 1;
        impi_spread(&s->jobs, job, s, s->colour.count > 0 ? s->parts : 0);
    }
}

static void add_forces_job(void* context, int32_t job)
{
    const span_solver* s = (const span_solver*)context;
    int32_t first = job * IMPI_BODIES_OF_JOB, end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, s->count);
    SolverBody* m = &s->w->solver.bodies.data[s->first + first];
    BodyForce* d = &s->w->solver.forces.data[s->first + first];
    for (int32_t i = first; i < end; ++i, ++m, ++d)
    {
        FNI(body_force_act)(d, m);
    }
}

// A body that turns far in a step takes its inertia along, for the rows that follow; one that joints tie does so at
// once, or what they hold would lose angular momentum. Trees in lanes do so for their bodies (group_lanes.inl).
static void follow_inertia(World* w, int32_t i)
{
    SolverBody* m = &w->solver.bodies.data[i];
    const bool tied = w->joints.node_of.count > 0 && w->joints.node_of.data[i] > 0;
    if (tied && FNI(is_node_in_lanes)(w, w->joints.node_of.data[i] - 1))
    {
        return;
    }
    if (FNI(solver_has_turned)(m) || (tied && FNI(body_force_turned)(&w->solver.forces.data[i], m)))
    {
        int32_t body = w->movers.data[i - 1];
        const Body* b = &w->bodies.data[body];
        Rot q = FNI(rot_turned)(b->pose.q, FNI(solver_turned)(m));
        w->sims.data[body].inverse_inertia =
            FNI(body_force_follow)(&w->solver.forces.data[i], m, b->inertia, b->inverse_inertia, q);
    }
}

static void move_bodies_job(void* context, int32_t job)
{
    const span_solver* s = (const span_solver*)context;
    World* w = s->w;
    int32_t first = job * IMPI_BODIES_OF_JOB, end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, s->count);
    w->solver.passes->move(w->solver.bodies.data + s->first + first, w->solver.forces.data + s->first + first,
                           end - first, w->solver.row_step.h);
    for (int32_t i = first; i < end; ++i)
    {
        follow_inertia(w, s->first + i);
    }
}

static void spread_bodies(span_solver* s, void (*job)(void*, int32_t))
{
    impi_spread(&s->jobs, job, s, impi_jobs_of_bodies(s->count));
}

static bool is_springy(const span_solver* s)
{
    const World* w = s->w;
    for (int32_t k = 0; k < w->solver.colours.rounds * IMPI_ROUND_COLOURS; ++k)
    {
        for (int32_t i = 0; i < s->colours[k].count; ++i)
        {
            if (w->solver.block_events.data[w->solver.colours.order.data[s->colours[k].first + i]].springy)
            {
                return true;
            }
        }
    }
    return false;
}

// Trees have been factored anew: rows of what they hold count that.
static void tie_rows(span_solver* s)
{
    if (FNI(touches_follow)(s->w, &s->jobs, s->first, s->count))
    {
        run_pass(s, s->w->solver.passes->tie, pass_job);
    }
}

// Joints after a pass over contacts.
static void answer_contacts(span_solver* s, bool push)
{
    (void)FNI(touches_take)(s->w, &s->jobs, s->first, s->count, false);
    FNI(solve_joints)(s->w, &s->jobs, s->first, s->count, push);
    tie_rows(s);
}

static void solve_span(span_solver* s)
{
    const RowPasses* passes = s->w->solver.passes;
    int32_t rounds = s->w->joints.trees > 0 ? RELAX_ROUNDS : 1;
    spread_bodies(s, begin_bodies_job);
    FNI(joints_follow)(s->w, &s->jobs, s->first, s->count, true);
    for (int32_t k = 0; k < s->sub_steps; ++k)
    {
        s->step.passed = (float)k * s->step.h;
        spread_bodies(s, add_forces_job);
        if (k == 0)
        {
            run_pass(s, passes->warm, set_and_pass_job);
        }
        (void)FNI(touches_take)(s->w, &s->jobs, s->first, s->count, true);
        FNI(joints_begin)(s->w, &s->jobs, s->first, s->count, k == 0);
        tie_rows(s);
        run_pass(s, passes->push, pass_job);
        answer_contacts(s, true);
        spread_bodies(s, move_bodies_job);
        s->step.passed = (float)(k + 1) * s->step.h;
        FNI(joints_follow)(s->w, &s->jobs, s->first, s->count, false);
        tie_rows(s);
        for (int32_t i = 0; i < rounds; ++i)
        {
            s->step.tally = i == rounds - 1 ? 1.0f : 0.0f;
            run_pass(s, passes->relax, pass_job);
            answer_contacts(s, false);
        }
    }
    FNI(nets_finish)(s->w, (float)s->sub_steps * s->step.h);
    for (int32_t k = 0; k < BOUNCES && is_springy(s); ++k)
    {
        run_pass(s, passes->bounce, pass_job);
        if (FNI(touches_take)(s->w, &s->jobs, s->first, s->count, false))
        {
            FNI(solve_joints)(s->w, &s->jobs, s->first, s->count, false);
        }
    }
    FNI(joints_finish)(s->w, &s->jobs, s->first, s->count);
}

static span_solver begin_span(World* w, int32_t span, int32_t sub_steps)
{
    const impi_span* of = &w->solver.colours.spans.data[span];
    int32_t first = of->first > 0 ? of->first : 1;
    span_solver s = {.w = w, .sub_steps = sub_steps, .first = first, .count = of->first + of->count - first};
    s.step = w->solver.row_step;
    s.step.touches = w->solver.touches.data;
    s.step.ties = w->solver.ties.data;
    s.step.rows = w->solver.rows.data;
    s.colours = w->solver.colours.colours.data + of->colours;
    return s;
}

// All spans of a step.
typedef struct spans_of_step
{
    World* w;
    int32_t sub_steps;
    int32_t workers;
    int32_t lots;  // of small spans, which are solved one after the other
} spans_of_step;

// A span that is large among all is solved by all threads together: no thread would be done with the others by then.
static bool is_large(const spans_of_step* of, const impi_span* span)
{
    int64_t part = (int64_t)of->workers * SPANS_OF_WORKER;
    return (span->blocks >= LARGE_BLOCKS && part * span->blocks >= of->w->solver.rows.count) ||
           (span->count >= LARGE_BODIES && part * span->count >= of->w->movers.count);
}

static void solve_lot_job(void* context, int32_t job)
{
    const spans_of_step* of = (const spans_of_step*)context;
    const impi_span* spans = of->w->solver.colours.spans.data;
    const int64_t count = of->w->solver.colours.spans.count;
    const int32_t first = (int32_t)(job * count / of->lots), end = (int32_t)((job + 1) * count / of->lots);
    for (int32_t k = first; k < end; ++k)
    {
        if (!is_large(of, &spans[k]))
        {
            span_solver s = begin_span(of->w, k, of->sub_steps);
            FNI(joints_share_scratch)(of->w, spans[first].first, s.first, s.count);
            solve_span(&s);
        }
    }
}

void FNI(solve)(World* w, int32_t sub_steps)
{
    spans_of_step all = {w, sub_steps, impi_workers(&w->jobs), 1};
    if (w->solver.bodies.data)  // there has been a body
    {
        w->solver.bodies.data[0] = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    }
    FNI(touches_begin)(w);
    for (int32_t k = 0; k < w->solver.colours.spans.count; ++k)
    {
        if (is_large(&all, &w->solver.colours.spans.data[k]))
        {
            span_solver s = begin_span(w, k, sub_steps);
            s.jobs = w->jobs;
            solve_span(&s);
        }
    }
    const int32_t most = all.workers > 1 ? SPANS_OF_WORKER * all.workers : 1;
    all.lots = most < w->solver.colours.spans.count ? most : w->solver.colours.spans.count;
    impi_spread(&w->jobs, solve_lot_job, &all, all.lots);
    FNI(joints_part_scratch)(w);
    spread_blocks(w, check_pushed_rows);
    tell_all_events(w);
    w->solver.laden = false;
    for (int32_t i = 0; i < w->solver.rows.count; ++i)
    {
        w->solver.laden |= w->solver.block_events.data[i].laden;
    }
}
