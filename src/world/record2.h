// SPDX-License-Identifier: MIT
//
// Recordings of worlds of the plane, for those who write and who read them: what a call is.

#ifndef IMP2I_RECORD_H
#define IMP2I_RECORD_H

#include "bytes.h"
#include "impinge/world_record2.h"
#include "world2.h"

enum
{
    IMP2I_RECORD_KIND = 0x32524d49,  // "IMR2"
    IMP2I_RECORD_VERSION = 2,
    IMP2I_RECORD_HEAD = 8,  // bytes
    IMP2I_CALL_HEAD = 8     // bytes: how many words of the call follow, and how many bytes of a snapshot behind them
};

enum
{
    IMP2I_CALL_LOAD = 0,  // the first one of a recording
    IMP2I_CALL_STEP,
    IMP2I_CALL_HOOKS,
    IMP2I_CALL_MIX,
    IMP2I_CALL_ADD_BODY,
    IMP2I_CALL_REMOVE_BODY,
    IMP2I_CALL_SET_POSE,
    IMP2I_CALL_SET_VELOCITY,
    IMP2I_CALL_PUSH,
    IMP2I_CALL_PULL,
    IMP2I_CALL_SET_AWAKE,
    IMP2I_CALL_SET_ENABLED,
    IMP2I_CALL_SCALE_GRAVITY,
    IMP2I_CALL_ADD_COLLIDER,
    IMP2I_CALL_REMOVE_COLLIDER,
    IMP2I_CALL_SET_MATERIAL,
    IMP2I_CALL_SET_FILTER,
    IMP2I_CALL_SHIFT,
    IMP2I_CALL_SET_ONE_WAY,
    IMP2I_CALL_DROP_THROUGH,
    IMP2I_CALL_SET_GRAVITY,
    IMP2I_CALL_SET_KIND,
    IMP2I_CALL_SET_DAMPING,
    IMP2I_CALL_SET_LOCKS,
    IMP2I_CALL_SET_BULLET,
    IMP2I_CALL_SET_SLEEPLESS,
    IMP2I_CALL_SET_BODY_USER,
    IMP2I_CALL_SET_MASS,
    IMP2I_CALL_SET_DENSITY,
    IMP2I_CALL_SET_COLLIDER_USER,
    IMP2I_CALL_COUNT
};

/// A call with all that any of them takes; what a kind does not take is zero.
typedef struct imp2i_call
{
    int32_t kind;
    uint64_t handle;  // of the body or the collider it is about
    uint64_t result;  // a handle that was made; of a step the hash
    imp2_pose pose;
    imp2_vec first, second;
    float number;
    bool flag;
    int32_t numbers[2];
    imp2_body_def body;
    imp2_collider_def collider;
    imp_surface surface;
    imp2_mass mass;
    bool convex;
    imp2_shape shape;        // of the caller's, or read
    imp2_compound compound;  // the same
    const uint8_t* bytes;    // of a snapshot
    int32_t byte_count;
} imp2i_call;

/// What a hook has answered.
typedef struct imp2i_answer
{
    int32_t hook;  // IMP2I_HOOK_...
    bool yes;
    imp_surface surface;
} imp2i_answer;

enum
{
    IMP2I_HOOK_FILTER = 0,
    IMP2I_HOOK_MIX,
    IMP2I_HOOK_SOLVE,
    IMP2I_HOOK_COUNT
};

typedef struct imp2i_answers
{
    IMPI_ARRAY(imp2i_answer)
} imp2i_answers;

/// What bodies were like when they were written last, by place: the same for who writes and who reads.
typedef struct imp2i_last_states
{
    IMPI_ARRAY(uint32_t)
} imp2i_last_states;

/// The recorder of a world: the sink, and what the next call is written with.
struct imp2i_recorder
{
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
};

/// The fields of a call, and what hooks answered during it. A shape or compound that is read is to be freed.
void imp2i_visit_call(impi_bytes* b, imp2i_call* call, imp2i_answers* answers, const imp_allocator* allocator);

/// The numbers of a body, IMP2_FIELD_COUNT of them (inquire2.c).
void imp2i_body_numbers(const imp2i_body* b, float* numbers);

/// Room for the numbers of so many bodies; new ones are zero. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_reserve_states(imp2i_last_states* last, const imp_allocator* allocator, int32_t bodies);

/// Which hooks there are: bits by IMP2I_HOOK_...
static inline int32_t imp2i_hook_bits(const imp2_world* w)
{
    return (w->hooks.filter ? 1 << IMP2I_HOOK_FILTER : 0) | (w->hooks.mix ? 1 << IMP2I_HOOK_MIX : 0) |
           (w->hooks.pre_solve ? 1 << IMP2I_HOOK_SOLVE : 0);
}

/// Writes a call that has succeeded, while a world is recorded.
void imp2i_record_call(imp2_world* w, const imp2i_call* call);

/// The same of one that belongs to the beginning. Returns IMP_OK, IMP_ERR_MEMORY, or IMP_ERR_SPACE where the sink refuses.
imp_status imp2i_record_write(imp2_world* w, const imp2i_call* call);

/// Hands bytes to the sink. Returns whether it has taken them.
bool imp2i_record_send(imp2_world* w, const uint8_t* bytes, int32_t count);

#endif
