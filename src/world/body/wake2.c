// SPDX-License-Identifier: MIT
//
// wake.inl, for the plane.

#include "body2.h"

#include "../../math/dim2.h"

#include "wake.inl"

#include "../../math/dim_end.h"
