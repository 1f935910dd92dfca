// SPDX-License-Identifier: MIT
//
// ends.inl, for the plane.

#include "particle2.h"

#include "../math/check.h"

#include "../math/dim2.h"

#include "ends.inl"

#include "../math/dim_end.h"
