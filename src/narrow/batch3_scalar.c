// SPDX-License-Identifier: MIT
//
// The kernels of batches of space, one pair at a time, in plain C: for processors without lanes.

#include "batch_kernels3.h"

#include "../math/lanes_scalar.h"

#define FN(name) name##_scalar

#include "batch_apart3.inl"
#include "batch_boxes3.inl"

#include "../math/lanes_end.h"
