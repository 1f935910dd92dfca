// SPDX-License-Identifier: MIT
//
// grid.inl, for space.

#include "index3.h"

#include "../base/alloc.h"
#include "../base/sort.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "grid.inl"
#include "grid_find.inl"

#include "../math/dim_end.h"
