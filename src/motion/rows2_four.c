// SPDX-License-Identifier: MIT
//
// The passes over rows of the plane, four lanes at a time.

#include "rows2.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#ifdef IMPI_FOUR

#include "../math/lanes_four.h"

#define KN(name) name##_four

#include "rows2.inl"

#undef KN
#include "../math/lanes_end.h"

#endif
