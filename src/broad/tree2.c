// SPDX-License-Identifier: MIT
//
// tree.inl and tree_order.inl, for the plane.

#include "index2.h"

#include "../base/alloc.h"
#include "../base/assert.h"
#include "../math/lanes.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "tree.inl"
#include "tree_order.inl"

#include "../math/dim_end.h"
