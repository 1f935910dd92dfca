// SPDX-License-Identifier: MIT
//
// impacts.inl, for space.

#include "particle3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "impacts.inl"

#include "../math/dim_end.h"
