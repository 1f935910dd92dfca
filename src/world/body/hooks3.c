// SPDX-License-Identifier: MIT
//
// hooks.inl, for space.

#include "body3.h"

#include "../../math/dim3.h"

#include "hooks.inl"

#include "../../math/dim_end.h"
