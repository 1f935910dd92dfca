// SPDX-License-Identifier: MIT
//
// collide.inl, for space.

#include "contact3.h"
#include "../../motion/pair_gap3.h"
#include "../../narrow/batch_kernels3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "collide.inl"

#include "../../math/dim_end.h"
