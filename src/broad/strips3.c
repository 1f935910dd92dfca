// SPDX-License-Identifier: MIT
//
// strips.inl, for space.

#include "index3.h"

#include "../math/lanes.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "strips.inl"

#include "../math/dim_end.h"
