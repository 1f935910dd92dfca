// SPDX-License-Identifier: MIT
//
// part_deep.inl, for space.

#include "solver3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "part_deep.inl"

#include "../../math/dim_end.h"
