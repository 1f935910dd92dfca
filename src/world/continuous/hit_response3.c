// SPDX-License-Identifier: MIT
//
// hit_response.inl, for space.

#include "continuous3.h"
#include "hit_points3.h"
#include "../../base/sort.h"
#include "../../motion/one_way3.h"
#include "../../motion/impulse_response3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "hit_response.inl"

#include "../../math/dim_end.h"
