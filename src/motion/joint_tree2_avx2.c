// SPDX-License-Identifier: MIT
//
// joint_tree.inl, for the plane, eight lanes at a time.

#include "joint_tree2.h"

#include "../base/cpu.h"
#include "../math/lanes.h"
#include <string.h>

#ifdef IMPI_WIDE

#include "../math/lanes_avx2.h"

#include "../math/dim2.h"

#define FREEDOMS IMP2I_FREEDOMS
#define KN(name) FNI(name##_avx2)

#include "joint_tree.inl"

#undef KN
#undef FREEDOMS
#include "../math/dim_end.h"
#include "../math/lanes_end.h"

#endif
