// SPDX-License-Identifier: MIT
//
// The passes over rows of space, sixteen lanes at a time.

#include "rows3.h"

#include "../base/cpu.h"
#include "../math/lanes.h"

#ifdef IMPI_WIDE

#include "../math/lanes_avx512.h"

#define KN(name) name##_avx512

#include "rows3.inl"

#undef KN
#include "../math/lanes_end.h"

#endif
