// SPDX-License-Identifier: MIT
//
// Things of every shape and kind of compound, each some 1 m in size with a flat side down (z), and grounds under them.

#ifndef THINGS3_H
#define THINGS3_H

#include "kit3.h"

/// What a thing is made of. Those from THING_SET on are compounds.
enum
{
    THING_SPHERE,
    THING_CAPSULE,
    THING_TRIANGLE,
    THING_BOX,
    THING_TURNED_BOX,
    THING_HULL,
    THING_FLAT_HULL,
    THING_CYLINDER,
    THING_CONE,
    THING_SET,
    THING_MESH,
    THING_OPEN_MESH,
    THING_COUNT
};

/// A ground is flat, its top at z = 0, some 20 m wide. Those from GROUND_MESH on are compounds.
enum
{
    GROUND_HALF_SPACE,
    GROUND_BOX,
    GROUND_MESH,
    GROUND_HEIGHTS,
    GROUND_COUNT
};

/// A shape or a compound, with memory of its own: things3_free.
typedef struct thing3
{
    bool convex;
    imp3_shape shape;
    imp3_compound compound;
    float height;  // of its frame's origin above the ground when it rests
} thing3;

thing3 thing3_make(int32_t kind, const imp_allocator* allocator);
thing3 ground3_make(int32_t kind, const imp_allocator* allocator);
void thing3_free(thing3* t);

/// Gives a body a thing. Returns what the call does.
imp_status thing3_wear(imp3_world* w, imp_body body, const thing3* t, const imp3_collider_def* def, imp_collider* out);

#endif
