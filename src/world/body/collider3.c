// SPDX-License-Identifier: MIT
//
// collider.inl, for space.

#include "../../motion/one_way3.h"
#include "../../shape/compound3.h"
#include "../../shape/extent3.h"
#include "body3.h"

#include <float.h>
#include <string.h>

#include "../../math/dim3.h"

#include "collider.inl"

#include "../../math/dim_end.h"
