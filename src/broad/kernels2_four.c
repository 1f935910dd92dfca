// SPDX-License-Identifier: MIT
//
// The inner loops of indexes of the plane, four lanes at a time.

#include "index2.h"

#include <float.h>

#ifdef IMPI_FOUR

#include "../math/dim2.h"
#include "../math/lanes_four.h"

#define KN(name) FNI(name##_four)

#include "kernels.inl"

#include "../math/dim_end.h"
#include "../math/lanes_end.h"

#endif
