// SPDX-License-Identifier: MIT
//
// articulation_tree.inl, for space.

#include "articulation3.h"

#include "../../base/alloc.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "articulation_tree.inl"

#include "../../math/dim_end.h"
