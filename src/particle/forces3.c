// SPDX-License-Identifier: MIT
//
// forces.inl, for space.

#include "particle3.h"

#include "../math/check.h"
#include "../math/trig.h"

#include <math.h>

#include "../math/dim3.h"

#include "forces.inl"

#include "../math/dim_end.h"
