// SPDX-License-Identifier: MIT
//
// rows.inl, for space.

#include "particle3.h"

#include "../motion/row_step.h"

#include <math.h>

#include "../math/dim3.h"

#include "rows.inl"

#include "../math/dim_end.h"
