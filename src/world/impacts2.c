// SPDX-License-Identifier: MIT
//
// The stage of a step for what is fast: nothing passes through anything.
//
//     motions -> who is fast -> tree of ways -> first meetings -> timeline
//                                                                  |  ^
//                                                          earliest|  | of both, from there on
//                                                                  v  |
//                                                         hit -> new ways -> motions
//
// A body that moves by more than half its inner thickness in a step is fast. Each fast body looks out for what it meets
// first (meet2.c); of two of them the first in order does. That is done in parallel, and in most steps all of it. What
// is met is gone through one by one, in the order of time: the two are sent on (hit2.c), and look again. Whoever was to
// meet one of them looks again when it would have been their turn. So there is at most one meeting for each body, and
// memory for all of it is made room for before the step begins.
//
// A body has so many hits in a step, and all of them together; then it stays where it is for the rest
// of the step, or goes on with the kinematic body that has hit it. That is told.
//
// Source: one event for each body, void ones looked at lazily (Lubachevsky 1991).

#include "ways2.h"

#include <math.h>
#include <string.h>

enum
{
    HITS_OF_BODY = 4,  // all of them together
    HITS_MORE = 1024,
    WOKEN_MORE = 64
};

// Room

imp_status imp2i_impacts_reserve(imp2_world* w)
{
    if (!imp2i_is_continuous(w))
    {
        return IMP_OK;
    }
    int64_t most = 2 * (int64_t)w->movers.count + WOKEN_MORE;
    int64_t hits = (int64_t)w->movers.count * HITS_OF_BODY + HITS_MORE + 2 * (int64_t)w->hits;
    hits = hits < INT32_MAX / 4 ? hits : INT32_MAX / 4;
    most = most < w->bodies.count ? most : w->bodies.count;
    w->hits_most = (int32_t)hits;
    int64_t touches = (int64_t)w->contacts.count + hits;
    bool short_of = impi_array_reserve(&w->ways, &w->allocator, most + 1) || imp2i_way_tree_reserve(w, (int32_t)most) ||
                    impi_timeline_reserve(&w->timeline, most + 1, &w->allocator) ||
                    impi_array_reserve(&w->met_pairs, &w->allocator, hits) ||
                    impi_array_reserve(&w->met_sensors, &w->allocator, w->sensor_count > 0 ? hits : 0) ||
                    impi_array_reserve(&w->entered, &w->allocator, w->entered.count + w->sensor_contacts + hits) ||
                    impi_array_reserve(&w->left, &w->allocator, w->left.count + w->sensor_contacts + hits) ||
                    impi_array_reserve(&w->met_keys, &w->allocator, 2 * hits) ||
                    impi_array_reserve(&w->begun_touches, &w->allocator, w->begun_touches.count + touches) ||
                    impi_array_reserve(&w->ended_touches, &w->allocator, w->ended_touches.count + hits) ||
                    (w->impact_speed > 0.0f && impi_array_reserve(&w->impacts, &w->allocator, touches));
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

void imp2i_impacts_free(imp2_world* w)
{
    impi_array_free(&w->ways, &w->allocator);
    impi_array_free(&w->way_tree.boxes, &w->allocator);
    impi_array_free(&w->way_tree.places, &w->allocator);
    impi_array_free(&w->way_tree.keys, &w->allocator);
    impi_timeline_free(&w->timeline, &w->allocator);
    impi_array_free(&w->met_pairs, &w->allocator);
    impi_array_free(&w->met_sensors, &w->allocator);
    impi_array_free(&w->met_keys, &w->allocator);
}

// Who is fast

static float motion_of(const imp2i_body* b, const imp2i_motion* m)
{
    float turned = m->c > 0.0f ? fabsf(m->s) : 2.0f;
    return sqrtf(m->moved_x * m->moved_x + m->moved_y * m->moved_y) + turned * b->extent;
}

static void begin_some_ways(void* context, int32_t job)
{
    imp2_world* w = (imp2_world*)context;
    int32_t end = imp2i_end_of_job(job, IMP2I_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMP2I_BODIES_OF_JOB; i < end; ++i)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[i]];
        imp2i_motion* m = &w->motions.data[i + 1];
        bool fast = b->first >= 0 && (b->bullet || motion_of(b, m) > IMP2I_FAST * b->inner);
        m->fast = fast ? 1.0f : 0.0f;
        if (fast)
        {
            imp2i_way_begin(w, w->movers.data[i], &w->ways.data[i + 1]);
        }
    }
}

// Returns whether anyone is fast, and finds out how far the others come.
static bool find_fast(imp2_world* w)
{
    bool any = false;
    w->slow_motion = 0.0f;
    for (int32_t i = 0; i < w->movers.count; ++i)
    {
        const imp2i_motion* m = &w->motions.data[i + 1];
        if (m->fast > 0.0f)
        {
            any = true;
            continue;
        }
        float motion = motion_of(&w->bodies.data[w->movers.data[i]], m);
        w->slow_motion = motion > w->slow_motion ? motion : w->slow_motion;
    }
    return any;
}

// A sleeper moves from now on. Returns whether there is room for that.
static bool wake_hit(imp2_world* w, int32_t body)
{
    static const imp2i_motion still = {.c = 1.0f};
    if (w->bodies.data[body].ring < 0 || w->movers.count >= w->way_tree.most)
    {
        return false;
    }
    imp2i_body_wake(w, body);
    w->movers.data[w->movers.count++] = body;
    w->motions.data[w->movers.count] = still;
    w->bodies.data[body].place = w->movers.count;
    w->lanes_stale = true;
    return true;
}

// A sleeper that something is going to meet. Where too much is near to tell, it wakes as well.
static bool wake_if_met(imp2_world* w, int32_t body)
{
    imp2i_way way;
    imp2i_way_begin(w, body, &way);
    return (!imp2i_way_look(w, &way, 0.0, false) || way.other >= 0) && wake_hit(w, body);
}

// Of what is in a box, through which a kinematic body sweeps: all that is slow there has a way of its own, and looks
// out. Kinematic bodies do not: a large one would have to look at everything in it again and again.
static void rouse_in_box(imp2_world* w, const imp2_box* box)
{
    int32_t count = 0, *numbers = w->moved_numbers.data;
    if (imp2_index_query_box(w->index, box, NULL, numbers, w->moved_numbers.capacity, &count))
    {
        return;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t body = w->colliders.data[w->collider_of.data[numbers[i]]].body;
        const imp2i_body* b = &w->bodies.data[body];
        if (b->kind == IMP_BODY_DYNAMIC && (b->place > 0 || wake_if_met(w, body)) &&
            !imp2i_has_way(&w->motions.data[b->place]))
        {
            imp2i_way* way = &w->ways.data[b->place];
            imp2_box own;
            imp2i_way_begin(w, body, way);
            w->motions.data[b->place].fast = 1.0f;
            if (imp2i_way_box(w, way, 0.0, 1.0, &own))
            {
                imp2i_way_tree_put(w, b->place, &own);
            }
        }
    }
}

static void rouse_by_kinematic(imp2_world* w)
{
    for (int32_t i = 0; i < w->movers.count; ++i)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[i]];
        for (int32_t k = b->first; k >= 0 && b->kind != IMP_BODY_DYNAMIC && imp2i_has_way(&w->motions.data[i + 1]);
             k = w->colliders.data[k].next)
        {
            const imp2i_way* way = &w->ways.data[i + 1];
            imp2_box box;
            if (imp2i_way_collider_box(way, &w->colliders.data[k], way->thing.velocity, 0.0, 1.0, &box))
            {
                const imp2_box wide = imp2i_box_of_slow(w, box);
                rouse_in_box(w, &wide);
            }
        }
    }
}

// Who meets whom

static bool looks_out(const imp2_world* w, int32_t place)
{
    return w->motions.data[place].fast > 0.0f && w->bodies.data[w->movers.data[place - 1]].kind == IMP_BODY_DYNAMIC;
}

static void look_out(imp2_world* w, imp2i_way* way, double now)
{
    (void)imp2i_way_look(w, way, now, true);
    if (way->other >= 0)
    {
        int32_t place = w->bodies.data[way->body].place;
        int32_t other = w->bodies.data[w->colliders.data[way->other].body].place;
        impi_timeline_expect(&w->timeline, way->met.time, place, other);
    }
}

static void look_out_first(void* context, int32_t job)
{
    imp2_world* w = (imp2_world*)context;
    int32_t end = imp2i_end_of_job(job, IMP2I_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMP2I_BODIES_OF_JOB; i < end; ++i)
    {
        imp2i_way* way = &w->ways.data[i + 1];
        if (looks_out(w, i + 1) && !imp2i_way_look(w, way, 0.0, false))
        {
            way->crowded = true;
        }
    }
}

// Puts first meetings into the timeline. Returns whether there are any.
static bool expect_first(imp2_world* w)
{
    bool any = false;
    if (!w->hooks.filter)
    {
        impi_spread(&w->jobs, look_out_first, w, (w->movers.count + IMP2I_BODIES_OF_JOB - 1) / IMP2I_BODIES_OF_JOB);
    }
    for (int32_t place = 1; place <= w->movers.count; ++place)
    {
        if (looks_out(w, place) && (w->hooks.filter || w->ways.data[place].crowded))
        {
            (void)imp2i_way_look(w, &w->ways.data[place], 0.0, true);
        }
        any |= looks_out(w, place) && w->ways.data[place].other >= 0;
    }
    // It never needs more memory than there is: that was made room for.
    if (any && impi_timeline_begin(&w->timeline, w->way_tree.most + 1, w->hits, &w->allocator))
    {
        return false;
    }
    for (int32_t place = 1; any && place <= w->movers.count; ++place)
    {
        const imp2i_way* way = &w->ways.data[place];
        if (looks_out(w, place) && way->other >= 0)
        {
            int32_t other = w->bodies.data[w->colliders.data[way->other].body].place;
            impi_timeline_expect(&w->timeline, way->met.time, place, other);
        }
    }
    return any;
}

// What has been hit

// The way of what is met, for it to be hit; or null, when it does not move. It may be one that was slow.
static imp2i_way* way_of_hit(imp2_world* w, int32_t body, imp2i_way* made)
{
    imp2i_body* b = &w->bodies.data[body];
    if (b->place == 0 && !(b->kind == IMP_BODY_DYNAMIC && wake_hit(w, body)))
    {
        imp2i_way_begin(w, body, made);
        return made;
    }
    imp2i_motion* m = &w->motions.data[b->place];
    if (!imp2i_has_way(m))
    {
        imp2i_way_begin(w, body, &w->ways.data[b->place]);
        m->fast = 1.0f;
    }
    return &w->ways.data[b->place];
}

static bool can_turn(const imp2_world* w, const imp2i_way* way)
{
    return w->bodies.data[way->body].kind == IMP_BODY_DYNAMIC && w->bodies.data[way->body].place > 0 && !way->spent;
}

static void spend(imp2_world* w, imp2i_way* way, const imp2i_way* by, double time)
{
    const imp2i_dvec none = {0.0, 0.0};
    imp2i_way_cross(w, way, time);
    imp2i_way_stop(way, time, w->bodies.data[by->body].kind == IMP_BODY_KINEMATIC ? by->thing.velocity : none);
    w->motions.data[w->bodies.data[way->body].place].fast = 2.0f;
}

// A way has turned: whoever looked out for its body does so again.
static void go_on(imp2_world* w, imp2i_way* way, double time)
{
    imp2_box box;
    int32_t place = w->bodies.data[way->body].place;
    impi_timeline_turn(&w->timeline, place);
    if (imp2i_way_box(w, way, time, 1.0, &box))
    {
        imp2i_way_tree_put(w, place, &box);
    }
}

static void go_through_meeting(imp2_world* w, const impi_meeting* m)
{
    imp2i_way made, *way = &w->ways.data[m->owner];
    if (impi_timeline_is_stale(&w->timeline, m))
    {
        look_out(w, way, m->time);
        return;
    }
    imp2i_way* other = way_of_hit(w, w->colliders.data[way->other].body, &made);
    imp2i_way* both[2] = {way, other};
    bool turns[2] = {can_turn(w, way), can_turn(w, other)};
    bool all_spent = w->met_pairs.count >= w->hits_most, spent = false;
    for (int k = 0; k < 2; ++k)
    {
        int32_t place = w->bodies.data[both[k]->body].place;
        if (turns[k] && (all_spent || impi_timeline_spent(&w->timeline, place)))
        {
            spend(w, both[k], both[1 - k], m->time);
            spent = true;
        }
    }
    if (!spent)
    {
        imp2i_hit(w, way, other, m->time);
    }
    for (int k = 0; k < 2; ++k)
    {
        if (turns[k])
        {
            impi_timeline_count(&w->timeline, w->bodies.data[both[k]->body].place);
            go_on(w, both[k], m->time);
        }
    }
    for (int k = 0; k < 2; ++k)
    {
        if (turns[k])
        {
            look_out(w, both[k], m->time);
        }
    }
}

// The end

// Movers are in the order of bodies again, with those that were woken.
static void put_in_order(imp2_world* w, int32_t before)
{
    for (int32_t i = before; i < w->movers.count; ++i)
    {
        int32_t body = w->movers.data[i], at = i;
        const imp2i_motion motion = w->motions.data[i + 1];
        for (; at > 0 && w->movers.data[at - 1] > body; --at)
        {
            w->movers.data[at] = w->movers.data[at - 1];
            w->motions.data[at + 1] = w->motions.data[at];
            w->bodies.data[w->movers.data[at]].place = at + 1;
        }
        w->movers.data[at] = body;
        w->motions.data[at + 1] = motion;
        w->bodies.data[body].place = at + 1;
    }
}

void imp2i_impacts_go(imp2_world* w)
{
    int32_t jobs = (w->movers.count + IMP2I_BODIES_OF_JOB - 1) / IMP2I_BODIES_OF_JOB, before = w->movers.count;
    impi_spread(&w->jobs, begin_some_ways, w, jobs);
    if (!find_fast(w))
    {
        return;
    }
    imp2i_way_tree_build(w);
    rouse_by_kinematic(w);
    impi_meeting next;
    bool any = expect_first(w);
    while (any && impi_timeline_next(&w->timeline, &next))
    {
        go_through_meeting(w, &next);
    }
    for (int32_t place = 1; place <= w->movers.count; ++place)
    {
        if (imp2i_has_way(&w->motions.data[place]))
        {
            imp2i_way_cross(w, &w->ways.data[place], 1.0);
        }
        if (imp2i_has_way(&w->motions.data[place]) && w->ways.data[place].turned)
        {
            imp2i_way_finish(w, &w->ways.data[place]);
        }
    }
    imp2i_hits_tell(w);
    put_in_order(w, before);
}
