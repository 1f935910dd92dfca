// SPDX-License-Identifier: MIT
//
// inspect.inl, for space.

#include "query3.h"
#include "../../base/hash.h"

#include "../../math/dim3.h"

#include "inspect.inl"

#include "../../math/dim_end.h"
