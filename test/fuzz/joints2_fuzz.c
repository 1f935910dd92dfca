// SPDX-License-Identifier: MIT
//
// joints_fuzz.inl, for the plane.

#include "base/cpu.h"
#include "impinge/articulation2.h"
#include "world/world2.h"  // before the other bytes.h, which has a type of a name that this one uses

#include "bytes.h"

#include "math/dim2.h"

#define LOCKS 7u
#define POINTS 2
#define JOINT_CALLS 15
#define JOINT_AXES_USED IMP2_AXIS_COUNT

static void some_extras(bytes* in, imp2_joint_def* def)
{
    (void)in;
    (void)def;
}

static imp_status add_wheels(imp2_world* world, imp_body chassis, const imp_wheel* wheels, int32_t count,
                             imp_joint* joints)
{
    const imp2_vec up = {0.0f, 1.0f};
    return imp2_world_add_wheels(world, chassis, up, wheels, count, joints);
}

#include "joints_fuzz.inl"

#include "world_fuzz2.inl"
