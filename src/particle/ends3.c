// SPDX-License-Identifier: MIT
//
// ends.inl, for space.

#include "particle3.h"

#include "../math/check.h"

#include "../math/dim3.h"

#include "ends.inl"

#include "../math/dim_end.h"
