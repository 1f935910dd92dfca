// SPDX-License-Identifier: MIT
//
// lanes.inl, for space.

#include "contact3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "lanes.inl"

#include "../../math/dim_end.h"
