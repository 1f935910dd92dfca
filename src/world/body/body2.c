// SPDX-License-Identifier: MIT
//
// body.inl, for the plane.

#include "body2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "body.inl"

#include "../../math/dim_end.h"
