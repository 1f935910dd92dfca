// SPDX-License-Identifier: MIT
//
// body_set.inl, for space.

#include "body3.h"

#include "../../math/dim3.h"

#include "body_set.inl"

#include "../../math/dim_end.h"
