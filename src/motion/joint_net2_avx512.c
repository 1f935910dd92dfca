// SPDX-License-Identifier: MIT
//
// joint_net.inl, for the plane, sixteen lanes at a time.

#include "joint_net2.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#ifdef IMPI_WIDE

#include "../math/lanes_avx512.h"

#include "../math/dim2.h"

#define KN(name) FNI(name##_avx512)

#include "joint_net_turn2.h"

#include "joint_net.inl"

#include "joint_net_turn_end.h"

#undef KN
#include "../math/dim_end.h"
#include "../math/lanes_end.h"

#endif
