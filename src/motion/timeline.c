// SPDX-License-Identifier: MIT
//
// The order of meetings: a binary heap (Williams 1964) by value. Where it would have to grow, what is void is thrown out
// first; so memory follows from what is foreseen at once, and not from how often bodies have turned.

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
    uint32_t stamp = m->owner == m->a ? m->stamp_a : m->stamp_b;
    return m->owner >= 0 ? stamp != t->bodies.data[m->owner].stamp : impi_timeline_is_stale(t, m);
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
        if (is_void(t, &t->heap.data[i]))
        {
            t->places.data[t->places.count++] = t->heap.data[i].place;
        }
        else
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

imp_status impi_timeline_begin(impi_timeline* t, int32_t bodies, int32_t limit, const imp_allocator* allocator)
{
    imp_status status = impi_array_reserve(&t->bodies, allocator, bodies);
    if (status)
    {
        return status;
    }
    const impi_timeline_body fresh = {0, 0};
    for (int32_t i = 0; i < bodies; ++i)
    {
        t->bodies.data[i] = fresh;
    }
    t->bodies.count = bodies;
    t->limit = limit;
    t->heap.count = t->places.count = t->place_count = 0;
    return IMP_OK;
}

void impi_timeline_free(impi_timeline* t, const imp_allocator* allocator)
{
    impi_array_free(&t->heap, allocator);
    impi_array_free(&t->places, allocator);
    impi_array_free(&t->bodies, allocator);
}

// There is room.
static int32_t put_in_heap(impi_timeline* t, double time, int32_t a, int32_t b, int32_t owner)
{
    impi_meeting m = {.time = time, .a = a < b ? a : b, .b = a < b ? b : a, .owner = owner};
    m.stamp_a = t->bodies.data[m.a].stamp;
    m.stamp_b = t->bodies.data[m.b].stamp;
    m.place = t->places.count > 0 ? t->places.data[--t->places.count] : t->place_count++;
    int32_t at = t->heap.count++;
    for (; at > 0 && is_sooner(&m, &t->heap.data[(at - 1) / 2]); at = (at - 1) / 2)
    {
        t->heap.data[at] = t->heap.data[(at - 1) / 2];
    }
    t->heap.data[at] = m;
    return m.place;
}

static imp_status reserve_heap(impi_timeline* t, int64_t wanted, const imp_allocator* allocator)
{
    imp_status status = impi_array_reserve(&t->heap, allocator, wanted);
    return status ? status : impi_array_reserve(&t->places, allocator, wanted);
}

imp_status impi_timeline_put(impi_timeline* t, double time, int32_t a, int32_t b, const imp_allocator* allocator,
                             int32_t* place)
{
    if (t->heap.count == t->places.capacity)
    {
        throw_out_void(t);
        // Where little was void it would soon be to do again.
        imp_status status = reserve_heap(t, (int64_t)t->heap.count + t->heap.count / 4 + 1, allocator);
        if (status)
        {
            return status;
        }
    }
    *place = put_in_heap(t, time, a, b, -1);
    return IMP_OK;
}

imp_status impi_timeline_reserve(impi_timeline* t, int64_t bodies, int64_t owners, const imp_allocator* allocator)
{
    imp_status status = impi_array_reserve(&t->bodies, allocator, bodies);
    return status ? status : reserve_heap(t, owners + owners / 4 + 1, allocator);
}

void impi_timeline_expect(impi_timeline* t, double time, int32_t owner, int32_t other)
{
    if (t->heap.count == t->places.capacity)
    {
        throw_out_void(t);
    }
    (void)put_in_heap(t, time, owner, other, owner);
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
        t->places.data[t->places.count++] = first.place;
        if (!is_void(t, &first))
        {
            *out = first;
            return true;
        }
    }
    return false;
}
