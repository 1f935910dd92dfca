// SPDX-License-Identifier: MIT
//
// world.inl, for the plane.

#include "../body/body2.h"
#include "../continuous/continuous2.h"
#include "../solver/solver2.h"
#include "../../base/alloc.h"

#include <string.h>

#include "../../math/dim2.h"

#include "world.inl"

#include "../../math/dim_end.h"
