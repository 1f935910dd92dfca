// SPDX-License-Identifier: MIT
//
// tree.inl and tree_order.inl, for space.

#include "index3.h"

#include "../base/alloc.h"
#include "../base/assert.h"
#include "../math/lanes.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "tree.inl"
#include "tree_order.inl"

#include "../math/dim_end.h"
