// SPDX-License-Identifier: MIT
//
// collide_parts.inl, for space.

#include "contact3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "collide_parts.inl"

#include "../../math/dim_end.h"
