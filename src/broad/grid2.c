// SPDX-License-Identifier: MIT
//
// grid.inl, for the plane.

#include "index2.h"

#include "../base/alloc.h"
#include "../base/sort.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "grid.inl"
#include "grid_find.inl"

#include "../math/dim_end.h"
