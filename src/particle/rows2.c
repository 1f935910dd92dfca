// SPDX-License-Identifier: MIT
//
// rows.inl, for the plane.

#include "particle2.h"

#include "../motion/row_step.h"

#include <math.h>

#include "../math/dim2.h"

#include "rows.inl"

#include "../math/dim_end.h"
