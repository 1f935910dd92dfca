// SPDX-License-Identifier: MIT
//
// The passes over rows of space, one lane at a time, as the reference and for other processors.

#include "rows3.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#include "../math/lanes_scalar.h"

#define KN(name) name##_scalar

#include "rows3.inl"

#undef KN
#include "../math/lanes_end.h"
