// SPDX-License-Identifier: MIT
//
// hit_response.inl, for the plane.

#include "continuous2.h"
#include "hit_points2.h"
#include "../../base/sort.h"
#include "../../motion/one_way2.h"
#include "../../motion/impulse_response2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "hit_response.inl"

#include "../../math/dim_end.h"
