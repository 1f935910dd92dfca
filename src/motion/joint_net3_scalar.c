// SPDX-License-Identifier: MIT
//
// joint_net.inl, for space, one lane at a time.

#include "joint_net3.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#include "../math/lanes_scalar.h"

#include "../math/dim3.h"

#define KN(name) FNI(name##_scalar)

#include "joint_net_turn3.h"

#include "joint_net.inl"

#include "joint_net_turn_end.h"

#undef KN
#include "../math/dim_end.h"
#include "../math/lanes_end.h"
