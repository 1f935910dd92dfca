// SPDX-License-Identifier: MIT
//
// Names of contact points in space.

#ifndef IMP3I_QUICK_H
#define IMP3I_QUICK_H

#include "../shape/shape3.h"
#include "impinge/narrow3.h"

enum
{
    IMP3I_CARRIED = 0,           // any of the others, when a neighbour carries the load
    IMP3I_VERTEX_ON_SIDE_B = 1,  // a sphere A on a half-space B
    IMP3I_VERTEX_ON_SIDE_A = 2,
    IMP3I_TWO_VERTICES = 3
};

static inline uint32_t imp3i_contact_id(uint32_t kind)
{
    return kind << 30;
}

static inline bool imp3i_is_on_side_of_b(uint32_t id)
{
    return id >> 30 == IMP3I_VERTEX_ON_SIDE_B;
}

static inline bool imp3i_is_carried_point(uint32_t id)
{
    return id >> 30 == IMP3I_CARRIED;
}

/// Whether a point is the sphere A, or with of_b B, on the half-space that is the other.
static inline bool imp3i_is_vertex_of(uint32_t id, bool of_b, int32_t* vertex, int32_t* side)
{
    *vertex = *side = 0;
    return id >> 30 == (uint32_t)(of_b ? IMP3I_VERTEX_ON_SIDE_A : IMP3I_VERTEX_ON_SIDE_B);
}

#endif
