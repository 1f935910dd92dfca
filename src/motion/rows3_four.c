// SPDX-License-Identifier: MIT
//
// The passes over rows of space, four lanes at a time.

#include "rows3.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#ifdef IMPI_FOUR

#include "../math/lanes_four.h"

#define KN(name) name##_four

#include "rows3.inl"

#undef KN
#include "../math/lanes_end.h"

#endif
