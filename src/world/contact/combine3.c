// SPDX-License-Identifier: MIT
//
// combine.inl, for space.

#include "contact3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "combine.inl"

#include "../../math/dim_end.h"
