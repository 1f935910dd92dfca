// SPDX-License-Identifier: MIT
//
// collider.inl, for the plane.

#include "../../motion/one_way2.h"
#include "../../shape/compound2.h"
#include "../../shape/extent2.h"
#include "body2.h"

#include <float.h>
#include <string.h>

#include "../../math/dim2.h"

#include "collider.inl"

#include "../../math/dim_end.h"
