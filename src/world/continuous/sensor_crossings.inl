// SPDX-License-Identifier: MIT
//
// Sensors that a fast body enters and leaves within one step, so that no step begins with it inside.
//
//     part of a path, as it ends -> sensors it crosses -> end of step: inside neither now nor at its start -> touches
//
// A body inside at the end of the step is reported by the contact of the next step; the leave of one that was inside at
// the start by the contact that it has.

#ifndef AXES
#include "continuous2.h"

#include "../../math/dim2.h"
#endif

static bool is_sensor_pair(const Collider* a, const Collider* b)
{
    return a->sensor != b->sensor && impi_filters_agree(impi_filter_of(a->filter), impi_filter_of(b->filter));
}

static void record_crossing(World* w, const Path* path, int32_t mine, int32_t its, double to)
{
    const Collider *a = &w->colliders.data[mine], *b = &w->colliders.data[its];
    if (!is_sensor_pair(a, b) || w->continuous.event_sensors.count >= w->continuous.crossings_most)
    {
        return;
    }
    const Contact* contact = FNI(contact_between)(w, a, b);
    Path made;
    SweptThing swept = path->thing, other = FNI(path_of)(w, b->body, &made)->thing;
    Compound compound_a = FNI(collider_swept)(a), compound_b = FNI(collider_swept)(b);
    swept.compound = &compound_a;
    other.compound = &compound_b;
    swept.answer = IMP_RESPONSE_PASS;
    Toi met;
    if ((contact && contact->touching) || !FNI(toi_pair)(&swept, &other, swept.since, &met) ||
        met.kind == IMP_SWEEP_NEVER || met.time > to || !FNI(may_meet)(w, a, b))
    {
        return;
    }
    w->continuous.event_sensors.data[w->continuous.event_sensors.count++] = FNI(event_pair_of)(w, mine, its);
}

void FNI(path_cross)(World* w, const Path* path, double to)
{
    int32_t count = 0, *numbers = w->step.moved_numbers.data;
    Box box;
    if (w->sensor_count == 0 || !FNI(path_box)(w, path, path->thing.since, to, &box))
    {
        return;
    }
    const Box wide =
        FNI(grow_box)(box, w->continuous.slow_motion > w->continuous.slow_fixed ? w->continuous.slow_motion
                                                                                : w->continuous.slow_fixed);
    if (FN(index_query_box)(w->index, &wide, NULL, numbers, w->step.moved_numbers.capacity, &count))
    {
        return;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t its = w->collider_of.data[numbers[i]];
        for (int32_t k = w->bodies.data[path->body].first; k >= 0; k = w->colliders.data[k].next)
        {
            if (w->colliders.data[its].body != path->body)
            {
                record_crossing(w, path, k, its, to);
            }
        }
    }
}

static bool overlaps_at_end(const World* w, const EventPair* pair)
{
    const Collider *a = &w->colliders.data[pair->collider_a], *b = &w->colliders.data[pair->collider_b];
    Compound compound_a = FNI(collider_compound)(a), compound_b = FNI(collider_compound)(b);
    bool inside = false;
    (void)FN(compound_overlap)(&compound_a, &w->bodies.data[a->body].pose, &compound_b, &w->bodies.data[b->body].pose,
                               &inside);
    return inside;
}

void FNI(crossings_tell)(World* w)
{
    int32_t count = w->continuous.event_sensors.count;
    const impi_keyed* keys = FNI(events_in_order)(w, w->continuous.event_sensors.data, count);
    for (int32_t i = 0; i < count; ++i)
    {
        const EventPair* pair = &w->continuous.event_sensors.data[keys[i].value];
        if ((i > 0 && keys[i].key == keys[i - 1].key) || overlaps_at_end(w, pair))
        {
            continue;
        }
        bool first = w->colliders.data[pair->collider_a].sensor;
        int32_t sensor = first ? pair->collider_a : pair->collider_b,
                visitor = first ? pair->collider_b : pair->collider_a;
        const imp_touch touch = {{impi_pool_id(&w->collider_pool, sensor)}, {impi_pool_id(&w->collider_pool, visitor)}};
        w->events.entered.data[w->events.entered.count++] = touch;
        w->events.left.data[w->events.left.count++] = touch;
    }
    w->continuous.event_sensors.count = 0;
}
