// SPDX-License-Identifier: MIT
//
// joint_net.inl, for the plane, one lane at a time.

#include "joint_net2.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#include "../math/lanes_scalar.h"

#include "../math/dim2.h"

#define KN(name) FNI(name##_scalar)

#include "joint_net_turn2.h"

#include "joint_net.inl"

#include "joint_net_turn_end.h"

#undef KN
#include "../math/dim_end.h"
#include "../math/lanes_end.h"
