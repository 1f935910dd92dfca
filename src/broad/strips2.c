// SPDX-License-Identifier: MIT
//
// strips.inl, for the plane.

#include "index2.h"

#include "../math/lanes.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "strips.inl"

#include "../math/dim_end.h"
