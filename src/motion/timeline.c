// SPDX-License-Identifier: MIT
//
// The order of meetings: a binary heap (Williams 1964) by value. Where it would have to grow, what is void is thrown out.

#include "timeline.h"

static bool is_sooner(const impi_meeting* m, const impi_meeting* n)
{
    return m->time < n->time || (!(m->time > n->time) && (m->a < n->a || (m->a == n->a && m->b < n->b)));
}

bool impi_timeline_is_stale(const impi_timeline* t, const impi_meeting* m)
{
    return m->stamp_a != t->bodies.data[m->a].stamp || m->stamp_b != t->bodies.data[m->b].stamp;
}

static bool is_void(const impi_timeline* t, const impi_meeting* m)
{
    return (m->owner == m->a ? m->stamp_a : m->stamp_b) != t->bodies.data[m->owner].stamp;
}

static void sink_meeting(impi_timeline* t, int32_t at)
{
    impi_meeting* heap = t->heap.data;
    const impi_meeting moved = heap[at];
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

static void throw_out_void(impi_timeline* t)
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
        sink_meeting(t, i);
    }
}

imp_status impi_timeline_reserve(impi_timeline* t, int64_t bodies, int64_t owners, const imp_allocator* allocator)
{
    imp_status status = impi_array_reserve(&t->bodies, allocator, bodies);
    return status ? status : impi_array_reserve(&t->heap, allocator, owners + owners / 4 + 1);
}

void impi_timeline_begin(impi_timeline* t, int32_t bodies, int32_t limit)
{
    const impi_timeline_body fresh = {0, 0};
    for (int32_t i = 0; i < bodies; ++i)
    {
        t->bodies.data[i] = fresh;
    }
    t->bodies.count = bodies;
    t->limit = limit;
    t->heap.count = 0;
}

void impi_timeline_free(impi_timeline* t, const imp_allocator* allocator)
{
    impi_array_free(&t->heap, allocator);
    impi_array_free(&t->bodies, allocator);
}

void impi_timeline_expect(impi_timeline* t, double time, int32_t owner, int32_t other)
{
    if (t->heap.count == t->heap.capacity)
    {
        throw_out_void(t);
    }
    impi_meeting m = {.time = time, .owner = owner};
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

bool impi_timeline_next(impi_timeline* t, impi_meeting* out)
{
    while (t->heap.count > 0)
    {
        const impi_meeting first = t->heap.data[0];
        t->heap.data[0] = t->heap.data[--t->heap.count];
        if (t->heap.count > 0)
        {
            sink_meeting(t, 0);
        }
        if (!is_void(t, &first))
        {
            *out = first;
            return true;
        }
    }
    return false;
}

imp_status impi_timeline_run(impi_timeline* t, const impi_stepper* stepper)
{
    imp_status status = IMP_OK;
    impi_meeting m;
    while (!status && impi_timeline_next(t, &m))
    {
        int32_t both[2] = {m.owner, m.a + m.b - m.owner};
        bool turned[2] = {false, false};
        if (!impi_timeline_is_stale(t, &m))
        {
            status = stepper->answer(stepper->context, &m, both, turned);
        }
        for (int k = 0; k < 2 && !status; ++k)
        {
            if (turned[k])
            {
                t->bodies.data[both[k]].stamp += 1;
                t->bodies.data[both[k]].count += 1;
            }
        }
        // The owner has no meeting any more; what it has looked at, the other need not look at.
        for (int k = 0; k < 2 && !status; ++k)
        {
            if (k == 0 || turned[k])
            {
                status = stepper->look(stepper->context, both[k], m.time, k > 0 && turned[0] ? both[0] : -1);
            }
        }
    }
    return status;
}
