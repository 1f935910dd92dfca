// SPDX-License-Identifier: MIT
//
// Event queue of continuous collision: bodies through a step, from one time of impact to the next. Worlds and
// imp2_sweep_many share it, whatever the dimension.
//
//     find_next of all bodies -> earliest event -> respond -> find_next of both -> earliest event -> ...
//
// - Order: by time of impact, then by the lower body, then by the higher one. It depends on nothing else, so not on the
//   order in which events were pushed.
// - Each body keeps only the earliest event that it has found: it owns that event. So there are never more events than
//   bodies, and memory for all of them is there before the step begins.
// - A body whose path changes makes its own event void. An event whose other body changed its path is stale: its owner
//   searches again when the event is popped. Stamps tell both, so nothing is searched (one event for each disk, lazily
//   removed: Lubachevsky 1991).
// - A body has a limited number of events in a step, so a squeezed body comes to an end. The respond callback decides
//   what happens to it then.

#ifndef IMPI_EVENT_QUEUE_H
#define IMPI_EVENT_QUEUE_H

#include "../base/array.h"

#include <stdbool.h>

typedef struct impi_toi_event
{
    double time;
    int32_t a, b;  // a < b
    int32_t owner;
    uint32_t stamp_a, stamp_b;
} impi_toi_event;

typedef struct impi_event_queue_body
{
    uint32_t stamp;
    int32_t count;  // events so far in the step
} impi_event_queue_body;

/// All zero is a queue without bodies and memory.
typedef struct impi_event_queue
{
    int32_t limit;
    struct
    {
        IMPI_ARRAY(impi_toi_event)  // a heap, the earliest first
    } heap;
    struct
    {
        IMPI_ARRAY(impi_event_queue_body)
    } bodies;
} impi_event_queue;

/// The callbacks of a step.
typedef struct impi_stepper
{
    void* context;
    /// Pushes the next event of a body from a time on, except with the body `but`, if that is not below 0.
    imp_status (*find_next)(void* context, int32_t body, double now, int32_t but);
    /// Collision response of two bodies, the owner of the event first; `turned` gets which of both changed their path.
    /// May give the second one another number.
    imp_status (*respond)(void* context, const impi_toi_event* event, int32_t both[2], bool turned[2]);
} impi_stepper;

/// Reserves memory for so many bodies, and one event for each of so many owners. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status impi_event_queue_reserve(impi_event_queue* t, int64_t bodies, int64_t owners,
                                    const imp_allocator* allocator);

/// Empties the queue for so many bodies, at most as many as reserved, with at most limit events each.
void impi_event_queue_begin(impi_event_queue* t, int32_t bodies, int32_t limit);

void impi_event_queue_free(impi_event_queue* t, const imp_allocator* allocator);

/// Pushes an event of two different bodies, the next one of its owner.
void impi_event_queue_push(impi_event_queue* t, double time, int32_t owner, int32_t other);

/// Pops the earliest event that is not void. False when there is none.
bool impi_event_queue_pop(impi_event_queue* t, impi_toi_event* out);

/// Whether a body other than the owner changed its path since the event was pushed.
bool impi_event_queue_is_stale(const impi_event_queue* t, const impi_toi_event* m);

/// Runs from event to event, until the queue is empty or a callback fails. Returns its status, or IMP_OK.
imp_status impi_event_queue_run(impi_event_queue* t, const impi_stepper* stepper);

/// Whether a body has had as many events as it may.
static inline bool impi_event_queue_is_spent(const impi_event_queue* t, int32_t body)
{
    return t->bodies.data[body].count >= t->limit;
}

#endif
