// SPDX-License-Identifier: MIT
//
// coupling_rows.inl, for space.

#include "solver3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "coupling_rows.inl"

#include "../../math/dim_end.h"
