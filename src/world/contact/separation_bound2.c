// SPDX-License-Identifier: MIT
//
// separation_bound.inl, for the plane.

#include "contact2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "separation_bound.inl"

#include "../../math/dim_end.h"
