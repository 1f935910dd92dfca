// SPDX-License-Identifier: MIT
//
// coupling.inl, for space.

#include "joint3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "coupling.inl"

#include "../../math/dim_end.h"
