// SPDX-License-Identifier: MIT
//
// joint_tree.inl, for the plane, four lanes at a time.

#include "joint_tree2.h"

#include "../base/cpu.h"
#include "../math/lanes.h"
#include <string.h>

#ifdef IMPI_FOUR

#include "../math/lanes_four.h"

#include "../math/dim2.h"

#define FREEDOMS IMP2I_FREEDOMS
#define KN(name) FNI(name##_four)

#include "joint_tree.inl"

#undef KN
#undef FREEDOMS
#include "../math/dim_end.h"
#include "../math/lanes_end.h"

#endif
