// SPDX-License-Identifier: MIT
//
// obstacles.inl, for the plane.

#include "obstacles2.h"
#include "../math/check.h"
#include "../math/trig.h"
#include "../shape/kept2.h"
#include "one_way2.h"

#include <math.h>
#include <stddef.h>

#include "../math/dim2.h"

#include "obstacles.inl"

#include "../math/dim_end.h"
