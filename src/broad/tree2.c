// SPDX-License-Identifier: MIT
//
// tree.inl, for the plane.

#include "index2.h"

#include "../base/alloc.h"
#include "../base/assert.h"
#include "../math/lanes.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "tree.inl"

#include "../math/dim_end.h"
