// SPDX-License-Identifier: MIT
//
// combine.inl, for the plane.

#include "contact2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "combine.inl"

#include "../../math/dim_end.h"
