// SPDX-License-Identifier: MIT
//
// Calls that change a world, as its recorder gets them. Recorders are in keep/, below: here is only their
// interface, so that the rooms above need not know them.

#ifndef AXES
#include "../world2.h"
#include "calls.h"

#include "../../math/dim2.h"
#endif

/// The arguments of any call; fields that a kind does not have are zero.
typedef struct Call
{
    int32_t kind;
    uint64_t handle;  // of its body or its collider
    uint64_t result;  // a handle that was made; of a step the hash
    Pose pose;
    Vec first, second;
    float number;
    Spin spin;  // or a torque
    bool flag;
    int32_t numbers[2];
    BodyDef body;
    ColliderDef collider;
    JointDef joint;
    imp_coupling_def coupling;
    imp_surface surface;
    Mass mass;
    bool convex;
    Shape shape;           // the caller's, or read
    Compound compound;     // likewise
    const Vec* points;     // likewise
    int32_t point_count;
    const uint8_t* bytes;  // of a snapshot
    int32_t byte_count;
} Call;

/// The callbacks of a recorder.
struct Recorder
{
    void (*call)(World* w, const Call* call);  // after it has succeeded
    void (*answer)(World* w, int32_t hook, bool yes, const imp_surface* surface);
    void (*settling)(World* w);   // from now on a step asks hooks that it asks again if it is repeated
    void (*settled)(World* w);    // a part of a step is done, and is not repeated
    imp_status (*end)(World* w);  // returns why the recording had ended before, or IMP_OK
};

static inline void FNI(record_call)(World* w, const Call* call)
{
    if (w->recorder)
    {
        w->recorder->call(w, call);
    }
}

/// The hooks that are set: bits by IMPI_HOOK_...
static inline int32_t FNI(hook_bits)(const World* w)
{
    return (w->hooks.filter ? 1 << IMPI_HOOK_FILTER : 0) | (w->hooks.combine ? 1 << IMPI_HOOK_MIX : 0) |
           (w->hooks.pre_solve ? 1 << IMPI_HOOK_SOLVE : 0);
}
