// SPDX-License-Identifier: MIT
//
// A binary heap (Williams 1964) by value. Void events are removed when it is full.

#include "event_queue.h"

// A total order of what is not void, as an owner has one event: so it does not matter when void events are removed.
static bool is_sooner(const impi_toi_event* m, const impi_toi_event* n)
{
    if (m->time < n->time || m->time > n->time)
    {
        return m->time < n->time;
    }
    return m->a != n->a ? m->a < n->a : m->b != n->b ? m->b < n->b : m->owner < n->owner;
}

bool impi_event_queue_is_stale(const impi_event_queue* t, const impi_toi_event* m)
{
    return m->stamp_a != t->bodies.data[m->a].stamp || m->stamp_b != t->bodies.data[m->b].stamp;
}

static bool is_void(const impi_event_queue* t, const impi_toi_event* m)
{
    return (m->owner == m->a ? m->stamp_a : m->stamp_b) != t->bodies.data[m->owner].stamp;
}

static void sift_event_down(impi_event_queue* t, int32_t at)
{
    impi_toi_event* heap = t->heap.data;
    const impi_toi_event moved = heap[at];
    for (int32_t next = 2 * at + 1; next < t->heap.count; next = 2 * at + 1)
    {
        next += next + 1 < t->heap.count && is_sooner(&heap[next + 1], &heap[next]);
        if (!is_sooner(&heap[next], &moved))
        {
            break;
        }
        heap[at] = heap[next];
        at = next;
    }
    heap[at] = moved;
}

static void drop_void_events(impi_event_queue* t)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < t->heap.count; ++i)
    {
        if (!is_void(t, &t->heap.data[i]))
        {
            t->heap.data[kept++] = t->heap.data[i];
        }
    }
    t->heap.count = kept;
    for (int32_t i = kept / 2; i-- > 0;)
    {
        sift_event_down(t, i);
    }
}

imp_status impi_event_queue_reserve(impi_event_queue* t, int64_t bodies, int64_t owners, const imp_allocator* allocator)
{
    imp_status status = impi_array_reserve(&t->bodies, allocator, bodies);
    return status ? status : impi_array_reserve(&t->heap, allocator, owners + owners / 4 + 1);
}

void impi_event_queue_begin(impi_event_queue* t, int32_t bodies, int32_t limit)
{
    const impi_event_queue_body fresh = {0, 0};
    for (int32_t i = 0; i < bodies; ++i)
    {
        t->bodies.data[i] = fresh;
    }
    t->bodies.count = bodies;
    t->limit = limit;
    t->heap.count = 0;
}

void impi_event_queue_free(impi_event_queue* t, const imp_allocator* allocator)
{
    impi_array_free(&t->heap, allocator);
    impi_array_free(&t->bodies, allocator);
}

void impi_event_queue_push(impi_event_queue* t, double time, int32_t owner, int32_t other)
{
    if (t->heap.count == t->heap.capacity)
    {
        drop_void_events(t);
    }
    impi_toi_event m = {.time = time, .owner = owner};
    m.a = owner < other ? owner : other;
    m.b = owner < other ? other : owner;
    m.stamp_a = t->bodies.data[m.a].stamp;
    m.stamp_b = t->bodies.data[m.b].stamp;
    int32_t at = t->heap.count++;
    for (; at > 0 && is_sooner(&m, &t->heap.data[(at - 1) / 2]); at = (at - 1) / 2)
    {
        t->heap.data[at] = t->heap.data[(at - 1) / 2];
    }
    t->heap.data[at] = m;
}

bool impi_event_queue_pop(impi_event_queue* t, impi_toi_event* out)
{
    while (t->heap.count > 0)
    {
        const impi_toi_event first = t->heap.data[0];
        t->heap.data[0] = t->heap.data[--t->heap.count];
        if (t->heap.count > 0)
        {
            sift_event_down(t, 0);
        }
        if (!is_void(t, &first))
        {
            *out = first;
            return true;
        }
    }
    return false;
}

imp_status impi_event_queue_run(impi_event_queue* t, const impi_stepper* stepper)
{
    imp_status status = IMP_OK;
    impi_toi_event m;
    while (!status && impi_event_queue_pop(t, &m))
    {
        int32_t both[2] = {m.owner, m.a + m.b - m.owner};
        bool turned[2] = {false, false};
        if (!impi_event_queue_is_stale(t, &m))
        {
            status = stepper->respond(stepper->context, &m, both, turned);
        }
        for (int k = 0; k < 2 && !status; ++k)
        {
            if (turned[k])
            {
                t->bodies.data[both[k]].stamp += 1;
                t->bodies.data[both[k]].count += 1;
            }
        }
        // The owner has no event any more. The pair that it has searched need not be searched again by the other.
        for (int k = 0; k < 2 && !status; ++k)
        {
            if (k == 0 || turned[k])
            {
                status = stepper->find_next(stepper->context, both[k], m.time, k > 0 && turned[0] ? both[0] : -1);
            }
        }
    }
    return status;
}
