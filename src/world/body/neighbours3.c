// SPDX-License-Identifier: MIT
//
// neighbours.inl, for space.

#include "../../broad/index3.h"
#include "../../motion/pair_gap3.h"
#include "body3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "neighbours.inl"

#include "../../math/dim_end.h"
