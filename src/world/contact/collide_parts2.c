// SPDX-License-Identifier: MIT
//
// collide_parts.inl, for the plane.

#include "contact2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "collide_parts.inl"

#include "../../math/dim_end.h"
