// SPDX-License-Identifier: MIT
//
// impacts.inl, for the plane.

#include "particle2.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "impacts.inl"

#include "../math/dim_end.h"
