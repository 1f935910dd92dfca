// SPDX-License-Identifier: MIT
//
// The inner loops of indexes of the plane, sixteen lanes at a time.

#include "index2.h"

#include <float.h>

#ifdef IMPI_WIDE

#include "../math/dim2.h"
#include "../math/lanes_avx512.h"

#define KN(name) FNI(name##_avx512)

#include "kernels.inl"

#include "../math/dim_end.h"
#include "../math/lanes_end.h"

#endif
