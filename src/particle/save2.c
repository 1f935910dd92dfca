// SPDX-License-Identifier: MIT
//
// save.inl, for the plane.

#include "particle2.h"

#include "../base/alloc.h"
#include "../math/check.h"
#include "../math/visit2.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "save.inl"

#include "../math/dim_end.h"
