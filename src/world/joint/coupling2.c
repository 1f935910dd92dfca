// SPDX-License-Identifier: MIT
//
// coupling.inl, for the plane.

#include "joint2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "coupling.inl"

#include "../../math/dim_end.h"
