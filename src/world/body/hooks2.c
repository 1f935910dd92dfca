// SPDX-License-Identifier: MIT
//
// hooks.inl, for the plane.

#include "body2.h"

#include "../../math/dim2.h"

#include "hooks.inl"

#include "../../math/dim_end.h"
