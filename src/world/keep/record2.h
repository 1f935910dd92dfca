// SPDX-License-Identifier: MIT
//
// Recordings of worlds of the plane, for those who write and who read them: what a call is.

#ifndef IMP2I_RECORD_H
#define IMP2I_RECORD_H

#include "../body/calls2.h"
#include "../query/query2.h"
#include "bytes.h"
#include "impinge/world_record2.h"

enum
{
    IMP2I_RECORD_KIND = 0x32524d49,  // "IMR2"
    IMP2I_RECORD_VERSION = 2,
    IMP2I_RECORD_HEAD = 8,  // bytes
    IMP2I_CALL_HEAD = 8     // bytes: how many words of the call follow, and how many bytes of a snapshot behind them
};

/// What a hook has answered.
typedef struct imp2i_answer
{
    int32_t hook;  // IMP2I_HOOK_...
    bool yes;
    imp_surface surface;
} imp2i_answer;

typedef struct imp2i_answers
{
    IMPI_ARRAY(imp2i_answer)
} imp2i_answers;

/// What bodies were like when they were written last, by place: the same for who writes and who reads.
typedef struct imp2i_last_states
{
    IMPI_ARRAY(uint32_t)
} imp2i_last_states;

/// The recorder of a world that writes: the sink, and what the next call is written with.
typedef struct imp2i_writer
{
    imp2i_recorder recorder;
    imp_sink sink;
    int32_t states, steps;
    imp_status ended;  // why nothing more is written
    imp2i_answers answers;
    int32_t settled;  // answers that were there before a step first asked about manifolds, or -1
    imp2i_last_states last;
    struct
    {
        IMPI_ARRAY(uint8_t)
    } room;
} imp2i_writer;

/// The writer that records a world, or null.
static inline imp2i_writer* imp2i_writer_of(const imp2_world* w)
{
    return (imp2i_writer*)(void*)w->recorder;
}

/// A writer that has written nothing yet.
imp2i_writer imp2i_writer_of_sink(const imp_sink* sink, int32_t states);

/// The fields of a call, and what hooks answered during it. A shape or compound that is read is to be freed.
void imp2i_visit_call(impi_bytes* b, imp2i_call* call, imp2i_answers* answers, const imp_allocator* allocator);

/// Room for the numbers of so many bodies; new ones are zero. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_reserve_states(imp2i_last_states* last, const imp_allocator* allocator, int32_t bodies);

/// Writes a call that belongs to the beginning. Returns IMP_OK, IMP_ERR_MEMORY, or IMP_ERR_SPACE where the sink refuses.
imp_status imp2i_record_write(imp2_world* w, const imp2i_call* call);

/// Hands bytes to the sink. Returns whether it has taken them.
bool imp2i_record_send(imp2_world* w, const uint8_t* bytes, int32_t count);

#endif
