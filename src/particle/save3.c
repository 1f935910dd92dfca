// SPDX-License-Identifier: MIT
//
// save.inl, for space.

#include "particle3.h"

#include "../base/alloc.h"
#include "../math/check.h"
#include "../math/visit3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "save.inl"

#include "../math/dim_end.h"
