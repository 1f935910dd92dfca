// SPDX-License-Identifier: MIT
//
// articulation.inl, for the plane.

#include "articulation2.h"

#include "../../base/alloc.h"

#include <string.h>

#include "../../math/dim2.h"

#include "articulation.inl"

#include "../../math/dim_end.h"
