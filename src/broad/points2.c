// SPDX-License-Identifier: MIT
//
// points.inl, for the plane.

#include "index2.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "../math/check.h"
#include "../math/exact.h"

#include <string.h>

#include "../math/dim2.h"

#include "points.inl"

#include "../math/dim_end.h"
