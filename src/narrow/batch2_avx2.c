// SPDX-License-Identifier: MIT
//
// The kernels of batches, eight pairs at a time.

#include "batch_kernels2.h"

#ifdef IMPI_WIDE

#include "../math/lanes_avx2.h"

#define FN(name) name##_avx2

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

#endif
