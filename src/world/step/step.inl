// SPDX-License-Identifier: MIT
//
// One step of a world, stage by stage: world_step at the end reads as the list of them.
//
//     pairs -> contacts -> manifolds -> lanes of rows     may lack memory: the step has not begun, and is repeated
//           -> solver -> continuous -> poses, boxes -> sleep                                  nothing can fail here
//
// Contacts are found once a step and solved in sub-steps (solver/solve.inl). With fast fits a step is taken in parts, which
// are short steps but for forces and events (continuous/fits3.c).
//
// Sleep. A body that has been slow for half a second may sleep. When some may, islands are built, and an island falls
// asleep when all its bodies may: they are linked in a circle (island_next), so that waking one wakes the others.

#ifndef AXES
#include "../continuous/continuous2.h"
#include "../continuous/fits2.h"
#include "../solver/solver2.h"
#include "../../motion/islands.h"
#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define CONTACT_HERTZ 50.0f  // a box of 1 m sinks by 0.25 mm under its own weight
#define EARTH 10.0f          // [m/s^2]: gravity of which contacts take account
#define PUSH_SPEED 3.0f      // [length units / s]: penetration is pushed out no faster
#define BOUNCE_SPEED 1.0f    // [length units / s]: restitution threshold: slower bodies come to rest
#define BOUNCE_FALL 0.25f    // [s]: the threshold is no more than gravity adds in this time
#define SLOW 0.05f           // [length units / s]: slower bodies may sleep
#define CREPT 0.004f         // [length units]: a body that has moved this far is not at rest, and has new boxes
#define KEEP 0.008f          // [length units]: a manifold expires when one body has moved this far as the other sees it
#define KEEP_PART 0.02f      // [extent of the lesser body]: or this far
#define KEEP_TURN 0.03f      // [rad]: or turned this far: its forces are off in direction by that
#define LOAD_PART 0.25f      // [weight]: a contact that bears this much carries the body; several may carry one
#define MASS_RATIO 20.0f     // mass ratio of a heavier body on a lighter one: impulses lag behind the passes
#define TIME_TO_SLEEP 0.5f   // [s]: bodies that have been slow for so long may sleep
#define SLEEP_WAIT 0.125f    // [s]: few among many wait so long for others, as who begins to sleep costs all time
#define SLEEP_PART 8         // of all that move: more do not wait
#define HELD 5e-6f           // [length units / s]: a slower body under gravity is held, and does not move
#define FALLING 0.0625f      // [speed of free fall from rest]: a body that reaches as much in the time is not held

// A step in progress.
typedef struct step_context
{
    World* w;
    float time;  // of the part
} step_context;

// Lists the bodies that move. Returns whether they are others than in the step before.
static bool list_movers(World* w)
{
    bool same = true;
    w->movers.count = 0;
    w->sleepers = false;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        Body* b = &w->bodies.data[i];
        bool used = w->body_pool.data[i].next == IMPI_SLOT_USED, moves = used && FNI(body_active)(b);
        int32_t mover = moves ? w->movers.count + 1 : 0;
        if (b->mover > 0 && !moves)
        {
            FNI(body_note_arrival)(w, i);  // it moved last after its contacts were collided
        }
        w->arrivals |= !moves && (b->move_flags & (IMPI_ARRIVED | IMPI_NEW));
        w->sleepers |= used && !moves && b->kind == IMP_BODY_DYNAMIC;
        same &= mover == b->mover;
        b->mover = mover;
        if (moves)
        {
            w->movers.data[w->movers.count++] = i;
        }
    }
    return !same;
}

static void update_sim(World* w, int32_t body)
{
    const Body* b = &w->bodies.data[body];
    bool dynamic = b->kind == IMP_BODY_DYNAMIC, moves = b->mover > 0;
    BodySim* s = &w->sims.data[body];
    s->pose = b->pose;
    s->middle = b->middle;
    s->extent = b->extent;
    s->velocity = moves ? b->velocity : FNI(vec_none)();
    s->spin = moves ? b->spin : FNI(spin_none)();
    s->inverse_mass = moves ? b->inverse_mass : 0.0f;
    s->inverse_inertia = moves ? FNI(inverse_inertia_now)(b) : FNI(inertia_none)();
    s->pull = moves ? FN(vec_scale)(w->gravity, dynamic ? b->gravity : 0.0f) : FNI(vec_none)();
    s->row = FNI(row_of_body)(b);
    s->asleep = b->island_next >= 0;
    s->locks = (uint8_t)b->locks;
    s->bullet = s->swept = b->bullet && dynamic;
}

static void update_sims_job(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->bodies.count);
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        update_sim(w, i);
    }
}

static void update_mover_sims_job(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        update_sim(w, w->movers.data[i]);
    }
}

// Whether a body is to be swept as it bounces, and is fast enough for that.
static bool may_bounce_off(const World* w, const Body* b)
{
    float speed = sqrtf(FN(vec_dot)(b->velocity, b->velocity)) + FNI(spin_length)(b->spin) * b->extent;
    return b->kind == IMP_BODY_DYNAMIC && speed > FNI(held_speed)(w) && FNI(body_bounces)(w, b);
}

// Bodies that bounce go through the step like bullets, one hit after the other. Rows would solve all at once, and that
// costs energy. With a pre_solve hook they are left to rows.
static void sweep_springy(World* w)
{
    w->continuous.swept = w->springy_count > 0 && !w->discrete && !w->hooks.pre_solve;
    for (int32_t i = 0; i < w->movers.count && w->continuous.swept; ++i)
    {
        int32_t body = w->movers.data[i];
        w->sims.data[body].swept |= may_bounce_off(w, &w->bodies.data[body]);
    }
}

// Updates the list of movers, the awake contacts and the body sims. Bodies that do not move are not read, unless one
// has begun or ceased to, or was changed from outside.
static void update_sims(World* w)
{
    bool changed = w->movers_changed || w->stale > IMPI_STALE_NOTHING, others = changed && list_movers(w);
    // pre_solve may give another answer each time.
    if (others || w->stale >= IMPI_STALE_LANES)
    {
        FNI(lanes_clear)(w);
        w->joints.node_of.count = 0;  // groups are found anew
    }
    else if (w->stale >= IMPI_STALE_ROWS || w->hooks.pre_solve)
    {
        FNI(rows_write_back)(w);
    }
    if (w->movers_changed)
    {
        FNI(contacts_sort_awake)(w);
    }
    w->movers_changed = false;
    w->stale = IMPI_STALE_NOTHING;
    if (changed)
    {
        impi_spread(&w->jobs, update_sims_job, w, impi_jobs_of_bodies(w->bodies.count));
    }
    else
    {
        impi_spread(&w->jobs, update_mover_sims_job, w, impi_jobs_of_bodies(w->movers.count));
    }
    sweep_springy(w);
}

// Bodies that arrived have been collided. Their contacts sleep again if nothing has woken.
static void end_arrivals(World* w)
{
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        w->bodies.data[i].move_flags &= ~(uint32_t)(IMPI_ARRIVED | IMPI_NEW);
    }
    FNI(contacts_sort_awake)(w);
    w->arrivals = false;
}

// Collides contacts and settles them. A body that is woken wakes the ones in contact with it, in the same step: so the
// step is the same if it lacks memory on the way. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status collide_all(World* w)
{
    bool joined = FNI(joints_wake)(w);
    update_sims(w);
    bool chosen = w->built >= IMPI_BUILT_ROWS && FNI(rows_follow)(w);
    imp_status status = FNI(contacts_collide)(w, &w->awake, chosen);
    bool woken = w->movers_changed;
    while (!status && w->movers_changed)
    {
        joined |= FNI(joints_wake)(w);
        update_sims(w);
        status = FNI(contacts_collide)(w, &w->fresh, false);
    }
    // Sleepers that are joined to bodies woken here wake in the next step.
    w->movers_changed |= joined;
    status = status ? status : FNI(continuous_reserve)(w);
    status = status ? status : FNI(part_deep_reserve)(w);
    status = status ? status : FNI(joints_group)(w);
    status = status ? status : FNI(joints_reserve)(w);
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

// The speed below which a body under gravity is at rest: at most `most`, and a small part of what free fall from rest
// would reach in the time. So a body rests where contacts hold it up, however weak gravity is and whatever the length
// unit; one that falls, or slides down freely, does not.
static float rest_speed(const World* w, const Body* b, float most, float time)
{
    Vec pull = FN(vec_scale)(w->gravity, b->kind == IMP_BODY_DYNAMIC ? b->gravity : 0.0f);
    pull = FNI(vec_locked)(pull, b->locks);
    float fall = sqrtf(FN(vec_dot)(pull, pull)) * time / (1.0f + b->damping * time);
    return fall > 0.0f && FALLING * fall < most ? FALLING * fall : most;
}

// Whether a body only trembles, as numbers are rounded. It is held at its pose, and does not creep, not in a day.
static bool is_held(const World* w, const Body* b, Vec shift, Rot turn, float time)
{
    float moved = FNI(vec_taxicab)(shift), most = HELD * w->unit;
    if (!(moved < most * time) || b->kind != IMP_BODY_DYNAMIC)
    {
        return false;
    }
    bool pulled = FNI(vec_taxicab)(w->gravity) * fabsf(b->gravity) > 0.0f;
    moved += FNI(spin_length)(FNI(turn_of)(turn)) * b->extent;
    return pulled && moved < most * time && moved < rest_speed(w, b, most, time) * time;
}

// Updates the sleep time: a body may sleep when it has been slow for long enough, and has not crept far meanwhile, as
// one that slides ever faster is slow at first. Returns whether its rest pose has changed, or it has none.
static bool update_sleep(const World* w, Body* b, float time)
{
    float speed = sqrtf(FN(vec_dot)(b->velocity, b->velocity)) + FNI(spin_length)(b->spin) * b->extent;
    float most = SLOW * w->unit;
    bool slow = speed < most && speed < rest_speed(w, b, most, TIME_TO_SLEEP);
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

// Contacts may move locked axes a little between two sub-steps; that motion is undone.
static void undo_locked_motion(const Body* b, SolverBody* m)
{
    FNI(solver_set_velocity)
    (m, FNI(vec_locked)(FNI(solver_velocity)(m), b->locks), FNI(spin_locked)(FNI(solver_spin)(m), b->locks >> AXES));
    FNI(solver_set_moved)(m, FNI(vec_locked)(FNI(solver_moved)(m), b->locks), FNI(solver_turned)(m));
}

// A body that has left the range of numbers stays at its pose, without velocity: it does not spoil the others.
static void finish_bodies_job(void* context, int32_t job)
{
    const step_context* s = (const step_context*)context;
    World* w = s->w;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    uint32_t moved = 0, told = w->step.part > 0 ? IMPI_MOVED - 1u : 0u;
    bool last = w->step.part == w->step.parts - 1;
    impi_finished done = {0, false, false};
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        Body* b = &w->bodies.data[w->movers.data[i]];
        SolverBody* m = &w->solver.bodies.data[i + 1];
        if (b->locks)
        {
            undo_locked_motion(b, m);
        }
        Vec shift = FNI(solver_moved)(m);
        Rot turn = FNI(solver_turned)(m);
        Vec velocity = FNI(solver_velocity)(m);
        Spin spin = FNI(solver_spin)(m);
        // The pose moves with its centre of mass, and by the rotation around that.
        Pose pose = is_held(w, b, shift, turn, s->time) ? b->pose : FNI(pose_moved)(b->pose, b->middle, shift, turn);
        bool sound = !FN(pose_check)(&pose) && !FNI(vec_fault_large)(velocity) && !FNI(spin_fault_large)(spin);
        b->pose = sound ? pose : b->pose;
        b->velocity = sound ? velocity : FNI(vec_none)();
        b->move_flags = IMPI_MOVED | (b->move_flags & told) | (b->slept ? (uint32_t)IMP_MOVE_WOKE : 0u) |
                        (sound ? 0u : (uint32_t)IMP_MOVE_FROZEN) |
                        (m->fast > IMPI_PACE_OWN ? (uint32_t)IMP_MOVE_SPENT : 0u);
        b->slept = false;
        b->spin = sound ? spin : FNI(spin_none)();
        b->center = FN(pose_apply)(b->pose, b->middle);
        b->force = last ? FNI(vec_none)() : b->force;
        b->torque = last ? FNI(spin_none)() : b->torque;
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

// Prefetches what the boxes of the movers after the next ones need: the body, and later its first collider.
static void prefetch_shapes(const World* w, int32_t i, int32_t end)
{
    if (i + 2 * IMPI_AHEAD < end)
    {
        const Body* b = &w->bodies.data[w->movers.data[i + 2 * IMPI_AHEAD]];
        impi_prefetch(&b->rest);
        impi_prefetch(&b->first);
    }
    int32_t first = i + IMPI_AHEAD < end ? w->bodies.data[w->movers.data[i + IMPI_AHEAD]].first : -1;
    for (int32_t line = 0; line < 3 && first >= 0; ++line)
    {
        impi_prefetch((const char*)&w->colliders.data[first] + 64 * line);
    }
}

static void find_boxes_job(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t first = job * IMPI_BODIES_OF_JOB, end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    int32_t at = w->step.finished.data[job].boxes;
    for (int32_t i = FNI(next_moved)(w, first); i < end; i = FNI(next_moved)(w, i + 1))
    {
        const Body* b = &w->bodies.data[w->movers.data[i]];
        const bool sound = FNI(pose_fault)(&b->rest) == 0;
        prefetch_shapes(w, i, end);
        for (int32_t k = b->first; k >= 0; k = w->colliders.data[k].next, ++at)
        {
            Box box;
            Thing thing;
            const Collider* c = &w->colliders.data[k];
            if (sound && !FNI(collider_box_at)(c, &b->rest, &box))
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

// Moves boxes of a job in the index of non-dynamic colliders, for kinematic bodies.
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
    impi_spread(&w->jobs, find_boxes_job, w, jobs);
    for (int32_t job = 0; job < jobs; ++job)
    {
        if (w->step.finished.data[job].kinematic)
        {
            move_fixed(w, job);
        }
    }
    FNI(index_move_distinct)(w->index, w->step.moved_numbers.data, w->step.moved_boxes.data, count);
}

// Builds the islands of moving bodies, by mover: each row joins its two. A body in contact with a moving kinematic one
// is kept awake.
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
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[i];
        for (int32_t k = 1; k < g->count; ++k)
        {
            impi_islands_join(parent, w->joints.nodes.data[g->first].mover, w->joints.nodes.data[g->first + k].mover);
        }
    }
}

// Whether it is time that islands fall asleep: for many, or for one that has waited for others. Then all that may do, as
// movers, lanes and trees of joints are found anew when some cease to move.
static bool is_bedtime(const World* w)
{
    int32_t ready = 0;
    bool late = false;
    for (int32_t mover = 1; mover <= w->movers.count; ++mover)
    {
        const Body* root = &w->bodies.data[w->movers.data[impi_island_of(w->step.islands.data, mover) - 1]];
        ready += root->sleep_time >= TIME_TO_SLEEP ? 1 : 0;
        late |= root->sleep_time >= TIME_TO_SLEEP + SLEEP_WAIT;
    }
    return late || (ready > 0 && ready >= w->movers.count / SLEEP_PART);
}

static void fall_asleep(World* w)
{
    bool may_sleep = false;
    for (int32_t i = 0; i < w->movers.count && !may_sleep && !w->sleepless; ++i)
    {
        const Body* b = &w->bodies.data[w->movers.data[i]];
        may_sleep = b->kind == IMP_BODY_DYNAMIC && b->sleep_time >= TIME_TO_SLEEP && !b->sleepless;
    }
    // A body that was woken by a hit in this step has changed the movers that lanes refer to.
    if (!may_sleep || w->stale >= IMPI_STALE_LANES)
    {
        return;
    }
    find_islands(w);
    int32_t* parent = w->step.islands.data;
    // The root of an island is its lowest mover. It takes the shortest sleep time, and the others read that.
    for (int32_t mover = w->movers.count; mover > 0; --mover)
    {
        const Body* b = &w->bodies.data[w->movers.data[mover - 1]];
        Body* root = &w->bodies.data[w->movers.data[impi_island_of(parent, mover) - 1]];
        float sleep_time = b->sleepless ? 0.0f : b->sleep_time;
        root->sleep_time = root->sleep_time < sleep_time ? root->sleep_time : sleep_time;
    }
    if (!is_bedtime(w))
    {
        return;
    }
    for (int32_t mover = w->movers.count; mover > 0; --mover)
    {
        int32_t at = w->movers.data[mover - 1], root_at = w->movers.data[impi_island_of(parent, mover) - 1];
        Body *b = &w->bodies.data[at], *root = &w->bodies.data[root_at];
        if (b->kind != IMP_BODY_DYNAMIC || root->sleep_time < TIME_TO_SLEEP)
        {
            continue;
        }
        b->velocity = FNI(vec_none)();
        b->spin = FNI(spin_none)();
        b->slept = true;
        b->move_flags |= IMP_MOVE_SLEPT;
        // The root comes last. Alone it is linked to itself.
        if (at != root_at)
        {
            b->island_next = root->island_next >= 0 ? root->island_next : root_at;
        }
        root->island_next = at != root_at || root->island_next < 0 ? at : root->island_next;
        w->movers_changed = true;
    }
}

// Without gravity everything bounces.
static float bounce_speed_of(const World* w)
{
    float most = BOUNCE_SPEED * w->unit, fall = BOUNCE_FALL * sqrtf(FN(vec_dot)(w->gravity, w->gravity));
    return fall < most ? fall : most;
}

// Contacts of small things are so many times as stiff as those of things of a metre, to sink by the same part of their
// size: the frequency of the spring goes with the root of gravity over length. Gravity counts up to that of the earth, so
// worlds in centimetres, which have more of it, are as they would be in metres.
static float firmness_of(const World* w)
{
    float pull = sqrtf(FN(vec_dot)(w->gravity, w->gravity)) / EARTH, square = (pull < 1.0f ? pull : 1.0f) / w->unit;
    return square > 1.0f ? sqrtf(square) : 1.0f;
}

static impi_row_step row_step_of(const World* w, float time, int32_t sub_steps)
{
    // Without gravity nothing is carried.
    float h = time / (float)sub_steps, fall = time * sqrtf(FN(vec_dot)(w->gravity, w->gravity));
    fall = fall > 0.0f ? fall : FLT_MAX;
    float most = DIMI(STIFFEST) / h, firm = firmness_of(w), hertz = most < CONTACT_HERTZ ? most : CONTACT_HERTZ;
    // A spring that is too stiff for the sub-steps is damped more, so that penetration goes away no faster than it may.
    float able = firm * CONTACT_HERTZ < most ? firm * CONTACT_HERTZ : most, firmest = DIMI(FIRMEST) * able;
    float wanted = firm * hertz < firmest ? firm * hertz : firmest;
    float damping = wanted > able ? wanted / able * DIMI(DAMPING) : DIMI(DAMPING);
    impi_row_step r = {h,
                       1.0f / h,
                       w->solver.sub_step_before > 0.0f ? h / w->solver.sub_step_before : 1.0f,
                       impi_softness_of(wanted, damping, h),
                       impi_softness_of(2.0f * wanted, damping, h),
                       PUSH_SPEED * w->unit,
                       bounce_speed_of(w),
                       KEEP * w->unit,
                       KEEP_PART,
                       KEEP_TURN,
                       LOAD_PART * fall,
                       MASS_RATIO,
                       w->sims.data,
                       w->impact_speed > 0.0f,
                       0.5f * time,
                       0.0f,
                       1.0f,
                       NULL,
                       NULL,
                       NULL};
    return r;
}

// All that may lack memory: until it is done the part has not begun. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status prepare_part(World* w, float time)
{
    FNI(ask_clock)(w, -1);
    FNI(bends_grow)(w, time / (float)w->step.parts);
    if (FNI(contacts_update)(w))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    FNI(ask_clock)(w, IMP_STAGE_PAIRS);
    if (w->step.part == 0)
    {
        w->step.parts = FNI(parts_of_step)(w, time);
    }
    const int32_t parts = w->step.parts;
    FNI(bends_begin)(w, time / (float)parts);
    w->solver.sub_step_count = (FNI(sub_steps)(w, time) + parts - 1) / parts;
    w->solver.row_step = row_step_of(w, time / (float)parts, w->solver.sub_step_count);
    if (collide_all(w))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    FNI(ask_clock)(w, IMP_STAGE_COLLIDE);
    if (FNI(rows_colour)(w))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    FNI(ask_clock)(w, IMP_STAGE_COLOUR);
    return IMP_OK;
}

// Takes the next part of a step, all of it in most steps. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status take_part(World* w, float time_of_step)
{
    if (!w->step.stepping)
    {
        w->step.stepping = true;
        FNI(one_way_begin)(w);
    }
    if (prepare_part(w, time_of_step))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    w->step.stepping = false;
    step_context s = {w, time_of_step / (float)w->step.parts};
    FNI(solve)(w, w->solver.sub_step_count);
    FNI(part_deep)(w, s.time);
    w->solver.sub_step_before = w->solver.row_step.h;
    FNI(ask_clock)(w, IMP_STAGE_SOLVE);
    if (!w->discrete)
    {
        FNI(continuous_run)(w);
        FNI(ask_clock)(w, IMP_STAGE_CONTINUOUS);
    }
    impi_spread(&w->jobs, finish_bodies_job, &s, impi_jobs_of_bodies(w->movers.count));
    if (!w->discrete)
    {
        FNI(crossings_tell)(w);
    }
    move_boxes(w);
    FNI(bends_end)(w, s.time);
    FNI(ask_clock)(w, IMP_STAGE_MOVE);
    fall_asleep(w);
    FNI(joints_break)(w);
    FNI(ask_clock)(w, IMP_STAGE_SLEEP);
    return IMP_OK;
}

static void begin_step(World* w)
{
    w->events.begun_touches.count = 0;
    w->events.ended_touches.count = 0;
    w->events.entered.count = 0;
    w->events.left.count = 0;
    w->events.impacts.count = 0;
    w->step.part = 0;
    w->step.parts = 1;
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
        begin_step(w);
    }
    for (; w->step.part < w->step.parts; ++w->step.part)
    {
        if (take_part(w, time))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        if (w->recorder)
        {
            w->recorder->settled(w);
        }
    }
    IMPI_RECORD(w, STEP, .number = time);
    return IMP_OK;
}
