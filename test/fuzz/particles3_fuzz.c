// SPDX-License-Identifier: MIT
//
// particles_fuzz.inl, for space.

#include <math.h>

#include "base/bytes.h"  // before the other one, which has a type of that name

#include "bytes.h"

#include "math/dim3.h"

#define SPINS 3
#define SOLIDS IMP_SOLID_COMPOUND

static imp3_rot next_turn(bytes* in)
{
    imp3_rot q = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    uint8_t how = next_byte(in);
    imp3_vec axis = {how & 1 ? 1.0f : 0.0f, how & 2 ? 1.0f : 0.0f, how & 4 ? 1.0f : 0.5f};
    if (how >= 64)
    {
        (void)imp3_rot_make(axis, next_number(in) * 0.01f, &q);
    }
    return q;
}

static void dress(bytes* in, imp3_solid* solid)
{
    (void)in;
    (void)solid;
}

static void do_more(bytes* in)
{
    (void)in;
}

#include "particles_fuzz.inl"
