// SPDX-License-Identifier: MIT
//
// tree.inl, for space.

#include "index3.h"

#include "../base/alloc.h"
#include "../base/assert.h"
#include "../math/lanes.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "tree.inl"

#include "../math/dim_end.h"
