// SPDX-License-Identifier: MIT
//
// Continuous collision as a stage of the step, so that no fast body tunnels.
//
//     motions -> fast bodies -> path bounds -> paths -> first times of impact -> event queue
//                                                                                |  ^
//                                                                        earliest|  | next of both
//                                                                                v  |
//                                                                     event -> new paths -> motions
//
// A body is fast if it moves by more than half its inner thickness in a step. Path bounds flag those that may collide
// (path_flags.inl), in most steps few. Flagged bodies find their first time of impact (first_hit.inl), in parallel; of
// two of them the first in order does. Events are answered one by one, in the order of time: both bodies get an impulse
// (hit_response.inl) and find their next event. An event with an old path of one of them is found anew when it is
// popped. So there is at most one event for each body, and all memory is reserved before the step begins.
//
// Events are limited for a body, and for the step. An exhausted body stays where it is for the rest of the step, or
// moves on with the kinematic body that exhausted it, or is the next to collide with it. Its events are reported. It
// still takes its half of each impulse, so no momentum is lost; a body that still approaches it is exhausted as well.
//
// Source: one event for each body, lazily removed (Lubachevsky 1991).

#ifndef AXES
#include "continuous2.h"
#include "../../math/trig.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define COMES_ON 0x1p-20  // of a speed: approaches
#define BARELY 0.1f       // of the inner thickness

enum
{
    EVENTS_SHARE = 256,   // movers for one event more
    CROSSED_MORE = 1024,  // crossed sensors, and one more for each mover
    PATHS_MORE = 256      // paths, and two more for each search in the step before
};

// Room

imp_status FNI(continuous_reserve)(World* w)
{
    if (w->discrete)
    {
        return IMP_OK;
    }
    int64_t movers = w->movers.count, most = w->bodies.count;  // any sleeper may be woken
    int64_t events = w->hits + w->hits / 2 + movers / EVENTS_SHARE, crossings = movers + CROSSED_MORE;
    w->continuous.events_most = (int32_t)events;
    w->continuous.crossings_most = crossings < INT32_MAX ? (int32_t)crossings : INT32_MAX;
    int64_t paths = 2 * (int64_t)w->continuous.lookouts + PATHS_MORE;
    w->continuous.paths_most = (int32_t)(paths < most ? paths : most);
    int64_t touches = (int64_t)w->contacts.count + events;
    int64_t crossed = w->sensor_count > 0 ? w->sensor_contacts + crossings : 0;
    int64_t keys = events > crossings || w->sensor_count == 0 ? events : crossings;
    bool short_of =
        impi_array_reserve(&w->continuous.paths, &w->allocator, w->continuous.paths_most) ||
        FNI(path_tree_reserve)(w, (int32_t)most) ||
        impi_array_reserve(&w->continuous.fast_fixed, &w->allocator, w->fixed_of.capacity) ||
        impi_event_queue_reserve(&w->continuous.queue, most + 1, w->continuous.paths_most, &w->allocator) ||
        impi_array_reserve(&w->continuous.event_pairs, &w->allocator, events) ||
        impi_array_reserve(&w->continuous.event_sensors, &w->allocator, w->sensor_count > 0 ? crossings : 0) ||
        impi_array_reserve(&w->events.entered, &w->allocator, w->events.entered.count + crossed) ||
        impi_array_reserve(&w->events.left, &w->allocator, w->events.left.count + crossed) ||
        impi_array_reserve(&w->continuous.event_keys, &w->allocator, 2 * keys) ||
        impi_array_reserve(&w->events.begun_touches, &w->allocator, w->events.begun_touches.count + touches) ||
        impi_array_reserve(&w->events.ended_touches, &w->allocator, w->events.ended_touches.count + events) ||
        (w->impact_speed > 0.0f && impi_array_reserve(&w->events.impacts, &w->allocator, touches));
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

void FNI(continuous_free)(World* w)
{
    impi_array_free(&w->continuous.paths, &w->allocator);
    FNI(path_tree_free)(w);
    impi_array_free(&w->continuous.fast_fixed, &w->allocator);
    impi_event_queue_free(&w->continuous.queue, &w->allocator);
    impi_array_free(&w->continuous.event_pairs, &w->allocator);
    impi_array_free(&w->continuous.event_sensors, &w->allocator);
    impi_array_free(&w->continuous.event_keys, &w->allocator);
}

// Which bodies are fast

// Whether a collider of a body of several moves by more than a part of its thickness.
static bool has_fast_collider(const World* w, const Body* b, float length, float part)
{
    if (!b->several)
    {
        return true;
    }
    bool fast = false;
    const FNI(body_motion) m = FNI(body_motion_of)(w, w->colliders.data[b->first].body, NULL);
    for (int32_t k = b->first; k >= 0 && !fast; k = w->colliders.data[k].next)
    {
        const Collider* c = &w->colliders.data[k];
        fast = FNI(collider_path_length)(&m, c, FNI(collider_arm)(&m, c), length) > part * c->inner;
    }
    return fast;
}

static void find_paces_of_job(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    Pace pace = {.around = FNI(empty_box)()};
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        const Body* b = &w->bodies.data[w->movers.data[i]];
        SolverBody* m = &w->solver.bodies.data[i + 1];
        if (i + IMPI_AHEAD < end)
        {
            const Body* ahead = &w->bodies.data[w->movers.data[i + IMPI_AHEAD]];
            impi_prefetch(&ahead->center);
            impi_prefetch(&ahead->extent);
            impi_prefetch(&ahead->kind);
        }
        float length = FNI(path_bound_length)(w, b, m);
        bool dynamic = b->kind == IMP_BODY_DYNAMIC;
        bool fast = b->first >= 0 && length > IMPI_FAST * (dynamic ? b->inner : FNI(thickness_of_fixed)(w, b));
        bool far = dynamic && b->first >= 0 && (b->bullet || length > IMPI_SOFT * b->inner);
        fast = fast && (!dynamic || b->bullet || has_fast_collider(w, b, length, IMPI_FAST));
        far = far && (b->bullet || has_fast_collider(w, b, length, IMPI_SOFT));
        float* slow = dynamic ? &pace.slow : &pace.slow_fixed;
        *slow = !fast && length > *slow ? length : *slow;
        m->fast = far ? IMPI_PACE_FAR : fast ? IMPI_PACE_FAST : IMPI_PACE_SLOW;
        if (dynamic && b->first >= 0)
        {
            const Box center = {b->center, b->center};
            pace.around = FNI(boxes_joined)(pace.around, center);
            ++pace.leaves;
        }
        pace.far += far;
        pace.fast += fast || far;
        pace.fast_fixed += fast && !dynamic;
    }
    w->continuous.path_tree.paces.data[job] = pace;
}

// Marks bodies that are swept however slow they are.
static void mark_swept_bodies(World* w, Pace* all)
{
    for (int32_t i = 0; i < w->movers.count && w->continuous.swept; ++i)
    {
        int32_t body = w->movers.data[i];
        float* fast = &w->solver.bodies.data[i + 1].fast;
        if (w->sims.data[body].swept && w->bodies.data[body].first >= 0 && *fast < IMPI_PACE_FAR)
        {
            all->far += 1;
            all->fast += !(*fast > IMPI_PACE_SLOW);
            *fast = IMPI_PACE_FAR;
        }
    }
}

static Pace find_all_paces(World* w)
{
    int32_t jobs = impi_jobs_of_bodies(w->movers.count);
    Pace all = {.around = FNI(empty_box)()};
    impi_spread(&w->jobs, find_paces_of_job, w, jobs);
    for (int32_t i = 0; i < jobs; ++i)
    {
        Pace* p = &w->continuous.path_tree.paces.data[i];
        int32_t leaves = p->leaves;
        p->leaves = all.leaves;
        all.leaves += leaves;
        all.around = FNI(boxes_joined)(all.around, p->around);
        all.slow = p->slow > all.slow ? p->slow : all.slow;
        all.slow_fixed = p->slow_fixed > all.slow_fixed ? p->slow_fixed : all.slow_fixed;
        all.fast += p->fast;
        all.far += p->far;
        all.fast_fixed += p->fast_fixed;
    }
    mark_swept_bodies(w, &all);
    return all;
}

// Makes a mover of a sleeper, or of one whose island another event in this step has woken.
static void wake_for_event(World* w, int32_t body)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    FNI(body_wake)(w, body);
    w->movers.data[w->movers.count++] = body;
    w->solver.bodies.data[w->movers.count] = at_rest;
    w->bodies.data[body].mover = w->movers.count;
    w->continuous.path_tree.leaf_of.data[w->movers.count] = -1;
    w->continuous.path_tree.looks.data[w->movers.count] = 0;
    w->continuous.path_tree.path_of.data[w->movers.count] = -1;
    FNI(make_stale)(w, IMPI_STALE_LANES);
}

// Wakes a sleeper that a kinematic body is going to collide with.
static void wake_if_swept_into(World* w, int32_t body)
{
    Path path;
    FNI(path_begin)(w, body, &path);
    (void)FNI(path_first_hit)(w, &path, 0.0, false, -1);
    if (path.other >= 0)
    {
        wake_for_event(w, body);
        const PathBound s = FNI(path_bound_of)(w, body);
        FNI(path_tree_put)(w, w->bodies.data[body].mover, &s);
    }
}

// Kinematic bodies find no events themselves: a large one would sweep all bodies in it again and again. Sleepers on
// their paths are woken to do so.
static void add_fast_fixed(World* w, int32_t body, const Path* path)
{
    for (int32_t k = w->bodies.data[body].first; k >= 0; k = w->colliders.data[k].next)
    {
        const Pose at_origin = FN(pose_identity)();
        FastFixed* f = &w->continuous.fast_fixed.data[w->continuous.fast_fixed.count];
        if (w->continuous.fast_fixed.count < w->continuous.fast_fixed.capacity && !w->colliders.data[k].sensor &&
            FNI(path_collider_box)(path, &w->colliders.data[k], path->thing.velocity, 0.0, 1.0, &f->box) &&
            !FNI(collider_bounds)(&w->colliders.data[k], &at_origin, &f->own))
        {
            f->body = body;
            f->collider = k;
            w->continuous.fast_fixed.count += 1;
        }
    }
}

static void find_fast_fixed(World* w)
{
    w->continuous.fast_fixed.count = 0;
    for (int32_t i = 0; i < w->movers.count; ++i)
    {
        const Body* b = &w->bodies.data[w->movers.data[i]];
        if (b->kind != IMP_BODY_DYNAMIC && w->solver.bodies.data[i + 1].fast > IMPI_PACE_SLOW)
        {
            Path made;
            add_fast_fixed(w, w->movers.data[i], FNI(path_keep)(w, w->movers.data[i], &made));
        }
    }
}

static void wake_sleepers_on_paths(World* w)
{
    for (int32_t i = 0; i < w->continuous.fast_fixed.count; ++i)
    {
        int32_t count = 0, *numbers = w->step.moved_numbers.data;
        if (FN(index_query_box)(w->index, &w->continuous.fast_fixed.data[i].box, NULL, numbers,
                                w->step.moved_numbers.capacity, &count))
        {
            continue;
        }
        for (int32_t n = 0; n < count; ++n)
        {
            int32_t body = w->colliders.data[w->collider_of.data[numbers[n]]].body;
            if (FNI(is_sleeper)(&w->bodies.data[body]))
            {
                wake_if_swept_into(w, body);
            }
        }
    }
}

// First times of impact

static void push_next_event(World* w, const Path* path)
{
    if (path->other >= 0)
    {
        int32_t mover = w->bodies.data[path->body].mover;
        int32_t other = w->bodies.data[w->colliders.data[path->other].body].mover;
        impi_event_queue_push(&w->continuous.queue, path->met.time, mover, other);
    }
}

static imp_status find_next_event_of_path(void* context, int32_t mover, double now, int32_t but)
{
    World* w = (World*)context;
    Path* path = FNI(own_path)(w, mover);
    (void)FNI(path_first_hit)(w, path, now, true, but);
    push_next_event(w, path);
    return IMP_OK;
}

static int32_t path_bound_count(const World* w)
{
    return w->continuous.path_tree.stands ? w->continuous.path_tree.used[0] : w->movers.count;
}

static void flag_bounds_of_job(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, path_bound_count(w));
    FNI(path_flags_set)(w, job * IMPI_BODIES_OF_JOB, end);
}

static void find_first_events_of_job(void* context, int32_t job)
{
    World* w = (World*)context;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        if (w->continuous.path_tree.looks.data[i + 1])
        {
            Path* path = FNI(own_path)(w, i + 1);
            FNI(path_begin)(w, w->movers.data[i], path);
            path->crowded = w->hooks.filter || !FNI(path_first_hit)(w, path, 0.0, false, -1);
        }
    }
}

// Stops a body at an event; a kinematic body that stopped it carries it on, at rest in its frame.
static void stop_at_event(const World* w, Path* path, const Path* by, double time)
{
    DVec moves = FNI(dvec_none)();
    const SweptThing* t = &by->thing;
    bool carries = w->bodies.data[by->body].kind == IMP_BODY_KINEMATIC;
    double rest = 1.0 - time;
    if (carries && rest > 0.0)
    {
        DVec arm = FNI(dsub)(FNI(thing_at)(&path->thing, time), FNI(thing_at)(t, time));
        DVec later = FNI(drot_apply)(FNI(drot_of_spin)(t->spin, rest), arm);
        moves = FNI(dadd_scaled)(t->velocity, FNI(dsub)(later, arm), 1.0 / rest);
    }
    FNI(path_stop)(path, time, moves, carries ? t->spin : FNI(dspin_none)());
}

// A body that has left the motion of the solver is off its joints.
static void finish_path(World* w, const Path* path)
{
    int32_t mover = w->bodies.data[path->body].mover;
    const JointGroup* g = FNI(group_of_mover)(w, mover);
    FNI(path_finish)(w, path);
    if (g)
    {
        w->joints.groups.data[g - w->joints.groups.data].moved = true;
    }
}

// Without room for its path, a body moves to its first time of impact and no farther.
static void stop_at_first_impact(World* w, int32_t mover)
{
    Path path;
    FNI(path_begin)(w, w->movers.data[mover - 1], &path);
    (void)FNI(path_first_hit)(w, &path, 0.0, true, -1);
    if (path.other >= 0)
    {
        Path made;
        const Path* by = FNI(path_of)(w, w->colliders.data[path.other].body, &made);
        stop_at_event(w, &path, by, path.met.time);
        finish_path(w, &path);
    }
}

static void reserve_flagged_paths(World* w)
{
    for (int32_t mover = 1; mover <= w->movers.count; ++mover)
    {
        w->continuous.lookouts += w->continuous.path_tree.looks.data[mover] != 0;
        if (w->continuous.path_tree.looks.data[mover] && !FNI(path_reserve)(w, mover))
        {
            w->continuous.path_tree.looks.data[mover] = 0;
            stop_at_first_impact(w, mover);
        }
    }
}

// Finds first times of impact. Returns whether there are any.
static bool find_first_events(World* w)
{
    bool any = false;
    memset(w->continuous.path_tree.looks.data, 0,
           (size_t)(w->movers.count + 1) * sizeof *w->continuous.path_tree.looks.data);
    impi_spread(&w->jobs, flag_bounds_of_job, w, impi_jobs_of_bodies(path_bound_count(w)));
    reserve_flagged_paths(w);
    impi_spread(&w->jobs, find_first_events_of_job, w, impi_jobs_of_bodies(w->movers.count));
    for (int32_t mover = 1; mover <= w->movers.count; ++mover)
    {
        Path* path = w->continuous.path_tree.looks.data[mover] ? FNI(own_path)(w, mover) : NULL;
        if (path && path->crowded)
        {
            (void)FNI(path_first_hit)(w, path, 0.0, true, -1);
            path->crowded = false;
        }
    }
    for (int32_t mover = 1; mover <= w->movers.count; ++mover)
    {
        bool hits = w->continuous.path_tree.looks.data[mover] && FNI(own_path)(w, mover)->other >= 0;
        w->continuous.path_tree.looks.data[mover] = hits;
        any |= hits;
    }
    return any;
}

// Pushes first events. Returns whether there are any.
static bool push_first_events(World* w)
{
    if (!find_first_events(w))
    {
        return false;
    }
    impi_event_queue_begin(&w->continuous.queue, w->continuous.path_tree.most + 1, w->hits);
    for (int32_t mover = 1; mover <= w->movers.count; ++mover)
    {
        if (w->continuous.path_tree.looks.data[mover])
        {
            w->solver.bodies.data[mover].fast = IMPI_PACE_OWN;
            push_next_event(w, FNI(own_path)(w, mover));
        }
    }
    return true;
}

// Events

// The path of the other body of an event, woken if it sleeps. A body that does not move, or without room for a path,
// has one in `made` that is not kept, so its path does not change.
static Path* path_for_response(World* w, int32_t body, Path* made)
{
    Body* b = &w->bodies.data[body];
    if (FNI(is_sleeper)(b))
    {
        wake_for_event(w, body);
    }
    if (b->mover > 0 && FNI(path_keep)(w, body, made) != made)
    {
        return FNI(own_path)(w, b->mover);
    }
    FNI(path_begin)(w, body, made);
    made->exhausted = true;
    return made;
}

static bool is_dynamic(const World* w, const Path* path)
{
    return w->bodies.data[path->body].kind == IMP_BODY_DYNAMIC;
}

// Whether a body has been woken in this step and has joints, whose groups are found in the next one.
static bool is_woken_joined(const World* w, const Path* path)
{
    const Body* b = &w->bodies.data[path->body];
    return b->first_joint >= 0 && b->mover >= w->continuous.first_woken && is_dynamic(w, path);
}

static void exhaust_path(World* w, Path* path, const Path* by, double time)
{
    FNI(path_cross)(w, path, time);
    stop_at_event(w, path, by, time);
    path->carried = w->bodies.data[by->body].kind == IMP_BODY_KINEMATIC;
    w->solver.bodies.data[w->bodies.data[path->body].mover].fast = IMPI_PACE_EXHAUSTED;
}

// Whether a kinematic body carries on an exhausted one, which none carries yet.
static bool is_carried_on(const World* w, const Path* path, const Path* by)
{
    return path->exhausted && !path->carried && is_dynamic(w, path) &&
           w->bodies.data[by->body].kind == IMP_BODY_KINEMATIC;
}

// A springy body that has an event with a swept one is swept, too.
static void pass_on_swept(const World* w, Path* path, const Path* by)
{
    path->swept = path->swept || ((by->swept || FNI(is_bullet)(by)) && !FNI(is_bullet)(path) && !w->hooks.pre_solve &&
                                  FNI(body_bounces)(w, &w->bodies.data[path->body]));
}

// Whether a body still approaches an exhausted one after their event.
static bool approaches_exhausted(const Path* path, const Path* stays, const Toi* met, bool stays_is_a)
{
    const SweptThing *a = stays_is_a ? &stays->thing : &path->thing, *b = stays_is_a ? &path->thing : &stays->thing;
    double speed = sqrt(FNI(ddot)(path->thing.velocity, path->thing.velocity)) +
                   FNI(dspin_length)(path->thing.spin) * path->thing.size;
    return stays->exhausted && !path->exhausted &&
           FNI(closing)(a, b, met->normal, met->arm_a, met->arm_b) > COMES_ON * speed;
}

// Whether a body may overlap the other one until the next step: both are dynamic, and no bullets. Those that may are
// not looked for any more when all events are used up (path_may_pass).
static bool may_overlap_softly(const World* w, const Path* path)
{
    const Body* b = &w->bodies.data[w->colliders.data[path->other].body];
    return b->kind == IMP_BODY_DYNAMIC && FNI(solid_thickness)(b) > 0.0f && !FNI(is_bullet)(path);
}

// Whether two that meet would come into each other by so little in the rest of the step that contacts of the next one part
// them: what rolls or slides over edges of the ground.
static bool closes_barely(const Path* path, const Path* other, double time)
{
    const Toi* met = &path->met;
    return FNI(closing)(&path->thing, &other->thing, met->normal, met->arm_a, met->arm_b) * (1.0 - time) <=
           (double)(BARELY * path->inner);
}

// Stops a whole group of joints where one of its bodies hits what does not give, or a bullet: what closes its joints
// could not get it there. The next step begins with contacts, which are solved together with joints. Two other dynamic
// bodies, and what closes barely, go on by themselves: groups that are stopped again and again stand still with the
// speeds that they have, and gain more.
static void stop_joined(World* w, const Path* hit, const Path* by, double time)
{
    const JointGroup* g = FNI(group_of_mover)(w, w->bodies.data[hit->body].mover);
    for (int32_t i = 0; g && i < g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[g->first + i];
        float* pace = &w->solver.bodies.data[n->mover].fast;
        Path made;
        bool kept = FNI(path_keep)(w, n->body, &made) != &made;
        Path* path = kept ? FNI(own_path)(w, n->mover) : &made;
        if (!path->exhausted && *pace < IMPI_PACE_STOPPED)
        {
            exhaust_path(w, path, by, time);
            path->carried = true;
        }
        if (!kept && *pace < IMPI_PACE_STOPPED)
        {
            finish_path(w, &made);
            *pace = IMPI_PACE_STOPPED;
        }
    }
}

static imp_status answer_event(void* context, const impi_toi_event* m, int32_t movers[2], bool turns[2])
{
    World* w = (World*)context;
    Path made, *path = FNI(own_path)(w, m->owner);
    bool all_exhausted = FNI(events_exhausted)(w);
    if (all_exhausted && may_overlap_softly(w, path))
    {
        return IMP_OK;
    }
    Path* other = path_for_response(w, w->colliders.data[path->other].body, &made);
    Path* both[2] = {path, other};
    const Toi met = path->met;
    for (int k = 0; k < 2; ++k)
    {
        bool carried = both[k] != &made && is_carried_on(w, both[k], both[1 - k]);
        turns[k] = carried || (is_dynamic(w, both[k]) && !both[k]->exhausted);
        if (turns[k] && (carried || all_exhausted ||
                         impi_event_queue_is_spent(&w->continuous.queue, w->bodies.data[both[k]->body].mover)))
        {
            exhaust_path(w, both[k], both[1 - k], m->time);
        }
    }
    const bool barely = closes_barely(path, other, m->time);
    if (!all_exhausted)
    {
        FNI(hit_respond)(w, path, other, m->time);
    }
    if (is_woken_joined(w, other) && !other->exhausted)
    {
        exhaust_path(w, other, path, m->time);
    }
    if (other == &made && w->bodies.data[made.body].mover > 0)
    {
        finish_path(w, &made);
    }
    // A kinematic body is never exhausted.
    bool both_dynamic = is_dynamic(w, path) && is_dynamic(w, other);
    for (int k = 0; k < 2; ++k)
    {
        if (both_dynamic && approaches_exhausted(both[k], both[1 - k], &met, k == 0))
        {
            exhaust_path(w, both[k], both[1 - k], m->time);
        }
    }
    movers[1] = w->bodies.data[other->body].mover;
    for (int k = 0; k < 2 && !barely && (!both_dynamic || FNI(is_bullet)(path) || FNI(is_bullet)(other)); ++k)
    {
        stop_joined(w, both[k], both[1 - k], m->time);
    }
    for (int k = 0; k < 2; ++k)
    {
        if (turns[k])
        {
            pass_on_swept(w, both[k], both[1 - k]);
            const PathBound bound = FNI(path_bound_from)(both[k]);
            FNI(path_tree_put)(w, movers[k], &bound);
        }
    }
    return IMP_OK;
}

// Final motions

// Sorts woken movers into the order of bodies. They have not been pushed.
static void sort_woken_movers(World* w, int32_t before)
{
    const bool pushed = w->solver.pushes.count > 0;
    Vec* pushes = w->solver.pushes.data;
    w->solver.pushes.count = pushed ? w->movers.count + 1 : 0;
    for (int32_t i = before; i < w->movers.count; ++i)
    {
        int32_t body = w->movers.data[i], at = i;
        const SolverBody motion = w->solver.bodies.data[i + 1];
        for (; at > 0 && w->movers.data[at - 1] > body; --at)
        {
            w->movers.data[at] = w->movers.data[at - 1];
            w->solver.bodies.data[at + 1] = w->solver.bodies.data[at];
            if (pushed)
            {
                pushes[at + 1] = pushes[at];
            }
            w->bodies.data[w->movers.data[at]].mover = at + 1;
        }
        w->movers.data[at] = body;
        w->solver.bodies.data[at + 1] = motion;
        if (pushed)
        {
            pushes[at + 1] = FNI(vec_none)();
        }
        w->bodies.data[body].mover = at + 1;
    }
}

static void cross_last_sensors(World* w)
{
    Path made;
    for (int32_t mover = 1; mover <= w->movers.count && w->sensor_count > 0; ++mover)
    {
        if (w->solver.bodies.data[mover].fast > IMPI_PACE_SLOW)
        {
            FNI(path_cross)(w, FNI(path_of)(w, w->movers.data[mover - 1], &made), 1.0);
        }
    }
}

void FNI(continuous_run)(World* w)
{
    const Pace pace = find_all_paces(w);
    int32_t before = w->movers.count;
    w->continuous.fast_fixed.count = 0;
    w->continuous.path_tree.stands = false;
    w->continuous.paths.count = w->continuous.lookouts = 0;
    w->continuous.first_woken = before + 1;
    if (pace.fast == 0)
    {
        return;
    }
    memset(w->continuous.path_tree.path_of.data, 0xff,
           (size_t)(w->movers.count + 1) * sizeof *w->continuous.path_tree.path_of.data);
    w->continuous.slow_motion = pace.slow;
    w->continuous.slow_fixed = pace.slow_fixed;
    if (pace.fast_fixed > 0)
    {
        find_fast_fixed(w);
    }
    if (pace.far + pace.fast_fixed > 0)
    {
        FNI(path_tree_build)(w, &pace);
    }
    if (w->sleepers)
    {
        wake_sleepers_on_paths(w);
    }
    const impi_stepper stepper = {w, find_next_event_of_path, answer_event};
    bool any = push_first_events(w);
    if (any && !w->continuous.path_tree.stands)
    {
        FNI(path_tree_build)(w, &pace);
    }
    if (any)
    {
        (void)impi_event_queue_run(&w->continuous.queue, &stepper);
    }
    cross_last_sensors(w);
    for (int32_t mover = 1; mover <= w->movers.count; ++mover)
    {
        if (FNI(has_path)(&w->solver.bodies.data[mover]) && FNI(own_path)(w, mover)->turned)
        {
            finish_path(w, FNI(own_path)(w, mover));
        }
    }
    FNI(close_joined)(w);
    FNI(hits_tell)(w);
    sort_woken_movers(w, before);
}
