// SPDX-License-Identifier: MIT
//
// body_set.inl, for the plane.

#include "body2.h"

#include "../../math/dim2.h"

#include "body_set.inl"

#include "../../math/dim_end.h"
