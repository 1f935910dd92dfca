// SPDX-License-Identifier: MIT
//
// coupling_rows.inl, for the plane.

#include "solver2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "coupling_rows.inl"

#include "../../math/dim_end.h"
