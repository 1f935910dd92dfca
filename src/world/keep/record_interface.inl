// SPDX-License-Identifier: MIT
//
// Recordings of worlds, for writers and readers: the format of a call.

#ifndef AXES
#include "../body/calls2.h"
#include "../query/query2.h"
#include "../../base/bytes.h"
#include "impinge/world_record2.h"

#include "../../math/dim2.h"
#endif

enum
{
    DIMI(RECORD_KIND) = 0x30524d49 + (AXES << 24)  // "IMR2", "IMR3"
};

/// The answer of a hook.
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

/// States of bodies when they were last written, by slot: the same for writer and reader.
typedef struct LastStates
{
    IMPI_ARRAY(uint32_t)
} LastStates;

/// The recorder of a world that writes: the sink, and the data of the next call.
typedef struct Writer
{
    Recorder recorder;
    imp_sink sink;
    int32_t states, steps;
    imp_status ended;  // the reason why nothing more is written
    Answers answers;
    int32_t settled;  // answers before a step first asked about manifolds, or -1
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

/// The fields of a call, and the answers of hooks during it. A shape or compound that is read is to be freed.
void FNI(visit_call)(impi_bytes* b, Call* call, Answers* answers, const imp_allocator* allocator);

/// Room for the numbers of this many bodies; new ones are zero. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(reserve_states)(LastStates* last, const imp_allocator* allocator, int32_t bodies);

/// Writes a call of the beginning. Returns IMP_OK, IMP_ERR_MEMORY, or IMP_ERR_SPACE if the sink refuses.
imp_status FNI(record_write)(World* w, const Call* call);

/// Hands bytes to the sink. Returns whether it has taken them.
bool FNI(record_send)(World* w, const uint8_t* bytes, int32_t count);
