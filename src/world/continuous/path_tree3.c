// SPDX-License-Identifier: MIT
//
// path_tree.inl, for space.

#include "continuous3.h"
#include "../../base/sort.h"

#include <math.h>

#include "../../math/dim3.h"

#include "path_tree.inl"

#include "../../math/dim_end.h"
