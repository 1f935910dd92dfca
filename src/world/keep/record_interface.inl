// SPDX-License-Identifier: MIT
//
// Recordings of worlds, for those who write and who read them: what a call is.

#ifndef AXES
#include "../body/calls2.h"
#include "../../math/dim2.h"
#endif

enum
{
    DIMI(RECORD_KIND) = 0x30524d49 + (AXES << 24),  // "IMR2", "IMR3"
    IMPI_RECORD_VERSION = 2,
    IMPI_RECORD_HEAD = 8,  // bytes
    IMPI_CALL_HEAD = 8     // bytes: how many words of the call follow, and how many bytes of a snapshot behind them
};

/// What a hook has answered.
typedef struct Answer
{
    int32_t hook;  // IMPI_HOOK_...
    bool yes;
    imp_surface surface;
} Answer;

typedef struct Answers
{
    IMPI_ARRAY(Answer)
} Answers;

/// What bodies were like when they were written last, by place: the same for who writes and who reads.
typedef struct LastStates
{
    IMPI_ARRAY(uint32_t)
} LastStates;

/// The recorder of a world that writes: the sink, and what the next call is written with.
typedef struct Writer
{
    Recorder recorder;
    imp_sink sink;
    int32_t states, steps;
    imp_status ended;  // why nothing more is written
    Answers answers;
    int32_t settled;  // answers that were there before a step first asked about manifolds, or -1
    LastStates last;
    struct
    {
        IMPI_ARRAY(uint8_t)
    } room;
} Writer;

/// The writer that records a world, or null.
static inline Writer* FNI(writer_of)(const World* w)
{
    return (Writer*)(void*)w->recorder;
}

/// A writer that has written nothing yet.
Writer FNI(writer_of_sink)(const imp_sink* sink, int32_t states);

/// The fields of a call, and what hooks answered during it. A shape or compound that is read is to be freed.
void FNI(visit_call)(impi_bytes* b, Call* call, Answers* answers, const imp_allocator* allocator);

/// Room for the numbers of so many bodies; new ones are zero. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(reserve_states)(LastStates* last, const imp_allocator* allocator, int32_t bodies);

/// Writes a call that belongs to the beginning. Returns IMP_OK, IMP_ERR_MEMORY, or IMP_ERR_SPACE where the sink
/// refuses.
imp_status FNI(record_write)(World* w, const Call* call);

/// Hands bytes to the sink. Returns whether it has taken them.
bool FNI(record_send)(World* w, const uint8_t* bytes, int32_t count);
