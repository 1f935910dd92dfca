// SPDX-License-Identifier: MIT
//
// movers.inl, for space.

#include "sweep3.h"

#include "../math/dim3.h"

#include "movers.inl"

#include "../math/dim_end.h"
