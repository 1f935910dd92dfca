// SPDX-License-Identifier: MIT
//
// part_deep.inl, for the plane.

#include "solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "part_deep.inl"

#include "../../math/dim_end.h"
