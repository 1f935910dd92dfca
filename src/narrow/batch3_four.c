// SPDX-License-Identifier: MIT
//
// The kernels of batches of space, four pairs at a time.

#include "batch_kernels3.h"

#ifdef IMPI_FOUR

#include "../math/lanes_four.h"

#define FN(name) name##_four

#include "batch_apart3.inl"
#include "batch_boxes3.inl"

#include "../math/lanes_end.h"

#endif
