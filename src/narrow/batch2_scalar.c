// SPDX-License-Identifier: MIT
//
// The kernels of batches, one pair at a time, in plain C: for what is left over of a batch, and for processors without
// lanes.

#include "batch_kernels2.h"

#include "../math/lanes_scalar.h"

#define FN(name) name##_scalar

#include "batch_check2.inl"
#include "batch_boxes2.inl"
#include "batch_polygons2.inl"
#include "batch_circles2.inl"
#include "batch_rounds2.inl"
#include "batch_capsules2.inl"
#include "ray_circles2.inl"
#include "batch_rays2.inl"
#include "batch_table2.inl"

#include "../math/lanes_end.h"
