// SPDX-License-Identifier: MIT
//
// inspect.inl, for the plane.

#include "query2.h"
#include "../../base/hash.h"

#include "../../math/dim2.h"

#include "inspect.inl"

#include "../../math/dim_end.h"
