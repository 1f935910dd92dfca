// SPDX-License-Identifier: MIT
//
// The inner loops of indexes of the plane, four lanes at a time.

#include "index2.h"

#include <float.h>

#ifdef IMPI_SSE2

#include "../math/dim2.h"
#include "../math/lanes_sse2.h"

#define KN(name) FNI(name##_sse2)

#include "kernels.inl"

#include "../math/dim_end.h"
#include "../math/lanes_end.h"

#endif
