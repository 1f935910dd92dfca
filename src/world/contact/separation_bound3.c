// SPDX-License-Identifier: MIT
//
// separation_bound.inl, for space.

#include "contact3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "separation_bound.inl"

#include "../../math/dim_end.h"
