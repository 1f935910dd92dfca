// SPDX-License-Identifier: MIT
//
// Calls that change a world of the plane, as its recorder hears of them. Who records is below, in keep/: here is what it
// is told, so that what is above need not know it.

#ifndef IMP2I_CALLS_H
#define IMP2I_CALLS_H

#include "../world2.h"

enum
{
#define CALL(name, recorded, again) IMP2I_CALL_##name,
#include "calls.inl"
#undef CALL
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

enum
{
    IMP2I_HOOK_FILTER = 0,
    IMP2I_HOOK_MIX,
    IMP2I_HOOK_SOLVE,
    IMP2I_HOOK_COUNT
};

/// Who records a world.
struct imp2i_recorder
{
    void (*call)(imp2_world* w, const imp2i_call* call);  // it has succeeded
    void (*answer)(imp2_world* w, int32_t hook, bool yes, const imp_surface* surface);
    void (*settling)(imp2_world* w);   // from now on a step asks what it will ask again if it is repeated
    imp_status (*end)(imp2_world* w);  // returns why the recording had ended before, or IMP_OK
};

static inline void imp2i_record_call(imp2_world* w, const imp2i_call* call)
{
    if (w->recorder)
    {
        w->recorder->call(w, call);
    }
}

/// Tells the recorder, if there is one, of a call that has succeeded: its name, then its fields in the order of
/// imp2i_call.
#define IMP2I_RECORD(w, name, ...)                                                                                     \
    do                                                                                                                 \
    {                                                                                                                  \
        if ((w)->recorder)                                                                                             \
        {                                                                                                              \
            const imp2i_call recorded = {.kind = IMP2I_CALL_##name, __VA_ARGS__};                                      \
            (w)->recorder->call((w), &recorded);                                                                       \
        }                                                                                                              \
    } while (0)

/// Which hooks there are: bits by IMP2I_HOOK_...
static inline int32_t imp2i_hook_bits(const imp2_world* w)
{
    return (w->hooks.filter ? 1 << IMP2I_HOOK_FILTER : 0) | (w->hooks.mix ? 1 << IMP2I_HOOK_MIX : 0) |
           (w->hooks.pre_solve ? 1 << IMP2I_HOOK_SOLVE : 0);
}

#endif
