// SPDX-License-Identifier: MIT
//
// movers.inl, for the plane.

#include "sweep2.h"

#include "../math/dim2.h"

#include "movers.inl"

#include "../math/dim_end.h"
