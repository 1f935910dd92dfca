// SPDX-License-Identifier: MIT
//
// What is foreseen: meetings of two bodies, taken in the order of time. Whoever steps bodies from meeting to meeting
// looks ahead for each body, puts in what it is going to meet, and takes out the earliest:
//
//     begin -> put, put, put -> next -> count -> answer it -> turn, put ... -> next
//
// - Order: by time, then by the lower body, then by the higher one. It depends on nothing else, so not on the order in
//   which meetings were put in.
// - A body that goes another way turns: what was foreseen of it is void. That is told by stamps and found out when it
//   would be its turn, so nothing is looked for (the lazy removal of event-driven simulation, Lubachevsky 1991). There
//   may be one meeting of two bodies that is not void; another one of them would have to be told apart.
// - Where there is no memory to be had on the way, each body may keep but the earliest of what it foresees: it is the
//   owner, and the meeting stays in when the other turns. Whoever takes it out asks for that, and looks again for its
//   owner from that time on (one event for each disk, Lubachevsky 1991). So there are never more than bodies.
// - A body has so many meetings in a step and no more; so a body that is squeezed comes to an end. What then becomes of
//   it is the owner's to say.
// - Each meeting has a place, a small number, for what its owner knows of it: good until the next one is put in after
//   it was taken out.

#ifndef IMPI_TIMELINE_H
#define IMPI_TIMELINE_H

#include "../base/array.h"

#include <stdbool.h>

typedef struct impi_meeting
{
    double time;
    int32_t a, b;  // a < b
    int32_t place;
    int32_t owner;  // who alone has foreseen it, or -1
    uint32_t stamp_a, stamp_b;
} impi_meeting;

typedef struct impi_timeline_body
{
    uint32_t stamp;
    int32_t count;  // meetings that it has had
} impi_timeline_body;

/// All zero is one without bodies and memory.
typedef struct impi_timeline
{
    int32_t limit;
    int32_t place_count;  // places that have ever been given
    struct
    {
        IMPI_ARRAY(impi_meeting)  // a heap, the earliest first
    } heap;
    struct
    {
        IMPI_ARRAY(int32_t)  // places that are free; there is no room for more of them than in the heap
    } places;
    struct
    {
        IMPI_ARRAY(impi_timeline_body)
    } bodies;
} impi_timeline;

/// Nothing is foreseen of so many bodies, which may have limit meetings each. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status impi_timeline_begin(impi_timeline* t, int32_t bodies, int32_t limit, const imp_allocator* allocator);

void impi_timeline_free(impi_timeline* t, const imp_allocator* allocator);

/// Foresees a meeting of two different bodies, in any order; place is its place. Returns IMP_OK, or IMP_ERR_MEMORY with
/// nothing put in.
imp_status impi_timeline_put(impi_timeline* t, double time, int32_t a, int32_t b, const imp_allocator* allocator,
                             int32_t* place);

/// The same of what its owner foresees next, for which there is room (impi_timeline_reserve).
void impi_timeline_expect(impi_timeline* t, double time, int32_t owner, int32_t other);

/// Room for so many bodies, and a meeting of each of so many owners. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status impi_timeline_reserve(impi_timeline* t, int64_t bodies, int64_t owners, const imp_allocator* allocator);

/// Whether someone other than its owner has turned since a meeting was foreseen.
bool impi_timeline_is_stale(const impi_timeline* t, const impi_meeting* m);

/// Takes out the earliest meeting that is not void. False at the end.
bool impi_timeline_next(impi_timeline* t, impi_meeting* out);

/// A body goes another way.
static inline void impi_timeline_turn(impi_timeline* t, int32_t body)
{
    t->bodies.data[body].stamp += 1;
}

/// Whether a body has had all its meetings.
static inline bool impi_timeline_spent(const impi_timeline* t, int32_t body)
{
    return t->bodies.data[body].count >= t->limit;
}

/// A body has a meeting.
static inline void impi_timeline_count(impi_timeline* t, int32_t body)
{
    t->bodies.data[body].count += 1;
}

#endif
