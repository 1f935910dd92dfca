// SPDX-License-Identifier: MIT
//
// neighbours.inl, for the plane.

#include "../../broad/index2.h"
#include "../../motion/pair_gap2.h"
#include "body2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "neighbours.inl"

#include "../../math/dim_end.h"
