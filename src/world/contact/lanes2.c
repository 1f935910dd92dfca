// SPDX-License-Identifier: MIT
//
// lanes.inl, for the plane.

#include "contact2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "lanes.inl"

#include "../../math/dim_end.h"
