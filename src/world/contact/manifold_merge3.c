// SPDX-License-Identifier: MIT
//
// manifold_merge.inl, for space.

#include "contact3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "manifold_merge.inl"

#include "../../math/dim_end.h"
