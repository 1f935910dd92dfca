// SPDX-License-Identifier: MIT
//
// The inner loops of indexes of space, four lanes at a time.

#include "index3.h"

#include <float.h>

#ifdef IMPI_FOUR

#include "../math/dim3.h"
#include "../math/lanes_four.h"

#define KN(name) FNI(name##_four)

#include "kernels.inl"

#include "../math/dim_end.h"
#include "../math/lanes_end.h"

#endif
