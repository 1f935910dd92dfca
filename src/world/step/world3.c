// SPDX-License-Identifier: MIT
//
// world.inl, for space.

#include "../body/body3.h"
#include "../continuous/continuous3.h"
#include "../solver/solver3.h"
#include "../../base/alloc.h"

#include <string.h>

#include "../../math/dim3.h"

#include "world.inl"

#include "../../math/dim_end.h"
