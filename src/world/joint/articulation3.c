// SPDX-License-Identifier: MIT
//
// articulation.inl, for space.

#include "articulation3.h"

#include "../../base/alloc.h"

#include <string.h>

#include "../../math/dim3.h"

#include "articulation.inl"

#include "../../math/dim_end.h"
