// SPDX-License-Identifier: MIT
//
// One step of a world, stage by stage: world_step at the end reads as the list of them.
//
// Contacts are found once a step and solved in sub-steps (solve2.c).
//
// Sleep. A body that has been slow for half a second is drowsy. When some are, islands are looked for, and those of
// which all bodies are drowsy fall asleep: their bodies are linked in a ring, so that one which is woken wakes the
// others.

#ifndef AXES
#include "../continuous/continuous2.h"
#include "../../math/dim2.h"
#endif

#define CONTACT_HERTZ 50.0f      // a box of 1 m sinks by 0.25 mm under its own weight
#define STIFFEST (5.0f / 24.0f)  // most that springs may swing in a sub-step
#define CONTACT_DAMPING 10.0f    // far more than critical: overlap goes away, and does not spring back
#define PUSH_SPEED 3.0f          // [length units / s]: overlap goes away no faster
#define BOUNCE_SPEED 1.0f        // [length units / s]: what comes slower than this, and than what gravity adds
#define BOUNCE_FALL 0.25f        // [s] in so much time, does not bounce, so that it comes to rest
#define SLOW 0.05f               // [length units / s]
#define CREPT 0.004f             // [length units]: what comes so far is not at rest, and has new boxes
#define KEEP 0.008f      // [length units]: a manifold lasts until one body has moved so far as the other sees it
#define KEEP_PART 0.02f  // [extent of the lesser body]: or so far
#define KEEP_TURN 0.03f  // [rad]: or turned: so far its forces are off in direction
#define BORNE 0.25f      // of its weight: a body that several contacts bear is borne by each of them
#define UNEVEN 20.0f     // masses: of a heavier one on a lighter one, impulses lag behind the passes
#define DROWSY 0.5f      // [s]
#define HELD 5e-6f       // [length units / s]: what gravity pulls at and is slower is held, and does not move
#define FALLING 0.0625f  // [speed of free fall from rest]: what comes to as much in the time is not held

// A step on its way.
typedef struct stepping
{
    World* w;
    float time;
} stepping;

// Who moves

// Returns whether other bodies move than in the step before.
static bool list_movers(World* w)
{
    bool same = true;
    w->movers.count = 0;
    w->sleepers = false;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        Body* b = &w->bodies.data[i];
        bool used = w->body_pool.data[i].next == IMPI_SLOT_USED, moves = used && FNI(body_active)(b);
        int32_t place = moves ? w->movers.count + 1 : 0;
        if (b->place > 0 && !moves)
        {
            FNI(body_arrive)(w, i);  // its last motion came after its contacts were looked at
        }
        w->arrivals |= !moves && (b->move_flags & (IMPI_ARRIVED | IMPI_NEW));
        w->sleepers |= used && !moves && b->kind == IMP_BODY_DYNAMIC;
        same &= place == b->place;
        b->place = place;
        if (moves)
        {
            w->movers.data[w->movers.count++] = i;
        }
    }
    return !same;
}

static void stand_one(World* w, int32_t body)
{
    const Body* b = &w->bodies.data[body];
    bool dynamic = b->kind == IMP_BODY_DYNAMIC, moves = b->place > 0;
    BodySim s = {.pose = b->pose, .middle = b->middle, .extent = b->extent};
    if (moves)
    {
        s.velocity = b->velocity;
        s.spin = b->spin;
        s.inverse_mass = b->inverse_mass;
        s.inverse_inertia = FNI(inertia_turned)(b->inverse_inertia, b->pose.q);
        s.pull = FN(vec_scale)(w->gravity, dynamic ? b->gravity : 0.0f);
    }
    s.row = FNI(row_of_body)(b);
    s.asleep = b->island_next >= 0;
    s.bullet = s.swept = b->bullet && dynamic;
    w->sims.data[body] = s;
}

static void stand_some(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->bodies.count);
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        stand_one(w, i);
    }
}

static void stand_some_movers(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        stand_one(w, w->movers.data[i]);
    }
}

// Whether a body is to be swept as it bounces, and is fast enough for that.
static bool may_bounce_off(const World* w, const Body* b)
{
    float speed = sqrtf(FN(vec_dot)(b->velocity, b->velocity)) + FNI(spin_length)(b->spin) * b->extent;
    return b->kind == IMP_BODY_DYNAMIC && speed > FNI(held_speed)(w) && FNI(body_springs)(w, b);
}

// What bounces goes through the step like bullets, one hit after the other. Rows would answer all at once, and that
// costs energy. What the caller is to be asked about is left to rows.
static void sweep_springy(World* w)
{
    w->continuous.swept = w->springy_count > 0 && !w->discrete && !w->hooks.pre_solve;
    for (int32_t i = 0; i < w->movers.count && w->continuous.swept; ++i)
    {
        int32_t body = w->movers.data[i];
        w->sims.data[body].swept |= may_bounce_off(w, &w->bodies.data[body]);
    }
}

// Who moves, whose contacts are awake, and how all stand. Of bodies that do not move nothing is read, unless one has
// begun or ended to, or was changed from outside.
static void stand(World* w)
{
    bool changed = w->movers_changed || w->stale > IMPI_STALE_NOTHING, others = changed && list_movers(w);
    // What the caller is asked may be another answer each time.
    if (others || w->stale >= IMPI_STALE_LANES)
    {
        FNI(lanes_fall)(w);
    }
    else if (w->stale >= IMPI_STALE_ROWS || w->hooks.pre_solve)
    {
        FNI(rows_fall)(w);
    }
    if (w->movers_changed)
    {
        FNI(contacts_sort)(w);
    }
    w->movers_changed = false;
    w->stale = IMPI_STALE_NOTHING;
    if (changed)
    {
        impi_spread(&w->jobs, stand_some, w, impi_jobs_of_bodies(w->bodies.count));
    }
    else
    {
        impi_spread(&w->jobs, stand_some_movers, w, impi_jobs_of_bodies(w->movers.count));
    }
    sweep_springy(w);
}

// What has arrived has been looked at. Its contacts sleep again, if it has not woken anyone.
static void end_arrivals(World* w)
{
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        w->bodies.data[i].move_flags &= ~(uint32_t)(IMPI_ARRIVED | IMPI_NEW);
    }
    FNI(contacts_sort)(w);
    w->arrivals = false;
}

// Manifolds, and what becomes of them. What is woken wakes what it touches, in the same step: so the step is the same
// where memory ends on the way. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status collide_all(World* w)
{
    stand(w);
    bool chosen = w->built >= IMPI_BUILT_ROWS && FNI(rows_follow)(w);
    imp_status status = FNI(contacts_collide)(w, &w->awake, chosen);
    bool woken = w->movers_changed;
    while (!status && w->movers_changed)
    {
        stand(w);
        status = FNI(contacts_collide)(w, &w->fresh, false);
    }
    status = status ? status : FNI(continuous_reserve)(w);
    if (!status)
    {
        FNI(contacts_settle)(w, woken);
        if (w->arrivals)
        {
            end_arrivals(w);
        }
    }
    return status;
}

// Poses

// The pose moves by what its centre has moved, and by what the middle has turned around it.
static Pose moved_pose(const Body* b, const SolverBody* m)
{
    return FNI(pose_moved)(b->pose, b->middle, FNI(solver_moved)(m), FNI(solver_turned)(m));
}

// The speed below which a body that gravity pulls at is at rest: at most `most`, and little of what free fall from rest
// would come to in the time. So a body rests where contacts hold it up, however weak gravity is and whatever the length
// unit; what falls, or slides down freely, does not.
static float rest_speed(const World* w, const Body* b, float most, float time)
{
    Vec pull = FN(vec_scale)(w->gravity, b->kind == IMP_BODY_DYNAMIC ? b->gravity : 0.0f);
    pull = FNI(vec_locked)(pull, b->locks);
    float fall = sqrtf(FN(vec_dot)(pull, pull)) * time / (1.0f + b->damping * time);
    return fall > 0.0f && FALLING * fall < most ? FALLING * fall : most;
}

// What lies trembles, as numbers are rounded. It does not come anywhere by that, not in a day.
static bool is_held(const World* w, const Body* b, const SolverBody* m, float time)
{
    bool pulled = b->kind == IMP_BODY_DYNAMIC && FNI(vec_taxicab)(w->gravity) * fabsf(b->gravity) > 0.0f;
    float turned = FNI(spin_length)(FNI(turn_of)(FNI(solver_turned)(m))) * b->extent;
    float moved = FNI(vec_taxicab)(FNI(solver_moved)(m)) + turned, most = HELD * w->unit;
    return pulled && moved < most * time && moved < rest_speed(w, b, most, time) * time;
}

// A body is drowsy when it has been slow for long enough, and has not come far meanwhile: what slides ever faster is
// slow at first. Returns whether it rests nowhere, or elsewhere from now on.
static bool update_sleep(const World* w, Body* b, float time)
{
    float speed = sqrtf(FN(vec_dot)(b->velocity, b->velocity)) + FNI(spin_length)(b->spin) * b->extent;
    float most = SLOW * w->unit;
    bool slow = speed < most && speed < rest_speed(w, b, most, DROWSY);
    bool moved = !slow || b->sleep_time == 0.0f;
    if (!moved)
    {
        Vec crept = FN(vec_sub)(b->center, FN(pose_apply)(b->rest, b->middle));
        float turned = FNI(spin_length)(FNI(turn_between)(b->rest.q, b->pose.q));
        moved = sqrtf(FN(vec_dot)(crept, crept)) + turned * b->extent > CREPT * w->unit;
    }
    if (moved)
    {
        b->rest = b->pose;
        b->sleep_time = 0.0f;
    }
    b->sleep_time = slow ? b->sleep_time + time : 0.0f;
    return moved;
}

// Between two sub-steps contacts may have moved what is locked a little. It has not moved then.
static void stay_in_locks(const Body* b, SolverBody* m)
{
    FNI(solver_set_velocity)(m, FNI(vec_locked)(FNI(solver_velocity)(m), b->locks), FNI(solver_spin)(m));
    FNI(solver_set_moved)(m, FNI(vec_locked)(FNI(solver_moved)(m), b->locks), FNI(solver_turned)(m));
}

// What has left the numbers stays where it was, without velocity: it does not spoil the others.
static void finish_motions(void* context, int32_t job)
{
    const stepping* s = (const stepping*)context;
    World* w = s->w;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    uint32_t moved = 0;
    impi_finished done = {0, false, false};
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        Body* b = &w->bodies.data[w->movers.data[i]];
        SolverBody* m = &w->solver.bodies.data[i + 1];
        stay_in_locks(b, m);
        Vec velocity = FNI(solver_velocity)(m);
        Spin spin = FNI(solver_spin)(m);
        Pose pose = is_held(w, b, m, s->time) ? b->pose : moved_pose(b, m);
        bool sound = !FN(pose_check)(&pose) && !FNI(vec_fault_large)(velocity) && !FNI(spin_fault_large)(spin);
        b->pose = sound ? pose : b->pose;
        b->velocity = sound ? velocity : FNI(vec_none)();
        b->move_flags = IMPI_MOVED | (b->slept ? (uint32_t)IMP_MOVE_WOKE : 0u) |
                        (sound ? 0u : (uint32_t)IMP_MOVE_FROZEN) |
                        (m->fast > IMPI_PACE_OWN ? (uint32_t)IMP_MOVE_SPENT : 0u);
        b->slept = false;
        b->spin = sound ? spin : FNI(spin_none)();
        b->center = FN(pose_apply)(b->pose, b->middle);
        b->force = FNI(vec_none)();
        b->torque = FNI(spin_none)();
        done.frozen |= !sound;
        if (update_sleep(w, b, s->time))
        {
            moved |= 1u << i % IMPI_WORD;
            done.kinematic |= b->kind != IMP_BODY_DYNAMIC;
            for (int32_t k = b->first; k >= 0; k = w->colliders.data[k].next)
            {
                ++done.boxes;
            }
        }
        if (i % IMPI_WORD == IMPI_WORD - 1 || i == end - 1)
        {
            w->step.moved.data[i / IMPI_WORD] = moved;
            moved = 0;
        }
    }
    w->step.finished.data[job] = done;
}

static void find_boxes(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t first = job * IMPI_BODIES_OF_JOB, end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    int32_t at = w->step.finished.data[job].boxes;
    for (int32_t i = FNI(next_moved)(w, first); i < end; i = FNI(next_moved)(w, i + 1))
    {
        const Body* b = &w->bodies.data[w->movers.data[i]];
        for (int32_t k = b->first; k >= 0; k = w->colliders.data[k].next, ++at)
        {
            Box box;
            Thing thing;
            const Collider* c = &w->colliders.data[k];
            if (!FNI(collider_box)(c, &b->rest, &box))
            {
                box = FNI(world_box)(w, box);
            }
            else if (!FN(index_get)(w->index, c->number, &thing))
            {
                box = thing.box;
            }
            w->step.moved_numbers.data[at] = c->number;
            w->step.moved_boxes.data[at] = box;
        }
    }
}

// Of bodies of a job that are in the index of what is not dynamic, too.
static void move_fixed(World* w, int32_t job)
{
    int32_t first = job * IMPI_BODIES_OF_JOB, end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    int32_t at = w->step.finished.data[job].boxes;
    for (int32_t i = FNI(next_moved)(w, first); i < end; i = FNI(next_moved)(w, i + 1))
    {
        for (int32_t k = w->bodies.data[w->movers.data[i]].first; k >= 0; k = w->colliders.data[k].next, ++at)
        {
            FNI(collider_move_fixed)(w, &w->colliders.data[k], &w->step.moved_boxes.data[at]);
        }
    }
}

static void move_boxes(World* w)
{
    int32_t jobs = impi_jobs_of_bodies(w->movers.count), count = 0;
    for (int32_t job = 0; job < jobs; ++job)
    {
        impi_finished* done = &w->step.finished.data[job];
        int32_t boxes = done->boxes;
        done->boxes = count;
        count += boxes;
        w->movers_changed |= done->frozen;
    }
    impi_spread(&w->jobs, find_boxes, w, jobs);
    for (int32_t job = 0; job < jobs; ++job)
    {
        if (w->step.finished.data[job].kinematic)
        {
            move_fixed(w, job);
        }
    }
    FNI(index_move_distinct)(w->index, w->step.moved_numbers.data, w->step.moved_boxes.data, count);
}

// Sleep

// Islands of bodies that move, by place: of those of each row. What a moving kinematic body touches is kept awake.
static void find_islands(World* w)
{
    int32_t* parent = w->step.islands.data;
    impi_islands_begin(parent, w->movers.count + 1);
    for (int32_t i = 0; i < w->solver.colours.blocks.count * IMPI_ROW_LANES; ++i)
    {
        const Lane* lane = &w->solver.lanes.data[i];
        int32_t a = lane->bodies.a, b = lane->bodies.b;
        if (lane->contact < 0 || a == ~0 || b == ~0)
        {
            continue;
        }
        if (a > 0 && b > 0)
        {
            impi_islands_join(parent, a, b);
            continue;
        }
        w->bodies.data[w->movers.data[(a > 0 ? a : b) - 1]].sleep_time = 0.0f;
    }
}

static void fall_asleep(World* w)
{
    bool drowsy = false;
    for (int32_t i = 0; i < w->movers.count && !drowsy && !w->sleepless; ++i)
    {
        const Body* b = &w->bodies.data[w->movers.data[i]];
        drowsy = b->kind == IMP_BODY_DYNAMIC && b->sleep_time >= DROWSY && !b->sleepless;
    }
    // Who was woken by a hit in this step has changed the places that lanes know.
    if (!drowsy || w->stale >= IMPI_STALE_LANES)
    {
        return;
    }
    find_islands(w);
    int32_t* parent = w->step.islands.data;
    // The root of an island is its lowest place. It takes the least of all times, and then tells the others.
    for (int32_t place = w->movers.count; place > 0; --place)
    {
        const Body* b = &w->bodies.data[w->movers.data[place - 1]];
        Body* root = &w->bodies.data[w->movers.data[impi_island_of(parent, place) - 1]];
        float sleep_time = b->sleepless ? 0.0f : b->sleep_time;
        root->sleep_time = root->sleep_time < sleep_time ? root->sleep_time : sleep_time;
    }
    for (int32_t place = w->movers.count; place > 0; --place)
    {
        int32_t at = w->movers.data[place - 1], root_at = w->movers.data[impi_island_of(parent, place) - 1];
        Body *b = &w->bodies.data[at], *root = &w->bodies.data[root_at];
        if (b->kind != IMP_BODY_DYNAMIC || root->sleep_time < DROWSY)
        {
            continue;
        }
        b->velocity = FNI(vec_none)();
        b->spin = FNI(spin_none)();
        b->slept = true;
        b->move_flags |= IMP_MOVE_SLEPT;
        // The root comes last. Alone it is a ring by itself.
        if (at != root_at)
        {
            b->island_next = root->island_next >= 0 ? root->island_next : root_at;
        }
        root->island_next = at != root_at || root->island_next < 0 ? at : root->island_next;
        w->movers_changed = true;
    }
}

// Where nothing falls, all bounces.
static float bounce_speed_of(const World* w)
{
    float most = BOUNCE_SPEED * w->unit, fall = BOUNCE_FALL * sqrtf(FN(vec_dot)(w->gravity, w->gravity));
    return fall < most ? fall : most;
}

static impi_row_step row_step_of(const World* w, float time, int32_t sub_steps)
{
    // Where nothing falls, nothing is borne.
    float h = time / (float)sub_steps, fall = time * sqrtf(FN(vec_dot)(w->gravity, w->gravity));
    fall = fall > 0.0f ? fall : FLT_MAX;
    float most = STIFFEST / h, hertz = most < CONTACT_HERTZ ? most : CONTACT_HERTZ;
    impi_row_step r = {h,
                       1.0f / h,
                       w->solver.sub_step_before > 0.0f ? h / w->solver.sub_step_before : 1.0f,
                       impi_softness_of(hertz, CONTACT_DAMPING, h),
                       impi_softness_of(2.0f * hertz, CONTACT_DAMPING, h),
                       PUSH_SPEED * w->unit,
                       bounce_speed_of(w),
                       KEEP * w->unit,
                       KEEP_PART,
                       KEEP_TURN,
                       BORNE * fall,
                       UNEVEN,
                       w->impact_speed > 0.0f};
    return r;
}

// All that may want memory: then the step has not begun. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status prepare(World* w)
{
    imp_status (*const stages[])(World*) = {FNI(contacts_update), collide_all, FNI(rows_colour)};
    FNI(ask_clock)(w, -1);
    for (int32_t i = IMP_STAGE_PAIRS; i <= IMP_STAGE_COLOUR; ++i)
    {
        if (stages[i](w))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        FNI(ask_clock)(w, i);
    }
    return IMP_OK;
}

imp_status FN(world_step)(World* w, float time)
{
    int32_t fault = FNI(world_fault)(w), fault_time = impi_number_fault_negative(time);
    if (fault || fault_time || time == 0.0f)
    {
        return fault ? impi_error(fault, 1) : fault_time ? impi_error(fault_time, 2) : IMP_OK;
    }
    if (!w->step.stepping)
    {
        w->events.begun_touches.count = 0;
        w->events.ended_touches.count = 0;
        w->events.entered.count = 0;
        w->events.left.count = 0;
        w->events.impacts.count = 0;
        w->step.stepping = true;
        FNI(one_way_begin)(w);
    }
    int32_t sub_steps = FNI(sub_steps)(w, time);
    w->solver.row_step = row_step_of(w, time, sub_steps);
    w->solver.sub_step_count = sub_steps;
    if (prepare(w))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    w->step.stepping = false;
    FNI(solve)(w, sub_steps);
    w->solver.sub_step_before = w->solver.row_step.h;
    FNI(ask_clock)(w, IMP_STAGE_SOLVE);
    if (!w->discrete)
    {
        FNI(continuous_run)(w);
        FNI(ask_clock)(w, IMP_STAGE_CONTINUOUS);
    }
    stepping s = {w, time};
    impi_spread(&w->jobs, finish_motions, &s, impi_jobs_of_bodies(w->movers.count));
    if (!w->discrete)
    {
        FNI(crossings_tell)(w);
    }
    move_boxes(w);
    FNI(ask_clock)(w, IMP_STAGE_MOVE);
    fall_asleep(w);
    FNI(ask_clock)(w, IMP_STAGE_SLEEP);
    IMPI_RECORD(w, STEP, .number = time);
    return IMP_OK;
}
