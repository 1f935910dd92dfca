// SPDX-License-Identifier: MIT
//
// joints_fuzz.inl, for space: also cones and crosses.

#include "base/cpu.h"
#include "impinge/articulation3.h"
#include "world/world3.h"  // before the other bytes.h, which has a type of a name that this one uses

#include "bytes.h"

#include "math/dim3.h"

#define LOCKS 63u
#define POINTS IMP3_POINT_MAX
#define JOINT_CALLS 15
#define JOINT_AXES_USED IMP3_AXIS_COUNT

static void some_extras(bytes* in, imp3_joint_def* def)
{
    const uint8_t flags = next_byte(in);
    def->cone_y = (flags & 3) == 1 ? (float)(1 + next_byte(in)) / 100.0f : 0.0f;
    def->cone_z = (flags & 3) == 1 ? (float)(1 + next_byte(in)) / 100.0f : 0.0f;
    def->cardan = (flags & 12) == 4;
}

static imp_status add_wheels(imp3_world* world, imp_body chassis, const imp_wheel* wheels, int32_t count,
                             imp_joint* joints)
{
    const imp3_rot heading = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, {0.0f, 1.0f, 0.0f}};
    return imp3_world_add_wheels(world, chassis, heading, wheels, count, joints);
}

#include "joints_fuzz.inl"

#include "world_fuzz3.inl"
