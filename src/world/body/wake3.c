// SPDX-License-Identifier: MIT
//
// wake.inl, for space.

#include "body3.h"

#include "../../math/dim3.h"

#include "wake.inl"

#include "../../math/dim_end.h"
