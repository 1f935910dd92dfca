// SPDX-License-Identifier: MIT
//
// joint_tree.inl, for space, one lane at a time.

#include "joint_tree3.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#include "../math/lanes_scalar.h"

#include <string.h>

#include "../math/dim3.h"

#define FREEDOMS IMP3I_FREEDOMS
#define KN(name) FNI(name##_scalar)

#include "joint_tree.inl"

#undef KN
#undef FREEDOMS
#include "../math/dim_end.h"
#include "../math/lanes_end.h"
