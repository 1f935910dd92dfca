// SPDX-License-Identifier: MIT
//
// points.inl, for space.

#include "index3.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "../math/check.h"
#include "../math/exact.h"

#include <string.h>

#include "../math/dim3.h"

#include "points.inl"

#include "../math/dim_end.h"
