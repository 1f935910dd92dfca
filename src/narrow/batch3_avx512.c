// SPDX-License-Identifier: MIT
//
// The kernels of batches of space, sixteen pairs at a time.

#include "batch_kernels3.h"

#ifdef IMPI_WIDE

#include "../math/lanes_avx512.h"

#define FN(name) name##_avx512

#include "batch_apart3.inl"
#include "batch_boxes3.inl"

#include "../math/lanes_end.h"

#endif
