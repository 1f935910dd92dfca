// SPDX-License-Identifier: MIT
//
// joint_tree.inl, for the plane, one lane at a time.

#include "joint_tree2.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#include "../math/lanes_scalar.h"

#include <string.h>

#include "../math/dim2.h"

#define FREEDOMS IMP2I_FREEDOMS
#define KN(name) FNI(name##_scalar)

#include "joint_tree.inl"

#undef KN
#undef FREEDOMS
#include "../math/dim_end.h"
#include "../math/lanes_end.h"
