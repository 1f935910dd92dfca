// SPDX-License-Identifier: MIT
//
// step.inl, for space.

#include "particle3.h"

#include "../math/check.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "step.inl"

#include "../math/dim_end.h"
