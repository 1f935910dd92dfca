// SPDX-License-Identifier: MIT
//
// Bodies through a step, from one meeting of two to the next, in the order of time: what steps of worlds and of
// imp2_sweep_many have in common, whatever the dimension.
//
//     look, look, look -> earliest -> answer -> both look again -> earliest -> ...
//
// - Order: by time, then by the lower body, then by the higher one. It depends on nothing else, so not on the order in
//   which meetings were put in.
// - Each body keeps but the earliest of what it foresees: it is the owner of that meeting. So there are never more
//   meetings than bodies, and memory for all of them is there before the step begins.
// - A body that goes another way turns: what it foresaw is void. Where it is the other one who turned, the meeting is
//   stale, and its owner looks again when it would be its turn. Both are told by stamps, so nothing is looked for (one
//   event for each disk, lazily removed: Lubachevsky 1991).
// - A body has so many meetings in a step and no more; so a body that is squeezed comes to an end. What then becomes of
//   it is for the answer to say.

#ifndef IMPI_TIMELINE_H
#define IMPI_TIMELINE_H

#include "../base/array.h"

#include <stdbool.h>

typedef struct impi_meeting
{
    double time;
    int32_t a, b;  // a < b
    int32_t owner;
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
    struct
    {
        IMPI_ARRAY(impi_meeting)  // a heap, the earliest first
    } heap;
    struct
    {
        IMPI_ARRAY(impi_timeline_body)
    } bodies;
} impi_timeline;

/// Who steps bodies.
typedef struct impi_stepper
{
    void* context;
    /// Foresees what a body meets next from a time on, but for the body `but`, if that is not below 0.
    imp_status (*look)(void* context, int32_t body, double now, int32_t but);
    /// Two bodies have met, the owner of the meeting first; `turned` is which of both go another way now. It may give the
    /// second one another number.
    imp_status (*answer)(void* context, const impi_meeting* meeting, int32_t both[2], bool turned[2]);
} impi_stepper;

/// Room for so many bodies, and a meeting of each of so many owners. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status impi_timeline_reserve(impi_timeline* t, int64_t bodies, int64_t owners, const imp_allocator* allocator);

/// Nothing is foreseen of so many bodies, for which there is room, and which may have limit meetings each.
void impi_timeline_begin(impi_timeline* t, int32_t bodies, int32_t limit);

void impi_timeline_free(impi_timeline* t, const imp_allocator* allocator);

/// Foresees a meeting of two different bodies, the next one of its owner.
void impi_timeline_expect(impi_timeline* t, double time, int32_t owner, int32_t other);

/// Takes out the earliest meeting that is not void. False at the end.
bool impi_timeline_next(impi_timeline* t, impi_meeting* out);

/// Whether someone other than its owner has turned since a meeting was foreseen.
bool impi_timeline_is_stale(const impi_timeline* t, const impi_meeting* m);

/// From meeting to meeting, until nothing more is foreseen or a call fails. Returns its status, or IMP_OK.
imp_status impi_timeline_run(impi_timeline* t, const impi_stepper* stepper);

/// Whether a body has had all its meetings.
static inline bool impi_timeline_spent(const impi_timeline* t, int32_t body)
{
    return t->bodies.data[body].count >= t->limit;
}

#endif
