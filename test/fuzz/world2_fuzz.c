// SPDX-License-Identifier: MIT
//
// world_fuzz.inl, for the plane.

#include "base/cpu.h"
#include "world/world2.h"  // before the other bytes.h, which has a type of a name that this one uses

#include "bytes.h"

#include "math/dim2.h"

#define LOCKS 7u
#define POINTS 2
#define MORE_CALLS 0

#include "world_fuzz.inl"

#include "world_fuzz2.inl"

static void after_step(void)
{
}

static void do_more(bytes* in, int call)
{
    (void)in;
    (void)call;
}
