// SPDX-License-Identifier: MIT
//
// path_tree.inl, for the plane.

#include "continuous2.h"
#include "../../base/sort.h"

#include <math.h>

#include "../../math/dim2.h"

#include "path_tree.inl"

#include "../../math/dim_end.h"
