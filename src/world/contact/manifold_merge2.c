// SPDX-License-Identifier: MIT
//
// manifold_merge.inl, for the plane.

#include "contact2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "manifold_merge.inl"

#include "../../math/dim_end.h"
