// SPDX-License-Identifier: MIT
//
// articulation_tree.inl, for the plane.

#include "articulation2.h"

#include "../../base/alloc.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "articulation_tree.inl"

#include "../../math/dim_end.h"
